"""A person and networks: which there are, what is said before a download, and pictures found by another one."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox

from engine.jobs import library_network
from engine.model import known_networks
from engine.store import versions
from gui.versions.networks_dialog import VIEWS, NetworksDialog
from tests.conftest import IndexedLibrary
from tests.gui.person import Person
from tests.gui.window_fixtures import OpenWindow
from tests.model.tiny_networks import OF_TRANSFORMERS, tiny_onnx

EMBEDDED = "efficientnet_lite0"


@pytest.fixture
def person(indexed: IndexedLibrary, open_window: OpenWindow) -> Person:
    return open_window(indexed.library)


def opened(person: Person) -> NetworksDialog:
    person.window.menus.by_text["&Networks…"].trigger()
    dialog = person.window.networks.dialog
    assert dialog is not None
    person.until(lambda: dialog.tree.topLevelItemCount() > 0)
    return dialog


def rows(dialog: NetworksDialog) -> dict[str, list[str]]:
    """By the name of each: its columns, and what stands below the name."""
    items = [dialog.tree.topLevelItem(row) for row in range(dialog.tree.topLevelItemCount())]
    lines = [item.text(0).split("\n", 1) for item in items]
    return {
        name: [*(item.text(column) for column in range(1, 4)), meaning]
        for item, (name, meaning) in zip(items, lines, strict=True)
    }


def choose(dialog: NetworksDialog, name: str) -> None:
    (item,) = dialog.tree.findItems(f"{name}\n", Qt.MatchFlag.MatchStartsWith)
    dialog.tree.setCurrentItem(item)


def test_the_list_says_what_each_is_for_how_large_and_under_which_licence(person: Person) -> None:
    dialog = opened(person)
    shown = rows(dialog)
    assert shown[EMBEDDED][0] == "Pictures are found by it"
    for known in known_networks.SHORT_LIST:
        assert shown[known.name] == [
            "Not here",
            f"{known.megabytes:,} MB to download",
            known.licence,
            str(known.meaning),
        ]
    choose(dialog, "convnext_nano.in12k_ft_in1k")
    assert dialog.use.text() == "Download and find by it…"
    assert not dialog.remove.isEnabled()


def test_who_says_no_downloads_nothing(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def declined(box: QMessageBox) -> int:
        asked.append(box.text())
        return 0

    monkeypatch.setattr(QMessageBox, "exec", declined)
    dialog = opened(person)
    choose(dialog, "convnext_nano.in12k_ft_in1k")
    dialog.use.click()
    assert len(asked) == 1
    assert "huggingface.co/timm/convnext_nano.in12k_ft_in1k: about 62 MB, licence Apache-2.0" in asked[0]
    assert person.session.job is None


def test_a_package_that_is_missing_is_said_before_anything(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_networks.importlib.util, "find_spec", lambda name: None)
    dialog = opened(person)
    choose(dialog, "mobilenetv4_conv_small.e2400_r224_in1k")
    assert dialog.about.text() == "This needs the package timm: “pip install timm” brings it."
    assert not dialog.use.isEnabled()


def test_a_file_is_added_used_and_taken_away(
    person: Person, indexed: IndexedLibrary, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tiny_onnx(tmp_path, OF_TRANSFORMERS)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    dialog = opened(person)
    dialog.file.click()
    person.until(lambda: "mean_colour" in rows(dialog))
    assert rows(dialog)["mean_colour"][:2] == ["In this library", "12 numbers a picture"]
    assert rows(dialog)[EMBEDDED][0] == "Pictures are found by it", "nothing is searched otherwise yet"

    choose(dialog, "mean_colour")
    dialog.views.setCurrentIndex(list(VIEWS).index(("crop", "whole")))
    dialog.use.click()
    person.until(lambda: rows(dialog)["mean_colour"][0] == "Pictures are found by it, by 2 views")
    active = versions.active(indexed.library.db)
    assert active is not None
    assert active.backbone.endswith("+crop-whole")
    assert "30 pictures are found by mean_colour (middle + whole) now." in dialog.message.text()

    choose(dialog, EMBEDDED)
    dialog.views.setCurrentIndex(0)
    dialog.use.click()
    person.until(lambda: rows(dialog)[EMBEDDED][0] == "Pictures are found by it")
    choose(dialog, "mean_colour")
    dialog.remove.click()
    person.until(lambda: not person.session.storing)
    assert len(library_network.networks_of(indexed.library)) == 3, "a version works on it, which is said"
    assert "works on this network" in person.said()


def test_words_are_a_chip_of_the_query_and_a_network_without_words_says_so(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QInputDialog, "exec", lambda dialog: dialog.setTextValue("red shoes") or 1)
    person.window.menus.by_text["What pictures sho&w…"].trigger()
    person.until(lambda: "knows no words" in person.result())
    assert person.chips() == ["“red shoes”"]
