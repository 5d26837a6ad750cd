"""The one step that carries a file, on the disk alone: what is logged before and after it is others' business.

At no moment is a content in neither place. An OSError or a NotTouchedError says why it is where it was.
"""

import errno
import os
from contextlib import suppress

from engine.file_actions import transfers, trash_can
from engine.file_actions.held_folder import HeldFolder
from engine.file_actions.looking import is_same, must_still_be
from engine.file_actions.refusing import NotTouchedError
from engine.sentences import said
from engine.store.file_actions import FileAction


def move(
    action: FileAction, source: HeldFolder, name: bytes, seen: os.stat_result, target: HeldFolder, new: bytes
) -> None:
    """The file that was `seen`; FileExistsError if something has the new name."""
    must_still_be(source, name, seen)
    try:
        transfers.rename(source, name, target, new)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        _move_across(action, source, name, seen, target, new)


def copy(action: FileAction, source: HeldFolder, name: bytes, target: HeldFolder, new: bytes) -> None:
    with source.open(name) as file:
        transfers.copy(file, target, _part(action), action.content)
    _publish(action, target, new)


def write(action: FileAction, data: bytes, target: HeldFolder, new: bytes) -> None:
    transfers.write(data, target, _part(action))
    _publish(action, target, new)


def throw_away(source: HeldFolder, name: bytes, seen: os.stat_result) -> None:
    """Into the system's trash."""
    must_still_be(source, name, seen)
    trash_can.put_in(source.full(name))
    source.sync()
    now = source.status(name)
    if now is not None and is_same(now, seen):  # the system goes by the path, which may lead elsewhere by now
        raise NotTouchedError(said("it is still there; its folder was moved or replaced meanwhile"))


def _move_across(
    action: FileAction, source: HeldFolder, name: bytes, seen: os.stat_result, target: HeldFolder, new: bytes
) -> None:
    """To another file system. The file goes only when its copy is whole and has its name."""
    copy(action, source, name, target, new)
    try:
        must_still_be(source, name, seen)
        source.remove(name)
    except (OSError, NotTouchedError):
        with suppress(OSError):
            target.remove(new)  # it stays where it was
        raise
    source.sync()


def _publish(action: FileAction, target: HeldFolder, new: bytes) -> None:
    try:
        transfers.rename(target, _part(action), target, new)
    except BaseException:
        with suppress(OSError):
            target.remove(_part(action))
        raise


def _part(action: FileAction) -> bytes:
    return os.fsencode(action.part)
