"""SW Special weapons brigades: theater nuclear missile strikes."""

from __future__ import annotations

import msgspec

from ....engine import Decision, Option, Step, UnitSet, hexes, plain, units
from ....hexes import Hex, HexSet, members
from ..charts import enemy_of
from ..cities_and_industry import destroy_industry
from ..nuclear import mark_contaminated
from ..position import POOL, War
from ..results import Retreat, RetreatStep
from ..substitution import break_down, can_break_down
from .escalation import leads_to_world_war
from .war import VariantWar


class Blow(msgspec.Struct, frozen=True):
    """A hex that a missile has hit, and the side that is hit."""

    side: str
    hex: int


def missile_targets(p: War, side: str) -> HexSet:
    """SW.2: enemy units, cities and industry, not next to friends, not at home."""
    enemy = enemy_of(side)
    charts = p.charts
    worth_it = p.occupied(enemy) | charts.own_symbols[enemy] & ~p.occupied(side)
    near = charts.grid.neighbours(p.occupied(side))
    return worth_it & ~near & ~charts.own_symbols[side]


def may_launch(p: War, side: str) -> UnitSet:
    """SW.2: brigades that have not fired in this Combat Phase."""
    brigades = p.units_on_map(side) & p.charts.special_weapons
    if not brigades or not isinstance(p, VariantWar) or p.current.key == "omg-attack":
        return 0
    return brigades & ~p.fired if missile_targets(p, side) else 0


class Launch(Step[VariantWar, int], key="launch"):
    """A brigade is to fire: the target is named, or the strike given up."""

    def decision(self, p: VariantWar, memo: int) -> Decision | None:
        side = p.current.side
        options = [hexes("missile", "SW.2", missile_targets(p, side)), plain("cancel", "SW.2")]
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


class MissileLoss(Step[War, Blow], key="missile_loss"):
    """SW.table, E: the defender gives up one unit; a corps can be broken down first."""

    def decision(self, p: War, memo: Blow) -> Decision | None:
        here = p.units_in(memo.hex)
        options: list[Option] = [
            units("lose", "SW.table", here),
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


class MissileRetreat(RetreatStep, key="missile_retreat"):
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
