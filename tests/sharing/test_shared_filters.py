"""What is browsed on a server is what is browsed in the library that was published: every filter and order."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine.jobs.sharing import publish
from engine.library import Library, open_library
from engine.progress import finish
from engine.search import filtering
from engine.search.completion import completions
from engine.search.filter_language import understood
from engine.shared_library import SharedLibrary, open_shared
from engine.store import files, folders, images, label_list, metadata_rows, suggestions, timeline
from engine.store.browsing import Browse, Sort
from engine.store.timeline import Grouping
from tests.postgres_server import database
from tests.quick_copies import quick_copy
from tests.search.filter_cases import FOUND, add_pictures
from tests.store.row_makers import add_image

NAMES = [
    *(b"z/IMG_10.jpg", b"z/IMG_9.jpg", b"Caf\xc3\xa9/B.jpg", b"caf\xe9/\xff\x01'%_\\.jpg"),
    *(b"\xe7\x8c\xab/100%.jpg", b'"; DROP TABLE images; --.jpg'),
]


@pytest.fixture(scope="module")
def library(empty_library_made: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """More pictures in two folders, with names that nobody would choose, and a copy. Nobody here changes it."""
    path = quick_copy(empty_library_made, tmp_path_factory.mktemp("browsed") / "library")
    with closing(open_library(str(path))) as opened:
        first, *_ = add_pictures(opened)
        with opened.writing() as db:
            folder = folders.add(db, b"/a \xff 'strange' %s folder")
            for number, name in enumerate(NAMES):
                add_image(db, folder, name, mtime_ns=number * 10**17)
            copy = files.add(db, folder.id, b"copy of IMG_1.jpg", 1, 1, first)
            files.set_read(db, copy, first, 1, 1)
        yield opened


@pytest.fixture(scope="module")
def shared(library: Library, server: str) -> Iterator[SharedLibrary]:
    with database(server, f"browsed_{os.getpid()}") as address:
        finish(publish(library, address))
        with closing(open_shared(address)) as opened:
            yield opened


def test_every_text_of_the_search_field_finds_the_same(library: Library, shared: SharedLibrary):
    texts = [text for text, _ in FOUND] + ["caf", "100", "strange", "range", "label:Big", "9 jpg", "猫", "img_1"]
    for text in texts:
        browse = Browse(filter=understood(text).filter, sort=Sort.NAME)
        here = filtering.browsed(library, browse)
        there = filtering.browsed(shared, browse)
        assert (there.ids.tolist(), there.files) == (here.ids.tolist(), here.files), text
        assert filtering.months_browsed(shared, browse) == filtering.months_browsed(library, browse), text


@pytest.mark.parametrize("descending", [False, True])
def test_every_order_is_the_same(library: Library, shared: SharedLibrary, descending: bool):
    choices = [
        Browse(),
        Browse(folder=b"/photos"),
        Browse(folder=b"/photos/holiday"),
        Browse(label="cat"),
        Browse(unlabelled=True),
        Browse(show_missing=False),
        Browse(filter=understood("img").filter),
    ]
    for choice in choices:
        for sort in Sort:
            browse = Browse(
                choice.folder, choice.label, choice.unlabelled, choice.show_missing, choice.filter, sort
            )
            browse = Browse(
                **{name: getattr(browse, name) for name in browse.__slots__} | {"descending": descending}
            )
            assert filtering.browsed(shared, browse).ids.tolist() == filtering.browsed(library, browse).ids.tolist()


def test_groups_dates_and_months_are_the_same(library: Library, shared: SharedLibrary):
    for grouping in Grouping:
        browse = Browse(sort=Sort.TAKEN, grouping=grouping)
        here, there = filtering.browsed(library, browse), filtering.browsed(shared, browse)
        assert there.groups == here.groups
    every = filtering.browsed(library, Browse()).ids
    there, here = (timeline.seconds(each.words_db, every) for each in (shared, library))
    assert there.tolist() == here.tolist()
    assert filtering.months_browsed(shared, Browse()) == filtering.months_browsed(library, Browse())


def test_what_is_known_of_each_picture_is_the_same(library: Library, shared: SharedLibrary):
    every = filtering.browsed(library, Browse()).ids.tolist()
    assert len(every) == 11
    assert images.get(shared.db, every) == images.get(library.db, every)
    assert metadata_rows.get(shared.db, every) == metadata_rows.get(library.db, every)
    assert label_list.read(shared.db).images == label_list.read(library.db).images
    assert images.missing(shared.db) == images.missing(library.db) != []
    for image_id in every:
        assert files.paths_of(shared.db, image_id) == files.paths_of(library.db, image_id)


@pytest.mark.parametrize("typed", ["camera:p", "label:", "lens:", "folder:", "rating:", "ho", "20", "has:", "is:"])
def test_the_same_is_proposed_while_somebody_types(library: Library, shared: SharedLibrary, typed: str):
    assert completions(shared, typed) == completions(library, typed)
    assert suggestions.years(shared.words_db) == suggestions.years(library.words_db)
    assert suggestions.months(shared.words_db) == suggestions.months(library.words_db)
