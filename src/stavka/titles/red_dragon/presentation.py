"""What a screen shows: counters, markers, tracks, the options in words, previews and overlays.

18.2: nobody but the PLA is shown what a face-down PLA counter is. Such counters have names made of
their place and a number, and neither values nor states nor a colour.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache

from ...engine import Decision, Option, UnitSet
from ...engine.offers import Verb, decision_view, not_yet, option_view
from ...engine.presentation import (
    BoxView,
    DecisionView,
    Fact,
    Line,
    MarkerView,
    OptionView,
    OutcomeView,
    OverlayArea,
    Presentation,
    TrackView,
    UnitView,
    designation_of,
)
from ...hexes import Hex, HexSet, UnknownHex, members, set_of
from .air import AirWindow
from .attacks import CombatPhase
from .charts import GMD, PLA, SIDES, Charts, Counter, in_points
from .combat import Attack
from .commands import command_of
from .fog import hidden_from
from .movement import MovementSegment, Moving, allowance, normal_reach, over_canal, price_of
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
from .supply import gmd_supplied, pla_supplied
from .victory import corps_eliminated

OVERLAYS = ("reach", "supply", "control")

# 4.0: the colours of commands and sub-commands; white symbols without bars have none.
BANDS = {
    "2A": "black",
    "7A": "ochre",
    "13A": "rose",
    "16A": "azure",
    "BC": "green",
    "AR": "teal",
    "12A": "violet",
    "1PA": "grey",
    "3PA": "grey",
    "4PA": "grey",
    "9PA": "grey",
    "SH": "grey",
    "SU": "violet",
    "CPFA": "ochre",
}
COMMAND_NAMES = {
    "XBS": "Xuzhou Bandit Suppression HQ",
    "2A": "2nd Army",
    "7A": "7th Army",
    "13A": "13th Army",
    "16A": "16th Army",
    "BC": "Bengbu Command",
    "AR": "Armor Reserve",
    "12A": "12th Army",
    "1PA": "1st Pacification Area",
    "3PA": "3rd Pacification Area",
    "4PA": "4th Pacification Area",
    "9PA": "9th Pacification Area",
    "ECFA": "East China Field Army",
    "SH": "Shantung Army",
    "SU": "Subei Army",
    "CPFA": "Central Plains Field Army",
    "Militia": "Militia",
    "Guerrilla": "Guerrillas",
}
SYMBOLS = {
    "infantry": "infantry",
    "cavalry": "cavalry",
    "armor": "armour",
    "artillery": "artillery",
    "heavy_mortar": "artillery",
    "elb": "artillery",
    "static": "garrison",
    "military_police": "garrison",
    "rr_security": "armoured_train",
    "militia": "militia",
    "guerrilla": "partisan",
    "leader": "leader",
    "FB": "air",
    "MB": "air",
    "supply": "supply",
}
# Infantry that is faster than any on foot rides.
RIDES = 5


VERBS = {
    "roll": Verb("Roll for reinforcements", key="r"),
    "replace": Verb("Rebuild from defectors", "select"),
    "spend": Verb("Spend this defector"),
    "militia": Verb("Raise militia here"),
    "guerrilla": Verb("Place a guerrilla here"),
    "interdict": Verb("Interdict here"),
    "air_supply": Verb("Air supply here"),
    "watch": Verb("Ask me again while they move", "end"),
    "select": Verb("Pick up", "select"),
    "move": Verb("Move here"),
    "convoy": Verb("By convoy to here"),
    "rail": Verb("By rail to here"),
    "march": Verb("Fast March to here"),
    "enter": Verb("Enter the map here"),
    "take": Verb("Take this leader along"),
    "fly": Verb("Fly to here"),
    "short_attack": Verb("Short Attack on"),
    "bridge": Verb("Build an assault bridge to here"),
    "halt": Verb("Halt", "end", "h"),
    "displace": Verb("Displace", "select"),
    "to": Verb("To here"),
    "back": Verb("Back", "back", "Escape"),
    "eliminate": Verb("Eliminate"),
    "place": Verb("Place launching barrels here"),
    "withdraw": Verb("Take these barrels away"),
    "attack": Verb("Attack", "select"),
    "suppress": Verb("Hunt guerrillas here"),
    "add": Verb("Join the attack"),
    "all": Verb("Everybody attacks", key="a"),
    "wave": Verb("Human Wave Assault", key="w"),
    "deng": Verb("Deng coordinates both armies", key="x"),
    "bombard": Verb("Bombard with"),
    "resolve": Verb("Attack now", key="r"),
    "cancel": Verb("Give up", "back", "Escape"),
    "pass": Verb("No aircraft", "end", "e"),
    "defend": Verb("Takes part in the defence"),
    "panic": Verb("Flee to this position"),
    "lose": Verb("Lose"),
    "retreat": Verb("Retreat to here"),
    "incorporate": Verb("Put the defector under this corps"),
    "reeducate": Verb("Re-Education", key="e"),
    "advance": Verb("Advance"),
    "hold": Verb("No further advance", "end", "e"),
    "corps": Verb("Propaganda by", "select"),
    "target": Verb("Propaganda against"),
    "freeze": Verb("Held back"),
    "fortify": Verb("Final Defense Position here"),
    "done": Verb("Done", "end", "e"),
}


def present(p: Campaign, side: str, to_choose: str, decision: Decision | None) -> Presentation:
    units = _units(p, side)
    return Presentation(
        title=p.title,
        scenario=p.scenario,
        options=p.options,
        side=side,
        turn=p.turn,
        turns=p.charts.limit["turns"],
        phase=p.current.name if p.phase >= 0 else "",
        to_choose=to_choose,
        decision=_offered(p, decision) if decision else None,
        units=units,
        markers=_markers(p),
        tracks=_tracks(p),
        boxes=_boxes(p, {unit.box for unit in units}),
        facts=_facts(p),
        overlays=OVERLAYS,
        outcome=OutcomeView(*p.ended) if p.ended else None,
    )


# Counters


def _units(p: Campaign, side: str) -> tuple[UnitView, ...]:
    charts, changed = p.charts, p.command_change
    hidden = hidden_from(p, side)
    states = _states(p)
    in_a_state = 0
    for _, units in states:
        in_a_state |= units
    attached = _attached(p) if p.under else {}
    # 16.2.1, 17.2.9: hexes with a holding box.
    held = p.fdp
    if p.where[charts.jiang] >= 0:
        held |= 1 << p.where[charts.jiang]
    # Most counters have nothing about them but their place.
    special = hidden | in_a_state | p.units_of_hexes(held) | set_of(attached)
    found = []
    # Face-down counters: how many in which place is all there is to know.
    counted: dict[int, int] = defaultdict(int)
    places = p.where
    for unit in _order(charts):
        where = places[unit]
        if not special >> unit & 1:
            found.append(_seen(charts, changed, unit, where))
            continue
        if hidden >> unit & 1:
            counted[where] += 1
            continue
        words = tuple([name for name, units in states if units >> unit & 1])
        box = _holding_box(p, unit, where) if where >= 0 and held >> where & 1 else ""
        found.append(_seen(charts, changed, unit, where, box, words, attached.get(unit, "")))
    for where, count in sorted(counted.items()):
        found += [_unseen(charts, where, number) for number in range(1, count + 1)]
    return tuple([unit for unit in found if unit is not None])


@cache
def _order(charts: Charts) -> tuple[int, ...]:
    """From the bottom of a stack to its top, where the strongest unit lies."""
    return tuple(sorted(range(len(charts.counter)), key=lambda unit: (charts.cf[unit], -unit)))


# Counters look the same whenever they are in the same place and state: each look is made once.


@lru_cache(maxsize=1 << 15)
def _seen(
    charts: Charts,
    changed: bool,
    unit: int,
    where: int,
    box: str = "",
    states: tuple[str, ...] = (),
    attached: str = "",
) -> UnitView | None:
    """Nothing for a counter that is not in the game."""
    if where == ABSENT:
        return None
    counter = charts.counter[unit]
    words = _words(counter, changed=changed)
    if where < SCHOOL or where in (DEFECTORS, UNDER):
        states = (*states, "defector")
    return UnitView(
        id=counter.id,
        side=counter.side,
        hex=charts.grid.label(where) if where >= 0 else "",
        box=box if where >= 0 else _box(where, counter.side),
        symbol=_symbol(counter),
        size=counter.size,
        values=_values(counter),
        title=f"{words}, {attached}" if attached else words,
        states=states,
        band=BANDS.get(_command(counter, changed=changed), ""),
        designation=designation_of(counter.name) if counter.size else "",
    )


@lru_cache(maxsize=1 << 12)
def _unseen(charts: Charts, where: int, number: int) -> UnitView | None:
    """18.2.1: a face-down counter has a place, and a number among those that are there."""
    if where == ABSENT:
        return None
    hex_, box = (charts.grid.label(where), "") if where >= 0 else ("", _box(where, PLA))
    return UnitView(
        id=f"pla.{hex_ or box.replace(' ', '-')}.{number}",
        side=PLA,
        hex=hex_,
        box=box,
        symbol="unknown",
        size="",
        values="",
        title="PLA counter, face down (18.2.1)",
    )


BOXES = {
    OFF: "coming",
    EDGE: "edge",
    BOX: "available",
    USED: "used",
    GONE: "eliminated",
    ASIDE: "aside",
    BEYOND: "beyond",
    DEFECTORS: "defectors",
}


@cache
def _box(where: int, side: str) -> str:
    """The box of a counter that is not on the map."""
    if where == UNDER:
        return "under"
    if where < TRACK:
        return f"turn {SCHOOL - where if where < SCHOOL else TRACK - where}"
    return f"{BOXES[where]} {side}"


def _holding_box(p: Campaign, unit: int, hex_: Hex) -> str:
    """16.2.1, 17.2.9: the boxes for large stacks; who is in one is in a hex as well."""
    charts = p.charts
    if charts.air >> unit & 1 or charts.counter[unit].side == PLA:
        return ""
    if p.fdp >> hex_ & 1:
        return f"fdp {p.label(hex_)}"
    return "armored group" if unit == charts.jiang or charts.armor >> unit & 1 else ""


def _attached(p: Campaign) -> dict[int, str]:
    """15.2.3: L-L Defectors and the Corps above them, in words for both."""
    found = {}
    for defector, corps in p.under:
        found[corps] = f"with the defectors of {p.charts.counter[defector].name}"
        if not hidden_from(p, GMD) >> corps & 1:
            found[defector] = f"under {p.charts.counter[corps].name}"
    return found


def _boxes(p: Campaign, used: set[str]) -> tuple[BoxView, ...]:
    """The boxes that hold something, holding boxes first."""
    names = {f"fdp {p.label(hex_)}": f"FDP in {_where(p, hex_)}" for hex_ in members(p.fdp)}
    names["armored group"] = "Armored Group"
    names |= {
        "edge GMD": "GMD units about to enter",
        "edge PLA": "PLA units about to enter",
        "available GMD": "CAF, available",
        "used GMD": "CAF, used",
        "available PLA": "PLA, available",
        "used PLA": "PLA leaders, used",
        "coming GMD": "GMD reinforcements",
        "coming PLA": "PLA reinforcements",
        "under": "L-L Defectors",
        "defectors GMD": "Re-educated defectors, available",
    }
    for turn in range(p.turn, p.charts.limit["turns"] + 1):
        names[f"turn {turn}"] = f"Turn {turn}"
    names[f"turn {p.charts.limit['turns'] + 1}"] = "Too late to return"  # 17.2.7d
    names |= {
        "beyond GMD": "GMD replacements beyond turn 10",
        "aside PLA": "PLA units set aside",
        "eliminated GMD": "GMD units eliminated for good",
        "eliminated PLA": "PLA units eliminated for good",
    }
    return tuple(BoxView(key, name) for key, name in names.items() if key in used)


def _where(p: Campaign, hex_: Hex) -> str:
    places = p.charts.board.places_at(hex_)
    return f"{p.label(hex_)} ({places[0].name})" if places else p.label(hex_)


def _symbol(counter: Counter) -> str:
    if counter.type == "infantry" and counter.ma >= RIDES:
        return "motorized"
    return SYMBOLS[counter.type]


def _values(counter: Counter) -> str:
    """The line printed on a counter: (1)*-3, 7-4, a leader's rating, FB."""
    if counter.type == "leader":
        return str(counter.rating) if counter.side == GMD else ""
    if not counter.size:
        return counter.type if counter.type != "supply" else ""
    factor = f"({counter.cf})" if counter.defend_only else str(counter.cf)
    return f"{factor}{'*' if counter.support else ''}-{counter.ma}"


def _command(counter: Counter, *, changed: bool) -> str:
    return counter.subcommand or command_of(counter, changed=changed)


def _words(counter: Counter, *, changed: bool) -> str:
    """For the inspector: name, command, what else is printed."""
    parts = [counter.name]
    if command := _command(counter, changed=changed):
        parts.append(COMMAND_NAMES[command])
    if counter.type == "leader" and counter.side == GMD:
        parts.append(f"rating {counter.rating}")
    if counter.loss_factor:
        parts.append(f"loss factor {counter.loss_factor}")
    return ", ".join(parts)


def _states(p: Campaign) -> list[tuple[str, UnitSet]]:
    """The states that some counter is in, and the counters."""
    charts = p.charts
    unsupplied = p.units_of_hexes(p.gmd & ~gmd_supplied(p)) & charts.units_of[GMD]
    for command in ("CPFA", "ECFA"):
        starved = p.units_of_hexes(p.pla & ~pla_supplied(p, command))
        unsupplied |= starved & charts.of_command[command]
    flags = {
        "moved": p.moved,
        "fought": p.fought,
        "struck": p.struck,
        "unsupplied": unsupplied & ~charts.elbs,
        "negated": p.negated,
        "face-up": p.face_up,
    }
    memo = p.frames[-1].memo if p.frames else None
    if isinstance(memo, Moving) and memo.unit >= 0:
        flags["selected"] = 1 << memo.unit
    elif isinstance(memo, Attack):
        flags["attacking"] = set_of(memo.units)
    return [(name, units) for name, units in flags.items() if units]


# Markers, tracks, facts


def _markers(p: Campaign) -> tuple[MarkerView, ...]:
    charts = p.charts
    changed = p.pla_cities ^ charts.pla_cities_at_start
    found: list[MarkerView] = []
    for kind, text, hexes in (
        ("fdp", "Final Defense Position (16.0)", p.fdp),
        ("captured", "taken by the PLA (7.2.1)", changed & p.pla_cities),
        ("captured", "taken by the GMD (7.2.1)", changed & ~p.pla_cities),
        ("attacked", "attacked in this phase (12.1.8)", p.attacked),
    ):
        found += [MarkerView(kind, text, hex=p.label(h)) for h in members(hexes)]
    for unit in members(charts.fighter_bombers):
        if p.where[unit] >= 0:
            text = "interdiction here and in the six hexes around (14.3)"
            found.append(MarkerView("interdiction", text, hex=p.label(p.where[unit])))
    for here, there, turn in p.bridges:
        text = f"assault bridge of turn {turn} (18.1)"
        side = f"{p.label(here)}/{p.label(there)}"
        found.append(MarkerView("bridge", text, hexside=side))
    memo = p.frames[-1].memo if p.frames else None
    if isinstance(memo, Attack):
        found.append(MarkerView("target", "under attack", hex=p.label(memo.target)))
    return tuple(found)


def _tracks(p: Campaign) -> tuple[TrackView, ...]:
    limit = p.charts.limit
    lost = corps_eliminated(p)
    tracks = [
        TrackView("Turn", p.turn, limit["turns"], _dates(p)),
        TrackView("GMD corps eliminated", lost, limit["victory_corps"], "36 win for the PLA"),
        TrackView("FDP markers in use", p.fdp.bit_count(), limit["fdp_markers"]),
        TrackView("Assault bridges left", p.bridges_left, limit["bridges"]),
    ]
    if p.current.key == "gmd-movement":
        tracks.append(TrackView("Units moved by rail", p.rail_moves, limit["rail_units"]))
    if p.short_attacks:
        tracks.append(TrackView("Short Attacks to be made", p.short_attacks, 6))
    if p.popas:
        tracks.append(TrackView("POPAs to be made", p.popas, 6))
    return tuple(tracks)


def _dates(p: Campaign) -> str:
    turn = p.charts.turns.get(p.turn)
    return f"{turn.first_day} to {turn.last_day}" if turn else ""


def _facts(p: Campaign) -> tuple[Fact, ...]:
    limit = p.charts.limit
    words = {"Good": "all goes normally", "Thaw": "movement costs doubled"}
    words["Poor"] = "movement costs doubled, no aircraft"
    found = [Fact("Weather", f"{p.weather}: {words[p.weather]}", "5.2")]
    if p.news:
        news = p.charts.news[p.news]
        found.append(Fact("China News!", news.title, "9.0"))
    if p.frozen:
        found.append(Fact("Held back", COMMAND_NAMES[p.frozen], "9.1.3"))
    if p.great_victory:
        found.append(Fact("Great Victory!", "GMD Loyalty Checks at -1 this turn", "12.4.4"))
    if p.great_victory_next:
        found.append(Fact("Great Victory!", "in effect next turn", "12.4.1"))
    if p.political_offensive:
        last = p.offensive + limit["offensive_turns"] - 1
        found.append(Fact("Political Offensive", f"until the end of turn {last}", "18.7.2"))
    elif p.offensive:
        found.append(Fact("Political Offensive", "is over; Lipu-Lifu is allowed", "15.2.3"))
    if p.trenches:
        found.append(Fact("Approach Trench Tactics", "no shift for FDPs", "16.2.7"))
    if p.turn < limit["command_change_turn"]:
        found.append(Fact("Pacification Areas", "keep to themselves until turn 3", "4.3.2"))
    found.append(Fact("GMD colours", _legend(p.charts, p.command_change, GMD), "4.2"))
    found.append(Fact("PLA colours", _legend(p.charts, p.command_change, PLA), "4.1"))
    return tuple(found)


@cache
def _legend(charts: Charts, changed: bool, side: str) -> str:
    """Which colour stands for which command."""
    keys = {_command(c, changed=changed) for c in charts.counter if c.side == side and c.command}
    return ", ".join(f"{key} {BANDS[key]}" for key in COMMAND_NAMES if key in keys & set(BANDS))


# What can be chosen


def _offered(p: Campaign, decision: Decision) -> DecisionView:
    return decision_view(p.number, decision, lambda option: _option(p, decision, option))


def _option(p: Campaign, decision: Decision, option: Option) -> OptionView:
    verb = VERBS[option.verb]
    return option_view(
        decision,
        option,
        verb,
        label=_end(p) if option.verb == "done" else verb.label,
        confirm=_confirmation(p, decision, option),
        notes=_points_left(p, option) if option.verb == "move" else (),
    )


def _points_left(p: Campaign, option: Option) -> tuple[str, ...]:
    """11.1.3: what a unit would have left in each hex that it can go to."""
    memo: Moving = p.frames[-1].memo
    if p.charts.leaders >> memo.unit & 1:
        return ()  # 17.2.9: a group goes as fast as its slowest battalion
    found = normal_reach(p, memo.unit, memo.spent, out_of_supply=memo.out_of_supply)
    costs = found.costs()
    costs |= {hex_: price_of(price) for hex_, price in over_canal(p, memo.unit, memo).items()}
    left = allowance(p, memo.unit, out_of_supply=memo.out_of_supply) - memo.spent
    return tuple([in_points(max(left - costs[hex_], 0)) for hex_ in members(option.values)])


def _end(p: Campaign) -> str:
    """What `done` ends."""
    match p.frames[-1].step:
        case MovementSegment():
            return "End the movement"
        case CombatPhase():
            return "End the combat phase"
        case AirWindow():
            return "No more aircraft"
    return "Done"


def _confirmation(p: Campaign, decision: Decision, option: Option) -> str:
    """A question before something that is easily done by mistake."""
    memo = p.frames[-1].memo
    if option.verb != "done" or not isinstance(memo, Moving):
        return ""
    words = []
    if memo.struck:  # 18.3.11
        name, least = p.charts.counter[memo.unit].name, p.charts.limit["short_attack_loss"]
        words.append(f"{name} is lost {7 - least} time in 6 after its Short Attack.")
    waiting = not_yet(decision, "moved")
    if waiting and p.current.side == PLA and p.short_attacks and not p.political_offensive:
        many = (
            "1 Short Attack is" if p.short_attacks == 1 else f"{p.short_attacks} Short Attacks are"
        )
        waiting = f"{many} to be made."
    words += [waiting] if waiting else []
    return f"{' '.join(words)} End the movement?" if words else ""


# Overlays


def overlay(p: Campaign, side: str, kind: str) -> tuple[OverlayArea, ...]:
    """Areas to lay over the map; an unknown kind has none."""
    charts = p.charts
    match kind:
        case "reach":
            memo = p.frames[-1].memo if p.frames else None
            mine = isinstance(memo, Moving) and memo.unit >= 0 and p.current.side == side
            if not mine or not isinstance(memo, Moving) or p.where[memo.unit] < 0:
                return ()
            if charts.leaders >> memo.unit & 1:
                return ()
            found = normal_reach(p, memo.unit, memo.spent, out_of_supply=memo.out_of_supply)
            return (OverlayArea("Reach", "reach", _labels(p, found.hexes)),)
        case "supply":
            return (
                OverlayArea("GMD supply", "supply", _labels(p, gmd_supplied(p))),
                OverlayArea("ECFA supply", "supply", _labels(p, pla_supplied(p, "ECFA"))),
                OverlayArea("CPFA supply", "supply", _labels(p, pla_supplied(p, "CPFA"))),
            )
        case "control":
            held = {PLA: p.pla_cities, GMD: charts.cities & ~p.pla_cities}
            return tuple(
                OverlayArea(f"{name} cities", "control", _labels(p, held[name])) for name in SIDES
            )
    return ()


def _labels(p: Campaign, hexes: HexSet) -> tuple[str, ...]:
    return tuple(p.charts.grid.labels(hexes & p.charts.land))


def stack(p: Campaign, side: str, label: str) -> tuple[Line, ...]:
    """What the units of a hex come to, as far as a side may know them."""
    try:
        hex_ = p.charts.grid.hex(label)
    except UnknownHex:
        return ()
    counter = p.charts.counter
    known = [u for u in members(p.units_in(hex_)) if counter[u].side == side or p.open_to_all(u)]
    units = [counter[u] for u in known if counter[u].size]
    if not units:
        return ()
    attack = sum(unit.cf for unit in units if not unit.defend_only)
    return (
        Line("Attack", str(attack), "12.3.1"),
        Line("Defence", str(sum(unit.cf for unit in units)), "12.3.1"),
        Line("Units", str(len(units)), "6.1.1"),
    )
