"""7.1-7.8 Combat: who may attack what, with which strength, at which odds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import combinations
from typing import NamedTuple

import msgspec

from ...engine import UnitSet, derived
from ...hexes import Hex, HexSet, members, set_of, union
from ...kit.bars import EVERYTHING, Bars, legal
from ...kit.sums import Term
from .airpower import covers
from .battle import Battle
from .charts import AXIS, SOVIET, Charts, enemy_of
from .position import GROUND, War
from .soviet_army import needs_marker


class Attack(msgspec.Struct, frozen=True):
    """An attack that is being put together (7.1.2 a)."""

    targets: tuple[int, ...]
    units: tuple[int, ...] = ()


class Odds(NamedTuple):
    attack: float
    defence: float
    # The column of the table, from 0; None if the odds are too low to attack.
    column: int | None
    # The odds that are printed above it, in the row of the terrain; nothing if too low.
    name: str
    # What is added to the die.
    die: int
    # Some army has not drawn its marker: strengths are averages.
    guess: bool
    terms: tuple[Term[float], ...]


# 7.2, 7.3 Which units may attack, and what


def bars_to_take_part(p: War, side: str) -> Bars:
    """7.2.4, 7.2.6, 19.2.4: units that can still attack in this phase."""
    yield ~p.units_on_map(side), "7.1.1", "{} is not a unit of the attacker on the map"
    yield p.fought, "7.2.4", "{} has attacked in this phase"
    yield ~p.charts.attackers, "7.2.6", "{} has an attack strength of nought"
    yield p.frozen(), "19.2.4", "{} does not attack on turn 1"


def defenders_in(p: War, hex_: Hex) -> tuple[int, ...]:
    """7.2.5, 7.14.3: the units that defend a space; those attacked before in this phase do not."""
    return tuple(members(p.units_in(hex_) & ~p.was_attacked))


def attackable(p: War, side: str) -> HexSet:
    """7.2.5: spaces with enemy units that have not been attacked yet.

    11.1.6: Partisans cannot be.
    """
    enemies, rested = p.occupied(enemy_of(side)), ~p.was_attacked
    for hex_ in members(p.hexes_of(p.was_attacked) & enemies):
        if not p.units_in(hex_) & rested:
            enemies &= ~(1 << hex_)
    return enemies


def attack_hexes(p: War, unit: int) -> HexSet:
    """7.2.2: the spaces that a unit can attack; over red arrows in snow (7.4.5)."""
    charts, here = p.charts, p.where[unit]
    found = charts.steps(charts.passage, here)
    if p.snow and charts.units_of[SOVIET] & ~charts.motorized & 1 << unit:
        found |= charts.steps(charts.ice, here)
    return found


@derived(*GROUND, "fought", "was_attacked")
def open_targets(p: War, side: str) -> HexSet:
    """Spaces that may be attacked and have a unit next to them that can attack."""
    able = legal(bars_to_take_part(p, side))
    goals = attackable(p, side)
    near = p.charts.grid.neighbours(goals) & p.occupied(side)
    found = p.charts.passage.spread(_spaces_with(p, able, near))
    if p.snow and side == SOVIET:
        on_foot = able & ~p.charts.motorized
        found |= p.charts.ice.spread(_spaces_with(p, on_foot, near & p.charts.arrows.hexes))
    return found & goals


def _spaces_with(p: War, units_: UnitSet, spaces: HexSet) -> HexSet:
    """Those of some spaces that hold one of these units at least."""
    found, stacks = 0, p.stacks
    for hex_ in members(spaces):
        if stacks[hex_] & units_:
            found |= 1 << hex_
    return found


def bars_to_targets(p: War, side: str) -> Bars:
    """7.2.5, 11.1.6: what nobody can attack."""
    closed = ~attackable(p, side)
    attacked = p.occupied(enemy_of(side)) & closed
    yield attacked, "7.2.5", "the units in {} have been attacked in this phase"
    if side == AXIS:
        yield p.partisan_hexes & closed, "11.1.6", "Partisans cannot be attacked"
    yield closed, "7.1.1", "there is no enemy to attack in {}"


def bars_to_attack(p: War, memo: None) -> Bars:
    side = p.current.side
    yield from bars_to_targets(p, side)
    yield ~open_targets(p, side), "7.2.2", "no unit that can still attack is next to {}"


def in_reach_of(p: War, target: Hex) -> UnitSet:
    """7.2.2, 7.4.5: the units that can attack a space from where they are."""
    charts = p.charts
    # What can be entered from a space can be left for it.
    found = p.units_at(charts.steps(charts.passage, target))
    if p.snow and (over_ice := charts.steps(charts.ice, target)):
        found |= p.units_at(over_ice) & charts.units_of[SOVIET] & ~charts.motorized
    return found


def bars_to_add(p: War, attack: Attack) -> Bars:
    """7.3: units next to all the spaces under attack; one unit alone attacks several spaces."""
    charts = p.charts
    yield from bars_to_take_part(p, p.current.side)
    yield set_of(attack.units), "7.2.4", "{} takes part already"
    in_reach = {target: in_reach_of(p, target) for target in attack.targets}
    for number in range(len(attack.targets), 0, -1):
        for missing in combinations(attack.targets, number):
            far = ~union([in_reach[target] for target in missing])
            yield far, "7.2.2", partial(_cannot_attack, p, missing)
    if len(attack.targets) > 1 and attack.units:
        yield EVERYTHING, "7.3.1", "only one unit may attack several spaces"
    # 7.3.1 G: no two allied nations together.
    for unit in attack.units:
        if not charts.german >> unit & 1:
            strangers = ~(charts.german | charts.of_nation[charts.kind[unit].nationality])
            yield strangers, "7.3.1", "allies of different nations do not attack together"


def _cannot_attack(p: War, targets: tuple[int, ...], name: str) -> str:
    return f"{name} cannot attack {', '.join(map(p.label, targets))} from where it is"


def can_join(p: War, attack: Attack) -> UnitSet:
    if len(attack.targets) > 1 and attack.units:
        return 0
    return legal(bars_to_add(p, attack))


def all_that_can_join(p: War, attack: Attack) -> tuple[int, ...]:
    """Everybody, of one allied nation at most (7.3.1 G)."""
    chosen: list[int] = []
    nation = ""
    for unit in members(can_join(p, attack)):
        kind = p.charts.kind[unit]
        if kind.side == AXIS and kind.nationality != "German":
            nation = nation or kind.nationality
            if kind.nationality != nation:
                continue
        chosen.append(unit)
    return tuple(chosen)


def bars_to_target(p: War, attack: Attack) -> Bars:
    """7.3.1 A: further spaces for an attack by one unit."""
    yield from bars_to_targets(p, p.current.side)
    yield set_of(attack.targets), "7.3.1", "{} is under attack already"
    if len(attack.units) > 1:
        yield EVERYTHING, "7.3.1", "several units together attack one space only"
    near = attack_hexes(p, attack.units[0]) if attack.units else 0
    yield ~near, "7.2.2", "the attacker is not next to {}"


# 7.1.2 c-h Strengths and odds


def mean_value(p: War, cup: str) -> tuple[float, float]:
    """What an army of a class is worth on average before it has drawn (6.2.2)."""
    return _mean(p.charts, cup, tuple(p.cups[kind] for kind in p.charts.markers_in[cup]))


@lru_cache(maxsize=64)
def _mean(charts: Charts, cup: str, counts: tuple[int, ...]) -> tuple[float, float]:
    values = [charts.markers[kind].full for kind in charts.markers_in[cup]]
    total = sum(counts) or 1
    attack = sum(value[0] * count for value, count in zip(values, counts, strict=True))
    defence = sum(value[1] * count for value, count in zip(values, counts, strict=True))
    return attack / total, defence / total


def printed(p: War, unit: int) -> tuple[float, float]:
    """Attack and defence as the counter or its marker shows them."""
    kind = p.charts.kind[unit]
    if kind.cup:
        marker = p.marker[unit]
        if marker < 0:
            return mean_value(p, kind.cup)
        return p.charts.markers[marker].value(p.steps[unit])
    return kind.value(p.steps[unit])


def half(value: float) -> float:
    """1.5.1: half, fractions rounded up."""
    return -(-value // 2) if value == int(value) else value / 2


def attack_value(p: War, unit: int) -> float:
    """10.6.1, 10.8.1: half if out of supply or lack of supply."""
    value = printed(p, unit)[0]
    return half(value) if (p.out | p.lack) >> unit & 1 else value


def defence_values(p: War, defenders: tuple[int, ...], *, doubled: bool) -> float:
    """10.6.1, 7.2.7, 7.2.8; 1.5.1: what is both halved and doubled stays as it is."""
    charts, total = p.charts, 0.0
    headquarters = depots = False
    for unit in defenders:
        if charts.headquarters >> unit & 1:
            if headquarters:
                continue
            headquarters = True
        if charts.depots >> unit & 1:
            if depots:
                continue
            depots = True
        value = printed(p, unit)[1]
        halved = p.out >> unit & 1
        if halved and not doubled:
            value = half(value)
        elif doubled and not halved:
            value *= charts.limit["river_factor"]
        total += value
    return total


def river_between(p: War, here: Hex, there: Hex) -> str:
    """7.4.2, 7.4.5: what an attack from one space into another crosses."""
    charts = p.charts
    direction = charts.grid.direction(here, there)
    bit = 1 << there
    if charts.over_major[direction] & bit:
        return "major"
    if (charts.over_minor[direction] | charts.over_ice[direction]) & bit:
        return "minor"
    return ""


def river_crossed(
    p: War, units_: tuple[int, ...], targets: tuple[int, ...], *, overrun: bool
) -> str:
    """7.4.2: what all of an attack has to cross; nothing if some of it goes over land (ruling)."""
    if overrun and not p.snow:
        # 8.0.7: no overrun crosses a river, only red arrows in snow, which count as minor ones
        # (3.3.5); 19.2.4: on turn one minor rivers are ignored.
        return ""
    found = ""
    for here in {p.where[u] for u in units_}:
        for target in targets:
            crossed = river_between(p, here, target)
            if not crossed:
                return ""
            if found != "major":
                found = crossed
    return found


def defence_of(
    p: War, defending: Sequence[tuple[int, ...]], river: str
) -> tuple[list[float], float]:
    """7.1.2 d, e: what each space defends with, and what a river adds to the total, once."""
    values = [defence_values(p, there, doubled=False) for there in defending]
    if river == "major":
        doubled = sum([defence_values(p, there, doubled=True) for there in defending])
        return values, doubled - sum(values)
    if river == "minor":
        bonus = "river_bonus_of_one" if sum(values) == 1 else "river_bonus"
        return values, p.charts.limit[bonus]
    return values, 0


def is_urban(p: War, hex_: Hex) -> bool:
    """7.4.4: a major city, or the fortress of Sevastopol before it is destroyed."""
    charts = p.charts
    return bool((charts.major_cities | (0 if p.ruined else charts.fortress)) >> hex_ & 1)


def row_of(p: War, hex_: Hex, defender: str) -> str:
    """7.4.1, 7.4.3: the row of the table for a defender's space."""
    charts, bit = p.charts, 1 << hex_
    if charts.major_cities & bit:
        return charts.row_of["major_city"]
    if charts.fortress & bit and not p.ruined and defender == SOVIET:
        return charts.row_of["fortress"]
    if charts.cities & bit:
        return charts.row_of["minor_city"]
    terrain = charts.board.terrain_of(hex_)
    if terrain == "swamp" and p.snow:
        terrain = "forest"  # 13.0.3
    return charts.row_of[terrain]


def worst_row(p: War, targets: tuple[int, ...], defender: str) -> str:
    """7.3.1 F: of several spaces the row that is best for the defender."""
    rows = [row_of(p, target, defender) for target in targets]
    return rows[0] if len(rows) == 1 else max(rows, key=p.charts.rows.index)


def column_for(p: War, attack: float, defence: float, row: str) -> int | None:
    """7.1.2 f-h: the column, rounded in favour of the defender; None below the lowest odds."""
    column = None
    for number, odds in enumerate(p.charts.ratios_of[row]):
        if attack * odds[1] < defence * odds[0]:
            break
        column = number
    return column


def die_modifier(
    p: War, side: str, targets: tuple[int, ...], *, overrun: bool
) -> list[Term[float]]:
    """7.1.2 k, without the Siege Artillery, which is a choice."""
    terms: list[Term[float]] = []
    if overrun:
        terms.append(Term("on the die: overrun", p.charts.limit["overrun_die"], "8.0.3"))
    if p.now.die:
        terms.append(Term("on the die: winter", p.now.die, "7.4.5"))
    # 7.7.1: Leaders help to attack, not to defend.
    if side == SOVIET and (rating := leader_rating(p, targets)):
        terms.append(Term("on the die: Leader", rating, "7.7.2"))
    return terms


def leader_rating(p: War, targets: tuple[int, ...]) -> int:
    """7.7.2, 14.4.6: the best Leader, if all defenders are within three spaces of one."""
    charts, best = p.charts, 0
    leaders = members(p.on_map & charts.leaders)
    for target in targets:
        near = [
            charts.rating[u]
            for u in leaders
            if charts.grid.distance(p.where[u], target) <= charts.kind[u].range
        ]
        if not near:
            return 0
        best = max(best, *near)
    return best


def may_be_fought(
    p: War, side: str, targets: tuple[int, ...], units_: tuple[int, ...], *, overrun: bool = False
) -> bool:
    """7.1.2 h: whether the odds are on the table; with an army still to draw nobody knows them."""
    defending = [defenders_in(p, target) for target in targets]
    for group in (units_, *defending):
        for unit in group:
            if needs_marker(p, unit):
                return True
    river = river_crossed(p, units_, targets, overrun=overrun)
    defences, added = defence_of(p, defending, river)
    attack, defence = sum([attack_value(p, unit) for unit in units_]), sum(defences) + added
    return column_for(p, attack, defence, worst_row(p, targets, enemy_of(side))) is not None


def odds_of(
    p: War,
    side: str,
    targets: tuple[int, ...],
    units_: tuple[int, ...],
    *,
    overrun: bool = False,
    defenders: tuple[int, ...] | None = None,
) -> Odds:
    """7.1.2 c-k: the column of the table and what is added to the die."""
    terms = []
    guess = False
    attack = 0.0
    for unit in units_:
        value = attack_value(p, unit)
        attack += value
        case = "10.6.1" if p.out >> unit & 1 else "10.8.1" if p.lack >> unit & 1 else "7.1.2"
        terms.append(Term(p.called(unit), value, case))
        guess = guess or needs_marker(p, unit)
    defending = {}
    for target in targets:
        there = defenders_in(p, target)
        if defenders is not None:
            there = tuple(u for u in defenders if p.where[u] == target)
        guess = guess or any(needs_marker(p, u) for u in there)
        defending[target] = there
    river = river_crossed(p, units_, targets, overrun=overrun)
    values, added = defence_of(p, [*defending.values()], river)
    for target, value in zip(defending, values, strict=True):
        terms.append(Term(f"defence of {p.label(target)}", value, "7.1.2"))
    if river:
        terms.append(Term(f"across a {river} river", added, "7.4.2"))
    defence = sum(values) + added
    row = worst_row(p, targets, enemy_of(side))
    column = column_for(p, attack, defence, row)
    if column is not None and covers(p, set_of(targets)):
        shift = 1 if side == AXIS else -1  # 7.5.2, 7.5.3, 12.2.2, 12.2.3
        column = min(max(column + shift, 0), len(p.charts.ratios_of[row]) - 1)
        terms.append(Term("air fleets: columns", shift, "7.5"))
    modifiers = die_modifier(p, side, targets, overrun=overrun)
    die = int(sum(term.value for term in modifiers))
    name = "" if column is None else p.charts.odds[row][column]
    return Odds(attack, defence, column, name, die, guess, (*terms, *modifiers))


# 7.6 Siege Artillery


def may_bombard(p: War, battle: Battle) -> bool:
    """7.6.2, 7.6.3: whether the Siege Artillery can add to an attack."""
    charts = p.charts
    if battle.side != AXIS or battle.overrun or p.siege_used:
        return False
    guns = members(p.on_map & charts.siege)
    if not guns or not set_of(battle.attackers) & charts.german:
        return False
    here, reach_ = p.where[guns[0]], charts.kind[guns[0]].range
    for target in battle.targets:
        if not is_urban(p, target) or charts.grid.distance(here, target) > reach_:
            return False
    return not p.siege_exposed or any(p.where[u] == here for u in battle.attackers)


def begin_battle(
    p: War,
    side: str,
    targets: tuple[int, ...],
    attackers: tuple[int, ...],
    defenders: tuple[int, ...],
    *,
    overrun: bool = False,
) -> Battle:
    """A combat or an overrun that has been declared."""
    steps = sum(p.steps[u] for u in attackers)
    motorized = sum(p.steps[u] for u in attackers if p.charts.motorized >> u & 1)
    urban = any(is_urban(p, target) for target in targets) and 2 * motorized > steps  # 7.4.4
    return Battle(
        side=side,
        targets=targets,
        spaces=tuple(sorted({p.where[u] for u in attackers})),
        attackers=attackers,
        defenders=defenders,
        overrun=overrun,
        urban=urban,
    )
