from contextlib import nullcontext
from torch.nn.parallel import DistributedDataParallel


class FullyShardedDataParallel(DistributedDataParallel):
    def clip_grad_norm_(self, max_norm, norm_type=2.0):
        return None

    @staticmethod
    def summon_full_params(module, *args, **kwargs):
        return nullcontext()

    @staticmethod
    def state_dict_type(module, *args, **kwargs):
        return nullcontext()


def fully_shard(module, *args, **kwargs):
    return module
