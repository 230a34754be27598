from torch.utils.data.sampler import SequentialSampler


class DistributedSampler(SequentialSampler):
    def set_epoch(self, epoch):
        pass
