from _retrograd import check_leaves, grouped, optimizer_step, optimizer_zero_grad, settled, step as _step
import torch



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

    def __len__(self):
        return len(self.items_)

    def __iter__(self):
        return iter(self.items_)

    def get(self, key, default=None):
        return self.items_.get(key, default)

    def items(self):
        return self.items_.items()

    def keys(self):
        return self.items_.keys()

    def values(self):
        return self.items_.values()

    def clear(self):
        self.items_.clear()


class _Handle:
    def remove(self):
        pass


class Optimizer:
    def __init__(self, params, *args, **kwargs):
        if len(args) > 0 and isinstance(args[0], dict):
            defaults = dict(args[0])
        else:
            defaults = {"lr": args[0] if len(args) > 0 else 0.001}
            defaults.update(kwargs)
        self.defaults = defaults
        self.state = _State()
        self.param_groups = []
        params = list(params)
        if len(params) > 0 and isinstance(params[0], dict):
            for g in params:
                self.add_param_group(g)
        else:
            self.add_param_group({"params": params})

    def add_param_group(self, group):
        group = dict(group)
        params = group["params"]
        params = [params] if isinstance(params, torch.Tensor) else list(params)
        if len(params) > 0 and isinstance(params[0], tuple):
            params = [p for n, p in params]
        check_leaves(params)
        group["params"] = params
        for k, v in self.defaults.items():
            group.setdefault(k, v)
        self.param_groups.append(group)

    def _params(self):
        return grouped(self.param_groups)

    step = optimizer_step
    zero_grad = optimizer_zero_grad

    def _step_with_closure(self, closure):
        with torch.enable_grad():
            loss = closure()
        _step(grouped(self.param_groups))
        return loss

    def state_dict(self):
        return {"state": {}, "param_groups": self.param_groups}

    def load_state_dict(self, state):
        pass

    def register_step_pre_hook(self, hook):
        return _Handle()

    register_step_post_hook = register_state_dict_pre_hook = register_state_dict_post_hook = register_step_pre_hook
    register_load_state_dict_pre_hook = register_load_state_dict_post_hook = register_step_pre_hook


class SGD(Optimizer):
    pass


class Adam(Optimizer):
    pass


class AdamW(Adam):
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
    def __init__(self, params, lr=1, max_iter=20, max_eval=None, tolerance_grad=1e-7, tolerance_change=1e-9, history_size=100, line_search_fn=None):
        Optimizer.__init__(self, params, {"lr": lr, "max_iter": max_iter})

    def step(self, closure):
        with torch.enable_grad():
            loss = closure()
        _step(grouped(self.param_groups))
        if settled(self.defaults["max_iter"], 20) != 1:
            with torch.enable_grad():
                closure()
            _step(grouped(self.param_groups))
        return loss
