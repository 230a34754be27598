"""The pages of the rules in docs/rules/, made from what the rules say of themselves.

`python -m retrograd.rules.pages docs/rules` writes them; with `--check` it only says whether they are stale.
"""

from __future__ import annotations

import argparse
import inspect
import sys
from pathlib import Path
from types import ModuleType

from . import all_rules

_NOTICE = "<!-- made from server/retrograd/rules/ by `make docs` -->\n\n"


def page(rule: ModuleType) -> str:
    """The page of one rule."""
    return f"{_NOTICE}# {rule.NAME}\n\nUsual severity: {rule.SEVERITY.value}\n\n{_text(rule)}\n"


def index() -> str:
    """The list of all rules with the first sentence of each."""
    rows = [f"| [{r.NAME}]({r.NAME}.md) | {r.SEVERITY.value} | {_text(r).splitlines()[0]} |" for r in all_rules()]
    head = f"{_NOTICE}# Rules\n\n| rule | severity | what it finds |\n| --- | --- | --- |\n"
    return head + "\n".join(rows) + "\n"


def pages() -> dict[str, str]:
    """Every page by the name of its file."""
    return {"README.md": index(), **{f"{r.NAME}.md": page(r) for r in all_rules()}}


def stale(folder: Path) -> list[str]:
    """The names of pages in `folder` that are missing, are not what they should be, or belong to no rule."""
    wanted = pages()
    there = {p.name: p.read_text(encoding="utf-8") for p in folder.glob("*.md")}
    return sorted(name for name in wanted.keys() | there.keys() if wanted.get(name) != there.get(name))


def main() -> int:
    """Write the pages, or with --check say which are stale (exit code 1 where there are any)."""
    parser = argparse.ArgumentParser(prog="python -m retrograd.rules.pages", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--check", action="store_true", help="write nothing; say which pages are stale")
    args = parser.parse_args()
    if args.check:
        old = stale(args.folder)
        for name in old:
            print(f"{args.folder / name} is stale: run make docs")
        return 1 if old else 0
    args.folder.mkdir(parents=True, exist_ok=True)
    wanted = pages()
    for there in args.folder.glob("*.md"):
        if there.name not in wanted:
            there.unlink()
    for name, text in wanted.items():
        (args.folder / name).write_text(text, encoding="utf-8")
    return 0


def _text(rule: ModuleType) -> str:
    return (inspect.getdoc(rule) or "").strip()


if __name__ == "__main__":
    sys.exit(main())
