"""What a window on a library of one's own knows of servers, and what one on a server says and measures."""

import subprocess
import sys

from PySide6.QtWidgets import QLabel, QWidget

from engine.shared_library import SharedLibrary
from engine.store import labels
from tests.gui.person import Person


def test_a_window_on_ones_own_library_imports_nothing_of_a_server():
    code = (
        "import sys, gui.app, gui.window.main_window\n"
        "wanted = ('psycopg', 'engine.shared_library', 'gui.sharing.open_dialog', 'gui.sharing.following')\n"
        "print([name for name in wanted if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


def test_a_server_that_lies_is_said_in_the_window(shared: Person, published: SharedLibrary):
    shared.until_tiles()
    name = shared.names()[0]
    version = published.server.ask("SELECT version_id FROM coded").fetchone()[0]
    published.server.ask("UPDATE coded SET bits = 7 WHERE version_id = %s", (version,))
    shared.click(0)
    shared.window.searching.find_similar(int(shared.window.model.ids()[0]))
    shared.until(lambda: "does not answer as a library of DualHash does" in shared.window.searching.problem)
    published.server.ask("UPDATE coded SET bits = 256 WHERE version_id = %s", (version,))
    shared.window.searching.again()
    assert shared.until_found()[0] == name


def test_a_version_is_measured_on_the_server_and_cannot_be_changed_there(shared: Person, published: SharedLibrary):
    with published.writing() as db:
        for number, name in enumerate(("bricks", "discs", "leaves")):
            labels.assign(db, name, range(1 + 6 * number, 7 + 6 * number))
    window = shared.window
    window.menus.by_text["&Evaluation"].trigger()
    shared.until(lambda: window.evaluation.isVisible())
    shared.until(lambda: shared.session.job is None and "mAP" in " ".join(texts(window.evaluation)))
    window.menus.by_text["Model &versions"].trigger()
    shared.until(lambda: window.versions.isVisible())
    assert not window.versions.import_.isEnabled()


def texts(widget: QWidget) -> list[str]:
    return [label.text() for label in widget.findChildren(QLabel)]
