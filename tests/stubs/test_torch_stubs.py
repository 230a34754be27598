"""The stubs of torch against torch: programs are made from lists of expressions, and both must say the same of each."""

from __future__ import annotations

import ast
import contextlib
import functools
import io
import itertools
import os
import re
import traceback
import warnings
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import torch

from retrograd.analyze import analyze
from retrograd.interp.library import STUBS, Library
from tests.stubs.test_other_stubs import OTHERS, bound
from tests.torch_truth import MESSAGES

DATA = Path(__file__).parent.parent / "data" / "torch_stubs"
SHARE = int(os.environ.get("RETROGRAD_STUB_SHARE", "4"))
"""Of the programs that are made from lists one in so many is run; 1 runs them all, which takes minutes."""
RAISING = frozenset(["freed-graph", "saved-tensor-modified", "no-grad-fn"])
MARK = re.compile(r"[ \t]*# expect: ([\w-]+)[ \t]*$", re.M)
HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"

FORWARD = """\
m = {make}
a = ({args},)
{before}y = m(*a)
l = {loss}
"""
TWICE = "l.backward()\nl.backward()\n"
KEPT = "l.backward(retain_graph=True)\n{between}\nl.backward()\n"
LEAF = "a[0].requires_grad_()\n"
MIDDLE = "h = torch.zeros_like(a[0]).requires_grad_().add(1)\na = (h, *a[1:])\n"
"""A first argument that hangs on a leaf by a node that keeps nothing, and may be changed in place."""
EVERY = "every = [p for p in [*m.parameters(), a[0]] if p.requires_grad]\n"

TEMPLATES = {
    "twice": FORWARD + TWICE,
    "twice-leaf": FORWARD.replace("{before}", LEAF) + TWICE,
    "twice-eval": FORWARD.replace("{before}", "m.eval()\n") + TWICE,
    "twice-eval-leaf": FORWARD.replace("{before}", "m.eval()\n" + LEAF) + TWICE,
    "frozen": FORWARD.replace("{before}", "m.requires_grad_(False)\n") + TWICE,
    "frozen-leaf": FORWARD.replace("{before}", "for p in m.parameters():\n    p.requires_grad = False\n" + LEAF)
    + TWICE,
    "no-grad": FORWARD.replace("y = m(*a)", "with torch.no_grad():\n    y = m(*a)") + TWICE,
    "two-forwards": FORWARD + "k = l\ny = m(*a)\nl = {loss}\nl.backward()\nk.backward()\n",
    "two-forwards-leaf": FORWARD.replace("{before}", LEAF)
    + "k = l\ny = m(*a)\nl = {loss}\nl.backward()\nk.backward()\n",
    "adam": FORWARD.replace("{before}", "opt = torch.optim.Adam(m.parameters())\n")
    + KEPT.replace("{between}", "opt.step()"),
    "sgd-leaf": FORWARD.replace("{before}", "opt = torch.optim.SGD(m.parameters(), lr=0.1)\n" + LEAF)
    + KEPT.replace("{between}", "opt.step()"),
    "load": FORWARD.replace("{before}", LEAF) + "m.load_state_dict(m.state_dict())\nl.backward()\n",
    "output-in-place": FORWARD.replace("{before}", LEAF) + "{out}.add_(1)\nl.backward()\n",
    "middle-output-in-place": FORWARD.replace("{before}", MIDDLE) + "{out}.add_(1)\nl.backward()\n",
    "input-in-place": FORWARD + "a[0].add_(1)\nl.backward()\n",
    "middle-in-place": FORWARD.replace("{before}", MIDDLE) + "h.add_(1)\nl.backward()\n",
    "derived": FORWARD.replace("{before}", LEAF)
    + EVERY
    + "gs = torch.autograd.grad(l, every, create_graph=True, allow_unused=True)\n"
    + "s = sum([g.sum() for g in gs if g is not None and g.requires_grad])\ns.backward()\nl.backward()\n",
    "derived-twice": FORWARD.replace("{before}", LEAF)
    + EVERY
    + "gs = torch.autograd.grad(l, every, create_graph=True, allow_unused=True)\n"
    + "s = sum([g.sum() for g in gs if g is not None])\ns.backward()\ns.backward()\n",
    "one-input-leaf": FORWARD.replace("{before}", LEAF)
    + EVERY
    + "g = torch.autograd.grad(l, every[:1], allow_unused=True)\ng[0].sum().backward()\n",
}
CHANGED = FORWARD + "with torch.no_grad():\n    list(m.parameters())[{index}].add_(0)\nl.backward()\n"
PER_PARAMETER = {"changed": CHANGED, "changed-leaf": CHANGED.replace("{before}", LEAF)}


@dataclass(frozen=True)
class Line:
    """One line of a list: how a module is made, what it is called with, and what of its output is the loss."""

    family: str
    make: str
    args: str
    loss: str

    def fill(self, template: str, **more: str) -> str:
        out = self.loss.rpartition(".")[0] if self.loss.endswith(".sum()") else self.loss
        holes = {"make": self.make, "args": self.args, "loss": self.loss, "out": out, "before": "", **more}
        return HEAD + re.sub(r"\{(\w+)\}", lambda m: holes[m[1]], template)


def lines(name: str) -> Iterator[Line]:
    family = ""
    for text in (DATA / name).read_text().splitlines():
        if text.startswith("["):
            family = text.strip("[]")
        elif text and not text.startswith("#"):
            given = text.split(" | ")
            make, args, loss = [*given, *("", "y.sum()")[len(given) - 1 :]]
            yield Line(family, make, args, loss)


def families(name: str) -> list[str]:
    return list(dict.fromkeys(line.family for line in lines(name)))


@functools.cache
def module_programs() -> dict[str, dict[str, str]]:
    """Programs by family and name."""
    found: dict[str, dict[str, str]] = {}
    for line in lines("modules.txt"):
        programs = found.setdefault(line.family, {})
        for name, template in TEMPLATES.items():
            programs[f"{line.make} ({line.args}) {line.loss}: {name}"] = line.fill(template)
        made: dict[str, object] = {}
        exec(f"{HEAD}m = {line.make}\na = ({line.args},)\nm(*a)", made)
        count = len(list(made["m"].parameters()))  # type: ignore[attr-defined]
        for name, template in PER_PARAMETER.items():
            for index in range(count):
                programs[f"{line.make} ({line.args}) {line.loss}: {name} {index}"] = line.fill(
                    template, index=str(index)
                )
    return found


PARAMETERS = """\
from torch import distributions as D
a = (torch.rand(3) + 0.5).requires_grad_()
b = (torch.rand(3) + 0.5).requires_grad_()
d = {make}
v = {args}
"""
ONCE = PARAMETERS + "l = d.{what}.sum()\n"
OF_DISTRIBUTIONS = {
    "twice": ONCE + TWICE,
    "again": ONCE + "k = d.{what}.sum()\nl.backward()\nk.backward()\n",
    "sampled": PARAMETERS + "v = d.sample()\nl = d.{what}.sum()\nl.backward()\nd.{what}.sum().backward()\n",
    "under-no-grad": PARAMETERS + "with torch.no_grad():\n    l = d.{what}.sum()\nl.backward()\n",
    "a-changed": ONCE + "with torch.no_grad():\n    a.add_(0)\nl.backward()\n",
    "b-changed": ONCE + "with torch.no_grad():\n    b.add_(0)\nl.backward()\n",
    "value-changed": ONCE + "v.add_(0)\nl.backward()\n",
    "value-with-graph": ONCE.replace("v = {args}", "v = ({args}).requires_grad_()")
    + "l.backward()\nv.sum().backward()\n",
    "no-sampled-graph": PARAMETERS + "d.sample().float().sum().backward()\n",
    "own-sample": PARAMETERS + "v = d.rsample()\nl = d.{what}.sum()\nl.backward()\nv.sum().backward()\n",
    "divergence": PARAMETERS
    + "q = {make}\nl = D.kl_divergence(d, q).sum()\nl.backward()\nD.kl_divergence(d, q).sum().backward()\n",
}
WHAT = ("log_prob(v)", "entropy()", "rsample()", "mean", "variance", "stddev")


@functools.cache
def distribution_programs() -> dict[str, dict[str, str]]:
    """Programs by family and name."""
    found: dict[str, dict[str, str]] = {}
    for line in lines("distributions.txt"):
        programs = found.setdefault(line.family, {})
        for name, template in OF_DISTRIBUTIONS.items():
            for what in WHAT if "{what}" in template else WHAT[:1]:
                programs[f"{line.make} {what}: {name}"] = line.fill(template, what=what)
    return found


OVER = "m = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1))\nx = torch.randn(4, 3)\nopt = {make}\n"
CLOSURE = "def closure():\n    opt.zero_grad()\n    l = m(x).pow(2).mean()\n    l.backward()\n    return l\n"
OF_OPTIMIZERS = {
    "stepped": OVER + "l = m(x).sum()\nl.backward(retain_graph=True)\nopt.step(lambda: l)\nl.backward()\n",
    "two-losses": OVER
    + "h = m[:2](x)\na, b = m[2](h).sum(), m[2](h).pow(2).sum()\na.backward()\nopt.step(lambda: a)\nb.backward()\n",
    "without-gradients": OVER + "l = m(x).sum()\nopt.step(lambda: l)\nl.backward()\n",
    "zeroed": OVER
    + "l = m(x).sum()\nl.backward(retain_graph=True)\nopt.zero_grad()\nopt.step(lambda: l)\nl.backward()\n",
    "closure": OVER + CLOSURE + "for _ in range(3):\n    opt.step(closure)\n",
    "closure-over-an-old-graph": OVER
    + CLOSURE.replace("    l = m(x).pow(2).mean()\n", "")
    + "l = m(x).pow(2).mean()\nfor _ in range(2):\n    opt.step(closure)\n",
    "loop": OVER
    + "for _ in range(3):\n    l = m(x).sum()\n    opt.zero_grad()\n    l.backward()\n    opt.step(lambda: l)\n",
    "carried": OVER
    + "h = torch.zeros(4, 3)\nfor _ in range(3):\n    h = m[:2](h + x)\n    l = m[2](h).sum()\n    opt.zero_grad()\n"
    + "    l.backward(retain_graph=True)\n    opt.step(lambda: l)\n",
    "saved-and-loaded": OVER
    + "for _ in range(2):\n    m(x).sum().backward()\n    opt.step(lambda: m(x).sum())\n    opt.load_state_dict(opt.state_dict())\n",
}
OF_SCHEDULERS = {
    "loop": OVER.replace("{make}", "torch.optim.SGD(m.parameters(), lr=0.1, momentum=0.9)")
    + "s = {make}\nfor _ in range(3):\n    l = m(x).sum()\n    opt.zero_grad()\n    l.backward()\n    opt.step()\n"
    + "    s.step() if not isinstance(s, torch.optim.lr_scheduler.ReduceLROnPlateau) else s.step(l.detach())\n"
    + "    s.get_last_lr()\nl.backward()\n",
}


@functools.cache
def optimizer_programs() -> dict[str, dict[str, str]]:
    """Programs by family and name."""
    found: dict[str, dict[str, str]] = {}
    for line in lines("optimizers.txt"):
        for name, template in (OF_OPTIMIZERS if line.family == "optimizers" else OF_SCHEDULERS).items():
            found.setdefault(line.family, {})[f"{line.make}: {name}"] = line.fill(template)
    return found


@functools.cache
def program_files(folder: str = ".") -> dict[str, dict[str, str]]:
    """Programs written out, by file and name."""
    found: dict[str, dict[str, str]] = {}
    for file in sorted((DATA / folder).glob("*.py")):
        programs = found.setdefault(file.stem, {})
        for part in re.split(r"^# --- ", file.read_text(), flags=re.M)[1:]:
            name, _, body = part.partition("\n")
            programs[name.strip()] = HEAD + body
    return found


def torch_says(source: str) -> tuple[str, int | None]:
    """What real torch does with a program, in this process: a rule, "ok" or the error, and the line.

    An error that comes from the backward of a custom Function belongs to the line that called for it.
    """
    torch.set_num_threads(1)
    torch.manual_seed(0)
    quiet = io.StringIO()
    with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(compile(source, "<program>", "exec"), {"__name__": "__main__"})
        except Exception as error:
            frames = [(f.f_code, n) for f, n in traceback.walk_tb(error.__traceback__)]
            own = [(code.co_name, n) for code, n in frames if code.co_filename == "<program>"]
            lines = [n for _, n in itertools.takewhile(lambda at: at[0] != "backward", own)]
            rules = (rule for text, rule in MESSAGES.items() if isinstance(error, RuntimeError) and text in str(error))
            return next(rules, f"{type(error).__name__}: {error}"), lines[-1]
        finally:
            torch.set_grad_enabled(True)
    return "ok", None


KNOWN = frozenset(
    f"{make}: derived-twice"
    for make in (
        "nn.MarginRankingLoss() (torch.randn(2), torch.randn(2), torch.ones(2)) y.sum()",
        'nn.MarginRankingLoss(margin=0.5, reduction="sum") (torch.randn(2), torch.randn(2), torch.ones(2)) y.sum()',
        "nn.HingeEmbeddingLoss() (torch.randn(2, 4), torch.ones(2, 4)) y.sum()",
        "nn.CrossEntropyLoss(torch.ones(4), label_smoothing=0.1) (torch.randn(2, 4), torch.tensor([1, 3])) y.sum()",
    )
)
"""Gradients of gradients of composites on which the two differ. Of the first three torch says that the gradient has no
graph, and the engine that it was freed: what masks it looks like a part. Of the last the engine misses the freed graph."""


def disagreements(programs: dict[str, str], runs: bool = False) -> list[str]:
    """What torch and the engine say, for each program of which they say different things.

    A program that torch refuses for another reason is left out, unless each of them has to run.
    """
    found = []
    for name, source in programs.items():
        if not runs and zlib.crc32(name.encode()) % SHARE:
            continue
        rule, line = torch_says(source)
        if rule not in RAISING and rule != "ok":
            assert not runs, f"{name}: {rule}"
            continue
        truth = {(line, rule)} if rule in RAISING else set()
        ours = {(f.site.line, f.rule) for f in analyze(source, "program.py").findings if f.rule in RAISING}
        if ours != truth and name not in KNOWN:
            found.append(f"{name}\n  torch  {sorted(truth)}\n  engine {sorted(ours)}\n")
    return found


@pytest.mark.parametrize("family", families("optimizers.txt"))
def test_optimizers(family: str) -> None:
    assert not disagreements(optimizer_programs()[family])


@pytest.mark.parametrize("name", list(program_files()))
def test_programs(name: str) -> None:
    assert not disagreements(program_files()[name], runs=True)


@pytest.mark.parametrize("family", families("distributions.txt"))
def test_distributions(family: str) -> None:
    assert not disagreements(distribution_programs()[family])


@pytest.mark.parametrize("family", families("modules.txt"))
def test_modules(family: str) -> None:
    assert not disagreements(module_programs()[family])


@pytest.mark.skipif(SHARE != 1, reason="takes long")
@pytest.mark.parametrize("name", list(program_files("slow")))
def test_slow_programs(name: str) -> None:
    assert not disagreements(program_files("slow")[name], runs=True)


@pytest.mark.parametrize(
    "source", [pytest.param(s, id=n) for programs in program_files("marked").values() for n, s in programs.items()]
)
def test_libraries_that_are_not_here(source: str) -> None:
    marks = {(i, m[1]) for i, line in enumerate(source.splitlines(), 1) if (m := MARK.search(line))}
    assert {(f.site.line, f.rule) for f in analyze(MARK.sub("", source), "program.py").findings} == marks


def test_stubs_execute_to_their_end_and_hold_what_they_promise() -> None:
    lib = Library()
    for file in sorted(STUBS.rglob("*.py")):
        parts = file.relative_to(STUBS).with_suffix("").parts
        if parts[0] in OTHERS:
            ref = lib.load(".".join(p for p in parts if p != "__init__"))
            assert ref is not None
            scope = lib.heap[lib.heap[ref.a].scope].vars
            assert bound(ast.parse(file.read_text())) - {"__lazy__"} <= set(scope), file
    for full in list(lib.lazy):
        module, _, name = full.rpartition(".")
        ref = lib.load(module)
        assert ref is not None
        assert lib.lazily(lib.heap[ref.a].scope, full, name) is not None, full
