"""Label edits as steps that can be undone, and what is said about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.store import label_edits
from engine.store.label_edits import (
    Delete,
    Edit,
    Give,
    Merge,
    Rename,
    RowChanges,
    SetColour,
    SetHotkey,
    Take,
    Toggle,
)
from engine.store.labels import shown
from gui.widgets.plain_text import isolated

MOST_NAMED = 3


@dataclass(frozen=True, slots=True, eq=False)
class LabelChange:
    edit: Edit

    @property
    def size(self) -> int:
        rows = self.edit
        return sum(len(ids) for _, ids in rows.taken + rows.given) if isinstance(rows, RowChanges) else 0

    def apply(self, db: Any) -> LabelChange | None:
        inverse = label_edits.apply(db, self.edit)
        return None if inverse.is_empty() else LabelChange(inverse)


def words_for(edit: Edit, inverse: LabelChange) -> str:
    """What was done, now that it is known; without a full stop."""
    rows = inverse.edit
    assert isinstance(rows, RowChanges)
    count = pictures(len(rows.image_ids()))
    if isinstance(edit, Give):
        return f"{_named(list(edit.wanted))} given to {count}"
    if isinstance(edit, Take):
        return f"{quoted_label(edit.name)} taken from {count}"
    if isinstance(edit, Toggle):
        return f"{quoted_label(edit.name)} {'given to' if rows.taken else 'taken from'} {count}"
    if isinstance(edit, Rename):
        return f"{quoted_label(edit.name)} is called {quoted_label(edit.new.strip())} now"
    if isinstance(edit, Merge):
        return f"{quoted_label(edit.source)} merged into {quoted_label(edit.target)}"
    if isinstance(edit, Delete):
        return f"{quoted_label(edit.name)} deleted and taken from {count}"
    if isinstance(edit, SetColour):
        return f"{quoted_label(edit.name)} has another colour now"
    if isinstance(edit, SetHotkey):
        return f"{quoted_label(edit.name)} has {'the hotkey ' + edit.hotkey if edit.hotkey else 'no hotkey'} now"
    return "Labels changed"


def pictures(count: int) -> str:
    return "1 picture" if count == 1 else f"{count:,} pictures"


def quoted_label(name: str) -> str:
    """Short, for a sentence."""
    return f"“{isolated(shown(name))}”"


def _named(names: list[str]) -> str:
    some = ", ".join(quoted_label(name) for name in names[:MOST_NAMED])
    return some if len(names) <= MOST_NAMED else f"{some} and {len(names) - MOST_NAMED} more labels"
