from lightning.fabric import Fabric
from lightning.pytorch import *
