"""What is said and asked about files, in words."""

from collections.abc import Sequence

from engine.file_actions import trash_can
from engine.file_actions.wishes import Acted, ActionPlan, LeftAlone, named
from engine.store.file_actions import ActionKind
from gui.widgets.amounts import size_text
from gui.widgets.plain_text import path_text

TITLES = {
    ActionKind.TRASH: "Moving to the trash",
    ActionKind.MOVE: "Moving files",
    ActionKind.RENAME: "Renaming files",
    ActionKind.COPY: "Copying files",
    ActionKind.EXPORT: "Exporting pictures",
    ActionKind.RESTORE: "Bringing files back",
}
ACCEPT = {
    ActionKind.TRASH: "Move to trash",
    ActionKind.MOVE: "Move",
    ActionKind.RENAME: "Rename",
    ActionKind.COPY: "Copy",
    ActionKind.EXPORT: "Export",
}
_DONE = {
    ActionKind.TRASH: "moved to the trash",
    ActionKind.MOVE: "moved",
    ActionKind.RENAME: "renamed",
    ActionKind.COPY: "copied",
    ActionKind.EXPORT: "exported",
    ActionKind.RESTORE: "brought back from the trash",
}


def files(count: int) -> str:
    return "1 file" if count == 1 else f"{count:,} files"


def with_sidecars(pictures: int, sidecars: int) -> str:
    """Goes on after the number of files."""
    if not sidecars:
        return ""
    if pictures == 1:
        return " and its sidecar" if sidecars == 1 else " and its sidecars"
    return f" and {'1 sidecar' if sidecars == 1 else f'{sidecars:,} sidecars'}"


def question(plan: ActionPlan) -> str:
    what, where = files(len(plan.files)), path_text(plan.wish.folder or b"")
    along = with_sidecars(len(plan.files), len(plan.sidecars))
    what = what if plan.wish.kind == ActionKind.TRASH else what + along
    match plan.wish.kind:
        case ActionKind.TRASH:
            return f"Move {what} ({size_text(plan.size)}){along} to the trash?"
        case ActionKind.MOVE:
            return f"Move {what} to {where}?"
        case ActionKind.COPY:
            return f"Copy {what} to {where}?"
        case ActionKind.EXPORT:
            return f"Export {what} as JPEG to {where}?"
        case _:
            return f"Rename {what}?"


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
    paths = named([file.full_path for file in last])
    if plan.wish.kind == ActionKind.MOVE:
        leaves, whose = (
            ("This picture leaves", "its") if len(last) == 1 else (f"{len(last):,} pictures leave", "their")
        )
        return f"{leaves} the library, where labels are kept for {whose} return:\n{paths}"
    if len(last) == 1:
        return f"This is the last copy of its picture:\n{paths}"
    return f"These are the last copies of {len(last):,} pictures:\n{paths}"


def _elsewhere(plan: ActionPlan) -> str:
    if not (others := plan.copies_elsewhere) or plan.wish.kind not in (ActionKind.TRASH, ActionKind.MOVE):
        return ""
    stay = "Another copy stays" if len(others) == 1 else f"{len(others):,} other copies stay"
    return f"{stay} where {'it is' if len(others) == 1 else 'they are'}:\n" + named([f.full_path for f in others])


def _refused(left: Sequence[LeftAlone]) -> str:
    if not left:
        return ""
    return f"{files(len(left))} will be left alone:\n" + reasons(left)


def _shared(sidecars: Sequence[bytes]) -> str:
    if not sidecars:
        return ""
    stay = (
        "A sidecar stays, as it is also that of another file"
        if len(sidecars) == 1
        else (f"{len(sidecars):,} sidecars stay, as they are also those of other files")
    )
    return f"{stay}:\n{named(sidecars)}"


def _afterwards(plan: ActionPlan) -> str:
    if plan.wish.kind == ActionKind.TRASH and not trash_can.CAN_BRING_BACK:
        return "Here only the system's trash can bring them back, not Ctrl+Z."
    return ""


def reasons(left: Sequence[LeftAlone], most: int = 5) -> str:
    lines = [each.sentence for each in left[:most]]
    return "\n".join(lines + ([f"and {len(left) - most:,} more"] if len(left) > most else []))


def done(acted: Acted) -> str:
    """What was done, without a full stop."""
    along = with_sidecars(len(acted.done), len(acted.sidecars))
    if len(acted.done) == 1 and acted.done[0].target is not None and acted.kind != ActionKind.TRASH:
        return f"{path_text(acted.done[0].target)}{along} {_DONE[acted.kind]}"
    return f"{files(len(acted.done))}{along} {_DONE[acted.kind]}"


def what_was_done(kind: ActionKind, count: int) -> str:
    return f"{files(count)} {_DONE[kind]}"


def sentence(acted: Acted) -> str:
    """What was done and how to take it back, and what was left alone."""
    parts = []
    if acted.done:
        parts.append(f"{done(acted)}; Ctrl+Z takes it back." if is_undoable(acted) else f"{done(acted)}.")
    if acted.left_alone:
        parts.append(f"{files(len(acted.left_alone))} left alone: {acted.left_alone[0].sentence}")
    return " ".join(parts) or "Nothing was done."


def is_undoable(acted: Acted) -> bool:
    return bool(acted.done) and (acted.kind != ActionKind.TRASH or trash_can.CAN_BRING_BACK)
