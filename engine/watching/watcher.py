"""Follows photo folders: what needs a look there, and how each of them is followed.

A folder is watched where the system tells of changes, and polled where it cannot: on network drives, which others
change unseen, and beyond the system's limits. One that is away is waited for.
"""

import logging
import os
import sys
import threading
from collections.abc import Callable, Sequence

from engine.sentences import said
from engine.store.files import SEPARATOR, within
from engine.watching.drives import MountTable, mount_points, remote_kind
from engine.watching.followed import Followed, FollowedRoot, How
from engine.watching.observed_tree import ObservedTree
from engine.watching.polled_tree import PolledTree
from engine.watching.settling import Noticed, Settling

if sys.platform == "linux":
    from engine.watching.inotify_tree import InotifyTree

log = logging.getLogger(__name__)

LONG_SECONDS = 600.0
CHECK_SECONDS = 1.5  # between two looks whether a folder is there, and the same


class Watcher:
    """Follows the folders that it is told of, on threads of its own; use `end` when done.

    `ready` is called, on such a thread, when something is to be taken; again only after it was. `stirred` is
    called as soon as something happens after a rest, `said` when how the folders are followed has changed.
    """

    def __init__(
        self,
        ready: Callable[[], None],
        *,
        stirred: Callable[[], None] = lambda: None,
        said: Callable[[], None] = lambda: None,
        left_alone: Sequence[bytes] = (),
    ) -> None:
        self._ready, self._said = ready, said
        self._left_alone = [os.path.realpath(path) for path in left_alone]
        self._settling = Settling(stirred)
        self._guard = threading.Lock()
        self._roots: dict[bytes, FollowedRoot] = {}
        self._wanted: list[bytes] | None = None
        self._points = mount_points()
        self._remounted: set[bytes] = set()
        self._lost: set[bytes] = set()  # photo folders whose watch the system took away
        self._overflowed = False
        self._stepping = False
        self._taken = threading.Event()
        self._ending = False
        self._tree: InotifyTree | ObservedTree | None = None
        self._why_no_tree = ""
        self._mounts = MountTable(self._on_remounted) if MountTable.is_there() else None
        self._woken = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watching folders", daemon=True)
        self._teller = threading.Thread(target=self._tell, name="telling of changes", daemon=True)

    def start(self) -> None:
        self._thread.start()
        self._teller.start()
        if self._mounts is not None:
            self._mounts.start()

    def follow(self, paths: Sequence[bytes]) -> None:
        """These folders from now on, and no others. Returns at once; each is then to be looked at as a whole."""
        with self._guard:
            self._wanted = list(paths)
        self._woken.set()

    def take(self, only_due: bool = False) -> Noticed:
        """What needs a look now; with `only_due` nothing, if more may happen this moment."""
        noticed = self._settling.take(only_due)
        if noticed.looks or not only_due:
            self._taken.set()
        return noticed

    def unfinished(self) -> frozenset[bytes]:
        """Files that are being written now."""
        return self._settling.unfinished()

    def put_off(self, noticed: Noticed) -> None:
        """What was taken and not looked at: it is taken once more with what is noticed next, or after `take_up`."""
        self._settling.put_off(noticed)

    def take_up(self) -> None:
        """What was put off needs a look now."""
        self._settling.take_up()

    def followed(self) -> list[Followed]:
        with self._guard:
            return [root.state() for root in self._roots.values()]

    @property
    def at_rest(self) -> bool:
        """All folders are followed, nothing needs a look, and nothing is being written."""
        with self._guard:
            setting_up = any(root.how == How.SETTING_UP for root in self._roots.values())
            told = self._remounted or self._lost or self._overflowed
            busy = self._wanted is not None or setting_up or told or self._stepping
        return not busy and self._settling.at_rest

    def end(self) -> None:
        self._ending = True
        self._woken.set()
        self._settling.end()
        self._taken.set()
        if self._mounts is not None:
            self._mounts.end()
        for thread in (self._thread, self._teller):
            if thread.ident is not None:
                thread.join()

    # -- telling ------------------------------------------------------------------------------------------------

    def _tell(self) -> None:
        while not self._ending:
            if self._settling.wait_until_due(LONG_SECONDS):
                self._taken.clear()
                self._ready()
                self._taken.wait()

    # -- on the thread that watches -----------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            self._make_tree()
            while not self._ending:
                self._woken.wait(CHECK_SECONDS)
                self._woken.clear()
                if not self._ending:
                    self._step()
        except Exception:
            log.exception("folders are not watched any more")
        finally:
            self._end_trees()

    def _step(self) -> None:
        with self._guard:
            wanted, self._wanted = self._wanted, None
            remounted, self._remounted = self._remounted, set()
            lost, self._lost = self._lost, set()
            overflowed, self._overflowed = self._overflowed, False
            self._stepping = True
        if wanted is not None:
            self._follow(wanted)
        if remounted:
            self._points = mount_points()
        if overflowed:
            log.warning("more has changed than the system could tell of; all folders are looked at")
        for root in list(self._roots.values()):
            if root.path in lost:
                root.identity, root.how = None, How.SETTING_UP
            if overflowed:
                self._begin(root)
            else:
                self._check(root, {point for point in remounted if _is_inside(point, root.path)})
        self._stepping = False

    def _make_tree(self) -> None:
        try:
            if sys.platform == "linux":
                self._tree = InotifyTree(
                    self._settling,
                    self._is_left_alone,
                    self._on_refused,
                    self._on_lost,
                    self._on_overflow,
                    self._is_ending,
                )
            else:
                self._tree = ObservedTree(self._settling, self._is_left_alone)
        except OSError as error:
            self._why_no_tree = said(
                "the system does not let us watch it ({why})", why=error.strerror or str(error)
            )
            log.warning("folders are polled: %s", self._why_no_tree)

    def _follow(self, paths: Sequence[bytes]) -> None:
        for path in [path for path in self._roots if path not in paths]:
            root = self._roots[path]
            self._leave(root)
            with self._guard:
                del self._roots[path]
            self._settling.forget(path)
        for path in paths:
            if path not in self._roots:
                with self._guard:
                    self._roots[path] = FollowedRoot(path)
        self._said()

    def _check(self, root: FollowedRoot, remounted: set[bytes]) -> None:
        """Is it still there, and the same? What was mounted in it is another now."""
        remote = remote_kind(root.path, self._points)
        # A network drive may not answer for long: whether it is there, the thread sees that polls it.
        identity = (0, 0) if remote else _identity(root.path)
        if root.how == How.SETTING_UP or (identity, remote) != (root.identity, root.remote):
            root.identity, root.remote = identity, remote
            self._begin(root)
        elif remounted:
            for point in remounted:
                self._follow_again(root, point)

    def _begin(self, root: FollowedRoot) -> None:
        """Follow it from the start; it is looked at as a whole when that is done, or when it is away. Who polls
        tells of that by itself."""
        self._leave(root)
        root.trouble, root.over_limit, root.inside = "", 0, set()
        if root.identity is not None and (root.remote or self._tree is None):
            root.how, root.trouble = How.POLLED, self._why_no_tree
            self._poll(root, root.path)
        else:
            if root.identity is None:
                root.how = How.AWAY
            else:
                self._watch(root, root.path)
                root.how = root.how_now()
            self._settling.changed(root.path, below=True, stirs=False)
        self._said()

    def _follow_again(self, root: FollowedRoot, point: bytes) -> None:
        """A drive inside it has come or gone."""
        if self._tree is not None and not root.remote:
            self._tree.remove(point)
            root.inside.discard(point)
            is_polled = self._is_left_alone(point)
            if not is_polled:
                self._watch(root, point)
            root.how = root.how_now()
            if is_polled:
                self._said()
                return
        self._settling.changed(point, below=True)
        self._said()

    def _watch(self, root: FollowedRoot, top: bytes) -> None:
        assert self._tree is not None
        try:
            self._tree.add(top)
        except OSError as error:
            self._on_refused(top, error.strerror or str(error))

    def _leave(self, root: FollowedRoot) -> None:
        if self._tree is not None:
            self._tree.remove(root.path)
        if root.polled is not None:
            root.polled.end()
            root.polled = None

    def _poll(self, root: FollowedRoot, top: bytes) -> None:
        if root.polled is None:
            root.polled = PolledTree(self._settling, self._is_left_alone)
            root.polled.start()
        root.polled.add(top)

    def _end_trees(self) -> None:
        for root in self._roots.values():
            if root.polled is not None:
                root.polled.end()
        if self._tree is not None:
            self._tree.end()

    # -- what trees ask and tell, on their threads --------------------------------------------------------------

    def _is_left_alone(self, path: bytes) -> bool:
        """It is not ours to watch, or is polled."""
        if any(within(path, each) for each in self._left_alone):
            return True
        root = self._root_of(path)
        if root is None or root.remote or path not in self._points or path == root.path:
            return False
        if not remote_kind(path, self._points):
            return False
        root.inside.add(path)
        self._poll(root, path)
        return True

    def _is_ending(self) -> bool:
        return self._ending

    def _on_refused(self, path: bytes, trouble: str) -> None:
        """It cannot be watched; without trouble, there are too many. So it is polled."""
        root = self._root_of(path)
        if root is None:
            return
        if trouble:
            root.trouble = trouble
        else:
            root.over_limit += 1
        self._poll(root, path)
        if root.how == How.WATCHED:
            root.how = How.PARTLY
            self._said()

    def _on_lost(self, path: bytes) -> None:
        """The folder that has its place now, or has it soon, may be one that says it is the same: a drive was
        unmounted and mounted again since the last look. Of folders inside, the one above tells."""
        if path in self._points:
            self._on_remounted({path})
        if path in self._roots:
            with self._guard:
                self._lost.add(path)
            self._woken.set()

    def _on_overflow(self) -> None:
        with self._guard:
            self._overflowed = True
        self._woken.set()

    def _on_remounted(self, points: set[bytes]) -> None:
        with self._guard:
            self._remounted |= points
        self._woken.set()

    def _root_of(self, path: bytes) -> FollowedRoot | None:
        return next((root for root in list(self._roots.values()) if within(path, root.path)), None)


def _is_inside(point: bytes, folder: bytes) -> bool:
    """And not hidden there."""
    return within(point, folder) and not any(
        name.startswith(b".") for name in point[len(folder) :].split(SEPARATOR)
    )


def _identity(path: bytes) -> tuple[int, int] | None:
    """Which folder of which drive it is; None if it is not there."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino
