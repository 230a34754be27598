from _retrograd import Parameter, chain
import torch
from torch.nn.modules.module import Module


class _Listed(Module):
    def append(self, module):
        setattr(self, str(len(self._list)), module)
        self._list.append(module)
        return self

    def extend(self, modules):
        for m in modules:
            self.append(m)
        return self

    def insert(self, index, module):
        setattr(self, "i" + str(len(self._list)), module)
        self._list.insert(index, module)
        return self

    def pop(self, i=-1):
        module = self._list[i]
        del self[i]
        return module

    def __getitem__(self, i):
        if isinstance(i, slice):
            return type(self)(*self._list[i]) if isinstance(self, Sequential) else type(self)(self._list[i])
        return self._list[i if isinstance(i, int) else int(i)]

    def __setitem__(self, i, module):
        old = self._list[i]
        for name in [n for n, m in self.named_children() if m is old]:
            setattr(self, name, module)
        self._list[i] = module

    def __delitem__(self, i):
        gone = self._list[i]
        if not isinstance(i, slice):
            gone = [gone]
        for name in [n for n, m in self.named_children() if m in gone]:
            delattr(self, name)
        del self._list[i]

    def __len__(self):
        return len(self._list)

    def __iter__(self):
        return iter(self._list)

    def __contains__(self, module):
        return module in self._list

    def __iadd__(self, modules):
        return self.extend(modules)

    def __add__(self, modules):
        return type(self)(*self._list, *modules) if isinstance(self, Sequential) else type(self)(self._list + list(modules))


class Sequential(_Listed):
    def __init__(self, *args):
        self._list = []
        if len(args) == 1 and isinstance(args[0], dict):
            for k, m in args[0].items():
                setattr(self, k, m)
                self._list.append(m)
        else:
            for m in args:
                setattr(self, str(len(self._list)), m)
                self._list.append(m)

    def add_module(self, name, module):
        setattr(self, name, module)
        self._list.append(module)

    register_module = add_module

    def forward(self, input):
        return chain(self._list, input)


class ModuleList(_Listed):
    def __init__(self, modules=None):
        self._list = []
        if modules is not None:
            self.extend(modules)

    def add_module(self, name, module):
        setattr(self, name, module)
        self._list.append(module)


class ModuleDict(Module):
    def __init__(self, modules=None):
        self._dict = {}
        if modules is not None:
            self.update(modules)

    def update(self, modules):
        for k, m in (modules.items() if isinstance(modules, (dict, ModuleDict)) else modules):
            self[k] = m

    def __getitem__(self, key):
        return self._dict[key]

    def __setitem__(self, key, module):
        self._dict[key] = module
        if isinstance(key, str):
            setattr(self, key, module)

    add_module = __setitem__

    def __delitem__(self, key):
        del self._dict[key]
        delattr(self, key)

    def pop(self, key):
        found = self._dict[key]
        del self[key]
        return found

    def clear(self):
        for key in list(self._dict):
            del self[key]

    def __contains__(self, key):
        return key in self._dict

    def __len__(self):
        return len(self._dict)

    def __iter__(self):
        return iter(self._dict)

    def keys(self):
        return self._dict.keys()

    def values(self):
        return self._dict.values()

    def items(self):
        return self._dict.items()


def _registered(value):
    return Parameter(value) if isinstance(value, torch.Tensor) and not isinstance(value, Parameter) else value


class ParameterList(_Listed):
    def __init__(self, values=None):
        self._list = []
        if values is not None:
            self.extend(values)

    def append(self, value):
        value = _registered(value)
        setattr(self, str(len(self._list)), value)
        self._list.append(value)
        return self

    def __setitem__(self, i, value):
        value = _registered(value)
        self._list[i] = value
        setattr(self, str(i), value)


class ParameterDict(ModuleDict):
    def __setitem__(self, key, value):
        value = _registered(value)
        self._dict[key] = value
        if isinstance(key, str):
            setattr(self, key, value)

    def get(self, key, default=None):
        return self._dict.get(key, default)

    def setdefault(self, key, default=None):
        if key not in self._dict:
            self[key] = default
        return self._dict[key]


Container = Module
