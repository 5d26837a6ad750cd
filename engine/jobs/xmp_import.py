"""Keywords and ratings of other programs as labels, from pictures and their sidecars.

Whether that is wanted is asked once for each folder of the library, and the answer is kept. What was taken of a
file is remembered too (`taken_labels`, `keyword_labels`), so that new pictures and changed sidecars can be seen to
by themselves, and a label that a person took away does not come back.
"""

import logging
from collections.abc import Collection, Generator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.errors import UserError
from engine.jobs.keyword_folders import NO_ANSWER, AtHand, Looking, Unasked
from engine.jobs.keyword_giving import give
from engine.jobs.keyword_reading import Chosen, KeywordPart, KeywordReading, KeywordsRead, SaidOf
from engine.jobs.labelling import Labelled, must_be_ready
from engine.library import Library
from engine.progress import Progress
from engine.sentences import said
from engine.store import files, folder_answers, sidecar_files
from engine.store.files import within
from engine.store.folder_answers import AnswerChange, FolderAnswer
from engine.store.folders import Folder

log = logging.getLogger(__name__)


@dataclass(slots=True)
class TakenLabels(KeywordsRead):
    """What was found, and given."""

    labelled: Labelled = field(default_factory=lambda: Labelled(0, 0, 0))
    taken_away: int = 0  # labels whose keyword is gone


@dataclass(frozen=True, slots=True)
class NewKeywords:
    """What an indexing found: images whose labels changed by it, and what nobody was asked about."""

    labelled: int
    unasked: Unasked


def import_xmp(
    library: Library,
    folder: bytes | None = None,
    answer: FolderAnswer | AnswerChange | None = None,
    *,
    dry_run: bool = False,
    only_new: bool = False,
) -> Generator[Progress, None, TakenLabels]:
    """Take the keywords of all pictures, or of those in `folder` (absolute) and below it.

    Without `answer`, as was answered for each folder; one that is not to be asked is left out, unless it is named.
    With it, that is the answer from now on for the folders of the library that are concerned as a whole; a change
    leaves the rest of what was answered for each as it is.
    `only_new`: only files that are new or have changed since theirs were taken, in folders for which a person said
    yes.
    """
    if not dry_run:
        must_be_ready(library)
    found = list[SaidOf]()
    reading = KeywordReading(library, only_new, found.append)
    yield from reading.of_parts(_parts(library, folder, answer, only_new))
    taken = _taken(library, reading, [] if dry_run else found)
    if not dry_run and not only_new:
        remember(library, folder, answer)
    return taken


def take_new(
    library: Library,
    concerned: Sequence[Folder],
    noticed: Collection[int] = (),
    *,
    at_hand: AtHand | None = None,
    asks: bool = False,
) -> Generator[Progress, None, NewKeywords]:
    """As a part of indexing: what is new in those of these folders for which a person said yes, and among the files
    that were noticed in others. If a person can be asked, also what there is where nobody has answered yet."""
    answers = folder_answers.all_answers(library.db)
    ids, labelled = {folder.id for folder in concerned}, 0
    for folder in concerned:
        if folder.id in answers and answers[folder.id].take:
            labelled += _told((yield from import_xmp(library, folder.path, only_new=True)))
    others = [each for each in sidecar_files.in_folders(library.db, sorted(noticed)) if each[2] not in ids]
    labelled += yield from _take_noticed(library, others, answers, at_hand)
    if not asks:
        return NewKeywords(labelled, {})
    open_ones = [folder for folder in library.folders() if folder.id not in answers]
    looking = Looking(library, open_ones)
    yield from looking.at_new([folder for folder in open_ones if folder.id in ids], others, at_hand)
    return NewKeywords(labelled, looking.found)


def take_as_answered(
    library: Library, answers: Mapping[int, FolderAnswer]
) -> Generator[Progress, None, tuple[TakenLabels, dict[int, FolderAnswer | None]]]:
    """What was answered, by the folders' ids, holds from now on; where it was yes, all keywords are taken. Returns
    also what was answered before."""
    must_be_ready(library)
    parts = [
        KeywordPart(folder.path, answers[folder.id])
        for folder in library.folders()
        if folder.id in answers and answers[folder.id].take
    ]
    found = list[SaidOf]()
    reading = KeywordReading(library, False, found.append)
    yield from reading.of_parts(parts)
    taken = _taken(library, reading, found)
    with library.writing() as db:
        before = folder_answers.replace(db, answers)
    return taken, before


def remember(library: Library, folder: bytes | None, answer: FolderAnswer | AnswerChange | None) -> None:
    """Keep the answer, for each folder of the library that lies in `folder` as a whole. Who took the keywords of
    one without saying how has said yes."""
    with library.writing() as db:
        answers = folder_answers.all_answers(db)
        for each in library.folders():
            if folder is None or within(each.path, folder):
                said = answers.get(each.id)
                if answer is not None and not (folder is None and said is not None and not said.take):
                    folder_answers.put(db, each.id, _way(answer, said))
                elif said is None or (folder is not None and not said.take):
                    folder_answers.put(db, each.id, NO_ANSWER)


def refuse(library: Library, folder: bytes | None) -> list[bytes]:
    """Keywords are not taken any more, in each folder of the library that lies in `folder` as a whole. UserError if
    there is none: what is not taken of a part, is not taken by naming the others."""
    with library.writing() as db:
        concerned = [each for each in library.folders() if folder is None or within(each.path, folder)]
        if not concerned:
            raise UserError(said("That is no folder of the library; an answer holds for a whole one."))
        for each in concerned:
            folder_answers.put(db, each.id, FolderAnswer(take=False))
    return [each.path for each in concerned]


def _parts(
    library: Library, folder: bytes | None, answer: FolderAnswer | AnswerChange | None, only_new: bool
) -> list[KeywordPart]:
    if folder is not None:
        files.must_be_known(library.db, folder)
    answers = folder_answers.all_answers(library.db)
    parts = list[KeywordPart]()
    for each in library.folders():
        said = answers.get(each.id)
        if only_new and (said is None or not said.take):
            continue
        if folder is None:
            if said is None or said.take:
                parts.append(KeywordPart(each.path, _way(answer, said)))
            continue
        way = _way(answer, said)
        if within(each.path, folder):
            parts.append(KeywordPart(each.path, way))
        elif within(folder, each.path):
            parts.append(KeywordPart(folder, way))
    return parts


def _way(answer: FolderAnswer | AnswerChange | None, before: FolderAnswer | None) -> FolderAnswer:
    """How the keywords of a folder are taken."""
    if isinstance(answer, FolderAnswer):
        return answer
    return (answer or AnswerChange()).of(before)


def _take_noticed(
    library: Library,
    noticed: Sequence[tuple[int, bytes, int]],
    answers: dict[int, FolderAnswer],
    at_hand: AtHand | None,
) -> Generator[Progress, None, int]:
    wanted: list[Chosen] = [
        (number, path, answers[folder])
        for number, path, folder in noticed
        if folder in answers and answers[folder].take
    ]
    found = list[SaidOf]()
    reading = KeywordReading(library, True, found.append)
    yield from reading.of_files(wanted, at_hand)
    return _told(_taken(library, reading, found))


def _taken(library: Library, reading: KeywordReading, found: Sequence[SaidOf]) -> TakenLabels:
    """What was read and, unless nothing is handed over, what was given."""
    counts = reading.counts
    labelled, away = give(library, found, reading.only_new) if found else (Labelled(0, 0, 0), 0)
    return TakenLabels(
        *(counts.read, counts.away, counts.unusable, counts.ratings_left_out, counts.unreadable),
        *(counts.named, counts.found, labelled, away),
    )


def _told(taken: TakenLabels) -> int:
    """How many images have other labels now."""
    if taken.labelled.assigned or taken.taken_away:
        log.info(
            "keywords of other programs: %d labels were given, %d taken away",
            taken.labelled.assigned,
            taken.taken_away,
        )
    return len(taken.labelled.undo.image_ids())
