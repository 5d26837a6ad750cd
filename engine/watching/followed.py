"""How photo folders are followed, and why, in words."""

import sys
from dataclasses import dataclass, field
from enum import StrEnum

from engine.sentences import joined, said
from engine.watching.polled_tree import PolledTree

if sys.platform == "linux":
    from engine.watching.inotify_tree import system_limit


class How(StrEnum):
    """How a folder is followed."""

    SETTING_UP = "setting up"
    WATCHED = "watched"
    PARTLY = "partly polled"
    POLLED = "polled"
    AWAY = "away"


@dataclass(frozen=True, slots=True)
class Followed:
    """A photo folder, how it is followed, and why not otherwise; empty where there is nothing to say."""

    path: bytes
    how: How
    why: str = ""


@dataclass(slots=True)
class FollowedRoot:
    """A photo folder as the watcher sees it."""

    path: bytes
    how: How = How.SETTING_UP
    identity: tuple[int, int] | None = None
    remote: str = ""  # the kind of network drive that it lies on
    inside: set[bytes] = field(default_factory=set)  # network drives below it
    over_limit: int = 0  # folders that the system does not let us watch; those below them are not counted
    trouble: str = ""
    polled: PolledTree | None = None

    def how_now(self) -> How:
        """Once all of it is followed."""
        return How.PARTLY if self.polled is not None else How.WATCHED

    def state(self) -> Followed:
        return Followed(self.path, self.how, "" if self.polled is None else self._why(self.polled))

    def _why(self, polled: PolledTree) -> str:
        seconds = polled.seconds
        if self.how == How.POLLED:
            reason = said("it is a network drive ({kind})", kind=self.remote) if self.remote else self.trouble
            return said(
                "It is not watched, but looked at every {seconds:.0f} s instead: {why}.",
                seconds=seconds,
                why=reason,
            )
        reasons = []
        if self.over_limit:
            reasons.append(
                said(
                    "The system lets programs watch {limit} (fs.inotify.max_user_watches); "
                    "{count:,} folders are looked at every {seconds:.0f} s instead.",
                    limit=_limit_text(),
                    count=polled.count(),
                    seconds=seconds,
                )
            )
        if self.inside:
            reasons.append(
                said(
                    "Network drives in it are not watched, but looked at every {seconds:.0f} s instead.",
                    seconds=seconds,
                )
            )
        if self.trouble:
            reasons.append(
                said(
                    "Part of it cannot be watched ({why}) and is looked at every {seconds:.0f} s instead.",
                    why=self.trouble,
                    seconds=seconds,
                )
            )
        return joined(" ", reasons)


def _limit_text() -> str:
    limit = system_limit() if sys.platform == "linux" else None
    return said("only so many folders") if limit is None else said("{limit:,} folders", limit=limit)
