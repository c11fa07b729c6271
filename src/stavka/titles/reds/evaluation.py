"""What a position is worth, and what a cadet would do in it: each unit goes down the slope to its
own goal, and attacks are judged by their exact chances."""

from __future__ import annotations

from collections.abc import Callable

from ...engine import NO_ORDERS, AnyStep, Choice, Decision, Orders, Style
from ...hexes import Hex, HexSet, members, set_of
from .activation import CommandStep, FieldStaff, FirstChit
from .attacks import best_attack, step_worth, wanted_with
from .charts import FRONTS, RED, WHITE, enemy_of
from .combat import Attack, AttackStep, CombatStep, Commitment
from .control import controlled, red_cities, resource_cities, resources
from .events import EventStep
from .goals import (
    FAR,
    PER_POINT,
    SHORT_WAY,
    Goal,
    city_worth,
    disc,
    distances,
    enemies_of,
    goals,
    marches_west,
    plan,
    power,
    power_in,
    worths,
)
from .movement import MovementStep
from .poland import BorderGuard, red_manpower_in_poland
from .position import CHIT, FIELD_STAFF, GONE, POLAND_CONQUERED, War
from .rally import RallyStep
from .reinforcements import Reinforcement, Replacement
from .results import Advance, AdvanceStep, LossStep, Retreat, RetreatStep, ways_back
from .stacking import Overstacked
from .strategic_movement import RedTrainStep, StrategicMovement, gold_stations, stations
from .supply import supplied_hexes
from .winter import RedeploymentStep
from .zones_of_control import enemy_zone

# Garrisons that are kept for cities that matter.
RESERVE = {RED: 3, WHITE: 4}
# What a city of its own is worth to a Red unit that has far to go.
STATION = 2.5
# What it is worth to a unit that has been cut off to be in supply again.
BACK_IN_SUPPLY = 8.0
# How bad it is if partisans keep armies from a city.
IN_THE_WAY = 10.0
# The least that an attack must be expected to bring.
BOLDNESS = 0.4


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


def holds_poland(p: War, unit: int) -> bool:
    """15.4: whether a unit had better stay in Poland."""
    charts = p.charts
    if p.poland != POLAND_CONQUERED or not charts.poland >> p.where[unit] & 1:
        return False
    left = red_manpower_in_poland(p) - charts.manpower[unit]
    return left < 2 * charts.limit["poland_garrison"]


def _best_hex(p: War, side: str, unit: int, hexes: HexSet) -> Hex | None:
    if side == RED and holds_poland(p, unit):
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
        full = wanted_with(p, memo.side, memo.target)
        for unit in full:
            if not chosen >> unit & 1:
                return Choice("add", p.name(unit))
        return Choice("resolve") if decision.option("resolve") else Choice("cancel")
    return Choice("add", p.name(wanted[0])) if wanted else Choice("cancel")


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
    return Choice(
        verb, p.name(min(members(option.values), key=lambda u: (step_worth(p, table, u), u)))
    )


def _strongest(p: War, decision: Decision, verb: str) -> Choice:
    option = decision.option(verb)
    assert option is not None
    table = worths(p.charts)
    return Choice(verb, p.name(max(members(option.values), key=lambda u: (table[u], -u))))


def urge(p: War, unit: int, goal: Goal | None) -> float:
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
            total += urge(p, unit, goal)
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
                total += urge(p, unit, tasks.get(unit))
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
    if goal is None or (side == RED and holds_poland(p, unit)):
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
