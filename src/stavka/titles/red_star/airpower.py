"""12.0 German airpower."""

from __future__ import annotations

from ...engine import Decision, Step, UnitSet, hexes, plain, units
from ...hexes import HexSet, members
from ...kit.bars import Bars, legal
from .charts import AXIS
from .position import AIR_FLEETS, ELIMINATED, READY, RETURNING, War
from .supply import fleet_range


def fleets_at_base(p: War) -> list[int]:
    """Air fleets that can be placed: their airbases are on the map (12.1.1)."""
    charts = p.charts
    return [u for u in members(p.box(AIR_FLEETS)) if p.where[charts.base_of[u]] >= 0]


def next_fleet(p: War, asked: UnitSet) -> int | None:
    """The first air fleet that has not been asked about."""
    if p.mud:
        return None  # 13.0.2
    return next((u for u in fleets_at_base(p) if not asked >> u & 1), None)


def bars_to_fly(p: War, asked: UnitSet) -> Bars:
    """12.1.2: in range of the airbase, in any space."""
    fleet = next_fleet(p, asked)
    assert fleet is not None
    base = p.charts.base_of[fleet]
    disc = p.charts.grid.disc(p.where[base], p.charts.kind[base].range)
    out_of_range = ~(disc & p.charts.area[p.scenario])
    yield out_of_range, "12.1.2", "{} is out of range of the airbase"


class FleetPlacement(Step[War, int], key="fleets"):
    """12.1.2: air fleets are placed in range of their airbases, in any space."""

    # The fleets that have been asked about.
    def decision(self, p: War, memo: UnitSet) -> Decision | None:
        fleet = next_fleet(p, memo)
        if fleet is None:
            return None
        options = [hexes("fly", "12.1.2", legal(bars_to_fly(p, memo))), plain("stay", "12.1.2")]
        prompt = f"Where does {p.called(fleet)} fly?"
        return p.ask(AXIS, prompt, "12.1.2", options, of=(fleet,))

    def apply(self, p: War, memo: UnitSet, verb: str, value: int) -> None:
        fleet = next_fleet(p, memo)
        assert fleet is not None
        p.remember(memo | 1 << fleet)
        if verb == "fly":
            p.place(fleet, value)
            p.tell("flew", "12.1.2", fleet, value)


def remove_fleets(p: War) -> None:
    """12.1.3: at the end of the German Tank Movement Phase."""
    for fleet in members(p.on_map & p.charts.fleets):
        p.send(fleet, AIR_FLEETS)


def covers(p: War, targets: HexSet) -> bool:
    """7.5.2, 7.5.3: all defenders are in range of air fleets.

    7.5.4, 12.2.7: not in snow.
    """
    if p.snow or not p.fleet_hexes:
        return False
    return not targets & ~fleet_range(p)


class AirbaseWithdrawal(Step[War, None], key="airbase_withdrawal"):
    """12.1.5: the Axis player gives up one airbase with its air fleet for good."""

    def decision(self, p: War, memo: None) -> Decision | None:
        bases = legal(bars_to_withdraw(p, memo))
        if bases.bit_count() < 2:
            return None
        return p.ask(
            AXIS, "Which airbase leaves the game?", "12.1.5", [units("withdraw", "12.1.5", bases)]
        )

    def apply(self, p: War, memo: None, verb: str, value: int) -> None:
        p.frames.pop()
        withdraw_airbase(p, value)

    def end(self, p: War, memo: None) -> None:
        for base in members(legal(bars_to_withdraw(p, memo))):
            withdraw_airbase(p, base)


def bars_to_withdraw(p: War, memo: None) -> Bars:
    in_play = p.charts.airbases & (p.on_map | p.box(RETURNING) | p.box(READY))
    yield ~in_play, "12.1.5", "{} is not an airbase in play"


def withdraw_airbase(p: War, base: int) -> None:
    p.tell("withdrawn", "12.1.5", base)
    p.send(base, ELIMINATED)
    p.send(p.charts.fleet_of[base], ELIMINATED)
