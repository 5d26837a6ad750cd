"""Words as CLIP takes them: the pieces that open_clip makes, and the features that its tower gives for them."""

from pathlib import Path

import numpy as np
import pytest
import torch

from engine.errors import UserError
from engine.model import added
from engine.model.adding import add_file
from engine.model.words import WordEncoder, pieces
from tests.model.tiny_networks import tiny_clip, tiny_timm

SENTENCES = [
    "a photo of a cat",
    "Rote Schuhe & grüne Äpfel",
    "it's 2024-07, isn't it?",
    "日本 の写真",
    "  lots   of\tspace ",
    "&amp;lt;b&gt;",
    "emoji 🐱🐶!!",
    "xyzzyqwop" * 30,
    "",
    "don't DUCKS'",
    "ﬁancé “quoted” …",
]


def test_words_are_cut_into_the_pieces_that_open_clip_makes() -> None:
    from open_clip.tokenizer import SimpleTokenizer

    theirs = SimpleTokenizer()
    random = np.random.default_rng(0)
    drawn = ["".join(map(chr, random.choice([*range(32, 127), *range(160, 1000)], 30))) for _ in range(50)]
    for sentence in SENTENCES + drawn:
        for length in (16, 77):
            expected = theirs([sentence], context_length=length)[0].tolist()
            assert pieces(sentence, length).tolist() == expected, sentence


def test_words_become_what_the_second_tower_gives_for_them(tmp_path: Path) -> None:
    import open_clip

    path = tiny_clip(tmp_path / "clip")
    network = add_file(str(tmp_path), str(path))
    words = WordEncoder(str(tmp_path)).features(network.name, "red shoes")
    theirs, _ = open_clip.create_model_from_pretrained(f"local-dir:{path.parent}")
    tokens = open_clip.get_tokenizer(f"local-dir:{path.parent}", context_length=16)(["red shoes"])
    with torch.inference_mode():
        assert words == pytest.approx(theirs.eval().encode_text(tokens, normalize=True)[0].numpy(), abs=1e-4)
    assert np.linalg.norm(words) == pytest.approx(1, abs=1e-4)
    assert words.shape == (added.read_about(str(tmp_path), network.name).dimensions,)


def test_a_network_without_words_says_so(tmp_path: Path) -> None:
    network = add_file(str(tmp_path), str(tiny_timm(tmp_path / "from timm")))
    for space in (network.name, "efficientnet_lite0"):
        with pytest.raises(UserError, match="knows no words"):
            WordEncoder(str(tmp_path)).features(space, "red shoes")
