"""Position files of Reds! (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Callable

from ...data import quoted
from ...engine import Dice
from ...engine.position_file import (
    FIRST_LINE,
    BadPosition,
    Entry,
    Sheet,
    check_outcome,
    flag_lines,
    flow_line,
    outcome_lines,
    parse,
    read_counts,
    read_flow,
    read_outcome,
    states_of,
    unit_text,
)
from ...hexes import Hex, members
from .charts import NEUTRAL, RED, SEAS, SIDES, WHITE, Charts, enemy_of
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
    POOL,
    TRAIN_PLACES,
    War,
)
from .sequence import begin
from .victory import check_victory, end_of_scenario
from .withdrawal import major_withdrawal

OPTIONS = ("21.1", "21.2", "21.3", "21.4")

CORRUPTIBLE = ("AFSR", "Siberian")

# The states that a unit can have, and the attribute that keeps them.
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
RAIDING = "raiding"
HEX_SETS = {
    "terror": "terror",
    "attacked hexes": "attacked",
    "unclaimed": "unclaimed",
}
CHIT_SETS = {"pool": "chits", "fronts": "fronts"}
NUMBERS = {"rail used": "rail_used", "sea used": "sea_used", "event rolls": "event_rolls"}
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
POLAND = (POLAND_NEUTRAL, POLAND_AT_WAR, POLAND_CONQUERED, POLAND_AT_PEACE)
WHITE_REINFORCEMENT = [phase.key for phase in PHASES["strategic"]].index("white-reinforcement")
ENDINGS = (check_victory, end_of_scenario, major_withdrawal)
HEADER = (
    *("title", "scenario", "options", "turn", "phase", "initiative", "chit", "number", "rolls"),
    *("flow", "outcome"),
)


def read_position(
    text: str, charts: Charts, new: Callable[[str, tuple[str, ...], Dice], War], dice: Dice
) -> War:
    """The position that a text describes; without a `flow` line, its phase begins now."""
    sheet = parse(text)
    sheet.check(War.title, HEADER)
    p = new(sheet.one_of("scenario", charts.last_turn, "1918-21"), sheet.options(OPTIONS), dice)
    p.chronicle = []
    p.frames = []
    read_counts(p, sheet)
    _read_moment(p, sheet)
    # 3.4: the Great War ends with the White Reinforcement Step of Turn B.
    p.great_war = (p.track, p.phase) <= (charts.turn["B"].seq, WHITE_REINFORCEMENT)
    p.where = [POOL] * len(charts.counters)
    states = dict.fromkeys(STATES.values(), 0)
    for name, entries in sheet.sections.items():
        if name in (*SIDES, NEUTRAL):
            for entry in entries:
                _read_units(p, name, entry, states)
        elif name != "markers":
            there_are = ", ".join((*SIDES, NEUTRAL, "markers"))
            raise BadPosition(1, f"unknown section [{quoted(name)[1:-1]}]; there are {there_are}")
    p.rebuild()
    read_outcome(p, sheet)
    _default_control(p)
    for entry in sheet.sections.get("markers", []):
        _read_marker(p, entry)
    if "flow" in sheet.header:
        for attribute, units in states.items():
            setattr(p, attribute, units)
        p.rebuild()
        read_flow(p, sheet)
        check_outcome(p, sheet, ENDINGS)
        return p
    p.rebuild()
    p.disordered = states["disordered"]
    p.done = states["done"]
    p.acted = states["acted"]
    p.left_baltic = states["left_baltic"]
    begin(p, sheet.text("chit", ""))
    for attribute, units in states.items():
        if units:
            setattr(p, attribute, getattr(p, attribute) | units)
    check_outcome(p, sheet, ENDINGS)
    return p


def _read_moment(p: War, sheet: Sheet) -> None:
    """Turn, phase and initiative."""
    turn = sheet.text("turn", "1")
    if turn not in p.charts.turn:
        raise sheet.header["turn"].error(f"there is no turn {quoted(turn)}; there are 1-24 and A-G")
    p.track = p.charts.turn[turn].seq
    phases = [phase.key for phase in PHASES[p.turn.kind]]
    p.phase = phases.index(sheet.one_of("phase", phases, phases[0]))
    p.initiative = sheet.text("initiative", WHITE)
    if p.initiative not in SIDES:
        raise sheet.header["initiative"].error(f"{quoted(p.initiative)} should be White or Red")
    chit = sheet.text("chit", "")
    if chit and chit not in CHIT:
        raise sheet.header["chit"].error(
            f"there is no chit {quoted(chit)}; there are {', '.join(CHITS)}"
        )


def _read_units(p: War, side: str, entry: Entry, states: dict[str, int]) -> None:
    """A line such as `3011: W-KAP, W-CZ2 (disordered, moved)` or `dead: R-A11`."""
    if entry.key in PLACES:
        place = PLACES[entry.key]
    else:
        place = entry.hex(p.names.grid, entry.key)
        if not (p.charts.land | p.charts.lakes) >> place & 1:
            raise entry.error(f"{entry.key} is all sea or out of play")
    for word, said in entry.units():
        unit = p.names.unit(word)
        if unit is None:
            raise entry.error(f"there is no unit {quoted(word)}")
        if p.charts.side_of[unit] != side:
            raise entry.error(f"{word} is not a {side} unit")
        if p.where[unit] != POOL:
            raise entry.error(f"{word} stands somewhere already")
        if place >= 0 and side != NEUTRAL and _held_by_enemy(p, side, place):
            raise entry.error(f"units of both sides are in {entry.key}")
        p.where[unit] = place
        for state in said:
            if state == RAIDING:
                p.raider = unit
            elif state in STATES:
                states[STATES[state]] |= 1 << unit
            else:
                raise entry.unknown("state", state, (*STATES, RAIDING))


def _held_by_enemy(p: War, side: str, hex_: Hex) -> bool:
    theirs = p.charts.units_of[enemy_of(side)]
    return any(p.where[unit] == hex_ for unit in members(theirs))


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


def _read_marker(p: War, entry: Entry) -> None:
    key = entry.key
    if key in HEX_SETS:
        setattr(p, HEX_SETS[key], entry.hexes(p.names.grid))
    elif key in CHIT_SETS:
        chits = sum(1 << CHIT[_word(entry, word, CHITS)] for word in entry.words())
        setattr(p, CHIT_SETS[key], chits)
    elif key in NUMBERS:
        setattr(p, NUMBERS[key], _numbers(entry, len(getattr(p, NUMBERS[key]))))
    elif key in READERS:
        READERS[key](p, entry)
    else:
        raise entry.error(f"unknown marker {quoted(key)}")


def _read_control(p: War, entry: Entry) -> None:
    """Cities that are not held as at the start or by who stands there."""
    hexes = entry.hexes(p.names.grid)
    if wrong := hexes & ~p.charts.controllable:
        raise entry.error(f"there is no city in {p.charts.grid.labels(wrong)[0]}")
    p.white_held = p.white_held | hexes if entry.key == "white" else p.white_held & ~hexes
    p.red_held = p.red_held | hexes if entry.key == "red" else p.red_held & ~hexes


def _read_gold(p: War, entry: Entry) -> None:
    where, _, side = entry.value.partition(" ")
    p.gold, p.gold_side = (
        entry.hex(p.names.grid, where),
        _word(entry, side or RED, (*SIDES, NEUTRAL)),
    )


def _read_train(p: War, entry: Entry) -> None:
    away = TRAIN_PLACES.get(entry.value)
    p.train = entry.hex(p.names.grid, entry.value) if away is None else away


def _read_verdun(p: War, entry: Entry) -> None:
    p.verdun = _word(entry, entry.value, ("yes", "no")) == "yes"


def _read_great_war(p: War, entry: Entry) -> None:
    p.great_war = _word(entry, entry.value, ("on", "over")) == "on"


def _read_withdrawals(p: War, entry: Entry) -> None:
    p.withdrawals = _number(entry, entry.value)


def _read_red_seas(p: War, entry: Entry) -> None:
    p.red_seas = tuple(_word(entry, word, SEAS) for word in entry.words())


def _read_poland(p: War, entry: Entry) -> None:
    state, _, since = entry.value.partition(" since ")
    p.poland = _word(entry, state, POLAND)
    p.poland_since = _number(entry, since) if since else -1


def _read_leaders(p: War, entry: Entry) -> None:
    """A line such as `Frunze@East, S. Kamenev@Field-Staff`."""
    names = [leader.name for leader in p.charts.leaders]
    for part in entry.value.split(","):
        name, _, box = part.strip().partition("@")
        _word(entry, name, tuple(names))
        p.give_command(names.index(name), CHIT[_word(entry, box, CHITS[:7])])


def _read_segment(p: War, entry: Entry) -> None:
    p.segment = CHIT[_word(entry, entry.value, CHITS)]


def _read_corruption(p: War, entry: Entry) -> None:
    faction, _, since = entry.value.partition(" since ")
    p.corruption = _word(entry, faction, CORRUPTIBLE)
    p.corruption_since = _number(entry, since) if since else p.track


READERS: dict[str, Callable[[War, Entry], None]] = {
    "white": _read_control,
    "red": _read_control,
    "neutral": _read_control,
    "gold": _read_gold,
    "train": _read_train,
    "verdun": _read_verdun,
    "great war": _read_great_war,
    "withdrawals": _read_withdrawals,
    "red seas": _read_red_seas,
    "poland": _read_poland,
    "leaders": _read_leaders,
    "segment": _read_segment,
    "corruption": _read_corruption,
    "flags": lambda p, entry: entry.raise_flags(p, FLAGS),
}


def _word(entry: Entry, word: str, allowed: tuple[str, ...]) -> str:
    if word not in allowed:
        raise entry.error(f"{quoted(word)} should be one of {', '.join(allowed)}")
    return word


def _number(entry: Entry, word: str) -> int:
    return entry.number(word)


def _numbers(entry: Entry, count: int) -> tuple[int, ...]:
    found = tuple(_number(entry, word) for word in entry.words())
    if len(found) != count:
        raise entry.error(f"{count} numbers are expected, not {len(found)}")
    return found


def write_position(p: War) -> str:
    """A position as a text that reads back to the identical position."""
    lines = [
        FIRST_LINE,
        f"title: {p.title}",
        f"scenario: {p.scenario}",
        f"options: {' '.join(p.options)}",
        f"turn: {p.turn.key}",
        f"phase: {p.current.key}",
        f"initiative: {p.initiative}",
        f"number: {p.number}",
        f"rolls: {p.dice.rolls}",
        flow_line(p),
        *outcome_lines(p),
    ]
    for side in (*SIDES, NEUTRAL):
        lines += ["", f"[{side}]", *_unit_lines(p, side)]
    lines += ["", "[markers]", *_marker_lines(p)]
    return "\n".join(lines) + "\n"


def _unit_lines(p: War, side: str) -> list[str]:
    stacks: dict[str, list[str]] = {}
    names = {place: name for name, place in PLACES.items()}
    for unit in members(p.charts.units_of[side]):
        where = p.where[unit]
        if where != POOL:
            key = p.label(where) if where >= 0 else names[where]
            stacks.setdefault(key, []).append(_unit_text(p, unit))
    return [f"{key}: {', '.join(units)}" for key, units in sorted(stacks.items())]


def _unit_text(p: War, unit: int) -> str:
    raiding = [RAIDING] if p.raider == unit else []
    return unit_text(p, unit, [*states_of(p, unit, STATES), *raiding])


def _marker_lines(p: War) -> list[str]:
    labels = p.charts.grid.labels
    neutral = p.charts.controllable & ~p.white_held & ~p.red_held
    lines = [
        f"{key}: {' '.join(labels(hexes))}"
        for key, hexes in (("white", p.white_held), ("red", p.red_held), ("neutral", neutral))
    ]
    lines += [
        f"{key}: {' '.join(labels(getattr(p, attribute)))}"
        for key, attribute in HEX_SETS.items()
        if getattr(p, attribute)
    ]
    since = f" since {p.poland_since}" if p.poland_since >= 0 else ""
    away = {at: word for word, at in TRAIN_PLACES.items()}
    lines += [
        f"gold: {p.label(p.gold)} {p.gold_side}",
        f"train: {away.get(p.train) or p.label(p.train)}",
        f"verdun: {'yes' if p.verdun else 'no'}",
        f"great war: {'on' if p.great_war else 'over'}",
        f"withdrawals: {p.withdrawals}",
        f"poland: {p.poland}{since}",
        f"rail used: {' '.join(map(str, p.rail_used))}",
        f"sea used: {' '.join(map(str, p.sea_used))}",
        f"event rolls: {' '.join(map(str, p.event_rolls))}",
    ]
    leaders = [
        f"{leader.name}@{CHITS[box]}"
        for leader, box in zip(p.charts.leaders, p.leaders, strict=True)
        if box != NO_BOX
    ]
    segment = CHITS[p.segment] if p.segment >= 0 else ""
    for key, text in (
        ("red seas", " ".join(p.red_seas)),
        ("leaders", ", ".join(leaders)),
        ("pool", " ".join(CHITS[c] for c in members(p.chits))),
        ("fronts", " ".join(CHITS[c] for c in members(p.fronts))),
        ("segment", segment),
        ("corruption", f"{p.corruption} since {p.corruption_since}" if p.corruption else ""),
    ):
        if text:
            lines.append(f"{key}: {text}")
    return lines + flag_lines(p, FLAGS)
