"""Runs: Tensor.backward, torch.autograd.backward and grad, and what they leave in `.grad`."""

from __future__ import annotations

from typing import Any

from ..autograd import second
from ..autograd.graph import CERTAIN, GUESS, Edge, Node, Outcome, Recipe, Run, Saved, execute
from ..interp import facts
from ..interp.events import Boxed, Failed
from ..interp.machine import Machine
from ..interp.operators import truth
from ..interp.state import Raised, State
from ..interp.values import DictObj, GenObj, InstObj, IterObj, ListObj, Ref, TensorObj, Unk, Value
from .history import edge, hollow, needs_grad
from .registry import argument, method, native
from .tensors import new_tensor, tensor_of


def tensors_in(vm: Machine, st: State, v: Value) -> list[Ref] | None:
    """The tensors of an argument that is one tensor or a sequence of them; None where they are not known."""
    if v is None:
        return []
    if v.__class__ is tuple:
        items = list(v)
    elif v.__class__ is Ref and st.obj(v).__class__ is ListObj:
        items = list(st.obj(v).items)
    elif v.__class__ is Ref and st.obj(v).__class__ is DictObj:
        items = list(st.obj(v).items.values())
    else:
        items = [v]
    found: list[Ref] = []
    for x in items:
        ref = tensor_of(vm, st, x)
        if ref is None:
            if x.__class__ is Unk and x.kind not in ("foreign", "int", "float", "str", "bool"):
                return None
            if x.__class__ is tuple or (x.__class__ is Ref and st.obj(x).__class__ in (ListObj, GenObj, IterObj)):
                return None
            continue
        found.append(ref)
    return found


def _flag(vm: Machine, st: State, v: Value, default: bool) -> bool:
    if v is None:
        return default
    return bool(truth(vm, st, v))


def _fail(
    vm: Machine,
    st: State,
    rule: str,
    run: Run | None,
    fault: Any,
    trust: int,
    assumptions: tuple[str, ...],
    root: Any,
    message: str,
    edges: list[Edge],
) -> Raised:
    """The RuntimeError of a run that torch refuses; uncaught, it is a finding."""
    error = vm.error(st, "RuntimeError", message)
    if st.hollow and rule == "no-grad-fn":
        return error  # a sum over no data has no graph: nobody trains on nothing
    failed = Failed(
        rule,
        vm.where(st),
        run,
        fault,
        max(trust, st.trust),
        (*st.assumptions, *assumptions),
        vm.callers(st),
        vm.loops(st),
        root,
        vm.holder(st, fault, edges),
        again=fault is not None
        and bool(edges)
        and all(isinstance(e, Node) and st.life.freed.get(e) is fault.freed_by for e in edges),
    )
    st.own(error.value).attrs[".fault"] = Boxed(failed)
    return error


def start(
    vm: Machine,
    st: State,
    roots: list[Ref],
    retain: Value,
    create: Value,
    call: str,
    inputs: list[Ref] | None,
    accumulate: bool,
    seeds: list[Ref],
) -> tuple[Outcome, Run, dict[Edge, list[Edge]]] | None:
    """Run backward from `roots` as torch does; None where it is not known what would run."""
    creates = _flag(vm, st, create, False)
    keeps = _flag(vm, st, retain, creates)
    edges: list[Edge] = []
    for r in roots:
        t = st.obj(r)
        if not needs_grad(vm, st, r, t) or hollow(t):
            if accumulate or inputs:
                raise _fail(
                    vm,
                    st,
                    "no-grad-fn",
                    None,
                    None,
                    CERTAIN,
                    (),
                    st.obj(r),
                    "element 0 of tensors does not require grad and does not have a grad_fn",
                    [],
                )
            return None
        edges.append(edge(vm, st, r, st.obj(r)))
    vm.log.run_number += 1
    explicit = retain is not None and retain is not False
    run = Run(vm.where(st), keeps, vm.log.run_number, explicit, creates, call, vm.loops(st))
    targets: set[Edge] | None = None
    also: set[Node] | None = None
    if inputs is not None:
        targets = {edge(vm, st, r, st.obj(r)) for r in inputs}
        if accumulate:
            also = {t for t in targets if isinstance(t, Node)}
    outcome = execute(st.life, edges, run, targets, also)
    fault = outcome.fault
    if fault is not None and fault.trust < GUESS:
        rule = "freed-graph" if fault.kind == "freed" else "saved-tensor-modified"
        vm.log.needed_by(vm.where(st), outcome.needed)
        text = (
            "Trying to backward through the graph a second time"
            if fault.kind == "freed"
            else "one of the variables needed for gradient computation has been modified by an inplace operation"
        )
        raise _fail(
            vm, st, rule, run, fault, fault.trust, fault.assumptions, st.obj(roots[0]) if roots else None, text, edges
        )
    trusted = st.trust == CERTAIN and fault is None and not any(n.trust == GUESS for n in outcome.executed)
    vm.log.ran(vm.where(st), run, outcome.executed, outcome.needed, trusted)
    vm.ran(st, run, outcome.executed, edges)
    grads: dict[Edge, list[Edge]] = {}
    if creates and st.grad is not None:
        grads = _derive(vm, st, outcome, edges, seeds)
    return outcome, run, grads


def _derive(vm: Machine, st: State, outcome: Outcome, roots: list[Edge], seeds: list[Ref]) -> dict[Edge, list[Edge]]:
    """The graph of the gradients themselves (create_graph): what arrives at each edge, and what that hangs on."""
    arriving: dict[Edge, list[Edge]] = {}
    for i, root in enumerate(roots):
        if i < len(seeds) and needs_grad(vm, st, seeds[i], st.obj(seeds[i])):
            arriving.setdefault(root, []).append(edge(vm, st, seeds[i], st.obj(seeds[i])))
    for node in outcome.executed:
        incoming = tuple(dict.fromkeys(arriving.get(node, ())))
        if node.recipe is None:
            towards = _derive_unmeasured(vm, st, node, incoming)
        else:
            towards = _derive_measured(vm, st, node, node.recipe, incoming)
        for e, derived in towards:
            arriving.setdefault(e, []).append(derived)
    return arriving


def _derive_unmeasured(vm: Machine, st: State, node: Node, incoming: tuple[Edge, ...]) -> list[tuple[Edge, Edge]]:
    """One node towards all inputs, that keeps what the operation keeps."""
    held = [s.edge for s in node.saved if s.edge is not None]
    unknown = (
        [e for e in node.edges if node.trust and isinstance(e, Node)]
        if node.keeps and not node.saved and node.trust
        else []
    )
    inner = [node] if node.inner else []
    hangs = tuple(dict.fromkeys((*incoming, *held, *inner, *unknown)))
    if not hangs:
        return []
    kept = tuple(Saved(s.storage, st.life.versions.get(s.storage, 0), s.edge, s.trust) for s in node.saved)
    derived = _gradient_node(vm, st, node, hangs, kept, node.keeps, node.trust)
    return [(e, derived) for e in dict.fromkeys(node.edges)]


def _derive_measured(
    vm: Machine, st: State, node: Node, recipe: Recipe, incoming: tuple[Edge, ...]
) -> list[tuple[Edge, Edge]]:
    """A node towards each input, as the table has it for this call."""
    made: list[tuple[Edge, Edge]] = []
    for at, (name, towards, _) in enumerate(recipe.operands):
        if towards is None:
            continue
        found = second.derived(recipe.op, recipe.pattern, name, bool(incoming), recipe.constants, recipe.inplace)
        if found is None:
            return _derive_unmeasured(vm, st, node, incoming)
        hangs: dict[Edge, None] = {}
        kept: list[Saved] = []
        for item in found.hangs:
            if item == "g":
                hangs.update(dict.fromkeys(incoming))
            elif item == "node":
                hangs[node] = None
            else:
                hangs.update((e, None) for e, _ in _others(recipe, item, name, at) if e is not None)
        if not hangs:
            continue
        for item in found.saves:
            if item == "result":
                kept.extend(Saved(s.storage, s.version, s.edge) for s in node.saved if s.edge is node)
            else:
                kept.extend(Saved(s, st.life.versions.get(s, 0), e) for e, s in _others(recipe, item, name, at))
        trust = node.trust if found.sure else GUESS
        if trust:
            kept = [Saved(s.storage, s.version, s.edge, trust) for s in kept]
        keeps = True if found.keeps is None else found.keeps
        made.append((towards, _gradient_node(vm, st, node, tuple(hangs), tuple(kept), keeps, trust)))
    return made


def _others(recipe: Recipe, item: str, name: str, at: int) -> list[tuple[Edge | None, int]]:
    """The operands that an item means: of a list, those beside the one that the gradient goes to."""
    return [
        (e, storage)
        for i, (other, e, storage) in enumerate(recipe.operands)
        if other == item and (i != at or item != name or not recipe.several(name))
    ]


def _gradient_node(
    vm: Machine, st: State, node: Node, hangs: tuple[Edge, ...], kept: tuple[Saved, ...], keeps: bool, trust: int
) -> Node:
    vm.seq += 1
    return Node(
        vm.seq, f"{node.name} backward", vm.where(st), hangs, kept if keeps else (), keeps, trust, node.assumption
    )


def gradient(vm: Machine, st: State, grads: dict[Edge, list[Edge]], at: Edge) -> Ref:
    """The gradient that arrives at an edge, as a tensor."""
    incoming = grads.get(at)
    if not incoming:
        return new_tensor(vm, st)
    if len(incoming) == 1 and isinstance(incoming[0], Node):
        return new_tensor(vm, st, "f", incoming[0], True)
    vm.seq += 1
    return new_tensor(vm, st, "f", Node(vm.seq, "add", vm.where(st), tuple(incoming)), True)


def accumulate_into(vm: Machine, st: State, leaf: Ref, run: Run, grads: dict[Edge, list[Edge]], at: Edge) -> None:
    """What AccumulateGrad does: the first gradient is stored, a later one is added in place."""
    t = st.own(leaf)
    old = t.grad
    vm.accumulated(st, leaf, t, run)
    if old is None or old.__class__ is not Ref:
        t.grad = gradient(vm, st, grads, at)
    elif grads.get(at):
        incoming = list(grads[at])
        g = st.obj(old)
        if g.requires_grad:
            incoming.append(edge(vm, st, old, g))
        vm.seq += 1
        t.grad = new_tensor(vm, st, "f", Node(vm.seq, "add", vm.where(st), tuple(incoming)), True)
    else:
        st.life.bump(st.obj(old).storage, vm.where(st))
    st.side["gradient", st.obj(t.grad).storage] = leaf
    st.own(t.grad).of = leaf.a


def _store(vm: Machine, st: State, outcome: Outcome, run: Run, grads: dict[Edge, list[Edge]]) -> None:
    for a in outcome.leaves:
        if hollow(st.obj(Ref(a))):
            continue
        accumulate_into(vm, st, Ref(a), run, grads, a)
    retained = st.side.get(".retained")
    if retained:
        executed = set(outcome.executed)
        for ref in retained:
            t = st.obj(ref)
            if t.node in executed:
                accumulate_into(vm, st, ref, run, grads, t.node)


@method("backward")
def tensor_backward(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """Tensor.backward(gradient=None, retain_graph=None, create_graph=False, inputs=None)."""
    seed = argument(args, kwargs, 1, "gradient")
    retain = argument(args, kwargs, 2, "retain_graph", kwargs.get("retain_variables"))
    create = argument(args, kwargs, 3, "create_graph", False)
    inputs = argument(args, kwargs, 4, "inputs")
    return run_backward(vm, st, [args[0]], retain, create, "backward", inputs, seed)


def run_backward(
    vm: Machine, st: State, roots: list[Value], retain: Value, create: Value, call: str, inputs: Value, seed: Value
) -> Value:
    """backward() of some tensors."""
    found: list[Ref] = []
    for r in roots:
        ref = tensor_of(vm, st, r)
        if ref is None:
            return None
        found.append(ref)
    named = tensors_in(vm, st, inputs) if inputs is not None else None
    if inputs is not None and named is None:
        return None
    seeds = tensors_in(vm, st, seed) or []
    done = start(vm, st, found, retain, create, call, named or None, True, seeds)
    if done is None:
        return None
    outcome, run, grads = done
    _store(vm, st, outcome, run, grads)
    if named:
        for ref in named:
            t = st.obj(ref)
            if t.node is not None and t.node in set(outcome.executed):
                accumulate_into(vm, st, ref, run, grads, t.node)
    if run.creates:
        vm.log.event("create-graph", vm.where(st))
    return None


@native("torch.autograd.backward")
def autograd_backward(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """torch.autograd.backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None)."""
    roots = tensors_in(vm, st, argument(args, kwargs, 0, "tensors"))
    if roots is None:
        return None
    retain = argument(args, kwargs, 2, "retain_graph")
    create = argument(args, kwargs, 3, "create_graph", False)
    inputs = argument(args, kwargs, 5, "inputs")
    return run_backward(
        vm, st, list(roots), retain, create, "autograd.backward", inputs, argument(args, kwargs, 1, "grad_tensors")
    )


@native("torch.autograd.grad")
def autograd_grad(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """torch.autograd.grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, ..., allow_unused=None)."""
    outputs, inputs = argument(args, kwargs, 0, "outputs"), argument(args, kwargs, 1, "inputs")
    if any(x.__class__ is Ref and st.obj(x).__class__ in (GenObj, IterObj) for x in (outputs, inputs)):
        from ..interp.methods import with_items

        if inputs.__class__ is Ref and st.obj(inputs).__class__ in (GenObj, IterObj):
            return with_items(
                vm,
                st,
                inputs,
                lambda vm, s, items: autograd_grad(
                    vm,
                    s,
                    [],
                    {
                        **kwargs,
                        **dict(zip(("outputs", "inputs", "grad_outputs", "retain_graph", "create_graph"), args)),
                        "inputs": tuple(items),
                    },
                ),
            )
        return vm.unknown()
    roots, named = tensors_in(vm, st, outputs), tensors_in(vm, st, inputs)
    retain = argument(args, kwargs, 3, "retain_graph")
    create = argument(args, kwargs, 4, "create_graph", False)
    if roots is None or named is None or not roots:
        deps = tuple(e for e, _ in vm.edges_in(st, [outputs]))
        if create is False or not deps:
            return vm.unknown("seq")
        return vm.unknown("graph", deps, GUESS)
    seeds = tensors_in(vm, st, argument(args, kwargs, 2, "grad_outputs")) or []
    done = start(vm, st, roots, retain, create, "autograd.grad", named, False, seeds)
    if done is None:
        raise _fail(
            vm,
            st,
            "no-grad-fn",
            None,
            None,
            CERTAIN,
            (),
            st.obj(roots[0]),
            "element 0 of tensors does not require grad and does not have a grad_fn",
            [],
        )
    outcome, _run, grads = done
    unused = _unused(vm, st, outcome, roots, named)
    loose = kwargs.get("allow_unused") or kwargs.get("materialize_grads")
    if any(unused) and not loose and not any(n.trust for n in outcome.executed):
        raise vm.error(
            st, "RuntimeError", "One of the differentiated Tensors appears to not have been used in the graph."
        )
    made = tuple(
        None if u and not kwargs.get("materialize_grads") else gradient(vm, st, grads, edge(vm, st, r, st.obj(r)))
        for r, u in zip(named, unused)
    )
    for g in made:
        if g is not None:
            vm.note_gradient(st, g)
    if inputs.__class__ is Unk:
        return Unk(("grads", vm.fresh()), "any")
    return made


def _unused(vm: Machine, st: State, outcome: Outcome, roots: list[Ref], named: list[Ref]) -> list[bool]:
    reached: set[Edge] = set(outcome.leaves)
    for node in outcome.executed:
        reached.update(node.edges)
    reached.update(edge(vm, st, r, st.obj(r)) for r in roots)
    return [edge(vm, st, r, st.obj(r)) not in reached for r in named]


@method("retain_grad")
def retain_grad(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """Tensor.retain_grad(): a non-leaf gets its .grad."""
    t = st.own(args[0])
    if t.node is not None:
        t.retains = True
        st.side[".retained"] = (*st.side.get(".retained", ()), args[0])
    return None


def step(vm: Machine, st: State, params: list[Value]) -> None:
    """What an optimizer's step does: parameters that have a gradient are changed in place."""
    where = vm.where(st)
    changed = []
    for p in params:
        ref = tensor_of(vm, st, p)
        if ref is None:
            continue
        t = st.obj(ref)
        if t.grad is not None:
            st.life.bump(t.storage, where)
            changed.append(ref)
    vm.stepped(st, params, changed)


def zero_grad(vm: Machine, st: State, params: list[Value], to_none: bool) -> None:
    """zero_grad(): gradients are dropped or zeroed."""
    for p in params:
        ref = tensor_of(vm, st, p)
        if ref is None:
            continue
        t = st.obj(ref)
        if t.grad is None:
            continue
        vm.zeroed(st, ref, t)
        own = st.own(ref)
        if to_none:
            own.grad = None
        elif t.grad.__class__ is Ref:
            g = st.own(t.grad)
            if g.node is not None:
                g.node, g.requires_grad = None, False
            st.life.bump(g.storage, vm.where(st))


def is_optimizer(vm: Machine, st: State, v: Value) -> bool:
    return v.__class__ is Ref and st.obj(v).__class__ is InstObj and vm.is_subclass(st, st.obj(v).cls, "Optimizer")


__all__ = ["TensorObj", "facts", "run_backward", "step", "zero_grad"]
