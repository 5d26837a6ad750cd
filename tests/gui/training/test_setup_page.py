"""The set-up page: what it will train on, what is refused, every setting of the engine as a control."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.baselines.settings import DshSettings
from engine.dualhash.settings import PRESETS, Settings
from engine.learning.methods import METHODS, settings_of
from engine.library import open_library
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.torch_build import build_text, installed_build
from engine.store import decisions, features, labels
from gui.training.advanced_form import ELSEWHERE, AdvancedForm
from gui.training.code_length import TOO_LONG, WHOLE_LIBRARY
from gui.training.setup_page import QUICK_MEANING, SetupPage
from tests.conftest import IndexedLibrary
from tests.gui.person import Person
from tests.gui.training.training_steps import Trainer, choose_method, label_by_kind, open_training
from tests.gui.window_fixtures import OpenWindow


def until_refused(trainer: Trainer) -> str:
    refused = trainer.dialog.setup_page.material.refused
    trainer.person.until(lambda: refused.text())
    assert not trainer.dialog.setup_page.start.isEnabled()
    return refused.text()


def rows(trainer: Trainer) -> list[tuple[str, ...]]:
    tree = trainer.dialog.setup_page.material.labels
    return [
        tuple(tree.topLevelItem(row).text(column) for column in range(3)) for row in range(tree.topLevelItemCount())
    ]


# -- what it will train on ----------------------------------------------------------------------------------------


def test_without_labels_it_says_what_is_missing(person: Person) -> None:
    trainer = open_training(person)
    expected = "Training needs at least two labels with 4 pictures each; there are none."
    assert until_refused(trainer) == expected


def test_with_too_few_images_of_a_label_it_says_so_and_lets_one_start_as_soon_as_there_are_enough(
    indexed: IndexedLibrary, person: Person
) -> None:
    label_by_kind(indexed.library, ("discs", "bricks"), each=3)
    trainer = open_training(person)
    assert "“bricks” has 3" in until_refused(trainer)
    assert rows(trainer) == [("bricks", "3", "too few: needs 1 more"), ("discs", "3", "too few: needs 1 more")]
    person.session.store(lambda: label_by_kind(indexed.library, ("discs", "bricks")))
    trainer.until_material()
    assert trainer.dialog.setup_page.material.refused.text() == ""
    assert rows(trainer) == [("bricks", "6", "few: expect little"), ("discs", "6", "few: expect little")]


def test_labels_that_are_left_out_are_named(indexed: IndexedLibrary, person: Person) -> None:
    label_by_kind(indexed.library)
    with indexed.library.writing() as db:
        labels.assign(db, "<b>seldom</b>", [indexed.id_of("discs/discs-0.jpg")])
    trainer = open_training(person)
    trainer.until_material()
    assert trainer.dialog.setup_page.material.left_out.text() == (
        "“<b>seldom</b>” has 1 picture. A label needs at least 4 pictures to be learned, so it is left out."
    )
    assert rows(trainer)[-1] == ("<b>seldom</b>", "1", "too few: needs 3 more")


def test_pictures_that_all_look_alike_are_refused(indexed: IndexedLibrary, person: Person) -> None:
    label_by_kind(indexed.library)
    space = EFFICIENTNET_LITE0.name
    with indexed.library.writing() as db:
        ids = features.ids(db, space).tolist()
        one = features.get(db, space, ids[:1])[ids[0]]
        features.put(db, space, ids, one[None].repeat(len(ids), axis=0))
    assert "exactly alike" in until_refused(open_training(person))


def test_decisions_are_counted(indexed: IndexedLibrary, person: Person) -> None:
    label_by_kind(indexed.library)
    ids = [image_id for (image_id,) in indexed.library.db.execute("SELECT image_id FROM files")]
    with indexed.library.writing() as db:
        for query in ids:
            decisions.put(db, query, ids[0] if query != ids[0] else ids[1], True)
    trainer = open_training(person)
    trainer.until_material()
    assert "accepted or rejected pair" in trainer.dialog.setup_page.material.summary.text()


def test_a_library_that_is_open_elsewhere_is_refused(
    indexed: IndexedLibrary, open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    label_by_kind(indexed.library)
    second = open_library(indexed.library.path)
    assert second.read_only
    trainer = open_training(open_window(second))
    assert until_refused(trainer).endswith(".")


def test_when_labels_cannot_be_read_those_of_before_are_gone(indexed: IndexedLibrary, person: Person) -> None:
    label_by_kind(indexed.library)
    with indexed.library.writing() as db:
        labels.assign(db, "seldom", [indexed.id_of("discs/discs-0.jpg")])
    trainer = open_training(person)
    trainer.until_material()
    trainer.dialog.setup_page.show_material_failure("The disk failed.")
    assert until_refused(trainer) == "The disk failed."
    assert trainer.dialog.setup_page.material.left_out.text() == ""
    assert not trainer.dialog.setup_page.material.labels.isVisible()
    assert rows(trainer) == []


def test_what_can_be_expected_is_said_of_few_labels(indexed: IndexedLibrary, person: Person) -> None:
    label_by_kind(indexed.library, ("discs", "bricks"))
    trainer = open_training(person)
    trainer.until_material()
    view = trainer.dialog.setup_page.material
    assert view.summary.text().endswith(
        "The 18 other pictures of the library are learned from, too: what they look like."
    )
    assert view.expected_title.isVisible()
    said = view.expected.text().splitlines()
    assert (
        said[0] == "• No label has 10 pictures yet: with so few, expect little beyond what the library looks like."
    )
    assert said[1].endswith("the figures vary by chance; Quick takes them on 3 splits, with their spread (±).")
    assert len(said) == 2, "two folders have labels"


def test_labels_of_one_folder_alone_are_said_to_speak_for_it_alone(indexed: IndexedLibrary, person: Person) -> None:
    ids = [indexed.id_of(f"discs/discs-{number}.jpg") for number in range(6)]
    with indexed.library.writing() as db:
        labels.assign(db, "even", ids + ids[:1])
        labels.assign(db, "odd", ids[:4])
    trainer = open_training(person)
    trainer.until_material()
    assert (
        "• All labelled pictures lie in the folder “discs”: " in trainer.dialog.setup_page.material.expected.text()
    )


def test_what_a_method_does_with_other_images_is_said_when_it_is_chosen(
    indexed: IndexedLibrary, person: Person
) -> None:
    label_by_kind(indexed.library, ("discs", "bricks"))
    trainer = open_training(person)
    trainer.until_material()
    page = trainer.dialog.setup_page
    choose_method(page.advanced, "hashnet")
    assert page.material.summary.text().endswith("The 18 other pictures of the library are not learned from.")
    assert "forgets the other pictures" in page.material.expected.text()
    choose_method(page.advanced, "dualhash-storm")
    assert "forgets the other pictures" not in page.material.expected.text()
    page.thorough.click()
    assert "Some of the other pictures" in page.material.summary.text()
    page.quick.click()
    page.advanced.fields["learn_from"].set_text("labels")
    assert "are not learned from" in page.material.summary.text()


# -- the settings -------------------------------------------------------------------------------------------------


@pytest.fixture
def form(qtbot) -> AdvancedForm:
    form = AdvancedForm()
    qtbot.addWidget(form)
    return form


def test_each_setting_of_the_engine_has_one_control_with_meaning_and_range(form: AdvancedForm) -> None:
    assert set(form.fields) | set(ELSEWHERE) == {each.name for each in Settings.describe()}
    for each in Settings.describe():
        if each.name in ELSEWHERE:
            continue
        field = form.fields[each.name]
        assert field.control.accessibleName()
        assert field.control.accessibleDescription() == each.meaning
        assert "default" in field.range.text() or "as the method says" in field.range.text()
        if each.automatic:
            assert each.automatic in field.range.text()


def test_the_form_as_it_opens_means_the_engines_defaults(form: AdvancedForm) -> None:
    assert form.settings(256) == settings_of("dualhash-stom")


def test_a_preset_changes_what_nobody_touched(form: AdvancedForm) -> None:
    form.fields["lam"].set_text("7")
    for name, (meaning, values) in PRESETS.items():
        form.preset.setCurrentText(name)
        assert form.preset_meaning.text() == meaning
        settings = form.settings(32)
        assert settings is not None
        assert settings.lam == 7
        for key, value in values.items():
            assert getattr(settings, key) == value or key == "lam"
    form.reset.click()
    assert form.settings(32).lam == PRESETS["theory"][1]["lam"]


def test_the_method_decides_its_instance(form: AdvancedForm) -> None:
    assert not form.fields["instance"].control.isEnabled()
    choose_method(form, "dualhash-storm")
    assert form.settings(64).instance == "storm"
    choose_method(form, "likelihood")
    assert form.fields["instance"].control.isEnabled()
    assert not form.fields["hand_over"].control.isEnabled()
    assert form.settings(64).hand_over == 1.0


def test_another_method_brings_its_own_settings_and_what_was_typed_is_kept(form: AdvancedForm) -> None:
    form.fields["lam"].set_text("7")
    choose_method(form, "dsh")
    assert {"margin", "regularisation"} <= set(form.fields)
    assert "lam" not in form.fields
    assert form.fields["margin"].isVisibleTo(form)
    assert not form.preset.isEnabled()
    form.fields["regularisation"].set_text("0.5")
    settings = form.settings(32)
    assert isinstance(settings, DshSettings)
    assert (settings.bits, settings.regularisation) == (32, 0.5)
    choose_method(form, "dualhash-stom")
    assert form.fields["lam"].isVisibleTo(form)
    assert form.settings(32).lam == 7


def test_what_was_typed_outlives_a_method_that_fixes_it(form: AdvancedForm) -> None:
    form.fields["hand_over"].set_text("0.3")
    choose_method(form, "likelihood")
    assert form.settings(64).hand_over == 1.0
    form.preset.setCurrentText("theory")
    choose_method(form, "dualhash-stom")
    assert form.settings(64).hand_over == 0.3
    choose_method(form, "likelihood")
    form.reset.click()
    choose_method(form, "dualhash-stom")
    assert not form.fields["hand_over"].is_changed()


def test_what_a_reset_goes_back_to_is_said(form: AdvancedForm) -> None:
    assert form.reset.text() == "Back to the preset's values"
    choose_method(form, "dsh")
    assert form.reset.text() == "Back to the defaults"


def test_every_method_that_needs_labels_can_be_chosen_and_fills_the_form(form: AdvancedForm) -> None:
    for at in range(form.method.count()):
        form.method.setCurrentIndex(at)
        method = METHODS[form.method.currentData()]
        assert form.settings(64) == settings_of(method.name, bits=64)
        assert f"{method.title} ({method.name})" in form.method_meaning.text()
        assert method.name not in form.method.currentText()
    assert form.method.count() == sum(method.needs_labels for method in METHODS.values())


def test_a_method_for_hand_made_features_brings_them_along(form: AdvancedForm) -> None:
    form.backbone.setCurrentText("alexnet")
    choose_method(form, "sdh")
    assert form.chosen().architecture == form.backbone.currentText() == "gist"
    assert not form.backbone.isEnabled()
    assert "GIST" in form.backbone_meaning.text()
    choose_method(form, "dhn")
    assert form.chosen().architecture == form.backbone.currentText() == "alexnet", "as it was chosen"
    assert form.backbone.isEnabled()
    assert form.backbone.count() == 3


def test_automatic_values_are_left_to_the_engine(form: AdvancedForm) -> None:
    form.fields["epochs"].set_text("30")
    assert form.settings(64).epochs == 30
    form.fields["epochs"].set_text("")
    assert form.settings(64).epochs is None


def test_all_three_backbones_are_there(form: AdvancedForm) -> None:
    names = [form.backbone.itemText(at) for at in range(form.backbone.count())]
    assert names == ["efficientnet_lite0", "alexnet", "resnet50"]


@pytest.fixture
def trainer(indexed: IndexedLibrary, person: Person) -> Trainer:
    label_by_kind(indexed.library)
    trainer = open_training(person)
    trainer.until_material()
    return trainer


def test_a_method_without_a_network_cannot_be_thorough(trainer: Trainer) -> None:
    page = trainer.dialog.setup_page
    choose_method(page.advanced, "sdh-cnn")
    page.thorough.click()
    assert not page.start.isEnabled()
    assert "SDH-CNN trains no network" in page.cost.text()
    assert page.problem.text() == page.cost.text(), "also beside Start"
    page.quick.click()
    assert page.problem.text() == ""
    assert page.start.isEnabled()


def test_tab_goes_through_the_fields_in_their_order_and_then_to_start(trainer: Trainer) -> None:
    page = trainer.dialog.setup_page
    trainer.set_advanced()
    for method in ("dsh", "sdh", "dualhash-stom", "dsh"):
        choose_method(page.advanced, method)
        at, reached = page.advanced.reset, []
        while at is not page.start:
            at = at.nextInFocusChain()
            reached.append(at)
        controls = [field.control for field in page.advanced.fields.values()]
        assert [each for each in reached if each in controls] == controls


def test_what_quick_means_depends_on_whose_features_are_stored(trainer: Trainer) -> None:
    page = trainer.dialog.setup_page
    assert page.quick_meaning.text() == QUICK_MEANING
    choose_method(page.advanced, "sdh")
    assert "once the features of gist are stored; all pictures are read" in page.quick_meaning.text()
    choose_method(page.advanced, "dsh")
    assert page.quick_meaning.text() == QUICK_MEANING
    page.advanced.backbone.setCurrentText("resnet50")
    assert "resnet50" in page.quick_meaning.text()


def test_a_wrong_value_gets_the_engines_sentence_beside_the_field(trainer: Trainer) -> None:
    page = trainer.dialog.setup_page
    trainer.set_advanced(hidden="many")
    line = page.advanced.fields["hidden"].problem
    assert line.isVisible()
    assert line.text() == "hidden must be a whole number, not 'many'."
    assert not page.start.isEnabled()
    trainer.click(page.unfold)
    assert not page.advanced.isVisible()
    assert page.problem.text() == "Among the advanced settings: hidden must be a whole number, not 'many'."
    trainer.set_advanced(hidden="99999")
    assert line.text() == "hidden must lie between 8 and 8192, not be 99999."
    trainer.set_advanced(hidden="64")
    assert line.text() == ""
    assert page.problem.text() == ""
    assert page.start.isEnabled()


def test_values_that_do_not_go_together_are_said_beside_the_one_that_was_changed(trainer: Trainer) -> None:
    page = trainer.dialog.setup_page
    trainer.set_advanced(tau="3")
    assert page.advanced.fields["tau"].problem.text() == "2·tau·gamma must not pass 1, but is 60."
    assert page.advanced.fields["gamma"].problem.text() == ""
    assert not page.start.isEnabled()
    trainer.set_advanced(tau="0.01")
    assert page.start.isEnabled()


def lengths(page: SetupPage) -> list[str]:
    return [page.bits.itemText(at) for at in range(page.bits.count())]


def test_the_code_length_can_be_chosen_or_typed(trainer: Trainer) -> None:
    page = trainer.dialog.setup_page
    assert lengths(page) == ["64", "128", "256"]
    assert page.wish().settings.bits == 256
    QTest.keyClick(page.bits, Qt.Key.Key_Up)
    assert page.wish().settings.bits == 128
    trainer.choose_bits("96")
    assert page.wish().settings.bits == 96
    trainer.choose_bits("20")
    assert page.bits_problem.text() == "bits must be a multiple of 8, not 20."
    assert page.bits_meaning.text() == "bits"
    assert not page.start.isEnabled()
    trainer.choose_bits("48")
    assert page.bits_problem.text() == ""
    assert page.start.isEnabled()


def test_each_code_length_says_what_it_is_good_for(trainer: Trainer) -> None:
    page = trainer.dialog.setup_page
    assert page.bits_meaning.text() == (
        "bits, 32 bytes a picture: recommended; as long as the built-in version's. "
        "Of these, a quarter, with few labels up to half, keep what pictures look like; "
        "the others learn what you call similar."
    )
    spoken = [page.bits.itemData(at, Qt.ItemDataRole.AccessibleTextRole) for at in range(page.bits.count())]
    assert spoken[1] == "128 bits, 16 bytes a picture: small, and nearly as good as 256"
    trainer.choose_bits("128")
    assert page.bits_meaning.text().startswith(
        "bits, 16 bytes a picture: small, and nearly as good as 256. Of these, a quarter"
    )
    trainer.choose_bits("512")
    assert TOO_LONG in page.bits_meaning.text()
    trainer.choose_bits("8")
    assert page.bits_meaning.text() == "bits, 1 byte a picture", "there is no room for two kinds of bits"


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # popups, without a screen
def test_the_list_shows_the_words_and_the_line_only_the_number(trainer: Trainer) -> None:
    page = trainer.dialog.setup_page
    page.bits.showPopup()
    view = page.bits.view()
    wide = view.fontMetrics().horizontalAdvance(f"128 bits, 16 bytes a picture: {WHOLE_LIBRARY[128]}")
    assert view.sizeHintForColumn(0) >= wide
    assert view.width() >= wide, "nothing of it is cut"
    page.bits.hidePopup()
    assert page.bits.currentText() == "256"


def test_other_methods_have_lengths_of_their_own_and_what_was_typed_stays(trainer: Trainer) -> None:
    page = trainer.dialog.setup_page
    choose_method(page.advanced, "hashnet")
    assert lengths(page) == ["16", "32", "48", "64", "128"]
    assert page.wish().settings.bits == 64
    assert page.bits_meaning.text() == ("bits, 8 bytes a picture: longer codes tell more apart and take more room")
    choose_method(page.advanced, "dualhash-stom")
    assert page.wish().settings.bits == 256, "nobody had chosen another"
    trainer.choose_bits("96")
    choose_method(page.advanced, "hashnet")
    assert page.wish().settings.bits == 96
    choose_method(page.advanced, "dualhash-stom")
    page.advanced.fields["learn_from"].set_text("labels")
    assert lengths(page) == ["16", "32", "48", "64", "128"]
    assert page.wish().settings.bits == 96


def test_whoever_types_a_length_keeps_the_place_that_they_type_at(trainer: Trainer) -> None:
    page = trainer.dialog.setup_page
    line = page.bits.lineEdit()
    trainer.choose_bits("18")
    line.setCursorPosition(1)
    QTest.keyClicks(line, "2")
    assert (line.text(), line.cursorPosition()) == ("128", 2)


def test_quick_or_thorough_is_what_is_asked_for(trainer: Trainer) -> None:
    page = trainer.dialog.setup_page
    assert page.wish().tune == "head"
    trainer.person.until(lambda: "Computing on the CPU" in page.advanced.device_found.text())
    page.thorough.click()
    assert page.wish().tune == "all"
    assert "can take hours" in page.cost.text()
    page.quick.click()
    assert page.cost.text() == ""


def test_the_device_is_said_with_the_reason_and_the_build_of_torch(trainer: Trainer) -> None:
    form = trainer.dialog.setup_page.advanced
    trainer.set_advanced()
    form.device.setCurrentText("GPU (CUDA)")
    trainer.person.until(lambda: form.device_found.text().startswith("Computing on the "))
    assert form.chosen().device == "cuda"
    form.device.setCurrentText("CPU")
    trainer.person.until(
        lambda: form.device_found.text().endswith(f"as asked for ({build_text(installed_build())})")
    )
