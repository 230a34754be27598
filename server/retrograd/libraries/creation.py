"""Functions that make tensors, the Tensor and Parameter types, and Tensor's own methods and properties."""

from __future__ import annotations

from typing import Any

from ..autograd import table
from ..autograd.graph import Node
from ..interp import facts
from ..interp.machine import Call, Machine
from ..interp.operators import truth
from ..interp.state import State
from ..interp.values import Bound, ListObj, Native, Ref, TensorObj, Unk, Value
from .history import edge, needs_grad, node_of
from .registry import argument, method, native, native_type, prop
from .tensors import apply, as_tensor, change, getitem, new_tensor, tensor_of
from .tensors import bind as bind_operands

_SIZED = "zeros ones empty rand randn empty_strided full eye arange linspace logspace range randperm hann_window hamming_window tril_indices triu_indices"
_LIKE = "zeros_like ones_like empty_like rand_like randn_like full_like randint_like"
_INTEGER = frozenset(["randint", "randint_like", "arange", "randperm", "tril_indices", "triu_indices", "range"])


def _shape_from(st: State, args: list[Value]) -> Any:
    parts: list[Value] = []
    for a in args:
        a = facts.constant(st, a)
        if a.__class__ is tuple:
            parts.extend(a)
        elif a.__class__ is Ref and st.obj(a).__class__ is ListObj:
            parts.extend(st.obj(a).items)
        elif isinstance(a, int) or a.__class__ is Unk:
            parts.append(a)
        else:
            return None
    if any(not isinstance(p, int) for p in parts):
        return (
            tuple(p if isinstance(p, int) else p for p in parts)
            if all(p.__class__ is Unk or isinstance(p, int) for p in parts)
            else None
        )
    return tuple(parts)


def _dtype_kind(v: Value, default: str) -> str:
    if v.__class__ is Unk and isinstance(v.key, tuple) and v.key and v.key[0] == "dtype":
        return str(v.key[2])
    if isinstance(v, Native):
        return {"int": "i", "bool": "b", "float": "f"}.get(v.name, default)
    return default


def _made(vm: Machine, st: State, kwargs: dict[str, Value], kind: str, shape: Any) -> Ref:
    ref = new_tensor(vm, st, _dtype_kind(kwargs.get("dtype"), kind), None, False, shape)
    wants = kwargs.get("requires_grad", False)
    if wants is not False and truth(vm, st, wants):
        st.own(ref).requires_grad = True
    return ref


def _creator(name: str) -> Any:
    def fn(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
        kind = "i" if name in _INTEGER else "f"
        shape: Any = None
        if name in ("zeros", "ones", "empty", "rand", "randn"):
            shape = _shape_from(st, args or [kwargs.get("size", ())])
        elif name == "full":
            shape = _shape_from(st, args[:1] or [kwargs.get("size", ())])
        elif name == "eye":
            shape = _shape_from(st, [args[0], args[0]]) if len(args) == 1 else _shape_from(st, args[:2])
        elif name in ("arange", "range"):
            args = args or [kwargs[k] for k in ("start", "end", "step") if k in kwargs]
            known = [facts.constant(st, a) for a in args]
            if any(isinstance(a, float) for a in known):
                kind = "f"
            if all(isinstance(a, int) for a in known):
                shape = (len(range(*known)),)
            elif len(args) == 1:
                shape = (args[0],)
        elif name in ("linspace", "logspace"):
            steps = argument(args, kwargs, 2, "steps", 100)
            shape = (steps,) if isinstance(steps, int) else None
        elif name == "randperm":
            shape = (args[0],) if args else None
        return _made(vm, st, kwargs, kind, shape)

    return fn


for _name in _SIZED.split():
    native(f"torch.{_name}")(_creator(_name))


@native("torch.randint")
def _randint(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    sizes = [a for a in args if a.__class__ is tuple or (a.__class__ is Ref and st.obj(a).__class__ is ListObj)]
    size = sizes[-1] if sizes else kwargs.get("size")
    return _made(vm, st, kwargs, "i", _shape_from(st, [size]) if size is not None else None)


@native(
    "torch.normal",
    "torch.bernoulli",
    "torch.multinomial",
    "torch.poisson",
    "torch.distributions.utils.probs_to_logits_",
)
def _random(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    source = tensor_of(vm, st, args[0]) if args else None
    return _made(
        vm,
        st,
        {k: v for k, v in kwargs.items() if k != "out"},
        "f",
        st.obj(source).shape
        if source is not None
        else _shape_from(st, [kwargs["size"]] if "size" in kwargs else args[2:3]) or None,
    )


for _name in _LIKE.split():

    def _like(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value], _name: str = _name) -> Value:
        source = tensor_of(vm, st, args[0])
        t = st.obj(source) if source is not None else None
        return _made(
            vm,
            st,
            kwargs,
            "i" if _name in _INTEGER else t.kind if t is not None else "f",
            t.shape if t is not None else None,
        )

    native(f"torch.{_name}")(_like)


def _literal_shape(st: State, v: Value) -> Any:
    if isinstance(v, (bool, int, float)):
        return ()
    items = (
        v
        if v.__class__ is tuple
        else st.obj(v).items
        if v.__class__ is Ref and st.obj(v).__class__ is ListObj and not st.obj(v).hidden
        else None
    )
    if items is None:
        return None
    if not items:
        return (0,)
    inner = _literal_shape(st, items[0])
    return (len(items), *inner) if inner is not None else None


def _literal_kind(st: State, v: Value) -> str:
    if isinstance(v, bool):
        return "b"
    if isinstance(v, int):
        return "i"
    if isinstance(v, float):
        return "f"
    items = (
        v
        if v.__class__ is tuple
        else st.obj(v).items
        if v.__class__ is Ref and st.obj(v).__class__ is ListObj
        else None
    )
    if items:
        kinds = {_literal_kind(st, x) for x in items}
        return "f" if "f" in kinds or "?" in kinds else "i" if "i" in kinds else "b"
    if v.__class__ is Unk and facts.is_int(v):
        return "i"
    ref = v if v.__class__ is Ref and st.obj(v).__class__ is TensorObj else None
    return st.obj(ref).kind if ref is not None else "f"


@native(
    "torch.tensor",
    "torch.asarray",
    "torch.FloatTensor",
    "torch.DoubleTensor",
    "torch.HalfTensor",
    "torch.cuda.FloatTensor",
    "torch.scalar_tensor",
)
def _tensor(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    data = argument(args, kwargs, 0, "data", 0.0)
    vm.read(st, data)
    shape = _literal_shape(st, data)
    ref = _made(vm, st, kwargs, _literal_kind(st, data), shape)
    if isinstance(data, (bool, int, float)):
        st.own(ref).const = data
    return ref


@native("torch.LongTensor", "torch.IntTensor", "torch.ByteTensor", "torch.ShortTensor", "torch.cuda.LongTensor")
def _long(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return new_tensor(vm, st, "i", None, False, _literal_shape(st, args[0]) if args else None)


@native("torch.BoolTensor")
def _booltensor(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return new_tensor(vm, st, "b")


@native("torch.load", "torch.jit.load")
def _load(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """Whatever was saved: tensors, a network, anything."""
    return vm.unknown()


@native("torch.as_tensor", "torch.from_numpy", "torch.frombuffer")
def _as_tensor(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    ref = tensor_of(vm, st, args[0]) if args else None
    if ref is not None and args[0].__class__ is Ref:
        return ref
    return _made(
        vm, st, kwargs, _literal_kind(st, args[0]) if args else "f", _literal_shape(st, args[0]) if args else None
    )


def _is_tensor(vm: Machine, st: State, v: Value) -> bool | None:
    if v.__class__ is Unk:
        if v.kind in ("tensor", "graph") or v.deps:
            return True if v.kind == "tensor" else None
        return False if v.kind in ("int", "float", "bool", "str", "module", "optimizer", "seq", "foreign") else None
    return v.__class__ is Ref and st.obj(v).__class__ is TensorObj


def _is_parameter(vm: Machine, st: State, v: Value) -> bool | None:
    known = _is_tensor(vm, st, v)
    return st.obj(v).parameter if known and v.__class__ is Ref else known


@native_type(_is_tensor, "torch.Tensor")
def _tensor_type(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    shape = (
        _shape_from(st, args)
        if args and all(isinstance(a, int) for a in args)
        else _literal_shape(st, args[0])
        if args
        else None
    )
    return new_tensor(vm, st, "f", None, False, shape)


@native_type(_is_parameter, "torch.nn.Parameter", "torch.nn.parameter.Parameter", "_retrograd.Parameter")
def _parameter(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """nn.Parameter(data, requires_grad=True): a leaf over the data; the graph of the data is left behind."""
    data = argument(args, kwargs, 0, "data")
    wants = argument(args, kwargs, 1, "requires_grad", True)
    source = tensor_of(vm, st, data) if data is not None else None
    ref = new_tensor(vm, st)
    t = st.own(ref)
    if source is not None:
        s = st.obj(source)
        t.storage, t.shape = s.storage, s.shape
    t.parameter = True
    t.requires_grad = bool(truth(vm, st, wants))
    return ref


@native("torch.autograd.Variable", "torch.autograd.variable.Variable")
def _variable(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """Variable(t): a tensor over the same data, without its graph."""
    source = tensor_of(vm, st, args[0]) if args else None
    ref = new_tensor(vm, st)
    t = st.own(ref)
    if source is not None:
        s = st.obj(source)
        t.storage, t.shape, t.kind = s.storage, s.shape, s.kind
    t.requires_grad = bool(truth(vm, st, argument(args, kwargs, 1, "requires_grad", False)))
    return ref


@native("torch.is_tensor")
def _is_tensor_fn(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    known = _is_tensor(vm, st, args[0])
    return known if known is not None else Unk(("is_tensor", args[0].key), "bool")


# --- methods


def alias(vm: Machine, st: State, ref: Ref, parameter: bool = False) -> Ref:
    """A tensor over the same storage without the graph (detach)."""
    s = st.obj(ref)
    t = TensorObj(s.storage, None, False, s.kind)
    t.shape, t.const, t.site = s.shape, s.const, vm.where(st)
    t.label = s.label
    t.cut = s.node is not None
    return vm.new(st, t)


@method("detach")
def _detach(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return alias(vm, st, args[0])


@native("torch.detach")
def _detach_fn(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    ref = tensor_of(vm, st, args[0])
    return alias(vm, st, ref) if ref is not None else vm.unknown("tensor")


@method("detach_")
def _detach_inplace(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    t = st.obj(args[0])
    if t.base is not None:
        raise vm.error(st, "RuntimeError", "Can't detach views in-place. Use detach() instead.")
    own = st.own(args[0])
    own.node = None
    own.requires_grad = False
    vm.changed(st, args[0])
    return args[0]


@method("requires_grad_")
def _requires_grad(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    wants = argument(args, kwargs, 1, "requires_grad", True)
    flag = bool(truth(vm, st, wants))
    own = st.own(args[0])
    if own.node is None:
        own.requires_grad = flag
    elif not flag:
        raise vm.error(st, "RuntimeError", "you can only change requires_grad flags of leaf variables.")
    return args[0]


@method("item", "tolist", "numpy", "__float__", "__int__", "__bool__", "__index__")
def _item(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    t = st.obj(args[0])
    vm.read(st, args[0])
    if t.const is not None:
        return t.const
    kind = {"i": "int", "b": "bool"}.get(t.kind, "foreign")
    return Unk(("itemof", args[0].a, st.life.versions.get(t.storage, 0)), kind)


@method("numpy")
def _numpy(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    t = st.obj(args[0])
    vm.read(st, args[0])
    if needs_grad(vm, st, args[0], t) and not kwargs.get("force"):
        raise vm.error(
            st, "RuntimeError", "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead."
        )
    return vm.unknown("foreign")


@method("tolist")
def _tolist(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    t = st.obj(args[0])
    vm.read(st, args[0])
    kind = {"i": "int", "b": "bool"}.get(t.kind, "float")
    if t.shape is not None and all(isinstance(n, int) and n <= 64 for n in t.shape) and len(t.shape) <= 2:

        def build(shape: Any) -> Value:
            if not shape:
                return vm.unknown(kind)
            return vm.list_(st, [build(shape[1:]) for _ in range(shape[0])])

        return build(t.shape)
    return vm.unknown("seq")


@method(
    "cpu",
    "contiguous",
    "float",
    "cuda",
    "pin_memory",
    "to_dense",
    "share_memory_",
    "positive",
    "resolve_conj",
    "resolve_neg",
    "coalesce",
)
def _same(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return _as_float(vm, st, args[0])


def _as_float(vm: Machine, st: State, ref: Ref) -> Ref:
    return ref


@method("float", "double", "half", "bfloat16")
def _cast_float(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    t = st.obj(args[0])
    if t.kind == "f":
        return args[0]
    return new_tensor(vm, st, "f", None, False, t.shape)


def _cast(name: str) -> None:
    @method(name)
    def fn(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
        return convert(vm, st, args[0], name)


for _name in ("double", "half", "bfloat16"):
    _cast(_name)


def convert(vm: Machine, st: State, ref: Ref, name: str) -> Ref:
    """A tensor of another floating type: a copy whose node keeps nothing."""
    t = st.obj(ref)
    if needs_grad(vm, st, ref, t) and st.grad and not st.inference:
        vm.seq += 1
        node = Node(vm.seq, name, vm.where(st), (edge(vm, st, ref, st.obj(ref)),))
        return new_tensor(vm, st, "f", node, True, t.shape)
    return new_tensor(vm, st, "f", None, False, t.shape)


def _cast_other(kind: str, same: bool = False) -> Any:
    def fn(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
        if same and st.obj(args[0]).kind == kind:
            return args[0]
        vm.read(st, args[0])
        return new_tensor(vm, st, kind, None, False, st.obj(args[0]).shape)

    return fn


for _name in ("long", "int", "short", "byte", "char"):
    # what torch makes of ints is long already
    method(_name)(_cast_other("i", same=_name == "long"))
method("bool")(_cast_other("b", same=True))


@method("to", "type", "type_as")
def _to(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    ref = args[0]
    t = st.obj(ref)
    for target in (*args[1:], *kwargs.values()):
        if target.__class__ is Ref and st.obj(target).__class__ is TensorObj:
            kind = st.obj(target).kind
        elif target.__class__ is Unk and isinstance(target.key, tuple) and target.key and target.key[0] == "dtype":
            kind = target.key[2]
            if kind == "f" and t.kind == "f" and target.key[1] not in ("float32", "float"):
                return convert(vm, st, ref, "to")
        elif isinstance(target, Native) and target.name in ("int", "float", "bool"):
            kind = {"int": "i", "float": "f", "bool": "b"}[target.name]
        else:
            continue
        if kind != t.kind:
            return new_tensor(vm, st, kind, None, False, t.shape)
    return ref


@method("size")
def _size(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    t = st.obj(args[0])
    dim = argument(args, kwargs, 1, "dim")
    if dim is None:
        return _shape_value(st, args[0], t)
    dim = facts.constant(st, dim)
    return _dimension(st, args[0], t, dim)


def _dimension(st: State, ref: Ref, t: TensorObj, dim: Value) -> Value:
    if t.shape is not None and isinstance(dim, int) and -len(t.shape) <= dim < len(t.shape):
        return t.shape[dim]
    if dim == 0:
        return Unk(("len", ("tensor", ref.a)), "int")
    return Unk(("size", ref.a, dim if isinstance(dim, int) else "?"), "int")


def _shape_value(st: State, ref: Ref, t: TensorObj) -> Value:
    if t.shape is not None:
        return t.shape
    return Unk(("shape", ref.a), "seq")


@prop("shape")
def _shape(vm: Machine, st: State, ref: Ref, t: TensorObj) -> Value:
    return _shape_value(st, ref, t)


@method("dim", "ndimension")
def _dim(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    t = st.obj(args[0])
    return len(t.shape) if t.shape is not None else Unk(("ndim", args[0].a), "int")


@prop("ndim")
def _ndim(vm: Machine, st: State, ref: Ref, t: TensorObj) -> Value:
    return len(t.shape) if t.shape is not None else Unk(("ndim", ref.a), "int")


@method("numel", "nelement")
def _numel(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    t = st.obj(args[0])
    if t.shape is not None and all(isinstance(n, int) for n in t.shape):
        total = 1
        for n in t.shape:
            total *= n
        return total
    return Unk(("size", args[0].a, "all"), "int")


@method("register_hook", "register_post_accumulate_grad_hook")
def _hook(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return vm.unknown("foreign")


@method("new_zeros", "new_ones", "new_empty", "new_full", "new_tensor", "new")
def _new(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return _made(vm, st, kwargs, st.obj(args[0]).kind, _shape_from(st, args[1:]) if len(args) > 1 else None)


@method("zero_")
def _zero(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return _overwrite(vm, st, "zero", args, kwargs)


def _overwrite(vm: Machine, st: State, name: str, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """fill_, zero_ and the random fills: the old values no longer matter, but the node that says so stays in the graph."""
    ref = args[0]
    t = st.obj(ref)
    vm.overwritten(st, ref)
    op = table.operation("zero") or table.operation("fill")
    got = bind_operands(vm, st, op, [ref], {}) if op is not None else None
    node = None
    if needs_grad(vm, st, ref, t) and st.grad and not st.inference and st.obj(ref).node is not None:
        vm.seq += 1
        node = Node(vm.seq, name, vm.where(st), (edge(vm, st, ref, st.obj(ref)),))
    return change(vm, st, ref, got, node, (), name)  # type: ignore[arg-type]


for _name in [
    "uniform_",
    "normal_",
    "random_",
    "bernoulli_",
    "exponential_",
    "cauchy_",
    "geometric_",
    "log_normal_",
    "fill_diagonal_",
]:
    method(_name)(lambda vm, st, args, kwargs, _name=_name: _overwrite(vm, st, _name.rstrip("_"), args, kwargs))


@method("fill_")
def _fill(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    vm.overwritten(st, args[0])
    return apply(vm, st, "fill", args, kwargs, inplace=True)


@method("copy_")
def _copy(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """copy_: the tensor's history becomes the source's, through a node that keeps nothing."""
    ref = args[0]
    source = argument(args, kwargs, 1, "src")
    vm.overwritten(st, ref)
    op = table.operation("add")
    got = bind_operands(vm, st, op, [ref, source], {})
    node = None
    if got.edges and st.grad and not st.inference:
        vm.seq += 1
        node = Node(vm.seq, "copy", vm.where(st), tuple(dict.fromkeys(got.edges)))
    return change(vm, st, ref, got, node, (), "copy")


@method("set_", "resize_", "resize_as_")
def _set(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return args[0]


@method("apply_", "map_")
def _apply(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    st.life.bump(st.obj(args[0]).storage, vm.where(st))
    return args[0]


@method("is_floating_point")
def _is_float(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return st.obj(args[0]).kind == "f"


@method(
    "element_size",
    "get_device",
    "data_ptr",
    "storage_offset",
    "stride",
    "storage",
    "untyped_storage",
    "is_contiguous",
    "is_complex",
    "is_pinned",
    "is_shared",
    "is_inference",
    "cumprod_",
    "backward_hooks",
)
def _info(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return vm.unknown("foreign")


@method("bincount", "multinomial", "bernoulli", "nonzero", "histc", "unique", "unique_consecutive", "argwhere")
def _plain(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    vm.read(st, args[0])
    ref = new_tensor(vm, st, "i")
    if kwargs.get("as_tuple") or kwargs.get("return_inverse") or kwargs.get("return_counts"):
        return (ref, new_tensor(vm, st, "i"))
    return ref


# --- properties


@prop("grad")
def _grad(vm: Machine, st: State, ref: Ref, t: TensorObj) -> Value:
    vm.grad_read(st, ref, t)
    return t.grad


@prop("requires_grad")
def _requires(vm: Machine, st: State, ref: Ref, t: TensorObj) -> Value:
    return needs_grad(vm, st, ref, t)


@prop("is_leaf")
def _is_leaf(vm: Machine, st: State, ref: Ref, t: TensorObj) -> Value:
    return node_of(vm, st, ref, t) is None


@prop("retains_grad")
def _retains(vm: Machine, st: State, ref: Ref, t: TensorObj) -> Value:
    return t.retains


@prop("grad_fn")
def _grad_fn(vm: Machine, st: State, ref: Ref, t: TensorObj) -> Value:
    node = node_of(vm, st, ref, t)
    return None if node is None else Unk(("grad_fn", node.seq), "foreign")


@prop("data")
def _data(vm: Machine, st: State, ref: Ref, t: TensorObj) -> Value:
    """The same memory with a version counter of its own: changes through it are not seen by backward."""
    own = TensorObj(vm.fresh(), None, False, t.kind)
    own.shape, own.const, own.site = t.shape, None, vm.where(st)
    made = vm.new(st, own)
    gradient = st.side.get(("gradient", t.storage))
    if gradient is not None:
        st.side["gradient", own.storage] = gradient
    return made


def _transposed(vm: Machine, st: State, ref: Ref, t: TensorObj) -> Value:
    return apply(vm, st, "t" if table.operation("t") is not None else "transpose", [ref], {})


for _name in ("T", "mT", "H", "mH"):
    prop(_name)(_transposed)


@prop("real", "imag")
def _real(vm: Machine, st: State, ref: Ref, t: TensorObj) -> Value:
    return apply(vm, st, "real", [ref], {})


@prop("_version")
def _version(vm: Machine, st: State, ref: Ref, t: TensorObj) -> Value:
    return st.life.versions.get(t.storage, 0)


@prop("dtype")
def _dtype(vm: Machine, st: State, ref: Ref, t: TensorObj) -> Value:
    return dtype({"f": "float32", "i": "int64", "b": "bool"}[t.kind])


_FLOATS = [
    "float32",
    "float",
    "float64",
    "double",
    "float16",
    "half",
    "bfloat16",
    "complex64",
    "complex128",
    "cfloat",
    "cdouble",
]
_INTS = ["int64", "long", "int32", "int", "int16", "short", "int8", "uint8"]


def dtype(name: str) -> Unk:
    """torch.<dtype>."""
    same = {
        "float": "float32",
        "double": "float64",
        "half": "float16",
        "long": "int64",
        "int": "int32",
        "short": "int16",
    }
    kind = "f" if name in _FLOATS else "b" if name == "bool" else "i"
    return Unk(("dtype", same.get(name, name), kind), "foreign")


from .registry import NATIVES  # noqa: E402  (filled above, completed here)

for _name in (*_FLOATS, *_INTS, "bool"):
    NATIVES[f"torch.{_name}"] = dtype(_name)

__all__ = ["Bound", "Call", "as_tensor", "getitem"]
