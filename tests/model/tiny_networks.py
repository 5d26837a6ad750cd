"""Networks so small that they are made on the spot, as files with their configuration beside them.

Their weights are random: what they find is of no use, but the way from the file to features is the real one.
"""

import json
from pathlib import Path

import torch
from safetensors.torch import save_file

SIDE = 32


def tiny_timm(folder: Path, seed: int = 0) -> Path:
    """A vision transformer of two layers, as timm publishes its models: with a classifier, which nobody needs."""
    import timm

    torch.manual_seed(seed)
    arguments = {"img_size": SIDE, "patch_size": 16, "embed_dim": 24, "depth": 2, "num_heads": 2}
    network = timm.create_model("vit_tiny_patch16_224", num_classes=7, **arguments)
    config = {
        "architecture": "vit_tiny_patch16_224",
        "num_classes": 7,
        "model_args": arguments,
        "pretrained_cfg": {
            "tag": "made_here",
            "input_size": [3, SIDE, SIDE],
            "interpolation": "bilinear",
            "crop_pct": 0.8,
            "mean": [0.5, 0.4, 0.3],
            "std": [0.2, 0.25, 0.5],
            "license": "mit",
        },
    }
    return _written(folder, "model.safetensors", network, "config.json", config)


def tiny_clip(folder: Path, seed: int = 0) -> Path:
    """Two towers, as open_clip publishes them."""
    from open_clip.model import CLIP

    torch.manual_seed(seed)
    settings = {
        "embed_dim": 16,
        "vision_cfg": {"image_size": SIDE, "layers": 1, "width": 64, "head_width": 32, "patch_size": 16},
        "text_cfg": {"context_length": 16, "vocab_size": 49408, "width": 32, "heads": 2, "layers": 1},
    }
    config = {
        "name": "tiny",
        "model_cfg": settings,
        "preprocess_cfg": {"mean": [0.5, 0.5, 0.5], "std": [0.25, 0.25, 0.25], "interpolation": "bicubic"},
    }
    return _written(folder, "open_clip_model.safetensors", CLIP(**settings), "open_clip_config.json", config)


def tiny_onnx(folder: Path, config: object = None) -> Path:
    """The mean colours of the picture's quarters, as a graph: what comes of it can be seen by eye."""
    import onnx
    from onnx import TensorProto, helper

    given = helper.make_tensor_value_info("seen", TensorProto.FLOAT, ["n", 3, SIDE, SIDE])
    gives = helper.make_tensor_value_info("colour", TensorProto.FLOAT, ["n", 12])
    nodes = [
        helper.make_node("AveragePool", ["seen"], ["pooled"], kernel_shape=[16, 16], strides=[16, 16]),
        helper.make_node("Flatten", ["pooled"], ["colour"]),
    ]
    graph = helper.make_graph(nodes, "mean", [given], [gives])
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "mean colour.onnx"
    onnx.save(helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 17)]), path)
    if config is not None:
        (folder / "preprocessor_config.json").write_text(json.dumps(config))
    return path


OF_TRANSFORMERS = {
    "do_center_crop": False,
    "size": {"height": SIDE, "width": SIDE},
    "image_mean": [0.0, 0.0, 0.0],
    "image_std": [1.0, 1.0, 1.0],
    "resample": 2,
}


def _written(folder: Path, weights: str, network: torch.nn.Module, name: str, config: object) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    save_file({key: value.contiguous() for key, value in network.state_dict().items()}, folder / weights)
    (folder / name).write_text(json.dumps(config))
    return folder / weights
