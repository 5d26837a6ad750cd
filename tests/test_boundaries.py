"""What keeps the house in order: who imports what, how files and types are named, how long files are."""

import ast
import json
import re
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.module_tests import nearest_tests
from tests.source_files import ROOT, imports_of, module_name, source, source_files

LONGEST = 450
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "common", "misc"}


PACKAGES = [path for path in source_files("engine", "gui") if path.name == "__init__.py"]


def brought_by(*modules: str) -> dict[str, set[str]]:
    """What a fresh interpreter loads more with each of these, which it imports in this order."""
    code = (
        "import importlib, json, sys\n"
        "before, brought = set(sys.modules), {}\n"
        "for name in json.loads(sys.argv[1]):\n"
        "    importlib.import_module(name)\n"
        "    brought[name] = sorted(set(sys.modules) - before)\n"
        "    before |= set(sys.modules)\n"
        "print(json.dumps(brought))\n"
    )
    command = [sys.executable, "-c", code, json.dumps(modules)]
    answer = json.loads(subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.PIPE).stdout)
    return {name: set(names) for name, names in answer.items()}


def which_bring(unwanted: set[str], brought: dict[str, set[str]]) -> dict[str, set[str]]:
    """Of these packages and modules, what each module has brought."""
    found = {
        module: {name for name in unwanted if any(each == name or each.startswith(f"{name}.") for each in names)}
        for module, names in brought.items()
    }
    return {module: names for module, names in found.items() if names}


def parts_of(package: Path) -> list[str]:
    """The modules and sub-packages right inside a package."""
    modules = [path.stem for path in package.glob("*.py") if path.stem not in ("__init__", "__main__")]
    return sorted(modules + [path.parent.name for path in package.glob("*/__init__.py")])


def imported_parts(package: Path) -> dict[str, set[str]]:
    """Which parts of a package each of its parts imports."""
    prefix, graph = module_name(package / "__init__.py") + ".", {}
    for part in parts_of(package):
        files = [package / f"{part}.py"] if (package / f"{part}.py").exists() else (package / part).rglob("*.py")
        inside = {name for path in files for name in imports_of(path) if name.startswith(prefix)}
        graph[part] = {name.removeprefix(prefix).partition(".")[0] for name in inside} & set(parts_of(package))
        graph[part].discard(part)
    return graph


def importing(top_level: str, *packages: str) -> list[str]:
    return [
        str(path.relative_to(ROOT))
        for path in source_files(*packages)
        if any(name.partition(".")[0] == top_level for name in imports_of(path))
    ]


def test_every_engine_module_imports_in_a_fresh_interpreter_and_brings_neither_qt_nor_pyplot():
    """The state of pyplot is global: a chart drawn in another thread would land in ours."""
    modules = [module_name(path) for path in source_files("engine") if path.name != "__main__.py"]
    brought = brought_by(*modules)
    assert which_bring({"matplotlib"}, brought), "charts are drawn with what it has besides"
    assert which_bring({"PySide6", "shiboken6", "gui", "matplotlib.pyplot"}, brought) == {}


@pytest.mark.parametrize("package", ["engine", "resources"])
def test_nothing_below_the_window_names_qt_or_the_window(package: str):
    assert importing("PySide6", package) == importing("gui", package) == []


def test_what_the_window_needs_to_open_brings_no_heavy_library_and_the_command_line_no_qt():
    """Nor is there Qt before it is known that a window is wanted."""
    engine = ["engine.library", "engine.search.query", "engine.search.hits", "engine.cli"]
    brought = brought_by("gui.launch", *engine, "gui.app", "gui.session", "gui.window.main_window")
    assert which_bring({"torch", "faiss", "onnxruntime", "onnx", "timm", "torchvision"}, brought) == {}
    assert list(which_bring({"PySide6", "shiboken6"}, brought)) == ["gui.app"]


@pytest.mark.parametrize("library", ["torch", "faiss", "onnxruntime", "onnx", "timm"])
def test_no_module_of_the_window_imports_a_heavy_library_at_its_top(library: str):
    assert importing(library, "gui") == []


def test_faiss_is_imported_in_one_place():
    assert importing("faiss", "engine", "gui") == ["engine/search/code_index.py"]


def test_the_database_is_talked_to_by_the_engine_only():
    assert importing("sqlite3", "gui") == []
    assert importing("sqlite_utils", "engine", "gui", "tests") == ["engine/store/connection.py"]


def test_torch_is_imported_only_where_something_is_learned_or_computed():
    rooms = {path.split("/")[1] for path in importing("torch", "engine")}
    assert rooms <= {"model", "training", "dualhash", "baselines", "learning", "experiments"}


def texts_of(path: Path) -> list[str]:
    """All text in a file that is not a docstring."""
    tree = ast.parse(path.read_text())
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in said)
    return [node.value for node in constants if isinstance(node.value, str)]


def test_sql_is_spoken_in_the_store_only():
    words = r"(SELECT|INSERT|UPDATE|DELETE|REPLACE|CREATE|DROP|ALTER|PRAGMA|ATTACH|VACUUM|BEGIN)\b"
    outside = [path for path in source_files("engine", "gui") if "engine/store/" not in path.as_posix()]
    outside = [path for path in outside if re.search(words, path.read_text())]  # few need be looked at closely
    sql = re.compile(rf"\s*{words}")
    assert [str(path.relative_to(ROOT)) for path in outside if any(map(sql.match, texts_of(path)))] == []


@pytest.mark.parametrize("package", ["gui", "engine", "engine/experiments"])
def test_rooms_name_only_rooms_below_them(package: str):
    """So that each can be understood, changed and tested with what is below it. A CycleError names the cycle."""
    TopologicalSorter(imported_parts(ROOT / package)).prepare()


@pytest.mark.parametrize("package", PACKAGES, ids=module_name)
def test_the_docstring_of_a_package_is_its_map(package: Path):
    text = source(package).docstring
    assert [part for part in parts_of(package.parent) if not re.search(rf"\b{part}\b", text)] == []


def test_each_module_has_a_subject_a_docstring_and_a_bearable_length():
    without_a_subject, without_a_docstring, too_long = [], [], []
    for path in source_files("engine", "gui", "resources"):
        name = module_name(path)
        if FORBIDDEN_NAMES & {part.removesuffix(".py") for part in path.relative_to(ROOT).parts}:
            without_a_subject.append(name)
        if not source(path).docstring:
            without_a_docstring.append(name)
        if source(path).lines > LONGEST:
            too_long.append(name)
    assert without_a_subject == without_a_docstring == too_long == []


def test_every_module_has_tests_that_can_be_found():
    modules = [path for path in source_files("engine", "gui") if path.name not in ("__init__.py", "__main__.py")]
    assert [module_name(path) for path in modules if not nearest_tests(path)] == []


def test_the_tests_of_the_window_lie_in_its_rooms():
    folders = {path.relative_to(ROOT / "tests/gui").parts[0] for path in (ROOT / "tests/gui").glob("*/*.py")}
    assert folders <= set(parts_of(ROOT / "gui"))


def test_one_type_name_means_one_thing():
    """Also a private one: whoever reads two modules on one day should not meet two of a name."""
    places: dict[str, list[str]] = {}
    for path in source_files("engine", "gui"):
        for name in source(path).types:
            places.setdefault(name.removeprefix("_"), []).append(module_name(path))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_no_test_module_has_the_name_of_another():
    """Without packages, pytest could not tell them apart."""
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))
