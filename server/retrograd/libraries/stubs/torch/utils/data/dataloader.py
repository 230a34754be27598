from torch.utils.data import DataLoader, default_collate, get_worker_info
