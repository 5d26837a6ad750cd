"""Of which files the keywords were taken as labels, what picture and sidecars looked like then, and what they said:
as long as they look so, nothing is taken again, and a word that was said then is nothing new later. So a label that
a person has taken away since stays away."""

import json
from collections.abc import Iterator, Mapping, Sequence

from engine.store.checksums import checksum
from engine.store.connection import Database
from engine.store.label_list import json_chunks

Said = Mapping[str, bool]  # labels, and whether a sidecar said it, not the picture itself


def put(db: Database, stamps: Mapping[int, bytes], said: Mapping[int, Said]) -> None:
    """Of files that are known; those that are not in `said` said nothing."""
    sql = "INSERT OR REPLACE INTO taken_labels SELECT ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM files WHERE id = ?)"
    rows = [(number, stamp, json.dumps(dict(said.get(number, {})))) for number, stamp in stamps.items()]
    db.conn.executemany(sql, [(*row, checksum(*row), row[0]) for row in rows])


def stamps(db: Database, file_ids: Sequence[int]) -> dict[int, bytes]:
    """Those whose row is damaged are left out."""
    return {number: stamp for number, stamp, _ in _rows(db, file_ids)}


def said(db: Database, file_ids: Sequence[int]) -> dict[int, Said]:
    """What they said when they were last read, of those that ever were."""
    return {number: json.loads(words) for number, _, words in _rows(db, file_ids)}


def hand_on(db: Database, source: int, target: int) -> None:
    """A file turned up elsewhere: what was taken of it was taken."""
    for _, stamp, words in _rows(db, [source]):
        put(db, {target: stamp}, {target: json.loads(words)})


def forget_file(db: Database, file_id: int) -> None:
    """It holds another picture now, to which all that it says is new."""
    db.execute("DELETE FROM taken_labels WHERE file_id = ?", (file_id,))


def forget_folder(db: Database, folder_id: int) -> None:
    """Nothing counts as taken there any more."""
    sql = "DELETE FROM taken_labels WHERE file_id IN (SELECT id FROM files WHERE folder_id = ?)"
    db.execute(sql, (folder_id,))


def _rows(db: Database, file_ids: Sequence[int]) -> Iterator[tuple[int, bytes, bytes]]:
    sql = (
        "SELECT file_id, stamp, CAST(said AS BLOB), checksum FROM taken_labels"
        " WHERE file_id IN (SELECT value FROM json_each(?))"
    )
    for chunk in json_chunks(file_ids):
        for number, stamp, words, stored in db.execute(sql, (chunk,)).fetchall():
            if checksum(number, stamp, words) == stored:
                yield number, stamp, words
