from torch.amp import GradScaler
