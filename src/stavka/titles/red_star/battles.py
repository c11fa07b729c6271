"""What battles promise to a side that is led in a style."""

from __future__ import annotations

from functools import lru_cache

from ...hexes import Hex, HexSet, members
from .appraisal import appraise
from .charts import Charts, enemy_of
from .combat import Attack, all_that_can_join, odds_of
from .evaluation import steps_of, trapped
from .position import War
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
    caught = trapped(p, enemy_of(side), target)
    return prospect(p.charts, style, odds.column, odds.die, steps_of(p, group), theirs, caught)


@lru_cache(maxsize=4096)
def prospect(
    charts: Charts, style: Staff, column: int, die: int, own: int, theirs: int, caught: bool
) -> float:
    """What a column of the table promises; a space of retreat counts less, if there is a way."""
    space = 1.0 if caught else style.a_space
    total = 0.0
    for roll in range(1, 7):
        result = charts.results[min(roll + die, charts.limit["highest_die"])][column]
        if result == "AE":
            total -= style.own_step * own
        elif result == "DE":
            total += theirs + 0.5
        elif result[0] == "A":
            total -= 0.7 * style.own_step * int(result[1:])
        elif result[0] == "D":
            total += space * min(int(result[1:]), theirs + 1)
        elif "/" in result:
            lost, _, won = result.partition("/")
            total += min(int(won), theirs) if won.isdigit() else 0
            total -= style.own_step * int(lost)
    return total / 6
