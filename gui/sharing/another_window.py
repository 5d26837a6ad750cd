"""A window in a process of its own: a person's library stays open beside it, and goes on."""

import os
import subprocess
import sys


def open_window(address: str) -> subprocess.Popen[bytes]:
    """Its process; OSError where the system cannot begin one. The address goes through the environment: all users
    of a machine can read command lines, and it may hold a password."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "gui.launch"],
        env=os.environ | {"DUALHASH_LIBRARY": address},
        stdin=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl+C in the terminal of one is not meant for the other
    )
