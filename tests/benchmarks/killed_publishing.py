"""kill -9 of a publisher at random moments and after its batches, against an uninterrupted one: what is there after
the next one must be the same to the last row, and what is not ours as it was.

    python -m tests.benchmarks.killed_publishing [KILLS] [--pictures 300] [--seed 0]

Half of the kills are at random moments, of which some in a row, the others after a random batch. After each failure
the seed and the number say how to have it again. The short form is in tests/sharing.
"""

import argparse
import os
import random
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from engine.library import open_library
from engine.store import decisions, labels, thumbnails
from tests.benchmarks.searching import make_library
from tests.postgres_server import database, shared_server
from tests.sharing.killed_publishing import begun, everything, killed_within, published, strangers_things


def changed(path: str, pictures: int, chance: random.Random) -> None:
    """Some pictures, labels and decisions; so each publishing has something to do everywhere."""
    some = sorted(chance.sample(range(1, pictures + 1), pictures // 3))
    with closing(open_library(path)) as library:
        with library.writing() as db:
            labels.assign(db, f"label {chance.randrange(9)}", some)
            labels.unassign(db, chance.choice(list(labels.all_labels(db))), some)
            for one, other in zip(some[::2], some[1::2], strict=False):
                decisions.put(db, one, other, chance.random() < 0.5)
            cameras = [(f"Camera {chance.randrange(20)}", image_id) for image_id in some]
            db.conn.executemany("UPDATE images SET camera = ? WHERE id = ?", cameras)
        with library.writing_thumbnails() as db:
            thumbnails.put(db, [(image_id, chance.randbytes(12_000)) for image_id in some])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kills", type=int, nargs="?", default=100)
    parser.add_argument("--pictures", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    chance, kills, failures, rounds = random.Random(arguments.seed), 0, 0, 0
    with tempfile.TemporaryDirectory() as place, shared_server(Path(place)) as server:
        os.environ["XDG_CACHE_HOME"] = place
        path = os.path.join(place, "library")
        make_library(path, arguments.pictures, 256, 1280).close()
        while kills < arguments.kills:
            with database(server, "calm") as calm, database(server, "killed") as killed:
                for each in (calm, killed):
                    strangers_things(each)
                for batches in (400, 200):  # from nothing, and then what has changed
                    rounds += 1
                    changed(path, arguments.pictures, chance)
                    seconds = published(path, calm)
                    for _ in range(chance.randint(1, 5)):
                        if chance.random() < 0.5:
                            kills += killed_within(path, killed, seconds, chance)
                        else:
                            process = begun(path, killed, chance.randrange(batches))
                            process.join()
                            kills += process.exitcode != 0
                    published(path, killed)
                    same = everything(killed) == everything(calm)
                    failures += not same
                    print(f"{kills} kills, {failures} failures{'' if same else f' (round {rounds})'}", flush=True)
    print(f"{kills} publishers killed, in {rounds} rounds of which {failures} failed")
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
