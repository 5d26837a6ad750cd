"""Dropping pictures in favour of one that is kept: what was said of them goes to that one, then their files to the
trash. Taken back, it is as it was before.

Nothing is dropped for a picture that is not there itself. What was said of a picture is with the kept one before
its file goes, whatever happens in between; of those that stay after all it is taken back at the end.
"""

from collections.abc import Generator
from dataclasses import dataclass, field

from engine.copies.dropping import DropPlan
from engine.file_actions.acting import carry_out
from engine.file_actions.planning import copies_there, planned
from engine.file_actions.undoing import take_back
from engine.file_actions.wishes import Acted, FileWish, LeftAlone
from engine.library import Library
from engine.progress import Progress
from engine.store import files, handing_over
from engine.store.file_actions import ActionKind
from engine.store.handing_over import HandedRows, Handing

NOT_THERE = "the picture that is kept for it is not there any more"


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
    lost = yield from _heirs_away(library, plan)
    dropped.handings = tuple(handing for handing in plan.handings if handing[1] not in lost)
    losers = {source for source, heir in plan.handings if heir in lost}
    chosen = files.to_act_on(library.db, plan.file_ids)
    dropped.acted.left_alone += [LeftAlone(f.full_path, NOT_THERE) for f in chosen if f.image_id in losers]
    wish = FileWish(ActionKind.TRASH, tuple(file.id for file in chosen if file.image_id not in losers))
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


def _heirs_away(library: Library, plan: DropPlan) -> Generator[Progress, None, set[int]]:
    """The images that were to be kept, but have no file that is there as it was indexed."""
    heirs = list(dict.fromkeys(heir for _, heir in plan.handings))
    away = set[int]()
    for done, heir in enumerate(heirs):
        yield Progress(done, len(heirs), "Looking at what is kept")
        if not copies_there(library, heir):
            away.add(heir)
    return away


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
