"""Folders that change under the library: moved files keep their labels, unplugged drives lose nothing, a full disk
is said in a sentence."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

from campaign_ground import CPU, EACH, Ground, Tried, complaints, indexed

from engine.errors import UserError
from engine.jobs.indexing import index
from engine.library import Library, open_library
from engine.progress import finish
from engine.store import images, labels
from engine.store.browsing import Browse, browsed
from tests.photo_makers import KINDS, write_photos

AT_ONCE = 50  # moves between two runs
PICTURES = EACH * len(KINDS)


def moves(ground: Ground, times: int) -> Iterator[Tried]:
    """Each picture is labelled with its kind; after any number of moves it still is, and is found where it lies."""
    random, folder = ground.random("moves"), ground.new_folder()
    write_photos(folder / "photos", each=EACH)
    library = open_library(str(folder / "library"))
    indexed(library, folder / "photos")
    _label_by_name(library)
    expected = _labelled(library)
    for start in range(0, times, AT_ONCE):
        count = min(AT_ONCE, times - start)
        for _ in range(count):
            _move(folder / "photos", random)
        finish(index(library, library.folders(), device=CPU))
        found = _labelled(library)
        there = {os.path.basename(path) for path in _paths(library) if os.path.exists(path)}
        failure = "" if found == expected else f"labels {expected} became {found}"
        if len(there) != PICTURES:
            failure += f" {len(there)} of {PICTURES} pictures are known where they lie"
        yield Tried(count, failure or complaints(library))
    library.close()


def unplugged(ground: Ground, times: int) -> Iterator[Tried]:
    """The drive goes in the middle of an indexing, or before it; when it is back, all is as it was."""
    if not _can_mount(ground.new_folder()):
        print("  nothing can be mounted here: not tried")
        return
    random = ground.random("drives")
    for _ in range(times):
        folder = ground.new_folder()
        drive = folder / "drive"
        _mount(drive, "20m")
        try:
            write_photos(drive, each=EACH)
            kept = _raw(drive)
            library = open_library(str(folder / "library"))
            indexed(library, drive)
            write_photos(drive, each=EACH + 2)
            kept_more = _raw(drive)
            stop = random.randrange(1, 6)
            for number, _progress in enumerate(index(library, library.folders(), device=CPU)):
                if number == stop:
                    subprocess.run(["umount", "--lazy", str(drive)], check=True)
            gone = sum(image.missing for image in images.get(library.db, _ids(library)).values())
            finish(index(library, library.folders(), device=CPU))
            if len(_ids(library)) < len(kept):
                yield Tried(1, "images were lost")
                continue
            _mount(drive, "20m")
            for name, raw in kept_more.items():
                (drive / name).parent.mkdir(exist_ok=True)
                (drive / name).write_bytes(raw)
            finish(index(library, library.folders(), device=CPU))
            known = len(_ids(library))
            failure = "" if known == len(kept_more) else f"{known} of {len(kept_more)} pictures are known"
            yield Tried(
                1, failure or (f"{gone} pictures were called missing" if gone else "") or complaints(library)
            )
            library.close()
        finally:
            subprocess.run(["umount", "--lazy", str(drive)], capture_output=True)


def full_disk(ground: Ground, times: int) -> Iterator[Tried]:
    """A sentence; what was stored stays; with room again it goes on."""
    if not _can_mount(ground.new_folder()):
        print("  nothing can be mounted here: not tried")
        return
    random = ground.random("disks")
    photos = ground.known / "photos"
    for _ in range(times):
        drive = ground.new_folder() / "drive"
        _mount(drive, f"{random.randrange(60, 2500)}k")
        try:
            yield Tried(1, _filled(drive, photos))
        finally:
            subprocess.run(["umount", "--lazy", str(drive)], capture_output=True)


def _filled(drive: Path, photos: Path) -> str:
    try:
        library = open_library(str(drive / "library"))
        try:
            indexed(library, photos)
        finally:
            library.close()
    except UserError as error:
        if "full" not in str(error) and "No space" not in str(error):
            return f"it was called something else: {error}"
    subprocess.run(["mount", "-o", "remount,size=40m", str(drive)], check=True)
    library = open_library(str(drive / "library"))
    try:
        indexed(library, photos)
        known = images.count(library.db)
        return "" if known == PICTURES else f"{known} of {PICTURES} pictures are known"
    finally:
        library.close()


def _move(root: Path, random: Random) -> None:
    """A file gets another name or folder, or a folder moves into another one."""
    folders = [path for path in root.rglob("*") if path.is_dir()]
    if random.random() < 0.1 and folders:
        moved, into = random.choice(folders), random.choice([root, *folders])
        if moved not in (into, *into.parents) and not (into / moved.name).exists():
            moved.rename(into / moved.name)
        return
    file = random.choice(list(root.rglob("*.jpg")))
    into = random.choice([root / f"new {random.randrange(9)}", *folders])
    into.mkdir(exist_ok=True)
    target = into / (
        file.name if random.random() < 0.5 else f"{file.stem.split(' ')[0]} {random.randrange(10**9)}.jpg"
    )
    if not target.exists():
        file.rename(target)


def _label_by_name(library: Library) -> None:
    with library.writing() as db:
        for image_id, image in images.get(db, _ids(library)).items():
            labels.assign(db, _kind(image.path), [image_id])


def _labelled(library: Library) -> dict[str, int]:
    """How many images of each kind have the label of their kind, by the name of their file."""
    found = dict.fromkeys(KINDS, 0)
    known = images.get(library.db, _ids(library))
    for image_id, names in labels.of_images(library.db, list(known)).items():
        kind = _kind(known[image_id].path)
        found[kind] += names == [kind]
    return found


def _kind(path: bytes) -> str:
    return os.fsdecode(os.path.basename(path)).split("-")[0]


def _ids(library: Library) -> list[int]:
    return browsed(library.db, Browse()).ids.tolist()


def _paths(library: Library) -> list[bytes]:
    return [image.path for image in images.get(library.db, _ids(library)).values()]


def _raw(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.jpg")}


def _can_mount(folder: Path) -> bool:
    try:
        _mount(folder / "tried", "1m")
    except (OSError, subprocess.CalledProcessError):
        return False
    subprocess.run(["umount", str(folder / "tried")], check=True)
    return True


def _mount(folder: Path, size: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    subprocess.run(command, check=True, capture_output=True)
