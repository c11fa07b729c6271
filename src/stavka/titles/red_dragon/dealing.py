"""18.2 What face-down PLA counters may be: one of the many ways they can lie, by chance.

The GMD sees how many counters lie where, and knows the rules: who may stack with whom, who can
have come how far from where the set-up has him, which counters are reinforcements, and where
Explosive Launching Barrels can be.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

from ...engine import UnitSet
from ...hexes import Hex, members
from .charts import GMD, HALVES, PLA, Charts
from .combat import Attack
from .fog import Dealt, give, hidden_from
from .outline import NUMBER_OF
from .position import BOX, EDGE, GONE, OFF, War
from .stacking import legal_stack
from .supply import source_of

# So many times the counters are dealt until all of them lie as they may.
TRIES = 40


def deal(p: War, chance: random.Random) -> None:
    """Gives the counters that the GMD may not look at identities that they could have."""
    hidden = hidden_from(p, GMD)
    for _ in range(TRIES):
        dealt = _dealt(p, hidden, chance)
        if dealt is not None:
            give(p, hidden, dealt)
            return


def _dealt(p: War, hidden: UnitSet, chance: random.Random) -> Dealt | None:
    """A way for them to lie; None if those that were left did not fit."""
    charts = p.charts
    pool = [*members(hidden)]
    chance.shuffle(pool)
    counts = Counter(p.where[unit] for unit in pool)
    defectors = Counter(p.where[corps] for _, corps in p.under if hidden >> corps & 1)
    attacking = _attackers(p, hidden)
    army = charts.of_command[charts.counter[pool[0]].command] if pool else 0
    dealt: dict[int, tuple[int, ...]] = {}
    for place in _order(counts, defectors, chance):
        able = pool
        if place in attacking:  # 4.1: the field armies attack by themselves
            able = [unit for unit in pool if army >> unit & 1]
        shown = p.stacks.get(place, 0) & ~hidden
        taken = _fill(p, place, counts[place], able, shown, defectors[place])
        if len(taken) < counts[place]:
            return None
        for unit in taken:
            pool.remove(unit)
        # Who attacks, and who has a defector under him, is taken from the front.
        dealt[place] = tuple(
            sorted(taken, key=lambda u: (charts.asterisked >> u & 1, -charts.cf[u]))
        )
    return dealt


def _attackers(p: War, hidden: UnitSet) -> set[Hex]:
    """The hexes from which face-down counters of one field army have announced an attack."""
    for frame in p.frames:
        attack = getattr(frame.memo, "attack", frame.memo)
        if isinstance(attack, Attack) and attack.side == PLA and not attack.deng:
            return {p.where[unit] for unit in attack.units if hidden >> unit & 1}
    return set()


def _order(counts: Counter[int], defectors: Counter[int], chance: random.Random) -> list[int]:
    """Boxes that take certain counters only, then large stacks before small ones, then the rest."""
    picky = [place for place in (BOX, GONE, OFF) if place in counts]
    hexes = [place for place in sorted(counts) if place >= 0]
    chance.shuffle(hexes)
    hexes.sort(key=lambda place: (-defectors[place], -counts[place]))
    boxes = [place for place in sorted(counts) if place < 0 and place not in picky]
    return [*picky, *hexes, *boxes]


def _fill(
    p: War, place: int, count: int, pool: list[int], shown: UnitSet, defectors: int
) -> list[int]:
    """The first counters of the pool that can lie together in a place, so many of them.

    15.2.3a: a Corps for each defector there. A hex has room for two Corps, so that a large stack
    takes smaller units first.
    """
    corps = p.charts.corps
    small = count - p.charts.limit["stack_corps"] if place >= 0 else 0
    taken: list[int] = []
    stack = shown
    wanted = [*(corps,) * defectors, *(~corps,) * small]
    wanted += (-1,) * (count - len(wanted))
    for kind in wanted[:count]:
        found = (
            u for u in pool if kind >> u & 1 and u not in taken and _can_be(p, u, place, stack)
        )
        unit = next(found, -1)
        if unit < 0:
            break
        taken.append(unit)
        stack |= 1 << unit
    return taken


def _can_be(p: War, unit: int, place: int, stack: UnitSet) -> bool:
    charts = p.charts
    barrel = bool(charts.elbs >> unit & 1)
    if place in (BOX, GONE):
        return barrel  # 13.2.5, 13.2.6: no other counter lies there
    if place == OFF:
        return bool(charts.reinforcements >> unit & 1)
    if place < 0:
        return not (barrel and place == EDGE)
    if barrel and not stack & charts.infantry & charts.of_command["CPFA"]:
        return False  # 13.2.1
    return _can_have_come(p, unit, place) and legal_stack(p, place, stack | 1 << unit, PLA)


def _can_have_come(p: War, unit: int, place: Hex) -> bool:
    """Whether a unit can be so far from where it has been set up, or from where it entered.

    11.4, 11.1.3: at most along roads, in a Fast March, once in each turn.
    """
    charts = p.charts
    if charts.elbs >> unit & 1:
        return True
    moves = p.turn - (p.phase < NUMBER_OF["pla-movement"])
    home = charts.set_up[unit].hex
    steps = moves * HALVES * (charts.ma[unit] + charts.limit["fast_march"])
    if home >= 0 and charts.grid.distance(home, place) <= steps:
        return True
    entered = p.turn >= charts.limit["reinforcements_from_turn"]
    return entered and _from_edge(charts, source_of(p, unit), place) <= steps


@cache
def _from_edge(charts: Charts, source: str, place: Hex) -> int:
    return min(charts.grid.distance(hex_, place) for hex_ in members(charts.sources[source]))
