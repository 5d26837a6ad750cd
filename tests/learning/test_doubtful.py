"""The doubtful images: ranked as a slow oracle ranks them, whatever is labelled or taken back meanwhile."""

from dataclasses import dataclass, field

import numpy as np
import pytest

from engine.errors import UserError
from engine.jobs.builtin_version import refresh
from engine.learning import doubtful, nearest_labelled
from engine.learning.doubtful import Doubtful, K, look
from engine.library import Library
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.progress import finish
from engine.store import codes, label_edits, labels, versions
from engine.store.versions import Version
from tests.jobs.feature_rows import BACKBONE, grow
from tests.jobs.version_rows import active, packed_codes, trained
from tests.learning import slow_doubt

LABELS = ("cat", "dog", "bird", "boat", "tree")


@dataclass
class Pets:
    """A library whose images have codes near one of five centres, and the labels that were given so far."""

    library: Library
    version: Version
    ids: list[int]
    kind_of: dict[int, int]
    given: dict[int, set[str]] = field(default_factory=dict)

    def give(self, name: str, *image_ids: int) -> None:
        with self.library.writing() as db:
            labels.assign(db, name, image_ids)
        for image_id in image_ids:
            self.given.setdefault(image_id, set()).add(name)

    def take(self, name: str, *image_ids: int) -> None:
        with self.library.writing() as db:
            labels.unassign(db, name, image_ids)
        for image_id in image_ids:
            self.given[image_id].discard(name)

    def codes(self) -> dict[int, bytes]:
        return packed_codes(self.library, self.version)

    def look(self) -> Doubtful:
        return finish(look(self.library))

    def must_agree(self, found: Doubtful) -> None:
        """With the oracle: the order, and all that is said of some of the images."""
        stored, bits = self.codes(), self.version.bits
        order = ranking(found)
        assert order == slow_doubt.ranking(stored, self.given, bits, K)
        assert found.left() == len(order)
        for image_id in order[:3] + order[-3:]:
            question = found.about(image_id)
            assert question is not None
            near = slow_doubt.neighbours(stored, self.given, image_id, K)
            assert [(n.distance, n.image_id) for n in question.neighbours] == near
            assert [set(n.labels) for n in question.neighbours] == [self.given[other] for _, other in near]
            shares = slow_doubt.shares(stored, self.given, image_id, bits, K)
            assert {p.label: p.share for p in question.proposals} == pytest.approx(shares)
            likeliest_first = [p.share for p in question.proposals]
            assert likeliest_first == sorted(likeliest_first, reverse=True)


def pets_with(library: Library, bits: int, count: int = 120, noise: float = 0.22) -> Pets:
    ids = grow(library, count)
    random = np.random.default_rng(bits)
    kinds = random.integers(0, 5, count)
    centres = random.random((5, bits)) < 0.5
    packed = np.packbits(centres[kinds] ^ (random.random((count, bits)) < noise), axis=1)
    with library.writing() as db:
        made = trained(library, space=BACKBONE)
        db.execute("UPDATE model_versions SET bits = ? WHERE id = ?", (bits, made.id))
        versions.activate(db, made.id)
        codes.put(db, made.id, ids, packed)
    return Pets(library, active(library), ids, dict(zip(ids, kinds.tolist(), strict=True)))


@pytest.fixture
def pets(library: Library) -> Pets:
    made = pets_with(library, 64)
    for image_id in made.ids[:40]:
        made.give(LABELS[made.kind_of[image_id]], image_id)
    return made


def ranking(found: Doubtful) -> list[int]:
    """All that is asked about, one after the other, the most doubtful first."""
    order: list[int] = []
    while question := found.most_doubtful(order):
        order.append(question.image_id)
    return order


@pytest.mark.parametrize("bits", [16, 48, 64, 128, 256])
def test_the_ranking_is_that_of_the_slow_oracle_at_any_code_length(library: Library, bits: int) -> None:
    pets = pets_with(library, bits)
    for image_id in pets.ids[10:50]:
        pets.give(LABELS[pets.kind_of[image_id]], image_id)
    pets.must_agree(pets.look())


def test_images_with_several_labels_are_no_doubt_as_long_as_the_neighbours_agree(library: Library) -> None:
    pets = pets_with(library, 64, noise=0.02)
    for image_id in pets.ids[:60]:
        pets.give(LABELS[pets.kind_of[image_id]], image_id)
        pets.give("animal" if pets.kind_of[image_id] < 3 else "thing", image_id)
    found = pets.look()
    pets.must_agree(found)
    question = found.about(pets.ids[100])
    assert question is not None
    assert len(question.proposals) == 2
    assert [proposal.share for proposal in question.proposals] == [1, 1]


def test_the_ranking_follows_each_answer(pets: Pets) -> None:
    found = pets.look()
    for _ in range(12):
        question = found.most_doubtful()
        assert question is not None
        pets.give(LABELS[pets.kind_of[question.image_id]], question.image_id)
        finish(found.catch_up(pets.library.db))
        assert found.about(question.image_id) is None
        pets.must_agree(found)


def test_the_ranking_follows_what_is_taken_back_relabelled_and_labelled_at_random(pets: Pets) -> None:
    found = pets.look()
    random = np.random.default_rng(5)
    for _ in range(25):
        image_id = int(random.choice(pets.ids))
        name = str(random.choice(LABELS))
        if name in pets.given.get(image_id, set()):
            pets.take(name, image_id)
        else:
            pets.give(name, image_id)
        finish(found.catch_up(pets.library.db))
        pets.must_agree(found)


def test_many_changes_at_once_are_followed_too(pets: Pets, monkeypatch: pytest.MonkeyPatch) -> None:
    found = pets.look()
    for most in (nearest_labelled.MANY, 3):  # one after the other, and all anew
        monkeypatch.setattr(nearest_labelled, "MANY", most)
        pets.give("cat", *pets.ids[50:60])
        pets.take("cat", *[i for i in pets.ids[:20] if "cat" in pets.given[i]])
        finish(found.catch_up(pets.library.db))
        pets.must_agree(found)
        pets.take("cat", *pets.ids[50:60])
        finish(found.catch_up(pets.library.db))
        pets.must_agree(found)


def test_small_pieces_give_the_same_as_large_ones(pets: Pets, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearest_labelled, "MANY", 3)
    monkeypatch.setattr(nearest_labelled, "PAIRS", 7 * 40)
    monkeypatch.setattr(doubtful, "CHUNK", 9)
    work = look(pets.library)
    reports = [next(work) for _ in range(5)]
    assert {report.total for report in reports[1:]} == {80}
    pets.must_agree(pets.look())


def test_fewer_labelled_images_than_are_asked_for_all_vote(library: Library) -> None:
    pets = pets_with(library, 64)
    pets.give("cat", pets.ids[0])
    pets.give("dog", pets.ids[1], pets.ids[2])
    found = pets.look()
    pets.must_agree(found)
    question = found.most_doubtful()
    assert question is not None
    assert len(question.neighbours) == 3
    pets.give("dog", *pets.ids[3:12])
    finish(found.catch_up(pets.library.db))
    pets.must_agree(found)


def test_an_image_that_was_put_aside_is_not_asked_about_but_can_be_gone_back_to(pets: Pets) -> None:
    found = pets.look()
    order = ranking(found)
    assert [found.most_doubtful(order[:n]).image_id for n in range(5)] == order[:5]
    assert found.most_doubtful(order) is None
    assert (found.left(order[:3]), found.left(order), found.left(pets.ids[:5])) == (len(order) - 3, 0, len(order))
    assert found.about(order[3]).image_id == order[3]
    assert found.about(pets.ids[0]) is None, "it has a label"
    assert found.about(10**6) is None


def test_a_renamed_a_merged_and_a_deleted_label_are_followed(pets: Pets) -> None:
    found = pets.look()
    with pets.library.writing() as db:
        label_edits.apply(db, label_edits.Rename("cat", "Kater"))
        label_edits.apply(db, label_edits.Merge("dog", "bird"))
        label_edits.apply(db, label_edits.Delete("boat"))
    names = {"cat": "Kater", "dog": "bird", "bird": "bird", "tree": "tree"}
    pets.given = {i: {names[name] for name in given if name in names} for i, given in pets.given.items()}
    finish(found.catch_up(pets.library.db))
    pets.must_agree(found)
    assert found.labels_in_use == ["Kater", "bird", "tree"]


def test_a_labelled_image_without_a_code_does_not_vote(pets: Pets) -> None:
    (later,) = grow(pets.library, 1)
    with pets.library.writing() as db:
        labels.assign(db, "cat", [later])
    found = pets.look()
    pets.must_agree(found)
    with pets.library.writing() as db:
        labels.assign(db, "dog", [later])
    finish(found.catch_up(pets.library.db))
    pets.must_agree(found)


def test_it_is_known_whether_the_version_is_still_the_active_one(pets: Pets) -> None:
    found = pets.look()
    assert found.is_of(pets.library.db)
    other = trained(pets.library, name="Other")
    with pets.library.writing() as db:
        versions.activate(db, other.id)
    assert not found.is_of(pets.library.db)
    with pets.library.writing() as db:
        versions.activate(db, pets.version.id)
        codes.remove_some(db, pets.version.id, pets.ids[:1])
    assert not found.is_of(pets.library.db), "an image left it"


def test_too_few_labels_are_said_in_a_sentence(library: Library) -> None:
    with pytest.raises(UserError, match="add a folder first"):
        finish(look(library))
    ids = grow(library, 300)
    finish(refresh(library, EFFICIENTNET_LITE0))
    found = finish(look(library))
    assert "No picture has a label yet" in found.trouble()
    assert found.most_doubtful() is not None, "it is no crash"
    for name, sentence in (("cat", "Only one label is in use, “cat”"), ("dog", "")):
        with library.writing() as db:
            labels.assign(db, name, [ids[0]] if name == "cat" else ids[1:299])
        finish(found.catch_up(library.db))
        assert found.trouble().startswith(sentence)
        assert bool(found.trouble()) == bool(sentence)
    with library.writing() as db:
        labels.assign(db, "dog", ids)
    finish(found.catch_up(library.db))
    assert "Every picture has a label" in found.trouble()
    assert found.most_doubtful() is None


def test_a_version_without_codes_is_said_too(library: Library) -> None:
    made = trained(library)
    with library.writing() as db:
        versions.activate(db, made.id)
    found = finish(look(library))
    assert "No picture has been read yet" in found.trouble()
    assert found.most_doubtful() is None
    assert found.left() == 0
