from _retrograd import Parameter, bump, module_parameters, node, plain, settled
import torch
import torch.nn.functional as F
from torch.nn.modules.module import Module
from torch.nn.utils.rnn import PackedSequence


class RNNBase(Module):
    _gates = 3

    def __init__(self, mode, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False, proj_size=0, device=None, dtype=None):
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = dropout
        self.bidirectional = bidirectional
        self.proj_size = proj_size
        rows = self._gates * hidden_size
        biased = settled(bias, True)
        projected = settled(proj_size, 0)
        size = input_size
        for layer in range(settled(num_layers, 1)):
            for end in ("", "_reverse") if settled(bidirectional, False) else ("",):
                name = "_l" + str(layer) + end
                setattr(self, "weight_ih" + name, Parameter(torch.empty(rows, size)))
                setattr(self, "weight_hh" + name, Parameter(torch.empty(rows, hidden_size)))
                if biased:
                    setattr(self, "bias_ih" + name, Parameter(torch.empty(rows)))
                    setattr(self, "bias_hh" + name, Parameter(torch.empty(rows)))
                if projected:
                    setattr(self, "weight_hr" + name, Parameter(torch.empty(proj_size, hidden_size)))
            size = hidden_size

    def reset_parameters(self):
        bump(module_parameters(self))

    def flatten_parameters(self):
        pass

    @property
    def all_weights(self):
        return [module_parameters(self, False)]

    @property
    def _flat_weights(self):
        return module_parameters(self, False)

    def _steps(self, data, hx):
        # two steps do what any number does: the weights of the hidden state are kept from the second on
        if settled(self.batch_first, False):
            data = node("transpose", [data])
        steps = 1 if settled(data.shape[:1], ()) == (1,) else 2
        ends = ("", "_reverse") if settled(self.bidirectional, False) else ("",)
        last = []
        for layer in range(settled(self.num_layers, 1)):
            outs = []
            for end in ends:
                name = "_l" + str(layer) + end
                h = hx
                weight = getattr(self, "weight_hh" + name)
                gates = F.linear(data, getattr(self, "weight_ih" + name), getattr(self, "bias_ih" + name, None))
                bias = getattr(self, "bias_hh" + name, None)
                for _ in range(steps):
                    h = node(self.mode, [gates, F.linear(h, weight, bias), h], (), True)
                    if settled(self.proj_size, 0):
                        h = F.linear(h, getattr(self, "weight_hr" + name))
                outs.append(node("stack", [h]))
                last.append(h)
            data = outs[0] if len(outs) == 1 else node("cat", outs)
        return data, node("stack", last)

    def forward(self, input, hx=None):
        if hx is None:
            hx = plain()
        if isinstance(input, PackedSequence):
            out, h = self._steps(input.data, hx)
            return input._with(out), h
        return self._steps(input, hx)


class RNN(RNNBase):
    _gates = 1

    def __init__(self, input_size, hidden_size, num_layers=1, nonlinearity="tanh", bias=True, batch_first=False, dropout=0.0, bidirectional=False, device=None, dtype=None):
        self.nonlinearity = nonlinearity
        RNNBase.__init__(self, "RNN", input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional)


class GRU(RNNBase):
    def __init__(self, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False, device=None, dtype=None):
        RNNBase.__init__(self, "GRU", input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional)


class LSTM(RNNBase):
    _gates = 4

    def __init__(self, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False, proj_size=0, device=None, dtype=None):
        RNNBase.__init__(self, "LSTM", input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, proj_size)

    def forward(self, input, hx=None):
        if hx is None:
            hx = (plain(), plain())
        data = input.data if isinstance(input, PackedSequence) else input
        if settled(self.proj_size, 0):
            out, h = self._steps(data, hx[0])
            c = node("stack", [h, hx[1]], (), True)
        else:
            # one fused node a layer; an output put together from two directions is a copy
            if settled(self.batch_first, False):
                data = node("transpose", [data])
            weights = module_parameters(self, False)
            layers = settled(self.num_layers, 1)
            own = len(weights) // layers
            out = data
            for layer in range(layers):
                used = weights[layer * own : (layer + 1) * own]
                out = node("lstm", [out, hx, used], [out, hx, used], "result")
            h, c = node("lstm", [out]), node("lstm", [out])
            if settled(self.bidirectional, False):
                out = node("cat", [out])
        return (input._with(out) if isinstance(input, PackedSequence) else out), (h, c)


class RNNCellBase(Module):
    _gates = 1

    def __init__(self, input_size, hidden_size, bias=True, num_chunks=None, device=None, dtype=None):
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        rows = self._gates * hidden_size
        biased = settled(bias, True)
        self.weight_ih = Parameter(torch.empty(rows, input_size))
        self.weight_hh = Parameter(torch.empty(rows, hidden_size))
        self.bias_ih = Parameter(torch.empty(rows)) if biased else None
        self.bias_hh = Parameter(torch.empty(rows)) if biased else None

    reset_parameters = RNNBase.reset_parameters


class RNNCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None):
        RNNCellBase.__init__(self, input_size, hidden_size, bias)
        self.nonlinearity = nonlinearity

    def forward(self, input, hx=None):
        if hx is None:
            hx = plain()
        made = F.linear(input, self.weight_ih, self.bias_ih) + F.linear(hx, self.weight_hh, self.bias_hh)
        return torch.relu(made) if self.nonlinearity == "relu" else torch.tanh(made)


class GRUCell(RNNCellBase):
    _gates = 3

    def forward(self, input, hx=None):
        if hx is None:
            hx = plain()
        return torch.gru_cell(input, hx, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)


class LSTMCell(RNNCellBase):
    _gates = 4

    def forward(self, input, hx=None):
        if hx is None:
            hx = (plain(), plain())
        return torch.lstm_cell(input, hx, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
