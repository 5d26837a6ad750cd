"""What is said and asked about files, in words."""

from collections.abc import Sequence

from engine.file_actions import trash_can
from engine.file_actions.wishes import Acted, ActionPlan, LeftAlone, named
from engine.sentences import said
from engine.store.file_actions import ActionKind
from gui.language import tr, tr_n
from gui.widgets.amounts import size_text
from gui.widgets.menu_keys import UNDO, keys_of
from gui.widgets.plain_text import path_text

TITLES = {
    ActionKind.TRASH: said("Moving to the trash"),
    ActionKind.MOVE: said("Moving files"),
    ActionKind.RENAME: said("Renaming files"),
    ActionKind.COPY: said("Copying files"),
    ActionKind.EXPORT: said("Exporting pictures"),
    ActionKind.RESTORE: said("Bringing files back"),
}
ACCEPT = {
    ActionKind.TRASH: said("Move to trash"),
    ActionKind.MOVE: said("Move"),
    ActionKind.RENAME: said("Rename"),
    ActionKind.COPY: said("Copy", "files"),
    ActionKind.EXPORT: said("Export"),
}


def files(count: int) -> str:
    return tr_n("{n:,} files", "{n:,} file", count)


def with_sidecars(what: str, pictures: int, sidecars: int) -> str:
    """`what` names the pictures."""
    if not sidecars:
        return what
    if pictures > 1:
        return tr_n("{what} and {n:,} sidecars", "{what} and {n:,} sidecar", sidecars, what=what)
    return tr("{what} and its sidecar", what=what) if sidecars == 1 else tr("{what} and its sidecars", what=what)


def question(plan: ActionPlan) -> str:
    what, where = files(len(plan.files)), path_text(plan.wish.folder or b"")
    if plan.wish.kind == ActionKind.TRASH:
        what = tr("{files} ({size})", files=what, size=size_text(plan.size))
    what = with_sidecars(what, len(plan.files), len(plan.sidecars))
    match plan.wish.kind:
        case ActionKind.TRASH:
            return tr("Move {what} to the trash?", what=what)
        case ActionKind.MOVE:
            return tr("Move {what} to {where}?", what=what, where=where)
        case ActionKind.COPY:
            return tr("Copy {what} to {where}?", what=what, where=where)
        case ActionKind.EXPORT:
            return tr("Export {what} as JPEG to {where}?", what=what, where=where)
        case _:
            return tr("Rename {what}?", what=what)


def consequences(plan: ActionPlan) -> list[str]:
    """What a person should know before saying yes; the worst first."""
    return [
        part
        for part in (
            _last_copies(plan),
            _elsewhere(plan),
            _refused(plan.left_alone),
            _shared(plan.shared),
            _afterwards(plan),
        )
        if part
    ]


def _last_copies(plan: ActionPlan) -> str:
    if not (last := plan.last_copies):
        return ""
    if plan.wish.kind == ActionKind.MOVE:
        about = tr_n(
            "{n:,} pictures leave the library, where labels are kept for their return:",
            "This picture leaves the library, where labels are kept for its return:",
            len(last),
        )
    else:
        about = tr_n(
            "These are the last copies of {n:,} pictures:", "This is the last copy of its picture:", len(last)
        )
    return _with_paths(about, [file.full_path for file in last])


def _elsewhere(plan: ActionPlan) -> str:
    if not (others := plan.copies_elsewhere) or plan.wish.kind not in (ActionKind.TRASH, ActionKind.MOVE):
        return ""
    about = tr_n("{n:,} other copies stay where they are:", "Another copy stays where it is:", len(others))
    return _with_paths(about, [file.full_path for file in others])


def _refused(left: Sequence[LeftAlone]) -> str:
    if not left:
        return ""
    about = tr_n("{n:,} files will be left alone:", "{n:,} file will be left alone:", len(left))
    return f"{about}\n{reasons(left)}"


def _shared(sidecars: Sequence[bytes]) -> str:
    if not sidecars:
        return ""
    about = tr_n(
        "{n:,} sidecars stay, as they are also those of other files:",
        "A sidecar stays, as it is also that of another file:",
        len(sidecars),
    )
    return _with_paths(about, sidecars)


def _with_paths(about: str, paths: Sequence[bytes]) -> str:
    return f"{about}\n{tr(named(paths))}"


def _afterwards(plan: ActionPlan) -> str:
    if plan.wish.kind == ActionKind.TRASH and not trash_can.CAN_BRING_BACK:
        return tr("Here only the system's trash can bring them back, not {keys}.", keys=keys_of(UNDO))
    return ""


def reasons(left: Sequence[LeftAlone], most: int = 5) -> str:
    lines = [tr(each.sentence) for each in left[:most]]
    return "\n".join(lines + ([tr("and {n:,} more", n=len(left) - most)] if len(left) > most else []))


def left_alone(left: Sequence[LeftAlone]) -> str:
    """How many, and why the first of them."""
    return tr("{files} left alone: {reason}", files=files(len(left)), reason=tr(left[0].sentence))


def done(acted: Acted) -> str:
    """What was done, without a full stop."""
    what = files(len(acted.done))
    if len(acted.done) == 1 and acted.done[0].target is not None and acted.kind != ActionKind.TRASH:
        what = path_text(acted.done[0].target)
    return what_was_done(acted.kind, with_sidecars(what, len(acted.done), len(acted.sidecars)))


def what_was_done(kind: ActionKind, what: str) -> str:
    match kind:
        case ActionKind.TRASH:
            return tr("{what} moved to the trash", what=what)
        case ActionKind.MOVE:
            return tr("{what} moved", what=what)
        case ActionKind.RENAME:
            return tr("{what} renamed", what=what)
        case ActionKind.COPY:
            return tr("{what} copied", what=what)
        case ActionKind.EXPORT:
            return tr("{what} exported", what=what)
        case ActionKind.RESTORE:
            return tr("{what} brought back from the trash", what=what)


def sentence(acted: Acted) -> str:
    """What was done and how to take it back, and what was left alone."""
    parts = []
    if acted.done:
        about = done(acted)
        parts.append(_taken_back(about) if is_undoable(acted) else f"{about}.")
    if acted.left_alone:
        parts.append(left_alone(acted.left_alone))
    return " ".join(parts) or tr("Nothing was done.")


def _taken_back(done: str) -> str:
    return tr("{done}; {keys} takes it back.", done=done, keys=keys_of(UNDO))


def makes_way(title: str, job: str) -> str:
    """What is to be done waits for another job."""
    return tr("{title} begins when this makes way: {job}.", title=title, job=job)


def is_undoable(acted: Acted) -> bool:
    return bool(acted.done) and (acted.kind != ActionKind.TRASH or trash_can.CAN_BRING_BACK)
