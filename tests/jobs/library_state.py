"""All that a library knows of its files, in a form that can be compared."""

import os
from typing import Any

from engine.library import Library
from engine.store import codes, thumbnails, versions


def library_state(library: Library) -> dict[bytes, tuple[Any, ...]]:
    """For each file what it shows, its features, code and thumbnail; if it is missing, or why it is skipped."""
    sql = (
        "SELECT d.path, f.path, f.size, f.mtime_ns, f.missing, f.waiting, f.image_id, i.content, i.width, i.height,"
        " i.format, x.numbers, s.kind, s.reason FROM files f JOIN folders d ON d.id = f.folder_id"
        " LEFT JOIN images i ON i.id = f.image_id LEFT JOIN features x ON x.image_id = i.id"
        " LEFT JOIN skipped s ON s.file_id = f.id"
    )
    rows = library.db.execute(sql).fetchall()
    code_of = active_codes(library)
    pictures = thumbnails.get(library.thumbnails_db, [row[6] for row in rows if row[6] is not None])
    return {
        os.path.join(row[0], row[1]): (*row[2:6], *row[7:], code_of.get(row[6]), pictures.get(row[6]))
        for row in rows
    }


def active_codes(library: Library) -> dict[int, bytes]:
    active = versions.active(library.db)
    if active is None:
        return {}
    rows = codes.since(library.db, active.id, 0, active.bits)
    assert rows.damaged == []
    return {int(i): code.tobytes() for i, code in zip(rows.image_ids_N, rows.packed_NB, strict=True)}
