"""Which tests belong to a module: `python -m tests.module_tests engine/store/files.py` names them, nearest first.

A test file belongs to the module whose name it has. Many modules have none, because a person meets them through
another one only: then it is the tests that import them, or that import what uses them.
"""

import ast
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def source_files(*packages: str) -> list[Path]:
    return sorted(path for package in packages for path in (ROOT / package).rglob("*.py"))


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports_of(path: Path) -> set[str]:
    """What a file names in its import statements, wherever they stand: in a function, or for type checking."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def nearest_tests(module: Path) -> list[Path]:
    """The test file with its name first, then those with the fewest modules between them and it, those in the
    folder of its package before others."""
    tests = {path for path in source_files("tests") if path.name.startswith("test_")}
    named = {path for path in tests if path.stem in (f"test_{module.stem}", f"test_{module.stem}_command")}
    reached: set[Path] = set()
    users = {module}
    while users and not users & tests:
        reached |= users
        users = {user for path in users for user in _users().get(module_name(path), ())} - reached
    rooms = {ROOT / "tests" / part for part in module.relative_to(ROOT).parts[:-1]}
    return sorted(named | users & tests, key=lambda path: (path not in named, path.parent not in rooms, path))


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
