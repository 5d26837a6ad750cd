"""A walk through all that the window can show: views, pages, dialogs, questions. For what holds in each of them."""

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from engine.copies.groups import GroupKind
from engine.copies.keeping import Preferences
from engine.store.timeline import Grouping
from gui.copies.rules_dialog import RulesDialog
from tests.gui.labeller import entry, select
from tests.gui.person import CONTROL, SHIFT, Key, Person
from tests.gui.training.trained_results import figures, label, result
from tests.gui.training.training_steps import label_by_kind, open_training

Look = Callable[[str, QWidget], object]  # at what a name says, in the window that shows it


def look_at_every_view(person: Person, look: Look) -> None:
    """The library is one of 30 pictures, without a label."""
    for part in (_look_at_pictures, _look_at_pages, _look_at_dialogs, _look_at_questions, _look_at_training):
        part(person, look)


def _look_at_pictures(person: Person, look: Look) -> None:
    window = person.window
    person.until_shown(30)
    select(person, 3)
    person.until(window.preview.view.has_image)
    look("grid", window)
    window.ordering.group_by(Grouping.MONTH)
    person.until_idle()
    look("groups", window)
    window.ordering.group_by(None)
    label_by_kind(person.session.library)
    person.session.library_changed.emit()
    person.until_idle()
    select(person, 3)
    person.press(Key.Key_L, on=window.grid)
    person.until(lambda: entry(person).isVisible())
    look("entry for labels", window)
    person.press(Key.Key_Escape)
    window.browse_bar.search_for("camera:nothing")
    person.until_shown(0)
    look("nothing found", window)
    window.browse_bar.search_for("")
    person.until_shown(30)
    _look_at_hits(person, look)
    _look_at_viewer(person, look)


def _look_at_hits(person: Person, look: Look) -> None:
    window = person.window
    select(person, 3)
    with person.qtbot.waitSignal(window.searching.hits_shown):
        person.press(Key.Key_Return, on=window.grid)
    select(person, 9)
    person.press(Key.Key_X, CONTROL | SHIFT)
    person.until(lambda: len(person.chips()) == 2)
    person.until(window.preview.view.has_image)
    look("hits", window)
    person.until(lambda: _chooses_a_part(person))
    look("choosing a part", window)
    window.preview.view.stop_crop()
    window.searching.leave()
    person.until_idle()


def _chooses_a_part(person: Person) -> bool:
    """The picture may come anew, which ends it."""
    view = person.window.preview.view
    if view.has_image() and not view.is_cropping():
        view.start_crop()
    return view.is_cropping()


def _look_at_viewer(person: Person, look: Look) -> None:
    viewer = person.window.viewer
    viewer.fills_screen = False
    select(person, 3, 4, 5, 6)
    for beside in (False, True):
        person.window.leafing.open(person.window.viewing.current_id(), beside)
        viewer.resize(person.window.size())
        person.until(viewer.view.has_image)
        look("viewer, four side by side" if beside else "viewer", viewer)
        viewer.bar.details.click()
        viewer.view.set_zoom(3)
        look("viewer with details", viewer)
        viewer.bar.details.click()
        viewer.close()


def _look_at_pages(person: Person, look: Look) -> None:
    window = person.window
    window.map.show()
    person.until(lambda: len(window.map.page.view.image_ids) == 30 and person.session.job is None)
    window.map.page.view.select_rows([0, 1, 2])
    look("map", window)
    window.copies.show()
    for kind in GroupKind:
        window.copies.page.bar.choose(kind)
        person.until_idle()
        look(f"review of {kind.value}", window)
    window.model_versions.show()
    person.until(lambda: window.versions.tree.topLevelItemCount() == 1)
    look("versions", window)
    for name, show in (
        ("skipped files", window.skipped_files.show),
        ("what was done to files", window.file_actions.log.show),
        ("evaluation", window.evaluating.show),
    ):
        show()
        person.until_idle()
        look(name, window)
    window.turns.back_to_grid()
    person.until_idle()


def _look_at_dialogs(person: Person, look: Look) -> None:
    window = person.window
    window.choosing.open()
    settings = window.choosing.dialog
    for page in range(settings.tabs.count()):
        settings.tabs.setCurrentIndex(page)
        look(f"settings, {settings.tabs.tabText(page)}", settings)
    settings.close()
    select(person, 3, 4)
    _look_at_asked(person, look, "about", window.choosing.show_about)
    for name, key in (
        ("keys", Key.Key_F1),
        ("rename", Key.Key_F2),
        ("export", Key.Key_F8),
        ("move to the trash", Key.Key_Delete),
    ):
        _look_at_asked(person, look, name, lambda key=key: person.press(key, on=window.grid))
    _look_at_asked(person, look, "rules", lambda: RulesDialog(Preferences(), window).open())
    _look_at_asked(person, look, "sidecars", window.labels.exchange.write_sidecars)
    window.walk.begin()
    person.until(lambda: window.walk.dialog is not None and window.walk.dialog.isVisible())
    look("the doubtful", window.walk.dialog)
    window.walk.end()


def _look_at_questions(person: Person, look: Look) -> None:
    window, managing = person.window, person.window.labels.managing
    first, second = window.labels.labelling.labels.labels[:2]
    _look_at_asked(person, look, "hotkey of a label", lambda: managing._choose_hotkey(first))
    _look_at_asked(person, look, "merging of labels", lambda: managing._choose_merge(first))
    _look_at_asked(person, look, "merging of these labels", lambda: managing._ask_to_merge(first, second))
    folder = window.browsing.state.folders[0].folder
    _look_at_asked(person, look, "removal of a folder", lambda: window.library_panel.remove_requested.emit(folder))


def _look_at_training(person: Person, look: Look) -> None:
    trainer = open_training(person)
    trainer.until_material()
    look("training", trainer.dialog)
    trainer.dialog.setup_page.unfold.click()
    look("training, all settings", trainer.dialog)
    dialog = trainer.dialog
    dialog.running_page.show_running([])
    dialog.result_page.show_result(result(figures(0.4), figures(0.8), [label("hat", 0.6, 0.3)]), "Mine")
    pages = {"a running training": dialog.running_page, "the result of a training": dialog.result_page}
    for name, page in pages.items():
        dialog.pages.setCurrentWidget(page)
        look(name, dialog)
    dialog.close()


def _look_at_asked(person: Person, look: Look, name: str, ask: Callable[[], object]) -> None:
    """A dialog, or a question that lets nothing go on before it is answered; it is answered with no."""
    before, answered = set(QApplication.topLevelWidgets()), list[str]()

    def answer() -> None:
        asked = [each for each in QApplication.topLevelWidgets() if each.isVisible() and each not in before]
        dialog = next((each for each in asked if isinstance(each, QDialog)), None)
        if dialog is not None and not answered:
            answered.append(name)
            look(name, dialog)
            dialog.reject()

    timer = QTimer(person.window)
    timer.timeout.connect(answer)
    timer.start(20)
    ask()
    person.until(lambda: answered)
    timer.stop()
    person.window.activateWindow()
    person.until(person.window.isActiveWindow)
