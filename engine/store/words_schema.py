"""The schema of what the search field looks through, in numbered steps. Its file can be made again at any time."""

from engine.store.connection import Database
from engine.store.recognising import Migration


def _first(db: Database) -> None:
    for statement in _FIRST.split(";\n\n"):
        db.execute(statement)


def _more_indices(db: Database) -> None:
    db.execute("CREATE INDEX facts_by_aperture ON facts (aperture) WHERE aperture IS NOT NULL")
    db.execute("CREATE INDEX facts_dated_by_file ON facts (by_camera) WHERE by_camera = 0")
    db.execute("CREATE INDEX facts_by_focal ON facts (focal_um) WHERE focal_um IS NOT NULL")


def _sidecars(db: Database) -> None:
    db.execute(
        "CREATE TABLE sidecars (folder_id INTEGER NOT NULL, path BLOB NOT NULL, size INTEGER NOT NULL,"
        " mtime_ns INTEGER NOT NULL, PRIMARY KEY (folder_id, path)) STRICT, WITHOUT ROWID"
    )


WORDS: list[Migration] = [_first, _more_indices, _sidecars]

_FIRST = """
CREATE TABLE facts (                     -- of each image that a file holds
    image_id INTEGER PRIMARY KEY,
    day INTEGER NOT NULL,                -- since 1970, by the clock of the camera or of this computer
    second INTEGER NOT NULL,             -- of that day
    by_camera INTEGER NOT NULL,          -- 0: dated by its file
    placed INTEGER NOT NULL,             -- 1: it says where it was taken
    iso INTEGER,
    aperture INTEGER,
    focal_um INTEGER,
    rating INTEGER,
    camera_id INTEGER,
    lens_id INTEGER,
    folder_id INTEGER NOT NULL           -- the name of the directory that it lies in
) STRICT;

CREATE INDEX facts_by_day ON facts (day);

CREATE INDEX facts_by_iso ON facts (iso) WHERE iso IS NOT NULL;

CREATE INDEX facts_by_rating ON facts (rating) WHERE rating IS NOT NULL;

CREATE INDEX facts_placed ON facts (placed) WHERE placed = 1;

CREATE INDEX facts_by_camera ON facts (camera_id) WHERE camera_id IS NOT NULL;

CREATE INDEX facts_by_lens ON facts (lens_id) WHERE lens_id IS NOT NULL;

CREATE INDEX facts_by_folder ON facts (folder_id);

CREATE TABLE names (                     -- of cameras, lenses and directories
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

CREATE VIRTUAL TABLE words USING fts5 (name, folder, camera, lens, text,
    tokenize = "unicode61 remove_diacritics 0", prefix = '1 2 3', columnsize = 0);

-- names once more, by each three characters: what stands inside of one is found
CREATE VIRTUAL TABLE file_names USING fts5 (name, tokenize = "trigram case_sensitive 1", columnsize = 0);

CREATE TABLE folder_words (              -- what no folder is called any more may be among them
    word TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID
"""
