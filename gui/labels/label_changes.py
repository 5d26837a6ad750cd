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
from gui.language import tr, tr_n
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
    count = len(rows.image_ids())
    match edit:
        case Give(wanted=wanted):
            return _given(_named(list(wanted)), count)
        case Take(name=name):
            return _taken(quoted_label(name), count)
        case Toggle(name=name):
            return (_given if rows.taken else _taken)(quoted_label(name), count)
        case Rename(name=name, new=new):
            return tr("{label} is called {name} now", label=quoted_label(name), name=quoted_label(new.strip()))
        case Merge(source=source, target=target):
            return tr("{label} merged into {other}", label=quoted_label(source), other=quoted_label(target))
        case Delete(name=name):
            return _deleted(quoted_label(name), count)
        case SetColour(name=name):
            return tr("{label} has another colour now", label=quoted_label(name))
        case SetHotkey(name=name, hotkey=None):
            return tr("{label} has no hotkey now", label=quoted_label(name))
        case SetHotkey(name=name, hotkey=key):
            return tr("{label} has the hotkey {key} now", label=quoted_label(name), key=key)
    return tr("Labels changed")


def _given(labels: str, images: int) -> str:
    return tr_n("{labels} given to {n:,} pictures", "{labels} given to {n:,} picture", images, labels=labels)


def _taken(label: str, images: int) -> str:
    return tr_n("{label} taken from {n:,} pictures", "{label} taken from {n:,} picture", images, label=label)


def _deleted(label: str, images: int) -> str:
    return tr_n(
        "{label} deleted and taken from {n:,} pictures",
        "{label} deleted and taken from {n:,} picture",
        images,
        label=label,
    )


def labels(count: int) -> str:
    return tr_n("{n:,} labels", "{n:,} label", count)


def quoted_label(name: str) -> str:
    """Short, for a sentence."""
    return tr("“{name}”", name=isolated(shown(name)))


def _named(names: list[str]) -> str:
    some = ", ".join(quoted_label(name) for name in names[:MOST_NAMED])
    more = len(names) - MOST_NAMED
    if more <= 0:
        return some
    return tr_n("{some} and {n} more labels", "{some} and {n} more label", more, some=some)
