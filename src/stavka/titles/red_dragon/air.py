"""14.0 GMD air support, with 7.3 air supply."""

from __future__ import annotations

import msgspec

from ...engine import Decision, Option, Step, UnitSet, derived, hexes, plain
from ...hexes import Hex, HexSet, members, set_of
from ...kit.bars import EVERYTHING, Bars, legal
from .charts import GMD
from .position import BOX, GROUND, USED, War


class Window(msgspec.Struct, frozen=True):
    """A moment at which the GMD may place air units (14.1.2)."""

    # While the PLA moves: the GMD may want to be asked again.
    while_moving: bool = False


# 14.1 Restrictions


def available_air(p: War) -> UnitSet:
    """14.1.1, 14.1.3: air units that can be placed now."""
    return p.box(BOX) & p.charts.air if p.can_fly else 0


def air_hexes(p: War) -> HexSet:
    """6.1.8, 14.1.4: hexes with an air unit, in which there may be no other."""
    return set_of(p.beside)


def expend_air(p: War, unit: int) -> None:
    """14.1.5: used for this turn, unless China News! 10 lets it fly again."""
    if p.sorties >> unit & 1:
        p.sorties &= ~(1 << unit)
        p.send(unit, BOX)
    else:
        p.send(unit, USED)


def remove_air(p: War) -> None:
    """7.3.5, 14.3.2: at the end of the turn."""
    for unit in members(p.charts.air):
        if p.where[unit] >= 0:
            p.send(unit, USED)


# 7.3 Air supply


def bars_to_supply(p: War, memo: object) -> Bars:
    """7.3.2, 7.3.3: where the Air Supply marker does something: with GMD units, and in Xuzhou.

    7.3.1: it flies when the others do.
    """
    if not p.can_fly:
        yield EVERYTHING, "7.3.1", "aircraft do not fly in Poor weather"
        return
    if p.where[p.charts.air_supply] != BOX:
        yield EVERYTHING, "14.1.3", "Air Supply has been used this turn"
        return
    yield air_hexes(p), "14.1.4", "there is an air unit in {} already"
    yield ~(p.gmd | 1 << p.charts.xuzhou), "7.3.3", "Air Supply is of no use in {}"


def bars_to_supply_in_phase(p: War, memo: object) -> Bars:
    """The GMD places the marker in its own phases, too."""
    yield from bars_to_supply(p, memo)
    if p.current.side != GMD:
        yield EVERYTHING, "7.3.2", "only the GMD has aircraft"


def air_supply_hexes(p: War) -> HexSet:
    # For most of a turn it has been used.
    return legal(bars_to_supply(p, None)) if p.where[p.charts.air_supply] == BOX else 0


def place_air_supply(p: War, hex_: Hex) -> None:
    p.place(p.charts.air_supply, hex_)
    p.tell("air_supply", "7.3.2", hex_)


# 14.3 Interdiction


@derived(*GROUND)
def interdicted(p: War) -> HexSet:
    """14.3.3: the hexes of fighter-bombers on the map, and the hexes around."""
    found = 0
    for unit in members(p.charts.fighter_bombers):
        if p.where[unit] >= 0:
            found |= 1 << p.where[unit]
    return found | p.charts.grid.neighbours(found) if found else 0


def bars_to_interdict(p: War, memo: Window) -> Bars:
    """14.3.1: any hex on land without an air unit."""
    if not p.can_fly:
        yield EVERYTHING, "14.1.1", "aircraft do not fly in Poor weather"
    if not available_air(p) & p.charts.fighter_bombers:
        yield EVERYTHING, "14.1.3", "all fighter-bombers have been used this turn"
    yield air_hexes(p), "14.1.4", "there is an air unit in {} already"
    yield ~p.charts.land, "14.3.1", "{} is lake or sea"


def interdict(p: War, hex_: Hex) -> None:
    unit = members(available_air(p) & p.charts.fighter_bombers)[0]
    p.place(unit, hex_)
    p.tell("interdicted", "14.3.1", unit, hex_)


def begin_interdiction(p: War) -> None:
    p.push(AirWindow, Window())


class AirWindow(Step[War, Window], key="air", because=("moved", "counter_moved")):
    """14.1.2, 14.3.1: the Interdiction Phase, and moments between the moves of PLA units."""

    def decision(self, p: War, memo: Window) -> Decision | None:
        options: list[Option] = [
            hexes("interdict", "14.3.1", legal(bars_to_interdict(p, memo))),
            hexes("air_supply", "7.3.2", air_supply_hexes(p)),
        ]
        if not any(option.values for option in options):
            return None
        if memo.while_moving:
            options.append(plain("watch", "14.3.1"))
        options.append(plain("done", "14.3.1"))
        prompt = "Place air units while the PLA moves" if memo.while_moving else "Place air units"
        return p.ask(GMD, prompt, "14.3", options)

    def apply(self, p: War, memo: Window, verb: str, value: int) -> None:
        match verb:
            case "interdict":
                interdict(p, value)
            case "air_supply":
                place_air_supply(p, value)
            case "watch":
                p.watching = True
                p.finish()
            case "done":
                p.watching = False
                p.finish()
