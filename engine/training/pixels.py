"""Decoded pictures as a network's inputs. No file is opened while training: the pictures are squares of bytes in
one array (see `engine.jobs.pixel_reading`), mostly on disk, and a thread prepares the next batches on the device
while the network computes.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812
from PIL import Image

from engine.arrays import Pixels
from engine.model.backbones import Backbone
from engine.training.augmentation import as_channels_first, draw_views, look, seeded
from engine.training.inputs import PartOfRows, whole

_MODES = {Image.Resampling.BILINEAR: "bilinear", Image.Resampling.BICUBIC: "bicubic"}
AHEAD = 2  # batches that are ready or being made


class PixelInputs:
    """Inputs (see `engine.training.inputs`) from squares of pixels, as the backbone's network wants them."""

    def __init__(self, pixels_NSSC: Pixels, backbone: Backbone, device: torch.device | str = "cpu") -> None:
        self._pixels_NSSC = pixels_NSSC
        self._backbone = backbone
        self.to(device)

    def __len__(self) -> int:
        return len(self._pixels_NSSC)

    def to(self, device: torch.device | str) -> None:
        self._device = torch.device(device)
        self._mean_C11 = torch.tensor(self._backbone.mean, device=self._device)[:, None, None]
        self._std_C11 = torch.tensor(self._backbone.std, device=self._device)[:, None, None]

    def batches(self, rows: Sequence[torch.Tensor], seed: int, part: PartOfRows = whole) -> Iterator[torch.Tensor]:
        thread = ThreadPoolExecutor(1, thread_name_prefix="pixels")
        coming: deque[Future[torch.Tensor]] = deque()
        try:
            for number, rows_m in enumerate(rows):
                coming.append(thread.submit(self._augmented, rows_m, seed, number, part(len(rows_m))))
                if len(coming) > AHEAD:
                    yield coming.popleft().result()
            while coming:
                yield coming.popleft().result()
        finally:
            thread.shutdown(cancel_futures=True)

    def plain(self, rows: torch.Tensor) -> torch.Tensor:
        x_mCHW = as_channels_first(self._gathered(rows))
        resize, side = self._backbone.resize, self._backbone.side
        if x_mCHW.shape[-1] != resize:
            x_mCHW = _resized(x_mCHW, resize, self._backbone.resampling)
        start = (resize - side) // 2
        return self._normalised(x_mCHW[:, :, start : start + side, start : start + side])

    def _augmented(self, rows_m: torch.Tensor, seed: int, number: int, part: slice) -> torch.Tensor:
        views = draw_views(len(rows_m), seeded(seed, number)).of(part)
        return self._normalised(look(self._gathered(rows_m[part]), views, self._backbone.side))

    def _gathered(self, rows_m: torch.Tensor) -> torch.Tensor:
        """The pictures' bytes on the device."""
        to_gpu = self._device.type != "cpu"
        # From pinned memory the copy goes on by itself, and torch keeps the memory until it is done.
        pixels_mSSC = torch.empty((len(rows_m), *self._pixels_NSSC.shape[1:]), dtype=torch.uint8, pin_memory=to_gpu)
        np.take(self._pixels_NSSC, rows_m.numpy(), axis=0, out=pixels_mSSC.numpy())
        return pixels_mSSC.to(self._device, non_blocking=True)

    def _normalised(self, x_mCHW: torch.Tensor) -> torch.Tensor:
        return x_mCHW.contiguous().sub_(self._mean_C11).div_(self._std_C11)  # in place: it is ours alone


def _resized(x_mCHW: torch.Tensor, side: int, resampling: Image.Resampling) -> torch.Tensor:
    """As Pillow does it: first across, then down, in grey levels also between the two."""
    for size in ((x_mCHW.shape[-2], side), (side, side)):
        x_mCHW = F.interpolate(x_mCHW, size, mode=_MODES[resampling], antialias=True).round_().clamp_(0, 255)
    return x_mCHW
