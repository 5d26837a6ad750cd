"""The first step of the schema, as it shipped: it is never edited, `migrations` goes on from it."""

from engine.store.connection import Database

_ANY_CHANGE = ("INSERT", "DELETE", "UPDATE")

# What cannot be computed again; every change to it is counted, so that the backup knows when it is out of date.
_USER_DATA = {
    "folders": _ANY_CHANGE,
    "labels": _ANY_CHANGE,
    "image_labels": _ANY_CHANGE,
    "decisions": _ANY_CHANGE,
    "model_versions": ("INSERT", "DELETE", "UPDATE OF name, active"),
}


def first_schema(db: Database) -> None:
    for statement in _FIRST_SCHEMA.split(";\n\n"):
        db.execute(statement)
    for table, changes in _USER_DATA.items():
        for change in changes:
            name = f"{table}_{change.split()[0].lower()}"
            count = "UPDATE user_changes SET count = count + 1"
            db.execute(f"CREATE TRIGGER {name} AFTER {change} ON {table} BEGIN {count}; END")


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
