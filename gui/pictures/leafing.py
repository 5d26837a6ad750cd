"""The viewer over the grid, or over a page: it shows the current image, goes on to others, and is fed here."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from engine.sentences import said
from gui.grid.grid_view import GridView
from gui.language import tr
from gui.pictures.course import Course, Ordered
from gui.pictures.held_pictures import HeldPicture
from gui.pictures.reading_ahead import ReadingAhead
from gui.pictures.viewing import Viewing, rows_of
from gui.session import Session
from gui.viewer.viewer_window import ViewerWindow

AROUND = 50  # pictures before and after the current one, by which its place is known when it has gone
AHEAD = (1, 2, -1)  # places on, the way a person goes; the most likely first
AWAY = said("This picture is not available; its file or its drive is away.")
AWAY_BUT_SMALL = said("The file or its drive is away; this is its thumbnail.")
BUT_SMALL = said("This is its thumbnail.")


class Leafed(Protocol):
    """What the viewer is opened over."""

    only_current: bool  # actions are about the current image, whatever is selected

    def images(self) -> Ordered: ...

    def current_id(self) -> int | None: ...

    def selected_ids(self) -> list[int]: ...

    def show_image(self, image_id: int, keep_selection: bool = False) -> bool: ...

    def window(self) -> QWidget: ...

    def setFocus(self) -> None: ...


class Leafing(QObject):
    """While the viewer is open, the current image of what is below is the one that it shows, and actions are about
    that one alone. What is selected stays, if it is what the viewer goes through."""

    def __init__(self, session: Session, viewer: ViewerWindow, grid: GridView, viewing: Viewing) -> None:
        super().__init__(viewer)
        self._session, self._viewer, self._grid, self._viewing = session, viewer, grid, viewing
        self._below: Leafed = grid
        self._pages: list[Callable[[], Leafed | None]] = []
        self._course = Course(grid.images(), [])
        self._beside = False
        self._first = 0  # of those side by side
        self._direction = 1
        self._before: list[int] = []  # the current picture, the nearest first
        self._after: list[int] = []
        self.reading = ReadingAhead(session, self)
        self.reading.read.connect(self._on_read)
        grid.preview_requested.connect(self.open)
        viewing.current_changed.connect(self._on_current_changed)
        grid.images().modelReset.connect(self._on_images_changed)
        viewer.step_requested.connect(self.step)
        viewer.end_requested.connect(self._on_end_requested)
        viewer.picked.connect(self._go_to)
        viewer.beside_requested.connect(self._on_beside_requested)
        viewer.more_pixels_wanted.connect(self._on_more_pixels_wanted)
        viewer.room_changed.connect(self._want)
        viewer.finished.connect(self._on_closed)

    def lead_over(self, page: Callable[[], Leafed | None]) -> None:
        """Of a page, too, pictures can be looked at, while it is shown; it is None then if not."""
        self._pages.append(page)

    def open(self, image_id: int, beside: bool = False) -> None:
        """What is selected with it is gone through. Some pages show their pictures large by themselves."""
        below = self._what_is_below()
        if below is None or self._viewer.isVisible():
            return
        self._below, selected = below, below.selected_ids()
        self._course = Course(below.images(), selected if image_id in selected else [])
        self._beside, self._direction = beside, 1
        self._first = self._course.place_of(image_id) or 0
        below.only_current = True
        self._viewing.rest(True)
        self._viewer.open_over(below.window())
        self._show()

    def _what_is_below(self) -> Leafed | None:
        if not self._viewing.is_of_page:
            return self._grid
        return next((page for of_page in self._pages if (page := of_page()) is not None), None)

    def open_beside(self) -> None:
        """Side by side: what is selected, or the current picture and the next."""
        image_id = self._viewing.current_id()
        if self._viewer.isVisible():
            self._on_beside_requested(True)
        elif image_id is not None:
            self.open(image_id, beside=True)

    def refresh(self) -> None:
        """The library changed: what was waiting may be known by now; after a job, any may be another."""
        if self._viewer.isVisible() and (self._is_waiting() or self._session.job is None):
            self.reading.renew()

    def step(self, by: int) -> None:
        """So many pictures on, if there is one."""
        current = self._below.current_id()
        place = None if current is None else self._course.place_of(current)
        image_id = None if place is None else self._course.at(place + by)
        if image_id is not None:
            self._direction = 1 if by > 0 else -1
            self._go_to(image_id)

    # -- what is shown ------------------------------------------------------------------------------------------

    def _go_to(self, image_id: int) -> None:
        self._below.show_image(image_id, keep_selection=self._course.is_of_selection(image_id))

    def _on_current_changed(self, image_id: int | None) -> None:
        if not self._viewer.isVisible():
            return
        if image_id is not None:
            self._show()
        elif (there := self._in_its_place()) is not None:
            self._go_to(there)
        else:
            self._viewer.close()  # nothing is left of what it went through

    def _in_its_place(self) -> int | None:
        """The current picture has gone: what its file holds now, or the next one, or the one before."""
        places = (self._course.place_of(image_id) for image_id in self._after)
        after = next((place for place in places if place is not None), None)
        if after is not None:
            just_before = self._course.at(after - 1)
            is_new = just_before is not None and just_before not in self._before
            return just_before if is_new else self._course.at(after)
        places = (self._course.place_of(image_id) for image_id in self._before)
        before = next((place for place in places if place is not None), None)
        return None if before is None else self._course.at(before + 1) or self._course.at(before)

    def _on_images_changed(self) -> None:
        if self._viewer.isVisible() and self._below is self._grid and self._grid.current_id() is not None:
            self._show()

    def _show(self) -> None:
        """The current picture, from memory as far as it is there."""
        current = self._below.current_id()
        if current is None:
            return
        if self._course.place_of(current) is None:
            self._course.leave_selection()
        place = self._course.place_of(current) or 0
        ids = self._course.ids()
        self._before = ids[max(0, place - AROUND) : place][::-1].tolist()
        self._after = ids[place + 1 : place + 1 + AROUND].tolist()
        shown = self._shown_with(current, place)
        self._viewer.show_images(shown, current)
        self._viewer.show_place(place, len(self._course.ids()))
        for image_id in shown:
            self._fill(image_id)
        self._want()

    def _shown_with(self, current: int, place: int) -> list[int]:
        if not self._beside:
            return [current]
        places = self._course.beside(place, self._first)
        self._first = places.start
        return [image_id for each in places if (image_id := self._course.at(each)) is not None]

    def _fill(self, image_id: int) -> None:
        held = self.reading.held.get(image_id)
        if held is None:
            return
        if not (best := held.best()).isNull():
            self._viewer.show_picture(image_id, best, held.full_size())
        if held.known is not None:
            image = held.known.image
            rows = rows_of(image, held.known.places, held.known.said)
            self._viewer.show_known(image_id, os.fsdecode(image.name), rows, note_of(held))
        elif held.failed:
            self._viewer.show_known(image_id, "", [], held.failed)

    def _want(self) -> None:
        """What is shown, and what may be next."""
        current = self._below.current_id()
        place = None if current is None else self._course.place_of(current)
        if current is None or place is None or not self._viewer.isVisible():
            return
        shown = self._viewer.panes.image_ids()
        first = [each for each in (current, *shown) if each in shown]
        steps = [place + self._direction * each for each in AHEAD]
        following = [image_id for each in steps if (image_id := self._course.at(each)) is not None]
        self.reading.want(list(dict.fromkeys(first)), following, self._viewer.room(), self._viewer.sideways())

    def _on_read(self, image_id: int) -> None:
        """Late ones, too: a picture that is shown no more finds no place there."""
        if self._viewer.isVisible():
            self._fill(image_id)

    # -- what a person asks for ---------------------------------------------------------------------------------

    def _on_end_requested(self, direction: int) -> None:
        ids = self._course.ids()
        if len(ids):
            self._direction = -direction
            self._go_to(int(ids[-1 if direction > 0 else 0]))

    def _on_beside_requested(self, beside: bool) -> None:
        current = self._below.current_id()
        self._beside = beside
        self._first = (self._course.place_of(current) or 0) if current is not None else 0
        self._show()

    def _on_more_pixels_wanted(self, image_id: int) -> None:
        """A fitted picture gets its size by itself."""
        if not self._viewer.panes.is_fitted(image_id):
            self.reading.want_all_pixels(image_id)

    def _on_closed(self) -> None:
        """The window below as it was left, but for the current picture."""
        self._below.only_current = False
        self.reading.stop()
        self._viewer.clear()
        self._viewing.rest(False)
        self._below.window().activateWindow()
        self._below.setFocus()
        self._below = self._grid

    def _is_waiting(self) -> bool:
        shown = (self.reading.held.get(image_id) for image_id in self._viewer.panes.image_ids())
        return any(held is None or not held.is_readable() or _is_pending(held) for held in shown)


def note_of(held: HeldPicture) -> str:
    """What is to be said of a picture that is not there as it should be."""
    small = not held.best().isNull()
    if held.failed:
        return f"{held.failed} {tr(BUT_SMALL)}" if small else held.failed
    if held.known is not None and held.known.at_hand is None:
        return tr(AWAY_BUT_SMALL if small else AWAY)
    return ""


def _is_pending(held: HeldPicture) -> bool:
    return held.known is not None and held.known.image.pending
