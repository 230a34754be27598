from torch.distributions.continuous import *
