"""JUnit XML: a suite for each file, a failed case for each finding."""

from __future__ import annotations

import itertools
import re
from xml.etree import ElementTree as Xml

from .outcome import Found, Outcome, Report, place

# What XML 1.0 has no way to say.
_UNSAYABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(report: Report) -> str:
    """The report; a run without findings is one case that passed."""
    root = Xml.Element("testsuites", name="retrograd")
    total = 0
    for name, pairs in itertools.groupby(report, key=lambda pair: pair[0].name):
        cases = [_case(outcome, found) for outcome, found in pairs]
        total += len(cases)
        _suite(root, _sayable(name), len(cases), len(cases)).extend(cases)
    if not total:
        _suite(root, "retrograd", 1, 0).append(
            Xml.Element("testcase", name="no findings", classname="retrograd", time="0")
        )
    root.set("tests", str(total or 1))
    root.set("failures", str(total))
    root.set("errors", "0")
    Xml.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + Xml.tostring(root, encoding="unicode") + "\n"


def _suite(root: Xml.Element, name: str, tests: int, failures: int) -> Xml.Element:
    counts = {"tests": str(tests), "failures": str(failures), "errors": "0", "skipped": "0"}
    return Xml.SubElement(root, "testsuite", {"name": name, **counts})


def _case(outcome: Outcome, found: Found) -> Xml.Element:
    said = found.finding
    where = place(outcome, said.site)
    case = Xml.Element(
        "testcase",
        name=f"{said.rule} at {where.row}:{where.column}",
        classname=_sayable(where.filename),
        file=_sayable(where.filename),
        line=str(where.row),
        time="0",
    )
    failure = Xml.SubElement(case, "failure", message=_sayable(said.message), type=said.severity.value)
    elsewhere = [f"{place(outcome, related.site)}: {related.message}" for related in said.related]
    failure.text = _sayable("\n".join([f"{where}: {said.message}", *elsewhere]))
    return case


def _sayable(text: str) -> str:
    return _UNSAYABLE.sub("\ufffd", text)
