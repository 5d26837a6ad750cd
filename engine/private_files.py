"""Files and folders that belong to their owner alone, whatever the umask: folders 0700, files 0600.

A library says more of a person than the pictures do: names of people, and thumbnails of what was thrown away.
Where a file system knows no such rights (a memory card, some network drives), nothing happens.
"""

import os
import stat
from contextlib import suppress

FOLDER, FILE = 0o700, 0o600
_OTHERS = 0o077


def make_private_folder(path: str) -> None:
    """Make the folder, and those above it that are missing. One that was there stays as it is."""
    path = os.path.abspath(path)
    if os.path.isdir(path):
        return
    if (parent := os.path.dirname(path)) != path:
        make_private_folder(parent)
    try:
        os.mkdir(path, FOLDER)
    except FileExistsError:  # made by another process just now; or it is a file
        if not os.path.isdir(path):
            raise
        return
    take_from_others(path)


def take_from_others(path: str) -> None:
    """A file or folder of ours is the owner's alone from now on. Links, and what belongs to somebody else, are not
    touched."""
    if os.name != "posix":
        return
    with suppress(OSError):
        facts = os.lstat(path)
        if stat.S_ISLNK(facts.st_mode) or facts.st_uid != os.geteuid():
            return
        wanted = FOLDER if stat.S_ISDIR(facts.st_mode) else FILE
        if facts.st_mode & _OTHERS or facts.st_mode & wanted != wanted:
            os.chmod(path, wanted)


def put_right(folder: str) -> None:
    """The folder and all that lies in it, as they may have been made before."""
    take_from_others(folder)
    for place, folders, files in os.walk(folder):
        for name in (*folders, *files):
            take_from_others(os.path.join(place, name))
