"""What is said and asked about files, of one and of several."""

from engine.file_actions.wishes import ActionPlan, FileWish
from engine.store.file_actions import ActionKind
from engine.store.files import ActionFile
from gui.file_actions import texts


def _leaving(count: int) -> str:
    files = tuple(
        ActionFile(number, b"/photos", b"%d.jpg" % number, 10, 0, False, False, number, b"content", None)
        for number in range(count)
    )
    wish = FileWish(ActionKind.MOVE, tuple(file.id for file in files), b"/elsewhere")
    return texts.consequences(ActionPlan(wish, files, (), files, ()))[0].splitlines()[0]


def test_what_leaves_the_library_is_told_by_its_number():
    assert _leaving(1) == "This picture leaves the library, where labels are kept for its return:"
    assert _leaving(2) == "2 pictures leave the library, where labels are kept for their return:"
