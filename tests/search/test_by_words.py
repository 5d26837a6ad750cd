"""Pictures found by words: as their features fit, with pictures beside the words, and better with labels.

The network has two tiny towers with random weights: what they find means nothing, but the way from words to hits is
the real one. What is found is compared with the plain formula.
"""

from pathlib import Path

import numpy as np
import pytest

from engine.jobs import library_network
from engine.library import Library
from engine.model.words import WordEncoder
from engine.progress import finish
from engine.search import by_words
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.store import features, labels, training_images, versions
from tests.command_line import Running
from tests.conftest import IndexedLibrary
from tests.model.tiny_networks import tiny_clip

WORDS = QueryPicture(words="a red thing")


@pytest.fixture
def asked(indexed: IndexedLibrary, tmp_path: Path) -> Library:
    """A library whose pictures are found by a network with two towers."""
    library = indexed.library
    space = finish(library_network.add_file(library, str(tiny_clip(tmp_path / "clip"))))
    finish(library_network.use(library, library_network.spec(library, space)))
    return library


def expected_fits(library: Library, words: str) -> dict[int, float]:
    """Slowly: one picture after the other."""
    space = versions.active(library.db).backbone
    words_D = WordEncoder(library.models_folder).features(space, words)
    found = features.get(library.db, space, features.ids(library.db, space).tolist())
    return {i: float(np.dot(f, words_D) / np.linalg.norm(f) / np.linalg.norm(words_D)) for i, f in found.items()}


def test_hits_come_in_the_order_in_which_stored_features_fit_the_words(asked: Library) -> None:
    fits = expected_fits(asked, "a red thing")
    searcher = Searcher(asked)
    found = searcher.search(Query((WORDS,), k=12))
    best = sorted(fits, key=lambda image_id: -fits[image_id])[:12]
    assert [hit.image_id for hit in found.hits] == best
    assert [hit.similarity for hit in found.hits] == pytest.approx([fits[i] for i in best], abs=1e-3)
    assert searcher.counts(Query((WORDS,))).counts_D.sum() == 30
    searcher.stop()


def test_words_beside_a_picture_against_one_and_within_filters(asked: Library) -> None:
    with asked.writing() as db:
        labels.assign(db, "some", range(1, 11))
    searcher = Searcher(asked)
    alone = [hit.image_id for hit in searcher.search(Query((WORDS,), k=30)).hits]
    beside = searcher.search(Query((QueryPicture(image_id=alone[-1]), WORDS), k=30)).hits
    assert [hit.image_id for hit in beside].index(alone[-1]) < 29, (
        "the picture is like itself, whatever the words say"
    )
    against = searcher.search(
        Query((QueryPicture(image_id=5), QueryPicture(words="a red thing", minus=True)), k=30)
    )
    assert [hit.image_id for hit in against.hits] != alone
    within = searcher.search(Query((WORDS,), k=30, label="some")).hits
    assert [hit.image_id for hit in within] == [image_id for image_id in alone if image_id <= 10]
    searcher.stop()


def test_what_was_learned_from_labels_moves_what_words_find(asked: Library) -> None:
    """The codes of a trained version join in; of those of a version that has learned no label nothing is taken."""
    searcher = Searcher(asked)
    before = searcher.search(Query((WORDS,), k=30)).hits
    with asked.writing() as db:
        training_images.put(db, versions.active(db).id, range(1, 20))
    after = searcher.search(Query((WORDS,), k=30)).hits
    fits = expected_fits(asked, "a red thing")
    distance = {hit.image_id: hit.distance for hit in before}
    ids = sorted(fits)
    score = by_words.together([np.array([fits[i] for i in ids]), -np.array([distance[i] for i in ids], float)])
    assert [hit.image_id for hit in after] == [ids[row] for row in np.argsort(-score, kind="stable")]
    assert [hit.image_id for hit in after] != [hit.image_id for hit in before]
    searcher.stop()


def test_parts_say_equally_much_whatever_their_size() -> None:
    small, large = np.array([0.1, 0.2, 0.3]), np.array([300.0, 100.0, 200.0])
    assert by_words.together([small, large]) == pytest.approx(by_words.together([small * 1000, large + 7]))
    assert by_words.together([np.ones(3), small]).argmax() == 2


def test_the_command_line_takes_words(asked: Library, capsys: pytest.CaptureFixture[str]) -> None:
    fits = expected_fits(asked, "a red thing")
    asked.close()
    running = Running(capsys, asked.path)
    hits = running.json("search", "--words", "a red thing", "-k", 5)["hits"]
    assert [hit["id"] for hit in hits] == sorted(fits, key=lambda i: -fits[i])[:5]
    running.json("models", "activate", 1)
    assert "knows no words" in running.refused("search", "--words", "a red thing")
