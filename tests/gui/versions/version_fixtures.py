"""A person before a library with two versions: the built-in one, active, and a trained one without codes."""

from dataclasses import dataclass

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QToolButton

from engine.library import Library
from engine.store import versions
from engine.store.versions import Version
from gui.versions.version_tree import HEADS, NAME, STATUS, VERSION
from tests.gui.person import CONTROL, LEFT, Key, Person
from tests.gui.window_fixtures import OpenWindow
from tests.jobs.version_rows import active, known, trained

__all__ = ["Chooser", "chooser", "known"]


@dataclass
class Chooser:
    """Looks at the page of versions and works with it."""

    person: Person
    library: Library
    old: Version
    new: Version

    @property
    def page(self):
        return self.person.window.versions

    def open(self) -> None:
        self.person.press(Key.Key_M, CONTROL)
        self.person.until(lambda: self.page.tree.topLevelItemCount() == len(versions.all_versions(self.library.db)))

    def rows(self) -> list[dict[str, str]]:
        tree = self.page.tree
        items = (tree.topLevelItem(row) for row in range(tree.topLevelItemCount()))
        return [{head or "Status": item.text(at) for at, head in enumerate(HEADS)} for item in items]

    def row_of(self, version: Version) -> dict[str, str]:
        return self.rows()[self._place(version)]

    def _place(self, version: Version) -> int:
        tree = self.page.tree
        ids = [tree.topLevelItem(row).data(NAME, VERSION) for row in range(tree.topLevelItemCount())]
        return ids.index(version.id)

    def click_activate(self, version: Version) -> None:
        tree = self.page.tree
        button = tree.itemWidget(tree.topLevelItem(self._place(version)), STATUS).findChild(QToolButton)
        self.person.qtbot.mouseClick(button, LEFT, pos=QPoint(8, 8))

    def until_active(self, version: Version) -> None:
        self.person.until(
            lambda: active(self.library).id == version.id and self.row_of(version)["Status"] == "Active"
        )
        self.person.until(lambda: self.person.session.job is None and not self.person.session.storing)

    def details(self) -> dict[str, str]:
        return dict(self.page.details.rows())


@pytest.fixture
def chooser(known: Library, open_window: OpenWindow) -> Chooser:
    before = {"mAP": 0.5, "precision_at_10": 0.62, "kept_neighbours": 0.634, "queries": 9}
    after = {"mAP": 0.87, "precision_at_10": 0.9, "precision_at_radius_2": 0.4, "queries": 9}
    after |= {"mAP_over_labels": 0.81, "kept_neighbours": 0.348}
    new = trained(
        known,
        before=before,
        after=after,
        labels=["cat", "dog"],
        train_images=30,
        epochs=12,
        seconds=2.25,
        tune="head",
        computed_on="cpu",
        settings={"bits": 16, "base_bits": 8},
    )
    person = open_window(known)
    person.until_shown(40)
    return Chooser(person, known, active(known), new)
