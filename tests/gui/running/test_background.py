"""Short work off the GUI thread: the latest wish only, and an end that always comes."""

import logging
import threading
from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from engine.errors import UserError
from gui.running.background import Background
from gui.running.job import WORST

WAIT = 180_000


class Gate:
    """A function that waits until it is let through, as on a slow disk."""

    def __init__(self, answer: object) -> None:
        self.answer = answer
        self.entered, self.open = threading.Event(), threading.Event()

    def __call__(self) -> object:
        self.entered.set()
        assert self.open.wait(180)
        return self.answer


@pytest.fixture
def cleaned() -> list[int]:
    return []


@pytest.fixture
def thread(qtbot: QtBot, cleaned: list[int]) -> Iterator[Background]:
    background = Background(lambda: cleaned.append(threading.get_ident()))
    yield background
    background.end()
    assert background.wait(WAIT)


@pytest.fixture
def answers(thread: Background) -> list[object]:
    heard: list[object] = []
    thread.answered.connect(heard.append)
    thread.failed.connect(heard.append)
    return heard


def test_the_answer_comes_to_the_gui_thread_from_another(
    qtbot: QtBot, thread: Background, answers: list[object]
) -> None:
    heard_in: list[int] = []
    thread.answered.connect(lambda: heard_in.append(threading.get_ident()))
    thread.ask(threading.get_ident)
    qtbot.waitUntil(lambda: len(answers) == 1, timeout=WAIT)
    assert answers[0] != threading.get_ident()
    assert heard_in == [threading.get_ident()]


def test_of_many_wishes_only_the_first_and_the_last_are_begun_and_only_the_last_is_answered(
    qtbot: QtBot, thread: Background, answers: list[object]
) -> None:
    begun: list[int] = []

    def wish(number: int) -> Callable[[], int]:
        def run() -> int:
            begun.append(number)
            return number

        return run

    slow = Gate("slow")
    thread.ask(slow)
    assert slow.entered.wait(180)
    for number in range(100):
        thread.ask(wish(number))
    slow.open.set()
    qtbot.waitUntil(lambda: bool(answers), timeout=WAIT)
    qtbot.wait(1)
    assert begun == [99]
    assert answers == [99]


def test_an_answer_overtaken_while_it_was_on_its_way_is_not_delivered(
    qtbot: QtBot, thread: Background, answers: list[object]
) -> None:
    done = threading.Event()
    thread.ask(lambda: (done.set(), "old")[1])
    assert done.wait(180)
    thread.ask(lambda: "new")  # before the old answer could be heard
    qtbot.waitUntil(lambda: "new" in answers, timeout=WAIT)
    assert answers == ["new"]


def test_a_dropped_wish_is_not_answered(qtbot: QtBot, thread: Background, answers: list[object]) -> None:
    slow = Gate("slow")
    thread.ask(slow)
    assert slow.entered.wait(180)
    thread.drop()
    slow.open.set()
    thread.ask(lambda: "next")
    qtbot.waitUntil(lambda: bool(answers), timeout=WAIT)
    assert answers == ["next"]


def test_a_reason_for_the_user_is_passed_on(qtbot: QtBot, thread: Background, answers: list[object]) -> None:
    def refuse() -> None:
        raise UserError("The picture is not there.")

    thread.ask(refuse)
    qtbot.waitUntil(lambda: bool(answers), timeout=WAIT)
    assert answers == ["The picture is not there."]


def test_a_mistake_of_ours_is_logged_becomes_a_plain_sentence_and_the_thread_goes_on(
    qtbot: QtBot, thread: Background, answers: list[object], caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise KeyError("oops")

    with caplog.at_level(logging.ERROR):
        thread.ask(fail)
        qtbot.waitUntil(lambda: bool(answers), timeout=WAIT)
    assert answers == [WORST]
    assert "KeyError" in caplog.text
    thread.ask(lambda: "still here")
    qtbot.waitUntil(lambda: len(answers) == 2, timeout=WAIT)


def test_ending_while_busy_waits_for_the_function_at_hand_and_begins_no_other(
    qtbot: QtBot, thread: Background, answers: list[object], cleaned: list[int]
) -> None:
    slow, begun = Gate("slow"), []
    thread.ask(slow)
    assert slow.entered.wait(180)
    thread.ask(lambda: begun.append("next"))
    thread.end()
    assert not thread.wait(20)
    slow.open.set()
    assert thread.wait(WAIT)
    assert begun == []
    assert len(cleaned) == 1
    assert cleaned[0] != threading.get_ident()


def test_what_is_asked_after_the_end_starts_no_thread(
    qtbot: QtBot, thread: Background, answers: list[object], cleaned: list[int]
) -> None:
    thread.end()
    thread.ask(lambda: "too late")
    qtbot.wait(20)
    assert answers == []
    assert cleaned == []  # it never ran


def test_what_breaks_because_all_is_ending_is_not_reported(
    qtbot: QtBot, thread: Background, answers: list[object], caplog: pytest.LogCaptureFixture
) -> None:
    slow = Gate("slow")

    def worker_gone() -> None:
        slow()
        raise RuntimeError("the pool was stopped")

    thread.ask(worker_gone)
    assert slow.entered.wait(180)
    thread.end()
    slow.open.set()
    assert thread.wait(WAIT)
    qtbot.wait(1)
    assert answers == []
    assert "a background task failed" not in caplog.text


def test_ten_thousand_wishes_in_a_row_leave_the_last_answer(
    qtbot: QtBot, thread: Background, answers: list[object]
) -> None:
    for number in range(10_000):
        thread.ask(lambda number=number: number)
    qtbot.waitUntil(lambda: 9_999 in answers, timeout=WAIT)
    assert answers[-1] == 9_999


def test_those_that_share_a_turn_run_one_after_the_other_and_what_was_dropped_meanwhile_is_not_begun(
    qtbot: QtBot,
) -> None:
    turn = threading.Lock()
    first, second, third = (Background(lambda: None, turn=turn) for _ in range(3))
    gate, answers = Gate("first"), []
    for background in (first, second, third):
        background.answered.connect(answers.append)
    first.ask(gate)
    assert gate.entered.wait(180)
    second.ask(lambda: "overtaken")
    second.ask(lambda: f"second, {gate.open.is_set()}")
    third.ask(lambda: answers.append("dropped"))
    third.drop()
    gate.open.set()
    qtbot.waitUntil(lambda: len(answers) == 2, timeout=WAIT)
    for background in (first, second, third):
        background.end()
        assert background.wait(WAIT)
    assert answers == ["first", "second, True"]
