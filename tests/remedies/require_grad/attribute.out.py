import torch


class Scale(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.factor = torch.nn.Parameter(torch.ones(3))  # learned

    def forward(self, x):
        return x * self.factor


scale = Scale()
loss = scale(torch.ones(3)).sum()
loss.backward()
