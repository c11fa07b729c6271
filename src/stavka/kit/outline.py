"""The outline of a sequence of play."""

from __future__ import annotations

from typing import NamedTuple


class Phase(NamedTuple):
    key: str
    name: str
    # The side whose phase it is, though both may act in it.
    side: str
    case: str
