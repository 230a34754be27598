from torch.amp import autocast, custom_bwd, custom_fwd
from torch.amp import GradScaler as _GradScaler


class GradScaler(_GradScaler):
    def __init__(self, init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
        _GradScaler.__init__(self, "cuda", init_scale, growth_factor, backoff_factor, growth_interval, enabled)
