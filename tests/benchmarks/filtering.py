"""How long filters, completion, the timeline and sorting take in a library of rows that were made for it.

Each filter by itself and with the grid's order; then every order, in both directions, of all, of a folder, of a
label and with filters: the first time, in which the order is made, and after that.

    python -m tests.benchmarks.filtering 100000 1000000 [--plans]

Names, folders, cameras, dates and labels are as varied as in a large library. Time of the processor, which on an
idle computer is what a person waits. `--plans` also prints what SQLite does for each statement of a filter.
"""

import argparse
import contextlib
import hashlib
import os
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from engine.library import Library, open_library
from engine.metadata import believed
from engine.progress import finish
from engine.search import filtering
from engine.search.completion import completions
from engine.search.filter_language import understood
from engine.search.word_list import list_words
from engine.store import checked_rows, labels, metadata_rows
from engine.store.browsing import Browse, Sort
from engine.store.checksums import checksum
from engine.store.folders import now
from engine.store.natural_names import natural_key, natural_path_key
from engine.store.timeline import Grouping

CAMERAS = [("Google", f"Pixel {n}") for n in range(2, 10)] + [("Canon", f"Canon EOS R{n}") for n in range(3, 9)]
CAMERAS += [("Apple", f"iPhone {n}") for n in range(6, 16)] + [("FUJIFILM", f"X-T{n}") for n in range(1, 6)]
LENSES = [f"EF{n}mm f/1.{m}" for n in (24, 28, 35, 50, 85, 100, 135) for m in (2, 4, 8)] + ["24-70mm F2.8"]
PLACES = ["holiday", "family", "work", "garden", "Lisbon", "Tromsø", "birthday", "misc", "archive", "scans"]
THINGS = ["boat", "harbour", "cat", "mountain", "street", "bread", "snow", "window", "bicycle", "market"]
CHUNK = 20_000
QUERIES = [
    "camera:pixel",
    "camera:pixel lens:50mm",
    "lens:50mm iso:>800",
    "label:cat",
    "label:cat -label:dog",
    "folder:holiday",
    "name:img",
    "name:img_12",
    "mg_12",  # in the middle of names
    "sc4",
    "oliday",
    "234",
    "-345",
    "harbour",
    "harbour mg_1 holiday",
    '"boat harbour"',
    "iso:>800",
    "f:<2.8",
    "iso:>800 f:<2.8 rating:>=3",
    "2024-07 iso:>800 f:<2.8",
    "focal:50mm",
    "2024-07",
    "2023-07-01..2023-08-15",
    "before:2020 after:2019",
    "rating:>=3",
    "has:gps",
    "-has:gps",
    "has:date",
    "-has:date",
    "is:unlabelled",
    "is:missing",
    "camera:pixel label:cat 2023-07",
]
TYPED = ["c", "camera:", "camera:pix", "folder:hol", "label:d", "20", "2023", "lens:50"]


def make_library(path: str, count: int) -> Library:
    library = open_library(path)
    draw = random.Random(1)
    with library.writing() as db:
        folder = db.execute("INSERT INTO folders (path, added_at) VALUES (?, ?)", (b"/photos", now())).lastrowid
        for name in ("cat", "dog", *(f"label {n}" for n in range(200))):
            labels.assign(db, name, [])
    began = datetime(2012, 1, 1)
    for start in range(1, count + 1, CHUNK):
        ids = range(start, min(start + CHUNK, count + 1))
        with library.writing() as db:
            moments = [began + timedelta(seconds=draw.randrange(14 * 365 * 86400)) for _ in ids]
            cameras = [draw.choice(CAMERAS) for _ in ids]
            dated = [None if draw.random() < 0.1 else moment.isoformat() for moment in moments]
            db.conn.executemany(
                "INSERT INTO images (id, content, taken_at, camera, added_at) VALUES (?, ?, ?, ?, '')",
                [
                    (i, hashlib.blake2b(i.to_bytes(8), digest_size=16).digest(), taken_at, " ".join(camera))
                    for i, taken_at, camera in zip(ids, dated, cameras, strict=True)
                ],
            )
            paths = [
                b"%d/%s %d/%s%d.jpg"
                % (
                    moment.year,
                    draw.choice(PLACES).encode(),
                    draw.randrange(40),
                    draw.choice([b"IMG_", b"DSC", b"P"]),
                    draw.randrange(100_000),
                )
                for moment in moments
            ]
            paths = [path[:-4] + b"-%d.jpg" % i for i, path in zip(ids, paths, strict=True)]
            db.conn.executemany(
                "INSERT INTO files (folder_id, path, image_id, size, mtime_ns, waiting, missing, name_key,"
                " path_key) VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?)",
                [
                    (
                        *(folder, path, i, draw.randrange(10**7), int(moment.timestamp()) * 10**9),
                        *(int(draw.random() < 0.01), natural_key(path), natural_path_key(path)),
                    )
                    for i, path, moment in zip(ids, paths, moments, strict=True)
                ],
            )
            copies = [(folder, b"copies/" + path, i) for i, path in zip(ids, paths, strict=True) if i % 100 == 0]
            db.conn.executemany(
                "INSERT INTO files (folder_id, path, image_id, size, mtime_ns, waiting, name_key)"
                " VALUES (?, ?, ?, 1, 1, 0, ?)",
                [(*copy, natural_key(copy[1])) for copy in copies],
            )
            metadata_rows.put(db, {i: _said(draw, camera) for i, camera in zip(ids, cameras, strict=True)})
            pairs = [(i, 1 + draw.randrange(200)) for i in ids if draw.random() < 0.3]
            db.conn.executemany(
                "INSERT OR IGNORE INTO image_labels VALUES (?, ?, ?)", [(*pair, checksum(*pair)) for pair in pairs]
            )
    return library


def multiply(path: str, count: int, times: int) -> None:
    """The same rows so many times, in other folders: a million by Python alone takes long."""
    for name in ("library.db", "words.db"):
        with contextlib.closing(sqlite3.connect(os.path.join(path, name), isolation_level=None)) as db:
            checked_rows.add_functions(db)
            db.execute("BEGIN")
            for table in COPIED[name]:
                columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
                cells = [COPIED[name][table].get(column, column) for column in columns]
                if table in ("words", "file_names"):
                    columns, cells = ["rowid", *columns], ["rowid + :more", *cells]
                key = {"images": "id", "words": "rowid", "file_names": "rowid"}.get(table, "image_id")
                sql = f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(cells)} FROM {table}"
                for copy in range(1, times):
                    db.execute(f"{sql} WHERE {key} <= :count", {"copy": copy, "more": copy * count, "count": count})
            db.execute("COMMIT")


_ID = {"image_id": "image_id + :more"}
COPIED: dict[str, dict[str, dict[str, str]]] = {
    "library.db": {
        "images": {"id": "id + :more", "content": "CAST(content || :copy AS BLOB)"},
        "files": {"id": "NULL", "path": "CAST(:copy || '/' || path AS BLOB)"}
        | {"path_key": "natural_path_key(CAST(:copy || '/' AS BLOB)) || path_key"}
        | _ID,
        "image_labels": _ID,
    },
    "words.db": {"facts": _ID, "file_names": {}, "words": {"folder": "folder || ' ' || :copy"}},
}


def _said(draw: random.Random, camera: tuple[str, str]):
    place = {"latitude": draw.randrange(10**8), "longitude": draw.randrange(10**8)} if draw.random() < 0.3 else {}
    text = " ".join(draw.sample(THINGS, 3)) if draw.random() < 0.3 else None
    return believed(
        make=camera[0],
        model=camera[1],
        lens=draw.choice(LENSES),
        iso=draw.choice([50, 100, 200, 400, 800, 1600, 3200, 6400]),
        aperture=draw.choice([140, 180, 200, 280, 400, 560, 800]),
        focal_um=draw.choice([24, 35, 50, 85]) * 1000,
        rating=draw.choice([None, None, None, 1, 2, 3, 4, 5]),
        description=text,
        **place,
    )


def took(work: Callable[[], object], times: int = 5) -> tuple[float, object]:
    """The median, in milliseconds."""
    found, result = [], None
    for _ in range(times):
        began = time.process_time()
        result = work()
        found.append(1000 * (time.process_time() - began))
    return statistics.median(found), result


def measure(count: int, plans: bool) -> None:
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "library")
        made = min(count, 100_000)
        library = make_library(path, made)
        began = time.process_time()
        finish(list_words(library))
        seconds = time.process_time() - began
        if count > made:
            library.close()
            multiply(path, made, count // made)
            library = open_library(path)
        size = os.path.getsize(os.path.join(path, "words.db")) / 1e6
        print(f"\n{count:,} images; listing the words of {made:,} took {seconds:.1f} s; {size:.0f} MB", flush=True)
        if plans:
            _print_plans(library)
        for text in QUERIES:
            wanted = understood(text)
            assert not wanted.notes, wanted.notes
            ms, ids = took(lambda wanted=wanted: filtering.allowed(library, wanted.filter))
            browse = Browse(filter=wanted.filter)
            whole, _ = took(lambda browse=browse: filtering.browsed(library, browse), 3)
            print(f"{ms:9.1f} ms  {whole:9.1f} ms browsed  {len(ids):9,} images  {text}")
        for text in TYPED:
            ms, found = took(lambda text=text: completions(library, text))
            print(f"{ms:9.1f} ms  {len(found)} completions of {text!r}, as {found[0].term if found else ''}")
        ms, months = took(lambda: filtering.months_browsed(library, Browse()))
        print(f"{ms:9.1f} ms  {len(months)} months")
        wanted = understood("camera:pixel iso:>800").filter
        ms, months = took(lambda: filtering.months_browsed(library, Browse(filter=wanted)))
        print(f"{ms:9.1f} ms  {len(months)} months with a filter")
        for browse in (Browse(label="cat"), Browse(folder=b"/photos/2019"), Browse(show_missing=False)):
            ms, months = took(lambda browse=browse: filtering.months_browsed(library, browse), 3)
            print(f"{ms:9.1f} ms  {len(months)} months of {browse.folder or browse.label or 'what is not missing'}")
        for grouping in Grouping:
            browse = Browse(sort=Sort.TAKEN, grouping=grouping)
            ms, found = took(lambda browse=browse: filtering.browsed(library, browse), 3)
            print(f"{ms:9.1f} ms  all, in {len(found.groups):,} groups by {grouping}")
        _measure_orders(library)
        library.close()


CHOICES = {
    "all": Browse(),
    "a folder": Browse(folder=b"/photos/2020"),
    "the whole folder": Browse(folder=b"/photos"),
    "a label": Browse(label="cat"),
    "without a label": Browse(unlabelled=True),
    "without what is missing": Browse(show_missing=False),
    "camera:pixel": Browse(filter=understood("camera:pixel").filter),
    "name:img in a folder": Browse(folder=b"/photos/2020", filter=understood("name:img").filter),
}


def _measure_orders(library: Library) -> None:
    """And how much memory they take."""
    import psutil

    before = psutil.Process().memory_info().rss
    for sort in Sort:
        for descending in (False, True):
            browse = Browse(sort=sort, descending=descending)
            first, _ = took(lambda browse=browse: filtering.browsed(library, browse), 1)
            times = {}
            for name, choice in CHOICES.items():
                wanted = replace(choice, sort=sort, descending=descending)
                times[name], found = took(lambda wanted=wanted: filtering.browsed(library, wanted), 3)
                assert len(found.ids), name
            slowest = max(times, key=lambda name: times[name])
            way = "downwards" if descending else ""
            print(
                f"{first:9.1f} ms at first, then at most {times[slowest]:6.1f} ms ({slowest})  by {sort} {way}",
                flush=True,
            )
    print(f"memory for orders: {(psutil.Process().memory_info().rss - before) / 1e6:.0f} MB")


def _print_plans(library: Library) -> None:
    statements: list[tuple[str, object]] = []
    for db in (library.db, library.words_db):
        db.conn.set_trace_callback(lambda sql, db=db: statements.append((sql, db)))
    for text in QUERIES:
        filtering.allowed(library, understood(text).filter)
    for db in (library.db, library.words_db):
        db.conn.set_trace_callback(None)
    seen = set()
    for sql, db in statements:
        if sql.startswith("SELECT") and sql not in seen:
            seen.add(sql)
            plan = "; ".join(row[3] for row in db.conn.execute(f"EXPLAIN QUERY PLAN {sql}"))
            print(f"    {' '.join(sql.split())[:150]}\n        {plan}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("counts", nargs="+", type=int)
    parser.add_argument("--plans", action="store_true")
    arguments = parser.parse_args()
    for wanted_count in arguments.counts:
        measure(wanted_count, arguments.plans)
