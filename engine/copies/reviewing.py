"""Groups as they are reviewed: with the facts of each member, what is proposed, and how much room it would free."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlite_utils import Database

from engine.copies import facts
from engine.copies.facts import MemberFacts
from engine.copies.groups import Group, GroupKind, Member
from engine.copies.keeping import Keeping, Preferences, proposed


@dataclass(frozen=True, slots=True)
class ReviewGroup:
    kind: GroupKind
    members: tuple[MemberFacts, ...]  # at least two
    likeness: int
    keeping: Keeping

    @property
    def saving(self) -> int:
        """The bytes of all members but the one that is proposed to be kept."""
        return sum(each.bytes for place, each in enumerate(self.members) if place != self.keeping.keep)

    @property
    def key(self) -> tuple[Member, ...]:
        """The same as long as its members are."""
        return tuple(each.member for each in self.members)


def reviewed(db: Database, groups: Sequence[Group], preferences: Preferences) -> list[ReviewGroup]:
    """Those of the groups that still have two members, the largest saving first."""
    found = [
        ReviewGroup(group.kind, members, group.likeness, proposed(group.kind, members, preferences))
        for group, members in zip(groups, facts.of_groups(db, groups), strict=True)
        if len(members) > 1
    ]
    return sorted(found, key=lambda group: (-group.saving, group.members[0].path))
