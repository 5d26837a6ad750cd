"""What folders hold in keywords, so that a person can be asked about it: once for each, and for all in the menu."""

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field

from engine.images.pool import ReadingPool
from engine.jobs.keyword_reading import KeywordPart, KeywordReading, SaidOf
from engine.jobs.labelling import BATCH
from engine.library import Library
from engine.progress import Progress
from engine.store import folder_answers, taken_labels
from engine.store.folder_answers import FolderAnswer
from engine.store.folders import Folder

NO_ANSWER = FolderAnswer(take=True)  # how they would be taken

AtHand = Callable[[], ReadingPool]  # a worker that is kept, started if it is not there


@dataclass(slots=True)
class FolderKeywords:
    """A folder, what was answered about it, and which of its files have keywords or a rating."""

    folder: Folder
    answer: FolderAnswer | None = None
    words: dict[int, tuple[str, ...]] = field(default_factory=dict)  # by file
    rated: set[int] = field(default_factory=set)  # files

    @property
    def pictures(self) -> int:
        """With keywords."""
        return sum(bool(words) for words in self.words.values())

    def names(self) -> Counter[str]:
        """The labels that there would be, with the number of their files."""
        return Counter(word for words in self.words.values() for word in words)

    def add(self, more: "FolderKeywords") -> None:
        """What was found later."""
        self.words |= more.words
        self.rated |= more.rated


Unasked = dict[int, FolderKeywords]  # by the folder's id


def look_at_all(library: Library) -> Generator[Progress, None, list[FolderKeywords]]:
    """What each folder of the library holds, whatever was answered."""
    answers, folders = folder_answers.all_answers(library.db), library.folders()
    looking = Looking(library, folders)
    yield from looking.at_all()
    none = (FolderKeywords(folder) for folder in folders)
    found = [looking.found.get(each.folder.id, each) for each in none]
    for each in found:
        each.answer = answers.get(each.folder.id)
    return found


class Looking:
    """Looks at pictures of folders, and gives nothing. Those without a keyword are noted, so that they are read
    once and not at each start; a rating alone is nothing that is asked about."""

    def __init__(self, library: Library, folders: Sequence[Folder]) -> None:
        self.found: Unasked = {}
        self._library = library
        self._folders = {folder.id: folder for folder in folders}
        self._empty = dict[int, bytes]()
        self._at = 0  # the folder that is looked at

    def at_all(self) -> Generator[Progress, None, None]:
        reading = KeywordReading(self._library, False, self._note)
        for folder in self._folders.values():
            self._at = folder.id
            yield from reading.of_parts([KeywordPart(folder.path, NO_ANSWER)])

    def at_new(
        self,
        whole: Sequence[Folder],
        noticed: Sequence[tuple[int, bytes, int]],
        at_hand: AtHand | None,
    ) -> Generator[Progress, None, None]:
        """These folders, and of the others the files that were noticed, each with its path and its folder."""
        reading = KeywordReading(self._library, True, self._note)
        try:
            for folder in whole:
                self._at = folder.id
                yield from self._stored(reading.of_parts([KeywordPart(folder.path, NO_ANSWER)]))
            for folder_id in self._folders:
                self._at = folder_id
                chosen = [
                    (number, path, NO_ANSWER) for number, path, its_folder in noticed if its_folder == folder_id
                ]
                yield from self._stored(reading.of_files(chosen, at_hand))
        finally:
            self._store()

    def _stored(self, work: Generator[Progress, None, None]) -> Generator[Progress, None, None]:
        for progress in work:
            yield progress
            if len(self._empty) >= BATCH:
                self._store()

    def _store(self) -> None:
        if self._empty:
            with self._library.writing() as db:
                taken_labels.put(db, self._empty, {})
            self._empty = {}

    def _note(self, said: SaidOf) -> None:
        if not said.names:
            self._empty[said.file.id] = said.file.stamp
        if said.nothing:
            return
        folder = self.found.setdefault(self._at, FolderKeywords(self._folders[self._at]))
        folder.words[said.file.id] = said.names
        if said.found.keywords.rating is not None:
            folder.rated.add(said.file.id)
