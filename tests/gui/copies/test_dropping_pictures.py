"""Near-copies reviewed to the end: found, said to be no pair, dropped, brought back."""

import pytest
from PySide6.QtTest import QTest

from engine.copies.groups import GroupKind
from engine.library import open_library
from engine.store import decisions, labels
from tests.conftest import IndexedLibrary
from tests.copied_library import DISCS, LEAVES, SMALL_DISCS, SMALL_LEAVES
from tests.gui.copies.reviewer import Answer, Reviewer
from tests.gui.person import CONTROL, LEFT, Key
from tests.gui.window_fixtures import OpenWindow


@pytest.fixture
def edited(copied: IndexedLibrary) -> IndexedLibrary:
    """The small leaves have a label."""
    with copied.library.writing() as db:
        labels.assign(db, "green", [copied.id_of(SMALL_LEAVES)])
    return copied


@pytest.fixture
def reviewer(edited: IndexedLibrary, open_window: OpenWindow) -> Reviewer:
    """Somebody who looks at the near-copies in `web`."""
    somebody = Reviewer(open_window(edited.library))
    somebody.person.until_shown(32)
    somebody.person.window.grid.setFocus()
    somebody.open()
    somebody.choose_kind(GroupKind.NEAR_COPIES)
    somebody.choose_folder("web")
    return somebody


def test_near_copies_are_shown_with_what_the_strictness_admits(reviewer: Reviewer):
    assert sorted(reviewer.names()) == [[DISCS, SMALL_DISCS], [LEAVES, SMALL_LEAVES]]
    bar = reviewer.page.bar
    least = min(group.likeness for group in reviewer.copies._review.groups)
    assert bar.strictness.isVisible()
    assert int(bar.pair_words.text().split()[0]) <= least
    assert len(bar.pair.image_ids()) == 2
    reviewer.until(lambda: all(reviewer.copies.rows.pixmap(image_id) for image_id in bar.pair.image_ids()))
    bar.strictness.setValue(100)
    reviewer.until(lambda: bar.wish().strictness == 100)
    reviewer.until_read()
    assert all(group.likeness == 100 for group in reviewer.groups)


def test_not_a_pair_lasts_hides_it_and_is_undone(
    reviewer: Reviewer, edited: IndexedLibrary, open_window: OpenWindow
):
    leaves, small = edited.id_of(LEAVES), edited.id_of(SMALL_LEAVES)
    reviewer.go_to(LEAVES)
    reviewer.press(Key.Key_Right)
    reviewer.press(Key.Key_N)
    reviewer.until_read()
    assert reviewer.names() == [[DISCS, SMALL_DISCS]]
    assert decisions.of_query(edited.library.db, small) == {leaves: False}
    reviewer.press(Key.Key_Z, CONTROL)
    reviewer.until_read()
    assert len(reviewer.names()) == 2
    assert decisions.all_decisions(edited.library.db) == []
    reviewer.go_to(LEAVES)
    reviewer.press(Key.Key_N)
    reviewer.until_read()
    reviewer.person.window.close_unasked()
    again = Reviewer(open_window(open_library(edited.library.path)))
    again.open()
    again.choose_kind(GroupKind.NEAR_COPIES)
    again.choose_folder("web")
    assert again.names() == [[DISCS, SMALL_DISCS]]
    again.person.window.close_unasked()


def test_what_is_marked_goes_to_the_trash_with_its_labels_to_the_kept_one_and_comes_back(
    reviewer: Reviewer, edited: IndexedLibrary, monkeypatch: pytest.MonkeyPatch
):
    leaves, small, db = edited.id_of(LEAVES), edited.id_of(SMALL_LEAVES), edited.library.db
    answer = Answer.given(monkeypatch)
    reviewer.go_to(LEAVES)
    reviewer.press(Key.Key_B)
    reviewer.press(Key.Key_T)
    assert answer.asked.startswith("Move 1 file (")
    assert answer.asked.endswith(") of 1 group to the trash?")
    assert answer.about.startswith("1 picture will have no file left in the library.")
    reviewer.until_read()
    assert not (edited.photos / SMALL_LEAVES).exists()
    assert (edited.photos / LEAVES).exists()
    assert labels.of_images(db, [leaves]) == {leaves: ["green"]}
    assert reviewer.names() == [[DISCS, SMALL_DISCS]]
    assert reviewer.said() == "1 file moved to the trash; Ctrl+Z takes it back."
    reviewer.press(Key.Key_Z, CONTROL)
    reviewer.until(lambda: (edited.photos / SMALL_LEAVES).exists())
    reviewer.until(lambda: len(reviewer.groups) == 2)
    assert labels.of_images(db, [leaves, small]) == {small: ["green"]}


def test_the_best_of_all_groups_is_kept_only_after_a_yes(
    reviewer: Reviewer, edited: IndexedLibrary, monkeypatch: pytest.MonkeyPatch
):
    web = edited.photos / "web"
    Answer.given(monkeypatch, yes=False)
    QTest.mouseClick(reviewer.page.best_of_all, LEFT)
    reviewer.until_read()
    assert len(list(web.iterdir())) == 2
    answer = Answer.given(monkeypatch)
    QTest.mouseClick(reviewer.page.best_of_all, LEFT)
    assert answer.asked.startswith("Keep the best of 2 groups and move the other 2 files (")
    reviewer.until_read()
    assert list(web.iterdir()) == []
    assert reviewer.groups == []
    assert reviewer.page.empty.accessibleName() == "No group fits"


def test_a_library_from_before_is_compared_when_the_view_is_opened(edited: IndexedLibrary, open_window: OpenWindow):
    with edited.library.writing() as db:
        db.execute("DELETE FROM alike_pairs")
        db.execute("DELETE FROM pixel_codes")
    reviewer = Reviewer(open_window(edited.library))
    reviewer.person.until_shown(32)
    reviewer.person.window.grid.setFocus()
    jobs = []
    reviewer.person.session.job_started.connect(lambda job: jobs.append(job.title))
    reviewer.open()
    reviewer.choose_kind(GroupKind.NEAR_COPIES)
    reviewer.choose_folder("web")
    assert jobs == ["Looking for near-copies and bursts"]
    assert sorted(reviewer.names()) == [[DISCS, SMALL_DISCS], [LEAVES, SMALL_LEAVES]]


def test_a_library_that_can_only_be_read_is_looked_at(edited: IndexedLibrary, open_window: OpenWindow):
    other = open_library(edited.library.path)
    assert other.read_only
    reviewer = Reviewer(open_window(other))
    reviewer.open()
    reviewer.choose_kind(GroupKind.NEAR_COPIES)
    assert reviewer.groups
    page = reviewer.page
    assert not page.best_of_all.isEnabled()
    assert not page.not_a_pair.isEnabled()
    reviewer.press(Key.Key_B)
    assert not page.trash.isEnabled()
    reviewer.person.window.close_unasked()
