"""Pictures of six kinds in folders, as an open set takes them."""

from pathlib import Path

from tests.experiments.picture_makers import write_picture

STRIPES = (("red",), ("green",), ("blue",), ("red", "green"), ("green", "blue"), ("blue", "red"))
SPACE = "gist"  # small features, which need no download


def write_kinds(folder: Path, of_each: int, kinds: int = len(STRIPES), seed: int = 0) -> Path:
    """Folders kind-0, kind-1, …, each with pictures of its own stripes."""
    for number in range(kinds):
        for picture in range(of_each):
            path = folder / f"kind-{number}" / f"{picture}.png"
            write_picture(path, STRIPES[number], seed + 1000 * number + picture)
    return folder
