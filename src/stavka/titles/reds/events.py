"""6.0 Initiative and random events: one function for each line of the tables."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ...engine import Decision, Option, Step, UnitSet, hexes, plain, units, words
from ...hexes import HexSet, members, set_of
from ...kit.bars import EVERYTHING, Bars
from .charts import FRONTS, RED, WHITE, Leader
from .control import controlled, enter, red_cities
from .position import (
    CHIT,
    CHITS,
    FIELD_STAFF,
    NO_BOX,
    POLAND_AT_WAR,
    POOL,
    READY,
    War,
)
from .supply import supply_area
from .winter import flotilla_hexes, hosts, redeploy_flotillas
from .zones_of_control import enemy_zone

# The order of the Front boxes, as words; the seventh is the Field Staff.
BOXES = CHITS[: len(FRONTS) + 1]
# 6.3: the factions of which one can be corrupt.
CORRUPTIBLE = ("AFSR", "Siberian")
# 20.3, 20.13: who can have a train, and (by the events table) a tank.
TRAIN_FACTIONS = ("AFSR", "Siberian", "Poles", "AIF")
TANK_FACTIONS = ("AFSR", "North", "Northwest", "AIF")
TANK_SEAS = ("Black", "White", "Baltic")
# 20.8: where the White partisans rise.
PARTISAN_FRONTS = {"Islamic": "Central Asia", "Siberian": "East", "AFSR": "South"}


class Asked(msgspec.Struct, frozen=True):
    """An event that somebody has to decide something about."""

    key: str
    side: str
    unit: int = -1
    leader: int = -1


# 6.1 Initiative


def determine_initiative(p: War) -> None:
    """6.1: the higher die; on turn 1 White has it."""
    if p.turn.key == "1":
        p.initiative = WHITE
        return
    bonus = p.charts.limit["field_staff_bonus"] if p.leader_in(FIELD_STAFF) >= 0 else 0
    while True:
        white, red = p.roll(), p.roll()
        if white != red + bonus:
            break
    p.initiative = WHITE if white > red + bonus else RED
    p.tell("initiative", "6.1", p.initiative, white, red, bonus)


# 6.3 Random events


def roll_event(p: War, side: str) -> None:
    redeploy_flotillas(p, side)
    roll = p.roll() + p.roll()
    white, red = p.event_rolls
    p.event_rolls = (roll, red) if side == WHITE else (white, roll)
    event = p.charts.events[side][roll]
    p.tell("event", "6.3", side, roll, event.name)
    if happens(p, side, event.key):
        return
    if side == RED and "21.4" in p.options and NO_BOX in p.leaders:
        p.push(EventStep, Asked("substitute", RED))
        return
    p.tell("no_event", "6.3", event.name)


def happens(p: War, side: str, key: str) -> bool:
    """Carries an event out, or asks for what it needs; False if it cannot occur."""
    return EVENTS[side][key](p)


def _ask(p: War, key: str, side: str, possible: object, **memo: int) -> bool:
    if possible:
        p.push(EventStep, Asked(key, side, **memo))
    return bool(possible)


def _unused(p: War, side: str, kind: str) -> int:
    """The first counter of a kind that can enter; -1 if there is none."""
    free = members(p.charts.of_kind[kind] & p.charts.units_of[side] & p.box(POOL))
    return free[0] if free else -1


# Events of both sides


def _river_flotilla(p: War, side: str) -> bool:
    unit = _unused(p, side, "river_flotilla")
    if unit < 0 or p.winter:  # 20.12
        return False
    return _ask(p, "river_flotilla", side, flotilla_hexes(p, unit), unit=unit)


def train_places(p: War, unit: int) -> HexSet:
    """20.3: rail hexes with supplied units of the factions that have trains."""
    factions = TRAIN_FACTIONS if p.charts.side_of[unit] == WHITE else ()
    return hosts(p, unit, p.charts.rail.hexes, factions)


def _armored_train(p: War, side: str) -> bool:
    unit = _unused(p, side, "armored_train")
    return unit >= 0 and _ask(p, "armored_train", side, train_places(p, unit), unit=unit)


def _aircraft(p: War, side: str) -> bool:
    unit = _unused(p, side, "aircraft")
    if unit < 0:
        return False
    p.send(unit, READY)
    p.tell("aircraft", "20.1", unit)
    return True


# Red events


def terror_cities(p: War) -> HexSet:
    """2.2, 13.1: Red cities in supply that are no Red Cities yet; no krugs, no White sources."""
    charts = p.charts
    if p.terror.bit_count() >= charts.limit["red_terror"]:
        return 0
    held = controlled(p, RED) & charts.cities & ~red_cities(p) & ~charts.krugs
    held &= ~(charts.all_sources & ~charts.sources[RED])
    return held & supply_area(p, RED, RED)


def _red_terror(p: War) -> bool:
    return _ask(p, "red_terror", RED, terror_cities(p))


def _political_intrigue(p: War) -> bool:
    """20.9: White names a leader, who is replaced."""
    if p.turn.key == "1":
        return False
    return _ask(p, "political_intrigue", WHITE, any(box >= 0 for box in p.leaders))


def red_partisan_cities(p: War) -> HexSet:
    """20.8: empty White cities out of White zones; no krugs, no sources."""
    charts = p.charts
    found = controlled(p, WHITE) & charts.cities & ~charts.krugs & ~charts.all_sources
    found &= ~p.stacked & ~charts.poland
    return found & ~enemy_zone(p, RED)


def _red_partisans(p: War) -> bool:
    free = p.charts.partisans & p.charts.units_of[RED] & ~p.charts.makhno & p.box(POOL)
    possible = free and red_partisan_cities(p)
    return _ask(p, "red_partisans", RED, possible, unit=members(free)[0] if free else -1)


def _red_leader(p: War) -> bool:
    """20.9: a leader is drawn; the Field Staff, or the die, gives him his box."""
    pool = [n for n, box in enumerate(p.leaders) if box == NO_BOX]
    if not pool:
        return False
    leader = pool[p.roll(len(pool)) - 1]
    p.tell("leader_drawn", "20.9", leader)
    return _ask(p, "red_leader", RED, True, leader=leader)


def _red_leader_choice(p: War) -> bool:
    return _ask(p, "red_leader_choice", RED, NO_BOX in p.leaders)


def appoint(p: War, leader: int, box: int) -> None:
    """20.9: a leader takes a box; who was there goes back to the pool."""
    old = p.leader_in(box)
    if old >= 0:
        p.give_command(old, NO_BOX)
    p.give_command(leader, box)
    p.tell("appointed", "20.9", leader, BOXES[box])


def dismiss(p: War, box: int) -> None:
    """Political Intrigue: another leader, drawn from the pool, or nobody."""
    old = p.leader_in(box)
    pool = [n for n, at in enumerate(p.leaders) if at == NO_BOX]
    p.give_command(old, NO_BOX)
    p.tell("dismissed", "20.9", old, BOXES[box])
    if pool:
        appoint(p, pool[p.roll(len(pool)) - 1], box)


# White events


def _white_corruption(p: War) -> bool:
    return _ask(p, "white_corruption", RED, not p.corruption)


def _semenov_raid(p: War) -> bool:
    p.semenov = True
    return True


def _freikorps(p: War) -> bool:
    charts = p.charts
    if p.freikorps or p.where[charts.index["W-VDG"]] < 0:
        return False
    p.freikorps = True
    enter(p, charts.index["W-VDG"], (p.where[charts.index["W-VDG"]],))
    return True


def tank_hexes(p: War, unit: int) -> HexSet:
    """Ports of three seas and Warsaw, with supplied units; no forest, no swamp (20.13)."""
    charts = p.charts
    ports = set_of(h for sea in TANK_SEAS for h in members(charts.ports[sea]))
    ground = ~charts.forest & ~charts.swamp
    found = hosts(p, unit, ports & controlled(p, WHITE) & ground, TANK_FACTIONS)
    if p.poland == POLAND_AT_WAR:
        found |= hosts(p, unit, 1 << charts.warsaw & ground, ("Poles",))
    return found


def _aircraft_or_tank(p: War) -> bool:
    if p.withdrawals == 2:
        return False
    tank = _unused(p, WHITE, "tank")
    late = p.track > p.charts.turn["C"].seq
    if tank < 0 or not late or not tank_hexes(p, tank):
        return _aircraft(p, WHITE)
    return _ask(p, "aircraft_or_tank", WHITE, True, unit=tank)


def _aif_offensive(p: War) -> bool:
    if p.withdrawals == 2:
        return False
    p.aif_offensive = True
    return True


def _cavalry_raid(p: War) -> bool:
    if p.raid_in_hand or p.raider >= 0:
        return False
    p.raid_in_hand = True
    return True


def white_partisans(p: War) -> UnitSet:
    """20.8: those whose faction still has infantry or cavalry, with somewhere to rise."""
    charts = p.charts
    free = charts.partisans & charts.units_of[WHITE] & ~charts.makhno & p.box(POOL)
    found = 0
    for unit in members(free):
        faction = charts.of_faction[charts.counters[unit].faction]
        if p.on_map & charts.army & faction and white_partisan_hexes(p, unit):
            found |= 1 << unit
    return found


def bars_to_rise(p: War, memo: Asked) -> Bars:
    charts = p.charts
    whites = charts.partisans & charts.units_of[WHITE] & ~charts.makhno
    yield ~whites, "20.8", "{} are not White partisans"
    yield p.on_map, "20.8", "{} are on the map"
    armies = p.on_map & charts.army
    alone = set_of(
        u for u in members(whites) if not armies & charts.of_faction[charts.counters[u].faction]
    )
    yield alone, "20.8", "no other unit of the faction of {} is left"
    yield ~white_partisans(p), "20.8", "{} find no place to rise"
    if memo.key != "white_partisans" or memo.unit >= 0:
        yield EVERYTHING, "20.8", "no White partisans rise now"


def white_partisan_hexes(p: War, unit: int) -> HexSet:
    charts = p.charts
    found = charts.front[PARTISAN_FRONTS[charts.counters[unit].faction]]
    found &= charts.land | (charts.lakes if p.winter else 0)
    near = charts.grid.within(p.white, charts.limit["partisan_distance"] - 1)
    found &= ~near & ~p.red & ~p.neutrals & ~red_cities(p) & ~charts.all_sources
    if p.great_war:
        found &= ~charts.neutral_ground
    return found & ~enemy_zone(p, WHITE)


def _white_partisans(p: War) -> bool:
    return _ask(p, "white_partisans", WHITE, white_partisans(p))


def _amphibious_invasion(p: War) -> bool:
    if p.amphibious_in_hand:
        return False
    p.amphibious_in_hand = True
    return True


def _wrangel(p: War) -> bool:
    if p.wrangel or p.track <= p.charts.turn["C"].seq:
        return False
    p.wrangel = True
    return True


EVENTS: dict[str, dict[str, Callable[[War], bool]]] = {
    RED: {
        "red_terror": _red_terror,
        "river_flotilla": lambda p: _river_flotilla(p, RED),
        "aircraft": lambda p: _aircraft(p, RED),
        "political_intrigue": _political_intrigue,
        "partisans": _red_partisans,
        "red_leader": _red_leader,
        "armored_train": lambda p: _armored_train(p, RED),
        "red_leader_choice": _red_leader_choice,
    },
    WHITE: {
        "white_corruption": _white_corruption,
        "semenov_raid": _semenov_raid,
        "freikorps": _freikorps,
        "aircraft_or_tank": _aircraft_or_tank,
        "aif_offensive": _aif_offensive,
        "cavalry_raid": _cavalry_raid,
        "partisans": _white_partisans,
        "armored_train": lambda p: _armored_train(p, WHITE),
        "river_flotilla": lambda p: _river_flotilla(p, WHITE),
        "amphibious_invasion": _amphibious_invasion,
        "wrangel": _wrangel,
    },
}


class EventStep(Step[War, Asked], key="event", because=("event",)):
    """What an event leaves to a player."""

    def decision(self, p: War, memo: Asked) -> Decision | None:
        prompt, case, options = self._question(p, memo)
        return p.ask(memo.side, prompt, case, options, of=(memo.unit,))

    def _question(self, p: War, memo: Asked) -> tuple[str, str, list[Option]]:
        unit = memo.unit
        name = p.charts.counters[unit].name if unit >= 0 else ""
        match memo.key:
            case "river_flotilla":
                there = flotilla_hexes(p, unit)
                return f"Place the {name}", "20.12", [hexes("place", "20.12", there)]
            case "armored_train":
                return f"Place {name}", "20.3", [hexes("place", "20.3", train_places(p, unit))]
            case "red_terror":
                options = [hexes("terror", "13.1", terror_cities(p))]
                return "Red Terror: choose a city", "13.1", options
            case "political_intrigue":
                boxes = [BOXES[box] for box in range(len(BOXES)) if p.leader_in(box) >= 0]
                return "Which Red leader loses his post?", "20.9", [words("dismiss", "20.9", boxes)]
            case "red_partisans":
                options = [hexes("place", "20.8", red_partisan_cities(p))]
                return f"Partisans rise: place {name}", "20.8", options
            case "red_leader":
                leader = p.charts.leaders[memo.leader].name
                options = [plain("field_staff", "20.9"), plain("front", "20.9")]
                return f"{leader}: Field Staff, or a Front by the die?", "20.9", options
            case "red_leader_choice" if memo.leader < 0:
                names = [_word(p, n) for n, box in enumerate(p.leaders) if box == NO_BOX]
                return "Choose a leader", "20.9", [words("leader", "20.9", names)]
            case "red_leader_choice":
                return "Choose his command", "20.9", [words("box", "20.9", BOXES)]
            case "substitute":
                options = [plain("red_leader", "21.4"), plain("decline", "21.4")]
                return "Treat the event as a Red Leader event?", "21.4", options
            case "white_corruption":
                options = [words("corrupt", "6.3", CORRUPTIBLE)]
                return "White Corruption: name a faction", "6.3", options
            case "aircraft_or_tank":
                options = [hexes("tank", "20.13", tank_hexes(p, unit))]
                if _unused(p, WHITE, "aircraft") >= 0:
                    options.append(plain("aircraft", "20.1"))
                return "Place a tank unit, or take an aircraft", "20.13", options
            case "white_partisans" if unit < 0:
                options = [units("partisans", "20.8", white_partisans(p))]
                return "Which partisans rise?", "20.8", options
            case _:
                options = [hexes("place", "20.8", white_partisan_hexes(p, unit))]
                return f"Place {name}", "20.8", options

    def apply(self, p: War, memo: Asked, verb: str, value: int) -> None:
        p.frames.pop()
        match verb:
            case "place" | "tank":
                p.place(memo.unit, value)
                enter(p, memo.unit, (value,))
                p.tell("placed", "6.3", memo.unit, value)
            case "terror":
                p.terror |= 1 << value
                p.tell("terror", "13.1", value)
            case "field_staff":
                appoint(p, memo.leader, FIELD_STAFF)
            case "front":
                front = p.charts.leader_front[p.roll()]
                appoint(p, memo.leader, FRONTS.index(front))
            case "red_leader":
                _red_leader(p)
            case "aircraft":
                _aircraft(p, WHITE)
            case "partisans":
                p.push(EventStep, msgspec.structs.replace(memo, unit=value))

    def apply_word(self, p: War, memo: Asked, verb: str, word: str) -> None:
        p.frames.pop()
        match verb:
            case "dismiss":
                dismiss(p, CHIT[word])
            case "leader":
                leader = next(n for n in range(len(p.leaders)) if _word(p, n) == word)
                p.push(EventStep, msgspec.structs.replace(memo, leader=leader))
            case "box":
                appoint(p, memo.leader, BOXES.index(word))
            case "corrupt":
                p.corruption, p.corruption_since = word, p.track
                p.tell("corruption", "6.3", word)


def _word(p: War, leader: int) -> str:
    return word_of(p.charts.leaders[leader])


def word_of(leader: Leader) -> str:
    """A leader's name as one word."""
    return leader.name.replace(" ", "-")
