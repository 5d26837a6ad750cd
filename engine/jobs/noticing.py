"""The photo folders of a library are followed, and what is noticed there is brought into it.

For a window and for the command line alike: they are told when there is something to be done, and then do it.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import CancelledError
from time import monotonic
from typing import TYPE_CHECKING

from engine import log_file
from engine.errors import UserError
from engine.images.kept_worker import KeptWorker
from engine.jobs.attention import Attention
from engine.jobs.looking import Looked, is_dated_back, look
from engine.jobs.waiting_files import WantedImages, nobody
from engine.library import Library
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.onnx_export import cache_folder, prepared
from engine.progress import Progress
from engine.sentences import said
from engine.store.files import within
from engine.watching.followed import Followed
from engine.watching.settling import LookAt, Noticed
from engine.watching.watcher import Watcher

if TYPE_CHECKING:
    from engine.jobs.indexing import Indexed

log = logging.getLogger(__name__)

LEFT = said("What was noticed is left for later: nobody reads new pictures now.")


class Noticing:
    """Follows the folders of a library from `follow` to `end`. `ready` and `said` are called on other threads:
    there is work to do, and how the folders are followed has changed."""

    def __init__(
        self,
        library: Library,
        ready: Callable[[], None],
        said: Callable[[], None] = lambda: None,
        *,
        asks: bool = False,
    ) -> None:
        """`asks`: somebody can be asked about keywords of other programs."""
        self._library, self._asks = library, asks
        self._kept = KeptWorker(LEFT)
        self._linked: set[bytes] = set()  # folders with links to directories
        self._other_names: set[bytes] = set()  # files that may change under another name
        self._scanned: dict[bytes, float] = {}  # photo folders: when the last scan of all began
        self._scanning: dict[bytes, float] = {}  # the same of an indexing that runs
        self._warming = threading.Lock()
        ours = (library.path, os.path.dirname(log_file.path()), os.fspath(cache_folder()))
        self._watcher = Watcher(
            ready, stirred=self._on_stirred, said=said, left_alone=[os.fsencode(path) for path in ours]
        )
        self._watcher.start()

    def follow(self, folders: Iterable[bytes]) -> None:
        """These and no others."""
        self._watcher.follow(list(folders))

    def followed(self) -> list[Followed]:
        return self._watcher.followed()

    @property
    def at_rest(self) -> bool:
        """Nothing that was noticed waits to be worked on."""
        return self._watcher.at_rest

    def work(
        self, workers: int | None = None, wanted: Callable[[], WantedImages] = nobody
    ) -> Generator[Progress, None, Indexed | None]:
        """Bring what was noticed into the library, first what somebody looks at; None if there is nothing."""
        from engine.jobs.indexing import index_noticed  # heavy, so only now

        began = monotonic()  # what is noticed from now on, as a file that is closed, this look may leave out
        noticed = self._to_look_at(self._watcher.take())
        if not noticed.looks:
            return None
        known = {folder.path for folder in self._library.folders()}
        whole = {look.path: began for look in noticed.looks if look.below and look.path in known}
        try:
            result = yield from index_noticed(
                self._library,
                noticed,
                frozenset(self._linked),
                self._kept,
                workers=workers,
                attention=Attention(wanted=wanted, asks=self._asks),
                other_names=frozenset(self._other_names),
            )
        except CancelledError:  # the worker was ended under us: watching was turned off, or we paused for long
            self._watcher.put_off(noticed)
            raise UserError(LEFT) from None
        except BaseException:
            self._watcher.put_off(noticed)  # at once it would only fail again, or somebody has cancelled it
            raise
        self._scanned |= whole
        self._linked |= result.linked
        self._other_names |= result.other_names
        return result

    def meanwhile(self, under_way: frozenset[bytes]) -> Generator[Progress, None, Looked | None]:
        """A look at what was noticed while an indexing reads files. Those that it has under way are left for later:
        what it stores of them may be older than what was noticed."""
        self._scanned |= self._scanning
        noticed = self._to_look_at(self._watcher.take(only_due=True))
        if not noticed.looks:
            return None
        left = {path for path in under_way if any(_takes_in(each, path) for each in noticed.looks)}
        now = monotonic()
        left_looks = {LookAt(path, False): now for path in left}
        self._watcher.put_off(Noticed(left_looks, rewritten=noticed.rewritten & left))
        others = Noticed(noticed.looks, noticed.unfinished | left, noticed.rewritten - left)
        try:
            looked = yield from look(self._library, others, frozenset(self._linked), frozenset(self._other_names))
        except BaseException:
            self._watcher.put_off(noticed)
            raise
        self._linked |= looked.linked
        self._other_names |= looked.other_names
        return looked

    def unfinished(self) -> frozenset[bytes]:
        """Files that are being written now."""
        return self._watcher.unfinished()

    def indexing(
        self, folders: Iterable[bytes], work: Generator[Progress, None, Indexed]
    ) -> Generator[Progress, None, Indexed]:
        """The indexing of these whole folders: what was noticed before it began need not be looked at any more.
        What it had to put off is looked at when it is over, unless it has failed: so would that."""
        self._scanning = dict.fromkeys(folders, monotonic())
        try:
            result = yield from work
            self._linked |= result.linked
            self._other_names |= result.other_names
            self._scanned |= {path: at for path, at in self._scanning.items() if path not in result.unavailable}
            self._watcher.take_up()
            return result
        except GeneratorExit:
            self._watcher.take_up()
            raise
        finally:
            self._scanning = {}

    def rest(self) -> None:
        """Nothing has happened for a while: the worker that is kept goes."""
        self._kept.rest()

    def end(self) -> None:
        self._kept.stop()
        self._watcher.end()  # which a drive may keep waiting

    def _to_look_at(self, noticed: Noticed) -> Noticed:
        """Without what was scanned since; with all names under which something else may have changed now."""
        looks = {
            look: when
            for look, when in noticed.looks.items()
            if not self._is_scanned(look, when) or (look.path in noticed.rewritten and is_dated_back(look.path))
        }
        if looks and self._other_names:
            looks = dict.fromkeys((LookAt(path, False) for path in self._other_names), monotonic()) | looks
        return Noticed(looks, noticed.unfinished, noticed.rewritten)

    def _is_scanned(self, look: LookAt, when: float) -> bool:
        return any(within(look.path, folder) and began > when for folder, began in self._scanned.items())

    def _on_stirred(self) -> None:
        """A picture may be about to come: the worker that will read it takes longer to start than to read."""
        if not self._scanning:  # an indexing has workers of its own
            threading.Thread(target=self._warm_up, name="warming up", daemon=True).start()

    def _warm_up(self) -> None:
        if not self._warming.acquire(blocking=False):
            return
        try:
            self._kept.warm_up(EFFICIENTNET_LITE0.name, lambda: prepared(EFFICIENTNET_LITE0))
        except UserError:
            pass  # the program is closing
        except Exception:
            log.exception("the worker for new pictures could not be started")
        finally:
            self._warming.release()


def _takes_in(look: LookAt, path: bytes) -> bool:
    return within(path, look.path) and (look.below or path == look.path or os.path.dirname(path) == look.path)
