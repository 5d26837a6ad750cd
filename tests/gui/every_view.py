"""A walk through all that the window can show: views, pages, dialogs, questions. For what holds in each of them."""

import threading
from collections.abc import Callable, Generator

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from engine.copies.groups import GroupKind
from engine.copies.keeping import Preferences
from engine.progress import Progress
from engine.sentences import said
from engine.store.timeline import Grouping
from gui.copies.rules_dialog import RulesDialog
from gui.language import tr
from gui.training.teaching import Stage
from tests.gui.labeller import entry, select
from tests.gui.person import CONTROL, SHIFT, Key, Person
from tests.gui.training.training_steps import LONG, SHORT, Trainer, label_by_kind, open_training

Look = Callable[[str, QWidget], object]  # at what a name says, in the window that shows it
PICTURES = 32  # two of them are near-copies of others


def look_at_every_view(person: Person, look: Look) -> None:
    """The library is one of so many pictures, without a label; its trainings are short."""
    for part in (
        *(_look_at_pictures, _look_at_jobs, _look_at_pages, _look_at_dialogs, _look_at_questions),
        *(_look_at_training, _look_at_versions),
    ):
        part(person, look)


def _look_at_pictures(person: Person, look: Look) -> None:
    window = person.window
    person.until_shown(PICTURES)
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
    person.until_shown(PICTURES)
    _look_at_hits(person, look)
    _look_at_viewer(person, look)


def _look_at_hits(person: Person, look: Look) -> None:
    window = person.window
    select(person, 3)
    with person.qtbot.waitSignal(window.searching.hits_shown):
        person.press(Key.Key_Return, on=window.grid)
    select(person, 9)
    person.press(Key.Key_X, CONTROL | SHIFT)
    select(person, 12)
    person.press(Key.Key_A, CONTROL | SHIFT)
    person.until(lambda: len(person.chips()) == 3)
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
    window, viewer = person.window, person.window.viewer
    viewer.fills_screen = False
    for count in (1, 2, 3, 4):
        select(person, *range(3, 3 + count))
        window.leafing.open(window.viewing.current_id(), beside=count > 1)
        viewer.resize(window.size())
        person.until(lambda count=count: [view.has_image() for view in viewer.views[:count]] == [True] * count)
        look(f"viewer of {count}", viewer)
        viewer.bar.details.click()
        viewer.view.set_zoom(3)
        look(f"viewer of {count} with details", viewer)
        viewer.bar.details.click()
        viewer.close()


class _LongWork:
    """It is half done for as long as somebody looks at it."""

    def __init__(self) -> None:
        self.may_end = threading.Event()

    def steps(self) -> Generator[Progress, None, str]:
        done = 12_000
        while not self.may_end.wait(0.05):
            done += 1
            yield Progress(done, 24_000, said("Reading pictures"))
        return said("All pictures are up to date.")


def _look_at_jobs(person: Person, look: Look) -> None:
    """One that runs while another waits for its turn, and the same paused."""
    window, work = person.window, _LongWork()
    person.session.run(tr("Indexing"), work.steps, changes_library=False)
    person.session.index()
    person.until(lambda: window.job_bar.bar.value() > 12_001)
    look("a running job", window)
    window.job_bar.pause.click()
    look("a paused job", window)
    work.may_end.set()
    window.job_bar.pause.click()
    person.until_idle()


def _look_at_pages(person: Person, look: Look) -> None:
    window = person.window
    window.map.show()
    person.until(lambda: len(window.map.page.view.image_ids) == PICTURES and person.session.job is None)
    window.map.page.view.select_rows([0, 1, 2])
    look("map", window)
    window.copies.show()
    for kind in GroupKind:
        window.copies.page.bar.choose(kind)
        person.until_idle()
        look(f"review of {kind.value}", window)
    _look_at_two_compared(person, look)
    window.model_versions.show()
    person.until(lambda: window.versions.tree.topLevelItemCount() == 1)
    look("versions", window)
    for name, show in (
        ("skipped files", window.skipped_files.show),
        ("what was done to files", window.file_actions.log.show),
    ):
        show()
        person.until_idle()
        look(name, window)
    window.turns.back_to_grid()
    person.until_idle()


def _look_at_two_compared(person: Person, look: Look) -> None:
    page = person.window.copies.page
    page.bar.choose(GroupKind.NEAR_COPIES)
    person.until(lambda: person.window.copies.rows.groups)
    person.press(Key.Key_C, on=page.view)
    person.until(lambda: all(view.has_image() for view in page.comparison.views))
    for way, button in page.comparison.buttons.items():
        button.click()
        look(f"two near-copies, {way.value}", person.window)
    page.comparison.show_side_by_side()
    person.press(Key.Key_Escape, on=page.comparison)


def _look_at_dialogs(person: Person, look: Look) -> None:
    window = person.window
    window.choosing.open()
    settings = window.choosing.dialog
    for page in range(settings.tabs.count()):
        settings.tabs.setCurrentIndex(page)
        look(f"settings, {settings.tabs.tabText(page)}", settings)
    settings.work.thumbnails.other.setFocus()
    look("settings, where thumbnails lie", settings)
    settings.close()
    window.networks.show()
    networks = window.networks.dialog
    person.until(lambda: networks.tree.topLevelItemCount() > 1)
    look("networks", networks)
    networks.close()
    _look_at_asked(person, look, "words", window.menus.by_text["What pictures sho&w…"].trigger)
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
    """One that is paused, cancelled and offered again; and another one in its place, which is accepted."""
    trainer = open_training(person)
    dialog = trainer.dialog
    trainer.until_material()
    look("training", dialog)
    dialog.setup_page.unfold.click()
    look("training, all settings", dialog)
    dialog.setup_page.unfold.click()
    trainer.start(**LONG)
    trainer.until_epochs(3)
    look("a running training", dialog)
    dialog.running_page.pause.click()
    look("a paused training", dialog)
    dialog.running_page.cancel.click()
    person.until(dialog.setup_page.offer.isVisible)
    look("a training to be resumed", dialog)
    _look_at_asked(person, look, "another training", dialog.setup_page.start.click)
    trainer.click(dialog.setup_page.offer.discard)
    person.until(lambda: not dialog.setup_page.offer.isVisible())
    trainer.start(**SHORT)
    trainer.until_trained()
    _look_at_result(trainer, look)


def _look_at_result(trainer: Trainer, look: Look) -> None:
    dialog, page = trainer.dialog, trainer.dialog.result_page
    look("the result of a training", dialog)
    page.scroll_area.verticalScrollBar().setValue(page.scroll_area.verticalScrollBar().maximum())
    look("the end of a training's result", dialog)
    trainer.click(page.accept)
    trainer.until_stage(Stage.ACCEPTED)
    look("a training that was accepted", dialog)
    dialog.close()
    trainer.person.until_idle()


def _look_at_versions(person: Person, look: Look) -> None:
    """The built-in one, and the one that was trained."""
    window, page = person.window, person.window.evaluation
    window.model_versions.show()
    person.until(lambda: window.versions.tree.topLevelItemCount() == 2)
    look("two versions", window)
    window.turns.back_to_grid()
    select(person, 3)
    window.model_versions.compare()
    person.until(lambda: window.centre.page == "compare")
    person.until_idle()
    look("answers of two versions", window)
    window.evaluating.show()
    person.until(lambda: len(page.evaluations) == 1)
    look("evaluation", window)
    page.second.setCurrentIndex(page.second.count() - 1)
    page.second.activated.emit(page.second.currentIndex())
    person.until(lambda: len(page.evaluations) == 2)
    for place, name in ((0, "evaluation of two"), (10_000, "the end of it")):
        page.scroll_area.verticalScrollBar().setValue(place)
        look(name, window)
    window.turns.back_to_grid()


def _look_at_asked(person: Person, look: Look, name: str, ask: Callable[[], object]) -> None:
    """A dialog, or a question that lets nothing go on before it is answered; it is answered with no."""
    asking = QApplication.activeWindow() or person.window
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
    asking.activateWindow()
    person.until(asking.isActiveWindow)
