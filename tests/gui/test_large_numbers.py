"""Numbers of images and versions may be as large as SQLite's: a flipped bit can make one so, and those given after
it are larger still. Qt's int ends at 2^31."""

import pytest
from PySide6.QtCore import QMetaMethod, QObject

from gui.preview.preview_panel import PreviewPanel
from gui.versions.compare_page import ComparePage
from gui.versions.hit_column import HitColumn
from gui.versions.version_tree import VersionTree
from gui.versions.versions_page import VersionsPage


@pytest.mark.parametrize("sender", [PreviewPanel, VersionTree, VersionsPage, HitColumn, ComparePage])
def test_signals_that_carry_a_number_of_a_row_carry_any(sender: type[QObject]) -> None:
    about = sender.staticMetaObject
    own = [about.method(at) for at in range(about.methodOffset(), about.methodCount())]
    signals = [method for method in own if method.methodType() == QMetaMethod.MethodType.Signal]
    assert signals
    assert [method.methodSignature() for method in signals if b"int" in method.parameterTypes()] == []
