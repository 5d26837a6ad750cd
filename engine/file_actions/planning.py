"""What would come of a wish, before anything is done: what is refused and why, and whose last copy would go."""

import os
import shutil
import stat
from collections.abc import Iterable

from engine.errors import UserError
from engine.file_actions import bookkeeping
from engine.file_actions.looking import CHANGED, GONE, entry_of
from engine.file_actions.refusing import reason_of, shown_path
from engine.file_actions.settling import settle
from engine.file_actions.sidecars_along import Originals, beside
from engine.file_actions.wishes import ActionPlan, FileWish, LeftAlone
from engine.file_reasons import FOLDER_AWAY, NOT_LOOKED_AT
from engine.library import Library
from engine.sentences import said
from engine.skip_kinds import HOLDS_NO_PICTURE
from engine.store import files
from engine.store.file_actions import ActionKind
from engine.store.files import SEPARATOR, ActionFile, within

_TO_A_FOLDER = (ActionKind.MOVE, ActionKind.COPY, ActionKind.EXPORT)
_LEAVES_ITS_FOLDER = (ActionKind.TRASH, ActionKind.MOVE, ActionKind.RENAME)
_FORBIDDEN = '<>:"|?*' if os.name == "nt" else ""


def planned(library: Library, wish: FileWish) -> ActionPlan:
    """Nothing is opened and nothing changes. UserError if nothing of it can be done at all."""
    library.must_be_writable()
    settle(library)
    return foreseen(library, wish)


def foreseen(library: Library, wish: FileWish) -> ActionPlan:
    """The same, also of a library that can only be read now."""
    if wish.kind in _TO_A_FOLDER:
        _must_take_files(library, wish.folder)
    if wish.kind == ActionKind.RENAME:
        must_be_a_name(wish.name)
    looking = _Planning(library, wish)
    chosen, left_alone = [], []
    for file in files.to_act_on(library.db, wish.file_ids):
        why = looking.why_not(file)
        if why is None:
            chosen.append(file)
        else:
            left_alone.append(LeftAlone(file.full_path, why))
    elsewhere = _copies_elsewhere(library, looking, chosen)
    last = _last_copies(chosen, elsewhere) if _takes_away(library, wish) else ()
    sidecars, shared = ((), ()) if wish.kind == ActionKind.EXPORT else _sidecars(chosen)
    plan = ActionPlan(wish, tuple(chosen), tuple(left_alone), last, tuple(elsewhere), sidecars, shared)
    _must_have_room(plan)
    return plan


def copies_there(library: Library, image_id: int) -> list[ActionFile]:
    """The files of an image that are there right now, as they were indexed."""
    looking = _Planning(library, None)
    return [file for file in files.of_images(library.db, [image_id]) if looking.why_not(file) is None]


def must_be_a_name(name: str) -> None:
    """UserError if no file can, or should, be called so. Those that begin with a dot are hidden."""
    if not name.strip() or name.startswith("."):
        raise UserError(said("A file needs a name that does not begin with a dot."))
    if "/" in name or os.fsdecode(SEPARATOR) in name or "\0" in name or any(c in name for c in _FORBIDDEN):
        raise UserError(said("A file cannot be called “{name}”.", name=name))
    if len(os.fsencode(name)) > 200:
        raise UserError(said("This name is too long."))


def _must_take_files(library: Library, folder: bytes | None) -> None:
    if folder is None or not os.path.isdir(folder):
        raise UserError(said("There is no folder {path!r}.", path=shown_path(folder or b"")))
    if within(os.path.realpath(folder), os.fsencode(os.path.realpath(library.path))):
        raise UserError(said("This is the library's own folder; no pictures belong there."))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UserError(said("Nothing can be written to the folder {folder}.", folder=shown_path(folder)))


def _must_have_room(plan: ActionPlan) -> None:
    """For what is to be copied; a file that stays on its drive needs none."""
    folder = plan.wish.folder
    if folder is None or plan.wish.kind not in (ActionKind.COPY, ActionKind.MOVE):
        return
    try:
        drive, free = os.stat(folder).st_dev, shutil.disk_usage(folder).free
        copying = plan.wish.kind == ActionKind.COPY
        needed = sum(f.size for f in plan.files if copying or os.lstat(f.full_path).st_dev != drive)
    except OSError:
        return  # it will be seen when it is done
    if needed > free:
        raise UserError(
            said(
                "There is not enough room in {folder}: {needed:,} MB are needed, {free:,} MB are free.",
                folder=shown_path(folder),
                needed=needed >> 20,
                free=free >> 20,
            )
        )


def _takes_away(library: Library, wish: FileWish) -> bool:
    """Whether files leave the library's folders."""
    if wish.kind == ActionKind.TRASH:
        return True
    if wish.kind != ActionKind.MOVE or wish.folder is None:
        return False
    return bookkeeping.place_of(library.db, os.path.join(os.path.realpath(wish.folder), b"any")) is None


def _sidecars(chosen: Iterable[ActionFile]) -> tuple[tuple[bytes, ...], tuple[bytes, ...]]:
    """Those that go along, and those that stay because they are also another one's."""
    paths = {file.full_path: None for file in chosen}
    going, shared, originals = dict[bytes, None](), dict[bytes, None](), Originals()
    for path in paths:
        found, folder = beside(path, paths, originals=originals), os.path.dirname(path)
        going |= {os.path.join(folder, name): None for name in found.going}
        shared |= {os.path.join(folder, name): None for name in found.shared}
    return tuple(going), tuple(shared)


def _copies_elsewhere(library: Library, looking: "_Planning", chosen: Iterable[ActionFile]) -> list[ActionFile]:
    """The same file under another path is no copy."""
    ids = {file.id for file in chosen}
    image_ids = list(dict.fromkeys(file.image_id for file in chosen if file.image_id is not None))
    others = [file for file in files.of_images(library.db, image_ids) if file.id not in ids]
    going = {entry_of(file.full_path) for file in chosen} if others else set()
    return [file for file in others if looking.why_away(file) is None and entry_of(file.full_path) not in going]


def _last_copies(chosen: Iterable[ActionFile], elsewhere: Iterable[ActionFile]) -> tuple[ActionFile, ...]:
    kept = {file.image_id for file in elsewhere}
    first = {file.image_id: file for file in reversed(list(chosen)) if file.image_id not in kept}
    return tuple(reversed(list(first.values())))


class _Planning:
    """Looks at files for one wish; each folder is asked about once."""

    def __init__(self, library: Library, wish: FileWish | None) -> None:
        self._wish = wish
        self._roots = [folder.path for folder in library.folders()]
        self._troubles = {folder.path: library.why_unavailable(folder) for folder in library.folders()}
        self._target = os.path.realpath(wish.folder) if wish is not None and wish.folder is not None else None
        self._folders: dict[bytes, str | None] = {}

    def why_not(self, file: ActionFile) -> str | None:
        """Why nothing is done to this file, if so."""
        why = self.why_away(file)
        if why is not None or self._wish is None:
            return why
        folder = os.path.dirname(file.full_path)
        if self._wish.kind in _LEAVES_ITS_FOLDER and not os.access(folder, os.W_OK | os.X_OK):
            return said("nothing can be changed in its folder, which is read-only")
        if self._wish.kind == ActionKind.MOVE and os.path.realpath(folder) == self._target:
            return said("it lies there already")
        return None

    def why_away(self, file: ActionFile) -> str | None:
        """Why it is not there, as it was indexed."""
        if file.content is None or file.waiting or file.skipped in HOLDS_NO_PICTURE:
            return (
                said("it has not been read yet")
                if file.skipped is None
                else said("it could not be read as a picture")
            )
        if (trouble := self._troubles.get(file.folder)) is not None:
            return FOLDER_AWAY.with_values(why=trouble)
        try:
            status = os.lstat(file.full_path)
        except FileNotFoundError:
            return GONE
        except OSError as error:
            return NOT_LOOKED_AT.with_values(why=reason_of(error))
        if not stat.S_ISREG(status.st_mode):
            return said("it is a link; the picture itself lies elsewhere")
        if not file.is_as(status.st_size, status.st_mtime_ns):
            return CHANGED
        return self._folder_trouble(os.path.dirname(file.full_path))

    def _folder_trouble(self, folder: bytes) -> str | None:
        if folder not in self._folders:
            real = os.path.realpath(folder)
            is_ours = any(within(real, root) for root in self._roots)
            self._folders[folder] = None if is_ours else said("a link leads out of the library's folders to it")
        return self._folders[folder]
