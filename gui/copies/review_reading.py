"""The groups to be reviewed, read in the background."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.copies.dropping import DropPlan, best_of, planned
from engine.copies.found import DEFAULT_STRICTNESS, groups_of
from engine.copies.groups import GroupKind
from engine.copies.keeping import Preferences
from engine.copies.reviewing import ReviewGroup, reviewed, to_be_compared
from engine.library import Library
from engine.store.files import within
from gui.copies.date_choice import DateSpan

MOST_FOLDERS = 300  # to choose from; nobody reads a longer list


@dataclass(frozen=True, slots=True)
class ReviewWish:
    kind: GroupKind = GroupKind.COPIES
    strictness: int = DEFAULT_STRICTNESS
    folder: bytes | None = None
    dates: DateSpan | None = None
    with_kept: bool = False  # also groups of which a person keeps all
    preferences: Preferences = Preferences()  # noqa: RUF009 frozen


@dataclass(frozen=True, slots=True, eq=False)
class Review:
    wish: ReviewWish
    groups: list[ReviewGroup]
    folders: list[bytes]  # that hold something of a group, by name
    dates: list[str]  # on which something of a group was taken, the latest first
    loosest: ReviewGroup | None  # of all that are admitted
    saving: int  # bytes, by keeping the best of each group that is shown
    best: DropPlan  # what that means
    unchanged: bool  # the groups are those that were read before
    to_be_compared: int = 0  # pictures that were not compared with the others yet
    kept: int = 0  # groups that would be shown, but a person keeps all of them


def read_review(library: Library, wish: ReviewWish, before: Review | None = None) -> Review:
    """All that would take long for thousands of groups is done here, off the GUI thread."""
    found = groups_of(library, wish.kind, wish.strictness)
    groups = reviewed(library.db, found, _at_their_places(wish.preferences), library.thumbnails_db)
    fitting = [group for group in groups if _fits(group, wish)]
    shown = [group for group in fitting if wish.with_kept or not group.kept]
    loosest = min(groups, key=lambda group: group.likeness, default=None)
    return Review(
        wish,
        shown,
        _folders(groups),
        _dates(groups),
        loosest,
        sum(group.saving for group in shown if not group.kept),
        planned(best_of(shown)),
        before is not None and before.groups == shown,
        to_be_compared(library.db),
        sum(group.kept for group in fitting),
    )


def _at_their_places(preferences: Preferences) -> Preferences:
    """Folders as the library knows them: a person may have chosen one through a link."""
    return replace(preferences, folders=tuple(map(os.path.realpath, preferences.folders)))


def _fits(group: ReviewGroup, wish: ReviewWish) -> bool:
    """One of its pictures is enough."""
    folder, dates = wish.folder, wish.dates
    here = folder is None or any(within(path, folder) for each in group.members for path in each.paths)
    return here and (dates is None or any(dates.holds(each.date) for each in group.members))


def _folders(groups: Sequence[ReviewGroup]) -> list[bytes]:
    held = Counter(
        folder
        for group in groups
        for folder in {os.path.dirname(path) for each in group.members for path in each.paths}
    )
    return sorted(folder for folder, _ in held.most_common(MOST_FOLDERS))


def _dates(groups: Sequence[ReviewGroup]) -> list[str]:
    return sorted({each.date[:10] for group in groups for each in group.members}, reverse=True)
