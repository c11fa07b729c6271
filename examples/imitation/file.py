"""What was learnt, as a file of ONNX: `features` and `network` once more, as a graph.

A network for each side lies in the same tables; the first numbers of the globals say which is used.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from onnx import ModelProto, NodeProto, TensorProto, helper, numpy_helper

from stavka.players.policies import described

from .features import AROUND, CELL, COLUMN, ENGAGED, ROW, SCALE, WORDS, Features
from .network import TABLES, Network

# What every ONNX runtime of the last years can read.
OPSET, IR = 17, 8


class _Graph:
    """Nodes and constants, each by the name of what it gives."""

    def __init__(self) -> None:
        self.nodes: list[NodeProto] = []
        self.constants: list[TensorProto] = []

    def constant(self, value: npt.ArrayLike, type_: npt.DTypeLike = np.float32) -> str:
        name = f"constant {len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.array(value, type_), name))
        return name

    def numbers(self, *values: int) -> str:
        return self.constant(values, np.int64)

    def node(self, kind: str, *inputs: str, **settings: Any) -> str:
        name = f"{kind} {len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], **settings))
        return name

    def column(self, table: str, number: int) -> str:
        """One column of a table, as a row of numbers."""
        return self.node("Gather", table, self.constant(number, np.int64), axis=1)

    def floats(self, given: str) -> str:
        return self.node("Cast", given, to=TensorProto.FLOAT)

    def or_last(self, number: str, last: int) -> str:
        """A number, or the last one for none."""
        none = self.node("Less", number, self.constant(0, np.int64))
        return self.node("Where", none, self.constant(last, np.int64), number)

    def padded(self, table: str, length: int) -> str:
        """A table with a row of noughts at its end."""
        return self.node("Concat", table, self.constant(np.zeros((1, length))), axis=0)


def write(features: Features, networks: Mapping[str, Network], file: Path) -> None:
    """Writes the networks of both sides into one file."""
    model = model_of(features, [networks[side] for side in features.title.sides])
    file.write_bytes(model.SerializeToString())


def model_of(features: Features, networks: list[Network]) -> ModelProto:
    g = _Graph()
    listed = g.node("Cast", "choices", to=TensorProto.INT64)
    verb = g.or_last(g.column(listed, 0), features.verbs)
    hex_ = g.or_last(g.column(listed, 2), features.cells)
    unit = g.or_last(g.column(listed, 3), features.units)
    word = g.node("Min", g.column(listed, 4), g.constant(WORDS - 1, np.int64))
    word = g.or_last(word, WORDS)
    map_ = _map(g, features)
    units = g.floats("units")
    table = g.padded(g.node("Mul", units, g.constant(SCALE)), features.columns)
    cell = g.column(g.node("Cast", "units", to=TensorProto.INT64), CELL)
    cell = g.node("Concat", cell, g.numbers(-1), axis=0)
    own = g.or_last(g.node("Gather", cell, unit), features.cells)
    in_hand = g.node("Unsqueeze", g.column(units, ENGAGED), g.numbers(0))
    total = g.node("ReduceSum", in_hand, keepdims=0)
    count = g.node("Max", total, g.constant(1.0))
    beside = _beside(g, features, (units, in_hand, total, count), hex_)
    seen = (g.node("Gather", map_, hex_), g.node("Gather", table, unit))
    rows = g.node("Concat", *seen, g.node("Gather", map_, own), beside, axis=1)
    theirs = g.node("Mul", g.node("Div", g.node("MatMul", in_hand, units), count), _scale(g))
    all_ = g.node("Unsqueeze", "globals", g.numbers(0))
    shared = g.node("Concat", all_, theirs, axis=1)
    side = g.node("ArgMax", g.node("Slice", "globals", g.numbers(0), g.numbers(2)), keepdims=0)

    def weight(name: str) -> str:
        both = g.constant(np.stack([network.weights[name] for network in networks]))
        return g.node("Gather", both, side)

    first = g.node("MatMul", rows, weight("rows"))
    first = g.node("Add", first, g.node("MatMul", shared, weight("shared")))
    for name, number in zip(TABLES, (verb, hex_, unit, word), strict=True):
        first = g.node("Add", first, g.node("Gather", weight(name), number))
    second = g.node("MatMul", g.node("Relu", first), weight("second"))
    second = g.node("Relu", g.node("Add", second, weight("second_bias")))
    scores = g.node("MatMul", second, weight("score"))
    g.nodes.append(helper.make_node("Reshape", [scores, g.numbers(-1)], ["scores"]))
    return _model(g, features)


def _scale(g: _Graph) -> str:
    return g.constant(SCALE)


def _map(g: _Graph, features: Features) -> str:
    here = g.node("Mul", g.floats("planes"), _scale(g))
    here = g.node("Unsqueeze", here, g.numbers(0))
    around = [
        g.node(
            "AveragePool",
            here,
            kernel_shape=[2 * reach + 1] * 2,
            pads=[reach] * 4,
            count_include_pad=1,
        )
        for reach in AROUND
    ]
    seen = g.node("Concat", here, *around, g.constant(features.ground[None]), axis=1)
    flat = g.node("Reshape", seen, g.numbers(features.seen, features.cells))
    return g.padded(g.node("Transpose", flat, perm=[1, 0]), features.seen)


def _beside(g: _Graph, features: Features, who: tuple[str, str, str, str], hex_: str) -> str:
    units, in_hand, total, count = who
    places = g.node("Gather", units, g.numbers(ROW, COLUMN), axis=1)
    middle = g.node("Div", g.node("MatMul", in_hand, places), count)
    on_map = g.node("Less", hex_, g.constant(features.cells, np.int64))
    there = g.node("And", on_map, g.node("Greater", total, g.constant(0.0)))
    there = g.node("Unsqueeze", g.floats(there), g.numbers(1))
    width = g.constant(features.width, np.int64)
    row, column = g.node("Div", hex_, width), g.node("Mod", hex_, width)
    place = [g.node("Unsqueeze", g.floats(one), g.numbers(1)) for one in (row, column)]
    away = g.node("Sub", g.node("Concat", *place, axis=1), middle)
    away = g.node("Mul", g.node("Mul", away, _scale(g)), there)
    far = g.node("ReduceSum", g.node("Abs", away), g.numbers(1))
    return g.node("Concat", away, far, there, axis=1)


def _model(g: _Graph, features: Features) -> ModelProto:
    shapes = features.observer.shapes
    rows = features.listing.rows
    inputs = [
        helper.make_tensor_value_info("planes", TensorProto.UINT8, shapes["planes"]),
        helper.make_tensor_value_info("units", TensorProto.INT16, shapes["units"]),
        helper.make_tensor_value_info("globals", TensorProto.FLOAT, shapes["globals"]),
        helper.make_tensor_value_info("choices", TensorProto.INT16, (rows, 5)),
    ]
    scores = helper.make_tensor_value_info("scores", TensorProto.FLOAT, (rows,))
    graph = helper.make_graph(g.nodes, "imitation", inputs, [scores], g.constants)
    opsets = [helper.make_opsetid("", OPSET)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=IR)
    helper.set_model_props(model, described(features.title))
    return model
