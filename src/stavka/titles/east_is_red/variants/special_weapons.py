"""SW Special weapons brigades: theater nuclear missile strikes."""

from __future__ import annotations

import msgspec

from ....engine import Decision, Option, Step, hexes, plain, units
from ....hexes import Hex, members, set_of
from ....kit.bars import EVERYTHING, Bars, legal
from ..charts import enemy_of
from ..cities_and_industry import destroy_industry
from ..nuclear import mark_contaminated
from ..position import POOL, War
from ..results import Retreat, RetreatStep, bars_to_retreat
from ..substitution import break_down, can_break_down
from .escalation import leads_to_world_war
from .war import VariantWar


class Blow(msgspec.Struct, frozen=True):
    """A hex that a missile has hit, and the side that is hit."""

    side: str
    hex: int


def bars_to_missile(p: War, memo: object) -> Bars:
    """SW.2: enemy units, cities and industry, not next to friends, not at home."""
    charts, side = p.charts, p.current.side
    enemy = enemy_of(side)
    yield charts.own_symbols[side], "SW.2", "{} has a friendly city or industrial symbol"
    near = charts.grid.neighbours(p.occupied(side))
    yield near, "SW.2", "{} is next to friendly units"
    worth_it = p.occupied(enemy) | charts.own_symbols[enemy] & ~p.occupied(side)
    yield ~worth_it, "SW.2", lambda there: f"{there} holds no {enemy} unit, city or industry"


def bars_to_launch(p: War, memo: object) -> Bars:
    """SW.2: brigades that have not fired in this Combat Phase."""
    brigades = p.units_on_map(p.current.side) & p.charts.special_weapons
    yield ~brigades, "SW.1", "{} is not a special weapons brigade of yours on the map"
    if not brigades:
        return
    if p.current.key == "omg-attack":
        yield EVERYTHING, "SW.2", "missiles are fired in the Combat Phase"
    yield p.fired, "SW.2", "{} has fired in this Combat Phase"
    if not legal(bars_to_missile(p, memo)):
        yield EVERYTHING, "SW.2", "there is no target that is not too close to friends"


class Launch(Step[VariantWar, int], key="launch"):
    """A brigade is to fire: the target is named, or the strike given up."""

    def decision(self, p: VariantWar, memo: int) -> Decision | None:
        side = p.current.side
        targets = legal(bars_to_missile(p, memo))
        options = [hexes("missile", "SW.2", targets), plain("cancel", "SW.2")]
        return p.ask(side, f"Missile strike of {p.name(memo)}", "SW.2", options, of=(memo,))

    def apply(self, p: VariantWar, memo: int, verb: str, value: int) -> None:
        p.finish()
        if verb == "missile":
            _strike(p, p.current.side, memo, value)


def _strike(p: VariantWar, side: str, unit: int, target: Hex) -> None:
    p.fired |= 1 << unit
    if leads_to_world_war(p, side, (target,), nuclear=True):
        return
    die = p.roll()
    result = p.charts.missile_strikes[die]
    p.tell("struck", "SW.table", unit, target, die, result)
    if not result:
        return
    blow = Blow(enemy_of(side), target)
    if result in ("N", "E"):
        destroy_industry(p, side, 1 << target)
        p.push(Fallout, blow)
    p.push(MissileRetreat, Retreat(blow.side, ()))
    if result == "E" and p.units_in(target):
        p.push(MissileLoss, blow)
    else:
        _retreat_from(p, blow)


def _retreat_from(p: War, blow: Blow) -> None:
    """Everybody in the hex has to leave it now."""
    p.remember(Retreat(blow.side, tuple(members(p.units_in(blow.hex)))))


def bars_to_lose_to_missile(p: War, memo: Blow) -> Bars:
    yield ~p.units_in(memo.hex), "SW.table", "{} is not in the hex that was hit"


class MissileLoss(Step[War, Blow], key="missile_loss", because=("struck",)):
    """SW.table, E: the defender gives up one unit; a corps can be broken down first."""

    def decision(self, p: War, memo: Blow) -> Decision | None:
        here = p.units_in(memo.hex)
        options: list[Option] = [
            units("lose", "SW.table", legal(bars_to_lose_to_missile(p, memo))),
            units("break_down", "SW.table", can_break_down(p) & here),
        ]
        prompt = f"Lose a unit in {p.label(memo.hex)}"
        return p.ask(memo.side, prompt, "SW.table", options, at=(memo.hex,))

    def apply(self, p: War, memo: Blow, verb: str, value: int) -> None:
        if verb == "break_down":
            break_down(p, value)
            return
        p.tell("eliminated", "SW.table", value, memo.hex)
        p.send(value, POOL)
        p.finish()
        _retreat_from(p, memo)


def bars_to_retreat_from_missile(p: War, memo: Retreat) -> Bars:
    yield ~set_of(memo.units), "SW.table", "{} does not have to retreat"
    yield from bars_to_retreat(p, memo)


class MissileRetreat(RetreatStep, key="missile_retreat", because=("struck",)):
    """SW.table: the defender retreats his own units."""

    case = "SW.table"

    def chooser(self, memo: Retreat) -> str:
        return memo.side


class Fallout(Step[War, Blow], key="fallout"):
    """SW.table: the marker comes when everybody has left."""

    def decision(self, p: War, memo: Blow) -> Decision | None:
        return None

    def end(self, p: War, memo: Blow) -> None:
        mark_contaminated(p, 1 << memo.hex, enemy_of(memo.side))
        p.tell("fallout", "SW.table", memo.hex)
