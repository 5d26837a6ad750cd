"""Reviewing groups: looking, comparing, marking, saying “not a pair”, and carrying out what was chosen."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from engine.copies.dropping import DropPlan, planned
from engine.copies.groups import GroupKind
from engine.copies.keeping import Preferences
from engine.copies.reviewing import ReviewGroup, to_be_compared
from engine.progress import Progress
from engine.sentences import said
from gui.copies.drop_question import is_dropping_wanted
from gui.copies.dropping import Dropping
from gui.copies.group_rows import GroupRows
from gui.copies.kept_changes import KeepChange
from gui.copies.marks import Mark, Marks
from gui.copies.pair_reading import MORE_PIXELS, PIXELS, ReadPair, read_pair
from gui.copies.review_page import ReviewPage
from gui.copies.review_reading import Review, ReviewWish, read_review
from gui.copies.review_words import comparison_words, count_text, marked_text, name_text, none_text
from gui.copies.rules_dialog import RulesDialog
from gui.grid.tile import TileData
from gui.grid.tile_loader import TileLoader
from gui.grid.tile_reading import read_tiles
from gui.labels.decisions import DecisionChange
from gui.language import tr, tr_n
from gui.pictures.centre import Centre
from gui.pictures.turns import Turns
from gui.pictures.viewing import Viewing
from gui.session import Session
from gui.undo import AnyUndoable, Undo
from gui.widgets.later import Later
from gui.widgets.menus import MenuEntry, Menus

PAGE = "copies"
LOOKING = said("Looking for copies…")
SETTLE_MILLISECONDS = 500
PAUSE_PER_READING = 4


class Reviewing(QObject):
    """Signals:
    said(str): one sentence.
    """

    said = Signal(str)

    def __init__(self, session: Session, undo: Undo, centre: Centre, turns: Turns, viewing: Viewing) -> None:
        super().__init__(centre)
        self._session, self._undo, self._centre, self._viewing = session, undo, centre, viewing
        self.marks = Marks()
        self._loader = TileLoader(self._read_tiles, session.library.close_thread, self)
        self.rows = GroupRows(self._loader, self.marks, self)
        self.page = ReviewPage(self.rows)
        self._review: Review | None = None
        self._compared: tuple[bytes, bytes] | None = None
        self._read_at = 0.0
        self._finding = False
        self._left_over: int | None = None  # pictures that the last finding could not compare
        self._reads, self._pairs = session.background(), session.background()
        self._reads.answered.connect(self._on_read)
        self._reads.failed.connect(self._on_read_failed)
        self._pairs.answered.connect(self._on_pair_read)
        self._pairs.failed.connect(self.page.comparison.show_nothing)
        self._settle = Later(SETTLE_MILLISECONDS, self.refresh, self)
        session.library_changed.connect(self._on_library_changed)
        undo.applied.connect(self._on_applied)
        self._dropping = Dropping(session, undo, self)
        self._dropping.said.connect(self.said)
        self._dropping.ended.connect(self.refresh)
        centre.add_page(PAGE, self.page, has_pictures=True)
        centre.page_shown.connect(self._on_page_shown)
        self._connect_page(turns)

    def _connect_page(self, turns: Turns) -> None:
        page = self.page
        page.closed.connect(turns.back_to_grid)
        page.keep_requested.connect(self._on_keep)
        page.drop_requested.connect(self._on_drop)
        page.keep_best_requested.connect(self._on_keep_best)
        page.keep_all_requested.connect(self._on_keep_all)
        page.not_a_pair_requested.connect(self._on_not_a_pair)
        page.trash_requested.connect(self._on_trash)
        page.best_of_all_requested.connect(self._on_best_of_all)
        page.bar.wish_changed.connect(self._on_wish_changed)
        page.bar.rules_requested.connect(self._on_rules_wanted)
        page.view.place_changed.connect(self._on_place_changed)
        page.comparison.more_pixels_wanted.connect(self._on_more_pixels_wanted)

    def add_entries(self, menus: Menus) -> None:
        menus.add("&View", [MenuEntry(said("&Copies and bursts"), "Ctrl+Shift+D", self.show)])

    def show(self) -> None:
        """The groups; the keys go there, too."""
        self._centre.show_page(PAGE)
        self.page.view.setFocus()
        self._left_over = None
        if self._review is None:
            self.page.show_why_none(tr(LOOKING), "", "")
        self.refresh()

    def end(self) -> None:
        """The window closes."""
        self._settle.stop()
        self._loader.stop()

    @property
    def preferences(self) -> Preferences:
        """Which picture of a group is the best; remembered from one run to the next."""
        return self.page.bar.wish().preferences

    def set_preferences(self, preferences: Preferences) -> None:
        self.page.bar.set_preferences(preferences)

    # -- reading ------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        if self._centre.page == PAGE:
            self._read_at = time.monotonic()
            wish = self.page.bar.wish()
            self._reads.ask(partial(read_review, self._session.library, wish, self._review))

    def _read_tiles(self, image_ids: Sequence[int]) -> list[TileData]:
        """On the loader's thread."""
        return read_tiles(self._session.library, image_ids)

    def _on_library_changed(self) -> None:
        if self._centre.page == PAGE:
            self._settle.soon()

    def _on_wish_changed(self, wish: ReviewWish) -> None:
        if not self.rows.groups:  # what is said of the wish before does not hold of this one
            self.page.show_why_none(tr(LOOKING), "", "")
        self.refresh()

    def _on_read(self, review: Review) -> None:
        self._review = review
        # Of a huge library this takes a while; it must not go on without a break.
        pause = (time.monotonic() - self._read_at) * 1000 * PAUSE_PER_READING
        self._settle.setInterval(max(SETTLE_MILLISECONDS, round(pause)))
        self.page.bar.show_review(review)
        self._find_if_needed(review)
        self._show_groups(review)

    def _find_if_needed(self, review: Review) -> None:
        """Pictures that were not compared yet, from before this was done while indexing."""
        if self._finding or self._session.job is not None or self._session.library.read_only:
            return
        if review.to_be_compared not in (0, self._left_over):
            self._finding = True
            self.said.emit(
                tr_n(
                    "{n:,} pictures are looked at now, for what is alike and for open eyes.",
                    "{n:,} picture is looked at now, for what is alike and for open eyes.",
                    review.to_be_compared,
                )
            )
            self._session.run(
                tr("Looking for near-copies and bursts"),
                self._find,
                done=self._on_found,
                failed=self._on_finding_ended,
                cancelled=partial(self._on_finding_ended, tr("Looking for near-copies was cancelled.")),
            )

    def _find(self) -> Generator[Progress, None, int]:
        """On the job's thread."""
        from engine.copies.eyes import look_at_eyes
        from engine.copies.finding import find

        yield from find(self._session.library)
        yield from look_at_eyes(self._session.library)
        return to_be_compared(self._session.library.db)

    def _on_found(self, left_over: int) -> None:
        self._finding, self._left_over = False, left_over
        self.refresh()

    def _on_finding_ended(self, sentence: str) -> None:
        """Before its end. It is not begun again before the view is opened anew."""
        self._finding, self._left_over = False, self._review.to_be_compared if self._review is not None else None
        self.said.emit(sentence)

    def _on_read_failed(self, sentence: str) -> None:
        self._review = None
        self.page.show_why_none(tr("The groups could not be read"), sentence, "")

    def _show_groups(self, review: Review) -> None:
        """The keys stay where they were: at the same group, or at what took its place."""
        groups = review.groups
        if review.unchanged and groups:
            self._show_counts()
            return
        key, row = self.page.view.current_key(), self.page.view.current_row() or 0
        self.rows.show_groups(groups)
        if not groups:
            self._show_why_none()
        elif not self.page.is_comparing:
            had_keys = self.page.empty.hasFocus() or self.page.view.hasFocus()
            self.page.stack.setCurrentWidget(self.page.view)
            if had_keys:
                self.page.view.setFocus()
        found = self.rows.row_of(key) if key is not None else None
        self.page.view.go_to(row if found is None else found)
        self._show_counts()
        self._show_in_preview()

    def _show_why_none(self) -> None:
        wish = self.page.bar.wish()
        if wish.folder is not None or wish.dates is not None:
            self.page.show_why_none(
                tr("No group fits"), tr("Choose all folders and any date to see all groups."), ""
            )
        elif self._review is not None and self._review.kept:
            self.page.show_why_none(
                tr("No group is left"), tr("You keep all of those that were found; the box above shows them."), ""
            )
        elif self._finding and wish.kind is not GroupKind.COPIES:
            self.page.show_why_none(
                tr("Pictures are being compared…"),
                tr("Groups appear here as soon as they are found; see below."),
                "",
            )
        else:
            self.page.show_why_none(*none_text(wish.kind), "")

    # -- marking ------------------------------------------------------------------------------------------------

    def _current(self) -> tuple[ReviewGroup, int] | None:
        row = self.page.view.current_row()
        return None if row is None else (self.rows.groups[row], self.rows.place(row))

    def _on_keep(self) -> None:
        self._mark(Mark.KEEP)

    def _on_drop(self) -> None:
        self._mark(Mark.DROP)

    def _mark(self, mark: Mark) -> None:
        """The same again takes it back."""
        if (current := self._current()) is None:
            return
        group, place = current
        wanted = None if self.marks.of(group, place) is mark else mark
        if self.marks.put(group, place, wanted):
            self._show_marks()
        else:
            self.said.emit(tr("One of them stays: keep another one first, or keep this one."))

    def _on_keep_best(self) -> None:
        if (current := self._current()) is not None:
            self.marks.keep_best(current[0])
            self._show_marks()
            self.page.view.step(1)

    def _on_keep_all(self) -> None:
        """It lasts. The group is gone from the list then, or, if those are shown, the keys go on to the next."""
        if (current := self._current()) is None or not self._undo.may_write():
            return
        group = current[0]
        self.marks.forget_group(group)
        count = len(group.members)
        if group.kept:
            self._undo.do(KeepChange(group.group, keep=False), tr("A group of {n} is reviewed again", n=count))
            return
        self._undo.do(
            KeepChange(group.group, keep=True),
            tr("All {n} are kept; the group comes back when another one joins it", n=count),
        )
        if self.page.bar.wish().with_kept:
            self.page.view.step(1)

    def _show_marks(self) -> None:
        if (row := self.page.view.current_row()) is not None:
            self.rows.repaint_row(row)
        self._on_place_changed()

    def _show_counts(self) -> None:
        groups, saving = self.rows.groups, self._review.saving if self._review is not None else 0
        plan = planned(self.marks.choices(self.rows.by_key))
        count = count_text(len(groups), saving) if groups else ""
        self.page.show_counts(count, marked_text(plan) if plan.file_ids else "")
        writable = not self._session.library.read_only
        self.page.trash.setEnabled(bool(plan.file_ids) and writable)
        best = self._review.best if self._review is not None else DropPlan()
        self.page.best_of_all.setEnabled(bool(groups) and bool(best.file_ids) and writable)
        current = self._current()
        for button in (self.page.keep, self.page.drop, self.page.keep_best, self.page.compare):
            button.setEnabled(current is not None)
        self.page.keep_all.setEnabled(current is not None and writable)
        self.page.show_keeps_all(current is not None and current[0].kept)
        of_several = current is not None and current[0].kind is not GroupKind.COPIES
        self.page.not_a_pair.setEnabled(of_several and writable)

    # -- not a pair ---------------------------------------------------------------------------------------------

    def _on_not_a_pair(self) -> None:
        """The current picture does not belong to the others of its group. It lasts, and training learns from it."""
        current = self._current()
        if current is None or not self._undo.may_write():
            return
        group, place = current
        if group.kind is GroupKind.COPIES:
            self.said.emit(tr("These files have the same content, byte for byte; they are one picture."))
            return
        image_id = group.members[place].member.image_id
        others = [each.member.image_id for each in group.members if each.member.image_id != image_id]
        text = tr_n(
            "{name} is said to be not the same as {n:,} others",
            "{name} is said to be not the same as {n:,} other",
            len(others),
            name=name_text(group.members[place]),
        )
        self._undo.do(DecisionChange(image_id, dict.fromkeys(others, False)), text)

    def _on_applied(self, inverse: AnyUndoable) -> None:
        self.refresh()

    # -- carrying out -------------------------------------------------------------------------------------------

    def _on_trash(self) -> None:
        choices = self.marks.choices(self.rows.by_key)
        self._carry_out(planned(choices), len(choices), best_of_all=False)

    def _on_best_of_all(self) -> None:
        if self._review is not None:
            groups = sum(not group.kept for group in self._review.groups)
            self._carry_out(self._review.best, groups, best_of_all=True)

    def _carry_out(self, plan: DropPlan, groups: int, best_of_all: bool) -> None:
        if plan.file_ids and is_dropping_wanted(plan, groups, best_of_all, self.page):
            self._dropping.begin(plan)

    # -- comparing ----------------------------------------------------------------------------------------------

    def _on_page_shown(self, page: str) -> None:
        if page == PAGE:
            self._show_in_preview()

    def _show_in_preview(self) -> None:
        """The preview follows the current picture: the very file, of which there may be copies."""
        if self._centre.page == PAGE:
            current = self._current()
            file = None if current is None else current[0].members[current[1]].files[0]
            self._viewing.show_for_page(None if file is None else (file.image_id, file.id))

    def _on_place_changed(self) -> None:
        self._show_counts()
        self._show_in_preview()
        current = self._current()
        if self.page.is_comparing and current is not None:
            self._compare(*current)

    def _compare(self, group: ReviewGroup, place: int) -> None:
        """The current picture with the one that is kept, or is proposed to be."""
        kept = [at for at in range(len(group.members)) if self.marks.of(group, at) is Mark.KEEP]
        against = next((at for at in [*kept, *range(len(group.members))] if at != place), 0)
        left, right = (against, place) if against < place or against in kept else (place, against)
        first, second = group.members[left], group.members[right]
        words = [comparison_words(group, at, self.marks) for at in (left, right)]
        self.page.comparison.name_pictures(words[0], words[1], current=0 if left == place else 1)
        wanted = (first.path, second.path)
        if wanted != self._compared:
            self._compared = wanted
            self.page.comparison.show_nothing()
            self._read_pair(PIXELS)

    def _on_more_pixels_wanted(self) -> None:
        self._read_pair(MORE_PIXELS)

    def _read_pair(self, longest: int) -> None:
        if self._compared is not None:
            self._pairs.ask(partial(read_pair, self._session.read_picture, self._compared, longest))

    def _on_pair_read(self, pair: ReadPair) -> None:
        if pair.paths == self._compared:
            self.page.comparison.show_pair(pair)

    # -- rules --------------------------------------------------------------------------------------------------

    def _on_rules_wanted(self) -> None:
        dialog = RulesDialog(self.preferences, self.page)
        dialog.chosen.connect(self.set_preferences)
        dialog.open()
