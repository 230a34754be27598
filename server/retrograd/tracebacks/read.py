"""Frames in pasted text, however it was printed: by Python, IPython, pytest, a logger, or one process of many."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Frame:
    """One line of a call stack: the file as it is written, the line from 1, and the source where it is shown."""

    file: str
    line: int
    function: str = ""
    source: str = ""

    @property
    def foreign(self) -> bool:
        """Whether this is the code of a library, or of nobody's file at all."""
        return _FOREIGN.search(self.file.replace("\\", "/")) is not None

    @property
    def cell(self) -> int | None:
        """The number that IPython has given to the run of a cell, for code of a notebook."""
        found = _CELL.search(self.file)
        return int(found[1]) if found else None


@dataclass(frozen=True, slots=True)
class Traceback:
    """What a pasted text holds: the stack of the error, outermost first, and, from anomaly mode, that of the forward."""

    frames: tuple[Frame, ...]
    forward: tuple[Frame, ...]
    message: str

    @property
    def deepest(self) -> Frame | None:
        """The innermost frame in the user's own code."""
        return _deepest(self.frames)

    @property
    def built(self) -> Frame | None:
        """Where, according to anomaly mode, the operation that fails was recorded."""
        return _deepest(self.forward)

    @property
    def through(self) -> str | None:
        """What the error came through on its way, where that changes what can be done about it."""
        for mark, words in _WRAPPERS:
            if any(mark in frame.file.replace("\\", "/") for frame in self.frames):
                return words
        return None


_FOREIGN = re.compile(
    r"/(?:site|dist)-packages/|/lib/python\d|importlib\._bootstrap|^<(?:frozen|string|__array_function__)"
    r"|/torch/(?:_?tensor\.py|_[a-z]+/|(?:autograd|nn|optim|utils|cuda|amp|distributed|multiprocessing)/)"
)
_CELL = re.compile(r"(?:ipython-input-|ipykernel_\d+/.*?|In ?\[)(\d+)")
_WRAPPERS = (
    ("_functorch/", "It came through code that torch.compile has made: the compiled region counts as one operation."),
    ("torch/autograd/function.py", "It came through a torch.autograd.Function, or through reentrant checkpointing."),
    ("accelerate/accelerator.py", "It came through accelerate's backward, which hands its arguments on to torch."),
    ("deepspeed/", "It came through DeepSpeed's backward, which hands its arguments on to torch."),
    ("lightning", "It came through Lightning, which goes backward for training_step by itself."),
)

# What processes, loggers and test runners put before each line.
_PREFIX = re.compile(r"^(?:\[?(?:rank|default|worker)\s?\d+\]?:?\s?|\(\w+ pid=\d+[^)]*\) |E {1,3}(?=\S)|> (?=\s*File))")
_PYTHON = re.compile(r'^\s*File "(?P<file>[^"]+)", line (?P<line>\d+)(?:, in (?P<function>.+))?\s*$')
_IPYTHON = re.compile(r"^(?:File )?(?P<file>[^\s:][^:]*?|[A-Za-z]:[^:]+?):(?P<line>\d+), in (?P<function>[^\n(]+)")
_CELL_HEAD = re.compile(r"^(?:Input In|Cell In) ?\[(?P<number>\d+)\](?:, line (?P<line>\d+))?")
_OLD_HEAD = re.compile(r"^(?P<file><ipython-input-\d+-\w+>|[~/\w.\\:-]+\.py) in (?P<function>[\w<>.]+)")
_ARROW = re.compile(r"^-+>\s*(?P<line>\d+)\s?(?P<source>.*)$")
_PYTEST = re.compile(r"^(?P<file>[^\s:]+\.py):(?P<line>\d+): (?:in (?P<function>\S+)|\w*(?:Error|Exception)?\s*)$")
_ERROR = re.compile(r"^(?:[\w.]+\.)?(?:\w*Error|\w*Exception|\w*Unsupported\w*)\b(?:: ?| +-?)")
_FORWARD = re.compile(r"Traceback of forward call that (?:caused|induced) the (?:previous calculation|error)", re.I)


def read(text: str) -> Traceback:
    """The stack that ends in the last error of a text; frames are found wherever they are."""
    lines = [_PREFIX.sub("", line) for line in text.splitlines()]
    marks = [i for i, line in enumerate(lines) if _FORWARD.search(line)]
    if not marks:
        return Traceback(tuple(_frames(_last_stack(lines))), (), _message(lines))
    # Anomaly mode prints the forward's stack, then the program dies with its own.
    start = marks[-1] + 1
    end = next((i for i in range(start, len(lines)) if _starts(lines[i])), len(lines))
    rest = [*lines[: marks[-1]], *lines[end:]]
    return Traceback(tuple(_frames(_last_stack(rest))), tuple(_frames(lines[start:end])), _message(rest))


def _starts(line: str) -> bool:
    return line.strip().startswith("Traceback (most recent call last)")


def _last_stack(lines: list[str]) -> list[str]:
    """The lines from the last beginning of a stack on; all, where no beginning is marked."""
    starts = [i for i, line in enumerate(lines) if _starts(line)]
    return lines[starts[-1] :] if starts else lines


def _frames(lines: list[str]) -> Iterator[Frame]:
    header: tuple[str, str] | None = None
    for number, line in enumerate(lines):
        following = lines[number + 1] if number + 1 < len(lines) else ""
        if found := _PYTHON.match(line):
            source = "" if _PYTHON.match(following) or _ERROR.match(following) else following.strip()
            yield Frame(found["file"], int(found["line"]), found["function"] or "", source)
            header = None
        elif found := _CELL_HEAD.match(line):
            header = (f"In[{found['number']}]", "<module>")
            if found["line"] and not _has_arrow(lines, number):
                yield Frame(header[0], int(found["line"]))
        elif found := _IPYTHON.match(line):
            header = (found["file"], found["function"].strip())
            if not _has_arrow(lines, number):
                yield Frame(header[0], int(found["line"]), header[1])
        elif found := _OLD_HEAD.match(line):
            header = (found["file"], found["function"])
        elif header is not None and (found := _ARROW.match(line)):
            yield Frame(header[0], int(found["line"]), header[1], found["source"].strip())
            header = None
        elif found := _PYTEST.match(line):
            yield Frame(found["file"], int(found["line"]), found["function"] or "")


def _has_arrow(lines: list[str], head: int) -> bool:
    """Whether the frame whose head is in line `head` shows its code, with an arrow at the line that it is in."""
    for line in lines[head + 1 : head + 14]:
        if _ARROW.match(line):
            return True
        if _IPYTHON.match(line) or _CELL_HEAD.match(line):
            return False
    return False


def _message(lines: list[str]) -> str:
    """The last error, with the lines it goes on in."""
    heads = [i for i, line in enumerate(lines) if _ERROR.match(line)]
    if not heads:
        return ""
    told = [lines[heads[-1]].strip()]
    for line in lines[heads[-1] + 1 :]:
        if not line.strip() or line.startswith((" ", "\t")):
            break
        told.append(line.strip())
    return " ".join(told)


def _deepest(frames: tuple[Frame, ...]) -> Frame | None:
    own = [frame for frame in frames if not frame.foreign]
    return own[-1] if own else None
