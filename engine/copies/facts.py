"""What is known of each member of a group, as a person compares them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.copies.groups import Group, GroupKind, Member
from engine.store import faces, file_facts, labels, pixel_codes
from engine.store.connection import Database
from engine.store.faces import Face
from engine.store.file_facts import FileFacts

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class MemberFacts:
    member: Member
    files: tuple[FileFacts, ...]  # at least one; the first one stands for it
    sharpness: float | None = None  # the more, the sharper; comparable between pictures that are alike
    labels: tuple[str, ...] = ()
    faces: tuple[Face, ...] = ()  # those whose eyes can be seen; of pictures of a burst alone

    @property
    def path(self) -> bytes:
        return self.files[0].path

    @property
    def paths(self) -> tuple[bytes, ...]:
        return tuple(file.path for file in self.files)

    @property
    def size(self) -> int:
        """Of the file that stands for it."""
        return self.files[0].size

    @property
    def bytes(self) -> int:
        """Of all its files."""
        return sum(file.size for file in self.files)

    @property
    def format(self) -> str | None:
        return self.files[0].format

    @property
    def width(self) -> int | None:
        return self.files[0].width

    @property
    def height(self) -> int | None:
        return self.files[0].height

    @property
    def taken_at(self) -> str | None:
        return self.files[0].taken_at

    @property
    def camera(self) -> str | None:
        return self.files[0].camera

    @property
    def pixels(self) -> int | None:
        return self.width * self.height if self.width and self.height else None

    @property
    def written(self) -> int:
        """When the first of its files was last written, in whole seconds."""
        return min(file.mtime_ns for file in self.files) // 10**9

    @property
    def date(self) -> str:
        """When it was taken by the camera's clock, else when its file was last written, as in 2024-05-31 18:30."""
        return self.taken_at[:16].replace("T", " ") if self.taken_at else self.file_date

    @property
    def file_date(self) -> str:
        """By this machine's clock, as in the grid and in the preview."""
        seconds = min(max(self.files[0].mtime_ns // 10**9, 0), _LAST_SECOND)
        return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")


_LAST_SECOND = 253_402_300_799 - 86_400  # of the year 9999, in any time zone


def of_groups(db: Database, groups: Sequence[Group]) -> list[tuple[MemberFacts, ...]]:
    """For each group its members, in their order; those whose files are not known any more are left out."""
    members = [member for group in groups for member in group.members]
    found = file_facts.of_files(db, [file_id for member in members for file_id in member.file_ids])
    images = sorted({member.image_id for member in members})
    named, sharp = labels.of_images(db, images), pixel_codes.sharpness(db, images)
    in_bursts = {member.image_id for group in groups if _is_burst(group) for member in group.members}
    seen = faces.of_images(db, sorted(in_bursts))
    return [
        tuple(_facts(member, found, named, sharp, seen) for member in group.members if _is_known(member, found))
        for group in groups
    ]


def _is_burst(group: Group) -> bool:
    return group.kind is GroupKind.BURSTS


def _is_known(member: Member, found: Mapping[int, FileFacts]) -> bool:
    return any(file_id in found for file_id in member.file_ids)


def _facts(
    member: Member,
    found: Mapping[int, FileFacts],
    named: Mapping[int, Sequence[str]],
    sharp: Mapping[int, float],
    seen: Mapping[int, tuple[Face, ...]],
) -> MemberFacts:
    of_files = tuple(found[file_id] for file_id in member.file_ids if file_id in found)
    image_id = member.image_id
    labelled = tuple(named.get(image_id, ()))
    return MemberFacts(member, of_files, sharp.get(image_id), labelled, seen.get(image_id, ()))
