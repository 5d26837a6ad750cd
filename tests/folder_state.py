"""A folder as it is on disk, to tell whether anything in it was changed."""

import hashlib
import os
from pathlib import Path


def folder_state(folder: Path | bytes | str, times: bool = False) -> dict[bytes, tuple[object, ...]]:
    """Every name below the folder with its kind, its bytes' hash and, if asked for, its time of change."""
    root = os.fsencode(folder)
    state: dict[bytes, tuple[object, ...]] = {}
    for parent, folders, files in os.walk(root):
        for name in folders:
            state[os.path.relpath(os.path.join(parent, name), root)] = ("folder",)
        for name in files:
            path = os.path.join(parent, name)
            status = os.lstat(path)
            with open(path, "rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            state[os.path.relpath(path, root)] = (digest, *([status.st_mtime_ns, status.st_mode] if times else []))
    return state
