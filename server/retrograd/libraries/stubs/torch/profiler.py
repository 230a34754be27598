from contextlib import ContextDecorator
from _retrograd import unknown


class profile(ContextDecorator):
    def __init__(self, *args, **kwargs):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass

    def step(self):
        pass

    start = stop = step

    def key_averages(self, *args, **kwargs):
        return unknown()

    export_chrome_trace = key_averages


class record_function(profile):
    pass


def schedule(*args, **kwargs):
    return unknown()


tensorboard_trace_handler = schedule


class ProfilerActivity:
    CPU = "cpu"
    CUDA = "cuda"
