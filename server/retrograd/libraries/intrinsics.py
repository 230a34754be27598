"""The module `_retrograd` that stubs import: the domain's own operations, for stubs written in Python."""

from __future__ import annotations

from ..autograd.graph import GUESS, LIKELY, Edge, Node, Saved
from ..interp import facts
from ..interp.events import Boxed
from ..interp.machine import Call, Machine
from ..interp.state import State
from ..interp.values import Bound, DictObj, FuncObj, InstObj, ListObj, Native, Ref, SetObj, TensorObj, Unk, Value
from .autograd import step, zero_grad
from .history import UNCHECKED, edge, needs_grad, saved
from .registry import argument, native
from .tensors import AUTOCAST, apply, new_tensor, tensor_of

Args = list[Value]
Kw = dict[str, Value]


@native("_retrograd.op")
def _op(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return apply(vm, st, args[0], args[1:], kwargs)


def _tensor_edges(vm: Machine, st: State, v: Value) -> list[tuple[Ref, TensorObj, bool]]:
    found: list[tuple[Ref, TensorObj, bool]] = []
    stack = [v]
    while stack:
        x = stack.pop()
        if x.__class__ is tuple:
            stack.extend(reversed(x))
        elif x.__class__ is Ref and st.obj(x).__class__ is ListObj:
            stack.extend(reversed(st.obj(x).items))
        elif x.__class__ is Ref and st.obj(x).__class__ is DictObj:
            stack.extend(reversed(list(st.obj(x).items.values())))
        else:
            ref = tensor_of(vm, st, x)
            if ref is not None:
                grad = needs_grad(vm, st, ref, st.obj(ref))
                found.append((ref, st.obj(ref), grad))
    return found


@native("_retrograd.node")
def _node(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    """node(name, inputs, saves=(), keep=False): a tensor that hangs on `inputs` and keeps `saves`.

    With keep=True it keeps an intermediate, through which a gradient of the gradient goes; "index" and "result" say that
    it keeps what carries no graph, or the tensor that it makes (for its values alone).
    """
    name = args[0]
    inputs = _tensor_edges(vm, st, argument(args, kwargs, 1, "inputs", ()))
    saves = _tensor_edges(vm, st, argument(args, kwargs, 2, "saves", ()))
    keep = argument(args, kwargs, 3, "keep", False)
    hangs = tuple(dict.fromkeys(edge(vm, st, r, t) for r, t, g in inputs if g))
    opaque = [(e, doubt) for e, doubt in vm.edges_in(st, [argument(args, kwargs, 1, "inputs", ())]) if e not in hangs]
    if (not hangs and not opaque) or not st.grad or st.inference:
        return new_tensor(vm, st)
    vm.seq += 1
    held = tuple(saved(vm, st, r, t) for r, t, _ in saves)
    trust = max((d for _, d in opaque), default=0) if not hangs else 0
    node = Node(
        vm.seq,
        name if isinstance(name, str) else "node",
        vm.where(st),
        (*hangs, *(e for e, _ in opaque)),
        held,
        bool(held) or keep is True or isinstance(keep, str),
        trust,
        "",
        vm.compiling,
    )
    node.inner = keep is True
    vm.log.built(node)
    made = new_tensor(vm, st, "f", node, True)
    if keep == "result":
        node.saved = (*node.saved, Saved(st.obj(made).storage, 0, None))
    return made


@native("_retrograd.plain")
def _plain(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return new_tensor(vm, st)


@native("_retrograd.integers")
def _integers(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return new_tensor(vm, st, "i")


@native("_retrograd.unknown")
def _unknown(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return vm.unknown("foreign")


@native("_retrograd.unknown_bool")
def _unknown_bool(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return vm.unknown("bool")


@native("_retrograd.unknown_int")
def _unknown_int(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return Unk(("nat", vm.fresh()), "int") if argument(args, kwargs, 1, "low", 0) == 0 else vm.unknown("int")


@native("_retrograd.opaque")
def _opaque(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    """opaque(*deps): an unknown value that may hang on what it was made from, as a likely assumption."""
    deps: dict[Edge, None] = {}
    for e, _ in vm.edges_in(st, list(args)):
        deps[e] = None
    return vm.unknown("graph" if deps else "any", tuple(deps), LIKELY)


@native("_retrograd.parameter")
def _parameter(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    ref = new_tensor(vm, st, "f", None, True)
    own = st.own(ref)
    own.parameter = True
    if args and isinstance(args[0], str):
        own.label = args[0]
    return ref


@native("_retrograd.step")
def _step(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    step(vm, st, _items(st, args[0]))
    return None


@native("_retrograd.zero_grad")
def _zero(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    to_none = facts.constant(st, argument(args, kwargs, 1, "set_to_none", True))
    zero_grad(vm, st, _items(st, args[0]), to_none is not False)
    return None


def _items(st: State, v: Value) -> list[Value]:
    if v.__class__ is tuple:
        return list(v)
    if v.__class__ is Ref and st.obj(v).__class__ is ListObj:
        return list(st.obj(v).items)
    return [v]


# --- modules


def is_module(vm: Machine, st: State, v: Value) -> bool:
    """Whether a value is an instance of nn.Module (or of a class with a base that may be one)."""
    if v.__class__ is not Ref:
        return False
    o = st.obj(v)
    return o.__class__ is InstObj and vm.is_subclass(st, o.cls, "Module")


def walk(vm: Machine, st: State, root: Ref, prefix: str = "", seen: set[int] | None = None) -> list[tuple[str, Ref]]:
    """A module and its descendants with their dotted names."""
    seen = set() if seen is None else seen
    if root.__class__ is not Ref or st.obj(root).__class__ is not InstObj:
        return []
    if root.a in seen:
        return []
    seen.add(root.a)
    found = [(prefix, root)]
    for name, v in st.obj(root).attrs.items():
        if v.__class__ is Ref and is_module(vm, st, v):
            found.extend(walk(vm, st, v, f"{prefix}.{name}" if prefix else name, seen))
    return found


def named_parameters(vm: Machine, st: State, root: Ref, recurse: bool = True) -> list[tuple[str, Ref]]:
    """The parameters of a module, each once, with their dotted names."""
    found: list[tuple[str, Ref]] = []
    seen: set[int] = set()
    for prefix, m in walk(vm, st, root) if recurse else [("", root)]:
        for name, v in st.obj(m).attrs.items():
            if v.__class__ is Ref and v.a not in seen:
                o = st.obj(v)
                if o.__class__ is TensorObj and o.parameter:
                    seen.add(v.a)
                    found.append((f"{prefix}.{name}" if prefix else name, v))
            elif v.__class__ is Unk and v.kind == "module":
                leaf = Ref(vm.module_leaf(st, v))
                if leaf.a not in seen:
                    seen.add(leaf.a)
                    found.append((name, leaf))
    if vm.has_unknown_base(st, st.obj(root).cls):
        leaf = Ref(vm.module_leaf(st, Unk(("object", root.a), "module")))
        found.append(("?", leaf))
    return found


@native("_retrograd.module_parameters")
def _module_parameters(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return vm.list_(
        st, [p for _, p in named_parameters(vm, st, args[0], argument(args, kwargs, 1, "recurse", True) is not False)]
    )


@native("_retrograd.module_named_parameters")
def _module_named_parameters(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return vm.list_(
        st, list(named_parameters(vm, st, args[0], argument(args, kwargs, 1, "recurse", True) is not False))
    )


@native("_retrograd.module_named_buffers")
def _module_named_buffers(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    found: list[Value] = []
    for prefix, m in walk(vm, st, args[0]):
        attrs = st.obj(m).attrs
        for name in attrs.get(".buffers", ()):
            if attrs.get(name) is not None:
                found.append((f"{prefix}.{name}" if prefix else name, attrs[name]))
    return vm.list_(st, found)


@native("_retrograd.module_named_modules")
def _module_named_modules(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return vm.list_(st, list(walk(vm, st, args[0])))


@native("_retrograd.module_children")
def _module_children(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return vm.list_(st, [v for v in st.obj(args[0]).attrs.values() if v.__class__ is Ref and is_module(vm, st, v)])


@native("_retrograd.module_named_children")
def _module_named_children(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return vm.list_(
        st, [(k, v) for k, v in st.obj(args[0]).attrs.items() if v.__class__ is Ref and is_module(vm, st, v)]
    )


@native("_retrograd.mark_buffer")
def _mark_buffer(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    attrs = st.own(args[0]).attrs
    names = attrs.get(".buffers", ())
    if args[1] not in names:
        attrs[".buffers"] = (*names, args[1])
    return None


@native("_retrograd.set_training")
def _set_training(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    """set_training(m, mode): train() without its Python; returns the submodules that have a train() of their own."""
    root, mode = args[0], args[1]
    own: list[Value] = []
    stack = [root]
    seen: set[int] = set()
    while stack:
        m = stack.pop()
        if m.a in seen:
            continue
        seen.add(m.a)
        o = st.obj(m)
        if m is not root:
            train = vm.class_attr(st, o.cls, "train")
            if train.__class__ is Ref and train.a >= 0:
                own.append(m)
                continue
        if o.attrs.get("training") is not mode:
            st.own(m).attrs["training"] = mode
        stack.extend(v for v in reversed(list(o.attrs.values())) if v.__class__ is Ref and is_module(vm, st, v))
    return vm.list_(st, own)


@native("_retrograd.require_grad")
def _require_grad(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    """require_grad(m, flag): requires_grad_ of a module."""
    from ..interp.operators import truth

    flag = bool(truth(vm, st, args[1]))
    for _, p in named_parameters(vm, st, args[0]):
        if st.obj(p).node is None and st.obj(p).requires_grad is not flag:
            st.own(p).requires_grad = flag
    return None


@native("_retrograd.become")
def _become(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    """become(instance, cls): give an instance another class."""
    st.own(args[0]).cls = args[1]
    return None


# --- constants


@native("_retrograd.settled")
def _settled(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    """settled(value, default): the value where it is known, else the default; asks no question that could fork a path."""
    v = facts.constant(st, args[0])
    return args[1] if v.__class__ is Unk else v


@native("_retrograd.repeated")
def _repeated(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    """repeated(value, n): a tuple of n of them, or the value where it is a sequence already."""
    v = args[0]
    if v.__class__ is Ref and st.obj(v).__class__ is ListObj:
        return tuple(st.obj(v).items)
    return v if v.__class__ is tuple else (v,) * args[1]


# --- modes


@native("_retrograd.set_grad_enabled")
def _set_grad(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    from ..interp.operators import truth

    flag = bool(truth(vm, st, args[0]))
    before, st.grad = st.grad, flag
    return before


@native("_retrograd.is_grad_enabled", "torch.is_grad_enabled")
def _is_grad(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return st.grad


@native("_retrograd.set_inference")
def _set_inference(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    from ..interp.operators import truth

    flag = bool(truth(vm, st, args[0]))
    before, st.inference = st.inference, flag
    return before


@native("_retrograd.is_inference", "torch.is_inference_mode_enabled")
def _is_inference(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return st.inference


@native("_retrograd.set_unchecked")
def _set_unchecked(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    """set_unchecked(flag) -> previous: whether the versions of what is saved from now on count."""
    return _set_side(st, UNCHECKED, args[0])


@native("_retrograd.set_autocast")
def _set_autocast(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    """set_autocast(flag) -> previous; the flag need not be known."""
    return _set_side(st, AUTOCAST, facts.constant(st, args[0]))


def _set_side(st: State, key: str, flag: Value) -> Value:
    before = st.side.pop(key, False)
    if flag is not False and flag is not None:
        st.side[key] = flag
    return before


@native("_retrograd.assume")
def _assume(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    st.trust = max(st.trust, LIKELY)
    if args[0] not in st.assumptions:
        st.assumptions = (*st.assumptions, args[0])
    return None


@native("_retrograd.element")
def _element(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    """element(xs): one of them, not known which."""
    from ..interp.methods import with_items
    from ..interp.sequences import subscript

    if args[0].__class__ is Ref and st.obj(args[0]).__class__ is InstObj:
        return with_items(
            vm,
            st,
            args[0],
            lambda vm, s, items: subscript(vm, s, tuple(items), vm.unknown("int")) if items else vm.unknown(),
        )
    return subscript(vm, st, args[0], vm.unknown("int"))


# --- copying


@native("_retrograd.copy", "copy.copy")
def _copy(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    v = args[0]
    if v.__class__ is Ref and st.obj(v).__class__ not in (TensorObj, FuncObj):
        o = st.obj(v)
        if o.__class__ is InstObj:
            method = vm.class_attr(st, o.cls, "__copy__")
            if method is not None:
                return Call(method, [v])
        return vm.new(st, o.copy())
    return v


@native("_retrograd.deepcopy", "copy.deepcopy")
def _deepcopy(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return deepcopy(vm, st, args[0], {})


def deepcopy(vm: Machine, st: State, v: Value, memo: dict[int, Value]) -> Value:
    """copy.deepcopy: leaves get storages of their own; torch refuses non-leaf tensors."""
    if v.__class__ is tuple:
        return tuple(deepcopy(vm, st, x, memo) for x in v)
    if v.__class__ is Bound:
        return Bound(v.func, deepcopy(vm, st, v.self, memo))
    if v.__class__ is not Ref:
        return v
    if v.a in memo:
        return memo[v.a]
    o = st.obj(v)
    kind = o.__class__
    if kind is TensorObj:
        if o.node is not None and o.requires_grad:
            raise vm.error(
                st,
                "RuntimeError",
                "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.",
            )
        made = o.copy()
        made.storage = vm.fresh()
        made.base = None
        ref = memo[v.a] = vm.new(st, made)
        if o.grad.__class__ is Ref:
            st.own(ref).grad = deepcopy(vm, st, o.grad, memo)
        return ref
    if kind in (ListObj, DictObj, SetObj, InstObj):
        ref = memo[v.a] = vm.new(st, o.copy())
        own = st.own(ref)
        if kind is ListObj:
            own.items = [deepcopy(vm, st, x, memo) for x in o.items]
        elif kind is DictObj:
            own.items = {deepcopy(vm, st, k, memo): deepcopy(vm, st, x, memo) for k, x in o.items.items()}
        elif kind is InstObj:
            own.attrs = {k: deepcopy(vm, st, x, memo) for k, x in o.attrs.items()}
        return ref
    return v


# --- custom functions


@native("_retrograd.custom_function")
def _custom_function(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    """Function.apply: forward runs without a graph; the one node keeps what ctx.save_for_backward was given."""
    cls, inputs = args[0], list(args[1:])
    holder = vm.builtins["object_with_dict"]
    ctx = vm.new(st, InstObj(holder, {}))
    found = _tensor_edges(vm, st, tuple(inputs))
    hangs = tuple(dict.fromkeys(edge(vm, st, r, t) for r, t, g in found if g)) if st.grad and not st.inference else ()
    own = st.own(ctx).attrs
    own["needs_input_grad"] = tuple(any(g for _, _, g in _tensor_edges(vm, st, i)) for i in inputs)

    def save(vm: Machine, s: State, a: Args, k: Kw) -> Value:
        s.own(ctx).attrs["saved_tensors"] = tuple(a)
        return None

    own["saved_tensors"] = ()
    own["save_for_backward"] = Native("save_for_backward", save)
    own["save_for_forward"] = own["mark_dirty"] = own["set_materialize_grads"] = Native("ctx", _ignored)

    def mark(vm: Machine, s: State, a: Args, k: Kw) -> Value:
        s.own(ctx).attrs[".flat"] = tuple(a)
        return None

    own["mark_non_differentiable"] = Native("mark_non_differentiable", mark)
    before = st.grad
    st.grad = False
    forward = vm.class_attr(st, cls, "forward")
    forward = getattr(forward, "func", forward) if not isinstance(forward, Ref) else forward
    setup = vm.class_attr(st, cls, "setup_context")
    setup = getattr(setup, "func", setup) if not isinstance(setup, Ref) else setup

    def wrap(vm: Machine, s: State, out: Value) -> Value:
        s.grad = before
        if not hangs:
            return out
        vm.seq += 1
        held = tuple(saved(vm, s, r, t) for r, t, _ in _tensor_edges(vm, s, s.obj(ctx).attrs["saved_tensors"]))
        node = Node(vm.seq, f"{s.obj(cls).name}", vm.where(s), hangs, (), bool(held))
        results: dict[int, Value] = {}

        def give(x: Value) -> Value:
            ref = tensor_of(vm, s, x)
            if ref is None:
                return x
            if ref.a not in results:
                t = s.obj(ref)
                hung = t.kind == "f" and ref not in s.obj(ctx).attrs.get(".flat", ())
                made = TensorObj(t.storage, node if hung else None, hung, t.kind)
                made.shape, made.site = t.shape, vm.where(s)
                results[ref.a] = vm.new(s, made)
            return results[ref.a]

        given = tuple(give(x) for x in out) if out.__class__ is tuple else give(out)
        outputs = {s.obj(r).storage for r in results.values() if r.__class__ is Ref}
        node.saved = tuple(
            Saved(h.storage, s.life.versions.get(h.storage, 0), node if h.storage in outputs else h.edge) for h in held
        )
        return given

    if setup is not None:

        def then_setup(vm: Machine, s: State, out: Value) -> Value:
            return Call(setup, [ctx, tuple(inputs), out], {}, lambda vm, s2, _: wrap(vm, s2, out))

        return Call(forward, inputs, dict(kwargs), then_setup)
    return Call(forward, [ctx, *inputs], dict(kwargs), wrap)


def _ignored(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return None


@native("_retrograd.increment_version", "torch.autograd.graph.increment_version")
def _increment(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    for r, t, _ in _tensor_edges(vm, st, args[0]):
        st.life.bump(t.storage, vm.where(st))
        vm.changed(st, r)
    return None


@native("_retrograd.bump")
def _bump(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    """bump(x): what an in-place change that no gradient goes through does (load_state_dict, init)."""
    return _increment(vm, st, args, kwargs)


@native("_retrograd.compiled")
def _compiled(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return Boxed(None)


__all__ = ["GUESS", "is_module", "named_parameters", "walk"]
