"""Memory that is freed goes back to the system, and what shows one picture after the other keeps none of them."""

import gc
import subprocess
import sys

import pytest
from pytestqt.qtbot import QtBot

from gui.preview.metadata_table import MetadataTable
from gui.running.memory import give_back

GAPS = """
import threading
import psutil
from gui.running.memory import give_back_early

assert give_back_early()
before = psutil.Process().memory_info().rss

def fill(kept):
    blocks = [(bytearray(4_000_000), bytearray(3000)) for _ in range(8)]
    kept += [small for _, small in blocks]

kept = []
fill(kept)  # a large block that is freed by itself makes glibc keep the next ones
threads = [threading.Thread(target=fill, args=(kept,)) for _ in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print((psutil.Process().memory_info().rss - before) // 1_000_000)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="glibc's allocator is the one that keeps so much")
def test_large_blocks_between_small_ones_go_back_when_they_are_freed() -> None:
    done = subprocess.run([sys.executable, "-c", GAPS], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 15, "of 32 MB in each of 7 threads"


def test_giving_back_takes_nothing_that_is_in_use() -> None:
    held = [bytes([number % 256]) * 5000 for number in range(2000)]
    del held[::2]
    give_back()
    assert all(block == bytes([number % 256]) * 5000 for number, block in zip(range(1, 2000, 2), held, strict=True))


def test_the_details_of_the_pictures_before_are_not_kept(qtbot: QtBot) -> None:
    def frames() -> int:
        return sum(type(each).__name__ == "QTextFrame" for each in gc.get_objects())

    table = MetadataTable()
    qtbot.addWidget(table)
    before = frames()
    for number in range(50):
        table.set_rows([("Name", f"{number}.jpg"), ("Folder", "/photos")])
    assert frames() <= before + 1
