"""Position files of Reds! (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ...data import quoted
from ...engine import UnitSet
from ...engine.position_file import Entry, Sheet
from ...hexes import Hex, HexSet, members, set_of
from ...kit.keys import HEXES, Field, Flags, Kind, either, number, one_of, phase, row
from ...kit.position_file import PositionFile
from .charts import NEUTRAL, RED, SEAS, SIDES, WHITE
from .outline import PHASES
from .position import (
    CHIT,
    CHITS,
    NO_BOX,
    PLACES,
    POLAND_AT_PEACE,
    POLAND_AT_WAR,
    POLAND_CONQUERED,
    POLAND_NEUTRAL,
    TRAIN_PLACES,
    War,
)
from .sequence import begin
from .victory import check_victory, end_of_scenario
from .withdrawal import major_withdrawal

CORRUPTIBLE = ("AFSR", "Siberian")
POLAND = (POLAND_NEUTRAL, POLAND_AT_WAR, POLAND_CONQUERED, POLAND_AT_PEACE)
BOXES = dict(sorted(PLACES.items()))
# The boxes of leaders (20.9).
LEADER_BOXES = CHITS[:7]
WHITE_REINFORCEMENT = [phase.key for phase in PHASES["strategic"]].index("white-reinforcement")

# The states that a unit can have, and the fields that keep them.
STATES = {
    "disordered": "disordered",
    "moved": "moved",
    "done": "done",
    "acted": "acted",
    "active": "active",
    "unsupplied": "unsupplied",
    "fought": "fought",
    "retreated": "retreated",
    "left-baltic": "left_baltic",
}
# 20.4: said of one unit only.
RAIDING = "raiding"
FLAGS = {
    "tsar-lives": "tsar",
    "northwest-leaves": "northwest_leaves",
    "miracle-used": "miracle",
    "makhno-replaced": "makhno_replaced",
    "wrangel": "wrangel",
    "freikorps": "freikorps",
    "raid-in-hand": "raid_in_hand",
    "amphibious-in-hand": "amphibious_in_hand",
    "aif-offensive": "aif_offensive",
    "semenov": "semenov",
    "gold-moved": "gold_moved",
}


# How the lines read that are of this game alone


def _read_turn(p: War, entry: Entry, word: str) -> int:
    if word not in p.charts.turn:
        raise entry.error(f"there is no turn {quoted(word)}; there are 1-24 and A-G")
    return p.charts.turn[word].seq


def _held(by: str) -> Kind:
    """13.1: cities that are not held as at the start or by who stands there."""

    def read(p: War, entry: Entry, words: str) -> tuple[HexSet, HexSet]:
        hexes = entry.hexes(p.names.grid)
        if wrong := hexes & ~p.charts.controllable:
            raise entry.error(f"there is no city in {p.charts.grid.labels(wrong)[0]}")
        white, red = p.white_held & ~hexes, p.red_held & ~hexes
        return white | hexes if by == WHITE else white, red | hexes if by == RED else red

    def text(p: War, held: tuple[HexSet, HexSet]) -> str:
        white, red = held
        neutral = p.charts.controllable & ~white & ~red
        return HEXES.text(p, {WHITE: white, RED: red, NEUTRAL: neutral}[by])

    return Kind(read, text)


def _read_gold(p: War, entry: Entry, words: str) -> tuple[Hex, str]:
    where, _, side = words.partition(" ")
    return entry.hex(p.names.grid, where), entry.one_of(side or RED, (*SIDES, NEUTRAL))


def _gold(p: War, gold: tuple[Hex, str]) -> str:
    hex_, side = gold
    return f"{p.label(hex_)} {side}"


def _read_train(p: War, entry: Entry, word: str) -> int:
    away = TRAIN_PLACES.get(word)
    return entry.hex(p.names.grid, word) if away is None else away


def _train(p: War, train: int) -> str:
    away = {at: word for word, at in TRAIN_PLACES.items()}
    return away.get(train) or p.label(train)


def _read_poland(p: War, entry: Entry, words: str) -> tuple[str, int]:
    state, _, since = words.partition(" since ")
    return entry.one_of(state, POLAND), entry.number(since) if since else -1


def _poland(p: War, poland: tuple[str, int]) -> str:
    state, since = poland
    return f"{state} since {since}" if since >= 0 else state


def _read_leaders(p: War, entry: Entry, words: str) -> tuple[int, ...]:
    """A line such as `Frunze@East, S. Kamenev@Field-Staff`."""
    names = [leader.name for leader in p.charts.leaders]
    found = list(p.leaders)
    for part in words.split(","):
        name, _, box = part.strip().partition("@")
        found[names.index(entry.one_of(name, names))] = CHIT[entry.one_of(box, LEADER_BOXES)]
    return tuple(found)


def _leaders(p: War, boxes: tuple[int, ...]) -> str:
    leaders = zip(p.charts.leaders, boxes, strict=True)
    return ", ".join(f"{leader.name}@{CHITS[box]}" for leader, box in leaders if box != NO_BOX)


def _read_chits(p: War, entry: Entry, words: str) -> int:
    return set_of(CHIT[entry.one_of(word, CHITS)] for word in entry.words())


def _read_corruption(p: War, entry: Entry, words: str) -> tuple[str, int]:
    faction, _, since = words.partition(" since ")
    return entry.one_of(faction, CORRUPTIBLE), entry.number(since) if since else p.track


def _corruption(p: War, corruption: tuple[str, int]) -> str:
    faction, since = corruption
    return f"{faction} since {since}" if faction else ""


CHIT_SET = Kind(_read_chits, lambda p, chits: " ".join(CHITS[chit] for chit in members(chits)))
ONE_CHIT = Kind(
    lambda p, entry, word: CHIT[entry.one_of(word, CHITS)],
    lambda p, chit: CHITS[chit] if chit >= 0 else "",
)


class WarFile(PositionFile[War]):
    header = (
        Field("turn", "track", Kind(_read_turn, lambda p, track: p.charts.turns[track].key)),
        phase(lambda p: PHASES[p.turn.kind]),
        Field("initiative", "initiative", one_of(SIDES)),
    )
    heard = ("chit",)
    required = ()
    scenario = "1918-21"
    sections = (*SIDES, NEUTRAL)
    states = STATES
    lasting = ("disordered", "done", "acted", "left_baltic")
    markers = (
        Field("white", ("white_held", "red_held"), _held(WHITE)),
        Field("red", ("white_held", "red_held"), _held(RED)),
        Field("neutral", ("white_held", "red_held"), _held(NEUTRAL)),
        Field("terror", "terror", HEXES, unless=""),
        Field("attacked hexes", "attacked", HEXES, unless=""),
        Field("unclaimed", "unclaimed", HEXES, unless=""),
        Field("gold", ("gold", "gold_side"), Kind(_read_gold, _gold)),
        Field("train", "train", Kind(_read_train, _train)),
        Field("verdun", "verdun", either("yes", "no")),
        Field("great war", "great_war", either("on", "over")),
        Field("withdrawals", "withdrawals", number()),
        Field("poland", ("poland", "poland_since"), Kind(_read_poland, _poland)),
        Field("rail used", "rail_used", row(number(), lambda p: len(p.rail_used))),
        Field("sea used", "sea_used", row(number(), lambda p: len(p.sea_used))),
        Field("event rolls", "event_rolls", row(number(), lambda p: len(p.event_rolls))),
        Field("red seas", "red_seas", row(one_of(SEAS)), unless=""),
        Field("leaders", "leaders", Kind(_read_leaders, _leaders), unless=""),
        Field("pool", "chits", CHIT_SET, unless=""),
        Field("fronts", "fronts", CHIT_SET, unless=""),
        Field("segment", "segment", ONE_CHIT, unless=""),
        Field(
            "corruption",
            ("corruption", "corruption_since"),
            Kind(_read_corruption, _corruption),
            unless="",
        ),
        Flags(FLAGS),
    )

    def begin(self, p: War, sheet: Sheet) -> None:
        chit = sheet.header.get("chit")
        begin(p, chit.one_of(chit.value, CHITS) if chit else "")

    def endings(self, p: War) -> Sequence[Callable[[War], object]]:
        return (check_victory, end_of_scenario, major_withdrawal)

    def clear(self, p: War) -> None:
        p.phase = 0

    def settle(self, p: War, sheet: Sheet) -> None:
        # 3.4: the Great War ends with the White Reinforcement Step of Turn B.
        p.great_war = (p.track, p.phase) <= (p.charts.turn["B"].seq, WHITE_REINFORCEMENT)
        _default_control(p)

    def boxes(self, p: War) -> Mapping[str, int]:
        return BOXES

    def can_be(self, p: War, unit: int, place: int) -> bool:
        return place < 0 or bool((p.charts.land | p.charts.lakes) >> place & 1)

    def blocking(self, p: War) -> UnitSet:
        return p.charts.units_of[WHITE] | p.charts.units_of[RED]

    def read_detail(self, p: War, entry: Entry, unit: int, word: str) -> None:
        if word == RAIDING:
            able = p.charts.cavalry & p.charts.units_of[WHITE]
            if p.where[unit] < 0 or not able >> unit & 1:
                raise entry.error(f"{p.name(unit)} is not White cavalry on the map (20.4)")
            p.raider = unit
        elif word in STATES:
            super().read_detail(p, entry, unit, word)
        else:
            raise entry.unknown("state", word, (*STATES, RAIDING))

    def details(self, p: War, unit: int) -> list[str]:
        raiding = [RAIDING] if p.raider == unit else []
        return [*super().details(p, unit), *raiding]


def _default_control(p: War) -> None:
    """3.2, 13.2: as at the start, with Turn B if it has passed, and by who stands where."""
    charts = p.charts
    p.white_held = charts.control_markers[WHITE]
    for counter in charts.counters:
        if counter.side == WHITE and counter.setup == "hex":
            p.white_held |= 1 << counter.setup_hex & charts.controllable
    p.red_held = charts.controllable & ~charts.neutral_ground & ~p.white_held
    if not p.great_war:
        p.red_held |= charts.red_cities & charts.occupied_zone
        p.white_held |= charts.white_on_turn_b
    for side in SIDES:
        # 13.1, 13.6: Poles, Makhno and von der Goltz hold nothing.
        others = charts.units_of[side] & ~charts.poles & ~charts.makhno & ~charts.freikorps
        here = p.hexes_of(others) & charts.controllable
        p.white_held = p.white_held | here if side == WHITE else p.white_held & ~here
        p.red_held = p.red_held | here if side == RED else p.red_held & ~here
