"""What others change, as the server tells it: labels and decisions that somebody gave or took back, and that the
library was published again."""

from collections.abc import Callable

from engine.store.postgres.database import SharedDatabase, connected
from engine.store.postgres.schema import CHANNEL, SAID_BY_ALL
from engine.store.postgres.troubles import asking

PUBLISHED = "published"


def tell_published(db: SharedDatabase) -> None:
    db.ask("SELECT pg_notify(%s, %s)", (CHANNEL, PUBLISHED))


class Notices:
    """Has a connection of its own, in a thread of its own: it waits."""

    def __init__(self, address: str, is_ours: Callable[[int], bool] = lambda number: False) -> None:
        """What comes from a connection that `is_ours`, by the server's number for it, is not told."""
        self._address, self._is_ours = address, is_ours
        self._connection = connected(address)
        with asking(address):
            self._connection.execute(f"LISTEN {CHANNEL}")

    def wait(self, seconds: float) -> frozenset[str]:
        """PUBLISHED, or the tables in which something changed, as soon as something did; none, if nothing did in
        that time. ConnectionBrokenError where the connection broke: whoever begins anew has to look at everything
        once."""
        with asking(self._address):
            told = self._connection.notifies(timeout=seconds, stop_after=1)
            others = [notice.payload for notice in told if not self._is_ours(notice.pid)]
        return frozenset(what for what in others if what in (*SAID_BY_ALL, PUBLISHED))

    def close(self) -> None:
        self._connection.close()
