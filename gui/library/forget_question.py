"""The question before missing pictures are forgotten: how many, what goes with them, which are only away."""

from PySide6.QtWidgets import QWidget

from engine.jobs.forgetting import MissingPictures, SaidOfThem
from gui.language import tr, tr_n
from gui.widgets.menu_keys import UNDO, keys_of
from gui.widgets.question_dialog import QuestionDialog, QuestionText


class ForgetQuestion(QuestionDialog):
    """It is agreed to forget these images, a list of their numbers."""

    def __init__(
        self, found: MissingPictures, said: SaidOfThem, said_of_all: SaidOfThem, parent: QWidget | None = None
    ) -> None:
        """`said` is of those that are gone, `said_of_all` also of those that are only away."""
        self._found, self._said, self._said_of_all = found, said, said_of_all
        away = _also_away(len(found.away)) if found.away else ""
        super().__init__(tr("Forget missing pictures"), tr("Forget"), away, self._asked, parent)

    def _asked(self, also_away: bool) -> QuestionText:
        """Enter alone forgets nothing that a person has said."""
        wanted = [*self._found.gone, *(self._found.away if also_away else ())]
        said = self._said_of_all if also_away else self._said
        question = _question(len(wanted)) if wanted else tr("These pictures are not missing, only away.")
        careful = not wanted or also_away or said != SaidOfThem()
        return QuestionText(question, self._consequences(len(wanted), also_away, said), careful, wanted or None)

    def _consequences(self, count: int, also_away: bool, said: SaidOfThem) -> list[str]:
        parts = []
        if count:
            with_them = _with_them(said)
            parts.append(
                tr("With them go {all}. No file is touched; one that turns up again is new.", all=with_them)
            )
        if self._found.away and not also_away:
            parts.append(_away(len(self._found.away)))
        if self._found.there:
            parts.append(_there(len(self._found.there)))
        if not count:
            return parts
        return [*parts, tr("{keys} brings all of it back until the window is closed.", keys=keys_of(UNDO))]


def _question(count: int) -> str:
    return tr_n("Forget {n:,} pictures?", "Forget {n:,} picture?", count)


def _also_away(count: int) -> str:
    return tr_n(
        "&Also {n:,} pictures on drives or in folders that are away now",
        "&Also {n:,} picture on drives or in folders that are away now",
        count,
    )


def _with_them(said: SaidOfThem) -> str:
    goes = [tr("codes and thumbnails")]
    if said.labelled:
        goes.append(tr_n("the labels of {n:,} pictures", "the labels of {n:,} picture", said.labelled))
    if said.decided:
        decided = tr_n(
            "what you decided about {n:,} pictures", "what you decided about {n:,} picture", said.decided
        )
        goes.append(decided)
    return goes[0] if len(goes) == 1 else tr("{some} and {last}", some=", ".join(goes[:-1]), last=goes[-1])


def _away(count: int) -> str:
    return tr_n(
        "{n:,} pictures are on a drive or in a folder that is away now, and stay: when it is back, so are they.",
        "{n:,} picture is on a drive or in a folder that is away now, and stays: when that is back, so is it.",
        count,
    )


def _there(count: int) -> str:
    return tr_n("{n:,} pictures are not missing, and stay.", "{n:,} picture is not missing, and stays.", count)
