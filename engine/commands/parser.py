"""Which commands there are, and the parser of them all."""

import argparse
import importlib
from functools import cache

from engine.commands.options import common_options
from engine.commands.version import ShowVersion

COMMANDS = {
    "index": "add folders to the library and index what is new or changed",
    "watch": "index folders and go on noticing what changes in them, until Ctrl+C",
    "search": "find the pictures nearest to one or several others",
    "duplicates": "copies, near-copies and bursts: which is best, and the others to the trash",
    "skipped": "list the files that could not be read, with the reason",
    "missing": "list the pictures none of whose files is there, and forget them",
    "labels": "labels of images: import, export, from folders, add, remove, list",
    "train": "train on the library's labels and save a new model version",
    "evaluate": "the metrics of a model version on held-out labels",
    "models": "model versions",
    "networks": "whose features pictures are found by: add networks, use them, look at several views",
    "check": "verify the library, and repair it",
    "experiment": "the paper's protocols and tables",
    "desktop": "put DualHash into the menu of a Linux desktop, or take it out",
    "completion": "what makes a shell complete these commands",
}


@cache
def command_parser() -> argparse.ArgumentParser:
    """Made once in a process: its 29 parsers take argparse twenty times as long as parsing."""
    parser = argparse.ArgumentParser(prog="dualhash", parents=[common_options()])
    parser.add_argument("--version", action=ShowVersion)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, text in COMMANDS.items():
        module = importlib.import_module(f"engine.commands.{name}")
        module.add_arguments(commands.add_parser(name, help=text, description=text, parents=[common_options()]))
    return parser
