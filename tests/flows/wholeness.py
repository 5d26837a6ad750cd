"""Whether a library knows all that it should."""

from engine.jobs.checking import check
from engine.library import Library
from engine.progress import finish
from engine.store import codes, images, versions, waiting_rows


def waiting(library: Library) -> int:
    """Files that are still to be read."""
    return waiting_rows.count(library.db, [folder.id for folder in library.folders()])


def coded(library: Library) -> int:
    """Images that can be found."""
    version = versions.active(library.db)
    return 0 if version is None else codes.count(library.db, version.id)


def assert_whole(library: Library, pictures: int) -> None:
    """Every picture has its code, nothing waits, and the check finds no fault."""
    assert images.count(library.db) == pictures
    assert waiting(library) == 0
    assert coded(library) == pictures
    assert finish(check(library)) == []
