"""A grid view of five hundred small pictures, and a hand on it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QFont

from gui.grid.grid_view import GridView
from gui.grid.image_model import ImageModel
from gui.grid.tile_loader import TileLoader
from tests.gui.grid.hand import Hand
from tests.gui.grid.tile_makers import Pictures


@pytest.fixture
def pictures() -> Pictures:
    return Pictures()


@pytest.fixture
def model(qapp, pictures) -> Iterator[ImageModel]:
    loader = TileLoader(pictures)
    yield ImageModel(loader, lambda ids: [b"/photos/%d.jpg" % i for i in ids])
    pictures.open.set()
    loader.stop()


@pytest.fixture
def view(qtbot, model) -> GridView:
    """Five columns; ids are ten times the row plus 1,000, so that nobody takes one for the other."""
    view = GridView(model)
    qtbot.addWidget(view)
    view.setFont(QFont("DejaVu Sans", 9))
    view.resize(960, 700)
    model.set_images([1000 + 10 * row for row in range(500)])
    with qtbot.waitExposed(view):
        view.show()
    view.activateWindow()
    view.setFocus()
    assert view._geometry.columns == 5
    return view


@pytest.fixture
def hand(view, qtbot) -> Hand:
    return Hand(view, qtbot)
