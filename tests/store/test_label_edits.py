"""Changes to labels: what each does, and that taking it back leaves the very rows that were there before."""

import random
from collections.abc import Callable

import pytest

from engine.errors import UserError
from engine.library import Library
from engine.store import label_edits, label_list, labels, migrations
from engine.store.checksums import checksum
from engine.store.connection import Database
from engine.store.database import open_database
from engine.store.folders import Folder
from engine.store.label_edits import (
    Delete,
    Edit,
    Give,
    Merge,
    Rename,
    RowChanges,
    SetColour,
    SetHotkey,
    Take,
    Toggle,
    apply,
)
from tests.store.row_makers import add_image

HOSTILE = "<b>x</b>' OR 1=1 -- ‮%s{0}\\"


@pytest.fixture
def ids(db: Database, folder: Folder) -> list[int]:
    return [add_image(db, folder, b"%d.jpg" % n) for n in range(4)]


def state(db: Database) -> tuple[list[tuple], list[tuple]]:
    """All that labels are, row by row."""
    return (
        db.execute("SELECT id, name, colour, hotkey FROM labels ORDER BY id").fetchall(),
        db.execute("SELECT image_id, label_id, checksum FROM image_labels ORDER BY image_id, label_id").fetchall(),
    )


def changes(db: Database) -> int:
    return int(db.execute("SELECT count FROM user_changes").fetchone()[0])


def label_of(db: Database, name: str) -> label_list.Label:
    return label_list.by_id(db)[labels.id_of(db, name)]


@pytest.fixture
def animals(db: Database, ids: list[int]) -> list[int]:
    """Two cats, two dogs, one of them both; their ids and another."""
    apply(db, Give({"cat": ids[:2], "dog": ids[1:3]}))
    return ids


# --- what each edit does


def test_giving_makes_labels_that_are_new_and_gives_them_hotkeys(db: Database, ids: list[int]):
    apply(db, Give({" cat\n": ids[:1], "dog": ids}))
    assert labels.all_labels(db) == {"cat": 1, "dog": 4}
    assert [label_of(db, name).hotkey for name in ("cat", "dog")] == ["1", "2"]
    apply(db, Give({"cat": ids, HOSTILE: []}))
    assert labels.all_labels(db) == {"cat": 4, "dog": 4, HOSTILE: 0}
    assert label_of(db, HOSTILE).hotkey == "3"


def test_a_freed_digit_is_given_to_the_next_new_label_and_the_tenth_has_none(db: Database):
    apply(db, Give({f"label {n}": [] for n in range(10)}))
    assert label_of(db, "label 8").hotkey == "9"
    assert label_of(db, "label 9").hotkey is None
    apply(db, Delete("label 4"))
    apply(db, Give({"new": []}))
    assert label_of(db, "new").hotkey == "5"


def test_one_label_spelt_in_two_ways_is_one_label(db: Database, ids: list[int]):
    inverse = apply(db, Give({"Ärger": ids[:2], "A\u0308rger": ids[1:]}))
    assert labels.all_labels(db) == {"Ärger": 4}
    apply(db, inverse)
    assert state(db) == ([], [])


def test_giving_to_images_that_are_gone_gives_to_the_others(db: Database, ids: list[int]):
    apply(db, Give({"cat": [*ids[:2], 999_999]}))
    assert labels.all_labels(db) == {"cat": 2}


def test_taking_keeps_the_label_and_the_other_images(db: Database, animals: list[int]):
    apply(db, Take("cat", [animals[0], animals[3]]))
    assert labels.all_labels(db) == {"cat": 1, "dog": 2}


def test_toggling_gives_to_all_or_takes_from_all(db: Database, animals: list[int]):
    apply(db, Toggle("cat", animals))
    assert labels.all_labels(db)["cat"] == 4
    apply(db, Toggle("cat", [*animals[1:], 999_999]))
    assert labels.of_images(db, animals) == {animals[0]: ["cat"], animals[1]: ["dog"], animals[2]: ["dog"]}


def test_renaming_keeps_images_colour_and_hotkey(db: Database, animals: list[int]):
    apply(db, SetColour("cat", "#ff8800"))
    apply(db, Rename("cat", " Cats "))
    assert labels.all_labels(db) == {"Cats": 2, "dog": 2}
    assert label_of(db, "Cats").colour == "#ff8800"
    assert label_of(db, "Cats").hotkey == "1"


def test_renaming_to_a_label_that_exists_or_to_no_name_is_refused(db: Database, animals: list[int]):
    for new, why in (("dog", "already"), (" dog", "already"), ("", "needs a name"), ("a;b", "semicolon")):
        with pytest.raises(UserError, match=why):
            apply(db, Rename("cat", new))
    with pytest.raises(UserError, match="no label “bird”"):
        apply(db, Rename("bird", "robin"))
    assert labels.all_labels(db) == {"cat": 2, "dog": 2}


def test_merging_moves_all_images_and_deletes_the_source(db: Database, animals: list[int]):
    apply(db, Merge("dog", "cat"))
    assert labels.all_labels(db) == {"cat": 3}
    for image, label, stored in state(db)[1]:
        assert checksum(image, label) == stored


def test_merging_with_itself_or_with_nothing_is_refused(db: Database, animals: list[int]):
    for source, target in (("cat", "cat"), ("cat", " cat "), ("cat", "bird"), ("bird", "cat")):
        with pytest.raises(UserError):
            apply(db, Merge(source, target))
    assert labels.all_labels(db) == {"cat": 2, "dog": 2}


def test_deleting_takes_the_label_from_all_images_and_counts_as_a_change(db: Database, animals: list[int]):
    before = changes(db)
    apply(db, Delete("cat"))
    assert changes(db) > before
    assert labels.of_images(db, animals) == {animals[1]: ["dog"], animals[2]: ["dog"]}
    with pytest.raises(UserError, match="no label “cat”"):
        apply(db, Delete("cat"))


def test_a_colour_is_six_hex_digits_or_none(db: Database, animals: list[int]):
    apply(db, SetColour("cat", "#0A0b0C"))
    assert label_of(db, "cat").colour == "#0A0b0C"
    apply(db, SetColour("cat", None))
    assert label_of(db, "cat").colour is None
    for colour in ("red", "#12345", "#1234567", "#12345g", "#123456\n", ""):
        with pytest.raises(UserError, match="no colour"):
            apply(db, SetColour("cat", colour))


def test_a_hotkey_is_a_digit_or_a_letter_and_belongs_to_one_label(db: Database, animals: list[int]):
    apply(db, SetHotkey("dog", "1"))
    assert (label_of(db, "cat").hotkey, label_of(db, "dog").hotkey) == (None, "1")
    apply(db, SetHotkey("cat", "x"))
    assert label_of(db, "cat").hotkey == "X"
    apply(db, SetHotkey("dog", None))
    apply(db, SetHotkey("cat", None))
    assert (label_of(db, "cat").hotkey, label_of(db, "dog").hotkey) == (None, None)
    for key in ("0", "12", "", "ß", "é", "/"):
        with pytest.raises(UserError, match="no hotkey"):
            apply(db, SetHotkey("cat", key))


def test_a_damaged_assignment_is_mended_by_giving_again_and_is_no_change(db: Database, animals: list[int]):
    db.execute("UPDATE image_labels SET checksum = 1 WHERE image_id = ?", (animals[0],))
    assert apply(db, Give({"cat": animals[:2]})).is_empty()
    for image, label, stored in state(db)[1]:
        assert checksum(image, label) == stored


# --- taking it back


EDITS: dict[str, Callable[[list[int]], Edit]] = {
    "give": lambda ids: Give({"cat": ids}),
    "give several": lambda ids: Give({"cat": ids, "bird": ids[:2], "new": []}),
    "take": lambda ids: Take("dog", ids),
    "toggle on": lambda ids: Toggle("cat", ids),
    "toggle off": lambda ids: Toggle("cat", ids[:2]),
    "rename": lambda ids: Rename("cat", "kitten"),
    "merge": lambda ids: Merge("cat", "dog"),
    "delete": lambda ids: Delete("dog"),
    "colour": lambda ids: SetColour("dog", "#123456"),
    "hotkey": lambda ids: SetHotkey("cat", "2"),
}


@pytest.mark.parametrize("name", EDITS)
def test_every_edit_can_be_undone_and_redone_exactly(db: Database, animals: list[int], name: str):
    before = state(db)
    inverse = apply(db, EDITS[name](animals))
    after = state(db)
    assert after != before
    for _ in range(3):
        inverse = apply(db, inverse)
        assert state(db) == before
        inverse = apply(db, inverse)
        assert state(db) == after


@pytest.mark.parametrize(
    "edit",
    [
        Give({}),
        Give({"cat": []}),
        Take("cat", []),
        Rename("cat", "cat"),
        SetColour("cat", None),
        SetHotkey("cat", "1"),
    ],
    ids=lambda edit: type(edit).__name__,
)
def test_what_changes_nothing_has_an_empty_inverse(db: Database, animals: list[int], edit: Edit):
    before, counted = state(db), changes(db)
    assert apply(db, edit).is_empty()
    assert (state(db), changes(db)) == (before, counted)


def test_the_inverse_names_the_images_that_changed(db: Database, animals: list[int]):
    assert apply(db, Give({"cat": animals})).image_ids().tolist() == animals[2:]
    assert apply(db, Take("dog", animals)).image_ids().tolist() == animals[1:3]
    assert apply(db, Rename("dog", "hound")).image_ids().tolist() == []


def test_a_deleted_label_that_was_made_anew_by_other_means_is_not_overwritten(db: Database, animals: list[int]):
    inverse = apply(db, Delete("cat"))
    labels.assign(db, "cat", animals[3:])
    with pytest.raises(UserError, match="“cat” already"):
        apply(db, inverse)


def test_a_hotkey_that_was_given_away_meanwhile_is_not_taken_back(db: Database, animals: list[int]):
    inverse = apply(db, Delete("cat"))
    db.execute("UPDATE labels SET hotkey = '1' WHERE name = 'dog'")
    apply(db, inverse)
    assert (label_of(db, "cat").hotkey, label_of(db, "dog").hotkey) == (None, "1")


def test_ids_of_labels_are_never_used_again(db: Database, ids: list[int]):
    first = apply(db, Give({"cat": ids}))
    cat = labels.id_of(db, "cat")
    again = apply(db, first)
    apply(db, Give({"dog": ids}))
    assert labels.id_of(db, "dog") > cat
    apply(db, again)
    assert labels.id_of(db, "cat") == cat


def random_edit(db: Database, source: random.Random, ids: list[int]) -> Edit:
    names = [*labels.all_labels(db), "new", f"label {source.randrange(6)}"]
    name, other = source.choice(names), source.choice(names)
    some = source.sample(ids, source.randrange(len(ids)))
    return source.choice(
        [
            Give({name: some, other: some[::2]}),
            Take(name, some),
            Toggle(name, some),
            Rename(name, other + source.choice(["", "x"])),
            Merge(name, other),
            Delete(name),
            SetColour(name, source.choice([None, "#aa0000", "#00aa00"])),
            SetHotkey(name, source.choice([None, *"123AB"])),
        ]
    )


@pytest.mark.parametrize("seed", range(8))
def test_random_edits_undos_and_redos_always_meet_the_states_they_left(db: Database, folder: Folder, seed: int):
    source = random.Random(seed)
    ids = [add_image(db, folder, b"many-%d.jpg" % n) for n in range(12)]
    states, undos = [state(db)], []
    for _ in range(60):
        if undos and source.random() < 0.35:
            back = source.randrange(1, len(undos) + 1)
            redos: list[RowChanges] = []
            for _ in range(back):
                redos.append(apply(db, undos.pop()))
                states.pop()
                assert state(db) == states[-1]
            for _ in range(source.randrange(back + 1)):
                undos.append(apply(db, redos.pop()))
                states.append(state(db))
            continue
        try:
            inverse = apply(db, random_edit(db, source, ids))
        except UserError:
            continue
        if inverse.is_empty():
            assert state(db) == states[-1]
            continue
        undos.append(inverse)
        states.append(state(db))
    while undos:
        apply(db, undos.pop())
        states.pop()
        assert state(db) == states[-1]
    assert state(db) == ([], [])
    for image, label, stored in state(db)[1]:
        assert checksum(image, label) == stored


def test_an_edit_that_fails_changes_nothing(library: Library):
    before = state(library.db)
    with pytest.raises(UserError), library.writing() as db:
        apply(db, Give({"good": [], "bad;": []}))
    assert state(library.db) == before


# --- lists


def test_the_list_counts_images_that_some_file_holds_and_the_unlabelled(db: Database, animals: list[int]):
    apply(db, Give({"Bear": animals[:1], "empty": []}))
    listed = label_list.read(db)
    assert [label.name for label in listed.labels] == ["Bear", "cat", "dog", "empty"]
    assert listed.images == (1, 2, 2, 0)
    assert listed.unlabelled == 1
    db.execute("UPDATE files SET image_id = NULL WHERE image_id IN (?, ?)", (animals[0], animals[3]))
    listed = label_list.read(db)
    assert (listed.images, listed.unlabelled) == ((0, 1, 2, 0), 0)


def test_labels_of_a_selection_are_counted(db: Database, animals: list[int]):
    cat, dog = labels.id_of(db, "cat"), labels.id_of(db, "dog")
    assert label_list.counts_among(db, animals[1:]) == {cat: 1, dog: 2}
    assert label_list.counts_among(db, []) == {}
    assert label_list.of_images(db, animals) == {animals[0]: (cat,), animals[1]: (cat, dog), animals[2]: (dog,)}


def test_labels_of_an_older_library_get_the_digits_by_name(tmp_path):
    path = str(tmp_path / "old.db")
    db = open_database(path, migrations.LIBRARY[:2])
    for n in range(11, 0, -1):
        db.execute("INSERT INTO labels (name) VALUES (?)", (f"label {n:02}",))
    db.close()
    db = open_database(path, migrations.LIBRARY)
    keys = [row[0] for row in db.execute("SELECT hotkey FROM labels ORDER BY name")]
    db.close()
    assert keys == [*"123456789", None, None]


def test_a_whole_library_is_labelled_and_undone_in_one_transaction(db: Database, folder: Folder):
    ids = [add_image(db, folder, b"big-%d.jpg" % n) for n in range(3000)]
    inverse = apply(db, Give({"all": ids, "half": ids[::2]}))
    assert labels.all_labels(db) == {"all": 3000, "half": 1500}
    assert len(inverse.image_ids()) == 3000
    apply(db, inverse)
    assert state(db) == ([], [])


def test_edits_know_every_hotkey_once():
    assert len(set(label_edits.ALL_HOTKEYS)) == len(label_edits.ALL_HOTKEYS) == 35
