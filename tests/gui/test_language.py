"""Texts, numbers and Qt's own words in the chosen language."""

import pickle

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtGui import QKeySequence

from engine.errors import UserError
from engine.sentences import joined, said, said_n
from gui import language
from gui.language import error_text, language_of, number, speak, tr, tr_n, use_language

GERMAN = {
    ("Keep {name}", "", -1): "{name} behalten",
    ("Open", "of a file", -1): "Öffnen",
    ("{n:,} pictures", "{n:,} picture", 1): "{n:,} Bild",
    ("{n:,} pictures", "{n:,} picture", 1234): "{n:,} Bilder",
    ("{share:.1f} % of {what}", "", -1): "{share:.1f} % von {what}",
}


@pytest.fixture
def in_german():
    speak(lambda *asked: GERMAN.get(asked, ""), QLocale("de"))
    yield
    use_language("en")


@pytest.mark.usefixtures("in_german")
def test_texts_are_looked_up_and_filled():
    assert tr("Keep {name}", name="{a}.jpg") == "{a}.jpg behalten"
    assert tr("Open", "of a file") == "Öffnen"
    assert tr("Open") == "Open", "another meaning, which has no translation"
    assert [tr_n("{n:,} pictures", "{n:,} picture", n) for n in (1, 1234)] == ["1 Bild", "1.234 Bilder"]
    assert [tr_n("{n} hits", "{n} hit", n) for n in (1, 2)] == ["1 hit", "2 hits"]


@pytest.mark.usefixtures("in_german")
def test_what_the_engine_says_is_translated_with_all_its_parts():
    sentence = said("{share:.1f} % of {what}", share=12.34, what=said_n("{n:,} pictures", "{n:,} picture", 1234))
    assert sentence == "12.3 % of 1,234 pictures"
    assert tr(sentence) == "12,3 % von 1.234 Bilder"
    assert tr(joined("; ", [sentence, "{as it is}"])) == "12,3 % von 1.234 Bilder; {as it is}"


@pytest.mark.usefixtures("in_german")
def test_errors_say_their_sentence_in_the_language():
    error = UserError(said("Keep {name}", name="a.jpg"))
    assert (str(error), error_text(error)) == ("Keep a.jpg", "a.jpg behalten")
    assert error_text(pickle.loads(pickle.dumps(error))) == "a.jpg behalten", "that of a worker process"
    assert error_text(UserError("no sentence")) == "no sentence"
    assert error_text(OSError(2, "No such file")) == "[Errno 2] No such file"


@pytest.mark.usefixtures("in_german")
def test_numbers_have_the_signs_of_the_language():
    assert (number(1234567), number(0.5, ".2f"), number(1234.5, ",.1f")) == ("1.234.567", "0,50", "1.234,5")
    assert tr("{year}", year=2024) == "2024", "no sign where none is asked for"


def test_english_needs_no_translation():
    assert (number(1234), tr("Keep {name}", name="it")) == ("1,234", "Keep it")
    assert tr_n("{n:,} pictures", "{n:,} picture", 1) == "1 picture"


@pytest.mark.parametrize(
    ("chosen", "wanted", "code"),
    [("de", ["en-GB"], "de"), ("", ["fr-FR", "de_AT", "en"], "de"), ("", ["fr"], "en"), ("xx", [], "en")],
)
def test_the_language_is_the_chosen_one_or_the_systems(chosen, wanted, code):
    assert language_of(chosen, wanted) == code


@pytest.mark.parametrize("code", sorted(language.LANGUAGES))
def test_every_language_there_is_can_be_used(qapp, code):
    use_language(code)
    try:
        assert QLocale().language() == QLocale(code).language()
    finally:
        use_language("en")


def test_the_keys_of_qt_are_those_of_the_language_until_another_is_used(qapp):
    undo = QKeySequence("Ctrl+Del")
    use_language("de")
    try:
        assert undo.toString(QKeySequence.SequenceFormat.NativeText) == "Strg+Entf"
        assert undo.toString() == "Ctrl+Del", "as they are saved"
    finally:
        use_language("en")
    assert undo.toString(QKeySequence.SequenceFormat.NativeText) == "Ctrl+Del"
