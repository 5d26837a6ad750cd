"""Every text that the window shows goes through its translation, and every translation is whole."""

import ast
import os
import re
import shutil
import string
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gui.language import LANGUAGES
from tests.source_files import ROOT, source_files

TRANSLATED = {"tr", "tr_n", "said", "said_n"}
# What these take is read by programmers, by Qt or by files, or names something whose text is translated elsewhere.
UNSEEN = {
    *("getLogger", "debug", "info", "warning", "exception", "error", "print", "Thread"),
    *("BugError", "NotImplementedError", "ValueError", "TypeError", "TypeVar"),
    *("setObjectName", "setStyleSheet", "property", "setProperty", "QFont", "QColor", "QKeySequence", "setStyle"),
    *("icon", "pale_icon", "in_context_menu", "SideColumn", "add_panel", "forbid"),
}
BESIDE = {  # modules that speak to a terminal before there is a window, to the system, or in proper names
    *("gui/launch.py", "gui/starting_qt.py", "gui/language.py", "gui/settings/licences.py"),
    *("gui/file_actions/programs.py", "gui/settings/shortcuts.py"),
}
KEYS = {"Backspace", "Delete", "Del", "Escape", "Return", "Space", "Tab"}
NAMED = {  # what is compared, looked up or searched for by these words, in any language
    "gui/app.py": {"unexpected error"},
    "gui/copies/marks.py": {"Keep", "Drop"},
    "gui/file_actions/log_reading.py": {"file actions"},
    "gui/library/search_field.py": {"gps, label, rating, camera, lens, date", "missing, unlabelled, labelled"},
    "gui/pictures/reading_ahead.py": {"tuple[QImage, int, int] | str"},
    "gui/running/watching.py": {"ending a worker", "ending to watch"},
    "gui/session.py": {"stopping workers"},
    "gui/sharing/connecting.py": {"reaching a server"},
    "gui/sharing/following.py": {"listening to a server"},
    "gui/training/material.py": {
        "what the other pictures look like",
        "the same of some of them, since all that learns reads them",
    },
    "gui/training/teaching.py": {
        "nothing is going on",
        "it begins when the job before it has ended",
        "it trains",
        "it ended with a sentence",
        "its result waits to be accepted or discarded",
        "its result becomes the active version",
        "its result is the active version",
        "the version",
        "a measurement on another split, or the refit on all labels",
    },
    "gui/versions/version_tree.py": {
        *("Network", "Size", "Bits", "Labels", "Made", "Kept", "Kind", "Codes", "Name")
    },
    "gui/window/actions.py": {"&Watch folders"},
}
PHRASE = re.compile(r"[A-Za-z]{2,}[,;:]? +[A-Za-z{]|^[A-Z][a-z]+[….:]?$|[a-z]{3,}…$")


def called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def documentation(tree: ast.Module) -> set[ast.AST]:
    """Docstrings, and other strings that stand by themselves."""
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def texts_beside(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Phrases, with their lines, that are not handed to a translation."""
    passed: set[ast.AST] = documentation(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) in TRANSLATED | UNSEEN:
            passed.update(each for argument in node.args for each in ast.walk(argument))
        elif isinstance(node, ast.Dict):
            passed.update(key for key in node.keys if key is not None)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or node in passed:
            continue
        if PHRASE.search(node.value):
            yield node.lineno, node.value


def test_every_phrase_of_the_window_goes_through_its_translation():
    beside = [
        f"{name}:{line} {text!r}"
        for path in source_files("gui")
        if (name := path.relative_to(ROOT).as_posix()) not in BESIDE
        for line, text in texts_beside(ast.parse(path.read_text()))
        if text not in KEYS | NAMED.get(name, set())
    ]
    assert beside == []


FOLDER = ROOT / "resources" / "translations"
FILES = sorted(FOLDER.glob("*.ts"))


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def translations(path: Path) -> Iterator[tuple[str, str, list[str]]]:
    """Each template, its meaning, and its forms in the other language."""
    for message in ElementTree.parse(path).iter("message"):
        translation = message.find("translation")
        assert translation is not None
        forms = [form.text or "" for form in translation.iter("numerusform")] or [translation.text or ""]
        finished = "type" not in translation.attrib
        yield message.findtext("source", ""), message.findtext("comment", ""), forms if finished else [""]


def test_there_is_a_translation_for_every_language_but_english():
    assert {path.stem.removeprefix("dualhash_") for path in FILES} == set(LANGUAGES) - {"en"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_text_is_translated_with_all_its_values(path):
    wrong = []
    for template, meaning, forms in translations(path):
        if not all(forms):
            wrong.append(f"{template!r} has no translation")
        elif any(fields(form) != fields(template) for form in forms[-1:]):
            wrong.append(f"{template!r} and {forms[-1]!r} have different values")
        elif len(forms) > 1 and fields(forms[0]) - fields(template) | fields(meaning) - fields(forms[0]) - {"n"}:
            wrong.append(f"{meaning!r} and {forms[0]!r} have different values")
        elif any(form.count("&") > 1 and "&&" not in form for form in forms):
            wrong.append(f"{forms!r} has two keys")
    assert wrong == []


@pytest.mark.skipif(os.name == "nt", reason="the script is one for bash")
def test_texts_were_collected_and_compiled_after_they_were_last_changed(tmp_path):
    """If this fails, run .ci/translate, translate what is new, and run it again."""
    for path in FILES:
        shutil.copy(path, tmp_path)
    tools = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    script = [str(ROOT / ".ci" / "translate"), str(tmp_path)]
    subprocess.run(script, check=True, env={**os.environ, "PATH": tools}, capture_output=True)
    stale = [
        path.name for path in sorted(tmp_path.iterdir()) if path.read_bytes() != (FOLDER / path.name).read_bytes()
    ]
    assert stale == []
