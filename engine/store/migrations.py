"""The schema as numbered steps. A step that has shipped is never edited; a change is a new step at the end, which
makes or changes at least one table, index or trigger: the number in the file is believed only if these fit it."""

from sqlite_utils import Database

from engine.store.checksums import before_the_flip, checksum
from engine.store.database import Migration


def _first_schema(db: Database) -> None:
    for statement in _FIRST_SCHEMA.split(";\n\n"):
        db.execute(statement)
    for table, changes in _USER_DATA.items():
        for change in changes:
            name = f"{table}_{change.split()[0].lower()}"
            count = "UPDATE user_changes SET count = count + 1"
            db.execute(f"CREATE TRIGGER {name} AFTER {change} ON {table} BEGIN {count}; END")


def _training_images(db: Database) -> None:
    """Which images a version was trained on: figures are never taken on those."""
    db.execute(
        "CREATE TABLE training_images ("
        " version_id INTEGER NOT NULL REFERENCES model_versions ON DELETE CASCADE,"
        " image_id INTEGER NOT NULL REFERENCES images ON DELETE CASCADE,"
        " PRIMARY KEY (version_id, image_id)) STRICT, WITHOUT ROWID"
    )


def _label_hotkeys(db: Database) -> None:
    """One key each; labels that are there get the digits, by name."""
    db.execute("ALTER TABLE labels ADD COLUMN hotkey TEXT")
    db.execute("CREATE UNIQUE INDEX labels_by_hotkey ON labels (hotkey) WHERE hotkey IS NOT NULL")
    for number, (label_id,) in enumerate(db.execute("SELECT id FROM labels ORDER BY name LIMIT 9").fetchall(), 1):
        db.execute("UPDATE labels SET hotkey = ? WHERE id = ?", (str(number), label_id))


def _thumbnails(db: Database) -> None:
    db.execute("CREATE TABLE thumbnails (image_id INTEGER PRIMARY KEY, jpeg BLOB NOT NULL) STRICT")


def _thumbnail_checksums(db: Database) -> None:
    """NULL in rows from before: nobody can tell whether they are damaged."""
    db.execute("ALTER TABLE thumbnails ADD COLUMN checksum INTEGER")


def _row_checksums(db: Database) -> None:
    """Every table has them now. Rows that are there get theirs; codes, whose stamp they left out, get new ones, but
    none that are damaged."""
    for table, columns in _CHECKED_FROM_4.items():
        db.execute(f"ALTER TABLE {table} ADD COLUMN checksum INTEGER")
        db.execute(f"UPDATE {table} SET checksum = row_checksum({columns})")
    db.execute(
        "UPDATE codes SET checksum = row_checksum(version_id, image_id, code, stamp)"
        " WHERE checksum = row_checksum(version_id, image_id, code)"
    )


def _missing_follows_from_files(db: Database) -> None:
    """An image has no mark of its own any more; files that are missing are found quickly instead. A row with one
    flipped bit gets a checksum by which that can still be turned back; one that is damaged further stays so."""
    cells = _CHECKED_FROM_4["images"]
    is_damaged = f"checksum IS NOT row_checksum({cells})"
    damaged = db.execute(f"SELECT checksum, {cells} FROM images WHERE {is_damaged}").fetchall()
    db.execute(f"UPDATE images SET checksum = row_checksum({cells.removesuffix(', missing')})")
    for stored, *found in damaged:
        right = before_the_flip(found, stored)
        kept = None if right is None else checksum(*right[:-1])
        db.execute("UPDATE images SET checksum = ? WHERE id = ?", (kept, found[0]))
    db.execute("ALTER TABLE images DROP COLUMN missing")
    db.execute("CREATE INDEX files_missing ON files (missing) WHERE missing = 1")


def _pixel_codes(db: Database) -> None:
    """What near-copies are found by, and those that were found. Libraries from before get theirs in the background,
    from thumbnails and features."""
    for statement in _PIXEL_CODES.split(";\n\n"):
        db.execute(statement)


def _file_actions(db: Database) -> None:
    """What was done to files on disk. What was left open is found quickly."""
    db.execute(
        "CREATE TABLE file_actions ("
        " id INTEGER PRIMARY KEY AUTOINCREMENT,"
        " batch INTEGER NOT NULL,"  # those that belong together: the id of the first
        " kind TEXT NOT NULL,"
        " source BLOB NOT NULL,"
        " target BLOB,"
        " content BLOB NOT NULL,"
        " size INTEGER NOT NULL,"
        " part TEXT NOT NULL,"
        " state TEXT NOT NULL,"
        " reason TEXT,"
        " began_at TEXT NOT NULL,"
        " checksum INTEGER) STRICT"
    )
    db.execute("CREATE INDEX file_actions_open ON file_actions (id) WHERE state = 'open'")
    db.execute("CREATE INDEX file_actions_by_batch ON file_actions (batch)")


def _kept_groups(db: Database) -> None:
    """Groups of which a person keeps all. What they said is in the backup, so every change is counted."""
    db.execute(
        "CREATE TABLE kept_groups ("
        " members BLOB NOT NULL,"  # the contents of its pictures, in their order
        " copies INTEGER NOT NULL,"  # of one picture: how many files; 0: of several pictures
        " kept_at TEXT NOT NULL,"
        " checksum INTEGER NOT NULL,"
        " PRIMARY KEY (members, copies)) STRICT, WITHOUT ROWID"
    )
    for change in ("INSERT", "DELETE", "UPDATE"):
        db.execute(
            f"CREATE TRIGGER kept_groups_{change.lower()} AFTER {change} ON kept_groups"
            " BEGIN UPDATE user_changes SET count = count + 1; END"
        )


LIBRARY: list[Migration] = [
    _first_schema,
    _training_images,
    _label_hotkeys,
    _row_checksums,
    _missing_follows_from_files,
    _pixel_codes,
    _file_actions,
    _kept_groups,
]
THUMBNAILS: list[Migration] = [_thumbnails, _thumbnail_checksums]

_ANY_CHANGE = ("INSERT", "DELETE", "UPDATE")

# What cannot be computed again; every change to it is counted, so that the backup knows when it is out of date.
_USER_DATA = {
    "folders": _ANY_CHANGE,
    "labels": _ANY_CHANGE,
    "image_labels": _ANY_CHANGE,
    "decisions": _ANY_CHANGE,
    "model_versions": ("INSERT", "DELETE", "UPDATE OF name, active"),
}

# As `checked_rows.TABLES` had them when that step was written; a step stays as it is.
_CHECKED_FROM_4 = {
    "folders": "id, path, CAST(added_at AS BLOB)",
    "images": "id, content, CAST(format AS BLOB), width, height, CAST(taken_at AS BLOB), CAST(camera AS BLOB),"
    " CAST(added_at AS BLOB), missing",
    "labels": "id, CAST(name AS BLOB), CAST(colour AS BLOB), CAST(hotkey AS BLOB)",
    "model_versions": "id, CAST(name AS BLOB), CAST(method AS BLOB), bits, CAST(backbone AS BLOB),"
    " CAST(file AS BLOB), CAST(file_checksum AS BLOB), CAST(details AS BLOB), CAST(created_at AS BLOB),"
    " active, stamp, removed_stamp",
    "files": "id, folder_id, path, image_id, size, mtime_ns, missing, waiting",
    "mounts": "folder_id, path",
    "skipped": "file_id, CAST(kind AS BLOB), CAST(reason AS BLOB), CAST(skipped_at AS BLOB)",
    "training_images": "version_id, image_id",
    "user_changes": "count",  # last: what is written above counts as a change
}

_FIRST_SCHEMA = """
CREATE TABLE user_changes (count INTEGER NOT NULL) STRICT;

INSERT INTO user_changes VALUES (0);

CREATE TABLE folders (
    id INTEGER PRIMARY KEY,
    path BLOB NOT NULL UNIQUE,           -- absolute
    added_at TEXT NOT NULL
) STRICT;

CREATE TABLE mounts (                    -- mount points seen below a folder
    folder_id INTEGER NOT NULL REFERENCES folders ON DELETE CASCADE,
    path BLOB NOT NULL,                  -- relative to the folder
    PRIMARY KEY (folder_id, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE images (                    -- ids are never used again: a late result hits no other image
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    content BLOB UNIQUE,                 -- BLAKE2b-128 of the file's bytes; NULL until it has been read
    format TEXT,
    width INTEGER,
    height INTEGER,
    taken_at TEXT,
    camera TEXT,
    added_at TEXT NOT NULL,
    missing INTEGER NOT NULL DEFAULT 0   -- 1 when none of its files is there
) STRICT;

CREATE TABLE files (
    id INTEGER PRIMARY KEY,
    folder_id INTEGER NOT NULL REFERENCES folders ON DELETE CASCADE,
    path BLOB NOT NULL,                  -- relative to the folder
    image_id INTEGER REFERENCES images,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    missing INTEGER NOT NULL DEFAULT 0,
    waiting INTEGER NOT NULL DEFAULT 1,  -- 1 while its content is still to be read
    UNIQUE (folder_id, path)
) STRICT;

CREATE INDEX files_by_image ON files (image_id);

CREATE INDEX files_by_size ON files (size);

CREATE INDEX files_waiting ON files (id) WHERE waiting = 1;

CREATE TABLE skipped (
    file_id INTEGER PRIMARY KEY REFERENCES files ON DELETE CASCADE,
    kind TEXT NOT NULL,
    reason TEXT NOT NULL,
    skipped_at TEXT NOT NULL
) STRICT;

CREATE TABLE features (
    image_id INTEGER NOT NULL REFERENCES images ON DELETE CASCADE,
    backbone TEXT NOT NULL,
    vector BLOB NOT NULL,                -- float16, little-endian
    checksum INTEGER NOT NULL,
    PRIMARY KEY (image_id, backbone)
) STRICT;

CREATE TABLE model_versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    method TEXT NOT NULL,
    bits INTEGER NOT NULL,
    backbone TEXT NOT NULL,
    file TEXT NOT NULL,                  -- in the library's models folder
    file_checksum TEXT NOT NULL,
    details TEXT NOT NULL,               -- JSON: settings and figures
    created_at TEXT NOT NULL,
    active INTEGER NOT NULL DEFAULT 0,
    stamp INTEGER NOT NULL DEFAULT 0,         -- rises with every write to this version's codes
    removed_stamp INTEGER NOT NULL DEFAULT 0  -- the stamp at which codes were last taken away
) STRICT;

CREATE UNIQUE INDEX one_active_version ON model_versions (active) WHERE active = 1;

CREATE TABLE codes (
    version_id INTEGER NOT NULL REFERENCES model_versions ON DELETE CASCADE,
    image_id INTEGER NOT NULL REFERENCES images ON DELETE CASCADE,
    code BLOB NOT NULL,
    checksum INTEGER NOT NULL,
    stamp INTEGER NOT NULL,
    PRIMARY KEY (version_id, image_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX codes_by_stamp ON codes (version_id, stamp);

CREATE INDEX codes_by_image ON codes (image_id);

CREATE TABLE labels (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    colour TEXT
) STRICT;

CREATE TABLE image_labels (
    image_id INTEGER NOT NULL REFERENCES images ON DELETE CASCADE,
    label_id INTEGER NOT NULL REFERENCES labels ON DELETE CASCADE,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (image_id, label_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX image_labels_by_label ON image_labels (label_id);

CREATE TABLE decisions (
    query_id INTEGER NOT NULL REFERENCES images ON DELETE CASCADE,
    hit_id INTEGER NOT NULL REFERENCES images ON DELETE CASCADE,
    same INTEGER NOT NULL,
    decided_at TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (query_id, hit_id)
) STRICT, WITHOUT ROWID
"""

_PIXEL_CODES = """
CREATE TABLE pixel_codes (
    image_id INTEGER PRIMARY KEY REFERENCES images ON DELETE CASCADE,
    code BLOB NOT NULL,                  -- 256 bits, of its pixels
    look BLOB NOT NULL,                  -- 256 bits, of its features
    sharpness INTEGER NOT NULL,          -- in thousandths
    compared INTEGER NOT NULL,           -- 1 once it has been compared with all others that were
    checksum INTEGER NOT NULL
) STRICT;

CREATE INDEX pixel_codes_new ON pixel_codes (image_id) WHERE compared = 0;

CREATE TABLE alike_pairs (
    first_id INTEGER NOT NULL REFERENCES images ON DELETE CASCADE,
    second_id INTEGER NOT NULL REFERENCES images ON DELETE CASCADE,
    burst INTEGER NOT NULL,              -- 1 when taken within seconds, 0 when one is a copy of the other
    likeness INTEGER NOT NULL,           -- up to 100
    checksum INTEGER NOT NULL,
    PRIMARY KEY (first_id, second_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX alike_pairs_by_second ON alike_pairs (second_id)
"""
