from contextlib import ContextDecorator
from _retrograd import op, set_autocast, unknown


class autocast(ContextDecorator):
    _enabled = True

    def __init__(self, device_type=None, dtype=None, enabled=True, cache_enabled=None):
        self._enabled = enabled if not isinstance(device_type, bool) else device_type

    def __enter__(self):
        self._before = set_autocast(self._enabled)
        return self

    def __exit__(self, *exc):
        set_autocast(self._before)


def custom_fwd(fwd=None, *, device_type=None, cast_inputs=None):
    return fwd if fwd is not None else _same


def custom_bwd(bwd=None, *, device_type=None):
    return bwd if bwd is not None else _same


def _same(fn):
    return fn


def is_autocast_available(device_type):
    return True


class GradScaler:
    def __init__(self, device="cuda", init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
        self._enabled = enabled
        self._scale = unknown()

    def scale(self, outputs):
        if not self._enabled:
            return outputs
        if isinstance(outputs, (list, tuple)):
            return [self.scale(o) for o in outputs]
        return op("mul", outputs, 65536.0)

    def step(self, optimizer, *args, **kwargs):
        return optimizer.step(*args, **kwargs)

    def unscale_(self, optimizer):
        pass

    def update(self, new_scale=None):
        pass

    def get_scale(self):
        return 65536.0

    get_growth_factor = get_backoff_factor = get_growth_interval = get_scale

    def is_enabled(self):
        return self._enabled

    def state_dict(self):
        return {}

    def load_state_dict(self, state):
        pass
