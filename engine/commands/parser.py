"""Which commands there are, and the parser of them all."""

import argparse
import importlib
from functools import cache
from typing import Any

from engine.commands.options import common_options
from engine.commands.version import ShowVersion

COMMANDS = {
    "index": "add folders to the library and index what is new or changed",
    "watch": "index folders and go on noticing what changes in them, until Ctrl+C",
    "merge": "join libraries, those of an archive's shards say, to one",
    "search": "find the pictures nearest to one or several others",
    "duplicates": "copies, near-copies and bursts: which is best, and the others to the trash",
    "skipped": "list the files that could not be read, with the reason",
    "missing": "list the pictures none of whose files is there, and forget them",
    "labels": "labels of pictures: import, export, from folders, add, remove, list",
    "train": "train on the library's labels and save a new model version",
    "evaluate": "the metrics of a model version on held-out labels",
    "models": "model versions",
    "networks": "whose features pictures are found by: add networks, use them, look at several views",
    "publish": "put the library, or what changed in it, onto a PostgreSQL server for a team",
    "check": "verify the library, and repair it",
    "experiment": "the paper's protocols and tables",
    "desktop": "put DualHash into the menu of a Linux desktop, or take it out",
    "completion": "what makes a shell complete these commands",
}


@cache
def command_parser() -> argparse.ArgumentParser:
    """Made once in a process: its 29 parsers, with all arguments, take argparse twenty times as long as parsing."""
    parser = argparse.ArgumentParser(prog="dualhash", parents=[common_options()])
    parser.add_argument("--version", action=ShowVersion)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_CommandParser)
    for name, text in COMMANDS.items():
        commands.add_parser(name, help=text, description=text, command=name)
    return parser


def whole_parser() -> argparse.ArgumentParser:
    """The same with the arguments of all commands."""
    parser = command_parser()
    for action in parser._actions:
        for each in action.choices.values() if isinstance(action.choices, dict) else ():
            each.add_own()
    return parser


class _CommandParser(argparse.ArgumentParser):
    """Has the arguments of its command once that is chosen: its module imports all that it works with, and that of
    fourteen takes longer than a search."""

    def __init__(self, *, command: str = "", **options: Any) -> None:
        super().__init__(**options | ({"parents": [common_options()]} if command else {}))
        self._command = command  # whose arguments are still to come; those below a command have none

    def add_own(self) -> None:
        command, self._command = self._command, ""
        if command:
            importlib.import_module(f"engine.commands.{command}").add_arguments(self)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self.add_own()
        return super().parse_known_args(args, namespace)
