"""`dualhash evaluate`: the metrics of a version on the held-out labels."""

import argparse
from typing import TYPE_CHECKING, Any

from engine.commands.terminal import print_line, run_with_progress
from engine.errors import UserError
from engine.library import Library
from engine.store import versions

if TYPE_CHECKING:
    from engine.learning.version_evaluation import VersionEvaluation

WRITES = False


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--version", metavar="V", help="a version's number or name (default: the active one)")


def shared(arguments: argparse.Namespace) -> bool:
    return True


def run(library: Library, arguments: argparse.Namespace) -> dict[str, Any]:
    from engine.learning.version_evaluation import evaluate_version

    version = versions.find(library.db, arguments.version) if arguments.version else versions.active(library.db)
    if version is None:
        raise UserError("Nothing is indexed yet, so there is nothing to measure.")
    evaluation = run_with_progress(evaluate_version(library, version))
    rows = [
        {"label": each.name, "images": each.images, "held_out": each.held_out, "mAP": each.mean_precision}
        for each in sorted(evaluation.labels, key=lambda label: (label.mean_precision, label.name))
    ]
    if not arguments.json:
        _print(evaluation, rows)
    return {"version": version.id, "bits": version.bits} | evaluation.figures | {"by_label": rows}


def _print(evaluation: "VersionEvaluation", rows: list[dict[str, Any]]) -> None:
    from engine.commands.figures_text import (
        COUNTS,
        KEPT_NAME,
        kept_is_known,
        label_text,
        number,
        percent,
        print_labels,
        print_searched,
    )
    from engine.learning.figures import KEPT

    version, figures = evaluation.version, evaluation.figures
    print_line(f"Version {version.id} “{version.name}”, {version.bits} bits:")
    for key, value in figures.items():
        if key not in (*COUNTS, KEPT):
            print_line(f"  {key.replace('_', ' ')}: {number(value, digits=4)}")
    if kept_is_known(figures):
        print_line(f"  {KEPT_NAME}: {percent(figures[KEPT])}")
    print_searched(figures)
    print_labels("mAP, what is found worst first", [label_text(row, number(row["mAP"])) for row in rows])
