"""Position files of Red Dragon, Blue Dragon (docs/formats.md)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from ...data import quoted
from ...engine import Dice
from ...engine.position_file import (
    FIRST_LINE,
    BadPosition,
    Entry,
    flag_lines,
    flow_line,
    parse,
    read_counts,
    read_flow,
    states_of,
    unit_text,
)
from ...hexes import Hex, HexSet
from .charts import GMD, PLA, SIDES, WEATHERS, Charts
from .outline import NUMBER_OF
from .position import (
    ABSENT,
    ASIDE,
    BEYOND,
    BOX,
    DEFECTORS,
    EDGE,
    GONE,
    OFF,
    SCHOOL,
    TRACK,
    UNDER,
    USED,
    Campaign,
)
from .sequence import BEGIN
from .victory import end_turn

# The boxes beside the map, by the key that stands for them.
BOXES = {
    "reinforcements": OFF,
    "edge": EDGE,
    "available": BOX,
    "used": USED,
    "eliminated": GONE,
    "aside": ASIDE,
    "beyond": BEYOND,
    "defectors": DEFECTORS,
}
BOX_KEYS = {where: key for key, where in BOXES.items()}
# The boxes of the Turn Record Track: `turn 5`, `school 5`.
TRACKS = {"turn": TRACK, "school": SCHOOL}

# The states that a counter can have, and the attribute that keeps them.
STATES = {
    "moved": "moved",
    "fought": "fought",
    "struck": "struck",
    "negated": "negated",
    "face-up": "face_up",
    "again": "sorties",
}
FLAGS = {
    "great-victory": "great_victory",
    "great-victory-next": "great_victory_next",
    "trenches": "trenches",
    "begun": "begun",
    "watching": "watching",
}
SETS = {"fdp": "fdp", "pla cities": "pla_cities", "attacked": "attacked"}
NUMBERS = {
    "news": "news",
    "short attacks": "short_attacks",
    "popas": "popas",
    "offensive": "offensive",
    "rail moves": "rail_moves",
    "bridges left": "bridges_left",
}
HEADER = (
    *("title", "scenario", "options", "turn", "phase", "weather", "frozen", "number", "rolls"),
    *(*NUMBERS, "flow"),
)


def read_position(
    text: str,
    charts: Charts,
    new: Callable[[str, tuple[str, ...], Dice], Campaign],
    dice: Dice,
) -> Campaign:
    """The position that a text describes; without a `flow` line, its phase begins now."""
    sheet = parse(text)
    sheet.check(Campaign.title, HEADER)
    try:
        p = new(sheet.text("scenario", "campaign"), tuple(sheet.text("options", "").split()), dice)
    except ValueError as error:
        wrong = "options" if "option" in str(error) else "scenario"
        raise sheet.header[wrong].error(str(error)) from None
    p.chronicle = []
    p.frames, p.ended = [], None
    p.turn = sheet.number("turn", 1)
    if not 0 <= p.turn <= charts.limit["turns"]:
        raise sheet.header["turn"].error(f"there is no turn {p.turn}")
    read_counts(p, sheet)
    phase = sheet.one_of("phase", NUMBER_OF)
    p.phase = NUMBER_OF[phase]
    p.weather = sheet.one_of("weather", WEATHERS, p.weather)
    p.frozen = sheet.text("frozen", "")
    # A counter that is not mentioned is not in the game.
    p.where = [ABSENT] * len(charts.counter)
    p.under = ()
    p.fdp = p.moved = p.fought = p.struck = p.attacked = p.negated = p.face_up = p.sorties = 0
    p.rebuild()
    states: dict[str, int] = defaultdict(int)
    markers: list[Entry] = []
    for name, entries in sheet.sections.items():
        if name in SIDES:
            for entry in entries:
                _read_counters(p, name, entry, states)
        elif name == "markers":
            markers = entries
        else:
            raise BadPosition(
                1, f"unknown section [{quoted(name)[1:-1]}]; there are GMD, PLA, markers"
            )
    p.rebuild()
    # 7.2.1: whoever is in a city controls it, unless the text says otherwise.
    p.pla_cities = p.pla_cities & ~p.gmd | p.pla & charts.cities
    for key, attribute in NUMBERS.items():
        if key in sheet.header:
            setattr(p, attribute, sheet.number(key, 0))
    for entry in markers:
        _read_marker(p, entry)
    for state, attribute in STATES.items():
        setattr(p, attribute, states[state])
    if "flow" in sheet.header:
        read_flow(p, sheet)
        if not p.frames:
            end_turn(p)  # nothing goes on after the end
    else:
        BEGIN[phase](p)
    return p


def _read_counters(p: Campaign, side: str, entry: Entry, states: dict[str, int]) -> None:
    """A line such as `1809: 72-corps, 115-corps (moved, fought)` or `turn 5: ecfa-4`."""
    where = _place(p, entry)
    for word, said in entry.units():
        unit = p.names.unit(word)
        if unit is None:
            raise entry.error(f"there is no counter {quoted(word)}")
        if p.charts.counter[unit].side != side:
            raise entry.error(f"{word} does not belong to the {side}")
        if p.where[unit] != ABSENT:
            raise entry.error(f"{word} is somewhere already")
        p.where[unit] = where
        if where == UNDER:
            p.under = (*p.under, (unit, _corps(p, entry)))
        elif where >= 0:
            _check_hex(p, entry, unit, where)
        for state in said:
            if state not in STATES:
                raise entry.unknown("state", state, STATES)
            states[state] |= 1 << unit


def _place(p: Campaign, entry: Entry) -> int:
    first, _, rest = entry.key.partition(" ")
    if entry.key in BOXES:
        return BOXES[entry.key]
    if first in TRACKS:
        turn = entry.number(rest)
        if turn not in _track(p):
            raise entry.error(f"there is no turn {quoted(rest)} on the track")
        return TRACKS[first] - turn
    if first == "under":
        return UNDER
    return entry.hex(p.names.grid, entry.key)


def _track(p: Campaign) -> range:
    """The turns one can wait for; 17.2.7d: a leader perhaps for one that will not come."""
    return range(1, p.charts.limit["turns"] + 2)


def _corps(p: Campaign, entry: Entry) -> int:
    """15.2.3: the PLA Corps that an L-L Defector is under."""
    corps = p.names.unit(entry.key.partition(" ")[2])
    if corps is None or not p.charts.units_of[PLA] & p.charts.corps & 1 << corps:
        raise entry.error(f"{quoted(entry.key)} should name a PLA Corps")
    return corps


def _check_hex(p: Campaign, entry: Entry, unit: int, hex_: Hex) -> None:
    """The two sides are not together in a hex, except with Guerrillas (6.1.1, 6.1.7)."""
    charts = p.charts
    if charts.air >> unit & 1:
        return
    if not charts.land >> hex_ & 1:
        raise entry.error(f"{entry.key} is no land hex")
    p.stacks[hex_] = p.stacks.get(hex_, 0) | 1 << unit
    standing = p.stacks[hex_] & ~charts.guerrillas
    if standing & charts.units_of[GMD] and standing & charts.units_of[PLA]:
        raise entry.error(f"units of both sides are in {entry.key}")


def _read_marker(p: Campaign, entry: Entry) -> None:
    if entry.key in SETS:
        setattr(p, SETS[entry.key], entry.hexes(p.names.grid))
    elif entry.key == "bridges":
        p.bridges = tuple(_bridge(p, entry, word) for word in entry.words())
    elif entry.key == "flags":
        entry.raise_flags(p, FLAGS)
    else:
        raise entry.unknown("marker", entry.key, (*SETS, "bridges", "flags"))


def _bridge(p: Campaign, entry: Entry, word: str) -> tuple[Hex, Hex, int]:
    text, _, turn = word.partition("@")
    if not turn.isdigit():
        raise entry.error(f"{quoted(word)} should be a hexside and a turn, such as 1813/1814@2")
    return (*entry.side(p.names.grid, text), entry.number(turn))


def write_position(p: Campaign) -> str:
    """A position as a text that reads back to the identical position."""
    lines = [
        FIRST_LINE,
        f"title: {p.title}",
        f"scenario: {p.scenario}",
        f"options: {' '.join(p.options)}",
        f"turn: {p.turn}",
        f"phase: {p.current.key}",
        f"weather: {p.weather}",
        *([f"frozen: {p.frozen}"] if p.frozen else []),
        *(f"{key}: {getattr(p, attribute)}" for key, attribute in NUMBERS.items()),
        f"number: {p.number}",
        f"rolls: {p.dice.rolls}",
        flow_line(p),
    ]
    for side in (PLA, GMD):
        lines += ["", f"[{side}]"]
        by_place: dict[str, list[str]] = defaultdict(list)
        for unit, counter in enumerate(p.charts.counter):
            if counter.side == side and p.where[unit] not in (ABSENT, UNDER):
                by_place[_place_text(p, unit)].append(_counter_text(p, unit))
        lines += [f"{place}: {', '.join(by_place[place])}" for place in sorted(by_place)]
    # In their own order.
    lines += [f"under {p.name(pla)}: {_counter_text(p, gmd)}" for gmd, pla in p.under]
    lines += ["", "[markers]"]
    for key, attribute in SETS.items():
        hexes: HexSet = getattr(p, attribute)
        lines.append(f"{key}: {' '.join(p.charts.grid.labels(hexes))}")
    if p.bridges:
        texts = (f"{p.label(a)}/{p.label(b)}@{turn}" for a, b, turn in p.bridges)
        lines.append(f"bridges: {' '.join(texts)}")
    lines += flag_lines(p, FLAGS)
    return "\n".join(lines) + "\n"


def _place_text(p: Campaign, unit: int) -> str:
    where = p.where[unit]
    if where >= 0:
        return p.label(where)
    if where in BOX_KEYS:
        return BOX_KEYS[where]
    return next(
        f"{word} {turn}"
        for word, base in TRACKS.items()
        for turn in _track(p)
        if base - turn == where
    )


def _counter_text(p: Campaign, unit: int) -> str:
    return unit_text(p, unit, states_of(p, unit, STATES))
