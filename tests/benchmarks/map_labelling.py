"""From no label to all labelled, by the map, in the grid and by “Label the doubtful”: how many actions each takes.

An action is a click, a line drawn, a key that gives a label or answers a question; a new label that is typed counts
as two. In the grid a person clicks every picture of a kind, and gives all of them the label: nobody could do it in
fewer. By “Label the doubtful” each answer counts, beginning with one picture of each of two kinds. On the map a
person draws around what lies together and looks at nine pictures of it. If seven of them are of one kind, all get
its label, which takes a line and a key; if not, the person draws around a part of it. What is left in the end, and
what was labelled wrongly, is clicked one by one and labelled kind by kind, as in the grid.
"""

from __future__ import annotations

import numpy as np

from engine.arrays import Numbers, Rows, Vectors
from engine.jobs.map_making import map_now
from engine.learning.doubtful import look
from engine.library import Library
from engine.progress import finish
from engine.store import label_edits, label_list

LOOKED_AT, OF_ONE_KIND = 9, 7  # pictures of what a line was drawn around
FEW = 3  # that are labelled one by one
FIRST_GROUPS = 24
DRAWS = 5  # where the groups begin is left to chance


def measure_labelling(library: Library) -> None:
    made = map_now(library)
    assert made is not None
    given = label_list.of_images(library.db, made.image_ids.tolist())
    kind_N = np.array([given[image_id][0] for image_id in made.image_ids.tolist()])
    kinds, count = len(np.unique(kind_N)), len(kind_N)
    drawn, labelled, clicked, wrong = np.mean(
        [by_map(made.places_N2, kind_N, seed) for seed in range(DRAWS)], axis=0
    )
    print(f"  labelling {count} pictures of {kinds} kinds:")
    actions = drawn + labelled + clicked + wrong + 3 * kinds
    print(f"    on the map {actions:.0f} actions: {drawn:.0f} lines drawn, {labelled:.0f} times labelled,", end=" ")
    print(f"{clicked:.0f} pictures clicked one by one, {wrong:.0f} put right ({1 - wrong / count:.3f} were right)")
    print(f"    in the grid {count + 2 * kinds} actions")
    answers = by_doubt(library, made.image_ids.tolist(), kind_N.tolist())
    print(f"    by “Label the doubtful” {answers} actions", flush=True)


def by_map(places_N2: Vectors, kind_N: Numbers, seed: int) -> tuple[int, int, int, int]:
    """Lines drawn, how many of them to label what is within, pictures clicked one by one, and pictures that were
    labelled wrongly."""
    random = np.random.default_rng(seed)
    drawn, labelled, clicked, wrong = 0, 0, 0, 0
    waiting = _groups(places_N2, np.arange(len(places_N2)), FIRST_GROUPS, random)
    while waiting:
        rows = waiting.pop()
        if len(rows) <= FEW:
            clicked += len(rows)
            continue
        sample = kind_N[random.choice(rows, min(LOOKED_AT, len(rows)), replace=False)]
        likely, times = max(((kind, int((sample == kind).sum())) for kind in np.unique(sample)), key=lambda c: c[1])
        drawn += 1
        if times >= OF_ONE_KIND / LOOKED_AT * len(sample):
            labelled += 1
            wrong += int((kind_N[rows] != likely).sum())
        else:
            waiting += _groups(places_N2, rows, 2, random)
    return drawn, labelled, clicked, wrong


def _groups(places_N2: Vectors, rows: Rows, count: int, random: np.random.Generator) -> list[Rows]:
    """What lies together, as an eye sees it: some rounds of k-means, which knows nothing of kinds."""
    at = places_N2[rows]
    centres = at[random.choice(len(rows), min(count, len(rows)), replace=False)]
    for _ in range(20):
        nearest = ((at[:, None] - centres[None]) ** 2).sum(axis=-1).argmin(axis=1)
        centres = np.stack(
            [at[nearest == c].mean(axis=0) if (nearest == c).any() else centres[c] for c in range(len(centres))]
        )
    found = [rows[nearest == c] for c in range(len(centres)) if (nearest == c).any()]
    if len(found) == 1 and len(rows) > 1:  # all at one place
        return [rows[: len(rows) // 2], rows[len(rows) // 2 :]]
    return found


def by_doubt(library: Library, image_ids: list[int], kinds: list[int]) -> int:
    """With the very questions that the window would ask."""
    names = {label.id: label.name for label in label_list.by_id(library.db).values()}
    right = {image_id: names[kind] for image_id, kind in zip(image_ids, kinds, strict=True)}
    with library.writing() as db:
        for name in set(right.values()):
            label_edits.apply(db, label_edits.Take(name, [i for i in image_ids if right[i] == name]))
    first = [image_ids[0], next(i for i in image_ids if right[i] != right[image_ids[0]])]
    actions, known = 0, set[str]()

    def give(image_id: int) -> None:
        with library.writing() as db:
            label_edits.apply(db, label_edits.Give({right[image_id]: [image_id]}))
        known.add(right[image_id])

    for image_id in first:
        actions += 3  # a click, and a new label
        give(image_id)
    ranked = finish(look(library))
    for _ in range(len(image_ids) - len(first)):
        question = ranked.most_doubtful()
        assert question is not None
        wanted = right[question.image_id]
        proposed = [proposal.label for proposal in question.proposals]
        if wanted in proposed:
            actions += proposed.index(wanted) + 1
        else:
            actions += len(proposed[:1]) + 2
        give(question.image_id)
        finish(ranked.catch_up(library.db))
    return actions
