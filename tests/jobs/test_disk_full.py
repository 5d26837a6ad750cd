"""A full disk stops the work with a sentence; what was stored stays, and with room again it goes on."""

import os
import subprocess
from pathlib import Path

import pytest

from engine.errors import UserError
from engine.jobs.checking import check
from engine.jobs.indexing import index
from engine.library import open_library
from engine.progress import finish
from engine.store import features, images
from tests.conftest import CPU
from tests.mounted_drive import mounted_drive


def index_at(drive: Path, photos: Path, done: list[int]) -> None:
    """A new library on the drive, indexed as far as it goes; `done` gets what was reported."""
    library = open_library(str(drive / "library"))
    try:
        for progress in index(library, [library.add_folder(os.fsencode(photos))], workers=1, device=CPU):
            if progress.note == "Reading pictures":
                done.append(progress.done)
    finally:
        library.close()


@pytest.mark.parametrize("kilobytes", [200, 500, 900, 1500])
def test_a_disk_that_fills_up_stops_the_job_with_a_sentence_and_later_it_goes_on(
    exported_onnx: str, photos: Path, tmp_path: Path, kilobytes: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("engine.jobs.reading_ahead.BATCH", 4)
    drive = tmp_path / "drive"
    with mounted_drive(drive, f"{kilobytes}k"):
        done: list[int] = [0]
        with pytest.raises(UserError, match=r"full|No space left") as stopped:
            index_at(drive, photos, done)
        assert "\n" not in str(stopped.value)
        subprocess.run(["mount", "-o", "remount,size=20m", str(drive)], check=True)
        library = open_library(str(drive / "library"))
        assert features.count(library.db, "efficientnet_lite0") >= done[-1], "what was reported is there"
        folder = library.add_folder(os.fsencode(photos))
        result = finish(index(library, [folder], workers=1, device=CPU))
        assert result.found == 30
        assert images.count(library.db) == 30
        assert finish(check(library)) == []
        library.close()
