"""A person teaches the window: a folder dropped, pictures labelled by keys, trained on, searched by, rolled back.
All real: worker processes, backbone, training, faiss."""

from pathlib import Path

from engine.store import versions
from gui.training.teaching import Stage
from gui.versions.version_tree import NAME, VERSION
from tests.flows.wholeness import assert_whole
from tests.gui.labeller import give, stored
from tests.gui.person import CONTROL, SHIFT, Key, Person
from tests.gui.training.training_steps import open_training
from tests.photo_makers import KINDS

EACH = 6  # pictures of a kind, one behind the other in the grid


def label_by_keys(person: Person) -> None:
    """Each kind of pictures is marked with Shift and the arrow, and gets its name."""
    for kind in KINDS:
        person.click(person.names().index(f"{kind}-0.jpg"))
        for _ in range(EACH - 1):
            person.press(Key.Key_Right, SHIFT, on=person.window.grid)
        give(person, kind)


def search(person: Person, name: str) -> int:
    """Find what is like this picture; gives the id of the version that found it."""
    person.press(Key.Key_Escape)
    person.until_shown(EACH * len(KINDS))
    person.click(person.names().index(name))
    person.press(Key.Key_Return, on=person.window.grid)
    assert person.until_found()[0] == name
    assert person.window.searching.found is not None
    return person.window.searching.found.version.id


def test_label_train_accept_search_and_roll_back(newcomer: Person, photos: Path) -> None:
    window, library = newcomer.window, newcomer.session.library
    newcomer.drop_paths(photos)
    newcomer.until_shown(EACH * len(KINDS))
    newcomer.until_idle()
    label_by_keys(newcomer)
    assert stored(newcomer) == dict.fromkeys(KINDS, EACH)
    before = versions.active(library.db)
    assert before is not None
    assert search(newcomer, "discs-3.jpg") == before.id

    trainer = open_training(newcomer)
    page = trainer.dialog.running_page
    trainer.until_material()
    trainer.type_into(trainer.dialog.setup_page.name, "Taught")
    trainer.start(bits="24", hidden="64", epochs="60")
    trainer.until_trained()
    for points in (page.loss.points("loss"), page.quantisation.points("error")):
        assert [x for x, _ in points] == list(range(1, len(trainer.dialog.teaching.epochs) + 1))
        assert points
    assert page.convergence.points("x")
    newcomer.until(lambda: newcomer.said() == "Training is done; Ctrl+T shows the result.")
    trainer.click(trainer.dialog.result_page.accept)
    trainer.until_stage(Stage.ACCEPTED)
    trainer.click(trainer.dialog.result_page.close_button)
    newcomer.until_idle()

    taught = versions.active(library.db)
    assert taught is not None
    assert (taught.name, taught.bits) == ("Taught", 24)
    assert search(newcomer, "discs-3.jpg") == taught.id
    assert newcomer.kinds(EACH) == {"discs"}

    newcomer.press(Key.Key_M, CONTROL)
    tree = window.versions.tree
    newcomer.until(lambda: tree.topLevelItemCount() == 2)
    ids = [tree.topLevelItem(row).data(NAME, VERSION) for row in range(2)]
    newcomer.press(Key.Key_Home, on=tree)
    for _ in range(ids.index(before.id)):
        newcomer.press(Key.Key_Down, on=tree)
    assert tree.current_id() == before.id
    newcomer.press(Key.Key_Return, on=tree)
    newcomer.until(lambda: versions.active(library.db) == versions.get(library.db, before.id))
    newcomer.until(lambda: window.searching.found.version.id == before.id)  # the query is asked again
    newcomer.until_idle()
    assert versions.active(library.db).id == before.id
    assert_whole(library, EACH * len(KINDS))
