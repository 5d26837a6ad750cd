"""What other programs do to a photo folder, at random and without a pause, and whether a library knows it then."""

import os
import random
import shutil
from collections import Counter
from collections.abc import Callable
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any

from engine.images.scan import FolderWalk, walk
from engine.jobs.looking import is_dated_back
from engine.library import Library
from engine.skip_kinds import SkipKind
from tests.jobs.library_state import library_state
from tests.photo_makers import KINDS, photo

LONG_AGO = 1_500_000_000
EXPORTED = (0, 1, 3, 4, 5, 6, 7, 9, 12)  # size, time, waiting, content, width, height, format, skipped, thumbnail
NOT_OPENED = (0, 0, 0, None, None, None, None, SkipKind.UNREADABLE, None)


class Readings:
    """What workers were given to read, each state of a file once. One that has an older time than the system noted,
    as copies have, may be hashed a second time: it could be another in the place of one of that time."""

    def __init__(self) -> None:
        self._of: Counter[tuple[bytes, int, int]] = Counter()
        self._dated_back: set[tuple[bytes, int, int]] = set()

    def note(self, path: bytes) -> None:
        try:
            status = os.stat(path)
        except OSError:
            return  # gone before it was its turn
        state = path, status.st_size, status.st_mtime_ns
        self._of[state] += 1
        if is_dated_back(path):
            self._dated_back.add(state)

    def clear(self) -> None:
        self._of.clear()

    def too_often(self) -> set[bytes]:
        return {state[0] for state, count in self._of.items() if count > 1 + (state in self._dated_back)}


def jpegs(number: int) -> list[bytes]:
    """So many small pictures, as files hold them."""
    made = []
    for at in range(number):
        stream = BytesIO()
        photo(KINDS[at % len(KINDS)], at, size=(120 + at % 40, 90)).save(stream, "JPEG", quality=80)
        made.append(stream.getvalue())
    return made


def on_disk(photos: Path) -> dict[bytes, tuple[int, int] | None]:
    """As an indexing finds it: size and time of each file, None for what is no picture to be opened."""
    root = os.fsencode(photos)
    found = [each for each in walk(root, FolderWalk()) if each is not None]
    return {os.path.join(root, f.path): None if f.problem else (f.size, f.mtime_ns) for f in found}


def known(library: Library) -> dict[bytes, tuple[Any, ...]]:
    """All files that are there, but for features and codes, as each library has a version of its own. Of one that
    cannot be opened, as of a link that leads nowhere now, all else is what it was when last read."""
    state = library_state(library).items()
    found = {path: tuple(facts[i] for i in EXPORTED) for path, facts in state if not facts[2]}
    return {path: NOT_OPENED if facts[7] == SkipKind.UNREADABLE else facts for path, facts in found.items()}


def images_by_number(library: Library) -> dict[int, int]:
    """The image of each file that is there, by the number that the file has on its drive, whatever its names."""
    sql = "SELECT d.path, f.path, f.image_id FROM files f JOIN folders d ON d.id = f.folder_id WHERE f.missing = 0"
    found = {os.path.join(folder, path): image_id for folder, path, image_id in library.db.execute(sql)}
    return {os.stat(path).st_ino: image_id for path, image_id in found.items() if os.path.exists(path)}


def difference(library: Library, photos: Path) -> list[str]:
    """What the library does not know as it is there, or knows and it is not there. An empty drive is away."""
    there, here = on_disk(photos), known(library)
    if not any(path.startswith(os.fsencode(photos / "drive" / "")) for path in there):
        here = {
            path: facts for path, facts in here.items() if not path.startswith(os.fsencode(photos / "drive" / ""))
        }
    unknown = [f"{path!r} is not known" for path in there.keys() - here.keys()]
    gone = [f"{path!r} is not there" for path in here.keys() - there.keys()]
    others = [
        f"{path!r} is {there[path]}, known as {facts[:3]}"
        for path, facts in here.items()
        if there.get(path) not in (None, facts[:2]) or facts[2]
    ]
    return unknown + gone + others


class Storm:
    """Makes a folder of pictures, and then does anything to it. Files that are `treasured` are moved about, never
    changed; `disguised` are those whose size and time stayed when their content did not."""

    def __init__(self, photos: Path, outside: Path, seed: int, contents: list[bytes], distinct: bool) -> None:
        self.photos, self.outside = photos, outside
        self.chance = random.Random(seed)
        self.treasured: set[int] = set()  # by the number that a file keeps wherever it is moved
        self.disguised: set[bytes] = set()
        self.linked_folders = False  # whether there are links to directories, too
        self.disguises = True
        self._contents, self._distinct = contents, distinct
        self._numbers = count()
        self._slow: list[tuple[Any, bytes]] = []
        outside.mkdir(parents=True, exist_ok=True)

    def content(self) -> bytes:
        """Of a new picture, or of one of a few that are there again and again."""
        number = next(self._numbers)
        jpeg = self._contents[number % len(self._contents)]
        return jpeg + b"#%d" % number if self._distinct or number % 8 == 0 else jpeg

    def fill(self, number: int) -> None:
        for at in range(number):
            path = self.photos / KINDS[at % len(KINDS)] / f"part {at % 7}" / f"IMG_{at}.jpg"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(self.content())
            os.utime(path, (LONG_AGO + at, LONG_AGO + at))

    def rage(self, steps: int, between: Callable[[], None]) -> None:
        for _ in range(steps):
            self.chance.choice(self._deeds())()
            between()
        self.calm()

    def calm(self) -> None:
        """Whoever writes slowly comes to an end."""
        for file, rest in self._slow:
            file.write(rest)
            file.close()
        self._slow.clear()

    # -- what there is --------------------------------------------------------------------------------------------

    def files(self, all_of_them: bool = False) -> list[Path]:
        found = [
            Path(folder) / name
            for folder, below, names in os.walk(self.photos)
            if not self._drop_hidden(below)
            for name in names
            if not name.startswith(".")
        ]
        plain = sorted(path for path in found if path.is_file() and not path.is_symlink())
        return plain if all_of_them else [path for path in plain if path.stat().st_ino not in self.treasured]

    def _drop_hidden(self, below: list[str]) -> None:
        below[:] = [name for name in below if not name.startswith(".") and name != "drive"]

    def folders(self) -> list[Path]:
        return sorted({path.parent for path in self.files(True)} - {self.photos}) or [self._folder()]

    def _folder(self) -> Path:
        path = self.photos / f"folder {next(self._numbers)}"
        path.mkdir()
        return path

    def _file(self, treasured_too: bool = False) -> Path:
        there = self.files(treasured_too)
        if there:
            return self.chance.choice(there)
        self.add()
        return self.files(True)[0]

    def _new_name(self, folder: Path | None = None) -> Path:
        return (folder or self.chance.choice(self.folders())) / f"new {next(self._numbers)}.jpg"

    def _aside(self) -> Path:
        return self.photos / f".aside {next(self._numbers)}"

    # -- deeds ----------------------------------------------------------------------------------------------------

    def _deeds(self) -> list[Callable[[], None]]:
        often = [self.add, self.add, self.change, self.replace, self.rename, self.move, self.remove, self.touch]
        files = [self.copy, self.swap, self.swap_case, self.name_oddly, self.begin_slowly]
        links = [self.link, self.write_through_link, self.point, self.point_nowhere, self.unpoint, self.make_pipe]
        trees = [self.rename_twice, self.swap_folders, self.bring_tree, self.carry_out, self.carry_back]
        ruins = [self.remove_tree, self.folder_by_file, self.file_by_folder, self.come_and_go, self.continue_slowly]
        seldom = [self.point_at_folder] * self.linked_folders + [self.disguise] * self.disguises
        return often * 3 + files + links + trees + ruins + seldom

    def add(self) -> None:
        self._new_name().write_bytes(self.content())

    def change(self) -> None:
        self._file().write_bytes(self.content())

    def replace(self) -> None:
        aside = self._aside()
        aside.write_bytes(self.content())
        os.replace(aside, self._file())

    def rename(self) -> None:
        path = self._file(True)
        os.rename(path, self._new_name(path.parent))

    def move(self) -> None:
        os.rename(self._file(True), self._new_name())

    def remove(self) -> None:
        os.unlink(self._file())

    def touch(self) -> None:
        os.utime(self._file(True))

    def copy(self) -> None:
        shutil.copy2(self._file(), self._new_name())

    def swap(self) -> None:
        one, other, aside = self._file(True), self._file(True), self._aside()
        if one != other:
            os.rename(one, aside)
            os.rename(other, one)
            os.rename(aside, other)

    def swap_case(self) -> None:
        path = self._file(True)
        if not path.with_name(path.name.swapcase()).exists():
            os.rename(path, path.with_name(path.name.swapcase()))

    def name_oddly(self) -> None:
        path = self._file(True)
        name = b"caf\xe9 \n%d.jpg" % next(self._numbers)
        os.rename(path, path.parent / os.fsdecode(name))

    def disguise(self) -> None:
        """Another picture of the same size, with the time of the one that was there."""
        path = self._file()
        status = path.stat()
        fitting = [each for each in self._contents if len(each) < status.st_size - 8]
        if not fitting or status.st_nlink > 1:
            return
        other = self.chance.choice(fitting)
        other += (b"#%d" % next(self._numbers)).ljust(status.st_size - len(other))
        target = self.chance.choice(
            [path, self._aside(), path.with_name(f"{path.name} {len(self.disguised)} temporary")]
        )
        target.write_bytes(other)
        os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))
        if target != path:
            os.replace(target, path)
        self.disguised.add(os.fsencode(path))

    def begin_slowly(self) -> None:
        content = self.content()
        file = open(self._new_name(), "wb", buffering=0)  # noqa: SIM115 closed later
        file.write(content[: len(content) // 3])
        self._slow.append((file, content[len(content) // 3 :]))

    def continue_slowly(self) -> None:
        for at, (file, rest) in enumerate(self._slow):
            file.write(rest[:500])
            self._slow[at] = file, rest[500:]

    def link(self) -> None:
        os.link(self._file(True), self._new_name())

    def write_through_link(self) -> None:
        """The other name hears nothing of it."""
        linked = [path for path in self.files() if path.stat().st_nlink > 1]
        if linked:
            self.chance.choice(linked).write_bytes(self.content())

    def point(self) -> None:
        os.symlink(self._file(True), self._new_name())

    def point_nowhere(self) -> None:
        os.symlink(self.photos / f"nowhere {next(self._numbers)}.jpg", self._new_name())

    def point_at_folder(self) -> None:
        os.symlink(self.chance.choice(self.folders()), self.photos / f"{next(self._numbers)} link")

    def unpoint(self) -> None:
        links = [path for folder in self.folders() for path in sorted(folder.iterdir()) if path.is_symlink()]
        if links:
            os.unlink(self.chance.choice(links))

    def make_pipe(self) -> None:
        os.mkfifo(self._new_name())

    def rename_twice(self) -> None:
        path = self.chance.choice(self.folders())
        for name in ("once", "twice"):
            after = path.with_name(f"{name} {next(self._numbers)}")
            os.rename(path, after)
            path = after

    def swap_folders(self) -> None:
        one, other = self.chance.choice(self.folders()), self.chance.choice(self.folders())
        if one not in (other, *other.parents) and other not in one.parents:
            aside = self._aside()
            os.rename(one, aside)
            os.rename(other, one)
            os.rename(aside, other)

    def bring_tree(self) -> None:
        tree = self.outside / f"tree {next(self._numbers)}"
        for number in range(self.chance.randrange(1, 12)):
            folder = tree / f"{number % 3}" / f"{number}"
            folder.mkdir(parents=True)
            (folder / f"in tree {number}.jpg").write_bytes(self.content())
        os.rename(tree, self.chance.choice(self.folders()) / tree.name)

    def carry_out(self) -> None:
        """A folder, or a file."""
        path = self.chance.choice([self.chance.choice(self.folders()), self._file(True)])
        os.rename(path, self.outside / f"{next(self._numbers)} {path.name}")

    def carry_back(self) -> None:
        there = sorted(self.outside.iterdir())
        if there:
            path = self.chance.choice(there)
            os.rename(path, self.chance.choice(self.folders()) / path.name)

    def remove_tree(self) -> None:
        path = self.chance.choice(self.folders())
        if not any(each.is_file() and each.stat().st_ino in self.treasured for each in path.rglob("*")):
            shutil.rmtree(path)

    def folder_by_file(self) -> None:
        path = self.chance.choice(self.folders())
        os.rename(path, self.outside / f"{next(self._numbers)} was a folder")
        path.write_bytes(self.content())

    def file_by_folder(self) -> None:
        path = self._file()
        os.unlink(path)
        path.mkdir()
        (path / "inside.jpg").write_bytes(self.content())

    def come_and_go(self) -> None:
        """Before anybody has read it."""
        path = self._new_name()
        path.write_bytes(self.content())
        if self.chance.random() < 0.5:
            os.rename(path, path.with_name(f"{path.name} again.jpg"))
            path = path.with_name(f"{path.name} again.jpg")
        os.unlink(path)
