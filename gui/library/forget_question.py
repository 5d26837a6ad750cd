"""The question before missing pictures are forgotten: how many, what goes with them, which are only away."""

from PySide6.QtWidgets import QWidget

from engine.jobs.forgetting import MissingPictures, SaidOfThem
from gui.widgets.question_dialog import QuestionDialog, QuestionText


class ForgetQuestion(QuestionDialog):
    """It is agreed to forget these images, a list of their numbers."""

    def __init__(
        self, found: MissingPictures, said: SaidOfThem, said_of_all: SaidOfThem, parent: QWidget | None = None
    ) -> None:
        """`said` is of those that are gone, `said_of_all` also of those that are only away."""
        self._found, self._said, self._said_of_all = found, said, said_of_all
        away = f"&Also {_pictures(len(found.away))} on drives or in folders that are away now" if found.away else ""
        super().__init__("Forget missing pictures", "Forget", away, self._asked, parent)

    def _asked(self, also_away: bool) -> QuestionText:
        """Enter alone forgets nothing that a person has said."""
        wanted = [*self._found.gone, *(self._found.away if also_away else ())]
        said = self._said_of_all if also_away else self._said
        question = f"Forget {_pictures(len(wanted))}?" if wanted else "These pictures are not missing, only away."
        careful = not wanted or also_away or said != SaidOfThem()
        return QuestionText(question, self._consequences(len(wanted), also_away, said), careful, wanted or None)

    def _consequences(self, count: int, also_away: bool, said: SaidOfThem) -> list[str]:
        parts = []
        if count:
            goes = ["codes and thumbnails"]
            goes += [f"the labels of {_pictures(said.labelled)}"] if said.labelled else []
            goes += [f"what you decided about {_pictures(said.decided)}"] if said.decided else []
            all_of_it = goes[0] if len(goes) == 1 else f"{', '.join(goes[:-1])} and {goes[-1]}"
            parts.append(f"With them go {all_of_it}. No file is touched; one that turns up again is new.")
        if self._found.away and not also_away:
            parts.append(
                f"{_are(len(self._found.away))} on a drive or in a folder that is away now, and stay: when it is"
                " back, so are they."
            )
        if self._found.there:
            parts.append(f"{_are(len(self._found.there))} not missing, and stay.")
        return parts if not count else [*parts, "Ctrl+Z brings all of it back until the window is closed."]


def _pictures(count: int) -> str:
    return "1 picture" if count == 1 else f"{count:,} pictures"


def _are(count: int) -> str:
    return f"{_pictures(count)} {'is' if count == 1 else 'are'}"
