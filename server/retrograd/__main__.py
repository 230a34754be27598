"""`python -m retrograd`."""

from .cli.main import main

main()
