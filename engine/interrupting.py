"""Ctrl+C ends the program with one line, from its first moment on: what it needs takes a second to be imported."""

import sys
from collections.abc import Callable

EXIT_CODE = 130


def ended_in_a_line(program: Callable[[], int]) -> int:
    """The exit code of the program."""
    try:
        return program()
    except BaseException as error:
        if not _is_of_ctrl_c(error):
            raise
        _forget_the_signal()
        print("dualhash: interrupted; what was stored stays.", file=sys.stderr)
        return EXIT_CODE


def _is_of_ctrl_c(error: BaseException | None) -> bool:
    """While a class is made, Python tells of it as of a mistake in that class."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__
    return error is not None


def _forget_the_signal() -> None:
    """Python notes a Ctrl+C that passed through code made from text (each dataclass is), even one that was caught,
    and `python -m` then ends by the signal, whatever the exit code. The next such code clears the note."""
    exec("")
