"""11.5-11.8 Combat results: disorder, retreat, advance."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...engine import Decision, Step, UnitSet, hexes, plain, units
from ...hexes import Hex, HexSet, Passage, members, set_of, union
from ...kit.bars import EVERYTHING, Bars, first, told
from .control import to_be_taken
from .movement import go
from .position import READY, USED, War
from .special_units import company_in, disorder, eliminate, remove_stranded
from .stacking import against_stacking, may_mix, may_stack, too_many
from .supply import supplied_hexes
from .territory import bars_to_enter, cannot_enter
from .zones_of_control import unnegated, zone_for

# What follows a roll, in this order.
ATTACKER_LOSS, DEFENDER_LOSS, RETREAT, ADVANCE = range(4)

NOT_PICKED = -1


class Battle(msgspec.Struct, frozen=True):
    """11.3: one combat, from its announcement to the advance."""

    side: str
    owner: str
    target: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    attack_support: tuple[int, ...] = ()
    defence_support: tuple[int, ...] = ()
    # Who commits aircraft and ships now (11.3 B, C); afterwards what follows next.
    stage: int = 0
    result: str = ""
    # 20.11: a tank attacks.
    tanks: bool = False
    # What was rolled, for whoever wants to see it: the column, both dice, both strengths.
    column: str = ""
    dice: tuple[int, ...] = ()
    strengths: tuple[int, ...] = ()


class Loss(msgspec.Struct, frozen=True):
    """11.5: one of these units is disordered."""

    side: str
    units: tuple[int, ...]
    battle: Battle


class Retreat(msgspec.Struct, frozen=True):
    """11.6: units that still have to retreat."""

    side: str
    units: tuple[int, ...]
    # The hexes of the enemy units in the combat.
    enemies: tuple[int, ...]
    battle: Battle
    # Hexes in enemy zones that a stack has paid for with a disorder result, after its own hex.
    paid: tuple[tuple[int, int], ...] = ()
    # The unit that goes next, and the hex by which it goes, if its owner has picked them.
    unit: int = NOT_PICKED
    between: int = NOT_PICKED
    # Where units have gone.
    reached: tuple[int, ...] = ()


class Advance(msgspec.Struct, frozen=True):
    side: str
    hex: int
    units: tuple[int, ...]
    battle: Battle


def parts(result: str) -> tuple[str, str]:
    """The attacker's and the defender's part of a result: "aDR" is ("a", "DR")."""
    attacker = "".join(letter for letter in result if letter in "aA")
    rest = result[len(attacker) :]
    if rest == "R" and attacker:
        return result, ""
    return attacker, "" if rest == "-" else rest


def fight(p: War, battle: Battle, result: str) -> None:
    tanks = bool(set_of(battle.attackers) & p.charts.tanks)
    follow(p, msgspec.structs.replace(battle, result=result, stage=ATTACKER_LOSS, tanks=tanks))


def follow(p: War, battle: Battle) -> None:
    """Goes through what follows a roll until somebody has to choose."""
    replace = msgspec.structs.replace
    attacker, defender = parts(battle.result)
    while True:
        match battle.stage:
            case 0:
                done = _lose(p, battle, attacker, attacking=True)
            case 1:
                if defender:
                    _late_arrivals(p, battle)
                done = _lose(p, battle, defender, attacking=False)
            case 2:
                done = _retreats(p, battle, attacker, defender)
            case _:
                _end_of_battle(p, battle)
                return
        if not done:
            return
        battle = replace(battle, stage=battle.stage + 1)


# 11.5 Disorder


def _lose(p: War, battle: Battle, part: str, *, attacking: bool) -> bool:
    """Disorder of one side. False if its owner has to choose a unit."""
    charts = p.charts
    fighting = battle.attackers if attacking else battle.defenders
    support = battle.attack_support if attacking else battle.defence_support
    hit = set_of((*fighting, *support)) & ~charts.garrisons & ~charts.naval_flotillas
    if part[:1] in ("A", "D"):
        for unit in members(hit):
            disorder(p, unit, "11.5")
        _garrison_falls(p, battle, attacking=attacking)
    elif part[:1] in ("a", "d") and hit:
        largest = max(charts.manpower[u] for u in members(hit))
        candidates = tuple(u for u in members(hit) if charts.manpower[u] == largest)
        if len(candidates) > 1:
            side = battle.side if attacking else battle.owner
            p.push(LossStep, Loss(side, candidates, battle))
            return False
        disorder(p, candidates[0], "11.5")
        _garrison_falls(p, battle, attacking=attacking)
    return True


def _garrison_falls(p: War, battle: Battle, *, attacking: bool) -> None:
    """11.5: with all defending units eliminated the garrison goes too."""
    charts = p.charts
    defenders = set_of(battle.defenders)
    if attacking or not defenders & ~charts.garrisons:
        return
    there = p.units_in(battle.target) & ~charts.units_of[battle.side]
    if not there & ~charts.garrisons & ~p.charts.needs_company:
        for unit in members(there & charts.garrisons):
            eliminate(p, unit, "11.5")


def _late_arrivals(p: War, battle: Battle) -> None:
    """11.6 (8): units that had retreated here are eliminated by any result."""
    there = p.units_in(battle.target) & p.retreated & ~p.charts.units_of[battle.side]
    for unit in members(there):
        eliminate(p, unit, "11.6")


class LossStep(Step[War, Loss], key="loss", because=("battle",)):
    """11.5: the owner chooses between units of the same manpower."""

    def decision(self, p: War, memo: Loss) -> Decision | None:
        options = [units("disorder", "11.5", set_of(memo.units))]
        prompt = "Which of these units is disordered by the battle?"
        return p.ask(memo.side, prompt, "11.5", options, of=memo.units)

    def apply(self, p: War, memo: Loss, verb: str, value: int) -> None:
        p.frames.pop()
        disorder(p, value, "11.5")
        # A garrison does not fall: the others who could have been chosen are still there.
        follow(p, msgspec.structs.replace(memo.battle, stage=memo.battle.stage + 1))


# 11.6, 11.7 Retreat


def _retreats(p: War, battle: Battle, attacker: str, defender: str) -> bool:
    """False if a retreat has begun that somebody has to choose for."""
    charts = p.charts
    if attacker.endswith("R"):
        left = set_of(battle.attackers) & p.on_map
        if p.verdun:
            left &= ~p.units_in(charts.tsaritsyn)  # 11.7: nor those who attacked from there
        return go_back(p, Retreat(battle.side, tuple(members(left)), (battle.target,), battle))
    if not defender.endswith("R"):
        return True
    there = p.units_in(battle.target) & ~charts.units_of[battle.side]
    garrisons = there & charts.garrisons
    lone = not there & ~charts.garrisons
    if _stands_firm(p, battle) and not lone:
        return True  # 11.7
    for unit in members(garrisons):
        eliminate(p, unit, "11.5")
    left = there & ~charts.garrisons & p.on_map
    enemies = tuple(members(p.hexes_of(set_of(battle.attackers))))
    return go_back(p, Retreat(battle.owner, tuple(members(left)), enemies, battle))


def _stands_firm(p: War, battle: Battle) -> bool:
    """11.7, 20.11: at the Red Verdun nobody retreats, unless tanks attack."""
    return p.verdun and battle.target == p.charts.tsaritsyn and not battle.tanks


def _steps_of(p: War, unit: int) -> Passage:
    charts, bit = p.charts, 1 << unit
    if bit & charts.trains:
        return charts.rail.passage
    if bit & charts.river_flotillas:
        return charts.river.passage
    return charts.crossable[p.winter]


def _closed_to(p: War, unit: int) -> HexSet:
    """11.6 (7): where a unit may not go; tanks not into forest or swamp either (20.13)."""
    charts = p.charts
    rough = charts.forest | charts.swamp if charts.tanks >> unit & 1 else 0
    return cannot_enter(p, unit) | rough


def _paid(p: War, memo: Retreat, unit: int) -> HexSet:
    """11.6 (5): what the stack of a unit has paid for; attackers may come from several hexes."""
    return set_of(between for here, between in memo.paid if here == p.where[unit])


def ways_back(p: War, memo: Retreat, unit: int) -> tuple[HexSet, HexSet]:
    """11.6 (1), (5), (6), (7): where two hexes of retreat lead, free and through enemy zones."""
    grid = p.charts.grid
    passage = _steps_of(p, unit)
    closed = _closed_to(p, unit)
    zones = unnegated(p, unit)
    first = passage.spread(1 << p.where[unit]) & ~closed
    near = union(grid.disc(h, 1) for h in {*memo.enemies, memo.battle.target})
    goals = ~near & ~closed & ~zones
    free = passage.spread(first & (~zones | _paid(p, memo, unit))) & goals
    dear = passage.spread(first & zones) & goals & ~free
    return free, dear


def retreat_hexes(p: War, memo: Retreat, unit: int) -> HexSet:
    """11.6: in supply if possible, and where there is room if there is any."""
    charts = p.charts
    free, dear = ways_back(p, memo, unit)
    occupied = (free | dear) & (p.occupied(charts.side_of[unit]) | p.neutrals)
    for hex_ in members(occupied):
        if not may_mix(p.charts, unit, p.units_in(hex_)):
            free &= ~(1 << hex_)
            dear &= ~(1 << hex_)
    found = free | dear
    if p.charts.needs_company >> unit & 1:
        return set_of(h for h in members(found) if company_in(p, unit, h))
    if supplied := found & supplied_hexes(p, unit, leaving=True):
        # Supply that has to be paid for with a disorder result is the owner's choice (ruling).
        found = supplied if supplied & free else supplied | free
    roomy = found
    for hex_ in members(found & occupied):
        if not may_stack(p, unit, hex_):
            roomy &= ~(1 << hex_)
    return roomy or found


def _next_units(p: War, memo: Retreat) -> tuple[int, ...]:
    """The largest units go first: theirs are the disorder results of the way (11.6 (5))."""
    manpower = p.charts.manpower
    largest = max(manpower[u] for u in memo.units)
    return tuple(u for u in memo.units if manpower[u] == largest)


def _next_unit(p: War, memo: Retreat) -> int:
    """The unit that goes next, unless its owner has to pick it among equals."""
    if memo.unit != NOT_PICKED:
        return memo.unit
    able = _next_units(p, memo)
    alike = len(able) == 1 or set_of(able) & p.charts.needs_company
    return able[0] if alike else NOT_PICKED


def go_back(p: War, memo: Retreat) -> bool:
    """Retreats units until their owner has to choose. False if he has."""
    while memo.units:
        unit = _next_unit(p, memo)
        ends = () if unit == NOT_PICKED else members(ends_of_retreat(p, memo, unit))
        if unit == NOT_PICKED or len(ends) > 1 or ways_that_differ(p, memo, unit, ends):
            p.push(RetreatStep, msgspec.structs.replace(memo, unit=unit))
            return False
        memo = _retreat(p, memo, unit, ends)
    too_many(p, memo.side, sorted(set(memo.reached)))
    return True


def _retreat(p: War, memo: Retreat, unit: int, ends: Sequence[Hex]) -> Retreat:
    """One unit retreats, or is eliminated if there is nowhere to go."""
    left = tuple(u for u in memo.units if u != unit)
    paid, reached = memo.paid, memo.reached
    if not ends:
        eliminate(p, unit, "11.6")
    for there in ends:
        here, between = p.where[unit], way_back(p, memo, unit, there)
        alive = True
        if costs_disorder(p, memo, unit) >> between & 1:
            paid = (*paid, (here, between))
            alive = disorder(p, unit, "11.6")
        if alive:
            go(p, unit, [between, there])
            p.retreated |= 1 << unit
            reached = (*reached, there)
            p.tell("retreated", "11.6", unit, here, there)
    return msgspec.structs.replace(
        memo, units=left, paid=paid, unit=NOT_PICKED, between=NOT_PICKED, reached=reached
    )


def costs_disorder(p: War, memo: Retreat, unit: int) -> HexSet:
    """11.6 (5): the hexes that a unit passes at the cost of a disorder result."""
    return unnegated(p, unit) & ~_paid(p, memo, unit)


def _ways(p: War, unit: int, there: Hex) -> HexSet:
    """The hexes between a unit and the end of its retreat that it can pass."""
    passage = _steps_of(p, unit)
    return passage.spread(1 << p.where[unit]) & passage.spread(1 << there) & ~_closed_to(p, unit)


def way_back(p: War, memo: Retreat, unit: int, there: Hex) -> Hex:
    """The hex between: the one that the owner has picked, or one that costs nothing."""
    if memo.between != NOT_PICKED:
        return memo.between
    ways = _ways(p, unit, there)
    return members(ways & ~costs_disorder(p, memo, unit) or ways)[0]


def ends_of_retreat(p: War, memo: Retreat, unit: int) -> HexSet:
    """Where a unit may go now, by the hex that its owner has picked if he has."""
    found = retreat_hexes(p, memo, unit)
    if memo.between == NOT_PICKED:
        return found
    return found & _steps_of(p, unit).spread(1 << memo.between)


def ways_that_differ(p: War, memo: Retreat, unit: int, ends: Sequence[Hex]) -> HexSet:
    """11.6: the hexes between from which the owner chooses, where it makes a difference.

    They differ in what there is to take (13.1, 20.6) and, if all of them cost, in where the rest of
    the stack can follow for nothing.
    """
    if memo.between != NOT_PICKED:
        return 0
    taken, dear = to_be_taken(p, unit), costs_disorder(p, memo, unit)
    found = 0
    for there in ends:
        ways = _ways(p, unit, there)
        followers = len(memo.units) > 1 and not ways & ~dear
        if ways.bit_count() > 1 and (ways & taken or followers):
            found |= ways
    return found


def bars_to_go_first(p: War, memo: Retreat) -> Bars:
    able = set_of(_next_units(p, memo)) if memo.unit == NOT_PICKED else 0
    yield ~able, "11.6", "{} does not have to retreat now"


def bars_to_retreat(p: War, memo: Retreat) -> Bars:
    if memo.unit == NOT_PICKED:
        yield EVERYTHING, "11.6", "choose the unit that retreats next first"
        return
    charts, unit = p.charts, memo.unit
    yield from bars_to_enter(p, unit)
    fight = set_of((memo.battle.target, *memo.enemies))
    yield fight | charts.grid.neighbours(fight), "11.6", "{} is too close to the fight"
    near = charts.grid.disc(p.where[unit], charts.limit["retreat"])
    yield ~near, "11.6", "{} is further than two hexes"
    shut = ~ends_of_retreat(p, memo, unit)
    yield shut & zone_for(p, unit), "11.6", "a retreat may not end in the enemy ZOC in {}"
    yield shut, "11.6", "{} is out of supply or has no room, and other hexes have"


def bars_to_pass(p: War, memo: Retreat) -> Bars:
    ways = 0
    if memo.unit != NOT_PICKED:
        ends = members(ends_of_retreat(p, memo, memo.unit))
        ways = ways_that_differ(p, memo, memo.unit, ends)
    yield ~ways, "11.6", "it makes no difference whether the unit passes {}"


class RetreatStep(Step[War, Retreat], key="retreat", because=("battle",)):
    """11.6: the owner chooses who goes first among equals, where each goes, and by which hex."""

    def decision(self, p: War, memo: Retreat) -> Decision | None:
        if memo.unit == NOT_PICKED:
            options = [units("retreat", "11.6", set_of(_next_units(p, memo)))]
            return p.ask(
                memo.side, "Which unit retreats next?", "11.6", options, of=_next_units(p, memo)
            )
        name = p.charts.counters[memo.unit].name
        ends = ends_of_retreat(p, memo, memo.unit)
        options = [
            hexes("to", "11.6", ends),
            hexes("by", "11.6", ways_that_differ(p, memo, memo.unit, members(ends))),
        ]
        return p.ask(memo.side, f"Retreat {name}", "11.6", options, of=(memo.unit,))

    def apply(self, p: War, memo: Retreat, verb: str, value: int) -> None:
        p.frames.pop()
        match verb:
            case "retreat":
                memo = msgspec.structs.replace(memo, unit=value)
            case "to":
                memo = _retreat(p, memo, memo.unit, (value,))
            case "by":
                memo = msgspec.structs.replace(memo, between=value)
        if go_back(p, memo):
            follow(p, msgspec.structs.replace(memo.battle, stage=memo.battle.stage + 1))


# 11.8 Advance after combat


def _end_of_battle(p: War, battle: Battle) -> None:
    """Aircraft and ships leave (20.1, 20.7); the attackers may advance."""
    remove_stranded(p)
    for unit in (*battle.attack_support, *battle.defence_support):
        if p.where[unit] == READY:  # an aircraft may have been lost (20.1)
            p.send(unit, USED)
    left = tuple(members(set_of(battle.attackers) & p.on_map & ~p.retreated))
    memo = Advance(battle.side, battle.target, left, battle)
    if may_advance(p, memo):
        p.push(AdvanceStep, memo)
    elif any(_may_be_in(p, unit, memo.hex) for unit in left):
        p.tell("no_advance", "11.8", memo.hex)


def may_advance(p: War, memo: Advance) -> UnitSet:
    """11.8: attackers that may enter the hex."""
    return set_of(u for u in memo.units if _may_enter(p, u, memo.hex))


def bars_to_advance(p: War, memo: Advance) -> Bars:
    charts, label = p.charts, p.label(memo.hex)
    yield ~set_of(memo.units), "11.8", "{} has not taken part in the attack"
    staying = set_of(memo.units) & ~may_advance(p, memo)
    trains = staying & charts.trains
    yield trains, "11.8", "trains advance along rails, after infantry or cavalry"
    flotillas = staying & charts.river_flotillas
    yield flotillas, "11.8", "flotillas advance along rivers, after infantry or cavalry"
    if (charts.forest | charts.swamp) >> memo.hex & 1:
        yield staying & charts.tanks, "20.13", "tanks do not enter forest or swamp"
    for unit in members(staying):
        why = first(bars_to_enter(p, unit), memo.hex) or against_stacking(p, unit, memo.hex)
        if why:
            yield 1 << unit, why[0], told(why[1], label)
    if not p.units_in(memo.hex) & charts.army:
        yield staying & charts.needs_company, "11.8", "{} advances after infantry or cavalry"
    yield staying, "11.8", lambda name: f"{name} would be out of supply in {label}"


def _may_enter(p: War, unit: int, hex_: Hex) -> bool:
    """Units that are in supply do not advance out of it; special units go by their company."""
    if not _may_be_in(p, unit, hex_):
        return False
    fed_by_others = (p.charts.needs_company | p.unsupplied) >> unit & 1
    return bool(fed_by_others or supplied_hexes(p, unit, leaving=True) >> hex_ & 1)


def _may_be_in(p: War, unit: int, hex_: Hex) -> bool:
    """By its own ways, within the limits of stacking and territory."""
    if not _steps_of(p, unit).can_step(p.where[unit], hex_) or _closed_to(p, unit) >> hex_ & 1:
        return False
    if p.charts.needs_company >> unit & 1:
        return bool(company_in(p, unit, hex_)) and may_mix(p.charts, unit, p.units_in(hex_))
    return may_stack(p, unit, hex_)


class AdvanceStep(Step[War, Advance], key="advance", because=("battle",)):
    def decision(self, p: War, memo: Advance) -> Decision | None:
        able = may_advance(p, memo)
        if not able:
            return None
        options = [units("advance", "11.8", able), plain("hold", "11.8")]
        prompt = f"Advance into {p.label(memo.hex)}?"
        return p.ask(memo.side, prompt, "11.8", options, at=(memo.hex,))

    def apply(self, p: War, memo: Advance, verb: str, value: int) -> None:
        if verb == "hold":
            p.finish()
            return
        here = p.where[value]
        go(p, value, [memo.hex])
        p.tell("advanced", "11.8", value, here, memo.hex)
        left = tuple(u for u in memo.units if u != value)
        p.remember(msgspec.structs.replace(memo, units=left))

    def end(self, p: War, memo: Advance) -> None:
        remove_stranded(p)
