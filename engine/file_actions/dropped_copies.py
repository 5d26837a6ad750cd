"""Dropping pictures in favour of one that is kept: what was said of them goes to that one, then their files to the
trash. Taken back, it is as it was before.

Nothing is dropped for a picture that is not there itself, nor a file for a copy that is not: what is kept is read
to its last byte first. What was said of a picture is with the kept one before its file goes, whatever happens in
between; of those that stay after all it is taken back at the end.
"""

import os
from collections.abc import Generator
from dataclasses import dataclass, field, replace

from engine.copies.dropping import DropPlan
from engine.file_actions.acting import carry_out
from engine.file_actions.held_folder import held
from engine.file_actions.looking import Entry, entry_of, seen_unchanged
from engine.file_actions.planning import copies_there, foreseen, planned
from engine.file_actions.refusing import NotTouchedError
from engine.file_actions.undoing import take_back
from engine.file_actions.wishes import Acted, ActionPlan, FileWish, LeftAlone
from engine.library import Library
from engine.progress import Progress
from engine.sentences import said
from engine.store import files, handing_over
from engine.store.file_actions import ActionKind
from engine.store.files import ActionFile
from engine.store.handing_over import HandedRows, Handing

NOT_THERE = said("what was to be kept is not there any more, has changed, or is this very file under another path")


@dataclass(slots=True)
class DroppedCopies:
    """What was done so far; filled while the work goes on, so that it counts also if that is cancelled."""

    acted: Acted = field(default_factory=lambda: Acted(ActionKind.TRASH))
    handings: tuple[Handing, ...] = ()
    handed: dict[Handing, HandedRows] = field(default_factory=dict)  # those of them that hold now


def drop(
    library: Library, plan: DropPlan, dropped: DroppedCopies | None = None
) -> Generator[Progress, None, DroppedCopies]:
    """Do it; a file that is refused is left where it is and named, the others go on."""
    dropped = DroppedCopies() if dropped is None else dropped
    kept, going, lost = _kept(library, plan), _entries(library, plan), set[int]()
    for done, image_id in enumerate(kept):
        yield Progress(done, len(kept), said("Looking at what is kept"))
        if not any(map(_can_be_read, _staying(library, image_id, going))):
            lost.add(image_id)
    dropped.handings = tuple(handing for handing in plan.handings if handing[1] not in lost)
    wish, stay = _without(library, plan, lost)
    dropped.acted.left_alone += stay
    _hand_over(library, dropped, dropped.handings)
    try:
        yield from carry_out(library, planned(library, wish), dropped.acted)
    finally:
        _agree(library, dropped)
    return dropped


def bring_back(library: Library, dropped: DroppedCopies) -> Generator[Progress, None, DroppedCopies]:
    """Undo it; the result can itself be taken back, and so on."""
    back = DroppedCopies(Acted(ActionKind.RESTORE), dropped.handings, dict(dropped.handed))
    try:
        if dropped.acted.batch is not None:
            yield from take_back(library, dropped.acted.batch, back.acted)
    finally:
        _agree(library, back)
    return back


def would_drop(library: Library, plan: DropPlan) -> ActionPlan:
    """What `drop` would come to, by a look at the files without reading them."""
    going = _entries(library, plan)
    lost = {image_id for image_id in _kept(library, plan) if not _staying(library, image_id, going)}
    wish, stay = _without(library, plan, lost)
    seen = foreseen(library, wish)
    return replace(seen, left_alone=(*stay, *seen.left_alone))


def _kept(library: Library, plan: DropPlan) -> list[int]:
    """The images for which something is dropped: those that are kept instead of others, and those of which one file
    is kept instead of others."""
    sources = {source for source, _ in plan.handings}
    copied = (file.image_id for file in files.to_act_on(library.db, plan.file_ids))
    kept = (*(heir for _, heir in plan.handings), *(each for each in copied if each not in sources))
    return list(dict.fromkeys(image_id for image_id in kept if image_id is not None))


def _entries(library: Library, plan: DropPlan) -> set[Entry | None]:
    """What is to go, as the file system knows it."""
    return {entry_of(file.full_path) for file in files.to_act_on(library.db, plan.file_ids)}


def _staying(library: Library, image_id: int, going: set[Entry | None]) -> list[ActionFile]:
    """The files of an image that are there as they were indexed, and are not to go."""
    return [file for file in copies_there(library, image_id) if entry_of(file.full_path) not in going]


def _can_be_read(file: ActionFile) -> bool:
    """Whether it still holds, to its last byte, what it held."""
    path = file.full_path
    try:
        with held(os.path.dirname(path)) as folder:
            seen_unchanged(folder, os.path.basename(path), file.content or b"", file.size, file.mtime_ns)
    except NotTouchedError:
        return False
    return True


def _without(library: Library, plan: DropPlan, lost: set[int]) -> tuple[FileWish, list[LeftAlone]]:
    """What is to go, and what stays because that for which it was dropped is `lost`."""
    heirs, going, stay = dict(plan.handings), list[int](), list[LeftAlone]()
    for file in files.to_act_on(library.db, plan.file_ids):
        if file.image_id is not None and heirs.get(file.image_id, file.image_id) in lost:
            stay.append(LeftAlone(file.full_path, NOT_THERE))
        else:
            going.append(file.id)
    return FileWish(ActionKind.TRASH, tuple(going)), stay


def _hand_over(library: Library, dropped: DroppedCopies, handings: tuple[Handing, ...]) -> None:
    with library.writing() as db:
        for handing in handings:
            dropped.handed[handing] = handing_over.hand_over(db, [handing])


def _agree(library: Library, dropped: DroppedCopies) -> None:
    """What was said of an image is with its heir if no file holds it any more, and only then."""
    with library.writing() as db:
        gone = {handing for handing in dropped.handings if not files.paths_of(db, handing[0])}
        returned = [handing for handing in dropped.handed if handing not in gone]
        for handing in reversed(returned):
            handing_over.take_back(db, dropped.handed.pop(handing))
        heirs = {heir for _, heir in returned}  # what these got twice, they have lost now
        for handing in sorted(gone):
            if handing not in dropped.handed:
                dropped.handed[handing] = handing_over.hand_over(db, [handing])
            elif handing[1] in heirs:
                more = handing_over.hand_over(db, [handing])
                dropped.handed[handing] = handing_over.together(dropped.handed[handing], more)
