"""The process that does the work: analyses texts, prepares fixes and mends, one request at a time.

The server starts it and talks to it over its standard streams, so that a heavy or runaway analysis can neither hold up
the editor nor take the server down, and can be ended when nobody needs it any more. It imports nothing of the protocol.

A frame on either stream is eight bytes of length followed by a pickle; the answer to a request is a pair, ("done",
result) or ("failed", traceback).
"""

from __future__ import annotations

import importlib
import os
import pickle
import queue
import struct
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from ..config import Config
from ..findings import Analysis, Finding, Fix, Site
from ..mending import Choice, Mending, offers_by
from ..source.ignore import ignore_here
from ..source.text import Lines, decode

HEADER = struct.Struct("!Q")
"""How the length of a frame is written."""

ANALYZE = "retrograd.analyze:analyze"
OFFER = "retrograd.remedies:offer"


@dataclass(frozen=True, slots=True)
class Study:
    """A text to be analysed. `unsaved` holds, by path, the open texts that differ from their files."""

    text: str
    path: str | None
    config: Config
    unsaved: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Mend:
    """A finding to be mended. `unsaved` is as in a study."""

    analysis: Analysis
    finding: Finding
    unsaved: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MendAll:
    """A text of which everything is to be mended that can be mended safely, or that of one rule."""

    study: Study
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """An analysis, and those lines of other files that its findings point into."""

    analysis: Analysis
    lines: Mapping[tuple[str, int], str] = field(default_factory=dict)


class Files:
    """The texts of the project: what is open and unsaved in the editor first, then what is on the disk."""

    def __init__(self, unsaved: Mapping[str, str]) -> None:
        self._texts: dict[str, str | None] = {os.path.normcase(path): text for path, text in unsaved.items()}

    def __call__(self, path: str) -> str | None:
        """The text of the file at `path`, or None where there is none that can be read."""
        key = os.path.normcase(path)
        if key not in self._texts:
            self._texts[key] = _read(path)
        return self._texts[key]


class Worker:
    """Answers requests. `analyze` and `offer` are named as "module:function" and imported when first needed."""

    def __init__(self, analyze: str = ANALYZE, offer: str = OFFER) -> None:
        self._analyze = analyze
        self._offer = offer

    def warm(self) -> None:
        """Import the engine ahead of the first request."""
        named(self._analyze)

    def answer(self, request: Study | Mend | MendAll) -> Answer | tuple[Fix, ...] | str:
        """Do what `request` asks."""
        if isinstance(request, MendAll):
            return self._mended(request.study, request.rule)
        if isinstance(request, Study):
            files = Files(request.unsaved)
            analysis = named(self._analyze)(request.text, request.path, request.config, files)
            return Answer(analysis, dict(_foreign_lines(analysis, files)))
        fixes: tuple[Fix, ...] = named(self._offer)(request.analysis, request.finding, Files(request.unsaved))
        ignore = ignore_here(request.analysis.text, request.finding)
        return fixes if ignore is None else (*fixes, ignore)

    def _mended(self, study: Study, rule: str | None) -> str:
        files = Files(study.unsaved)
        analyze, offer = named(self._analyze), named(self._offer)
        offers = offers_by(
            lambda text: analyze(text, study.path, study.config, files),
            lambda analysis, finding: offer(analysis, finding, files),
            rule,
        )
        mending = Mending(study.text, Choice(rule=rule), offers)
        mending.run()
        return mending.text


def serve(requests: BinaryIO, answers: BinaryIO, worker: Worker) -> None:
    """Answer frames for ever; the process ends with `requests`, in the middle of an answer if need be."""
    inbox: queue.SimpleQueue[Study | Mend | MendAll] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(requests, inbox), daemon=True).start()
    while True:
        request = inbox.get()
        try:
            reply: tuple[str, object] = ("done", worker.answer(request))
            frame = pack(reply)
        except Exception:
            frame = pack(("failed", traceback.format_exc()))
        answers.write(frame)
        answers.flush()


def _listen(requests: BinaryIO, inbox: queue.SimpleQueue[Study | Mend | MendAll]) -> None:
    """Take in requests. At their end nobody waits for an answer any more, however much work on it is left."""
    while (request := receive(requests)) is not None:
        inbox.put(request)
    os._exit(0)


def pack(value: object) -> bytes:
    """`value` as a frame."""
    body = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    return HEADER.pack(len(body)) + body


def receive(stream: BinaryIO) -> Any:
    """The next value on `stream`, or None at its end."""
    header = stream.read(HEADER.size)
    if len(header) < HEADER.size:
        return None
    (length,) = HEADER.unpack(header)
    return pickle.loads(stream.read(length))


def named(name: str) -> Callable[..., Any]:
    """The function called "module:function"."""
    module, _, attribute = name.partition(":")
    function: Callable[..., Any] = getattr(importlib.import_module(module), attribute)
    return function


def main(analyze: str = ANALYZE, offer: str = OFFER) -> None:
    """Serve on the standard streams; what anything prints goes to standard error, for it would break the frames."""
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr
    worker = Worker(analyze, offer)
    try:
        worker.warm()
        serve(sys.stdin.buffer, answers, worker)
    except (BrokenPipeError, KeyboardInterrupt):
        return


def _read(path: str) -> str | None:
    try:
        with open(path, "rb") as file:
            return decode(file.read())
    except (OSError, ValueError):
        return None


def _foreign_lines(analysis: Analysis, files: Files) -> Iterator[tuple[tuple[str, int], str]]:
    texts: dict[str, Lines] = {}
    for site in _sites(analysis):
        if site.path is None or site.path == analysis.path:
            continue
        if site.path not in texts:
            texts[site.path] = Lines(files(site.path) or "")
        for number in (site.span.start.line, site.span.end.line):
            yield (site.path, number), texts[site.path].line(number)


def _sites(analysis: Analysis) -> Iterator[Site]:
    for finding in analysis.findings:
        yield finding.site
        yield from (related.site for related in finding.related)
    for run in analysis.runs:
        yield run.site
        yield from (built.site for built in run.built)
        yield from run.used_again
