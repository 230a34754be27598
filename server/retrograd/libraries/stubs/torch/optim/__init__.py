from _retrograd import grouped, step as _step, unknown, zero_grad as _zero


class _State:
    def __init__(self):
        self.items_ = {}

    def __getitem__(self, key):
        if key not in self.items_:
            self.items_[key] = {}
        return self.items_[key]

    def __setitem__(self, key, value):
        self.items_[key] = value

    def __contains__(self, key):
        return key in self.items_

    def get(self, key, default=None):
        return self.items_.get(key, default)

    def items(self):
        return self.items_.items()

    def values(self):
        return self.items_.values()


class Optimizer:
    def __init__(self, params, *args, **kwargs):
        params = list(params)
        if len(params) > 0 and isinstance(params[0], dict):
            groups = []
            for g in params:
                g = dict(g)
                p = g["params"]
                g["params"] = [p] if hasattr(p, "requires_grad") else list(p)
                groups.append(g)
        else:
            if len(params) > 0 and isinstance(params[0], tuple):
                params = [p for n, p in params]
            groups = [{"params": params}]
        if len(args) > 0 and isinstance(args[0], dict):
            defaults = dict(args[0])
        else:
            defaults = {"lr": args[0] if len(args) > 0 else 0.001}
            defaults.update(kwargs)
        for g in groups:
            for k, v in defaults.items():
                g.setdefault(k, v)
        self.param_groups = groups
        self.defaults = defaults
        self.state = _State()

    def _params(self):
        return grouped(self.param_groups)

    def step(self, closure=None):
        loss = None
        if closure is not None:
            loss = closure()
        _step(grouped(self.param_groups))
        return loss

    def zero_grad(self, set_to_none=True):
        _zero(grouped(self.param_groups), set_to_none)

    def add_param_group(self, group):
        group = dict(group)
        group["params"] = list(group["params"]) if not hasattr(group["params"], "requires_grad") else [group["params"]]
        self.param_groups.append(group)

    def state_dict(self):
        return {}

    def load_state_dict(self, state):
        pass

    def register_step_post_hook(self, hook):
        return None


class SGD(Optimizer):
    pass


class Adam(Optimizer):
    pass


class AdamW(Optimizer):
    pass


class Adamax(Optimizer):
    pass


class NAdam(Optimizer):
    pass


class RAdam(Optimizer):
    pass


class SparseAdam(Optimizer):
    pass


class Adagrad(Optimizer):
    pass


class Adadelta(Optimizer):
    pass


class RMSprop(Optimizer):
    pass


class Rprop(Optimizer):
    pass


class ASGD(Optimizer):
    pass


class Adafactor(Optimizer):
    pass


class Muon(Optimizer):
    pass


class LBFGS(Optimizer):
    def step(self, closure):
        loss = closure()
        _step(self._params())
        closure()
        _step(self._params())
        return loss
