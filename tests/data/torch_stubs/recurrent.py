"""State that is carried through recurrent networks, one program for each network and way of carrying."""

# --- rnn-carried
m = nn.RNN(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = None
for i in range(4):
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    opt.zero_grad()
    y.sum().backward()
    opt.step()

# --- rnn-carried-retained
m = nn.RNN(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = None
for i in range(4):
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    opt.zero_grad()
    y.sum().backward(retain_graph=True)
    opt.step()

# --- rnn-retained-without-step
m = nn.RNN(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = None
for i in range(4):
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    y.sum().backward(retain_graph=True)

# --- rnn-detached
m = nn.RNN(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = None
for i in range(4):
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    opt.zero_grad()
    y.sum().backward()
    opt.step()
    h = h.detach()

# --- rnn-reset
m = nn.RNN(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = None
for i in range(4):
    h = None
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    opt.zero_grad()
    y.sum().backward()
    opt.step()

# --- rnn-summed
m = nn.RNN(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = None
l = 0
for i in range(3):
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    l = l + y.sum()
l.backward()
opt.step()

# --- rnn-every-second
m = nn.RNN(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = None
for i in range(4):
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    if i % 2 == 1:
        y.sum().backward()
        h = h.detach()

# --- rnn-state-only
m = nn.RNN(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = None
for i in range(3):
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    s = h if isinstance(h, torch.Tensor) else h[-1]
    s.pow(2).sum().backward()

# --- rnn-frozen-recurrence
m = nn.RNN(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = None
for n, p in m.named_parameters():
    p.requires_grad = False
out = nn.Linear(3, 1)
for i in range(3):
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    out(y).sum().backward()

# --- rnn-under-no-grad-once
m = nn.RNN(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = None
for i in range(2):
    with torch.no_grad():
        x = torch.randn(2, 4, 3)
        y, h = m(x, h)
    y.sum()
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    y.sum().backward()

# --- gru-carried
m = nn.GRU(3, 3, batch_first=True)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(1, 4, 3)
for i in range(4):
    x = torch.randn(4, 2, 3)
    y, h = m(x, h)
    opt.zero_grad()
    y.sum().backward()
    opt.step()

# --- gru-carried-retained
m = nn.GRU(3, 3, batch_first=True)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(1, 4, 3)
for i in range(4):
    x = torch.randn(4, 2, 3)
    y, h = m(x, h)
    opt.zero_grad()
    y.sum().backward(retain_graph=True)
    opt.step()

# --- gru-retained-without-step
m = nn.GRU(3, 3, batch_first=True)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(1, 4, 3)
for i in range(4):
    x = torch.randn(4, 2, 3)
    y, h = m(x, h)
    y.sum().backward(retain_graph=True)

# --- gru-detached
m = nn.GRU(3, 3, batch_first=True)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(1, 4, 3)
for i in range(4):
    x = torch.randn(4, 2, 3)
    y, h = m(x, h)
    opt.zero_grad()
    y.sum().backward()
    opt.step()
    h = h.detach()

# --- gru-reset
m = nn.GRU(3, 3, batch_first=True)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(1, 4, 3)
for i in range(4):
    h = torch.zeros(1, 4, 3)
    x = torch.randn(4, 2, 3)
    y, h = m(x, h)
    opt.zero_grad()
    y.sum().backward()
    opt.step()

# --- gru-summed
m = nn.GRU(3, 3, batch_first=True)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(1, 4, 3)
l = 0
for i in range(3):
    x = torch.randn(4, 2, 3)
    y, h = m(x, h)
    l = l + y.sum()
l.backward()
opt.step()

# --- gru-every-second
m = nn.GRU(3, 3, batch_first=True)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(1, 4, 3)
for i in range(4):
    x = torch.randn(4, 2, 3)
    y, h = m(x, h)
    if i % 2 == 1:
        y.sum().backward()
        h = h.detach()

# --- gru-state-only
m = nn.GRU(3, 3, batch_first=True)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(1, 4, 3)
for i in range(3):
    x = torch.randn(4, 2, 3)
    y, h = m(x, h)
    s = h if isinstance(h, torch.Tensor) else h[-1]
    s.pow(2).sum().backward()

# --- gru-frozen-recurrence
m = nn.GRU(3, 3, batch_first=True)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(1, 4, 3)
for n, p in m.named_parameters():
    p.requires_grad = False
out = nn.Linear(3, 1)
for i in range(3):
    x = torch.randn(4, 2, 3)
    y, h = m(x, h)
    out(y).sum().backward()

# --- gru-under-no-grad-once
m = nn.GRU(3, 3, batch_first=True)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(1, 4, 3)
for i in range(2):
    with torch.no_grad():
        x = torch.randn(4, 2, 3)
        y, h = m(x, h)
    y.sum()
    x = torch.randn(4, 2, 3)
    y, h = m(x, h)
    y.sum().backward()

# --- lstm-carried
m = nn.LSTM(3, 3, num_layers=2)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = None
for i in range(4):
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    opt.zero_grad()
    y.sum().backward()
    opt.step()

# --- lstm-carried-retained
m = nn.LSTM(3, 3, num_layers=2)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = None
for i in range(4):
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    opt.zero_grad()
    y.sum().backward(retain_graph=True)
    opt.step()

# --- lstm-retained-without-step
m = nn.LSTM(3, 3, num_layers=2)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = None
for i in range(4):
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    y.sum().backward(retain_graph=True)

# --- lstm-detached
m = nn.LSTM(3, 3, num_layers=2)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = None
for i in range(4):
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    opt.zero_grad()
    y.sum().backward()
    opt.step()
    h = (h[0].detach(), h[1].detach())

# --- lstm-reset
m = nn.LSTM(3, 3, num_layers=2)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = None
for i in range(4):
    h = None
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    opt.zero_grad()
    y.sum().backward()
    opt.step()

# --- lstm-summed
m = nn.LSTM(3, 3, num_layers=2)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = None
l = 0
for i in range(3):
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    l = l + y.sum()
l.backward()
opt.step()

# --- lstm-every-second
m = nn.LSTM(3, 3, num_layers=2)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = None
for i in range(4):
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    if i % 2 == 1:
        y.sum().backward()
        h = (h[0].detach(), h[1].detach())

# --- lstm-state-only
m = nn.LSTM(3, 3, num_layers=2)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = None
for i in range(3):
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    s = h if isinstance(h, torch.Tensor) else h[-1]
    s.pow(2).sum().backward()

# --- lstm-frozen-recurrence
m = nn.LSTM(3, 3, num_layers=2)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = None
for n, p in m.named_parameters():
    p.requires_grad = False
out = nn.Linear(3, 1)
for i in range(3):
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    out(y).sum().backward()

# --- lstm-under-no-grad-once
m = nn.LSTM(3, 3, num_layers=2)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = None
for i in range(2):
    with torch.no_grad():
        x = torch.randn(2, 4, 3)
        y, h = m(x, h)
    y.sum()
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    y.sum().backward()

# --- lstm-given-carried
m = nn.LSTM(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = (torch.zeros(1, 4, 3), torch.zeros(1, 4, 3))
for i in range(4):
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    opt.zero_grad()
    y.sum().backward()
    opt.step()

# --- lstm-given-carried-retained
m = nn.LSTM(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = (torch.zeros(1, 4, 3), torch.zeros(1, 4, 3))
for i in range(4):
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    opt.zero_grad()
    y.sum().backward(retain_graph=True)
    opt.step()

# --- lstm-given-retained-without-step
m = nn.LSTM(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = (torch.zeros(1, 4, 3), torch.zeros(1, 4, 3))
for i in range(4):
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    y.sum().backward(retain_graph=True)

# --- lstm-given-detached
m = nn.LSTM(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = (torch.zeros(1, 4, 3), torch.zeros(1, 4, 3))
for i in range(4):
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    opt.zero_grad()
    y.sum().backward()
    opt.step()
    h = tuple(s.detach() for s in h)

# --- lstm-given-reset
m = nn.LSTM(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = (torch.zeros(1, 4, 3), torch.zeros(1, 4, 3))
for i in range(4):
    h = (torch.zeros(1, 4, 3), torch.zeros(1, 4, 3))
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    opt.zero_grad()
    y.sum().backward()
    opt.step()

# --- lstm-given-summed
m = nn.LSTM(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = (torch.zeros(1, 4, 3), torch.zeros(1, 4, 3))
l = 0
for i in range(3):
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    l = l + y.sum()
l.backward()
opt.step()

# --- lstm-given-every-second
m = nn.LSTM(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = (torch.zeros(1, 4, 3), torch.zeros(1, 4, 3))
for i in range(4):
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    if i % 2 == 1:
        y.sum().backward()
        h = tuple(s.detach() for s in h)

# --- lstm-given-state-only
m = nn.LSTM(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = (torch.zeros(1, 4, 3), torch.zeros(1, 4, 3))
for i in range(3):
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    s = h if isinstance(h, torch.Tensor) else h[-1]
    s.pow(2).sum().backward()

# --- lstm-given-frozen-recurrence
m = nn.LSTM(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = (torch.zeros(1, 4, 3), torch.zeros(1, 4, 3))
for n, p in m.named_parameters():
    p.requires_grad = False
out = nn.Linear(3, 1)
for i in range(3):
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    out(y).sum().backward()

# --- lstm-given-under-no-grad-once
m = nn.LSTM(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = (torch.zeros(1, 4, 3), torch.zeros(1, 4, 3))
for i in range(2):
    with torch.no_grad():
        x = torch.randn(2, 4, 3)
        y, h = m(x, h)
    y.sum()
    x = torch.randn(2, 4, 3)
    y, h = m(x, h)
    y.sum().backward()

# --- rnncell-carried
m = nn.RNNCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(4, 3)
for i in range(4):
    x = torch.randn(4, 3)
    y = h = m(x, h)
    opt.zero_grad()
    y.sum().backward()
    opt.step()

# --- rnncell-carried-retained
m = nn.RNNCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(4, 3)
for i in range(4):
    x = torch.randn(4, 3)
    y = h = m(x, h)
    opt.zero_grad()
    y.sum().backward(retain_graph=True)
    opt.step()

# --- rnncell-retained-without-step
m = nn.RNNCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(4, 3)
for i in range(4):
    x = torch.randn(4, 3)
    y = h = m(x, h)
    y.sum().backward(retain_graph=True)

# --- rnncell-detached
m = nn.RNNCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(4, 3)
for i in range(4):
    x = torch.randn(4, 3)
    y = h = m(x, h)
    opt.zero_grad()
    y.sum().backward()
    opt.step()
    h = h.detach()

# --- rnncell-reset
m = nn.RNNCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(4, 3)
for i in range(4):
    h = torch.zeros(4, 3)
    x = torch.randn(4, 3)
    y = h = m(x, h)
    opt.zero_grad()
    y.sum().backward()
    opt.step()

# --- rnncell-summed
m = nn.RNNCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(4, 3)
l = 0
for i in range(3):
    x = torch.randn(4, 3)
    y = h = m(x, h)
    l = l + y.sum()
l.backward()
opt.step()

# --- rnncell-every-second
m = nn.RNNCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(4, 3)
for i in range(4):
    x = torch.randn(4, 3)
    y = h = m(x, h)
    if i % 2 == 1:
        y.sum().backward()
        h = h.detach()

# --- rnncell-state-only
m = nn.RNNCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(4, 3)
for i in range(3):
    x = torch.randn(4, 3)
    y = h = m(x, h)
    s = h if isinstance(h, torch.Tensor) else h[-1]
    s.pow(2).sum().backward()

# --- rnncell-frozen-recurrence
m = nn.RNNCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(4, 3)
for n, p in m.named_parameters():
    p.requires_grad = False
out = nn.Linear(3, 1)
for i in range(3):
    x = torch.randn(4, 3)
    y = h = m(x, h)
    out(y).sum().backward()

# --- rnncell-under-no-grad-once
m = nn.RNNCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(4, 3)
for i in range(2):
    with torch.no_grad():
        x = torch.randn(4, 3)
        y = h = m(x, h)
    y.sum()
    x = torch.randn(4, 3)
    y = h = m(x, h)
    y.sum().backward()

# --- grucell-carried
m = nn.GRUCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(4, 3)
for i in range(4):
    x = torch.randn(4, 3)
    y = h = m(x, h)
    opt.zero_grad()
    y.sum().backward()
    opt.step()

# --- grucell-carried-retained
m = nn.GRUCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(4, 3)
for i in range(4):
    x = torch.randn(4, 3)
    y = h = m(x, h)
    opt.zero_grad()
    y.sum().backward(retain_graph=True)
    opt.step()

# --- grucell-retained-without-step
m = nn.GRUCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(4, 3)
for i in range(4):
    x = torch.randn(4, 3)
    y = h = m(x, h)
    y.sum().backward(retain_graph=True)

# --- grucell-detached
m = nn.GRUCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(4, 3)
for i in range(4):
    x = torch.randn(4, 3)
    y = h = m(x, h)
    opt.zero_grad()
    y.sum().backward()
    opt.step()
    h = h.detach()

# --- grucell-reset
m = nn.GRUCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(4, 3)
for i in range(4):
    h = torch.zeros(4, 3)
    x = torch.randn(4, 3)
    y = h = m(x, h)
    opt.zero_grad()
    y.sum().backward()
    opt.step()

# --- grucell-summed
m = nn.GRUCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(4, 3)
l = 0
for i in range(3):
    x = torch.randn(4, 3)
    y = h = m(x, h)
    l = l + y.sum()
l.backward()
opt.step()

# --- grucell-every-second
m = nn.GRUCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(4, 3)
for i in range(4):
    x = torch.randn(4, 3)
    y = h = m(x, h)
    if i % 2 == 1:
        y.sum().backward()
        h = h.detach()

# --- grucell-state-only
m = nn.GRUCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(4, 3)
for i in range(3):
    x = torch.randn(4, 3)
    y = h = m(x, h)
    s = h if isinstance(h, torch.Tensor) else h[-1]
    s.pow(2).sum().backward()

# --- grucell-frozen-recurrence
m = nn.GRUCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(4, 3)
for n, p in m.named_parameters():
    p.requires_grad = False
out = nn.Linear(3, 1)
for i in range(3):
    x = torch.randn(4, 3)
    y = h = m(x, h)
    out(y).sum().backward()

# --- grucell-under-no-grad-once
m = nn.GRUCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(4, 3)
for i in range(2):
    with torch.no_grad():
        x = torch.randn(4, 3)
        y = h = m(x, h)
    y.sum()
    x = torch.randn(4, 3)
    y = h = m(x, h)
    y.sum().backward()

# --- lstmcell-carried
m = nn.LSTMCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = (torch.zeros(4, 3), torch.zeros(4, 3))
for i in range(4):
    x = torch.randn(4, 3)
    h = m(x, h)
    y = h[0]
    opt.zero_grad()
    y.sum().backward()
    opt.step()

# --- lstmcell-carried-retained
m = nn.LSTMCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = (torch.zeros(4, 3), torch.zeros(4, 3))
for i in range(4):
    x = torch.randn(4, 3)
    h = m(x, h)
    y = h[0]
    opt.zero_grad()
    y.sum().backward(retain_graph=True)
    opt.step()

# --- lstmcell-retained-without-step
m = nn.LSTMCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = (torch.zeros(4, 3), torch.zeros(4, 3))
for i in range(4):
    x = torch.randn(4, 3)
    h = m(x, h)
    y = h[0]
    y.sum().backward(retain_graph=True)

# --- lstmcell-detached
m = nn.LSTMCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = (torch.zeros(4, 3), torch.zeros(4, 3))
for i in range(4):
    x = torch.randn(4, 3)
    h = m(x, h)
    y = h[0]
    opt.zero_grad()
    y.sum().backward()
    opt.step()
    h = (h[0].detach(), h[1].detach())

# --- lstmcell-reset
m = nn.LSTMCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = (torch.zeros(4, 3), torch.zeros(4, 3))
for i in range(4):
    h = (torch.zeros(4, 3), torch.zeros(4, 3))
    x = torch.randn(4, 3)
    h = m(x, h)
    y = h[0]
    opt.zero_grad()
    y.sum().backward()
    opt.step()

# --- lstmcell-summed
m = nn.LSTMCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = (torch.zeros(4, 3), torch.zeros(4, 3))
l = 0
for i in range(3):
    x = torch.randn(4, 3)
    h = m(x, h)
    y = h[0]
    l = l + y.sum()
l.backward()
opt.step()

# --- lstmcell-every-second
m = nn.LSTMCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = (torch.zeros(4, 3), torch.zeros(4, 3))
for i in range(4):
    x = torch.randn(4, 3)
    h = m(x, h)
    y = h[0]
    if i % 2 == 1:
        y.sum().backward()
        h = (h[0].detach(), h[1].detach())

# --- lstmcell-state-only
m = nn.LSTMCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = (torch.zeros(4, 3), torch.zeros(4, 3))
for i in range(3):
    x = torch.randn(4, 3)
    h = m(x, h)
    y = h[0]
    s = h if isinstance(h, torch.Tensor) else h[-1]
    s.pow(2).sum().backward()

# --- lstmcell-frozen-recurrence
m = nn.LSTMCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = (torch.zeros(4, 3), torch.zeros(4, 3))
for n, p in m.named_parameters():
    p.requires_grad = False
out = nn.Linear(3, 1)
for i in range(3):
    x = torch.randn(4, 3)
    h = m(x, h)
    y = h[0]
    out(y).sum().backward()

# --- lstmcell-under-no-grad-once
m = nn.LSTMCell(3, 3)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = (torch.zeros(4, 3), torch.zeros(4, 3))
for i in range(2):
    with torch.no_grad():
        x = torch.randn(4, 3)
        h = m(x, h)
        y = h[0]
    y.sum()
    x = torch.randn(4, 3)
    h = m(x, h)
    y = h[0]
    y.sum().backward()

# --- packed
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence
m = nn.LSTM(3, 3, batch_first=True)
x = torch.randn(2, 4, 3)
packed = pack_padded_sequence(x, torch.tensor([4, 2]), batch_first=True)
out, (h, c) = m(packed)
y, lengths = pad_packed_sequence(out, batch_first=True)
l = y.sum()
l.backward()
l.backward()

# --- packed-carried
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence
m = nn.GRU(3, 3, batch_first=True)
h = None
for _ in range(2):
    packed = pack_padded_sequence(torch.randn(2, 4, 3), torch.tensor([4, 2]), batch_first=True)
    out, h = m(packed, h)
    y, _ = pad_packed_sequence(out, batch_first=True)
    y.sum().backward()

# --- padded-embedding-twice
from torch.nn.utils.rnn import pad_sequence
e = nn.Embedding(5, 3)
x = pad_sequence([torch.tensor([1, 2]), torch.tensor([3])], batch_first=True)
v = e(x)
v.sum().backward()
v.sum().backward()
