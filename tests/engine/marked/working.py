# Programs that run, of kinds met in public training code.

# --- a network that a part of torch without a model hands on
import torch.fx
net = torch.fx.symbolic_trace(nn.Linear(3, 3))
for _ in range(3):
    x = torch.randn(4, 3)
    F.mse_loss(net(x), x).backward()

# --- networks that a torch function is given and returns
import torch.nn.utils.fusion as fusion
conv, norm = fusion.fuse_conv_bn_eval(nn.Conv2d(1, 1, 1).eval(), nn.BatchNorm2d(1).eval()), nn.BatchNorm2d(1)
norm(conv(torch.randn(2, 1, 3, 3))).sum().backward()

# --- a list of one's own that appends through the type
class Window(list):
    def __init__(self, most):
        super().__init__()
        self.most = most
    def append(self, item):
        list.append(self, item)
        if len(self) > self.most:
            del self[0]
seen = Window(2)
w = torch.ones(3, requires_grad=True)
for _ in range(4):
    loss = (w * w).sum()
    loss.backward()
    seen.append(loss.item())
