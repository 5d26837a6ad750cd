"""A thousand single flipped bits over all tables and columns: tracebacks and silent changes must be none.

python tests/benchmarks/flipped_bits.py [--flips 1000] [--seed 0] [--more 0]
"""

import argparse
import logging
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.flips import Flip, make_library, random_flip, try_flip
from tests.photo_makers import write_photos


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--flips", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--more", type=int, default=0, help="bits flipped beside each")
    parser.add_argument("--table", help="only cells of this table")
    arguments = parser.parse_args()
    logging.disable(logging.CRITICAL)
    draw, began = random.Random(arguments.seed), time.monotonic()
    tables: Counter[str] = Counter()
    bad = named = 0
    with tempfile.TemporaryDirectory() as folder:
        write_photos(Path(folder) / "photos")
        healthy, state = make_library(Path(folder), Path(folder) / "photos")
        while tables.total() < arguments.flips:
            flip: Flip = random_flip(healthy, draw)
            if arguments.table not in (None, flip.table):
                continue
            outcome = try_flip(healthy, Path(folder) / "flipped", flip, state, arguments.more)
            if outcome is None:
                continue
            tables[flip.table] += 1
            named += bool(outcome.named)
            bad += bool(outcome.trouble)
            for trouble in outcome.trouble:
                print(f"{flip}: {trouble}", flush=True)
    print(f"{tables.total()} flips {dict(tables)}: {bad} with trouble, {named} with a loss that is named")
    print(f"{time.monotonic() - began:.0f} s")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
