"""Near-copies: how many edits of photos are found again, beside imagededup's PHash and fastdup.

    python -m tests.benchmarks.near_copies FOLDER

150 photos of the folder are edited in 21 ways, among up to 2,000 others. All of it is indexed into a library, which
finds near-copies by that. A pair is an edit and a photo; it is right if the one was made of the other. Printed is,
for each kind of edit, how many find their photo: at the bound of likeness (or distance) by which at most 0.001 % of
all other pairs are taken for near-copies, and at the strictness that is asked for by default.

imagededup and fastdup bring many packages along: installed into an environment of their own, whose Python the
variable PEERS_PYTHON names, they are measured as well.
"""

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.copies.found import DEFAULT_STRICTNESS
from engine.jobs.indexing import index
from engine.library import open_library
from engine.progress import finish
from engine.store import alike_pairs
from engine.store.browsing import Browse, browsed
from engine.store.images import get
from tests.benchmarks.copy_edits import EDITS, write_edits

EDITED, OTHERS = 150, 2000
ALLOWED = 1e-5  # false pairs, of all
Scores = NDArray[np.float32]  # a row for each edit, a column for each photo; larger is more alike


class Made:
    """The pictures: photos with their number as name, edits in a folder for each kind."""

    def __init__(self, folder: Path, place: Path) -> None:
        photos = sorted(path for path in folder.rglob("*") if path.suffix.lower() in (".jpg", ".jpeg", ".png"))
        random.Random(0).shuffle(photos)
        self.root = place
        (place / "photos").mkdir()
        for number, path in enumerate(photos[: EDITED + OTHERS]):
            copied = place / "photos" / f"{number:04d}{path.suffix.lower()}"
            shutil.copy(path, copied)
            if number < EDITED:
                write_edits(copied, place / "edits")
        self.photos = sorted((place / "photos").iterdir())
        self.edits = sorted((place / "edits").rglob("*.*"))
        self.column = {path: at for at, path in enumerate(self.photos)}
        self.row = {path: at for at, path in enumerate(self.edits)}
        self.right_E = np.array([int(path.stem) for path in self.edits])
        self.kind_E = np.array([path.parent.name for path in self.edits])

    def none(self) -> Scores:
        return np.full((len(self.edits), len(self.photos)), -np.inf, np.float32)

    def put(self, scores: Scores, a: Path, b: Path, score: float) -> None:
        for one, other in ((a, b), (b, a)):
            if one in self.row and other in self.column:
                scores[self.row[one], self.column[other]] = score


def ours(made: Made) -> Scores:
    """By the likeness of the pairs that indexing found."""
    scores = made.none()
    with tempfile.TemporaryDirectory() as place:
        library = open_library(os.path.join(place, "library"))
        finish(index(library, [library.add_folder(os.fsencode(made.root))]))
        known = get(library.db, browsed(library.db, Browse()).ids.tolist())
        path_of = {image_id: Path(os.fsdecode(image.path)) for image_id, image in known.items()}
        for pair in alike_pairs.read(library.db, burst=False):
            made.put(scores, path_of[pair.first_id], path_of[pair.second_id], pair.likeness)
        library.close()
    return scores


PHASH = """
import sys
from pathlib import Path
from imagededup.methods import PHash
method = PHash(verbose=False)
paths = Path(sys.argv[1]).read_text().splitlines()
Path(sys.argv[2]).write_text("\\n".join(method.encode_image(path) for path in paths))
"""


def phash(made: Made) -> Scores | None:
    """By the distance of imagededup's hashes."""
    with tempfile.TemporaryDirectory() as place:
        paths, hashes = Path(place, "paths"), Path(place, "hashes")
        paths.write_text("\n".join(map(str, (*made.edits, *made.photos))))
        if not ran(PHASH, str(paths), str(hashes)):
            return None
        bits_N = np.array([int(line, 16) for line in hashes.read_text().splitlines()], np.uint64)
    apart_EP = np.bitwise_count(bits_N[: len(made.edits), None] ^ bits_N[None, len(made.edits) :])
    return -apart_EP.astype(np.float32)


FASTDUP = """
import sys
import fastdup
run = fastdup.create(work_dir=sys.argv[2], input_dir=sys.argv[1])
run.run(ccthreshold=0.5, threshold=0.5, nearest_neighbors_k=40, verbose=False, num_threads=2)
found = run.similarity()
found[["filename_from", "filename_to", "distance"]].to_csv(sys.argv[3], index=False, header=False)
"""


def fastdup(made: Made) -> Scores | None:
    """By the similarity that it gives to pairs, of which it gives the nearest 40 of each picture."""
    scores = made.none()
    with tempfile.TemporaryDirectory() as place:
        table = Path(place, "pairs.csv")
        if not ran(FASTDUP, str(made.root), os.path.join(place, "work"), str(table)):
            return None
        for line in table.read_text().splitlines():
            a, b, score = line.rsplit(",", 2)
            made.put(scores, made.root / a, made.root / b, float(score))
    return scores


def ran(script: str, *arguments: str) -> bool:
    python = os.environ.get("PEERS_PYTHON", sys.executable)
    done = subprocess.run([python, "-c", script, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if done.returncode:
        print(done.stderr.decode(errors="replace").strip().splitlines()[-1])
    return done.returncode == 0


def is_right(made: Made) -> NDArray[np.bool_]:
    return made.right_E[:, None] == np.arange(len(made.photos))


def bound_at(made: Made, scores: Scores) -> float:
    """The lowest score at which no more pairs are false than is allowed."""
    false = np.sort(scores[~is_right(made) & np.isfinite(scores)])[::-1]
    allowed = int(ALLOWED * (scores.size - len(made.edits)))
    if len(false) <= allowed:
        return float(scores[np.isfinite(scores)].min())
    return float(np.nextafter(false[allowed], np.float32(np.inf)))


def recalls(made: Made, scores: Scores, bound: float) -> dict[str, float]:
    found_E = scores[is_right(made)] >= bound
    return {kind: float(found_E[made.kind_E == kind].mean()) for kind in EDITS}


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        made = Made(Path(sys.argv[1]), Path(place))
        pairs = len(made.edits) * (len(made.photos) - 1)
        print(f"{len(made.edits)} edits, {len(made.photos)} photos, {pairs} pairs that are none")
        columns: dict[str, dict[str, float]] = {}
        for name, measure in (("dualhash", ours), ("PHash", phash), ("fastdup", fastdup)):
            began = time.monotonic()
            scores = measure(made)
            if scores is None:
                print(f"{name} could not be measured here")
                continue
            bound = bound_at(made, scores)
            columns[name] = recalls(made, scores, bound)
            false = int((scores[~is_right(made)] >= bound).sum())
            print(f"{name}: bound {bound:g}, {false} false pairs, {time.monotonic() - began:.0f} s")
            if measure is ours:
                false = int((scores[~is_right(made)] >= DEFAULT_STRICTNESS).sum())
                columns["by default"] = recalls(made, scores, DEFAULT_STRICTNESS)
                print(f"{name} by default: bound {DEFAULT_STRICTNESS}, {false} false pairs")
    print(f"{'':22}" + "".join(f"{name:>12}" for name in columns))
    for kind in EDITS:
        print(f"{kind:22}" + "".join(f"{column[kind]:12.2f}" for column in columns.values()))
    print(f"{'mean':22}" + "".join(f"{np.mean(list(column.values())):12.3f}" for column in columns.values()))


if __name__ == "__main__":
    main()
