def DistributedDataParallel(module, *args, **kwargs):
    return module


def convert_syncbn_model(module, *args, **kwargs):
    return module
