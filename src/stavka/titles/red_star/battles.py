"""What battles promise to a side that is led in a style."""

from __future__ import annotations

from ...hexes import Hex, HexSet, members
from .appraisal import appraise
from .charts import enemy_of
from .combat import (
    Attack,
    all_that_can_join,
    attack_hexes,
    attack_value,
    odds_of,
    open_targets,
)
from .evaluation import steps_of
from .position import War
from .prospects import must_stand, prospect
from .styles import Staff


def best_battle(
    p: War, style: Staff, group: tuple[int, ...], targets: HexSet, *, overrun: bool = False
) -> Hex | None:
    """Where a group wins the most, if it is worth a battle."""
    side = p.charts.kind[group[0]].side
    found = [(promise(p, style, group, t, overrun=overrun), -t) for t in members(targets)]
    best, target = max(found)
    return -target if best > least_promise(p, side, style) else None


def best_attack(p: War, style: Staff, targets: HexSet) -> Hex | None:
    """Where the most is to be won with all who can join in, if anything is."""
    found = [
        (promise(p, style, all_that_can_join(p, Attack((target,))), target), -target)
        for target in members(targets)
    ]
    best, target = max(found)
    return -target if best > least_promise(p, p.current.side, style) else None


def least_promise(p: War, side: str, style: Staff) -> float:
    """How much a battle must promise; on the defence it must promise more."""
    return style.boldness + (0.0 if appraise(p, side, style).offensive else style.caution)


def promise(
    p: War, style: Staff, group: tuple[int, ...], target: Hex, *, overrun: bool = False
) -> float:
    """Expected steps won less steps lost, in the weights of a style."""
    side = p.charts.kind[group[0]].side
    odds = odds_of(p, side, (target,), group, overrun=overrun)
    if odds.column is None:
        return -9.0
    theirs = steps_of(p, members(p.units_in(target)))
    caught = must_stand(p, enemy_of(side), target)
    return prospect(p.charts, style, odds.column, odds.die, steps_of(p, group), theirs, caught)


def joining_next(p: War, style: Staff, attack: Attack) -> int:
    """The next unit to join an attack, or -1 if it is strong enough: first those that have nothing
    else to attack, then the strongest."""
    target = attack.targets[0]
    everybody = (*attack.units, *all_that_can_join(p, attack))
    if len(everybody) == len(attack.units) or len(attack.targets) > 1:
        return -1
    if attack.units and style.thrift >= 0.0:
        enough = promise(p, style, everybody, target) - style.thrift
        if promise(p, style, attack.units, target) >= enough:
            return -1
    goals = open_targets(p, p.current.side) & ~(1 << target)
    return min(
        everybody[len(attack.units) :],
        key=lambda u: (bool(attack_hexes(p, u) & goals), -attack_value(p, u), u),
    )
