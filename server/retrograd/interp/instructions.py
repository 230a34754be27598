"""What each instruction does to a state."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from . import facts
from .builtins import BUILTINS
from .loops import drawn, left, next_round, while_round
from .machine import _SETTLED, Call, Machine
from .operators import augment, binary, compare, contains, truth, unary
from .sequences import as_items, iterate, set_item, subscript, unpack
from .state import Frame, Loop, NeedDecision, Raised, State
from .values import (
    Bound,
    ClassObj,
    DictObj,
    FuncObj,
    GenObj,
    InstObj,
    ListObj,
    Native,
    Ref,
    ScopeObj,
    SetObj,
    Slice,
    Super,
    Unk,
    Value,
)

MISSING = object()
_SUPER = BUILTINS["super"]
Op = Callable[[Machine, State, Frame, Any], Any]
TABLE: dict[str, Op] = {}


def instruction(name: str) -> Callable[[Op], Op]:
    def register(fn: Op) -> Op:
        TABLE[name] = fn
        return fn

    return register


# --- stack and names


@instruction("CONST")
def _const(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    fr.stack.append(arg)


@instruction("POP")
def _pop(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    fr.stack.pop()


@instruction("DISCARD")
def _discard(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    value = fr.stack.pop()
    if fr.code.file.main and value.__class__ is Ref:
        vm.discarded(st, fr, value)


@instruction("DUP")
def _dup(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    fr.stack.append(fr.stack[-1])


@instruction("DUP2")
def _dup2(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    fr.stack.extend(fr.stack[-2:])


@instruction("SWAP")
def _swap(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    s = fr.stack
    s[-1], s[-2] = s[-2], s[-1]


@instruction("ROT3")
def _rot3(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    s = fr.stack
    s[-3], s[-2], s[-1] = s[-1], s[-3], s[-2]


@instruction("LOAD")
def _load(vm: Machine, st: State, fr: Frame, name: str) -> None:
    heap = st.heap
    a: int | None = fr.scope
    while a is not None:
        scope = heap.get(a) or st.base[a]
        v = scope.vars.get(name, MISSING)
        if v is not MISSING:
            fr.stack.append(v)
            return
        a = scope.parent
    v = vm.builtins.get(name, MISSING)
    if v is MISSING:
        v = vm.missing_name(st, fr, name)
    fr.stack.append(v)


@instruction("STORE")
def _store(vm: Machine, st: State, fr: Frame, name: str) -> None:
    scope = st.heap.get(fr.scope)
    if scope is None or scope.owner is not st.token:
        scope = st.own_at(fr.scope)
    scope.vars[name] = fr.stack.pop()


@instruction("STOREG")
def _store_global(vm: Machine, st: State, fr: Frame, name: str) -> None:
    a = fr.scope
    while True:
        parent = (st.heap.get(a) or st.base[a]).parent
        if parent is None:
            break
        a = parent
    st.own_at(a).vars[name] = fr.stack.pop()


@instruction("STOREN")
def _store_nonlocal(vm: Machine, st: State, fr: Frame, name: str) -> None:
    a = (st.heap.get(fr.scope) or st.base[fr.scope]).parent
    while a is not None:
        scope = st.heap.get(a) or st.base[a]
        if name in scope.vars:
            st.own_at(a).vars[name] = fr.stack.pop()
            return
        a = scope.parent
    st.own_at(fr.scope).vars[name] = fr.stack.pop()


@instruction("DELNAME")
def _delname(vm: Machine, st: State, fr: Frame, name: str) -> None:
    a: int | None = fr.scope
    while a is not None:
        scope = st.heap.get(a) or st.base[a]
        if name in scope.vars:
            del st.own_at(a).vars[name]
            return
        a = scope.parent


@instruction("UNKNOWN")
def _unknown(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    fr.stack.append(vm.unknown())


# --- attributes and items


@instruction("ATTR")
def _attr(vm: Machine, st: State, fr: Frame, name: str) -> None:
    v = fr.stack[-1]
    found = vm.getattr(st, v, name)
    fr.stack.pop()
    if found.__class__ is Call:
        vm.settle(st, found, None)
    else:
        fr.stack.append(found)


@instruction("SETATTR")
def _setattr(vm: Machine, st: State, fr: Frame, name: str) -> None:
    from .attributes import set_

    target, value = fr.stack[-1], fr.stack[-2]
    wish = set_(vm, st, target, name, value)
    del fr.stack[-2:]
    if wish.__class__ is Call:
        vm.settle(st, wish, lambda vm, s, v: _SETTLED)


@instruction("DELATTR")
def _delattr(vm: Machine, st: State, fr: Frame, name: str) -> None:
    from .attributes import delete

    delete(vm, st, fr.stack.pop(), name)


@instruction("SUBSCR")
def _subscr(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    key = fr.stack[-1]
    found = subscript(vm, st, fr.stack[-2], key)
    del fr.stack[-2:]
    if found.__class__ is Call:
        vm.settle(st, found, None)
    else:
        fr.stack.append(found)


@instruction("SETSUB")
def _setsub(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    key, target, value = fr.stack[-1], fr.stack[-2], fr.stack[-3]
    wish = set_item(vm, st, target, key, value)
    del fr.stack[-3:]
    if wish.__class__ is Call:
        vm.settle(st, wish, lambda vm, s, v: _SETTLED)


@instruction("DELSUB")
def _delsub(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    from .sequences import del_item

    key, target = fr.stack[-1], fr.stack[-2]
    wish = del_item(vm, st, target, key)
    del fr.stack[-2:]
    if wish.__class__ is Call:
        vm.settle(st, wish, lambda vm, s, v: _SETTLED)


@instruction("SLICE")
def _slice(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    s = fr.stack
    s[-3:] = [Slice(s[-3], s[-2], s[-1])]


@instruction("UNPACK")
def _unpack(vm: Machine, st: State, fr: Frame, arg: tuple[int, int | None]) -> None:
    n, star = arg
    value = fr.stack[-1]
    got = unpack(vm, st, value, n, star)
    fr.stack.pop()

    def spread(vm: Machine, s: State, items: Value) -> Value:
        s.frames[-1].stack.extend(reversed(items))
        return _SETTLED

    if got.__class__ is Call:
        vm.settle(st, got, spread)
    else:
        fr.stack.extend(reversed(got))


# --- operators


@instruction("BINARY")
def _binary(vm: Machine, st: State, fr: Frame, op: str) -> None:
    s = fr.stack
    found = binary(vm, st, op, s[-2], s[-1])
    del s[-2:]
    if found.__class__ is Call:
        vm.settle(st, found, None)
    else:
        s.append(found)


@instruction("AUG")
def _aug(vm: Machine, st: State, fr: Frame, op: str) -> None:
    s = fr.stack
    found = augment(vm, st, op, s[-2], s[-1])
    del s[-2:]
    if found.__class__ is Call:
        vm.settle(st, found, None)
    else:
        s.append(found)


@instruction("UNARY")
def _unary(vm: Machine, st: State, fr: Frame, op: str) -> None:
    s = fr.stack
    found = unary(vm, st, op, s[-1])
    s.pop()
    if found.__class__ is Call:
        vm.settle(st, found, None)
    else:
        s.append(found)


@instruction("COMPARE")
def _compare(vm: Machine, st: State, fr: Frame, op: str) -> None:
    s = fr.stack
    found = contains(vm, st, op, s[-2], s[-1]) if op in ("in", "not in") else compare(vm, st, op, s[-2], s[-1])
    del s[-2:]
    if found.__class__ is Call:
        vm.settle(st, found, None)
    else:
        s.append(found)


# --- building


def _flatten(vm: Machine, st: State, values: list[Value], star: tuple[bool, ...] | None) -> Value:
    """The elements with starred ones spread; a Call where one must be iterated by running code."""
    if star is None:
        return values
    out: list[Value] = []
    for i, (v, starred) in enumerate(zip(values, star)):
        if not starred:
            out.append(v)
            continue
        if v.__class__ is Unk and v.kind == "seq":
            out.append(vm.unknown("int"))  # sizes: how many of them there are makes no difference to a graph
            continue
        items = as_items(vm, st, v)
        if items.__class__ is Call:
            done, rest, flags = out, values[i + 1 :], star[i + 1 :]

            def on(vm: Machine, s: State, got: Value) -> Value:
                more = _flatten(vm, s, rest, flags)
                if more.__class__ is Call:
                    return Call(
                        more.func,
                        more.args,
                        more.kwargs,
                        lambda vm, s, g, inner=more.then: [*done, *got, *(inner(vm, s, g) if inner else g)],
                    )
                return [*done, *got, *more]

            return Call(
                items.func,
                items.args,
                items.kwargs,
                lambda vm, s, g, inner=items.then: on(vm, s, inner(vm, s, g) if inner else g),
            )
        out.extend(items)
    return out


@instruction("BUILD")
def _build(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    kind, n, star = arg
    values = fr.stack[len(fr.stack) - n :] if n else []
    got = _flatten(vm, st, values, star)
    if n:
        del fr.stack[len(fr.stack) - n :]

    def make(vm: Machine, s: State, items: Value) -> Value:
        if kind == "tuple":
            s.frames[-1].stack.append(tuple(items))
        elif kind == "list":
            s.frames[-1].stack.append(vm.new(s, ListObj(list(items))))
        elif kind == "set":
            s.frames[-1].stack.append(vm.new(s, SetObj(dict.fromkeys(items))))
        else:
            s.frames[-1].stack.append(vm.new(s, DictObj({})))
        return _SETTLED

    if got.__class__ is Call:
        vm.settle(st, got, make)
    else:
        make(vm, st, got)


@instruction("DICT")
def _dict(vm: Machine, st: State, fr: Frame, keyed: tuple[bool, ...]) -> None:
    n = sum(2 if k else 1 for k in keyed)
    values = fr.stack[len(fr.stack) - n :] if n else []
    items: dict[Value, Value] = {}
    i = 0
    for k in keyed:
        if k:
            items[values[i]] = values[i + 1]
            i += 2
        else:
            spread = values[i]
            i += 1
            if spread.__class__ is Ref and st.obj(spread).__class__ is DictObj:
                items.update(st.obj(spread).items)
            elif spread.__class__ is Unk:
                items[Unk(("key", spread.key))] = vm.unknown("any", spread.deps, spread.trust, spread.assumption)
    if n:
        del fr.stack[len(fr.stack) - n :]
    fr.stack.append(vm.new(st, DictObj(items)))


@instruction("COLLECT_LIST")
def _collect_list(vm: Machine, st: State, fr: Frame, name: str) -> None:
    st.own(_local(st, fr, name)).items.append(fr.stack.pop())


@instruction("COLLECT_SET")
def _collect_set(vm: Machine, st: State, fr: Frame, name: str) -> None:
    st.own(_local(st, fr, name)).items[fr.stack.pop()] = None


@instruction("COLLECT_DICT")
def _collect_dict(vm: Machine, st: State, fr: Frame, name: str) -> None:
    value = fr.stack.pop()
    st.own(_local(st, fr, name)).items[fr.stack.pop()] = value


def _local(st: State, fr: Frame, name: str) -> Ref:
    found: Ref = (st.heap.get(fr.scope) or st.base[fr.scope]).vars[name]
    return found


@instruction("FORMAT")
def _format(vm: Machine, st: State, fr: Frame, spec: bool) -> None:
    v = fr.stack.pop()
    vm.read(st, v)
    v = facts.constant(st, v)
    if isinstance(v, (str, int, bool)) and not spec:
        fr.stack.append(str(v))
    elif v.__class__ is Unk and not spec and not v.deps:
        fr.stack.append(Unk(("str", v.key), "str"))
    else:
        fr.stack.append(vm.unknown("str"))


@instruction("CONCAT")
def _concat(vm: Machine, st: State, fr: Frame, n: int) -> None:
    parts = fr.stack[len(fr.stack) - n :] if n else []
    if n:
        del fr.stack[len(fr.stack) - n :]
    if all(isinstance(p, str) for p in parts):
        fr.stack.append("".join(parts))
    elif all(isinstance(p, str) or p.__class__ is Unk for p in parts):
        fr.stack.append(Unk(vm.intern(("concat", *(p if isinstance(p, str) else p.key for p in parts))), "str"))
    else:
        fr.stack.append(vm.unknown("str"))


# --- control


@instruction("JUMP")
def _jump(vm: Machine, st: State, fr: Frame, pc: int) -> None:
    fr.pc = pc


@instruction("NEXT")
def _next(vm: Machine, st: State, fr: Frame, pc: int) -> None:
    fr.loops[-1].round += 1
    fr.pc = pc


@instruction("JOIN")
def _join(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    if vm.waiting:
        vm.pause = True


def _test(vm: Machine, st: State, fr: Frame, pc: int, jump_on: bool, keep: bool) -> None:
    v = fr.stack[-1]
    t = truth(vm, st, v)
    if t.__class__ is Call:
        fr.stack.pop()

        def on(vm: Machine, s: State, got: Value) -> Value:
            f = s.frames[-1]
            # the answer is tested by the same instruction; where the operand is kept, it goes back first
            if keep:
                f.stack.append(v)
                answer = truth(vm, s, got)
                if answer is jump_on:
                    f.pc = pc
                else:
                    f.stack.pop()
            else:
                f.stack.append(got)
                f.pc -= 1
            return _SETTLED

        vm.settle(st, t, on)
        return
    if t is jump_on:
        if not keep:
            fr.stack.pop()
        fr.pc = pc
    else:
        fr.stack.pop()


@instruction("IF_FALSE")
def _if_false(vm: Machine, st: State, fr: Frame, pc: int) -> None:
    v = fr.stack[-1]
    if v is True:
        fr.stack.pop()
    elif v is False:
        fr.stack.pop()
        fr.pc = pc
    else:
        _test(vm, st, fr, pc, False, False)


@instruction("IF_TRUE")
def _if_true(vm: Machine, st: State, fr: Frame, pc: int) -> None:
    _test(vm, st, fr, pc, True, False)


@instruction("IF_FALSE_KEEP")
def _if_false_keep(vm: Machine, st: State, fr: Frame, pc: int) -> None:
    _test(vm, st, fr, pc, False, True)


@instruction("IF_TRUE_KEEP")
def _if_true_keep(vm: Machine, st: State, fr: Frame, pc: int) -> None:
    _test(vm, st, fr, pc, True, True)


@instruction("ITER")
def _iter(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    it = iterate(vm, st, fr.stack[-1])
    fr.stack.pop()
    if it.__class__ is Call:
        vm.settle(st, it, None)
    else:
        fr.stack.append(it)


@instruction("LOOP")
def _loop(vm: Machine, st: State, fr: Frame, node: Any) -> None:
    loop = Loop(fr.pc, node)
    loop.started = vm.seq
    loop.starts.append(vm.seq)
    loop.budget = vm.steps
    loop.entry = vm.fresh()
    fr.loops.append(loop)


@instruction("LOOPEND")
def _loopend(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    loop = fr.loops.pop()
    if fr.code.file.main:
        left(vm, st, loop)
        vm.loop_ended(st, fr, loop)


@instruction("FOR")
def _for(vm: Machine, st: State, fr: Frame, end: int) -> None:
    it = fr.stack[-1]
    loop = fr.loops[-1]
    if it.__class__ is Ref:
        o = st.obj(it)
        if o.__class__ is GenObj or o.__class__ is InstObj:
            if drawn(vm, st, fr, loop):
                fr.pc = end
                return
            if fr.code.file.main and loop.round:
                vm.new_round(st, fr, loop)
        if o.__class__ is GenObj:
            resume(vm, st, it, None, None, lambda vm, s: _goto(s, end))
            return
        if o.__class__ is InstObj:
            method = vm.class_attr(st, o.cls, "__next__")
            if method is not None:
                vm.call(st, method, [it], {}, ("next", end))
                return
    got = next_round(vm, st, fr, loop, it)
    if got is None:
        loop.spent = True
        fr.pc = end
        return
    (value,) = got
    if value.__class__ is Call:
        vm.settle(st, value, ("next", end))
    else:
        fr.stack.append(value)
    if fr.code.file.main and loop.round:
        vm.new_round(st, fr, loop)


def _goto(st: State, pc: int) -> None:
    st.frames[-1].pc = pc


@instruction("HEAD")
def _head(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    loop = fr.loops[-1]
    while_round(vm, st, fr, loop)
    if fr.code.file.main and loop.round:
        vm.new_round(st, fr, loop)


# --- functions and classes


@instruction("FUNCTION")
def _function(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    code, ndefaults, named = arg
    s = fr.stack
    kw: dict[str, Value] = {}
    if named:
        kw = dict(zip(named, s[len(s) - len(named) :]))
        del s[len(s) - len(named) :]
    defaults: tuple[Value, ...] = ()
    if ndefaults:
        defaults = tuple(s[len(s) - ndefaults :])
        del s[len(s) - ndefaults :]
    scope = fr.scope
    if fr.code.kind == "class":
        scope = (st.heap.get(scope) or st.base[scope]).parent
    func = FuncObj(code, scope, defaults, kw)
    if (fr.self_ is not None and code.kind != "function") or (fr.self_ is not None and fr.code.kind == "function"):
        func.defcls = fr.self_[0]
    ref = vm.new(st, func)
    if code.file.main and code.kind == "function":
        vm.defined(st, ref, code, fr)
    s.append(ref)


@instruction("GENEXP")
def _genexp(vm: Machine, st: State, fr: Frame, code: Any) -> None:
    it = fr.stack.pop()
    if code._instrs is None:
        code.instrs(vm.table)
    parent = fr.scope
    scope = vm.new(st, ScopeObj({".0": it}, parent))
    frame = Frame(code, scope.a)
    frame.self_ = fr.self_
    fr.stack.append(vm.new(st, GenObj(frame)))


@instruction("CLASS")
def _class(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    from .classes import make_class

    code, nbases, named = arg
    s = fr.stack
    keywords: dict[str, Value] = {}
    if named:
        keywords = dict(zip(named, s[len(s) - len(named) :]))
        del s[len(s) - len(named) :]
    bases = tuple(s[len(s) - nbases :]) if nbases else ()
    if nbases:
        del s[len(s) - nbases :]
    if code._instrs is None:
        code.instrs(vm.table)
    parent = fr.scope
    if fr.code.kind == "class":
        parent = (st.heap.get(parent) or st.base[parent]).parent
    scope = vm.new(st, ScopeObj({}, parent))
    frame = Frame(code, scope.a)
    where = fr.code.where(fr.pc)

    def done(vm: Machine, state: State, _: Value) -> Value:
        return make_class(vm, state, code, bases, keywords, state.obj(scope).vars, where)

    frame.ret = done
    st.frames.append(frame)


@instruction("ANNOTATE")
def _annotate(vm: Machine, st: State, fr: Frame, name: str) -> None:
    scope = st.own_at(fr.scope)
    fields = scope.vars.get("__annotations__", ())
    if name not in fields:
        scope.vars["__annotations__"] = (*fields, name)


@instruction("CALL")
def _call(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    nargs, names, flags = arg
    s = fr.stack
    n = nargs + len(names)
    base = len(s) - n
    func = s[base - 1]
    args = s[base : base + nargs]
    if flags is None:
        kwargs = dict(zip(names, s[base + nargs :])) if names else {}
        if func is _SUPER and not args:
            s[base - 1 :] = [_zero_super(st, fr)]
            return
        saved = s[base - 1 :]
        del s[base - 1 :]
        try:
            vm.call(st, func, args, kwargs, None)
        except NeedDecision:
            s.extend(saved)
            raise
        return
    kwargs = {}
    for name, value in zip(names, s[base + nargs :]):
        if name == "**":
            if value.__class__ is Ref and st.obj(value).__class__ is DictObj:
                for k, v in st.obj(value).items.items():
                    if isinstance(k, str):
                        kwargs[k] = v
        else:
            kwargs[name] = value
    saved = s[base - 1 :]
    got = _flatten(vm, st, args, flags)
    del s[base - 1 :]
    if got.__class__ is Call:

        def on(vm: Machine, state: State, items: Value) -> Value:
            return Call(func, list(items), kwargs)

        vm.settle(st, got, lambda vm, state, items: (vm.settle(state, on(vm, state, items), None), _SETTLED)[1])
        return
    try:
        vm.call(st, func, list(got), kwargs, None)
    except NeedDecision:
        s.extend(saved)
        raise


def _zero_super(st: State, fr: Frame) -> Value:
    cls, self_ = fr.self_ or (None, None)
    if cls is None:
        return Unk(("new", id(fr)))
    return Super(cls, self_)


@instruction("RETURN")
def _return(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    value = fr.stack.pop()
    frames = st.frames
    frames.pop()
    if not fr.code.leaks and fr.code.kind != "module":
        st.heap.pop(fr.scope, None)  # no closure can have it
    if fr.gen is not None:
        gen = st.own_at(fr.gen)
        gen.done = True
        gen.frame = None
        _, _, on_stop = fr.ret
        on_stop(vm, st)
        return
    if not frames:
        if fr.ret is not None:
            fr.ret(vm, st, value)
        return
    vm.come_back(st, value, fr.ret)


@instruction("YIELD")
def _yield(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    value = fr.stack.pop()
    frames = st.frames
    frames.pop()
    assert fr.gen is not None
    gen = st.own_at(fr.gen)
    gen.frame = fr
    ret = fr.ret
    fr.ret = None
    fr.gen = None
    if not frames:
        return
    vm.come_back(st, value, ret[1])


def resume(
    vm: Machine, st: State, ref: Ref, sent: Value, on_yield: Any, on_stop: Callable[[Machine, State], None]
) -> None:
    """Let a generator run to its next yield; `on_stop` is told when it ends."""
    gen = st.own(ref)
    frame = gen.frame
    if frame is None:
        on_stop(vm, st)
        return
    gen.frame = None
    if frame.pc > 0:
        frame.stack.append(sent)
    frame.gen = ref.a
    frame.ret = ("gen", on_yield, on_stop)
    st.frames.append(frame)


# --- exceptions and contexts


@instruction("SETUP")
def _setup(vm: Machine, st: State, fr: Frame, handler: int) -> None:
    fr.blocks.append((handler, len(fr.stack), len(fr.loops)))


@instruction("SETUP_WITH")
def _setup_with(vm: Machine, st: State, fr: Frame, handler: int) -> None:
    # the value of __enter__ lies on top and is bound inside the block
    fr.blocks.append((handler, len(fr.stack) - 1, len(fr.loops)))


@instruction("UNSETUP")
def _unsetup(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    fr.blocks.pop()


@instruction("MATCHES")
def _matches(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    from .classes import is_instance

    cls, exc = fr.stack.pop(), fr.stack.pop()
    answer = is_instance(vm, st, exc, cls)
    fr.stack.append(True if answer is None else answer)


@instruction("RERAISE")
def _reraise(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    raise Raised(fr.stack.pop())


@instruction("RAISE")
def _raise(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    v = fr.stack.pop()
    if v.__class__ is Ref and st.obj(v).__class__ is ClassObj:
        v = vm.new(st, InstObj(v, {}))
    elif isinstance(v, Unk):
        v = vm.new(st, InstObj(vm.builtins["Exception"], {}))
    raise Raised(v)


@instruction("RAISE_AGAIN")
def _raise_again(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    raise Raised(vm.current_exception(st, fr))


@instruction("ASSERT")
def _assert(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    v = fr.stack[-1]
    try:
        t = truth(vm, st, v)
    except NeedDecision as need:
        # an assertion that may hold is taken to hold: the first branch that makes it true
        for branch in need.branches:
            trial = st.fork()
            branch(trial)
            try:
                if truth(vm, trial, v) is True:
                    branch(st)
                    fr.stack.pop()
                    return
            except NeedDecision:
                continue
        fr.stack.pop()
        return
    fr.stack.pop()
    if t is False:
        raise vm.error(st, "AssertionError", "")
    if t.__class__ is Call:
        vm.settle(st, t, lambda vm, s, got: _SETTLED)


@instruction("ENTER")
def _enter(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    manager = fr.stack[-1]
    if manager.__class__ is Ref and st.obj(manager).__class__ is InstObj:
        cls = st.obj(manager).cls
        enter, leave = vm.class_attr(st, cls, "__enter__"), vm.class_attr(st, cls, "__exit__")
        if enter is None:
            enter, leave = vm.class_attr(st, cls, "__aenter__"), vm.class_attr(st, cls, "__aexit__")
        if enter is not None:
            fr.stack[-1] = Bound(leave, manager)
            vm.call(st, enter, [manager], {}, None)
            return
    fr.stack.append(
        vm.unknown()
        if manager.__class__ is not Unk
        else Unk(("enter", manager.key), "any", manager.deps, manager.trust)
    )


@instruction("EXIT")
def _exit(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    leave = fr.stack.pop()
    if leave.__class__ is Bound:
        vm.call(st, leave, [None, None, None], {}, None)
    else:
        fr.stack.append(None)


@instruction("EXIT_RAISED")
def _exit_raised(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    exc = fr.stack[-1]
    leave = fr.stack[-2]
    if leave.__class__ is Bound:
        fr.stack[-2:] = [exc]
        cls = vm.instance_class(st, exc)
        vm.call(st, leave, [cls, exc, None], {}, None)
    else:
        fr.stack[-2:] = [exc, False]


# --- matching


@instruction("MATCH_SEQUENCE")
def _match_sequence(vm: Machine, st: State, fr: Frame, arg: tuple[int, int | None]) -> None:
    n, star = arg
    v = fr.stack[-1]
    size: Value = None
    if v.__class__ is tuple:
        size = len(v)
    elif v.__class__ is Ref and st.obj(v).__class__ is ListObj:
        size = len(st.obj(v).items)
    elif v.__class__ is Unk:
        size = facts.decide(st, ("sequence", v.key, n, star))
        fr.stack[-1] = size
        return
    fr.stack[-1] = size is not None and (size >= n - 1 if star is not None else size == n)


@instruction("MATCH_KEY")
def _match_key(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    found = contains(vm, st, "in", fr.stack[-1], fr.stack[-2])
    del fr.stack[-2:]
    fr.stack.append(found)


@instruction("MATCH_POSITION")
def _match_position(vm: Machine, st: State, fr: Frame, i: int) -> None:
    v = fr.stack.pop()
    cls = vm.instance_class(st, v)
    names = vm.class_attr(st, cls, "__match_args__") if cls is not None else None
    if isinstance(names, tuple) and i < len(names):
        found = vm.getattr(st, v, names[i])
        if found.__class__ is Call:
            vm.settle(st, found, None)
            return
        fr.stack.append(found)
    else:
        fr.stack.append(v if i == 0 else vm.unknown())


@instruction("ISINSTANCE")
def _isinstance(vm: Machine, st: State, fr: Frame, arg: Any) -> None:
    from .classes import is_instance

    v, cls = fr.stack[-2], fr.stack[-1]
    answer = is_instance(vm, st, v, cls)
    if answer is None:
        answer = facts.decide(st, ("isinstance", getattr(v, "key", id(v)), repr(cls)))
    fr.stack[-2:] = [answer]


# --- imports


@instruction("IMPORT")
def _import(vm: Machine, st: State, fr: Frame, arg: tuple[str, bool]) -> None:
    name, whole = arg
    vm.importer.import_module(vm, st, fr, name, 0, "whole" if whole else "top")


@instruction("IMPORT_FROM")
def _import_from(vm: Machine, st: State, fr: Frame, arg: tuple[str, int, str]) -> None:
    module, level, name = arg
    vm.importer.import_name(vm, st, fr, module, level, name)


@instruction("IMPORT_STAR")
def _import_star(vm: Machine, st: State, fr: Frame, arg: tuple[str, int]) -> None:
    module, level = arg
    vm.importer.import_star(vm, st, fr, module, level)


def is_native_super(v: Value) -> bool:
    return isinstance(v, Native) and v.name == "super"


def position(node: ast.AST) -> tuple[int, int]:
    return node.lineno, node.col_offset  # type: ignore[attr-defined]
