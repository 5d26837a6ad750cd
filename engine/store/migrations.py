"""The schema as numbered steps. A step that has shipped is never edited; a change is a new step at the end, which
makes or changes at least one table, index or trigger: the number in the file is believed only if these fit it.
(`_raw_again` does not, so that it may run once more or, if the number was damaged before it ran, not at all; what
RAW files say is then read when they or their sidecars change.)"""

from engine.store.checksums import before_the_flip, checksum
from engine.store.connection import Database
from engine.store.first_schema import first_schema
from engine.store.natural_names import natural_key, natural_path_key
from engine.store.recognising import Migration


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


def _faces(db: Database) -> None:
    """Faces in pictures of bursts. Libraries from before get theirs in the background, from thumbnails."""
    db.execute(
        "CREATE TABLE faces ("
        " image_id INTEGER PRIMARY KEY REFERENCES images ON DELETE CASCADE,"
        " faces BLOB NOT NULL,"  # of each its place, its size and its two eyes, in thousandths
        " checksum INTEGER NOT NULL) STRICT"
    )


def _labels_of_others(db: Database) -> None:
    """Keywords of other programs: what a person answered for each folder, of which files they were taken, and what
    was written into sidecars. Answers are in the backup, so every change is counted."""
    for statement in _LABELS_OF_OTHERS.split(";\n\n"):
        db.execute(statement)
    for change in ("INSERT", "DELETE", "UPDATE"):
        db.execute(
            f"CREATE TRIGGER folder_answers_{change.lower()} AFTER {change} ON folder_answers"
            " BEGIN UPDATE user_changes SET count = count + 1; END"
        )


def _metadata(db: Database) -> None:
    """What cameras wrote, by image, names in natural order by file, and what the search field has to hear of: all.
    A row of a file with one flipped bit gets a checksum by which that can still be turned back."""
    for statement in _METADATA.split(";\n\n"):
        db.execute(statement)
    db.execute("INSERT INTO word_changes SELECT id, row_checksum(id) FROM images")
    cells = _CHECKED_FROM_4["files"]
    damaged = db.execute(
        f"SELECT checksum, {cells} FROM files WHERE checksum IS NOT row_checksum({cells})"
    ).fetchall()
    db.execute("ALTER TABLE files ADD COLUMN name_key TEXT")
    db.execute("UPDATE files SET name_key = natural_key(path)")
    db.execute(f"UPDATE files SET checksum = row_checksum({cells}, CAST(name_key AS BLOB))")
    for stored, *found in damaged:
        right = before_the_flip(found, stored)
        path = None if right is None else right[2]
        key = natural_key(path) if isinstance(path, bytes) else ""
        kept = None if right is None else checksum(*right, key)
        db.execute("UPDATE files SET name_key = ?, checksum = ? WHERE id = ?", (key, kept, found[0]))


def _keyword_labels(db: Database) -> None:
    """Which labels came from keywords. It goes with the assignment, whoever takes that away."""
    db.execute(
        "CREATE TABLE keyword_labels ("
        " file_id INTEGER NOT NULL REFERENCES files ON DELETE CASCADE,"
        " label_id INTEGER NOT NULL,"
        " image_id INTEGER NOT NULL,"
        " beside INTEGER NOT NULL,"  # 1: its sidecar says it, 0: the picture itself
        " checksum INTEGER NOT NULL,"
        " PRIMARY KEY (file_id, label_id),"
        " FOREIGN KEY (image_id, label_id) REFERENCES image_labels ON DELETE CASCADE) STRICT, WITHOUT ROWID"
    )
    db.execute("CREATE INDEX keyword_labels_by_image ON keyword_labels (image_id, label_id)")


def _natural_paths(db: Database) -> None:
    """Paths in natural order by file, and an index that gives them so. Damage stays what it was, as above."""
    cells = _CHECKED_FROM_4["files"] + ", CAST(name_key AS BLOB)"
    damaged = db.execute(
        f"SELECT checksum, {cells} FROM files WHERE checksum IS NOT row_checksum({cells})"
    ).fetchall()
    db.execute("ALTER TABLE files ADD COLUMN path_key TEXT")
    db.execute(
        "UPDATE files SET path_key = natural_path_key(path),"
        f" checksum = row_checksum({cells}, CAST(natural_path_key(path) AS BLOB))"
    )
    for stored, *found in damaged:
        right = before_the_flip(found, stored)
        path = None if right is None else right[2]
        key = natural_path_key(path) if isinstance(path, bytes) else ""
        kept = None if right is None else checksum(*right, key)
        db.execute("UPDATE files SET path_key = ?, checksum = ? WHERE id = ?", (key, kept, found[0]))
    db.execute("CREATE INDEX files_naturally ON files (folder_id, path_key, path, image_id)")


def _metadata_again(db: Database) -> None:
    """Images whose file is to be asked once more what it says: all, since XMP and IPTC are read. Until then they
    keep what is known, and those whose drive is away keep it longer."""
    db.execute(
        "CREATE TABLE metadata_again ("
        " image_id INTEGER PRIMARY KEY REFERENCES images ON DELETE CASCADE,"
        " checksum INTEGER NOT NULL) STRICT"
    )
    db.execute("INSERT INTO metadata_again SELECT image_id, row_checksum(image_id) FROM metadata")


def _raw_again(db: Database) -> None:
    """Since what RAW files say in XMP and IPTC of their own is read, too."""
    db.execute(
        "INSERT OR IGNORE INTO metadata_again SELECT m.image_id, row_checksum(m.image_id) FROM metadata m"
        " JOIN images i ON i.id = m.image_id WHERE i.format = 'RAW'"
    )


def _contents_of_before(db: Database) -> None:
    """Contents say of what kind they are; a library that has some of the kind of before finds that out at once."""
    db.execute("CREATE INDEX images_of_before ON images (id) WHERE length(content) = 16")


def _packed_features(db: Database) -> None:
    """Features may leave out their zeros; rows that are there stay as they are. By the column's new name a program
    from before knows that it cannot read them."""
    db.execute("ALTER TABLE features RENAME COLUMN vector TO numbers")


LIBRARY: list[Migration] = [
    first_schema,
    _training_images,
    _label_hotkeys,
    _row_checksums,
    _missing_follows_from_files,
    _pixel_codes,
    _file_actions,
    _kept_groups,
    _faces,
    _labels_of_others,
    _metadata,
    _keyword_labels,
    _natural_paths,
    _metadata_again,
    _raw_again,
    _contents_of_before,
    _packed_features,
]
THUMBNAILS: list[Migration] = [_thumbnails, _thumbnail_checksums]

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

_LABELS_OF_OTHERS = """
CREATE TABLE folder_answers (
    folder_id INTEGER PRIMARY KEY REFERENCES folders ON DELETE CASCADE,
    take INTEGER NOT NULL,               -- 1: keywords of other programs are taken as labels
    ratings INTEGER NOT NULL,            -- 1: ratings too
    levels TEXT NOT NULL,                -- which label a hierarchical keyword gives
    answered_at TEXT NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;

CREATE TABLE taken_labels (              -- files whose keywords were taken
    file_id INTEGER PRIMARY KEY REFERENCES files ON DELETE CASCADE,
    stamp BLOB NOT NULL,                 -- of the picture and its sidecars as they were then
    said TEXT NOT NULL,                  -- as JSON: the labels, and whether a sidecar said them
    checksum INTEGER NOT NULL
) STRICT;

CREATE TABLE sidecar_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    batch INTEGER NOT NULL,              -- those of one export: the id of the first
    path BLOB NOT NULL,                  -- absolute
    before BLOB NOT NULL,                -- the hash of what was there; empty: nothing was
    after BLOB NOT NULL,                 -- the hash of what we left there
    splices TEXT NOT NULL,
    added TEXT NOT NULL,
    written_at TEXT NOT NULL,
    checksum INTEGER
) STRICT;

CREATE INDEX sidecar_log_by_batch ON sidecar_log (batch);

CREATE INDEX sidecar_log_by_path ON sidecar_log (path)
"""

_METADATA = """
CREATE TABLE metadata (                  -- units as in engine/metadata.py
    image_id INTEGER PRIMARY KEY REFERENCES images ON DELETE CASCADE,
    zone INTEGER,
    exposure_ns INTEGER,
    aperture INTEGER,
    iso INTEGER,
    focal_um INTEGER,
    focal_35 INTEGER,
    bias INTEGER,
    flash INTEGER,
    latitude INTEGER,
    longitude INTEGER,
    altitude INTEGER,
    rating INTEGER,
    make TEXT,
    model TEXT,
    lens TEXT,
    software TEXT,
    author TEXT,
    copyright TEXT,
    title TEXT,
    description TEXT,
    comment TEXT,
    profile TEXT,
    checksum INTEGER NOT NULL
) STRICT;

CREATE TABLE word_changes (              -- images that the search field must hear of, be they still there or not
    image_id INTEGER PRIMARY KEY,
    checksum INTEGER NOT NULL
) STRICT
"""
