from _retrograd import bump, set_unchecked, unknown


class saved_tensors_hooks:
    # what goes through hooks is compared with no version
    def __init__(self, *args, **kwargs):
        pass

    def __enter__(self):
        self._before = set_unchecked(True)

    def __exit__(self, *exc):
        set_unchecked(self._before)


class save_on_cpu(saved_tensors_hooks):
    pass


class allow_mutation_on_saved_tensors(saved_tensors_hooks):
    pass


class disable_saved_tensors_hooks:
    def __init__(self, error_message):
        pass

    def __enter__(self):
        pass

    def __exit__(self, *exc):
        pass

    def __call__(self, fn):
        return fn


def register_multi_grad_hook(tensors, fn, mode="all"):
    return unknown()


def get_gradient_edge(tensor):
    return tensor


class Node:
    pass
