"""What takes long to make and always comes out the same: made by one process, kept for the others and later runs.

It lies under a key of all that it is made from: our sources, the installed packages, the Python that runs them. If
one of these changes, it is made anew and the old one removed.
"""

import hashlib
import platform
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path

from filelock import FileLock

PROJECT = Path(__file__).resolve().parents[1]


@contextmanager
def made_once(root: Path, name: str, make: Callable[[Path], None], *sources: str) -> Iterator[Path]:
    """The folder below `root` that `make` has filled, and that is this process's while it copies what it needs.

    `sources` are the files and folders of the project that it is made from.
    """
    folder = root / f"{name}-{_key(sources)}"
    with FileLock(root / f"{name}.lock"):
        if not folder.exists():
            for other in root.glob(f"{name}-*"):  # of another key, or left half made by one that was killed
                shutil.rmtree(other)
            part = root / f"{name}-part"
            part.mkdir()
            make(part)
            part.rename(folder)
        yield folder


def _key(sources: tuple[str, ...]) -> str:
    digest = hashlib.sha256(f"{platform.python_implementation()} {platform.python_version()}".encode())
    digest.update(f"{platform.system()} {platform.machine()}".encode())
    for package in sorted({f"{one.name} {one.version}" for one in metadata.distributions()}):
        digest.update(package.encode())
    for source in sources:
        path = PROJECT / source
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            digest.update(f"{file.relative_to(PROJECT)} ".encode() + file.read_bytes())
    return digest.hexdigest()[:16]
