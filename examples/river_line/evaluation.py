"""What a position is worth, and what a cadet would do in it.

The towns are what the game is about. Every hex is worth the best town that can be reached from it,
less the way there, so that units walk up a slope; good ground and not standing alone count a
little. An attack is worth what its results are worth, each by its chance.
"""

from __future__ import annotations

from functools import cache

from stavka.engine import Choice, Decision
from stavka.hexes import Hex, HexSet, members, reach, set_of
from stavka.kit.previews import with_everybody

from .charts import UPLAND, Charts, enemy_of
from .combat import Attack, AttackStep, CombatPhase, odds
from .forecasts import (
    ATTACKERS_LOST,
    ATTACKERS_RETREAT,
    DEFENDER_LOST,
    DEFENDER_RETREATS,
    NOTHING,
    SOME_LOST,
    attack_forecast,
)
from .movement import MovementPhase, Moving, destinations
from .position import War
from .results import Advance, RetreatStep
from .victory import points

# A point of victory, and a point of strength, in the same coin.
PER_POINT = 6.0
PER_STRENGTH = 1.0
# What a unit gives up of it for each movement point of the way to a town.
PER_STEP = 0.8
# What good ground is worth to the Vale, which has to hold it.
GROUND = 1.0
# A town with no enemy within so many hexes needs so much less.
NEAR, SAFE = 4, 0.3
# To be thrown back one hex costs so much of what it costs to be lost.
RETREAT = 0.35


def evaluate(p: War, side: str) -> float:
    """Towns and strength, from a side's point of view."""
    score = PER_POINT * points(p)
    for unit in members(p.units_on_map(UPLAND)):
        score += PER_STRENGTH * p.charts.counters[unit].strength
    for unit in members(p.units_on_map(enemy_of(UPLAND))):
        score -= PER_STRENGTH * p.charts.counters[unit].strength
    return score if side == UPLAND else -score


def advise(p: War, decision: Decision) -> Choice:
    """What a cadet does: one look at what each choice would bring."""
    memo = p.frames[-1].memo
    match p.frames[-1].step:
        case MovementPhase():
            return _advise_movement(p, decision, memo)
        case CombatPhase():
            return _advise_combat(p, decision)
        case AttackStep():
            return decision.first("all", "add", "resolve", "cancel")
        case RetreatStep():
            return _advise_retreat(p, decision)
    return _advise_advance(p, memo)


# Where to stand


@cache
def ways(charts: Charts, town: Hex) -> dict[Hex, int]:
    """What it costs to come to a town from each hex."""
    return reach(charts.movement.reversed(), 1 << town, None).costs()


def worths(p: War, unit: int, hexes: HexSet) -> dict[Hex, float]:
    """What it is worth to have a unit in each of some hexes."""
    side = p.charts.counters[unit].side
    needs = [(_need(p, side, town, unit), ways(p.charts, town)) for town in p.charts.towns]
    good = GROUND if side != UPLAND else 0.0
    held = _held_in_danger(p, side)
    return {
        hex_: max(need - PER_STEP * way[hex_] for need, way in needs)
        + (good if _is_good(p, hex_) else 0.0)
        + (PER_POINT * p.charts.towns[hex_] if held >> hex_ & 1 else 0.0)
        for hex_ in members(hexes)
    }


def _need(p: War, side: str, town: Hex, unit: int) -> float:
    """How much a town needs one more unit: an enemy town, or one's own that is in danger."""
    value = PER_POINT * p.charts.towns[town]
    if not _own_towns(p, side) >> town & 1:
        return value
    if not _held_in_danger(p, side) >> town & 1:
        value *= SAFE
    others = p.occupied(side) & ~(1 << p.where[unit])
    return value / (1 + (p.charts.grid.disc(town, 1) & others).bit_count())


def _own_towns(p: War, side: str) -> HexSet:
    return p.taken if side == UPLAND else set_of(p.charts.towns) & ~p.taken


def _held_in_danger(p: War, side: str) -> HexSet:
    """A side's own towns with an enemy near."""
    return _own_towns(p, side) & p.charts.grid.within(p.occupied(enemy_of(side)), NEAR)


def _is_good(p: War, hex_: Hex) -> bool:
    return any(factor > 1 and where >> hex_ & 1 for _, factor, where in p.charts.defence)


def _improvement(p: War, unit: int, hexes: HexSet) -> Hex | None:
    """The best of some hexes, if a unit stands better there than where it is."""
    here = p.where[unit]
    found = worths(p, unit, hexes | 1 << here)
    best = max(found, key=lambda h: (found[h], h))
    return best if found[best] > found[here] + 0.1 else None


def _advise_movement(p: War, decision: Decision, memo: Moving) -> Choice:
    """Take the units one after the other, and each to the best hex it can reach."""
    move, select = decision.option("move"), decision.option("select")
    if memo.unit >= 0 and move is not None:
        best = _improvement(p, memo.unit, move.values)
        if best is not None:
            return Choice("move", p.label(best))
    for unit in members(select.values) if select else []:
        if _improvement(p, unit, destinations(p, unit)) is not None:
            return Choice("select", p.name(unit))
    return Choice("done")


# Whom to attack


def gain(p: War) -> float:
    """What the attack in hand is worth: what can come of it, by its chance."""
    attack: Attack = p.frames[-1].memo
    column, defender = odds(p, attack), p.unit_in(attack.target)
    if column is None or defender is None:
        return -1.0
    theirs = PER_STRENGTH * p.charts.counters[defender].strength
    ours = PER_STRENGTH * sum(p.charts.counters[u].strength for u in attack.units)
    prize = PER_POINT * p.charts.towns.get(attack.target, 0)
    values = {
        ATTACKERS_LOST: -ours,
        SOME_LOST: -ours / 2,
        ATTACKERS_RETREAT: -RETREAT * ours,
        NOTHING: 0.0,
        DEFENDER_RETREATS: RETREAT * theirs + prize,
        DEFENDER_LOST: theirs + prize,
    }
    found = attack_forecast(p, column).chances
    return sum(values[chance.text] * chance.probability for chance in found)


def _advise_combat(p: War, decision: Decision) -> Choice:
    """The best attack with everybody who can join, as long as one promises something."""
    option = decision.option("attack")
    best: tuple[float, Hex] = (0.0, -1)
    for target in members(option.values) if option else []:
        best = max(best, (gain(with_everybody(p, Choice("attack", p.label(target)))), target))
    return Choice("attack", p.label(best[1])) if best[1] >= 0 else Choice("done")


def _advise_retreat(p: War, decision: Decision) -> Choice:
    option, unit = decision.option("retreat"), p.frames[-1].memo.units[0]
    if option is None:
        return Choice("eliminate")
    found = worths(p, unit, option.values)
    return Choice("retreat", p.label(max(found, key=lambda h: (found[h], h))))


def _advise_advance(p: War, memo: Advance) -> Choice:
    """The strongest unit that stands better in the new hex than where it is."""
    for unit in sorted(memo.units, key=lambda u: -p.charts.counters[u].strength):
        if _improvement(p, unit, 1 << memo.hex) is not None:
            return Choice("advance", p.name(unit))
    return Choice("hold")
