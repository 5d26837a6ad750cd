"""Groups of pictures of which a person may want only one."""

from collections import defaultdict
from dataclasses import dataclass
from enum import StrEnum

from engine.store import files
from engine.store.connection import Database


class GroupKind(StrEnum):
    COPIES = "copies"  # the same content in several files
    NEAR_COPIES = "near-copies"  # edited, resized, compressed again
    BURSTS = "bursts"  # alike, and taken within seconds


LIKEST = 100  # how alike two pictures are, at the most; strictness is asked on the same scale


@dataclass(frozen=True, slots=True)
class Member:
    """One of a group, to be kept or dropped: an image with all its files, or among copies one file of it."""

    image_id: int
    file_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Group:
    kind: GroupKind
    members: tuple[Member, ...]  # at least two
    likeness: int  # of the two that hold it together least, up to LIKEST


def copies(db: Database, folder: bytes | None = None) -> list[Group]:
    """Images that lie in several files; with a folder, those that have at least one file in it or below."""
    file_ids: defaultdict[int, list[int]] = defaultdict(list)
    for image_id, file_id in files.of_copied_images(db, folder):
        file_ids[image_id].append(file_id)
    return [
        Group(GroupKind.COPIES, tuple(Member(image_id, (file_id,)) for file_id in of_image), LIKEST)
        for image_id, of_image in file_ids.items()
    ]
