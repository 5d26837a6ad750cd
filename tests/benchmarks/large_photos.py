"""48 generated 12-megapixel JPEGs: our index job (features, codes, thumbnails) against imagededup's PHash.

python tests/benchmarks/large_photos.py          needs: pip install -e ".[benchmark]"
"""

import os
import tempfile
import time

import numpy as np
from indexing import indexing
from PIL import Image, ImageFilter

from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.onnx_export import prepared
from engine.progress import finish

COUNT, SIZE = 48, (4000, 3000)


def make_photos(folder: str) -> None:
    """Smooth shapes with some grain: compresses to a few megabytes, like a camera's."""
    random = np.random.default_rng(0)
    for number in range(COUNT):
        coarse = Image.fromarray(random.integers(0, 256, (30, 40, 3), dtype=np.uint8))
        picture = coarse.resize(SIZE, Image.Resampling.BICUBIC).filter(ImageFilter.GaussianBlur(2))
        grain = random.normal(0, 6, (SIZE[1], SIZE[0], 1)).astype(np.int16)
        pixels = np.clip(np.asarray(picture, np.int16) + grain, 0, 255).astype(np.uint8)
        Image.fromarray(pixels).save(os.path.join(folder, f"{number:02d}.jpg"), quality=92)


def phash(folder: str) -> float:
    from imagededup.methods import PHash

    hasher = PHash(verbose=False)
    began = time.monotonic()
    encodings = hasher.encode_images(image_dir=folder)
    assert len(encodings) == COUNT
    return COUNT / (time.monotonic() - began)


def main() -> None:
    finish(prepared(EFFICIENTNET_LITE0))
    with tempfile.TemporaryDirectory() as folder:
        make_photos(folder)
        size = sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder)) / COUNT / 1e6
        print(f"{COUNT} pictures of 12 megapixels, {size:.1f} MB each")
        ratios = []
        for turn in range(3):
            theirs = phash(folder)
            result = indexing(os.fsencode(folder))
            ours = COUNT / result.seconds
            ratios.append(ours / theirs)
            print(
                f"round {turn + 1}: PHash {theirs:.1f} images/s; index job, all in: {ours:.1f} images/s "
                f"({result.images_per_second:.1f} while reading), ratio {ratios[-1]:.2f}"
            )
        print(f"ratio, median: {sorted(ratios)[1]:.2f} (wanted: at least 3)")


if __name__ == "__main__":
    main()
