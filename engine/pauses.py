"""Places where work pauses if the program around it asks for that: before each step of long work, each look at two
pictures and each statement outside a transaction. A window asks for it while it is being painted: Python runs one
thread at a time."""

from collections.abc import Callable

_pause: Callable[[], None] | None = None


def pause_by(pause: Callable[[], None] | None) -> None:
    """From now on it is called at each such place, on the thread that works; None: nothing is."""
    global _pause
    _pause = pause


def between_steps() -> None:
    if _pause is not None:
        _pause()
