"""The one way a fault is said: what the rules produce and everything else renders.

Positions inside Retrograd are 1-based lines and 0-based columns counted in code points; they are converted at the edge
(`report/` for files, `lsp/` for editors).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class Severity(Enum):
    """How sure and how grave a finding is; the values are the words of the JSON contract."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"
    HINT = "hint"


class Applicability(Enum):
    """Whether a fix keeps what the program computes (`safe`) or changes gradients, values or memory (`unsafe`)."""

    SAFE = "safe"
    UNSAFE = "unsafe"


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place in a text: line from 1, column from 0 in code points."""

    line: int
    column: int


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a text; the end is exclusive."""

    start: Position
    end: Position


@dataclass(frozen=True, slots=True)
class Site:
    """A span in a file. `path` is None for the text under analysis itself when it has no name."""

    path: str | None
    span: Span

    @property
    def line(self) -> int:
        """First line of the site, from 1."""
        return self.span.start.line


@dataclass(frozen=True, slots=True)
class Related:
    """A further place that explains a finding, in the order in which they happen."""

    site: Site
    message: str


@dataclass(frozen=True, slots=True)
class Carrier:
    """What holds a graph from one pass to the next.

    `name` is as the user writes it (`hidden`, `self.state`, `memory`); `stored` is the statement that binds or stores
    the value that carries the graph (the whole statement's span); `kind` says what it is.
    """

    name: str
    kind: str  # "variable" | "attribute" | "element"
    stored: Site


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault. The sites are facts of the engine; the remedies read them and nothing else.

    `site` is where the finding is put. `run` is the whole backward/grad call that raises, `freed` the whole call that
    freed the graph (for `saved-tensor-modified`: the modification), `built` the statement that built the shared part,
    `loop` the innermost loop statement between whose passes the fault arises.
    """

    rule: str
    cause: str
    severity: Severity
    message: str
    site: Site
    run: Site | None = None
    freed: Site | None = None
    built: Site | None = None
    loop: Site | None = None
    carrier: Carrier | None = None
    related: tuple[Related, ...] = ()
    assumptions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that kept a text, or a part of it, from being analysed: a syntax error, a budget that ran out."""

    site: Site | None
    message: str
    kind: str = "syntax"  # "syntax" | "budget" | "internal"


@dataclass(frozen=True, slots=True)
class Run:
    """What one backward/grad call does, for hovers and hints.

    `built`: where the nodes that it executes were built, in order of first appearance, with the operation's name and
    whether the node keeps tensors. `frees` is False where every execution keeps the graph.
    """

    site: Site
    call: str
    frees: bool
    built: tuple[Built, ...] = ()
    used_again: tuple[Site, ...] = ()


@dataclass(frozen=True, slots=True)
class Built:
    """One operation of a graph."""

    site: Site
    operation: str
    keeps: bool


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace `span` by `content`."""

    span: Span
    content: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A remedy applied to a finding: `message` says what happens and to what, `remedy` is the remedy's name."""

    remedy: str
    message: str
    edits: tuple[Edit, ...]
    preferred: bool = False
    applicability: Applicability = Applicability.UNSAFE


@dataclass(frozen=True, slots=True)
class Analysis:
    """All that is known of one text."""

    path: str | None
    text: str
    findings: tuple[Finding, ...] = ()
    problems: tuple[Problem, ...] = ()
    runs: tuple[Run, ...] = ()
    dependencies: tuple[str, ...] = field(default=())
    ends: tuple[str, ...] = ()
    """Exceptions in which some path of the program ends, as a traceback's last line says them (a fix must not add one)."""
