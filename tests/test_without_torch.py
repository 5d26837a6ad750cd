"""With a torch that is missing or broken, or without matplotlib: a sentence where it is needed, all else works."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.learning import checkpoint_file
from tests.command_line import Running, in_one_process, known
from tests.conftest import IndexedLibrary
from tests.learning.labelled_library import add_enough_to_teach

__all__ = ["known"]

MISSING = "raise ModuleNotFoundError(\"No module named 'torch'\", name='torch')"
BROKEN = "raise OSError('libtorch.so: cannot open shared object file')"

Engine = Callable[..., subprocess.CompletedProcess[str]]


def engine_without(package: str, content: str, library: str, folder: Path) -> Engine:
    """The command line in a process of its own, in which importing the package does `content`."""
    environment = environment_without(package, content, folder)

    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "engine", "--library", library, *map(str, arguments)]
        return subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)

    return run


def environment_without(package: str, content: str, folder: Path) -> dict[str, str]:
    """With an empty cache, so that the model is prepared, too."""
    folder.mkdir()
    (folder / f"{package}.py").write_text(content)
    paths = os.pathsep.join([str(folder), os.environ["PYTHONPATH"]])
    return {"PYTHONPATH": paths, "DUALHASH_CACHE": str(folder / "cache")}


def test_all_but_training_works(known: Running, photos: Path, tmp_path: Path) -> None:
    commands = [
        ["index"],
        ["search", photos / "discs/discs-1.jpg"],
        ["search", photos / "discs/discs-1.jpg", "--crop", "10,10,90,90"],
        ["labels", "from-folders"],
        ["labels", "list"],
        ["evaluate"],
        ["skipped"],
        ["models", "list"],
        ["models", "export", "1", tmp_path / "version"],
        ["models", "import", tmp_path / "version"],
        ["train", "--settings"],
        ["check", "--repair"],
    ]
    environment = environment_without("torch", MISSING, tmp_path / "first")
    for command, code, said in in_one_process(known.library, commands, **environment):
        assert (code, "torch" in said) == (0, False), (command, said)


@pytest.mark.parametrize("content", [MISSING, BROKEN])
def test_what_needs_torch_says_so_in_a_sentence(content: str, known: Running, photos: Path, tmp_path: Path) -> None:
    commands = [["train"], ["experiment", "imagenet100", "--data", photos, "--out", tmp_path / "out"]]
    environment = environment_without("torch", content, tmp_path / "first")
    for command, code, said in in_one_process(known.library, commands, **environment):
        assert code == 1, command
        assert said.startswith("dualhash: This needs torch, which is missing or broken (")
        assert said.count("\n") == 1


def test_a_library_that_cannot_teach_itself_is_indexed_all_the_same(
    indexed: IndexedLibrary, tmp_path: Path
) -> None:
    add_enough_to_teach(indexed.library)
    indexed.library.close()
    engine = engine_without("torch", MISSING, indexed.library.path, tmp_path / "first")
    done = engine("index", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["found"] == 30
    assert "The library cannot teach itself: This needs torch, which is missing or broken" in done.stderr


def test_a_training_that_was_interrupted_is_discarded_without_torch(known: Running, tmp_path: Path) -> None:
    code = (
        "import sys; from engine.library import open_library; from engine.learning.trained import discard\n"
        "discard(open_library(sys.argv[1])); assert 'torch' not in sys.modules"
    )
    checkpoint = Path(checkpoint_file.path(os.path.join(known.library, "training")))
    checkpoint.parent.mkdir(exist_ok=True)
    checkpoint.touch()
    subprocess.run([sys.executable, "-c", code, known.library], check=True)
    assert not checkpoint.exists()


def test_experiments_without_matplotlib_say_what_to_install(known: Running, photos: Path, tmp_path: Path) -> None:
    environment = environment_without("matplotlib", "raise ImportError('no matplotlib')", tmp_path / "first")
    commands = [["experiment", "imagenet100", "--data", photos, "--out", tmp_path / "out"], ["labels", "list"]]
    (_, code, said), (_, other_code, _) = in_one_process(known.library, commands, **environment)
    assert (code, other_code) == (1, 0)
    assert said.splitlines()[-1].startswith("dualhash: This needs matplotlib, which is missing or broken (no")
    assert "pip install matplotlib" in said
