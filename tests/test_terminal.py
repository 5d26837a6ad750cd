"""Progress in the terminal, and who hears Ctrl+C meanwhile."""

import signal
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.commands.terminal import run_with_progress
from engine.progress import Progress


def work() -> Generator[Progress, None, object]:
    yield Progress(0, 1, "Working")
    return signal.getsignal(signal.SIGINT)


@pytest.mark.usefixtures("ctrl_c_is_heard")
def test_ctrl_c_is_heard_while_it_works_and_then_is_as_before():
    before = signal.getsignal(signal.SIGINT)
    assert before is signal.default_int_handler
    assert run_with_progress(work()) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_a_handler_of_someone_else_is_left_alone_from_any_thread():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with ThreadPoolExecutor(1) as thread:
            assert thread.submit(run_with_progress, work()).result() is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
