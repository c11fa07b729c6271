"""The GMD in a style: what its air units do."""

from __future__ import annotations

from collections import Counter

from ...engine import Choice, Decision
from ...hexes import Hex, members
from .air import Window
from .charts import GMD
from .combat import Attack, attack_hexes, is_concentric
from .defence import COUNTERS, NEARNESS, Outlook, early
from .position import War
from .stakes import DIE, Stake, chance_of, column_of, stake_in
from .styles import WarStyle
from .supply import gmd_supplied
from .weather import cost_factor


def advise_air(p: War, decision: Decision, memo: Window, style: WarStyle) -> Choice:
    """Before the PLA moves, a fighter-bomber where it keeps most away; supplies for Xuzhou."""
    option = decision.option("air_supply")
    xuzhou = 1 << p.charts.xuzhou
    if option is not None and option.values & xuzhou & p.gmd & ~gmd_supplied(p):
        return Choice("air_supply", p.label(p.charts.xuzhou))
    found = interdiction(p, decision, memo, style)
    if found:
        return Choice("interdict", p.label(found[0][1]))
    return decision.first("done", "pass")


def interdiction(
    p: War, decision: Decision, memo: Window, style: WarStyle
) -> list[tuple[float, Hex]]:
    """14.3.4: hexes in which a fighter-bomber spares the GMD something, the best first."""
    option = decision.option("interdict")
    if option is None or not memo.while_moving:
        return []
    mine = p.charts.units_of[GMD] | p.charts.leaders
    outlook = Outlook(p, style)
    found = []
    for hex_ in members(p.gmd & option.values):
        stack = p.stacks[hex_] & mine
        before = outlook.danger(hex_, stack, p.gmd)
        if before <= style.interdict:
            continue
        spared = before - outlook.danger(hex_, stack, p.gmd, kept_away(p, hex_))
        if spared > style.interdict:
            found.append((spared, hex_))
    return sorted(found, reverse=True)


def kept_away(p: War, hex_: Hex) -> float:
    """Factors that do not come if every step next to a hex costs a point more."""
    charts = p.charts
    nearness = (*NEARNESS[min(cost_factor(p, GMD), 2)], 0.0)
    distance, found = charts.grid.distance, 0.0
    for at in members(p.pla):
        away = distance(at, hex_)
        if 2 <= away < len(nearness) - 1:
            count = (p.stacks[at] & charts.face_down).bit_count()
            strength = COUNTERS[min(count, len(COUNTERS) - 1)]
            found += strength * (nearness[away] - nearness[away + 1])
    return found


def advise_reaction(p: War, decision: Decision, memo: Attack, style: WarStyle) -> Choice:
    """Bombers or supplies over a hex that is attacked, where they save most.

    3.1: as long as Xuzhou decides the game, supplies are kept for it.
    """
    target = memo.target
    stack = p.stacks[target] & (p.charts.units_of[GMD] | p.charts.leaders)
    now = stake_in(p, target, stack)
    lost = _loss(p, style, memo, now, 0.0)
    best, chosen = style.sortie, Choice("pass")
    if option := decision.option("bombard"):
        saved = lost - _loss(p, style, memo, now, DIE)
        if saved > best:
            best, chosen = saved, Choice("bombard", p.name(members(option.values)[0]))
    option = decision.option("air_supply")
    if option is not None and (not early(p) or option.values >> p.charts.xuzhou & 1):
        fed = stake_in(p, target, stack, gmd_supplied(p) | 1 << target)
        saved = lost - _loss(p, style, memo, fed, 0.0)
        if saved > best:
            xuzhou = p.charts.xuzhou
            there = xuzhou if option.values >> xuzhou & 1 else members(option.values)[0]
            chosen = Choice("air_supply", p.label(there))
    return chosen


def _loss(p: War, style: WarStyle, attack: Attack, stake: Stake, more: float) -> float:
    """What an attack that has been announced may be expected to cost."""
    charts = p.charts
    counters = Counter(p.where[unit] for unit in attack.units)
    coming = sum(COUNTERS[min(count, len(COUNTERS) - 1)] for count in counters.values())
    column = column_of(charts, int(coming), int(stake.defence + more)) + stake.shift
    ring = is_concentric(p, attack)
    keep = style.hold if attack.target == charts.xuzhou and early(p) else 0.0
    if ring and stake.deserting:
        return stake.deserting + keep
    hexes = members(attack_hexes(p, attack))
    if hexes and all(charts.is_river(hex_, attack.target) for hex_ in hexes):
        column += charts.shift["river"]
    if ring:
        column += -1 if stake.digs_in else stake.ring_shifts
    column = max(0, min(column, len(charts.columns) - 1))
    return stake.gain[column] + keep * chance_of(charts, "DE", "DD", "DR")[column]
