"""What a person wants done to files, what would come of it, and what came of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.file_actions.refusing import shown_path
from engine.sentences import said
from engine.store.file_actions import ActionKind
from engine.store.files import ActionFile

MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class FileWish:
    kind: ActionKind
    file_ids: tuple[int, ...]
    folder: bytes | None = None  # where to: to move, copy and export
    name: str = ""  # to rename: without its ending, which stays. Of several, each after the first gets a number
    longest: int | None = None  # to export: the longer side at most; None: as large as it is
    with_place: bool = False  # to export: the position where it was taken goes along


@dataclass(frozen=True, slots=True)
class LeftAlone:
    """A file that is left as it is, and why."""

    path: bytes
    why: str

    @property
    def sentence(self) -> str:
        return said("{path}: {why}.", path=shown_path(self.path), why=self.why)


@dataclass(frozen=True, slots=True)
class ActionPlan:
    """What would be done. `last_copies`: of each image that would have no file left in the library's folders, one
    of those that it has now. Only files that are there right now, and as they were indexed, count as copies."""

    wish: FileWish
    files: tuple[ActionFile, ...]
    left_alone: tuple[LeftAlone, ...]
    last_copies: tuple[ActionFile, ...]
    copies_elsewhere: tuple[ActionFile, ...]  # other files of the same images, which are not among those
    sidecars: tuple[bytes, ...] = ()  # that go along
    shared: tuple[bytes, ...] = ()  # sidecars that stay, as they are also those of pictures that stay

    @property
    def size(self) -> int:
        return sum(file.size for file in self.files)

    @property
    def images(self) -> int:
        return len({file.image_id for file in self.files})

    def losing(self) -> frozenset[int]:
        """The images whose last copy would go."""
        return frozenset(file.image_id for file in self.last_copies if file.image_id is not None)


@dataclass(frozen=True, slots=True)
class DoneFile:
    source: bytes
    target: bytes | None  # in the trash: where, if that is known


@dataclass(slots=True)
class Acted:
    """What was done so far. It is filled while the work goes on, so that it counts also if that is cancelled."""

    kind: ActionKind
    batch: int | None = None  # by which it can be taken back; None: nothing was done
    done: list[DoneFile] = field(default_factory=list)
    sidecars: list[DoneFile] = field(default_factory=list)  # that went along
    left_alone: list[LeftAlone] = field(default_factory=list)
    to_be_indexed: set[int] = field(default_factory=set)  # folders with something that is still to be read


def named(paths: Sequence[bytes]) -> str:
    """Some paths, one to a line."""
    lines = [shown_path(path) for path in paths[:MOST_NAMED]]
    more = len(paths) - len(lines)
    return "\n".join(lines + ([f"and {more:,} more"] if more else []))
