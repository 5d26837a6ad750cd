"""How long it takes to teach a library: from Start to figures, with few and many labels, small and large.

    python tests/benchmarks/teaching_time.py [IMAGES…]

Features are made up (clusters in 1,280 dimensions, as the built-in network has), since only their number matters
here. Prints the seconds of each part and the most memory that the process took.
"""

import hashlib
import resource
import sys
import tempfile
import time
from collections.abc import Generator
from dataclasses import dataclass

import numpy as np

from engine.jobs.builtin_version import refresh
from engine.learning.methods import settings_of
from engine.learning.request import Request
from engine.learning.self_taught import teach_itself
from engine.learning.training import train
from engine.library import Library, open_library
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.progress import Progress, finish
from engine.store import features, files, folders, images, labels
from engine.store.images import PictureFacts

DIMENSIONS, KINDS = 1280, 50
LABELS = (100, 200, 2000, None)  # 100: on three splits. None: half of all, every picture of half of the kinds
AT_ONCE = 1000


def main(sizes: list[int]) -> None:
    for count in sizes:
        with tempfile.TemporaryDirectory() as folder:
            library = open_library(folder)
            ids = made_up(library, count)
            print(f"{count:,} images")
            timed("built-in, fitted", refresh(library, EFFICIENTNET_LITE0))
            timed("built-in, teaches itself", teach_itself(library))
            for labelled in LABELS:
                labelled = label(library, ids, labelled or count)
                asked = Request("dualhash-stom", settings_of("dualhash-stom"))
                timed(f"{labelled:,} labels, Start to figures", train(library, asked))
            library.close()


def made_up(library: Library, count: int) -> list[int]:
    random = np.random.default_rng(0)
    centres_KD = random.standard_normal((KINDS, DIMENSIONS)).astype(np.float32)
    ids: list[int] = []
    with library.writing() as db:
        folder = folders.add(db, b"/made up")
        for number in range(count):
            image_id = images.add_pending(db)
            content = hashlib.blake2b(b"%d" % number, digest_size=16).digest()
            images.set_facts(db, image_id, PictureFacts(content, "JPEG", 4, 3, None, None))
            file_id = files.add(db, folder.id, b"%d.jpg" % number, 1000, 0, image_id)
            files.set_read(db, file_id, image_id, 1000, 0)
            ids.append(image_id)
    for start in range(0, count, AT_ONCE):
        part = ids[start : start + AT_ONCE]
        noise_ND = 3 * random.standard_normal((len(part), DIMENSIONS)).astype(np.float32)
        kinds = np.arange(start, start + len(part)) % KINDS
        with library.writing() as db:
            features.put(db, EFFICIENTNET_LITE0.name, part, centres_KD[kinds] + noise_ND)
    return ids


def label(library: Library, ids: list[int], count: int) -> int:
    """Images of half of the kinds, each kind as often, so many or all there are; returns how many."""
    with library.writing() as db:
        for kind in range(0, KINDS, 2):
            labels.assign(db, f"kind {kind}", ids[kind::KINDS][: count // (KINDS // 2)])
        return len(labels.labelled_images(db))


@dataclass
class Part:
    note: str
    seconds: float = 0.0


def timed(name: str, work: Generator[Progress, None, object]) -> None:
    began = time.perf_counter()
    parts: list[Part] = []

    def heard() -> Generator[Progress, None, object]:
        last = began
        while True:
            try:
                report = next(work)
            except StopIteration as stop:
                now = time.perf_counter()
                parts.append(Part("figures and the rest", now - last))
                return stop.value
            now = time.perf_counter()
            if not parts or parts[-1].note != report.note:
                parts.append(Part(report.note))
            parts[-1].seconds += now - last
            last = now
            yield report

    finish(heard())
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    listed = ", ".join(f"{part.note} {part.seconds:.1f}" for part in parts if part.seconds >= 0.1)
    print(f"  {name}: {time.perf_counter() - began:.1f} s ({listed}); at most {memory:,.0f} MB so far", flush=True)


if __name__ == "__main__":
    main([int(each) for each in sys.argv[1:]] or [10_000, 100_000])
