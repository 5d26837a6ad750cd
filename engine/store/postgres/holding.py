"""One publisher at a time, and always the same library."""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from engine.errors import UserError
from engine.sentences import said
from engine.store import images
from engine.store.connection import Database
from engine.store.postgres.address import masked
from engine.store.postgres.database import SharedDatabase

_PUBLISHING = 0x64756170  # a lock on the server
SOME = 500  # pictures by which a library is recognised
PATIENCE = 5.0  # seconds in which the server notices that a publisher was killed

# Else it would finish what a publisher that was killed has begun, or wait for one whose machine is gone for hours.
_NOTICES_SOON = {
    "client_connection_check_interval": "1s",
    "tcp_keepalives_idle": "60",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
}


@contextmanager
def held(db: Database, server: SharedDatabase) -> Iterator[None]:
    """UserError if somebody else is publishing there, or another library is."""
    place = masked(server.address)
    for name, value in _NOTICES_SOON.items():
        with suppress(UserError):  # the server's system knows no such thing
            server.ask("SELECT set_config(%s, %s, false)", (name, value))
    until = time.monotonic() + PATIENCE
    while not (is_ours := _taken(server)) and time.monotonic() < until:
        time.sleep(0.1)
    if not is_ours:
        raise UserError(
            said("Somebody else is publishing to {place} now; try again when they have done.", place=place)
        )
    try:
        if _is_of_another(db, server):
            raise UserError(
                said(
                    "Another library is published at {place}; publish this one to a database of its own.",
                    place=place,
                )
            )
        yield
    finally:
        if not server.raw().closed:
            server.ask("SELECT pg_advisory_unlock(%s)", (_PUBLISHING,))


def _taken(server: SharedDatabase) -> bool:
    return server.ask("SELECT pg_try_advisory_lock(%s)", (_PUBLISHING,)).fetchone() == (True,)


def count(server: SharedDatabase) -> int:
    """How many images are there."""
    (n,) = server.ask("SELECT count(*) FROM images").fetchone() or (0,)
    return int(n)


def _is_of_another(db: Database, server: SharedDatabase) -> bool:
    """Not one of the first pictures there is the one that has its number here."""
    sql = f"SELECT id, content FROM images WHERE content IS NOT NULL ORDER BY id LIMIT {SOME}"
    there = dict(server.ask(sql).fetchall())
    here = images.contents(db, list(there))
    return bool(there) and not any(here.get(image_id) == content for image_id, content in there.items())
