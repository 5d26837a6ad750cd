"""Groups of which a person keeps all: they stay away, until another picture joins them."""

from pathlib import Path

from engine.copies.groups import Group, GroupKind, Member
from engine.copies.kept import are_kept, keep, show_again
from engine.library import Library, open_library, restore_library
from engine.store import backup, checked_rows, kept_groups
from engine.store.kept_groups import KeptGroup
from tests.store.row_makers import know

NEAR, BURSTS, COPIES = GroupKind.NEAR_COPIES, GroupKind.BURSTS, GroupKind.COPIES


def known(library: Library, root: Path, count: int) -> list[int]:
    """Images that were read, by their ids."""
    ids = list(know(library, root, [b"%02d/a.jpg" % number for number in range(count)]).values())
    with library.writing() as db:
        for image_id in ids:
            db.execute("UPDATE images SET content = ? WHERE id = ?", (b"%016d" % image_id, image_id))
    return ids


def group(kind: GroupKind, *image_ids: int) -> Group:
    return Group(kind, tuple(Member(image_id, (10 * image_id,)) for image_id in image_ids), 90)


def copies(image_id: int, count: int) -> Group:
    return Group(COPIES, tuple(Member(image_id, (10 * image_id + at,)) for at in range(count)), 100)


def test_a_group_is_kept_until_another_picture_joins_it(library: Library, tmp_path: Path):
    a, b, c, d = known(library, tmp_path, 4)
    with library.writing() as db:
        assert len(keep(db, group(NEAR, a, b, c))) == 1
        assert keep(db, group(NEAR, c, b, a)) == [], "it is known already"
    asked = [group(NEAR, a, b, c), group(BURSTS, b, a), group(NEAR, a, b, c, d), group(NEAR, c, d)]
    assert are_kept(library.db, asked) == [True, True, False, False]
    assert are_kept(library.db, [copies(a, 2)]) == [False], "these are other files of one picture"


def test_copies_are_kept_until_there_are_more(library: Library, tmp_path: Path):
    a, b = known(library, tmp_path, 2)
    with library.writing() as db:
        keep(db, copies(a, 3))
    assert are_kept(library.db, [copies(a, 2), copies(a, 3), copies(a, 4), copies(b, 2)]) == [
        *(True, True, False, False)
    ]
    assert are_kept(library.db, [group(NEAR, a, b)]) == [False]


def test_a_group_that_is_shown_again_takes_all_along_that_kept_it(library: Library, tmp_path: Path):
    a, b, c, d = known(library, tmp_path, 4)
    with library.writing() as db:
        keep(db, group(NEAR, a, b))
        keep(db, group(NEAR, a, b, c))
        keep(db, group(NEAR, c, d))
        assert len(show_again(db, group(NEAR, a, b))) == 2
        assert show_again(db, group(NEAR, a, b)) == []
    assert are_kept(library.db, [group(NEAR, a, b), group(NEAR, c, d)]) == [False, True]


def test_what_is_kept_is_in_the_backup_and_comes_back_from_it(library: Library, tmp_path: Path):
    a, b = known(library, tmp_path, 2)
    with library.writing() as db:
        keep(db, group(NEAR, a, b))
        keep(db, copies(a, 2))
    kept, path = kept_groups.read(library.db), Path(library.path)
    library.close()
    (path / "library.db").write_bytes(b"this is no database" * 100)
    restore_library(str(path))
    again = open_library(str(path))
    assert kept_groups.read(again.db) == kept
    again.close()


def test_a_damaged_row_keeps_nothing_and_a_backup_without_any_is_read(library: Library):
    with library.writing() as db:
        kept_groups.put(db, KeptGroup(frozenset({b"a" * 16, b"b" * 16})))
        db.execute("UPDATE kept_groups SET members = ?", (b"a" * 16 + b"c" * 16,))
        assert kept_groups.read(db) == []
        assert len(list(checked_rows.damaged(db, checked_rows.BY_NAME["kept_groups"]))) == 1
        backup.put_back_what_was_said(db, {"assignments": [], "decisions": []})
