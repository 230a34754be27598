from bitsandbytes import optim
from torch import nn
