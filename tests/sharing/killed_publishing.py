"""Publishers that are killed, and what is on the server then, whole: to be compared."""

import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from multiprocessing.process import BaseProcess
from typing import Any

import psycopg

from engine import worker_processes
from engine.jobs import sharing
from engine.jobs.sharing import publish
from engine.library import open_library
from engine.progress import finish
from engine.store.postgres import mirroring, said_by_all

SMALL = 7  # rows in a batch, so that there are many

# Numbers that a rolled back transaction took are not given again, so names are compared for their numbers.
_NAMED = {
    "facts": "SELECT f.image_id, day, second, by_camera, placed, iso, aperture, focal_um, rating, c.name, l.name,"
    " p.name, checksum FROM facts f LEFT JOIN names c ON c.id = camera_id LEFT JOIN names l ON l.id = lens_id"
    " LEFT JOIN names p ON p.id = folder_id ORDER BY 1",
    "names": "SELECT name FROM names ORDER BY 1",
}


def begun(path: str, address: str, killed_after: int | None = None) -> BaseProcess:
    """A process that publishes the library, in small batches; it may kill itself after so many of them."""
    process = worker_processes.starting().Process(target=_publish, args=(path, address, killed_after), daemon=True)
    process.start()
    return process


def _publish(path: str, address: str, killed_after: int | None) -> None:
    with small_batches(), closing(open_library(path)) as library:
        for number, _ in enumerate(publish(library, address)):
            if number == killed_after:
                os.kill(os.getpid(), signal.SIGKILL)


@contextmanager
def small_batches() -> Iterator[None]:
    kept = mirroring.PICTURES, mirroring.THUMBNAILS, sharing.CODES, said_by_all.AT_A_TIME
    mirroring.PICTURES = tuple(replace(what, ids=SMALL) for what in kept[0])  # type: ignore[assignment]
    mirroring.THUMBNAILS = replace(kept[1], ids=SMALL)
    sharing.CODES = said_by_all.AT_A_TIME = SMALL
    try:
        yield
    finally:
        mirroring.PICTURES, mirroring.THUMBNAILS, sharing.CODES, said_by_all.AT_A_TIME = kept


def killed_within(path: str, address: str, seconds: float, chance: random.Random) -> bool:
    """Whether it was still at work at that random moment."""
    process = begun(path, address)
    process.join(chance.uniform(0, seconds))
    process.kill()
    process.join()
    return process.exitcode == -signal.SIGKILL


def published(path: str, address: str) -> float:
    """By this process, as a person does it next; the seconds that it took."""
    began = time.monotonic()
    with small_batches(), closing(open_library(path)) as library:
        finish(publish(library, address))
    return time.monotonic() - began


def everything(address: str) -> dict[str, Any]:
    """Each row of our schema, what there is besides rows, and all that is not ours."""
    found: dict[str, Any] = {}
    with psycopg.connect(address) as connection:
        connection.execute("SET search_path TO dualhash, public")
        sql = "SELECT tablename FROM pg_tables WHERE schemaname = 'dualhash' ORDER BY 1"
        for (table,) in connection.execute(sql).fetchall():
            rows = connection.execute(_NAMED.get(table, f'SELECT * FROM "{table}"')).fetchall()
            found[table] = sorted(rows, key=repr)
        for name, sql in (
            (
                "things",
                "SELECT n.nspname, c.relname, c.relkind FROM pg_class c JOIN pg_namespace n"
                " ON n.oid = c.relnamespace WHERE n.nspname !~ '^pg_|^information_schema$' ORDER BY 1, 2",
            ),
            ("views", "SELECT viewname, definition FROM pg_views WHERE schemaname = 'dualhash' ORDER BY 1"),
            ("temporary", "SELECT relname FROM pg_class WHERE relpersistence = 't'"),
            ("extensions", "SELECT extname FROM pg_extension ORDER BY 1"),
            ("not ours", "SELECT * FROM elsewhere.images"),
            ("beside ours", "SELECT * FROM public.labels"),
        ):
            found[name] = connection.execute(sql).fetchall()  # type: ignore[arg-type]
    return found


def strangers_things(address: str) -> None:
    """What somebody else has in the same database, by names that are ours, too."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("CREATE SCHEMA elsewhere")
        connection.execute("CREATE TABLE elsewhere.images AS SELECT g AS id FROM generate_series(1, 50) g")
        connection.execute("CREATE TABLE public.labels AS SELECT 'theirs' AS name")
