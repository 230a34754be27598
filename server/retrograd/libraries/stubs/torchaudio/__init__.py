from _retrograd import plain, unknown, unknown_int
from torchaudio import functional, models, pipelines, transforms


def load(*args, **kwargs):
    return plain(), unknown_int()


def save(*args, **kwargs):
    pass


def info(*args, **kwargs):
    return unknown()


datasets = io = backend = sox_effects = utils = compliance = unknown()
