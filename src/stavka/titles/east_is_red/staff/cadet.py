"""What a cadet does: the yardstick of all other players, which stays as it is.

The game is about the railways that lead out of Manchuria: a Soviet unit on the right hex cuts off
dozens of industrial hexes, a Chinese unit on the same hex keeps them connected. So every hex on or
beside a railway has a weight, the industry that is lost with it, and every other hex is worth the
best weight that can be reached from it, less the way there. In the 1960s the hexes that score take
the place of the railways.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from ....engine import Choice, Decision
from ....hexes import Hex, HexSet, flood, flood_waves, members, reach
from ..charts import CHINESE, FOOT, MECHANIZED, SIDES, SOVIET, Charts
from ..combat import Attack, AttackStep, CombatPhase, attacks_from, may_attack, odds_of
from ..demolitions import Detonation, MineLaying
from ..deployment import Deployment
from ..evaluation import PER_VICTORY_POINT, weights, weights_of
from ..movement import MovementPhase, Moving, flights, reach_of
from ..options import ESCALATION
from ..position import War
from ..results import Advance, AdvanceStep, Exchange, ExchangeStep
from ..stacking import Overstacked
from ..variants.interdiction import CarrierInterdiction, Interdiction
from ..variants.maneuver_group import ManeuverGroup
from ..variants.red_guards import RedGuards, must_mass
from ..variants.special_weapons import Launch, MissileLoss
from ..variants.us_intervention import AmericanLanding, CarrierCover

# A unit gives up this much weight for each movement point of the way.
PER_POINT = 0.6
# The worst odds at which a cadet attacks, and those if much industry hangs on the hex.
BOLDNESS = {SOVIET: ("2-1", "2-1"), CHINESE: ("3-1", "1-1")}
MUCH = 12


@cache
def prospects(charts: Charts, *, untrained: bool = False) -> dict[Hex, float]:
    """For each hex the best weight in reach of it, less the way: a slope to go up."""
    best: dict[Hex, float] = {}
    closed = charts.cities | charts.industry[CHINESE]
    backwards = charts.supply_movement(MECHANIZED, frozenset())
    goals = sorted(
        weights(charts, untrained=untrained).items(), key=lambda item: (-item[1], item[0])
    )
    for goal, weight in goals[:40]:
        if closed >> goal & 1:
            continue
        for hex_, cost in reach(backwards, 1 << goal, None, blocked=closed).costs().items():
            worth = weight - PER_POINT * cost
            if worth > best.get(hex_, float("-inf")):
                best[hex_] = worth
    return best


@lru_cache(maxsize=8)
def defence(charts: Charts, soviet: HexSet, *, untrained: bool = False) -> dict[Hex, float]:
    """The same slope for the Chinese: hexes matter the more the nearer the enemy is."""
    near = flood_waves(charts.passage, soviet, limit=12)
    goals = []
    for hex_, weight in weights(charts, untrained=untrained).items():
        distance = near.distance(hex_)
        if distance is None or distance == 0:
            continue
        goals.append((weight * (1 - distance / 13), hex_))
    best: dict[Hex, float] = {}
    backwards = charts.supply_movement(FOOT, frozenset())
    for threat, goal in sorted(goals, reverse=True)[:16]:
        for hex_, cost in reach(backwards, 1 << goal, 40, blocked=soviet).costs().items():
            worth = threat - PER_POINT * cost
            if worth > best.get(hex_, float("-inf")):
                best[hex_] = worth
    return best


@cache
def objectives(charts: Charts, side: str) -> dict[Hex, float]:
    """1960s.victory: the slope towards the hexes that score for a side."""
    column = FOOT if side == CHINESE else MECHANIZED
    return _slope(charts, column, charts.victory_points[side].items(), 0)


@lru_cache(maxsize=8)
def guard(charts: Charts, chinese: HexSet) -> dict[Hex, float]:
    """The same for Soviet defenders: what scores for the Chinese, the more the nearer they are."""
    near = flood_waves(charts.passage, chinese, limit=12)
    goals = []
    for hex_, points in charts.victory_points[CHINESE].items():
        distance = near.distance(hex_)
        if distance:
            goals.append((hex_, points * (1 - distance / 13)))
    best = _slope(charts, MECHANIZED, goals, chinese)
    for hex_, worth in objectives(charts, SOVIET).items():
        best[hex_] = max(worth, best.get(hex_, worth))
    return best


def _slope(
    charts: Charts, column: str, goals: Iterable[tuple[Hex, float]], blocked: HexSet
) -> dict[Hex, float]:
    best: dict[Hex, float] = {}
    backwards = charts.supply_movement(column, frozenset())
    for goal, points in goals:
        for hex_, cost in reach(backwards, 1 << goal, None, blocked=blocked).costs().items():
            worth = PER_VICTORY_POINT * points - PER_POINT * cost
            best[hex_] = max(worth, best.get(hex_, worth))
    return best


def advise(p: War, decision: Decision) -> Choice:
    """One look at what each choice would bring."""
    memo = p.frames[-1].memo
    match p.frames[-1].step:
        case Deployment() | MineLaying():
            return decision.first("recommended", "done", "place", "at")
        case MovementPhase():
            return _advise_movement(p, decision, memo)
        case CombatPhase():
            return _advise_combat(p, decision)
        case AttackStep():
            return _advise_attack(p, decision)
        case ExchangeStep():
            return _advise_exchange(p, decision, memo)
        case AdvanceStep():
            return _advise_advance(p, decision, memo)
        case Detonation():
            return _advise_detonation(p)
        case Overstacked():
            return _cheapest(p, decision, "eliminate")
        case MissileLoss():
            return _cheapest(p, decision, "lose")
        case Interdiction() | CarrierInterdiction() | Launch():
            return _advise_strike(p, decision)
        case ManeuverGroup() | RedGuards() | AmericanLanding():
            return _advise_place(p, decision)
        case CarrierCover():
            return Choice("cover")
    return decision.first(
        "pass_turn", "pass", "stay", "wait", "intervene", "mobilize", "retreat", "to"
    )


def _worth(p: War, unit: int, hex_: Hex) -> float:
    """What it is worth to have a unit in a hex."""
    soviet = p.charts.unit_type[unit].side == SOVIET
    if p.conditions.on_points:
        slope = guard(p.charts, p.chinese) if soviet else objectives(p.charts, CHINESE)
    elif soviet:
        slope = prospects(p.charts, untrained=p.untrained_infantry)
    else:
        slope = defence(p.charts, p.soviet, untrained=p.untrained_infantry)
    worth = slope.get(hex_, -100.0)
    # A stack that will be too high must lose somebody.
    others = members(p.units_in(hex_) & ~(1 << unit))
    return worth - 30.0 * (len(others) >= p.charts.limit["stack"]) - 1.5 * len(others)


def _advise_strike(p: War, decision: Decision) -> Choice:
    """Interdict, or fire at, the largest number of enemies; first take up a base for it."""
    option = decision.option("interdict") or decision.option("missile")
    enemy = p.occupied(CHINESE if decision.side == SOVIET else SOVIET)
    if option is None:
        return decision.first("interdict_from", "done")
    radius = 2 if option.verb == "interdict" else 0

    def hit(hex_: Hex) -> tuple[int, int]:
        hexes = enemy & p.charts.grid.disc(hex_, radius)
        return p.units_at(hexes).bit_count(), -hex_

    best = max(members(option.values), key=hit)
    if not hit(best)[0]:
        return decision.first("done", "pass", "cancel")
    return Choice(option.verb, p.label(best))


def _advise_place(p: War, decision: Decision) -> Choice:
    """The best unit to lead, or the best hex for units that arrive."""
    option = decision.options[0]
    if option.verb == "lead":
        kinds = p.charts.unit_type
        units = members(option.values)
        best = max(units, key=lambda u: (kinds[u].attack, _worth(p, u, p.where[u]), -u))
        return Choice("lead", p.name(best))
    new = members(p.charts.red_guards | p.charts.us_marine)[-1]
    return Choice(
        option.verb, p.label(max(members(option.values), key=lambda h: _worth(p, new, h)))
    )


def _advise_movement(p: War, decision: Decision, memo: Moving) -> Choice:
    """Take the units one after the other, and each to the best hex it can reach."""
    if memo.unit >= 0:
        there = _best_hex(p, memo, decision)
        if there is not None:
            return Choice(_way(decision, there), p.label(there))
        if decision.option("halt"):
            return Choice("halt")
    option = decision.option("select")
    waiting = [] if option is None else [u for u in members(option.values) if u > memo.unit]
    for unit in waiting:
        if p.charts.unit_type[unit].attack and _can_improve(p, unit):
            return Choice("select", p.name(unit))
    return Choice("done")


def _best_hex(p: War, memo: Moving, decision: Decision) -> Hex | None:
    """The best hex to go on to, if it is better than here."""
    hexes = 0
    for verb in ("move", "fly"):
        if option := decision.option(verb):
            hexes |= option.values
    if not hexes:
        return None
    here = _worth(p, memo.unit, p.where[memo.unit])
    best = max(members(hexes), key=lambda h: _worth(p, memo.unit, h))
    return best if _worth(p, memo.unit, best) > here + 0.5 else None


def _way(decision: Decision, there: Hex) -> str:
    option = decision.option("move")
    return "move" if option and option.values >> there & 1 else "fly"


def _can_improve(p: War, unit: int) -> bool:
    here = _worth(p, unit, p.where[unit])
    hexes = reach_of(p, unit).hexes
    if p.charts.air_assault >> unit & 1:
        hexes |= flights(p, unit)
    return any(_worth(p, unit, h) > here + 0.5 for h in members(hexes))


def _everybody(p: War, side: str, target: Hex) -> tuple[int, ...]:
    """All units that can still attack a hex."""
    return tuple(u for u in members(may_attack(p, side)) if attacks_from(p, u) >> target & 1)


def _advise_combat(p: War, decision: Decision) -> Choice:
    """Attack whatever can be attacked at good odds, the best odds first."""
    option = decision.option("attack")
    side = decision.side
    columns = p.charts.columns
    best: tuple[int, int, Hex] | None = None
    for target in members(option.values) if option else []:
        everybody = _everybody(p, side, target)
        nuclear = side == SOVIET and ESCALATION not in p.options
        attack = Attack((target,), everybody, nuclear=nuclear, mass=must_mass(p, everybody))
        column = odds_of(p, attack).column
        much = _weight_round(p, target) >= MUCH
        if column is None or columns.index(column) < columns.index(BOLDNESS[side][much]):
            continue
        rank = (columns.index(column), weights_of(p).get(target, 0), -target)
        if best is None or rank > best:
            best = rank
    if best is not None:
        return Choice("attack", p.label(-best[2]))
    if ESCALATION not in p.options and decision.option("launch"):
        return decision.first("launch")
    return decision.first("done", "attack")


def _weight_round(p: War, hex_: Hex) -> int:
    """The industry that a unit in a hex can cut off; an objective is worth any risk."""
    if p.conditions.on_points:
        return MUCH if any(hex_ in p.charts.victory_points[s] for s in SIDES) else 0
    around = members(p.charts.passage.spread(1 << hex_) | 1 << hex_)
    return max(weights_of(p).get(h, 0) for h in around)


def _advise_attack(p: War, decision: Decision) -> Choice:
    """Everybody joins, with whatever doubles the strength for nothing, then the die is rolled."""
    for verb in ("all", "add", "nuclear", "strike", "carrier_strike", "resolve"):
        if verb == "nuclear" and ESCALATION in p.options:
            continue
        if decision.option(verb):
            return decision.first(verb)
    return Choice("cancel")


def _advise_exchange(p: War, decision: Decision, memo: Exchange) -> Choice:
    """Lose the unit that fits best; break a corps down if it is far too good for the price."""
    units = sorted(memo.units, key=lambda u: p.charts.unit_type[u].attack)
    fitting = [u for u in units if p.charts.unit_type[u].attack >= memo.points]
    chosen = fitting[0] if fitting else units[-1]
    if decision.option("break_down") and p.charts.unit_type[chosen].attack > memo.points + 1:
        return decision.first("break_down")
    return Choice("lose", p.name(chosen))


def _cheapest(p: War, decision: Decision, verb: str) -> Choice:
    option = decision.option(verb)
    assert option is not None
    units = members(option.values)
    kinds = p.charts.unit_type
    return Choice(verb, p.name(min(units, key=lambda u: kinds[u].attack + kinds[u].defense)))


def _advise_advance(p: War, decision: Decision, memo: Advance) -> Choice:
    option = decision.option("advance")
    target = next((h for h in memo.hexes if not p.occupied(memo.side) >> h & 1), memo.hexes[0])
    for unit in members(option.values) if option else []:
        if _worth(p, unit, target) > _worth(p, unit, p.where[unit]):
            return Choice("advance", p.name(unit))
    return Choice("hold")


def _advise_detonation(p: War) -> Choice:
    """Blow up what the Soviets are about to reach."""
    near = _near(p, p.soviet, 3)
    for side in p.mines:
        if near >> side[0] & 1 or near >> side[1] & 1:
            return Choice("detonate", "/".join(sorted(map(p.label, side))))
    return Choice("done")


def _near(p: War, hexes: HexSet, distance: int) -> HexSet:
    return flood(p.charts.passage, hexes, limit=distance)
