"""What indexing may take of the machine, and where the library, its thumbnails and the cache lie."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QPushButton, QScrollArea, QSpinBox, QVBoxLayout, QWidget

from engine.sentences import said
from engine.worker_processes import default_workers
from gui.language import tr
from gui.settings.choices import LEAST_MEMORY, MOST_MEMORY, MOST_WORKERS, Choices, Computing
from gui.settings.place_field import PlaceField, WideLabel
from gui.widgets.elided_label import ElidedLabel

DEVICES = {
    said("The graphics card, if there is one that works"): Computing.BEST,
    said("The processor alone"): Computing.CPU,
    said("The graphics card (CUDA)"): Computing.CUDA,
}


class WorkPage(QWidget):
    """Signals:
    open_requested(): show the library's folder.
    """

    open_requested = Signal()

    def __init__(self, choices: Choices, place: str, thumbnails: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workers = QSpinBox()
        self.workers.setRange(0, MOST_WORKERS)
        self.workers.setSpecialValueText(tr("One for each core ({n})", n=default_workers()))
        self.workers.setValue(choices.workers)
        self.device = QComboBox()
        self.device.addItems([tr(text) for text in DEVICES])
        self.device.setCurrentIndex(list(DEVICES.values()).index(choices.computing))
        self.computes_on = WideLabel("")
        self.memory = QSpinBox()
        self.memory.setRange(LEAST_MEMORY, MOST_MEMORY)
        self.memory.setSingleStep(64)
        self.memory.setSuffix(" MB")
        self.memory.setValue(choices.memory)
        self.place = ElidedLabel()
        self.place.setText(place)
        self.sizes = WideLabel("…")
        self.open = QPushButton(tr("Open its folder"))
        self.open.clicked.connect(self.open_requested)
        self.thumbnails = PlaceField(tr("Thumbnails"), thumbnails, tr("the library’s folder"), self)
        self.cache = PlaceField(tr("Cache"), choices.cache, tr("the usual folder"), self)
        self._lay_out()

    def _lay_out(self) -> None:
        rows, scroll = QWidget(), QScrollArea()
        scroll.setAccessibleName(tr("Computing"))
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(scroll)
        form = QFormLayout(rows)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.addRow(tr("Processes that read pictures"), self.workers)
        form.addRow(tr("Compute on"), self.device)
        form.addRow("", self.computes_on)
        form.addRow(tr("Memory for thumbnails"), self.memory)
        form.addRow(tr("The library lies in"), self.place)
        form.addRow("", self.sizes)
        form.addRow("", self.open)
        self.thumbnails.add_to(form, tr("Thumbnails lie in"))
        self.cache.add_to(form, tr("The cache lies in"))
        scroll.setWidget(rows)
        for ground in (scroll.viewport(), rows):
            ground.setAutoFillBackground(False)  # it has that of the page

    def computing(self) -> Computing:
        return list(DEVICES.values())[self.device.currentIndex()]

    def show_device(self, line: str) -> None:
        self.computes_on.setText(line)

    def show_sizes(self, of_library: str, of_thumbnails: str, of_cache: str) -> None:
        self.sizes.setText(of_library)
        self.thumbnails.size_note.setText(of_thumbnails)
        self.cache.size_note.setText(of_cache)
