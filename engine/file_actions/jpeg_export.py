"""Pictures as JPEG files at a size: decoded in a worker process, as all pictures are, and encoded here."""

import io
import os
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from PIL import Image

from engine.content import content_of
from engine.errors import UserError
from engine.file_actions.held_folder import HeldFolder
from engine.file_actions.looking import must_still_be
from engine.file_actions.refusing import NotTouchedError
from engine.file_actions.wishes import FileWish
from engine.file_reasons import reason_in
from engine.images.viewer import PictureToExport, Viewer
from engine.store.files import ActionFile

QUALITY = 92
AS_IT_IS = 1 << 16  # no JPEG is larger


@dataclass(frozen=True, slots=True)
class ExportedJpeg:
    jpeg: bytes
    content: bytes
    name: bytes


class JpegExport:
    """Keeps its worker process until the end of the block."""

    def __init__(self) -> None:
        self._viewer = Viewer()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._viewer.stop()

    def made(
        self, folder: HeldFolder, name: bytes, seen: os.stat_result, file: ActionFile, wish: FileWish
    ) -> ExportedJpeg:
        """The picture as it is shown, upright and in sRGB, with date, camera and what else `carried_exif` lists."""
        longest = min(wish.longest or AS_IT_IS, AS_IT_IS - 1)
        try:
            picture = self._viewer.to_export(folder.full(name), longest, wish.with_place)
        except UserError as error:
            raise NotTouchedError(reason_in(error)) from error
        must_still_be(folder, name, seen)
        jpeg = _encoded(picture)
        return ExportedJpeg(jpeg, content_of(jpeg), os.path.splitext(name)[0] + b".jpg")


def _encoded(made: PictureToExport) -> bytes:
    picture = Image.frombytes("RGB", (made.width, made.height), made.rgb)
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=QUALITY, optimize=True, exif=made.exif)
    return out.getvalue()
