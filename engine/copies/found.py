"""Groups of what was found to be alike. Reading them is quick; `engine.copies.finding` finds.

A group has a picture in its middle to which every other one is alike. So no chain of which each two are alike leads
from a picture to quite another one, and no group grows without bound. Each picture is in one group of a kind at the
most. Two of which a person said that they are not the same, or whose colours contradict each other, are in none
together.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from engine.copies.groups import Group, GroupKind, Member, copies
from engine.library import Library
from engine.store import alike_pairs, decisions, files
from engine.store.alike_pairs import AlikePair
from engine.store.connection import Database

DEFAULT_STRICTNESS = 70

_Likeness = Mapping[int, Mapping[int, int]]  # of each picture to each that it is alike


def groups_of(
    library: Library, kind: GroupKind, strictness: int = DEFAULT_STRICTNESS, folder: bytes | None = None
) -> list[Group]:
    """What of that kind was found at least so alike; with a folder, the groups that have at least one file in it or
    below. Only files that are there count."""
    db = library.db
    if kind is GroupKind.COPIES:
        return copies(db, folder)
    there = files.at_hand(db)
    apart = _kept_apart(db)
    pairs = (
        pair
        for pair in alike_pairs.read(db, kind is GroupKind.BURSTS, strictness)
        if pair.first_id in there and pair.second_id in there and pair.second_id not in apart[pair.first_id]
    )
    inside = None if folder is None else set(files.image_ids_in(db, folder).tolist())
    return [
        Group(kind, tuple(Member(image_id, tuple(there[image_id])) for image_id in sorted(members)), likeness)
        for members, likeness in grouped(pairs, apart)
        if inside is None or not inside.isdisjoint(members)
    ]


def grouped(pairs: Iterable[AlikePair], apart: Mapping[int, set[int]]) -> list[tuple[list[int], int]]:
    """The members of each group, the one in its middle first, and how alike the least alike is to that one."""
    alike: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for pair in pairs:
        alike[pair.first_id][pair.second_id] = alike[pair.second_id][pair.first_id] = pair.likeness
    found: list[tuple[list[int], int]] = []
    taken: set[int] = set()
    for middle in sorted(alike, key=lambda image_id: (-sum(alike[image_id].values()), image_id)):
        if middle not in taken:
            members = _around(middle, alike, taken, apart)
            if len(members) > 1:
                found.append((members, min(alike[middle][image_id] for image_id in members[1:])))
                taken.update(members)
    return found


def _around(middle: int, alike: _Likeness, taken: set[int], apart: Mapping[int, set[int]]) -> list[int]:
    """With the picture in the middle, those that are free and alike, the likest first."""
    members = [middle]
    nearest = sorted(alike[middle].items(), key=lambda each: (-each[1], each[0]))
    for image_id, _ in nearest:
        if image_id not in taken and not apart.get(image_id, set()).intersection(members):
            members.append(image_id)
    return members


def _kept_apart(db: Database) -> defaultdict[int, set[int]]:
    said = [(query_id, hit_id) for query_id, hit_id, same in decisions.all_decisions(db) if not same]
    apart: defaultdict[int, set[int]] = defaultdict(set)
    for first_id, second_id in (*said, *alike_pairs.apart(db)):
        apart[first_id].add(second_id)
        apart[second_id].add(first_id)
    return apart
