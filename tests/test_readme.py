"""What the README promises and can be looked up: its commands, links, pictures, and that it stays short."""

import re
from pathlib import Path

import pytest

from engine.commands.parser import COMMANDS
from gui.starting_qt import SYSTEM_PACKAGES

ROOT = Path(__file__).resolve().parents[1]
READMES = sorted(
    path
    for folder in ("", "engine", "gui", "tests", ".github")
    for path in ((ROOT / folder).glob("*.md") if not folder else (ROOT / folder).rglob("*.md"))
)
TEXT = (ROOT / "README.md").read_text()


def anchors(text: str) -> set[str]:
    """Of the headings, as they are made of their words."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", READMES, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_is_linked_is_there(path: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", path.read_text()):
        if target.startswith("https://"):
            continue
        file, _, anchor = target.partition("#")
        linked = path.parent / file if file else path
        assert linked.is_file(), target
        assert not anchor or anchor in anchors(linked.read_text()), target


def test_every_command_is_in_the_table() -> None:
    rows = [line for line in TEXT.splitlines() if line.startswith("| `")]
    named = {re.match(r"\| `(\S+?)[ `]", row).group(1) for row in rows}  # type: ignore[union-attr]
    assert set(COMMANDS) <= named


def test_the_two_lines_to_paste_are_those_that_ci_runs() -> None:
    ci = (ROOT / ".ci" / "run").read_text()
    patterns = re.findall(r"sed -n 's/\^\\\((.+?)\\\)\$/", ci)
    assert len(patterns) == 2
    for pattern in patterns:
        assert len(re.findall(f"^{pattern}$", TEXT, re.MULTILINE)) == 1, pattern


def test_the_packages_of_the_system_are_those_that_the_program_names_and_ci_installs() -> None:
    (packages,) = re.findall("^apt install (.+)$", TEXT, re.MULTILINE)
    assert packages == f"python3-venv {SYSTEM_PACKAGES}"
    assert "sed -n 's/^apt install //p' README.md" in (ROOT / ".ci" / "run").read_text()


def test_it_stays_what_a_newcomer_reads() -> None:
    assert len(TEXT.split()) < 1800


def test_benchmarks_run_as_they_are_said_to() -> None:
    """Run by its path, a program finds no other module of the tests, unless it says where they are."""
    text = (ROOT / "tests/benchmarks/README.md").read_text()
    names = set(re.findall(r"python tests/benchmarks/(\w+\.py)", text))
    assert names
    sources = {name: (ROOT / "tests/benchmarks" / name).read_text() for name in names}
    needing = {name for name in names if re.search(r"^ *(from|import) tests\b", sources[name], re.MULTILINE)}
    assert {name for name in needing if "sys.path.insert(" not in sources[name]} == set()
