"""Weights from the Hugging Face Hub: the one place that opens a connection, and only once somebody said yes.

All other processes are told to keep off that hub (engine/__init__.py). This is done in one of its own (`python -m
engine.model.fetching REPOSITORY FOLDER FILE…`), which is told otherwise and sends nothing but the names of the
files that it wants. Closing the generator ends it and leaves nothing behind.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

from engine.errors import BugError, UserError
from engine.model.known_networks import KnownNetwork
from engine.needed_packages import need_hub
from engine.progress import Progress
from engine.sentences import known_again, said

NOTE = said("Downloading {name}, licence {licence}")
NOT_FETCHED = said("The network could not be downloaded ({why}); please try again with an internet connection.")
_REPORT_SECONDS = 0.2
_USER_ERROR = 3


@contextlib.contextmanager
def folder() -> Iterator[str]:
    """For what is fetched, until it is kept elsewhere."""
    with tempfile.TemporaryDirectory(prefix="dualhash-") as path:
        yield path


def fetched(known: KnownNetwork, folder: str) -> Generator[Progress, None, str]:
    """The path of the weights in `folder`, with their configuration beside them."""
    note = NOTE.with_values(name=known.name, licence=known.licence or said("unknown"))
    project = str(Path(__file__).resolve().parents[2])
    paths = [project, *filter(None, [os.environ.get("PYTHONPATH")])]
    with tempfile.TemporaryFile() as errors:
        child = subprocess.Popen(
            [sys.executable, "-P", "-m", "engine.model.fetching", known.repository, folder, *known.files],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(paths), "PYTHONUTF8": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        try:
            while child.poll() is None:
                yield Progress(min(_bytes_in(folder) // 1_000_000, known.megabytes), known.megabytes, note)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    child.wait(_REPORT_SECONDS)
        finally:
            if child.poll() is None:
                child.kill()
                child.wait()
        errors.seek(0)
        lines = errors.read().decode(errors="replace").strip().splitlines()
    if child.returncode == _USER_ERROR:
        raise UserError(known_again(lines[-1], (NOT_FETCHED,)))
    if child.returncode != 0:
        raise BugError(f"fetching {known.repository} ended with {child.returncode}: {lines[-1:]}")
    return os.path.join(folder, known.files[1])


def _bytes_in(folder: str) -> int:
    sizes = (os.path.join(place, name) for place, _, names in os.walk(folder) for name in names)
    with contextlib.suppress(OSError):
        return sum(os.path.getsize(path) for path in sizes)
    return 0


# ---- in the child ----


def main(repository: str, target: str, *names: str) -> None:
    os.environ["HF_HUB_OFFLINE"] = "0"  # here alone
    os.environ["HF_HUB_DISABLE_PROGRESS_BARS"] = "1"
    need_hub()
    from huggingface_hub import hf_hub_download

    try:
        for name in names:
            hf_hub_download(repository, name, local_dir=target, token=False)
    except Exception as error:  # of the hub, of the connection, of the disk: of each only the first line is told
        why = (str(error).strip() or type(error).__name__).splitlines()[0].rstrip(".")
        print(NOT_FETCHED.with_values(why=why), file=sys.stderr)
        sys.exit(_USER_ERROR)


if __name__ == "__main__":
    main(*sys.argv[1:])
