"""Do the tests notice mistakes? One is made at a time, and the tests that belong to the module are run.

    python tests/benchmarks/mutation.py [MODULE…] [--sample 3] [--seed 0]

A module is a path such as engine/store/browsing.py; without any, those in MODULES. Of each, `--sample` mistakes are
drawn: a comparison, sum, condition, number, result or call that is another one, or is gone. Each is made in a copy
of the source in a temporary folder, and noticed if tests fail there: the file with the module's name, else up to
three that `tests/module_tests.py` names. What they did not notice is printed with its line: a test is missing, or
the change makes no difference to anybody.

With 3 of each and seed 0, 22 of 30 were noticed. Three of the others have a test since (later directories of a
TIFF, a part of one pixel, a file that is gone); three make no difference (the size of a block,
`deterministic=True`, None for None), one is a chosen number (MOST_COPIES), and one is left: indexes made again
before a row is mended, of which the module's own tests know nothing.

It is our own because mutmut first runs all tests once to learn which belong to what, and draws no samples.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # the tests' own modules are used, too

from tests.module_tests import ROOT, nearest_tests

MODULES = (
    "engine/evaluation/database_order.py",
    "engine/images/formats.py",
    "engine/images/targa.py",
    "engine/learning/verdict.py",
    "engine/progress.py",
    "engine/search/order.py",
    "engine/search/query.py",
    "engine/store/browsing.py",
    "engine/store/checked_rows.py",
    "engine/store/files.py",
)
PAIRS = (
    *((ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.In, ast.NotIn), (ast.Is, ast.IsNot)),
    *((ast.And, ast.Or), (ast.Add, ast.Sub), (ast.Mult, ast.FloorDiv), (ast.Div, ast.Mult)),
)
OTHER = {other: one for one, other in PAIRS} | dict(PAIRS)
MOST_TESTS = 3  # files


@dataclass(frozen=True)
class Mutant:
    line: int
    before: str
    after: str
    source: str  # of the whole module


def mutants(source: str) -> Iterator[Mutant]:
    """All mistakes that can be made in a module, each alone."""
    for number, found in enumerate(ast.walk(ast.parse(source))):
        if (change := _change(found)) is None:
            continue
        tree = ast.parse(source)
        node = list(ast.walk(tree))[number]
        if id(node) in _said_of_types(tree):
            continue
        before = ast.unparse(node)
        change(node)
        yield Mutant(found.lineno, before, ast.unparse(node), ast.unparse(tree))  # type: ignore[attr-defined]


def _change(node: ast.AST) -> Callable[[ast.AST], None] | None:
    match node:
        case ast.Compare(ops=[op]) if type(op) in OTHER:
            return lambda found: setattr(found, "ops", [OTHER[type(op)]()])
        case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in OTHER:
            return lambda found: setattr(found, "op", OTHER[type(op)]())
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            return lambda found: setattr(found, "test", ast.UnaryOp(ast.Not(), test))
        case ast.Constant(value=bool() as value):
            return lambda found: setattr(found, "value", not value)
        case ast.Constant(value=int() | float() as number):
            return lambda found: setattr(found, "value", number + 1)
        case ast.Return(value=ast.Constant(value=None)):
            return None
        case ast.Return(value=ast.expr()) | ast.Expr(value=ast.Call()):
            return lambda found: setattr(found, "value", ast.Constant(None))
    return None


def _said_of_types(tree: ast.Module) -> set[int]:
    """Nodes that say something to readers and type checkers only."""
    said: list[ast.AST | None] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            said += [*node.decorator_list, node.returns]
        elif isinstance(node, ast.ClassDef):
            said += node.decorator_list
        elif isinstance(node, ast.AnnAssign | ast.arg):
            said.append(node.annotation)
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            said.append(node)
    return {id(inner) for outer in said if outer is not None for inner in ast.walk(outer)}


def passes(copy: Path, tests: list[str], seconds: float | None) -> bool:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", *tests]
    environment = os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    try:
        run = subprocess.run(command, cwd=copy, env=environment, capture_output=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return False
    return run.returncode == 0


def measure(module: str, copy: Path, sample: int, chance: random.Random) -> tuple[int, int]:
    """How many mistakes were made in a module, and how many of them noticed."""
    near = nearest_tests(ROOT / module)
    own = [path for path in near if path.stem == f"test_{Path(module).stem}"] or near[:MOST_TESTS]
    tests = [str(path.relative_to(ROOT)) for path in own]
    source = (ROOT / module).read_text()
    began = time.monotonic()
    if not passes(copy, tests, None):
        print(f"{module}: its tests fail without any mistake", flush=True)
        return 0, 0
    seconds = 30 + 5 * (time.monotonic() - began)
    every = list(mutants(source))
    drawn, noticed = chance.sample(every, min(sample, len(every))), 0
    for mutant in sorted(drawn, key=lambda each: each.line):
        (copy / module).write_text(mutant.source)
        if passes(copy, tests, seconds):
            print(f"{module}:{mutant.line}: not noticed: {mutant.before!r} -> {mutant.after!r}", flush=True)
        else:
            noticed += 1
    (copy / module).write_text(source)
    by = ", ".join(tests)
    print(f"{module}: {noticed} of {len(drawn)} noticed, of {len(every)} that can be made ({by})", flush=True)
    return len(drawn), noticed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", default=MODULES, metavar="MODULE")
    parser.add_argument("--sample", type=int, default=3, help="mistakes in each module")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory(prefix="dualhash-mutation-") as folder:
        copy = Path(folder) / "source"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "__pycache__", "*.egg-info"))
        counts = [measure(module, copy, arguments.sample, chance) for module in arguments.modules]
    print(f"{sum(noticed for _, noticed in counts)} of {sum(made for made, _ in counts)} mistakes were noticed")


if __name__ == "__main__":
    main()
