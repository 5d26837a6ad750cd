"""What a person does is stored off the GUI thread: in order, all of it, also when the window is closed at once."""

import logging
import threading

import pytest

from engine.errors import UserError
from engine.library import open_library
from engine.store import labels
from gui.running.job import WORST
from gui.session import Session
from tests.conftest import IndexedLibrary
from tests.gui.person import Person
from tests.gui.window_fixtures import OpenWindow


def assign(session: Session, name: str, image_id: int) -> None:
    with session.library.writing() as db:
        labels.assign(db, name, [image_id])


def test_writes_are_made_in_order_on_one_other_thread_and_answered_here(newcomer: Person) -> None:
    made: list[tuple[int, int]] = []
    answers: list[tuple[int, int]] = []

    def change(number: int) -> int:
        made.append((number, threading.get_ident()))
        return number

    for number in range(200):
        newcomer.session.store(
            lambda number=number: change(number), lambda result: answers.append((result, threading.get_ident()))
        )
    assert newcomer.session.storing
    newcomer.until(lambda: not newcomer.session.storing)
    assert [number for number, _ in made] == [number for number, _ in answers] == list(range(200))
    (here,) = {thread for _, thread in answers}
    (there,) = {thread for _, thread in made}
    assert here == threading.get_ident() != there


def test_a_label_that_was_stored_is_shown_with_the_picture(person: Person, indexed: IndexedLibrary) -> None:
    image_id = indexed.id_of("discs/discs-0.jpg")
    person.click(person.names().index("discs-0.jpg"))
    person.until(lambda: person.window.preview.image_id() == image_id)
    person.session.store(lambda: assign(person.session, "round", image_id))
    person.until(lambda: [chip.label.name for chip in person.window.preview.labels.chips()] == ["round"])


def test_the_answer_comes_before_the_library_is_said_to_have_changed(newcomer: Person) -> None:
    order: list[str] = []
    newcomer.session.library_changed.connect(lambda: order.append("changed"))
    newcomer.session.store(lambda: None, lambda _: order.append("then"))
    newcomer.until(lambda: "changed" in order)
    assert order == ["then", "changed"]


def test_what_cannot_be_stored_is_said_and_what_follows_is_stored(newcomer: Person) -> None:
    answers: list[object] = []

    def refuse() -> None:
        raise UserError("A label needs a name.")

    newcomer.session.store(refuse, answers.append)
    newcomer.session.store(lambda: "stored", answers.append)
    newcomer.until(lambda: answers == ["stored"])
    assert newcomer.said() == "A label needs a name."


def test_a_mistake_of_ours_is_logged_and_said_plainly(newcomer: Person, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        newcomer.session.store(lambda: 1 // 0)
        newcomer.until(lambda: newcomer.said() == WORST)
    assert "ZeroDivisionError" in caplog.text


def test_a_library_that_can_only_be_read_refuses_in_one_sentence(
    person: Person, open_window: OpenWindow, indexed: IndexedLibrary
) -> None:
    reader = open_window(open_library(person.session.library.path))
    image_id = indexed.id_of("discs/discs-0.jpg")
    reader.session.store(lambda: assign(reader.session, "round", image_id))
    reader.until(lambda: "can only be read" in reader.said())


def test_closing_the_window_waits_for_everything_that_a_person_did(person: Person, indexed: IndexedLibrary) -> None:
    image_id, path, held = indexed.id_of("discs/discs-0.jpg"), person.session.library.path, threading.Event()
    answers: list[object] = []
    person.session.store(lambda: held.wait(180))
    for number in range(50):
        person.session.store(
            lambda number=number: assign(person.session, f"label {number:02}", image_id), answers.append
        )
    threading.Timer(0.3, held.set).start()
    person.window.close()
    assert not person.session.still_busy
    person.qtbot.wait(20)
    assert answers == []  # there is no window any more
    again = open_library(path)
    assert labels.of_images(again.db, [image_id])[image_id] == [f"label {number:02}" for number in range(50)]
    again.close()


def test_after_the_window_is_closed_nothing_more_is_taken(newcomer: Person) -> None:
    newcomer.window.close()
    newcomer.session.store(lambda: pytest.fail("the library is closed"))
    newcomer.qtbot.wait(20)
    assert not newcomer.session.storing
