from torch.amp import autocast, custom_bwd, custom_fwd
