"""All faults that campaign.py tries, how often, and their table."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import campaign_damage
import campaign_folders
import campaign_kills
import campaign_pictures
import campaign_rows
from campaign_ground import Ground, Tried

from engine import worker_processes
from tests.quick_processes import quick_processes


@dataclass(frozen=True)
class Fault:
    """`attempts` tries it so many times; what went wrong in an attempt is its sentence, "" if nothing did."""

    name: str
    times: int
    attempts: Callable[[Ground, int], Iterator[Tried]]


FAULTS = [
    Fault("killed at a random moment after the first stored row", 100, campaign_kills.at_random_moments),
    Fault("killed at a write or sync call", 50, campaign_kills.at_system_calls),
    Fault("killed while files are moved and thrown away", 100, campaign_kills.in_file_actions),
    Fault("database: one flipped bit", 1000, campaign_rows.flipped),
    Fault("database: two or three flipped bits of a cell", 200, campaign_rows.flipped_more),
    Fault("database: one flipped bit of its file", 200, campaign_rows.flipped_in_the_file),
    Fault("saved index: flipped bits and cuts", 200, campaign_damage.of_the_saved_index),
    Fault("model file: flipped bits", 50, campaign_damage.of_model_files),
    Fault("full disk", 10, campaign_folders.full_disk),
    Fault("files and folders moved", 1000, campaign_folders.moves),
    Fault("drive unplugged", 10, campaign_folders.unplugged),
    Fault("bad pictures of others", 1_000_000, campaign_pictures.of_others),
    Fault("mutants of good pictures", 2000, campaign_pictures.mutants),
]


def main(about: str) -> int:
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", nargs="?", type=Path, metavar="PHOTOS")
    parser.add_argument("--scale", type=float, default=1.0, metavar="X", help="tries so many times as many")
    parser.add_argument("--only", nargs="+", default=[], metavar="FAULT", help="those whose name contains this")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--at-once", type=int, default=os.cpu_count() or 1, metavar="N", help="so many faults at once"
    )
    arguments = parser.parse_args()
    chosen = [f for f in FAULTS if not arguments.only or any(word in f.name for word in arguments.only)]
    began = time.monotonic()
    afresh = multiprocessing.get_context("spawn")
    with (
        tempfile.TemporaryDirectory(prefix="dualhash-campaign-") as place,
        ProcessPoolExecutor(arguments.at_once, mp_context=afresh) as processes,
    ):
        given = (Path(place), arguments.seed, arguments.photos)
        all_tried = [
            processes.submit(tried, f.name, max(1, round(f.times * arguments.scale)), *given) for f in chosen
        ]
        rows = [each.result() for each in all_tried]
    print("\n| fault | tried | failures | seconds |\n|---|---|---|---|")
    for row in rows:
        print(f"| {' | '.join(map(str, row))} |")
    print(f"\n{round(time.monotonic() - began)} seconds in all, {arguments.at_once} faults at once")
    return 1 if any(row[2] for row in rows) else 0


@cache
def ground_of_this_process(place: Path, seed: int, photos: Path | None) -> Ground:
    own = place / f"of-{os.getpid()}"
    own.mkdir()
    worker_processes.start_by(quick_processes())  # a thousand flips start ten thousand processes
    return Ground(own, seed, photos)


def tried(name: str, times: int, place: Path, seed: int, photos: Path | None) -> tuple[str, int, int, int]:
    print(f"{name} …", flush=True)
    began, count, failures = time.monotonic(), 0, 0
    ground = ground_of_this_process(place, seed, photos)
    attempts = next(fault for fault in FAULTS if fault.name == name).attempts(ground, times)
    while True:
        try:
            attempt = next(attempts)
        except StopIteration:
            break
        except Exception:  # what the program should have said in a sentence
            attempt = Tried(1, traceback.format_exc())
            attempts = iter(())  # a generator that raised has ended
        count += attempt.count
        if attempt.failure:
            failures += 1
            print(f"  {name}, no. {count} (seed {seed}): {attempt.failure}", flush=True)
    return name, count, failures, round(time.monotonic() - began)
