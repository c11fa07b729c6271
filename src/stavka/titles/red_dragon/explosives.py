"""13.0 Indirect support units: artillery, and the Explosive Launching Barrels (ELBs)."""

from __future__ import annotations

from ...engine import Decision, Option, Step, UnitSet, hexes, plain, units
from ...hexes import Hex, members
from ...kit.bars import EVERYTHING, Bars, legal
from .charts import PLA
from .position import BOX, War
from .reinforcements import delay
from .supply import in_supply

# 13.1 Artillery


def can_support(p: War, unit: int) -> bool:
    """13.1.1, 7.4.2a: an asterisked unit in supply, stacked with infantry of its own side."""
    charts = p.charts
    if not charts.asterisked >> unit & 1 or p.event("ammunition"):
        return False
    side = charts.counter[unit].side
    infantry = p.units_in(p.where[unit]) & charts.infantry & charts.units_of[side]
    return bool(infantry) and in_supply(p, unit)


def silent(p: War) -> UnitSet:
    """China News! 4: artillery and heavy mortars of both sides add nothing; ELBs do (13.2.7)."""
    charts = p.charts
    return charts.artillery | charts.heavy_mortars if p.event("ammunition") else 0


# 13.2 Explosive Launching Barrels


def available_elbs(p: War) -> UnitSet:
    return p.box(BOX) & p.charts.elbs


def bars_to_place(p: War, memo: None) -> Bars:
    """13.2.1, 13.2.2: with CPFA infantry, one in a hex."""
    charts = p.charts
    if not available_elbs(p):
        yield EVERYTHING, "13.2.5", "no launching barrels are available"
        return
    yield p.hexes_of(charts.elbs), "13.2.2", "one hex holds one set of launching barrels"
    infantry = charts.infantry & charts.of_command["CPFA"]
    yield ~p.hexes_of(infantry), "13.2.1", "there is no CPFA infantry in {}"


def bars_to_withdraw(p: War, memo: None) -> Bars:
    standing = p.on_map & p.charts.elbs
    yield ~standing, "13.2.5", "{} is no set of launching barrels on the map"


class PlaceElbs(Step[War, None], key="elbs"):
    """13.2.1: at the start of each Combat Phase."""

    def decision(self, p: War, memo: None) -> Decision | None:
        placed = p.on_map & p.charts.elbs
        # Nobody needs to be asked while the enemy is far away. 18.2: whether the PLA is asked
        # must not tell who is next to him.
        near = p.pla & p.charts.grid.neighbours(p.gmd)
        if not placed and not (near and available_elbs(p)):
            return None
        options: list[Option] = [
            hexes("place", "13.2.1", legal(bars_to_place(p, memo))),
            units("withdraw", "13.2.5", legal(bars_to_withdraw(p, memo))),
            plain("done", "13.2.1"),
        ]
        return p.ask(PLA, "Place Explosive Launching Barrels", "13.2", options)

    def apply(self, p: War, memo: None, verb: str, value: int) -> None:
        match verb:
            case "place":
                unit = members(available_elbs(p))[0]
                p.place(unit, value)
                p.tell_of("elb_placed", "13.2.1", unit, value)
            case "withdraw":
                p.tell_of("elb_removed", "13.2.5", value, p.where[value])
                delay(p, value, "13.2.5")
            case "done":
                p.finish()


def companions(p: War, hex_: Hex) -> UnitSet:
    """The units that an ELB in a hex is with: not Militia or Guerrillas."""
    return p.units_in(hex_) & p.charts.face_down & ~p.charts.elbs


def remove_lone_elbs(p: War) -> None:
    """13.2.5: left alone in a hex."""
    for unit in members(p.on_map & p.charts.elbs):
        here = p.where[unit]
        if not companions(p, here):
            p.tell_of("elb_removed", "13.2.5", unit, here)
            delay(p, unit, "13.2.5")
