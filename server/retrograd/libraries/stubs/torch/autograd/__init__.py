from torch.autograd.function import Function
