"""Ctrl+C ends the program with one line, from its first moment on: what it needs takes a second to be imported."""

import sys
from collections.abc import Callable

EXIT_CODE = 130


def ended_in_a_line(program: Callable[[], int]) -> int:
    """The exit code of the program."""
    try:
        return program()
    except KeyboardInterrupt:
        print("dualhash: interrupted; what was stored stays.", file=sys.stderr)
        return EXIT_CODE
