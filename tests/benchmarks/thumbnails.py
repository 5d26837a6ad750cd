"""Thumbnails beside JPEGs of quality 80, which they were until they had tables of their own: bytes, processor time,
and how well a tile shows the picture.

    python -m tests.benchmarks.thumbnails [--pictures 300] [--judged 40] [--worst OUT] FOLDER…

It is SSIMULACRA2 that judges (`pip install -e ".[benchmark]"`): the tile beside the picture itself made as small,
160 and 320 pixels wide or high, which is the usual and the largest tile. By its makers' account one cannot be told
from the other side by side from 80 on, in turns from 85. With `--worst` pictures of the ten that came out worst are
put into OUT to be looked at: the picture, quality 80, the thumbnail, at once and twice the size.
"""

import argparse
import io
import random
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image

from engine.images import thumbnail

TILES = (160, 320)
ROUNDS = 5
WORST = 10
ENDINGS = (".jpg", ".jpeg", ".png")


def of_quality_80(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=80)
    return out.getvalue()


def decoded(jpeg: bytes) -> Image.Image:
    with Image.open(io.BytesIO(jpeg)) as opened:
        return opened.convert("RGB")


def as_tile(picture: Image.Image, edge: int) -> Image.Image:
    """Never larger than it is."""
    longest = max(picture.size)
    if longest <= edge:
        return picture
    return picture.resize(
        (max(1, round(picture.width * edge / longest)), max(1, round(picture.height * edge / longest))),
        Image.Resampling.LANCZOS,
    )


def shown(jpeg: bytes, tile: Image.Image) -> Image.Image:
    picture = decoded(jpeg)
    return picture if picture.size == tile.size else picture.resize(tile.size, Image.Resampling.LANCZOS)


def judged(jpeg: bytes, picture: Image.Image) -> list[float]:
    from ssimulacra2 import compute_ssimulacra2

    scores = []
    for edge in TILES:
        files = []
        tile = as_tile(picture, edge)
        for each in (tile, shown(jpeg, tile)):
            files.append(io.BytesIO())
            each.save(files[-1], "PNG", compress_level=0)
            files[-1].seek(0)
        scores.append(compute_ssimulacra2(*files))
    return scores


def milliseconds(work: Callable[[], object]) -> float:
    """The least of some rounds."""
    spent = []
    for _ in range(ROUNDS):
        began = time.process_time()
        work()
        spent.append(1000 * (time.process_time() - began))
    return min(spent)


def put_side_by_side(path: Path, out: Path) -> None:
    with Image.open(path) as opened:
        picture = opened.convert("RGB")
    small, tile = thumbnail.small(picture), as_tile(picture, TILES[-1])
    row = [tile, shown(of_quality_80(small), tile), shown(thumbnail.as_jpeg(small), tile)]
    for times in (1, 2):
        size = tile.width * times, tile.height * times
        sheet = Image.new("RGB", (len(row) * (size[0] + 8), size[1]), (128, 128, 128))
        for number, each in enumerate(row):
            sheet.paste(each.resize(size, Image.Resampling.NEAREST), (number * (size[0] + 8), 0))
        sheet.save(out / f"{path.stem}-{times}x.png")


def measure(folder: Path, count: int, to_judge: int, out: Path | None) -> None:
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in ENDINGS)
    random.Random(7).shuffle(paths)
    scores: list[tuple[float, Path]] = []
    rows: dict[str, list[list[float]]] = {"quality 80": [], "thumbnail": []}
    for number, path in enumerate(paths[:count]):
        with Image.open(path) as opened:
            picture = opened.convert("RGB")
        small = thumbnail.small(picture)
        for name, encode in (("quality 80", of_quality_80), ("thumbnail", thumbnail.as_jpeg)):
            jpeg = encode(small)
            costs = milliseconds(partial(encode, small)), milliseconds(partial(decoded, jpeg))
            tiles = judged(jpeg, picture) if number < to_judge else [np.nan] * len(TILES)
            rows[name].append([len(jpeg), *costs, *tiles])
        if number < to_judge:
            scores.append((tiles[-1], path))
    print(f"{folder}: {len(paths[:count])} pictures, {min(count, to_judge)} of them judged")
    for name, cells in rows.items():
        mean, least = np.nanmean(cells, axis=0), np.nanpercentile(np.array(cells)[:, 3:], 5, axis=0)
        print(
            f"  {name:11s}{mean[0]:7.0f} bytes, encoded in {mean[1]:.2f} ms, decoded in {mean[2]:.2f}; tile of 160"
            f" {mean[3]:.1f} (one in 20 below {least[0]:.1f}), of 320 {mean[4]:.1f} ({least[1]:.1f})",
            flush=True,
        )
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        for _, path in sorted(scores)[:WORST]:
            put_side_by_side(path, out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--pictures", type=int, default=300)
    parser.add_argument("--judged", type=int, default=40)
    parser.add_argument("--worst", type=Path, metavar="OUT")
    asked = parser.parse_args()
    for folder in asked.folders:
        measure(folder, asked.pictures, asked.judged, asked.worst)


if __name__ == "__main__":
    main()
