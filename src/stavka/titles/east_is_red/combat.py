"""9.0 Combat: who may attack what, with which strength, at which odds."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from ...engine import Decision, Option, Step, UnitSet, hexes, plain, units, words
from ...hexes import Hex, HexSet, members, set_of
from ...kit.bars import EVERYTHING, Bar, Bars, legal
from ...kit.sums import QUARTERS, Term, total
from .air import air_strike_points, has_moved, may_strike
from .charts import CHINESE, SOVIET, enemy_of
from .cities_and_industry import cities_held, intrinsic_strength, standing_industry
from .nuclear import clear_contamination
from .options import US_INTERVENTION
from .position import POOL, War
from .results import resolve
from .substitution import Substitution, apply_substitution, open_substitutions, substitution_options
from .supply import has_supply, intrinsic, supply_units_in_supply
from .terrain import gains_from, halves_tanks, terrain_of
from .variants.escalation import leads_to_world_war
from .variants.red_guards import must_mass
from .variants.special_weapons import Launch, bars_to_launch
from .variants.us_intervention import (
    CarrierCover,
    carrier,
    carrier_is_ready,
    carrier_points,
    may_use_nuclear_weapons,
    use_up_cover,
)
from .zones_of_control import zone_round


class Attack(msgspec.Struct, frozen=True):
    """An attack that is being put together."""

    targets: tuple[int, ...]
    units: tuple[int, ...] = ()
    air: tuple[int, ...] = ()
    nuclear: bool = False
    mass: bool = False


class Odds(NamedTuple):
    attack: int
    defence: int
    column: str | None
    terms: tuple[Term, ...]


def begin_combat(p: War, side: str) -> None:
    p.fought = p.was_attacked = 0
    p.hexes_attacked = 0
    p.expended = 0
    p.push(CombatPhase)
    if side == CHINESE:
        p.push(Substitution)
    elif US_INTERVENTION in p.options:
        p.push(CarrierCover)


def begin_group_attack(p: War) -> None:
    """OMG.2: the maneuver group attacks by the rules of a Combat Phase."""
    if p.omg >= 0:
        use_up_cover(p)
        begin_combat(p, SOVIET)


def end_combat(p: War, side: str) -> None:
    p.expended = 0
    p.fired = 0
    if side == SOVIET or p.chinese_contaminated or p.newly_chinese_contaminated:
        clear_contamination(p, side)


# 9.1 Which units may attack, and what

NOBODY: Bar = EVERYTHING, "9.11", "nobody attacks yet"
ON_ONE_HEX = "14.3", "an air strike is made on one hex"
ACROSS_THE_BORDER = "17.43", "Militia do not attack across the border"


def may_attack(p: War, side: str) -> UnitSet:
    """9.14, 5.44: units that can begin an attack; Artillery and Air units only join one (9.61)."""
    charts = p.charts
    able = p.units_on_map(side) & ~p.fought & ~p.railed & p.may_fight()
    return able & ~charts.supporting


def defenders_in(p: War, hex_: Hex) -> tuple[int, ...]:
    """9.14, 10.22: the units that defend a hex; those attacked before in this phase do not."""
    defending = p.charts.units_of[enemy_of(p.current.side)] & ~p.was_attacked
    return tuple(members(p.units_in(hex_) & defending))


def targets(p: War, side: str) -> HexSet:
    """Everything that a side may attack in this phase, wherever its own units are."""
    enemy = enemy_of(side)
    defended = p.occupied(enemy)
    for hex_ in members(p.hexes_of(p.was_attacked)):
        if not defenders_in(p, hex_):
            defended &= ~(1 << hex_)
    # 13.13, 13.21: what has a strength of its own can be attacked when nobody defends it.
    intrinsic_hexes = standing_industry(p, enemy)
    if side == SOVIET:
        intrinsic_hexes |= cities_held(p)
    return defended | intrinsic_hexes & ~p.hexes_attacked


def attacks_from(p: War, unit: int) -> HexSet:
    """9.11: the hexes next to a unit; Militia do not attack across the border (17.43)."""
    around = p.charts.passage.around(p.where[unit])
    return around & p.charts.china if p.charts.militia >> unit & 1 else around


def must_attack(p: War) -> HexSet:
    """5.52: an industrial hex that the Marine Division has landed on and still has to attack."""
    marine = may_attack(p, p.current.side) & p.charts.marine
    return p.hexes_of(marine) & standing_industry(p, CHINESE) & ~p.hexes_attacked


def lacks_marines(p: War, attack: Attack) -> bool:
    """5.52: nobody attacks the hex of a landing without every Marine Division in it."""
    landed = must_attack(p) & set_of(attack.targets)
    return bool(p.units_at(landed) & ~set_of(attack.units))


def bars_to_attack(p: War, memo: None) -> Bars:
    """9.11: what may be attacked and has a unit next to it that can still attack."""
    charts, side = p.charts, p.current.side
    yield from _no_targets(p)
    able = may_attack(p, side)
    landed = must_attack(p)  # the Marine Division attacks nothing before that hex
    around = charts.passage.spread(p.hexes_of(able & ~charts.militia) & ~landed) | landed
    if militia := p.hexes_of(able & charts.militia):
        beside = charts.passage.spread(militia)
        yield beside & ~charts.china & ~around, *ACROSS_THE_BORDER
        around |= beside
    yield ~around, "9.11", "no unit that can still attack is next to {}"


def _no_targets(p: War) -> Bars:
    side = p.current.side
    closed = ~targets(p, side)
    attacked = closed & p.occupied(enemy_of(side))
    yield attacked, "9.14", "the units in {} have been attacked in this phase"
    yield closed & p.hexes_attacked, "9.14", "{} has been attacked in this phase"
    yield closed, "9.11", "there is nothing to attack in {}"


def bars_to_add(p: War, attack: Attack) -> Bars:
    """9.11, 9.23: units next to all the hexes under attack; 9.6: Artillery behind them."""
    charts, attacking = p.charts, set_of(attack.units)
    own = p.units_on_map(p.current.side)
    yield ~own, "9.11", "{} is not a unit of the attacker on the map"
    yield attacking, "9.14", "{} takes part already"
    yield p.fought, "9.14", "{} has attacked in this phase"
    yield p.railed, "5.44", "{} has moved by rail in this Player-Turn"  # 9.64: guns too
    yield ~p.may_fight(), "OMG.2", "only the maneuver group attacks now"
    if guns := own & charts.artillery:
        yield from _bars_to_guns(p, attack, guns)
    yield charts.supporting & ~charts.artillery, "9.11", "{} does not attack by itself"
    landed, goals = must_attack(p), set_of(attack.targets)
    around = charts.grid.all if goals & landed else ~landed
    for target in attack.targets:
        around &= charts.passage.around(target) | 1 << target & landed
    far = ~(p.units_at(around & p.occupied(p.current.side)) | charts.artillery)
    if landed:
        first = "{} must attack the hex in which it landed first"
        yield far & p.units_at(landed), "5.52", first
    if goals & ~charts.china:
        yield charts.militia, *ACROSS_THE_BORDER
    yield far, "9.23", lambda name: f"{name} is not next to {_missing(p, attack, name)}"


def _bars_to_guns(p: War, attack: Attack, guns: UnitSet) -> Bars:
    """9.61-9.63: two hexes from the target, next to a Mechanized or Tank unit that it supports."""
    charts, grid = p.charts, p.charts.grid
    supported = set_of(attack.units) & charts.mechanized
    if not supported:
        yield guns, "9.61", "{} only supports an attack of Mechanized units"
        return
    far, in_range = charts.limit["artillery_range"], grid.all
    for target in attack.targets:
        in_range &= grid.within(1 << target, far) & ~grid.within(1 << target, far - 1)
    away = guns & ~p.units_at(in_range)
    yield away, "9.63", "{} must be two hexes from the hex under attack"
    beside = charts.passage.spread(p.hexes_of(supported))
    alone = guns & ~p.units_at(in_range & beside)
    yield alone, "9.62", "{} must be next to a unit that it supports"


def _missing(p: War, attack: Attack, name: str) -> str:
    """The hexes under attack that a unit is not next to."""
    unit = p.names.units.index(name)
    return ", ".join(p.label(t) for t in attack.targets if not attacks_from(p, unit) >> t & 1)


def bars_to_target(p: War, attack: Attack) -> Bars:
    """9.23: further hexes that all attacking units are next to, before distant support joins."""
    yield from _no_targets(p)
    yield set_of(attack.targets), "9.14", "{} is under attack already"
    if not attack.units:
        yield NOBODY
    if attack.air:
        yield EVERYTHING, *ON_ONE_HEX
        return
    attacking = set_of(attack.units)
    common = 0 if attacking & p.charts.artillery else p.charts.grid.all
    for unit in attack.units:
        common &= attacks_from(p, unit)
    if attacking & p.charts.militia:
        yield ~p.charts.china, *ACROSS_THE_BORDER
    yield ~common, "9.23", "not all attackers are next to {}"


# 9.3, 9.4, 9.5 Strengths and odds


def is_concentric(p: War, attack: Attack) -> bool:
    """9.5: the attackers, with the hexes round them, surround every hex under attack."""
    charts, grid = p.charts, p.charts.grid
    attacking = set_of(attack.units)
    # A Marine Division inside the hex (5.52) does not surround it.
    held = p.hexes_of(attacking) & ~set_of(attack.targets)
    # IT.2: a trained unit that only looks on lends its zone to nobody.
    zone = held | zone_round(p, p.current.side, held, attacking)
    if not p.koreans_in:
        zone &= ~charts.korea  # 17.5
    # Ruling: a sea hex is closed to the defender if an attacker stands next to it.
    zone |= grid.neighbours(held) & ~charts.land
    return all(not grid.neighbours(1 << target) & ~zone for target in attack.targets)


def defence_terms(p: War, target: Hex) -> list[Term]:
    """9.21, 12.0, 13.1, 13.2: what a hex defends with."""
    defending = defenders_in(p, target)
    if not defending:
        strength, case = intrinsic_strength(p, target)
        return [Term("intrinsic strength", strength * QUARTERS, case)]
    terrain = terrain_of(p, target)
    factor = p.charts.defence[terrain]
    terms = [
        Term(p.name(unit), p.charts.unit_type[unit].defense * QUARTERS, "9.21")
        for unit in defending
    ]
    if factor > 1:
        case = "13.11" if terrain == "major_city" else "12.0"
        gaining = (u for u in defending if gains_from(p, u, terrain))
        bonus = (factor - 1) * sum(p.charts.unit_type[u].defense * QUARTERS for u in gaining)
        if bonus:
            terms.append(Term(f"{terrain.replace('_', ' ')} x{factor}", bonus, case))
    if p.carrier_mission == "cover" and set_of(defending) & p.charts.us_marine:
        points = carrier_points(p, (target,))
        terms.append(Term("carrier aircraft", points * QUARTERS, "US.2"))
    return terms


def attack_terms(p: War, attack: Attack) -> list[Term]:
    """9.4: what each attacking unit is worth, and what doubles the sum."""
    charts = p.charts
    into_rough = any(halves_tanks(p, target) for target in attack.targets)
    terms = []
    for unit in attack.units:
        quarters = charts.unit_type[unit].attack * QUARTERS
        terms.append(Term(p.name(unit), quarters, "9.0"))
        if charts.tanks >> unit & 1 and into_rough:
            terms.append(Term("tanks into rough or city: half", -(quarters // 2), "12.11"))
            quarters -= quarters // 2
        terms += _without_supply(p, unit, quarters)
    for unit in attack.air:
        quarters = air_strike_points(p, unit, attack.targets) * QUARTERS
        terms.append(Term(f"air strike {p.name(unit)}", quarters, "14.1"))
        terms += _without_supply(p, unit, quarters)
    so_far = total(terms)
    # 15.1, 15.12: nuclear weapons double the attack and do nothing else to strengths.
    for applies, text, case in (
        (is_concentric(p, attack), "concentric attack: double", "9.5"),
        (attack.nuclear, "nuclear attack: double", "15.11"),
        (attack.mass, "mass attack: double", "10.5"),
    ):
        if applies:
            terms.append(Term(text, so_far, case))
            so_far *= 2
    return terms


def _without_supply(p: War, unit: int, quarters: int) -> list[Term]:
    """11.0, 11.21: what a unit loses that is not supplied for attack, Air units included."""
    if has_supply(p, unit, p.where[unit], attack=True):
        return []
    return [Term("unsupplied: half", -(quarters // 2), "11.0")]


def odds_of(p: War, attack: Attack) -> Odds:
    """9.3: the odds column, rounded in favour of the defender; None below one to two."""
    attacking = attack_terms(p, attack)
    defending = [term for target in attack.targets for term in defence_terms(p, target)]
    strength, against = total(attacking), total(defending)
    return Odds(strength, against, odds_column(p, strength, against), (*attacking, *defending))


def odds_column(p: War, strength: int, against: int) -> str | None:
    columns = p.charts.columns
    if strength >= against:
        return columns[min(strength // against, len(columns) - 1)]
    return columns[0] if 2 * strength >= against else None


# The Combat Phase


class CombatPhase(Step[War, None], key="combat"):
    """The Phasing Player makes his attacks one after the other."""

    def decision(self, p: War, memo: None) -> Decision | None:
        side = p.current.side
        options: list[Option] = [hexes("attack", "9.1", legal(bars_to_attack(p, memo)))]
        if side == SOVIET:
            options.append(units("expend", "11.42", legal(bars_to_expend(p, memo))))
            options += substitution_options(p)
        options.append(units("launch", "SW.2", legal(bars_to_launch(p, memo))))
        # 6.2, 6.21: no Zone of Control forces anybody to attack; only a landing does.
        if not must_attack(p):
            options.append(plain("done", "9.12"))
        return p.ask(side, "Attack enemy hexes", "9.0", options)

    def apply(self, p: War, memo: None, verb: str, value: int) -> None:
        match verb:
            case "attack":
                p.push(AttackStep, Attack((value,)))
            case "launch":
                p.push(Launch, value)
            case "expend":
                expend(p, value)
            case "break_down" | "build_up":
                apply_substitution(p, verb, value)
            case "done":
                p.finish()


def bars_to_expend(p: War, memo: object) -> Bars:
    """11.42: Supply units that can be used up now to let units attack in supply."""
    usable = p.units_on_map(p.current.side) & p.charts.supply
    yield ~usable, "11.42", "{} is not a supply unit that can be expended now"
    if intrinsic(p, SOVIET):
        needless = "no supply unit need be expended in the first four Game-Turns"
        yield EVERYTHING, "11.5", needless
    elif usable:
        supplied = p.units_at(supply_units_in_supply(p))
        yield ~supplied, "11.21", "{} has no unblocked path to 0701 or 3131"


def expend(p: War, unit: int) -> None:
    hex_ = p.where[unit]
    p.send(unit, POOL)
    p.expended |= 1 << hex_
    p.tell("expended", "11.42", unit, hex_)


def bars_to_strike(p: War, attack: Attack) -> Bars:
    """14.0, 14.1: Air units in range that have neither moved nor struck."""
    yield ~(p.charts.air & p.on_map), "14.0", "{} is not an Air unit on the map"
    if p.turn < p.charts.limit["first_air_strike_turn"]:
        yield EVERYTHING, "14.0", "there are no air strikes before the second Player-Turn"
        return
    if attack.air and p.current.key == "omg-attack":
        yield EVERYTHING, "OMG.2", "one Air unit only supports the maneuver group"
    yield has_moved(p), "14.2", "{} has moved in this Player-Turn"
    yield p.struck | set_of(attack.air), "14.3", "{} has struck in this Player-Turn"
    if len(attack.targets) > 1:
        yield EVERYTHING, *ON_ONE_HEX
    yield ~may_strike(p, attack.targets), "14.1", "the target is out of range of {}"
    if p.current.side == CHINESE:
        yield EVERYTHING, "14.0", "{} is not an Air unit of the attacker"
    if not attack.units:
        yield NOBODY


class AttackStep(Step[War, Attack], key="attack"):
    """An attack is put together unit by unit, then resolved or given up."""

    def decision(self, p: War, memo: Attack) -> Decision | None:
        side = p.current.side
        options: list[Option] = []
        joining = legal(bars_to_add(p, memo))
        # 9.22: each by itself; others in its hex need not join.
        options.append(units("add", "9.2", joining))
        if joining.bit_count() > 1:
            options.append(plain("all", "9.13"))
        if memo.units:
            options.append(hexes("target", "9.23", legal(bars_to_target(p, memo))))
            odds = odds_of(p, memo)
            if odds.column is not None and not lacks_marines(p, memo):
                best = p.charts.columns.index(odds.column)
                # 10.4: the odds may be lowered at will.
                options.append(words("resolve", "9.0", p.charts.columns[best::-1]))
            if side == SOVIET:
                options.append(units("strike", "14.0", legal(bars_to_strike(p, memo))))
                if not memo.nuclear:  # SW.4: the Chinese have no such attack
                    options.append(plain("nuclear", "15.0"))
            else:
                if not memo.mass and not p.guerrilla_warfare:  # GW.2
                    options.append(plain("mass", "10.5"))
                options += self._american_options(p, memo)
        if side == SOVIET:
            options.append(units("expend", "11.42", legal(bars_to_expend(p, memo))))
        options.append(plain("cancel", "9.12"))
        where = ", ".join(map(p.label, memo.targets))
        return p.ask(side, f"Attack {where}", "9.0", options, at=memo.targets)

    def _american_options(self, p: War, memo: Attack) -> list[Option]:
        found = []
        if not memo.air and carrier_is_ready(p) and air_strike_points(p, carrier(p), memo.targets):
            found.append(plain("carrier_strike", "US.2"))
        if not memo.nuclear and may_use_nuclear_weapons(p, memo.units, memo.air):
            found.append(plain("nuclear", "US.3"))
        return found

    def _with(self, p: War, memo: Attack, joining: tuple[int, ...]) -> Attack:
        everybody = (*memo.units, *joining)
        mass = memo.mass or must_mass(p, everybody)  # RG
        return msgspec.structs.replace(memo, units=everybody, mass=mass)

    def apply(self, p: War, memo: Attack, verb: str, value: int) -> None:
        replace = msgspec.structs.replace
        match verb:
            case "add":
                p.remember(self._with(p, memo, (value,)))
            case "all":
                joining = legal(bars_to_add(p, memo))
                p.remember(self._with(p, memo, tuple(members(joining))))
            case "target":
                p.remember(replace(memo, targets=(*memo.targets, value)))
            case "strike":
                p.remember(replace(memo, air=(*memo.air, value)))
            case "carrier_strike":
                p.remember(replace(memo, air=(carrier(p),)))
            case "nuclear":
                p.remember(replace(memo, nuclear=True))
            case "mass":
                p.remember(replace(memo, mass=True))
            case "expend":
                expend(p, value)
            case "cancel":
                p.finish()

    def apply_word(self, p: War, memo: Attack, verb: str, word: str) -> None:
        """At these odds."""
        p.frames.pop()
        p.push(ResolutionStep, Resolution(memo, word))
        if p.current.side == CHINESE:
            # 8.2: at any time during a Combat Phase; this is the time that matters.
            if p.chronicle is not None and open_substitutions(p):
                p.tell("announced", "9.0", memo.targets, memo.units, word, memo.mass)
            p.push(Substitution)


class Resolution(msgspec.Struct, frozen=True):
    """An attack that has been announced at certain odds."""

    attack: Attack
    column: str


class ResolutionStep(Step[War, Resolution], key="resolution"):
    """The die is rolled; nothing is left to decide before the result."""

    def decision(self, p: War, memo: Resolution) -> Decision | None:
        return None

    def end(self, p: War, memo: Resolution) -> None:
        attack, column = memo.attack, memo.column
        if p.current.side == CHINESE:
            # A substitution may have changed what defends: the odds cannot be better than now.
            now = odds_of(p, attack).column
            columns = p.charts.columns
            column = columns[min(columns.index(column), columns.index(now or columns[0]))]
        if leads_to_world_war(p, p.current.side, attack.targets, nuclear=attack.nuclear):
            return
        resolve(
            p,
            side=p.current.side,
            targets=attack.targets,
            defenders=tuple(u for target in attack.targets for u in defenders_in(p, target)),
            units=attack.units,
            air=attack.air,
            nuclear=attack.nuclear,
            mass=attack.mass,
            column=column,
        )
