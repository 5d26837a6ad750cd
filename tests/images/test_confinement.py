"""A worker that reads pictures can do nothing else, and reads them all the same."""

import errno
import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.commands import check as check_command
from engine.images import answers, confinement, system_call_filter
from engine.images.confinement import Means, means, rights
from engine.images.pool import ReadingPool
from engine.images.reading import Reading, SameContent, Unread
from engine.library import Library
from engine.metadata import Metadata
from engine.skip_kinds import SkipKind
from tests.images import forbidden_tasks, worker_tasks
from tests.images.forbidden_tasks import ATTEMPTS
from tests.images.picture_makers import dng, heic, jpeg, png_bomb, red_blue, saved

anew = pytest.mark.usefixtures("processes_begin_anew")  # as the program has it

BACKBONE = "efficientnet_lite0"
HAS_FILTER = sys.platform == "linux" and platform.machine() in ("x86_64", "aarch64")
on_linux = pytest.mark.skipif(not HAS_FILTER, reason="only Linux on these processors confines all of it")


@pytest.fixture(scope="module")
def pool() -> Iterator[ReadingPool]:
    with ReadingPool(1, BACKBONE, None) as started:
        yield started


@pytest.fixture(scope="module")
def open_pool() -> Iterator[ReadingPool]:
    """To see that an attempt would succeed where nothing forbids it."""
    with ReadingPool(1, BACKBONE, None, confined=False) as started:
        yield started


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "there").write_bytes(b"as it was")
    (tmp_path / "empty").mkdir()
    return tmp_path


def state(folder: Path) -> list[tuple[str, int, int, bytes]]:
    return [
        (path.name, path.stat().st_mode, path.stat().st_mtime_ns, path.read_bytes() if path.is_file() else b"")
        for path in sorted(folder.iterdir())
    ]


@anew
@on_linux
@pytest.mark.parametrize("name", ATTEMPTS)
def test_each_forbidden_thing_is_refused_also_in_a_thread(pool: ReadingPool, folder: Path, name: str):
    before = state(folder)
    tried = [forbidden_tasks.attempt, forbidden_tasks.attempt_in_a_thread]
    said = [pool._schedule(attempt, name, str(folder)).result() for attempt in tried]
    assert set(said) <= {"PermissionError", "OSError"}, said
    assert state(folder) == before


IS_NOT_ABOUT_CONFINEMENT = {
    "become a program",  # it would take the place of the worker
    "signal everybody",
    "trace the parent",  # it would stop the test
    "write in the home folder",
    "set an attribute",  # some file systems have none
    "change its flags",  # nor these
    "look into the parent",  # address 0 is nobody's
    "look up a name",  # nobody listens
    "TCP 6",  # not every machine has it
    "a call that is newer than the filter",
}


@anew
@on_linux
@pytest.mark.parametrize("name", sorted(set(ATTEMPTS) - IS_NOT_ABOUT_CONFINEMENT))
def test_what_is_refused_would_succeed_without_confinement(open_pool: ReadingPool, folder: Path, name: str):
    assert open_pool._schedule(forbidden_tasks.attempt, name, str(folder)).result() == "done"
    Path("/dev/shm/dualhash-forbidden").unlink(missing_ok=True)


@anew
@on_linux
def test_all_threads_are_under_the_filter_and_limits_are_set(pool: ReadingPool):
    threads, filtered = pool._schedule(forbidden_tasks.filtered_threads).result()
    assert threads == filtered > 0
    size, core, files = pool._schedule(forbidden_tasks.limits).result()
    assert (size, core) == (0, 0)
    assert files <= confinement.OPEN_FILES


def noise(side: int) -> np.ndarray:
    return np.random.default_rng(0).integers(0, 256, (side, side, 3), np.uint8)


PICTURES = {
    "JPEG": jpeg,
    "PNG": lambda: saved(red_blue(), "PNG"),
    "GIF": lambda: saved(red_blue(), "GIF"),
    "BMP": lambda: saved(red_blue(), "BMP"),
    "TIFF": lambda: saved(red_blue(), "TIFF", compression="tiff_lzw"),
    "WebP": lambda: saved(red_blue(), "WEBP", lossless=True),
    "AVIF": lambda: saved(red_blue(), "AVIF"),
    "HEIC": heic,
    "RAW": lambda: dng(red_blue(120, 90)),
}


@anew
@pytest.mark.parametrize("name", PICTURES)
def test_pictures_of_all_formats_are_read_by_a_confined_worker(pool: ReadingPool, tmp_path: Path, name: str):
    path = tmp_path / "picture"
    path.write_bytes(PICTURES[name]())
    read = pool.read(os.fsencode(path)).result()
    assert isinstance(read, Reading)
    assert read.format == name
    assert isinstance(pool.view(os.fsencode(path), 32), tuple)
    content, pixels_SSC = pool.read_square(os.fsencode(path), 32).result()
    assert (content, pixels_SSC.shape) == (read.content, (32, 32, 3))


@anew
def test_a_confined_worker_computes_features_as_an_open_one_does(exported_onnx: str, tmp_path: Path):
    path = tmp_path / "picture.jpg"
    path.write_bytes(jpeg())
    features = []
    for confined in (True, False):
        with ReadingPool(1, BACKBONE, exported_onnx, confined=confined) as reading:
            features.append(reading.read(os.fsencode(path)).result().features_D)
    assert features[0].shape == (1280,)
    assert (features[0] == features[1]).all()


@anew
def test_a_bomb_costs_its_own_file_and_large_pictures_are_read(exported_onnx: str, tmp_path: Path):
    """48 megapixels, whole in memory, beside the network; a bomb that says it is small enough to be tried."""
    large, bomb = tmp_path / "large.png", tmp_path / "bomb.png"
    saved_large = red_blue(8000, 6000)
    saved_large.save(large, compress_level=1)
    bomb.write_bytes(png_bomb(100_000))
    with ReadingPool(1, BACKBONE, exported_onnx) as reading:
        unread, read = (reading.read(os.fsencode(path)).result() for path in (bomb, large))
    assert unread.kind == SkipKind.TOO_LARGE
    assert (read.width, read.height) == (8000, 6000)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
def test_computing_has_a_limit_which_each_file_has_anew():
    with ReadingPool(1, BACKBONE, None, seconds_a_file=100) as patient:  # a busy machine takes long over a second
        ends = [patient._schedule(worker_tasks.end_of_computing, 1.1).result() for _ in range(2)]
        unread = patient._schedule(worker_tasks.use_up_computing).result()
    assert ends[0] < ends[1]
    assert unread.kind == SkipKind.TIMEOUT


# --- kernels that lack some of it


def kernel(answer: int) -> confinement.SystemCall:
    """A kernel that knows none of the calls, and says so in this way."""

    def call(number: int, *arguments: object) -> int:
        raise OSError(answer, os.strerror(answer))

    return call


@on_linux
@pytest.mark.parametrize("answer", [errno.ENOSYS, errno.EOPNOTSUPP])
def test_a_kernel_without_landlock_or_filters_confines_nothing_and_that_is_no_failure(answer: int):
    assert means(kernel(answer)) == Means(0, False)


@on_linux
def test_this_kernel_is_asked_for_what_it_has():
    assert means().filters


LACKS = ["without_landlock", "failing_landlock", "without_filters"]  # functions of lacking_kernels
WITHOUT_THE_FILTER = {"write", "append", "make a folder", "remove", "rename", "truncate", "become a program"}


@on_linux
@pytest.mark.parametrize("lack", LACKS)
def test_what_one_means_lacks_the_other_still_refuses(folder: Path, lack: str):
    if lack == "without_filters" and not means().landlock:
        pytest.skip("this kernel has no Landlock")
    names = sorted(WITHOUT_THE_FILTER if lack == "without_filters" else ATTEMPTS)
    failed, said = in_a_fresh_process(lack, names, folder)
    assert ("as nobody expected" in failed) == (lack == "failing_landlock")
    if lack != "without_filters":  # without Landlock a superuser may look at others, but that is all
        said.pop("look into the parent")
    assert set(said.values()) <= {"PermissionError", "OSError"}, said
    assert [name for name, *_ in state(folder)] == ["empty", "there"]


def in_a_fresh_process(lack: str, names: list[str], folder: Path) -> tuple[str, dict[str, str]]:
    """Confined through a kernel that lacks something: what failed, and what came of the attempts."""
    import json
    import subprocess

    code = (
        "import json, sys\n"
        "from engine.images.confinement import confine\n"
        "from tests.images import forbidden_tasks, lacking_kernels\n"
        "failed = confine(getattr(lacking_kernels, sys.argv[1]))\n"
        "said = {name: forbidden_tasks.attempt(name, sys.argv[2]) for name in json.loads(sys.argv[3])}\n"
        "print(json.dumps([failed, said]), flush=True)\n"
    )
    command = [sys.executable, "-c", code, lack, str(folder), json.dumps(names)]
    failed, said = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, timeout=300).stdout)
    return failed, said


def test_older_versions_of_landlock_are_asked_for_fewer_rights():
    assert [len(rights(version)) for version in range(1, 8)] == [1, 1, 1, 2, 2, 3, 3]
    files = [rights(version)[0] for version in range(1, 8)]
    assert [right.bit_count() for right in files] == [11, 12, 13, 13, 14, 14, 14]
    assert all(right & 0b1100 == 0 for right in files), "reading stays free"


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_a_filter_is_made_for_each_processor_that_is_known(machine: str):
    made = system_call_filter.program(machine, 4711)
    assert len(made) % 8 == 0
    assert len(made) // 8 < 4096, "the kernel takes no more instructions"


@pytest.mark.parametrize(
    ("has", "words"),
    [
        (Means(7, True), ""),
        (Means(0, True), "no Landlock"),
        (Means(3, False), "no filters"),
        (Means(0, False), "cannot confine"),
    ],
)
def test_what_is_missing_is_one_sentence_or_nothing(library: Library, has: Means, words: str):
    said = has.shortcoming()
    assert words in said
    assert (said == "") == (words == "")
    assert "\n" not in said
    assert check_command.remarks(library.db, has) == ([said] if said else [])


# --- what a worker says


@pytest.mark.parametrize(
    "value",
    [
        None,
        ("read", 3, "text", b"bytes", True, 1.5),
        Unread(SkipKind.DAMAGED, "the file is empty", gone=True),
        SameContent(b"\0" * 16, 1, 1 << 62),
        (b"a", (b"b", (b"c", b""))),
    ],
)
def test_answers_come_out_as_they_went_in(value: object):
    assert answers.unpack(answers.pack(value)) == value


def test_a_reading_comes_out_as_it_went_in():
    features = np.arange(4, dtype=np.float16)
    about = Metadata(taken_at="2024-05-31T17:03:59", iso=800, model="Größe")
    read = Reading(b"c", 1, 2, "JPEG", 3, 4, about, b"thumb", bytes(32), 1.5, features, None)
    got = answers.unpack(answers.pack(("read", read)))[1]
    assert (got.content, got.metadata, got.thumbnail, got.pixels_HWC) == (b"c", about, b"thumb", None)
    assert got.features_D.dtype == np.float16
    assert (got.features_D == features).all()


@pytest.mark.parametrize(
    ("code", "sharpness"),
    [(bytes(31), 1.0), (b"", 1.0), (bytes(32), float("nan")), (bytes(32), -1.0), (bytes(32), 1e9)],
)
def test_a_reading_that_no_picture_gives_is_refused(code: bytes, sharpness: float):
    read = Reading(b"c", 1, 2, "JPEG", 3, 4, Metadata(), b"thumb", code, sharpness, None, None)
    with pytest.raises(ValueError, match="an answer that is none"):
        answers.unpack(answers.pack(read))


@pytest.mark.parametrize(
    "said",
    [Metadata(iso=2**70), Metadata(title="\udce9"), Metadata(taken_at="yesterday"), Metadata(lens="l" * 999)],
)
def test_metadata_that_no_reading_gives_is_refused(said: Metadata):
    with pytest.raises(ValueError, match="an answer that is none"):
        answers.unpack(answers.pack(said))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        '{"bytes": 5}',
        '{"bytes": -1}',
        '{"of": "Path", "fields": []}',
        '{"of": "Unread", "fields": ["damaged", "so", 1]}',
        '{"of": "Unread", "fields": ["unknown", "so", false]}',
        '{"of": "SameContent", "fields": ["", 1]}',
        '{"array": "|O", "shape": [1], "bytes": 0}',
        '{"array": "|u1", "shape": [2], "bytes": 0}',
        "[" * 100_000,
    ],
)
def test_what_no_worker_of_ours_would_say_is_a_value_error(text: str):
    with pytest.raises(ValueError, match="none"):
        answers.unpack(len(text).to_bytes(4, "little") + text.encode())


@anew
def test_a_worker_that_was_taken_over_cannot_reach_the_main_process_by_its_answers(tmp_path: Path):
    made, good = tmp_path / "made", tmp_path / "good.jpg"
    good.write_bytes(jpeg())
    with ReadingPool(1, BACKBONE, None) as reading:
        hostile = reading._schedule(worker_tasks.say_nonsense, str(made))
        read = reading.read(os.fsencode(good))
        assert hostile.result().kind == SkipKind.CRASHED
        assert isinstance(read.result(), Reading)
    assert not made.exists()
