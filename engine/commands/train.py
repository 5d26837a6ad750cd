"""`dualhash train`: train on the library's labels, measure before and after, save a new model version."""

import argparse
import sys
from collections.abc import Callable
from typing import Any

from engine.commands.terminal import print_line, run_with_progress
from engine.errors import UserError
from engine.library import Library
from engine.needed_packages import need_torch

WRITES = True
TRAINS = True

MEASURES = ("mAP", "precision_at_10", "precision_at_100")
CLEARLY_WORSE = ", clearly worse"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--method", default="dualhash-stom", metavar="NAME", help="default: dualhash-stom")
    parser.add_argument(
        "--preset", default="balanced", metavar="NAME", help="of DualHash: balanced, compact or theory"
    )
    parser.add_argument(
        "--bits", type=int, metavar="K", help="code length, a multiple of 8 (default: the method's)"
    )
    parser.add_argument(
        "--backbone", metavar="NAME", help="network below the hash layers (default efficientnet_lite0)"
    )
    parser.add_argument(
        "--tune", choices=("head", "all"), default="head", help="train the hash layers, or the whole network"
    )
    parser.add_argument("--epochs", type=int, metavar="N")
    parser.add_argument("--seed", type=int, metavar="S")
    parser.add_argument("--name", metavar="TEXT", help="of the new version")
    parser.add_argument(
        "--set", action="append", default=[], metavar="SETTING=VALUE", help="any setting; --settings lists them"
    )
    parser.add_argument("--settings", action="store_true", help="list the settings and do nothing else")
    parser.add_argument("--device", choices=("cpu", "cuda"), help="default: the GPU if there is one")
    parser.add_argument("--activate", action="store_true", help="make it the active version")
    parser.add_argument("--refit", action="store_true", help="at the end, train once more on all labels")
    parser.add_argument("--resume", action="store_true", help="go on with the training that was interrupted")


def alone(arguments: argparse.Namespace) -> bool:
    return bool(arguments.settings)


def run_alone(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    return _list_settings(arguments)


def run(library: Library, arguments: argparse.Namespace) -> dict[str, Any]:
    need_torch()
    from engine.jobs.version_files import activate
    from engine.learning import checkpoints
    from engine.learning.methods import feature_space_of
    from engine.learning.request import Request
    from engine.learning.trained import by_label, save_version
    from engine.learning.training import train
    from engine.learning.verdict import warning
    from engine.model.device import choose_device
    from engine.search.searcher import save_index
    from engine.store.versions import clean_name

    name = clean_name(arguments.name) if arguments.name else None  # refused now, not after the training
    device = choose_device(arguments.device)
    request = Request(
        arguments.method,
        _settings(arguments),
        feature_space_of(arguments.method, arguments.backbone),
        arguments.tune,
        device,
        arguments.refit,
        name or "",
    )
    try:
        trained = run_with_progress(train(library, request, resume=arguments.resume))
    except KeyboardInterrupt:
        if checkpoints.exists(library.training_folder):
            print("dualhash: the same command with --resume goes on with this training.", file=sys.stderr)
        raise
    version = save_version(library, trained)
    if arguments.activate:
        run_with_progress(activate(library, version))
        save_index(library)
    document = {
        "version": version.id,
        "name": version.name,
        "method": version.method,
        "bits": version.bits,
        "backbone": version.backbone,
        "tune": arguments.tune,
        "epochs": len(trained.epochs),
        "seconds": round(trained.seconds, 2),
        "train_images": trained.images,
        "held_out_images": len(trained.examples.held_out_rows) if trained.examples else 0,
        "labels": len(trained.examples.label_names) if trained.examples else 0,
        "before": trained.before,
        "after": trained.after,
        "by_label": by_label(trained.changed_labels),
        "warning": warning(trained.before, trained.after, trained.changed_labels),
        "active": arguments.activate,
    }
    if not arguments.json:
        _print(document)
    return document


def _settings(arguments: argparse.Namespace) -> Any:
    from engine.learning.methods import method, settings_of
    from engine.training.settings import read_settings

    texts = {}
    for given in arguments.set:
        name, equals, text = given.partition("=")
        if not equals:
            raise UserError(f"--set wants SETTING=VALUE, not {given!r}.")
        texts[name.strip()] = text.strip()
    changes = read_settings(method(arguments.method).settings, texts)
    for name in ("bits", "epochs", "seed"):
        if getattr(arguments, name) is not None:
            changes[name] = getattr(arguments, name)
    return settings_of(arguments.method, arguments.preset, **changes)


def _list_settings(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    settings = _settings(arguments)
    rows = []
    for each in settings.describe():
        value = getattr(settings, each.name)
        rows.append(
            {
                "setting": each.name,
                "symbol": each.symbol,
                "value": value,
                "automatic": each.automatic if value is None else None,
                "low": each.low,
                "high": each.high,
                "choices": list(each.choices),
                "meaning": each.meaning,
            }
        )
        if not arguments.json:
            print_line(f"{each.name} = {each.automatic if value is None else value}: {each.meaning}")
    return rows


def _print(document: dict[str, Any]) -> None:
    from engine.commands.figures_text import print_searched

    before, after = document["before"], document["after"]
    if document["warning"]:
        print_line(document["warning"])
    print_line(
        f"Version {document['version']} “{document['name']}”: {document['bits']} bits, {document['epochs']} epochs "
        f"on {document['train_images']:,} pictures in {document['seconds']:.1f} s."
    )
    if after is not None:
        _print_measures(before, after)
        if "queries" in after:
            print_searched(after)
        if "splits" in after:
            spread = after["spread"]["mAP"]
            print_line(f"  means of {after['splits']} splits, since these are few; mAP varies by ± {spread:.3f}")
        _print_labels(document["by_label"])
    if not document["active"]:
        print_line(f"“dualhash models activate {document['version']}” makes it the active version.")


def _print_measures(before: dict[str, Any] | None, after: dict[str, Any]) -> None:
    from engine.commands.figures_text import KEPT_NAME, kept_is_known, number, percent
    from engine.learning.figures import KEPT, OVER_LABELS

    def change(key: str, text: Callable[[float | None], str] = number) -> str:
        return (f"{text(before.get(key))} -> " if before is not None else "") + text(after.get(key))

    for key in MEASURES:
        over_labels = f", mean over labels {change(key + OVER_LABELS)}" if key + OVER_LABELS in after else ""
        print_line(f"  {key.replace('_', ' ')}: {change(key)}{over_labels}")
    if kept_is_known(before, after):
        print_line(f"  {KEPT_NAME}: {change(KEPT, percent)}")


def _print_labels(rows: list[dict[str, Any]]) -> None:
    from engine.commands.figures_text import label_text, number, print_labels

    texts = [
        label_text(
            row,
            f"{number(row['before'])} -> {number(row['after'])} ({row['change']:+.3f}), first ten "
            f"{number(row['precision_at_10_before'])} -> {number(row['precision_at_10_after'])}"
            f"{CLEARLY_WORSE if row['clearly_worse'] else ''}",
        )
        for row in rows
    ]
    print_labels("mAP, what fell the most first", texts)
