"""The command line: `dualhash COMMAND …`, or `python -m engine COMMAND …`. No Qt is imported here.

Exit codes: 0 done, 1 a problem the user can fix (said in one sentence), 2 wrong usage, 130 interrupted (what was
committed stays).
"""

import argparse
import importlib
import logging
import os
import sys
from collections.abc import Sequence
from types import ModuleType

from engine.commands.options import DEFAULTS, start_logging
from engine.commands.parser import command_parser
from engine.commands.terminal import print_json, with_progress
from engine.errors import DamagedLibraryError, OlderLibraryError, UserError
from engine.interrupting import ended_in_a_line
from engine.launching import are_several, is_first
from engine.library import Library, opening, restore_library
from engine.library_folder import default_path
from engine.needed_packages import need_torch
from engine.shared_library import open_shared
from engine.store.disk_trouble import disk_trouble, is_corrupt
from engine.store.postgres.address import is_address, masked

_log = logging.getLogger(__name__)


def main(argv: Sequence[str] | None = None) -> int:
    return ended_in_a_line(lambda: _main(argv))


def _main(argv: Sequence[str] | None) -> int:
    arguments = command_parser().parse_args(argv, argparse.Namespace(**DEFAULTS))
    start_logging(arguments.log_level, [logging.StreamHandler()], "%(message)s")
    try:
        return _run_together(arguments) if are_several() else _run(arguments)
    except UserError as error:
        print(f"dualhash: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # the reader (`head`, say) has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _run_together(arguments: argparse.Namespace) -> int:
    """One of several processes: the first one does it, the others help it to train."""
    if not getattr(importlib.import_module(f"engine.commands.{arguments.command}"), "TRAINS", False):
        return _run(arguments) if is_first() else 0
    need_torch()
    from engine.learning.lessons import first_of_all

    with first_of_all():
        return _run(arguments)


def _run(arguments: argparse.Namespace) -> int:
    path = arguments.library or default_path()
    try:
        document = _command(arguments, path)
    except DamagedLibraryError as error:
        if not getattr(arguments, "repair", False):
            raise UserError(
                f"{error} “dualhash check --repair” mends it, or puts it aside and restores your labels."
            ) from error
        print(f"dualhash: {error} It is put aside.", file=sys.stderr)
        count = restore_library(path)
        print(
            f"dualhash: {count} labels of pictures are back; “dualhash index” reads the pictures.", file=sys.stderr
        )
        document = _command(arguments, path)
    if arguments.json:
        print_json(document)
    return 0 if not isinstance(document, dict) or document.get("ok", True) else 1


def _needs_library(command: ModuleType, arguments: argparse.Namespace) -> bool:
    alone = getattr(command, "alone", None)
    return alone is None or not alone(arguments)


def _command(arguments: argparse.Namespace, path: str) -> object:
    """Open the library, do what was asked, close it."""
    command = importlib.import_module(f"engine.commands.{arguments.command}")
    if not _needs_library(command, arguments):
        return command.run_alone(arguments)
    _log.debug("the library is %s", masked(path))
    if is_address(path):
        return _on_server(command, arguments, path)
    library = _opened(path, _writes(command, arguments))
    try:
        if not library.read_only:
            from engine.file_actions.settling import settle  # who only reads need not import it

            settle(library)
        return command.run(library, arguments)
    except UserError:
        raise
    except Exception as error:
        if is_corrupt(error):
            raise DamagedLibraryError(f"The database of the library {path} is damaged ({error}).") from error
        if (sentence := disk_trouble(path, error)) is not None:
            raise UserError(sentence) from error
        raise
    finally:
        library.close()


def _opened(path: str, write: bool) -> Library:
    """What an older program made is brought up to date first, if it can be written."""
    try:
        return with_progress(opening(path, write=write))
    except OlderLibraryError:
        with_progress(opening(path)).close()
        return with_progress(opening(path, write=write))


def _on_server(command: ModuleType, arguments: argparse.Namespace, address: str) -> object:
    """The same with a shared library, where the command is one for it."""
    shared = getattr(command, "shared", None)
    if shared is None or not shared(arguments):
        raise UserError(
            f"“dualhash {arguments.command}” does not do that to a shared library;"
            " do it to your own, then publish that."
        )
    library = open_shared(address)
    try:
        return command.run(library, arguments)
    finally:
        library.close()


def _writes(command: ModuleType, arguments: argparse.Namespace) -> bool:
    """Whether the library is opened for writing: some commands write only in some of their uses."""
    if hasattr(command, "writes"):
        return bool(command.writes(arguments))
    return bool(command.WRITES or getattr(arguments, "repair", False) or getattr(arguments, "retry", False))
