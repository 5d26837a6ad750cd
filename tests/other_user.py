"""Code run as a user who may not read everything: permissions mean nothing to root, who may run the tests."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

NOBODY = 65534
only_root = pytest.mark.skipif(getattr(os, "getuid", lambda: 1)() != 0, reason="only root can become another user")


@contextmanager
def reachable_folder() -> Iterator[Path]:
    """A folder that other users can reach (pytest's own are for one's own eyes only)."""
    folder = Path(tempfile.mkdtemp(prefix="dualhash-test-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        for parent, inside, _ in os.walk(folder):
            for name in inside:  # before it is walked, which who is not root may not do yet
                os.chmod(os.path.join(parent, name), 0o755)
        shutil.rmtree(folder)


def run_as_nobody(imports: str, code: str, *arguments: str) -> Any:
    """What `code` prints as JSON. Its imports are made first: nobody may not see our Python."""
    become = (
        f"import os, sys, json\n{imports}\nif os.getuid() == 0:\n    os.setgid({NOBODY}); os.setuid({NOBODY})\n"
    )
    command = [sys.executable, "-c", become + code, *arguments]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
