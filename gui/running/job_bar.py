"""The bottom of the window: the running job with progress, rate, time left, pause and cancel; sentences that fade
when they have been read; how many pictures are selected."""

from collections import Counter
from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QToolButton, QWidget

from engine.progress import Pace, Progress
from engine.sentences import said
from gui.language import number, tr, tr_n
from gui.running.job import Job
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.fading_label import FadingLabel
from gui.widgets.icons import icon
from gui.widgets.later import Later
from gui.widgets.plain_text import path_text
from gui.widgets.theme import SPACE_M, SPACE_S

MOMENT_MILLISECONDS = 6000
QUIET_MILLISECONDS = 2500
COUNTED = ("added", "changed", "moved", "missing", "labelled")


class JobBar(QWidget):
    """Follows one job at a time; between jobs the last sentence stands here, and fades. What is amiss with the
    library, its `notices`, is said whenever pictures were indexed, and stays."""

    def __init__(self, notices: Sequence[str] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._notices = notices
        self.setAccessibleName(tr("Running job"))
        self._job: Job | None = None
        self._pace = Pace()
        self._told = ""  # by the job
        self._is_over = False  # the job has ended: what is said from then on is about that, and stays
        # A moment in which a sentence of others stands in the job's place.
        self._moment = Later(MOMENT_MILLISECONDS, self._on_moment_over, self)
        # A job that nobody asked for is shown when it takes long.
        self._shown_later = Later(QUIET_MILLISECONDS, self._show_quiet_job, self)
        self._noticed: Counter[str] = Counter()  # what quiet jobs did, and the sentence that says so
        self._noticed_sentence = ""
        self.text = FadingLabel(narrowest=360)
        self.text.faded.connect(self._on_faded)
        self.bar = QProgressBar()
        self.bar.setAccessibleName(tr("Progress of the job"))
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(200)
        self.bar.setMaximumHeight(10)
        self.pause = self._button("pause", tr("Pause the job"), self._on_pause_clicked)
        self.cancel = self._button("cancel", tr("Cancel the job; what is stored stays"), self._on_cancel_clicked)
        self.selected = ElidedLabel()
        self.selected.setAccessibleName(tr("Selected pictures"))
        self._lay_out()
        self._show_job(False)

    def _lay_out(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_S)
        layout.setSpacing(SPACE_M)
        layout.addWidget(self.bar)
        layout.addWidget(self.pause)
        layout.addWidget(self.cancel)
        layout.addWidget(self.text, 1)
        layout.addWidget(self.selected)
        self.setMinimumHeight(layout.minimumSize().height())  # with or without the buttons

    def _button(self, name: str, tip: str, slot: object) -> QToolButton:
        button = QToolButton()
        button.setIcon(icon(name))
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.setAutoRaise(True)
        button.clicked.connect(slot)
        return button

    def follow(self, job: Job) -> None:
        self._job, self._pace, self._is_over = job, Pace(), False
        job.progressed.connect(self._on_progressed)
        job.finished.connect(self._on_finished)
        job.cancelled.connect(self._on_cancelled)
        job.failed.connect(self._on_failed)
        job.ended.connect(self._on_ended)
        job.pause_changed.connect(self._on_pause_changed)
        self.bar.setRange(0, 0)
        if job.quiet:
            self._shown_later.start()
        else:
            self._show_job(True)
            self._tell(tr("{job}…", job=job.title))

    def say(self, text: str) -> None:
        """A sentence for the user; a job that runs or begins gives way to it for a moment."""
        self._moment.start()
        if self._job is None or self._is_over:
            self._told = text
        self._show(text)

    def show_selected(self, count: int) -> None:
        """One alone is what the preview shows; nobody needs to count it."""
        self.selected.setText(tr("{n:,} selected", n=count) if count > 1 else "")

    def _tell(self, text: str) -> None:
        self._told = text
        if not self._moment.isActive():
            self._show(text)

    def _answer(self, text: str) -> None:
        """To who pressed a button: at once, whatever was just said."""
        self._moment.stop()
        self._tell(text)

    def _on_moment_over(self) -> None:
        if self.text.text() != self._told:
            self._show(self._told)

    def _show(self, text: str) -> None:
        self.text.setText(text)
        if self._job is None or self._is_over:
            self.text.fade_later()

    def _on_faded(self) -> None:
        """What is amiss is said on."""
        self._told = " ".join(map(tr, self._notices))
        self.text.setText(self._told)

    def _show_job(self, running: bool) -> None:
        for widget in (self.bar, self.pause, self.cancel):
            widget.setVisible(running)
            widget.setEnabled(running)

    def _is_unseen(self) -> bool:
        return self._shown_later.isActive()

    def _show_quiet_job(self) -> None:
        if self._job is not None:
            self._show_job(True)
            self._tell(tr("{job}…", job=self._job.title))

    def _on_failed(self, sentence: str) -> None:
        self._tell(sentence)

    def _on_progressed(self, progress: Progress) -> None:
        if self._is_unseen():
            return
        if self._job is None or self._job.paused or not self.cancel.isEnabled():
            return  # a report that was under way when the user pressed a button
        self._pace.saw(progress)
        self.bar.setRange(0, progress.total or 0)
        if progress.total:
            self.bar.setValue(progress.done)
        self._tell(self._sentence(progress))

    def _sentence(self, progress: Progress) -> str:
        done, total, text = progress.done, progress.total, tr(progress.note)
        if total:
            text = tr("{what}: {done:,} of {total:,}", what=text, done=done, total=total)
        elif done:
            text = f"{text}: {number(done)}"
        return " · ".join([text, *map(tr, self._pace.words(progress))])

    def _on_pause_clicked(self) -> None:
        if self._job is None:
            return
        if self._job.paused:
            self._job.resume()
        else:
            self._job.pause()

    def _on_pause_changed(self, paused: bool) -> None:
        """Here or elsewhere: a job may have a window of its own."""
        if not paused:
            self._pace.paused()
        job = self._title()
        self._answer(tr("{job} is paused", job=job) if paused else tr("{job} goes on…", job=job))
        self._show_pause()

    def _show_pause(self) -> None:
        paused = self._job is not None and self._job.paused
        self.pause.setIcon(icon("play" if paused else "pause"))
        text = tr("Go on with the job") if paused else tr("Pause the job")
        self.pause.setToolTip(text)
        self.pause.setAccessibleName(text)

    def _on_cancel_clicked(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self.pause.setEnabled(False)
            self.cancel.setEnabled(False)
            self._answer(tr("Cancelling…"))

    def _on_finished(self, result: object) -> None:
        self._is_over = True
        if self._job is not None and self._job.quiet:
            self._tell_together(result)
        elif isinstance(result, str):
            self._tell(tr(result))
        elif hasattr(result, "unavailable"):
            self._tell(" ".join([summary(result), *map(tr, self._notices)]))
        else:
            self._tell(tr(getattr(result, "sentence", said("{job} is finished.", job=self._title()))))

    def _tell_together(self, result: object) -> None:
        """What was noticed, counted together as long as nothing else is said."""
        if self._told != self._noticed_sentence:
            self._noticed.clear()
        self._noticed.update({name: getattr(result, name, 0) for name in COUNTED})
        if away := getattr(result, "unavailable", ()):
            self._noticed_sentence = _kept(away)
        elif self._noticed.total():
            self._noticed_sentence = tr("Noticed: {numbers}.", numbers=_numbers(self._noticed))
        elif self._is_unseen():
            return
        else:
            self._noticed_sentence = tr("All pictures are up to date.")
        self._tell(self._noticed_sentence)

    def _on_cancelled(self) -> None:
        self._is_over = True
        if self._is_unseen():
            return
        job = self._title()
        if self._job is not None and self._job.goes_on_later:
            self._tell(tr("{job} was cancelled; what was done is kept and the rest follows next time.", job=job))
        else:
            self._tell(tr("{job} was cancelled.", job=job))

    def _title(self) -> str:
        return self._job.title if self._job is not None else said("The job")

    def _on_ended(self) -> None:
        self._shown_later.stop()
        self._job = None
        self.text.fade_later()
        self._show_pause()
        self._show_job(False)


def summary(result: object) -> str:
    """One or two sentences about what an indexing did."""
    numbers = _numbers({name: getattr(result, name, 0) for name in COUNTED})
    skipped = getattr(result, "skipped", 0)
    text = _indexed(numbers, skipped) if numbers else _up_to_date(skipped)
    if away := getattr(result, "unavailable", []):
        return f"{_kept(away)} {text}" if numbers else _kept(away)
    return text


def _indexed(numbers: str, skipped: int) -> str:
    if not skipped:
        return tr("Indexed: {numbers}.", numbers=numbers)
    return tr_n(
        "Indexed: {numbers}; {n:,} files are skipped.",
        "Indexed: {numbers}; {n:,} file is skipped.",
        skipped,
        numbers=numbers,
    )


def _up_to_date(skipped: int) -> str:
    if not skipped:
        return tr("All pictures are up to date.")
    return tr_n(
        "All pictures are up to date; {n:,} files are skipped.",
        "All pictures are up to date; {n:,} file is skipped.",
        skipped,
    )


def _kept(away: Sequence[bytes]) -> str:
    folders = ", ".join(path_text(path) for path in away)
    return tr("Not available now: {folders}; what is known of it is kept.", folders=folders)


def _numbers(counted: Mapping[str, int]) -> str:
    """Those that are not zero."""
    texts = {
        "added": tr("{n:,} added", n=counted["added"]),
        "changed": tr("{n:,} changed", n=counted["changed"]),
        "moved": tr("{n:,} moved", n=counted["moved"]),
        "missing": tr("{n:,} missing", n=counted["missing"]),
        "labelled": tr("{n:,} labelled", n=counted["labelled"]),
    }
    return ", ".join(text for name, text in texts.items() if counted[name])
