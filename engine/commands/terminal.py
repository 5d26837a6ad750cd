"""What a person sees in the terminal: progress on standard error, results on standard output."""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
import time
from collections.abc import Generator
from contextlib import ExitStack
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar

from engine.progress import Pace, Progress, finish, reporting

if TYPE_CHECKING:
    from tqdm import tqdm

T = TypeVar("T")

_log = logging.getLogger(__name__)

SECONDS_BETWEEN_LINES = 10.0


def run_with_progress(work: Generator[Progress, None, T]) -> T:
    """Run long work to its end, with its progress. Ctrl+C cancels it, at its next report."""
    try:
        return with_progress(_until_ctrl_c(work))
    finally:
        work.close()


def with_progress(work: Generator[Progress, None, T]) -> T:
    """The same for work that may be silent for long: a bar on a terminal, a line now and then elsewhere, with
    --quiet nothing. Ctrl+C ends it wherever it is."""
    try:
        if not _log.isEnabledFor(logging.INFO):
            return finish(work)
        return _bar(work) if sys.stderr.isatty() else _lines(work)
    finally:
        work.close()


def _until_ctrl_c(work: Generator[Progress, None, T]) -> Generator[Progress, None, T]:
    """The reports of `work`; after Ctrl+C a KeyboardInterrupt in place of the next one, after a second one at once.

    Python's own handler raises wherever it happens to be. That may be inside the callback of a weak reference,
    and then the interrupt is lost: seen once in 450 times.
    """
    pressed = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True

    listens = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if listens:
        signal.signal(signal.SIGINT, note)

    def heard(progress: Progress) -> Progress:
        if pressed:
            raise KeyboardInterrupt
        return progress

    try:
        result = yield from reporting(work, heard)
        if pressed:  # after the last report: what follows is not to begin
            raise KeyboardInterrupt
        return result
    finally:
        if listens:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def _bar(work: Generator[Progress, None, T]) -> T:
    with ExitStack() as closing:
        bar: tqdm[Any] | None = None

        def show(progress: Progress) -> None:
            nonlocal bar
            if bar is None:
                bar = closing.enter_context(_new_bar())
            if progress.note != bar.desc.removesuffix(": ") or progress.total != bar.total:
                bar.reset(total=progress.total)
                bar.set_description(progress.note)
            bar.update(progress.done - bar.n)

        return finish(work, show)


def _new_bar() -> tqdm[Any]:
    from tqdm import tqdm  # a tenth of what a search takes to import, and most often there is nothing to report

    return tqdm(file=sys.stderr, unit="", dynamic_ncols=True, leave=False)


def _lines(work: Generator[Progress, None, T]) -> T:
    pace, said_at, note = Pace(), time.monotonic(), ""

    def show(progress: Progress) -> None:
        nonlocal said_at, note
        pace.saw(progress)
        if progress.note != note or time.monotonic() - said_at > SECONDS_BETWEEN_LINES:
            said_at, note = time.monotonic(), progress.note
            print(_line(progress, pace), file=sys.stderr, flush=True)

    return finish(work, show)


def _line(progress: Progress, pace: Pace) -> str:
    text = f"{progress.note}: {progress.done}"
    if progress.total is not None:
        text += f" of {progress.total}"
    return ", ".join([text, *pace.words(progress)])


def print_json(document: Any) -> None:
    """One document. Paths that are not UTF-8 come as surrogate escapes and round-trip through os.fsencode."""
    print(json.dumps(document, indent=2))


def print_line(text: str) -> None:
    """A line for a person; control characters and what the terminal cannot show are escaped."""
    printable = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
    encoding = sys.stdout.encoding or "utf-8"
    print(printable.encode(encoding, "backslashreplace").decode(encoding))


def path_text(path: bytes) -> str:
    return os.fsdecode(path)
