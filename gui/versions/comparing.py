"""Two versions asked for the same picture. The version that serves queries is not disturbed."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from engine.progress import Progress
from engine.store import versions
from gui.grid.tile_reading import read_tiles
from gui.language import tr, tr_n
from gui.pictures.centre import Centre
from gui.session import Session
from gui.versions.compare_page import ComparePage
from gui.versions.hit_rows import PICTURE, HitRow
from gui.versions.version_text import choice_text, shown_name
from gui.widgets.decoding import decoded_jpeg, fitted
from gui.widgets.plain_text import printable, quoted

if TYPE_CHECKING:
    from engine.jobs.version_facts import VersionFacts
    from engine.search.comparing import Compared, ComparedSide, Comparer

PAGE = "compare"
HITS = 50
SHARPEST = 3  # device pixels for one of ours


@dataclass(frozen=True, slots=True, eq=False)
class _ComparedAnswer:
    compared: Compared
    names: dict[int, str]
    pictures: dict[int, QImage]


class Comparing(QObject):
    """Signals:
    left(): back to the versions.
    refused(str): what was asked for cannot be; one sentence.
    """

    left = Signal()
    refused = Signal(str)

    def __init__(self, session: Session, page: ComparePage, centre: Centre) -> None:
        super().__init__(page)
        self._session, self._page, self._centre = session, page, centre
        self._comparer: Comparer | None = None
        self._image_id: int | None = None
        self._facts: dict[int, VersionFacts] = {}
        self._thread = session.background()
        self._thread.answered.connect(self._on_compared)
        self._thread.failed.connect(self._on_failed)
        centre.add_page(PAGE, page)
        page.versions_chosen.connect(self._ask)
        page.query_requested.connect(self._on_query_requested)
        page.codes_requested.connect(self._on_codes_requested)
        page.closed.connect(self.left)

    def show(self, image_id: int, version_ids: tuple[int, int], facts: list[VersionFacts]) -> None:
        """Ask both for this image."""
        self._image_id = image_id
        self._set_versions(facts, version_ids)
        self.show_again()

    def show_again(self) -> None:
        """The same picture as before."""
        self._centre.show_page(PAGE)
        self._page.sides[0].list.setFocus()
        self._ask()

    def refresh(self, facts: list[VersionFacts]) -> None:
        """Versions or their codes have changed; one that is gone gives way to another."""
        chosen = self._page.version_ids()
        if self._centre.page != PAGE or chosen is None or facts == list(self._facts.values()):
            return
        self._set_versions(facts, chosen)
        self._ask()

    def _set_versions(self, facts: list[VersionFacts], chosen: tuple[int, int]) -> None:
        self._facts = {each.version.id: each for each in facts}
        choices = [(each.version.id, choice_text(each.version)) for each in facts if not each.version.damaged]
        for side, version_id in zip(self._page.sides, chosen, strict=True):
            side.set_versions(choices, version_id)

    def _ask(self) -> None:
        chosen, image_id = self._page.version_ids(), self._image_id
        if chosen is not None and image_id is not None:
            self._thread.ask(partial(self._read, image_id, chosen))

    def _on_query_requested(self, image_id: int) -> None:
        self._image_id = image_id
        self._ask()

    def _on_codes_requested(self, version_id: int) -> None:
        facts = self._facts.get(version_id)
        if facts is not None:
            title = tr("Making the codes of {name}", name=quoted(shown_name(facts.version.name)))
            self._session.run(title, partial(self._making_codes, version_id))

    # -- on other threads ---------------------------------------------------------------------------------------

    def _read(self, image_id: int, version_ids: tuple[int, int]) -> _ComparedAnswer:
        from engine.search.comparing import Comparer

        if self._comparer is None:
            self._comparer = Comparer(self._session.library)
        compared = self._comparer.compare(image_id, version_ids, HITS)
        wanted = sorted({image_id} | {hit.image_id for side in compared.sides for hit in side.hits})
        tiles = {tile.image_id: tile for tile in read_tiles(self._session.library, wanted)}
        pictures = {i: _picture(tile.jpeg) for i, tile in tiles.items()}
        return _ComparedAnswer(compared, {i: printable(tile.name) for i, tile in tiles.items()}, pictures)

    def _making_codes(self, version_id: int) -> Generator[Progress, None, str]:
        from engine.jobs.version_files import make_codes

        version = versions.get(self._session.library.db, version_id)
        made = yield from make_codes(self._session.library, version)
        return tr_n(
            "Made {n:,} codes of {name}.", "Made {n:,} code of {name}.", made, name=quoted(shown_name(version.name))
        )

    # -- showing ------------------------------------------------------------------------------------------------

    def _on_compared(self, answer: _ComparedAnswer) -> None:
        compared = answer.compared
        image_id = compared.image_id
        self._page.show_query(
            answer.names.get(image_id, ""), compared.labels, answer.pictures.get(image_id, QImage())
        )
        self._page.summary.setText(_summary(compared))
        for column, side, other in zip(self._page.sides, compared.sides, compared.sides[::-1], strict=True):
            facts = self._facts.get(side.version.id)
            lacks = facts is not None and not facts.complete and not self._session.library.read_only
            column.show_hits(_rows(answer, side, other), _side_summary(compared, side), _note(side, facts), lacks)

    def _on_failed(self, sentence: str) -> None:
        self._page.summary.setText(sentence)
        self.refused.emit(sentence)


def _rows(answer: _ComparedAnswer, side: ComparedSide, other: ComparedSide) -> list[HitRow]:
    places = {hit.image_id: place for place, hit in enumerate(other.hits, 1)}
    compared, right = answer.compared, answer.compared.right
    return [
        HitRow(
            hit.image_id,
            answer.names.get(hit.image_id, ""),
            hit.distance,
            hit.image_id in right,
            places.get(hit.image_id),
            answer.pictures.get(hit.image_id, QImage()),
            alone=not other.hits,
            labels=tuple(compared.hit_labels.get(hit.image_id, ())),
            asked_by_label=bool(compared.labels),
        )
        for hit in side.hits
    ]


def _summary(compared: Compared) -> str:
    most = max(len(side.hits) for side in compared.sides)
    if not all(side.hits for side in compared.sides):
        return ""
    shared = len(compared.shared)
    return tr_n(
        "{n} of the first {most} hits are found by both.",
        "{n} of the first {most} hits is found by both.",
        shared,
        most=most,
    )


def _side_summary(compared: Compared, side: ComparedSide) -> str:
    if not side.hits:
        return tr(side.problem)
    hits, without = len(side.hits), compared.unlabelled_hits(side)
    if not compared.labels:
        found = tr("{n} hits", n=hits)
        return tr("{hits}, {n} without a label", hits=found, n=without) if without else found
    right = compared.right_hits(side)
    other = hits - right - without
    parts = [tr_n("{n} of {hits} hits share a label", "{n} of {hits} hits shares a label", right, hits=hits)]
    if other:
        parts.append(tr_n("{n} have another", "{n} has another", other))
    if without:
        parts.append(tr_n("{n} have none", "{n} has none", without))
    return ", ".join(parts)


def _note(side: ComparedSide, facts: VersionFacts | None) -> str:
    if facts is None or facts.complete:
        return ""
    return tr_n(
        "It lacks the codes of {n:,} pictures, which it cannot find.",
        "It lacks the code of {n:,} picture, which it cannot find.",
        facts.to_make,
    )


def _picture(jpeg: bytes | None) -> QImage:
    """Small, for a row; runs on a background thread."""
    return decoded_jpeg(jpeg, lambda size: fitted(size, PICTURE * SHARPEST))
