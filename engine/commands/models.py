"""`dualhash models …`: list, activate, rename, remove, export and import model versions."""

import argparse
from typing import Any

from engine.commands.actions import Answer, activated, add_action, answered
from engine.commands.terminal import run_with_progress
from engine.jobs import version_files
from engine.library import Library
from engine.search.searcher import save_index
from engine.store import codes, versions
from engine.store.versions import Version

_READING = ("list", "export")


def writes(arguments: argparse.Namespace) -> bool:
    return arguments.action not in _READING


def shared(arguments: argparse.Namespace) -> bool:
    return bool(arguments.action in _READING)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    add_action(actions, "list", "all versions; the active one is marked")
    _add_action_on_version(actions, "activate", "make the codes that a version lacks, then search by it")
    rename = _add_action_on_version(actions, "rename", "give a version another name")
    rename.add_argument("name", metavar="NAME")
    _add_action_on_version(actions, "remove", "forget a version that is not active, and its codes")
    export = _add_action_on_version(actions, "export", "write a version as one file")
    export.add_argument("file", metavar="FILE")
    export.add_argument("--force", action="store_true", help="replace FILE if there is one")
    add_action(actions, "import", "add the version that a file holds").add_argument("file", metavar="FILE")


def _add_action_on_version(actions: Any, name: str, text: str) -> argparse.ArgumentParser:
    parser = add_action(actions, name, text)
    parser.add_argument("version", metavar="V", help="the version's number, or its name")
    return parser


def run(library: Library, arguments: argparse.Namespace) -> object:
    if arguments.action != "import" and arguments.action != "list":
        arguments.version = versions.find(library.db, arguments.version)
        if arguments.action != "remove":
            versions.must_be_sound(arguments.version)
    return answered(_ACTIONS[arguments.action](library, arguments), arguments)


def _list(library: Library, arguments: argparse.Namespace) -> Answer:
    rows = [_row(library, version) for version in versions.all_versions(library.db)]
    return rows, [_line(row) for row in rows]


def _activate(library: Library, arguments: argparse.Namespace) -> Answer:
    done = run_with_progress(version_files.activate(library, arguments.version))
    save_index(library)
    return activated(done, name=done.version.name)


def _rename(library: Library, arguments: argparse.Namespace) -> Answer:
    version = version_files.rename(library, arguments.version, arguments.name)
    return _row(library, version), [f"Version {version.id} is now named {version.name}."]


def _remove(library: Library, arguments: argparse.Namespace) -> Answer:
    version: Version = arguments.version
    version_files.remove(library, version)
    document = {"version": version.id, "name": version.name, "removed": True}
    return document, [f"Version {version.id} ({version.name}) is removed."]


def _export(library: Library, arguments: argparse.Namespace) -> Answer:
    version, file = arguments.version, arguments.file
    size = run_with_progress(version_files.export_to(library, version, file, overwrite=arguments.force))
    line = f"Version {version.id} ({version.name}) is written to {file} ({size:,} bytes)."
    return {"version": version.id, "file": file, "bytes": size}, [line]


def _import(library: Library, arguments: argparse.Namespace) -> Answer:
    version = run_with_progress(version_files.import_from(library, arguments.file))
    row = _row(library, version)
    unverified = [version_files.UNVERIFIED] if version_files.is_unverified(version) else []
    activate = f"“dualhash models activate {version.id}” makes its codes and searches by it."
    return row, [_line(row), *unverified, activate]


def _row(library: Library, version: Version) -> dict[str, Any]:
    """What is known of it; of a damaged one, as good as nothing."""
    row: dict[str, Any] = {
        "version": version.id,
        "name": version.name,
        "method": version.method,
        "bits": version.bits,
        "backbone": version.backbone,
        "created_at": version.created_at,
        "active": version.active,
        "codes": codes.count(library.db, version.id),
    }
    if version.damaged:
        return dict.fromkeys(row) | {"version": version.id, "name": version.name, "active": False, "damaged": True}
    return row | {key: version.details[key] for key in ("labels", "settings", "after") if key in version.details}


def _line(row: dict[str, Any]) -> str:
    mark = "*" if row["active"] else " "
    if row.get("damaged"):
        return f"! {row['version']:3d}  {row['name']}  (damaged: it cannot serve, but be removed)"
    return (
        f"{mark} {row['version']:3d}  {row['name']}  ({row['method']}, {row['bits']} bits, "
        f"{row['codes']} codes, {row['created_at']}{_figures(row)})"
    )


def _figures(row: dict[str, Any]) -> str:
    """What training measured. An imported version says what it likes there, so each part is looked at."""
    labels, after = row.get("labels"), row.get("after")
    text = ""
    if isinstance(labels, list):
        text += f", {len(labels)} labels"
    elif isinstance(labels, int):
        text += f", {labels} labels"
    if isinstance(after, dict) and isinstance(after.get("mAP"), float):
        text += f", mAP {after['mAP']:.3f}"
    return text


_ACTIONS = {
    "list": _list,
    "activate": _activate,
    "rename": _rename,
    "remove": _remove,
    "export": _export,
    "import": _import,
}
