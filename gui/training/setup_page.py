"""The first page: what will be trained on, the few choices that matter, Start; the rest folded away."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.errors import UserError
from engine.learning.methods import EFFICIENTNET_LITE0, METHODS, settings_of
from engine.learning.request import Request
from engine.model.device import Device
from engine.model.torch_build import build_text, installed_build
from engine.sentences import said
from engine.store.versions import LONGEST_NAME
from engine.training.settings import MethodSettings
from gui.language import error_text, tr
from gui.training.advanced_form import AdvancedForm
from gui.training.code_length import BITS, CodeLength, learns_from_all, length_text, lengths_for
from gui.training.material import LibraryMaterial, Reach, Unfinished
from gui.training.material_view import MaterialView
from gui.training.resume_offer import ResumeOffer
from gui.training.texts import WarningLine, dim_label, heading, text_label
from gui.widgets.theme import SPACE_L, SPACE_M, SPACE_S

QUICK = said("&Quick: train the hash layers on stored features")
THOROUGH = said("T&horough: fine-tune the whole network (GPU recommended)")
QUICK_MEANING = said("Seconds to minutes. The pictures are not read again.")
THOROUGH_MEANING = said(
    "Reads all labelled pictures, and some others, and trains for minutes on a GPU, for hours on a CPU."
)


class SetupPage(QWidget):
    """Signals:
    start_requested(Request, str | None): train this, on "cpu", "cuda" or what there is.
    resume_requested(Request, str | None, tuple): go on with the interrupted training, after these epochs.
    discard_requested(): forget the interrupted training.
    device_asked(object): what would compute, for "cpu", "cuda" or None?
    """

    start_requested = Signal(object, object)
    resume_requested = Signal(object, object, object)
    discard_requested = Signal()
    device_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._material: LibraryMaterial | None = None
        self._unfinished: Unfinished | None = None
        self._device: Device | None = None
        self._busy_with = ""
        self.offer = ResumeOffer()
        self.material = MaterialView()
        self.advanced = AdvancedForm()
        self._make_controls()
        self._lay_out()
        self._connect()
        self._show_state()

    # -- what it shows ------------------------------------------------------------------------------------------

    def show_material(self, material: LibraryMaterial) -> None:
        self._material = material
        self.material.show_material(material)
        self.advanced.show_networks(material.networks)
        self._show_state()

    def show_material_failure(self, sentence: str) -> None:
        self._material = None
        self.material.show_failure(sentence)
        self._show_state()

    def show_unfinished(self, unfinished: Unfinished | None) -> None:
        self._unfinished = unfinished
        self.offer.show_unfinished(unfinished)

    def show_device(self, device: Device) -> None:
        self._device = device
        self.advanced.show_device(f"{tr(device.line())} ({tr(build_text(installed_build()))})")
        self._show_state()

    def show_busy(self, title: str) -> None:
        """Another job runs; empty when none does."""
        self._busy_with = title
        self._show_state()

    def wish(self) -> Request | None:
        """What stands on the page; None if it cannot be, which is said beside what is wrong."""
        settings = self._settings()
        if settings is None:
            return None
        chosen = self.advanced.chosen()
        return Request(
            chosen.method,
            settings,
            chosen.architecture,
            "all" if self.thorough.isChecked() else "head",
            refit=chosen.refit,
            name=self.name.text().strip(),
        )

    def _settings(self) -> MethodSettings | None:
        try:
            bits = BITS.read(self.bits.currentText().strip())
            BITS.check(bits)
            MethodSettings(bits=bits)  # a multiple of 8
            self.bits_problem.set_text("")
        except UserError as error:
            self.bits_problem.set_text(error_text(error))
            return None
        return self.advanced.settings(bits)

    def _show_state(self) -> None:
        """Whether one can start, and if not, why."""
        self._offer_lengths()
        settings = self._settings()
        self._show_meaning(settings)
        refused = self._material is not None and bool(self._material.refused)
        can_start = self._material is not None and not refused and not self._lack_of_network()
        self.start.setEnabled(can_start and settings is not None)
        self.offer.resume.setEnabled(not refused)
        problems = self.advanced.problems()
        hidden = settings is None and bool(problems) and not self.advanced.isVisibleTo(self)
        problem = self._lack_of_network()
        if hidden:
            problem = tr("Among the advanced settings: {problem}", problem=problems[0])
        self.problem.set_text(problem)
        busy = tr("“{job}” is running; the training begins when it has ended.", job=tr(self._busy_with))
        self.hint.setText(busy if self._busy_with and self.start.isEnabled() else "")
        self.hint.setVisible(not problem)
        self._show_cost()

    def _offer_lengths(self) -> None:
        chosen = self.advanced.chosen()
        default = settings_of(chosen.method, chosen.preset)
        self.bits.offer(lengths_for(self.advanced.settings(default.bits) or default), default.bits)

    def _show_meaning(self, settings: MethodSettings | None) -> None:
        """What the code length means, and what the settings do with images that have no label."""
        self.bits_meaning.setText(length_text(settings) if settings is not None else tr("bits"))
        if settings is not None:
            self.material.show_reach(self._reach(settings))

    def _reach(self, settings: MethodSettings) -> Reach:
        if not learns_from_all(settings):
            return Reach.LABELS
        return Reach.SOME if self.thorough.isChecked() else Reach.LIBRARY

    def _lack_of_network(self) -> str:
        """Why the method cannot fine-tune a network, if it is asked to."""
        method = METHODS[self.advanced.chosen().method]
        if not self.thorough.isChecked() or method.trains_networks:
            return ""
        return tr(
            "{method} trains no network, only hash functions on features; please choose Quick.", method=method.title
        )

    def _show_cost(self) -> None:
        space = self.advanced.chosen().architecture
        stored = space == EFFICIENTNET_LITE0
        elsewhere = tr(
            "Seconds to minutes, once the features of {space} are stored; all pictures are read for them.",
            space=space,
        )
        self.quick_meaning.setText(tr(QUICK_MEANING) if stored else elsewhere)
        text = self._lack_of_network()
        if not text and self.thorough.isChecked() and self._device is not None and self._device.kind == "cpu":
            text = tr("{device}; there this can take hours.", device=tr(self._device.line()))
        self.cost.set_text(text)

    # -- making it ----------------------------------------------------------------------------------------------

    def _make_controls(self) -> None:
        self.name = QLineEdit()
        self.name.setMaxLength(LONGEST_NAME)
        self.name.setPlaceholderText(tr("“From my labels” and the date, if left empty"))
        self.name.setAccessibleName(tr("Name of the new version"))
        self.name.setAcceptDrops(False)
        self.bits, self.bits_meaning = CodeLength(), dim_label()
        self.bits_problem = WarningLine()
        self.quick, self.thorough = QRadioButton(tr(QUICK)), QRadioButton(tr(THOROUGH))
        self.quick.setChecked(True)
        self._depth = QButtonGroup(self)
        self._depth.addButton(self.quick)
        self._depth.addButton(self.thorough)
        self.quick_meaning, self.thorough_meaning = dim_label(tr(QUICK_MEANING)), dim_label(tr(THOROUGH_MEANING))
        self.cost = WarningLine()
        self.unfold = QToolButton()
        self.unfold.setText(tr("&Advanced"))
        self.unfold.setCheckable(True)
        self.unfold.setAutoRaise(True)
        self.unfold.setArrowType(Qt.ArrowType.RightArrow)
        self.unfold.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.unfold.setToolTip(tr("Every setting of the method, with its meaning, range and default"))
        self.unfold.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.problem = WarningLine()
        self.hint = dim_label()
        self.start = QPushButton(tr("&Start"))
        self.start.setDefault(True)
        self.start.setToolTip(tr("Train; the window stays usable meanwhile"))

    def _lay_out(self) -> None:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        column.addWidget(self.offer)
        column.addWidget(heading(tr("What it will train on")))
        column.addWidget(self.material)
        column.addSpacing(SPACE_M)
        column.addWidget(heading(tr("The new version")))
        column.addLayout(self._choices())
        column.addWidget(self.unfold, 0)
        column.addWidget(self.advanced)
        column.addStretch(1)
        self.advanced.hide()
        self.scroll_area = QScrollArea()
        self.scroll_area.setAccessibleName(tr("Train on my labels"))
        self.scroll_area.setWidget(page)
        self.scroll_area.setWidgetResizable(True)
        self.scroll_area.setFrameShape(QFrame.Shape.NoFrame)
        self.scroll_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        foot = QHBoxLayout()
        foot.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        foot.addWidget(self.problem, 1)
        foot.addWidget(self.hint, 1)
        foot.addWidget(self.start)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.scroll_area, 1)
        whole.addLayout(foot)

    def _choices(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(SPACE_M)
        grid.setVerticalSpacing(SPACE_S)
        grid.setColumnStretch(2, 1)
        for row, (text, control) in enumerate(((tr("&Name"), self.name), (tr("&Code length"), self.bits))):
            label = text_label(text, wrap=False)
            label.setBuddy(control)
            grid.addWidget(label, row, 0)
        grid.addWidget(self.name, 0, 1, 1, 2)
        grid.addWidget(self.bits, 1, 1)
        grid.addWidget(self.bits_meaning, 1, 2)
        grid.addWidget(self.bits_problem, 2, 1, 1, 2)
        grid.setRowMinimumHeight(3, SPACE_M)
        indent = self.quick.style().pixelMetric(self.quick.style().PixelMetric.PM_ExclusiveIndicatorWidth) + SPACE_M
        choices = ((self.quick, self.quick_meaning), (self.thorough, self.thorough_meaning))
        for row, (button, below) in enumerate(choices):
            below.setContentsMargins(indent, 0, 0, SPACE_S)
            grid.addWidget(button, 4 + 2 * row, 0, 1, 3)
            grid.addWidget(below, 5 + 2 * row, 0, 1, 3)
        grid.addWidget(self.cost, 8, 0, 1, 3)
        return grid

    def _connect(self) -> None:
        self.bits.editTextChanged.connect(self._show_state)
        self.advanced.changed.connect(self._show_state)
        self.advanced.device_asked.connect(self.device_asked)
        self.thorough.toggled.connect(self._show_state)
        self.unfold.toggled.connect(self._on_unfold_toggled)
        self.start.clicked.connect(self._on_start_clicked)
        self.offer.resume.clicked.connect(self._on_resume_clicked)
        self.offer.discard.clicked.connect(self.discard_requested)

    # -- what a person does -------------------------------------------------------------------------------------

    def _on_unfold_toggled(self, unfolded: bool) -> None:
        self.unfold.setArrowType(Qt.ArrowType.DownArrow if unfolded else Qt.ArrowType.RightArrow)
        self.advanced.setVisible(unfolded)
        self._show_state()

    @property
    def can_resume(self) -> bool:
        """Whether there is a training to go on with."""
        left = self._unfinished
        return left is not None and not left.problem and left.request is not None and self.offer.resume.isEnabled()

    def resume(self) -> None:
        """Go on with it."""
        self._on_resume_clicked()

    def _on_start_clicked(self) -> None:
        wish = self.wish()
        if wish is not None:
            self.start_requested.emit(wish, self.advanced.chosen().device)

    def _on_resume_clicked(self) -> None:
        left = self._unfinished
        if left is None or left.problem or left.request is None:
            return
        wish = replace(left.request, name=left.request.name or self.name.text().strip())
        self.resume_requested.emit(wish, self.advanced.chosen().device, left.epochs)
