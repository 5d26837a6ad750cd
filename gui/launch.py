"""The command `dualhash`: with a command, the engine's command line; else the window.

Worker processes import this module again, so it imports nothing heavy by itself.
"""

import argparse
import gc
import logging
import os
import sys

from engine.interrupting import ended_in_a_line


def main() -> int:
    return ended_in_a_line(_command_line_or_window)


def _command_line_or_window() -> int:
    if _names_command(sys.argv[1:]):
        from engine.cli import main as command_line

        return command_line()
    arguments = _parser().parse_args(namespace=argparse.Namespace(log_level=logging.INFO))
    folder = os.fsencode(os.path.abspath(arguments.folder)) if arguments.folder else None
    if folder is not None and not os.path.isdir(folder):
        print(f"dualhash: there is no folder or command {arguments.folder!r}.", file=sys.stderr)
        return 2
    gc.disable()  # what is imported from here on stays; then `gui.running.garbage` takes over
    from engine.errors import UserError
    from gui.starting_qt import need_qt

    try:
        need_qt()
    except UserError as error:
        print(f"dualhash: {error}", file=sys.stderr)
        return 1
    from gui.app import run

    return run(folder, arguments.library, arguments.log_level)


def _names_command(argv: list[str]) -> bool:
    """The first word that is neither an option nor the value of one is a command."""
    from engine.commands.parser import COMMANDS

    words = iter(argv)
    for word in words:
        if word == "--library":
            next(words, None)
        elif not word.startswith("-"):
            return word in COMMANDS
    return False


def _parser() -> argparse.ArgumentParser:
    from engine.commands.options import log_options
    from engine.commands.parser import COMMANDS
    from engine.commands.version import ShowVersion

    longest = max(map(len, COMMANDS))
    commands = "\n".join(f"  {name:<{longest}}  {text}" for name, text in COMMANDS.items())
    parser = argparse.ArgumentParser(
        prog="dualhash",
        usage="dualhash [--library DIR] [FOLDER]\n       dualhash COMMAND …",
        description="Opens the window, on FOLDER if given.",
        epilog=f"commands (see dualhash COMMAND --help):\n{commands}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[log_options()],
    )
    parser.add_argument("--version", action=ShowVersion)
    parser.add_argument("folder", nargs="?", metavar="FOLDER", help="a photo folder to add and index")
    parser.add_argument(
        "--library", metavar="DIR", help="the library (default: $DUALHASH_LIBRARY or your data folder)"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
