from _retrograd import opaque


def spec_from_file_location(*args, **kwargs):
    return opaque()


module_from_spec = find_spec = spec_from_file_location
