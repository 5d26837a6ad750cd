"""`dualhash watch FOLDER…`: index folders, then go on noticing what changes in them, until Ctrl+C."""

import argparse
import json
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from engine.commands.index import document, folders_named, sentence, teach_library_itself
from engine.commands.terminal import path_text, print_line, run_with_progress
from engine.errors import UserError
from engine.jobs.attention import Attention
from engine.jobs.indexing import Indexed, index
from engine.jobs.noticing import Noticing
from engine.library import Library
from engine.search.searcher import save_index
from engine.store import versions
from engine.store.folders import Folder
from engine.watching.followed import Followed

WRITES = True
REST_SECONDS = 300.0  # without a change; then the worker that is kept goes
COUNTS = ("found", "added", "changed", "moved", "missing", "skipped", "unchanged")
EVENTS = ("added", "changed", "moved", "missing")  # the others are of the indexing at the beginning


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="photo folders; none: all that are known")
    parser.add_argument("--workers", type=int, metavar="N", help="worker processes (default: one per core)")
    parser.add_argument(
        "--lines", action="store_true", help="print a JSON document on a line of its own for each change"
    )


def run(library: Library, arguments: argparse.Namespace) -> dict[str, Any]:
    library.must_be_writable()
    if arguments.workers is not None and arguments.workers < 1:
        raise UserError("--workers must be at least 1.")
    if arguments.lines and arguments.json:
        raise UserError("--json prints one document at the end, --lines one for each change; choose one of them.")
    watching = _Watching(library, folders_named(library, arguments.folders), arguments)
    with _ended_by_signals():
        try:
            watching.run()
        except KeyboardInterrupt:
            print("dualhash: watching ends; what was stored stays.", file=sys.stderr)
        finally:
            watching.end()
    if versions.active(library.db) is not None:
        save_index(library)
    return watching.document()


@dataclass
class _Watching:
    """One run of the command."""

    library: Library
    folders: Sequence[Folder]
    arguments: argparse.Namespace
    total: Indexed = field(default_factory=Indexed)
    followed: list[Followed] = field(default_factory=list)
    said: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._ready = threading.Event()
        self._noticing = Noticing(self.library, self._ready.set, self._ready.set)

    def run(self) -> None:
        paths = [folder.path for folder in self.folders]
        self._noticing.follow(paths)
        work = index(
            self.library,
            self.folders,
            workers=self.arguments.workers,
            attention=Attention(unfinished=self._noticing.unfinished, meanwhile=self._noticing.meanwhile),
        )
        begun = run_with_progress(self._noticing.indexing(paths, work))
        self.total.found, self.total.skipped, self.total.unchanged = begun.found, begun.skipped, begun.unchanged
        self._tell(begun)
        teach_library_itself(self.library)
        print(f"Watching {_folders_text(len(paths))}; Ctrl+C ends it.", file=sys.stderr, flush=True)
        while True:
            self._say_how()
            if not self._ready.wait(REST_SECONDS):
                self._noticing.rest()
                continue
            self._ready.clear()
            self._look()

    def end(self) -> None:
        self.followed = self._noticing.followed()
        self._noticing.end()

    def document(self) -> dict[str, Any]:
        how = [{"path": path_text(each.path), "how": str(each.how), "why": each.why} for each in self.followed]
        return {"folders": how} | {name: getattr(self.total, name) for name in COUNTS}

    def _look(self) -> None:
        result = run_with_progress(self._noticing.work(self.arguments.workers))
        if result is not None:
            self._tell(result)
            teach_library_itself(self.library)

    def _tell(self, result: Indexed) -> None:
        for name in EVENTS:
            setattr(self.total, name, getattr(self.total, name) + getattr(result, name))
        for path in result.unavailable:
            print(f"The folder {path_text(path)!r} is not available; what is known of it is kept.", file=sys.stderr)
        if self.arguments.lines and result.is_any_change:
            print(json.dumps(document(result)), flush=True)
        elif not self.arguments.json and result.is_any_change:
            print_line(sentence(result))
            sys.stdout.flush()

    def _say_how(self) -> None:
        """Once for each folder that is not simply watched."""
        for each in self._noticing.followed():
            line = f"{path_text(each.path)}: {each.why}"
            if each.why and line.split("every")[0] not in self.said:
                self.said.add(line.split("every")[0])
                print(line, file=sys.stderr)


def _folders_text(count: int) -> str:
    return "1 folder" if count == 1 else f"{count:,} folders"


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """A plain kill ends it as Ctrl+C does."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
