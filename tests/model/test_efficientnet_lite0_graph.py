"""The graph that we put together computes what torch's network does, and takes no torch to be made."""

from pathlib import Path

import numpy as np
import onnx
import pytest
import torch

from engine.model.backbones import EFFICIENTNET_LITE0, build_network, load_lite0_weights, load_network
from engine.model.efficientnet_lite0_graph import graph
from engine.model.encoder import open_session
from tests.photo_makers import KINDS, photo


def features_of(network: torch.nn.Module, folder: Path) -> tuple[np.ndarray, np.ndarray]:
    """What our graph of the network and the network itself compute of some photos."""
    tensors = {name: tensor.numpy() for name, tensor in network.state_dict().items()}
    onnx.save(graph(tensors), folder / "graph.onnx")
    x_NCHW = EFFICIENTNET_LITE0.normalise(np.stack([EFFICIENTNET_LITE0.crop(photo(kind, 1)) for kind in KINDS]))
    (ours_ND,) = open_session(str(folder / "graph.onnx"), threads=1).run(None, {"pixels": x_NCHW})
    with torch.inference_mode():
        return ours_ND, network(torch.from_numpy(x_NCHW)).numpy()


def test_it_computes_what_the_network_does(tmp_path: Path) -> None:
    ours_ND, expected_ND = features_of(load_network(EFFICIENTNET_LITE0), tmp_path)
    assert ours_ND.shape == (len(KINDS), EFFICIENTNET_LITE0.dimensions)
    assert np.abs(expected_ND).max() > 1
    assert np.abs(ours_ND - expected_ND).max() < 1e-4


@pytest.mark.parametrize("seed", range(2))
def test_it_does_so_with_any_weights(seed: int, tmp_path: Path) -> None:
    """Scales, means and variances far from those that were published, so that nothing cancels by chance."""
    torch.manual_seed(seed)
    network = build_network("efficientnet_lite0").eval()
    for name, tensor in network.state_dict().items():
        if name.endswith("running_var") or (tensor.ndim == 1 and name.endswith("weight")):
            tensor.uniform_(0.7, 1.5)
        elif tensor.ndim == 1:
            tensor.normal_(0, 0.3)
    ours_ND, expected_ND = features_of(network, tmp_path)
    assert expected_ND.std() > 0.05
    assert np.abs(ours_ND - expected_ND).max() < 1e-4 * max(1, np.abs(expected_ND).max())


def test_it_is_a_valid_graph_of_few_kinds_of_operations() -> None:
    model = graph(load_lite0_weights(EFFICIENTNET_LITE0))
    onnx.checker.check_model(model, full_check=True)
    operations = [node.op_type for node in model.graph.node]
    assert set(operations) == {"Conv", "Clip", "Add", "GlobalAveragePool", "Flatten"}
    assert operations.count("Conv") == 49
