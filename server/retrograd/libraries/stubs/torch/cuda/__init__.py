from _retrograd import unknown, unknown_bool


_available = unknown_bool()


def is_available():
    return _available


def empty_cache():
    pass


def synchronize(*args):
    pass


def manual_seed(*args):
    pass


def manual_seed_all(*args):
    pass


def set_device(*args):
    pass


def device_count():
    return unknown()


def memory_allocated(*args):
    return unknown()


def max_memory_allocated(*args):
    return unknown()


def current_device():
    return unknown()
