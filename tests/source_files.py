"""Python files of the project, and what stands in them; each is parsed once."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


@cache
def source_files(*packages: str) -> tuple[Path, ...]:
    return tuple(sorted(path for package in packages for path in (ROOT / package).rglob("*.py")))


@cache
def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@dataclass(frozen=True, slots=True)
class Source:
    """`types` are its classes and type aliases, also private ones; what it imports is defined elsewhere."""

    docstring: str
    lines: int
    imports: frozenset[str]
    types: tuple[str, ...]


@cache
def source(path: Path) -> Source:
    text = path.read_text()
    tree = ast.parse(text)
    imports = frozenset(name for node in _statements(tree) for name in _imported(node))
    return Source(ast.get_docstring(tree) or "", text.count("\n"), imports, tuple(_named(tree)))


def imports_of(path: Path) -> frozenset[str]:
    """What a file names in its import statements, wherever they stand: in a function, or for type checking."""
    return source(path).imports


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    """All of them, also those inside others. Expressions, of which there are far more, hold none."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.stmt | ast.excepthandler | ast.match_case):
            yield node
            yield from _statements(node)


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module is not None:
        yield node.module
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _named(tree: ast.Module) -> Iterator[str]:
    """What has a name as types have, at the top of the file."""
    for node in tree.body:
        names: list[str] = []
        if isinstance(node, ast.ClassDef):
            names = [node.name]
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
        yield from (name for name in names if re.match("_?[A-Z]", name) and re.search("[a-z]", name))
