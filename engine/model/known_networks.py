"""Networks that can be fetched by name: a short list that was read up on, and any model of timm.

The licences of timm's models are those in its own table, the repository of CLIP is the one in open_clip's; sizes go
by the number of weights. Nothing is fetched here (see fetching).
"""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass

from engine.errors import UserError
from engine.needed_packages import need_hub, need_open_clip, need_timm
from engine.sentences import said

CONFIGURATION = {"timm": "config.json", "open_clip": "open_clip_config.json"}
WEIGHTS = {"timm": "model.safetensors", "open_clip": "open_clip_model.safetensors"}


@dataclass(frozen=True, slots=True)
class KnownNetwork:
    """What is said before it is fetched. `meaning` is what it is for."""

    name: str
    kind: str
    repository: str  # on the Hugging Face Hub
    megabytes: int
    licence: str
    meaning: str = ""

    @property
    def has_words(self) -> bool:
        return self.kind == "open_clip"

    @property
    def source(self) -> str:
        return f"https://huggingface.co/{self.repository}"

    @property
    def files(self) -> tuple[str, str]:
        return CONFIGURATION[self.kind], WEIGHTS[self.kind]

    @property
    def said(self) -> str:
        """Size, licence and source, and that this downloads."""
        return said(
            "This downloads {name} from huggingface.co/{repository}: about {megabytes:,} MB, licence {licence}. "
            "Nothing of your pictures is sent.",
            name=self.name,
            repository=self.repository,
            megabytes=self.megabytes,
            licence=self.licence or said("unknown"),
        )


SHORT_LIST = (
    KnownNetwork(
        "mobilenetv4_conv_small.e2400_r224_in1k",
        "timm",
        "timm/mobilenetv4_conv_small.e2400_r224_in1k",
        15,
        "Apache-2.0",
        said("Small and quick: for slow computers and very large libraries."),
    ),
    KnownNetwork(
        "convnext_nano.in12k_ft_in1k",
        "timm",
        "timm/convnext_nano.in12k_ft_in1k",
        62,
        "Apache-2.0",
        said("Things and kinds told apart more finely, having seen 12,000 kinds; several times slower."),
    ),
    KnownNetwork(
        "vit_small_patch14_dinov2.lvd142m",
        "timm",
        "timm/vit_small_patch14_dinov2.lvd142m",
        88,
        "Apache-2.0",
        said("Learned without names, from looks alone: the very same place or thing. Very slow without a GPU."),
    ),
    KnownNetwork(
        "ViT-B-32.laion2b_s34b_b79k",
        "open_clip",
        "laion/CLIP-ViT-B-32-laion2B-s34B-b79K",
        605,
        "MIT",
        said("Pictures can be searched for by words, too."),
    ),
)


def known(name: str) -> KnownNetwork:
    """One of the list, or a model of timm by its name, as timm describes it; UserError if there is none."""
    listed = {each.name: each for each in SHORT_LIST}
    plain = name.removeprefix("timm:").removeprefix("timm.")
    if plain in listed:
        found = listed[plain]
        _need(found.kind)
        return found
    return _of_timm(plain)


def lacks(network: KnownNetwork) -> str:
    """Which package is missing to use it, in a sentence; it is looked for, and nothing is imported."""
    packages = {"timm": "timm", "huggingface_hub": "huggingface_hub"}
    if network.has_words:
        packages = {"open_clip": "open_clip_torch", **packages}
    for module, package in packages.items():
        if importlib.util.find_spec(module) is None:
            return said("This needs the package {package}: “pip install {package}” brings it.", package=package)
    return ""


def _need(kind: str) -> None:
    """What is missing to use it is said before anything is fetched."""
    if kind == "timm":
        need_timm()
    else:
        need_open_clip()
    need_hub()


def _of_timm(name: str) -> KnownNetwork:
    _need("timm")
    from timm.models import get_pretrained_cfg, is_model

    about = get_pretrained_cfg(name) if is_model(name.partition(".")[0]) else None
    if about is None:
        raise UserError(said("timm knows no model {name} ({why}).", name=name, why=said("no such name")))
    repository = about.hf_hub_id
    if not repository:
        raise UserError(
            said("The weights of {name} are not where timm's others are; please give a file.", name=name)
        )
    return KnownNetwork(name, "timm", repository, _megabytes(name), about.license or "")


def _megabytes(name: str) -> int:
    """By the number of its weights: each takes four bytes."""
    import timm
    import torch

    try:
        with torch.device("meta"):
            network = timm.create_model(name.partition(".")[0], pretrained=False)
    except RuntimeError:  # some look at numbers while they are built
        network = timm.create_model(name.partition(".")[0], pretrained=False)
    numbers: int = sum(each.numel() for each in network.state_dict().values())
    return max(1, round(numbers * 4 / 1e6))
