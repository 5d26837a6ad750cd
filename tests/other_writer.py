"""Another program that writes to a library's databases for as long as it likes."""

import os
import subprocess
import sys
from types import TracebackType

from engine.library import Library

HOLDING = """
import sqlite3, sys
held = [sqlite3.connect(path, isolation_level=None) for path in sys.argv[1:]]
for db in held:
    db.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.readline()
for db in held:
    db.execute("ROLLBACK")
"""


class OtherWriter:
    """Nobody else can write until `let_go`, or until the block ends."""

    def __init__(self, library: Library) -> None:
        paths = [os.path.join(library.path, name) for name in ("library.db", "thumbnails.db")]
        self._process = subprocess.Popen(
            [sys.executable, "-c", HOLDING, *paths], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "held\n"

    def let_go(self) -> None:
        if self._process.poll() is None:
            self._process.communicate("\n", timeout=180)

    def __enter__(self) -> "OtherWriter":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.let_go()
