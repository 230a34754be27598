from torch.nn.parallel import DataParallel, data_parallel
