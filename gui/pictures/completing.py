"""Proposals for the search field: what is typed completed from the library, read beside the GUI thread."""

from PySide6.QtCore import QObject

from engine.search.completion import Suggestion
from gui.language import number
from gui.library.completion_list import WordProposal
from gui.library.search_field import SearchField
from gui.session import Session


class Completing(QObject):
    """Typing never waits for it; answers to what was typed before are dropped. That nothing can be proposed is no
    drama either: the search itself says what is wrong."""

    def __init__(self, session: Session, field: SearchField) -> None:
        super().__init__(field)
        self._session, self._field = session, field
        self._thread = session.background()
        self._thread.answered.connect(self._on_answered)
        field.completion_wanted.connect(self._on_wanted)

    def _on_wanted(self, text: str) -> None:
        self._thread.ask(lambda: (text, self._session.read_completions(text)))

    def _on_answered(self, answer: tuple[str, list[Suggestion]]) -> None:
        text, suggestions = answer
        proposals = [WordProposal(each.term, _note(each.count), each.text) for each in suggestions]
        self._field.propose(text, proposals)


def _note(count: int | None) -> str:
    return "" if count is None else number(count)
