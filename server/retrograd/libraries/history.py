"""The history of a tensor: its grad_fn as torch would give it now, and rebasing it when it is changed in place."""

from __future__ import annotations

from typing import Any

from ..autograd.graph import CERTAIN, Edge, Node, Saved
from ..interp.state import State
from ..interp.values import Ref, TensorObj

UNCHECKED = ".unchecked"
"""In `State.side` where saved tensors go through hooks, or are computed again: torch then compares no versions."""


def node_of(vm: Any, st: State, ref: Ref, t: TensorObj) -> Node | None:
    """The grad_fn: for a view whose base was changed in place, a new one over the base's (as torch regenerates it)."""
    base = t.base
    if base is not None and t.requires_grad:
        now = st.life.versions.get(t.storage, 0)
        if t.seen != now:
            b = st.obj(base)
            if b.requires_grad:
                _refuse(vm, st, t)
                vm.seq += 1
                own = st.own(ref)
                own.node = Node(
                    vm.seq, "as_strided", t.node.site if t.node is not None else vm.where(st), (edge(vm, st, base, b),)
                )
                own.seen = now
                return own.node  # type: ignore[no-any-return]
            st.own(ref).seen = now
    elif base is not None and not t.requires_grad:
        b = st.obj(base)
        now = st.life.versions.get(t.storage, 0)
        if b.requires_grad and b.node is not None and t.seen != now:
            _refuse(vm, st, t)
            vm.seq += 1
            own = st.own(ref)
            own.node = Node(vm.seq, "as_strided", vm.where(st), (edge(vm, st, base, b),))
            own.requires_grad = True
            own.seen = now
            return own.node  # type: ignore[no-any-return]
    return t.node


def _refuse(vm: Any, st: State, t: TensorObj) -> None:
    if t.unsafe:
        raise vm.error(
            st,
            "RuntimeError",
            "A view was created in no_grad mode and its base has been modified inplace with grad mode enabled.",
        )


def hollow(t: TensorObj) -> bool:
    """Whether the tensor requires grad only because what it is a view of does: it has no grad_fn and is no leaf."""
    return t.base is not None and t.node is None and t.unsafe


def edge(vm: Any, st: State, ref: Ref, t: TensorObj) -> Edge:
    """What users of the tensor hang on."""
    node = node_of(vm, st, ref, t)
    return node if node is not None else ref.a


def saved(vm: Any, st: State, ref: Ref, t: TensorObj) -> Saved:
    """The tensor as it is now, saved for backward."""
    hangs = edge(vm, st, ref, t) if t.requires_grad else None
    if UNCHECKED in st.side:
        return Saved(vm.fresh(), 0, hangs, CERTAIN)
    return Saved(t.storage, st.life.versions.get(t.storage, 0), hangs, CERTAIN)


def needs_grad(vm: Any, st: State, ref: Ref, t: TensorObj) -> bool:
    """Whether the tensor requires grad now (a view may have come to through its base)."""
    if t.requires_grad:
        return True
    return t.base is not None and bool(st.obj(t.base).requires_grad)


def rebase(vm: Any, st: State, ref: Ref, node: Node | None) -> None:
    """Give a tensor that was just changed in place its new grad_fn; a view hands it to its base (CopySlices)."""
    t = st.own(ref)
    t.const = None
    now = st.life.versions.get(t.storage, 0)
    if node is None:
        t.seen = now if not t.requires_grad else t.seen
        return
    if t.base is not None:
        b = st.own(t.base)
        old: tuple[Edge, ...] = (edge(vm, st, t.base, b),) if b.requires_grad else ()
        others = tuple(e for e in node.edges if e not in old)
        slices = Node(
            node.seq, "copy_slices", node.site, (*old, *others), node.saved, True, node.trust, node.assumption
        )
        b.node = slices
        b.requires_grad = True
        b.const = None
        vm.seq += 1
        t.node = Node(vm.seq, "as_strided", node.site, (slices,))
        t.requires_grad = True
        t.seen = now
        return
    t.node = node
    t.requires_grad = True
    t.seen = now
