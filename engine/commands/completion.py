"""`dualhash completion SHELL`: what makes a shell complete dualhash's commands, options and files."""

import argparse
from collections.abc import Iterator

SHELLS = ("bash", "zsh", "tcsh")
FOLDERS = ("DIR", "FOLDER")
FILES = ("FILE", "IMAGE", "CSV", "PATH")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, help='in bash: eval "$(dualhash completion bash)"')


def alone(arguments: argparse.Namespace) -> bool:
    return True


def run_alone(arguments: argparse.Namespace) -> dict[str, str]:
    import shtab

    from engine.commands.parser import whole_parser

    parser = whole_parser()
    for action in _all_actions(parser):
        if action.metavar in FOLDERS:
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
        elif action.metavar in FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    # In the place of a command a folder may stand, which the window opens: bash then completes by itself.
    script = shtab.complete(parser, arguments.shell).replace("complete -o bashdefault ", "complete -o default ")
    if not arguments.json:
        print(script)
    return {"script": script}


def _all_actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                yield from _all_actions(each)
