"""The end of a process that pytest-xdist has divided tests to: they are over, and what they left is torn down.
Taking apart all that is still in memory takes seconds of a processor after a run of all tests.

To be imported before all that has something to do at the end of a process, which comes in the opposite order.
"""

import atexit
import os

_wanted = False


def end_quickly() -> None:
    """This process, not those that it starts."""
    global _wanted
    _wanted = True


@atexit.register
def _end() -> None:
    if _wanted:
        os._exit(0)
