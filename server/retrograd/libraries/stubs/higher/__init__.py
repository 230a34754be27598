from _functional import FunctionalCopy
from _retrograd import unknown
from contextlib import contextmanager


def monkeypatch(module, device=None, copy_initial_weights=True, track_higher_grads=True):
    return FunctionalCopy(module, copy_initial_weights)


class _Optimizer:
    def __init__(self, fmodel, track):
        self._fmodel = fmodel
        self._track = track

    def step(self, loss, params=None, override=None, grad_callback=None, **kwargs):
        self._fmodel.adapt(loss, unknown(), self._track)
        return self._fmodel.fast_params


@contextmanager
def innerloop_ctx(model, opt, device=None, copy_initial_weights=True, override=None, track_higher_grads=True):
    fmodel = FunctionalCopy(model, copy_initial_weights)
    yield fmodel, _Optimizer(fmodel, track_higher_grads)
