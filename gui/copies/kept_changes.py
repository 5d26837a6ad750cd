"""Keeping all of a group, and showing it again, as steps that can be undone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.copies import kept
from engine.copies.groups import Group
from engine.store import kept_groups
from engine.store.kept_groups import KeptGroup


@dataclass(frozen=True, slots=True, eq=False)
class KeepChange:
    """All of the group is kept from now on, or it is shown again."""

    group: Group
    keep: bool

    @property
    def size(self) -> int:
        return len(self.group.members)

    def apply(self, db: Any) -> KeptRows | None:
        rows = tuple(kept.keep(db, self.group) if self.keep else kept.show_again(db, self.group))
        back = KeptRows(put=(), removed=rows) if self.keep else KeptRows(put=rows, removed=())
        return back if rows else None


@dataclass(frozen=True, slots=True, eq=False)
class KeptRows:
    """The very rows that one of these wrote or took away, taken away or written again."""

    put: tuple[KeptGroup, ...]
    removed: tuple[KeptGroup, ...]

    @property
    def size(self) -> int:
        return sum(len(each.contents) for each in (*self.put, *self.removed))

    def apply(self, db: Any) -> KeptRows | None:
        put = tuple(each for each in self.put if kept_groups.put(db, each))
        removed = tuple(each for each in self.removed if kept_groups.remove(db, each))
        return KeptRows(put=removed, removed=put) if put or removed else None
