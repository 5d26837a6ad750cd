"""Random views of pictures, against a slow literal computation of every pixel."""

import math

import numpy as np
import pytest
import torch

from engine.training.augmentation import ASPECTS, LEAST_AREA, LIGHT, Views, draw_views, look, seeded

SIDE = 5


def pictures(count: int, side: int = 8) -> torch.Tensor:
    random = np.random.default_rng(0)
    return torch.from_numpy(random.integers(0, 256, (count, side, side, 3), dtype=np.uint8))


def views_of(*boxes: tuple[float, float, float, float], flip: bool = False, light=(1.0, 1.0)) -> Views:
    ones = torch.ones(len(boxes))
    return Views(torch.tensor(boxes), torch.full((len(boxes),), flip), ones * light[0], ones * light[1])


def slow_look(picture: np.ndarray, box, flip: bool, brightness: float, contrast: float, side: int) -> np.ndarray:
    """The definition: where each pixel's middle lies in the picture, and what is there between four pixels."""
    size = len(picture)
    left, upper, width, height = box
    view = np.zeros((3, side, side))
    for channel in range(3):
        for row in range(side):
            for column in range(side):
                across = (column + 0.5) / side
                x = (left + width * (1 - across if flip else across)) * size - 0.5
                y = (upper + height * (row + 0.5) / side) * size - 0.5
                view[channel, row, column] = brightness * slow_between(picture[:, :, channel], x, y)
    mean = view.mean()
    return np.clip((view - mean) * contrast + mean, 0, 255)


def slow_between(grey: np.ndarray, x: float, y: float) -> float:
    x, y = min(max(x, 0.0), len(grey) - 1.0), min(max(y, 0.0), len(grey) - 1.0)
    x0, y0 = math.floor(x), math.floor(y)
    x1, y1 = min(x0 + 1, len(grey) - 1), min(y0 + 1, len(grey) - 1)
    upper = grey[y0, x0] * (1 - (x - x0)) + grey[y0, x1] * (x - x0)
    lower = grey[y1, x0] * (1 - (x - x0)) + grey[y1, x1] * (x - x0)
    return float(upper * (1 - (y - y0)) + lower * (y - y0))


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("box", [(0, 0, 1, 1), (0.25, 0.125, 0.5, 0.625), (0.3, 0.05, 0.7, 0.95)])
def test_a_view_is_what_the_slow_definition_gives(box, flip: bool):
    pixels = pictures(1)
    fast = look(pixels, views_of(box, flip=flip, light=(1.15, 0.85)), SIDE)[0]
    slow = slow_look(pixels[0].numpy(), box, flip, 1.15, 0.85, SIDE)
    np.testing.assert_allclose(fast.numpy(), slow, atol=0.01)


def test_drawn_views_are_what_the_slow_definition_gives_for_each_picture():
    pixels, views = pictures(6), draw_views(6, seeded(3, 1))
    fast = look(pixels, views, SIDE)
    for i in range(6):
        light = views.brightness_m[i].item(), views.contrast_m[i].item()
        slow = slow_look(pixels[i].numpy(), views.boxes_m4[i].tolist(), bool(views.flips_m[i]), *light, SIDE)
        np.testing.assert_allclose(fast[i].numpy(), slow, atol=0.01)


def test_the_whole_picture_in_its_own_size_is_the_picture_itself_and_its_flip_the_mirror_image():
    pixels = pictures(2)
    itself = pixels.permute(0, 3, 1, 2).float()
    whole = [(0.0, 0.0, 1.0, 1.0)] * 2
    torch.testing.assert_close(look(pixels, views_of(*whole), 8), itself, atol=0.01, rtol=0)
    torch.testing.assert_close(look(pixels, views_of(*whole, flip=True), 8), itself.flip(3), atol=0.01, rtol=0)


def test_values_stay_grey_levels_in_any_light():
    seen = look(pictures(4), views_of(*[(0.0, 0.0, 1.0, 1.0)] * 4, light=(1.2, 1.2)), 8)
    assert seen.dtype == torch.float32
    assert (seen.min().item(), seen.max().item()) == (0.0, 255.0), "these pictures have values that must be cut off"


def test_crops_keep_to_their_bounds_and_use_them():
    views = draw_views(5000, seeded(0, 0))
    left, upper, width, height = views.boxes_m4.unbind(1)
    assert (left.min() >= 0) & (upper.min() >= 0)
    assert ((left + width).max() <= 1 + 1e-6) & ((upper + height).max() <= 1 + 1e-6)
    area, aspect = width * height, width / height
    assert LEAST_AREA - 1e-4 <= area.min() < 0.51
    assert 0.98 < area.max() <= 1
    assert ASPECTS[0] - 1e-4 <= aspect.min() < 0.76
    assert 1.32 < aspect.max() <= ASPECTS[1] + 1e-4
    for light in (views.brightness_m, views.contrast_m):
        assert LIGHT[0] <= light.min() < 0.81
        assert 1.19 < light.max() <= LIGHT[1]
    assert 2300 < views.flips_m.sum() < 2700


def test_chance_is_the_same_for_the_same_seed_and_batch_and_else_another():
    def drawn(seed: int, batch: int) -> list[list[float]]:
        return draw_views(3, seeded(seed, batch)).boxes_m4.tolist()

    assert drawn(7, 2) == drawn(7, 2)
    assert drawn(7, 2) not in (drawn(7, 3), drawn(8, 2), drawn(2, 7))
