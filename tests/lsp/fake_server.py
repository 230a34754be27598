"""The server with the fake engine, on standard input and output."""

from __future__ import annotations

import sys

from retrograd.lsp.engine import Workers
from retrograd.lsp.server import serve

if __name__ == "__main__":
    deadline = float(sys.argv[1]) if len(sys.argv) > 1 else 30.0
    serve(Workers("fake_engine:analyze", "fake_engine:offer", deadline=deadline))
