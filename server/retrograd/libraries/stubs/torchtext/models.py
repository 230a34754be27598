from torch import Tensor
