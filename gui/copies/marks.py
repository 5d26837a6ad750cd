"""What a person has chosen of each group: to keep or to drop. Of nobody's pictures anything is chosen unasked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from engine.copies.dropping import GroupChoice
from engine.copies.groups import Member
from engine.copies.reviewing import ReviewGroup


class Mark(Enum):
    KEEP = "Keep"
    DROP = "Drop"


class Marks:
    """By group and member, so that they stay when the groups are read again."""

    def __init__(self) -> None:
        self._marks: dict[frozenset[Member], dict[Member, Mark]] = {}

    def of(self, group: ReviewGroup, place: int) -> Mark | None:
        """None: nothing was chosen."""
        return self._marks.get(group.key, {}).get(group.members[place].member)

    def of_group(self, group: ReviewGroup) -> list[Mark | None]:
        return [self.of(group, place) for place in range(len(group.members))]

    def put(self, group: ReviewGroup, place: int, mark: Mark | None) -> bool:
        """False, and nothing happens, if none of the group would stay."""
        wanted = self.of_group(group)
        wanted[place] = mark
        if all(each is Mark.DROP for each in wanted):
            return False
        self._set(group, wanted)
        return True

    def forget_group(self, group: ReviewGroup) -> None:
        """Nothing is chosen of it any more."""
        self._marks.pop(group.key, None)

    def keep_best(self, group: ReviewGroup) -> None:
        self._set(group, [Mark.KEEP] + [Mark.DROP] * (len(group.members) - 1))

    def forget(self) -> None:
        self._marks.clear()

    def choices(self, groups: Mapping[frozenset[Member], ReviewGroup]) -> list[GroupChoice]:
        """For those of the groups, by their keys, in which something is to be dropped. What is kept on purpose
        comes before what nothing was said of, and that in the order of the proposal."""
        found = []
        for group in [groups[key] for key in self._marks if key in groups]:
            marks = self.of_group(group)
            if Mark.DROP in marks:
                by_mark = list(zip(group.members, marks, strict=True))
                kept = [each for each, mark in by_mark if mark is Mark.KEEP]
                kept += [each for each, mark in by_mark if mark is None]
                dropped = [each for each, mark in by_mark if mark is Mark.DROP]
                found.append(GroupChoice(group.kind, tuple(kept), tuple(dropped)))
        return found

    def _set(self, group: ReviewGroup, marks: Sequence[Mark | None]) -> None:
        members = [each.member for each in group.members]
        chosen = {member: mark for member, mark in zip(members, marks, strict=True) if mark is not None}
        if chosen:
            self._marks[group.key] = chosen
        else:
            self._marks.pop(group.key, None)
