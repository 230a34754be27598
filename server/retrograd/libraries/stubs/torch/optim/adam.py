from torch.optim import *
