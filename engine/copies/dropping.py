"""What keeping some pictures of each group and dropping others means: which files go, and who inherits what was
said of them. `engine.file_actions.dropped_copies` does it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.copies.facts import MemberFacts
from engine.copies.groups import GroupKind
from engine.copies.reviewing import ReviewGroup
from engine.store.handing_over import Handing


@dataclass(frozen=True, slots=True)
class GroupChoice:
    """What is kept and what is dropped of one group; what is named in neither stays as it is. The first of `kept`
    gets what was said of those that are dropped."""

    kind: GroupKind
    kept: tuple[MemberFacts, ...]
    dropped: tuple[MemberFacts, ...]


@dataclass(frozen=True, slots=True)
class DropPlan:
    file_ids: tuple[int, ...] = ()
    paths: tuple[bytes, ...] = ()  # of these files
    bytes: int = 0
    handings: tuple[Handing, ...] = ()
    images: int = 0  # of which no file is left


def best_of(groups: Iterable[ReviewGroup]) -> list[GroupChoice]:
    """As proposed: the best of each group is kept, the others are dropped; but of those that a person keeps all."""
    return [GroupChoice(group.kind, group.members[:1], group.members[1:]) for group in groups if not group.kept]


def planned(choices: Sequence[GroupChoice]) -> DropPlan:
    """What carrying them out means. A picture may be in several groups: what is kept in one is dropped in none, and
    nothing is dropped in favour of what goes itself. So of each group something stays, whatever was chosen."""
    staying, leaving, handings = set[int](), set[int](), list[Handing]()  # images
    going: dict[int, tuple[bytes, int]] = {}  # files, with path and size
    for choice in choices:
        if choice.kind is GroupKind.COPIES:
            if any(file.id not in going for each in choice.kept for file in each.files):
                _drop(going, choice.dropped)
            continue
        kept = [each for each in choice.kept if each.member.image_id not in leaving]
        if not kept:
            continue
        staying.update(each.member.image_id for each in kept)
        dropped = [each for each in choice.dropped if each.member.image_id not in staying]
        _drop(going, dropped)
        for each in dropped:
            if each.member.image_id not in leaving:
                leaving.add(each.member.image_id)
                handings.append((each.member.image_id, kept[0].member.image_id))
    return DropPlan(
        tuple(going),
        tuple(path for path, _ in going.values()),
        sum(size for _, size in going.values()),
        tuple(handings),
        len(leaving),
    )


def _drop(going: dict[int, tuple[bytes, int]], dropped: Iterable[MemberFacts]) -> None:
    going.update({file.id: (file.path, file.size) for each in dropped for file in each.files})
