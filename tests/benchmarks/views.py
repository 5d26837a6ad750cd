"""Pictures of every view and dialog, to be looked at: light and dark, small and large, in each language, at twice
the resolution; and what cannot be read whole in them (`tests/gui/cut_off.py`).

    python -m tests.benchmarks.views FOLDER OUT [--only small-de dark] [--views map settings]

FOLDER holds a folder of photos for each label. OUT/LOOK/NAME.png is NAME in one of LOOKS, each a process of its own
on a copy of one library.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from engine.library import open_library
from engine.store import labels
from gui.language import use_language
from gui.session import Session
from gui.training.teaching import Stage
from gui.widgets.theme import apply_theme, choose_scheme
from gui.window.main_window import MainWindow
from tests.benchmarks.view_walk import Views
from tests.readme_picture import add_versions, copy_photos

EACH = 30  # photos of each label
SIDECAR = (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">'
    '<rdf:Description xmp:Rating="4"><dc:subject><rdf:Bag><rdf:li>Holiday</rdf:li><rdf:li>Wardrobe</rdf:li>'
    "</rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>"
)


@dataclass(frozen=True, slots=True)
class Look:
    language: str = "en"
    dark: bool = False
    size: tuple[int, int] = (1280, 820)
    scale: int = 1


SMALL, LARGE = (820, 520), (2560, 1440)
LOOKS = {
    "light": Look(),
    "dark": Look(dark=True),
    "de": Look("de"),
    "dark-de": Look("de", dark=True),
    "small": Look(size=SMALL),
    "small-de": Look("de", size=SMALL),
    "small-dark-de": Look("de", dark=True, size=SMALL),
    "large": Look(size=LARGE),
    "large-dark-de": Look("de", dark=True, size=LARGE),
    "twice": Look(scale=2),
    "twice-dark-de": Look("de", dark=True, scale=2),
}


def prepare(source: Path, home: Path) -> None:
    """A library with something for every view: labels, two versions, near-copies, what is broken, gone or has
    keywords of other programs."""
    photos = home / "Pictures"
    copy_photos(source, photos, EACH)
    add_versions(photos)
    (photos / "hat" / "broken.jpg").write_bytes((photos / "hat" / "hat-01.jpg").read_bytes()[:300])
    (photos / "hat" / "notes.jpg").write_text("no picture")
    for photo in sorted((photos / "skirt").glob("*.jpg"))[:6]:
        photo.with_suffix(".jpg.xmp").write_text(SIDECAR)
    app = QApplication([])
    apply_theme(app)
    window = MainWindow(Session(open_library(str(home / "library"))))
    window.show()
    views = Views(window, home, ())
    window.session.add_folder(os.fsencode(photos))
    views.until_idle()
    window.labels.transfer.from_folders()
    views.until_idle()
    dialog = views.opened_training()
    dialog.setup_page.start.click()
    views.until(lambda: dialog.teaching.stage in (Stage.TRAINED, Stage.FAILED))
    dialog.result_page.accept.click()
    views.until(lambda: dialog.teaching.stage is Stage.ACCEPTED)
    dialog.close()
    with window.session.library.writing() as db:
        for name in labels.all_labels(db):
            labels.unassign(db, name, sorted(labels.images_with(db, [name]))[::6])  # something is left to label
    for name in ("hat-29.jpg", "hat-30.jpg"):
        (photos / "hat" / name).unlink()
    window.session.index()
    views.until_idle()
    window.close_unasked()


def make_look(name: str, home: Path, out: Path, only: tuple[str, ...]) -> None:
    look = LOOKS[name]
    app = QApplication([])
    apply_theme(app)
    choose_scheme(app, Qt.ColorScheme.Dark if look.dark else Qt.ColorScheme.Light)
    use_language(look.language)
    folder = out / name
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        for library, visit in (("empty", _visit_empty), ("library", Views.make)):
            place = Path(scratch) / library
            if library != "empty":
                shutil.copytree(home / library, place)
            window = MainWindow(Session(open_library(str(place))))
            choose_scheme(app, Qt.ColorScheme.Dark if look.dark else Qt.ColorScheme.Light)
            window.resize(*look.size)
            window.show()
            views = Views(window, folder, only)
            views.wait(1)
            visit(views, look.size)
            window.close_unasked()


def _visit_empty(views: Views, size: tuple[int, int]) -> None:
    views.keep("empty")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", nargs="*", default=list(LOOKS), choices=list(LOOKS))
    parser.add_argument("--views", nargs="*", default=[])
    parser.add_argument("--look", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    home = asked.out.absolute() / "home"
    if asked.look is not None:
        make_look(asked.look, home, asked.out.absolute(), tuple(asked.views))
        return
    if not (home / "library").exists():
        home.mkdir(parents=True)
        prepare(asked.source, home)
    for look in asked.only:
        command = [
            sys.executable,
            "-m",
            "tests.benchmarks.views",
            str(asked.source),
            str(asked.out),
            "--look",
            look,
        ]
        scale = {"QT_SCALE_FACTOR": str(LOOKS[look].scale)} if LOOKS[look].scale > 1 else {}
        subprocess.run([*command, "--views", *asked.views], check=False, env={**os.environ, **scale})


if __name__ == "__main__":
    main()
