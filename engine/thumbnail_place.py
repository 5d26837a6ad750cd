"""Where a library's thumbnails lie: in its own folder, or in one that a person has chosen, on another drive maybe.

A line of JSON in the library's folder says where. In the chosen folder they have a folder of their own, so that
several libraries can share it. While that is not there, as its drive is away, those of new pictures go into the
library's own folder; `engine.jobs.moving_thumbnails` brings them together again.
"""

from __future__ import annotations

import json
import logging
import os
import re
import secrets
import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, replace

from engine.errors import DamagedLibraryError, UserError
from engine.private_files import put_right
from engine.publishing import published
from engine.sentences import said
from engine.store import migrations, thumbnails
from engine.store.database import open_database
from engine.store.recognising import refuse_foreign

log = logging.getLogger(__name__)

NAME = "thumbnails.db"
PLACE = "thumbnails.place"  # where they are
MOVING = (
    "thumbnails.moving"  # while they are brought there or away from there; then what lies at the other end goes
)
_OWN_FOLDER = re.compile(r"\.?dualhash-thumbnails-[0-9a-f]{16}")
LONGEST = 1 << 16


@dataclass(frozen=True, slots=True)
class ThumbnailPlace:
    """`folder` was chosen; `own` is the name of the library's folder in it. `owner` is where the library lay then:
    of two copies of a library only one may write there."""

    folder: str
    own: str
    owner: str

    @property
    def path(self) -> str:
        return os.path.join(self.folder, self.own)

    @property
    def file(self) -> str:
        return os.path.join(self.path, NAME)


def new_place(library: str, folder: str) -> ThumbnailPlace:
    """Its name begins with a dot: the chosen folder may be among photos, or become so."""
    return ThumbnailPlace(folder, f".dualhash-thumbnails-{secrets.token_hex(8)}", os.path.realpath(library))


def chosen_place(library: str) -> ThumbnailPlace | None:
    """What a person has chosen for the library in this folder; None: its own folder."""
    place = noted(library, PLACE)
    return None if place is None or _is_of_another(library, place) else place


def file_now(library: str) -> str:
    """The database of thumbnails that is to be used now."""
    place = chosen_place(library)
    return place.file if place is not None and is_at_hand(library, place) else os.path.join(library, NAME)


def with_its_drive(file: str) -> str:
    """A name of that file as it is now: one that is on a drive which was away in between has another."""
    with suppress(OSError):
        return f"{file} {os.stat(file).st_dev}"
    return file


def is_own(library: str) -> bool:
    """They lie in the library's own folder now."""
    return file_now(library) == os.path.join(library, NAME)


def is_at_hand(library: str, place: ThumbnailPlace) -> bool:
    """A drive that can only be read is away for who may write the library."""
    may_write = os.access(place.file, os.W_OK) or not os.access(library, os.W_OK)
    return os.path.isfile(place.file) and os.access(place.file, os.R_OK) and may_write


def are_away(library: str) -> bool:
    """The chosen folder is not there: of what lacks a thumbnail now nothing can be concluded."""
    place = chosen_place(library)
    return place is not None and not is_at_hand(library, place)


def away_said(library: str) -> str:
    """What a person should know if the chosen folder is not there; nothing otherwise."""
    place = chosen_place(library)
    if place is None or is_at_hand(library, place):
        return ""
    return said(
        "The folder of the thumbnails is away ({path}). Pictures are shown without them until it is back.",
        path=place.folder,
    )


def is_damaged(library: str) -> bool:
    """Out of reach is not damaged; that is seen when they are opened."""
    try:
        refuse_foreign(file_now(library), migrations.THUMBNAILS)
    except DamagedLibraryError:
        return True
    except UserError:
        if is_own(library):
            raise
    return False


def put_in_order(library: str) -> None:
    """What a move has left that was interrupted goes. Of a copy of a library they are the other's; one that was
    moved has its own."""
    _sweep(library)
    place = chosen_place(library)
    if place is None:
        note(library, PLACE, None)
    elif is_at_hand(library, place):
        if place.owner != os.path.realpath(library):
            place = _taken_over(library, place)
        put_right(place.path)


def noted(library: str, name: str) -> ThumbnailPlace | None:
    try:
        with open(os.path.join(library, name), encoding="utf-8", errors="surrogateescape") as file:
            values = json.loads(file.read(LONGEST))
        place = ThumbnailPlace(*(values[field] for field in ("folder", "own", "owner")))
        folder, own, owner = place.folder, place.own, place.owner
        if not (os.path.isabs(folder) and _OWN_FOLDER.fullmatch(own) and os.path.isabs(owner)):
            raise ValueError(f"not a place: {values}")
        for each in (folder, owner):
            if b"\0" in os.fsencode(each):
                raise ValueError("no path has that")
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        log.warning("where thumbnails lie is not known (%s); they are made in the library's folder", error)
        return None
    return place


def note(library: str, name: str, place: ThumbnailPlace | None) -> None:
    path = os.path.join(library, name)
    if place is None:
        with suppress(FileNotFoundError):
            os.unlink(path)
        return
    with published(path) as file:
        file.write(json.dumps(asdict(place)).encode())


def leave(library: str) -> None:
    """Its images get other numbers: whatever lies there is not theirs any more."""
    place = chosen_place(library)
    note(library, PLACE, None)
    if place is not None:
        remove(place.file)


def remove(file: str) -> None:
    """The database, and the folder that is its own, as far as they can be reached."""
    if _OWN_FOLDER.fullmatch(os.path.basename(os.path.dirname(file))):
        shutil.rmtree(os.path.dirname(file), ignore_errors=True)


def clear(file: str) -> None:
    """Nobody needs it any more. That of the library itself is emptied: other threads may have it open, and SQLite
    would take the log of a new one of the same name for its own. In a chosen folder no name comes twice."""
    remove(file)
    if not os.path.exists(file):
        return
    try:  # trusted: to look into it would let go of the locks that others in this process have on it
        with closing(open_database(file, migrations.THUMBNAILS, trusted=True)) as db:
            thumbnails.clear(db)
    except (UserError, sqlite3.DatabaseError) as error:
        log.warning("thumbnails stay in %s, too (%s)", file, error)


def _is_of_another(library: str, place: ThumbnailPlace) -> bool:
    """This folder is a copy of a library that is still where it was."""
    if os.path.realpath(library) == place.owner:
        return False
    others = (noted(place.owner, name) for name in (PLACE, MOVING))
    return any(other is not None and other.own == place.own for other in others)


def _taken_over(library: str, place: ThumbnailPlace) -> ThumbnailPlace:
    """By the copy of a library that is not where it was. Under another name: it may come back, and find none."""
    taken = new_place(library, place.folder)
    try:
        os.rename(place.path, taken.path)
    except OSError as error:
        log.warning("the folder of the thumbnails keeps its name (%s)", error)
        taken = replace(place, owner=taken.owner)
    note(library, PLACE, taken)
    return taken


def _sweep(library: str) -> None:
    begun, chosen = noted(library, MOVING), noted(library, PLACE)
    if begun is not None and not _is_of_another(library, begun):
        ended_there = chosen is not None and chosen.own == begun.own
        clear(os.path.join(library, NAME) if ended_there else begun.file)
    note(library, MOVING, None)
