"""The automatic backup of what cannot be computed again: folders and what was answered about them, labels,
decisions, groups that are kept, model versions.

One JSON file with a checksum, beside the database and independent of it. Images are named by their content, so that
what is restored finds its pictures again when they are indexed. Triggers in the schema count every change to these
tables, and `images.set_facts` counts that a labelled image has a content now or another one; a backup that holds
the same count is up to date.
"""

import base64
import hashlib
import json
import logging
import os
import shutil
from collections.abc import Mapping
from typing import Any

from engine.errors import UserError
from engine.publishing import published
from engine.sentences import said
from engine.store import checked_rows, decisions, folder_answers, folders, images, kept_groups, labels
from engine.store.connection import Database
from engine.store.folder_answers import FolderAnswer
from engine.store.kept_groups import KeptGroup

log = logging.getLogger(__name__)

FORMAT = 1
_HELD = (
    *("folders", "folder_answers", "labels", "image_labels", "decisions", "kept_groups", "model_versions"),
    "user_changes",
)
VERSION_COLUMNS = "name, method, bits, backbone, file, file_checksum, details, created_at"


def save_if_changed(db: Database, path: str) -> bool:
    """Write the backup unless it is up to date; returns whether it was written."""
    count, stored = changes(db), _stored_changes(path)
    if count in (0, stored):
        return False
    if is_held_up(db):
        raise UserError(said("Rows of the library are damaged; “dualhash check --repair” mends them."))
    body = json.dumps(_collect(db, count)).encode()
    if stored is not None:
        _keep_the_one_before(path)
    with published(path) as file:
        file.write(hashlib.sha256(body).hexdigest().encode() + b"\n" + body)
    return True


def is_held_up(db: Database) -> bool:
    """Rows that it holds are damaged: they must not take the place of what was good."""
    return checked_rows.any_damaged(db, _HELD)


def before(path: str) -> str:
    """Where the backup before the last one is kept."""
    stem, ending = os.path.splitext(path)
    return f"{stem}-before{ending}"


def restore(db: Database, stored: dict[str, Any] | None) -> int:
    """Put the rows of a backup into an empty library; returns how many label assignments came back.

    Model versions come back without codes: the next indexing makes them, and the last active one is active again.
    """
    if stored is None:
        return 0
    for folder in stored["folders"]:
        folders.add(db, base64.b64decode(folder))
    for name, colour in stored["labels"]:
        hotkey = stored.get("hotkeys", {}).get(name)  # older backups have none
        db.execute("INSERT INTO labels (name, colour, hotkey) VALUES (?, ?, ?)", (name, colour, hotkey))
    for content, name in stored["assignments"]:
        labels.assign(db, name, [_image(db, content)])
    for query, hit, same in stored["decisions"]:
        decisions.put(db, _image(db, query), _image(db, hit), bool(same))
    _put_back_kept_groups(db, stored)
    _put_back_answers(db, stored)
    for row in stored["versions"]:
        marks = ",".join("?" * len(row))
        db.execute(f"INSERT INTO model_versions ({VERSION_COLUMNS}, active) VALUES ({marks})", row)
    return len(stored["assignments"])


def put_back_what_was_said(db: Database, stored: Mapping[str, Any]) -> None:
    """Label assignments, decisions and groups that are kept, which the backup has and the library lacks."""
    for content, name in stored["assignments"]:
        if labels.find(db, name) is not None:
            labels.assign(db, name, [_image(db, content)])
    for query, hit, same in stored["decisions"]:
        query_id, hit_id = _image(db, query), _image(db, hit)
        if hit_id not in decisions.of_query(db, query_id):
            decisions.put(db, query_id, hit_id, bool(same))
    _put_back_kept_groups(db, stored)
    _put_back_answers(db, stored)


def _put_back_kept_groups(db: Database, stored: Mapping[str, Any]) -> None:
    for contents, copies in stored.get("kept", []):  # older backups have none
        kept_groups.put(db, KeptGroup(frozenset(map(bytes.fromhex, contents)), copies))


def _put_back_answers(db: Database, stored: Mapping[str, Any]) -> None:
    """Of folders that have none."""
    known, answered = {folder.path: folder.id for folder in folders.all_folders(db)}, folder_answers.all_answers(db)
    for path, take, ratings, levels in stored.get("answers", []):  # older backups have none
        folder_id = known.get(base64.b64decode(path))
        if folder_id is not None and folder_id not in answered:
            folder_answers.put(db, folder_id, FolderAnswer(bool(take), bool(ratings), levels))


def _answers(db: Database) -> list[tuple[str, bool, bool, str]]:
    answered = folder_answers.all_answers(db)
    return [
        (base64.b64encode(folder.path).decode(), answer.take, answer.ratings, answer.levels)
        for folder in folders.all_folders(db)
        if (answer := answered.get(folder.id)) is not None
    ]


def _keep_the_one_before(path: str) -> None:
    with open(path, "rb") as old, published(before(path)) as file:
        shutil.copyfileobj(old, file)


def _collect(db: Database, count: int) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "changes": count,
        "folders": [base64.b64encode(folder.path).decode() for folder in folders.all_folders(db)],
        "answers": _answers(db),
        "labels": db.execute("SELECT name, colour FROM labels").fetchall(),
        "hotkeys": dict(db.execute("SELECT name, hotkey FROM labels WHERE hotkey IS NOT NULL").fetchall()),
        "assignments": db.execute(
            "SELECT hex(i.content), l.name FROM image_labels a JOIN images i ON i.id = a.image_id"
            " JOIN labels l ON l.id = a.label_id WHERE i.content IS NOT NULL"
        ).fetchall(),
        "decisions": db.execute(
            "SELECT hex(q.content), hex(h.content), d.same FROM decisions d JOIN images q ON q.id = d.query_id"
            " JOIN images h ON h.id = d.hit_id WHERE q.content IS NOT NULL AND h.content IS NOT NULL"
        ).fetchall(),
        "kept": [
            (sorted(content.hex() for content in group.contents), group.copies) for group in kept_groups.read(db)
        ],
        "versions": db.execute(f"SELECT {VERSION_COLUMNS}, active FROM model_versions").fetchall(),
    }


def _image(db: Database, content: str) -> int:
    """The image of a content, known before its file is."""
    raw = bytes.fromhex(content)
    known = images.with_content(db, raw)
    if known is not None:
        return known
    image_id = images.add_pending(db)
    db.execute("UPDATE images SET content = ? WHERE id = ?", (raw, image_id))
    return image_id


def changes(db: Database) -> int:
    (count,) = db.execute("SELECT count FROM user_changes").fetchone()
    return int(count)


def _stored_changes(path: str) -> int | None:
    try:
        stored = read(path)
    except UserError as error:
        log.warning("%s It is written anew.", error)
        return None
    return int(stored["changes"]) if stored else None


def read(path: str) -> dict[str, Any] | None:
    """What the backup holds; None if there is none, UserError if it is damaged."""
    try:
        with open(path, "rb") as file:
            digest, _, body = file.read().partition(b"\n")
    except FileNotFoundError:
        return None
    if hashlib.sha256(body).hexdigest().encode() != digest:
        raise UserError(said("The backup {path} is damaged.", path=path))
    stored: dict[str, Any] = json.loads(body)
    if stored["format"] > FORMAT:
        raise UserError(said("The backup {path} was made by a newer DualHash.", path=path))
    return stored
