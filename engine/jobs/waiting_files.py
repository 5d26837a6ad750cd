"""Which file is read next, while many wait, and none twice: first what somebody looks at, then what was just
noticed, then what is likely to be looked at next, then all others by id."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.arrays import Ids
from engine.store.waiting_rows import WaitingFile

AT_ONCE = 256
MOST_NOTICED = 10_000  # that go first; the others have their turn
MOST_LOOKED_UP = 4096  # images that are looked up for one file: a whole library may have been read already


@dataclass(frozen=True, slots=True, eq=False)
class WantedImages:
    """What somebody looks at, by image ids; it is another object once that is something else."""

    awaited: Sequence[int] = ()  # in this order: somebody waits for them
    then: Sequence[Ids] = ()  # and after them these; nobody writes to the arrays


NOTHING = WantedImages()


def nobody() -> WantedImages:
    """Nobody looks."""
    return NOTHING


def _none_of(image_ids: Sequence[int]) -> list[WaitingFile]:
    return []


class WaitingFiles:
    """`more` gives the next files after an id, at most so many, `of_images` those of some images. `wanted` says at
    any moment what somebody looks at; it is asked on the thread that reads."""

    def __init__(
        self,
        more: Callable[[int, int], list[WaitingFile]],
        of_images: Callable[[Sequence[int]], list[WaitingFile]] = _none_of,
        wanted: Callable[[], WantedImages] = nobody,
    ) -> None:
        self._more, self._of_images, self._wanted = more, of_images, wanted
        self._rows: deque[WaitingFile] = deque()
        self._after = 0
        self._overtaken: set[int] = set()  # those after it that went first
        self._noticed: dict[int, WaitingFile] = {}
        self._wish = NOTHING  # the one that these belong to:
        self._awaited: deque[WaitingFile] = deque()
        self._likely: deque[WaitingFile] = deque()
        self._unasked: Iterator[list[int]] = iter(())  # images of which nobody knows whether they wait
        self._wishes = 0
        self._urgent: set[int] = set()  # begun and not stored yet: those that somebody waits for
        self.under_way: dict[int, bytes] = {}  # all of them: where they lie

    def next(self) -> WaitingFile | None:
        return self.next_awaited() or self._begun(self._next_noticed() or self._next_likely() or self._in_order())

    def next_awaited(self) -> WaitingFile | None:
        """Only if somebody looks at it right now."""
        self._hear_wish()
        file = self._first_open(self._awaited)
        if file is not None:
            self._urgent.add(file.id)
        return self._begun(file)

    def urgency(self, file: WaitingFile) -> int:
        """Of one that was given: what was wished for last is the most urgent."""
        return self._wishes if file.id in self._urgent else 0

    @property
    def is_awaited(self) -> bool:
        """Somebody waits for a file that is not stored yet."""
        return bool(self._awaited or self._urgent)

    def put_first(self, files: Iterable[WaitingFile]) -> None:
        """These were noticed; of one that was given before, the content has changed."""
        self._noticed |= {file.id: file for file in files}

    def put_noticed(self, noticed: Callable[[int, int], list[WaitingFile]]) -> Iterator[int]:
        """The same for many, given as `more` gives files; says now and then how many it has put. Beyond the first
        of them only those that have no turn of their own."""
        after = 0
        while files := noticed(after, MOST_NOTICED):
            in_turn = self._waiting_of([file.image_id for file in files]) if after else ()
            after = files[-1].id
            first = {file.id: file for file in files}
            for file in in_turn:
                first.pop(file.id, None)
            self.put_first(first.values())
            yield len(first)

    @property
    def any_first(self) -> bool:
        return bool(self._noticed)

    def stored(self, files: Iterable[WaitingFile]) -> None:
        for file in files:
            self.under_way.pop(file.id, None)
            self._urgent.discard(file.id)

    def begin_anew(self) -> None:
        """What was begun is not stored: all of it is given once more."""
        for begun in (self._rows, self.under_way, self._urgent, self._overtaken):
            begun.clear()
        self._after = 0
        self._take_up(NOTHING)

    def _begun(self, file: WaitingFile | None) -> WaitingFile | None:
        if file is None:
            return None
        if file.id > self._after:
            self._overtaken.add(file.id)
        self.under_way[file.id] = file.full_path
        return self._noticed.pop(file.id, file)

    def _is_open(self, file: WaitingFile) -> bool:
        """It is still to be given."""
        return file.id in self._noticed or (file.id > self._after and file.id not in self._overtaken)

    def _hear_wish(self) -> None:
        wish = self._wanted()
        if wish is not self._wish:
            self._take_up(wish)

    def _take_up(self, wish: WantedImages) -> None:
        self._wish = wish
        self._wishes += 1
        self._awaited = deque(self._waiting_of(wish.awaited) if wish.awaited else ())
        self._likely.clear()
        self._unasked = (
            part[at : at + AT_ONCE].tolist() for part in wish.then for at in range(0, len(part), AT_ONCE)
        )

    def _waiting_of(self, image_ids: Sequence[int]) -> list[WaitingFile]:
        """In the order of the images."""
        place = {image_id: at for at, image_id in enumerate(image_ids)}
        found = [file for file in self._of_images(image_ids) if self._is_open(file)]
        return sorted(found, key=lambda file: (place[file.image_id], file.id))

    def _first_open(self, files: deque[WaitingFile]) -> WaitingFile | None:
        while files:
            file = files.popleft()
            if self._is_open(file):
                return file
        return None

    def _next_noticed(self) -> WaitingFile | None:
        return next(iter(self._noticed.values()), None)

    def _next_likely(self) -> WaitingFile | None:
        looked_up = 0
        while (file := self._first_open(self._likely)) is None and looked_up < MOST_LOOKED_UP:
            image_ids = next(self._unasked, None)
            if image_ids is None:
                return None
            looked_up += len(image_ids)
            self._likely.extend(self._waiting_of(image_ids))
        return file

    def _in_order(self) -> WaitingFile | None:
        while True:
            if not self._rows:
                self._rows.extend(self._more(self._after, AT_ONCE))
                if not self._rows:
                    return None
            file = self._rows.popleft()
            is_open = self._is_open(file)
            self._after = file.id
            self._overtaken.discard(file.id)
            if is_open:
                return file
