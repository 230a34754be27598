from _retrograd import node
import torch
import torch.nn.functional as F


class Transform:
    # the last pair of argument and result is remembered, as torch does with cache_size=1
    bijective = True
    _cache_size = 0
    _last = None

    def __init__(self, cache_size=0):
        self._cache_size = cache_size

    def __call__(self, x):
        last = self._last
        if last is not None and last[0] is x:
            return last[1]
        y = self._call(x)
        if self._cache_size:
            self._last = (x, y)
        return y

    def _inv_call(self, y):
        last = self._last
        if last is not None and last[1] is y:
            return last[0]
        x = self._inverse(y)
        if self._cache_size:
            self._last = (x, y)
        return x

    @property
    def inv(self):
        return _Inverse(self)

    def with_cache(self, cache_size=1):
        self._cache_size = cache_size
        return self


class _Inverse(Transform):
    def __init__(self, forward):
        self._forward = forward

    def __call__(self, y):
        return self._forward._inv_call(y)

    def _inv_call(self, x):
        return self._forward(x)

    @property
    def inv(self):
        return self._forward

    def log_abs_det_jacobian(self, y, x):
        return -self._forward.log_abs_det_jacobian(x, y)


class ComposeTransform(Transform):
    def __init__(self, parts, cache_size=0):
        self.parts = parts
        Transform.__init__(self, cache_size)

    def _call(self, x):
        for part in self.parts:
            x = part(x)
        return x

    def _inverse(self, y):
        for part in reversed(self.parts):
            y = part.inv(y)
        return y

    def log_abs_det_jacobian(self, x, y):
        total = 0.0
        for part in self.parts:
            z = part(x)
            total = total + part.log_abs_det_jacobian(x, z)
            x = z
        return total


class AffineTransform(Transform):
    def __init__(self, loc, scale, event_dim=0, cache_size=0):
        self.loc = loc
        self.scale = scale
        Transform.__init__(self, cache_size)

    def _call(self, x):
        return self.loc + self.scale * x

    def _inverse(self, y):
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x, y):
        if isinstance(self.scale, torch.Tensor):
            return torch.abs(self.scale).log()
        return torch.full_like(x, 1.0)


class TanhTransform(Transform):
    def _call(self, x):
        return x.tanh()

    def _inverse(self, y):
        return torch.atanh(y)

    def log_abs_det_jacobian(self, x, y):
        return 2.0 * (0.6931 - x - F.softplus(-2.0 * x))


class SigmoidTransform(Transform):
    def _call(self, x):
        return torch.sigmoid(x).clamp(1e-38, 1 - 1e-7)

    def _inverse(self, y):
        y = y.clamp(min=1e-38, max=1 - 1e-7)
        return y.log() - (-y).log1p()

    def log_abs_det_jacobian(self, x, y):
        return -F.softplus(-x) - F.softplus(x)


class ExpTransform(Transform):
    def _call(self, x):
        return x.exp()

    def _inverse(self, y):
        return y.log()

    def log_abs_det_jacobian(self, x, y):
        return x


class PowerTransform(Transform):
    def __init__(self, exponent, cache_size=0):
        self.exponent = exponent
        Transform.__init__(self, cache_size)

    def _call(self, x):
        return x.pow(self.exponent)

    def _inverse(self, y):
        return y.pow(1 / self.exponent)

    def log_abs_det_jacobian(self, x, y):
        return (self.exponent * y / x).abs().log()


class SoftplusTransform(Transform):
    def _call(self, x):
        return F.softplus(x)

    def _inverse(self, y):
        return (-y).expm1().neg().log() + y

    def log_abs_det_jacobian(self, x, y):
        return -F.softplus(-x)


class AbsTransform(Transform):
    def _call(self, x):
        return x.abs()

    def _inverse(self, y):
        return y


class SoftmaxTransform(Transform):
    def _call(self, x):
        return x.softmax(-1)

    def _inverse(self, y):
        return y.log()


class StickBreakingTransform(Transform):
    def _call(self, x):
        return node("stick_breaking", [x], (), True)

    _inverse = _call

    def log_abs_det_jacobian(self, x, y):
        return node("stick_breaking", [x, y], (), True)


class LowerCholeskyTransform(StickBreakingTransform):
    pass


class IndependentTransform(Transform):
    def __init__(self, base_transform, reinterpreted_batch_ndims, cache_size=0):
        self.base_transform = base_transform
        Transform.__init__(self, cache_size)

    def _call(self, x):
        return self.base_transform(x)

    def _inverse(self, y):
        return self.base_transform.inv(y)

    def log_abs_det_jacobian(self, x, y):
        return self.base_transform.log_abs_det_jacobian(x, y).sum(-1)


identity_transform = ComposeTransform([])
