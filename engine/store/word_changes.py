"""Which images the search field must hear of again, because their names, places, dates or metadata changed.

Triggers note them, which each of our own connections that writes has for itself (TEMP), in the transaction of the
change itself: whatever happens then, the note is there until `word_rows` has taken it up.
"""

from engine.store.connection import Database

_NOTE = "INSERT OR IGNORE INTO word_changes SELECT {0}, row_checksum({0}) WHERE {0} IS NOT NULL;"
_OLD, _NEW = _NOTE.format("OLD.image_id"), _NOTE.format("NEW.image_id")

_TRIGGERS = f"""
CREATE TEMP TRIGGER files_put_words AFTER INSERT ON main.files BEGIN {_NEW} END;
CREATE TEMP TRIGGER files_removed_words AFTER DELETE ON main.files BEGIN {_OLD} END;
CREATE TEMP TRIGGER files_changed_words AFTER UPDATE OF folder_id, path, image_id, mtime_ns ON main.files
    WHEN (OLD.folder_id, OLD.path, OLD.image_id, OLD.mtime_ns)
    IS NOT (NEW.folder_id, NEW.path, NEW.image_id, NEW.mtime_ns) BEGIN {_OLD} {_NEW} END;
CREATE TEMP TRIGGER images_changed_words AFTER UPDATE OF taken_at, camera ON main.images
    WHEN (OLD.taken_at, OLD.camera) IS NOT (NEW.taken_at, NEW.camera) BEGIN {_NOTE.format("NEW.id")} END;
CREATE TEMP TRIGGER images_removed_words AFTER DELETE ON main.images BEGIN {_NOTE.format("OLD.id")} END;
CREATE TEMP TRIGGER metadata_put_words AFTER INSERT ON main.metadata BEGIN {_NEW} END;
CREATE TEMP TRIGGER metadata_changed_words AFTER UPDATE ON main.metadata BEGIN {_NEW} END;
CREATE TEMP TRIGGER metadata_removed_words AFTER DELETE ON main.metadata BEGIN {_OLD} END;
CREATE TEMP TRIGGER folders_changed_words AFTER UPDATE OF path ON main.folders WHEN OLD.path IS NOT NEW.path BEGIN
    INSERT OR IGNORE INTO word_changes SELECT DISTINCT image_id, row_checksum(image_id) FROM files
    WHERE folder_id = NEW.id AND image_id IS NOT NULL; END;
"""


def add_triggers(db: Database) -> None:
    """Note all that this connection changes."""
    db.conn.executescript(_TRIGGERS)


def note_all(db: Database) -> None:
    """The search field knows nothing any more."""
    db.execute("INSERT OR IGNORE INTO word_changes SELECT id, row_checksum(id) FROM images")


def count(db: Database) -> int:
    (n,) = db.execute("SELECT count(*) FROM word_changes").fetchone()
    return int(n)


def some(db: Database, limit: int) -> list[int]:
    return [image_id for (image_id,) in db.execute("SELECT image_id FROM word_changes LIMIT ?", (limit,))]


def all_noted(db: Database) -> set[int]:
    return {image_id for (image_id,) in db.execute("SELECT image_id FROM word_changes")}


def settle(db: Database, image_ids: list[int]) -> None:
    """The search field knows them as they are now."""
    db.conn.executemany("DELETE FROM word_changes WHERE image_id = ?", [(i,) for i in image_ids])
