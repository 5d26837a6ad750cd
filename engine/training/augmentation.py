"""Random views of pictures: another crop, mirrored or not, a little lighter or flatter. For a whole batch at once.

Only tensors here. What is random is drawn on the CPU, so that it is the same whatever computes the views.
"""

from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812

LEAST_AREA = 0.5  # of the picture that a crop shows
ASPECTS = (3 / 4, 4 / 3)  # of a crop, width to height; all become squares
LIGHT = (0.8, 1.2)  # factors of brightness and contrast


@dataclass(frozen=True, slots=True)
class Views:
    """How each picture of a batch of m is looked at."""

    boxes_m4: torch.Tensor  # left, upper, width and height of the crop, as shares of the picture
    flips_m: torch.Tensor  # mirrored left to right
    brightness_m: torch.Tensor
    contrast_m: torch.Tensor

    def of(self, part: slice) -> "Views":
        """Those of a part of the batch."""
        return Views(*(getattr(self, name)[part] for name in Views.__slots__))


def seeded(seed: int, batch: int) -> torch.Generator:
    """The source of chance of one batch; batches and seeds that are near have nothing in common."""
    (state,) = np.random.SeedSequence([seed, batch]).generate_state(1, np.uint64)
    return torch.Generator().manual_seed(int(state))


def draw_views(count: int, generator: torch.Generator) -> Views:
    chance = torch.rand((7, count), generator=generator)
    area_m = _between(LEAST_AREA, 1.0, chance[0])
    # The aspects with which a crop of this area fits into the (square) picture: no crop is drawn in vain.
    narrowest_m = area_m.clamp_min(ASPECTS[0]).log()
    aspect_m = _between(narrowest_m, (1 / area_m).clamp_max(ASPECTS[1]).log(), chance[1]).exp()
    width_m, height_m = (area_m * aspect_m).sqrt().clamp_max(1), (area_m / aspect_m).sqrt().clamp_max(1)
    left_m, upper_m = chance[2] * (1 - width_m), chance[3] * (1 - height_m)
    return Views(
        boxes_m4=torch.stack([left_m, upper_m, width_m, height_m], dim=1),
        flips_m=chance[4] < 0.5,
        brightness_m=_between(*LIGHT, chance[5]),
        contrast_m=_between(*LIGHT, chance[6]),
    )


def look(pixels_mHWC: torch.Tensor, views: Views, side: int) -> torch.Tensor:
    """The views of these pictures (bytes) as squares: float32, channels first, 0 to 255, where the pictures are."""
    x_mCHW = as_channels_first(pixels_mHWC)
    maps_m23 = _maps(views).to(x_mCHW.device)
    grid = F.affine_grid(maps_m23, [len(x_mCHW), 3, side, side], align_corners=False)
    x_mCHW = F.grid_sample(x_mCHW, grid, mode="bilinear", padding_mode="border", align_corners=False)
    return _lit(x_mCHW, views)


def as_channels_first(pixels_mHWC: torch.Tensor) -> torch.Tensor:
    return pixels_mHWC.permute(0, 3, 1, 2).to(torch.float32, memory_format=torch.contiguous_format)


def _maps(views: Views) -> torch.Tensor:
    """From places in the view to places in the picture; both go from -1 to 1, as grid_sample has it."""
    left_m, upper_m, width_m, height_m = views.boxes_m4.unbind(dim=1)
    maps_m23 = torch.zeros(len(left_m), 2, 3)
    maps_m23[:, 0, 0] = torch.where(views.flips_m, -width_m, width_m)
    maps_m23[:, 0, 2] = 2 * left_m + width_m - 1
    maps_m23[:, 1, 1] = height_m
    maps_m23[:, 1, 2] = 2 * upper_m + height_m - 1
    return maps_m23


def _lit(x_mCHW: torch.Tensor, views: Views) -> torch.Tensor:
    """Brightness stretches from black, contrast from the picture's mean."""
    light_2m = torch.stack([views.brightness_m, views.contrast_m]).to(x_mCHW.device)
    brightness_m111, contrast_m111 = light_2m[:, :, None, None, None]
    bright_mCHW = x_mCHW * brightness_m111
    mean_m111 = bright_mCHW.mean(dim=(1, 2, 3), keepdim=True)
    return torch.lerp(mean_m111, bright_mCHW, contrast_m111).clamp_(0, 255)


def _between(low: float | torch.Tensor, high: float | torch.Tensor, share: torch.Tensor) -> torch.Tensor:
    return low + (high - low) * share
