"""Mending damaged rows. One flipped bit is turned back (`checked_rows.mend`); where more is wrong, what a row said
is taken from the backup, or read again from its file by the next indexing. What neither can tell is named: as lost,
or, where it may well be right, as something to look at. Only descriptions of model versions can stay damaged."""

import base64
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.content import is_content
from engine.errors import UserError
from engine.printable_text import printable
from engine.store import (
    backup,
    checked_rows,
    codes,
    files,
    images,
    keyword_labels,
    labels,
    metadata_rows,
    pixel_codes,
    skipped,
    word_changes,
)
from engine.store.checked_rows import DamagedRow
from engine.store.checksums import Cell
from engine.store.connection import Database
from engine.store.folders import now
from engine.store.label_edits import ALL_HOTKEYS

Backup = Mapping[str, Any] | None


def repair(db: Database, row: DamagedRow, kept: Backup) -> str | None:
    """Mend the row. Returns what is lost, None if nothing is: it is there again, or will be when files are read."""
    if checked_rows.mend(db, row):
        if row.table.name == "codes":
            codes.have_read_again(db)
        return None
    return _BEYOND_ONE_BIT[row.table.name](db, row, kept)


def tables_pointing_nowhere(db: Database) -> list[str]:
    """The table of each row that names a row which is not there."""
    return [row[0] for row in db.execute("PRAGMA foreign_key_check").fetchall()]


def remove_what_points_nowhere(db: Database, kept: Backup) -> None:
    """Rows of files are read again, user data comes from the backup, all else is computed again."""
    for table, column, other in REFERENCES:
        db.execute(f"DELETE FROM {table} WHERE {column} NOT IN (SELECT id FROM {other})")
    keyword_labels.remove_what_points_nowhere(db)
    nowhere = "SELECT id FROM files WHERE image_id NOT IN (SELECT id FROM images)"
    for (file_id,) in db.execute(nowhere).fetchall():
        db.execute("UPDATE files SET image_id = ?, waiting = 1 WHERE id = ?", (images.add_pending(db), file_id))
    codes.have_read_again(db)
    if kept is not None:
        backup.put_back_what_was_said(db, kept)


REFERENCES = (
    ("files", "folder_id", "folders"),
    ("mounts", "folder_id", "folders"),
    ("skipped", "file_id", "files"),
    ("folder_answers", "folder_id", "folders"),
    ("taken_labels", "file_id", "files"),
    ("keyword_labels", "file_id", "files"),
    ("features", "image_id", "images"),
    ("codes", "image_id", "images"),
    ("codes", "version_id", "model_versions"),
    ("training_images", "image_id", "images"),
    ("training_images", "version_id", "model_versions"),
    ("image_labels", "image_id", "images"),
    ("image_labels", "label_id", "labels"),
    ("decisions", "query_id", "images"),
    ("decisions", "hit_id", "images"),
    ("pixel_codes", "image_id", "images"),
    ("metadata", "image_id", "images"),
    ("metadata_again", "image_id", "images"),
    ("alike_pairs", "first_id", "images"),
    ("alike_pairs", "second_id", "images"),
    ("faces", "image_id", "images"),
)


def _folder(db: Database, row: DamagedRow, kept: Backup) -> str | None:
    known = {path for (path,) in db.execute("SELECT path FROM folders")}
    backed_up = [] if kept is None else [base64.b64decode(path) for path in kept["folders"]]
    lacking = [path for path in backed_up if path not in known]
    path = row.cell("path")
    if path not in backed_up and len(lacking) == 1:
        path = lacking[0]
    db.execute("UPDATE folders SET path = ?, added_at = ? WHERE id = ?", (path, now(), *row.key))
    checked_rows.accept(db, row)
    return None if path in backed_up else f"the path of folder {_number(row)} is damaged: see whether it is right"


def _label(db: Database, row: DamagedRow, kept: Backup) -> str | None:
    others = {name for (name,) in db.execute("SELECT name FROM labels WHERE id <> ?", row.key)}
    backed_up = {} if kept is None else dict(kept["labels"])
    lacking = [name for name in backed_up if name not in others]
    name = _decoded(row, "name")
    if name not in lacking and len(lacking) == 1:
        name = lacking[0]
    restored = name in lacking
    colour, hotkey = backed_up.get(name), (kept or {}).get("hotkeys", {}).get(name)
    if not restored:
        name = _usable_name(name, others, row)
        colour, hotkey = _decoded(row, "colour"), _decoded(row, "hotkey")
    if colour is not None and not re.fullmatch("#[0-9a-fA-F]{6}", colour):
        colour = None
    taken = {key for (key,) in db.execute("SELECT hotkey FROM labels WHERE id <> ?", row.key)}
    hotkey = hotkey if hotkey in list(ALL_HOTKEYS) and hotkey not in taken else None
    sql = "UPDATE labels SET name = ?, colour = ?, hotkey = ? WHERE id = ?"
    db.execute(sql, (name, colour, hotkey, *row.key))
    checked_rows.accept(db, row)
    return None if restored else f"the label “{labels.shown(name)}” is damaged: see whether it is right"


def _usable_name(name: str | None, others: set[str], row: DamagedRow) -> str:
    try:
        clean = labels.clean_name(name or "")
        return clean if clean not in others else f"damaged label {_number(row)}"
    except UserError:
        return f"damaged label {_number(row)}"


def _version(db: Database, row: DamagedRow, kept: Backup) -> str | None:
    """A version is known by the name of its model file, which no other one has, else by that file's checksum."""
    rows = [] if kept is None else kept["versions"]
    by_name = [each for each in rows if each[4] == _decoded(row, "file")]
    found = by_name or [each for each in rows if each[5] == _decoded(row, "file_checksum")]
    if len(found) != 1:
        return f"the description of model version {_number(row)} is damaged: it cannot serve, but be removed"
    row = _with_its_number(db, row)
    columns = backup.VERSION_COLUMNS.split(", ")
    texts = ", ".join(f"{column} = ?" for column in columns)
    db.execute(
        f"UPDATE model_versions SET {texts}, active = 0, stamp = 1 + ifnull((SELECT max(stamp) FROM codes"
        " WHERE version_id = model_versions.id), 0) WHERE id = ?",
        (*found[0][: len(columns)], *row.key),
    )
    db.execute("UPDATE model_versions SET removed_stamp = stamp WHERE id = ?", row.key)
    if found[0][len(columns)] and db.execute("SELECT 1 FROM model_versions WHERE active = 1").fetchone() is None:
        db.execute("UPDATE model_versions SET active = 1 WHERE id = ?", row.key)
    checked_rows.accept(db, row)
    return None


def _with_its_number(db: Database, row: DamagedRow) -> DamagedRow:
    """If nothing names the version by the number that it has, and all that misses one names the same: by that."""
    naming = "SELECT version_id FROM codes UNION SELECT version_id FROM training_images"
    named = {number for (number,) in db.execute(naming).fetchall()}
    missed = named - {number for (number,) in db.execute("SELECT id FROM model_versions").fetchall()}
    if len(missed) != 1 or row.key[0] in named:
        return row
    db.execute("UPDATE model_versions SET id = ? WHERE id = ?", (*missed, *row.key))
    return replace(row, key=tuple(missed))


def _image(db: Database, row: DamagedRow, kept: Backup) -> str | None:
    """Its files tell all of it again; one that has none now keeps the content by which it is known."""
    content = row.cell("content")
    there = f"SELECT 1 FROM files f WHERE f.image_id = ? AND NOT {files.away('f')}"
    has_file = db.execute(there, row.key).fetchone() is not None
    db.execute(
        "UPDATE images SET content = ?, format = NULL, width = NULL, height = NULL, taken_at = NULL, camera = NULL,"
        " added_at = ? WHERE id = ?",
        (content if is_content(content) and not has_file else None, now(), *row.key),
    )
    db.execute("UPDATE files SET waiting = 1 WHERE image_id = ?", row.key)
    checked_rows.accept(db, row)
    return None if has_file else f"what is known of picture {_number(row)}, whose file is away, is damaged"


def _file(db: Database, row: DamagedRow, kept: Backup) -> None:
    checked_rows.remove(db, row)  # the next indexing finds it again, and knows it by its content


def _skipped(db: Database, row: DamagedRow, kept: Backup) -> None:
    checked_rows.remove(db, row)
    known = db.execute("SELECT id FROM files WHERE id = ?", row.key).fetchall()
    skipped.retry(db, [file_id for (file_id,) in known])


def _mount(db: Database, row: DamagedRow, kept: Backup) -> str:
    checked_rows.remove(db, row)
    return "which drives lie inside a folder is damaged: the next indexing remembers those that are connected"


def _derived(db: Database, row: DamagedRow, kept: Backup) -> None:
    checked_rows.remove(db, row)


def _code(db: Database, row: DamagedRow, kept: Backup) -> None:
    checked_rows.remove(db, row)
    codes.have_read_again(db)


def _alike_pair(db: Database, row: DamagedRow, kept: Backup) -> None:
    """At least one of the two is right: comparing it again finds the pair again."""
    checked_rows.remove(db, row)
    pixel_codes.set_compared(db, [int(cell) for cell in row.key if isinstance(cell, int)], False)


def _word_change(db: Database, row: DamagedRow, kept: Backup) -> None:
    """Which image it named nobody can tell."""
    checked_rows.remove(db, row)
    word_changes.note_all(db)


def _metadata_again(db: Database, row: DamagedRow, kept: Backup) -> None:
    """Nor here."""
    checked_rows.remove(db, row)
    metadata_rows.note_all(db)


def _training_image(db: Database, row: DamagedRow, kept: Backup) -> str:
    checked_rows.remove(db, row)
    return "which images a version was trained on is damaged: its figures may be too good"


def _user_changes(db: Database, row: DamagedRow, kept: Backup) -> None:
    count = 1 if kept is None else int(kept["changes"]) + 1
    db.execute("UPDATE user_changes SET count = ?", (count,))
    checked_rows.accept(db, row)


def _file_action(db: Database, row: DamagedRow, kept: Backup) -> str:
    """Nothing depends on it but undoing: where files lie, the next indexing sees."""
    checked_rows.remove(db, row)
    return "an entry of the log of file actions is damaged: what was done there cannot be undone"


def _sidecar_write(db: Database, row: DamagedRow, kept: Backup) -> str:
    checked_rows.remove(db, row)
    return "an entry of the log of sidecars is damaged: what was written there cannot be taken back"


def _folder_answer(db: Database, row: DamagedRow, kept: Backup) -> str | None:
    """Whether its pictures' keywords are wanted can be asked again."""
    if _put_back(db, row, kept):
        return None
    checked_rows.remove(db, row)
    return "whether keywords of a folder are taken as labels is lost: say it again"


def _image_label(db: Database, row: DamagedRow, kept: Backup) -> str | None:
    if _put_back(db, row, kept):
        return None
    label = db.execute("SELECT name FROM labels WHERE id = ?", (row.cell("label_id"),)).fetchone()
    image = _shown_image(db, row.cell("image_id"))
    if label is None or image is None:
        checked_rows.remove(db, row)
        return "label assignments are lost"
    checked_rows.accept(db, row)  # its checksum may be all that is damaged
    return f"the label “{labels.shown(label[0])}” of {image} is damaged: see whether it is right"


def _decision(db: Database, row: DamagedRow, kept: Backup) -> str | None:
    if _put_back(db, row, kept):
        return None
    query, hit = (_shown_image(db, row.cell(column)) for column in ("query_id", "hit_id"))
    if query is None or hit is None or query == hit or row.cell("same") not in (0, 1):
        checked_rows.remove(db, row)
        return "decisions are lost"
    checked_rows.accept(db, row)
    return f"what you decided of {query} and {hit} is damaged: see whether it is right"


def _kept_group(db: Database, row: DamagedRow, kept: Backup) -> str | None:
    """Which pictures it named nobody can tell."""
    if _put_back(db, row, kept):
        return None
    checked_rows.remove(db, row)
    return "that you keep all of a group is lost: it is shown again"


def _shown_image(db: Database, image_id: Cell) -> str | None:
    """Its place, or its number if it has none; None if there is no such image."""
    if db.execute("SELECT 1 FROM images WHERE id = ?", (image_id,)).fetchone() is None:
        return None
    image = images.one(db, int(image_id or 0))
    return f"picture {image_id!r}" if image is None else printable(os.fsdecode(image.path))


def _put_back(db: Database, row: DamagedRow, kept: Backup) -> bool:
    """From the backup, if nothing was said since."""
    if kept is None or int(kept["changes"]) != backup.changes(db):
        return False
    checked_rows.remove(db, row)
    backup.put_back_what_was_said(db, kept)
    db.execute("UPDATE user_changes SET count = ?", (int(kept["changes"]),))  # as the backup has it again
    return True


_BEYOND_ONE_BIT: dict[str, Callable[[Database, DamagedRow, Backup], str | None]] = {
    "folders": _folder,
    "images": _image,
    "labels": _label,
    "model_versions": _version,
    "files": _file,
    "mounts": _mount,
    "skipped": _skipped,
    "training_images": _training_image,
    "user_changes": _user_changes,
    "file_actions": _file_action,
    "sidecar_log": _sidecar_write,
    "folder_answers": _folder_answer,
    "taken_labels": _derived,
    "keyword_labels": _derived,
    "features": _derived,
    "codes": _code,
    "image_labels": _image_label,
    "decisions": _decision,
    "kept_groups": _kept_group,
    "pixel_codes": _derived,
    "alike_pairs": _alike_pair,
    "faces": _derived,
    "metadata": _derived,
    "metadata_again": _metadata_again,
    "word_changes": _word_change,
}


def _number(row: DamagedRow) -> int:
    return int(row.key[0] or 0)


def _decoded(row: DamagedRow, column: str) -> Any:
    cell = row.cell(column)
    return cell.decode("utf-8", "replace") if isinstance(cell, bytes) else cell
