"""`dualhash experiment NAME …`: the paper's protocols, tables and figures. Needs no library."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Generator
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.commands.options import common_options
from engine.commands.terminal import print_line, run_with_progress
from engine.commands.views_option import add_views_argument
from engine.errors import UserError
from engine.launching import are_several
from engine.model.code_lengths import A_CODE_LENGTH, is_code_length
from engine.model.views import OWN
from engine.needed_packages import need_matplotlib, need_torch
from engine.progress import Progress
from engine.worker_processes import default_workers

if TYPE_CHECKING:
    from engine.experiments.comparison import ComparisonPlan, Subject
    from engine.experiments.results import Run
    from engine.model.backbone_spec import Backbone

TRAINS = True
EPOCHS = {"head": 20, "last": 10, "all": 10}
BLOCKS = 5  # the last ones that are trained, where nothing is said
LENGTHS = "16,32,48,64"
VIEWS = "what of a picture is looked at: crop (default), whole, mirrored, or several, one after the other"
STUDIES = {"sensitivity": (16, 64), "regularisers": (64,)}  # with the code lengths of the paper
DATA_SETS = {
    "cifar10": ("the paper's CIFAR-10 table", "the folder that holds cifar-10-batches-py"),
    "multilabel": (
        "pictures with several labels: a CSV table of paths and labels, or NUS-WIDE's lists",
        "a table, or the folder of labels.csv or of train.txt and test.txt",
    ),
    "imagenet100": ("100 classes of pictures in folders", "the folder of train/ and val/, or of the classes"),
}

Printed = tuple[list[dict[str, Any]], str]  # for programs, and for a person


def add_arguments(parser: argparse.ArgumentParser) -> None:
    experiments = parser.add_subparsers(dest="experiment", required=True, metavar="NAME")
    for name, (text, where) in DATA_SETS.items():
        data_set = experiments.add_parser(name, help=text, description=text, parents=[common_options()])
        data_set.add_argument("--data", type=Path, required=True, metavar="PATH", help=where)
        data_set.set_defaults(split=None)
        if name == "cifar10":
            data_set.add_argument(
                "--split",
                type=Path,
                metavar="DIR",
                help="the folder of train_index.npy, valid_index.npy and test_index.npy (default: the data folder)",
            )
        _add_plan_arguments(data_set)
        _add_output_arguments(data_set)
    _add_open_set(experiments)
    text = "table, figures and report again, from the runs that are there"
    report = experiments.add_parser("report", help=text, description=text, parents=[common_options()])
    report.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder of an experiment")


def _add_open_set(experiments: Any) -> None:
    text = "half of the kinds of a library labelled: what methods make of these, and what they forget"
    open_set = experiments.add_parser("open-set", help=text, description=text, parents=[common_options()])
    open_set.add_argument(
        "--data",
        type=Path,
        nargs="+",
        required=True,
        metavar="FOLDER",
        help="folders of class folders; together they make one library",
    )
    open_set.add_argument(
        "--methods", type=_names, default="all", metavar="NAME,…", help="what is compared (default: all)"
    )
    open_set.add_argument("--bits", type=_length, default=64, metavar="K", help="the code length (default 64)")
    open_set.add_argument(
        "--draws", type=_at_least_1, default=3, metavar="N", help="of the kinds that are labelled (default 3)"
    )
    open_set.add_argument(
        "--backbone",
        default="efficientnet_lite0",
        metavar="NAME",
        help="whose features (the default: %(default)s)",
    )
    add_views_argument(open_set, VIEWS)
    open_set.set_defaults(tune="head", study=None)
    _add_output_arguments(open_set)


def _add_plan_arguments(parser: argparse.ArgumentParser) -> None:
    """What is compared, and how."""
    parser.add_argument("--bits", type=_lengths, metavar="K,…", help=f"code lengths (default {LENGTHS})")
    parser.add_argument(
        "--methods", type=_names, default="all", metavar="NAME,…", help="what is compared (default: all)"
    )
    parser.add_argument("--seeds", type=_at_least_1, default=3, metavar="N", help="runs of each (default 3)")
    parser.add_argument(
        "--backbone",
        default="efficientnet_lite0",
        metavar="NAME",
        help="efficientnet_lite0 (default), alexnet, resnet50, gist, or another network of torchvision",
    )
    add_views_argument(parser, VIEWS)
    parser.add_argument(
        "--tune",
        choices=("head", "last", "all"),
        default="head",
        help="train hash functions on frozen features (head, the default), the network's last blocks with them "
        "(last, of CIFAR-10 alone) or the whole network from pixels (all)",
    )
    parser.add_argument(
        "--blocks",
        type=_at_least_1,
        metavar="N",
        help=f"the last blocks that --tune last trains (default {BLOCKS})",
    )
    parser.add_argument(
        "--epochs",
        type=_at_least_1,
        metavar="N",
        help="of each run, at most (default 20; 10 with --tune last or all)",
    )
    parser.add_argument(
        "--tune-budget",
        type=_at_least_1,
        default=3,
        metavar="N",
        help="settings that each method may try on the validation images for each code length (default 3; 1: none)",
    )
    parser.add_argument(
        "--at",
        type=_depth,
        default="paper",
        metavar="K",
        help="mAP of the first K, or “all” (default: the paper's)",
    )
    parser.add_argument(
        "--study",
        choices=tuple(STUDIES),
        help="instead of the table: λ and γ of DualHash on the validation images, or regularisers with their times",
    )


def _add_output_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--workers",
        type=_at_least_1,
        metavar="N",
        help="runs at a time (default: as many as there are cores; 1 with --tune last or all, and where times are "
        "compared)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="DIR",
        help="for runs, tables and figures; what is done there is not redone",
    )


def alone(arguments: argparse.Namespace) -> bool:
    return True


def run_alone(arguments: argparse.Namespace) -> Any:
    need_matplotlib()  # the smaller one first
    need_torch()
    if arguments.experiment == "report":
        return _reported(arguments)
    work = _open_set if arguments.experiment == "open-set" else _experiment
    rows, text = run_with_progress(work(arguments))
    if not arguments.json:
        for line in text.splitlines():
            print_line(line)
    return rows


def _reported(arguments: argparse.Namespace) -> dict[str, Any]:
    from engine.experiments.report.report import remake

    missing = remake(arguments.out)
    if not arguments.json:
        for sentence in missing or ["All runs of the plan are in the report."]:
            print_line(sentence)
    return {"missing": missing}


def _experiment(arguments: argparse.Namespace) -> Generator[Progress, None, Printed]:
    from engine.experiments.comparison import compared
    from engine.experiments.data import data_sets
    from engine.experiments.methods import method
    from engine.experiments.output.table import markdown
    from engine.experiments.preparing import Wanted, prepared
    from engine.experiments.report.report import write_report

    plan = _plan(arguments)
    runs = _study_module(arguments.study).runs(plan) if arguments.study else []
    if arguments.tune == "all" and arguments.views != OWN:
        raise UserError(
            "Several views are features of a network as it is; with --tune all it learns from the crop."
        )
    space = _learned_space(arguments).with_views(arguments.views).name
    names = dict.fromkeys([run.method for run in runs] or plan.methods)
    tuned = None if arguments.tune == "head" else space
    others = tuple(other for name in names if (other := method(name, tuned).feature_space))
    yield Progress(0, None, "Reading the data set")
    data_set = data_sets.read(arguments.experiment, arguments.data, arguments.split)
    at = data_set.at if arguments.at == "paper" else arguments.at
    with tempfile.TemporaryDirectory(prefix="dualhash-") as scratch:
        subject = yield from prepared(data_set, Wanted(space, others, arguments.tune, at), Path(scratch))
        if arguments.study:
            return (yield from _study(arguments, plan, runs, subject))
        done = yield from compared(plan, subject, arguments.out, _workers(arguments))
    yield Progress(0, None, "Drawing figures")
    write_report([*done.results, *done.failed], arguments.out)
    return list(done.table.rows), markdown(done.table)


def _learned_space(arguments: argparse.Namespace) -> Backbone:
    """Of the network, or of what comes before the blocks that are trained."""
    from engine.model import cut_networks
    from engine.model.backbones import backbone

    if arguments.tune == "last":
        return cut_networks.cut(arguments.backbone, arguments.blocks or BLOCKS)
    if arguments.blocks is not None:
        raise UserError("--blocks says what --tune last trains.")
    return backbone(arguments.backbone)


def _open_set(arguments: argparse.Namespace) -> Generator[Progress, None, Printed]:
    from engine.experiments.open_set import pictures
    from engine.experiments.open_set.learners import METHODS
    from engine.experiments.open_set.study import OpenPlan, carried_out
    from engine.experiments.output.sections import markdown
    from engine.experiments.report.report import remake
    from engine.model.backbones import backbone

    methods = tuple(METHODS) if arguments.methods == ("all",) else arguments.methods
    plan = OpenPlan(methods, arguments.bits, arguments.draws)
    space = backbone(arguments.backbone).with_views(arguments.views).name
    yield Progress(0, None, "Reading the data set")
    library = yield from pictures.read(arguments.data, space, plan.spaces())
    section = yield from carried_out(plan, library, arguments.out, _workers(arguments))
    yield Progress(0, None, "Drawing figures")
    remake(arguments.out)
    return list(section.rows), markdown(section)


def _study(
    arguments: argparse.Namespace, plan: ComparisonPlan, runs: list[Run], subject: Subject
) -> Generator[Progress, None, Printed]:
    from engine.experiments.execution import Execution
    from engine.experiments.output import experiment_facts
    from engine.experiments.report.report import remake

    methods = tuple(dict.fromkeys(run.method for run in runs))
    plan = replace(plan, methods=methods, tune_budget=1)  # a study tries nothing but what it shows
    about = {**subject.protocol(), **asdict(plan), "setup": subject.about_data(plan)}
    module = _study_module(arguments.study)
    with Execution(subject.runs(arguments.out / module.FOLDER), _workers(arguments)) as execution:
        outcomes = yield from execution.outcomes(runs)
    study = module.write(outcomes, about, arguments.out)
    if (arguments.out / experiment_facts.NAME).exists():
        yield Progress(0, None, "Drawing figures")
        remake(arguments.out)
    return study.rows, study.text


def _study_module(name: str) -> Any:
    from engine.experiments import regularisers, sensitivity

    return {"sensitivity": sensitivity, "regularisers": regularisers}[name]


def _plan(arguments: argparse.Namespace) -> ComparisonPlan:
    from engine.experiments.comparison import ComparisonPlan
    from engine.experiments.methods import METHODS, whole_network_names

    methods = arguments.methods
    if arguments.study and methods != ("all",):
        raise UserError("A study has methods of its own; --methods is for the table.")
    if methods == ("all",):
        methods = tuple(METHODS) if arguments.tune == "head" else tuple(whole_network_names())
    bits = arguments.bits or STUDIES.get(arguments.study) or _lengths(LENGTHS)
    epochs = arguments.epochs or EPOCHS[arguments.tune]
    return ComparisonPlan(methods, bits, arguments.seeds, epochs, arguments.tune_budget)


def _workers(arguments: argparse.Namespace) -> int:
    """A whole network uses all cores by itself, times are compared where nothing runs beside, and processes that a
    launcher started train together what this one does."""
    if are_several() and (arguments.workers or 1) > 1:
        raise UserError("--workers cannot be combined with processes that train together.")
    by_itself = arguments.tune != "head" or arguments.study == "regularisers" or are_several()
    workers: int = arguments.workers or (1 if by_itself else default_workers())
    return workers


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def _lengths(text: str) -> tuple[int, ...]:
    return tuple(_length(part) for part in text.split(","))


def _length(text: str) -> int:
    if not text.strip().isdecimal() or not is_code_length(int(text)):
        raise argparse.ArgumentTypeError(f"a code length is {A_CODE_LENGTH}, and {text[:20]!r} is not")
    return int(text)


def _depth(text: str) -> int | str | None:
    if text in ("all", "paper"):
        return None if text == "all" else text
    return _at_least_1(text)


def _at_least_1(text: str) -> int:
    if not text.strip().isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"it must be a whole number from 1 on, not {text[:20]!r}")
    return int(text)
