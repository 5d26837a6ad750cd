"""What a person does with model versions: look at them, activate, rename, remove, export, import, compare."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog

from engine.errors import UserError
from engine.progress import Progress, finish
from engine.sentences import said
from engine.store.versions import Version
from gui.grid.grid_view import GridView
from gui.language import error_text, tr, tr_n
from gui.pictures.centre import Centre
from gui.pictures.turns import Turns
from gui.session import LibraryState, Session
from gui.versions.comparing import PAGE as COMPARE
from gui.versions.comparing import Comparing
from gui.versions.removal import is_removal_wanted
from gui.versions.version_text import shown_name
from gui.versions.versions_page import VersionsPage
from gui.widgets.amounts import short_size_text
from gui.widgets.later import Later
from gui.widgets.menus import MenuEntry, Menus
from gui.widgets.plain_text import isolated, printable, quoted

if TYPE_CHECKING:
    from engine.jobs.version_facts import VersionFacts
    from engine.jobs.version_files import Activated

PAGE = "versions"
ENDING = ".dualhash"
FILES = said("Model versions (*.dualhash);;All files (*)")
SETTLE_MILLISECONDS = 300


class ModelVersions(QObject):
    """Signals:
    active_changed(): another version answers queries now.
    said(str): a sentence for the person.
    """

    active_changed = Signal()
    said = Signal(str)

    def __init__(
        self,
        session: Session,
        page: VersionsPage,
        comparing: Comparing,
        centre: Centre,
        turns: Turns,
        grid: GridView,
    ) -> None:
        super().__init__(page)
        self._session, self._page, self._comparing = session, page, comparing
        self._centre, self._grid = centre, grid
        self._active: int | None = None
        self._compare_when_read = False
        self._choose_when_read: int | None = None
        self._reads = session.background()
        self._reads.answered.connect(self._on_read)
        self._reads.failed.connect(self._warn)
        self._settle = Later(SETTLE_MILLISECONDS, self.refresh, self)
        session.library_changed.connect(self._settle.soon)
        centre.add_page(PAGE, page)
        page.set_read_only(session.library.read_only)
        page.closed.connect(turns.back_to_grid)
        page.activate_requested.connect(self.activate)
        page.rename_requested.connect(self._on_rename_requested)
        page.remove_requested.connect(self._on_remove_requested)
        page.export_requested.connect(self._on_export_requested)
        page.import_requested.connect(self.import_version)
        page.compare_requested.connect(self._compare)
        page.change_refused.connect(self._may_write)
        comparing.left.connect(self.show)
        comparing.refused.connect(self.said)

    def add_entries(self, menus: Menus) -> None:
        menus.add(
            "&Model",
            [
                MenuEntry(said("Model &versions"), "Ctrl+M", self.show),
                MenuEntry(said("&Compare two versions"), "Ctrl+Shift+M", self.compare),
                MenuEntry(said("&Import a version…"), "Ctrl+Shift+I", self.import_version),
            ],
        )

    def show(self) -> None:
        """The list of versions; the keys go there, too."""
        self._page.say("")
        self._centre.show_page(PAGE)
        self._page.tree.setFocus()
        self.refresh()

    def back_to_comparison(self) -> None:
        """As it was left, with the versions that there are by now."""
        self._comparing.show_again()
        self.refresh()

    def refresh(self) -> None:
        if self._centre.page in (PAGE, COMPARE):
            self._reads.ask(self._read)

    def note_state(self, state: LibraryState) -> None:
        """The library was read: another version may serve by now, by whatever made it."""
        if state.version is not None:
            self._note_active(state.version)

    def note_activated(self, version: Version) -> None:
        """This one answers queries from now on."""
        self._note_active(version.id)

    def _note_active(self, version_id: int) -> None:
        before, self._active = self._active, version_id
        if before not in (None, version_id):
            self.active_changed.emit()

    def _read(self) -> list[VersionFacts]:
        from engine.jobs.version_facts import all_facts

        return all_facts(self._session.library)

    def _on_read(self, rows: list[VersionFacts]) -> None:
        self._page.show_versions(rows)
        if self._choose_when_read is not None:
            self._page.tree.choose(self._choose_when_read)
            self._choose_when_read = None
        self._comparing.refresh(rows)
        if self._compare_when_read:
            self._compare_when_read = False
            self._compare(self._page.tree.selected_ids())

    # -- activate -----------------------------------------------------------------------------------------------

    def activate(self, version_id: int) -> None:
        """At once if its codes are complete, else when they have been made; until then the active one serves."""
        facts = self._facts(version_id)
        if facts is None or facts.version.active or not self._may_write():
            return
        version = facts.version
        self._store(partial(self._activated_at_once, version), partial(self._on_tried_at_once, version))

    def _activated_at_once(self, version: Version) -> bool:
        from engine.jobs.version_files import activate_at_once

        return activate_at_once(self._session.library, version)

    def _on_tried_at_once(self, version: Version, done: bool) -> None:
        if done:
            self._page.say("")  # the page says which one is active
            self.said.emit(tr("{name} answers queries now.", name=_quoted(version)))
            self.note_activated(version)
            self.refresh()
            return
        self._say(
            tr(
                "The codes of {name} are made now; until they are complete, the active version serves.",
                name=_quoted(version),
            )
        )
        self._session.run(
            tr("Making the codes of {name}", name=_quoted(version)),
            partial(self._activating, version),
            done=self.on_activated,
            failed=self._warn,
            cancelled=partial(
                self._say,
                tr("{name} was not activated; the codes made so far are kept.", name=_quoted(version)),
            ),
        )

    def _activating(self, version: Version) -> Any:
        from engine.jobs.version_files import activate

        return activate(self._session.library, version)

    def on_activated(self, result: Activated) -> None:
        text = tr_n(
            "{name} answers queries now; {n:,} pictures have its code.",
            "{name} answers queries now; {n:,} picture has its code.",
            result.codes,
            name=_quoted(result.version),
        )
        if result.without_code:
            text += " " + tr_n(
                "{n:,} have none: their files are away or cannot be read.",
                "{n:,} has none: its file is away or cannot be read.",
                result.without_code,
            )
        self._say(text)
        self.note_activated(result.version)

    # -- rename and remove --------------------------------------------------------------------------------------

    def _on_rename_requested(self, version_id: int, name: str) -> None:
        facts = self._facts(version_id)
        if facts is not None:
            self._store(partial(self._renamed, facts.version, name), self._on_renamed)

    def _renamed(self, version: Version, name: str) -> Version:
        from engine.jobs.version_files import rename

        return rename(self._session.library, version, name)

    def _on_renamed(self, version: Version) -> None:
        self._say(tr("The version is named {name} now.", name=_quoted(version)))
        self.refresh()

    def _on_remove_requested(self, version_id: int) -> None:
        facts = self._facts(version_id)
        if facts is None or not self._may_write():
            return
        if facts.version.active:
            self._warn(tr("The active version cannot be removed; activate another one first."))
        elif is_removal_wanted(facts, self._page):
            self._store(partial(self._removed, facts.version), self._on_removed)

    def _removed(self, version: Version) -> Version:
        from engine.jobs.version_files import remove

        remove(self._session.library, version)
        return version

    def _on_removed(self, version: Version) -> None:
        self._say(tr("{name} is removed.", name=_quoted(version)))
        self.refresh()

    # -- export and import --------------------------------------------------------------------------------------

    def _on_export_requested(self, version_id: int) -> None:
        facts = self._facts(version_id)
        if facts is None:
            return
        proposed = "".join(c if c.isalnum() or c in " -_" else "_" for c in facts.version.name).strip() or "version"
        name, _ = QFileDialog.getSaveFileName(self._page, tr("Export the version"), proposed + ENDING, tr(FILES))
        if name:
            self._export(facts.version, os.path.abspath(name))

    def _export(self, version: Version, path: str) -> None:
        title = tr("Exporting {name}", name=_quoted(version))
        job = self._session.job
        self._page.say(
            f"{title}…"
            if job is None
            else tr("{job} begins when this is done: {other}.", job=title, other=job.title)
        )
        self._session.run(
            title,
            partial(self._exporting, version, path),
            done=self._say,
            failed=self._warn,
            changes_library=False,
            cancelled=partial(self._say, tr("{name} was not exported.", name=_quoted(version))),
        )

    def _exporting(self, version: Version, path: str) -> Generator[Progress, None, str]:
        from engine.jobs.version_files import export_to

        size = yield from export_to(self._session.library, version, path, overwrite=True)  # the dialog has asked
        where = isolated(printable(path))
        return tr(
            "{name} is written to {path} ({size}).", name=_quoted(version), path=where, size=short_size_text(size)
        )

    def import_version(self) -> None:
        """Choose a file, and add the version that it holds."""
        if self._session.library.read_only:
            self.said.emit(tr("This library can only be read here, so no version can be added to it."))
            return
        name, _ = QFileDialog.getOpenFileName(self._page, tr("Import a version"), "", tr(FILES))
        if name:
            self.show()
            self._page.say(tr("Reading the file…"))
            self._store(partial(self._imported, os.path.abspath(name)), self._on_imported)

    def _imported(self, path: str) -> Version:
        from engine.jobs.version_files import import_from

        return finish(import_from(self._session.library, path))

    def _on_imported(self, version: Version) -> None:
        from engine.jobs.version_files import UNVERIFIED, is_unverified

        text = tr("{name} is imported. Activate it to search by it.", name=_quoted(version))
        self._say(f"{text} {tr(UNVERIFIED)}" if is_unverified(version) else text)
        self._choose_when_read = version.id
        self.refresh()

    # -- compare ------------------------------------------------------------------------------------------------

    def compare(self) -> None:
        """Two versions for the current picture: the selected ones, or the active one and the newest other."""
        self._compare_when_read = True
        self._reads.ask(self._read)

    def _compare(self, selected: list[int]) -> None:
        facts, image_id = self._page.tree.facts(), self._grid.current_id()
        # The active one first, then the newest.
        known = [each.version.id for each in facts if not each.version.damaged]
        if len(known) < 2:
            self._warn(tr("There is only one version; train or import another one to compare it with."))
        elif image_id is None:
            self._warn(tr("Choose a picture in the grid first: both versions are asked for it."))
        else:
            chosen = [each for each in selected if each in known][:2]
            first, second = [*chosen, *(each for each in known if each not in chosen)][:2]
            # The active one stands on the left.
            left, right = (first, second) if known.index(first) < known.index(second) else (second, first)
            self._comparing.show(image_id, (left, right), facts)

    def _may_write(self) -> bool:
        """If not, the page says why."""
        try:
            self._session.library.must_be_writable()
        except UserError as error:
            self._warn(error_text(error))
            return False
        return True

    # -- telling ------------------------------------------------------------------------------------------------

    def _facts(self, version_id: int) -> VersionFacts | None:
        return next((each for each in self._page.tree.facts() if each.version.id == version_id), None)

    def _store(self, change: Callable[[], Any], then: Callable[[Any], object]) -> None:
        """A change that is refused is said here, on the page, where it was asked for."""

        def quietly() -> tuple[Any, str]:
            try:
                return change(), ""
            except UserError as error:
                return None, error_text(error)

        def told(result: tuple[Any, str]) -> None:
            if result[1]:
                self._warn(result[1])
            else:
                then(result[0])

        self._session.store(quietly, told)

    def _say(self, sentence: str) -> None:
        self._page.say(sentence)
        self.said.emit(sentence)

    def _warn(self, sentence: str) -> None:
        self._page.say(sentence, warning=True)
        self.said.emit(sentence)


def _quoted(version: Version) -> str:
    return quoted(shown_name(version.name))
