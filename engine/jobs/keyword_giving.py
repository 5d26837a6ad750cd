"""What was read of keywords turned into labels, in one transaction: given, noted from where they came, and those
taken away whose keyword is gone.

A label goes when it came from a keyword, nobody has touched it here since, and the very place that said it is still
there and says it no more. A sidecar that is gone altogether, or metadata that cannot be read, says nothing; nor
does the first sidecar of a picture unsay what the picture says itself. Then what was said before stays.

Of files that were taken before only words are given that they did not say then (`taken_labels`), unless a person
asks for all: whatever else another program saves there, a label that was taken away here stays away.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.jobs.keyword_reading import SaidOf
from engine.jobs.labelling import Labelled, images_of
from engine.library import Library
from engine.store import keyword_labels, label_edits, label_list, labels, taken_labels
from engine.store.connection import Database
from engine.store.keyword_labels import KeywordLabel
from engine.store.label_edits import Give, RowChanges
from engine.store.taken_labels import Said


@dataclass(frozen=True, slots=True, eq=False)
class Exchange:
    """Labels taken from images and labels given to them, as one edit."""

    taken: Mapping[int, Sequence[int]]  # images, by label
    wanted: Mapping[str, Sequence[int]]

    def rows(self, db: Database) -> RowChanges:
        given = Give(self.wanted).rows(db)
        taken = tuple((label_id, label_edits.distinct(ids)) for label_id, ids in self.taken.items())
        return RowChanges(taken=taken, put=given.put, given=given.given, from_keywords=True)


@dataclass(slots=True)
class _WantedLabels:
    names: dict[str, set[int]] = field(default_factory=dict)  # images, by label
    gone: dict[int, set[int]] = field(default_factory=dict)  # images, by label's id


def give(library: Library, found: Sequence[SaidOf], only_new: bool) -> tuple[Labelled, int]:
    """`only_new`: only words that a file did not say when it was last taken. Returns what was given, whose `undo`
    takes all of it back, and how many labels were taken away."""
    with library.writing() as db:
        image_of = images_of(db, [said.file.id for said in found])
        there = [said for said in found if said.file.id in image_of]
        noted = keyword_labels.of_files(db, [said.file.id for said in there])
        before = taken_labels.said(db, [said.file.id for said in found])
        wanted = _wanted(db, there, image_of, noted, before if only_new else {})
        edit = Exchange(
            {label: sorted(ids) for label, ids in wanted.gone.items()},
            {name: sorted(ids) for name, ids in wanted.names.items()},
        )
        from_keywords = _from_keywords(db, image_of, noted)
        undo = label_edits.apply(db, edit)
        new = {(image_id, label_id) for label_id, ids in undo.taken for image_id in ids.tolist()}
        _note(db, there, image_of, noted, new | from_keywords)
        said_now = {said.file.id: _said(said, before.get(said.file.id, {})) for said in found}
        taken_labels.put(db, {said.file.id: said.file.stamp for said in found}, said_now)
    labelled = {image_id for ids in wanted.names.values() for image_id in ids}
    away = sum(len(ids) for _, ids in undo.given)
    return Labelled(len(labelled), len(wanted.names), len(new), undo=undo), away


def _wanted(
    db: Database,
    found: Iterable[SaidOf],
    image_of: Mapping[int, int],
    noted: Mapping[int, list[KeywordLabel]],
    before: Mapping[int, Said],
) -> _WantedLabels:
    wanted, still = _WantedLabels(), set[tuple[int, str]]()
    by_name = {label.id: label.name for label in label_list.by_id(db).values()}
    gone = list[tuple[int, int, int]]()  # file, image, label
    for said in found:
        image_id = image_of[said.file.id]
        still.update((image_id, name) for name in said.names)
        for name in said.names:
            if name not in before.get(said.file.id, {}):
                wanted.names.setdefault(name, set()).add(image_id)
        names = set(map(labels.clean_name, said.names))
        for note in noted.get(said.file.id, ()):
            if by_name.get(note.label_id) not in names and _is_heard(said, note.beside):
                gone.append((said.file.id, image_id, note.label_id))
    others = keyword_labels.of_images(db, sorted({image_id for _, image_id, _ in gone}))
    silent = {(file_id, label_id) for file_id, _, label_id in gone}
    for _, image_id, label_id in gone:
        saying = {file for file in others.get((image_id, label_id), ()) if (file, label_id) not in silent}
        if not saying and (image_id, by_name.get(label_id, "")) not in still:
            wanted.gone.setdefault(label_id, set()).add(image_id)
    return wanted


def _is_heard(said: SaidOf, beside: bool) -> bool:
    """Whether what said it then, a sidecar or the picture, can be asked now."""
    found = said.found
    if found.troubles:
        return False
    return found.has_sidecar if beside else found.has_packet and not found.from_sidecar


def _said(said: SaidOf, before: Said) -> dict[str, bool]:
    """The words of now, and those of before that nothing has unsaid."""
    kept = {name: beside for name, beside in before.items() if not _is_heard(said, beside)}
    return kept | dict.fromkeys(said.names, said.found.from_sidecar)


def _from_keywords(
    db: Database, image_of: Mapping[int, int], noted: Mapping[int, list[KeywordLabel]]
) -> set[tuple[int, int]]:
    """Labels that keywords gave before; also where a file that was edited holds another image now, which got its
    labels."""
    of_images = set(keyword_labels.of_images(db, sorted(set(image_of.values()))))
    return of_images | {(image_of[file], note.label_id) for file, notes in noted.items() for note in notes}


def _note(
    db: Database,
    found: Sequence[SaidOf],
    image_of: Mapping[int, int],
    noted: Mapping[int, list[KeywordLabel]],
    from_keywords: set[tuple[int, int]],
) -> None:
    """Each label that came from here, of those that were just given or that keywords gave before."""
    ids = {label.name: label.id for label in label_list.by_id(db).values()}
    having = labels.of_images(db, sorted({image_of[said.file.id] for said in found}))
    notes = dict[tuple[int, int], KeywordLabel]()
    for said in found:
        image_id = image_of[said.file.id]
        kept = [note for note in noted.get(said.file.id, ()) if not _is_heard(said, note.beside)]
        said_now = [(label_id, said.found.from_sidecar) for name in said.names if (label_id := ids.get(name))]
        for label_id, beside in [(note.label_id, note.beside) for note in kept] + said_now:
            if (image_id, label_id) in from_keywords:
                notes[said.file.id, label_id] = KeywordLabel(said.file.id, label_id, image_id, beside)
    names = {label_id: name for name, label_id in ids.items()}
    keyword_labels.forget_files(db, [said.file.id for said in found])
    there = [note for note in notes.values() if names[note.label_id] in having.get(note.image_id, ())]
    keyword_labels.put(db, there)
