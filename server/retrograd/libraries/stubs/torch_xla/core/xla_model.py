from _retrograd import unknown


def optimizer_step(optimizer, barrier=False, optimizer_args=None, *args, **kwargs):
    return optimizer.step(**(optimizer_args or {}))


def xla_device(*args, **kwargs):
    return unknown()


def mark_step(*args, **kwargs):
    pass


get_ordinal = xrt_world_size = get_xla_supported_devices = xla_device
is_master_ordinal = master_print = save = rendezvous = mark_step
