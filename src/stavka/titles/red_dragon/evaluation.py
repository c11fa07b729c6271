"""What a position is worth, and what a cadet would do in it.

The game is about corps. A PLA cadet looks for GMD stacks that can be destroyed at a good price and
brings up whatever changes the odds; a GMD cadet weighs how many PLA counters can come at a hex
against what stands there. Of face-down counters he knows no more than their number.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from ...engine import NO_ORDERS, Choice, Decision, Option, Orders, UnitSet, derived
from ...hexes import Hex, HexSet, flood, flood_waves, members, set_of
from .advance import AdvanceStep
from .air import AirWindow
from .attacks import AttackStep, CombatPhase, Reaction
from .charts import GMD, PLA, Charts
from .combat import (
    Attack,
    attack_strength,
    can_join,
    concentric,
    defence_strength,
    is_concentric,
    odds_column,
    shifted,
    shifts,
)
from .commands import key_of
from .final_positions import Displace
from .movement import MovementSegment, Moving, waiting_units
from .news import NameCommand
from .offensive import Popa
from .position import EDGE, GROUND, War
from .reinforcements import Recruit
from .results import Loss, LossStep, RetreatStep, Roll, worth
from .supply import gmd_supplied, pla_supplied, source_of
from .victory import thirds

# What an average die of support adds.
DIE = 3.5
# What a face-down PLA counter is taken to be worth.
UNKNOWN = 4.0
# A GMD corps-equivalent against a printed factor of the PLA.
PER_FACTOR = 0.05
# What it is worth to the PLA to cut off a GMD stack.
CUT = 0.04
# How much of a PLA counter's strength counts at which distance.
NEARNESS = ((1, 1.0), (2, 0.3))
# What a move must promise: the GMD does not march for little.
INERTIA = {PLA: 0.05, GMD: 0.5}
# The least column at which each side attacks.
BOLDNESS = {PLA: "1:1", GMD: "3:1"}


class Goal(NamedTuple):
    """A GMD stack as a PLA cadet sees it."""

    worth: float
    defence: float
    shift: int


def evaluate(p: War, side: str) -> float:
    """Corps-equivalents eliminated, with the strength on the map to tell positions apart."""
    charts = p.charts
    score = thirds(p) / charts.limit["units_for_a_corps"]
    for unit in members(p.units_on_map(GMD)):
        score -= PER_FACTOR * charts.cf[unit]
    for unit in members(p.units_on_map(PLA)):
        score += PER_FACTOR * charts.cf[unit]
    return score if side == PLA else -score


# The combat table at a glance


@cache
def _defender_loss(charts: Charts) -> tuple[float, ...]:
    """For each column the part of a stack that the defender can expect to lose."""
    share = {"DR": 0.1, "DA": 0.5, "AA/DA": 0.5, "DE": 1.0, "DD": 1.0}
    return tuple(
        sum(share.get(result, 0.0) for result in charts.results[column].values()) / 6
        for column in charts.columns
    )


@cache
def _attacker_loss(charts: Charts) -> tuple[float, ...]:
    """For each column the chance that the attacker loses something, an AE counted double."""
    share = {"AE": 2.0, "AA": 1.0, "AA/DA": 1.0}
    return tuple(
        sum(share.get(result, 0.0) for result in charts.results[column].values()) / 6
        for column in charts.columns
    )


def _column(p: War, attacking: float, defending: float, shift: int) -> int:
    column = odds_column(p, int(attacking), max(int(defending), 1)) + shift
    return max(0, min(column, len(p.charts.columns) - 1))


# What GMD stacks are worth to the PLA


@derived(*GROUND)
def goals(p: War) -> dict[Hex, Goal]:
    return {hex_: _goal(p, hex_) for hex_ in members(p.gmd)}


def _goal(p: War, hex_: Hex) -> Goal:
    charts = p.charts
    units = p.gmd_in(hex_)
    attack = Attack(PLA, hex_)
    strength = defence_strength(p, attack, units)
    shift = sum(term.value for term in shifts(p, attack, units))
    value = 0.0
    for unit in members(units):
        counts = 1.0 if (charts.corps | charts.asterisked) >> unit & 1 else 0.34
        # Loyal units come back after a delay.
        loyal = charts.loyalty_range[charts.counter[unit].loyalty_row] / 6
        value += counts * (1 - 0.6 * loyal)
    if not gmd_supplied(p) >> hex_ & 1:
        value *= 1.2
    if hex_ == charts.xuzhou and p.turn <= charts.limit["sudden_death_turns"]:
        value += 3.0
    return Goal(value, strength.points + DIE * len(strength.dice), shift)


def gain(p: War, goal: Goal, factors: float) -> float:
    """What an attack with so many factors can be expected to bring."""
    if factors <= 0:
        return 0.0
    column = _column(p, factors, goal.defence, goal.shift)
    lost = PER_FACTOR * goal.defence * _attacker_loss(p.charts)[column]
    return max(goal.worth * _defender_loss(p.charts)[column] - lost, 0.0)


@derived(*GROUND)
def _factors_around(p: War) -> dict[tuple[str, Hex], float]:
    """PLA factors next to each GMD stack, by field army."""
    charts = p.charts
    found: dict[tuple[str, Hex], float] = {}
    for unit in members(p.units_on_map(PLA) & ~charts.defend_only & ~charts.guerrillas):
        command = charts.counter[unit].command
        for hex_ in members(charts.passage.spread(1 << p.where[unit]) & p.gmd):
            found[command, hex_] = found.get((command, hex_), 0.0) + charts.cf[unit]
    return found


@lru_cache(maxsize=16)
def _slope(charts: Charts, weights: tuple[tuple[Hex, float], ...]) -> dict[Hex, float]:
    """For each hex the best goal in reach of it, less the way there."""
    best: dict[Hex, float] = {}
    for goal, weight in sorted(weights, key=lambda each: (-each[1], each[0]))[:24]:
        for distance, wave in enumerate(flood_waves(charts.passage, 1 << goal, limit=14).waves):
            value = weight - 0.12 * max(distance - 1, 0)
            for hex_ in members(wave):
                if value > best.get(hex_, -9.0):
                    best[hex_] = value
    return best


def slope(p: War) -> dict[Hex, float]:
    """Towards stacks that are worth much and cost little."""
    weights = tuple(
        (hex_, round(goal.worth * 6 / (goal.defence + 4 - 2 * goal.shift), 2))
        for hex_, goal in goals(p).items()
    )
    return _slope(p.charts, weights)


def _pla_worth(p: War, unit: int, hex_: Hex) -> float:
    """What it is worth to have a PLA unit in a hex when the fighting begins."""
    charts = p.charts
    bit, here = 1 << unit, p.where[unit]
    if charts.guerrillas >> unit & 1:
        return _guerrilla_worth(p, hex_)
    score = slope(p).get(hex_, -9.0)
    if hex_ == charts.xuzhou and p.turn <= charts.limit["sudden_death_turns"]:
        score += 10.0 if bit & charts.corps else 0.0
    beside = charts.passage.spread(1 << hex_) & p.gmd
    stack = p.pla_in(hex_) & ~bit
    if beside:
        command = charts.counter[unit].command
        factors = DIE if charts.asterisked >> unit & 1 else charts.cf[unit]
        if charts.asterisked >> unit & 1 and not stack & charts.infantry:
            factors = 0
        around = _factors_around(p)
        now = charts.passage.spread(1 << here) & p.gmd if here >= 0 else 0
        for target in members(beside):
            already = around.get((command, target), 0.0)
            if now >> target & 1 and not charts.defend_only & bit:
                already -= charts.cf[unit]
            goal = goals(p)[target]
            score += gain(p, goal, already + factors) - gain(p, goal, already)
            others = p.pla & ~(1 << here) if here >= 0 and not p.pla_in(here) & ~bit else p.pla
            ring = charts.passage.spread(1 << target) & others
            if concentric(p, target, ring | 1 << hex_) and not concentric(p, target, ring):
                score += 0.3 * goal.worth
        # Weak counters alone beside the enemy are eaten.
        held = sum(charts.cf[u] for u in members(stack)) + charts.cf[unit]
        score -= 0.06 * max(6 - held, 0)
    if not pla_supplied(p, source_of(p, unit)) >> hex_ & 1:
        score -= 0.6
    if not stack:
        score += CUT * _cuts(charts, p.gmd, p.pla_cities).get(hex_, 0)
    return score


@lru_cache(maxsize=16)
def _cuts(charts: Charts, gmd: HexSet, pla_cities: HexSet) -> dict[Hex, int]:
    """For each road and railroad hex, how many GMD stacks it cuts off if it is blocked."""

    def supplied(blocked: HexSet) -> HexSet:
        edge = charts.sources[GMD] & ~blocked
        ways = flood(charts.ways_passage(0), edge & charts.ways.hexes, blocked=blocked)
        return flood(charts.passage, ways | edge, blocked=blocked, limit=charts.limit["loc_hexes"])

    everybody = supplied(pla_cities) & gmd
    found = {}
    for hex_ in members(charts.ways.hexes & ~gmd):
        if lost := (everybody & ~supplied(pla_cities | 1 << hex_)).bit_count():
            found[hex_] = lost
    return found


def _guerrilla_worth(p: War, hex_: Hex) -> float:
    """On a road or railroad that the GMD needs, as near to its troops as may be."""
    charts = p.charts
    if not charts.ways.hexes >> hex_ & 1 or not gmd_supplied(p) >> hex_ & 1:
        return 0.0
    near = charts.grid.disc(hex_, 3) & p.gmd
    return 1.0 + near.bit_count() + (charts.rail.hexes >> hex_ & 1)


# What a hex is worth to the GMD


@derived(*GROUND)
def threat(p: War) -> dict[Hex, float]:
    """Factors that face-down counters could bring against each hex, the near ones in full."""
    charts = p.charts
    found: dict[Hex, float] = {}
    for hex_ in members(p.pla):
        counters = (p.pla_in(hex_) & charts.face_down).bit_count()
        strength = UNKNOWN * min(counters, 3)
        for distance, weight in NEARNESS:
            for near in members(charts.grid.ring(hex_, distance) & charts.land):
                found[near] = found.get(near, 0.0) + weight * strength
    return found


def _gmd_worth(p: War, unit: int, hex_: Hex) -> float:
    """What it is worth to have a GMD unit in a hex when the PLA attacks."""
    charts = p.charts
    bit = 1 << unit
    stack = p.gmd_in(hex_) & ~bit
    supplied = gmd_supplied(p) >> hex_ & 1
    printed = sum(charts.cf[u] for u in members(stack)) + charts.cf[unit]
    held = printed if supplied else printed / 2
    shift = charts.shift[charts.terrain_of(hex_)]
    if p.leaders_in(hex_):
        shift -= 1
    column = _column(p, threat(p).get(hex_, 0.0) * 0.6, held, shift)
    score = -2.0 * _defender_loss(charts)[column]
    score += 0.0 if supplied else -1.0
    if hex_ == charts.xuzhou and p.turn <= charts.limit["sudden_death_turns"]:
        # 3.1: the city must not fall in the first turns.
        score += 0.15 * max(14 - held, 0)
    return score + _rally(charts, p.turn).get(hex_, 0.0)


@cache
def _rally(charts: Charts, turn: int) -> dict[Hex, float]:
    """3.1: in the first turns the armies are wanted around Xuzhou."""
    if turn > charts.limit["sudden_death_turns"]:
        return {}
    waves = flood_waves(charts.passage, 1 << charts.xuzhou, limit=5).waves
    return {h: 0.6 - 0.12 * distance for distance, wave in enumerate(waves) for h in members(wave)}


# Choosing


def advise(p: War, decision: Decision, orders: Orders = NO_ORDERS) -> Choice:
    """What a cadet does: one look at what each choice would bring.

    Units with orders are not his business.
    """
    memo = p.frames[-1].memo
    match p.frames[-1].step:
        case MovementSegment():
            return _advise_movement(p, decision, memo, set_of(orders))
        case Recruit():
            return _advise_recruiting(p, decision)
        case AirWindow():
            return _advise_air(p, decision)
        case CombatPhase():
            return _advise_combat(p, decision)
        case AttackStep():
            return _advise_attack(p, decision, memo)
        case Reaction():
            return _advise_reaction(p, decision, memo)
        case LossStep():
            return _advise_loss(p, decision, memo)
        case Roll():
            return _most(p, decision, "defend")
        case RetreatStep():
            return _advise_retreat(p, decision, memo.units[0])
        case AdvanceStep():
            return _advise_advance(p, decision, memo.hex)
        case NameCommand():
            return _advise_freeze(p, decision)
        case Popa():
            return _advise_popa(p, decision, memo.corps)
        case Displace():
            return _least(p, decision)
    return decision.first("incorporate", "place", "guerrilla", "fortify", "panic", "done")


# Movement


def _advise_movement(p: War, decision: Decision, memo: Moving, ordered: UnitSet) -> Choice:
    """Take the units one after the other, and each to the best hex it can reach."""
    side = decision.side
    if memo.struck:
        return decision.first("move", "halt")
    if decision.option("short_attack"):
        # 18.3.2: nobody attacks before these have been made.
        return decision.first("short_attack")
    if memo.unit >= 0 and not (p.charts.leaders | ordered) >> memo.unit & 1:
        choice = _best_move(p, decision, memo)
        if choice is not None:
            return choice
    # Each unit is looked at once: those up to the last that was taken have had their turn.
    in_hand = 1 << memo.unit if memo.unit >= 0 else 0
    taken = (p.moved & p.charts.units_of[side] | in_hand) & ~ordered
    last = taken.bit_length()
    waiting = (waiting_units(p, side) & ~ordered) >> last << last
    if side == GMD:
        if choice := _place_leader(p, decision, memo):
            return choice
        waiting &= ~p.charts.static & ~(1 << p.charts.rr_security)
    if waiting:
        unit = members(waiting)[0]
        return Choice("select", p.name(unit))
    return Choice("done")


def _place_leader(p: War, decision: Decision, memo: Moving) -> Choice | None:
    """Leaders who have arrived go to the strongest stack they can lead."""
    if memo.unit >= 0 and p.charts.leaders >> memo.unit & 1:
        option = decision.option("fly")
        if option is not None:
            best = max(members(option.values), key=lambda h: (_held(p, h), -h))
            return Choice("fly", p.label(best))
        return None
    option = decision.option("select")
    arrived = option.values & p.box(EDGE) & p.charts.leaders if option else 0
    return Choice("select", p.name(members(arrived)[0])) if arrived else None


def _held(p: War, hex_: Hex) -> int:
    return sum(p.charts.cf[unit] for unit in members(p.gmd_in(hex_)))


def _best_move(p: War, decision: Decision, memo: Moving) -> Choice | None:
    """The best hex and the way to get there, if it is better than to stay."""
    unit, side = memo.unit, decision.side
    value = _pla_worth if side == PLA else _gmd_worth
    here = p.where[unit]
    best, chosen = (value(p, unit, here) + INERTIA[side] if here >= 0 else -99.0), None
    seen = 0
    for verb in ("move", "march", "convoy", "rail", "enter"):
        option = decision.option(verb)
        if option is None:
            continue
        for hex_ in members(option.values & ~seen):
            score = value(p, unit, hex_)
            if score > best:
                best, chosen = score, Choice(verb, p.label(hex_))
        seen |= option.values
    return chosen


# Reinforcements and air units


def _advise_recruiting(p: War, decision: Decision) -> Choice:
    option = decision.option("replace")
    if option is not None:
        best = max(members(option.values), key=lambda u: (p.charts.cf[u], -u))
        return Choice("replace", p.name(best))
    return decision.first("roll", "spend", "guerrilla", "militia", "done")


def _advise_air(p: War, decision: Decision) -> Choice:
    """Everything waits for the fighting; only Xuzhou is supplied at once."""
    option = decision.option("air_supply")
    xuzhou = 1 << p.charts.xuzhou
    if option is not None and option.values & p.gmd & ~gmd_supplied(p) & xuzhou:
        return Choice("air_supply", p.label(p.charts.xuzhou))
    return decision.first("done", "pass")


def _advise_reaction(p: War, decision: Decision, memo: Attack) -> Choice:
    """Supply for stacks that are worth it, in the first turns for Xuzhou alone."""
    option = decision.option("air_supply")
    if option is not None:
        early = p.turn <= p.charts.limit["sudden_death_turns"]
        xuzhou = option.values >> p.charts.xuzhou & 1
        if xuzhou or (not early and _held(p, memo.target) >= 5):
            best = p.charts.xuzhou if xuzhou else members(option.values)[0]
            return Choice("air_supply", p.label(best))
    return decision.first("bombard", "pass")


# Combat


def everybody(p: War, attack: Attack) -> Attack:
    """The attack with all units that can join, the strongest first."""
    cf = p.charts.cf
    while joining := can_join(p, attack):
        unit = max(members(joining), key=lambda u: (cf[u], -u))
        attack = Attack(attack.side, attack.target, (*attack.units, unit), deng=attack.deng)
    return attack


def _prospect(p: War, attack: Attack) -> tuple[int, float]:
    """The column that an attack can expect, and what it is worth."""
    charts = p.charts
    if not set_of(attack.units) & ~charts.asterisked:
        return 0, -1.0
    ours = attack_strength(p, attack)
    strength = ours.points + DIE * len(ours.dice)
    if attack.side == PLA:
        goal = goals(p)[attack.target]
        terms = shifts(p, attack, p.gmd_in(attack.target))
        # 16.1.3: the defenders will dig in, or come over.
        if not (gmd_supplied(p) | p.fdp) >> attack.target & 1 and is_concentric(p, attack):
            terms = [term for term in terms if term.case != "12.2.2"]
        raw = odds_column(p, int(strength), max(int(goal.defence), 1))
        column = shifted(p, raw, terms)
        lost = PER_FACTOR * goal.defence * _attacker_loss(charts)[column]
        if _last_chance(p):
            lost = 0.0
        return column, goal.worth * _defender_loss(charts)[column] - lost
    counters = p.pla_in(attack.target)
    defence = UNKNOWN * (counters & charts.face_down).bit_count() or 1.0
    terms = shifts(p, attack, counters)
    column = shifted(p, odds_column(p, int(strength), int(defence)), terms)
    lost = defence * _attacker_loss(charts)[column] * 2
    return column, defence * _defender_loss(charts)[column] - lost


def _last_chance(p: War) -> bool:
    """On the last turn the PLA need not count its losses."""
    return p.turn >= p.charts.limit["turns"]


def _least_column(p: War, side: str) -> int:
    return 0 if side == PLA and _last_chance(p) else p.charts.columns.index(BOLDNESS[side])


def _advise_combat(p: War, decision: Decision) -> Choice:
    """The attack that promises most, if it promises anything."""
    option = decision.option("attack")
    side = decision.side
    least = _least_column(p, side)
    best: tuple[float, Hex] | None = None
    for target in members(option.values) if option else []:
        column, value = _prospect(p, everybody(p, Attack(side, target)))
        if column >= least and value > 0 and (best is None or (value, -target) > best):
            best = (value, -target)
    if best is not None:
        return Choice("attack", p.label(-best[1]))
    return decision.first("suppress", "done")


def _advise_attack(p: War, decision: Decision, memo: Attack) -> Choice:
    """Everybody joins; guns and aircraft too; then the dice are rolled."""
    option = decision.option("add")
    if option is not None:
        best = max(members(option.values), key=lambda u: (p.charts.cf[u], -u))
        return Choice("add", p.name(best))
    if decision.option("deng"):
        joint = everybody(p, Attack(memo.side, memo.target, memo.units, deng=True))
        if _prospect(p, joint)[0] > _prospect(p, memo)[0]:
            return Choice("deng")
    if decision.option("wave") and _last_chance(p):
        return _most(p, decision, "wave")
    column, value = _prospect(p, memo)
    if column < _least_column(p, memo.side) or value <= 0:
        return Choice("cancel")
    return decision.first("bombard", "resolve", "cancel")


def _advise_loss(p: War, decision: Decision, memo: Loss) -> Choice:
    """The unit that fits the loss best; defectors before others."""
    option = decision.option("lose")
    assert option is not None
    units = members(option.values)

    def price(unit: int) -> tuple[bool, int, int, int]:
        own = p.charts.units_of[memo.side] >> unit & 1
        pays = worth(p, unit)
        corps = p.charts.corps >> unit & 1
        return bool(own), abs(pays - memo.points), corps, unit

    return Choice("lose", p.name(min(units, key=price)))


def _most(p: War, decision: Decision, verb: str) -> Choice:
    option = decision.option(verb)
    assert option is not None
    best = max(members(option.values), key=lambda unit: (p.charts.cf[unit], -unit))
    return Choice(verb, p.name(best))


def _least(p: War, decision: Decision) -> Choice:
    """16.2.8: the weakest leave an overstacked hex."""
    for verb in ("displace", "eliminate"):
        if option := decision.option(verb):
            best = min(members(option.values), key=lambda unit: (p.charts.cf[unit], unit))
            return Choice(verb, p.name(best))
    return decision.first("to")


def _advise_retreat(p: War, decision: Decision, unit: int) -> Choice:
    value = _pla_worth if decision.side == PLA else _gmd_worth
    return _best_hex(p, decision.options[0], unit, value)


def _best_hex(p: War, option: Option, unit: int, value: object) -> Choice:
    assert callable(value)
    best = max(members(option.values), key=lambda hex_: (value(p, unit, hex_), -hex_))
    return Choice(option.verb, p.label(best))


def _advise_advance(p: War, decision: Decision, hex_: Hex) -> Choice:
    value = _pla_worth if decision.side == PLA else _gmd_worth
    option = decision.option("advance")
    for unit in members(option.values) if option else []:
        if value(p, unit, hex_) > value(p, unit, p.where[unit]):
            return Choice("advance", p.name(unit))
    return decision.first("hold")


# Events


def _advise_freeze(p: War, decision: Decision) -> Choice:
    """The Command with most factors on the map."""
    factors: dict[str, int] = {}
    for unit in members(p.units_on_map(GMD)):
        key = key_of(p, unit)
        factors[key] = factors.get(key, 0) + p.charts.cf[unit]
    return Choice("freeze", max(sorted(factors), key=lambda key: factors[key]))


def _advise_popa(p: War, decision: Decision, corps: int) -> Choice:
    """Call upon corps, the strongest first."""
    if corps < 0:
        return decision.first("corps")
    return _most(p, decision, "target")
