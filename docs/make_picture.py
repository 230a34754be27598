"""Makes docs/picture.svg from what `retrograd check` really prints for the first example.

`python docs/make_picture.py` writes it; `python docs/make_picture.py --check` says whether it is stale.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).parent.parent
PICTURE = Path(__file__).parent / "picture.svg"
EXAMPLE = "examples/double_backward.py"


def picture() -> str:
    """The terminal with the command and its output, as SVG."""
    environment = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": "110", "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    command = [sys.executable, "-m", "retrograd", "check", "--no-cache", EXAMPLE]
    output = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False).stdout
    console = Console(record=True, width=110, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text.assemble(("$ ", "dim"), f"retrograd check {EXAMPLE}"))
    console.print(Text.from_ansi(output.rstrip("\n")))
    svg = console.export_svg(title="retrograd", unique_id="retrograd")
    # fonts of the reader's own: the picture asks no server for them
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.S)


def main() -> int:
    """Write the picture, or check it."""
    made = picture()
    if "--check" in sys.argv[1:]:
        return 0 if PICTURE.is_file() and PICTURE.read_text(encoding="utf-8") == made else 1
    PICTURE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
