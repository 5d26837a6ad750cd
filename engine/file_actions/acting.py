"""Doing what was planned. Each file is looked at once more, to its last byte, just before it is touched."""

import os
from collections.abc import Generator
from contextlib import ExitStack

from engine.errors import UserError
from engine.file_actions.carrying import Carrier
from engine.file_actions.held_folder import HeldFolder, held
from engine.file_actions.jpeg_export import JpegExport
from engine.file_actions.looking import entry_of, seen_now, seen_unchanged
from engine.file_actions.planning import copies_there
from engine.file_actions.refusing import NotTouchedError, reason_of
from engine.file_actions.settling import settle
from engine.file_actions.sidecars_along import Carried, beside
from engine.file_actions.wishes import Acted, ActionPlan, LeftAlone
from engine.library import Library
from engine.progress import Progress
from engine.sentences import said, text_of
from engine.store.file_actions import ActionKind
from engine.store.files import ActionFile

_NOTES = {
    ActionKind.TRASH: said("Moving to the trash"),
    ActionKind.MOVE: said("Moving files"),
    ActionKind.RENAME: said("Renaming files"),
    ActionKind.COPY: said("Copying files"),
    ActionKind.EXPORT: said("Exporting pictures"),
}


def carry_out(library: Library, plan: ActionPlan, acted: Acted | None = None) -> Generator[Progress, None, Acted]:
    """Do it, file by file. What is refused or fails on the way is left where it is and named; the others go on.

    `acted` is filled meanwhile: whoever cancels finds in it what was done until then."""
    library.must_be_writable()
    settle(library)
    acted = Acted(plan.wish.kind) if acted is None else acted
    acted.left_alone += plan.left_alone
    with ExitStack() as opened:
        acting = _Acting(library, plan, acted, opened)
        for done, file in enumerate(plan.files):
            yield Progress(done, len(plan.files), _NOTES[plan.wish.kind])
            acting.act(file)
    yield Progress(len(plan.files), len(plan.files), _NOTES[plan.wish.kind])
    return acted


class _Acting:
    def __init__(self, library: Library, plan: ActionPlan, acted: Acted, opened: ExitStack) -> None:
        self._library, self._plan, self._acted = library, plan, acted
        self._wish, self._losing = plan.wish, plan.losing()
        self._roots = [folder.path for folder in library.folders()]
        self._going = {file.full_path for file in plan.files}  # without those that turned out to stay
        self._later = set(self._going)  # whose turn is still to come
        self._carrier = Carrier(library, acted)
        folder = plan.wish.folder
        self._target: HeldFolder | None = None if folder is None else opened.enter_context(held(folder))
        self._export = opened.enter_context(JpegExport()) if plan.wish.kind == ActionKind.EXPORT else None

    def act(self, file: ActionFile) -> None:
        self._later.discard(file.full_path)
        try:
            self._act(file)
        except NotTouchedError as error:
            self._stays(file.full_path, text_of(error))
        except OSError as error:
            self._stays(file.full_path, reason_of(error))

    def _stays(self, path: bytes, why: str) -> None:
        self._going.discard(path)
        self._acted.left_alone.append(LeftAlone(path, why))

    def _act(self, file: ActionFile) -> None:
        path, content = file.full_path, file.content
        assert content is not None, "what was not read is not planned"
        if self._wish.kind == ActionKind.TRASH and file.image_id not in self._losing:
            self._must_leave_a_copy(file)
        with held(os.path.dirname(path), self._roots) as folder:
            seen = seen_unchanged(folder, os.path.basename(path), content, file.size, file.mtime_ns)
            if self._export is not None and self._target is not None:
                data = self._export.made(folder, os.path.basename(path), seen, file, self._wish)
                self._carrier.write(path, data.jpeg, data.content, self._target, data.name)
            else:
                self._carry(Carried(path, folder, seen, content), self._along(path, folder))

    def _carry(self, picture: Carried, along: list[Carried]) -> None:
        kind = self._wish.kind
        if kind == ActionKind.TRASH:
            self._carrier.trash(picture, along)
        elif kind == ActionKind.RENAME:
            new = os.fsencode(self._wish.name) + os.path.splitext(picture.name)[1]
            if new == picture.name:
                raise NotTouchedError(said("it is called so already"))
            self._carrier.move(kind, picture, picture.folder, new, along)
        elif self._target is None:
            raise UserError(said("Nobody said where to."))
        elif kind == ActionKind.MOVE:
            self._carrier.move(kind, picture, self._target, picture.name, along)
        elif kind == ActionKind.COPY:
            self._carrier.copy(picture, self._target, along)

    def _along(self, path: bytes, folder: HeldFolder) -> list[Carried]:
        """Its sidecars, as they are just now; one that cannot be read stays, and is named."""
        found = list[Carried]()
        for name in beside(path, self._going, self._later).going:
            place = os.path.join(os.path.dirname(path), name)
            try:
                found.append(Carried(place, folder, *seen_now(folder, name)))
            except NotTouchedError as error:
                self._acted.left_alone.append(LeftAlone(place, text_of(error)))
        return found

    def _must_leave_a_copy(self, file: ActionFile) -> None:
        """Its other copies may have gone since it was planned, and nobody was asked about the last one."""
        if file.image_id is None:
            return
        entry = entry_of(file.full_path)
        if all(entry_of(other.full_path) == entry for other in copies_there(self._library, file.image_id)):
            raise NotTouchedError(said("it is the last copy by now"))
