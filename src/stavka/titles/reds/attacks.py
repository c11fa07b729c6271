"""What an attack can be expected to bring, and who had better make it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import product

from ...engine import UnitSet, derived
from ...hexes import Hex, members, set_of
from .charts import RED, Charts
from .combat import Attack, Sum, battle_of, can_join, sum_of
from .goals import city_worth, power, worths
from .position import FIGHTS, War
from .results import Battle, parts

# How two dice can fall.
FALLS = tuple(product(range(1, 7), range(1, 7)))
# What Red thinks of its own losses when the Whites can replace none of theirs.
PATIENCE = 0.7


@lru_cache(maxsize=16384)
def losses(charts: Charts, units: UnitSet, disordered: UnitSet) -> Mapping[str, float]:
    """What each disorder result costs the owner of some units, those that are disordered named."""
    frail = disordered | ~charts.two_steps
    table = worths(charts)
    hit = [(u, _step_worth(table, u, frail >> u & 1)) for u in members(units & ~charts.garrisons)]
    if not hit:
        return {"": 0.0, "a": 0.0, "d": 0.0, "A": 0.0, "D": 0.0}
    largest = max(charts.manpower[u] for u, _ in hit)
    one = min(worth for u, worth in hit if charts.manpower[u] == largest)
    all_ = sum(worth for _, worth in hit)
    return {"": 0.0, "a": one, "d": one, "A": all_, "D": all_}


def losses_of(p: War, units: UnitSet) -> Mapping[str, float]:
    return losses(p.charts, units, p.disordered & units)


def step_worth(p: War, table: tuple[float, ...], unit: int) -> float:
    return _step_worth(table, unit, p.disordered >> unit & 1 or ~p.charts.two_steps >> unit & 1)


def _step_worth(table: tuple[float, ...], unit: int, falls: int) -> float:
    return table[unit] * (0.8 if falls else 0.45)


@lru_cache(maxsize=8192)
def results_of(charts: Charts, sum_: Sum) -> tuple[tuple[str, str, int], ...]:
    """What two dice can bring: the attacker's part, the defender's, and in how many of 36 falls."""
    results = Counter(_result(charts, sum_, dice) for dice in FALLS)
    return tuple((*parts(result), falls) for result, falls in results.items())


def _result(charts: Charts, sum_: Sum, dice: tuple[int, int]) -> str:
    ours, theirs = sum_.strengths(dice)
    return charts.result(sum_.column, ours - theirs)


def expectation(p: War, battle: Battle) -> float:
    """What an attack can be expected to bring, in the worth of units and cities."""
    charts, side = p.charts, battle.side
    table = worths(charts)
    prize = 0.0
    bit = 1 << battle.target
    if charts.cities & bit:
        prize = 0.7 * city_worth(p, side, battle.target)
    garrison = sum(table[u] for u in battle.defenders if charts.garrisons >> u & 1)
    # 14.3, 14.4: after the Major Withdrawal only one side makes its losses good.
    patience = PATIENCE if side == RED and p.withdrawals == 2 else 1.0
    sum_ = sum_of(p, battle)
    theirs, ours = losses_of(p, set_of(battle.defenders)), losses_of(p, set_of(battle.attackers))
    total = 0.0
    for attacker, defender, falls in results_of(charts, sum_):
        value = theirs[defender[:1]] - patience * ours[attacker[:1]]
        if attacker.endswith("R"):
            value -= 1.0
        if defender.endswith("R"):
            value += prize + garrison + 1.5
        total += falls / 36 * value
    return total


def best_attack(p: War, side: str, target: Hex) -> tuple[float, tuple[int, ...]]:
    """The best number of attackers, the best of them first."""
    able = members(can_join(p, Attack(side, target)))
    charts = p.charts
    partisans = [u for u in able if charts.partisans >> u & 1]
    regular = [u for u in able if not charts.partisans >> u & 1]
    regular.sort(key=lambda u: (bool(p.charts.needs_company >> u & 1), -power(p, u), u))
    best: tuple[float, tuple[int, ...]] = (-100.0, ())
    for unit in partisans:
        best = max(best, (expectation(p, battle_of(p, Attack(side, target, (unit,)))), (unit,)))
    for number in range(1, len(regular) + 1):
        chosen = tuple(regular[:number])
        if set_of(chosen) & charts.army:
            battle = battle_of(p, Attack(side, target, chosen))
            best = max(best, (expectation(p, battle), chosen))
    return best


@derived(*FIGHTS)
def wanted_with(p: War, side: str, target: Hex) -> tuple[int, ...]:
    """The attackers that a fresh look at the target would choose."""
    return best_attack(p, side, target)[1]
