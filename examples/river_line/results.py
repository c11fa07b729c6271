"""6 What comes of an attack: the die, retreats, advances."""

from __future__ import annotations

import msgspec

from stavka.engine import Decision, Step, hexes, plain, units
from stavka.hexes import Hex, HexSet, set_of
from stavka.kit.bars import Bars, legal

from .charts import SIDES, enemy_of
from .position import OFF_MAP, War
from .zones_of_control import enemy_zone


class Retreat(msgspec.Struct, frozen=True):
    """6.2: units that still have to go back one hex."""

    side: str
    units: tuple[int, ...]


class Advance(msgspec.Struct, frozen=True):
    """6.3: a hex that may be entered, and who may enter it."""

    hex: int
    units: tuple[int, ...]


def resolve(p: War, target: Hex, attackers: tuple[int, ...], column: str) -> None:
    """6.1: rolls the die, and has done what the table says."""
    side, defender = p.current.side, p.unit_in(target)
    assert defender is not None
    die = p.roll()
    result = p.charts.results[column][die]
    p.fought |= set_of(attackers)
    p.attacked |= 1 << defender
    p.tell("attacked", "6.1", side, target, attackers, column, die, result)
    match result:
        case "Ae":
            for unit in attackers:
                eliminate(p, unit, "6.1")
        case "Ar":
            p.push(RetreatStep, Retreat(side, attackers))
        case "Dr":
            # The frame on top comes first: the retreat, then the advance.
            p.push(AdvanceStep, Advance(target, attackers))
            p.push(RetreatStep, Retreat(enemy_of(side), (defender,)))
        case "De":
            eliminate(p, defender, "6.1")
            p.push(AdvanceStep, Advance(target, attackers))


def eliminate(p: War, unit: int, case: str) -> None:
    p.tell("eliminated", case, unit, p.where[unit])
    p.send(unit, OFF_MAP)


def bars_to_retreat(p: War, memo: Retreat) -> Bars:
    """6.2: empty hexes beside the unit, not over the river, outside enemy zones."""
    here = p.where[memo.units[0]]
    yield ~p.charts.grid.neighbours(1 << here), "6.2", "{} is not one hex away"
    yield p.occupied(SIDES[0]) | p.occupied(SIDES[1]), "6.2", "{} is not empty"
    yield enemy_zone(p, memo.side), "6.2", "{} is in an enemy zone"
    river = ~p.charts.retreat.spread(1 << here)
    yield river, "6.2", lambda to: f"the river is between {p.label(here)} and {to}, and no bridge"


def retreat_hexes(p: War, unit: int) -> HexSet:
    return legal(bars_to_retreat(p, Retreat(p.charts.counters[unit].side, (unit,))))


class RetreatStep(Step[War, Retreat], key="retreat", because=("attacked",)):
    """The owner moves his beaten units back, one after the other."""

    def decision(self, p: War, memo: Retreat) -> Decision | None:
        if not memo.units:
            return None
        unit = memo.units[0]
        name = p.charts.counters[unit].name
        if open_ := legal(bars_to_retreat(p, memo)):
            options = [hexes("retreat", "6.2", open_)]
            prompt = f"Where does the {name} retreat to?"
            return p.ask(memo.side, prompt, "6.2", options, of=(unit,))
        options = [plain("eliminate", "6.2")]
        return p.ask(memo.side, f"The {name} cannot retreat", "6.2", options, of=(unit,))

    def apply(self, p: War, memo: Retreat, verb: str, value: int) -> None:
        unit, *rest = memo.units
        if verb == "retreat":
            p.tell("retreated", "6.2", unit, p.where[unit], value)
            p.place(unit, value)
        else:
            eliminate(p, unit, "6.2")
        p.remember(Retreat(memo.side, tuple(rest)))


class AdvanceStep(Step[War, Advance], key="advance", because=("attacked",)):
    """One of the attackers may go where the defender was."""

    def decision(self, p: War, memo: Advance) -> Decision | None:
        options = [units("advance", "6.3", set_of(memo.units)), plain("hold", "6.3")]
        prompt = f"Advance into {p.label(memo.hex)}?"
        return p.ask(p.current.side, prompt, "6.3", options, at=(memo.hex,))

    def apply(self, p: War, memo: Advance, verb: str, value: int) -> None:
        if verb == "advance":
            p.tell("advanced", "6.3", value, p.where[value], memo.hex)
            p.place(value, memo.hex)
        p.finish()
