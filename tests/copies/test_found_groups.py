"""Groups of what was found: a picture in the middle, nothing that a person parted, only files that are there."""

import os
from itertools import pairwise
from pathlib import Path

from engine.copies.found import groups_of
from engine.copies.groups import GroupKind
from engine.library import Library
from engine.store import alike_pairs, decisions, files
from engine.store.alike_pairs import AlikePair
from tests.store.row_makers import file_of, know

NEAR = GroupKind.NEAR_COPIES


def pairs(library: Library, *found: tuple[int, int, int], burst: bool = False) -> None:
    with library.writing() as db:
        alike_pairs.put(db, [AlikePair(*sorted(pair[:2]), burst, pair[2]) for pair in found])


def known(library: Library, root: Path, count: int) -> list[int]:
    return list(know(library, root, [b"%02d/a.jpg" % number for number in range(count)]).values())


def members(library: Library, *of: object) -> list[list[int]]:
    return [[member.image_id for member in group.members] for group in groups_of(library, *of)]


def test_alike_pictures_are_a_group_which_is_as_alike_as_the_least_of_them(library: Library, tmp_path: Path):
    a, b, c, *_ = known(library, tmp_path, 4)
    pairs(library, (a, b, 95), (b, c, 80))
    (group,) = groups_of(library, NEAR)
    assert ([member.image_id for member in group.members], group.likeness) == ([a, b, c], 80)
    assert [member.file_ids for member in group.members] == [(file_of(library.db, i),) for i in (a, b, c)]
    assert members(library, NEAR, 90) == [[a, b]]
    assert members(library, NEAR, 96) == members(library, GroupKind.BURSTS) == []


def test_a_chain_does_not_lead_from_a_picture_to_quite_another(library: Library, tmp_path: Path):
    ids = known(library, tmp_path, 30)
    pairs(library, *((a, b, 90) for a, b in pairwise(ids)))
    found = members(library, NEAR)
    assert max(map(len, found)) == 3
    assert len({i for group in found for i in group}) == sum(map(len, found))


def test_bursts_are_a_kind_of_their_own(library: Library, tmp_path: Path):
    a, b = known(library, tmp_path, 2)
    pairs(library, (a, b, 75), burst=True)
    assert (members(library, GroupKind.BURSTS), members(library, NEAR)) == ([[a, b]], [])


def test_pictures_that_a_person_parted_are_in_no_group_together(library: Library, tmp_path: Path):
    a, b, c = known(library, tmp_path, 3)
    pairs(library, (a, b, 95), (a, c, 90), (b, c, 90))
    with library.writing() as db:
        decisions.put(db, c, b, False)
    assert members(library, NEAR) == [[a, b]]
    with library.writing() as db:
        decisions.put(db, a, b, False)
    assert members(library, NEAR) == [[a, c]]
    with library.writing() as db:
        decisions.put(db, a, b, True)
        decisions.remove(db, c, b)
    assert members(library, NEAR) == [[a, b, c]]


def test_files_that_are_away_count_for_nothing(library: Library, tmp_path: Path):
    a, b = known(library, tmp_path, 2)
    pairs(library, (a, b, 95))
    with library.writing() as db:
        files.set_missing(db, [file_of(db, b)], True)
    assert members(library, NEAR) == []


def test_a_folder_asks_for_the_groups_that_have_a_file_in_it(library: Library, tmp_path: Path):
    a, b, c, d = known(library, tmp_path, 4)
    pairs(library, (a, b, 95), (c, d, 95))
    assert members(library, NEAR, 70, os.fsencode(tmp_path / "01")) == [[a, b]]


def test_two_that_only_differ_in_colour_are_in_no_group_together(library: Library, tmp_path: Path):
    """Though the grey one is alike to both."""
    grey, red, green, *_ = known(library, tmp_path, 4)
    pairs(library, (grey, red, 95), (grey, green, 90), (red, green, alike_pairs.APART))
    assert members(library, NEAR, 50) == [[grey, red]]
