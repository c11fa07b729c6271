"""18.2 PLA fog of war: what everybody but the PLA may know.

A face-down PLA counter shows where it is and nothing else. So the view of everybody else is made
from nothing but the number of face-down counters in each hex and box: they are given identities
that could be theirs, always in the same order. Whatever the real ones are, the view is the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from ...engine import UnitSet
from ...engine.position import Frame
from ...hexes import Hex, members, set_of
from .charts import GMD, PLA, Charts
from .combat import Attack
from .explosives import silent
from .leaders import general_for
from .movement import Moving
from .position import BOX, War
from .results import Fight, Rolling
from .stacking import legal_stack
from .supply import pla_supplied, source_of

# The units that are said to be in each hex and box.
Dealt = Mapping[int, tuple[int, ...]]


NOTHING: Dealt = {}


def hidden_from(p: War, side: str) -> UnitSet:
    """18.2.1, 18.2.3: the counters that a side may not look at.

    18.2.4: nothing of the GMD is hidden from the PLA.
    """
    return 0 if side == PLA else p.charts.face_down & ~p.face_up


def disguise(p: War, known: Dealt = NOTHING) -> None:
    """Replaces what face-down PLA counters are by something believable.

    What is in some places can be given.
    """
    hidden = hidden_from(p, GMD)
    decision = p.decision()
    p.moved &= ~hidden
    p.fought &= ~hidden
    p.struck &= ~hidden
    if decision is None or decision.side == PLA:
        p.frames = []  # what the PLA is about to do is its own business
    give(p, hidden, _deal(p, hidden, known))


def give(p: War, hidden: UnitSet, dealt: Dealt) -> None:
    """Makes the hidden counters in each place those that have been dealt to it."""
    where, real = p.where, tuple(p.where)
    for place, units in dealt.items():
        for unit in units:
            where[unit] = place
    p.under = _disguised_defectors(p, hidden, real, dealt)
    p.frames = [Frame(f.step, _masked(f.memo, hidden, real, dealt)) for f in p.frames]
    _restack(p, hidden, dealt)


def _restack(p: War, hidden: UnitSet, dealt: Dealt) -> None:
    """Only the stacks differ: as many counters as before are in every place."""
    shown, stacks, on_map = ~hidden, p.stacks, p.on_map & ~hidden
    p.boxes = {box: rest for box, units in p.boxes.items() if (rest := units & shown)}
    for place, units in dealt.items():
        given = _as_set(units)
        if place >= 0:
            stacks[place] = stacks[place] & shown | given
            on_map |= given
        else:
            p.boxes[place] = p.box(place) | given
    p.on_map = on_map
    p.placed = object()


# The same counters are given out over and over.
_as_set = lru_cache(maxsize=1024)(set_of)


def _deal(p: War, hidden: UnitSet, known: Dealt) -> Dealt:
    """What is said to be in each place: it depends on how many counters are there."""
    places = sorted(map(p.where.__getitem__, members(hidden)))
    if not known:
        return _dealt(p.charts, hidden, tuple(places))
    others = tuple(place for place in places if place not in known)
    hidden &= ~set_of(unit for units in known.values() for unit in units)
    return {**known, **_dealt(p.charts, hidden, others)}


# As long as face-down counters stay where they are, nothing is dealt otherwise.
@lru_cache(maxsize=256)
def _dealt(charts: Charts, hidden: UnitSet, places: tuple[int, ...]) -> Dealt:
    """One Corps for each hex, as far as they go, then whatever is left; ELBs are in their box.

    If ELBs have to be on the map, no hex has two of them (13.2.2).
    """
    counts = Counter(places)
    barrels = [*members(hidden & charts.elbs)]
    corps = [*members(hidden & charts.corps)]
    others = [*members(hidden & ~charts.corps & ~charts.elbs)]
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


# As strong, or as weak, as they can be


def extreme(p: War, places: Iterable[Hex], *, strong: bool) -> War:
    """A position that the GMD could be in, in which the counters of some hexes are at their best.

    Or at their worst: what is possible lies between. The strongest come first in a stack, and
    Generals drive on who attacks (17.1.4).
    """
    found = [
        deal
        for command in ("ECFA", "CPFA")
        if (deal := _extreme_deal(p, places, command, strong=strong)) is not None
    ]

    def factors(deal: Dealt) -> float:
        return sum(_factor(p, u, hex_, strong) for hex_, units in deal.items() for u in units)

    after = p.clone()
    if found:
        disguise(after, (max if strong else min)(found, key=factors))
    if strong:
        if any(isinstance(frame.memo, Rolling) for frame in after.frames):
            # Whoever has been used may have been used in this attack.
            for general in members(after.charts.generals):
                after.send(general, BOX)
        after.frames = [Frame(f.step, _with_waves(after, f.memo)) for f in after.frames]
    return after


def _extreme_deal(p: War, places: Iterable[Hex], command: str, *, strong: bool) -> Dealt | None:
    """Counters of one Command for some hexes; None if there are not enough."""
    hidden = hidden_from(p, GMD)
    pool = hidden & p.charts.of_command[command]
    deal: dict[int, tuple[int, ...]] = {}
    for hex_ in places:
        here = p.pla_in(hex_)
        stack, picked = here & ~hidden, list[int]()
        order = sorted(members(pool), key=lambda u: _factor(p, u, hex_, strong), reverse=strong)
        for unit in order:
            if len(picked) < (here & hidden).bit_count() and legal_stack(
                p, hex_, stack | 1 << unit, PLA
            ):
                picked.append(unit)
                stack |= 1 << unit
        if len(picked) < (here & hidden).bit_count():
            return None
        pool &= ~stack
        deal[hex_] = tuple(picked)
    return deal


def _factor(p: War, unit: int, hex_: Hex, strong: bool) -> float:
    """What a counter can add to a combat in a hex."""
    charts = p.charts
    if silent(p) >> unit & 1:
        return 0
    supplied = charts.elbs >> unit & 1 or pla_supplied(p, source_of(p, unit)) >> hex_ & 1
    if charts.asterisked >> unit & 1 and strong and supplied:
        return 6
    return charts.cf[unit] if supplied else charts.cf[unit] / 2


def _with_waves(p: War, memo: Any) -> Any:
    """17.1: every General who is available orders a wave."""
    if isinstance(memo, Rolling):
        return msgspec.structs.replace(memo, attack=_with_waves(p, memo.attack))
    if not isinstance(memo, Attack) or memo.side == GMD:
        return memo
    waves: dict[int, int] = {}
    for unit in memo.units:
        general = general_for(p, unit, set_of(waves.values()))
        if general >= 0:
            waves[unit] = general
    return msgspec.structs.replace(memo, waves=tuple(waves), generals=tuple(waves.values()))


def _take(count: int, *piles: list[int]) -> tuple[int, ...]:
    """So many counters, from the first pile as long as it has any, then from the next."""
    found: list[int] = []
    for pile in piles:
        left = count - len(found)
        found += pile[:left]
        del pile[:left]
    return tuple(found)


def _disguised_defectors(
    p: War, hidden: UnitSet, real: tuple[int, ...], dealt: Dealt
) -> tuple[tuple[int, int], ...]:
    """15.2.3: everybody sees in which hex an L-L Defector is, not under which Corps."""
    if not p.under:
        return ()
    used: Counter[int] = Counter()
    found = []
    for defector, corps in p.under:
        if hidden >> corps & 1:
            place = real[corps]
            corps = dealt[place][used[place]]
            used[place] += 1
        found.append((defector, corps))
    return tuple(sorted(found))


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
