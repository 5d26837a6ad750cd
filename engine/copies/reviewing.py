"""Groups as they are reviewed: with the facts of each member, what is proposed, and how much room it would free."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.copies import facts
from engine.copies.facts import MemberFacts
from engine.copies.frames import ShareOf, no_share, share_inside
from engine.copies.groups import Group, GroupKind, Member
from engine.copies.keeping import Preferences, jpeg_quality, proposed
from engine.copies.kept import are_kept
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.store import faces, pixel_codes, thumbnails
from engine.store.connection import Database


@dataclass(frozen=True, slots=True)
class ReviewGroup:
    """Its first member is the one that is proposed to be kept, for the reasons `why[0]`; the others follow by size,
    each with why it is not."""

    kind: GroupKind
    members: tuple[MemberFacts, ...]  # at least two
    likeness: int
    why: tuple[tuple[str, ...], ...]
    key: frozenset[Member]  # the same as long as its members are
    kept: bool = False  # a person said to keep all of it

    @property
    def group(self) -> Group:
        """As it was found."""
        return Group(self.kind, tuple(each.member for each in self.members), self.likeness)

    @property
    def saving(self) -> int:
        """The bytes of all members but the one that is proposed to be kept."""
        return sum(each.bytes for each in self.members[1:])


def reviewed(
    db: Database, groups: Sequence[Group], preferences: Preferences, thumbnails_db: Database | None = None
) -> list[ReviewGroup]:
    """Those of the groups that still have two members, the largest saving first. Thumbnails tell of borders."""
    share_of = no_share if thumbnails_db is None else _shares(thumbnails_db)
    about = zip(groups, facts.of_groups(db, groups), are_kept(db, groups), strict=True)
    found = [
        replace(review(group.kind, own, group.likeness, preferences, share_of), kept=kept)
        for group, members, kept in about
        if len(own := _without_links(members)) > 1
    ]
    return sorted(found, key=lambda group: (-group.saving, group.members[0].path))


def _shares(thumbnails_db: Database) -> ShareOf:
    """By a look at thumbnails, at each once."""
    known: dict[int, float | None] = {}

    def share_of(about: MemberFacts) -> float | None:
        image_id = about.member.image_id
        if image_id not in known:
            jpeg = thumbnails.get(thumbnails_db, [image_id]).get(image_id)
            known[image_id] = None if jpeg is None else share_inside(jpeg)
        return known[image_id]

    return share_of


def _without_links(members: Sequence[MemberFacts]) -> tuple[MemberFacts, ...]:
    """A link to a file is no copy of it: what is kept must be a file, and what goes must free something."""
    return tuple(each for each in members if not all(map(os.path.islink, each.paths)))


def to_be_compared(db: Database) -> int:
    """Images that nobody has looked at yet for near-copies and bursts, or for eyes that are open. Those without
    thumbnail or features stay among them until they are read again."""
    to_be_coded = pixel_codes.count_lacking(db, EFFICIENTNET_LITE0.name)
    return pixel_codes.count_new(db) + to_be_coded + len(faces.lacking(db))


def review(
    kind: GroupKind,
    members: Sequence[MemberFacts],
    likeness: int,
    preferences: Preferences,
    share_of: ShareOf = no_share,
) -> ReviewGroup:
    keeping = proposed(kind, members, preferences, jpeg_quality, share_of)
    order = sorted(range(len(members)), key=lambda at: (at != keeping.keep, -members[at].bytes, members[at].path))
    why = tuple(keeping.why[at] for at in order)
    key = frozenset(each.member for each in members)
    return ReviewGroup(kind, tuple(members[at] for at in order), likeness, why, key)
