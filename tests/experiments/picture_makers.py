"""Small picture files for experiments: each of one colour with grain, so that labels can be told by eye."""

from pathlib import Path

import numpy as np
from PIL import Image

COLOURS = {"red": (220, 40, 40), "green": (40, 200, 40), "blue": (40, 60, 220)}


def write_picture(path: Path, colours: tuple[str, ...], seed: int) -> None:
    """Stripes of these colours, and grain by the seed: no two files are alike."""
    random = np.random.default_rng(seed)
    stripes = np.array([COLOURS[name] for name in colours]).repeat(24, axis=0)[None].repeat(40, axis=0)
    pixels = np.clip(stripes + random.integers(-20, 21, stripes.shape), 0, 255).astype(np.uint8)
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(pixels).save(path)


def write_classes(folder: Path, per_class: int, seed: int = 0) -> None:
    """A folder of pictures for each colour."""
    for number, name in enumerate(COLOURS):
        for picture in range(per_class):
            write_picture(folder / name / f"{picture}.png", (name,), seed + 1000 * number + picture)


def labels_of(row: int) -> tuple[str, ...]:
    """One colour, or two for every third picture."""
    names = list(COLOURS)
    first = names[row % 3]
    return tuple(sorted({first, names[(row // 3) % 3]})) if row % 2 else (first,)


def write_table(folder: Path, count: int, parts: str | None = "train,train,valid,test") -> Path:
    """labels.csv with pictures in images/ beside it; `parts` are taken in turn, None for no such column."""
    turns = parts.split(",") if parts else []
    lines = ["file,labels" + (",part" if turns else "")]
    for row in range(count):
        write_picture(folder / "images" / f"{row}.png", labels_of(row), row)
        part = f",{turns[row % len(turns)]}" if turns else ""
        lines.append(f"{row}.png,{';'.join(labels_of(row))}{part}")
    table = folder / "labels.csv"
    table.write_text("\n".join(lines) + "\n")
    return table
