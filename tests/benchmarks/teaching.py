"""Teaching: from Start to the figures on a folder of labelled photos; codes of 100,000 images; searching meanwhile.

    python tests/benchmarks/teaching.py PHOTOS [IMAGES]        default: 100000

PHOTOS has one folder per label. It is indexed first, which is not part of the figures. The large library is made
up: its features are random, its pictures do not exist.
"""

import os
import statistics
import sys
import tempfile
import threading
import time
from contextlib import closing

import numpy as np

from engine.jobs.indexing import index
from engine.jobs.labelling import label_from_folders
from engine.jobs.version_files import activate
from engine.learning.methods import settings_of
from engine.learning.request import Request
from engine.learning.trained import Trained, save_version
from engine.learning.training import train
from engine.library import Library, open_library
from engine.progress import finish
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.store import features, folders, images, versions

DIMENSIONS = 1280
QUICK = 10.0  # seconds allowed from Start to the result


def request(**changes: object) -> Request:
    return Request("dualhash-stom", settings_of("dualhash-stom", **changes))


def teach(library: Library) -> Trained:
    began = time.perf_counter()
    trained = finish(train(library, request(bits=64)))
    took = time.perf_counter() - began
    assert trained.before is not None
    assert trained.after is not None
    before, after = trained.before["mAP"], trained.after["mAP"]
    print(
        f"{trained.images} images, 64 bits: {took:.1f} s from Start to the figures (allowed {QUICK:.0f} s), "
        f"held-out mAP {before:.3f} -> {after:.3f}, {after / before:.2f} times (asked for 1.6)"
    )
    return trained


def search_while_training(library: Library) -> None:
    """How long a search takes while another thread trains, beside how long it takes alone."""
    searcher, ids = Searcher(library), [row[0] for row in library.db.execute("SELECT id FROM images LIMIT 200")]

    def times(until: threading.Event | None) -> list[float]:
        taken = []
        for image_id in ids * 100:
            began = time.perf_counter()
            searcher.search(Query((QueryPicture(image_id=image_id),), k=100))
            taken.append(time.perf_counter() - began)
            if (until is None and len(taken) == 200) or (until is not None and until.is_set()):
                break
        return taken

    times(None)
    alone, over = times(None), threading.Event()

    def training() -> None:
        try:
            finish(train(library, request(bits=64, epochs=60)))
        finally:
            library.close_thread()
            over.set()

    thread = threading.Thread(target=training)
    thread.start()
    meanwhile = times(over)
    thread.join()
    searcher.stop()
    for name, taken in (("alone", alone), ("while training", meanwhile)):
        slowest = statistics.quantiles(taken, n=20)[-1]
        print(
            f"search {name}: median {1000 * statistics.median(taken):.1f} ms, 95 % within {1000 * slowest:.1f} ms"
        )


def encode_many(trained: Trained, count: int) -> None:
    with tempfile.TemporaryDirectory() as folder, closing(open_library(folder)) as library:
        random = np.random.default_rng(0)
        with library.writing() as db:
            known = folders.add(db, b"/made up")
        for start in range(0, count, 5000):
            with library.writing() as db:
                ids = [_add(library, known.id, start + n) for n in range(min(5000, count - start))]
                features.put(
                    db, "efficientnet_lite0", ids, random.standard_normal((len(ids), DIMENSIONS), np.float32)
                )
        first = save_version(library, trained, "first")
        with library.writing() as db:
            versions.activate(db, first.id)
        second = save_version(library, trained, "second")
        began = time.perf_counter()
        finish(activate(library, second))
        print(f"codes of {count} images from stored features: {time.perf_counter() - began:.1f} s (allowed 10 s)")
        finish(activate(library, first))
        began = time.perf_counter()
        finish(activate(library, second))
        print(f"rolling back: {time.perf_counter() - began:.2f} s (allowed 1 s)")


def _add(library: Library, folder_id: int, number: int) -> int:
    image_id = images.add_pending(library.db)
    sql = "INSERT INTO files (folder_id, path, image_id, size, mtime_ns, waiting) VALUES (?, ?, ?, 1, 1, 0)"
    library.db.execute(sql, (folder_id, b"%d.jpg" % number, image_id))
    library.db.execute("UPDATE images SET content = ? WHERE id = ?", (number.to_bytes(16, "big"), image_id))
    return image_id


def main(photos: str, count: int) -> None:
    with tempfile.TemporaryDirectory() as folder, closing(open_library(folder)) as library:
        finish(index(library, [library.add_folder(os.fsencode(os.path.abspath(photos)))]))
        finish(label_from_folders(library))
        finish(train(library, request(epochs=1)))  # torch is imported and warm
        trained = teach(library)
        search_while_training(library)
        encode_many(trained, count)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100_000)
