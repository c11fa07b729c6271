"""A plan of attack for the PLA: which GMD stacks are attacked, and by whom.

The best attack is planned first, then the best of those that are possible with the others, and so
on. In the Movement Segment units count wherever they can get, in the Combat Phase where they are.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

import msgspec

from ...engine import UnitSet, derived
from ...hexes import Hex, HexSet, members, set_of
from .assaults import Assault, Candidate, Problem, Sides, best_assault, problem_of
from .charts import GMD, PLA, Charts
from .combat import may_attack
from .explosives import can_support
from .movement import normal_reach, waiting_units
from .outline import NUMBER_OF
from .position import BOX, War
from .stacking import room_for
from .stakes import STAKED, Stake, sides_of, stake_in
from .styles import WarStyle
from .supply import in_supply, pla_supplied, source_of

ARMIES = ("CPFA", "ECFA")
# 17.1.10: both of them, brought together by Deng.
BOTH = "Deng"
# A target, and the field army that attacks it (4.1).
Task = tuple[Hex, str]


@derived(*STAKED)
def stakes(p: War) -> dict[Hex, Stake]:
    """What is at stake in each hex with GMD units."""
    mine = p.charts.units_of[GMD] | p.charts.leaders
    return {hex_: stake_in(p, hex_, p.stacks[hex_] & mine) for hex_ in members(p.gmd)}


def thrifty(p: War, style: WarStyle) -> Iterator[tuple[Task, Assault]]:
    """The attacks of this turn if they are made with as little as pays, the best first."""
    return _greedy(p, style, _able(p), 0)


@derived(*STAKED)
def plan(p: War, style: WarStyle) -> tuple[Assault, ...]:
    """The attacks of this turn, the best first.

    They are made with as little as pays; then whoever is left over joins in, or attacks too.
    """
    able, chosen, free = _able(p), dict(thrifty(p, style)), _unsparing(style)
    taken = set_of(unit for assault in chosen.values() for unit in assault.units)
    for task, assault in chosen.items():
        mine = set_of(assault.units)
        units = [each for each in able[task] if (mine | ~taken) >> each.unit & 1]
        stronger = best_assault(free, _problem(p, style, *task), tuple(units))
        if stronger is not None:
            chosen[task] = stronger
            taken = taken & ~mine | set_of(stronger.units)
    attacked = {target for target, _ in chosen}
    joint = any(army == BOTH for _, army in chosen)
    others = {
        task: [each for each in units if not taken >> each.unit & 1]
        for task, units in able.items()
        if task[0] not in attacked and not (joint and task[1] == BOTH)
    }
    chosen |= dict(_greedy(p, free, others, taken))
    return tuple(sorted(chosen.values(), key=lambda each: (-each.worth, each.target)))


def _greedy(
    p: War, style: WarStyle, able: Mapping[Task, list[Candidate]], taken: UnitSet
) -> Iterator[tuple[Task, Assault]]:
    """The best attack, then the best that the others can make, and so on.

    What a target could promise at most tells when it is worth a look.
    """
    at_stake, prize = stakes(p), _prize(p, style)
    queue: list[tuple[float, Task, Assault | None]] = [
        (-at_stake[task[0]].most - (prize if task[0] == p.charts.xuzhou else 0.0), task, None)
        for task in able
    ]
    heapq.heapify(queue)
    attacked: set[Hex] = set()
    joint = False
    while queue:
        _, task, assault = heapq.heappop(queue)
        target, army = task
        if target in attacked or (joint and army == BOTH):  # 17.1.10: one coordinated attack
            continue
        if assault is None or any(taken >> unit & 1 for unit in assault.units):
            units = tuple([each for each in able[task] if not taken >> each.unit & 1])
            if again := best_assault(style, _problem(p, style, *task), units):
                heapq.heappush(queue, (-again.worth, task, again))
            continue
        yield task, assault
        attacked.add(target)
        joint = joint or army == BOTH
        taken |= set_of(assault.units)


@cache
def _unsparing(style: WarStyle) -> WarStyle:
    """The same for units that have nothing better to do."""
    return msgspec.structs.replace(style, use=0.0)


def single_assaults(p: War, style: WarStyle) -> list[Assault]:
    """The best attack on each target as if it were the only one, the best first."""
    found = []
    for task, units in _able(p).items():
        if assault := best_assault(style, _problem(p, style, *task), tuple(units)):
            found.append(assault)
    return sorted(found, key=lambda each: (-each.worth, each.target))


@derived(*STAKED)
def _able(p: War) -> dict[Task, list[Candidate]]:
    """For each target and field army, who can attack it, and from which sides."""
    charts = p.charts
    places = _places(p) if p.phase == NUMBER_OF["pla-movement"] else _standing(p)
    spread, targets = charts.passage.spread, p.gmd & ~p.attacked
    found: dict[Task, list[Candidate]] = defaultdict(list)
    for unit in _by_strength(charts):
        if there := places.get(unit, 0):
            command, here = charts.counter[unit].command, p.where[unit]
            for target in members(spread(there) & targets):
                found[target, command].append(_candidate(charts, target, unit, there, here))
    if _deng(p):
        for target in {target for target, _ in found}:
            armies = [found.get((target, army), []) for army in ARMIES]
            if all(armies):
                found[target, BOTH] = [*heapq.merge(*armies, key=lambda e: _rank(charts)[e.unit])]
    return found


def _deng(p: War) -> bool:
    """17.1.10: whether Deng can bring both field armies together this turn."""
    if p.phase == NUMBER_OF["pla-combat"]:
        return p.where[p.charts.deng] == BOX
    return p.turn >= p.charts.limit["deng_from_turn"]


def _places(p: War) -> dict[int, HexSet]:
    """Where each unit can attack from after its move."""
    charts = p.charts
    front = charts.passage.spread(p.gmd) & ~p.gmd
    found = {}
    moving = waiting_units(p, PLA)
    for unit in members(p.on_map & charts.face_down & ~charts.elbs):
        here = 1 << p.where[unit]
        if moving >> unit & 1:
            there = normal_reach(p, unit, out_of_supply=not in_supply(p, unit)).hexes & front
            there &= ~here & pla_supplied(p, source_of(p, unit))
            here |= room_for(p, unit, there)
        if here & front:
            found[unit] = here & front
    return found


def _standing(p: War) -> dict[int, HexSet]:
    """Where those are who can attack now."""
    charts = p.charts
    able = may_attack(p, PLA) | p.on_map & charts.asterisked & charts.units_of[PLA] & ~p.fought
    front = charts.passage.spread(p.gmd)
    return {
        unit: 1 << p.where[unit]
        for unit in members(able & p.units_at(front))
        if not charts.asterisked >> unit & 1 or can_support(p, unit)
    }


@derived(*STAKED)
def _problem(p: War, style: WarStyle, target: Hex, army: str) -> Problem:
    charts = p.charts
    left = charts.limit["turns"] - p.turn
    return problem_of(
        charts,
        target,
        stakes(p)[target],
        *_surroundings(p, target),
        _generals(p, army),
        style.own_loss * min(left, style.absent) / style.absent,
        _prize(p, style) if target == charts.xuzhou else 0.0,
    )


def _prize(p: War, style: WarStyle) -> float:
    """3.1: what Xuzhou is worth for itself."""
    return style.xuzhou if p.turn <= p.charts.limit["sudden_death_turns"] else 0.0


@derived(*STAKED)
def _surroundings(p: War, target: Hex) -> tuple[tuple[UnitSet, ...], Sides]:
    """Who is on each side of a hex, and the sides to which defenders could retreat."""
    around = sides_of(p.charts, target)
    pla, stacks, mine = p.pla, p.stacks, p.charts.face_down | p.charts.militia
    return (
        tuple([stacks.get(hex_, 0) & mine for hex_ in around]),
        sum([1 << d for d, hex_ in enumerate(around) if hex_ >= 0 and not pla >> hex_ & 1]),
    )


@lru_cache(maxsize=1 << 14)
def _candidate(charts: Charts, target: Hex, unit: int, there: HexSet, here: Hex) -> Candidate:
    sides = stands = 0
    for side, hex_ in enumerate(sides_of(charts, target)):
        if hex_ >= 0 and there >> hex_ & 1:
            sides |= 1 << side
            if hex_ == here:
                stands = 1 << side
    return Candidate(unit, sides, stands)


@cache
def _by_strength(charts: Charts) -> tuple[int, ...]:
    """The PLA units that may attack: the strongest first, guns that only support last."""
    units = members(charts.face_down)
    guns = charts.asterisked
    return tuple(sorted(units, key=lambda u: (guns >> u & 1, -charts.cf[u], u)))


@cache
def _rank(charts: Charts) -> dict[int, int]:
    return {unit: rank for rank, unit in enumerate(_by_strength(charts))}


@derived(*STAKED)
def _generals(p: War, army: str) -> int:
    """17.1.9: in the Combat Phase those who have not been used; before it all of them."""
    charts = p.charts
    generals = charts.generals
    if army != BOTH:
        generals &= charts.of_command[army]
    if p.phase == NUMBER_OF["pla-combat"]:
        generals &= p.box(BOX)
    return generals.bit_count()
