"""Which pages have the preview beside them: those that show a picture; the others have its room."""

from engine.copies.groups import GroupKind
from tests.gui.copies.reviewer import Reviewer
from tests.gui.person import Key, Person


def test_a_review_without_groups_has_the_room_of_the_preview(person: Person) -> None:
    window, reviewer = person.window, Reviewer(person)
    person.click(3)
    person.until(window.preview.view.has_image)
    middle = window.centre.width()
    reviewer.open()
    reviewer.choose_kind(GroupKind.COPIES)
    assert not reviewer.groups
    assert not window.right.isVisible()
    assert window.centre.width() > middle + 200
    person.press(Key.Key_Backspace, on=reviewer.page)
    assert window.right.isVisible()
    person.until(lambda: window.centre.width() == middle)


def test_the_map_gives_room_to_the_preview_when_the_first_picture_is_chosen_and_then_stays_as_it_is(
    person: Person,
) -> None:
    window, view = person.window, person.window.map.page.view
    person.press(Key.Key_F9)
    person.until(lambda: len(view.image_ids) == 30)
    assert not window.right.isVisible()
    view.step((1, 0))
    assert window.right.isVisible()
    view.select_rows([])
    assert window.right.isVisible(), "or the map would be laid out anew under the mouse"
    person.press(Key.Key_Escape, on=view)
    person.press(Key.Key_F9)
    assert not window.right.isVisible()
