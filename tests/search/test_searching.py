"""Searching with the real backbone in pictures whose likeness is known by eye."""

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.errors import UserError
from engine.jobs.builtin_version import refresh
from engine.jobs.encoding import encode_missing
from engine.library import Library, open_library
from engine.model import model_files
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.linear_hash import random_projection
from engine.progress import finish
from engine.search.hits import Hit
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.store import codes, features, labels, versions
from tests.conftest import IndexedLibrary
from tests.jobs.feature_rows import grow
from tests.photo_makers import KINDS, photo
from tests.worker_list import worker_list


class Asking:
    """A searcher and how tests ask it."""

    def __init__(self, indexed: IndexedLibrary) -> None:
        self.indexed = indexed
        self.searcher = Searcher(indexed.library)

    def hits(self, *pictures: QueryPicture, **options: object) -> list[Hit]:
        return self.searcher.search(Query(pictures, **options)).hits

    def kinds(self, *pictures: QueryPicture, **options: object) -> list[str]:
        return [self.indexed.kind_of(hit.image_id) for hit in self.hits(*pictures, **options)]

    def image(self, name: str) -> QueryPicture:
        return QueryPicture(image_id=self.indexed.id_of(f"{name.split('-')[0]}/{name}.jpg"))

    def path(self, name: str) -> bytes:
        return os.fsencode(self.indexed.photos / name.split("-")[0] / f"{name}.jpg")


@pytest.fixture
def ask(indexed: IndexedLibrary) -> Iterator[Asking]:
    asking = Asking(indexed)
    yield asking
    asking.searcher.stop()


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    folder = tmp_path / "outside"
    folder.mkdir()
    return folder


def encoded(picture: Image.Image, name: str = "PNG") -> bytes:
    stream = io.BytesIO()
    picture.save(stream, name)
    return stream.getvalue()


def halves(left: str, right: str) -> Image.Image:
    """Two new pictures side by side."""
    picture = Image.new("RGB", (448, 160))
    picture.paste(photo(left, 30), (0, 0))
    picture.paste(photo(right, 31), (224, 0))
    return picture


# --- one picture


@pytest.mark.parametrize("kind", KINDS)
def test_an_image_of_the_library_finds_itself_and_then_its_kind(ask: Asking, kind: str):
    picture = ask.image(f"{kind}-2")
    hits = ask.hits(picture, k=6)
    assert (hits[0].image_id, hits[0].distance) == (picture.image_id, 0)
    assert hits[0].similarity == pytest.approx(1)
    assert [ask.indexed.kind_of(hit.image_id) for hit in hits] == [kind] * 6
    similarities = [hit.similarity for hit in hits if hit.similarity is not None]
    assert similarities == sorted(similarities, reverse=True), "nothing was learned, so features say what is near"


def test_an_image_of_the_library_needs_no_model_and_no_worker(indexed: IndexedLibrary):
    code = (
        "import sys, multiprocessing\n"
        "from engine.library import open_library\n"
        "from engine.search.query import Query, QueryPicture\n"
        "from engine.search.searcher import Searcher\n"
        "library = open_library(sys.argv[1], write=False)\n"
        "hits = Searcher(library).search(Query((QueryPicture(image_id=3),), k=6)).hits\n"
        "assert len(hits) == 6 and hits[0].image_id == 3\n"
        "assert not {'torch', 'onnxruntime', 'timm', 'PySide6'} & set(sys.modules)\n"
        "assert not multiprocessing.active_children()\n"
    )
    subprocess.run([sys.executable, "-c", code, indexed.library.path], check=True)


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_from_outside_finds_its_kind(ask: Asking, outside: Path, kind: str):
    photo(kind, 20).save(outside / "new.png")
    assert ask.kinds(QueryPicture(path=os.fsencode(outside / "new.png")), k=5) == [kind] * 5


def test_a_picture_from_outside_may_have_any_name(ask: Asking, outside: Path):
    path = os.path.join(os.fsencode(outside), b"caf\xe9\n.png")
    with open(path, "wb") as file:
        file.write(encoded(photo("discs", 20)))
    assert ask.kinds(QueryPicture(path=path), k=5) == ["discs"] * 5


def test_a_file_of_a_size_that_the_library_does_not_know_is_left_to_the_worker_whose_time_is_limited(
    ask: Asking, outside: Path, monkeypatch: pytest.MonkeyPatch
):
    def hash_for_hours(*file: object) -> bytes:
        raise AssertionError("a file full of holes can have any size")

    monkeypatch.setattr("engine.search.searcher.content_in", hash_for_hours)
    photo("discs", 20).save(outside / "new.png")
    assert ask.kinds(QueryPicture(path=os.fsencode(outside / "new.png")), k=5) == ["discs"] * 5


def test_a_file_that_the_library_knows_answers_as_its_image_wherever_it_lies(ask: Asking, outside: Path):
    (outside / "copy.jpg").write_bytes(Path(os.fsdecode(ask.path("bricks-1"))).read_bytes())
    expected = ask.hits(ask.image("bricks-1"))
    assert ask.hits(QueryPicture(path=ask.path("bricks-1"))) == expected
    assert ask.hits(QueryPicture(path=os.fsencode(outside / "copy.jpg"))) == expected
    assert not worker_list()


@pytest.mark.parametrize("name", ["PNG", "JPEG", "WEBP", "BMP", "TIFF"])
def test_a_pasted_picture_finds_its_kind(ask: Asking, name: str):
    assert ask.kinds(QueryPicture(data=encoded(photo("leaves", 21), name)), k=5) == ["leaves"] * 5


def test_a_pasted_picture_is_found_like_the_same_file(ask: Asking, outside: Path):
    data = encoded(photo("leaves", 21))
    (outside / "same.png").write_bytes(data)
    assert ask.hits(QueryPicture(data=data)) == ask.hits(QueryPicture(path=os.fsencode(outside / "same.png")))


# --- a part of a picture


@pytest.mark.parametrize(("left", "right"), [("discs", "leaves"), ("bricks", "sunset"), ("leaves", "bricks")])
def test_a_part_of_a_picture_finds_what_that_part_shows(ask: Asking, outside: Path, left: str, right: str):
    data = encoded(halves(left, right))
    (outside / "both.png").write_bytes(data)
    for source in ({"data": data}, {"path": os.fsencode(outside / "both.png")}):
        assert ask.kinds(QueryPicture(**source, crop=(0, 0, 224, 160)), k=5) == [left] * 5
        assert ask.kinds(QueryPicture(**source, crop=(224, 0, 224, 160)), k=5) == [right] * 5


def test_a_part_of_an_image_of_the_library(ask: Asking):
    halves("discs", "leaves").save(ask.indexed.photos / "both.jpg", quality=95)
    ask.indexed.again()
    both = ask.indexed.id_of("both.jpg")

    def part(x: int) -> list[str]:
        hits = ask.hits(QueryPicture(image_id=both, crop=(x, 0, 224, 160)), k=8)
        return [ask.indexed.kind_of(hit.image_id) for hit in hits if hit.image_id != both][:5]

    assert part(0) == ["discs"] * 5
    assert part(224) == ["leaves"] * 5
    os.unlink(ask.indexed.photos / "both.jpg")
    ask.indexed.again()
    with pytest.raises(UserError, match="not available"):
        part(0)
    assert ask.hits(QueryPicture(image_id=both), k=1)[0].image_id == both, "the whole is stored"


def test_a_part_counts_in_pixels_of_the_upright_picture(ask: Asking):
    upright = halves("discs", "leaves")
    exif = Image.Exif()
    exif[0x0112] = 6
    stream = io.BytesIO()
    upright.transpose(Image.Transpose.ROTATE_90).save(stream, "JPEG", quality=95, exif=exif)
    assert ask.kinds(QueryPicture(data=stream.getvalue(), crop=(0, 0, 224, 160)), k=5) == ["discs"] * 5


def test_a_part_that_reaches_over_the_edge_is_cut_and_one_outside_is_refused(ask: Asking):
    data = encoded(halves("discs", "leaves"))
    assert ask.kinds(QueryPicture(data=data, crop=(224, 0, 9999, 9999)), k=5) == ["leaves"] * 5
    with pytest.raises(UserError, match="lies outside the picture"):
        ask.hits(QueryPicture(data=data, crop=(448, 0, 10, 10)))
    assert len(ask.hits(QueryPicture(data=data, crop=(447, 159, 1, 1)))) == 30, "a single pixel is a part too"


# --- several pictures


@pytest.mark.parametrize(("one", "other"), [("discs", "leaves"), ("sunset", "bricks"), ("stripes", "discs")])
def test_two_kinds_together_find_both_before_all_others(ask: Asking, one: str, other: str):
    kinds = ask.kinds(ask.image(f"{one}-0"), ask.image(f"{other}-0"), k=12)
    assert sorted(kinds) == sorted([one, other] * 6)


@pytest.mark.parametrize(("wanted", "unwanted"), [("discs", "leaves"), ("leaves", "bricks"), ("bricks", "discs")])
def test_of_a_picture_that_shows_two_things_the_minus_picture_takes_one_away(ask: Asking, wanted, unwanted):
    both = QueryPicture(data=encoded(halves(wanted, unwanted)))
    assert ask.kinds(both, ask.image(f"{unwanted}-0").flipped(), k=4) == [wanted] * 4
    assert ask.kinds(both, ask.image(f"{wanted}-0").flipped(), k=4) == [unwanted] * 4


def test_minus_pictures_are_no_hits_also_when_they_are_named_by_their_files(ask: Asking):
    plus, minus = ask.image("discs-0"), ask.image("discs-1")
    assert minus.image_id in {hit.image_id for hit in ask.hits(plus)}
    for unlike in (minus.flipped(), QueryPicture(path=ask.path("discs-1"), minus=True)):
        hits = {hit.image_id for hit in ask.hits(plus, unlike)}
        assert minus.image_id not in hits
        assert len(hits) == 29


def test_the_order_of_the_pictures_does_not_matter(ask: Asking):
    pictures = [ask.image("discs-0"), ask.image("leaves-0"), ask.image("bricks-0").flipped()]
    assert ask.hits(*pictures) == ask.hits(*pictures[::-1])


def test_one_picture_and_its_own_opposite_is_no_crash(ask: Asking):
    picture = ask.image("discs-0")
    assert len(ask.hits(picture, picture, picture.flipped())) == 29


# --- limits and filters


def test_k_is_how_many(ask: Asking):
    picture = ask.image("discs-0")
    everything = ask.hits(picture, k=1000)
    assert len(everything) == 30
    for k in (1, 7, 29, 30):
        assert ask.hits(picture, k=k) == everything[:k]


def test_distances_have_limits_at_both_ends(ask: Asking):
    picture = ask.image("discs-0")
    everything = ask.hits(picture)
    low, high = everything[3].distance, everything[12].distance
    expected = [hit for hit in everything if low <= hit.distance <= high]
    assert ask.hits(picture, min_distance=low, max_distance=high) == expected
    assert ask.hits(picture, max_distance=0) == everything[:1]
    assert ask.hits(picture, min_distance=257) == []


def test_a_folder_a_label_and_both_filter(ask: Asking):
    indexed = ask.indexed
    leaves = [indexed.id_of(f"leaves/leaves-{n}.jpg") for n in range(3)]
    with indexed.library.writing() as db:
        labels.assign(db, "green", [*leaves, indexed.id_of("discs/discs-5.jpg")])
    picture, folder = ask.image("discs-0"), os.fsencode(os.path.realpath(indexed.photos / "leaves"))
    assert ask.kinds(picture, folder=folder) == ["leaves"] * 6
    assert sorted(ask.kinds(picture, label="green")) == ["discs", "leaves", "leaves", "leaves"]
    assert {hit.image_id for hit in ask.hits(picture, folder=folder, label="green")} == set(leaves)
    with pytest.raises(UserError, match="no label “unknown”"):
        ask.hits(picture, label="unknown")
    with pytest.raises(UserError, match="no pictures in '/elsewhere'"):
        ask.hits(picture, folder=b"/elsewhere")
    assert ask.hits(picture, folder=folder[:-1]) == [], "leave is not leaves"


def test_missing_images_are_shown_or_hidden(ask: Asking):
    picture, gone = ask.image("discs-0"), ask.indexed.id_of("discs/discs-1.jpg")
    os.unlink(ask.indexed.photos / "discs/discs-1.jpg")
    ask.indexed.again()
    assert gone in {hit.image_id for hit in ask.hits(picture)}
    assert gone not in {hit.image_id for hit in ask.hits(picture, show_missing=False)}


# --- the order of ties


@pytest.fixture
def tied(library: Library) -> Library:
    """Sixty images of which all have the same code, and some the same features."""
    ids = grow(library, 60)
    finish(refresh(library, EFFICIENTNET_LITE0))
    active = versions.active(library.db)
    assert active is not None
    with library.writing() as db:
        codes.put(db, active.id, ids, np.zeros((60, 32), np.uint8))
        vectors = features.get(db, active.backbone, ids)
        features.put(db, active.backbone, ids[30:40], np.stack([vectors[ids[30]]] * 10))
        db.execute("DELETE FROM features WHERE image_id = ?", (ids[50],))
    return library


def test_ties_are_ordered_by_similarity_then_by_id_and_what_has_no_features_comes_last(tied: Library):
    hits = Searcher(tied).search(Query((QueryPicture(image_id=1),), k=100)).hits
    assert {hit.distance for hit in hits} == {0}
    assert hits[-1] == Hit(51, 0, None)
    keys = [(-hit.similarity, hit.image_id) for hit in hits[:-1] if hit.similarity is not None]
    assert keys == sorted(keys)
    assert len({similarity for similarity, _ in keys}) < len(keys), "some are equal to the last digit"


def test_the_first_of_many_ties_are_the_most_similar_of_all_and_always_the_same(tied: Library):
    everything = Searcher(tied).search(Query((QueryPicture(image_id=5),), k=100)).hits
    for k in (1, 3, 35, 59):
        for searcher in (Searcher(tied), Searcher(tied)):
            assert searcher.search(Query((QueryPicture(image_id=5),), k=k)).hits == everything[:k]


# --- what changes while a searcher lives


def test_new_changed_and_removed_images_are_seen_by_the_next_search(ask: Asking):
    picture = ask.image("discs-0")
    assert len(ask.hits(picture)) == 30
    photo("discs", 25).save(ask.indexed.photos / "discs-25.jpg")
    ask.indexed.again()
    assert "discs-25.jpg" in {
        os.fsdecode(row[0])
        for hit in ask.hits(picture, k=7)
        for row in ask.indexed.library.db.execute("SELECT path FROM files WHERE image_id = ?", (hit.image_id,))
    }
    photo("leaves", 26).save(ask.indexed.photos / "discs-25.jpg")
    ask.indexed.again()
    assert ask.kinds(picture, k=6) == ["discs"] * 6
    assert len(ask.hits(picture)) == 31
    ask.indexed.library.remove_folder(ask.indexed.folder)
    with pytest.raises(UserError, match="not in the library any more"):
        ask.hits(picture)


def test_another_active_version_is_searched_at_once_and_never_mixed(ask: Asking):
    library, picture = ask.indexed.library, ask.image("discs-0")
    before = ask.hits(picture)
    active = versions.active(library.db)
    assert active is not None
    vectors = np.stack(list(features.get(library.db, active.backbone, range(1, 31)).values()))
    file, checksum = model_files.write(library.models_folder, random_projection(vectors, 64, seed=9))
    about = {"name": "Mine", "method": "mine", "bits": 64, "backbone": active.backbone, "details": {}}
    with library.writing() as db:
        mine = versions.add(db, file=file, file_checksum=checksum, **about)
    finish(encode_missing(library, versions.get(library.db, mine)))
    assert ask.hits(picture) == before, "not before it is active"
    with library.writing() as db:
        versions.activate(db, mine)
    found = ask.searcher.search(Query((picture,), k=6))
    assert (found.version.id, found.version.bits) == (mine, 64)
    assert max(hit.distance for hit in found.hits) <= 64
    assert [ask.indexed.kind_of(hit.image_id) for hit in found.hits] == ["discs"] * 6
    with library.writing() as db:
        versions.activate(db, active.id)
    assert ask.hits(picture) == before


def test_a_reader_of_the_library_searches_as_the_writer_does(ask: Asking):
    reader = open_library(ask.indexed.library.path)
    assert reader.read_only
    searcher = Searcher(reader)
    assert searcher.search(Query((ask.image("discs-0"),))).hits == ask.hits(ask.image("discs-0"))
    searcher.save()
    assert os.listdir(reader.index_folder) == [], "a reader writes nothing"
    reader.close()


def test_with_a_saved_index_the_answers_are_the_same(ask: Asking):
    expected = ask.hits(ask.image("discs-0"))
    ask.searcher.save()
    assert len(os.listdir(ask.indexed.library.index_folder)) == 1
    assert Searcher(ask.indexed.library).search(Query((ask.image("discs-0"),))).hits == expected


# --- what cannot be searched


def test_nothing_indexed_is_one_sentence(library: Library):
    with pytest.raises(UserError, match="Nothing is indexed yet"):
        Searcher(library).search(Query((QueryPicture(image_id=1),)))


def test_an_image_that_is_not_there_is_one_sentence(ask: Asking):
    with pytest.raises(UserError, match="not in the library any more"):
        ask.hits(QueryPicture(image_id=999))


def test_what_cannot_be_opened_is_one_sentence_and_a_pipe_keeps_nobody_waiting(ask: Asking, outside: Path):
    os.mkfifo(outside / "pipe")
    for path in (outside / "nowhere.jpg", outside, outside / "pipe", Path("/dev/zero")):
        for crop in (None, (0, 0, 5, 5)):
            with pytest.raises(UserError) as said:
                ask.hits(QueryPicture(path=os.fsencode(path), crop=crop))
            assert "\n" not in str(said.value)


@pytest.mark.parametrize("data", [b"text", b"\xff\xd8\xff", encoded(photo("discs", 1))[:300]])
def test_what_is_no_picture_is_one_sentence(ask: Asking, data: bytes):
    with pytest.raises(UserError, match="This picture cannot be used: "):
        ask.hits(QueryPicture(data=data))


def test_a_stopped_searcher_can_still_search_what_is_stored(ask: Asking):
    ask.hits(QueryPicture(data=encoded(photo("discs", 1))))
    ask.searcher.stop()
    assert len(ask.hits(ask.image("discs-0"))) == 30
