from torch.optim import Adagrad as FusedAdagrad, Adam as FusedAdam, AdamW as FusedLAMB, SGD as FusedNovoGrad, SGD as FusedSGD
