"""The window: connects its parts. What they do lives in browsing, searching, viewing and so on."""

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer
from PySide6.QtGui import QCloseEvent

from engine.store.folders import Folder
from gui.language import tr
from gui.library.removal import is_removal_wanted
from gui.running.job import Job
from gui.running.watching import in_a_line
from gui.session import LibraryState, Session
from gui.widgets.file_manager import open_folder
from gui.widgets.icons import icon
from gui.widgets.menu_keys import ADD_FOLDER, LABEL, PASTE, SEARCH_BY_WORDS
from gui.widgets.menus import Menus
from gui.widgets.plain_text import path_text
from gui.window.actions import WindowActions
from gui.window.choosing import Choosing
from gui.window.keys_return import KeysReturn
from gui.window.preview_room import PreviewRoom
from gui.window.window_parts import WindowParts
from gui.window.window_state import WindowState


class MainWindow(WindowParts):
    def __init__(self, session: Session) -> None:
        super().__init__(session)
        KeysReturn(self)
        self._asks = True  # before it closes, when something would be left behind
        self.setWindowIcon(icon("dualhash"))
        self._connect()
        self._state = WindowState(session.library.path)
        self._add_entries()
        self._state.restore(self, self.splitter, self.preview, self.grid, self.browse_bar)
        self.ordering.show_choice()
        self.copies.set_preferences(self._state.preferences())
        self._turn_timeline(self._state.shows_timeline())
        if self._state.had_months():
            self.timeline.expect_months()
        self.turns.show()
        self.empty.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.empty.setFocus()  # from there it goes to the grid
        self.browsing.refresh()
        if sentences := [*session.library.notices, *self.training.interrupted()]:
            self.say(" ".join(map(tr, sentences)))

    def open_as_left(self) -> None:
        """The folder, the query and the selection of the last time."""
        self.as_left.go_to(self._state.place())

    def watch(self) -> None:
        """Watch the photo folders, unless a person has chosen otherwise."""
        self._turn_watching(self._state.watches())

    def say(self, sentence: str) -> None:
        """At the bottom of the window, and of the viewer."""
        self.job_bar.say(sentence)
        self.viewer.say(sentence)

    def _add_entries(self) -> None:
        """Each part its own, in this order."""
        self.menus = Menus(self)
        actions = WindowActions(self.menus, self.session, self.pictures, self)
        actions.said.connect(self.say)
        actions.watch_chosen.connect(self._on_watch_chosen)
        actions.timeline_chosen.connect(self._on_timeline_chosen)
        self.own_actions = actions
        self.sharing.add_entries(self.menus)
        self.ordering.add_entries(self.menus)
        self.file_actions.add_entries(self.menus)
        self.file_actions.add_keys(self.copies.page)
        self.file_actions.add_keys(self.map.page, with_trash=True)
        self.map.context_menu_requested.connect(self.menus.open_context_menu)
        self.forgetting.add_entries(self.menus)
        self.viewer.similar_requested.connect(actions.find_similar)
        for part in (
            self.copies,
            self.map,
            self.training,
            self.model_versions,
            self.networks,
            self.evaluating,
            self.labels,
        ):
            part.add_entries(self.menus)
        self.decisions.add_entries(self.menus, self.grid, self.preview, self.viewer)
        self.walk.add_entries(self.menus)
        self.choosing = Choosing(self.session, self.pictures, self._state, self._is_watching, self)
        self.choosing.watch_chosen.connect(self._on_watch_chosen)
        self.choosing.said.connect(self.say)
        self.choosing.add_entries(self.menus)
        self.choosing.begin(self.menus)
        for entry, hear in (
            (SEARCH_BY_WORDS, self.browse_bar.filter.name_keys),
            (ADD_FOLDER, self.library_panel.name_keys),
            (PASTE, self.query_bar.name_paste_keys),
            (LABEL, self.labels.panel.name_keys),
        ):
            self.menus.tell_keys(entry, hear)
        if self.session.library.address:
            self._be_on_a_server()

    def _be_on_a_server(self) -> None:
        from gui.sharing.limits import limit, limit_to_reading  # with a library of one's own there are none

        limit(self.menus, self.library_panel, self.skipped, self.labels.panel)
        if not self.session.library.takes_labels:
            limit_to_reading(self.menus, self.labels.panel, self.preview, self.viewer.bar, self.decisions.buttons)
        self.sharing.changed.connect(self._on_changed_elsewhere)
        self.sharing.lost.connect(self._on_server_lost)
        self.sharing.found.connect(self._on_server_found)
        self.sharing.follow()

    def _connect(self) -> None:
        self.session.job_started.connect(self._on_job_started)
        self.browsing.state_read.connect(self._on_state_read)
        self.session.watching.followed_changed.connect(self._on_followed_changed)
        for part in (self.session, self.searching, self.arrivals, self.decisions, self.walk):
            part.refused.connect(self.say)
        for speaker in (
            self.session,
            self.picture_files,
            self.ordering,
            self.training,
            self.model_versions,
            self.networks,
            self.saving,
            self.file_actions,
            self.forgetting,
            self.labels,
            self.copies,
            self.map,
            self.sharing,
        ):
            speaker.said.connect(self.say)
        self.browsing.failed.connect(self.say)
        self.model_versions.active_changed.connect(self._on_active_version_changed)
        self.training.accepted.connect(self.model_versions.note_activated)
        self.versions.evaluate_requested.connect(self.evaluating.evaluate)
        self.evaluating.versions_requested.connect(self.model_versions.show)
        self.evaluating.comparison_requested.connect(self.model_versions.back_to_comparison)
        self.centre.page_shown.connect(self._show_selected)
        self.centre.page_left.connect(self._show_selected)
        PreviewRoom(self.centre, self.viewing, self.splitter)
        self.searching.began.connect(self.meaning.follow_query)
        self.searching.hits_shown.connect(self.viewing.refresh_facts)
        self._connect_pictures()
        self._connect_library()

    def _connect_pictures(self) -> None:
        self.grid.similar_requested.connect(self.searching.find_similar)
        self.grid.back_requested.connect(self.searching.back)
        self.grid.context_menu_requested.connect(self._on_context_menu_requested)
        self.grid.selection_changed.connect(self._on_selection_changed)
        self.grid.tile_size_changed.connect(self.browse_bar.show_tile_size)
        self.browse_bar.tile_size_chosen.connect(self.grid.set_tile_size)
        self.preview.similar_requested.connect(self.searching.find_similar)
        self.preview.add_requested.connect(self.searching.add)
        self.preview.minus_requested.connect(self.searching.add_minus)
        self.preview.crop_requested.connect(self.searching.find_part)
        self.preview.show_in_folder_requested.connect(self.picture_files.show_in_folder)
        self.preview.copy_path_requested.connect(self.picture_files.copy_path)
        self.viewer.crop_requested.connect(self.searching.find_part)

    def _connect_library(self) -> None:
        self.library_panel.add_requested.connect(self.arrivals.choose_folder)
        self.library_panel.rescan_requested.connect(self._on_rescan_requested)
        self.library_panel.remove_requested.connect(self._on_remove_requested)
        self.library_panel.open_requested.connect(self._on_open_folder_requested)
        self.skipped.show_in_folder_requested.connect(self.picture_files.show_path)
        self.query_bar.open_requested.connect(self.arrivals.open_picture)
        self.query_bar.paste_requested.connect(self.arrivals.paste)
        self.arrivals.folders_arrived.connect(self.session.add_folders)
        self.arrivals.pictures_arrived.connect(self.searching.find_pictures)
        self.empty.button_clicked.connect(self.arrivals.choose_folder)

    # -- what concerns several panels ---------------------------------------------------------------------------

    def _on_state_read(self, state: LibraryState) -> None:
        if state.bits is not None:
            self.query_bar.set_bits(state.bits)
        self.session.watching.follow([each.folder.path for each in state.folders])
        self.model_versions.note_state(state)
        self.viewing.refresh()
        self.leafing.refresh()
        self.searching.try_again()
        self.turns.show()

    def _on_watch_chosen(self, on: bool) -> None:
        self._state.save_watches(on)
        self._turn_watching(on)

    def _is_watching(self) -> bool:
        return self.session.watching.is_on

    def _turn_watching(self, on: bool) -> None:
        self.session.watching.turn(on)
        self.own_actions.show_watching(self.session.watching.is_on)

    def _on_timeline_chosen(self, on: bool) -> None:
        self._state.save_timeline(on)
        self._turn_timeline(on)

    def _turn_timeline(self, on: bool) -> None:
        self.dating.turn(on)
        self.own_actions.show_timeline(on)

    def _on_followed_changed(self) -> None:
        self.library_panel.say_watched(*in_a_line(self.session.watching.followed()))

    def _on_active_version_changed(self) -> None:
        self.searching.by_another_version()
        self.meaning.refresh()

    def _on_context_menu_requested(self, point: QPoint, image_ids: list[int]) -> None:
        self.menus.open_context_menu(point)

    def _on_selection_changed(self, image_ids: list[int]) -> None:
        self._show_selected()

    def _show_selected(self) -> None:
        """Of the grid: a page that covers it says itself what is selected there."""
        self.job_bar.show_selected(len(self.grid.selected_ids()) if self.centre.page is None else 0)

    def _on_rescan_requested(self, folder: Folder) -> None:
        self.session.index([folder])

    def _on_remove_requested(self, folder: Folder) -> None:
        if is_removal_wanted(folder, self):
            self.session.remove_folder(folder)

    def _on_open_folder_requested(self, path: bytes) -> None:
        if not open_folder(path):
            self.say(tr("The file manager could not be opened for {folder}.", folder=path_text(path)))

    # -- jobs and the end ---------------------------------------------------------------------------------------

    def _on_job_started(self, job: Job) -> None:
        self.job_bar.follow(job)
        if job.quiet:
            job.finished.connect(self._on_noticed)
        else:
            job.ended.connect(self._on_job_ended)

    def _on_noticed(self, result: object) -> None:
        """Something changed on disk, and is stored by now; a person waits for it without having asked."""
        if getattr(result, "is_any_change", False):
            self.browsing.refresh()
            self._on_job_ended()

    def _on_changed_elsewhere(self) -> None:
        self.browsing.refresh()
        self._on_job_ended()

    def _on_server_lost(self, sentence: str) -> None:
        self.library_panel.say_watched(tr("Not connected; trying again"), sentence)
        self.say(sentence)

    def _on_server_found(self) -> None:
        self.library_panel.say_watched("", "")
        self.say(tr("The server answers again."))

    def _on_job_ended(self) -> None:
        self.model.refresh(self.model.ids())  # pictures may have changed, gone or come back
        self.searching.again()
        self.skipped_files.refresh()

    def changeEvent(self, event: QEvent) -> None:
        """Who comes back to the window may have plugged in a drive, or taken one away."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.browsing.refresh_soon()

    def close_unasked(self) -> None:
        """For whoever cannot answer a question."""
        self._asks = False
        self.training.leave_unasked()  # a window that is closing is not closed again
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._asks and not self.training.is_leaving_meant():
            event.ignore()
            return
        self._asks = False
        self.viewer.close()
        self.walk.end()
        self.evaluating.stop()
        self.training.close()
        self.splitter.show_right(True)  # so wide it is remembered
        self._state.save_had_months(bool(self.timeline.months()))
        self._state.save(self, self.splitter, self.preview, self.grid, self.browse_bar)
        self._state.save_place(self.as_left.place())
        self._state.save_preferences(self.copies.preferences)
        self.hide()
        self.browsing.end()
        self.loader.stop()
        self.copies.end()
        self.map.end()
        self.session.close()
        self.session.blockSignals(True)  # nobody is to begin anything any more
        for timer in self.findChildren(QTimer):
            timer.stop()  # of widgets and controllers; one that fires while they go would find only half of them
        super().closeEvent(event)
