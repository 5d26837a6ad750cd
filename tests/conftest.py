"""What all tests share: no screen, no network, nothing of the user's touched, one real export, several processes.

`library` is new and empty, `photos` a folder of pictures whose likeness is known by eye, `indexed` a library that
knows them. Each test gets its own copies, which it may spoil.
"""

import os

from tests.quick_end import end_quickly

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OMP_NUM_THREADS", "1")  # numpy's threads cost more to start than they save here
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # the programs that tests start would each compile all our modules

import gc
import multiprocessing
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine import worker_processes
from engine.jobs.feature_reading import read_features
from engine.jobs.indexing import Indexed, index
from engine.library import Library, open_library
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.device import Device
from engine.model.onnx_export import prepared
from engine.progress import finish
from engine.store import images
from engine.store.folders import Folder
from tests.photo_makers import write_photos
from tests.quick_copies import quick_copy
from tests.tuned_space import TunedSpace, make_tuned

pytest.register_assert_rewrite("tests.command_line", "tests.jobs.indexing_talk", "tests.jobs.library_state")

CPU = Device("cpu", "CPU", "as the tests ask for")

MOST_PROCESSES = 4  # each has its own torch and Qt, 1 to 1.5 GB


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Two processes for each core, because many tests wait for others' processes; none but this one for files and
    tests that were named, which somebody looks at."""
    if config.args_source is pytest.Config.ArgsSource.ARGS and not any(map(os.path.isdir, config.args)):
        return 0
    return min(2 * (os.cpu_count() or 1), MOST_PROCESSES)


sys.dont_write_bytecode = False  # likewise, for the next run

gc.disable()  # as the program does (gui/running/garbage.py): a widget must not be destroyed on a worker thread
ENOUGH_GARBAGE = 50_000  # objects made and not gone by themselves: those of about 30 windows


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):  # of pytest-xdist
        end_quickly()


def pytest_collection_finish() -> None:
    """What was imported stays: looking at it again and again took a third of a second for each collection."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure() -> None:
    """As Python has it: at its end it collects what is left, or libraries complain of leaks."""
    gc.unfreeze()
    gc.enable()


@pytest.fixture(autouse=True)
def garbage_of_the_main_thread() -> Iterator[None]:
    """Now and then, between tests. Even while Python does not collect, it counts."""
    yield
    if gc.get_count()[0] > ENOUGH_GARBAGE:
        gc.collect()


@pytest.fixture(scope="session")
def kept_for_later(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What this process makes for others and for later runs; `pytest --cache-clear` forgets it."""
    cache = getattr(pytestconfig, "cache", None)  # there is none with `-p no:cacheprovider`
    return tmp_path_factory.mktemp("kept") if cache is None else Path(cache.mkdir("kept"))


@pytest.fixture(scope="session", autouse=True)
def own_surroundings(kept_for_later: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Data, settings and cache of the tests lie in a temporary folder, those of child processes too."""
    root = tmp_path_factory.mktemp("surroundings")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DUALHASH_LIBRARY", str(root / "library"))
        patch.setenv("DUALHASH_CACHE", str(root / "cache"))
        patch.setenv("DUALHASH_DEVICE", "cpu")
        patch.setenv("LANGUAGE", "en")  # whatever the system of who runs the tests speaks
        for name in ("DATA", "CONFIG", "CACHE", "STATE"):
            patch.setenv(f"XDG_{name}_HOME", str(root / name.lower()))
        patch.setenv("MPLCONFIGDIR", str(kept_for_later / "matplotlib"))  # its list of fonts takes seconds to make
        project = str(Path(__file__).resolve().parents[1])
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [project, os.environ.get("PYTHONPATH")])))
        yield


@pytest.fixture(scope="session", autouse=True)
def processes_begin_quickly(own_surroundings: None, request: pytest.FixtureRequest) -> None:
    """See `tests.quick_processes`. The program starts them anew: `processes_begin_anew`, and whatever a test runs
    as a program."""
    if "forkserver" in multiprocessing.get_all_start_methods():
        from tests.quick_processes import quick_processes  # Windows has no module for that

        worker_processes.start_by(quick_processes())
        if hasattr(request.config, "workerinput"):  # a run of many tests: the first one finds the network there
            request.getfixturevalue("exported_onnx")


@pytest.fixture
def processes_begin_anew() -> Iterator[None]:
    """As the program has it."""
    before = worker_processes.starting()
    worker_processes.start_by(multiprocessing.get_context("spawn"))
    yield
    worker_processes.start_by(before)


@pytest.fixture(scope="module")
def short_lessons() -> Iterator[None]:
    """A whole library is learned from in forty steps in the place of 700, where it does not matter how well."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.dualhash.settings.LIBRARY_EPOCHS", 5)
        patch.setattr("engine.dualhash.settings.LIBRARY_STEPS", 40)
        yield


@pytest.fixture(scope="module")
def coarse_pixels() -> Iterator[None]:
    """A whole network learns from every third pixel: see `tests.learning.coarse_pixels`."""
    from tests.learning.coarse_pixels import learn_coarsely  # it brings torch, which not all tests need

    with pytest.MonkeyPatch.context() as patch:
        learn_coarsely(patch)
        yield


@pytest.fixture
def one_split(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few labels are measured on one split, without three trainings more for the spread of the figures."""
    monkeypatch.setattr("engine.learning.training.FEW_HELD_OUT", 0)


@pytest.fixture
def ctrl_c_is_heard() -> Iterator[None]:
    """SIGINT interrupts this process and those that the test starts.

    A shell has what it runs in the background ignore it, and whoever ignores it hands that on to its children.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def exported_onnx(own_surroundings: None) -> str:
    """The backbone, exported once into the session's cache, where all that index will find it."""
    return finish(prepared(EFFICIENTNET_LITE0))


@pytest.fixture(scope="session")
def tuned(own_surroundings: None, tmp_path_factory: pytest.TempPathFactory) -> TunedSpace:
    """A tuned feature space, exported once into the session's cache."""
    space = make_tuned(tmp_path_factory.mktemp("models_made"))
    finish(prepared(space.backbone, str(space.models_folder)))
    return space


@pytest.fixture(scope="session")
def empty_library_made(own_surroundings: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed library that knows nothing; its schema is made once."""
    path = tmp_path_factory.mktemp("empty_library_made") / "library"
    open_library(str(path)).close()
    return path


@pytest.fixture
def library(empty_library_made: Path, tmp_path: Path) -> Iterator[Library]:
    opened = open_library(str(quick_copy(empty_library_made, tmp_path / "library")))
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def photos_made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("photos_made") / "photos"
    write_photos(folder)
    return folder


@pytest.fixture
def photos(photos_made: Path, tmp_path: Path) -> Path:
    """Five kinds of pictures, six of each, as in `stripes/stripes-3.jpg`."""
    return quick_copy(photos_made, tmp_path / "photos")


@dataclass(frozen=True)
class IndexedLibrary:
    """An open library and the folder that it knows."""

    library: Library
    folder: Folder
    photos: Path

    def again(self) -> Indexed:
        """Index the folder once more."""
        return finish(index(self.library, [self.folder], workers=1, device=CPU))

    def id_of(self, name: str) -> int:
        """The image whose file has this path below the folder."""
        path = os.fsencode(name)
        (image_id,) = self.library.db.execute("SELECT image_id FROM files WHERE path = ?", (path,)).fetchone()
        return int(image_id)

    def kind_of(self, image_id: int) -> str:
        """What the picture shows, by its name."""
        image = images.one(self.library.db, image_id)
        assert image is not None
        return os.fsdecode(image.name).split("-")[0]


@pytest.fixture(scope="session")
def library_made(exported_onnx: str, photos_made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed library that has indexed `photos_made`."""
    path = tmp_path_factory.mktemp("library_made") / "library"
    library = open_library(str(path))
    folder = library.add_folder(os.fsencode(photos_made))
    result = finish(index(library, [folder], workers=1, device=CPU))
    assert (result.found, result.added) == (30, 30)
    library.close()
    return path


@pytest.fixture(scope="session")
def tuned_library_made(library_made: Path, tuned: TunedSpace, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, with the features of a tuned network, too; its file is there."""
    path = Path(shutil.copytree(library_made, tmp_path_factory.mktemp("tuned_library_made") / "library"))
    library = open_library(str(path))
    tuned.give_to(library)
    assert finish(read_features(library, tuned.backbone, workers=1, device=CPU)) == 30
    library.close()
    return path


@contextmanager
def opened_copy(made: Path, photos: Path, path: Path) -> Iterator[IndexedLibrary]:
    """A copy of a closed library at `path`, which knows these pictures as its own."""
    library = open_library(str(quick_copy(made, path)))
    with library.writing() as db:
        db.execute("UPDATE folders SET path = ?", (os.fsencode(os.path.realpath(photos)),))
    yield IndexedLibrary(library, library.folders()[0], photos)
    library.close()


@pytest.fixture
def indexed(library_made: Path, photos: Path, tmp_path: Path) -> Iterator[IndexedLibrary]:
    """Copies of the indexed library and its pictures, which lie where the library says."""
    with opened_copy(library_made, photos, tmp_path / "library") as opened:
        yield opened


@pytest.fixture
def tuned_indexed(tuned_library_made: Path, photos: Path, tmp_path: Path) -> Iterator[IndexedLibrary]:
    """The same of the one that has a tuned network's features, too."""
    with opened_copy(tuned_library_made, photos, tmp_path / "library") as opened:
        yield opened


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the report say which tests use the shared data, so that CI sees whether they ran."""
    for item in items:
        if item.get_closest_marker("shared"):
            item.user_properties.append(("shared", "yes"))
