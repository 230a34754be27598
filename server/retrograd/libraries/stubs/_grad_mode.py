from _retrograd import is_grad_enabled, is_inference, set_grad_enabled as _set, set_inference as _infer


class _Mode:
    def __call__(self, func):
        mode = self

        def wrapped(*args, **kwargs):
            with mode.clone():
                return func(*args, **kwargs)

        wrapped.__wrapped__ = func
        return wrapped


class no_grad(_Mode):
    def __new__(cls, orig_func=None):
        self = object.__new__(cls)
        if orig_func is None:
            return self
        return self(orig_func)

    def __init__(self, orig_func=None):
        pass

    def clone(self):
        return no_grad()

    def __enter__(self):
        self.prev = _set(False)

    def __exit__(self, *exc):
        _set(self.prev)


class enable_grad(_Mode):
    def __new__(cls, orig_func=None):
        self = object.__new__(cls)
        if orig_func is None:
            return self
        return self(orig_func)

    def __init__(self, orig_func=None):
        pass

    def clone(self):
        return enable_grad()

    def __enter__(self):
        self.prev = _set(True)

    def __exit__(self, *exc):
        _set(self.prev)


class set_grad_enabled(_Mode):
    def __init__(self, mode):
        self.prev = is_grad_enabled()
        self.mode = mode
        _set(mode)

    def __call__(self, func):
        _set(self.prev)
        return _Mode.__call__(self, func)

    def clone(self):
        return set_grad_enabled(self.mode)

    def __enter__(self):
        _set(self.mode)

    def __exit__(self, *exc):
        _set(self.prev)


class inference_mode(_Mode):
    def __new__(cls, mode=True):
        self = object.__new__(cls)
        if callable(mode):
            self.mode = True
            return self(mode)
        return self

    def __init__(self, mode=True):
        self.mode = mode

    def clone(self):
        return inference_mode(self.mode)

    def __enter__(self):
        self.prev = _infer(self.mode)
        self.prev_grad = _set(not self.mode)

    def __exit__(self, *exc):
        _infer(self.prev)
        _set(self.prev_grad)


class _Nothing:
    def __init__(self, *args, **kwargs):
        pass

    def __call__(self, func):
        return func

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return None


class detect_anomaly(_Nothing):
    pass


class set_detect_anomaly(_Nothing):
    pass
