"""Options that every command takes; they may stand before the command or after it."""

import argparse


def common_options() -> argparse.ArgumentParser:
    """A parent parser. It sets nothing that was not given, so that a later place does not undo an earlier one."""
    common = argparse.ArgumentParser(add_help=False)
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
