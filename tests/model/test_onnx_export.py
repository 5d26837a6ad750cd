"""The exported file: made once, checked when read, made again when damaged, and never left half done."""

import logging
import os
import shutil
import sys
import time
from collections.abc import Generator
from pathlib import Path

import onnx
import psutil
import pytest
import torch

from engine.errors import BugError, UserError
from engine.model.backbones import EFFICIENTNET_LITE0, load_network
from engine.model.onnx_export import NOTE, cache_folder, check_export, prepared
from engine.progress import Progress, finish


def exporting_children() -> list[psutil.Process]:
    return [child for child in psutil.Process().children() if "engine.model.onnx_export" in child.cmdline()]


def test_the_cache_is_the_users_unless_the_environment_names_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DUALHASH_CACHE", raising=False)
    assert cache_folder().parts[-2:] != ("elsewhere", "backbones")
    assert "dualhash" in cache_folder().parts
    monkeypatch.setenv("DUALHASH_CACHE", "elsewhere")
    assert cache_folder() == Path.cwd() / "elsewhere" / "backbones"


def test_the_file_has_a_free_batch_size_and_our_names(exported_onnx: str) -> None:
    graph = onnx.load(exported_onnx).graph
    assert [value.name for value in graph.input] == ["pixels"]
    assert [value.name for value in graph.output] == ["features"]
    assert graph.input[0].type.tensor_type.shape.dim[0].dim_param != ""
    assert {path.suffix for path in Path(exported_onnx).parent.iterdir()} == {".onnx"}, "all is in the one file"


def test_a_cached_file_is_returned_at_once(exported_onnx: str, cache: Path) -> None:
    cache.mkdir()
    copied = shutil.copy(exported_onnx, cache)
    with pytest.raises(StopIteration) as stop:
        next(prepared(EFFICIENTNET_LITE0))
    assert stop.value.value == str(copied)
    assert not exporting_children()


def in_turns(*works: Generator[Progress, None, str]) -> tuple[list[Progress], list[Path]]:
    """Run several to their ends at the same time: all reports, and where each one's file is."""
    reports: list[Progress] = []
    found: dict[int, Path] = {}
    while len(found) < len(works):
        for number, work in enumerate(works):
            if number in found:
                continue
            try:
                reports.append(next(work))
            except StopIteration as stop:
                found[number] = Path(stop.value)
    return reports, [found[number] for number in range(len(works))]


def test_a_damaged_file_is_exported_again_even_by_two_at_once_and_from_a_hostile_folder(
    exported_onnx: str, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.mkdir()
    damaged = cache / Path(exported_onnx).name
    content = bytearray(Path(exported_onnx).read_bytes())
    content[len(content) // 2] ^= 1
    damaged.write_bytes(content)
    (tmp_path / "onnx.py").write_text("raise SystemExit('imported from the working directory')")
    monkeypatch.chdir(tmp_path)
    reports, paths = in_turns(prepared(EFFICIENTNET_LITE0), prepared(EFFICIENTNET_LITE0))
    assert set(reports) == {Progress(0, None, NOTE)}
    assert set(cache.iterdir()) == set(paths)
    network = load_network(EFFICIENTNET_LITE0)
    for path in paths:
        check_export(EFFICIENTNET_LITE0, network, path)
    assert Path(finish(prepared(EFFICIENTNET_LITE0))) in paths


def test_closing_ends_the_child_and_leaves_nothing(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = tmp_path / "slow"
    slow.mkdir()
    (slow / "onnx.py").write_text("import time; time.sleep(600)")
    monkeypatch.setenv("PYTHONPATH", str(slow))
    work = prepared(EFFICIENTNET_LITE0)
    next(work)
    (child,) = exporting_children()
    Path(child.cmdline()[-1]).touch()  # as the child does near its end
    assert len(list(cache.iterdir())) == 1
    next(work)
    work.close()
    assert not child.is_running()
    assert list(cache.iterdir()) == []


def test_a_failing_child_is_one_sentence_and_its_last_line_is_logged(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "onnx.py").write_text("raise ImportError('onnx is broken')")
    monkeypatch.setenv("PYTHONPATH", str(broken))
    with caplog.at_level(logging.ERROR), pytest.raises(UserError, match="could not be prepared"):
        finish(prepared(EFFICIENTNET_LITE0))
    assert "ImportError: onnx is broken" in caplog.text
    assert list(cache.iterdir()) == []


def test_a_cache_that_cannot_be_made_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("DUALHASH_CACHE", str(tmp_path / "file"))
    with pytest.raises(UserError, match=r"could not be stored in .*file"):
        finish(prepared(EFFICIENTNET_LITE0))


@pytest.mark.parametrize("executable", ["", "/nowhere/python"])
def test_without_an_interpreter_it_is_a_bug(executable: str, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", executable)
    with pytest.raises(BugError, match="interpreter"):
        finish(prepared(EFFICIENTNET_LITE0))
    assert list(cache.iterdir()) == []


def test_what_a_killed_run_left_is_removed_and_what_another_writes_is_kept(cache: Path) -> None:
    cache.mkdir()
    abandoned, young = cache / "a.part", cache / "b.part"
    abandoned.touch()
    young.touch()
    two_hours_ago = time.time() - 7200
    os.utime(abandoned, (two_hours_ago, two_hours_ago))
    work = prepared(EFFICIENTNET_LITE0)
    next(work)
    work.close()
    assert list(cache.iterdir()) == [young]


def test_a_file_that_computes_something_else_is_refused(exported_onnx: str) -> None:
    network = load_network(EFFICIENTNET_LITE0)
    check_export(EFFICIENTNET_LITE0, network, Path(exported_onnx))
    with torch.no_grad():
        network.bn2.bias += 0.01
    with pytest.raises(BugError, match="differ"):
        check_export(EFFICIENTNET_LITE0, network, Path(exported_onnx))
