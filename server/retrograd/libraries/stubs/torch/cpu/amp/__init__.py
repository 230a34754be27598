from torch.amp import GradScaler, autocast
