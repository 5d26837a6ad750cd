"""Real small drives, where the tests may mount some."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def mounted_drive(folder: Path, size: str = "1m") -> Iterator[None]:
    """A drive of that size at `folder` until the end; skips the test where nothing can be mounted."""
    folder.mkdir(parents=True, exist_ok=True)
    mount(folder, size)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], capture_output=True)


@contextmanager
def mounted_again(folder: Path, at: Path) -> Iterator[None]:
    """The same folder under a second path, as of a drive that is mounted twice; skips the test as above."""
    at.mkdir()
    bind = ["mount", "--bind", str(folder), str(at)]
    if os.getuid() != 0 or subprocess.run(bind, capture_output=True).returncode != 0:
        pytest.skip("nothing can be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(at)], capture_output=True)


def mount(folder: Path, size: str = "1m") -> None:
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if os.getuid() != 0 or subprocess.run(command, capture_output=True).returncode != 0:
        pytest.skip("nothing can be mounted here")


def unmount(folder: Path) -> None:
    subprocess.run(["umount", str(folder)], check=True)
