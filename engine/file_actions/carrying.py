"""One picture's action with its sidecars, from the entries in the log to their end there. Whatever happens in
between, the log and the disk tell together what became of each file.

All entries are made before the first file is touched; the picture goes first. If it stays, its sidecars stay; if
the program is ended after it went, they follow when the next one settles that.
"""

import os
import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from engine.file_actions import bookkeeping, steps, transfers, trash_can
from engine.file_actions.held_folder import HeldFolder
from engine.file_actions.refusing import NotTouchedError, reason_of
from engine.file_actions.settling import settled
from engine.file_actions.sidecars_along import LONGEST_ENDING, Carried, are_free
from engine.file_actions.wishes import Acted, DoneFile, LeftAlone
from engine.images.beside import is_sidecar
from engine.library import Library
from engine.sentences import said, text_of
from engine.store import file_actions
from engine.store.file_actions import ActionKind, ActionState, FileAction
from engine.store.file_times import stored_size

_PART_ENDING = ".dualhash.part"
_PICTURE_STAYS = said("its picture stays where it is")

Step = Callable[[FileAction, Carried, bytes], None]  # carries a file to a name


class _LogEntry(NamedTuple):
    """What is to be logged of a file."""

    path: bytes
    target: bytes | None
    content: bytes
    size: int


class Carrier:
    """Does a batch of actions and notes what was done. A picture that is refused is a NotTouchedError."""

    def __init__(self, library: Library, acted: Acted) -> None:
        self._library, self._acted = library, acted
        self._ours = {done.target for done in acted.done if done.target is not None}

    def move(
        self, kind: ActionKind, picture: Carried, target: HeldFolder, wanted: bytes, along: Sequence[Carried] = ()
    ) -> None:
        """To the name `wanted` or one with a number; sidecars are called after it."""

        def step(action: FileAction, file: Carried, new: bytes) -> None:
            steps.move(action, file.folder, file.name, file.seen, target, new)

        self._carry(kind, picture, target, wanted, along, step)

    def copy(self, picture: Carried, target: HeldFolder, along: Sequence[Carried] = ()) -> None:
        def step(action: FileAction, file: Carried, new: bytes) -> None:
            steps.copy(action, file.folder, file.name, target, new)

        self._carry(ActionKind.COPY, picture, target, picture.name, along, step)

    def write(self, path: bytes, data: bytes, content: bytes, target: HeldFolder, wanted: bytes) -> None:
        """What was made of the file at `path`."""
        actions = list[FileAction]()
        for new in transfers.free_names(target, wanted):
            place = target.full(new)
            actions = self._logged(ActionKind.EXPORT, actions, [_LogEntry(path, place, content, len(data))])
            try:
                steps.write(actions[0], data, target, new)
            except FileExistsError:  # somebody took the name just now
                continue
            except (NotTouchedError, OSError) as error:
                self._failed(actions[0], _why(error))
            else:
                self._done(actions[0], place, target.status(new))
            return

    def trash(self, picture: Carried, along: Sequence[Carried] = ()) -> None:
        together = [picture, *along]
        entries = [_LogEntry(file.path, None, file.content, file.seen.st_size) for file in together]
        actions = self._logged(ActionKind.TRASH, [], entries)
        self._throw_away(actions[0], picture, actions[1:])
        for action, file in zip(actions[1:], along, strict=True):
            try:
                self._throw_away(action, file, [])
            except NotTouchedError as error:
                self._acted.left_alone.append(LeftAlone(file.path, text_of(error)))

    # -- one action ---------------------------------------------------------------------------------------------

    def _carry(
        self,
        kind: ActionKind,
        picture: Carried,
        target: HeldFolder,
        wanted: bytes,
        along: Sequence[Carried],
        step: Step,
    ) -> None:
        actions = list[FileAction]()
        for new in self._free_names(picture, target, wanted, along):
            names = [new, *(each.beside(picture, new) for each in along)]
            entries = [
                _LogEntry(file.path, target.full(name), file.content, file.seen.st_size)
                for file, name in zip([picture, *along], names, strict=True)
            ]
            actions = self._logged(kind, actions, entries)
            try:
                step(actions[0], picture, new)
            except FileExistsError:  # somebody took the name just now
                continue
            except (NotTouchedError, OSError) as error:
                self._failed(actions[0], _why(error), actions[1:])
            else:
                self._done(actions[0], target.full(new), target.status(new))
            self._carry_along(actions[1:], along, names[1:], target, step)
            return

    def _free_names(
        self, picture: Carried, target: HeldFolder, wanted: bytes, along: Sequence[Carried]
    ) -> Iterator[bytes]:
        if not along:
            yield from transfers.free_names(target, wanted)
            return
        for new in transfers.free_names(target, wanted, LONGEST_ENDING):
            if are_free(target, picture, new, along, self._ours):
                yield new

    def _carry_along(
        self,
        actions: Sequence[FileAction],
        along: Sequence[Carried],
        names: Sequence[bytes],
        target: HeldFolder,
        step: Step,
    ) -> None:
        """One that cannot follow stays where it is, and is named."""
        for action, file, name in zip(actions, along, names, strict=True):
            try:
                step(action, file, name)
            except (NotTouchedError, OSError) as error:
                try:
                    self._failed(action, _why(error))
                except NotTouchedError as stays:
                    self._acted.left_alone.append(LeftAlone(file.path, text_of(stays)))
            else:
                self._done(action, target.full(name), target.status(name))

    def _throw_away(self, action: FileAction, file: Carried, along: Sequence[FileAction]) -> None:
        try:
            steps.throw_away(file.folder, file.name, file.seen)
        except (NotTouchedError, OSError) as error:
            self._failed(action, _why(error), along)
            return
        place = trash_can.find(file.folder.full(file.name), file.seen.st_size, file.content, file.seen)
        self._done(action, place, None)

    # -- the log ------------------------------------------------------------------------------------------------

    def _logged(
        self, kind: ActionKind, actions: list[FileAction], entries: Sequence[_LogEntry]
    ) -> list[FileAction]:
        """What is about to be done is written down; or, if it was, that it goes elsewhere."""
        with self._library.writing() as db:
            if actions:
                for action, entry in zip(actions, entries, strict=True):
                    file_actions.set_target(db, action.id, entry.target or b"")
                return [file_actions.one(db, action.id) for action in actions]
            batch, begun = self._acted.batch, list[FileAction]()
            for path, target, content, size in entries:
                part = f".{uuid.uuid4().hex}{_PART_ENDING}" if target is not None else ""
                action = file_actions.begin(db, batch, kind, path, target, content, stored_size(size), part)
                batch = action.batch
                begun.append(action)
        self._acted.batch = batch
        return begun

    def _done(self, action: FileAction, place: bytes | None, status: os.stat_result | None) -> None:
        with self._library.writing() as db:
            file_actions.end(db, action.id, ActionState.DONE, place)
            to_be_indexed = bookkeeping.book(db, action, place, status)
        if to_be_indexed is not None:
            self._acted.to_be_indexed.add(to_be_indexed)
        self._note_done(DoneFile(action.source, place))

    def _note_done(self, done: DoneFile) -> None:
        if is_sidecar(done.source):
            self._acted.sidecars.append(done)
            return
        self._acted.done.append(done)
        if done.target is not None:
            self._ours.add(done.target)

    def _failed(self, action: FileAction, reason: str, along: Sequence[FileAction] = ()) -> None:
        """Something went wrong on the way: the disk says how far it came. If it is not done after all, what was to
        go `along` stays, too."""
        ended = settled(self._library, action, reason)
        if ended is not None and ended.state == ActionState.DONE:
            self._note_done(DoneFile(ended.source, ended.target))
            return
        with self._library.writing() as db:
            for each in along:
                file_actions.end(db, each.id, ActionState.FAILED, reason=_PICTURE_STAYS)
        raise NotTouchedError(reason if ended is None or ended.reason is None else ended.reason)


def _why(error: NotTouchedError | OSError) -> str:
    return reason_of(error) if isinstance(error, OSError) else text_of(error)
