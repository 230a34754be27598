from _retrograd import (
    bump, mark_buffer, module_children, module_named_buffers, module_named_children, module_named_modules,
    module_call, module_named_parameters, module_parameters, require_grad, set_training, zero_grad,
)


class Module:
    training = True
    _pre_hooks = ()
    _hooks = ()
    right_inverse = None

    def __init__(self, *args, **kwargs):
        pass

    __call__ = module_call

    def _call_with_hooks(self, *args, **kwargs):
        if self._pre_hooks:
            for hook in self._pre_hooks:
                got = hook(self, args)
                if got is not None:
                    args = got if isinstance(got, tuple) else (got,)
        out = self.forward(*args, **kwargs)
        if self._hooks:
            for hook in self._hooks:
                got = hook(self, args, out)
                if got is not None:
                    out = got
        return out

    def register_forward_hook(self, hook, prepend=False, with_kwargs=False, always_call=False):
        made = (lambda m, args, out: hook(m, args, {}, out)) if with_kwargs else hook
        self._hooks = (made,) + self._hooks if prepend else self._hooks + (made,)
        return _Handle(self, "_hooks", made)

    def register_forward_pre_hook(self, hook, prepend=False, with_kwargs=False):
        def keyed(m, args):
            got = hook(m, args, {})
            return got[0] if got is not None else None
        made = keyed if with_kwargs else hook
        self._pre_hooks = (made,) + self._pre_hooks if prepend else self._pre_hooks + (made,)
        return _Handle(self, "_pre_hooks", made)

    def register_full_backward_hook(self, hook, prepend=False):
        return _Handle(self, "_none", hook)

    def register_backward_hook(self, hook):
        return _Handle(self, "_none", hook)

    register_full_backward_pre_hook = register_full_backward_hook
    register_load_state_dict_pre_hook = _register_load_state_dict_pre_hook = register_backward_hook
    register_load_state_dict_post_hook = register_state_dict_pre_hook = register_state_dict_post_hook = register_backward_hook
    _register_state_dict_hook = register_backward_hook

    def parameters(self, recurse=True):
        return iter(module_parameters(self, recurse))

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        found = module_named_parameters(self, recurse)
        if prefix:
            found = [(prefix + "." + n, p) for n, p in found]
        return iter(found)

    def buffers(self, recurse=True):
        return iter([b for n, b in module_named_buffers(self)])

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        return iter(module_named_buffers(self))

    def children(self):
        return iter(module_children(self))

    def named_children(self):
        return iter(module_named_children(self))

    def modules(self):
        return iter([m for n, m in module_named_modules(self)])

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        found = module_named_modules(self)
        if prefix:
            found = [(prefix + "." + n if n else prefix, m) for n, m in found]
        return iter(found)

    @property
    def _parameters(self):
        return dict(module_named_parameters(self, False))

    @property
    def _modules(self):
        return dict(module_named_children(self))

    @property
    def _buffers(self):
        return dict(module_named_buffers(self))

    def train(self, mode=True):
        for m in set_training(self, mode):
            m.train(mode)
        return self

    def eval(self):
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        require_grad(self, requires_grad)
        return self

    def zero_grad(self, set_to_none=True):
        zero_grad(module_parameters(self), set_to_none)

    def to(self, *args, **kwargs):
        return self

    cuda = cpu = float = double = half = bfloat16 = type = to_empty = xpu = ipu = mtia = share_memory = to

    def compile(self, *args, **kwargs):
        return None

    def apply(self, fn):
        for m in module_children(self):
            m.apply(fn)
        fn(self)
        return self

    def _apply(self, fn, recurse=True):
        return self

    def register_parameter(self, name, param):
        setattr(self, name, param)

    def register_buffer(self, name, tensor, persistent=True):
        mark_buffer(self, name)
        setattr(self, name, tensor)

    def register_module(self, name, module):
        setattr(self, name, module)

    add_module = register_module

    def get_parameter(self, target):
        return dict(module_named_parameters(self))[target]

    def get_buffer(self, target):
        return dict(module_named_buffers(self))[target]

    def get_submodule(self, target):
        return dict(module_named_modules(self))[target] if target else self

    def set_submodule(self, target, module, strict=False):
        owner, _, name = target.rpartition(".")
        setattr(self.get_submodule(owner), name, module)

    def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
        out = {} if destination is None else destination
        for n, p in module_named_parameters(self):
            out[prefix + n] = p if keep_vars else p.detach()
        for n, b in module_named_buffers(self):
            out[prefix + n] = b if keep_vars else b.detach()
        return out

    def load_state_dict(self, state_dict, strict=True, assign=False):
        if not assign:
            bump(module_parameters(self))
            bump([b for n, b in module_named_buffers(self)])
        return _Keys()

    def get_extra_state(self):
        return None

    def set_extra_state(self, state):
        pass

    def extra_repr(self):
        return ""

    def _get_name(self):
        return ""

    def forward(self, *args):
        raise NotImplementedError


class _Keys:
    def __init__(self):
        self.missing_keys = []
        self.unexpected_keys = []

    def __iter__(self):
        return iter((self.missing_keys, self.unexpected_keys))


class _Handle:
    def __init__(self, module, name, hook):
        self.module = module
        self.name = name
        self.hook = hook

    def remove(self):
        if self.name != "_none":
            setattr(self.module, self.name, tuple([h for h in getattr(self.module, self.name) if h is not self.hook]))

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.remove()


def register_module_forward_hook(hook, **kwargs):
    return _Handle(None, "_none", hook)


register_module_forward_pre_hook = register_module_full_backward_hook = register_module_forward_hook
