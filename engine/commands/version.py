"""`dualhash --version`: what runs here, and where its files lie."""

import argparse
from collections.abc import Sequence
from typing import Any

from engine.commands.terminal import print_line
from engine.library_folder import default_path
from engine.store.postgres.address import masked


def version_lines() -> list[str]:
    import importlib.metadata  # all of this is not needed for anything else on the way to a command
    import platform

    from engine import log_file
    from engine.cache_folder import cache_folder
    from engine.model import torch_build

    return [
        f"dualhash {importlib.metadata.version('dualhash')}, Python {platform.python_version()}",
        torch_build.describe(),
        f"library: {masked(default_path())}",
        f"log: {log_file.path()}",
        f"cache: {cache_folder()}",
    ]


class ShowVersion(argparse.Action):
    """Prints the lines and ends, as --help does."""

    def __init__(self, option_strings: Sequence[str], dest: str, **options: Any) -> None:
        text = "say what runs here and where its files lie"
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, default=argparse.SUPPRESS, help=text)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        for line in version_lines():
            print_line(line)
        parser.exit()
