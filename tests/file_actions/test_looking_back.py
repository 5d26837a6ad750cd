"""The log of file actions, read page by page."""

import os
from pathlib import Path

import pytest

from engine.file_actions import looking_back
from engine.file_actions.looking_back import logged_batches, logged_files
from engine.file_actions.undoing import take_back
from engine.progress import finish
from engine.store.file_actions import ActionKind
from tests.file_actions.conftest import Desk

LEAVES = ["leaves/leaves-0.jpg", "leaves/leaves-1.jpg", "leaves/leaves-2.jpg"]


def test_the_last_comes_first_with_what_can_still_be_undone(desk: Desk, tmp_path: Path):
    moved = desk.do(ActionKind.MOVE, *LEAVES[:2], folder=desk.photos / "discs")
    copied = desk.do(ActionKind.COPY, LEAVES[2], folder=tmp_path)
    found, more = logged_batches(desk.library)
    assert [(each.about.batch, each.about.kind, each.about.done) for each in found] == [
        (copied.batch, ActionKind.COPY, 1),
        (moved.batch, ActionKind.MOVE, 2),
    ]
    assert [each.can_be_undone for each in found] == [True, True]
    assert more is None
    os.unlink(copied.done[0].target or b"")
    assert moved.batch is not None
    finish(take_back(desk.library, moved.batch))
    found, _ = logged_batches(desk.library)
    assert [(each.about.kind, each.can_be_undone) for each in found] == [
        (ActionKind.MOVE, True),  # what took it back can be taken back itself
        (ActionKind.COPY, False),
        (ActionKind.MOVE, False),
    ]
    files, _ = logged_files(desk.library, moved.batch)
    assert [os.path.basename(each.action.source) for each in files] == [b"leaves-0.jpg", b"leaves-1.jpg"]
    assert not any(each.can_be_undone for each in files)


def test_what_failed_is_in_the_log_and_cannot_be_undone(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr("engine.file_actions.transfers.rename", refuse)
    desk.do(ActionKind.RENAME, LEAVES[0], name="oak")
    found, _ = logged_batches(desk.library)
    assert [(each.about.done, each.about.failed, each.can_be_undone) for each in found] == [(0, 1, False)]
    files, _ = logged_files(desk.library, found[0].about.batch)
    assert files[0].action.reason == "no room"


def test_a_long_log_comes_in_pages(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(looking_back, "PAGE", 2)
    for name in LEAVES:
        desk.do(ActionKind.COPY, name, folder=tmp_path)
    several = desk.do(ActionKind.COPY, *LEAVES, folder=tmp_path)
    assert several.batch is not None
    first, before = logged_batches(desk.library)
    rest, end = logged_batches(desk.library, before)
    assert [each.about.done for each in (*first, *rest)] == [3, 1, 1, 1]
    assert end is None or logged_batches(desk.library, end) == ([], None)
    files, after = logged_files(desk.library, several.batch)
    assert after is not None
    more, _ = logged_files(desk.library, several.batch, after)
    assert [each.action.source for each in (*files, *more)] == [os.fsencode(desk.photos / name) for name in LEAVES]
