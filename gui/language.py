"""The language of the window: texts in the words, and numbers in the signs, of who uses it.

Texts are written in English where they are shown, `tr("Keep {name}", name=…)`, and looked up in Qt's translation of
the chosen language (resources/translations). What the engine says comes as a `Sentence`, which `tr` takes as it is;
so does what is written down once and shown later (`said`). Until a language is chosen, and where a text has no
translation, it is English.
"""

import string
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import resources
from numbers import Real
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from engine.sentences import Sentence

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "de": "Deutsch"}  # each by its own name
_OF_QT = "texts_of_qt"

Lookup = Callable[
    [str, str, int], str
]  # the translation of a template, its meaning and number; "" if there is none


def tr(text: str, meaning: str = "", **values: object) -> str:
    """`text` in the window's language. `meaning` tells apart what is one word in English and two in others. Values
    may also be filled into what was `said` without them."""
    if isinstance(text, Sentence):
        return _spoken.sentence(text, values)
    return _spoken.filled(text, meaning, -1, values)


def tr_n(many: str, one: str, n: int, **values: object) -> str:
    """The same of `n` things: `tr_n("{n:,} pictures", "{n:,} picture", n)`."""
    return _spoken.filled(many, one, n, {"n": n, **values})


def error_text(error: Exception) -> str:
    """The sentence of an error, in the window's language if it knows what it is made of."""
    sentence = error.args[0] if error.args else None
    return tr(sentence) if isinstance(sentence, Sentence) else str(error)


def number(value: float, spec: str = ",") -> str:
    """A number by itself, as Python's format `spec` writes it but with the language's signs."""
    return _spoken.format_field(value, spec)


class _Spoken(string.Formatter):
    """One language: how its texts are looked up and its numbers written."""

    def __init__(self, lookup: Lookup, locale: QLocale) -> None:
        self._lookup = lookup
        self._signs = str.maketrans({",": locale.groupSeparator(), ".": locale.decimalPoint()})

    def filled(self, template: str, meaning: str, n: int, values: Mapping[str, Any]) -> str:
        text = self._lookup(template, meaning, n) or (meaning if n == 1 else template)
        return self.vformat(text, (), values) if values else text

    def sentence(self, sentence: Sentence, more: Mapping[str, Any] = MappingProxyType({})) -> str:
        n = -1 if sentence.number is None else sentence.number
        return self.filled(sentence.template, sentence.meaning, n, {**sentence.values, **more})

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Sentence):
            return self.sentence(value)
        text: str = format(value, format_spec)
        is_number = isinstance(value, Real) and not isinstance(value, bool)  # those of numpy are some, too
        return text.translate(self._signs) if is_number and format_spec else text


def _untranslated(template: str, meaning: str, n: int) -> str:
    return ""


def _english() -> QLocale:
    return QLocale(QLocale.Language.English, QLocale.Country.UnitedStates)


_spoken = _Spoken(_untranslated, _english())


def language_of(chosen: str, wanted: Sequence[str]) -> str:
    """The one that was `chosen`, or the first of the system's `wanted` ones ("de-AT") that we have, or English."""
    for code in (chosen, *(name.replace("_", "-").split("-")[0].lower() for name in wanted)):
        if code in LANGUAGES:
            return code
    return ENGLISH


def wanted_language(chosen: str = "") -> str:
    """The one that was `chosen` in the settings, otherwise the system's."""
    return language_of(chosen, QLocale.system().uiLanguages())


def use_language(code: str) -> None:
    """What is shown from now on is in this language, Qt's own buttons and dates included."""
    _translate_qt(code)
    if code == ENGLISH:
        speak(_untranslated, _english())
        return
    translator = QTranslator(QCoreApplication.instance())
    with resources.as_file(resources.files("resources") / "translations" / f"dualhash_{code}.qm") as path:
        found = translator.load(str(path))
    speak(partial(_looked_up, translator) if found else _untranslated, QLocale(code))


def speak(lookup: Lookup, locale: QLocale) -> None:
    global _spoken
    _spoken = _Spoken(lookup, locale)
    QLocale.setDefault(locale)


def _looked_up(translator: QTranslator, template: str, meaning: str, n: int) -> str:
    return translator.translate("", template, meaning, n) or ""


def _translate_qt(code: str) -> None:
    """The texts of Qt's own dialogs and keys, as far as it ships them; it speaks English by itself."""
    app = QCoreApplication.instance()
    if app is None:
        return
    for before in app.findChildren(QTranslator, _OF_QT):
        app.removeTranslator(before)
        before.deleteLater()
    translator = QTranslator(app)
    translator.setObjectName(_OF_QT)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if code != ENGLISH and translator.load(f"qtbase_{code}", folder):
        app.installTranslator(translator)
