"""Taking a batch of actions back. That is a batch of its own, and can itself be taken back.

What was moved goes to where it was, what was thrown away comes out of the trash, what was copied or exported goes
into it. A file that somebody changed since stays. Sidecars go with their picture, as they are by now.
"""

import os
from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager, ExitStack

from engine.file_actions import trash_can
from engine.file_actions.carrying import Carrier
from engine.file_actions.held_folder import HeldFolder, held
from engine.file_actions.looking import holds, seen_now, seen_unchanged
from engine.file_actions.refusing import NotTouchedError, reason_of, shown_path
from engine.file_actions.settling import settle
from engine.file_actions.sidecars_along import Carried, beside
from engine.file_actions.wishes import Acted, LeftAlone
from engine.file_reasons import FOLDER_GONE
from engine.images.beside import is_sidecar
from engine.library import Library
from engine.progress import Progress
from engine.sentences import said, text_of
from engine.store import file_actions, versions
from engine.store.file_actions import ActionKind, FileAction
from engine.xmp.sidecars import name_beside

_NOTE = said("Taking it back")
_UNDONE_BY = {
    ActionKind.TRASH: ActionKind.RESTORE,
    ActionKind.RESTORE: ActionKind.TRASH,
    ActionKind.COPY: ActionKind.TRASH,
    ActionKind.EXPORT: ActionKind.TRASH,
    ActionKind.MOVE: ActionKind.MOVE,
    ActionKind.RENAME: ActionKind.RENAME,
}


_LIES_AMONG_PICTURES = (ActionKind.MOVE, ActionKind.RENAME, ActionKind.RESTORE)


def undone_by(kind: ActionKind) -> ActionKind:
    return _UNDONE_BY[kind]


def take_back(library: Library, batch: int, acted: Acted | None = None) -> Generator[Progress, None, Acted]:
    """Undo what was done in a batch, the last first. `acted` as in `acting.carry_out`."""
    library.must_be_writable()
    settle(library)
    groups = _with_their_sidecars(file_actions.done_in(library.db, batch))
    acted = Acted(ActionKind.MOVE) if acted is None else acted
    taking = _TakingFilesBack(Carrier(library, acted), acted, {group[0].target or b"" for group in groups})
    for done, group in enumerate(groups):
        acted.kind = undone_by(group[0].kind)
        yield Progress(done, len(groups), _NOTE)
        taking.one(group)
    yield Progress(len(groups), len(groups), _NOTE)
    yield from _codes_made_again(library)
    return acted


def _with_their_sidecars(actions: Sequence[FileAction]) -> list[list[FileAction]]:
    """Each picture with what went along with it; the last first, as they come."""
    groups = list[list[FileAction]]()
    for action in reversed(actions):
        if groups and is_sidecar(action.source):  # they were logged right after it
            groups[-1].append(action)
        else:
            groups.append([action])
    return groups[::-1]


class _TakingFilesBack:
    def __init__(self, carrier: Carrier, acted: Acted, places: set[bytes]) -> None:
        """`places`: where all pictures of the batch lie now."""
        self._carrier, self._acted, self._places = carrier, acted, places

    def one(self, group: Sequence[FileAction]) -> None:
        action = group[0]
        place = action.source if action.target is None else action.target
        try:
            if action.target is None:
                raise NotTouchedError(trash_can.NOT_BROUGHT_BACK)
            self._taken_back(action, action.target, group[1:])
        except NotTouchedError as error:
            self._acted.left_alone.append(LeftAlone(place, text_of(error)))
        except OSError as error:
            self._acted.left_alone.append(LeftAlone(place, reason_of(error)))

    def _taken_back(self, action: FileAction, place: bytes, sidecars: Sequence[FileAction]) -> None:
        home, name = os.path.dirname(place), os.path.basename(place)
        with ExitStack() as opened:
            there = opened.enter_context(held(home, [home]))
            seen = seen_unchanged(there, name, action.content, action.size)
            picture = Carried(place, there, seen, action.content, os.path.basename(action.source))
            along = self._along(action, place, sidecars, opened)
            if undone_by(action.kind) == ActionKind.TRASH:
                if action.kind == ActionKind.COPY:
                    _must_not_be_the_last(action)
                self._carrier.trash(picture, along)
                return
            back = opened.enter_context(_home_of(action))
            self._carrier.move(undone_by(action.kind), picture, back, picture.called, along)
            if action.kind == ActionKind.TRASH:
                for path in (place, *(each.path for each in along)):
                    if not os.path.lexists(path):
                        trash_can.forget(path)

    def _along(
        self, action: FileAction, place: bytes, sidecars: Sequence[FileAction], opened: ExitStack
    ) -> list[Carried]:
        """What went along, whatever other programs have written into it since; of a copy only if nobody has. And
        what they put beside it where it lies now."""
        wanted = {each.target: each for each in sidecars if each.target is not None}
        names = {path: os.path.basename(each.source) for path, each in wanted.items()}
        if action.kind in _LIES_AMONG_PICTURES:
            folder, name = os.path.split(place)
            for sidecar in beside(place, self._places).going:
                called = name_beside(sidecar, name, os.path.basename(action.source))
                names.setdefault(os.path.join(folder, sidecar), called)
        found = list[Carried]()
        for path, called in names.items():
            try:
                unchanged = wanted[path] if action.kind == ActionKind.COPY else None
                found.append(_sidecar(path, called, unchanged, opened))
            except NotTouchedError as error:
                if os.path.lexists(path):
                    self._acted.left_alone.append(LeftAlone(path, text_of(error)))
        return found


def _sidecar(path: bytes, called: bytes, unchanged: FileAction | None, opened: ExitStack) -> Carried:
    home, name = os.path.dirname(path), os.path.basename(path)
    folder = opened.enter_context(held(home, [home]))
    if unchanged is None:
        return Carried(path, folder, *seen_now(folder, name), called)
    seen = seen_unchanged(folder, name, unchanged.content, unchanged.size)
    return Carried(path, folder, seen, unchanged.content, called)


def _home_of(action: FileAction) -> AbstractContextManager[HeldFolder]:
    folder = os.path.dirname(action.source)
    if not os.path.isdir(folder):
        raise NotTouchedError(FOLDER_GONE.with_values(folder=shown_path(folder)))
    return held(folder)


def _must_not_be_the_last(action: FileAction) -> None:
    """A copy goes only while what it was made of is there."""
    with held(os.path.dirname(action.source)) as folder:
        if not holds(folder, os.path.basename(action.source), action.content, action.size):
            raise NotTouchedError(said("what it was copied from has changed or is gone"))


def _codes_made_again(library: Library) -> Generator[Progress, None, None]:
    """Of images that left search with their last file and are back."""
    from engine.jobs.encoding import encode_missing  # brings numpy and more, and most of the time is not needed

    active = versions.active(library.db)
    if active is not None:
        yield from encode_missing(library, active)
