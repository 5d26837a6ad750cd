"""The map as a file beside the search index: a line of JSON and the arrays, all under one checksum. It can be made
again at any time; a file that is damaged or of another format is not used.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import UserError
from engine.library import Library
from engine.mapping.plane_map import PlaneMap
from engine.mapping.principal import Projection
from engine.publishing import published

log = logging.getLogger(__name__)

FORMAT = 1
DIGEST = 32
LONGEST_HEAD = 1 << 16
MOST_KEPT = 4  # maps: of the versions that one goes back and forth between


def path_of(library: Library, basis: str) -> str:
    name = hashlib.blake2b(basis.encode(), digest_size=8).hexdigest()
    return os.path.join(library.index_folder, f"map-{name}.places")


def save(library: Library, made: PlaneMap) -> None:
    """A disk that is full is no reason to stop: then it is laid out again the next time."""
    arrays = _arrays(made)
    about = {
        "format": FORMAT,
        "basis": made.basis,
        "laid_out": made.laid_out,
        "arrays": [[str(array.dtype), list(array.shape)] for array in arrays],
    }
    body = [json.dumps(about).encode() + b"\n", *(array.tobytes() for array in arrays)]
    try:
        with published(path_of(library, made.basis)) as file:
            file.write(_digest(body))
            file.writelines(body)
        _sweep(library)
    except UserError as error:
        log.warning("the map is not saved: %s", error)


def load(library: Library, basis: str) -> PlaneMap | None:
    """The saved map, or None if there is none that can be trusted."""
    try:
        with open(path_of(library, basis), "rb") as file:
            data = memoryview(file.read())
    except FileNotFoundError:
        return None
    except OSError as error:
        log.warning("the saved map cannot be read (%s)", error)
        return None
    if _digest([data[DIGEST:]]) != data[:DIGEST]:
        log.warning("the saved map is damaged; it is laid out again")
        return None
    try:
        return _parsed(data[DIGEST:], basis)
    except (ValueError, KeyError, TypeError):
        log.warning("the saved map is of another format; it is laid out again")
        return None


def damaged(library: Library) -> list[str]:
    """The files of those whose checksum does not fit."""
    found = []
    for path in _saved(library):
        try:
            with open(path, "rb") as file:
                data = memoryview(file.read())
        except OSError:  # gone meanwhile, or made again when it is asked for
            continue
        if _digest([data[DIGEST:]]) != data[:DIGEST]:
            found.append(path)
    return found


def _arrays(made: PlaneMap) -> list[NDArray[Any]]:
    projection = made.projection
    arrays = [made.image_ids, made.places_N2, made.reduced_NR]
    arrays += [projection.mean_D, projection.directions_DR, projection.offset_R]
    return [np.ascontiguousarray(array) for array in arrays]


def _parsed(data: memoryview, basis: str) -> PlaneMap | None:
    length = bytes(data[:LONGEST_HEAD]).index(b"\n")
    about = json.loads(bytes(data[:length]))
    if about["format"] != FORMAT or about["basis"] != basis:
        return None
    arrays, start = [], length + 1
    for kind, shape in about["arrays"]:
        dtype, count = np.dtype(kind), int(np.prod(shape))
        arrays.append(np.frombuffer(data[start : start + dtype.itemsize * count], dtype).reshape(shape))
        start += dtype.itemsize * count
    ids, places, reduced, mean, directions, offset = arrays
    return PlaneMap(basis, ids, places, reduced, Projection(mean, directions, offset), int(about["laid_out"]))


def _sweep(library: Library) -> None:
    """Those that were saved longest ago go; they can be made again."""
    for path in sorted(_saved(library), key=os.path.getmtime, reverse=True)[MOST_KEPT:]:
        os.unlink(path)


def _saved(library: Library) -> list[str]:
    folder = library.index_folder
    names = [name for name in os.listdir(folder) if name.startswith("map-") and name.endswith(".places")]
    return [os.path.join(folder, name) for name in names]


def _digest(parts: list[bytes] | list[memoryview]) -> bytes:
    digest = hashlib.blake2b(digest_size=DIGEST)
    for part in parts:
        digest.update(part)
    return digest.digest()
