"""The backbone as an ONNX file: exported once, kept in the user's cache for all libraries.

The embedded backbone, tuned or not, is put together from its weights in a moment (`efficientnet_lite0_graph`),
GIST from its matrices (`gist_graph`); torch exports all others. That is done in a process of its own (`python -m
engine.model.onnx_export NAME MODELS TARGET`), so that the window never imports torch and the export's memory goes
away with it; weights that must be downloaded first are downloaded there. The file's name tells architecture and
weights (of a tuned network, its ID) and carries the checksum of its bytes: a damaged file is not found, and is
exported again. The cache may be deleted at any time.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Generator
from pathlib import Path
from typing import IO, TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PIL import Image

import engine.cache_folder
from engine.errors import BugError, UserError
from engine.model import added, torchvision_networks
from engine.model.backbones import (
    EFFICIENTNET_LITE0,
    GIST,
    Backbone,
    backbone,
    load_lite0_weights,
    load_network,
    weights_version,
)
from engine.model.views import OWN
from engine.needed_packages import TROUBLES as MISSING_PACKAGES
from engine.needed_packages import need_torch
from engine.private_files import make_private_folder, put_right
from engine.progress import Progress
from engine.sentences import known_again, said

if TYPE_CHECKING:
    import torch

WORDS_SUFFIX = "-words"
EXPORT_FORMAT = 1  # raise it when an exported graph computes other features; cached files of the old kind are left
NOTE = said("Preparing the model (once)")
DOWNLOAD_NOTE = said("Downloading and preparing the model {name} (once)")
TOLERANCE = 1e-3  # of features whose size is about 1; more where they are larger
_REPORT_SECONDS = 0.2
_GOODBYE_SECONDS = 1.5  # closing the window waits no longer than a second more
_USER_ERROR = 3  # the child's exit code when its last line is a sentence for the user
_ABANDONED_SECONDS = 3600.0

_log = logging.getLogger(__name__)


def cache_folder() -> Path:
    """Where exported backbones are kept."""
    return engine.cache_folder.cache_folder() / "backbones"


def prepared(
    backbone: Backbone, models_folder: str | None = None, *, for_words: bool = False
) -> Generator[Progress, None, str]:
    """The path of the exported backbone, or of its tower for words: at once if it is in the cache, else after
    exporting it.

    The weights of a tuned network are in `models_folder`.
    Closing the generator ends the export and leaves nothing behind. Two processes may do this at once.
    """
    backbone = backbone.with_views(OWN)  # one view after the other goes through the same file
    folder, stem = cache_folder(), _stem(backbone) + WORDS_SUFFIX * for_words
    _remove_abandoned(folder)
    put_right(str(folder))
    cached = _intact(folder, stem)
    if cached is not None:
        _log.debug("the model is %s", cached)
        return str(cached)
    try:
        make_private_folder(str(folder))
        target = folder / f"{stem}-{uuid.uuid4().hex}.part"
        try:
            yield from _export_in_child(backbone, models_folder, target, for_words)
            path = str(_publish(target, folder, stem))
            put_right(str(folder))
            return path
        finally:
            target.unlink(missing_ok=True)
    except OSError as error:
        raise UserError(
            said(
                "The model could not be stored in {folder}: {why}.", folder=folder, why=error.strerror or str(error)
            )
        ) from error


def _stem(backbone: Backbone) -> str:
    return f"{backbone.architecture}-{weights_version(backbone)}-{EXPORT_FORMAT}"


def _intact(folder: Path, stem: str) -> Path | None:
    """The cached file whose bytes have the checksum in its name."""
    candidates = sorted(folder.glob(f"{stem}-*.onnx"))
    return next((path for path in candidates if _is_intact(path, stem)), None)


def _is_intact(path: Path, stem: str) -> bool:
    try:
        return path.name == f"{stem}-{_checksum(path)}.onnx"
    except OSError:
        return False


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:32]


def _publish(target: Path, folder: Path, stem: str) -> Path:
    """Give the finished file its name, and remove the damaged ones that it stands in for."""
    published = folder / f"{stem}-{_checksum(target)}.onnx"
    os.replace(target, published)
    for other in folder.glob(f"{stem}-*.onnx"):
        if not _is_intact(other, stem):
            with contextlib.suppress(OSError):  # another process may have been quicker
                other.unlink()
    return published


def _remove_abandoned(folder: Path) -> None:
    """Remove what an export left when its parent was killed; one that still runs is younger."""
    for path in folder.glob("*.part"):
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > _ABANDONED_SECONDS:
                path.unlink()


def _export_in_child(
    backbone: Backbone, models_folder: str | None, target: Path, for_words: bool
) -> Generator[Progress, None, None]:
    downloads = bool(backbone.weights) and not backbone.tuned_id
    note = DOWNLOAD_NOTE.with_values(name=backbone.name) if downloads else NOTE
    # A file takes any amount of warnings; a pipe that nobody reads would block the child.
    with tempfile.TemporaryFile() as errors:
        child = _start_child(backbone, models_folder, target, errors, for_words)
        try:
            while True:
                yield Progress(0, None, note)
                try:
                    child.wait(_REPORT_SECONDS)
                    break
                except subprocess.TimeoutExpired:
                    continue
        finally:
            _end(child, _GOODBYE_SECONDS if downloads else 0)
        if child.returncode == _USER_ERROR:
            raise UserError(known_again(_last_line(errors), torchvision_networks.TROUBLES + MISSING_PACKAGES))
        if child.returncode != 0:
            _log.error("exporting %s ended with %d: %s", backbone.name, child.returncode, _last_line(errors))
            raise UserError(
                said(
                    "The model could not be prepared in {folder}; the log says why, and too little memory or "
                    "disk space is the usual reason.",
                    folder=str(target.parent),
                )
            )


def _end(child: subprocess.Popen[bytes], seconds: float) -> None:
    """At once, or with so much time to remove what it has downloaded by half."""
    if child.poll() is not None:
        return
    if seconds:
        child.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(seconds)
    child.kill()
    child.wait()


def _start_child(
    backbone: Backbone, models_folder: str | None, target: Path, errors: IO[bytes], for_words: bool
) -> subprocess.Popen[bytes]:
    if not sys.executable or getattr(sys, "frozen", False):
        raise BugError(f"there is no Python interpreter to export the model with: {sys.executable!r}")
    # The child needs the same `engine`, also when this one was found through the working directory.
    project = str(Path(__file__).resolve().parents[2])
    paths = [project, *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths), "PYTHONUTF8": "1"}
    arguments = [backbone.name, models_folder or "", str(target), *([WORDS_SUFFIX] * for_words)]
    try:
        return subprocess.Popen(
            # -P: never import from the working directory, which may be a folder of somebody's downloads.
            [sys.executable, "-P", "-m", "engine.model.onnx_export", *arguments],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),  # Windows would open a console
        )
    except OSError as error:
        raise BugError(f"the Python interpreter {sys.executable!r} cannot be started: {error}") from error


def _last_line(errors: IO[bytes]) -> str:
    errors.seek(0)
    lines = errors.read().decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else "no message"


# ---- in the child ----


def main(name: str, models_folder: str, target: str, tower: str = "") -> None:
    """The child's whole life. Its last line is for the user if it ends with that exit code."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # as an exception, so that all is cleaned up on the way
    try:
        network = backbone(name, models_folder or None)
        if tower:
            export_words(network, Path(target), models_folder)
        else:
            export(network, Path(target), models_folder or None)
    except UserError as error:
        print(error, file=sys.stderr)
        sys.exit(_USER_ERROR)


def export(backbone: Backbone, target: Path, models_folder: str | None = None) -> None:
    """Write the backbone to `target`."""
    if backbone.left_out or backbone.architecture in (EFFICIENTNET_LITE0.name, GIST.name):
        _put_together(backbone, target, models_folder)
    elif not backbone.runs_in_torch:
        target.write_bytes(added.graph(models_folder or "", backbone.network))
    else:
        export_by_torch(backbone, target, models_folder)
    with target.open("rb+") as file:
        os.fsync(file.fileno())


def _put_together(backbone: Backbone, target: Path, models_folder: str | None) -> None:
    import onnx

    from engine.model import efficientnet_lite0_graph, gist_graph

    if backbone.architecture == GIST.name:
        onnx.save(gist_graph.graph(), target)
    else:
        onnx.save(efficientnet_lite0_graph.graph(load_lite0_weights(backbone, models_folder), backbone), target)


def export_by_torch(backbone: Backbone, target: Path, models_folder: str | None = None) -> None:
    """Let torch export the network, and make sure that ONNX Runtime computes what torch does."""
    need_torch()
    import torch

    network = load_network(backbone, models_folder)
    example = torch.from_numpy(backbone.normalise(_pictures(backbone, 2)))
    torch.onnx.export(
        network,
        (example,),
        target,
        dynamo=True,  # measured: its graph runs a third faster than the legacy exporter's
        external_data=False,
        input_names=["pixels"],
        output_names=["features"],
        dynamic_shapes=({0: torch.export.Dim("n")},),
        verbose=False,
    )
    check_export(backbone, network, target)


def export_words(backbone: Backbone, target: Path, models_folder: str) -> None:
    """Write the tower for words to `target`, and make sure that ONNX Runtime computes what torch does."""
    import torch

    from engine.model.encoder import open_session

    tower = added.load(models_folder, backbone.network, for_words=True)
    length = int(added.read_about(models_folder, backbone.network).settings["text_cfg"].get("context_length", 77))
    pieces_1L = torch.zeros(1, length, dtype=torch.long)
    pieces_1L[0, :4] = torch.tensor([49406, 320, 1125, 49407])  # as any few words look
    torch.onnx.export(
        tower,
        (pieces_1L,),
        target,
        dynamo=True,
        external_data=False,
        input_names=["pieces"],
        output_names=["features"],
        verbose=False,
    )
    features_1D = open_session(str(target), threads=1).run(None, {"pieces": pieces_1L.numpy()})[0]
    difference = float(np.abs(features_1D - tower(pieces_1L).numpy()).max())
    if not difference <= TOLERANCE:
        raise BugError(f"ONNX Runtime and torch differ by {difference} in words")


def check_export(backbone: Backbone, network: torch.nn.Module, target: Path) -> None:
    """Refuse a file whose features differ from the network's."""
    import torch

    from engine.model.encoder import open_session

    session = open_session(str(target), threads=1)
    for count in (1, 3):
        x_NCHW = backbone.normalise(_pictures(backbone, count))
        (features_ND,) = session.run(None, {"pixels": x_NCHW})
        with torch.inference_mode():
            expected_ND = network(torch.from_numpy(x_NCHW)).numpy()
        difference = float(np.abs(features_ND - expected_ND).max())
        most = TOLERANCE * max(1.0, float(np.abs(expected_ND).max()))
        if not difference <= most:  # so written because a NaN is not small either
            raise BugError(f"ONNX Runtime and torch differ by {difference} at batch size {count}")


def _pictures(backbone: Backbone, count: int) -> NDArray[np.uint8]:
    """Crops with the smooth areas, edges and grain of photos, always the same."""
    random = np.random.default_rng(count)
    crops = []
    for _ in range(count):
        coarse = Image.fromarray(random.integers(0, 256, (7, 9, 3), dtype=np.uint8))
        picture = np.asarray(coarse.resize((400, 300), Image.Resampling.BICUBIC)).astype(np.int16)
        picture[100:200, 150:250] = random.integers(0, 256, 3)
        grain = random.integers(-12, 13, picture.shape)
        crops.append(backbone.crop(Image.fromarray(np.clip(picture + grain, 0, 255).astype(np.uint8))))
    return np.stack(crops)


if __name__ == "__main__":
    main(*sys.argv[1:])
