"""Pictures in folders, one for each class."""

import os

from engine.images.scan import FolderWalk, walk

Paths = list[bytes]


def classes(folder: bytes) -> dict[bytes, Paths]:
    """The files below each folder in `folder`, by its name."""
    found: dict[bytes, Paths] = {}
    for file in walk(folder, FolderWalk()):
        if file is not None and file.problem is None and os.sep.encode() in file.path:
            name = file.path.split(os.sep.encode())[0]
            found.setdefault(name, []).append(os.path.join(folder, file.path))
    return found
