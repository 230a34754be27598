from torch.nn.modules.shape import Flatten, Unflatten
