from torchvision.transforms import *
