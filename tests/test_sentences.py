"""Sentences are plain English text that still knows what it was made of."""

import ast
import pickle
import re

import pytest

from engine import metadata_text
from engine.copies.keeping import MEANINGS, Rule
from engine.errors import UserError
from engine.learning.methods import METHODS
from engine.learning.verdict import verdict
from engine.metadata import Metadata
from engine.progress import duration_text
from engine.search.filter_language import understood
from engine.search.time_groups import title
from engine.sentences import Sentence, joined, known_again, said, said_n, text_of
from engine.store.timeline import Grouping, TimeGroup
from engine.training.reports import TrainingStage
from tests.source_files import ROOT, source_files


def test_a_sentence_is_its_english_text():
    sentence = said("{name} cannot be read: {why}", name="a{b}.jpg", why=said("it is empty"))
    assert sentence == "a{b}.jpg cannot be read: it is empty"
    assert sentence.template == "{name} cannot be read: {why}"
    assert said("100 % {literal}") == "100 % {literal}"


def test_of_one_thing_and_of_many():
    texts = [said_n("{n:,} pictures in {place}", "{n:,} picture in {place}", n, place="A") for n in (0, 1, 2, 1234)]
    assert texts == ["0 pictures in A", "1 picture in A", "2 pictures in A", "1,234 pictures in A"]
    assert [text.number for text in texts] == [0, 1, 2, 1234]


def test_several_texts_as_one():
    both = joined("; ", ["plain {text}", said("{n} files", n=3)])
    assert both == "plain {text}; 3 files"
    assert isinstance(both.values["part1"], type(both))


def test_what_it_was_made_of_comes_through_a_process_border():
    error = pickle.loads(pickle.dumps(UserError(said_n("{n} files are gone", "{n} file is gone", 1))))
    assert str(error) == "1 file is gone"
    assert (error.args[0].template, error.args[0].number) == ("{n} files are gone", 1)


def test_a_text_that_was_stored_is_known_again_with_its_values():
    unread, full = said("{name} cannot be read ({why})"), said("the disk is full")
    kept = str(unread.with_values(name="a (b).jpg", why=unread.with_values(name="c", why=full)))
    assert kept == "a (b).jpg cannot be read (c cannot be read (the disk is full))"
    again = known_again(kept, [said("{name} is gone"), unread])
    assert (again, again.template, again.values["name"]) == (kept, "{name} cannot be read ({why})", "a (b).jpg")
    assert again.values["why"].template == unread.template
    assert again.values["why"].values["why"].template == full
    assert known_again("what nobody knows", [unread]).template == "what nobody knows"


def test_an_error_gives_the_sentence_that_it_was_given():
    assert text_of(UserError(said("{n} files", n=3))).template == "{n} files"
    assert text_of(OSError(2, "No such file")) == "[Errno 2] No such file"


SAID_TO_PEOPLE: list[tuple[str, str]] = [
    (duration_text(200), "{minutes} min {seconds} s"),
    (TrainingStage.SPLITS.value, "Measuring on several splits"),
    (METHODS["dualhash-stom"].words, "DualHash (recommended)"),
    (METHODS["dualhash-stom"].settings.describe()[0].meaning, "Length of the codes; a multiple of 8."),
    (MEANINGS[Rule.PIXELS], "More pixels"),
    (verdict({"mAP": 0.1}, {"mAP": 0.5}), "Retrieval got better: mAP is {times:.1f} times as high."),
    (understood("colour:red").notes[0], "“{field}:” is not known; there are {known}."),
    (title(TimeGroup(0, 1, 0, 0), Grouping.DAY), "{weekday}, {day} {month} {year}"),
    (metadata_text.lines(Metadata(altitude=12_000))[0][1], "{metres:.0f} m"),
]


@pytest.mark.parametrize(("text", "template"), SAID_TO_PEOPLE, ids=[template for _, template in SAID_TO_PEOPLE])
def test_what_is_said_to_people_can_be_said_in_other_languages(text: str, template: str):
    assert isinstance(text, Sentence)
    assert text.template == template


def test_a_stage_of_a_training_is_the_same_in_another_process():
    assert pickle.loads(pickle.dumps(TrainingStage.ITSELF)) is TrainingStage.ITSELF


class _Plain(ast.NodeVisitor):
    """Finds errors for people and notes of progress that are plain text, which nobody can translate."""

    def __init__(self, errors: set[str], tree: ast.Module) -> None:
        self.errors, self.found = errors, list[int]()
        self._constants = {
            target.id
            for statement in tree.body
            if isinstance(statement, ast.Assign) and _is_text(statement.value)
            for target in statement.targets
            if isinstance(target, ast.Name)
        }

    def visit_Call(self, call: ast.Call) -> None:
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        said = call.args[2:3] if name == "Progress" else call.args[:1] if name in self.errors else []
        said += [keyword.value for keyword in call.keywords if keyword.arg == "note"]
        self.found += [call.lineno for text in said if self._is_plain(text)]
        self.generic_visit(call)

    def _is_plain(self, text: ast.expr) -> bool:
        if isinstance(text, ast.IfExp):
            return self._is_plain(text.body) or self._is_plain(text.orelse)
        return _is_text(text) or (isinstance(text, ast.Name) and text.id in self._constants)


def _is_text(node: ast.expr) -> bool:
    is_literal = isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(node.value)
    return is_literal or isinstance(node, ast.JoinedStr | ast.BinOp)


def test_no_error_and_no_note_that_reaches_the_window_is_plain_text():
    english = ("engine/commands/", "engine/experiments/", "engine/cli.py")
    paths = {path.relative_to(ROOT).as_posix(): path for path in source_files("engine")}
    trees = {
        name: ast.parse(path.read_text())
        for name, path in paths.items()
        if not name.startswith(english) and re.search(r"Error\(|Progress\(", path.read_text())
    }
    classes = [node for tree in trees.values() for node in tree.body if isinstance(node, ast.ClassDef)]
    errors = {"UserError", "NotXmpError", "InvalidTensorsError"}
    errors |= {each.name for each in classes if any(isinstance(b, ast.Name) and b.id in errors for b in each.bases)}
    plain = []
    for name, tree in trees.items():
        visitor = _Plain(errors, tree)
        visitor.visit(tree)
        plain += [f"{name}:{line}" for line in visitor.found]
    assert plain == []
