"""`dualhash duplicates`: copies, near-copies and bursts, which of them is proposed to be kept, and why.

It only looks, unless `--keep best --trash` is given; `--dry-run` says what that would do.
"""

import argparse
import os
import sys
from collections.abc import Iterable
from typing import Any

from engine.commands.terminal import path_text, print_line, run_with_progress
from engine.copies.dropping import DropPlan, best_of, planned
from engine.copies.eyes import look_at_eyes
from engine.copies.finding import find
from engine.copies.found import DEFAULT_STRICTNESS, groups_of
from engine.copies.groups import LIKEST, Group, GroupKind
from engine.copies.keeping import MEANINGS, USUAL_ORDER, Preferences, Rule, rules_from
from engine.copies.reviewing import ReviewGroup, reviewed, to_be_compared
from engine.errors import UserError
from engine.file_actions.dropped_copies import drop, would_drop
from engine.file_actions.wishes import LeftAlone
from engine.library import Library
from engine.store import files

ALL = "all"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(wrong_usage=parser.error)
    parser.add_argument(
        "--kind",
        choices=[*(kind.value for kind in GroupKind), ALL],
        default=ALL,
        help="which groups (default: all)",
    )
    parser.add_argument(
        "--strict",
        type=int,
        default=DEFAULT_STRICTNESS,
        metavar="N",
        help=f"how alike they must be, up to {LIKEST}; less finds more (default {DEFAULT_STRICTNESS})",
    )
    parser.add_argument("--folder", metavar="F", help="only groups with a picture in this folder or below it")
    parser.add_argument("--keep", choices=["best"], help="with --trash: keep the best of each group")
    parser.add_argument("--trash", action="store_true", help="move the others to the system's trash")
    parser.add_argument("--dry-run", action="store_true", help="only say what would be moved to the trash")
    parser.add_argument(
        "--prefer",
        action="append",
        default=[],
        metavar="FOLDER",
        help="what lies in it is kept rather than others; may be given several times, the first counts most",
    )
    parser.add_argument(
        "--rules",
        metavar="RULE,…",
        default=",".join(USUAL_ORDER),
        help="which one is best, the first rule most: "
        + "; ".join(f"{rule} ({MEANINGS[rule].lower()})" for rule in Rule),
    )


def writes(arguments: argparse.Namespace) -> bool:
    """Near-copies and bursts are looked for among pictures that nobody has compared yet."""
    return bool(arguments.trash and not arguments.dry_run) or arguments.kind != GroupKind.COPIES


def alone(arguments: argparse.Namespace) -> bool:
    """What makes no sense is said before a library is opened, or made."""
    return bool(_wrong_usage(arguments))


def run_alone(arguments: argparse.Namespace) -> None:
    arguments.wrong_usage(_wrong_usage(arguments))


def _wrong_usage(arguments: argparse.Namespace) -> str:
    if not 0 < arguments.strict <= LIKEST:
        return f"--strict wants a whole number from 1 to {LIKEST}."
    if arguments.trash != (arguments.keep is not None):
        return "--keep best and --trash belong together: the best is kept, the others go to the trash."
    if arguments.dry_run and not arguments.trash:
        return "--dry-run says what --keep best --trash would do."
    try:
        rules_from(arguments.rules)
    except UserError as error:
        return str(error)
    return ""


def run(library: Library, arguments: argparse.Namespace) -> dict[str, Any]:
    if arguments.trash and not arguments.dry_run:
        library.must_be_writable()
    preferences = _preferences(arguments)
    found = reviewed(library.db, _groups(library, arguments), preferences, library.thumbnails_db)
    groups = [group for group in found if not group.kept]
    kept = len(found) - len(groups)
    plan = planned(best_of(groups))
    document: dict[str, Any] = {
        "groups": [_members(group) for group in groups],
        "saving": plan.bytes,
        "kept_groups": kept,
    }
    if not arguments.json:
        _print_groups(groups)
        if kept:
            left_out = (
                "1 more, of which you keep all, is" if kept == 1 else f"{kept:,} more, of which you keep all, are"
            )
            print_line(f"{left_out} left out.")
    if arguments.dry_run:
        document |= _would_be_trashed(library, plan, arguments)
    elif arguments.trash:
        document |= _trashed(library, plan, arguments)
    return document


def _groups(library: Library, arguments: argparse.Namespace) -> list[Group]:
    folder = None if arguments.folder is None else _folder(arguments.folder)
    if folder is not None:
        files.must_be_known(library.db, folder)
    kinds = list(GroupKind) if arguments.kind == ALL else [GroupKind(arguments.kind)]
    if kinds != [GroupKind.COPIES]:
        _find_new(library, eyes=GroupKind.BURSTS in kinds and Rule.EYES in rules_from(arguments.rules))
    return [group for kind in kinds for group in groups_of(library, kind, arguments.strict, folder)]


def _find_new(library: Library, eyes: bool) -> None:
    """Not while the library can only be read, as when a window has it open: then what was found is listed."""
    if library.read_only:
        if waiting := to_be_compared(library.db):
            found = "what was found so far is listed; not looked at yet:"
            print(f"The library can only be read now: {found} {_counted(waiting, 'picture')}.", file=sys.stderr)
        return
    run_with_progress(find(library))
    if eyes:
        run_with_progress(look_at_eyes(library))


def _preferences(arguments: argparse.Namespace) -> Preferences:
    return Preferences(rules_from(arguments.rules), tuple(_folder(name) for name in arguments.prefer))


def _folder(name: str) -> bytes:
    return os.fsencode(os.path.realpath(name))


def _members(group: ReviewGroup) -> list[dict[str, Any]]:
    return [
        {
            "id": each.member.image_id,
            "path": path_text(each.path),
            "paths": [path_text(path) for path in each.paths],
            "distance": LIKEST - group.likeness,
            "width": each.width,
            "height": each.height,
            "bytes": each.size,
            "format": each.format,
            "date": each.date,
            "sharpness": each.sharpness,
            "labels": list(each.labels),
            "kind": str(group.kind),
            "keep": place == 0,
            "why": list(group.why[place]),
        }
        for place, each in enumerate(group.members)
    ]


def _print_groups(groups: list[ReviewGroup]) -> None:
    for group in groups:
        print_line(f"{len(group.members)} {group.kind}, {group.likeness} alike, {group.saving:,} bytes to be saved")
        for place, each in enumerate(group.members):
            mark = "keep" if place == 0 else "    "
            why = "; ".join(group.why[place])
            print_line(f"  {mark}  {path_text(each.path)}{f'  ({why})' if why else ''}")
    saved = sum(group.saving for group in groups)
    print_line(f"{_counted(len(groups), 'group')}, {saved:,} bytes to be saved.")


def _would_be_trashed(library: Library, plan: DropPlan, arguments: argparse.Namespace) -> dict[str, Any]:
    """What would be done, and what would be left alone, with the reason."""
    seen = would_drop(library, plan)
    for refused in seen.left_alone:
        print(f"Would be left alone: {refused.sentence}", file=sys.stderr)
    if not arguments.json:
        for file in seen.files:
            print_line(f"would be moved to the trash: {path_text(file.full_path)}")
        for path in seen.sidecars:
            print_line(f"would go along: {path_text(path)}")
    return {
        "would_trash": [path_text(file.full_path) for file in seen.files],
        "would_go_along": [path_text(path) for path in seen.sidecars],
        "left_alone": _refused(seen.left_alone),
    }


def _trashed(library: Library, plan: DropPlan, arguments: argparse.Namespace) -> dict[str, Any]:
    """What was done, and what was left alone, with the reason."""
    acted = run_with_progress(drop(library, plan)).acted
    for refused in acted.left_alone:
        print(f"Left alone: {refused.sentence}", file=sys.stderr)
    if not arguments.json:
        for done in acted.done:
            print_line(f"moved to the trash: {path_text(done.source)}")
        print_line(f"{_counted(len(acted.done), 'file')} moved to the trash, {len(acted.left_alone):,} left alone.")
    return {
        "trashed": [path_text(done.source) for done in acted.done],
        "went_along": [path_text(done.source) for done in acted.sidecars],
        "left_alone": _refused(acted.left_alone),
    }


def _refused(left_alone: Iterable[LeftAlone]) -> list[dict[str, str]]:
    return [{"path": path_text(each.path), "reason": each.why} for each in left_alone]


def _counted(count: int, word: str) -> str:
    return f"1 {word}" if count == 1 else f"{count:,} {word}s"
