"""The page of model versions, as a person uses it: looked at, activated, renamed, removed, exported, imported."""

from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMessageBox, QToolButton

from engine.jobs import version_files
from engine.library import Library, open_library
from engine.progress import finish
from engine.store import codes, features, versions
from gui.running.job import Job
from gui.versions.version_text import date_text, shown_name
from tests.behind_the_back import behind_the_back
from tests.gui.person import CONTROL, LEFT, SHIFT, Key, Person
from tests.gui.versions.version_fixtures import Chooser, chooser, known
from tests.gui.window_fixtures import OpenWindow
from tests.jobs.feature_rows import BACKBONE, grow
from tests.jobs.version_rows import active, trained
from tests.model.exported_files import D, exported_bytes, numbers

__all__ = ["chooser", "known"]


@pytest.fixture
def jobs(chooser: Chooser) -> list[Job]:
    """The jobs that begin."""
    begun: list[Job] = []
    chooser.person.session.job_started.connect(begun.append)
    return begun


def answer(button: str) -> None:
    """Press this button of the question that is about to be asked."""

    def press() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        next(each for each in box.buttons() if each.text().replace("&", "") == button).click()

    QTimer.singleShot(0, press)


# --- looking


def test_each_version_has_a_row_with_what_tells_it_apart(chooser: Chooser) -> None:
    chooser.open()
    assert chooser.person.window.centre.page == "versions"
    assert QApplication.focusWidget() is chooser.page.tree
    old, new = chooser.rows()
    assert (old["Name"], old["Status"], old["Bits"], old["mAP"], old["Kept"], old["Codes"]) == (
        "Built-in",
        "Active",
        "256",
        "–",
        "–",
        "complete",
    )
    assert (new["Name"], new["Status"], new["Kind"], new["Bits"]) == ("Cats", "", "Learned from your labels", "16")
    assert (new["Network"], new["Labels"], new["mAP"], new["Kept"], new["Codes"]) == (
        "efficientnet_lite0",
        "2",
        "0.50 → 0.87",
        "63 → 35 %",
        "0 of 40",
    )
    assert new["Made"] == date_text(chooser.new.created_at)
    assert new["Size"].endswith(" kB")
    assert "“Built-in” answers queries" in chooser.page.sentence.text()


def test_the_current_version_is_shown_in_full(chooser: Chooser) -> None:
    chooser.open()
    assert chooser.details()["Learned from"] == "40 pictures, without labels"
    assert chooser.details()["Code length"] == "256 bits", "what it does not say of itself is left out"
    chooser.person.press(Key.Key_Down)
    details = chooser.details()
    assert details["Held-out mAP"] == "0.500 before, 0.870 after"
    assert details["mAP over labels"] == "0.810"
    assert details["Nearest ten kept"] == "63 % before, 35 % after, of pictures without a label"
    assert details["Precision at 10"] == "0.620 before, 0.900 after"
    assert details["Precision, radius 2"] == "0.400"
    assert details["Measured on"] == "9 held-out pictures"
    assert details["Labels"] == "cat, dog"
    assert details["Code length"] == "16 bits, 8 of them keep what pictures look like"
    assert details["Learned from"] == "2 labels, 30 pictures"
    assert details["Method"].startswith("dualhash-stom: DualHash-StoM, ")
    assert details["Training"] == "hash layers on stored features, 12 epochs, 2.2 s, on cpu"
    assert details["Codes"] == "0 pictures have one; 40 are made before it becomes active"


def test_a_version_may_say_anything_of_itself_and_is_shown_literally(
    known: Library, open_window: OpenWindow
) -> None:
    hostile = "<b>bold</b>"
    for said in (7, "x", [hostile], {"mAP": hostile}, {"mAP": 1e300}, {"mAP": 0.5, "spread": 3}, None):
        keys = ("before", "after", "labels", "train_images", "epochs", "seconds", "tune", "computed_on", "made_at")
        trained(known, hostile, imported=True, **dict.fromkeys(keys, said))
    person = open_window(known)
    person.press(Key.Key_M, CONTROL)
    tree = person.window.versions.tree
    person.until(lambda: tree.topLevelItemCount() == 8)
    for row in range(1, 8):
        item = tree.topLevelItem(row)
        tree.setCurrentItem(item)
        assert item.text(0) == hostile
        assert item.toolTip(0) == "<span>&lt;b&gt;bold&lt;/b&gt;</span>"
    document = person.window.versions.details.document().toPlainText()
    assert "bold</b>" in document or hostile not in document


def test_backspace_leads_back_to_the_pictures(chooser: Chooser) -> None:
    chooser.open()
    chooser.person.press(Key.Key_Backspace)
    assert chooser.person.window.centre.page is None
    assert QApplication.focusWidget() is chooser.person.window.grid


def test_dates_are_written_for_people() -> None:
    assert date_text("no date\n") == "no date\ufffd"
    assert len(date_text("x" * 1000)) == 40


# --- activating


def test_a_click_makes_the_codes_and_then_activates_and_the_old_version_serves_until_then(
    chooser: Chooser, jobs: list[Job], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.jobs.encoding.CHUNK", 10)
    chooser.person.session.job_started.connect(Job.pause)
    chooser.open()
    chooser.click_activate(chooser.new)
    chooser.person.until(lambda: chooser.row_of(chooser.new)["Codes"] == "10 of 40")
    assert active(chooser.library).id == chooser.old.id
    assert "until they are complete, the active version serves" in chooser.page.message.text()
    (job,) = jobs
    assert job.title == "Making the codes of “Cats”"
    job.resume()
    chooser.until_active(chooser.new)
    assert codes.count(chooser.library.db, chooser.new.id) == 40
    assert "“Cats” answers queries now; 40 pictures have its code." in chooser.page.message.text()
    assert chooser.rows()[0]["Name"] == "Cats"


def test_rolling_back_is_one_click_and_makes_nothing(chooser: Chooser, jobs: list[Job]) -> None:
    finish(version_files.activate(chooser.library, chooser.new))
    chooser.open()
    stamp = versions.get(chooser.library.db, chooser.old.id).stamp
    chooser.click_activate(chooser.old)
    chooser.until_active(chooser.old)
    assert jobs == []
    assert versions.get(chooser.library.db, chooser.old.id).stamp == stamp
    assert chooser.person.said() == "“Built-in” answers queries now."
    chooser.click_activate(chooser.new)
    chooser.until_active(chooser.new)
    assert jobs == []


def test_enter_activates_and_the_same_query_is_asked_again(chooser: Chooser) -> None:
    finish(version_files.make_codes(chooser.library, chooser.new))
    person = chooser.person
    person.click(3)
    person.press(Key.Key_Return, on=person.window.grid)
    person.until_found()
    before = person.window.searching.found
    assert before.version.id == chooser.old.id
    chooser.open()
    person.press(Key.Key_Down)
    person.press(Key.Key_Return)
    person.until(lambda: person.window.searching.found.version.id == chooser.new.id)
    assert person.window.searching.found.image_id == before.image_id
    person.until(lambda: person.window.query_bar.filters.slider.bits() == 16)
    assert person.window.centre.page == "versions"


def test_cancelling_leaves_the_old_version_active(chooser: Chooser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.jobs.encoding.CHUNK", 1)
    chooser.open()
    chooser.person.session.job_started.connect(Job.cancel)
    chooser.click_activate(chooser.new)
    chooser.person.until(lambda: "was not activated" in chooser.page.message.text())
    chooser.person.until_idle()
    assert active(chooser.library).id == chooser.old.id


def test_a_damaged_version_is_refused_with_a_sentence(chooser: Chooser) -> None:
    Path(chooser.library.models_folder, chooser.new.file).write_bytes(b"damaged")
    chooser.open()
    chooser.click_activate(chooser.new)
    chooser.person.until(lambda: "not a valid model file" in chooser.page.message.text())
    assert active(chooser.library).id == chooser.old.id


def test_of_a_version_whose_description_is_lost_nothing_is_claimed(chooser: Chooser) -> None:
    behind_the_back(chooser.library, "UPDATE model_versions SET bits = 999 WHERE id = ?", chooser.new.id)
    chooser.open()
    row = chooser.row_of(chooser.new)
    assert (row.pop("Name"), row.pop("Status")) == ("Cats", "Damaged")
    assert set(row.values()) == {"–"}
    chooser.person.press(Key.Key_Down)
    assert list(chooser.details()) == ["Damaged"]
    chooser.person.press(Key.Key_M, CONTROL | SHIFT)
    chooser.person.until(lambda: "only one version" in chooser.page.message.text())


def test_codes_that_are_lacking_by_now_are_shown(chooser: Chooser) -> None:
    finish(version_files.make_codes(chooser.library, chooser.new))
    chooser.open()
    assert chooser.row_of(chooser.new)["Codes"] == "complete"

    def add_images() -> None:
        ids = grow(chooser.library, 2, seed=9)
        with chooser.library.writing() as db:
            features.put(db, BACKBONE, ids, numbers(2, D))

    chooser.person.session.store(add_images)
    chooser.person.until(lambda: chooser.row_of(chooser.new)["Codes"] == "40 of 42")


# --- renaming and removing


def rename_to(chooser: Chooser, name: str) -> None:
    chooser.page.tree.choose(chooser.new.id)
    chooser.person.press(Key.Key_F2, on=chooser.page.tree)
    (editor,) = chooser.page.tree.findChildren(QLineEdit)
    editor.selectAll()
    chooser.person.qtbot.keyClicks(editor, name)
    chooser.person.press(Key.Key_Return, on=editor)


def test_f2_gives_another_name(chooser: Chooser) -> None:
    chooser.open()
    rename_to(chooser, "Cats & dogs")
    chooser.person.until(lambda: chooser.row_of(chooser.new)["Name"] == "Cats & dogs")
    assert versions.get(chooser.library.db, chooser.new.id).name == "Cats & dogs"


def test_a_name_from_right_to_left_leaves_the_order_of_the_sentences_alone(chooser: Chooser) -> None:
    version_files.rename(chooser.library, chooser.old, "שם")
    chooser.open()
    assert chooser.page.sentence.text().startswith("“\u2068שם\u2069” answers queries.")
    chooser.page.say("“\u2068שם\u2069” is removed.")
    assert chooser.page.message.text() == "“\u2068שם\u2069” is removed."


def test_a_name_without_a_letter_is_refused_and_the_old_one_stays(chooser: Chooser) -> None:
    chooser.open()
    rename_to(chooser, "   ")
    chooser.person.until(lambda: "at least one visible character" in chooser.page.message.text())
    assert chooser.row_of(chooser.new)["Name"] == "Cats"


def test_what_is_being_typed_survives_a_library_that_changes(chooser: Chooser) -> None:
    chooser.open()
    tree = chooser.page.tree
    tree.choose(chooser.new.id)
    chooser.page.rename.click()
    (editor,) = tree.findChildren(QLineEdit)
    editor.selectAll()
    chooser.person.qtbot.keyClicks(editor, "Half a na")
    chooser.page.show_versions([])  # as if all were gone
    chooser.person.qtbot.keyClicks(editor, "me")
    chooser.person.press(Key.Key_Return, on=editor)
    chooser.person.until(lambda: chooser.row_of(chooser.new)["Name"] == "Half a name")


def test_delete_asks_first_and_removes(chooser: Chooser) -> None:
    chooser.open()
    chooser.page.tree.choose(chooser.new.id)
    answer("Cancel")
    chooser.person.press(Key.Key_Delete, on=chooser.page.tree)
    assert len(versions.all_versions(chooser.library.db)) == 2
    answer("Remove")
    chooser.person.press(Key.Key_Delete, on=chooser.page.tree)
    chooser.person.until(lambda: len(chooser.rows()) == 1)
    assert [version.id for version in versions.all_versions(chooser.library.db)] == [chooser.old.id]
    assert "“Cats” is removed." in chooser.page.message.text()


def test_the_active_version_cannot_be_removed(chooser: Chooser) -> None:
    chooser.open()
    assert not chooser.page.remove.isEnabled()
    chooser.person.press(Key.Key_Delete, on=chooser.page.tree)
    assert "cannot be removed" in chooser.page.message.text()
    assert len(versions.all_versions(chooser.library.db)) == 2


# --- one file


def test_a_version_goes_out_to_a_file_and_comes_back(
    chooser: Chooser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "cats.dualhash"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
    chooser.open()
    chooser.page.tree.choose(chooser.new.id)
    chooser.person.press(Key.Key_E)
    chooser.person.until(lambda: "is written to" in chooser.page.message.text())
    assert file.stat().st_size > 1000
    chooser.person.press(Key.Key_I)
    chooser.person.until(lambda: len(chooser.rows()) == 3)
    assert chooser.page.message.text() == "“Cats” is imported. Activate it to search by it."
    row = chooser.rows()[1]
    assert (row["Name"], row["Status"], row["mAP"]) == ("Cats", "", "0.50 → 0.87")
    assert chooser.details()["Made"].startswith("elsewhere, "), "it is the current one"
    assert active(chooser.library).id == chooser.old.id


def test_every_version_that_is_exported_is_written_however_fast_one_asks(
    chooser: Chooser, jobs: list[Job], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [tmp_path / f"{number}.dualhash" for number in range(3)]
    names = iter(files)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(next(names)), ""))
    chooser.open()
    for version in (chooser.new, chooser.old, chooser.new):
        chooser.page.tree.choose(version.id)
        chooser.person.press(Key.Key_E)
    assert "begins when this is done: Exporting" in chooser.page.message.text()
    chooser.person.until(lambda: all(file.exists() for file in files))
    chooser.person.until(lambda: f"is written to {files[2]}" in chooser.page.message.text())
    chooser.person.until(lambda: f"is written to {files[2]}" in chooser.person.said())
    assert [job.title for job in jobs] == ["Exporting “Cats”", "Exporting “Built-in”", "Exporting “Cats”"]


def test_a_hostile_or_damaged_file_is_refused_with_a_sentence(
    chooser: Chooser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = {"empty": b"", "something else": b"not a model", "cut": exported_bytes()[:-100]}
    bad["lying"] = exported_bytes(about={"bits": 64})
    chooser.open()
    for name, data in bad.items():
        file = tmp_path / f"<b>{name}.dualhash"
        file.write_bytes(data)
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_, file=file: (str(file), ""))
        chooser.page.import_.click()
        chooser.person.until(lambda file=file: file.name in chooser.page.message.text())
        chooser.person.until(lambda: "is not a valid model file" in chooser.page.message.text())
        assert file.name in chooser.page.message.text()
        assert len(versions.all_versions(chooser.library.db)) == 2, name


def test_a_file_that_cannot_be_written_is_said(
    chooser: Chooser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = Path(chooser.library.models_folder) / "x.dualhash"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(inside), ""))
    chooser.open()
    chooser.person.press(Key.Key_E)
    chooser.person.until(lambda: "library's own folder" in chooser.page.message.text())
    assert not inside.exists()


# --- other circumstances


def test_a_library_that_is_only_read_offers_to_look_only(known: Library, open_window: OpenWindow) -> None:
    trained(known)
    reader = open_library(known.path)
    assert reader.read_only
    person = open_window(reader)
    person.press(Key.Key_M, CONTROL)
    page = person.window.versions
    person.until(lambda: page.tree.topLevelItemCount() == 2)
    page.tree.choose(2)
    assert not any(button.isEnabled() for button in (page.rename, page.remove, page.import_))
    assert page.export.isEnabled()
    assert page.compare.isEnabled()
    person.press(Key.Key_Return, on=page.tree)
    person.until(lambda: "only be read" in page.message.text())
    assert active(known).name == "Built-in"
    assert not any(button.isEnabled() for button in page.tree.findChildren(QToolButton) if button.text())
    for key in (Key.Key_F2, Key.Key_Delete):
        page.say("")
        person.press(key, on=page.tree)
        assert page.tree.findChildren(QLineEdit) == []
        assert "only be read" in page.message.text()


def test_without_any_version_the_page_says_how_the_first_comes(newcomer: Person) -> None:
    newcomer.press(Key.Key_M, CONTROL)
    page = newcomer.window.versions
    assert "made when pictures are indexed" in page.sentence.text()
    assert not any(button.isEnabled() for button in (page.rename, page.remove, page.export, page.compare))


def test_columns_give_way_when_there_is_little_room(chooser: Chooser) -> None:
    chooser.open()
    window, tree = chooser.person.window, chooser.page.tree
    window.resize(1900, 700)
    chooser.person.until(lambda: not any(tree.isColumnHidden(column) for column in range(tree.columnCount())))
    window.resize(820, 520)
    chooser.person.until(lambda: tree.isColumnHidden(4))
    assert not tree.isColumnHidden(0)
    assert not tree.isColumnHidden(1)
    assert window.width() == 820
    assert not tree.horizontalScrollBar().isVisible()


def test_everything_has_a_name_that_is_read_out(chooser: Chooser) -> None:
    chooser.open()
    interface = QAccessible.queryAccessibleInterface(chooser.page.tree)
    assert interface.text(QAccessible.Text.Name) == "Model versions"
    button = chooser.page.tree.itemWidget(chooser.page.tree.topLevelItem(1), 1).children()[-1]
    assert button.accessibleName() == "Activate Cats"
    for each in (chooser.page.back, chooser.page.compare, chooser.page.rename, chooser.page.export):
        assert each.text()
        assert each.toolTip()


def test_the_mouse_can_do_it_all(chooser: Chooser, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    chooser.open()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "a.dualhash"), ""))
    tree = chooser.page.tree
    item = tree.topLevelItem(1)
    chooser.person.qtbot.mouseClick(tree.viewport(), LEFT, pos=tree.visualItemRect(item).center())
    assert tree.current_id() == chooser.new.id
    chooser.person.qtbot.mouseClick(chooser.page.export, LEFT)
    chooser.person.until(lambda: (tmp_path / "a.dualhash").exists())
    answer("Remove")
    chooser.person.qtbot.mouseClick(chooser.page.remove, LEFT)
    chooser.person.until(lambda: len(chooser.rows()) == 1)
    chooser.person.qtbot.mouseClick(chooser.page.back, LEFT)
    assert chooser.person.window.centre.page is None


@pytest.mark.usefixtures("another_language")
def test_the_built_in_version_is_called_so_in_the_windows_language_and_others_as_a_person_has_typed() -> None:
    assert shown_name("Built-in") == "¡Built-in!"
    assert shown_name("Search") == "Search"
