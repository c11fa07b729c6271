"""The GMD in a style: where its units stand when the PLA comes.

A hex is judged by the corps that a stack in it can expect to lose, and a move by what it changes
at both ends. Of face-down counters nothing is known but how many lie where.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache

from ...engine import Choice, Decision, UnitSet, derived
from ...hexes import Hex, HexSet, members, set_of
from .charts import GMD, Charts
from .combat import Attack, attack_strength, odds_column, shifted, shifts
from .evaluation import everybody
from .leaders import flights
from .movement import (
    Moving,
    convoy_ends,
    convoy_reach,
    may_convoy,
    normal_reach,
    options_in_hand,
    waiting_leaders,
    waiting_units,
)
from .orders import WAYS
from .position import EDGE, GROUND, War
from .stacking import legal_stack
from .stakes import DIE, STAKED, Stake, around, chance_of, column_of, grounds, stake, terrain_in
from .styles import WarStyle
from .supply import gmd_supplied, in_supply, negated_ways, supplied_hexes
from .weather import cost_factor

# What the counters of a face-down stack are taken to be worth, from the top down.
COUNTERS = (0.0, 5.0, 9.0, 10.5, 12.0, 13.0)
# How much of that counts at which distance, by what bad weather makes of a step.
NEARNESS = {
    1: (1.0, 1.0, 1.0, 1.0, 0.85, 0.6, 0.3, 0.1),
    2: (1.0, 1.0, 1.0, 0.6, 0.3, 0.1),
}


@lru_cache(maxsize=256)
def _press(charts: Charts, counters: tuple[tuple[Hex, int], ...], factor: int) -> dict[Hex, float]:
    """Factors that the PLA could bring against each hex."""
    found: dict[Hex, float] = {}
    for hex_, count in counters:
        strength = COUNTERS[min(count, len(COUNTERS) - 1)]
        for distance, weight in enumerate(NEARNESS[factor]):
            for near in _ring(charts, hex_, distance):
                found[near] = found.get(near, 0.0) + weight * strength
    return found


@cache
def _ring(charts: Charts, hex_: Hex, radius: int) -> tuple[Hex, ...]:
    ring = charts.grid.ring(hex_, radius) if radius else 1 << hex_
    return members(ring & charts.land)


@derived(*GROUND)
def press(p: War) -> dict[Hex, float]:
    """Factors that the PLA could bring against each hex, as far as the GMD can tell."""
    face_down = p.charts.face_down
    counters = tuple([(h, (p.stacks[h] & face_down).bit_count()) for h in members(p.pla)])
    return _press(p.charts, counters, min(cost_factor(p, GMD), 2))


class Outlook:
    """What GMD stacks have to expect in a position: all that does not depend on who is where."""

    def __init__(self, p: War, style: WarStyle) -> None:
        self.charts, self.style = p.charts, style
        self.press, self.fdp = press(p), p.fdp
        self.fed, self.safe = gmd_supplied(p), safely_fed(p)
        self.grounds = grounds(p)
        self.units = p.charts.units_of[GMD]
        self.dear = p.charts.xuzhou if early(p) else -1

    def danger(self, hex_: Hex, stack: UnitSet, gmd: HexSet, spared: float = 0.0) -> float:
        """What a stack can expect to lose in a hex, if GMD units are in some others.

        Some of the factors that could come may be `spared` it.
        """
        charts, style = self.charts, self.style
        coming = self.press.get(hex_, 0.0) - spared
        if coming <= 0:
            return 0.0
        keep = style.hold if hex_ == self.dear else 0.0
        if not stack & self.units:
            return keep
        sides = (around(charts, hex_) & ~gmd).bit_count()
        attacking = min(coming * (1.0 if keep else style.share), sides * style.per_side)
        terrain, dug_in = terrain_in(charts, hex_), 2 * (self.fdp >> hex_ & 1)
        fed = self.fed >> hex_ & 1
        now = stake(charts, terrain, stack, self.grounds[fed + dug_in])
        found = _danger(charts, now, attacking, sides, keep)
        if fed and not self.safe >> hex_ & 1:
            cut = stake(charts, terrain, stack, self.grounds[dug_in])
            found += style.cut * (_danger(charts, cut, attacking, sides, keep) - found)
        return found


@lru_cache(maxsize=1 << 14)
def _danger(charts: Charts, found: Stake, attacking: float, sides: int, keep: float) -> float:
    column = column_of(charts, int(attacking), int(found.defence)) + found.shift
    if sides > 3 and found.ring_shifts and not found.digs_in:
        column += 1
    column = max(0, min(column, len(charts.columns) - 1))
    lost = found.gain[column]
    if found.deserting and sides > 3:
        lost = max(lost, found.deserting * min(attacking / 8, 1.0))
    return lost + keep * chance_of(charts, "DE", "DD", "DR")[column]


@derived(*GROUND)
def safely_fed(p: War) -> HexSet:
    """Where supply reaches even if the PLA takes every open road that it can get to."""
    charts = p.charts
    grid = charts.grid
    blocked = p.pla | p.pla_cities | grid.within(p.pla, 2) & ~p.gmd
    return supplied_hexes(charts, blocked, negated_ways(p), p.where[charts.air_supply])


def early(p: War) -> bool:
    """3.1: whether Xuzhou may still decide the game."""
    return p.turn <= p.charts.limit["sudden_death_turns"]


class Moves:
    """What it changes to move a unit somewhere, alone or with its stack."""

    def __init__(self, p: War, style: WarStyle, unit: int) -> None:
        self.p, self.style, self.unit = p, style, unit
        charts = p.charts
        self.outlook = Outlook(p, style)
        self.mine = charts.units_of[GMD] | charts.leaders
        here = self.here = p.where[unit]
        stack = self.whole = p.stacks.get(here, 0) & self.mine
        self.gmd = p.gmd
        # Who goes if all go, where they can, and what the hex is rid of then.
        self.going: UnitSet = 0
        self.common: HexSet = 0
        self.leaves = self.rid = self.stays = self.stays_drawn = 0.0
        if here >= 0:
            rest = stack & ~(1 << unit)
            if not rest & charts.units_of[GMD]:
                # With the hex left empty, others can be attacked from there.
                self.gmd &= ~(1 << here)
            danger = self.outlook.danger
            before = danger(here, stack, p.gmd)
            self.leaves = before - danger(here, rest, p.gmd)
            self.stays_drawn = self.pull(here)
            self.stays = self.stays_drawn + self.lonely(rest) - self.lonely(stack)
            self._gather()
            self.rid = before - danger(here, stack & ~self.going, p.gmd)

    def _gather(self) -> None:
        """Those who could all go together, if nobody of the stack has gone yet."""
        p, stack = self.p, self.whole
        going = stack & waiting_units(p, GMD) & ~p.charts.static & ~(1 << p.charts.rr_security)
        if p.moved & stack or going.bit_count() < 2:
            return
        slowest = min(members(going), key=lambda unit: p.charts.ma[unit])
        oos = not gmd_supplied(p) >> self.here & 1
        self.common = normal_reach(p, slowest, out_of_supply=oos).hexes
        if may_convoy(p, Moving(unit=slowest, out_of_supply=oos)):
            self.common |= convoy_reach(p, slowest).hexes & convoy_ends(p)
        # 17.2.1: leaders go with the last.
        self.going = going if stack & ~going & p.charts.units_of[GMD] else stack

    def gain(self, hex_: Hex, least: float = -math.inf) -> float:
        """How much better it is to have the unit there than where it is.

        What cannot be more than the least that is wanted is not looked at closely.
        """
        if hex_ == self.here:
            return 0.0
        p, danger = self.p, self.outlook.danger
        there = p.stacks.get(hex_, 0) & self.mine
        before = danger(hex_, there, self.gmd) if there or hex_ == self.outlook.dear else 0.0
        drawn = self.pull(hex_) + self.reopened(hex_)
        with_it, gmd = there | 1 << self.unit, self.gmd | 1 << hex_
        moved = drawn - self.lonely(with_it) - self.stays
        alone = before + self.leaves + moved
        if alone > least:
            alone = before - danger(hex_, with_it, gmd) + self.leaves + moved
        if not self.common >> hex_ & 1:
            return alone
        moved = (drawn - self.stays_drawn) * self.going.bit_count() / 2
        if before + self.rid + moved <= max(alone, least):
            return alone
        if not legal_stack(p, hex_, there | self.going, GMD):
            return alone
        return max(alone, before - danger(hex_, there | self.going, gmd) + self.rid + moved)

    def lonely(self, stack: UnitSet) -> float:
        """13.1.1: guns without infantry cannot fire."""
        charts = self.p.charts
        alone = stack & charts.asterisked and not stack & charts.infantry
        return self.style.guns if alone else 0.0

    def pull(self, hex_: Hex) -> float:
        """What draws the armies: Xuzhou in the first turns, company, the south."""
        p, style = self.p, self.style
        found = style.company * min((around(p.charts, hex_) & self.gmd).bit_count(), 3)
        if self.outlook.dear >= 0:
            found += style.rally * _rally(p.charts)[hex_]
        elif style.south:
            found -= style.south * _from_south(p.charts, hex_)
        if not self.outlook.fed >> hex_ & 1:
            found -= style.unsupplied
        return found

    def reopened(self, hex_: Hex) -> float:
        """18.4.9: whoever is in supply again if Guerrillas have company."""
        p = self.p
        cut = negated_ways(p)
        if not cut >> hex_ & 1:
            return 0.0
        fed = supplied_hexes(
            p.charts, p.pla | p.pla_cities, cut & ~(1 << hex_), p.where[p.charts.air_supply]
        )
        return self.style.reopen * (p.gmd & fed & ~gmd_supplied(p)).bit_count()


@cache
def _rally(charts: Charts) -> tuple[int, ...]:
    """How many hexes each hex is nearer to Xuzhou than six."""
    grid = charts.grid
    away = [max(6 - grid.distance(charts.xuzhou, hex_), 0) for hex_ in members(grid.all)]
    found = dict(zip(members(grid.all), away, strict=True))
    return tuple(found.get(hex_, 0) for hex_ in range(grid.all.bit_length()))


@cache
def _from_south(charts: Charts, hex_: Hex) -> int:
    return min(charts.grid.distance(hex_, edge) for edge in members(charts.sources[GMD]))


def advise_movement(
    p: War, decision: Decision, memo: Moving, style: WarStyle, ordered: UnitSet
) -> Choice:
    """Leaders fly first; then the units are taken one after the other, corps before guns."""
    charts = p.charts
    if memo.unit >= 0 and not (charts.leaders | ordered) >> memo.unit & 1:
        choice = best_move(p, style, memo)
        if choice is not None:
            return choice
    if choice := _fly(p, decision, memo, style):
        return choice
    in_hand = 1 << memo.unit if memo.unit >= 0 and not charts.leaders >> memo.unit & 1 else 0
    taken = (p.moved & charts.units_of[GMD] | in_hand) & ~ordered
    last = taken.bit_length()
    waiting = (waiting_units(p, GMD) & ~ordered) >> last << last
    waiting &= ~charts.static & ~(1 << charts.rr_security) & ~_calm(p)
    for unit in members(waiting):
        # 18.4.9: whoever has moved negates Guerrillas when the next is taken, which may matter.
        if memo.mode or best_move(p, style, in_hand_of(p, unit)):
            return Choice("select", p.name(unit))
    return Choice("done")


def in_hand_of(p: War, unit: int) -> Moving:
    """A unit as it would be if it were selected."""
    return Moving(unit=unit, out_of_supply=p.where[unit] >= 0 and not in_supply(p, unit))


@derived(*GROUND)
def _calm(p: War) -> UnitSet:
    """Units that have no reason to move: in supply, and nobody can come at them."""
    if early(p):
        return 0
    coming, lonely = press(p), p.charts.asterisked
    calm = 0
    for hex_ in members(p.gmd & gmd_supplied(p)):
        stack = p.gmd_in(hex_)
        if hex_ not in coming and (not stack & lonely or stack & p.charts.infantry):
            calm |= stack
    return calm


@derived(*STAKED)
def best_move(p: War, style: WarStyle, memo: Moving) -> Choice | None:
    """Where the unit in hand should go; None if it should stay."""
    if memo.mode in ("move", "convoy"):
        return None  # others may follow him, and would not find him any more
    moves = Moves(p, style, memo.unit)
    best, chosen = (style.inertia if moves.here >= 0 else -99.0), None
    options = {option.verb: option.values for option in options_in_hand(p, memo)}
    seen = 0
    for verb in WAYS:
        there = options.get(verb, 0)
        for hex_ in members(there & ~seen):
            score = moves.gain(hex_, best)
            if score > best:
                best, chosen = score, Choice(verb, p.label(hex_))
        seen |= there
    return chosen


def _fly(p: War, decision: Decision, memo: Moving, style: WarStyle) -> Choice | None:
    """17.2.3: leaders go where they help most, before anybody moves."""
    option = decision.option("select")
    charts = p.charts
    ready = waiting_leaders(p) if option is not None else 0
    if memo.unit >= 0 and charts.leaders >> memo.unit & 1:
        ready |= 1 << memo.unit
    for leader in members(ready):
        if leader == charts.jiang and p.where[leader] >= 0:
            continue
        there = _flight(p, style, leader)
        if there < 0:
            continue
        if leader != memo.unit:
            return Choice("select", p.name(leader))
        fly = decision.option("fly")
        if fly is not None and fly.values >> there & 1:
            return Choice("fly", p.label(there))
    return None


@derived(*STAKED)
def _flight(p: War, style: WarStyle, leader: int) -> Hex:
    """Where a leader should be; -1 if he should stay."""
    here, bit = p.where[leader], 1 << leader
    if p.begun and here != EDGE:
        return -1
    mine = p.charts.units_of[GMD] | p.charts.leaders

    outlook = Outlook(p, style)

    def helps(hex_: Hex) -> float:
        stack = p.stacks[hex_] & mine & ~bit
        return outlook.danger(hex_, stack, p.gmd) - outlook.danger(hex_, stack | bit, p.gmd)

    best, chosen = (helps(here) + style.flight if here >= 0 else -99.0), -1
    for hex_ in members(flights(p, leader)):
        if (value := helps(hex_)) > best:
            best, chosen = value, hex_
    return chosen


# Attacks


def prospect(p: War, attack: Attack) -> tuple[int, float]:
    """The column of an attack on face-down counters, and what it is worth in factors."""
    charts = p.charts
    if not set_of(attack.units) & ~charts.asterisked:
        return 0, -1.0
    ours = attack_strength(p, attack)
    counters = p.pla_in(attack.target)
    hidden = (counters & charts.face_down).bit_count()
    defence = COUNTERS[min(hidden, len(COUNTERS) - 1)] or 1.0
    raw = odds_column(p, int(ours.points + DIE * len(ours.dice)), int(defence))
    column = shifted(p, raw, shifts(p, attack, counters))
    killed = chance_of(charts, "DE", "DD")[column]
    partly = chance_of(charts, "DA", "AA/DA")[column] * (1.0 if hidden == 1 else 0.5)
    lost = chance_of(charts, "AA", "AA/DA")[column] + 2 * chance_of(charts, "AE")[column]
    worth = defence * (killed + partly) - defence * lost
    if attack.target == charts.xuzhou and early(p):
        # 3.1: the city must not be in their hands when the turn ends.
        worth += 100 * chance_of(charts, "DE", "DD", "DR")[column]
    return column, worth


def may_try(p: War, style: WarStyle, target: Hex, column: int, worth: float) -> bool:
    city = target == p.charts.xuzhou and early(p)
    return worth > 0 and (city or column >= p.charts.columns.index(style.boldness))


def advise_combat(p: War, decision: Decision, style: WarStyle) -> Choice:
    """The attack that promises most, if it promises anything."""
    option = decision.option("attack")
    best: tuple[float, Hex] | None = None
    for target in members(option.values) if option else ():
        column, worth = prospect(p, everybody(p, Attack(GMD, target)))
        if may_try(p, style, target, column, worth) and (best is None or (worth, -target) > best):
            best = (worth, -target)
    if best is not None:
        return Choice("attack", p.label(-best[1]))
    return decision.first("suppress", "done")


def advise_attack(p: War, decision: Decision, memo: Attack, style: WarStyle) -> Choice:
    """Everybody joins; aircraft too; then the dice are rolled."""
    option = decision.option("add")
    if option is not None:
        best = max(members(option.values), key=lambda unit: (p.charts.cf[unit], -unit))
        return Choice("add", p.name(best))
    if not may_try(p, style, memo.target, *prospect(p, memo)):
        return Choice("cancel")
    return decision.first("bombard", "resolve", "cancel")
