"""7.0 Stacking: three units to a hex, at the end of a Movement Phase."""

from __future__ import annotations

from ...engine import Decision, Step, UnitSet, units
from ...hexes import Hex
from ...kit.bars import Bars, legal
from .position import POOL, War


def eligible_to_move(p: War, side: str, *, second: bool) -> UnitSet:
    """5.3: which units a Movement Phase is for."""
    charts = p.charts
    on_map = p.units_on_map(side)
    if not second:
        return on_map & ~charts.air & ~charts.supply
    # 5.44: what has gone by rail in the Initial Movement Phase; 14.2: Air units that have struck.
    bound = p.railed & ~p.moved | p.struck
    # 5.31, 5.32: Mechanized units again; Air and Supply units only now.
    return on_map & (charts.mechanized | charts.air | charts.supply) & ~bound


def overstacks(p: War, side: str, *, second: bool) -> list[Hex]:
    """7.1, 7.2: stacks that are too high at its end and hold a unit that could have moved away."""
    could_move = eligible_to_move(p, side, second=second)
    limit = p.charts.limit["stack"]
    return sorted(
        hex_ for hex_, stack in p.stacks.items() if stack.bit_count() > limit and could_move & stack
    )


def bars_to_eliminate(p: War, memo: None) -> Bars:
    """7.3: units of the first stack that is too high."""
    here = overstacks(p, p.current.side, second=p.second_movement())[0]
    yield ~p.units_in(here), "7.3", "{} is not in the stack that is too high"


class Overstacked(Step[War, None], key="overstacked"):
    """7.3: the owner eliminates units of his choice from stacks that are still too high."""

    def decision(self, p: War, memo: None) -> Decision | None:
        side, second = p.current.side, p.second_movement()
        too_high = overstacks(p, side, second=second)
        if not too_high:
            return None
        here = too_high[0]
        prompt = f"Too many units in {p.label(here)}: eliminate one"
        options = [units("eliminate", "7.3", legal(bars_to_eliminate(p, memo)))]
        return p.ask(side, prompt, "7.3", options, at=(here,))

    def apply(self, p: War, memo: None, verb: str, value: int) -> None:
        p.tell("eliminated", "7.3", value, p.where[value])
        p.send(value, POOL)
