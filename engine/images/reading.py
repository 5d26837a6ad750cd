"""One file, read in a worker process: its content hash, picture, thumbnail, pixel code, and features or pixels.

A file is read from disk once. What is hashed is what is decoded, and its size and time are those of the very
bytes that were read, so that a file that changes meanwhile never leaves a mixed row.
"""

import errno
import io
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import BinaryIO, TypeVar

import numpy as np
from PIL import Image
from threadpoolctl import threadpool_limits

from engine.arrays import Halves, Pixels
from engine.content import ContentKind, content_in, content_of, kinds_of
from engine.file_reasons import NOT_OPENED
from engine.images import thumbnail
from engine.images.beside import with_packets, with_sidecars
from engine.images.carried_exif import carried
from engine.images.confinement import confine
from engine.images.decode import Decoded, Undecodable, decode, metadata_in
from engine.images.formats import RAW, identify
from engine.images.opening import open_file
from engine.images.pixel_code import pixel_code, sharpness
from engine.metadata import NOTHING_SAID, Metadata
from engine.model.backbones import Backbone
from engine.model.encoder import OnnxEncoder
from engine.model.views import OWN
from engine.sentences import said
from engine.skip_kinds import SkipKind
from engine.worker_processes import belong_to_parent

IN_MEMORY = 64 << 20  # larger files are hashed piece by piece, then read again by the decoder
MEMORY_LIMIT = 2 << 30
MODEL_COPIES = 3  # of its weights, while ONNX Runtime reads the file and lays them out anew

Crop = tuple[int, int, int, int]
Viewed = tuple[bytes, int, int, int, int]  # RGB bytes, width, height, full width, full height
ToExport = tuple[bytes, int, int, bytes]  # RGB bytes, width, height, EXIF
Square = tuple[bytes, Pixels]  # content hash, RGB bytes of shape (side, side, 3)
Noted = tuple[int, int, Metadata]  # size and time of the file, what it says
T = TypeVar("T")

CHANGED_MEANWHILE = said("it changed while it was read; the next indexing tries again")


@dataclass(frozen=True, slots=True)
class Reading:
    """All that one look at a file gives; features or pixels, as the pool was made for."""

    content: bytes
    size: int
    mtime_ns: int
    format: str
    width: int
    height: int
    metadata: Metadata
    thumbnail: bytes
    pixel_code: bytes
    sharpness: float
    features_D: Halves | None
    pixels_HWC: Pixels | None


@dataclass(frozen=True, slots=True)
class SameContent:
    """The content is one the caller knows, so nothing was decoded."""

    content: bytes
    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class Unread:
    """Why a file gave no picture. `gone`: it is not there any more."""

    kind: SkipKind
    reason: str
    gone: bool = False


Outcome = Reading | SameContent | Unread


class _KeptByWorker:
    """What a worker process keeps between files."""

    backbone: Backbone
    encoder: OnnxEncoder | None = None


def start_worker(backbone: Backbone, onnx_path: str | None, confined: bool = True) -> str:
    """Called once in each worker process.

    At the end it gives up all that reading pictures does not need; returns what of that failed, in words.
    """
    belong_to_parent()
    _silence_decoders()
    _limit_memory(os.path.getsize(onnx_path) if onnx_path else 0)
    threadpool_limits(1)  # there is a process for each core already
    _KeptByWorker.backbone = backbone
    _KeptByWorker.encoder = OnnxEncoder(_KeptByWorker.backbone, onnx_path) if onnx_path else None
    return confine() if confined else ""


def read_file(path: bytes, known: tuple[bytes, ...], kind: ContentKind = ContentKind.BLAKE3) -> Outcome:
    """Read the file; when its content is one of `known`, the hash is enough. A new content is of `kind`."""
    return _or_reason(lambda: _read_file(path, known, kind))


def read_query(source: bytes, is_path: bool, crop: Crop | None) -> Outcome:
    """A query picture: a path or the bytes of a picture; with `crop`, only that part of it (upright pixels)."""
    return _or_reason(lambda: _read_query(source, is_path, crop))


def view_file(path: bytes, longest: int) -> Viewed | Unread:
    """The picture for viewing, at most `longest` pixels wide or high."""
    return _or_reason(lambda: _view_file(path, longest))


def export_file(path: bytes, longest: int, with_place: bool) -> ToExport | Unread:
    """The same, with what it says of when and how it was taken, and if that is asked for, where."""
    return _or_reason(lambda: _export_file(path, longest, with_place))


def read_square(path: bytes, side: int, kind: ContentKind) -> Square | Unread:
    """The middle of the picture, its shorter side scaled to `side`, with the hash of the very bytes decoded."""
    return _or_reason(lambda: _read_square(path, side, kind))


def with_reason(task: Callable[..., T], *arguments: object) -> T | Unread:
    """What a function of another room gives, or why it gives nothing."""
    return _or_reason(lambda: task(*arguments))


def read_metadata(path: bytes) -> Noted | Unread:
    """What the file says of its picture, with its size and time."""
    return _or_reason(lambda: _read_metadata(path))


def _or_reason(read: Callable[[], T]) -> T | Unread:
    """What `read` gives, or why it gives nothing."""
    try:
        return read()
    except Undecodable as reason:
        return Unread(reason.kind, reason.reason)
    except OSError as error:
        gone = error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ESTALE)
        return Unread(SkipKind.UNREADABLE, NOT_OPENED.with_values(why=error.strerror or str(error)), gone)
    except MemoryError:
        return Unread(SkipKind.TOO_LARGE, said("it needs too much memory"))


def _read_file(path: bytes, known: tuple[bytes, ...], kind: ContentKind) -> Outcome:
    with open_file(path) as file:
        before = os.fstat(file.fileno())
        contents, stream = _contents(file, before.st_size, [kind, *(kinds_of(known) - {kind})])
        after = os.fstat(file.fileno())
        if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
            return Unread(SkipKind.CHANGING, CHANGED_MEANWHILE)
        for content in contents:
            if content in known:
                return SameContent(content, after.st_size, after.st_mtime_ns)
        decoded = decode(stream, _KeptByWorker.backbone.resize)
        # The decoder reads a large file once more, so it may have changed since it was hashed.
        if os.fstat(file.fileno()).st_mtime_ns != after.st_mtime_ns:
            return Unread(SkipKind.CHANGING, CHANGED_MEANWHILE)
        about = decoded.metadata if decoded.format != RAW.name else with_packets(decoded.metadata, stream)
        return _reading(replace(decoded, metadata=with_sidecars(about, path)), contents[0], after)


def _read_metadata(path: bytes) -> Noted:
    with open_file(path) as file:
        status = os.fstat(file.fileno())
        try:
            about = metadata_in(file)
            if identify(file) is RAW:
                about = with_packets(about, file)
        except Undecodable:  # its picture was read once, by a way around what is broken: asking again is of no use
            about = NOTHING_SAID
        return status.st_size, status.st_mtime_ns, with_sidecars(about, path)


def _read_query(source: bytes, is_path: bool, crop: Crop | None) -> Outcome:
    if not is_path:
        return _read_part(io.BytesIO(source), crop)
    if crop is None:
        return _read_file(source, (), ContentKind.BLAKE3)
    with open_file(source) as file:
        return _read_part(file, crop)


def _view_file(path: bytes, longest: int) -> Viewed:
    with open_file(path) as file:
        decoded = decode(file, longest, of_longer=True)
    # To look at; what is written is made smaller by Lanczos, which takes twice as long as all else here.
    picture = _at_most(decoded.picture, longest, Image.Resampling.HAMMING)
    return picture.tobytes(), *picture.size, decoded.width, decoded.height


def _export_file(path: bytes, longest: int, with_place: bool) -> ToExport:
    with open_file(path) as file:
        decoded = decode(file, longest)
        picture = _at_most(decoded.picture, longest)
        facts = carried(decoded.tags.by_pillow(), decoded.taken_at, *picture.size, with_place)
    return picture.tobytes(), *picture.size, facts


def _at_most(picture: Image.Image, longest: int, by: Image.Resampling = Image.Resampling.LANCZOS) -> Image.Image:
    picture.thumbnail((longest, longest), by, reducing_gap=2.0)
    return picture


def _read_square(path: bytes, side: int, kind: ContentKind) -> Square:
    with open_file(path) as file:
        (content,), stream = _contents(file, os.fstat(file.fileno()).st_size, [kind])
        picture = decode(stream, side).picture
    return content, replace(_KeptByWorker.backbone, resize=side, side=side, views=OWN).crop(picture)


def _contents(file: BinaryIO, size: int, kinds: list[ContentKind]) -> tuple[list[bytes], BinaryIO]:
    """The file's content, of each kind, and where the decoder is to read it."""
    if size <= IN_MEMORY:
        data = file.read()
        return [content_of(data, kind) for kind in kinds], io.BytesIO(data)
    contents = []
    for kind in kinds:
        contents.append(content_in(file, kind))
        file.seek(0)
    return contents, file


def _read_part(stream: BinaryIO, crop: Crop | None) -> Outcome:
    """Decode finely enough that the part, not the whole, fills the backbone's view."""
    fine = 1 << 20 if crop else _KeptByWorker.backbone.resize
    decoded = decode(stream, fine)
    if crop:
        x, y, width, height = crop
        box = (max(0, x), max(0, y), min(decoded.width, x + width), min(decoded.height, y + height))
        if box[0] >= box[2] or box[1] >= box[3]:
            return Unread(SkipKind.UNREADABLE, said("the part that was asked for lies outside the picture"))
        sx, sy = decoded.picture.width / decoded.width, decoded.picture.height / decoded.height
        part = decoded.picture.crop(
            (
                int(box[0] * sx),
                int(box[1] * sy),
                max(int(box[0] * sx) + 1, round(box[2] * sx)),
                max(int(box[1] * sy) + 1, round(box[3] * sy)),
            )
        )
        decoded = Decoded(part, decoded.format, box[2] - box[0], box[3] - box[1])
    return _reading(decoded, b"", None)


def _reading(decoded: Decoded, content: bytes, status: os.stat_result | None) -> Reading:
    pixels = _KeptByWorker.backbone.crop(decoded.picture)
    features = None
    if _KeptByWorker.encoder is not None:
        features = _KeptByWorker.encoder.features(pixels[None])[0].astype(np.float16)
    small = thumbnail.small(decoded.picture)
    grey = small.convert("L")
    return Reading(
        content=content,
        size=status.st_size if status else 0,
        mtime_ns=status.st_mtime_ns if status else 0,
        format=decoded.format,
        width=decoded.width,
        height=decoded.height,
        metadata=decoded.metadata,
        thumbnail=thumbnail.as_jpeg(small),
        pixel_code=pixel_code(grey),
        sharpness=sharpness(grey),
        features_D=features,
        pixels_HWC=pixels if features is None else None,
    )


def _silence_decoders() -> None:
    """Decoder libraries write complaints about bad files straight to standard error; the reason says it better."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)


def _limit_memory(model_size: int) -> None:
    """A picture that wants gigabytes must not take the machine down with it; the model has its room besides."""
    if sys.platform == "linux":
        import resource

        limit = MEMORY_LIMIT + MODEL_COPIES * model_size
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
