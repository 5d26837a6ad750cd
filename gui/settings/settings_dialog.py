"""The settings: a page for each matter; OK and Apply keep them, Cancel leaves all as it was."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QRadioButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from engine.sentences import said
from gui.language import LANGUAGES, tr
from gui.settings.choices import Choices, ColourTheme
from gui.settings.details_page import DetailsPage
from gui.settings.folders_page import FoldersPage
from gui.settings.keys_page import KeysPage
from gui.settings.shortcuts import Shortcuts
from gui.settings.work_page import WorkPage
from gui.widgets.on_screen import fitting
from gui.widgets.theme import SPACE_M

SIZE = QSize(640, 480)
THEMES = {
    ColourTheme.SYSTEM: said("As the system"),
    ColourTheme.LIGHT: said("Light"),
    ColourTheme.DARK: said("Dark"),
}


class SettingsDialog(QDialog):
    """Signals:
    chosen(Choices): to be kept and applied.
    watch_chosen(bool): photo folders are to be watched, or not.
    thumbnails_chosen(str): thumbnails are to lie in this folder; none: in the library's own.
    """

    chosen = Signal(object)
    watch_chosen = Signal(bool)
    thumbnails_chosen = Signal(str)

    def __init__(
        self,
        choices: Choices,
        shortcuts: Shortcuts,
        place: str,
        thumbnails: str,
        watches: bool,
        read_only: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Settings"))
        self._watches, self._thumbnails = watches, thumbnails
        self.folders = FoldersPage(watches, read_only)
        self.details = DetailsPage(choices.hidden_details)
        self.keys = KeysPage(shortcuts, choices.keys)
        self.themes = {theme: QRadioButton(tr(text)) for theme, text in THEMES.items()}
        self.languages = _languages(choices.language)
        self.work = WorkPage(choices, place, thumbnails)
        if read_only:
            self.work.thumbnails.forbid()
        self.tabs = QTabWidget()
        for page, title in (
            (self.folders, tr("Folders")),
            (self.details, tr("Details")),
            (self.keys, tr("Keys")),
            (self._appearance(choices.theme), tr("Appearance")),
            (self.work, tr("Computing")),
        ):
            self.tabs.addTab(page, title)
        buttons = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(buttons.Ok | buttons.Apply | buttons.Cancel)
        self.buttons.accepted.connect(self._on_accepted)
        self.buttons.rejected.connect(self.reject)
        self.buttons.button(buttons.Apply).clicked.connect(self._apply)
        column = QVBoxLayout(self)
        column.setSpacing(SPACE_M)
        column.addWidget(self.tabs, 1)
        column.addWidget(self.buttons)
        self.resize(fitting(SIZE, self))

    def choices(self) -> Choices:
        """As they stand on the pages."""
        return Choices(
            theme=next(theme for theme, button in self.themes.items() if button.isChecked()),
            hidden_details=self.details.hidden(),
            keys=self.keys.chosen(),
            workers=self.work.workers.value(),
            computing=self.work.computing(),
            memory=self.work.memory.value(),
            language=self.languages.currentData(),
            cache=self.work.cache.folder(),
        )

    def _appearance(self, theme: ColourTheme) -> QWidget:
        page, group = QWidget(), QButtonGroup(self)
        column = QVBoxLayout(page)
        column.setSpacing(SPACE_M)
        column.addWidget(QLabel(tr("Colours of the window")))
        for button in self.themes.values():
            group.addButton(button)
            column.addWidget(button)
        column.addSpacing(SPACE_M)
        column.addWidget(QLabel(tr("Language of the window")))
        column.addWidget(self.languages, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(QLabel(tr("It is used when DualHash is started the next time.")))
        column.addStretch()
        self.themes[theme].setChecked(True)
        return page

    def _apply(self) -> None:
        self.chosen.emit(self.choices())
        if self.folders.watch.isChecked() != self._watches:
            self._watches = self.folders.watch.isChecked()
            self.watch_chosen.emit(self._watches)
        if self.work.thumbnails.folder() != self._thumbnails:
            self._thumbnails = self.work.thumbnails.folder()
            self.thumbnails_chosen.emit(self._thumbnails)

    def _on_accepted(self) -> None:
        self._apply()
        self.accept()


def _languages(chosen: str) -> QComboBox:
    box = QComboBox()
    box.setAccessibleName(tr("Language of the window"))
    box.addItem(tr(THEMES[ColourTheme.SYSTEM]), "")
    for code, name in LANGUAGES.items():
        box.addItem(name, code)
    box.setCurrentIndex(box.findData(chosen))
    return box
