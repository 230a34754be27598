from lightning.fabric import *
