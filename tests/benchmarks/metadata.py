"""What reading the metadata costs a picture, beside decoding it.

    python -m tests.benchmarks.metadata FOLDER [PICTURES]

Each picture is decoded as indexing does it, and the part of it that reads what the file says is timed by itself:
finding EXIF, taking it apart, all values. Time of the processor, of the thread that reads: that of a process whose
computing is limited, as a worker's is, goes on by leaps of 4 ms. Without a folder, pictures are made that carry
what a camera writes, of the size of a telephone's; then smaller ones with long packets of XMP: histories and
settings of 100 kB and more.
"""

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from PIL import ExifTags, Image

from engine.images import exif
from engine.images.decode import Undecodable, decode
from engine.images.pool import ReadingPool
from engine.images.reading import Unread
from engine.metadata import NOTHING_SAID
from tests.images.test_metadata_reading import MAIN, PLACE, SHOT, exif_of
from tests.packets import long_packets

SHORT_SIDE = 256
CAMERA = {**MAIN, ExifTags.Base.Orientation: 1}  # no camera leaves that out


def made(folder: Path, count: int) -> None:
    noise = Image.effect_noise((4000, 3000), 60).convert("RGB")
    for number in range(count):
        noise.save(folder / f"{number}.jpg", quality=85, exif=exif_of(CAMERA, SHOT, PLACE))


def made_with_packets(folder: Path, size: int) -> None:
    """As WebP: a JPEG has no room for as much in one packet."""
    noise = Image.effect_noise((640, 480), 60).convert("RGB")
    for kind in long_packets.KINDS:
        for number in range(40):
            noise.save(folder / f"{kind.__name__} {number}.webp", xmp=kind(size), exif=exif_of(CAMERA, SHOT, PLACE))


class Timed:
    """`exif.read` where decoding calls it, with the time that it takes."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.real = exif.read

    def __call__(self, picture: Image.Image) -> exif.Exif:
        began = time.thread_time()
        found = self.real(picture)
        self.seconds.append(time.thread_time() - began)
        return found


def attempt(path: str) -> tuple[float, float, bool]:
    """In a worker process, as any picture may crash its decoder: seconds of decoding and of the metadata in it, and
    whether that says anything. Negative seconds: there is no picture."""
    exif.read = reading = Timed()
    began = time.thread_time()
    try:
        with open(path, "rb") as data:
            said = decode(data, SHORT_SIDE).metadata != NOTHING_SAID
    except Undecodable:
        return -1.0, sum(reading.seconds), False
    finally:
        exif.read = reading.real
    return time.thread_time() - began, sum(reading.seconds), said


def measure(folder: Path, most: int) -> None:
    paths = [Path(place) / name for place, _, names in os.walk(folder) for name in names][:most]
    found: list[tuple[float, float, bool]] = []
    slowest, ended = (0.0, Path()), 0
    with ReadingPool(1, "efficientnet_lite0", None) as pool:
        results = [pool.ask(attempt, str(path)) for path in paths]
        for path, result in zip(paths, results, strict=True):
            answer = result.result()
            if isinstance(answer, Unread):
                ended += 1
                continue
            slowest = max(slowest, (answer[1], path))
            if answer[0] >= 0:
                found.append(answer)
    count = len(found)
    print(
        f"{count} pictures, {sum(said for *_, said in found)} of which say something; {len(paths) - count} others"
    )
    print(f"decoding {1000 * sum(each[0] for each in found) / count:8.3f} ms a picture (the metadata included)")
    spent = [1000 * each[1] for each in found]
    print(f"metadata {sum(spent) / count:8.3f} ms a picture, {statistics.median(spent):.3f} in the middle")
    print(f"  at most {1000 * slowest[0]:.1f} ms: {slowest[1]}; workers that ended: {ended}")


if __name__ == "__main__":
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    if len(sys.argv) > 1:
        measure(Path(sys.argv[1]), wanted)
    else:
        with tempfile.TemporaryDirectory() as place:
            made(Path(place), 20)
            measure(Path(place), wanted)
        for size in (20_000, 100_000, 700_000):
            with tempfile.TemporaryDirectory() as place:
                made_with_packets(Path(place), size)
                print(f"\nwith packets of {size // 1000} kB:")
                measure(Path(place), wanted)
