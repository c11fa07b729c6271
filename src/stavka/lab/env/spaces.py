"""The spaces that observations and choices are in, as Gymnasium has them."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from ...arrays.layout import GLOBALS
from .desk import MASK, Shape, nested

# No number of a position is larger.
MOST = 1e6


def observation_space(shape: Shape) -> spaces.Dict:
    found = {key: _box(shape, key) for key in shape.shapes}
    parts = nested(found)
    parts["observation"] = spaces.Dict(parts["observation"])
    return spaces.Dict(parts)


def action_space(shape: Shape) -> spaces.Discrete[Any]:
    return spaces.Discrete(shape.n)


def _box(shape: Shape, key: str) -> spaces.Box:
    type_ = shape.types[key]
    if key == GLOBALS:
        return spaces.Box(-MOST, MOST, shape.shapes[key], type_)
    if key == MASK:
        return spaces.Box(0, 1, shape.shapes[key], type_)
    limits = np.iinfo(type_)
    return spaces.Box(limits.min, limits.max, shape.shapes[key], type_)
