"""A plan of attack for the PLA: which GMD stacks are attacked, and by whom.

The best attack is planned first, then the best of those that are possible with the others, and so
on. In the Movement Segment units count wherever they can get, in the Combat Phase where they are.
"""

from __future__ import annotations

from collections import defaultdict

from ...engine import UnitSet, derived
from ...hexes import Hex, HexSet, members
from .assaults import Assault, Candidate, Problem, best_assault
from .charts import GMD, PLA
from .combat import may_attack
from .explosives import can_support
from .movement import normal_reach, waiting_units
from .outline import NUMBER_OF
from .position import BOX, War
from .stacking import room_for
from .stakes import STAKED, Stake, sides_of, stake_in
from .styles import WarStyle
from .supply import in_supply, pla_supplied, source_of

# A target, and the field army that attacks it (4.1).
Task = tuple[Hex, str]


@derived(*STAKED)
def stakes(p: War) -> dict[Hex, Stake]:
    """What is at stake in each hex with GMD units."""
    mine = p.charts.units_of[GMD] | p.charts.leaders
    return {hex_: stake_in(p, hex_, p.stacks[hex_] & mine) for hex_ in members(p.gmd)}


@derived(*STAKED)
def plan(p: War, style: WarStyle) -> tuple[Assault, ...]:
    """The attacks of this turn, the best first."""
    able = _able(p)
    found: dict[Task, Assault] = {}
    for task, units in able.items():
        if assault := best_assault(p.charts, style, _problem(p, style, task, units)):
            found[task] = assault
    chosen: list[Assault] = []
    taken: UnitSet = 0
    while found:
        assault = max(found.values(), key=lambda each: (each.worth, each))
        chosen.append(assault)
        for unit in assault.units:
            taken |= 1 << unit
        for task, other in [*found.items()]:
            if task[0] == assault.target:
                del found[task]
            elif any(taken >> unit & 1 for unit in other.units):
                del found[task]
                units = [each for each in able[task] if not taken >> each[0] & 1]
                if again := best_assault(p.charts, style, _problem(p, style, task, units)):
                    found[task] = again
    return tuple(chosen)


def single_assaults(p: War, style: WarStyle) -> list[Assault]:
    """The best attack on each target as if it were the only one, the best first."""
    found = []
    for task, units in _able(p).items():
        if assault := best_assault(p.charts, style, _problem(p, style, task, units)):
            found.append(assault)
    return sorted(found, key=lambda each: (-each.worth, each.target))


def _able(p: War) -> dict[Task, list[tuple[int, HexSet]]]:
    """For each target and field army, who can attack it, and from which hexes."""
    charts = p.charts
    places = _places(p) if p.phase == NUMBER_OF["pla-movement"] else _standing(p)
    spread, targets = charts.passage.spread, p.gmd & ~p.attacked
    found: dict[Task, list[tuple[int, HexSet]]] = defaultdict(list)
    for unit, there in places.items():
        command = charts.counter[unit].command
        for target in members(spread(there) & targets):
            found[target, command].append((unit, there))
    return found


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


def _problem(p: War, style: WarStyle, task: Task, units: list[tuple[int, HexSet]]) -> Problem:
    charts = p.charts
    target, army = task
    around = sides_of(charts, target)
    candidates = []
    for unit, there in units:
        here = p.where[unit]
        sides = stands = 0
        for side, hex_ in enumerate(around):
            if hex_ >= 0 and there >> hex_ & 1:
                sides |= 1 << side
                if hex_ == here:
                    stands = 1 << side
        candidates.append(Candidate(unit, sides, stands))
    guns = charts.asterisked
    candidates.sort(key=lambda c: (guns >> c.unit & 1, -charts.cf[c.unit], c.unit))
    turns = charts.limit["turns"]
    early = p.turn <= charts.limit["sudden_death_turns"]
    pla, stacks, mine = p.pla, p.stacks, charts.face_down | charts.militia
    return Problem(
        target,
        stakes(p)[target],
        tuple(candidates),
        tuple([stacks.get(hex_, 0) & mine for hex_ in around]),
        sum([1 << d for d, hex_ in enumerate(around) if hex_ >= 0 and not pla >> hex_ & 1]),
        _generals(p, army),
        style.own_loss * min(turns - p.turn, style.absent) / style.absent,
        style.xuzhou if early and target == charts.xuzhou else 0.0,
    )


def _generals(p: War, army: str) -> int:
    """17.1.9: in the Combat Phase those who have not been used; before it all of them."""
    charts = p.charts
    generals = charts.generals & charts.of_command[army]
    if p.phase == NUMBER_OF["pla-combat"]:
        generals &= p.box(BOX)
    return generals.bit_count()
