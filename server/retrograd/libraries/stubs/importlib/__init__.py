from _retrograd import opaque, unknown
from importlib import util


def import_module(name, package=None):
    return opaque()


reload = __import__ = import_module
machinery = metadata = resources = unknown()
