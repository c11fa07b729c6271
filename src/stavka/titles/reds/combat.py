"""11.1-11.4 Combat: who attacks what, at which odds, with which strength."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec

from ...engine import Decision, Event, Option, Step, UnitSet, derived, hexes, plain, units
from ...hexes import Hex, HexSet, members, set_of
from ...kit.bars import EVERYTHING, Bars, first, legal
from .charts import NEUTRAL, RED, WHITE, Charts, enemy_of
from .control import red_cities
from .position import (
    CHIT,
    FIGHTS,
    POLAND_AT_PEACE,
    READY,
    War,
)
from .results import Battle, fight
from .supply import in_supply
from .territory import beside_poland

# 20.1: the White factions that aircraft can serve.
AIR_FACTIONS = ("AFSR", "Northwest", "Poles", "AIF")
AIF_WAITS = "the AIF attacks only after event 6"


class Attack(msgspec.Struct, frozen=True):
    """An attack that is being put together."""

    side: str
    target: int
    units: tuple[int, ...] = ()


def active_side(p: War) -> str:
    return RED if p.segment < CHIT["AFSR"] else WHITE


# 11.1, 11.2 Which units may attack, and what


def bars_to_fight(p: War) -> Bars:
    """Active units that have not attacked; garrisons never do, AIF only in their offensive."""
    yield ~(p.active & p.on_map), "11.1", "{} is not active"
    yield p.fought, "11.2", "{} has attacked in this step"
    yield p.charts.garrisons, "11.1", "garrisons do not attack"
    if not p.aif_offensive:
        yield p.charts.aif, "11.2", AIF_WAITS


def targets(p: War, side: str) -> HexSet:
    """Hexes with units that a side may attack in this step."""
    charts = p.charts
    if side == WHITE:
        found = p.red
    else:
        found = p.white | p.neutrals  # 17.1
        if p.poles_are_neutral():
            found &= ~p.poles  # 15.1
        if p.poland == POLAND_AT_PEACE:
            found &= ~charts.poland  # 15.5
    if p.great_war:
        found &= ~charts.neutral_ground  # 3.4
    return found & ~p.attacked


def lone_garrisons_and_partisans(p: War, side: str) -> HexSet:
    """11.2: what partisans and raiders may attack: hexes of the enemy without regular units."""
    charts = p.charts
    theirs = p.units_on_map(enemy_of(side))
    if side == RED:
        theirs |= p.units_on_map(NEUTRAL)
    regular = theirs & ~charts.garrisons & ~charts.partisans
    return p.hexes_of(theirs) & ~p.hexes_of(regular)


def bars_from(p: War, unit: int) -> Bars:
    """The hexes that a unit may not attack from where it is, whoever is in them."""
    charts = p.charts
    bit, here = 1 << unit, 1 << p.where[unit]
    if bit & charts.trains:
        yield ~charts.rail.passage.spread(here), "20.3", "armored trains attack along rails"
        return
    if bit & charts.river_flotillas:
        yield ~charts.river.passage.spread(here), "20.12", "river flotillas attack along rivers"
        return
    if bit & charts.tanks:
        rough = charts.forest | charts.swamp
        yield rough, "20.13", "tanks do not attack into forest or swamp"
    elif bit & charts.cossacks:
        near = charts.krug_range[charts.counters[unit].krug]
        yield ~near, "10.12", "the hex is out of range of the home krug"
    elif bit & charts.estonians:
        yield ~charts.baltic, "10.11", "the Estonians attack in the Baltic Republics only"
    elif bit & charts.poles and p.poles_are_neutral():
        yield ~beside_poland(charts), "15.1", "neutral Poles attack only hexes next to Poland"
    if unit == p.raider or bit & charts.partisans & ~charts.makhno:
        lone = lone_garrisons_and_partisans(p, charts.side_of[unit])
        words = "partisans and raiders attack lone garrisons and partisans only"
        yield ~lone, "11.2", words
    yield ~charts.crossable[p.winter].spread(here), "11.1", "water lies between"


def targets_of(p: War, unit: int) -> HexSet:
    """11.1: what a unit may attack now."""
    side = p.charts.side_of[unit]
    found = targets(p, side)
    if p.charts.freikorps >> unit & 1 and p.freikorps:
        # 17.1: von der Goltz alone of the Whites attacks Nationalist Garrisons.
        lone = p.neutrals & ~p.white & p.charts.baltic
        found |= lone & ~p.attacked
    return legal(bars_from(p, unit), found)


@derived(*FIGHTS)
def open_targets(p: War, side: str) -> HexSet:
    """Hexes that some unit can attack. Special units only join others (ruling)."""
    charts = p.charts
    able = legal(bars_to_fight(p)) & ~p.charts.needs_company
    odd = charts.cossacks | charts.estonians | charts.partisans | charts.freikorps
    odd |= charts.poles
    if p.raider >= 0:
        odd |= 1 << p.raider
    near, found = charts.crossable[p.winter].spread, targets(p, side)
    beside = near(found | p.neutrals)
    found &= near(p.hexes_of(able & ~odd))
    for unit in members(able & odd):
        if beside >> p.where[unit] & 1:
            found |= targets_of(p, unit)
    return found


def bars_to_attack(p: War, memo: None) -> Bars:
    """11.1, 11.2: why no attack on a hex is open to the active player."""
    charts, side = p.charts, active_side(p)
    yield p.attacked, "11.2", "{} has been attacked in this step"
    others = p.occupied(enemy_of(side)) | p.neutrals
    yield ~others, "11.1", "there is no enemy in {}"
    shut = ~open_targets(p, side)
    spared = shut & ~targets(p, side)
    if p.great_war:
        yield spared & charts.neutral_ground, "3.4", "{} is neutral territory until Turn B"
    yield spared & p.neutrals, "17.1", "Whites do not attack Nationalist garrisons"
    yield spared, "15.1", "neutral Poles, and Poland at peace, are not attacked"
    near, active = charts.crossable[p.winter].spread, p.active & charts.units_of[side]
    yield shut & ~near(p.hexes_of(active)), "11.1", "no active unit is next to {}"
    if not p.aif_offensive:
        yield shut & ~near(p.hexes_of(active & ~charts.aif)), "11.2", AIF_WAITS
    fresh = p.hexes_of(active & ~p.fought)
    yield shut & ~near(fresh), "11.2", "every unit next to it has attacked"
    yield shut, "11.2", "no unit next to {} may attack it"


def can_join(p: War, attack: Attack) -> UnitSet:
    """11.1, 11.2: units that can be added; partisans attack alone."""
    charts = p.charts
    chosen = set_of(attack.units)
    if chosen & charts.partisans:
        return 0
    able = legal(bars_to_fight(p)) & ~chosen
    if chosen:
        able &= ~charts.partisans
    near = p.charts.grid.neighbours(1 << attack.target)
    found = 0
    for hex_ in members(near & p.occupied(attack.side)):
        for unit in members(p.stacks[hex_] & able):
            if targets_of(p, unit) >> attack.target & 1:
                found |= 1 << unit
    if not chosen & charts.army and not found & (charts.army | charts.partisans):
        return 0
    return found


def bars_to_add(p: War, attack: Attack) -> Bars:
    charts, target = p.charts, attack.target
    chosen = set_of(attack.units)
    yield chosen, "11.3", "{} attacks already"
    yield from bars_to_fight(p)
    if chosen:
        barred = EVERYTHING if chosen & charts.partisans else charts.partisans
        yield barred, "11.2", "partisans attack alone"
    beside = p.units_at(charts.grid.neighbours(1 << target))
    yield ~beside, "11.1", lambda name: f"{name} is not next to {p.label(target)}"
    for unit in members(beside):
        if why := first(bars_from(p, unit), target):
            yield 1 << unit, *why
        elif not targets_of(p, unit) >> target & 1:
            yield 1 << unit, "17.1", "only von der Goltz attacks Nationalist garrisons"
    yield ~can_join(p, attack), "11.3", "{} attacks only together with infantry or cavalry"


def defenders_in(p: War, side: str, hex_: Hex) -> UnitSet:
    """11.1, 11.6 (8), 20.5: who defends a hex against a side."""
    charts = p.charts
    there = p.units_in(hex_) & ~charts.units_of[side] & ~p.retreated
    others = there & ~charts.garrisons
    return others or there


# 11.3 D, H Odds


class Term(NamedTuple):
    """One line of a sum: what, how much, and by which case."""

    text: str
    value: int
    case: str


def odds_number(attack: int, defence: int) -> int:
    """The column of some odds, counted from 0 for 1:3; rounded in the defender's favour."""
    if not defence:
        return 99  # nobody who counts defends (11.6)
    if attack >= defence:
        return attack // defence + 1
    if not attack:
        return -99
    return 3 - -(-defence // attack)


def shifts(p: War, side: str, target: Hex, attacking: UnitSet) -> list[Term]:
    """11.3 H, 11.4: columns to the left, one line for each reason."""
    return shifts_from(p, side, target, p.hexes_of(attacking))


def shifts_from(p: War, side: str, target: Hex, hexes_: HexSet) -> list[Term]:
    """What an attack out of some hexes would be shifted by."""
    held = side == RED and bool(red_cities(p) >> target & 1)
    return list(_shifts(p.charts, target, held, hexes_ & p.charts.river.hexes))


@lru_cache(maxsize=8192)
def _shifts(charts: Charts, target: Hex, red_city: bool, hexes_: HexSet) -> tuple[Term, ...]:
    """By whether it is a Red City, which is none to the Reds, and what river hexes they are in."""
    bit = 1 << target
    found = []
    if charts.cities & bit and not red_city:
        found.append(Term("city", charts.shift["city"], "11.3"))
    terrain = charts.board.terrain_of(target)
    if charts.shift.get(terrain):
        found.append(Term(terrain, charts.shift[terrain], "11.3"))
    if charts.river.hexes & bit and not _along_river(charts, target, hexes_):
        found.append(Term("river", charts.shift["river"], "11.4"))
    return tuple(found)


def _along_river(charts: Charts, target: Hex, hexes_: HexSet) -> bool:
    """11.4: whether the attackers come along the river, or along two lines where three meet."""
    rivers = charts.river_names[target]
    if len(rivers) == 1:
        return bool(hexes_ & charts.rivers[rivers[0]])
    lines = set_of(charts.river.joined_to(target))
    return (hexes_ & lines).bit_count() >= 2


def column_of(p: War, side: str, target: Hex, attacking: UnitSet, defending: UnitSet) -> str:
    """11.3 H: the column of the Combat Results Table, shifts included."""
    columns = p.charts.columns
    number = odds_number(p.manpower(attacking), p.manpower(defending))
    number -= sum(term.value for term in shifts(p, side, target, attacking))
    return columns[min(max(number, 0), len(columns) - 1)]


# 11.3 E, F Modifiers and strengths


def modifier(p: War, units_: UnitSet, *, attacking: bool) -> int:
    return _modifiers(p.charts, units_, p.disordered & units_)[not attacking]


@lru_cache(maxsize=8192)
def _modifiers(charts: Charts, units_: UnitSet, disordered: UnitSet) -> tuple[int, int]:
    """What units bring that attack, or defend."""
    faces = [(charts.counters[unit], disordered >> unit & 1) for unit in members(units_)]
    return sum(c.attack[face] for c, face in faces), sum(c.defence[face] for c, face in faces)


def strength(die: int, number: int, modifiers: int) -> int:
    """11.3 F: the die times the units, with their modifiers; at least one for each unit."""
    return max(die * number + modifiers, number)


class Sum(NamedTuple):
    """11.3 D-F: everything about a battle but the dice."""

    column: str
    # How many units take part on each side, and what their modifiers come to.
    attackers: int
    attack: int
    defenders: int
    defence: int

    def strengths(self, dice: tuple[int, int]) -> tuple[int, int]:
        ours = strength(dice[0], self.attackers, self.attack)
        return ours, strength(dice[1], self.defenders, self.defence)


def sum_of(p: War, battle: Battle) -> Sum:
    """11.3 D-F: with the aircraft and ships that have been committed so far."""
    attacking, defending = set_of(battle.attackers), set_of(battle.defenders)
    ours = attacking | set_of(battle.attack_support)
    theirs = defending | set_of(battle.defence_support)
    return Sum(
        column=column_of(p, battle.side, battle.target, attacking, defending),
        attackers=ours.bit_count(),
        attack=modifier(p, ours, attacking=True),
        defenders=theirs.bit_count(),
        defence=modifier(p, theirs, attacking=False),
    )


def result_of(p: War, sum_: Sum, dice: tuple[int, int]) -> str:
    """11.3 G, H: what the Combat Results Table says."""
    ours, theirs = sum_.strengths(dice)
    return p.charts.result(sum_.column, ours - theirs)


# 11.3 B, C Aircraft and naval flotillas


def support_for(p: War, battle: Battle, side: str) -> UnitSet:
    """Aircraft and naval flotillas that a side can commit to a battle."""
    charts = p.charts
    attacking = side == battle.side
    taking_part = set_of(battle.attackers if attacking else battle.defenders)
    committed = set_of((*battle.attack_support, *battle.defence_support))
    ready = charts.units_of[side] & (charts.aircraft | charts.naval_flotillas) & p.box(READY)
    found = 0
    aircraft = ready & charts.aircraft
    if aircraft and not committed & charts.aircraft & charts.units_of[side]:
        served = any(_served_by_aircraft(p, unit) for unit in members(taking_part))
        found |= aircraft if served else 0
    for unit in members(ready & charts.naval_flotillas):
        sea = charts.counters[unit].sea
        frozen = p.winter and sea in ("White", "Baltic")  # 19.2
        if charts.coast[sea] >> battle.target & 1 and not frozen:
            found |= 1 << unit
    return found & ~committed


def bars_to_commit(p: War, battle: Battle) -> Bars:
    charts, side = p.charts, committing(battle)
    ships = charts.naval_flotillas & charts.units_of[side]
    own = charts.aircraft & charts.units_of[side] | ships
    yield ~own, "11.3", "only aircraft and naval flotillas of yours are committed"
    yield ~(own & p.box(READY)), "20.1", "{} is not available"
    for sea, coast in charts.coast.items():
        if not coast >> battle.target & 1:
            there = set_of(u for u in members(ships) if charts.counters[u].sea == sea)
            yield there, "20.7", f"the fight is not on the coast of the {sea} Sea"
    if battle.owner == NEUTRAL:
        yield set_of(battle.defence_support), "17.3", "{} helps the Latvians"
    committed = set_of((*battle.attack_support, *battle.defence_support))
    yield ships & committed, "11.3", "{} is committed"
    shut = ~support_for(p, battle, side)
    yield shut & ships, "19.2", "the sea is frozen"
    yield shut, "20.1", "one aircraft a side, and only with units that it can serve"


def committing(battle: Battle) -> str:
    """11.3 B, C: the side that commits aircraft and ships now."""
    return battle.side if battle.stage == 0 else battle.owner


def _served_by_aircraft(p: War, unit: int) -> bool:
    """20.1: supplied Red, AFSR, Northwest, Polish and AIF units but raiders and partisans."""
    charts = p.charts
    if charts.partisans >> unit & 1 or unit == p.raider:
        return False
    counter = charts.counters[unit]
    return (counter.side == RED or counter.faction in AIR_FACTIONS) and in_supply(p, unit)


# The Combat Step


class CombatStep(Step[War, None], key="combat"):
    """The active player makes his attacks one after the other."""

    def decision(self, p: War, memo: None) -> Decision | None:
        side = active_side(p)
        open_ = open_targets(p, side)
        if not open_:
            return None
        options = [hexes("attack", "11.1", open_), plain("done", "11.1")]
        return p.ask(side, "Attack enemy hexes", "11.1", options)

    def apply(self, p: War, memo: None, verb: str, value: int) -> None:
        if verb == "attack":
            p.push(AttackStep, Attack(active_side(p), value))
        else:
            p.finish()


class AttackStep(Step[War, Attack], key="attack"):
    """11.3 A: an attack is put together unit by unit, then resolved or given up."""

    def decision(self, p: War, memo: Attack) -> Decision | None:
        joining = can_join(p, memo)
        options: list[Option] = [units("add", "11.3", joining)]
        if joining.bit_count() > 1 and joining & ~p.charts.partisans:
            options.append(plain("all", "11.3"))
        if set_of(memo.units) & (p.charts.army | p.charts.partisans):
            options.append(plain("resolve", "11.3"))
        options.append(plain("cancel", "11.1"))
        prompt = f"Attack {p.label(memo.target)}"
        return p.ask(memo.side, prompt, "11.3", options, at=(memo.target,))

    def apply(self, p: War, memo: Attack, verb: str, value: int) -> None:
        match verb:
            case "add":
                p.remember(msgspec.structs.replace(memo, units=(*memo.units, value)))
            case "all":
                joining = can_join(p, memo) & ~p.charts.partisans  # 11.2: they fight alone
                chosen = (*memo.units, *members(joining))
                p.remember(msgspec.structs.replace(memo, units=chosen))
            case "resolve":
                p.frames.pop()
                begin_battle(p, memo)
            case "cancel":
                p.finish()


def begin_battle(p: War, attack: Attack) -> None:
    attackers = set_of(attack.units)
    battle = battle_of(p, attack)
    p.fought |= attackers
    p.attacked |= 1 << attack.target
    if attack.side == WHITE:
        p.acted |= attackers & p.charts.needs_company
    commit(p, battle)


def battle_of(p: War, attack: Attack) -> Battle:
    """11.3 A: the battle that an attack brings, before anybody commits aircraft or ships."""
    charts = p.charts
    defenders = defenders_in(p, attack.side, attack.target)
    owner = enemy_of(attack.side)
    support: tuple[int, ...] = ()
    if not defenders & charts.units_of[owner] and defenders & charts.units_of[NEUTRAL]:
        owner = NEUTRAL
        support = _latvian_support(p, attack)
    return Battle(
        side=attack.side,
        owner=owner,
        target=attack.target,
        attackers=tuple(members(set_of(attack.units))),
        defenders=tuple(members(defenders)),
        defence_support=support,
    )


def _latvian_support(p: War, attack: Attack) -> tuple[int, ...]:
    """17.3: the Baltic Flotilla helps the Latvians against von der Goltz."""
    charts = p.charts
    flotilla = charts.index["W-NF-BA"]
    latvians = p.where[charts.index["N-LAT"]] == attack.target
    helps = latvians and attack.side == WHITE and p.where[flotilla] == READY and not p.winter
    return (flotilla,) if helps else ()


def commit(p: War, battle: Battle) -> None:
    """11.3 B, C: first the attacker, then the defender commits; then the dice are rolled."""
    while battle.stage < 2:
        side = committing(battle)
        if side != NEUTRAL and support_for(p, battle, side):
            if side == battle.owner and not battle.defence_support:
                support = battle.attack_support
                p.tell("announced", "11.3", battle.side, battle.target, battle.attackers, support)
            p.push(Commitment, battle)
            return
        battle = msgspec.structs.replace(battle, stage=battle.stage + 1)
    sum_ = sum_of(p, battle)
    dice = (p.roll(), p.roll())
    result, strengths, column = result_of(p, sum_, dice), sum_.strengths(dice), sum_.column
    p.tell(
        *("battle", "11.3", battle.side, battle.target, battle.attackers, battle.defenders),
        *(battle.attack_support, battle.defence_support, column, dice, strengths, result),
    )
    rolled = msgspec.structs.replace(battle, column=column, dice=dice, strengths=strengths)
    fight(p, rolled, result)


class Commitment(Step[War, Battle], key="commitment", because=("announced",)):
    """11.3 B, C: aircraft and naval flotillas."""

    def decision(self, p: War, memo: Battle) -> Decision | None:
        side = committing(memo)
        found = support_for(p, memo, side)
        options = [units("commit", "20.1", found), plain("enough", "11.3")]
        prompt = f"Commit aircraft or ships to the battle of {p.label(memo.target)}?"
        return p.ask(side, prompt, "11.3", options, at=(memo.target,))

    def apply(self, p: War, memo: Battle, verb: str, value: int) -> None:
        p.frames.pop()
        replace = msgspec.structs.replace
        if verb == "enough":
            commit(p, replace(memo, stage=memo.stage + 1))
        elif memo.stage == 0:
            commit(p, replace(memo, attack_support=(*memo.attack_support, value)))
        else:
            commit(p, replace(memo, defence_support=(*memo.defence_support, value)))

    def follows(self, memo: Battle, event: Event) -> bool:
        """The attacker commits of his own will; the defender answers."""
        return committing(memo) == memo.owner
