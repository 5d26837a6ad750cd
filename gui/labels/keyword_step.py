"""What was answered about folders, and the labels that came of it, as one step that can be undone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.store import folder_answers, label_edits
from engine.store.folder_answers import FolderAnswer
from engine.store.label_edits import RowChanges

NO_ROWS = RowChanges()


@dataclass(frozen=True, slots=True, eq=False)
class KeywordStep:
    """These answers, by folder, None where it is open; and these rows of labels."""

    answers: Mapping[int, FolderAnswer | None]
    rows: RowChanges = NO_ROWS

    @property
    def size(self) -> int:
        return sum(len(ids) for _, ids in self.rows.taken + self.rows.given)

    def apply(self, db: Any) -> KeywordStep | None:
        before = folder_answers.replace(db, self.answers)
        inverse = label_edits.apply(db, self.rows)
        return KeywordStep(before, inverse) if before or not inverse.is_empty() else None
