"""The question before something is done to files: what would come of it, last copies by name."""

from PySide6.QtWidgets import QWidget

from engine.file_actions.wishes import ActionPlan
from engine.sentences import said
from engine.store.file_actions import ActionKind
from gui.file_actions import texts
from gui.language import tr
from gui.widgets.question_dialog import QuestionDialog, QuestionText

ALL_COPIES = said("&All copies, wherever they are")


class ActionQuestion(QuestionDialog):
    """It is agreed to an ActionPlan."""

    def __init__(self, plan: ActionPlan, with_copies: ActionPlan | None, parent: QWidget | None = None) -> None:
        """`with_copies` is the same with all copies of the pictures, if there are any elsewhere."""
        self._plan, self._with_copies = plan, with_copies
        accept, choice = tr(texts.ACCEPT[plan.wish.kind]), "" if with_copies is None else tr(ALL_COPIES)
        super().__init__(accept, accept, choice, self._asked, parent)

    def _asked(self, all_copies: bool) -> QuestionText:
        """Enter alone throws no last copy away."""
        plan = (self._with_copies if all_copies else None) or self._plan
        careful = bool(plan.last_copies) and plan.wish.kind == ActionKind.TRASH
        return QuestionText(texts.question(plan), texts.consequences(plan), careful, plan)
