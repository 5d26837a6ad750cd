"""Actions that were interrupted: the disk says what became of them.

Before a file is touched, the log says what is meant to happen. Whatever ends the program, the content of the file
is at its source or at its target, whole. A move that was cut short between the two is brought to its end; what has
not begun is left; of what lies on a drive that is away nothing is said until it is back. The sidecars of a picture
that has gone follow it.
"""

import os
from contextlib import ExitStack, suppress

from engine.file_actions import bookkeeping, steps, trash_can
from engine.file_actions.held_folder import HeldFolder, held
from engine.file_actions.looking import holds
from engine.file_actions.refusing import NotTouchedError, reason_of
from engine.images.beside import is_sidecar
from engine.images.scan import is_available
from engine.library import Library
from engine.sentences import said, text_of
from engine.store import file_actions
from engine.store.file_actions import ActionKind, ActionState, FileAction
from engine.store.files import within

INTERRUPTED = said("DualHash was ended before it was done")
_NOWHERE = said("it is neither where it was nor where it should be")
_MOVES = (ActionKind.MOVE, ActionKind.RENAME, ActionKind.RESTORE)


def settle(library: Library) -> int:
    """Bring all interrupted actions to an end; returns how many could not be, as a drive is away. To be called by
    whoever may write, before anything else is done to files. Nearly always there is nothing to do."""
    if library.read_only or not file_actions.any_open(library.db):
        return 0
    outcomes = [_settled_after_all(library, action) for action in file_actions.open_ones(library.db)]
    return outcomes.count(None)


def _settled_after_all(library: Library, action: FileAction) -> FileAction | None:
    if is_sidecar(action.source) and _has_its_picture_gone(library, action):
        _follow(library, action)
    return settled(library, action, INTERRUPTED)


def _has_its_picture_gone(library: Library, action: FileAction) -> bool:
    """Those of a sidecar are logged right after that of its picture."""
    before = file_actions.before(library.db, action)
    picture = next((each for each in before if not is_sidecar(each.source)), None)
    return picture is not None and picture.kind == action.kind and picture.state == ActionState.DONE


def _follow(library: Library, action: FileAction) -> None:
    """Do what was not begun, if it is as it was; how far it came, the disk says afterwards."""
    with ExitStack() as opened, suppress(OSError, NotTouchedError):
        source = _side(library, opened, action.source)
        target = source if action.target is None else _side(library, opened, action.target)
        if source is None or target is None or source.folder is None or not source.holds(action):
            return
        seen = source.folder.status(source.name)
        if action.kind == ActionKind.TRASH:
            trash_can.forget_attempts(source.path)
            if seen is not None:
                steps.throw_away(source.folder, source.name, seen)
        elif target.folder is not None and not target.is_taken() and seen is not None:
            _sweep(action, target)
            if action.kind in _MOVES:
                steps.move(action, source.folder, source.name, seen, target.folder, target.name)
            else:
                steps.copy(action, source.folder, source.name, target.folder, target.name)


def settled(library: Library, action: FileAction, reason: str) -> FileAction | None:
    """The action as it ended: done, or else failed for this reason. None if that cannot be said now."""
    with ExitStack() as opened:
        source = _side(library, opened, action.source)
        target = source if action.target is None else _side(library, opened, action.target)
        if source is None or target is None:
            return None
        try:
            done, why = _outcome(action, source, target, reason)
        except (OSError, NotTouchedError) as error:
            done, why = False, reason_of(error) if isinstance(error, OSError) else text_of(error)
        return _ended(library, action, target, done, why)


def _outcome(action: FileAction, source: "_ActionEnd", target: "_ActionEnd", reason: str) -> tuple[bool, str]:
    """Whether it is done, or why it is not."""
    _sweep(action, target)
    if action.kind == ActionKind.TRASH:
        return _thrown_away(action, source, reason)
    arrived = target.holds(action)
    if action.kind not in _MOVES:
        return arrived, reason
    if not arrived:
        return False, reason if source.is_taken() else _NOWHERE
    if source.holds(action) and source.folder is not None:
        if target.folder is not None:
            target.folder.sync()
        source.folder.remove(source.name)  # it was copied, or has two names, and the last step was missing
        source.folder.sync()
    if action.kind == ActionKind.RESTORE:
        trash_can.forget(action.source)
    return True, ""


def _thrown_away(action: FileAction, source: "_ActionEnd", reason: str) -> tuple[bool, str]:
    if source.holds(action):
        trash_can.forget_attempts(source.path)
        return False, reason
    if not trash_can.CAN_BRING_BACK:
        return not source.is_taken(), reason
    if trash_can.find(source.path, action.size, action.content) is not None:
        return True, ""
    return False, reason if source.is_taken() else _NOWHERE


def _ended(library: Library, action: FileAction, target: "_ActionEnd", done: bool, why: str) -> FileAction:
    place, status = action.target, None
    if done and action.kind == ActionKind.TRASH:
        place = trash_can.find(target.path, action.size, action.content)
    elif done and target.folder is not None:
        status = target.folder.status(target.name)
    with library.writing() as db:
        if done:
            file_actions.end(db, action.id, ActionState.DONE, place)
            bookkeeping.book(db, action, place, status)
        else:
            file_actions.end(db, action.id, ActionState.FAILED, reason=why)
        return file_actions.one(db, action.id)


class _ActionEnd:
    """One end of an action: a name in a folder, which may not be there any more."""

    def __init__(self, folder: HeldFolder | None, path: bytes) -> None:
        self.folder, self.name = folder, os.path.basename(path)
        self.path = path if folder is None else folder.full(self.name)

    def holds(self, action: FileAction) -> bool:
        return self.folder is not None and holds(self.folder, self.name, action.content, action.size)

    def is_taken(self) -> bool:
        return self.folder is not None and self.folder.is_taken(self.name)


def _side(library: Library, opened: ExitStack, path: bytes) -> _ActionEnd | None:
    """None if its drive is away, so that nobody can tell what is there."""
    for folder in library.folders():
        if within(path, folder.path) and not is_available(folder.path):
            return None
    try:
        return _ActionEnd(opened.enter_context(held(os.path.dirname(path))), path)
    except NotTouchedError:
        if _may_be_unplugged(path):
            return None
        return _ActionEnd(None, path)


def _may_be_unplugged(path: bytes) -> bool:
    """Its folder is gone with the one above, or is there and cannot be read."""
    folder = os.path.dirname(path)
    return os.path.lexists(folder) or not is_available(os.path.dirname(folder))


def _sweep(action: FileAction, target: _ActionEnd) -> None:
    """The copy that was not whole yet."""
    if action.part and target.folder is not None:
        with suppress(OSError):
            target.folder.remove(os.fsencode(action.part))
