"""All that a library holds, row by row, without the numbers that its rows happen to have: an image is its content,
a file its place, a label and a version their names. Nor with the times at which rows were made."""

import os
from typing import Any

from engine.library import Library
from engine.store import thumbnails

Rows = dict[str, list[tuple[Any, ...]]]

_IMAGE = "ifnull(i.content, d.path || '/' || f.path)"
_FILE = "d.path || '/' || f.path"
_OF_FILE = " JOIN files f ON f.id = {0}.file_id JOIN folders d ON d.id = f.folder_id"
_OF_IMAGE = " JOIN images i ON i.id = {0}.image_id"

# The mean of features, taken in another order, is another one in its last bit.
_MODEL = "CASE WHEN method LIKE 'built-in%' THEN '' ELSE file_checksum END"

_QUERIES = {
    "folders": "SELECT path FROM folders",
    "mounts": "SELECT d.path, m.path FROM mounts m JOIN folders d ON d.id = m.folder_id",
    "folder_answers": (
        "SELECT d.path, take, ratings, levels FROM folder_answers a JOIN folders d ON d.id = a.folder_id"
    ),
    "images": "SELECT content, format, width, height, taken_at, camera FROM images WHERE content IS NOT NULL",
    "files": (
        f"SELECT {_FILE}, i.content, f.size, f.mtime_ns, f.missing, f.waiting, f.name_key, f.path_key,"
        " f.image_id IS NULL FROM files f JOIN folders d ON d.id = f.folder_id"
        " LEFT JOIN images i ON i.id = f.image_id"
    ),
    "skipped": f"SELECT {_FILE}, s.kind, s.reason FROM skipped s{_OF_FILE.format('s')}",
    "taken_labels": f"SELECT {_FILE}, t.stamp, t.said FROM taken_labels t{_OF_FILE.format('t')}",
    "features": f"SELECT i.content, x.backbone, x.numbers FROM features x{_OF_IMAGE.format('x')}",
    "metadata": f"SELECT i.content, x.* FROM metadata x{_OF_IMAGE.format('x')}",
    "metadata_again": f"SELECT i.content FROM metadata_again x{_OF_IMAGE.format('x')}",
    "faces": f"SELECT i.content, x.faces FROM faces x{_OF_IMAGE.format('x')}",
    "pixel_codes": (
        f"SELECT i.content, x.code, x.look, x.sharpness, x.compared FROM pixel_codes x{_OF_IMAGE.format('x')}"
    ),
    "alike_pairs": (
        "SELECT min(i.content, j.content), max(i.content, j.content), p.burst, p.likeness FROM alike_pairs p"
        " JOIN images i ON i.id = p.first_id JOIN images j ON j.id = p.second_id"
    ),
    "labels": "SELECT name, colour, hotkey FROM labels",
    "image_labels": (
        f"SELECT {_IMAGE}, l.name FROM image_labels x JOIN images i ON i.id = x.image_id"
        " JOIN labels l ON l.id = x.label_id LEFT JOIN files f ON f.image_id = i.id AND i.content IS NULL"
        " LEFT JOIN folders d ON d.id = f.folder_id"
    ),
    "keyword_labels": (
        f"SELECT {_FILE}, i.content, l.name, k.beside FROM keyword_labels k{_OF_FILE.format('k')}"
        f"{_OF_IMAGE.format('k')} JOIN labels l ON l.id = k.label_id"
    ),
    "decisions": (
        "SELECT i.content, j.content, x.same, x.decided_at FROM decisions x JOIN images i ON i.id = x.query_id"
        " JOIN images j ON j.id = x.hit_id"
    ),
    "kept_groups": "SELECT members, copies, kept_at FROM kept_groups",
    "model_versions": f"SELECT v.name, method, bits, backbone, {_MODEL}, details, active FROM model_versions v",
    "codes": (
        "SELECT v.name, i.content, c.code FROM codes c JOIN model_versions v ON v.id = c.version_id"
        f"{_OF_IMAGE.format('c')}"
    ),
    "training_images": (
        "SELECT v.name, i.content FROM training_images x JOIN model_versions v ON v.id = x.version_id"
        f"{_OF_IMAGE.format('x')}"
    ),
}
_NUMBERED = ("metadata",)  # their second column is a number, their last the checksum over it


def library_rows(library: Library) -> Rows:
    found: Rows = {}
    for table, sql in _QUERIES.items():
        rows = [tuple(row) for row in library.db.execute(sql).fetchall()]
        if table in _NUMBERED:
            rows = [(row[0], *row[2:-1]) for row in rows]
        found[table] = sorted(rows, key=repr)
    contents = dict(library.db.execute("SELECT id, content FROM images").fetchall())
    pictures = thumbnails.get(library.thumbnails_db, list(contents))
    found["thumbnails"] = sorted((contents[number], jpeg) for number, jpeg in pictures.items() if contents[number])
    return found


def raw_rows(library: Library) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table as it is stored, numbers, times and checksums included."""
    found = {}
    for name, db in (("library", library.db), ("thumbnails", library.thumbnails_db)):
        tables = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            found[f"{name}.{table}"] = sorted(map(tuple, db.execute(f"SELECT * FROM {table}").fetchall()), key=repr)
    return found


def bytes_below(folder: str) -> dict[str, bytes]:
    """What lies in a folder but for SQLite's shared memory, which is no content."""
    found = {}
    for root, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(root, name)
            if not name.endswith("-shm"):
                with open(path, "rb") as file:
                    found[path] = file.read()
    return found
