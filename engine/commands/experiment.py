"""`dualhash experiment NAME …`: the paper's protocols and tables. Needs no library."""

from __future__ import annotations

import argparse
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.commands.options import common_options
from engine.commands.terminal import print_line, run_with_progress
from engine.progress import Progress

if TYPE_CHECKING:
    from engine.experiments.table import Table

METHODS = "dualhash-stom,dualhash-storm,likelihood"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    experiments = parser.add_subparsers(dest="experiment", required=True, metavar="NAME")
    text = "the paper's CIFAR-10 table, on frozen features"
    cifar10 = experiments.add_parser("cifar10", help=text, description=text, parents=[common_options()])
    cifar10.add_argument(
        "--data", type=Path, required=True, metavar="DIR", help="the folder that holds cifar-10-batches-py"
    )
    cifar10.add_argument(
        "--split",
        type=Path,
        metavar="DIR",
        help="the folder of train_index.npy, valid_index.npy and test_index.npy (default: the data folder)",
    )
    _add_plan_arguments(cifar10)


def _add_plan_arguments(parser: argparse.ArgumentParser) -> None:
    """What every comparison of methods takes."""
    parser.add_argument("--bits", type=_lengths, default="16,32,48,64", help="code lengths (default %(default)s)")
    parser.add_argument("--methods", type=_names, default=METHODS, help="what is compared (default %(default)s)")
    parser.add_argument("--seeds", type=_at_least_1, default=3, metavar="N", help="runs of each (default 3)")
    parser.add_argument("--epochs", type=_at_least_1, default=20, metavar="N", help="of each run (default 20)")
    parser.add_argument(
        "--tune-budget",
        type=_at_least_1,
        default=3,
        metavar="N",
        help="settings that each method may try on the validation images for each code length (default 3; 1: none)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="DIR",
        help="for runs and tables; what is done there is not redone",
    )


def alone(arguments: argparse.Namespace) -> bool:
    return True


def run_alone(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    from engine.experiments.table import markdown

    table = run_with_progress(_cifar10(arguments))
    if not arguments.json:
        for line in markdown(table).splitlines():
            print_line(line)
    return list(table.rows)


def _cifar10(arguments: argparse.Namespace) -> Generator[Progress, None, Table]:
    from engine.experiments import cifar10, features
    from engine.experiments.comparison import Plan, Subject, compared
    from engine.model.backbones import EFFICIENTNET_LITE0

    plan = Plan(arguments.methods, arguments.bits, arguments.seeds, arguments.epochs, arguments.tune_budget)
    yield Progress(0, None, "Reading CIFAR-10")
    pictures = cifar10.read(arguments.data, arguments.split)
    data = yield from features.extracted(pictures, EFFICIENTNET_LITE0)
    subject = Subject.of("CIFAR-10", pictures, data, EFFICIENTNET_LITE0.name, cifar10.PAPER)
    return (yield from compared(plan, subject, arguments.out))


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def _lengths(text: str) -> tuple[int, ...]:
    return tuple(_length(part) for part in text.split(","))


def _length(text: str) -> int:
    if not text.strip().isdecimal() or int(text) % 8 or not 8 <= int(text) <= 512:
        raise argparse.ArgumentTypeError(f"code lengths are multiples of 8 from 8 to 512, and {text[:20]!r} is not")
    return int(text)


def _at_least_1(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is less than 1")
    return number
