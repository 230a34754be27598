"""When two states at one place are one: a walk in lockstep over what either may still look at.

The states may differ in the names of what is new (addresses, nodes, unknown keys), in variables that are not read
again, and in plain values that hang on one open condition, which become a choice on it. The state that is kept is a
real one: nothing is invented, and nothing is lost but a second telling of the same story.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..autograd.graph import Node
from . import facts
from .state import Frame, State
from .values import Bound, GenObj, IterObj, Obj, Ref, ScopeObj, TensorObj, Unk, Value

_UNTOLD = frozenset(["storage", "label", "site", "seen", "stepped", "of", "owner"])
_CHOICES = frozenset([str, bool, float])
_NOTHING = object()


class Different(Exception):
    """The states are two."""


class Reach:
    """What a waiting state can still get at: addresses, nodes and the keys of unknown values."""

    __slots__ = ("addresses", "keys", "nodes")

    def __init__(self, st: State) -> None:
        self.addresses: set[int] = set()
        self.keys: set[Any] = set()
        self.nodes: set[Node] = set()
        heap, seen, keys = st.heap, self.addresses, self.keys
        stack: list[Any] = []
        scopes: dict[int, frozenset[str] | None] = {}
        for frame in st.frames:
            _frame_roots(frame, scopes, stack)
        for key, v in st.side.items():
            if isinstance(key, tuple) and key and key[0] == "gradient":
                continue
            stack.append(v)
        while stack:
            v = stack.pop()
            kind = v.__class__
            if kind is Ref:
                a = v.a
                if a in seen:
                    continue
                seen.add(a)
                o = heap.get(a)
                if o is None:
                    continue
                if o.__class__ is ScopeObj:
                    live = scopes.get(a)
                    stack.extend(o.vars.values() if live is None else (x for k, x in o.vars.items() if k in live))
                    if o.parent is not None:
                        stack.append(Ref(o.parent))
                elif o.__class__ is GenObj:
                    if o.frame is not None:
                        _frame_roots(o.frame, scopes, stack)
                else:
                    for name in o.__class__.__slots__:
                        x = getattr(o, name)
                        if x.__class__ in _WALKED:
                            stack.append(x)
                        elif name == "scope" and isinstance(x, int):
                            stack.append(Ref(x))
            elif kind is tuple or kind is list or kind is set:
                stack.extend(v)
            elif kind is dict:
                stack.extend(v.keys())
                stack.extend(v.values())
            elif kind is Bound:
                stack.append(v.func)
                stack.append(v.self)
            elif kind is Unk:
                _add_keys(v.key, keys)
                stack.extend(e for e in v.deps if e.__class__ is Node)
            elif kind is Node:
                self._below(v)

    def _below(self, root: Node) -> None:
        nodes = self.nodes
        stack = [root]
        while stack:
            node = stack.pop()
            if node not in nodes:
                nodes.add(node)
                stack.extend(e for e in node.edges if e.__class__ is Node)

    def dead(self, key: Any, names: list[Any]) -> bool:
        """Whether a fact on this key can never be asked again."""
        if key.__class__ is Unk:
            return self.dead(key.key, names)
        if not isinstance(key, tuple) or not key:
            return False
        if key in self.keys:
            return False
        if key[0] == "choice":
            return True
        if key[0] == "new":
            return isinstance(key[1], int) and key[1] > 0
        if key[0] == "param":
            return True
        if key[0] in ("itemof", "tensor", "pick") and len(key) > 1 and isinstance(key[1], int):
            return key[1] > 0 and key[1] not in self.addresses
        if key[0] == "expr" and len(key) == 2 and key[1] < len(names):
            return self.dead(names[key[1]], names)
        return any(self.dead(part, names) for part in key)


_WALKED = frozenset([Ref, tuple, list, dict, set, Bound, Unk, Node])


def _frame_roots(frame: Frame, scopes: dict[int, frozenset[str] | None], stack: list[Any]) -> None:
    live = frame.code.live(frame.pc)
    known = scopes.get(frame.scope, _NOTHING)
    scopes[frame.scope] = live if known is _NOTHING else None
    stack.append(Ref(frame.scope))
    stack.extend(frame.stack)


def _add_keys(key: Any, keys: set[Any]) -> None:
    if isinstance(key, tuple) and key not in keys:
        keys.add(key)
        for part in key:
            _add_keys(part.key if part.__class__ is Unk else part, keys)


def reach(st: State) -> Reach:
    """The reach of a waiting state, worked out once."""
    if st.reach is None:
        st.reach = Reach(st)
    found: Reach = st.reach
    return found


class Match:
    """Compares two states in lockstep."""

    def __init__(self, one: State, two: State) -> None:
        self.one, self.two = one, two
        self.refs: dict[int, int] = {}
        self.nodes: dict[Node, Node] = {}
        self.keys: dict[Any, Any] = {}
        self.back: dict[Any, Any] = {}
        self.work: list[tuple[int, int]] = []
        self.live: dict[int, frozenset[str] | None] = {}
        self.choices: list[tuple[Callable[[], Any], Any, Value, Value]] = []
        self.weakened: list[Callable[[], None]] = []
        self.failed: int | None = None
        self._condition: Any = _NOTHING

    def condition(self) -> Any:
        """The one open condition on which the two states went apart, where it is just one; else None."""
        if self._condition is _NOTHING:
            f, g = self.one.facts, self.two.facts
            differing = [k for k in f.keys() | g.keys() if f.get(k, _NOTHING) != g.get(k, _NOTHING)]
            self._condition = _split(f, g, differing)
            if differing and self._condition is None:
                ours, theirs = reach(self.one), reach(self.two)
                names = self.one.names
                differing = [k for k in differing if not (ours.dead(k[1], names) and theirs.dead(k[1], names))]
                self._condition = _split(f, g, differing)
            if not differing:
                # what set them apart can never be asked again: any new proposition will do
                names = self.one.names
                names.append(("choice", len(names)))
                self._condition = (("expr", len(names) - 1), True, {})
        return self._condition

    def value(self, x: Value, y: Value) -> None:
        if x is y:
            return
        kind = x.__class__
        if kind is not y.__class__:
            raise Different
        if kind is Ref:
            self.address(x.a, y.a)
        elif kind is tuple or kind is list:
            if len(x) != len(y):
                raise Different
            for p, q in zip(x, y):
                self.value(p, q)
        elif kind is dict:
            if len(x) != len(y):
                raise Different
            for (k, p), (m, q) in zip(x.items(), y.items()):
                self.value(k, m)
                self.value(p, q)
        elif kind is Node:
            self.node(x, y)
        elif kind is Bound:
            self.value(x.func, y.func)
            self.value(x.self, y.self)
        elif kind is Unk:
            self.unknown(x, y)
        elif x != y:
            raise Different

    def unknown(self, x: Unk, y: Unk) -> None:
        if x.key != y.key:
            if x.kind != y.kind or x.trust != y.trust or not _renamable(x.key) or not _renamable(y.key):
                raise Different
            if self.keys.setdefault(x.key, y.key) != y.key or self.back.setdefault(y.key, x.key) != x.key:
                raise Different
        if x.deps != y.deps:
            if len(x.deps) != len(y.deps):
                raise Different
            for e, f in zip(x.deps, y.deps):
                if isinstance(e, Node) and isinstance(f, Node):
                    self.node(e, f)
                elif isinstance(e, Node) or isinstance(f, Node):
                    raise Different
                else:
                    self.address(e, f)

    def address(self, a: int, b: int) -> None:
        if a == b:
            return
        known = self.refs.get(a)
        if known is not None:
            if known != b:
                raise Different
            return
        if a in self.two.heap or b in self.one.heap:
            raise Different
        self.refs[a] = b
        self.work.append((a, b))

    def node(self, x: Node, y: Node) -> None:
        stack = [(x, y)]
        while stack:
            x, y = stack.pop()
            if x is y or self.nodes.get(x) is y:
                continue
            if x.name != y.name or x.site is not y.site or x.keeps != y.keeps or len(x.edges) != len(y.edges):
                raise Different
            if len(x.saved) != len(y.saved) or x.trust != y.trust:
                raise Different
            for s, t in zip(x.saved, y.saved):
                if self._stale(self.one, s) != self._stale(self.two, t):
                    raise Different
            freed_x, freed_y = self.one.life.freed.get(x), self.two.life.freed.get(y)
            if (freed_x is None) != (freed_y is None) or (freed_x and freed_y and freed_x.site is not freed_y.site):
                raise Different
            self.nodes[x] = y
            for e, f in zip(x.edges, y.edges):
                if isinstance(e, Node) and isinstance(f, Node):
                    stack.append((e, f))
                elif isinstance(e, Node) or isinstance(f, Node):
                    raise Different
                else:
                    self.address(e, f)

    @staticmethod
    def _stale(state: State, saved: Any) -> bool:
        return bool(state.life.versions.get(saved.storage, 0) != saved.version)

    def objects(self, x: Obj, y: Obj, a: int) -> None:
        if x is y:
            return
        if x.__class__ is not y.__class__:
            raise Different
        for name in x.__class__.__slots__:
            p, q = getattr(x, name), getattr(y, name)
            if p is q or name in _UNTOLD:
                continue
            if name == "base" and not x.requires_grad and not y.requires_grad:  # type: ignore[attr-defined]
                continue
            if name == "vars" or name == "attrs":
                self.named(a, name, p, q, self.live.get(a) if name == "vars" else None)
            elif name == "scope" and isinstance(p, int):
                self.address(p, q)
            elif name == "frame" and isinstance(x, GenObj):
                self.frame(p, q)
            elif name == "parent":
                if p is None or q is None:
                    raise Different
                self.address(p, q)
            elif name in ("used", "stale", "lost") and isinstance(x, TensorObj):
                if (p is None) != (q is None):
                    raise Different
            elif name == "shape":
                if p != q:
                    self.weakened.append(lambda: setattr(self.one.own_at(a), "shape", None))
            elif name == "items" and isinstance(p, list):
                self.sequence(p, q, lambda: self.one.own_at(a).items)
            else:
                self.value(p, q)

    def named(self, a: int, slot: str, x: dict[str, Value], y: dict[str, Value], live: frozenset[str] | None) -> None:
        """Variables or attributes, by name; those that are not read again do not matter."""
        if live is None and len(x) != len(y):
            raise Different
        for k, p in x.items():
            if live is not None and k not in live:
                continue
            q = y.get(k, _NOTHING)
            if p is q:
                continue
            if q is _NOTHING:
                raise Different
            if p.__class__ is q.__class__ and p.__class__ in _CHOICES:
                if p != q:
                    self.choice(lambda: getattr(self.one.own_at(a), slot), k, p, q)
                continue
            self.value(p, q)
        if live is not None:
            for k in y:
                if k in live and k not in x:
                    raise Different

    def choice(self, box: Callable[[], Any], key: Any, p: Value, q: Value) -> None:
        """Two plain values in one place: possible where one open condition set the states apart."""
        if self.condition() is None:
            raise Different
        self.choices.append((box, key, p, q))

    def sequence(self, x: list[Value], y: list[Value], box: Callable[[], Any]) -> None:
        """Items by position; numbers may become a choice."""
        if len(x) != len(y):
            raise Different
        for i, (p, q) in enumerate(zip(x, y)):
            if p.__class__ is q.__class__ and p.__class__ in _CHOICES:
                if p != q:
                    self.choice(box, i, p, q)
            else:
                self.value(p, q)

    def frame(self, x: Frame | None, y: Frame | None) -> None:
        if x is None or y is None:
            if x is not y:
                raise Different
            return
        if x.code is not y.code or x.pc != y.pc or len(x.stack) != len(y.stack) or x.blocks != y.blocks:
            raise Different
        if [(p.head, p.round) for p in x.loops] != [(p.head, p.round) for p in y.loops]:
            raise Different
        live = x.code.live(x.pc)
        self.live[x.scope] = live if x.scope not in self.live else None
        self.address(x.scope, y.scope)
        self.sequence(x.stack, y.stack, lambda: x.stack)

    def whole(self) -> bool:
        """Whether the states are one but for names and facts."""
        one, two = self.one, self.two
        try:
            for mine, theirs in zip(one.frames, two.frames):
                self.frame(mine, theirs)
            heap, other = one.heap, two.heap
            for a, x in heap.items():
                y = other.get(a)
                if y is None:
                    y = one.base.get(a)
                if y is not None and y is not x:
                    self.shared(x, y, a)
            for a, y in other.items():
                if a not in heap and a in one.base:
                    self.shared(one.base[a], y, a)
            self.settle()
            if not self.lives():
                return False
            for key, v in one.side.items():
                if key in two.side:
                    self.value(v, two.side[key])
            self.settle()
        except Different:
            return False
        return True

    def settle(self) -> None:
        heap, other = self.one.heap, self.two.heap
        while self.work:
            a, b = self.work.pop()
            self.objects(heap.get(a) or self.one.base[a], other.get(b) or self.two.base[b], a)

    def shared(self, x: Obj, y: Obj, a: int) -> None:
        """An object that both have since before they went apart: it matters where either can still reach it."""
        refs, keys, back = dict(self.refs), dict(self.keys), dict(self.back)
        work, choices, weakened = len(self.work), len(self.choices), len(self.weakened)
        try:
            self.objects(x, y, a)
        except Different:
            self.failed = a
            if a in self.live or _at_hand(self.one, a) or _at_hand(self.two, a):
                raise
            if x.__class__ is not IterObj and (a in reach(self.one).addresses or a in reach(self.two).addresses):
                raise
            self.failed = None
            self.refs, self.keys, self.back = refs, keys, back
            del self.work[work:], self.choices[choices:], self.weakened[weakened:]

    def lives(self) -> bool:
        """Whether the same reachable nodes are freed and the same saved tensors are stale."""
        one, two = self.one, self.two
        nodes, storages = min(one.forked, two.forked)
        freed, other = one.life.freed, two.life.freed
        if freed.keys() != other.keys():
            # nodes that only one of them has built were compared with the tensors that hang on them
            known = {*self.nodes, *self.nodes.values()}
            open_ = [n for n in freed.keys() ^ other.keys() if n.seq <= nodes and n not in known]
            if open_ and any(n in reach(one).nodes or n in reach(two).nodes for n in open_):
                return False
        v, w = one.life.versions, two.life.versions
        if v != w:
            changed = {s for s in v.keys() | w.keys() if s <= storages and v.get(s, 0) != w.get(s, 0)}
            if changed and any(s.storage in changed for n in reach(one).nodes if n not in freed for s in n.saved):
                return False
        return True

    def facts(self) -> bool:
        """Make the first state stand for both, if the facts allow that without inventing a path."""
        one, two = self.one, self.two
        if self.choices:
            self.choose()
            return True
        f = one.facts
        g = two.facts if not self.back else {self._renamed(k): v for k, v in two.facts.items()}
        if f == g:
            return True
        differing = [k for k in f.keys() | g.keys() if f.get(k, _NOTHING) != g.get(k, _NOTHING)]
        if all(k not in f for k in differing):
            return True
        if all(k not in g for k in differing):
            for k in differing:
                del f[k]
            return True
        if _joined(f, g, differing):
            return True
        ours, theirs, names = reach(one), reach(two), one.names
        dead = [k for k in differing if ours.dead(k[1], names) and theirs.dead(k[1], names)]
        rest = [k for k in differing if k not in dead]
        if not rest or _joined(f, g, rest):
            for k in dead:
                f.pop(k, None)
            return True
        return False

    def choose(self) -> None:
        """Plain values that differ become a choice on the condition that set the states apart."""
        key, first, facts = self._condition
        for box, name, p, q in self.choices:
            value = Unk(
                ("select", key, *((p, q) if first else (q, p))),
                {str: "str", bool: "bool", float: "float"}[p.__class__],
            )
            box()[name] = value
        for fact, known in facts.items():
            if known is None:
                self.one.facts.pop(fact, None)
            else:
                self.one.facts[fact] = known
        ours, theirs, names = reach(self.one), reach(self.two), self.one.names
        f, g = self.one.facts, self.two.facts
        for k in [k for k in f if f[k] != g.get(k, _NOTHING)]:
            if ours.dead(k[1], names) and theirs.dead(k[1], names):
                del f[k]
        self.one.reach = None

    def _renamed(self, fact: Any) -> Any:
        return (fact[0], self._key(fact[1]), *fact[2:])

    def _key(self, key: Any) -> Any:
        known = self.back.get(key) if key.__class__ is tuple else None
        if known is not None:
            return known
        if key.__class__ is tuple and any(part.__class__ is tuple for part in key):
            return tuple(self._key(part) for part in key)
        return key


def _at_hand(st: State, a: int) -> bool:
    """Whether an object is on a stack, or in a variable that is read again."""
    for frame in st.frames:
        if any(v.__class__ is Ref and v.a == a for v in frame.stack):
            return True
        live = frame.code.live(frame.pc)
        scope = st.heap.get(frame.scope)
        if scope is not None and any(
            v.__class__ is Ref and v.a == a for k, v in scope.vars.items() if live is None or k in live
        ):
            return True
    return False


def _renamable(key: Any) -> bool:
    """Whether a key is made from the name of something new, which may as well be another's."""
    if not isinstance(key, tuple) or not key:
        return False
    return key[0] in _NEW or any(_renamable(part.key if part.__class__ is Unk else part) for part in key)


_NEW = frozenset(["new", "itemof", "expr", "tensor"])


def _split(f: dict[Any, Any], g: dict[Any, Any], differing: list[Any]) -> Any:
    """The proposition that holds in `f` or in `g` and not in the other, if that is all they differ by.

    Gives (proposition, whether it holds in `f`, the facts of the union with None for "nothing known"), or None.
    """
    if len(differing) == 1:
        k = differing[0]
        if k[0] == "b" and k in f and k in g:
            return k[1], bool(f[k]), {k: None}
        if k[0] == "iv" and k in f and k in g:
            (lo, hi), (mn, mx) = f[k], g[k]
            if hi + 1 == mn:
                return ("cmpv", "<=", Unk(k[1], "int"), int(hi)), True, {k: (lo, mx)}
            if mx + 1 == lo:
                return ("cmpv", "<=", Unk(k[1], "int"), int(mx)), False, {k: (mn, hi)}
    tags = {k[0]: k for k in differing}
    if len(differing) == 2 and differing[0][1] == differing[1][1] and "isnt" in tags and len(tags) == 2:
        others = tags["isnt"]
        known = tags.get("iv", tags.get("is"))
        for one, two in ((f, g), (g, f)):
            if known is not None and known in one and known not in two:
                value = one[known]
                if known[0] == "iv":
                    if value[0] != value[1]:
                        return None
                    value = value[0]
                before: tuple[Any, ...] = one.get(others, ())
                if two.get(others) != (*before, value):
                    return None
                asked = Unk(known[1], "int" if known[0] == "iv" else "any")
                return ("cmpv", "==", asked, value), one is f, {known: None, others: before or None}
    return None


def _joined(f: dict[Any, Any], g: dict[Any, Any], differing: list[Any]) -> bool:
    """Join what is known of one unknown value, where either state's possibilities together can be said exactly."""
    key = differing[0][1]
    tags = {k[0] for k in differing}
    if any(k[1] != key for k in differing):
        return False
    if tags == {"b"}:
        if differing[0] in f and differing[0] in g:
            del f[differing[0]]
            return True
        return False
    if not tags <= {"iv", "is", "isnt"}:
        return False
    if ("iv", key) not in f and ("iv", key) not in g:
        return _joined_values(f, g, key)
    return ("is", key) not in f and ("is", key) not in g and _joined_ranges(f, g, key)


def _joined_values(f: dict[Any, Any], g: dict[Any, Any], key: Any) -> bool:
    """Values that are known, or known not to be: together they are not what both are not."""
    one, two = ("is", key), ("isnt", key)
    ours, theirs = f.get(two, ()), g.get(two, ())
    if one in f and one in g:
        return False
    if one in f or one in g:
        value, out = (f.pop(one), theirs) if one in f else (g[one], ours)
        _set_out(f, key, [x for x in out if x != value or x.__class__ is not value.__class__])
    else:
        _set_out(f, key, [x for x in ours if x in theirs])
    return True


def _joined_ranges(f: dict[Any, Any], g: dict[Any, Any], key: Any) -> bool:
    """Two ranges with holes: together they are the range around both with the holes that both have, if these are few."""
    (lo, hi), (mn, mx) = facts.limits(f, key), facts.limits(g, key)
    ours, theirs = f.get(("isnt", key), ()), g.get(("isnt", key), ())
    if lo > mn or (lo == mn and hi > mx):
        (lo, hi), (mn, mx) = (mn, mx), (lo, hi)
    gap = mn - hi - 1
    if gap > _GAP:
        return False
    between = [int(hi) + 1 + i for i in range(int(gap))] if gap > 0 else []
    holes = [x for x in {*ours, *theirs} if _not_in(x, f, ours, key) and _not_in(x, g, theirs, key)]
    whole = (lo, max(hi, mx))
    if whole == facts.default_limits(key):
        f.pop(("iv", key), None)
    else:
        f["iv", key] = whole
    _set_out(f, key, sorted({x for x in (*holes, *between) if whole[0] <= x <= whole[1]}))
    return True


def _not_in(x: Any, known: dict[Any, Any], out: tuple[Any, ...], key: Any) -> bool:
    lo, hi = known.get(("iv", key), facts.default_limits(key))
    return x in out or not lo <= x <= hi


def _set_out(f: dict[Any, Any], key: Any, out: list[Any]) -> None:
    if out:
        f["isnt", key] = tuple(out)
    else:
        f.pop(("isnt", key), None)


_GAP = 4
"""How many numbers between two ranges may be named one by one."""


class Apart:
    """Two states that were told apart: how often, how many meetings to let pass, and the object that told."""

    __slots__ = ("at", "fails", "skip")

    def __init__(self) -> None:
        self.fails = 0
        self.skip = 0
        self.at: int | None = None

    def again(self, at: int | None) -> None:
        """They were told apart once more."""
        self.fails += 1
        self.skip = min(1 << self.fails, 32)
        self.at = at


def merged(one: State, two: State, hint: int | None = None) -> tuple[int, int | None]:
    """Whether two states at one place are one: 2 where `one` now stands for both, 1 where they differ in facts only, 0;
    and the object that tells them apart, if it was one. `hint` is the one that told last time.
    """
    if (
        one.todo is not None
        or two.todo is not None
        or one.grad != two.grad
        or one.inference != two.inference
        or one.trust != two.trust
        or len(one.frames) != len(two.frames)
    ):
        return 0, None
    if hint is not None:
        x, y = one.heap.get(hint), two.heap.get(hint)
        if x is not None and y is not None and x is not y:
            try:
                Match(one, two).objects(x, y, hint)
            except Different:
                return 0, hint
    match = Match(one, two)
    if not match.whole():
        return 0, match.failed
    if match.facts():
        for weaken in match.weakened:
            weaken()
        one.hollow = one.hollow and two.hollow
        one.reach = None
        return 2, None
    return 1, None
