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
from gui.widgets.plain_text import quoted

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
    if isinstance(edit, Give):
        return _given(_named(list(edit.wanted)), count)
    if isinstance(edit, Take):
        return _taken(quoted_label(edit.name), count)
    if isinstance(edit, Toggle):
        return (_given if rows.taken else _taken)(quoted_label(edit.name), count)
    if isinstance(edit, Rename):
        new = quoted_label(edit.new.strip())
        return tr("{label} is called {new} now", label=quoted_label(edit.name), new=new)
    if isinstance(edit, Merge):
        source, target = quoted_label(edit.source), quoted_label(edit.target)
        return tr("{source} merged into {target}", source=source, target=target)
    if isinstance(edit, Delete):
        return tr_n(
            "{label} deleted and taken from {n:,} pictures",
            "{label} deleted and taken from {n:,} picture",
            count,
            label=quoted_label(edit.name),
        )
    if isinstance(edit, SetColour):
        return tr("{label} has another colour now", label=quoted_label(edit.name))
    if isinstance(edit, SetHotkey) and edit.hotkey:
        return tr("{label} has the hotkey {key} now", label=quoted_label(edit.name), key=edit.hotkey)
    if isinstance(edit, SetHotkey):
        return tr("{label} has no hotkey now", label=quoted_label(edit.name))
    return tr("Labels changed")


def given_to(what: str, images: int) -> str:
    """Labels that came from somewhere, as a step that can be undone."""
    return tr_n("{what}, given to {n:,} pictures", "{what}, given to {n:,} picture", images, what=what)


def counted_labels(labels: int, images: int, given: int) -> str:
    """How many came of it: "2 labels on 3 pictures, 4 given"."""
    return tr_n(
        "{n:,} labels {on_pictures}, {given:,} given",
        "{n:,} label {on_pictures}, {given:,} given",
        labels,
        on_pictures=tr_n("on {n:,} pictures", "on {n:,} picture", images),
        given=given,
    )


def begins_when_done(this: str, job: str) -> str:
    """A job has to wait for another."""
    return tr("{this} begins when this is done: {job}.", this=tr(this), job=tr(job))


def _given(labels: str, count: int) -> str:
    return tr_n("{labels} given to {n:,} pictures", "{labels} given to {n:,} picture", count, labels=labels)


def _taken(label: str, count: int) -> str:
    return tr_n("{label} taken from {n:,} pictures", "{label} taken from {n:,} picture", count, label=label)


def quoted_label(name: str) -> str:
    """Short, for a sentence."""
    return quoted(shown(name))


def _named(names: list[str]) -> str:
    some = ", ".join(quoted_label(name) for name in names[:MOST_NAMED])
    more = len(names) - MOST_NAMED
    if more <= 0:
        return some
    return tr_n("{names} and {n} more labels", "{names} and {n} more label", more, names=some)
