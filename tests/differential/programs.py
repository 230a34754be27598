"""Random programs over autograd and Python that seldom fail in another way: every tensor has three elements.

`Writer` makes its choices through a function, so that Hypothesis can make (and shrink) them, or a random generator.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

Choose = Callable[[int], int]
"""choose(n): a number from 0 to n - 1."""

DOMAINS: dict[str, tuple[object, ...]] = {"flag": (False, True), "mode": ("a", "b", "c"), "n": (0, 1, 2, 3)}
"""What an open program does not know of: its parameters, and the values with which torch is asked."""

_HEAD = "import torch\nfrom torch import nn\n\n"


@dataclass
class _Names:
    """The variables that can be used at a place, by what they hold."""

    tensors: list[str] = field(default_factory=list)
    leaves: list[str] = field(default_factory=list)
    lists: list[str] = field(default_factory=list)
    modules: list[str] = field(default_factory=list)
    optimizers: list[str] = field(default_factory=list)
    functions: list[str] = field(default_factory=list)
    objects: list[str] = field(default_factory=list)
    counters: list[str] = field(default_factory=list)

    def copy(self) -> _Names:
        return _Names(*(list(getattr(self, name)) for name in self.__dataclass_fields__))


class Writer:
    """Writes one program."""

    def __init__(self, choose: Choose, open_: bool) -> None:
        self.choose = choose
        self.open = open_
        self.lines: list[str] = []
        self.fresh = 0
        self.loops = 0

    # --- choices

    def pick(self, items: list[str]) -> str:
        return items[self.choose(len(items))]

    def chance(self, of: int) -> bool:
        """True once in `of` times."""
        return self.choose(of) == of - 1

    def name(self, stem: str) -> str:
        self.fresh += 1
        return f"{stem}{self.fresh}"

    def put(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    # --- programs

    def program(self) -> str:
        names = _Names()
        self.lines = []
        depth = 0
        if self.chance(3):
            self.function(names)
        if self.chance(4):
            self.holder(names)
        if self.open:
            self.put(0, "def train(flag: bool, mode: str, n: int):")
            depth = 1
        for name in names.objects[:]:
            made = self.name("box")
            self.put(depth, f"{made} = {name}()")
            names.objects.remove(name)
            names.objects.append(made)
        self.leaf(depth, names)
        if self.chance(2):
            self.leaf(depth, names)
        if self.chance(3):
            self.module(depth, names)
        for function in names.functions:
            # one that nobody calls is judged by what callers could give it
            self.put(depth, f"{self.name('y')} = {function}({self.atom(names)}, {self.atom(names)})")
        self.block(depth, names, 4 + self.choose(7), 0)
        return _HEAD + "\n".join(self.lines) + "\n"

    def leaf(self, depth: int, names: _Names) -> None:
        name = self.name("w")
        self.put(depth, f"{name} = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)")
        names.leaves.append(name)

    def module(self, depth: int, names: _Names) -> None:
        name = self.name("m")
        make = self.pick(
            [
                "nn.Linear(3, 3)",
                "nn.Sequential(nn.Linear(3, 3), nn.Tanh())",
                "nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 3))",
            ]
        )
        self.put(depth, f"{name} = {make}")
        names.modules.append(name)
        if self.chance(2):
            optimizer = self.name("opt")
            self.put(depth, f"{optimizer} = torch.optim.SGD({name}.parameters(), lr=0.1)")
            names.optimizers.append(optimizer)

    def function(self, names: _Names) -> None:
        name = self.name("f")
        self.put(0, f"def {name}(x, y):")
        inner = _Names(tensors=["x", "y"])
        self.block(1, inner, 1 + self.choose(2), 3)
        self.put(1, f"return {self.expression(inner)}")
        self.put(0, "")
        names.functions.append(name)

    def holder(self, names: _Names) -> None:
        name = self.name("Box")
        self.put(0, f"class {name}:")
        self.put(1, "def __init__(self):")
        self.put(2, "self.state = torch.zeros(3)")
        self.put(1, "def push(self, x):")
        self.put(
            2,
            self.pick(
                [
                    "self.state = self.state + x",
                    "self.state = self.state * x",
                    "self.state = x",
                    "self.state = (self.state + x).detach()",
                ]
            ),
        )
        self.put(2, "return self.state" if self.chance(2) else "return self.state.exp()")
        self.put(0, "")
        names.objects.append(name)

    # --- statements

    def block(self, depth: int, names: _Names, length: int, nesting: int) -> None:
        start = len(self.lines)
        for _ in range(length):
            self.statement(depth, names, nesting)
        if len(self.lines) == start:
            self.put(depth, "pass")

    def statement(self, depth: int, names: _Names, nesting: int) -> None:
        kinds: list[Callable[[int, _Names], None]] = [self.assign, self.assign, self.backward, self.backward]
        kinds += [self.change, self.collect, self.gradient, self.cut]
        if names.optimizers:
            kinds += [self.step, self.step]
        if nesting < 2:
            for compound in (self.loop, self.branch, self.guarded, self.no_grad):
                kinds.append(lambda d, n, c=compound: c(d, n, nesting))  # type: ignore[misc]
        if self.loops:
            kinds.append(self.leave)
        kinds[self.choose(len(kinds))](depth, names)

    def assign(self, depth: int, names: _Names) -> None:
        value = self.expression(names)
        target = self.pick(names.tensors) if names.tensors and self.chance(2) else self.name("x")
        self.put(depth, f"{target} = {value}")
        if target not in names.tensors:
            names.tensors.append(target)

    def backward(self, depth: int, names: _Names) -> None:
        options = ["", "", "", "retain_graph=True", "retain_graph=True"]
        if self.open:
            options.append("retain_graph=flag")
        if names.counters:
            options.append(f"retain_graph={self.pick(names.counters)} < 1")
        arguments = self.pick(options)
        root = self.atom(names) if self.chance(2) else f"({self.expression(names)})"
        if self.chance(6) and names.leaves:
            extra = f", {arguments}" if arguments else ""
            self.put(depth, f"torch.autograd.grad({root}.sum(), {self.pick(names.leaves)}{extra}, allow_unused=True)")
        else:
            self.put(depth, f"{root}.sum().backward({arguments})")

    def change(self, depth: int, names: _Names) -> None:
        if not names.tensors:
            return self.assign(depth, names)
        name = self.pick(names.tensors)
        other = self.atom(names)
        how = [
            f"{name}.mul_(2)",
            f"{name} *= 2",
            f"{name}.add_(1)",
            f"{name}.mul_({other})",
            f"{name}[0] = 1.0",
            f"{name}.zero_()",
        ]
        how += [
            f"{name}.copy_({other})",
            f"{name}.exp_()",
            f"{name}[:2].mul_(2)",
            f"{name} += {other}",
            f"{name}.clamp_(0.5)",
        ]
        self.put(depth, self.pick(how))
        return None

    def collect(self, depth: int, names: _Names) -> None:
        if not names.lists or self.chance(4):
            name = self.name("xs")
            self.put(depth, f"{name} = [{self.atom(names)}]")
            names.lists.append(name)
            return
        name = self.pick(names.lists)
        if self.chance(5):
            self.put(depth, f"{name} = {name}[-1:]")
        else:
            self.put(depth, f"{name}.append({self.atom(names)})")

    def gradient(self, depth: int, names: _Names) -> None:
        if not names.leaves:
            return self.assign(depth, names)
        leaf = self.pick(names.leaves)
        how = [f"{leaf}.grad = None", f"print({leaf}.grad)", f"with torch.no_grad(): {leaf}.mul_(0.9)"]
        how += [f"{leaf}.data.mul_(0.9)", f"{leaf} = {leaf}.detach().requires_grad_()"]
        self.put(depth, self.pick(how))
        return None

    def cut(self, depth: int, names: _Names) -> None:
        if not names.tensors:
            return self.assign(depth, names)
        name = self.pick(names.tensors)
        how = [
            f"{name} = {name}.detach()",
            f"{name} = {name}.clone()",
            f"{name} = {name}.data",
            f"{name} = {name}.detach().requires_grad_()",
        ]
        how += [f"{name} = {name}.view(3)", f"{name} = torch.tensor({name}.tolist())"]
        self.put(depth, self.pick(how))
        return None

    def step(self, depth: int, names: _Names) -> None:
        optimizer = self.pick(names.optimizers)
        self.put(depth, f"{optimizer}.{self.pick(['step()', 'step()', 'zero_grad()', 'zero_grad(set_to_none=False)'])}")

    def leave(self, depth: int, names: _Names) -> None:
        condition = self.condition(names)
        self.put(depth, f"if {condition}:")
        self.put(depth + 1, self.pick(["break", "continue"]))

    # --- compound statements: what they bind is not relied on after them

    def loop(self, depth: int, names: _Names, nesting: int) -> None:
        counter = self.name("i")
        inner = names.copy()
        bounds = [f"range({1 + self.choose(3)})"]
        if self.open:
            bounds += ["range(n)", "range(n)"]
        if names.lists and self.chance(3):
            item = self.name("x")
            self.put(depth, f"for {item} in list({self.pick(names.lists)}):")
            inner.tensors.append(item)
        else:
            self.put(depth, f"for {counter} in {self.pick(bounds)}:")
            inner.counters.append(counter)
        self.loops += 1
        self.block(depth + 1, inner, 1 + self.choose(4), nesting + 1)
        self.loops -= 1

    def condition(self, names: _Names) -> str:
        options = (
            ["True", "False"]
            if not self.open
            else ["flag", "not flag", 'mode == "a"', 'mode != "b"', "n > 1", "n == 2"]
        )
        for counter in names.counters:
            options += [f"{counter} == 0", f"{counter} % 2 == 1", f"{counter} > 0"]
        return self.pick(options)

    def branch(self, depth: int, names: _Names, nesting: int) -> None:
        self.put(depth, f"if {self.condition(names)}:")
        self.block(depth + 1, names.copy(), 1 + self.choose(2), nesting + 1)
        if self.chance(2):
            self.put(depth, "else:")
            self.block(depth + 1, names.copy(), 1 + self.choose(2), nesting + 1)

    def guarded(self, depth: int, names: _Names, nesting: int) -> None:
        if not self.chance(2):
            return self.backward(depth, names)
        self.put(depth, "try:")
        self.backward(depth + 1, names)
        self.put(depth, "except RuntimeError:")
        self.block(depth + 1, names.copy(), 1, nesting + 1)
        return None

    def no_grad(self, depth: int, names: _Names, nesting: int) -> None:
        self.put(
            depth,
            self.pick(["with torch.no_grad():", "with torch.enable_grad():", "with torch.set_grad_enabled(False):"]),
        )
        self.block(depth + 1, names, 1 + self.choose(2), 3)

    # --- expressions

    def atom(self, names: _Names) -> str:
        return self.pick([*names.tensors, *names.leaves] or ["torch.ones(3)"])

    def expression(self, names: _Names) -> str:
        a, b = self.atom(names), self.atom(names)
        forms = [
            f"{a} * {b}",
            f"{a} * 2",
            f"{a} + {b}",
            f"{a} - 1",
            f"{a} / {b}",
            f"{a} ** 2",
            f"{a}.exp()",
            f"{a}.tanh()",
            f"{a}.relu()",
        ]
        forms += [
            f"torch.stack([{a}, {b}]).sum(0)",
            f"torch.cat([{a}[:1], {b}[1:]])",
            f"{a}.flip(0)",
            f"{a}.clone()",
            f"{a}.view(3)",
        ]
        forms += [
            f"{a}.sum().expand(3)",
            f"torch.where({a} > 1, {a}, {b})",
            f"{a}.clamp(min=0)",
            f"{a}.detach() * {b}",
            f"torch.maximum({a}, {b})",
        ]
        if names.lists:
            xs = self.pick(names.lists)
            forms += [
                f"sum({xs})",
                f"{xs}[-1]",
                f"torch.stack({xs}).mean(0)",
                f"sum(x * 2 for x in {xs})",
                f"[x.exp() for x in {xs}][0]",
            ]
        if names.modules:
            forms += [f"{self.pick(names.modules)}({a})"] * 3
        if names.functions:
            forms += [f"{self.pick(names.functions)}({a}, {b})"] * 3
        if names.objects:
            box = self.pick(names.objects)
            forms += [f"{box}.push({a})", f"{box}.state * {a}"] * 2
        if self.open:
            forms.append(f"({a} * 2 if flag else {b})")
        return self.pick(forms)


def write(choose: Choose, open_: bool) -> str:
    """A random program; an open one is a function `train` over DOMAINS."""
    return Writer(choose, open_).program()
