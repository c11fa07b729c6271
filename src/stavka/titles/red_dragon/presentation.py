"""What a screen shows: counters, markers, tracks, the options in words, and overlays.

18.2: nobody but the PLA is shown what a face-down PLA counter is. Such counters have names made of
their place and a number, and neither values nor states nor a colour.
"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import ClassVar

from ...engine import AnyStep, Decision, Option, UnitSet
from ...engine.forces import Status
from ...engine.presentation import (
    BoxView,
    Click,
    Fact,
    Line,
    MarkerView,
    TrackView,
    UnitView,
    designation_of,
)
from ...hexes import Hex, HexSet, members, set_of, union
from ...kit.presenter import (
    Areas,
    Clock,
    Presenter,
    Verb,
    asked_after,
    in_hand,
    markers_in,
    not_yet,
    states_of_units,
    under_attack,
)
from .air import AirWindow
from .attacks import CombatPhase
from .charts import GMD, PLA, SIDES, Charts, Counter, in_points
from .combat import Attack
from .commands import command_of
from .fog import hidden_from
from .meanings import MEANINGS
from .movement import MovementSegment, Moving, allowance, normal_reach, over_canal, price_of
from .order_of_battle import arrivals
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
    War,
)
from .previews import foresee
from .score import score
from .supply import gmd_supplied, pla_supplied
from .victory import corps_eliminated

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
    "select": Verb("Pick up", "select", stack=True),
    "move": Verb("Move here"),
    "convoy": Verb("By convoy to here", click="other"),
    "rail": Verb("By rail to here", click="other"),
    "march": Verb("Fast March to here", click="other"),
    "enter": Verb("Enter the map here"),
    "take": Verb("Take this leader along", click="menu"),
    "fly": Verb("Fly to here", click="other"),
    "short_attack": Verb("Short Attack on"),
    "bridge": Verb("Build an assault bridge to here", click="menu"),
    "halt": Verb("Halt", "end", "h"),
    "displace": Verb("Displace", "select"),
    "to": Verb("To here"),
    "back": Verb("Back", "back", "Escape"),
    "eliminate": Verb("Eliminate"),
    "place": Verb("Place launching barrels here"),
    "withdraw": Verb("Take these barrels away"),
    "attack": Verb("Attack", "select"),
    "suppress": Verb("Hunt guerrillas here"),
    "add": Verb("Join the attack", stack=True),
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


# Overlays


def _supply(p: War, side: str) -> Areas:
    return [
        ("GMD supply", gmd_supplied(p)),
        ("ECFA supply", pla_supplied(p, "ECFA")),
        ("CPFA supply", pla_supplied(p, "CPFA")),
    ]


def _control(p: War, side: str) -> Areas:
    held = {PLA: p.pla_cities, GMD: p.charts.cities & ~p.pla_cities}
    return [(f"{name} cities", held[name]) for name in SIDES]


OVERLAYS = {"supply": _supply, "control": _control}


class WarPresenter(Presenter[War]):
    verbs = VERBS
    meanings = MEANINGS
    labels: ClassVar[Mapping[tuple[type[AnyStep], str], str]] = {
        (MovementSegment, "done"): "End the movement",
        (CombatPhase, "done"): "End the combat phase",
        (AirWindow, "done"): "No more aircraft",
    }
    clicks: ClassVar[Mapping[tuple[type[AnyStep], str], Click]] = {
        (MovementSegment, "air_supply"): "menu",
        (CombatPhase, "air_supply"): "menu",
    }
    overlays = OVERLAYS
    foresee = staticmethod(foresee)
    arrivals = staticmethod(arrivals)
    score = staticmethod(score)
    # 3.2.3: beyond turn 10, and with the enemy, a unit counts as eliminated.
    fates: ClassVar[Mapping[str, Status]] = {
        **dict.fromkeys(("coming", "turn", "edge"), "coming"),
        **dict.fromkeys(("eliminated", "beyond", "aside", "defectors", "under"), "lost"),
    }

    def clock(self, p: War) -> Clock:
        return Clock(p.turn, p.charts.limit["turns"], p.current.name if p.phase >= 0 else "")

    # Counters

    def units(self, p: War, side: str) -> Iterable[UnitView]:
        """What a side may see; most counters have nothing about them but their place."""
        charts, changed, places = p.charts, p.command_change, p.where
        hidden, flags = hidden_from(p, side), self.states(p)
        states = states_of_units(flags)
        attached = set_of(unit for pair in p.under for unit in pair)
        special = hidden | union(flags.values()) | p.units_at(_with_boxes(p)) | attached
        found = []
        for unit in self.order(p):
            if not special >> unit & 1:
                found.append(_seen(charts, changed, unit, places[unit]))
            elif not hidden >> unit & 1:
                found.append(self.look(p, unit, states.get(unit, ())))
        found += _face_down(p, hidden)
        return [view for view in found if view is not None]

    def order(self, p: War) -> Iterable[int]:
        return _order(p.charts)

    def look(self, p: War, unit: int, states: tuple[str, ...]) -> UnitView | None:
        where = p.where[unit]
        box = _holding_box(p, unit, where) if where >= 0 else ""
        words = _attached(p, unit) if p.under else ""
        return _seen(p.charts, p.command_change, unit, where, box, states, words)

    def printed(self, p: War, unit: int) -> UnitView:
        view = (
            _seen(p.charts, p.command_change, unit, GONE)
            if unit >= 0
            else _unseen(p.charts, GONE, 1)
        )
        assert view is not None
        return view

    def status(self, view: UnitView) -> Status:
        """15.2: whoever has defected is lost, though the counter waits for its use."""
        return "lost" if "defector" in view.states else super().status(view)

    def formation(self, p: War, view: UnitView, unit: int) -> str:
        """4.0, and 18.2 for those of whom nothing may be known."""
        if unit < 0:
            return "Face down"
        command = _command(p.charts.counter[unit], changed=p.command_change)
        return COMMAND_NAMES[command] if command else "Under no command"

    def states(self, p: War) -> dict[str, UnitSet]:
        charts = p.charts
        unsupplied = p.units_at(p.gmd & ~gmd_supplied(p)) & charts.units_of[GMD]
        for command in ("CPFA", "ECFA"):
            starved = p.units_at(p.pla & ~pla_supplied(p, command))
            unsupplied |= starved & charts.of_command[command]
        flags = {
            "moved": p.moved,
            "fought": p.fought,
            "struck": p.struck,
            "unsupplied": unsupplied & ~charts.elbs,
            "negated": p.negated,
            "face-up": p.face_up,
        }
        match in_hand(p):
            case Moving(unit=unit) if unit >= 0:
                flags["selected"] = 1 << unit
            case Attack(units=units):
                flags["attacking"] = set_of(units)
        return flags

    def boxes(self, p: War, units: Sequence[UnitView]) -> Iterable[BoxView]:
        """The boxes that hold something, holding boxes first."""
        used = {unit.box for unit in units}
        return [BoxView(key, name) for key, name in _box_names(p).items() if key in used]

    # Markers, tracks, facts

    def markers(self, p: War, side: str) -> Iterator[MarkerView]:
        charts = p.charts
        changed = p.pla_cities ^ charts.pla_cities_at_start
        yield from markers_in(
            p,
            [
                ("fdp", "Final Defense Position (16.0)", p.fdp),
                ("captured", "taken by the PLA (7.2.1)", changed & p.pla_cities),
                ("captured", "taken by the GMD (7.2.1)", changed & ~p.pla_cities),
                ("attacked", "attacked in this phase (12.1.8)", p.attacked),
            ],
        )
        for unit in members(charts.fighter_bombers):
            if p.where[unit] >= 0:
                text = "interdiction here and in the six hexes around (14.3)"
                yield MarkerView("interdiction", text, hex=p.label(p.where[unit]))
        for here, there, turn in p.bridges:
            text = f"assault bridge of turn {turn} (18.1)"
            yield MarkerView("bridge", text, hexside=f"{p.label(here)}/{p.label(there)}")
        memo = in_hand(p)
        if isinstance(memo, Attack):
            yield from under_attack(p, [memo.target])

    def tracks(self, p: War) -> Iterator[TrackView]:
        limit = p.charts.limit
        lost = corps_eliminated(p)
        yield TrackView("Turn", p.turn, limit["turns"], _dates(p))
        yield TrackView("GMD corps eliminated", lost, limit["victory_corps"], "36 win for the PLA")
        yield TrackView("FDP markers in use", p.fdp.bit_count(), limit["fdp_markers"])
        yield TrackView("Assault bridges left", p.bridges_left, limit["bridges"])
        if p.current.key == "gmd-movement":
            yield TrackView("Units moved by rail", p.rail_moves, limit["rail_units"])
        if p.short_attacks:
            yield TrackView("Short Attacks to be made", p.short_attacks, 6)
        if p.popas:
            yield TrackView("POPAs to be made", p.popas, 6)

    def facts(self, p: War) -> Iterator[Fact]:
        limit = p.charts.limit
        words = {"Good": "all goes normally", "Thaw": "movement costs doubled"}
        words["Poor"] = "movement costs doubled, no aircraft"
        yield Fact("Weather", f"{p.weather}: {words[p.weather]}", "5.2")
        if p.news:
            news = p.charts.news[p.news]
            yield Fact("China News!", news.title, "9.0")
        if p.frozen:
            yield Fact("Held back", COMMAND_NAMES[p.frozen], "9.1.3")
        if p.great_victory:
            yield Fact("Great Victory!", "GMD Loyalty Checks at -1 this turn", "12.4.4")
        if p.great_victory_next:
            yield Fact("Great Victory!", "in effect next turn", "12.4.1")
        if p.political_offensive:
            last = p.offensive + limit["offensive_turns"] - 1
            yield Fact("Political Offensive", f"until the end of turn {last}", "18.7.2")
        elif p.offensive:
            yield Fact("Political Offensive", "is over; Lipu-Lifu is allowed", "15.2.3")
        if p.trenches:
            yield Fact("Approach Trench Tactics", "no shift for FDPs", "16.2.7")
        if p.turn < limit["command_change_turn"]:
            yield Fact("Pacification Areas", "keep to themselves until turn 3", "4.3.2")
        yield Fact("GMD colours", _legend(p.charts, p.command_change, GMD), "4.2")
        yield Fact("PLA colours", _legend(p.charts, p.command_change, PLA), "4.1")

    # What can be chosen

    def confirmation(self, p: War, decision: Decision, option: Option) -> str:
        memo = in_hand(p)
        if option.verb != "done" or not isinstance(memo, Moving):
            return ""
        return asked_after([_escape(p, memo), _waiting(p, decision)], "End the movement?")

    def points_left(self, p: War, hexes: Iterable[Hex]) -> Iterable[str]:
        """11.1.3: what a unit would have left in each hex that it can go to."""
        memo = p.memo_of(MovementSegment)
        if p.charts.leaders >> memo.unit & 1:
            return ()  # 17.2.9: a group goes as fast as its slowest battalion
        found = normal_reach(p, memo.unit, memo.spent, out_of_supply=memo.out_of_supply)
        costs = found.costs()
        costs |= {hex_: price_of(price) for hex_, price in over_canal(p, memo.unit, memo).items()}
        left = allowance(p, memo.unit, out_of_supply=memo.out_of_supply) - memo.spent
        return [in_points(max(left - costs[hex_], 0)) for hex_ in hexes]

    # What is asked

    def ground(self, p: War) -> HexSet:
        return p.charts.land

    def reach(self, p: War, side: str) -> Areas:
        memo = in_hand(p)
        if not isinstance(memo, Moving) or memo.unit < 0 or p.current.side != side:
            return
        if p.where[memo.unit] >= 0 and not p.charts.leaders >> memo.unit & 1:
            found = normal_reach(p, memo.unit, memo.spent, out_of_supply=memo.out_of_supply)
            yield "Reach", found.hexes

    def stack_lines(self, p: War, side: str, hex_: Hex) -> Iterator[Line]:
        """What the units of a hex come to, as far as a side may know them."""
        counter = p.charts.counter
        here = members(p.units_in(hex_))
        known = [counter[u] for u in here if counter[u].side == side or p.open_to_all(u)]
        units = [unit for unit in known if unit.size]
        if not units:
            return
        attack = sum(unit.cf for unit in units if not unit.defend_only)
        yield Line("Attack", str(attack), "12.3.1")
        yield Line("Defence", str(sum(unit.cf for unit in units)), "12.3.1")
        yield Line("Units", str(len(units)), "6.1.1")


# Counters


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


def _with_boxes(p: War) -> HexSet:
    """16.2.1, 17.2.9: hexes with a holding box."""
    jiang = p.where[p.charts.jiang]
    return p.fdp | 1 << jiang if jiang >= 0 else p.fdp


def _holding_box(p: War, unit: int, hex_: Hex) -> str:
    """16.2.1, 17.2.9: the boxes for large stacks; who is in one is in a hex as well."""
    charts = p.charts
    if charts.air >> unit & 1 or charts.counter[unit].side == PLA:
        return ""
    if p.fdp >> hex_ & 1:
        return f"fdp {p.label(hex_)}"
    grouped = hex_ == p.where[charts.jiang] and (unit == charts.jiang or charts.armor >> unit & 1)
    return "armored group" if grouped else ""


def _attached(p: War, unit: int) -> str:
    """15.2.3: L-L Defectors and the Corps above them, in words for both."""
    words = ""
    for defector, corps in p.under:
        if unit == corps:
            words = f"with the defectors of {p.charts.counter[defector].name}"
        elif unit == defector and not hidden_from(p, GMD) >> corps & 1:
            words = f"under {p.charts.counter[corps].name}"
    return words


def _face_down(p: War, hidden: UnitSet) -> Iterator[UnitView | None]:
    """How many in which place is all there is to know."""
    counted = Count(p.where[unit] for unit in members(hidden))
    for where, count in sorted(counted.items()):
        for number in range(1, count + 1):
            yield _unseen(p.charts, where, number)


def _box_names(p: War) -> dict[str, str]:
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
    return names


def _where(p: War, hex_: Hex) -> str:
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


def _dates(p: War) -> str:
    turn = p.charts.turns.get(p.turn)
    return f"{turn.first_day} to {turn.last_day}" if turn else ""


@cache
def _legend(charts: Charts, changed: bool, side: str) -> str:
    """Which colour stands for which command."""
    keys = {_command(c, changed=changed) for c in charts.counter if c.side == side and c.command}
    return ", ".join(f"{key} {BANDS[key]}" for key in COMMAND_NAMES if key in keys & set(BANDS))


# Before the movement ends


def _escape(p: War, memo: Moving) -> str:
    """18.3.11: what may become of a unit after its Short Attack."""
    if not memo.struck:
        return ""
    name, least = p.charts.counter[memo.unit].name, p.charts.limit["short_attack_loss"]
    return f"{name} is lost {7 - least} time in 6 after its Short Attack."


def _waiting(p: War, decision: Decision) -> str:
    """Who could still move, or what has to be done by them."""
    waiting = not_yet(decision, "moved")
    if waiting and p.current.side == PLA and p.short_attacks and not p.political_offensive:
        many = p.short_attacks
        return f"{many} {'Short Attack is' if many == 1 else 'Short Attacks are'} to be made."
    return waiting
