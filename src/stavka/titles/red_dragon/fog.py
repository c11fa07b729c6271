"""18.2 PLA fog of war: what everybody but the PLA may know.

A face-down PLA counter shows where it is and nothing else. So the view of everybody else is made
from nothing but the number of face-down counters in each hex and box: they are given identities
that could be theirs, always in the same order. Whatever the real ones are, the view is the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from ...engine import UnitSet
from ...engine.position import Frame
from ...hexes import members, set_of
from .charts import PLA
from .combat import Attack
from .movement import Moving
from .position import BOX, EDGE, Campaign
from .results import Fight

# The units that are said to be in each hex and box.
Dealt = Mapping[int, tuple[int, ...]]


def disguise(p: Campaign) -> None:
    """Replaces what face-down PLA counters are by something believable.

    18.2.4: nothing of the GMD is hidden from the PLA.
    """
    hidden = p.charts.face_down & ~p.face_up
    decision = p.decision()
    real = tuple(p.where)
    dealt = _deal(p, hidden)
    for place, units in dealt.items():
        for unit in units:
            p.where[unit] = place
    p.under = _disguised_defectors(p, hidden, real, dealt)
    p.moved &= ~hidden
    p.fought &= ~hidden
    p.struck &= ~hidden
    if decision is None or decision.side == PLA:
        p.frames = []  # what the PLA is about to do is its own business
    else:
        p.frames = [Frame(f.step, _masked(f.memo, hidden, real, dealt)) for f in p.frames]
    _restack(p, hidden, dealt)


def _restack(p: Campaign, hidden: UnitSet, dealt: Dealt) -> None:
    """Only the stacks differ: as many counters as before are in every place."""
    p.on_map &= ~hidden
    p.edge &= ~hidden
    for place, units in dealt.items():
        given = set_of(units)
        if place >= 0:
            p.stacks[place] = p.stacks[place] & ~hidden | given
            p.on_map |= given
        elif place == EDGE:
            p.edge |= given
    p.cache = {}


def _deal(p: Campaign, hidden: UnitSet) -> Dealt:
    """One Corps for each hex, as far as they go, then whatever is left; ELBs are in their box.

    If ELBs have to be on the map, no hex has two of them (13.2.2).
    """
    charts = p.charts
    counts = Counter(p.where[unit] for unit in members(hidden))
    barrels = members(hidden & charts.elbs)
    corps = members(hidden & charts.corps)
    others = members(hidden & ~charts.corps & ~charts.elbs)
    waiting = [place for place in sorted(counts) if place < 0]
    hexes = [place for place in sorted(counts) if place >= 0]
    dealt: dict[int, tuple[int, ...]] = {}
    if BOX in counts:
        dealt[BOX] = _take(counts[BOX], barrels, others, corps)
        waiting.remove(BOX)
    for place, first in zip(hexes, _take(len(hexes), corps, others, barrels), strict=True):
        dealt[place] = (first,)
    stacked = [place for place in hexes if counts[place] > 1]
    lacking = sum(counts[place] - 1 for place in stacked) - len(corps) - len(others)
    for number, place in enumerate(stacked):
        barrel = _take(int(number < lacking), barrels)
        dealt[place] += _take(counts[place] - 1 - len(barrel), corps, others, barrels) + barrel
    for place in waiting:
        dealt[place] = _take(counts[place], others, corps, barrels)
    return dealt


def _take(count: int, *piles: list[int]) -> tuple[int, ...]:
    """So many counters, from the first pile as long as it has any, then from the next."""
    found: list[int] = []
    for pile in piles:
        left = count - len(found)
        found += pile[:left]
        del pile[:left]
    return tuple(found)


def _disguised_defectors(
    p: Campaign, hidden: UnitSet, real: tuple[int, ...], dealt: Dealt
) -> list[tuple[int, int]]:
    """15.2.3: everybody sees in which hex an L-L Defector is, not under which Corps."""
    used: Counter[int] = Counter()
    found = []
    for defector, corps in p.under:
        if hidden >> corps & 1:
            place = real[corps]
            corps = dealt[place][used[place]]
            used[place] += 1
        found.append((defector, corps))
    return sorted(found)


def _masked(memo: Any, hidden: UnitSet, real: tuple[int, ...], dealt: Dealt) -> Any:
    """What the side that has to choose may know of what is going on."""
    match memo:
        case Moving() if memo.unit >= 0 and hidden >> memo.unit & 1:
            return Moving()
        case Attack():
            return _masked_attack(memo, hidden, real, dealt)
        case Fight():
            # Everybody in a fight is shown; who stands beside an ELB is not.
            return msgspec.structs.replace(memo, elbs=())
        case msgspec.Struct():
            parts = {
                name: _masked(getattr(memo, name), hidden, real, dealt)
                for name in memo.__struct_fields__
                if isinstance(getattr(memo, name), msgspec.Struct)
            }
            return msgspec.structs.replace(memo, **parts) if parts else memo
    return memo


def _masked_attack(attack: Attack, hidden: UnitSet, real: tuple[int, ...], dealt: Dealt) -> Attack:
    """An attack that has been announced: from which hexes, by how many counters."""
    if not any(hidden >> unit & 1 for unit in attack.units):
        return attack
    counts = Counter(real[unit] for unit in attack.units)
    units = tuple(unit for place in sorted(counts) for unit in dealt[place][: counts[place]])
    return msgspec.structs.replace(attack, units=units, waves=(), generals=())
