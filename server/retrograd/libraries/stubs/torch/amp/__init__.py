from _retrograd import unknown
from contextlib import ContextDecorator


class autocast(ContextDecorator):
    def __init__(self, *args, **kwargs):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return None


class GradScaler:
    def __init__(self, *args, **kwargs):
        self.factor = unknown()

    def scale(self, outputs):
        if isinstance(outputs, (list, tuple)):
            return [self.scale(o) for o in outputs]
        return outputs * 65536.0

    def step(self, optimizer, *args, **kwargs):
        return optimizer.step(*args, **kwargs)

    def unscale_(self, optimizer):
        pass

    def update(self, new_scale=None):
        pass

    def get_scale(self):
        return 65536.0

    def is_enabled(self):
        return unknown()

    def state_dict(self):
        return {}

    def load_state_dict(self, state):
        pass
