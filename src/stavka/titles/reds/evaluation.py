"""What a position is worth, and what a cadet would do in it.

The war is about cities: every city that is not ours is a goal, every city that matters and that the
enemy can reach is one to cover. Units are shared out among the goals by what the goals are worth,
how far they are and what it takes to win them; then each unit goes down the slope to its own goal.
Attacks are judged by their exact chances.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ...engine import NO_ORDERS, AnyStep, Choice, Decision, Orders, Style, derived
from ...hexes import Hex, HexSet, members, reach, set_of
from .activation import CommandStep, FieldStaff, FirstChit
from .charts import FRONTS, RED, WHITE, Charts, enemy_of
from .combat import (
    Attack,
    AttackStep,
    CombatStep,
    Commitment,
    battle_of,
    can_join,
    result_of,
    sum_of,
)
from .control import controlled, red_cities, resource_cities, resources
from .events import EventStep
from .movement import MovementStep
from .poland import BorderGuard, red_manpower_in_poland
from .position import (
    CHIT,
    FIELD_STAFF,
    FIGHTS,
    GONE,
    POLAND_AT_PEACE,
    POLAND_AT_WAR,
    POLAND_CONQUERED,
    War,
)
from .rally import RallyStep
from .reinforcements import Reinforcement, Replacement
from .results import Advance, AdvanceStep, Battle, LossStep, Retreat, RetreatStep, parts, ways_back
from .stacking import Overstacked
from .strategic_movement import RedTrainStep, StrategicMovement, gold_stations, stations
from .supply import supplied_hexes
from .territory import out_of_bounds
from .winter import RedeploymentStep
from .zones_of_control import enemy_zone

FAR = 400
# A unit gives up this much of a goal's worth for each movement point of the way.
PER_POINT = 0.6
# How near an enemy must be to a city to threaten it, and how much of his power it takes to keep it.
KEEP = 3
KEEP_SHARE = {RED: 0.7, WHITE: 0.5}
# Garrisons that are kept for cities that matter.
RESERVE = {RED: 3, WHITE: 4}
# What a goal loses that cannot be reached in supply.
OUT_OF_SUPPLY = 8.0
FAR_FROM_HOME = 15.0
# What a city of its own is worth to a Red unit that has far to go.
STATION = 2.5
# What it is worth to a unit that has been cut off to be in supply again.
BACK_IN_SUPPLY = 8.0
# What Red must have before it goes for Poland.
MARCH_ARMIES = 12
MARCH_RESOURCES = 8
# What a city on the way to a missing resource city is worth at least.
ON_THE_WAY = 11.0
# So few White units that it is time to take everything; and what one army can take.
FEW = 7
ONE_ARMY = 7.0
# A way that is done on foot; and the most power that is sent for one goal.
SHORT_WAY = 9.0
MOST = 14.0
# How bad it is if partisans keep armies from a city.
IN_THE_WAY = 10.0
# The least that an attack must be expected to bring.
BOLDNESS = 0.4
# How two dice can fall.
FALLS = tuple(product(range(1, 7), range(1, 7)))
# What Red thinks of its own losses when the Whites can replace none of theirs.
PATIENCE = 0.7


# 11.5 What units and cities are worth


@lru_cache(maxsize=8)
def worths(charts: Charts) -> tuple[float, ...]:
    """What each unit is worth in good order."""
    found = []
    for counter in charts.counters:
        quality = counter.attack[0] + counter.defence[0]
        worth = 2.0 * counter.manpower + 0.7 * quality + 1.5
        if counter.kind == "garrison":
            worth = 1.5
        elif counter.no_replace:
            worth *= 1.2
        found.append(worth)
    return tuple(found)


def evaluate(p: War, side: str) -> float:
    """Resources, cities and units, from a side's point of view."""
    score = 0.0
    table = worths(p.charts)
    for each in (WHITE, RED):
        cities = (controlled(p, each) & p.charts.cities).bit_count()
        total = 12.0 * resources(p, each) + 4.0 * cities
        for unit in members(p.units_on_map(each)):
            total += table[unit] * (0.6 if p.disordered >> unit & 1 else 1.0)
        score += total if each == side else -total
    return score


def power(p: War, unit: int) -> float:
    """What a unit brings to a fight."""
    counter = p.charts.counters[unit]
    disordered = p.disordered >> unit & 1
    quality = counter.attack[disordered] + counter.defence[disordered]
    return max(0.5, counter.manpower + 0.4 * quality + 1.0)


def power_in(p: War, units: int) -> float:
    return sum(power(p, unit) for unit in members(units))


# Distances


@lru_cache(maxsize=512)
def distances(charts: Charts, goal: Hex) -> list[int]:
    """The movement points of infantry from every hex to a goal."""
    found = [FAR] * (max(charts.grid.hexes) + 1)
    for hex_, cost in reach(_backwards(charts), 1 << goal, None).costs().items():
        found[hex_] = cost
    return found


@lru_cache(maxsize=8)
def _backwards(charts: Charts):  # type: ignore[no-untyped-def]
    return charts.movement("infantry", False).reversed()


@lru_cache(maxsize=8192)
def disc(charts: Charts, hex_: Hex, radius: int) -> HexSet:
    return charts.grid.disc(hex_, radius)


def near(p: War, hexes: HexSet, distance: int) -> HexSet:
    return p.charts.within(hexes, distance) if hexes else 0


# Goals


class Goal(NamedTuple):
    hex: Hex
    worth: float
    # The power that it takes.
    need: float


def enemies_of(p: War, side: str) -> HexSet:
    if side == RED:
        return p.white | p.neutrals
    return p.red


@derived(*FIGHTS)
def goals(p: War, side: str) -> list[Goal]:
    """What a side wants to take or to keep."""
    return [*_to_take(p, side), *_to_keep(p, side), *_to_beat(p, side)]


def city_worth(p: War, side: str, hex_: Hex) -> float:
    charts, bit = p.charts, 1 << hex_
    worth = 6.0
    # 18.1: until the Allies have gone, the Whites live by resources.
    resource = 10.0 if side == WHITE and p.withdrawals < 2 else 7.0
    if resource_cities(p) & bit:
        worth += resource
    elif side == RED and p.poland == POLAND_CONQUERED:
        worth = 2.0  # 4.2: the resource cities are enough now
    if charts.all_sources & bit:
        worth += 3.0
    if hex_ == charts.moscow:
        worth += 8.0
    if hex_ == p.gold and p.gold_side != side:
        worth += resource
    return worth


def _to_take(p: War, side: str) -> list[Goal]:
    charts = p.charts
    open_ = charts.cities & ~controlled(p, side) & ~charts.poland
    if p.great_war:
        open_ &= ~charts.neutral_ground
    if side == RED:
        open_ &= ~charts.baltic  # taking it brings the Poles in (15.2)
        if marches_west(p) or p.poland == POLAND_CONQUERED:
            open_ |= 1 << charts.riga & ~controlled(p, RED)
    else:
        open_ &= ~p.neutrals | 1 << charts.kiev  # 17.2
    enemies = enemies_of(p, side)
    missing = members(open_ & resource_cities(p))
    found = []
    if side == RED and marches_west(p) and p.poland == POLAND_AT_WAR:
        # More than one army's worth of goals for Warsaw: it takes many to storm it.
        found += [Goal(charts.warsaw, 18.0 - n, MOST) for n in range(3)]
    for hex_ in members(open_):
        theirs = p.units_in(hex_) & ~charts.units_of[side]
        around = p.units_at(disc(charts, hex_, 1) & enemies) & charts.army
        need = 1.3 * power_in(p, theirs) + 0.4 * power_in(p, around & ~theirs)
        worth = city_worth(p, side, hex_)
        if side == RED and p.withdrawals == 2 and _on_the_way(p, hex_, missing):
            worth = max(worth, ON_THE_WAY)
        found.append(Goal(hex_, worth, max(need, 1.0)))
    return found


def _on_the_way(p: War, hex_: Hex, missing: tuple[Hex, ...]) -> bool:
    """Whether the way from Moscow to a resource city that is missing leads over a hex."""
    charts = p.charts
    for goal in missing:
        field = distances(charts, goal)
        if distances(charts, charts.moscow)[hex_] + field[hex_] <= field[charts.moscow] + 2:
            return True
    return False


def marches_west(p: War) -> bool:
    """4.2: with the Allies gone and the armies there, Warsaw is nearer than Krasnovodsk."""
    if p.withdrawals < 2 or p.poland in (POLAND_AT_PEACE, POLAND_CONQUERED):
        return False
    armies = (p.units_on_map(RED) & p.charts.army & ~p.disordered).bit_count()
    return armies >= MARCH_ARMIES and resources(p, RED) >= MARCH_RESOURCES


def _to_keep(p: War, side: str) -> list[Goal]:
    """Cities that matter and that enemy units are near; conquered Poland too (15.4)."""
    charts = p.charts
    raiders = charts.army | charts.partisans
    theirs = p.units_on_map(enemy_of(side)) & raiders
    if side == RED and p.poles_are_neutral():
        theirs &= ~charts.poles
    important = resource_cities(p) | charts.all_sources
    threat = near(p, p.hexes_of(theirs), KEEP)
    found = []
    for hex_ in members(controlled(p, side) & important & threat):
        around = theirs & p.units_at(disc(charts, hex_, KEEP))
        need = KEEP_SHARE[side] * power_in(p, around)
        if p.units_in(hex_) & charts.garrisons:
            need -= 1.5
        if need > 0:
            found.append(Goal(hex_, city_worth(p, side, hex_), need))
    if side == RED and p.poland == POLAND_CONQUERED:
        found.append(Goal(charts.warsaw, 30.0, 12.0))
    # 13.1: these are ours only while we are there.
    fickle = charts.makhno_cities & ~p.terror
    if side == WHITE:
        fickle = (red_cities(p) | fickle) & resource_cities(p)
    for hex_ in members(fickle & controlled(p, side)):
        if not p.units_in(hex_) & charts.garrisons:
            found.append(Goal(hex_, city_worth(p, side, hex_) + 6.0, 1.0))
    if side == RED:
        if not p.units_in(charts.moscow) & charts.garrisons:
            found.append(Goal(charts.moscow, 25.0, 1.0))
        if p.poles_are_neutral():
            found += _watch_on_poland(p)
    return found


def _watch_on_poland(p: War) -> list[Goal]:
    """15.2: an army near Poland keeps it neutral; it can be at Smolensk before Turn B."""
    charts = p.charts
    watch = charts.within(charts.poland, charts.limit["polish_entry_distance"])
    cities = members(watch & controlled(p, RED) & charts.cities & ~charts.baltic)
    if p.track < charts.turn["A"].seq or not cities:
        return []
    post = min(cities, key=lambda hex_: (distances(charts, charts.warsaw)[hex_], hex_))
    return [Goal(post, 16.0, 4.5)]


def _to_beat(p: War, side: str) -> list[Goal]:
    """Enemy stacks in the field; the disordered are worth a way."""
    charts = p.charts
    theirs = p.units_on_map(enemy_of(side)) & (charts.army | charts.partisans)
    if side == RED and p.poles_are_neutral():
        theirs &= ~charts.poles
    table = worths(charts)
    found = []
    for hex_ in members(p.hexes_of(theirs) & ~charts.cities & ~charts.poland):
        stack = p.stacks[hex_] & theirs
        worth = 2.0 + 0.4 * sum(table[u] for u in members(stack))
        if stack & p.disordered:
            worth += 2.0
        found.append(Goal(hex_, worth, 1.3 * power_in(p, stack)))
    return found


@derived(*FIGHTS)
def plan(p: War, side: str) -> dict[int, Goal]:
    """Who goes for which goal as things stand: the best pairs first, until each has enough."""
    charts = p.charts
    wanted = goals(p, side)
    # Whoever is in Central Asia has enough to do there, and is hard to replace.
    asia = charts.front["Central Asia"]
    fields = [distances(charts, goal.hex) for goal in wanted]
    places = set_of(goal.hex for goal in wanted)
    pairs = []
    for unit in members(p.units_on_map(side) & (charts.army | charts.partisans)):
        here = p.where[unit]
        area = supplied_hexes(p, unit)
        area |= charts.crossable[p.winter].spread(area)
        barred = set(members(places & out_of_bounds(p, unit)))
        hungry = set(members(places & ~area))
        abroad = set(members(places & ~asia)) if asia >> here & 1 else ()
        pace = 3.0 / max(charts.counters[unit].movement, 1)
        for number, goal in enumerate(wanted):
            if goal.hex in barred:
                continue
            score = goal.worth - _way_cost(side, pace * fields[number][here])
            if goal.hex in hungry:
                score -= OUT_OF_SUPPLY
            if goal.hex in abroad:
                score -= FAR_FROM_HOME
            pairs.append((score, unit, number))
    pairs.sort(reverse=True)
    found = _sweep(p, wanted, fields) if side == RED and _time_to_sweep(p) else {}
    pairs = [pair for pair in pairs if pair[1] not in found]
    # When all goals have enough, what is left goes round again.
    while pairs:
        needs = [min(goal.need, MOST) for goal in wanted]
        for _, unit, number in pairs:
            if unit not in found and needs[number] > 0:
                found[unit] = wanted[number]
                needs[number] -= power(p, unit)
        pairs = [pair for pair in pairs if pair[1] not in found]
    return found


def _time_to_sweep(p: War) -> bool:
    """When the Allies have gone and hardly any White army is left, or little time."""
    charts = p.charts
    if p.withdrawals < 2 or marches_west(p):
        return False
    left = p.units_on_map(WHITE) & charts.army & ~charts.poles
    return left.bit_count() <= FEW or p.track > charts.turn["F"].seq


def _sweep(p: War, wanted: list[Goal], fields: list[list[int]]) -> dict[int, Goal]:
    """4.2: in the end Red needs every city; one army goes for each that one army can take."""
    charts = p.charts
    posts = 1 << charts.moscow | charts.makhno_cities & ~p.terror
    free = [u for u in members(p.units_on_map(RED) & charts.army) if not posts >> p.where[u] & 1]
    jobs = []
    for number, goal in enumerate(wanted):
        if controlled(p, RED) >> goal.hex & 1 or not charts.cities >> goal.hex & 1:
            continue
        if p.poland == POLAND_CONQUERED and not resource_cities(p) >> goal.hex & 1:
            continue
        if goal.need <= ONE_ARMY and free:
            jobs.append((min(fields[number][p.where[u]] for u in free), number))
    found: dict[int, Goal] = {}
    # The remotest first: the near ones will find somebody anyway.
    for _, number in sorted(jobs, reverse=True)[: len(free) * 2 // 3]:
        unit = min(free, key=lambda u: (fields[number][p.where[u]], u))
        found[unit] = wanted[number]
        free.remove(unit)
    return found


def _way_cost(side: str, points: float) -> float:
    """What the way to a goal takes from its worth; the Reds have their railways (10.4)."""
    if side == WHITE or points <= SHORT_WAY:
        return PER_POINT * points
    return PER_POINT * SHORT_WAY + PER_POINT / 6 * (points - SHORT_WAY)


# Movement


def hex_worth(p: War, side: str, unit: int, hex_: Hex, goal: Goal | None) -> float:
    """What it is worth to a unit to end in a hex."""
    charts, bit = p.charts, 1 << hex_
    worth = 0.0
    if goal is not None:
        way = distances(charts, goal.hex)[hex_]
        worth -= PER_POINT * min(way, FAR)
        if side == RED and way > SHORT_WAY and controlled(p, RED) & charts.cities & bit:
            worth += STATION  # 10.2: from here it can go by rail
    if charts.cities & bit and not controlled(p, side) & bit:
        worth += 0.5 * city_worth(p, side, hex_)
    if side == RED and p.withdrawals == 2 and charts.partisans >> unit & 1:
        # 9.4: armies cannot join partisans who stand before a city; 4.2: now every city counts.
        beside = charts.crossable[p.winter].spread(bit)
        worth -= IN_THE_WAY if beside & charts.cities & ~controlled(p, RED) else 0.0
    if p.unsupplied >> unit & 1 and supplied_hexes(p, unit, leaving=True) & bit:
        worth += BACK_IN_SUPPLY
    danger = enemy_zone(p, side) & bit
    if p.disordered >> unit & 1:
        worth -= 5.0 if danger else 0.0
        if side == RED and p.train >= 0:
            worth += 2.0 if charts.grid.distance(hex_, p.train) <= 1 else 0.0
    elif danger:
        theirs = p.units_at(disc(charts, hex_, 1) & enemies_of(p, side)) & charts.army
        ours = p.units_at(disc(charts, hex_, 1)) & charts.units_of[side] & charts.army
        odds = (power_in(p, ours) + power(p, unit)) / max(power_in(p, theirs), 0.5)
        worth -= 2.0 if odds < 0.8 else 0.0
    return worth


def _advise_movement(p: War, decision: Decision) -> Choice:
    side = decision.side
    memo = p.frames[-1].memo
    if memo.embarked:
        return Choice("cancel")
    option = decision.option("garrison")
    if option is not None:
        for hex_ in members(option.values):
            if wants_garrison(p, side, hex_):
                return Choice("garrison", p.label(hex_))
    if memo.unit >= 0:
        option = decision.option("move")
        there = _best_hex(p, side, memo.unit, option.values) if option is not None else None
        if there is not None:
            return Choice("move", p.label(there))
        if decision.option("halt"):
            return Choice("halt")
    option = decision.option("select")
    waiting = 0 if option is None else option.values
    # The nearest to their goals first, so that those behind find room.
    company = p.charts.needs_company
    for unit in members(waiting & ~company):
        if unit > memo.unit:
            return Choice("select", p.name(unit))
    for unit in members(waiting & company):
        if unit > memo.unit and not p.stacks[p.where[unit]] & p.charts.army:
            return Choice("select", p.name(unit))
    return Choice("done")


def _holds_poland(p: War, unit: int) -> bool:
    """15.4: whether a unit had better stay in Poland."""
    charts = p.charts
    if p.poland != POLAND_CONQUERED or not charts.poland >> p.where[unit] & 1:
        return False
    left = red_manpower_in_poland(p) - charts.manpower[unit]
    return left < 2 * charts.limit["poland_garrison"]


def _best_hex(p: War, side: str, unit: int, hexes: HexSet) -> Hex | None:
    if side == RED and _holds_poland(p, unit):
        return None
    if p.charts.special >> unit & 1:
        return members(hexes)[0]
    goal = plan(p, side).get(unit)
    here = hex_worth(p, side, unit, p.where[unit], goal)
    best, most = None, here + 0.3
    for hex_ in members(hexes):
        worth = hex_worth(p, side, unit, hex_, goal)
        if worth > most:
            best, most = hex_, worth
    return best


def wants_garrison(p: War, side: str, hex_: Hex) -> bool:
    """Cities that matter and that somebody could take when the army has gone."""
    charts, bit = p.charts, 1 << hex_
    enemy = enemy_of(side)
    close = disc(charts, hex_, 8) & p.hexes_of(p.units_on_map(enemy) & ~charts.garrisons)
    if hex_ == charts.moscow:
        return True
    if (resource_cities(p) | charts.all_sources) & bit:
        return bool(close)
    if charts.makhno_cities & ~p.terror & bit:
        return True  # 13.1: it is ours only while we are there
    if side == WHITE and red_cities(p) & bit:
        return False
    free = charts.garrisons & charts.units_of[side] & ~p.on_map & ~p.box(GONE)
    return free.bit_count() > RESERVE[side] and bool(close & disc(charts, hex_, 4))


# Combat


def loss(p: War, units: tuple[int, ...], letter: str) -> float:
    """What a disorder result costs the owner of some units."""
    charts, table = p.charts, worths(p.charts)
    hit = [u for u in units if not charts.garrisons >> u & 1]
    if not hit or not letter:
        return 0.0
    if letter in "ad":
        largest = max(charts.manpower[u] for u in hit)
        hit = [u for u in hit if charts.manpower[u] == largest]
        return min(_step(p, table, u) for u in hit)
    return sum(_step(p, table, u) for u in hit)


def _step(p: War, table: tuple[float, ...], unit: int) -> float:
    falls = p.disordered >> unit & 1 or not p.charts.two_steps >> unit & 1
    return table[unit] * (0.8 if falls else 0.45)


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
    results = Counter(result_of(p, sum_, dice) for dice in FALLS)
    total = 0.0
    for result, falls in results.items():
        attacker, defender = parts(result)
        value = loss(p, battle.defenders, defender[:1])
        value -= patience * loss(p, battle.attackers, attacker[:1])
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


def _advise_combat(p: War, decision: Decision) -> Choice:
    option = decision.option("attack")
    best, chosen = BOLDNESS, -1
    for target in members(option.values) if option is not None else []:
        worth, _ = best_attack(p, decision.side, target)
        if worth > best:
            best, chosen = worth, target
    return Choice("attack", p.label(chosen)) if chosen >= 0 else Choice("done")


def _advise_attack(p: War, decision: Decision, memo: Attack) -> Choice:
    _, wanted = best_attack(p, memo.side, memo.target)
    if memo.units:
        # What is left is judged anew as if nobody had been chosen.
        chosen = set_of(memo.units)
        full = _wanted_with(p, memo.side, memo.target)
        for unit in full:
            if not chosen >> unit & 1:
                return Choice("add", p.name(unit))
        return Choice("resolve") if decision.option("resolve") else Choice("cancel")
    return Choice("add", p.name(wanted[0])) if wanted else Choice("cancel")


@derived(*FIGHTS)
def _wanted_with(p: War, side: str, target: Hex) -> tuple[int, ...]:
    """The attackers that a fresh look at the target would choose."""
    return best_attack(p, side, target)[1]


def _advise_advance(p: War, decision: Decision, memo: Advance) -> Choice:
    option = decision.option("advance")
    assert option is not None
    side = memo.side
    for unit in members(option.values):
        goal = plan(p, side).get(unit)
        there = hex_worth(p, side, unit, memo.hex, goal)
        if there > hex_worth(p, side, unit, p.where[unit], goal) - 0.5:
            return Choice("advance", p.name(unit))
    return Choice("hold")


def _advise_retreat(p: War, decision: Decision, memo: Retreat) -> Choice:
    option = decision.option("to")
    if option is None:
        return _weakest(p, decision, "retreat")
    free, _ = ways_back(p, memo, memo.unit)
    candidates = option.values & free or option.values
    enemies = enemies_of(p, memo.side)

    def safety(hex_: Hex) -> float:
        around = p.units_at(disc(p.charts, hex_, 2) & enemies) & p.charts.army
        city = p.charts.cities >> hex_ & 1
        return city * 1.5 - power_in(p, around)

    return Choice("to", p.label(max(members(candidates), key=safety)))


# Everything else


def _weakest(p: War, decision: Decision, verb: str) -> Choice:
    option = decision.option(verb)
    assert option is not None
    table = worths(p.charts)
    return Choice(verb, p.name(min(members(option.values), key=lambda u: (_step(p, table, u), u))))


def _strongest(p: War, decision: Decision, verb: str) -> Choice:
    option = decision.option(verb)
    assert option is not None
    table = worths(p.charts)
    return Choice(verb, p.name(max(members(option.values), key=lambda u: (table[u], -u))))


def _urge(p: War, unit: int, goal: Goal | None) -> float:
    """How much there is for a unit to do; who stands on his goal has little."""
    if goal is None:
        return 0.0
    way = distances(p.charts, goal.hex)[p.where[unit]]
    return power(p, unit) * goal.worth / (4.0 + way) if way else 0.5


def front_worths(p: War) -> dict[str, float]:
    """How much the Red units of each Front have to do."""
    charts = p.charts
    tasks = plan(p, RED)
    found: dict[str, float] = {}
    for number, name in enumerate(FRONTS):
        total = 0.0
        for unit in members(p.units_at(charts.front[name]) & charts.units_of[RED] & charts.army):
            goal = tasks.get(unit)
            total += _urge(p, unit, goal)
        found[_CHIT_OF_FRONT[number]] = total
    return found


_CHIT_OF_FRONT = tuple(name for name, number in CHIT.items() if number < len(FRONTS))


def _advise_front(p: War, decision: Decision) -> Choice:
    worth = front_worths(p)
    option = decision.options[0]
    return Choice("front", max(option.values, key=lambda name: (worth[name], name)))


def _advise_first_chit(p: War, decision: Decision) -> Choice:
    values = decision.options[0].values
    if decision.side == RED:
        worth = front_worths(p)
        fronts = [name for name in values if name in worth]
        if fronts:
            return Choice("first", max(fronts, key=lambda name: (worth[name], name)))
        return Choice("first", values[0])
    tasks = plan(p, WHITE)
    charts = p.charts

    def busy(chit: str) -> float:
        total = 0.0
        for faction in charts.chits[chit].groups:
            for unit in members(p.on_map & charts.army & charts.of_faction[faction]):
                total += _urge(p, unit, tasks.get(unit))
        return total

    return Choice("first", max(values, key=lambda chit: (busy(chit), chit)))


def _advise_strategic(p: War, decision: Decision) -> Choice:
    """The unit that gains most by a journey; the Gold to safety."""
    side, charts = decision.side, p.charts
    memo = p.frames[-1].memo
    safe = charts.omsk if side == WHITE else charts.moscow
    gold = gold_stations(p, side)
    if gold >> safe & 1:
        return Choice("gold", p.label(safe))
    tasks = plan(p, side)
    if memo.unit >= 0:
        found = _best_journey(p, side, memo.unit, tasks)
        if found is not None:
            return Choice(found[1], p.label(found[2]))
    option = decision.option("select")
    best: tuple[float, int] = (0.0, -1)
    for unit in members(option.values) if option is not None else []:
        journey = _best_journey(p, side, unit, tasks)
        if journey is not None and unit != memo.unit:
            best = max(best, (journey[0] * power(p, unit), unit))
    return Choice("select", p.name(best[1])) if best[1] >= 0 else Choice("done")


def _best_journey(
    p: War, side: str, unit: int, tasks: dict[int, Goal]
) -> tuple[float, str, Hex] | None:
    goal = tasks.get(unit)
    if goal is None or (side == RED and _holds_poland(p, unit)):
        return None
    field = distances(p.charts, goal.hex)
    here = field[p.where[unit]]
    best: tuple[float, str, Hex] | None = None
    for way, ends in stations(p, unit).items():
        for hex_ in members(ends):
            gain = here - field[hex_]
            if gain >= 4 and (best is None or (gain, way, hex_) > best):
                best = (gain, way, hex_)
    return best


def _advise_train(p: War, decision: Decision) -> Choice:
    """To the hex with most disordered Red units in or next to it."""
    charts = p.charts
    option = decision.option("train")
    needy = p.disordered & p.units_on_map(RED) & charts.army
    if option is None or not needy:
        return Choice("stay")
    count: dict[Hex, float] = {}
    for unit in members(needy):
        for hex_ in members(disc(charts, p.where[unit], 1)):
            count[hex_] = count.get(hex_, 0.0) + worths(charts)[unit]
    here = count.get(p.train, 0.0) if p.train >= 0 else 0.0
    best = max(members(option.values), key=lambda h: (count.get(h, 0.0), -h))
    return Choice("train", p.label(best)) if count.get(best, 0.0) > here else Choice("stay")


def _advise_place(p: War, decision: Decision, verb: str) -> Choice:
    """Where there is most to do: near the goals of the side."""
    option = decision.option(verb)
    assert option is not None
    side = decision.side
    wanted = sorted(goals(p, side), key=lambda goal: -goal.worth * (goal.need > 1.0))[:12]

    def promise(hex_: Hex) -> float:
        near_ = max(
            (g.worth - PER_POINT * distances(p.charts, g.hex)[hex_] for g in wanted), default=0.0
        )
        return near_ - (3.0 if enemy_zone(p, side) >> hex_ & 1 else 0.0)

    return Choice(verb, p.label(max(members(option.values), key=lambda h: (promise(h), -h))))


def _advise_rally(p: War, decision: Decision) -> Choice:
    if decision.option("tsar"):
        return _strongest(p, decision, "tsar")
    if decision.option("miracle"):
        return Choice("miracle")
    if decision.option("peace") and not marches_west(p):
        return Choice("peace")
    option = decision.option("disband")
    charts, side = p.charts, decision.side
    free = charts.garrisons & charts.units_of[side] & ~p.on_map
    if option is not None and free.bit_count() <= RESERVE[side]:
        enemies = p.hexes_of(p.units_on_map(enemy_of(side)) & ~charts.garrisons)
        for unit in members(option.values & ~charts.no_replace):
            here = p.where[unit]
            lonely = here != charts.moscow and not disc(charts, here, 8) & enemies
            red = side == WHITE and red_cities(p) >> here & 1
            if lonely and not red:
                return Choice("disband", p.name(unit))
    return Choice("rally")


def _advise_terror(p: War, decision: Decision) -> Choice:
    """Makhno's cities first, then what the enemy is nearest to."""
    cities: HexSet = decision.options[0].values
    makhno = members(cities & p.charts.makhno_cities)
    if makhno:
        return Choice("terror", p.label(makhno[0]))
    return _advise_place(p, decision, "terror")


def _advise_event(p: War, decision: Decision) -> Choice:
    if decision.option("terror"):
        return _advise_terror(p, decision)
    for verb in ("place", "tank"):
        if decision.option(verb):
            return _advise_place(p, decision, verb)
    if decision.option("box"):
        worth = front_worths(p)
        empty = [n for n in worth if p.leader_in(CHIT[n]) < 0]
        return Choice("box", max(empty or list(worth), key=lambda n: (worth[n], n)))
    if decision.option("field_staff"):
        return Choice("field_staff" if p.leader_in(FIELD_STAFF) < 0 else "front")
    return decision.first("red_leader", "aircraft")


def _advise_replacement(p: War, decision: Decision) -> Choice:
    if decision.option("replace"):
        return _strongest(p, decision, "replace")
    if decision.option("place"):
        return _advise_place(p, decision, "place")
    return decision.first("ukraine", "makhno", "done")


# By step; those that need more than the decision itself are given what the step remembers.
ADVICE: dict[type[AnyStep], Callable[[War, Decision], Choice]] = {
    MovementStep: _advise_movement,
    CombatStep: _advise_combat,
    AttackStep: lambda p, decision: _advise_attack(p, decision, p.memo_of(AttackStep)),
    Commitment: lambda p, decision: decision.first("commit"),
    LossStep: lambda p, decision: _weakest(p, decision, "disorder"),
    RetreatStep: lambda p, decision: _advise_retreat(p, decision, p.memo_of(RetreatStep)),
    AdvanceStep: lambda p, decision: _advise_advance(p, decision, p.memo_of(AdvanceStep)),
    Overstacked: lambda p, decision: _weakest(p, decision, "eliminate"),
    CommandStep: _advise_front,
    FieldStaff: _advise_front,
    FirstChit: _advise_first_chit,
    StrategicMovement: _advise_strategic,
    RedTrainStep: _advise_train,
    Reinforcement: lambda p, decision: _advise_place(p, decision, "place"),
    Replacement: _advise_replacement,
    RallyStep: _advise_rally,
    EventStep: _advise_event,
    RedeploymentStep: _advise_event,
    BorderGuard: lambda p, decision: _weakest(p, decision, "remove"),
}


def advise(
    p: War, decision: Decision, style: Style | None = None, orders: Orders = NO_ORDERS
) -> Choice:
    """What a cadet does: one look at what each choice would bring."""
    advice = ADVICE.get(type(p.frames[-1].step))
    return advice(p, decision) if advice else decision.first("end_raid", "army", "place")
