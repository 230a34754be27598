"""Tensor operations over the domain: arguments become a pattern, the table says what is kept, a node is built."""

from __future__ import annotations

from typing import Any

from ..autograd import table
from ..autograd.graph import CERTAIN, GUESS, Edge, Node, Recipe, Saved
from ..interp import facts
from ..interp.machine import Machine
from ..interp.state import State
from ..interp.values import (
    Bound,
    DictObj,
    InstObj,
    ListObj,
    Native,
    NativeType,
    RangeV,
    Ref,
    Slice,
    TensorObj,
    Unk,
    Value,
)
from . import shapes
from .history import UNCHECKED, edge, needs_grad, node_of, rebase, saved
from .registry import METHODS, PROPERTIES

OPERATORS = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "div",
    "//": "floor_divide",
    "%": "remainder",
    "**": "pow",
    "@": "matmul",
    "|": "bitwise_or",
    "&": "bitwise_and",
    "^": "bitwise_xor",
    "<<": "bitwise_left_shift",
    ">>": "bitwise_right_shift",
}
COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


def new_tensor(
    vm: Machine, st: State, kind: str = "f", node: Node | None = None, requires_grad: bool = False, shape: Any = None
) -> Ref:
    """A tensor with a storage of its own."""
    t = TensorObj(vm.fresh(), node, requires_grad, kind)
    t.shape = shape
    t.site = vm.where(st)
    t.inference = st.inference
    return vm.new(st, t)


def as_tensor(vm: Machine, st: State, v: Value) -> Ref:
    """The tensor that an unknown value stands for, the same one each time it is asked for."""
    if v.__class__ is Ref:
        return v
    if v.__class__ is not Unk:
        return new_tensor(vm, st)
    key = (v.key, ".tensor")
    found = st.side.get(key)
    if found is None:
        if v.deps:
            vm.seq += 1
            node = Node(
                vm.seq,
                "unknown",
                v.deps[0].site if isinstance(v.deps[0], Node) else vm.where(st),
                v.deps,
                (),
                False,
                v.trust,
                v.assumption,
            )
            if len(v.deps) == 1 and isinstance(v.deps[0], Node):
                node = v.deps[0]
            found = new_tensor(vm, st, "f", node, True)
        else:
            found = new_tensor(vm, st)
            if v.kind not in ("tensor", "foreign"):
                st.own(found).doubt = doubtful(vm, st, v)
        st.side[key] = found
    return found


def tensor_of(vm: Machine, st: State, v: Value) -> Ref | None:
    """The tensor in an operand, materialised where it is unknown but evidently one; None for everything else."""
    if v.__class__ is Ref:
        return v if st.obj(v).__class__ is TensorObj else None
    if v.__class__ is Unk and (v.deps or v.kind in ("tensor", "graph", "data") or (v.key, ".tensor") in st.side):
        return as_tensor(vm, st, v)
    return None


def doubtful(vm: Machine, st: State, v: Unk) -> Node:
    """What an operand of which nothing is known may hang on: a guess that no finding may rest on."""
    key = (v.key, ".doubt")
    node = st.side.get(key)
    if node is None:
        vm.seq += 1
        node = st.side[key] = Node(vm.seq, "unknown", vm.where(st), (), (), False, GUESS)
    return node


class _Operands:
    """The tensor arguments of one call, read into a pattern."""

    __slots__ = ("constants", "doubt", "edges", "named", "pattern", "shapes", "tensors", "trust")

    def __init__(self) -> None:
        self.pattern = ""
        self.edges: list[Edge] = []
        self.doubt: list[Edge] = []
        self.tensors: list[tuple[str, Ref, TensorObj, bool]] = []
        self.named: dict[str, Value] = {}
        self.trust = CERTAIN
        self.shapes: list[Any] = []
        self.constants: dict[str, object] = {}

    def letter(self, vm: Machine, st: State, name: str, v: Value, depth: int = 0) -> str:
        if v is None:
            return "0"
        if isinstance(v, (bool, int, float, complex)):
            return "n"
        ref = tensor_of(vm, st, v)
        if ref is not None:
            t = st.obj(ref)
            grad = needs_grad(vm, st, ref, t)
            self.tensors.append((name, ref, st.obj(ref), grad))
            if grad and st.grad:
                self.edges.append(edge(vm, st, ref, st.obj(ref)))
                return "T"
            if t.doubt is not None and not grad and st.grad:
                self.doubt.append(t.doubt)
            return "t"
        items: Any = None
        if v.__class__ is tuple:
            items = v
        elif v.__class__ is Ref:
            o = st.obj(v)
            if o.__class__ is ListObj:
                items = o.items
            elif o.__class__ is DictObj:
                items = list(o.items.values())
            elif o.__class__ is InstObj and depth < 2:
                held = o.attrs.get("data") if "data" in o.attrs else None
                items = [held] if held is not None else []
        if items is not None:
            letters = [self.letter(vm, st, name, x, depth + 1) for x in items] if depth < 3 else []
            return "L" if "T" in letters or "L" in letters else "l"
        if v.__class__ is Unk:
            if v.kind in ("int", "float", "bool"):
                return "n"
            if v.kind not in ("tensor", "foreign", "str") and st.grad:
                self.doubt.append(doubtful(vm, st, v))
        return "t"


def bind(vm: Machine, st: State, op: Any, args: list[Value], kwargs: dict[str, Value]) -> _Operands:
    """Arguments by parameter, and the pattern of the tensor ones."""
    got = _Operands()
    params = op.params
    if op.variadic is not None and len(args) > op.variadic + 1:
        args = [*args[: op.variadic], tuple(args[op.variadic :])]
    for i, v in enumerate(args):
        if i < len(params):
            got.named[params[i]] = v
    rest = args[len(params) :]
    for k, v in kwargs.items():
        got.named[op.aliases.get(k, "input" if k == "self" and "self" not in params else k)] = v
    letters = []
    for index in op.tensors:
        name = params[index] if index < len(params) else f"argument{index}"
        v = got.named.get(name)
        if rest and index == op.tensors[-1]:
            v = (v, *rest) if v is not None else tuple(rest)
        letters.append(got.letter(vm, st, name, v))
    if not op.tensors:
        for v in args:
            got.letter(vm, st, "input", v)
    got.pattern = "".join(letters)
    asked = op.asks()
    if asked:
        got.constants = _constants(st, {k: got.named[k] for k in asked if k in got.named})
    return got


def _constants(st: State, named: dict[str, Value]) -> dict[str, object]:
    found: dict[str, object] = {}
    for k, v in named.items():
        v = facts.constant(st, v)
        if (
            v is None
            or isinstance(v, (bool, int, float, str))
            or (v.__class__ is tuple and all(isinstance(x, int) for x in v))
        ):
            found[k] = v
        elif v.__class__ is Unk:
            found[k] = _UNKNOWN
    return found


_UNKNOWN = table.UNKNOWN


def apply(
    vm: Machine, st: State, name: str, args: list[Value], kwargs: dict[str, Value], inplace: bool = False
) -> Value:
    """Run an operation of the table by its name; unknown names make an unknown node."""
    op = table.operation(name)
    if op is None:
        return generic(vm, st, name, args, kwargs)
    return run(vm, st, op, args, kwargs, inplace)


def run(vm: Machine, st: State, op: Any, args: list[Value], kwargs: dict[str, Value], inplace: bool = False) -> Value:
    """Run an operation: the node it builds keeps what the table says of this pattern of operands."""
    out = kwargs.get("out")
    if out is not None:
        kwargs = {k: v for k, v in kwargs.items() if k != "out"}
    got = bind(vm, st, op, args, kwargs)
    if out.__class__ is Ref and st.grad and not st.inference:
        o = st.obj(out)
        if got.edges or (o.__class__ is TensorObj and needs_grad(vm, st, out, o)):
            raise vm.error(
                st,
                "RuntimeError",
                f"{op.name}(): functions with out=... arguments don't support automatic differentiation",
            )
    if op.name in _NOT_EMPTY and not got.tensors and not got.doubt and _is_empty(st, args):
        raise vm.error(st, "RuntimeError", f"{op.name} expects a non-empty list of tensors")
    inplace = inplace or (bool(got.tensors) and facts.constant(st, got.named.get("inplace")) is True)
    if op.name in _EACH:
        return _each(vm, st, [r for _, r, _, _ in got.tensors])
    if op.name in _DROPOUTS and _drops_nothing(st, op, got):
        return got.tensors[0][1] if got.tensors else args[0]
    node, items = build(vm, st, op, got, inplace)
    if inplace:
        return change(vm, st, args[0] if args else got.tensors[0][1], got, node, items, op.name)
    result = results(vm, st, op, got, node, items)
    if out is not None and out.__class__ is Ref and st.obj(out).__class__ is TensorObj:
        st.life.bump(st.obj(out).storage, vm.where(st))
        return out
    return result


def _each(vm: Machine, st: State, tensors: list[Ref]) -> Value:
    """What broadcasting tensors against each other gives: a view of each, that hangs on it alone."""
    known = {st.obj(r).shape for r in tensors}
    made = tuple(apply(vm, st, "Tensor.expand", [r], {}) for r in tensors)
    for r in made:
        st.own(r).shape = next(iter(known)) if len(known) == 1 else None
    return made


_EACH = frozenset(["broadcast_tensors", "align_tensors", "meshgrid"])


def _drops_nothing(st: State, op: Any, got: _Operands) -> bool:
    """Whether a dropout is one of evaluation, which torch answers with its input, untouched."""
    known = {k: facts.constant(st, got.named[k]) if k in got.named else op.defaults.get(k) for k in ("p", "training")}
    return known["training"] in (False, "False") or known["p"] == 0


_DROPOUTS = frozenset(
    f"nn.functional.{name}"
    for name in ("dropout", "dropout1d", "dropout2d", "dropout3d", "alpha_dropout", "feature_alpha_dropout")
)
AUTOCAST = ".autocast"
"""In `State.side` under autocast: True, or a value that is not known."""
_LOWERED = frozenset(
    [
        *("matmul", "mm", "bmm", "mv", "addmm", "addbmm", "baddbmm", "linalg.vecdot", "linalg.multi_dot"),
        *("nn.functional.linear", "nn.functional.bilinear", "nn.functional.scaled_dot_product_attention", "prelu"),
        *(f"nn.functional.conv{kind}{n}d" for kind in ("", "_transpose") for n in (1, 2, 3)),
        *(f"conv{kind}{n}d" for kind in ("", "_transpose") for n in (1, 2, 3)),
    ]
)
_PRODUCTS = frozenset(["einsum"])
"""Operations over a list of tensors that keep of each what the gradients of the others need."""
_NOT_EMPTY = frozenset(["stack", "cat", "concat", "concatenate", "hstack", "vstack"])


def _is_empty(st: State, args: list[Value]) -> bool:
    first = args[0] if args else None
    return first == () or (first.__class__ is Ref and st.obj(first).__class__ is ListObj and not st.obj(first).items)


def build(
    vm: Machine, st: State, op: Any, got: _Operands, inplace: bool = False
) -> tuple[Node | None, tuple[str, ...]]:
    """The node of an operation over its operands, or None where nothing requires grad; with the names of what it keeps."""
    if op.kind is not None or not st.grad or st.inference or not any(op.differentiable):
        return None, ()
    if not got.edges:
        if not got.doubt:
            return None, ()
        vm.seq += 1
        return Node(vm.seq, op.name, vm.where(st), tuple(got.doubt), (), True, GUESS), ()
    if got.doubt:
        got.edges.extend(got.doubt)
    kept = op.kept(got.pattern, got.constants, inplace)
    items = kept.items
    keeps = kept.keeps
    trust = got.trust
    if keeps is None:
        keeps, trust = True, GUESS
    vm.seq += 1
    held: list[Saved] = []
    lowered = st.side.get(AUTOCAST) if op.name in _LOWERED else None
    for item in items:
        if item == "inputs":
            held.extend(Saved(vm.fresh(), 0, e) for e in got.edges)
        if item in ("*", "inner", "inputs") or item.startswith("result"):
            continue
        for name, ref, t, _ in got.tensors:
            if name == item:
                kept_tensor = saved(vm, st, ref, t)
                if op.name in _PRODUCTS and not any(g and r is not ref for _, r, _, g in got.tensors):
                    continue
                if op.name in _PRODUCTS:
                    # summed or copied first, where its dimensions ask for it
                    kept_tensor.trust = GUESS
                if inplace and item == op.params[0]:
                    # what is about to be changed is kept as a copy
                    kept_tensor.storage, kept_tensor.version = vm.fresh(), 0
                if lowered is not None:
                    # autocast keeps a copy of another type
                    if lowered is True and t.node is None:
                        kept_tensor.storage, kept_tensor.version = vm.fresh(), 0
                    else:
                        kept_tensor.trust = GUESS
                if not kept.sure and item not in kept.certain:
                    kept_tensor.trust = GUESS
                held.append(kept_tensor)
    surest = min(got.edges, key=_doubt)
    assumption = surest.assumption if isinstance(surest, Node) and surest.trust else ""
    trust = max(trust, _doubt(surest))
    node = Node(
        vm.seq,
        op.name,
        vm.where(st),
        tuple(dict.fromkeys(got.edges)),
        tuple(held),
        keeps,
        trust,
        assumption,
        vm.compiling,
    )
    node.update = any(
        x.of is not None and not g and any(r.a == x.of for _, r, _, _ in got.tensors) for _, _, x, g in got.tensors
    )
    node.inner = "inner" in items
    node.recipe = Recipe(
        op,
        got.pattern,
        got.constants,
        inplace,
        tuple((name, edge(vm, st, ref, st.obj(ref)) if g else None, t.storage) for name, ref, t, g in got.tensors),
    )
    vm.log.built(node)
    return node, items if kept.sure else tuple(i for i in items if i in kept.certain)


def _doubt(e: Edge) -> int:
    """How well it is known that there is something to hang on: a node is as sure as the surest of its edges."""
    return e.trust if isinstance(e, Node) else CERTAIN


def _save_result(st: State, node: Node, storage: int, version: int) -> None:
    if UNCHECKED in st.side:
        node.inner = True
    else:
        node.saved = (*node.saved, Saved(storage, version, node))


def results(vm: Machine, st: State, op: Any, got: _Operands, node: Node | None, items: tuple[str, ...]) -> Value:
    """The output of an operation: a tensor, or a tuple of them."""
    source = got.tensors[0] if got.tensors else None
    kind = {"bool": "b", "int": "i"}.get(op.kind or "")
    if kind is None:
        kind = "f"
        if (
            got.tensors
            and all(t.kind != "f" for _, _, t, _ in got.tensors)
            and op.name not in ("div", "mean", "true_divide", "sqrt", "exp")
        ):
            kind = source[2].kind if source else "f"
    if op.is_list and op.name != "einsum":
        count = _count(vm, st, op, got)
        made = [_one(vm, st, op, source, kind, node, i) for i in range(count)]
        for r in made:
            st.own(r).shape = _part_shape(st, op.name, got, count)
        if node is not None and any(i.startswith("result") for i in items):
            for r in made:
                _save_result(st, node, st.obj(r).storage, 0)
        return tuple(made)
    returns = op.returns(got.pattern, got.constants)
    if returns.outputs > 1:
        outs = []
        for i in range(returns.outputs):
            differentiable = returns.differentiable[i] if i < len(returns.differentiable) else True
            outs.append(_one(vm, st, op, source, kind if differentiable else "i", node if differentiable else None, i))
            st.own(outs[-1]).shape = _shape(st, op.name, got)
        if node is not None:
            for item in items:
                if item.startswith("result"):
                    i = int(item[6:] or 0)
                    if i < len(outs):
                        out = st.obj(outs[i])
                        if out.node is not None:
                            _save_result(st, node, out.storage, 0)
                        else:
                            node.saved = (*node.saved, Saved(out.storage, 0, None))
        return vm.named_tuple(op.name, tuple(outs))
    ref = _one(vm, st, op, source, kind, node, 0)
    t = st.obj(ref)
    t.shape = _shape(st, op.name, got)
    if node is not None and op.name == "nn.functional.linear":
        _linear_view(vm, st, ref, node, got)
    if node is None and got.tensors:
        t.of = next((x.of for _, _, x, _ in got.tensors if x.of is not None), None)
    if node is not None and "result" in items:
        _save_result(st, node, t.storage, st.life.versions.get(t.storage, 0))
    return ref


def _linear_view(vm: Machine, st: State, ref: Ref, node: Node, got: _Operands) -> None:
    """With a bias, torch computes what is not two-dimensional on a flat copy, and gives a view of that."""
    shape = got.tensors[0][2].shape
    if shape is None or len(shape) == 2 or got.named.get("bias") is None:
        return
    t = st.obj(ref)
    flat = TensorObj(t.storage, node, True, t.kind)
    flat.site = t.site
    vm.seq += 1
    own = st.own(ref)
    own.base = vm.new(st, flat)
    own.node = Node(vm.seq, "view", node.site, (node,))


def _one(vm: Machine, st: State, op: Any, source: Any, kind: str, node: Node | None, index: int) -> Ref:
    if op.same is True and source is not None and node is None and not needs_grad(vm, st, source[1], source[2]):
        same: Ref = source[1]
        return same
    may_be_view = op.view is not False and op.name not in _DROPOUTS  # one that drops nothing has been answered before
    if may_be_view and source is not None and kind == source[2].kind:
        # a view made under no_grad of what requires grad requires grad itself, without a grad_fn
        grad = node is not None or (op.kind is None and needs_grad(vm, st, source[1], source[2]))
        t = TensorObj(source[2].storage, node, grad, kind)
        t.base = source[2].base or source[1]
        t.unsafe = not st.grad or st.inference or op.is_list or source[2].unsafe
        t.seen = st.life.versions.get(t.storage, 0)
    else:
        t = TensorObj(vm.fresh(), node, node is not None, kind)
    t.site = vm.where(st)
    t.out = index
    t.inference = st.inference
    return vm.new(st, t)


def _count(vm: Machine, st: State, op: Any, got: _Operands) -> int:
    named = got.named
    if op.name in _AS_MANY:
        return len(got.tensors)
    for key in ("chunks", "sections", "indices_or_sections"):
        v = facts.constant(st, named.get(key))
        if isinstance(v, int):
            return min(v, 16)
    size = named.get("split_size_or_sections", named.get("split_size"))
    if size.__class__ is Ref and st.obj(size).__class__ is ListObj:
        return len(st.obj(size).items)
    if size.__class__ is tuple:
        return len(size)
    source = got.tensors[0][2] if got.tensors else None
    dim = facts.constant(st, named.get("dim", 0))
    if source is not None and source.shape and isinstance(dim, int) and -len(source.shape) <= dim < len(source.shape):
        n = source.shape[dim]
        if isinstance(n, int):
            if op.name in ("split", "split_with_sizes") and isinstance(size, int) and size:
                return min(-(-n // size), 16)
            return min(n, 16)
    if op.name in ("atleast_1d", "block_diag") and len(got.tensors) > 0:
        return len(got.tensors)
    return 3


_AS_MANY = frozenset(["atleast_1d", "atleast_2d", "atleast_3d"])


def _part_shape(st: State, name: str, got: _Operands, count: int) -> Any:
    """The shape of one part of an even split."""
    whole = got.tensors[0][2].shape if got.tensors else None
    dim = facts.constant(st, got.named.get("dim", 0))
    if whole is None or not isinstance(dim, int) or not -len(whole) <= dim < len(whole):
        return None
    dim %= len(whole)
    if name == "unbind":
        return (*whole[:dim], *whole[dim + 1 :])
    size = facts.constant(st, got.named.get("split_size_or_sections", got.named.get("split_size")))
    if name == "chunk" and isinstance(whole[dim], int) and whole[dim] % count == 0:
        size = whole[dim] // count
    return (*whole[:dim], size, *whole[dim + 1 :]) if isinstance(size, int) else None


def _shape(st: State, name: str, got: _Operands) -> Any:
    return shapes.result(name, [t.shape for _, _, t, _ in got.tensors], got.named, lambda v: facts.constant(st, v))


def change(
    vm: Machine, st: State, target: Value, got: _Operands, node: Node | None, items: tuple[str, ...], name: str
) -> Value:
    """Change a tensor in place: its version counts up and its history is the new node's."""
    ref = tensor_of(vm, st, target)
    if ref is None:
        return target
    t = st.obj(ref)
    where = vm.where(st)
    if st.grad and not st.inference and (got.edges or needs_grad(vm, st, ref, t)):
        _may_change(vm, st, ref, st.obj(ref))
    st.life.bump(t.storage, where)
    if node is not None:
        if "result" in items:
            _save_result(st, node, t.storage, st.life.versions[t.storage])
        rebase(vm, st, ref, node)
    else:
        own = st.own(ref)
        own.const = None
        if own.base is None:
            own.seen = st.life.versions[t.storage]
    vm.changed(st, ref)
    return target


def _may_change(vm: Machine, st: State, ref: Ref, t: TensorObj) -> None:
    """Raises what torch says of a change in place that it cannot track."""
    if t.base is not None and t.unsafe:
        raise vm.error(st, "RuntimeError", "A view was created in no_grad mode and is being modified inplace.")
    if not needs_grad(vm, st, ref, t):
        return
    leaf = "a leaf Variable that requires grad is being used in an in-place operation."
    if t.base is not None and st.obj(t.base).node is None:
        raise vm.error(st, "RuntimeError", f"a view of {leaf}")
    if node_of(vm, st, ref, t) is None:
        raise vm.error(st, "RuntimeError", leaf)


def generic(vm: Machine, st: State, name: str, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """An operation that the table does not know: it may keep anything, which is a guess."""
    edges = [e for e, _ in vm.edges_in(st, [*args, *kwargs.values()])]
    if not edges or not st.grad:
        return new_tensor(vm, st)
    vm.seq += 1
    node = Node(vm.seq, name, vm.where(st), tuple(dict.fromkeys(edges)), (), True, GUESS, "")
    return new_tensor(vm, st, "f", node, True)


def operator(vm: Machine, st: State, op: str, a: Value, b: Value) -> Value:
    """a op b with a tensor on one side at least."""
    name = OPERATORS.get(op)
    if name is None:
        return vm.unknown()
    if name in ("sub", "div", "pow", "floor_divide", "remainder") and tensor_of(vm, st, a) is None:
        a = facts.constant(st, a)
        if name == "sub":
            return apply(vm, st, "rsub", [b, a], {})
        if name == "div":
            return apply(vm, st, "mul", [apply(vm, st, "reciprocal", [b], {}), a], {})
    return apply(vm, st, name, [a, b], {})


def operator_inplace(vm: Machine, st: State, op: str, a: Ref, b: Value) -> Value:
    """a op= b on a tensor."""
    name = OPERATORS.get(op)
    if name is None or op == "@":
        return operator(vm, st, op, a, b)
    return apply(vm, st, name, [a, b], {}, inplace=True)


def comparison(vm: Machine, st: State, op: str, a: Value, b: Value) -> Value:
    """Elementwise comparison: a boolean tensor without a graph."""
    for v in (a, b):
        vm.read(st, v)
    ref = new_tensor(vm, st, "b")
    for v in (a, b):
        t = tensor_of(vm, st, v)
        if t is not None and st.obj(t).shape is not None:
            st.own(ref).shape = st.obj(t).shape
            break
    return ref


# --- indexing


def select(vm: Machine, st: State, source: Ref, i: Value) -> Value:
    """source[i] for one int."""
    return getitem(vm, st, source, i)


def unbind(vm: Machine, st: State, source: Ref, n: int) -> list[Value]:
    """The n tensors that iterating over `source` gives (one unbind node, as torch has it)."""
    op = table.operation("unbind")
    if op is None:
        return [getitem(vm, st, source, i) for i in range(n)]
    got = bind(vm, st, op, [source], {})
    node, _ = build(vm, st, op, got)
    made = []
    for i in range(n):
        r = _one(vm, st, op, got.tensors[0], got.tensors[0][2].kind, node, i)
        shape = got.tensors[0][2].shape
        st.own(r).shape = shape[1:] if shape else None
        made.append(r)
    return made


def _index_letter(vm: Machine, st: State, key: Value) -> str:
    """'b' for basic indexing (a view that keeps nothing), 'a' where an index tensor, list or mask is kept."""
    if key.__class__ is tuple:
        return "a" if any(_index_letter(vm, st, k) == "a" for k in key) else "b"
    if key is None or key is ... or isinstance(key, (bool, int)) or key.__class__ is Slice:
        return "b"
    if key.__class__ is Unk and not key.deps and key.kind not in ("tensor", "data"):
        return "b" if facts.is_int(key) else "?"
    if key.__class__ is Ref:
        o = st.obj(key)
        if o.__class__ is TensorObj and o.shape == () and o.kind == "i":
            return "b"
    return "a"


def getitem(vm: Machine, st: State, source: Ref, key: Value) -> Value:
    """source[key]: a view for ints, slices, None and Ellipsis; with index tensors or masks a copy that keeps them."""
    t = st.obj(source)
    letter = _index_letter(vm, st, key)
    grad = st.grad and not st.inference and needs_grad(vm, st, source, t)
    t = st.obj(source)
    node = None
    if (
        isinstance(key, int)
        and not isinstance(key, bool)
        and t.shape
        and isinstance(t.shape[0], int)
        and not -t.shape[0] <= key < t.shape[0]
    ):
        raise vm.error(st, "IndexError", "index out of range")
    if grad:
        vm.seq += 1
        node = Node(
            vm.seq,
            "getitem",
            vm.where(st),
            (edge(vm, st, source, t),),
            (),
            letter != "b",
            GUESS if letter == "?" else CERTAIN,
            "",
            vm.compiling,
        )
    if letter == "a":
        made = TensorObj(vm.fresh(), node, grad, t.kind)
    else:
        made = TensorObj(t.storage, node, needs_grad(vm, st, source, t), t.kind)
        made.base = t.base or source
        made.unsafe = not st.grad or st.inference or t.unsafe
        made.seen = st.life.versions.get(t.storage, 0)
        made.shape = _index_shape(t.shape, key)
    made.site = vm.where(st)
    return vm.new(st, made)


def _index_shape(shape: Any, key: Value) -> Any:
    if shape is None:
        return None
    keys = key if key.__class__ is tuple else (key,)
    if ... in keys or any(isinstance(k, bool) for k in keys):
        return None
    out: list[Any] = []
    rest = list(shape)
    for k in keys:
        if k is None:
            out.append(1)
        elif not rest:
            return None
        elif isinstance(k, int):
            rest.pop(0)
        elif k.__class__ is Slice:
            n = rest.pop(0)
            if isinstance(n, int) and all(x is None or isinstance(x, int) for x in (k.lower, k.upper, k.step)):
                out.append(len(range(*slice(k.lower, k.upper, k.step).indices(n))))
            elif k.lower is None and k.upper is None:
                out.append(n)
            else:
                return None
        else:
            return None
    return (*out, *rest)


def setitem(vm: Machine, st: State, target: Ref, key: Value, value: Value) -> Value:
    """target[key] = value: an in-place copy into a view of the target."""
    t = st.obj(target)
    got = _Operands()
    if st.grad and needs_grad(vm, st, target, t):
        got.edges.append(edge(vm, st, target, st.obj(target)))
    got.letter(vm, st, "value", value)
    node = None
    if st.grad and not st.inference and got.edges:
        vm.seq += 1
        # where it may be the whole it hangs on the same, but need not keep anything
        keeps = _is_whole(st, t.shape, key) is False
        node = Node(vm.seq, "setitem", vm.where(st), tuple(dict.fromkeys(got.edges)), (), keeps)
    change(vm, st, target, got, node, (), "setitem")
    return None


def _is_whole(st: State, shape: Any, key: Value) -> bool | None:
    """Whether an index takes all of a tensor: then `x[key] = v` is a plain copy, else a node that keeps (CopySlices)."""
    keys = key if key.__class__ is tuple else (key,)
    answer: bool | None = True
    for at, k in enumerate(keys):
        if k is ...:
            continue
        if k.__class__ is not Slice:
            return False
        lower, upper, step = (facts.constant(st, x) for x in (k.lower, k.upper, k.step))
        if lower in (None, 0) and upper is None and step in (None, 1):
            continue
        if ... in keys[:at] and shape is not None:
            at += len(shape) - len(keys)
        size = shape[at] if shape is not None and at < len(shape) else None
        if lower in (None, 0) and step in (None, 1) and (upper.__class__ is Unk or size.__class__ is not int):
            answer = None
        elif not (lower in (None, 0) and step in (None, 1) and isinstance(upper, int) and upper >= (size or 0)):
            return False
    return answer


# --- attributes


def attribute(vm: Machine, st: State, ref: Ref, t: TensorObj, name: str) -> Value:
    """tensor.name."""
    found = PROPERTIES.get(name)
    if found is not None:
        return found(vm, st, ref, t)
    native = METHODS.get(name)
    if native is not None:
        return Bound(native, ref)
    if name in t.attrs:
        return t.attrs[name]
    op = table.method(name)
    if op is not None:
        return Bound(_op_method(name, op, False), ref)
    if name.endswith("_") and not name.endswith("__"):
        op = table.method(name[:-1]) or table.operation(name[:-1])
        if op is not None:
            return Bound(_op_method(name, op, True), ref)
        return Bound(_plain_inplace(name), ref)
    if name.startswith("__") and name.endswith("__"):
        dunder = _dunder(name)
        if dunder is not None:
            return Bound(dunder, ref)
    if name in _KNOWN_ATTRIBUTES:
        return vm.unknown("foreign")
    raise vm.error(st, "AttributeError", f"'Tensor' object has no attribute '{name}'")


_KNOWN_ATTRIBUTES = frozenset(
    [
        "dtype",
        "device",
        "layout",
        "is_cuda",
        "is_cpu",
        "is_sparse",
        "is_mps",
        "is_quantized",
        "is_meta",
        "names",
        "itemsize",
        "nbytes",
        "output_nr",
        "is_xla",
        "__class__",
        "__dict__",
        "__doc__",
        "__module__",
        "_backward_hooks",
        "_base",
        "volatile",
        "is_shared",
        "is_pinned",
        "get_device",
        "is_contiguous",
        "storage",
        "untyped_storage",
        "storage_offset",
        "data_ptr",
        "element_size",
        "is_floating_point",
        "is_complex",
        "is_signed",
        "is_set_to",
        "is_same_size",
        "is_inference",
        "is_coalesced",
        "__array__",
        "__cuda_array_interface__",
        "qscheme",
        "dim_order",
        "has_names",
        "refine_names",
        "rename",
        "name",
        "_cdata",
    ]
)
_METHODS_MADE: dict[tuple[str, bool], Native] = {}


def _op_method(name: str, op: Any, inplace: bool) -> Native:
    made = _METHODS_MADE.get((name, inplace))
    if made is None:
        made = _METHODS_MADE[name, inplace] = Native(
            f"Tensor.{name}", lambda vm, st, args, kwargs: run(vm, st, op, _flat(op, args), kwargs, inplace)
        )
    return made


_VARIADIC = frozenset(
    [
        "view",
        "reshape",
        "expand",
        "permute",
        "repeat",
        "tile",
        "flip",
        "roll",
        "sum",
        "mean",
        "size",
        "movedim",
        "squeeze",
        "unflatten",
        "split_with_sizes",
    ]
)


def _flat(op: Any, args: list[Value]) -> list[Value]:
    """`x.view(2, 3)` is `x.view((2, 3))`."""
    if (
        op.name.removeprefix("Tensor.") in _VARIADIC
        and len(args) > 2
        and all(isinstance(a, int) or a.__class__ is Unk for a in args[1:])
    ):
        return [args[0], tuple(args[1:])]
    return args


def _plain_inplace(name: str) -> Native:
    made = _METHODS_MADE.get((name, True))
    if made is None:

        def fn(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
            got = _Operands()
            for a in (*args, *kwargs.values()):
                got.letter(vm, st, "input", a)
            node = None
            if got.edges and st.grad and not st.inference:
                vm.seq += 1
                node = Node(vm.seq, name.rstrip("_"), vm.where(st), tuple(dict.fromkeys(got.edges)), (), False, GUESS)
            return change(vm, st, args[0], got, node, (), name)

        made = _METHODS_MADE[name, True] = Native(f"Tensor.{name}", fn)
    return made


_DUNDERS = {
    "__add__": "+",
    "__radd__": "+",
    "__sub__": "-",
    "__mul__": "*",
    "__rmul__": "*",
    "__truediv__": "/",
    "__matmul__": "@",
    "__pow__": "**",
    "__mod__": "%",
}


def _dunder(name: str) -> Native | None:
    op = _DUNDERS.get(name)
    if op is not None:
        return Native(name, lambda vm, st, args, kwargs: operator(vm, st, op, args[0], args[1]))
    if name == "__getitem__":
        return Native(name, lambda vm, st, args, kwargs: getitem(vm, st, args[0], args[1]))
    if name == "__setitem__":
        return Native(name, lambda vm, st, args, kwargs: setitem(vm, st, args[0], args[1], args[2]))
    if name == "__neg__":
        return Native(name, lambda vm, st, args, kwargs: apply(vm, st, "neg", args, {}))
    if name in ("__len__", "__iter__"):
        from ..interp.sequences import iterate, length

        return Native(
            name,
            lambda vm, st, args, kwargs: length(vm, st, args[0]) if name == "__len__" else iterate(vm, st, args[0]),
        )
    return None


def class_member(vm: Machine, cls: Native, name: str) -> Value | None:
    """torch.Tensor.name, as an unbound method."""
    if not isinstance(cls, NativeType) or cls.name not in ("Tensor", "Parameter", "FloatTensor"):
        return None
    native = METHODS.get(name)
    if native is not None:
        return native
    op = table.method(name)
    if op is not None:
        return _op_method(name, op, False)
    if name.endswith("_") and (op := table.method(name[:-1])) is not None:
        return _op_method(name, op, True)
    return _dunder(name)


def unknown_attribute(vm: Machine, st: State, v: Unk, name: str) -> Value | None:
    """An attribute of an unknown value that is evidently a tensor; None where it is not one."""
    tensor = (v.deps and v.kind == "graph") or v.kind in ("tensor", "data") or (v.key, ".tensor") in st.side
    if not tensor:
        if name in ("requires_grad_",):
            tensor = v.kind in ("any", "maybe")
        if not tensor:
            return None
    if name in ("loss", "logits", "last_hidden_state", "hidden_states", "sample", "prediction"):
        return None
    if (
        name in PROPERTIES
        or name in METHODS
        or table.method(name) is not None
        or (name.endswith("_") and table.method(name[:-1]) is not None)
    ):
        if v.kind == "data" and name in ("items", "keys", "values", "get"):
            return None
        ref = as_tensor(vm, st, v)
        return attribute(vm, st, ref, st.obj(ref), name)
    return None


def set_attribute(vm: Machine, st: State, ref: Ref, name: str, value: Value) -> Value:
    """tensor.name = value."""
    t = st.own(ref)
    if name == "requires_grad":
        t.requires_grad = value is not False
    elif name == "grad":
        vm.grad_assigned(st, ref, value)
        t.grad = value
    elif name == "data":
        # the tensor gets another storage; its history and version counter stay its own
        source = tensor_of(vm, st, value)
        if source is not None:
            t.shape = st.obj(source).shape
        t.const = None
    else:
        if not t.attrs:
            t.attrs = {}
        t.attrs[name] = value
    return None


def set_unknown_attribute(vm: Machine, st: State, target: Unk, name: str, value: Value) -> bool:
    """unknown.name = value, where the name makes it a tensor; says whether it was done."""
    if name in ("requires_grad",) and value is True and target.kind in ("any", "maybe", "tensor", "data"):
        set_attribute(vm, st, as_tensor(vm, st, target), name, value)
        return True
    if name in ("grad", "data", "requires_grad") and (target.key, ".tensor") in st.side:
        set_attribute(vm, st, st.side[target.key, ".tensor"], name, value)
        return True
    return False


__all__ = ["RangeV", "as_tensor", "attribute", "node_of"]
