from torch.distributions.discrete import *
