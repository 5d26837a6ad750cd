"""What a person did to labels, decisions and files, so that it can be taken back and done again.

Steps are done on the one thread that stores, in the order in which they were asked for: who gives a label and
presses Ctrl+Z before it is stored takes back that very label. What takes long, as files do, is a job of its own; no
other step is taken back until it has ended.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal

from engine.errors import UserError
from engine.library import Library
from engine.progress import Progress
from engine.sentences import said
from gui.language import error_text, tr
from gui.session import Session

NOTHING_TO_UNDO = said("There is nothing to undo.")
NOTHING_TO_DO_AGAIN = said("There is nothing to do again.")
MOST_STEPS = 200
MOST_IMAGES = 5_000_000  # in all steps together, at 8 bytes each


class Undoable(Protocol):
    """A change that knows what takes it back."""

    @property
    def size(self) -> int:
        """How many images it keeps in mind."""

    def apply(self, db: Any) -> Undoable | None:
        """Do it, inside a transaction; returns what takes it back, None if nothing changed."""


class LongUndoable(ABC):
    """A change that takes its time, and is no single transaction."""

    @property
    @abstractmethod
    def size(self) -> int:
        """How many images it keeps in mind."""

    @property
    @abstractmethod
    def title(self) -> str:
        """Of the job."""

    @abstractmethod
    def work(self, library: Library) -> Generator[Progress, None, Done]:
        """Do it; what is cancelled can be begun again. Its text is what else there is to say about it."""

    def done_in_part(self) -> LongUndoable | None:
        """It was given up; what takes back the part that was done, if that is not as good as none."""
        return None


AnyUndoable = Undoable | LongUndoable
Text = str | Callable[[Any], str]
Then = Callable[[Any], object]  # gets what would take it back; None if nothing changed


Told = Callable[[str], str]  # what was done, said as undone or as done again


@dataclass(frozen=True, slots=True)
class UndoStep:
    change: AnyUndoable
    text: str  # what was done


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a wish. `inverse` is None if nothing changed, `text` what to say about it. `begun` is a long
    change that is to be done now, as a job."""

    inverse: AnyUndoable | None
    text: str
    begun: LongUndoable | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _LongMove:
    """A long step on its way from one pile to the other."""

    step: UndoStep
    source: list[UndoStep]
    target: list[UndoStep]
    told: Told


class UndoHistory:
    """The steps that can be taken back, and those that were. Any thread."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._guard = threading.RLock()
        self._undos: list[UndoStep] = []
        self._redos: list[UndoStep] = []
        self._long: _LongMove | None = None

    def do(self, change: Undoable, text: Text) -> Done:
        with self._guard:
            inverse = self._apply(change)
            if inverse is None:
                return Done(None, "")
            told = text if isinstance(text, str) else text(inverse)
            self.push(inverse, told)
            return Done(inverse, told)

    def push(self, inverse: AnyUndoable, text: str) -> None:
        """Something was done elsewhere, and this takes it back."""
        with self._guard:
            self._undos.append(UndoStep(inverse, text))
            self._redos.clear()
            while len(self._undos) > MOST_STEPS or (len(self._undos) > 1 and self._images() > MOST_IMAGES):
                del self._undos[0]

    @property
    def last(self) -> AnyUndoable | None:
        """What would take back the last step."""
        with self._guard:
            return self._undos[-1].change if self._undos else None

    def undo(self) -> Done:
        return self._move(self._undos, self._redos, _undone)

    def redo(self) -> Done:
        return self._move(self._redos, self._undos, _done_again)

    def end_long(self, done: Done | None) -> Done:
        """The long change that was begun has ended, or, with None, was given up: then the step stays, and what was
        done of it can be taken back."""
        with self._guard:
            move, self._long = self._long, None
            if move is None:
                return Done(None, "")
            if done is None:
                part = move.step.change.done_in_part() if isinstance(move.step.change, LongUndoable) else None
                if part is not None:
                    move.target.append(UndoStep(part, move.step.text))
                return Done(None, "")
            if move.step in move.source:
                move.source.remove(move.step)
            if done.inverse is not None:
                move.target.append(UndoStep(done.inverse, move.step.text))
            text = move.told(move.step.text) if done.inverse is not None else ""
            return Done(done.inverse, ". ".join(part for part in (text, done.text) if part))

    def _move(self, source: list[UndoStep], target: list[UndoStep], told: Told) -> Done:
        with self._guard:
            if self._long is not None:
                return Done(None, tr("Something is being taken back just now; wait until that is done."))
            if not source:
                return Done(None, tr(NOTHING_TO_UNDO if source is self._undos else NOTHING_TO_DO_AGAIN))
            step = source[-1]
            if isinstance(step.change, LongUndoable):
                self._long = _LongMove(step, source, target, told)
                return Done(None, "", step.change)
            inverse = self._apply(step.change)  # if it cannot be done, the step stays
            source.pop()
            if inverse is None:  # the library went on by other means, and it holds already
                return Done(None, told(step.text))
            target.append(UndoStep(inverse, step.text))
            return Done(inverse, told(step.text))

    def _apply(self, change: Undoable) -> Undoable | None:
        with self._library.writing() as db:
            return change.apply(db)

    def _images(self) -> int:
        return sum(step.change.size for step in self._undos)


def _undone(what: str) -> str:
    return tr("Undone: {what}", what=what)


def _done_again(what: str) -> str:
    return tr("Done again: {what}", what=what)


class Undo(QObject):
    """Signals:
    applied(AnyUndoable): something was done, undone or done again; this would take it back.
    said(str): what was done; one sentence.
    """

    applied = Signal(object)
    said = Signal(str)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.history = UndoHistory(session.library)

    def may_write(self) -> bool:
        """Whether anything can be stored. If not, it is said why."""
        try:
            self._session.library.must_take_labels()
        except UserError as error:
            self.said.emit(error_text(error))
            return False
        return True

    def do(self, change: Undoable, text: Text, then: Then | None = None) -> None:
        """`text` says what was done, or is a function of the inverse that does; `then` gets the inverse."""

        self._session.store(lambda: self.history.do(change, text), partial(self._tell, then))

    def undo(self, then: Then | None = None) -> None:
        self._session.store(self.history.undo, partial(self._tell, then))

    def redo(self, then: Then | None = None) -> None:
        self._session.store(self.history.redo, partial(self._tell, then))

    def _tell(self, then: Then | None, done: Done) -> None:
        if done.begun is not None:
            self._begin(done.begun, then)
            return
        if done.text:
            self.said.emit(done.text if done.text.endswith((".", "!", "?")) else done.text + ".")
        if done.inverse is not None:
            self.applied.emit(done.inverse)
        if then is not None:
            then(done.inverse)

    def _begin(self, change: LongUndoable, then: Then | None) -> None:
        library = self._session.library
        self._session.run(
            change.title,
            lambda: change.work(library),
            done=lambda done: self._tell(then, self.history.end_long(done)),
            failed=self._on_given_up,
            cancelled=self._on_given_up,
            at_once=True,
        )

    def _on_given_up(self, sentence: str = "") -> None:
        self.history.end_long(None)
