"""Reasons that come back from workers and tables as plain text are known again."""

import pytest

from engine import file_reasons
from engine.file_actions.refusing import reason_of
from engine.file_reasons import reason_again
from engine.images import answers
from engine.images.reading import Unread
from engine.sentences import Sentence
from engine.skip_kinds import SkipKind

TEMPLATES = {name: value for name, value in vars(file_reasons).items() if isinstance(value, Sentence)}
VALUES = {
    "width": 70000,
    "height": 80000,
    "megabytes": 600,
    "format": "HEIC",
    "seconds": "0.5",
    "code": -9,
    "kind": "KeyError",
    "folder": "/a (b)/c, where it was",
    "path": "/a/b.jpg.xmp",
    "most": "100,000",
    "levels": 40,
    "codec": "utf-16",
    "key": "dc:subject",
    "why": "Permission denied",
}


@pytest.mark.parametrize("template", TEMPLATES.values(), ids=TEMPLATES)
def test_each_reason_is_known_again(template: Sentence):
    names = [name for name in VALUES if f"{{{name}}}" in template]
    made = template.with_values(**{name: VALUES[name] for name in names})
    again = reason_again(str(made))
    assert (again, again.template) == (made, template)
    assert again.values == {name: str(VALUES[name]) for name in names}


def test_a_reason_within_a_reason_is_one_too():
    full = reason_of(OSError(28, "No space left on device"))
    again = reason_again(str(file_reasons.NOT_TRASHED.with_values(why=full)))
    assert again == "it cannot be put into the trash (the disk is full)"
    assert again.values["why"].template == "the disk is full"


def test_what_a_worker_says_arrives_as_a_sentence():
    reason = file_reasons.TOO_MANY_PIXELS.with_values(width=1, height=2)
    unread = answers.unpack(answers.pack(Unread(SkipKind.TOO_LARGE, reason)))
    assert (unread.reason.template, unread.reason.values) == (reason.template, {"width": "1", "height": "2"})


def test_a_very_long_text_costs_nothing():
    assert reason_again("the folder " + " cannot be opened (" * 5000).values == {}
