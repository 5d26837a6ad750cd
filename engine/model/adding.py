"""A network's file and configuration -> what the library keeps of it. Nothing is fetched here.

The preprocessing is never guessed: it comes from the configuration beside the file (`config.json` as timm writes
it, `open_clip_config.json`, `preprocessor_config.json` as of transformers), or, of a weights file of torchvision,
from the transforms that torchvision gives for it.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import pickle
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from engine.model import added
from engine.model.added import GRAPH, ONNX, OPEN_CLIP, TIMM, TORCHVISION, AddedNetwork
from engine.model.added_networks import built
from engine.model.backbone_spec import Backbone, in_pixels
from engine.model.tensor_files import LARGEST_FILE, InvalidTensorsError, Tensors, trouble_said
from engine.needed_packages import need_torch
from engine.sentences import said

CONFIGURATIONS = ("config.json", "open_clip_config.json", "preprocessor_config.json")
LARGEST_CONFIGURATION = 1 << 20
_NAMES = {0: "nearest", 2: "bilinear", 3: "bicubic"}  # Pillow's numbers, as transformers writes them

Config = Mapping[str, Any]


def add_file(
    models_folder: str, path: str, configuration: str | None = None, *, licence: str = "", source: str = ""
) -> Backbone:
    """Add the network of that file to the library; whatever is wrong with it gets one sentence."""
    need_torch()
    path = os.path.abspath(path)
    with trouble_said(said("{path!r} is not a network that can be used: {why}."), path=path):
        about, tensors = _read(path, configuration)
        about = replace(
            about, licence=licence or about.licence, source=source or about.source or os.path.basename(path)
        )
        return added.write(models_folder, about, tensors)


def _read(path: str, configuration: str | None) -> tuple[AddedNetwork, Tensors]:
    if not os.path.isfile(path) or os.path.getsize(path) > LARGEST_FILE:
        raise InvalidTensorsError(said("it is no file, or too large"))
    config = _configuration(path, configuration)
    if path.endswith(".onnx"):
        return _onnx(path, config)
    if config is None:
        about = _of_torchvision(path)
        return about, _fitting(about, _torch_tensors(path))
    about = _of_open_clip(config) if "model_cfg" in config else _of_timm(config)
    return _measured(about, _fitting(about, _torch_tensors(path)))


def _configuration(path: str, given: str | None) -> Config | None:
    beside = [os.path.join(os.path.dirname(path), name) for name in CONFIGURATIONS]
    stem = [os.path.splitext(path)[0] + ".json"]
    for place in [given] if given else stem + beside:
        if not given and not os.path.isfile(place):
            continue
        with open(place, "rb") as file:
            try:
                config = json.loads(file.read(LARGEST_CONFIGURATION))
            except (ValueError, RecursionError) as error:
                raise InvalidTensorsError(said("its configuration is no JSON")) from error
        if not isinstance(config, dict):
            raise InvalidTensorsError(said("its configuration is no JSON"))
        return config
    return None


def _of_torchvision(path: str) -> AddedNetwork:
    """One of torchvision's own weights files, which it names NAME-CHECKSUM.pth."""
    from torchvision import models

    name = os.path.basename(path)
    for model in models.list_models(module=models):
        for weights in models.get_model_weights(model):
            if os.path.basename(weights.url) == name:
                with open(path, "rb") as file:
                    digest = hashlib.file_digest(file, "sha256").hexdigest()
                if not digest.startswith(name.rpartition("-")[2].partition(".")[0]):
                    raise InvalidTensorsError(said("it has changed since it was written"))
                return _torchvision_facts(model, weights)
    raise InvalidTensorsError(said("no configuration lies beside it that says what its network is"))


def _torchvision_facts(model: str, weights: Any) -> AddedNetwork:
    from engine.model import torchvision_networks

    spec = torchvision_networks.spec_of(model, weights)
    return AddedNetwork(
        TORCHVISION,
        model,
        spec.dimensions,
        spec.resize,
        spec.side,
        spec.mean,
        spec.std,
        spec.resampling.name.lower(),
        source=weights.url,
    )


def _of_timm(config: Config) -> AddedNetwork:
    """As timm writes it: the architecture, and beside it what its weights were trained with."""
    architecture, about = config.get("architecture"), config.get("pretrained_cfg", config)
    if not isinstance(architecture, str) or not isinstance(about, dict):
        raise InvalidTensorsError(said("its configuration does not say what its network is"))
    arguments = config.get("model_args") or {}
    tag = about.get("tag")
    return AddedNetwork(
        TIMM,
        f"{architecture}.{tag}" if isinstance(tag, str) and tag else architecture,
        added.UNKNOWN,
        licence=str(about.get("license") or config.get("license") or ""),
        settings={k: v for k, v in dict(arguments).items() if k not in ("pretrained", "num_classes")},
        **_timm_preprocessing(about),
    )


def _timm_preprocessing(about: Config) -> dict[str, Any]:
    try:
        side = int(about["input_size"][-1])
        mean, std = tuple(map(float, about["mean"])), tuple(map(float, about["std"]))
        crop, mode = float(about.get("crop_pct") or 0.875), about.get("crop_mode") or "center"
        resampling = str(about.get("interpolation", "bilinear"))
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise InvalidTensorsError(said("its configuration does not say how pictures are prepared")) from error
    return {
        "resize": side if mode == "squash" else math.floor(side / crop),
        "side": side,
        "mean": in_pixels(mean),
        "std": in_pixels(std),
        "resampling": resampling if resampling in added.RESAMPLING else "bicubic",
        "squeezes": mode == "squash",
    }


def _of_open_clip(config: Config) -> AddedNetwork:
    settings, about = config["model_cfg"], config.get("preprocess_cfg") or {}
    try:
        side = settings["vision_cfg"].get("image_size", 224)
        side = int(side[0] if isinstance(side, list) else side)
        mean = tuple(about.get("mean") or (0.48145466, 0.4578275, 0.40821073))  # OpenAI's, as open_clip has them
        std = tuple(about.get("std") or (0.26862954, 0.26130258, 0.27577711))
        dimensions = int(settings["embed_dim"])
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise InvalidTensorsError(said("its configuration does not say what its network is")) from error
    return AddedNetwork(
        OPEN_CLIP,
        str(config.get("name") or f"clip{dimensions}"),
        dimensions,
        side,
        side,
        in_pixels(mean),
        in_pixels(std),
        resampling=str(about.get("interpolation") or "bicubic"),
        squeezes=about.get("resize_mode") == "squash",
        settings=dict(settings),
    )


def _onnx(path: str, config: Config | None) -> tuple[AddedNetwork, Tensors]:
    import onnx

    with open(path, "rb") as file:
        data = file.read()
    try:
        model = onnx.load_from_string(data)
        onnx.checker.check_model(model)
    except Exception as error:  # protobuf and the checker have errors of several kinds
        raise InvalidTensorsError(said("it is no ONNX file, or damaged")) from error
    if any(each.data_location == onnx.TensorProto.EXTERNAL for each in model.graph.initializer):
        raise InvalidTensorsError(said("its weights lie in another file"))
    if config is None:
        raise InvalidTensorsError(said("no configuration lies beside it that says how pictures are prepared"))
    name = os.path.splitext(os.path.basename(path))[0]
    about = AddedNetwork(ONNX, name, added.UNKNOWN, **_any_preprocessing(config))
    return replace(about, dimensions=_width(data, about)), {GRAPH: np.frombuffer(data, np.uint8)}


def _any_preprocessing(config: Config) -> dict[str, Any]:
    """As timm writes it, or as transformers does."""
    if "image_mean" not in config:
        return _timm_preprocessing(config.get("pretrained_cfg", config))
    try:
        whole, cut = config.get("size"), config.get("crop_size")
        side = _edge(cut if cut and config.get("do_center_crop", True) else whole)
        resize = max(side, _edge(whole))
        squeezes = (
            not (cut and config.get("do_center_crop", True)) and isinstance(whole, dict) and "height" in whole
        )
        mean, std = tuple(map(float, config["image_mean"])), tuple(map(float, config["image_std"]))
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidTensorsError(said("its configuration does not say how pictures are prepared")) from error
    return {
        "resize": resize,
        "side": side,
        "mean": in_pixels(mean),
        "std": in_pixels(std),
        "resampling": _NAMES.get(config.get("resample", 3), "bicubic").replace("nearest", "bicubic"),
        "squeezes": squeezes,
    }


def _edge(size: Any) -> int:
    if isinstance(size, dict):
        size = size.get("shortest_edge") or size.get("height")
    return int(size)


def _width(data: bytes, about: AddedNetwork) -> int:
    """How many numbers the graph gives for a picture: its first output must be a vector of them."""
    from engine.model.encoder import open_session

    x_1CHW = np.zeros((1, 3, about.side, about.side), np.float32)
    try:
        session = open_session(data, threads=1)
        (first, *_) = session.run(None, {session.get_inputs()[0].name: x_1CHW})
    except Exception as error:  # ONNX Runtime has errors of many kinds
        raise InvalidTensorsError(
            said("it does not compute with a picture of {side} x {side} pixels", side=about.side)
        ) from error
    if getattr(first, "ndim", 0) != 2 or first.dtype != np.float32:
        raise InvalidTensorsError(said("what it gives for a picture is no vector of numbers"))
    return int(first.shape[1])


def _torch_tensors(path: str) -> Tensors:
    """Of a safetensors file, or of one that torch saved, from which nothing but tensors is taken."""
    import torch

    try:
        if path.endswith(".safetensors"):
            from safetensors.torch import load_file

            found = load_file(path)
        else:
            found = torch.load(path, map_location="cpu", weights_only=True)
    except OSError:
        raise
    except (Exception, pickle.UnpicklingError) as error:  # of whatever kind, nothing of it is used
        raise InvalidTensorsError(said("its content is damaged or of an unexpected type")) from error
    if not isinstance(found, dict) or not all(isinstance(each, torch.Tensor) for each in found.values()):
        raise InvalidTensorsError(said("it holds something other than the weights of a network"))
    return {
        name: (each.float() if each.is_floating_point() else each.long()).numpy() for name, each in found.items()
    }


def _fitting(about: AddedNetwork, tensors: Tensors) -> Tensors:
    """Those of the network's layers, without the classifier's; each must be there, in its shape."""
    expected = built(about).state_dict()
    lacking = [name for name, own in expected.items() if tensors.get(name, _NOTHING).shape != tuple(own.shape)]
    if lacking:
        raise InvalidTensorsError(said("it lacks “{name}”, or has it in another shape", name=lacking[0]))
    return {name: tensors[name].astype(str(own.dtype).removeprefix("torch.")) for name, own in expected.items()}


_NOTHING = np.empty((0, 0, 0, 0, 0, 0, 0))


def _measured(about: AddedNetwork, tensors: Tensors) -> tuple[AddedNetwork, Tensors]:
    """With the number of features, which no configuration says reliably."""
    import torch

    from engine.model.added_networks import filled

    with torch.inference_mode():
        features = filled(about, tensors)(torch.zeros(1, 3, about.side, about.side))
    if features.ndim != 2 or not torch.isfinite(features).all():
        raise InvalidTensorsError(said("what it gives for a picture is no vector of numbers"))
    return replace(about, dimensions=int(features.shape[1])), tensors
