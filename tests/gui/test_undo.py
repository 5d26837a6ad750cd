"""What was done, taken back and done again: in order, bounded, and never lost by a change that cannot be made."""

from collections.abc import Generator
from dataclasses import dataclass, field

import pytest

from engine.errors import UserError
from engine.library import Library, open_library
from engine.progress import Progress, finish
from engine.store.label_edits import Delete, Give
from engine.store.labels import all_labels, assign
from gui import undo
from gui.labels.label_changes import LabelChange
from gui.undo import Done, LongUndoable, UndoHistory


@dataclass
class Count:
    """Adds to a number that all share; its inverse subtracts."""

    numbers: list[int] = field(default_factory=list)
    by: int = 1
    size: int = 1

    def apply(self, db: object) -> "Count | None":
        self.numbers.append(self.by)
        return Count(self.numbers, -self.by, self.size) if self.by else None


@pytest.fixture
def history(library: Library) -> UndoHistory:
    return UndoHistory(library)


def test_steps_are_taken_back_in_turn_and_done_again(history: UndoHistory) -> None:
    numbers: list[int] = []
    for by in (1, 2, 3):
        assert history.do(Count(numbers, by), f"added {by}").text == f"added {by}"
    assert history.undo().text == "Undone: added 3"
    assert history.undo().text == "Undone: added 2"
    assert history.redo().text == "Done again: added 2"
    assert numbers == [1, 2, 3, -3, -2, 2]


def test_something_new_ends_what_can_be_done_again(history: UndoHistory) -> None:
    numbers: list[int] = []
    history.do(Count(numbers), "one")
    history.undo()
    history.do(Count(numbers), "two")
    assert history.redo().text == "There is nothing to do again."
    assert history.undo().text == "Undone: two"
    assert history.undo().text == "There is nothing to undo."


def test_what_changes_nothing_is_no_step_and_what_could_be_done_again_still_can(history: UndoHistory) -> None:
    history.do(Count(), "one")
    history.undo()
    assert history.do(Count(by=0), "nothing").inverse is None
    assert history.redo().text == "Done again: one"


def test_a_text_may_tell_what_came_of_it(history: UndoHistory) -> None:
    done = history.do(Count(by=5), lambda inverse: f"now {-inverse.by}")
    assert done.text == "now 5"
    assert history.last is done.inverse


def test_the_oldest_steps_are_forgotten(history: UndoHistory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undo, "MOST_STEPS", 3)
    monkeypatch.setattr(undo, "MOST_IMAGES", 100)
    for number in range(5):
        history.do(Count(), str(number))
    assert [step.text for step in history._undos] == ["2", "3", "4"]
    history.do(Count(size=99), "large")
    assert [step.text for step in history._undos] == ["4", "large"]
    history.do(Count(size=1000), "larger than allowed")
    assert [step.text for step in history._undos] == ["larger than allowed"]


def test_a_step_that_cannot_be_taken_back_stays_and_changes_nothing(library: Library) -> None:
    history = UndoHistory(library)
    history.do(LabelChange(Give({"cat": []})), "made")
    history.do(LabelChange(Delete("cat")), "deleted")
    with library.writing() as db:
        assign(db, "cat", [])  # by other means
    with pytest.raises(UserError, match="already"):
        history.undo()
    assert all_labels(library.db) == {"cat": 0}
    with library.writing() as db:
        db.execute("DELETE FROM labels")
    assert history.undo().text == "Undone: deleted"
    assert all_labels(library.db) == {"cat": 0}


def test_a_library_that_can_only_be_read_is_said(library: Library) -> None:
    reader = open_library(library.path)
    with pytest.raises(UserError, match="only be read"):
        UndoHistory(reader).do(LabelChange(Give({"cat": []})), "made")
    reader.close()


class LongCount(LongUndoable):
    """The same as work that takes its time."""

    def __init__(self, numbers: list[int], by: int = 1) -> None:
        self.numbers, self.by = numbers, by

    @property
    def size(self) -> int:
        return 1

    @property
    def title(self) -> str:
        return "Counting"

    def work(self, library: Library) -> Generator[Progress, None, Done]:
        yield Progress(0, 1, self.title)
        self.numbers.append(self.by)
        return Done(LongCount(self.numbers, -self.by), "")


def test_a_long_step_is_begun_and_moves_to_the_other_pile_when_it_has_ended(
    history: UndoHistory, library: Library
) -> None:
    numbers: list[int] = []
    history.push(LongCount(numbers, -1), "counted")
    begun = history.undo().begun
    assert begun is not None
    assert "wait" in history.undo().text, "one at a time"
    assert history.end_long(finish(begun.work(library))).text == "Undone: counted"
    assert history.undo().text == "There is nothing to undo."
    again = history.redo().begun
    assert again is not None
    assert history.end_long(finish(again.work(library))).text == "Done again: counted"
    assert numbers == [-1, 1]


def test_a_long_step_that_is_cancelled_stays_and_what_came_after_it_as_well(history: UndoHistory) -> None:
    numbers: list[int] = []
    history.push(LongCount(numbers), "counted")
    assert history.undo().begun is not None
    history.do(Count(numbers), "meanwhile")
    history.end_long(None)
    assert history.undo().text == "Undone: meanwhile"
    assert history.undo().begun is not None
