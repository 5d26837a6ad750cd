"""Groups of which a person said to keep all: they do not come back, until another picture joins them.

A group is such a one if all its pictures are in a group that is kept: one that lost a picture since, or that shrank
as the strictness rose, is still kept. Of copies it counts how many there are, wherever they lie.
"""

from collections import defaultdict
from collections.abc import Sequence

from engine.copies.groups import Group, GroupKind
from engine.store import images, kept_groups
from engine.store.connection import Database
from engine.store.kept_groups import KeptGroup


def are_kept(db: Database, groups: Sequence[Group]) -> list[bool]:
    """For each group, whether a person keeps all of it."""
    known = kept_groups.read(db)
    if not known:
        return [False] * len(groups)
    contents = images.contents(db, sorted({member.image_id for group in groups for member in group.members}))
    by_content: defaultdict[bytes, list[KeptGroup]] = defaultdict(list)
    for kept in known:
        for content in kept.contents:
            by_content[content].append(kept)
    return [_is_kept(_stored(group, contents), by_content) for group in groups]


def keep(db: Database, group: Group) -> list[KeptGroup]:
    """All of it, for good; returns the rows that are new."""
    wanted = _of(db, group)
    return [] if wanted is None or not kept_groups.put(db, wanted) else [wanted]


def show_again(db: Database, group: Group) -> list[KeptGroup]:
    """It is kept no more; returns the rows that are gone."""
    wanted = _of(db, group)
    covering = [] if wanted is None else [kept for kept in kept_groups.read(db) if _covers(kept, wanted)]
    return [kept for kept in covering if kept_groups.remove(db, kept)]


def _of(db: Database, group: Group) -> KeptGroup | None:
    return _stored(group, images.contents(db, [member.image_id for member in group.members]))


def _stored(group: Group, contents: dict[int, bytes]) -> KeptGroup | None:
    """None if nobody knows what one of its images holds."""
    found = [contents.get(member.image_id) for member in group.members]
    copies = len(group.members) if group.kind is GroupKind.COPIES else 0
    known = frozenset(content for content in found if content is not None)
    return None if None in found else KeptGroup(known, copies)


def _is_kept(group: KeptGroup | None, by_content: dict[bytes, list[KeptGroup]]) -> bool:
    if group is None:
        return False
    return any(_covers(kept, group) for kept in by_content.get(next(iter(group.contents)), ()))


def _covers(kept: KeptGroup, group: KeptGroup) -> bool:
    same_kind = bool(kept.copies) == bool(group.copies)
    return same_kind and group.copies <= kept.copies and group.contents <= kept.contents
