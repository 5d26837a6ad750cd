"""What a person does with networks: look at them, add one, and find pictures by it."""

from __future__ import annotations

import os
from collections.abc import Generator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.model.views import OWN, ViewNames, named, parted
from engine.own_process import in_own_process
from engine.progress import Progress
from engine.sentences import said
from gui.language import tr, tr_n
from gui.session import Session
from gui.versions.networks_dialog import NetworkRow, NetworksDialog, is_download_wanted
from gui.versions.version_text import network_text
from gui.widgets.menus import MenuEntry, Menus

if TYPE_CHECKING:
    from engine.jobs.library_network import LibraryNetwork
    from engine.jobs.version_files import Activated
    from engine.model.known_networks import KnownNetwork

FILES = said("Networks (*.safetensors *.onnx *.pth);;All files (*)")
ADDING, USING = said("Adding a network"), said("Reading all pictures by another network")
EMBEDDED = said("EfficientNet-Lite0: the embedded one; quick, and made for photos of things.")


class Networks(QObject):
    """Signals:
    activated(Activated): pictures are found by another version now.
    said(str): a sentence for the person.
    """

    activated = Signal(object)
    said = Signal(str)

    def __init__(self, session: Session, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._window = session, window
        self.dialog: NetworksDialog | None = None
        self._reads = session.background()
        self._reads.answered.connect(self._on_read)
        self._reads.failed.connect(self._say)

    def add_entries(self, menus: Menus) -> None:
        menus.add("&Model", [MenuEntry(said("&Networks…"), "", self.show)])

    def show(self) -> None:
        if self.dialog is None:
            dialog = NetworksDialog(self._session.library.read_only, self._window)
            dialog.use_requested.connect(self._on_use_requested)
            dialog.file_requested.connect(self._on_file_requested)
            dialog.remove_requested.connect(self._on_remove_requested)
            dialog.destroyed.connect(self._on_destroyed)
            self.dialog = dialog
        self.dialog.show()
        self.dialog.activateWindow()
        self._reads.ask(self._read)

    def _on_destroyed(self) -> None:
        self.dialog = None

    def _say(self, sentence: str) -> None:
        if self.dialog is not None:
            self.dialog.say(sentence)
        self.said.emit(sentence)

    def _read(self) -> list[NetworkRow]:
        from engine.jobs.library_network import networks_of
        from engine.model.known_networks import SHORT_LIST, lacks

        here = networks_of(self._session.library)
        sources = {each.about.source for each in here if each.about is not None}
        rows = [_row_here(each, here) for each in here if each.space == parted(each.space)[0]]
        return rows + [_row_elsewhere(each, lacks(each)) for each in SHORT_LIST if each.source not in sources]

    def _on_read(self, rows: list[NetworkRow]) -> None:
        if self.dialog is not None:
            self.dialog.show_rows(rows)

    # -- add, use, take away ------------------------------------------------------------------------------------

    def _on_use_requested(self, name: str, views: ViewNames) -> None:
        from engine.model.known_networks import SHORT_LIST

        known = next((each for each in SHORT_LIST if each.name == name), None)
        if known is not None and not is_download_wanted(tr(known.said), self.dialog or self._window):
            return
        self._session.run(
            tr(USING),
            partial(self._using, name, views, known is not None),
            done=self._on_used,
            failed=self._say,
            cancelled=partial(self._say, tr("Nothing is changed; the features that were read are kept.")),
        )
        self._say(tr("All pictures are read by this network now; until that is done, the active version serves."))

    def _using(self, name: str, views: ViewNames, is_away: bool) -> Generator[Progress, None, Activated]:
        from engine.jobs import library_network as networks

        library, space = self._session.library, name
        if is_away:
            begins = Progress(0, None, networks.ADDING)
            space = yield from in_own_process(library, begins, networks.add_known, name)
        network = networks.spec(library, space)
        return (yield from networks.use(library, network.with_views(views) if views != OWN else network))

    def _on_used(self, result: Activated) -> None:
        self._say(
            tr_n(
                "{n:,} pictures are found by {network} now.",
                "{n:,} picture is found by {network} now.",
                result.codes,
                network=network_text(result.version.backbone),
            )
        )
        self.activated.emit(result)
        self._reads.ask(self._read)

    def _on_file_requested(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self.dialog or self._window, tr("Add a network"), "", tr(FILES))
        if name:
            self._session.run(
                tr(ADDING),
                partial(self._adding, os.path.abspath(name)),
                done=self._on_added,
                failed=self._say,
            )

    def _adding(self, path: str) -> Generator[Progress, None, str]:
        from engine.jobs import library_network as networks

        begins = Progress(0, None, networks.ADDING)
        return (yield from in_own_process(self._session.library, begins, networks.add_file, path))

    def _on_added(self, space: str) -> None:
        self._say(tr("{network} is in the library; it finds nothing yet.", network=network_text(space)))
        self._reads.ask(self._read)

    def _on_remove_requested(self, name: str) -> None:
        self._session.store(partial(self._removed, name), self._on_removed)

    def _removed(self, name: str) -> str:
        from engine.feature_space import FeatureSpace
        from engine.jobs import library_network as networks

        networks.remove(self._session.library, FeatureSpace(name))
        return name

    def _on_removed(self, name: str) -> None:
        self._say(tr("{network} is taken away.", network=network_text(name)))
        self._reads.ask(self._read)


def _row_here(network: LibraryNetwork, here: list[LibraryNetwork]) -> NetworkRow:
    about = network.about
    active = [each.space for each in here if each.active and parted(each.space)[0] == network.space]
    if not active:
        status = tr("In this library")
    elif active[0] == network.space:
        status = tr("Pictures are found by it")
    else:
        status = tr("Pictures are found by it, by {n} views", n=len(parted(active[0])[1]))
    meaning = tr(EMBEDDED) if about is None else tr("From {source}", source=about.source)
    size = "–" if about is None else tr("{n:,} numbers a picture", n=about.dimensions)
    licence = "Apache-2.0" if about is None else about.licence or tr("not known")
    return NetworkRow(network.space, network_text(network.space), status, size, licence, meaning, True)


def _row_elsewhere(known: KnownNetwork, problem: str) -> NetworkRow:
    size = tr("{n:,} MB to download", n=known.megabytes)
    title = network_text(named(known.name, OWN))
    return NetworkRow(
        known.name, title, tr("Not here"), size, known.licence, tr(known.meaning), False, problem and tr(problem)
    )
