"""Where a whole stack can go whose units move one after the other."""

from __future__ import annotations

from typing import Any

from ..engine import Choice, Position
from ..engine.position import View
from ..hexes import HexSet


def common_hexes(view: View[Any], verb: str, label: str) -> tuple[str, ...]:
    """The hexes that the unit in hand could choose with a verb, and all others of its hex too.

    Each of them is picked up on a copy of what the side may know. One that could go nowhere with
    the rest is left out: it may have to wait until they have gone.
    """
    shown, position = view.present(), view.imagine()
    common = _hexes(position, verb)
    here = {unit.id for unit in shown.units if unit.hex == label}
    for option in shown.decision.options if shown.decision else ():
        if not option.stack or option.role != "select":
            continue
        for unit in filter(here.__contains__, option.values):
            copy = position.clone()
            copy.apply(Choice(option.verb, unit))
            common = common & _hexes(copy, verb) or common
    return tuple(position.names.grid.labels(common))


def _hexes(position: Position, verb: str) -> HexSet:
    decision = position.decision()
    option = decision.option(verb) if decision else None
    return option.values if option and option.kind == "hex" else 0
