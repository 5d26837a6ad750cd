"""What a person answered, once for each photo folder: are keywords of other programs to be taken as labels?"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.store import taken_labels
from engine.store.checksums import checksum
from engine.store.connection import Database
from engine.store.folders import all_folders, now

_LEVELS = ("last", "all", "path")


@dataclass(frozen=True, slots=True)
class FolderAnswer:
    take: bool
    ratings: bool = False  # ratings too
    levels: str = "last"  # which label a hierarchical keyword gives: see `engine.xmp.keywords.Levels`


@dataclass(frozen=True, slots=True)
class AnswerChange:
    """What somebody said of how keywords are taken; None: as it was."""

    ratings: bool | None = None
    levels: str | None = None

    def of(self, before: FolderAnswer | None) -> FolderAnswer:
        """Yes, as it was before but for this."""
        was = before if before is not None and before.take else FolderAnswer(take=True)
        ratings = was.ratings if self.ratings is None else self.ratings
        return FolderAnswer(True, ratings, self.levels or was.levels)


def put(db: Database, folder_id: int, answer: FolderAnswer) -> None:
    row = (folder_id, int(answer.take), int(answer.ratings), answer.levels, now())
    db.execute("INSERT OR REPLACE INTO folder_answers VALUES (?, ?, ?, ?, ?, ?)", (*row, checksum(*row)))


def replace(db: Database, wanted: Mapping[int, FolderAnswer | None]) -> dict[int, FolderAnswer | None]:
    """These answers from now on, None where it is open again; returns those from before. Folders that are not known
    any more are left out."""
    known, before = {folder.id for folder in all_folders(db)}, all_answers(db)
    changed = {folder_id: answer for folder_id, answer in wanted.items() if folder_id in known}
    for folder_id, answer in changed.items():
        if answer is None:
            db.execute("DELETE FROM folder_answers WHERE folder_id = ?", (folder_id,))
            taken_labels.forget_folder(db, folder_id)  # so that it can be asked again
        else:
            put(db, folder_id, answer)
    return {folder_id: before.get(folder_id) for folder_id in changed}


def all_answers(db: Database) -> dict[int, FolderAnswer]:
    sql = (
        "SELECT folder_id, take, ratings, CAST(levels AS BLOB), CAST(answered_at AS BLOB), checksum"
        " FROM folder_answers"
    )
    return {
        row[0]: FolderAnswer(bool(row[1]), bool(row[2]), row[3].decode())
        for row in db.execute(sql)
        if checksum(*row[:5]) == row[5] and row[3].decode() in _LEVELS
    }
