from _retrograd import opaque


def locate(path, forceload=0):
    return opaque()
