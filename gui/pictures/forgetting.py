"""Missing pictures: shown alone, and forgotten, which Ctrl+Z takes back."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from engine.jobs.forgetting import (
    BRINGING_BACK,
    FORGETTING,
    Forgotten,
    MissingPictures,
    SaidOfThem,
    bring_back,
    forget,
    said_of,
    sorted_out,
)
from engine.library import Library
from engine.progress import Progress
from engine.sentences import said
from gui.language import tr, tr_n
from gui.library.forget_question import ForgetQuestion
from gui.pictures.parts import PictureParts
from gui.session import Session
from gui.undo import Done, LongUndoable, Undo
from gui.widgets.menus import MenuEntry, Menus

FORGET = said("For&get missing pictures…")
SortedOut = tuple[MissingPictures, SaidOfThem, SaidOfThem]


class BringBackStep(LongUndoable):
    """Takes back that pictures were forgotten."""

    def __init__(self, forgotten: Forgotten) -> None:
        self._forgotten = forgotten

    @property
    def size(self) -> int:
        return len(self._forgotten.image_ids)

    @property
    def title(self) -> str:
        return tr(BRINGING_BACK)

    def work(self, library: Library) -> Generator[Progress, None, Done]:
        wanted = self._forgotten.rows.images
        back = yield from bring_back(library, self._forgotten)
        return Done(ForgetStep(back) if back else None, _come_again(wanted - len(back)))


class ForgetStep(LongUndoable):
    """Forgets pictures again that were brought back."""

    def __init__(self, image_ids: Sequence[int]) -> None:
        self._image_ids = tuple(image_ids)
        self._forgotten = Forgotten()

    @property
    def size(self) -> int:
        return len(self._image_ids)

    @property
    def title(self) -> str:
        return tr(FORGETTING)

    def work(self, library: Library) -> Generator[Progress, None, Done]:
        yield from forget(library, self._image_ids, self._forgotten)
        return Done(self.done_in_part(), "")

    def done_in_part(self) -> LongUndoable | None:
        forgotten, self._forgotten = self._forgotten, Forgotten()
        return BringBackStep(forgotten) if forgotten.image_ids else None


class Forgetting(QObject):
    """Signals:
    said(str): one sentence.
    """

    said = Signal(str)

    def __init__(self, session: Session, undo: Undo, pictures: PictureParts, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._undo, self._pictures, self._window = session, undo, pictures, window
        self._plans = session.background()
        self._plans.answered.connect(self._on_sorted_out)
        self._plans.failed.connect(self.said)
        pictures.library_panel.forget_requested.connect(self.forget_all)

    def add_entries(self, menus: Menus) -> None:
        menus.add("&Picture", [MenuEntry(FORGET, "Ctrl+Del", self.forget)])
        menus.in_context_menu(FORGET)

    def forget(self) -> None:
        """Those that are selected; all, while missing pictures are shown alone and none of them is selected."""
        centre, chosen = self._pictures.centre, self._pictures.viewing.chosen_ids()
        shown_alone = self._pictures.browsing.missing_only and centre.page is None
        if shown_alone and not centre.grid.selected_ids():
            self.forget_all()
        elif chosen:
            self._ask(chosen)
        else:
            self.said.emit(tr("Select missing pictures first."))

    def forget_all(self) -> None:
        self._ask(None)

    def _ask(self, image_ids: list[int] | None) -> None:
        if self._undo.may_write():
            self._plans.ask(lambda: _read(self._session.library, image_ids))

    def _on_sorted_out(self, answer: SortedOut) -> None:
        found = answer[0]
        if not found.gone and not found.away:
            not_missing = tr_n("These pictures are not missing.", "This picture is not missing.", len(found.there))
            self.said.emit(not_missing if found.there else tr("No picture is missing."))
            return
        question = ForgetQuestion(*answer, self._window)
        question.agreed.connect(self._begin)
        question.open()

    def _begin(self, image_ids: list[int]) -> None:
        forgotten = Forgotten()
        self._session.run(
            tr(FORGETTING),
            lambda: self._work(image_ids, forgotten),
            done=self._on_done,
            cancelled=lambda: self._on_done(forgotten),
            at_once=True,
        )

    def _work(self, image_ids: list[int], forgotten: Forgotten) -> Generator[Progress, None, Forgotten]:
        """On the job's thread. What was done can be undone, also if it was cancelled or stopped in the middle."""
        try:
            return (yield from forget(self._session.library, image_ids, forgotten))
        finally:
            if forgotten.image_ids:
                self._undo.history.push(BringBackStep(forgotten), _done(forgotten))

    def _on_done(self, forgotten: Forgotten) -> None:
        self.said.emit(f"{_done(forgotten)}.")


def _read(library: Library, image_ids: list[int] | None) -> SortedOut:
    """On a background thread."""
    found = sorted_out(library, image_ids)
    return found, said_of(library, found.gone), said_of(library, (*found.gone, *found.away))


def _done(forgotten: Forgotten) -> str:
    return tr_n("{n:,} pictures forgotten", "{n:,} picture forgotten", len(forgotten.image_ids))


def _come_again(count: int) -> str:
    if not count:
        return ""
    return tr_n(
        "{n:,} pictures had come again, and got back what was said of them",
        "{n:,} picture had come again, and got back what was said of it",
        count,
    )
