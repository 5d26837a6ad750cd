"""Keeps what the search field looks through up to date with the library, and makes it again where it is damaged."""

import logging
from collections.abc import Callable, Generator
from typing import TypeVar

from engine.errors import DamagedWordsError
from engine.library import Library
from engine.progress import Progress, finish
from engine.sentences import said
from engine.store import word_changes, word_rows
from engine.store.connection import Database

AT_A_TIME = 1000  # images a transaction
NOTE = said("Preparing the search field")

log = logging.getLogger(__name__)
T = TypeVar("T")


def list_words(library: Library) -> Generator[Progress, None, int]:
    """Take up all that changed. Returns how many images that were."""
    library.must_be_writable()
    done, total = 0, word_changes.count(library.db)
    while listed := _list_some(library):
        done += listed
        yield Progress(min(done, total), total, NOTE)
    return done


def asked(library: Library, ask: Callable[[Database], T]) -> T:
    """What `ask` finds in the words, once they are up to date. Damaged ones are made again first; who only reads
    takes them as they are."""
    if library.read_only:
        if noted := word_changes.count(library.db):
            log.warning("The search field has not heard of %d changed pictures yet; indexing tells it.", noted)
        with word_rows.damage_said():
            return ask(library.words_db)
    try:
        return _asked(library, ask)
    except DamagedWordsError as error:
        log.warning("%s They are made again.", error)
        library.begin_words_anew()
        return _asked(library, ask)


def asked_now(library: Library, ask: Callable[[Database], T]) -> T:
    """The same for who does not wait: what would take long to be taken up is left to the jobs that do so."""
    if library.read_only or word_changes.count(library.db) <= AT_A_TIME:
        return asked(library, ask)
    with word_rows.damage_said():
        return ask(library.words_db)


def _asked(library: Library, ask: Callable[[Database], T]) -> T:
    _ = library.words_db
    if word_changes.count(library.db):
        finish(list_words(library))
    with word_rows.damage_said():
        return ask(library.words_db)


def _list_some(library: Library) -> int:
    try:
        return _stored(library)
    except DamagedWordsError as error:
        log.warning("%s They are made again.", error)
        library.begin_words_anew()
        return _stored(library)


def _stored(library: Library) -> int:
    """The words are stored first: a note stays until what it says is done, even after a kill in between."""
    _ = library.words_db  # where there were none, all is noted as changed
    with library.writing() as db:
        image_ids = word_changes.some(db, AT_A_TIME)
        if image_ids:
            rows = word_rows.made(db, image_ids)
            with library.writing_words() as words_db:
                word_rows.put(words_db, image_ids, rows)
            word_changes.settle(db, image_ids)
    return len(image_ids)
