"""One file's action, from the entry in the log to its end there. Whatever happens in between, the log and the disk
tell together what became of the file."""

import errno
import os
import uuid
from collections.abc import Callable
from contextlib import suppress

from engine.file_actions import bookkeeping, transfers, trash_can
from engine.file_actions.held_folder import HeldFolder
from engine.file_actions.looking import is_same, must_still_be
from engine.file_actions.refusing import NotTouchedError, reason_of
from engine.file_actions.settling import settled
from engine.file_actions.wishes import Acted, DoneFile
from engine.library import Library
from engine.store import file_actions
from engine.store.file_actions import ActionKind, ActionState, FileAction
from engine.store.file_times import stored_size

_PART_ENDING = ".dualhash.part"


class Carrier:
    """Does a batch of actions and notes what was done. A file that is refused is a NotTouchedError."""

    def __init__(self, library: Library, acted: Acted) -> None:
        self._library, self._acted = library, acted

    def move(
        self,
        kind: ActionKind,
        path: bytes,
        source: HeldFolder,
        seen: os.stat_result,
        content: bytes,
        target: HeldFolder,
        wanted: bytes,
    ) -> None:
        """The file that was `seen` at `path`, held by `source`, to the name `wanted` or one with a number."""
        name = os.path.basename(path)

        def carry(action: FileAction, new: bytes) -> None:
            must_still_be(source, name, seen)
            try:
                transfers.rename(source, name, target, new)
            except OSError as error:
                if error.errno != errno.EXDEV:
                    raise
                self._move_across(action, source, name, seen, target, new)

        self._carry(kind, path, target, wanted, content, seen.st_size, carry)

    def copy(
        self, path: bytes, source: HeldFolder, seen: os.stat_result, content: bytes, target: HeldFolder
    ) -> None:
        name = os.path.basename(path)

        def carry(action: FileAction, new: bytes) -> None:
            with source.open(name) as file:
                transfers.copy(file, target, _part(action), content)
            self._publish(action, target, new)

        self._carry(ActionKind.COPY, path, target, name, content, seen.st_size, carry)

    def write(self, path: bytes, data: bytes, content: bytes, target: HeldFolder, wanted: bytes) -> None:
        """What was made of the file at `path`."""

        def carry(action: FileAction, new: bytes) -> None:
            transfers.write(data, target, _part(action))
            self._publish(action, target, new)

        self._carry(ActionKind.EXPORT, path, target, wanted, content, len(data), carry)

    def trash(self, path: bytes, source: HeldFolder, seen: os.stat_result, content: bytes) -> None:
        name = os.path.basename(path)
        action = self._begin(ActionKind.TRASH, path, None, content, seen.st_size)
        try:
            must_still_be(source, name, seen)
            trash_can.put_in(source.full(name))
            source.sync()
            _must_be_gone(source, name, seen)
        except NotTouchedError as error:
            self._failed(action, str(error))
            return
        place = trash_can.find(source.full(name), seen.st_size, content, seen)
        self._done(action, place, None)

    # -- one action ---------------------------------------------------------------------------------------------

    def _carry(
        self,
        kind: ActionKind,
        path: bytes,
        target: HeldFolder,
        wanted: bytes,
        content: bytes,
        size: int,
        carry: Callable[[FileAction, bytes], None],
    ) -> None:
        action: FileAction | None = None
        for new in transfers.free_names(target, wanted):
            place = target.full(new)
            if action is None:
                action = self._begin(kind, path, place, content, size)
            else:
                action = self._goes_elsewhere(action, place)
            try:
                carry(action, new)
            except FileExistsError:  # somebody took the name just now
                continue
            except NotTouchedError as error:
                self._failed(action, str(error))
            except OSError as error:
                self._failed(action, reason_of(error))
            else:
                self._done(action, place, target.status(new))
            return

    def _move_across(
        self,
        action: FileAction,
        source: HeldFolder,
        name: bytes,
        seen: os.stat_result,
        target: HeldFolder,
        new: bytes,
    ) -> None:
        """To another file system. The file goes only when its copy is whole and has its name."""
        with source.open(name) as file:
            transfers.copy(file, target, _part(action), action.content)
        self._publish(action, target, new)
        try:
            must_still_be(source, name, seen)
            source.remove(name)
        except (OSError, NotTouchedError):
            with suppress(OSError):
                target.remove(new)  # it stays where it was
            raise
        source.sync()

    def _publish(self, action: FileAction, target: HeldFolder, new: bytes) -> None:
        try:
            transfers.rename(target, _part(action), target, new)
        except BaseException:
            with suppress(OSError):
                target.remove(_part(action))
            raise

    # -- the log ------------------------------------------------------------------------------------------------

    def _begin(self, kind: ActionKind, path: bytes, target: bytes | None, content: bytes, size: int) -> FileAction:
        part = f".{uuid.uuid4().hex}{_PART_ENDING}" if target is not None else ""
        with self._library.writing() as db:
            action = file_actions.begin(db, self._acted.batch, kind, path, target, content, stored_size(size), part)
        self._acted.batch = action.batch
        return action

    def _goes_elsewhere(self, action: FileAction, place: bytes) -> FileAction:
        with self._library.writing() as db:
            file_actions.set_target(db, action.id, place)
            return file_actions.one(db, action.id)

    def _done(self, action: FileAction, place: bytes | None, status: os.stat_result | None) -> None:
        with self._library.writing() as db:
            file_actions.end(db, action.id, ActionState.DONE, place)
            to_be_indexed = bookkeeping.book(db, action, place, status)
        if to_be_indexed is not None:
            self._acted.to_be_indexed.add(to_be_indexed)
        self._acted.done.append(DoneFile(action.source, place))

    def _failed(self, action: FileAction, reason: str) -> None:
        """Something went wrong on the way: the disk says how far it came."""
        ended = settled(self._library, action, reason)
        if ended is not None and ended.state == ActionState.DONE:
            self._acted.done.append(DoneFile(ended.source, ended.target))
            return
        raise NotTouchedError(reason if ended is None or ended.reason is None else ended.reason)


def _must_be_gone(source: HeldFolder, name: bytes, seen: os.stat_result) -> None:
    """The system goes by the path, which may lead elsewhere by now."""
    now = source.status(name)
    if now is not None and is_same(now, seen):
        raise NotTouchedError("it is still there; its folder was moved or replaced meanwhile")


def _part(action: FileAction) -> bytes:
    return os.fsencode(action.part)
