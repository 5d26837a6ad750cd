"""`--views`: what a network looks at of a picture."""

import argparse

from engine.errors import UserError
from engine.model.views import OWN, ViewNames, understood


def add_views_argument(parser: argparse.ArgumentParser, text: str) -> None:
    parser.add_argument("--views", type=_views, default=OWN, metavar="VIEW,…", help=text)


def _views(text: str) -> ViewNames:
    try:
        return understood(text)
    except UserError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
