"""Do the pages of a database fit together? SQLite looks at all of them in one call, seconds for each gigabyte, so
that happens on a thread of its own: whoever waits hears of it meanwhile, and can leave."""

from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor, wait

from engine.library import Library
from engine.store.connection import Database
from engine.store.database import complaints

SECONDS_BETWEEN_REPORTS = 0.2


def complaints_of(library: Library, database_of: Callable[[Library], Database]) -> Generator[None, None, list[str]]:
    """What SQLite finds wrong; None now and again until it has looked."""
    with ThreadPoolExecutor(1, thread_name_prefix="pages") as thread:
        db = thread.submit(database_of, library).result()
        found = thread.submit(complaints, db)
        try:
            while not wait([found], SECONDS_BETWEEN_REPORTS).done:
                yield None
        except BaseException:  # whoever waits has enough of it, or pressed Ctrl+C
            db.conn.interrupt()
            raise
        finally:
            thread.submit(library.close_thread)
    return found.result()
