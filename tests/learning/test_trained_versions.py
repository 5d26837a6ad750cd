"""A training becomes a version: with its files, its figures and what it was trained on, or not at all."""

import dataclasses
import os
from pathlib import Path

import numpy as np
import pytest

from engine.errors import UserError
from engine.jobs import version_files
from engine.jobs.checking import check
from engine.learning import checkpoints
from engine.learning.examples import collect
from engine.learning.figures import Figures, unseen
from engine.learning.request import Request
from engine.learning.trained import Trained, discard, save_version
from engine.learning.training import train
from engine.learning.version_evaluation import evaluate_version
from engine.library import Library, open_library
from engine.model import model_files
from engine.model.networks import build_trainable
from engine.progress import finish
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.store import codes, features, labels, training_images, versions
from engine.store.versions import Version
from tests.folder_state import folder_state
from tests.learning.labelled_library import SPACE, Said, add_images, clustered, fill, request, trained_on
from tests.mounted_drive import mounted_drive


@pytest.fixture
def filled(library: Library) -> Library:
    fill(library, 300)
    return library


def active(library: Library) -> Version:
    version = versions.active(library.db)
    assert version is not None
    return version


def state(library: Library) -> object:
    tables = ("model_versions", "training_images")
    rows = [library.db.execute(f"SELECT * FROM {table}").fetchall() for table in tables]
    return rows, folder_state(library.models_folder), folder_state(library.training_folder)


def test_a_version_has_its_row_its_file_its_details_and_its_training_images(filled: Library):
    trained = trained_on(filled)
    assert os.listdir(filled.training_folder) == [checkpoints.NAME]
    version = save_version(filled, trained, " My\nclothes ")
    assert (version.name, version.method, version.bits) == ("My clothes", "dualhash-stom", 16)
    assert (version.backbone, version.active) == (SPACE, False)
    assert active(filled).method == "built-in projection", "activating is another step"
    function = model_files.of_version(filled.models_folder, version)
    some_ND = clustered(20, 4)
    assert (function.outputs(some_ND) == trained.function.outputs(some_ND)).all()
    assert len(os.listdir(filled.models_folder)) == 2
    assert training_images.of_version(filled.db, version.id) == set(trained.trained_on)
    details = version.details
    assert details["before"] == trained.before
    assert details["after"] == trained.after
    assert details["settings"] == trained.request.settings.as_dict() | {"base_bits": 8}, "as they were used"
    assert details["labels"] == ["label 0", "label 1", "label 2", "label 3"]
    assert (details["epochs"], details["train_images"]) == (6, len(trained.trained_on))
    assert details["held_out_images"] == len(collect(filled.db).held_out_rows)
    assert (details["tune"], details["computed_on"], details["decisions"]) == ("head", "cpu", 0)
    assert os.listdir(filled.training_folder) == [], "there is nothing left to resume"
    assert [finding.what for finding in finish(check(filled))] == ["pictures have no thumbnail"]


def test_names_are_numbered_when_they_are_taken(filled: Library):
    trained = trained_on(filled, epochs=1)
    assert [save_version(filled, trained).name for _ in range(3)] == [
        "dualhash-stom 16",
        "dualhash-stom 16 (2)",
        "dualhash-stom 16 (3)",
    ]
    version_files.remove(filled, versions.find(filled.db, "dualhash-stom 16 (2)"))
    assert save_version(filled, trained).name == "dualhash-stom 16 (2)"
    assert save_version(filled, trained, "Chosen").name == "Chosen"


def test_a_name_of_nothing_is_refused_and_the_training_can_still_be_saved(filled: Library):
    trained = trained_on(filled, epochs=1)
    before = state(filled)
    with pytest.raises(UserError, match="visible character"):
        save_version(filled, trained, "\n\u200b")
    assert state(filled) == before
    assert save_version(filled, trained).name == "dualhash-stom 16"


def with_backbone(trained: Trained) -> Trained:
    """As if the whole network had been trained."""
    return dataclasses.replace(trained, backbone=build_trainable(SPACE).eval())


@pytest.mark.usefixtures("one_split")
@pytest.mark.parametrize(
    "room", ["100k", "1m", "13600k"], ids=["for no file", "not for the network", "not for the rest"]
)
def test_a_full_disk_leaves_no_row_and_no_file(library: Library, tmp_path: Path, room: str):
    fill(library, 40)
    trained = with_backbone(trained_on(library, epochs=1, hidden=4096))
    before = state(library)
    with mounted_drive(tmp_path / "drive", room):
        models = Path(library.models_folder)
        for file in os.listdir(models):
            os.rename(models / file, tmp_path / file)
        models.rmdir()
        models.symlink_to(tmp_path / "drive")
        with pytest.raises(UserError, match=r"cannot be written \(No space left") as said:
            save_version(library, trained)
        Said(str(said.value))
        assert os.listdir(models) == []
        models.unlink()
    models.mkdir()
    for file in tmp_path.glob("*.safetensors"):
        os.rename(file, models / file.name)
    assert state(library) == before


def test_a_row_that_cannot_be_stored_takes_its_files_along(filled: Library):
    trained = dataclasses.replace(with_backbone(trained_on(filled, epochs=1)), trained_on=[1, 2, 987654])
    before = state(filled)
    with pytest.raises(Exception, match="FOREIGN KEY"):
        save_version(filled, trained)
    assert state(filled) == before


def test_a_tuned_network_that_another_version_uses_stays_when_saving_fails(filled: Library):
    trained = with_backbone(trained_on(filled, epochs=1))
    version = save_version(filled, trained)
    assert version.backbone.startswith(f"{SPACE}@")
    before = state(filled)
    with pytest.raises(UserError):
        save_version(filled, trained, "\n")
    assert state(filled) == before
    assert [finding.what for finding in finish(check(filled))] == ["pictures have no thumbnail"]


def test_discarding_removes_the_checkpoint_and_nothing_else(filled: Library):
    trained_on(filled)
    before = folder_state(filled.models_folder)
    discard(filled)
    discard(filled)
    assert os.listdir(filled.training_folder) == []
    assert folder_state(filled.models_folder) == before


def test_a_read_only_library_is_neither_saved_to_nor_discarded_from(filled: Library):
    trained = trained_on(filled, epochs=1)
    before = state(filled)
    reading = open_library(filled.path)
    try:
        for refused in (lambda: save_version(reading, trained), lambda: discard(reading)):
            with pytest.raises(UserError, match="only be read"):
                refused()
    finally:
        reading.close()
    assert state(filled) == before


def test_an_activated_version_has_all_codes_and_finds_its_label(filled: Library):
    with filled.writing() as db:
        new = add_images(db, range(1000, 1040))
        features.put(db, SPACE, new, clustered(40, 4, seed=5))  # nobody has labelled these
    version = save_version(filled, trained_on(filled, epochs=12))
    done = finish(version_files.activate(filled, version))
    assert (done.codes, done.without_code) == (340, 0)
    assert active(filled).id == version.id
    ids, features_ND = new, np.stack(list(features.get(filled.db, SPACE, new).values()))
    rows = codes.since(filled.db, version.id, 0, 16)
    stored = {int(i): code.tobytes() for i, code in zip(rows.image_ids_N, rows.packed_NB, strict=True)}
    function = model_files.of_version(filled.models_folder, version)
    assert [stored[i] for i in ids] == [code.tobytes() for code in function.codes(features_ND)]
    searcher = Searcher(filled)
    right = 0
    for at, image_id in enumerate(new):
        found = searcher.search(Query((QueryPicture(image_id=image_id),), k=10))
        assert found.version.id == version.id
        hits = labels.of_images(filled.db, [hit.image_id for hit in found.hits])
        right += sum(names == [f"label {at % 4}"] for names in hits.values())
    searcher.stop()
    assert right > 0.8 * 40 * 8


def figures_of_version(library: Library, version: Version) -> Figures:
    return finish(evaluate_version(library, version)).figures


def test_figures_of_the_built_in_and_of_a_trained_version_are_those_that_training_told(filled: Library):
    trained = trained_on(filled)
    version = save_version(filled, trained)
    examples = collect(filled.db)
    assert figures_of_version(filled, active(filled)) == pytest.approx(trained.before)
    assert figures_of_version(filled, version) == pytest.approx(trained.after)
    assert trained.after is not None
    assert trained.after["queries"] == len(examples.held_out_rows)
    assert trained.after["database"] == len(examples.database_rows)


def test_no_figure_is_taken_on_an_image_that_a_version_has_seen(filled: Library):
    version = save_version(filled, trained_on(filled))
    examples = collect(filled.db)
    held_out = [examples.image_ids[row] for row in examples.held_out_rows]
    with filled.writing() as db:
        training_images.put(db, version.id, held_out[:7])
    assert unseen(filled.db, examples, version) == held_out[7:]
    assert unseen(filled.db, examples, version, active(filled), None) == held_out[7:]
    assert figures_of_version(filled, version)["queries"] == len(held_out) - 7
    finish(version_files.activate(filled, version))
    again = trained_on(filled)
    assert again.before is not None
    assert again.after is not None
    assert again.before["queries"] == again.after["queries"] == len(held_out) - 7


@pytest.mark.parametrize("count", [120, 300])
def test_a_version_that_was_refitted_on_all_labels_is_never_measured_again(library: Library, count: int):
    ids = fill(library, count)
    asked = request()
    refit = Request(asked.method, asked.settings, device=asked.device, refit=True)
    trained = finish(train(library, refit))
    assert trained.before is not None, "figures were taken before"
    assert trained.after is not None
    version = save_version(library, trained)
    assert training_images.of_version(library.db, version.id) == set(ids)
    assert version.details["refit"]
    with pytest.raises(UserError, match="trained on all labelled pictures") as said:
        figures_of_version(library, version)
    Said(str(said.value))
    finish(version_files.activate(library, version))
    again = trained_on(library)
    assert again.before is None, "its labels were all seen"
    assert again.comparison is None
    assert again.after is not None


def test_a_version_whose_features_are_not_there_yet_says_what_to_do(filled: Library):
    version = save_version(filled, with_backbone(trained_on(filled, epochs=1)))
    with pytest.raises(UserError, match="activating a version on it makes them") as said:
        figures_of_version(filled, version)
    Said(str(said.value))
