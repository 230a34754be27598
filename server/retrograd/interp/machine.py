"""The machine: runs states over instructions, forks them at open conditions, and makes equal ones one.

States wait at joins until all that are behind have come up, so that what is equal meets (see `State.place`).
"""

from __future__ import annotations

import ast
import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..autograd.graph import CERTAIN, GUESS, LIKELY, Edge, Node
from .events import Log
from .lower import Code, Where
from .merge import Apart, merged
from .state import Frame, NeedDecision, Raised, State
from .values import (
    Bound,
    ClassMethod,
    ClassObj,
    DictObj,
    FuncObj,
    GenObj,
    InstObj,
    ListObj,
    ModuleObj,
    Native,
    Obj,
    Prop,
    Ref,
    ScopeObj,
    Static,
    TensorObj,
    Unk,
    Value,
)


class OutOfBudget(Exception):
    """The entry point under execution needs more than it may take."""


class Dropped(Exception):
    """The path cannot be followed further; nothing is said of it."""


class Call:
    """A native's wish: call `func`, then give its result to `then` (whose result, or further Call, counts)."""

    __slots__ = ("args", "func", "kwargs", "then")

    def __init__(
        self,
        func: Value,
        args: list[Value],
        kwargs: dict[str, Value] | None = None,
        then: Callable[..., Value] | None = None,
    ) -> None:
        self.func = func
        self.args = args
        self.kwargs = kwargs or {}
        self.then = then


class Limits:
    """How much one entry point may take.

    `steps` are instructions, a comparison of two states and a fork counting as several. The more is spent, the fewer
    states are followed side by side, so that a program with many paths is still gone through to its end.
    """

    steps = 150_000
    comparison = 50
    fork = 20
    states = 8
    narrow = ((40_000, 1), (25_000, 2), (12_000, 4))
    depth = 60
    seconds = 1.0
    total = 1.5


class Machine:
    """Abstract execution of one text: the heap addresses, the event log and the budget of it."""

    def __init__(
        self, base: dict[int, Any], counter: list[int], table: dict[str, Callable[..., Any]], log: Log
    ) -> None:
        self.base = base
        self.counter = counter
        self.table = table
        self.log = log
        self.waiting: list[State] = []
        self.pause = False
        self.steps = self.budget = 0
        self.forks = 0
        self.seq = 0
        self.builtins: dict[str, Value] = {}
        self.importer: Any = None
        self.executed: set[int] = set()
        self.capped = False
        self.shortened = False
        self.deadline = self.end = math.inf
        self.finished: list[State] = []
        self.interned: dict[Any, int] = {}
        self.names: list[Any] = []
        self.exits: dict[int, set[int]] = {}

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """What the Engine adds to the machine: hints, and notes for the rules."""

    # --- names for new things

    def new(self, st: State, obj: Obj) -> Ref:
        """Put a new object in the heap of a state."""
        counter = self.counter
        a = counter[0]
        counter[0] = a + 1
        obj.owner = st.token
        st.heap[a] = obj
        return Ref(a)

    def fresh(self) -> int:
        """A number that nothing else has."""
        self.counter[0] += 1
        return self.counter[0] - 1

    def intern(self, key: Any) -> Any:
        """A short name for a composite key, the same for the same: keys that share parts must not grow with each use."""
        at = self.interned.get(key)
        if at is None:
            at = self.interned[key] = len(self.names)
            self.names.append(key)
        return ("expr", at)

    def unknown(
        self, kind: str = "any", deps: tuple[Edge, ...] = (), trust: int = CERTAIN, assumption: str = ""
    ) -> Unk:
        """An unknown value like no other."""
        return Unk(("new", self.fresh()), kind, deps, trust, assumption)

    def list_(self, st: State, items: list[Value]) -> Ref:
        return self.new(st, ListObj(items))

    def dict_(self, st: State, items: dict[Value, Value]) -> Ref:
        return self.new(st, DictObj(items))

    # --- places

    def where(self, st: State) -> Where | None:
        """The place in the text under analysis that acts: the deepest frame that belongs to it."""
        for frame in reversed(st.frames):
            if frame.code.file.main:
                return frame.code.where(frame.pc)  # type: ignore[no-any-return]
        return None

    def callers(self, st: State) -> tuple[Where, ...]:
        """The places in the text under analysis that led here, deepest first."""
        return tuple(f.code.where(f.pc) for f in reversed(st.frames) if f.code.file.main)

    def loops(self, st: State) -> tuple[tuple[Any, int, int], ...]:
        """The loops of the text under analysis that the state is in, innermost first: statement, round, last node before it."""
        found = []
        for frame in reversed(st.frames):
            if frame.code.file.main:
                for loop in reversed(frame.loops):
                    found.append((loop.node, loop.round, loop.started))
        return tuple(found)

    # --- running

    def run(self, st: State, steps: int = Limits.steps) -> list[State]:
        """Run a state and all that it forks into to their ends; the states that ended normally."""
        self.waiting = []
        self.distinct: set[tuple[int, int]] = set()
        self.apart: dict[tuple[int, int], Apart] = {}
        self.finished = []
        self.steps = self.budget = steps
        self.deadline = min(time.thread_time() + Limits.seconds, self.end)
        self.forks = 0
        st.names = self.names
        current: State | None = st
        while current is not None:
            try:
                self.go(current)
            except Dropped:
                pass
            current = self.pick()
        return self.finished

    def pick(self) -> State | None:
        """The waiting state that is furthest behind, after merging what is equal to it."""
        waiting = self.waiting
        if not waiting:
            return None
        if len(waiting) == 1:
            only = waiting.pop()
            only.reach = None
            return only
        lowest = min(waiting, key=lambda s: s.serial)
        here = [s for s in waiting if s.serial == lowest.serial]
        if len(here) > 1:
            rest = [s for s in waiting if s.serial != lowest.serial]
            kept = self.merge(here)
            self.waiting = waiting = rest + kept
            if len(waiting) >= (states := self.states()):
                self.cap(states)
            lowest = kept[0]
        self.waiting.remove(lowest)
        lowest.reach = None
        return lowest

    def merge(self, here: list[State]) -> list[State]:
        """States that wait at one place, with equal ones made one."""
        fr = here[0].frames[-1] if here[0].frames else None
        head = fr is not None and fr.code.file.main and isinstance(fr.code.nodes[fr.pc - 1], (ast.For, ast.While))
        again = True
        while again and len(here) > 1:
            again = False
            kept: list[State] = []
            for s in here:
                for i, k in enumerate(kept):
                    one = self.same(k, s, head)
                    if one is not None:
                        kept[i] = one
                        again = True
                        break
                else:
                    kept.append(s)
            here = kept
        return here

    def same(self, one: State, two: State, head: bool) -> State | None:
        """The state that stands for both; None where they are two. Away from the heads of loops, those that were told
        apart before are compared now and then only.
        """
        if (one.stamp, two.stamp) in self.distinct:
            return None
        apart = self.apart.get((one.uid, two.uid))
        if apart is None:
            apart = self.apart[one.uid, two.uid] = Apart()
        elif apart.skip and not head:
            apart.skip -= 1
            return None
        self.steps -= Limits.comparison
        how, at = merged(one, two, None if head else apart.at)
        if how == 2:
            return one
        if how and merged(two, one)[0] == 2:
            return two
        self.distinct.add((one.stamp, two.stamp))
        apart.again(at)
        return None

    def states(self) -> int:
        """How many states may be followed side by side, after what has been spent."""
        spent = self.budget - self.steps
        return next((states for limit, states in Limits.narrow if spent > limit), Limits.states)

    def cap(self, states: int) -> None:
        """Too many states: give up those that differ least; nothing is invented, and what needs all paths stays silent."""
        self.capped = True
        self.waiting.sort(key=lambda s: (s.serial, s.stamp))
        first = (states + 1) // 2
        del self.waiting[first : len(self.waiting) - (states - first)]

    def go(self, st: State) -> None:
        """Run one state until it ends, forks away, or pauses at a join for others to come up."""
        frames = st.frames
        self.pause = st.todo is not None
        steps = self.steps
        while True:
            if self.pause:
                self.pause = False
                if st.todo is not None:
                    ret, value = st.todo
                    st.todo = None
                    try:
                        self.settle(st, ret(self, st, value), _NOWHERE)
                    except NeedDecision as need:
                        st.todo = ret, value
                        st = self.fork(st, need)
                        frames = st.frames
                        self.pause = True
                        continue
                    except Raised as raised:
                        if not self.unwind(st, raised.value):
                            self.steps = steps
                            return
                    if not frames:
                        self.steps = steps
                        self.finished.append(st)
                        return
                    if st.todo is not None:
                        self.pause = True
                        continue
                if self.waiting:
                    self.steps = steps
                    st.serial = (*st.place(), (math.inf,))
                    st.stamp = self.fresh()
                    self.waiting.append(st)
                    return
            fr = frames[-1]
            pc = fr.pc
            fr.pc = pc + 1
            self.steps = steps
            op, arg = fr.code._instrs[pc]
            steps -= 1
            if steps < 0 or (not steps & 1023 and time.thread_time() > self.deadline):
                self.steps = steps
                raise OutOfBudget
            try:
                op(self, st, fr, arg)
            except NeedDecision as need:
                self.steps = steps
                fr.pc = pc
                st = self.fork(st, need)
                frames = st.frames
                continue
            except Raised as raised:
                if not self.unwind(st, raised.value):
                    self.steps = steps
                    return
                continue
            except (Dropped, OutOfBudget, RecursionError):
                raise
            except Exception as error:
                # the path is lost, the rest is not
                self.log.broke("the engine", error)
                self.capped = True
                self.steps = steps
                return
            if not frames:
                self.steps = steps
                self.finished.append(st)
                return

    def fork(self, st: State, need: NeedDecision) -> State:
        """Each branch on a state of its own; gives the first, the others wait."""
        self.forks += 1
        self.steps -= Limits.fork
        if time.thread_time() > self.deadline:
            raise OutOfBudget
        branches = need.branches
        serial = (*st.place(), (math.inf,))
        for branch in branches[1:]:
            other = st.fork()
            branch(other)
            other.serial = serial
            other.stamp = other.uid = self.fresh()
            other.forked = st.forked = (self.seq, self.counter[0])
            self.waiting.append(other)
        if len(self.waiting) >= 2 * (states := self.states()):
            self.cap(states)
        branches[0](st)
        return st

    def unwind(self, st: State, exc: Value) -> bool:
        """Find the handler of an exception; False when there is none and the path ends."""
        frames = st.frames
        while frames:
            fr = frames[-1]
            if fr.blocks:
                handler, depth, loops = fr.blocks.pop()
                del fr.stack[depth:]
                del fr.loops[loops:]
                fr.stack.append(exc)
                fr.pc = handler
                return True
            frames.pop()
            if fr.gen is not None:
                gen = st.own_at(fr.gen)
                gen.done = True
                gen.frame = None
            stop = fr.ret
            if stop.__class__ is tuple and stop[0] == "next" and frames and self.is_exception(st, exc, "StopIteration"):
                frames[-1].pc = stop[1]
                return True
        self.log.uncaught(self, st, exc)
        return False

    # --- calling

    def call(self, st: State, func: Value, args: list[Value], kwargs: dict[str, Value], ret: Any = None) -> None:
        """Call a value; the result goes to `ret` (None: on the caller's stack)."""
        while True:
            kind = func.__class__
            if kind is Bound:
                args = [func.self, *args]
                func = func.func
                continue
            if kind is Ref:
                obj = st.obj(func)
                name = obj.__class__
                if name is FuncObj:
                    self.enter(st, func, obj, args, kwargs, ret)
                    return
                if name is ClassObj:
                    self.instantiate(st, func, obj, args, kwargs, ret)
                    return
                if name is InstObj:
                    method = self.class_attr(st, obj.cls, "__call__")
                    if method is None and self.has_unknown_base(st, obj.cls):
                        method = self.class_attr(st, obj.cls, "forward")
                    if method is not None:
                        args = [func, *args]
                        func = method
                        continue
                    self.finish(st, self.unknown_call(st, func, args, kwargs), ret)
                    return
                self.finish(st, self.unknown_call(st, func, args, kwargs), ret)
                return
            if isinstance(func, Native):
                self.settle(st, self.native(st, func, args, kwargs), ret)
                return
            if kind is Static:
                func = func.func
                continue
            self.finish(st, self.unknown_call(st, func, args, kwargs), ret)
            return

    def native(self, st: State, func: Native, args: list[Value], kwargs: dict[str, Value]) -> Value:
        """What a native gives; one that breaks on what it is given is taken for an unknown function."""
        try:
            return func.fn(self, st, args, kwargs)
        except (NeedDecision, Raised, Dropped, OutOfBudget, RecursionError):
            raise
        except Exception as error:
            self.log.broke(func.name, error)
            return self.unknown_call(st, self.unknown(), args, kwargs)

    def settle(self, st: State, value: Value, ret: Any) -> None:
        """Deal with what a native or continuation gave: a value, or the wish for a further call."""
        if value is _SETTLED:
            return
        if ret is _NOWHERE:
            ret = None
        if value.__class__ is Call:
            then = value.then
            if then is not None:

                def chained(vm: Machine, s: State, v: Value, then: Any = then, ret: Any = ret) -> Value:
                    vm.settle(s, then(vm, s, v), ret)
                    return _SETTLED

                self.call(st, value.func, value.args, value.kwargs, chained)
            else:
                self.call(st, value.func, value.args, value.kwargs, ret)
            return
        self.finish(st, value, ret)

    def finish(self, st: State, value: Value, ret: Any) -> None:
        """Hand a call's result on."""
        if ret is None or ret.__class__ is tuple:
            st.frames[-1].stack.append(value)
        else:
            r = ret(self, st, value)
            if r is not _SETTLED:
                self.settle(st, r, None)

    def come_back(self, st: State, value: Value, ret: Any) -> None:
        """A frame gave its result: hand it on, a continuation as a step of its own (it may need to fork)."""
        if ret is None or ret.__class__ is tuple:
            st.frames[-1].stack.append(value)
            if self.waiting:
                self.pause = True
        else:
            st.todo = (ret, value)
            self.pause = True

    def enter(self, st: State, ref: Ref, func: FuncObj, args: list[Value], kwargs: dict[str, Value], ret: Any) -> None:
        """Push a frame for a Python function with its arguments bound."""
        code: Code = func.code
        if len(st.frames) > Limits.depth:
            self.log.give_up("calls nested deeper than the limit")
            self.finish(st, self.unknown_call(st, ref, args, kwargs), ret)
            return
        variables = self.bind(st, func, code, args, kwargs)
        if code._instrs is None:
            code.instrs(self.table)
        self.executed.add(id(code.node))
        scope = self.new(st, ScopeObj(variables, func.scope))
        frame = Frame(code, scope.a)
        frame.self_ = (func.defcls, args[0] if args else None)
        frame.born = self.seq
        if code.is_gen:
            self.finish(st, self.new(st, GenObj(frame)), ret)
            return
        frame.ret = ret
        st.frames.append(frame)

    def bind(
        self, st: State, func: FuncObj, code: Code, args: list[Value], kwargs: dict[str, Value]
    ) -> dict[str, Value]:
        """The parameters of a call by name; a call that does not fit gives unknown values rather than an error."""
        params = code.params
        n = len(params)
        variables: dict[str, Value] = dict(zip(params, args))
        if len(args) > n:
            if code.vararg is not None:
                variables[code.vararg] = tuple(args[n:])
            else:
                raise self.error(
                    st, "TypeError", f"{code.name}() takes {n} positional arguments but {len(args)} were given"
                )
        elif code.vararg is not None:
            variables[code.vararg] = ()
        extra: dict[str, Value] = {}
        for k, v in kwargs.items():
            if k in code.kwonly or k in params[code.posonly :]:
                variables[k] = v
            else:
                extra[k] = v
        if code.kwarg is not None:
            variables[code.kwarg] = self.dict_(st, extra)
        elif extra:
            raise self.error(st, "TypeError", f"{code.name}() got an unexpected keyword argument {next(iter(extra))!r}")
        defaults = func.defaults
        if defaults:
            for p, d in zip(params[n - len(defaults) :], defaults):
                if p not in variables:
                    variables[p] = d
        for k in code.kwonly:
            if k not in variables:
                variables[k] = func.kwdefaults[k] if k in func.kwdefaults else self.unknown()
        for p in params:
            if p not in variables:
                raise self.error(st, "TypeError", f"{code.name}() missing 1 required positional argument: {p!r}")
        return variables

    def instantiate(
        self, st: State, ref: Ref, cls: ClassObj, args: list[Value], kwargs: dict[str, Value], ret: Any
    ) -> None:
        """Make an instance: __new__ where the class has its own, then __init__."""
        meta = self.class_attr(st, ref, "__class_call__")
        if meta is not None:
            self.call(st, meta, [ref, *args], kwargs, ret)
            return
        maker = self.class_attr(st, ref, "__new__")
        if maker is not None:
            if maker.__class__ is Static:
                maker = maker.func

            def made(vm: Machine, s: State, v: Value) -> Value:
                if v.__class__ is Ref and s.obj(v).__class__ is InstObj:
                    vm.initialise(s, v, ref, args, kwargs, ret)
                else:
                    vm.finish(s, v, ret)
                return _SETTLED

            self.call(st, maker, [ref, *args], kwargs, made)
            return
        inst = self.new(st, InstObj(ref, {}))
        self.initialise(st, inst, ref, args, kwargs, ret)

    def initialise(self, st: State, inst: Ref, ref: Ref, args: list[Value], kwargs: dict[str, Value], ret: Any) -> None:
        init = self.class_attr(st, ref, "__init__")
        if init is None:
            if args and self.is_subclass(st, ref, "BaseException"):
                st.own(inst).attrs["args"] = tuple(args)
            self.finish(st, inst, ret)
            return

        def made(vm: Machine, s: State, v: Value) -> Value:
            vm.finish(s, inst, ret)
            return _SETTLED

        self.call(st, init, [inst, *args], kwargs, made)

    def unknown_call(self, st: State, func: Value, args: list[Value], kwargs: dict[str, Value]) -> Value:
        """The result of calling something that is not known: it may hang on whatever it was given."""
        if func.__class__ is Unk and func.kind in ("foreign", "int", "float", "bool", "str"):
            return self.unknown("foreign")
        trust = GUESS
        assumption = ""
        deps: dict[Edge, None] = {}
        if func.__class__ is Unk:
            if func.kind == "module":
                trust = LIKELY
                assumption = f"{label(func)} is a network with trainable parameters"
                deps[self.module_leaf(st, func)] = None
            for e in func.deps:
                deps[e] = None
            trust = max(trust, func.trust)
        for edge, doubt in self.edges_in(st, [*args, *kwargs.values()]):
            deps[edge] = None
            trust = max(trust, doubt)
        if not deps or not st.grad:
            return self.unknown("tensor" if func.__class__ is Unk and func.kind == "module" else "any")
        self.seq += 1
        site = self.where(st)
        node = Node(self.seq, "call", site, tuple(deps), self.saves_of(st, deps), True, trust, assumption)
        self.log.built(node)
        return self.unknown("graph", (node,), trust, assumption)

    def saves_of(self, st: State, deps: dict[Edge, None]) -> tuple[Any, ...]:
        from ..autograd.graph import Saved

        found = []
        for e in deps:
            if e.__class__ is int:
                t = st.obj(Ref(e))
                found.append(Saved(t.storage, st.life.versions.get(t.storage, 0), e, LIKELY))
        return tuple(found)

    def module_leaf(self, st: State, func: Unk) -> int:
        """The stand-in for the parameters of an unknown network."""
        key = (func.key, ".parameters")
        found = st.side.get(key)
        if found is None:
            t = TensorObj(self.fresh(), None, True)
            t.parameter = True
            t.label = label(func) + ".parameters()"
            found = st.side[key] = self.new(st, t)
        return found.a

    def edges_in(self, st: State, values: list[Value], depth: int = 3) -> list[tuple[Edge, int]]:
        """The edges of every tensor that is found in `values`, a few containers deep."""
        found: list[tuple[Edge, int]] = []
        seen: set[int] = set()
        stack = [(v, depth) for v in values]
        while stack:
            v, left = stack.pop()
            kind = v.__class__
            if kind is Ref:
                if v.a in seen:
                    continue
                seen.add(v.a)
                o = st.obj(v)
                name = o.__class__
                if name is TensorObj:
                    if o.requires_grad:
                        found.append((self.edge_of(st, v, o), CERTAIN))
                elif left > 0:
                    if name is ListObj:
                        stack.extend((x, left - 1) for x in o.items)
                    elif name is DictObj:
                        stack.extend((x, left - 1) for x in o.items.values())
                    elif name is InstObj and not self.is_subclass(st, o.cls, "Optimizer"):
                        stack.extend((x, left - 1) for x in o.attrs.values())
            elif kind is tuple:
                if left > 0:
                    stack.extend((x, left - 1) for x in v)
            elif kind is Unk:
                found.extend((e, v.trust) for e in v.deps)
                if v.kind == "module" and left == depth:
                    found.append((self.module_leaf(st, v), LIKELY))
            elif kind is Bound and left > 0:
                stack.append((v.self, left - 1))
        return found

    def edge_of(self, st: State, ref: Ref, t: TensorObj) -> Edge:
        """What a tensor's users hang on: its grad_fn, or the leaf itself."""
        from ..libraries.history import node_of

        node = node_of(self, st, ref, t)
        return node if node is not None else ref.a

    # --- classes

    def class_attr(self, st: State, cls: Ref, name: str) -> Value | None:
        """A name of a class, through its bases; None where there is none."""
        c = st.obj(cls)
        for a in c.mro:
            attrs = st.obj(Ref(a)).attrs
            if name in attrs:
                return attrs[name]
        return None

    def has_unknown_base(self, st: State, cls: Ref) -> bool:
        c = st.obj(cls)
        return any(st.obj(Ref(a)).unknown for a in c.mro)

    def is_subclass(self, st: State, cls: Ref, name: str) -> bool:
        """Whether a class of this name (a library's or a builtin's) is among the bases."""
        return any(st.obj(Ref(a)).name == name for a in st.obj(cls).mro)

    def is_exception(self, st: State, exc: Value, name: str) -> bool:
        return exc.__class__ is Ref and st.obj(exc).__class__ is InstObj and self.is_subclass(st, st.obj(exc).cls, name)

    def error(self, st: State, name: str, message: str) -> Raised:
        """A builtin exception of the program, to be raised."""
        cls = self.builtins.get(name) or self.builtins["Exception"]
        return Raised(self.new(st, InstObj(cls, {"args": (message,)})))

    def instance_class(self, st: State, v: Value) -> Ref | None:
        if v.__class__ is Ref:
            o = st.obj(v)
            if o.__class__ is InstObj:
                return o.cls
        return None

    # --- attributes

    def bind_method(self, st: State, owner: Value, found: Value, cls: Ref) -> Value:
        """What a class attribute becomes when it is read through an instance."""
        kind = found.__class__
        if kind is Ref and st.obj(found).__class__ is FuncObj:
            return Bound(found, owner)
        if kind is Native or (kind is Bound and isinstance(found.func, Native)):
            return Bound(found, owner) if kind is Native else found
        if kind is Static:
            return found.func
        if kind is ClassMethod:
            return Bound(found.func, cls)
        if kind is Prop:
            if found.fget is None:
                return self.unknown()
            if found.cached:

                def keep(vm: Machine, s: State, value: Value) -> Value:
                    if owner.__class__ is Ref and s.obj(owner).__class__ is InstObj:
                        s.own(owner).attrs[found.name] = value
                    return value

                return Call(found.fget, [owner], {}, keep)
            return Call(found.fget, [owner])
        return found


class _Settled:
    pass


_SETTLED = _Settled()
_NOWHERE = _Settled()


def label(u: Unk) -> str:
    """An unknown value in the user's words, as well as its key tells."""
    key = u.key
    if isinstance(key, tuple) and key:
        if key[0] == "attr":
            return f"{label(Unk(key[1]))}.{key[2]}"
        if key[0] in ("param", "name", "import"):
            return str(key[-1])
        if key[0] == "item":
            return f"{label(Unk(key[1]))}[...]"
    return "what is called"


def module_of(obj: Obj) -> str | None:
    """The dotted name of a module object."""
    return obj.name if isinstance(obj, ModuleObj) else None
