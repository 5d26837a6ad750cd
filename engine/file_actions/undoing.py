"""Taking a batch of actions back. That is a batch of its own, and can itself be taken back.

What was moved goes to where it was, what was thrown away comes out of the trash, what was copied or exported goes
into it. A file that somebody changed since stays.
"""

import os
from collections.abc import Generator
from contextlib import AbstractContextManager

from engine.file_actions import trash_can
from engine.file_actions.carrying import Carrier
from engine.file_actions.held_folder import HeldFolder, held
from engine.file_actions.looking import holds, seen_unchanged
from engine.file_actions.refusing import NotTouchedError, reason_of, shown_path
from engine.file_actions.settling import settle
from engine.file_actions.wishes import Acted, LeftAlone
from engine.library import Library
from engine.progress import Progress
from engine.store import file_actions, versions
from engine.store.file_actions import ActionKind, FileAction

_NOTE = "Taking it back"
_UNDONE_BY = {
    ActionKind.TRASH: ActionKind.RESTORE,
    ActionKind.RESTORE: ActionKind.TRASH,
    ActionKind.COPY: ActionKind.TRASH,
    ActionKind.EXPORT: ActionKind.TRASH,
    ActionKind.MOVE: ActionKind.MOVE,
    ActionKind.RENAME: ActionKind.RENAME,
}


def undone_by(kind: ActionKind) -> ActionKind:
    return _UNDONE_BY[kind]


def take_back(library: Library, batch: int, acted: Acted | None = None) -> Generator[Progress, None, Acted]:
    """Undo what was done in a batch, the last first. `acted` as in `acting.carry_out`."""
    library.must_be_writable()
    settle(library)
    actions = file_actions.done_in(library.db, batch)
    acted = Acted(ActionKind.MOVE) if acted is None else acted
    carrier = Carrier(library, acted)
    for done, action in enumerate(actions):
        acted.kind = undone_by(action.kind)
        yield Progress(done, len(actions), _NOTE)
        _one(carrier, action, acted)
    yield Progress(len(actions), len(actions), _NOTE)
    yield from _codes_made_again(library)
    return acted


def _one(carrier: Carrier, action: FileAction, acted: Acted) -> None:
    place = action.source if action.target is None else action.target
    try:
        if action.target is None:
            raise NotTouchedError(trash_can.NOT_BROUGHT_BACK)
        _taken_back(carrier, action, action.target)
    except NotTouchedError as error:
        acted.left_alone.append(LeftAlone(place, str(error)))
    except OSError as error:
        acted.left_alone.append(LeftAlone(place, reason_of(error)))


def _taken_back(carrier: Carrier, action: FileAction, place: bytes) -> None:
    home, name = os.path.dirname(place), os.path.basename(place)
    with held(home, [home]) as there:
        seen = seen_unchanged(there, name, action.content, action.size)
        if undone_by(action.kind) == ActionKind.TRASH:
            if action.kind == ActionKind.COPY:
                _must_not_be_the_last(action)
            carrier.trash(place, there, seen, action.content)
            return
        with _home_of(action) as back:
            wanted = os.path.basename(action.source)
            carrier.move(undone_by(action.kind), place, there, seen, action.content, back, wanted)
        if action.kind == ActionKind.TRASH:
            trash_can.forget(place)


def _home_of(action: FileAction) -> AbstractContextManager[HeldFolder]:
    folder = os.path.dirname(action.source)
    if not os.path.isdir(folder):
        raise NotTouchedError(f"the folder {shown_path(folder)}, where it was, is not there any more")
    return held(folder)


def _must_not_be_the_last(action: FileAction) -> None:
    """A copy goes only while what it was made of is there."""
    with held(os.path.dirname(action.source)) as folder:
        if not holds(folder, os.path.basename(action.source), action.content, action.size):
            raise NotTouchedError("what it was copied from has changed or is gone")


def _codes_made_again(library: Library) -> Generator[Progress, None, None]:
    """Of images that left search with their last file and are back."""
    from engine.jobs.encoding import encode_missing  # brings numpy and more, and most of the time is not needed

    active = versions.active(library.db)
    if active is not None:
        yield from encode_missing(library, active)
