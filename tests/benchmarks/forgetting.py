"""What a training on some kinds of pictures does to these, and to the kinds that nobody labelled.

    python tests/benchmarks/forgetting.py FOLDER… [--library DIR] [--draws 3] [--quick]

The folders hold class folders, each of which is a kind; together they make one library. Half of the kinds are
labelled, once most of their pictures and once ten of each. Queries are the pictures of these kinds that have no
label, and all pictures of the other kinds; the whole library is searched but for the query itself; what is of the
same kind is right. Then the same with labels of every kind. Figures are means over kinds. A training is the
product's own: it holds a fifth of the labels out itself.

With --library the library is kept in that folder, and pictures are read only once.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from forgetting_copies import found_first, totals
from forgetting_figures import FIGURES, ORDERS, Answers, Reals, Rows, answers
from forgetting_library import (
    LABELS_ONLY,
    NEW_DEFAULT,
    TRAININGS,
    Pictures,
    built_in,
    drawn,
    indexed,
    itq_256,
    labelled,
    trained,
)

from engine.jobs.version_files import make_codes, remove
from engine.learning.figures import KEPT
from engine.learning.trained import save_version
from engine.library import Library, open_library
from engine.progress import finish
from engine.store.versions import Version

ALL = 1 << 60
AMOUNTS = {"80 %": ALL, "10 labels each": 10}  # labels of each kind; a fifth always stays without
ITQ, BUILT_IN = "ITQ-256", "built-in"
LARGE, MANY, SMALL = 6, 2000, (10, 30)  # unequal labels: how many large ones, their pictures, those of small ones
SMALL_LABELS = 12


@dataclass(slots=True, eq=False)
class Benchmark:
    library: Library
    pictures: Pictures
    draws: int
    copies: int
    without_labels: dict[str, Answers] = field(default_factory=dict)
    trainings: list[list[str]] = field(default_factory=list)  # rows of the last table

    def train(self, name: str, title: str, rows: Rows) -> tuple[Answers, Version]:
        """Trained on these labels and stored as a version; the library has no labels afterwards."""
        began = time.process_time()
        with labelled(self.library, self.pictures, rows):
            result = trained(self.library, name)
            version = save_version(self.library, result, f"{name}, {title}")
        seconds = [f"{result.seconds:.1f}", f"{time.process_time() - began:.1f}"]
        kept = [None if figures is None else figures.get(KEPT) for figures in (result.before, result.after)]
        shares = ["" if share is None else f"{share:.3f}" for share in kept]
        self.trainings.append([title, name, *seconds, *shares])
        print(
            f"  {title}: {name}, {seconds[0]} s from Start to figures, {seconds[1]} s of it computing", flush=True
        )
        return answers(result.function, self.pictures), version


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    parser.add_argument("--library", type=Path, metavar="DIR", help="keep the library there")
    parser.add_argument("--draws", type=int, default=3, metavar="N", help="of the halves (default 3)")
    parser.add_argument("--quick", action="store_true", help="one draw, and a quarter of the near-copies")
    arguments = parser.parse_args()
    with _library(arguments.library) as library:
        pictures = indexed(library, arguments.folders)
        print(f"{len(pictures.image_ids)} pictures of {len(pictures.kinds)} kinds", flush=True)
        quick = arguments.quick
        benchmark = Benchmark(library, pictures, 1 if quick else arguments.draws, 10 if quick else 40)
        benchmark.without_labels = {
            ITQ: answers(itq_256(pictures), pictures, orders=False),
            BUILT_IN: answers(built_in(library)[1], pictures),
        }
        for amount in AMOUNTS:
            halves(benchmark, amount)
        for amount in AMOUNTS:
            all_kinds(benchmark, amount)
        unequal_labels(benchmark)
        times(benchmark)


@contextmanager
def _library(folder: Path | None) -> Iterator[Library]:
    with tempfile.TemporaryDirectory() as temporary, closing(open_library(str(folder or temporary))) as library:
        yield library


# -- half of the kinds --------------------------------------------------------------------------------------------


def halves(benchmark: Benchmark, amount: str) -> None:
    """One table of codes, one of orders; near-copies are asked for of the first draw's versions."""
    print(f"\n## Half of the kinds labelled, {amount}\n", flush=True)
    pictures = benchmark.pictures
    rows_of_codes: dict[str, list[list[float]]] = {}
    rows_of_orders: dict[str, list[list[float]]] = {}
    folders = sorted({kind.split("/")[0] for kind in pictures.kinds})
    gains: dict[str, list[list[float]]] = {}
    for draw in range(benchmark.draws):
        random = np.random.default_rng(draw)
        chosen = np.sort(random.permutation(len(pictures.kinds))[: len(pictures.kinds) // 2])
        given = drawn(pictures, dict.fromkeys(chosen.tolist(), AMOUNTS[amount]), random)
        held_out, never = _queries(pictures, chosen, given)
        made = {name: benchmark.train(name, f"{amount}, draw {draw + 1}", given) for name in TRAININGS}
        found = benchmark.without_labels | {name: result for name, (result, _) in made.items()}
        for name, each in found.items():
            figures = [figure(rows) for rows in (held_out, never) for figure in (each.precision, each.mAP)]
            rows_of_codes.setdefault(name, []).append(figures)
        for name in (BUILT_IN, NEW_DEFAULT):
            for order in ORDERS:
                figures = [found[name].shown(order, rows) for rows in (held_out, never)]
                rows_of_orders.setdefault(f"{name}: {order}", []).append(figures)
        for folder in folders:
            gains.setdefault(folder, []).append(
                _gains(found, *(_of(folder, pictures, r) for r in (held_out, never)))
            )
        versions = {name: version for name, (_, version) in made.items()}
        if draw == 0:
            copies = near_copies(benchmark, versions)
        for version in versions.values():
            remove(benchmark.library, version)
    title = f"{amount}, mean of {benchmark.draws} draws" if benchmark.draws > 1 else f"{amount}, one draw"
    columns = ["labelled, P@10", "labelled, mAP", "never labelled, P@10", "never labelled, mAP"]
    _print_table(title, columns, rows_of_codes)
    _print_gains(rows_of_codes, columns)
    _print_table(f"{NEW_DEFAULT} less {BUILT_IN}, kinds of one folder alone", columns, gains)
    _print_table(f"{amount}: P@10 in the order of hits", ["labelled", "never labelled"], rows_of_orders)
    print(copies, flush=True)


def _of(folder: str, pictures: Pictures, rows: Rows) -> Rows:
    return np.array(
        [row for row in rows if pictures.kinds[pictures.kind_N[row]].startswith(f"{folder}/")], np.int64
    )


def _gains(found: Mapping[str, Answers], *asked: Rows) -> list[float]:
    """Of the new default over built-in, in precision at 10 and mAP of each of these queries; nan of none."""
    new, old = found[NEW_DEFAULT], found[BUILT_IN]
    return [
        gain
        for rows in asked
        for gain in (new.precision(rows) - old.precision(rows), new.mAP(rows) - old.mAP(rows))
    ]


def _queries(pictures: Pictures, chosen: Rows, given: Rows) -> tuple[Rows, Rows]:
    """Pictures of these kinds that were given no label, and all of the other kinds."""
    of_chosen_N = np.isin(pictures.kind_N, chosen)
    has_label_N = np.isin(np.arange(len(pictures.kind_N)), given)
    return np.flatnonzero(of_chosen_N & ~has_label_N), np.flatnonzero(~of_chosen_N)


def near_copies(benchmark: Benchmark, versions: Mapping[str, Version]) -> str:
    asked = {BUILT_IN: built_in(benchmark.library)[0], **versions}
    for version in versions.values():
        finish(make_codes(benchmark.library, version))
    found = found_first(benchmark.library, benchmark.pictures, asked, benchmark.copies)
    lines = [f"\nNear-copies that find their original first, of {benchmark.copies} (first draw):\n"]
    lines += ["| edit | " + " | ".join(asked) + " |", "|---" * (len(asked) + 1) + "|"]
    for edit, by_version in (found | {"all": totals(found)}).items():
        lines.append(f"| {edit} | " + " | ".join(str(by_version[name]) for name in asked) + " |")
    return "\n".join(lines)


def _print_table(title: str, columns: Sequence[str], rows: Mapping[str, list[list[float]]]) -> None:
    print(f"\n{title}:\n\n| | " + " | ".join(columns) + " |\n" + "|---" * (len(columns) + 1) + "|")
    for name, by_draw in rows.items():
        print(f"| {name} | " + " | ".join(_mean_and_spread(column) for column in zip(*by_draw, strict=True)) + " |")


def _mean_and_spread(values: Sequence[float]) -> str:
    known = [
        value for value in values if not np.isnan(value)
    ]  # in a draw, none of a folder's kinds may be asked for
    spread = f" ± {np.std(known, ddof=1):.3f}" if len(known) > 1 else ""
    return f"{np.mean(known):.3f}{spread}" if known else "–"


def _print_gains(rows: Mapping[str, list[list[float]]], columns: Sequence[str]) -> None:
    """Draw by draw, since draws differ among themselves more than versions do."""
    print(f"\n{NEW_DEFAULT} less another, by draw:\n")
    for other in (BUILT_IN, LABELS_ONLY):
        gains = np.array(rows[NEW_DEFAULT]) - np.array(rows[other])
        for column, by_draw in zip(columns, gains.T, strict=True):
            print(f"- {column}, less {other}: " + " ".join(f"{gain:+.3f}" for gain in by_draw))


# -- all kinds ----------------------------------------------------------------------------------------------------


def all_kinds(benchmark: Benchmark, amount: str) -> None:
    """Some pictures of every kind are labelled; the others are queries. One draw."""
    print(f"\n## All kinds labelled, {amount}\n", flush=True)
    pictures, every = benchmark.pictures, np.arange(len(benchmark.pictures.kinds))
    given = drawn(pictures, dict.fromkeys(every.tolist(), AMOUNTS[amount]), np.random.default_rng(0))
    rows, _ = _queries(pictures, every, given)
    found = dict(benchmark.without_labels)
    for name in TRAININGS:
        found[name], version = benchmark.train(name, f"all kinds, {amount}", given)
        remove(benchmark.library, version)
    figures = {name: [[each.precision(rows), each.mAP(rows)]] for name, each in found.items()}
    _print_table(f"all kinds, {amount}", ["P@10", "mAP"], figures)


# -- unequal labels -----------------------------------------------------------------------------------------------


def unequal_labels(benchmark: Benchmark) -> None:
    """The largest kinds with many labels beside a dozen others with few, as often as halves are drawn.

    One draw says little about a single label: those below built-in are told for each, and for all draws together.
    """
    by_draw = [_unequal_draw(benchmark, draw) for draw in range(benchmark.draws)]
    if benchmark.draws > 1:
        print(f"\nAll {benchmark.draws} draws together:")
        for name in TRAININGS:
            for figure in FIGURES:
                changes: dict[int, list[float]] = {}
                for found, rows in by_draw:
                    difference = found[name].change(found[BUILT_IN], figure)[rows]
                    for kind, change in zip(benchmark.pictures.kind_N[rows].tolist(), difference, strict=True):
                        changes.setdefault(kind, []).append(change)
                _print_below(benchmark, name, figure, {kind: np.array(each) for kind, each in changes.items()})


def _unequal_draw(benchmark: Benchmark, draw: int) -> tuple[dict[str, Answers], Rows]:
    pictures, random = benchmark.pictures, np.random.default_rng(draw)
    by_size = np.argsort(-np.bincount(pictures.kind_N), kind="stable")
    large, others = by_size[:LARGE], random.permutation(by_size[LARGE:])
    few = np.linspace(*SMALL, min(SMALL_LABELS, len(others))).round().astype(int)
    wanted = dict.fromkeys(large.tolist(), MANY // LARGE) | dict(zip(others.tolist(), few.tolist(), strict=False))
    given = drawn(pictures, wanted, random)
    count_C = np.bincount(pictures.kind_N[given], minlength=len(pictures.kinds))
    small = f"{len(few)} of {few[0]} to {few[-1]}"
    print(f"\n## Unequal labels: {count_C[large].sum()} in {LARGE} labels beside {small}\n", flush=True)
    rows, _ = _queries(pictures, np.array(list(wanted)), given)
    found = {BUILT_IN: benchmark.without_labels[BUILT_IN]}
    for name in TRAININGS:
        found[name], version = benchmark.train(name, f"unequal, draw {draw + 1}", given)
        remove(benchmark.library, version)
    figures = {name: each.of_kinds(rows) for name, each in found.items()}
    asked_C = np.bincount(pictures.kind_N[rows], minlength=len(pictures.kinds))
    heads = [f"{figure}, {name}" for figure in FIGURES for name in found]
    print("\n| label | labels | queries | " + " | ".join(heads) + " |\n" + "|---" * (len(heads) + 3) + "|")
    for kind in sorted(wanted, key=lambda kind: -count_C[kind]):
        cells = [f"{figures[name][figure][kind]:.3f}" for figure in FIGURES for name in found]
        print(f"| {pictures.kinds[kind]} | {count_C[kind]} | {asked_C[kind]} | " + " | ".join(cells) + " |")
    print("\nBelow built-in, with the standard error of the difference over the label's queries:\n")
    for name in TRAININGS:
        for figure in FIGURES:
            difference = found[name].change(found[BUILT_IN], figure)
            changes = {kind: difference[rows[pictures.kind_N[rows] == kind]] for kind in wanted}
            _print_below(benchmark, name, figure, changes)
    return found, rows


def _print_below(benchmark: Benchmark, name: str, figure: str, changes: Mapping[int, Reals]) -> None:
    """The kinds whose queries lost in the mean."""
    words = [
        f"{benchmark.pictures.kinds[kind]} ({each.mean():+.3f} ± {each.std(ddof=1) / np.sqrt(len(each)):.3f})"
        for kind, each in changes.items()
        if each.mean() < 0
    ]
    print(f"- {name}, {figure}: {', '.join(words) or 'no label'}, of {len(changes)}")


def times(benchmark: Benchmark) -> None:
    print("\n## From Start to figures, and neighbours kept\n")
    print("| training | | seconds | computing | neighbours kept before | after |\n" + "|---" * 6 + "|")
    for row in benchmark.trainings:
        print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main()
