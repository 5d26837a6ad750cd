"""What commands with actions (`models list`, `networks use`) share: a parser for each, and what is said of it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from engine.commands.options import common_options
from engine.commands.terminal import print_line

if TYPE_CHECKING:
    from engine.jobs.version_files import Activated

Answer = tuple[object, list[str]]  # what `--json` prints, and lines for a person


def add_action(actions: Any, name: str, text: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = actions.add_parser(
        name, help=text, description=text, parents=[common_options()]
    )
    return parser


def answered(answer: Answer, arguments: argparse.Namespace) -> object:
    document, lines = answer
    if not arguments.json:
        for line in lines:
            print_line(line)
    return document


def activated(done: Activated, **about: str) -> Answer:
    """A version serves now, about which a program is told this as well."""
    lines = [f"Version {done.version.id} ({done.version.name}) is active; {done.codes} pictures have its code."]
    if done.without_code:
        lines.append(f"{done.without_code} pictures have none: their files are away or cannot be read.")
    document = {"version": done.version.id, **about, "codes": done.codes, "without_code": done.without_code}
    return document, lines
