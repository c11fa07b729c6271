"""12.0 Combat: who attacks what, with whom, at which odds."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from ...engine import UnitSet
from ...hexes import Hex, HexSet, members, set_of
from ...kit.bars import EVERYTHING, Bars
from ...kit.sums import Term
from .air import air_hexes
from .bridges import fresh_bridges
from .charts import GMD, PLA, enemy_of
from .commands import attack_partners, case_between
from .explosives import can_support, silent
from .final_positions import fighters, gunners
from .leaders import best_rating, general_for, leading
from .position import BOX, War
from .supply import in_supply, supplied_units


class Attack(msgspec.Struct, frozen=True):
    """An attack that is being put together, or has been announced."""

    side: str
    # 12.1.7: one hex.
    target: int
    units: tuple[int, ...] = ()
    # 17.1.4: units in a Human Wave Assault, and the Generals who order it.
    waves: tuple[int, ...] = ()
    generals: tuple[int, ...] = ()
    # 17.1.10: Deng lets both field armies attack together.
    deng: bool = False
    # 14.2: the GMD air unit over the hex.
    air: int = -1


class Strength(NamedTuple):
    """7.4.2b, 12.3.1: what is known before the dice of the support units fall."""

    points: int
    # Units that add a die each, air units last.
    dice: tuple[int, ...]
    terms: tuple[Term, ...]


class Hunted(msgspec.Struct, frozen=True):
    """18.4.10c: units that have hunted Guerrillas, and attack nobody."""

    units: tuple[int, ...]


# 12.1 Restrictions


def may_attack(p: War, side: str) -> UnitSet:
    """12.1.3, 12.1.9: units that can still attack in this phase."""
    charts = p.charts
    able = p.units_on_map(side) & ~p.fought & ~charts.defend_only & ~silent(p)
    return able & ~charts.guerrillas & ~charts.militia


WALL = "nobody attacks across a lake, sea or dike-marsh hexside"


def bars_to_attack(p: War, memo: Hunted | None) -> Bars:
    """12.1.1, 12.1.8: enemy hexes next to a unit that can attack, each once."""
    charts, side = p.charts, p.current.side
    yield ~p.occupied(enemy_of(side)), "12.1.1", "there is no enemy in {} to be attacked"
    yield p.attacked, "12.1.8", "{} has been attacked in this phase"
    own = p.occupied(side)
    yield charts.grid.neighbours(own) & ~charts.passage.spread(own), "11.1.7", WALL
    near = charts.passage.spread(_attack_hexes(p, may_attack(p, side)))
    yield ~near, "12.1.1", "nobody next to {} can attack it"


def _attack_hexes(p: War, able: UnitSet) -> HexSet:
    """The hexes from which units can attack: from an FDP no more than two (16.2.2)."""
    found = p.hexes_of(able)
    for hex_ in members(found & p.fdp):
        fighting = able & fighters(p, hex_)
        used = fighters(p, hex_) & p.fought
        if not fighting or used.bit_count() >= p.charts.limit["fdp_fighting"]:
            found &= ~(1 << hex_)
    return found


def can_join(p: War, attack: Attack) -> UnitSet:
    """12.1.1, 12.1.5: units next to the target that may attack with those already in."""
    charts, side = p.charts, attack.side
    already = set_of(attack.units)
    around = charts.passage.spread(1 << attack.target) & p.occupied(side)
    near = p.units_at(around) & ~already
    able = near & may_attack(p, side)
    guns = near & charts.asterisked & ~p.fought
    able |= sum(1 << unit for unit in members(guns) if can_support(p, unit))
    able &= _allowed(p, attack, around & p.fdp)
    return able & ~_too_many(p, already, around & p.fdp)


def bars_to_add(p: War, attack: Attack) -> Bars:
    """Why units cannot join; `can_join` says the same more quickly."""
    charts, side, target = p.charts, attack.side, attack.target
    already = set_of(attack.units)
    yield ~charts.units_of[side], "12.1.1", "{} is not one of your combat units"
    beside = p.units_at(charts.grid.neighbours(1 << target))
    yield ~beside, "12.1.1", lambda name: f"{name} is not next to {p.label(target)}"
    around = charts.passage.spread(1 << target)
    near = p.units_at(around) & charts.units_of[side]
    yield ~near, "11.1.7", WALL
    yield already, "12.1.3", "{} is in the attack already"
    yield _hunters(p), "18.4.10", "{} has hunted guerrillas in this phase"
    yield p.fought, "12.1.3", "{} has attacked in this phase"
    guns = near & charts.asterisked
    if p.event("ammunition"):
        yield guns, "9.1.3", "there is no ammunition this turn"
    yield guns & ~supplied_units(p, guns), "7.4.2", "{} is out of supply and cannot fire"
    alone = set_of(unit for unit in members(guns) if not can_support(p, unit))
    yield alone, "13.1.1", "{} needs infantry in its hex"
    yield ~guns & ~may_attack(p, side), "12.1.9", "{} only defends"
    too_many = _too_many(p, already, around & p.fdp)
    yield too_many, "16.2.2", "no more than two units attack from an FDP"
    for unit in members(near & ~_allowed(p, attack, around & p.fdp)):
        one, other = charts.counter[unit].command, charts.counter[attack.units[0]].command
        yield 1 << unit, case_between(p, one, other), "{} may not attack together with the others"


def _hunters(p: War) -> UnitSet:
    hunts = [frame.memo.units for frame in p.frames if isinstance(frame.memo, Hunted)]
    return set_of(unit for units in hunts for unit in units)


def _allowed(p: War, attack: Attack, positions: HexSet) -> UnitSet:
    """12.1.5: units whose Command lets them attack with those already in."""
    if attack.deng:
        return EVERYTHING
    allowed = attack_partners(p, set_of(attack.units))
    for hex_ in members(positions):
        allowed |= p.gmd_in(hex_)  # 16.2.2a
    return allowed | p.gmd_in(p.where[p.charts.jiang]) & p.charts.armor  # 17.2.9


def _too_many(p: War, already: UnitSet, positions: HexSet) -> UnitSet:
    """16.2.2: units that may not attack because two of their FDP do or did."""
    charts = p.charts
    found = 0
    for hex_ in members(positions):
        infantry = fighters(p, hex_)
        if (infantry & (already | p.fought)).bit_count() >= charts.limit["fdp_fighting"]:
            found |= infantry
        found |= p.gmd_in(hex_) & ~infantry & ~gunners(p, hex_)
    return found


def bars_to_wave(p: War, attack: Attack) -> Bars:
    """17.1.4: infantry in the attack that a General may drive on."""
    yield ~set_of(attack.units), "17.1.4", "{} is not in the attack"
    yield set_of(attack.waves), "17.1.4", "{} makes a Human Wave Assault already"
    yield ~p.charts.infantry, "17.1.4", "{} is no infantry"
    taken = set_of(attack.generals)
    driven = set_of(unit for unit in attack.units if general_for(p, unit, taken) >= 0)
    yield ~driven, "17.1.8", "no general of this command is available"


def bars_to_bombard(p: War, attack: Attack) -> Bars:
    """14.2.2, 14.1.4: an air unit over the hex, if there is none."""
    yield ~p.charts.air_support, "14.2", "{} is no air support unit"
    if not p.can_fly:
        yield EVERYTHING, "14.1.1", "aircraft do not fly in Poor weather"
    yield ~p.box(BOX), "14.1.3", "{} has been used this turn"
    if attack.air >= 0 or air_hexes(p) >> attack.target & 1:
        yield EVERYTHING, "14.1.4", "one air unit is over the hex already"


# 12.2 Concentric attacks


def attack_hexes(p: War, attack: Attack) -> HexSet:
    """The hexes from which the attack is made; guns only support it."""
    return p.hexes_of(set_of(attack.units) & ~p.charts.asterisked)


def is_concentric(p: War, attack: Attack) -> bool:
    """12.2.1: from opposite sides, from every second of the six sides, or from more than three."""
    return concentric(p, attack.target, attack_hexes(p, attack))


def concentric(p: War, target: Hex, attacking: HexSet) -> bool:
    neighbours = [p.charts.grid.neighbour(target, direction) for direction in range(6)]
    sides = [hex_ is not None and attacking >> hex_ & 1 for hex_ in neighbours]
    if any(sides[d] and sides[d + 3] for d in range(3)):
        return True
    return all(sides[::2]) or all(sides[1::2]) or sum(sides) > 3


# 12.3 Strengths


def attack_strength(p: War, attack: Attack) -> Strength:
    """12.3.2: all factors, less half of what is out of supply (7.4)."""
    charts = p.charts
    factor = charts.limit["human_wave_factor"]
    terms: list[Term] = []
    supplied = unsupplied = 0
    dice = []
    for unit in attack.units:
        if charts.asterisked >> unit & 1:
            dice.append(unit)
            continue
        points, text, case = charts.cf[unit], charts.counter[unit].name, "12.3.1"
        if unit in attack.waves:
            points, text, case = points * factor, f"{text}, Human Wave", "17.1.5"
        terms.append(Term(text, points, case))
        if in_supply(p, unit):
            supplied += points
        else:
            unsupplied += points
    if unsupplied:
        terms.append(Term("out of supply: half", -(unsupplied // 2), "7.4.2"))
    if attack.air >= 0 and attack.side == GMD:
        dice.append(attack.air)  # 14.2.1, 14.2.2
        supplied += _bomber_bonus(p, attack.air, terms)
    return Strength(supplied + -(-unsupplied // 2), tuple(dice), tuple(terms))


def defence_strength(p: War, attack: Attack, defenders: UnitSet) -> Strength:
    """12.3.2: the same for the defender."""
    charts = p.charts
    quiet = silent(p)
    terms: list[Term] = []
    supplied = unsupplied = 0
    dice = []
    for unit in members(defenders):
        if can_support(p, unit):
            dice.append(unit)  # 13.1.3
            continue
        points = 0 if quiet >> unit & 1 else charts.cf[unit]
        terms.append(Term(charts.counter[unit].name, points, "12.3.1"))
        if in_supply(p, unit):
            supplied += points
        else:
            unsupplied += points
    if unsupplied:
        terms.append(Term("out of supply: half", -(unsupplied // 2), "7.4.2"))
    if attack.air >= 0 and attack.side == PLA:
        dice.append(attack.air)  # 14.2.1, 14.2.2
        supplied += _bomber_bonus(p, attack.air, terms)
    return Strength(supplied + -(-unsupplied // 2), tuple(dice), tuple(terms))


def _bomber_bonus(p: War, unit: int, terms: list[Term]) -> int:
    """14.2.3: a medium bomber adds one to its die."""
    if not p.charts.medium_bombers >> unit & 1:
        return 0
    bonus = p.charts.limit["medium_bomber"]
    terms.append(Term("medium bomber", bonus, "14.2.3"))
    return bonus


def odds_column(p: War, attacking: int, defending: int) -> int:
    """12.3.3: the number of the best column that the attacker reaches."""
    found = 0
    for number, (ours, theirs) in enumerate(p.charts.odds):
        if attacking * theirs >= ours * defending:
            found = number
    return found


# 12.3.4 Shifts


def shifts(p: War, attack: Attack, defenders: UnitSet) -> list[Term]:
    """Columns to the right (or left, if negative), one line for each reason."""
    charts = p.charts
    target = attack.target
    attacking = attack_hexes(p, attack)
    found = []
    terrain = charts.terrain_of(target)
    if shift := charts.shift[terrain]:
        found.append(Term(charts.terrain_name[terrain], shift, "12.3.4"))
    if attacking and all(charts.is_river(hex_, target) for hex_ in members(attacking)):
        found.append(Term("all attackers across rivers", charts.shift["river"], "18.1"))
    if attack.side == PLA and (bridges := fresh_bridges(p, attacking, target)):
        found.append(Term("new assault bridges", bridges * charts.shift["bridge"], "18.1.3"))
    fortified = attack.side == PLA and p.fdp >> target & 1
    if fortified:
        if not p.trenches:
            found.append(Term("Final Defense Position", charts.shift["fdp"], "16.2.7"))
    elif is_concentric(p, attack):  # 16.2.6: not against an FDP
        found.append(Term("concentric attack", charts.shift["concentric"], "12.2.2"))
    gmd = set_of(attack.units) if attack.side == GMD else defenders
    if rating := best_rating(p, leading(p, gmd)):
        sign = 1 if attack.side == GMD else -1
        found.append(Term("GMD Leader", sign * rating, "17.2.6"))
    return found


def shifted(p: War, column: int, terms: list[Term]) -> int:
    """All shifts, net, and not beyond the ends of the table."""
    column += sum(term.value for term in terms)
    return max(0, min(column, len(p.charts.columns) - 1))


def defenders_in(p: War, attack: Attack) -> UnitSet:
    """12.1.6: all units of the hex; Guerrillas are not in it."""
    if attack.side == PLA:
        return p.gmd_in(attack.target)
    return p.pla_in(attack.target)
