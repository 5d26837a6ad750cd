"""Which tests belong to a module: `python -m tests.module_tests engine/store/files.py` names them, nearest first.

The tests of engine/store are in tests/store, those of gui/labels in tests/gui/labels. There, a test file belongs to
the module whose name it has. Many modules have none, because a person meets them through another one only: then it
is the tests that import them, or that import what uses them.
"""

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.source_files import ROOT, imports_of, module_name, source_files


def room_of(module: Path) -> Path:
    """The folder of its tests: the one of its package, or the nearest above that."""
    top, *inside = module.relative_to(ROOT).parts[:-1]
    folder = ROOT.joinpath("tests", *([] if top == "engine" else [top]), *inside)
    return next(each for each in (folder, *folder.parents) if each.is_dir())


def nearest_tests(module: Path) -> list[Path]:
    """The test file with its name first, then those that import it, then those with the fewest modules between them
    and it: of its folder, and of all."""
    tests, room = _tests(), room_of(module)
    inside = {path for path in tests if path.parent == room}
    named = {path for path in inside if path.stem in (f"test_{module.stem}", f"test_{module.stem}_command")}
    rings = list(_rings(module))
    found = named | _first(rings, inside) | _first(rings, tests)
    return sorted(found, key=lambda path: (path not in named, path not in rings[0], path not in inside, path))


@cache
def _tests() -> set[Path]:
    return {path for path in source_files("tests") if path.name.startswith("test_")}


def _rings(module: Path) -> Iterator[set[Path]]:
    """Who imports it, then who imports those, and so on."""
    reached: set[Path] = set()
    users = {module}
    while users:
        reached |= users
        users = {user for path in users for user in _users().get(module_name(path), ())} - reached
        yield users


def _first(rings: list[set[Path]], wanted: set[Path]) -> set[Path]:
    """Those that are wanted, of the first ring that has any."""
    return next((ring & wanted for ring in rings if ring & wanted), set())


@cache
def _users() -> dict[str, list[Path]]:
    """Who imports a module, by its name. The command line imports each command when that is asked for."""
    found: dict[str, list[Path]] = {}
    for path in source_files("engine", "gui", "tests"):
        for name in imports_of(path):
            found.setdefault(name, []).append(path)
    for path in source_files("engine/commands"):
        found.setdefault(module_name(path), []).append(ROOT / "engine/cli.py")
    return found


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        for test in nearest_tests(Path(argument).resolve()):
            print(test.relative_to(ROOT))
