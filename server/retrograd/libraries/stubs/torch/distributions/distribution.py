from torch.distributions import Distribution
