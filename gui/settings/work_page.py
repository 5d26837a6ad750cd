"""What indexing may take of the machine, and where the library lies."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from engine.sentences import said
from engine.worker_processes import default_workers
from gui.language import tr
from gui.settings.choices import LEAST_MEMORY, MOST_MEMORY, MOST_WORKERS, Choices, Computing
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.plain_label import plain_label

DEVICES = {
    said("The graphics card, if there is one that works"): Computing.BEST,
    said("The processor alone"): Computing.CPU,
    said("The graphics card (CUDA)"): Computing.CUDA,
}


class WorkPage(QWidget):
    """Signals:
    open_requested(): show the library's folder.
    cache_requested(): choose a folder for the cache.
    """

    open_requested = Signal()
    cache_requested = Signal()

    def __init__(self, choices: Choices, place: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workers = QSpinBox()
        self.workers.setRange(0, MOST_WORKERS)
        self.workers.setSpecialValueText(tr("One for each core ({n})", n=default_workers()))
        self.workers.setValue(choices.workers)
        self.device = QComboBox()
        self.device.addItems([tr(text) for text in DEVICES])
        self.device.setCurrentIndex(list(DEVICES.values()).index(choices.computing))
        self.computes_on = _wide_label("")
        self.memory = QSpinBox()
        self.memory.setRange(LEAST_MEMORY, MOST_MEMORY)
        self.memory.setSingleStep(64)
        self.memory.setSuffix(" MB")
        self.memory.setValue(choices.memory)
        self.place = ElidedLabel()
        self.place.setText(place)
        self.sizes = _wide_label("…")
        self.open = QPushButton(tr("Open its folder"))
        self.open.clicked.connect(self.open_requested)
        self._cache = choices.cache
        self.cache_place = ElidedLabel(Qt.TextElideMode.ElideMiddle)
        self.cache_size = _wide_label("…")
        self.other_cache = QPushButton(tr("Another folder…"))
        self.other_cache.clicked.connect(self.cache_requested)
        self.usual_cache = QPushButton(tr("The usual one"))
        self.usual_cache.clicked.connect(self._on_usual_cache_wanted)
        self._lay_out()
        self.show_cache(choices.cache)

    def _lay_out(self) -> None:
        cache = QHBoxLayout()
        cache.addWidget(self.other_cache)
        cache.addWidget(self.usual_cache)
        cache.addStretch()
        form = QFormLayout(self)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.addRow(tr("Processes that read pictures"), self.workers)
        form.addRow(tr("Compute on"), self.device)
        form.addRow("", self.computes_on)
        form.addRow(tr("Memory for thumbnails"), self.memory)
        form.addRow(tr("The library lies in"), self.place)
        form.addRow("", self.sizes)
        form.addRow("", self.open)
        form.addRow(tr("The cache lies in"), self.cache_place)
        form.addRow("", self.cache_size)
        form.addRow("", cache)

    def computing(self) -> Computing:
        return list(DEVICES.values())[self.device.currentIndex()]

    def cache(self) -> str:
        """The folder that was chosen for it; none: the usual one."""
        return self._cache

    def show_cache(self, folder: str) -> None:
        self._cache = folder
        self.cache_place.setText(folder or tr("the usual folder"))
        self.usual_cache.setEnabled(bool(folder))

    def _on_usual_cache_wanted(self) -> None:
        self.show_cache("")

    def show_device(self, line: str) -> None:
        self.computes_on.setText(line)

    def show_sizes(self, of_library: str, of_cache: str) -> None:
        self.sizes.setText(of_library)
        self.cache_size.setText(of_cache)


def _wide_label(text: str) -> QLabel:
    """Takes the whole width of the form before it wraps."""
    label = plain_label(text, wraps=True)
    label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    return label
