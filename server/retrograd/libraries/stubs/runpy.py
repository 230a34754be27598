from _retrograd import opaque


def run_path(*args, **kwargs):
    return opaque()


run_module = run_path
