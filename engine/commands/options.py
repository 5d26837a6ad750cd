"""Options that every command takes; they may stand before the command or after it."""

import argparse
import logging
from functools import cache

DEFAULTS = {"library": None, "json": False, "log_level": logging.INFO}


@cache
def log_options() -> argparse.ArgumentParser:
    """A parent parser: how much is said on standard error."""
    parser = argparse.ArgumentParser(add_help=False)
    for letter, word, level, text in (
        ("-v", "--verbose", logging.DEBUG, "say more on standard error"),
        ("-q", "--quiet", logging.WARNING, "say only what is wrong: no progress, no remarks"),
    ):
        parser.add_argument(
            letter,
            word,
            action="store_const",
            dest="log_level",
            const=level,
            default=argparse.SUPPRESS,
            help=text,
        )
    return parser


def start_logging(level: int, handlers: list[logging.Handler], text: str) -> None:
    """What other packages say below INFO is no news of ours."""
    logging.basicConfig(level=max(level, logging.INFO), format=text, handlers=handlers)
    for package in ("engine", "gui"):
        logging.getLogger(package).setLevel(level)


@cache
def common_options() -> argparse.ArgumentParser:
    """A parent parser. It sets nothing that was not given, so that a later place does not undo an earlier one."""
    common = argparse.ArgumentParser(add_help=False, parents=[log_options()])
    common.add_argument(
        "--library",
        default=argparse.SUPPRESS,
        metavar="DIR",
        help="the library (default: $DUALHASH_LIBRARY or the user's data folder)",
    )
    common.add_argument(
        "--json",
        action="store_true",
        default=argparse.SUPPRESS,
        help="print one JSON document on standard output",
    )
    return common
