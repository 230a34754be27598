from torch.distributions.composed import *
