from _retrograd import unknown
from hydra import utils


def main(*args, **kwargs):
    # the program is started from the command line, with a configuration that is not known
    return lambda func: unknown()


def initialize(*args, **kwargs):
    return unknown()


compose = initialize_config_dir = initialize_config_module = initialize
