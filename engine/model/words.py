"""Words -> features, by the second tower of a network that has two (CLIP, as open_clip publishes it).

The tower is exported once, as the one for pictures is, and runs in ONNX Runtime: a search by words imports no
torch. Words are cut into pieces as those networks were trained: the pairs of letters and pieces that occurred
together most often were joined first, and so they are here. The list of pairs comes with open_clip.
"""

from __future__ import annotations

import gzip
import html
import importlib.util
from collections.abc import Generator, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Vectors
from engine.errors import UserError
from engine.feature_space import FeatureSpace
from engine.model import added, onnx_export, views
from engine.model.backbones import backbone
from engine.model.encoder import open_session
from engine.needed_packages import need
from engine.progress import Progress, finish
from engine.sentences import said

LONGEST = 1000  # letters
CONTEXT = 77  # pieces that a tower takes, unless its settings say otherwise
_PAIRS = "bpe_simple_vocab_16e6.txt.gz"
_PAIR_COUNT = 49152 - 256 - 2
_END = "</w>"  # of a word

NO_WORDS = said(
    "The network of the active version knows no words. “Networks…” in the menu Model lists one that does; the "
    "command “dualhash networks” adds it, too."
)


class WordEncoder:
    """Features of words in the feature space of the network's pictures, of length 1."""

    def __init__(self, models_folder: str) -> None:
        self._models_folder = models_folder
        self._of: str = ""
        self._session: Any = None

    def features(self, space: FeatureSpace, words: str) -> Vectors:
        """UserError if that network knows no words."""
        network = views.parted(space)[0]
        if not added.has_words(network) or space != network:
            raise UserError(NO_WORDS)
        settings = added.read_about(self._models_folder, network).settings.get("text_cfg", {})
        if settings.get("hf_tokenizer_name"):
            raise UserError(
                said("The words of this network are cut up by another package, which DualHash does not use.")
            )
        if self._of != network:
            self._session = open_session(finish(prepared(network, self._models_folder)), threads=1)
            self._of = network
        pieces_1L = pieces(words, int(settings.get("context_length", CONTEXT)))[None]
        features_1D = self._session.run(None, {self._session.get_inputs()[0].name: pieces_1L})[0]
        features_D: Vectors = features_1D[0].astype(np.float32)
        return features_D


def prepared(network: str, models_folder: str) -> Generator[Progress, None, str]:
    """The path of the exported tower for words."""
    return (yield from onnx_export.prepared(backbone(network, models_folder), models_folder, for_words=True))


def pieces(words: str, length: int) -> NDArray[np.int64]:
    """The numbers of its pieces between those of beginning and end; what is too long is cut off."""
    cutter = _cutter()
    inside = [number for word in _cleaned(words) for number in cutter.numbers(word)][: length - 2]
    row_L = np.zeros(length, np.int64)
    whole = [cutter.begin, *inside, cutter.end]
    row_L[: len(whole)] = whole
    return row_L


def _cleaned(words: str) -> Iterator[str]:
    need("ftfy", said("“pip install open_clip_torch” mends that"))
    need("regex", said("“pip install open_clip_torch” mends that"))
    import ftfy
    import regex

    text = html.unescape(html.unescape(ftfy.fix_text(words[:LONGEST])))
    text = " ".join(text.split()).lower()
    yield from regex.findall(r"'s|'t|'re|'ve|'m|'ll|'d|\p{L}+|\p{N}|[^\s\p{L}\p{N}]+", text, regex.IGNORECASE)


@cache
def _cutter() -> _Cutter:
    found = importlib.util.find_spec("open_clip")
    if found is None or not found.submodule_search_locations:
        need("open_clip", said("“pip install open_clip_torch” mends that"))
    assert found is not None
    assert found.submodule_search_locations
    with gzip.open(Path(found.submodule_search_locations[0]) / _PAIRS, "rt", encoding="utf-8") as file:
        lines = file.read().split("\n")[1 : _PAIR_COUNT + 1]
    return _Cutter([tuple(line.split()) for line in lines])


class _Cutter:
    """Cuts a word into the pieces that the network has numbers for."""

    def __init__(self, pairs: list[tuple[str, ...]]) -> None:
        self._letter_of = _letters()
        letters = list(self._letter_of.values())
        known = letters + [letter + _END for letter in letters] + ["".join(pair) for pair in pairs]
        self._number_of = {piece: number for number, piece in enumerate(known)}
        self._rank_of = {pair: rank for rank, pair in enumerate(pairs)}
        self.begin, self.end = len(known), len(known) + 1

    def numbers(self, word: str) -> list[int]:
        letters = [self._letter_of[byte] for byte in word.encode()]
        parts = [*letters[:-1], letters[-1] + _END]
        while len(parts) > 1:
            best = min(pairwise(parts), key=self._rank)
            if best not in self._rank_of:
                break
            parts = list(_joined(parts, best))
        return [self._number_of[part] for part in parts]

    def _rank(self, pair: tuple[str, ...]) -> float:
        return self._rank_of.get(pair, float("inf"))


def _joined(parts: list[str], pair: tuple[str, ...]) -> Iterator[str]:
    """The same with each such pair as one."""
    at = 0
    while at < len(parts):
        two = tuple(parts[at : at + 2])
        yield "".join(two) if two == pair else parts[at]
        at += 2 if two == pair else 1


def _letters() -> dict[int, str]:
    """A visible letter for each byte: its own where it has one, else one from 256 on."""
    own = [*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)]
    others = [byte for byte in range(256) if byte not in own]
    return {byte: chr(byte) for byte in own} | {byte: chr(256 + at) for at, byte in enumerate(others)}
