"""What a screen shows: units, markers, tracks, the options in words, and overlays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from ...engine import AnyStep, Decision, Option, UnitSet
from ...engine.forces import Status
from ...engine.presentation import (
    BoxView,
    Fact,
    Line,
    MarkerView,
    TrackView,
    UnitView,
    designation_of,
)
from ...hexes import Hex, HexSet, members, set_of
from ...kit.presenter import (
    Areas,
    Clock,
    March,
    Presenter,
    Verb,
    asked_after,
    by_side,
    in_hand,
    markers_in,
    not_yet,
    under_attack,
)
from .charts import FACTIONS, FRONTS, RED, SIDES, UNLIMITED, WHITE, Charts, Event, enemy_of
from .combat import Attack, CombatStep, modifier, sum_of
from .control import controlled, red_cities, resource_cities, resources, seas_of
from .forecasts import in_short
from .meanings import MEANINGS
from .movement import MovementStep, Moving, destinations, reach_of
from .order_of_battle import arrivals, formation_of
from .outline import WITHDRAWAL
from .position import (
    CHITS,
    DEAD,
    FIELD_STAFF,
    GONE,
    ICEBOUND,
    NO_BOX,
    POLAND_AT_PEACE,
    POLAND_AT_WAR,
    POLAND_CONQUERED,
    POLAND_NEUTRAL,
    POOL,
    READY,
    USED,
    War,
)
from .previews import foresee
from .reinforcements import Arrival, Replacement, Replacing
from .results import Advance, AdvanceStep, Battle, Loss, Retreat, parts
from .score import score
from .special_units import stranded
from .stacking import stack_limit, stacked_manpower
from .strategic_movement import Strategic, StrategicMovement
from .supply import POLES, supply_area
from .zones_of_control import enemy_zone

# 2.6: the colours of the factions, in words of the client.
BANDS = {
    "AFSR": "azure",
    "Siberian": "green",
    "Islamic": "teal",
    "North": "teal",
    "Poles": "violet",
    "AIF": "ochre",
    "Northwest": "rose",
    "Generic": "grey",
    "Makhno": "black",
}
# 2.4: the pictures on the counters, in words of the client.
SYMBOLS = {
    "cossack": "cavalry",
    "aif": "infantry",
    "river_flotilla": "flotilla",
    "naval_flotilla": "flotilla",
    "armored_train": "armoured_train",
    "aircraft": "air",
    "tank": "armour",
}
KIND_NAMES = {
    "aif": "Allied intervention force",
    "armored_train": "armored train",
    "river_flotilla": "river flotilla",
    "naval_flotilla": "naval flotilla",
}
GOLD = {RED: "the People's Gold (20.6)", WHITE: "the Imperial Gold (20.6)"}


POLAND = {
    POLAND_NEUTRAL: "neutral",
    POLAND_AT_WAR: "at war with the Reds",
    POLAND_CONQUERED: "conquered",
    POLAND_AT_PEACE: "at peace, for good",
}


DISORDERED = "disordered"

VERBS = {
    # 3.3 Set-up
    "begin": Verb("Roll", "act", "r"),
    # 10.6 Operational movement
    "select": Verb("Pick up", "select", stack=True),
    "move": Verb("Move here"),
    "halt": Verb("Halt", "end", "h"),
    "garrison": Verb("Leave a garrison", click="menu"),
    "raid": Verb("Cavalry raid", click="menu"),
    "embark": Verb("Embark", "select", click="other"),
    "land": Verb("Land here"),
    # 10.2 Strategic movement
    "rail": Verb("By rail to here"),
    "river": Verb("By river to here"),
    "sea": Verb("By sea to here"),
    "gold": Verb("Send the Gold here", click="menu"),
    "train": Verb("Red Train to here"),
    "stay": Verb("Leave the train", "end", "e"),
    # 6.3 Random events
    "terror": Verb("Red Terror here"),
    "dismiss": Verb("Dismiss"),
    "field_staff": Verb("To the Field Staff"),
    "leader": Verb("Leader"),
    "box": Verb("Command"),
    "red_leader": Verb("Take a Red leader"),
    "corrupt": Verb("Corruption in"),
    "tank": Verb("Tanks here"),
    "aircraft": Verb("Take an aircraft"),
    "partisans": Verb("Rise", "select"),
    # 7.0 Activation
    "front": Verb("Front"),
    "first": Verb("First activation"),
    # 11.0 Combat
    "attack": Verb("Attack", "select"),
    "add": Verb("Join the attack", stack=True),
    "all": Verb("Everybody attacks", key="a"),
    "resolve": Verb("Fight", key="f"),
    "commit": Verb("Commit"),
    "enough": Verb("Commit no more", "end", "e"),
    "disorder": Verb("Disorder"),
    "retreat": Verb("Retreat first", "select"),
    "to": Verb("Retreat to here"),
    "by": Verb("By this hex"),
    "advance": Verb("Advance"),
    "hold": Verb("No further advance", "end", "e"),
    "eliminate": Verb("Eliminate"),
    # 14.0 Reinforcements and replacements, 15.5
    "place": Verb("Place here"),
    "replace": Verb("Replace", "select"),
    "makhno": Verb("Makhno returns here"),
    "ukraine": Verb("Ukrainian garrison returns"),
    "remove": Verb("Remove for good"),
    # 12.2 The Logistics Segment
    "tsar": Verb("The Tsar rallies"),
    "miracle": Verb("Miracle of the Vistula"),
    "army": Verb("Army returns to Warsaw"),
    "decline": Verb("Do without", "end", "e"),
    "peace": Verb("Seek peace with Poland"),
    "disband": Verb("Disband the garrison"),
    "rally": Verb("Roll to rally", "end", "e"),
    "end_raid": Verb("End the raid", "end"),
    "go_on": Verb("The raid goes on", "end"),
    "cancel": Verb("Give up", "back", "Escape"),
    "done": Verb("Done", "end", "e"),
}

# 20.3, 20.12, 20.13: steps at whose end special units that are alone are lost.
ENDING = (MovementStep, CombatStep, StrategicMovement, AdvanceStep)


# Overlays


def _supply(p: War, side: str) -> Areas:
    """12.4: where the Reds and all the Whites together are in supply."""
    white = 0
    for faction in FACTIONS:
        if p.on_map & p.charts.of_faction[faction] & p.charts.army and faction != POLES:
            white |= supply_area(p, WHITE, faction)
    yield f"{WHITE} supply", white
    yield f"{RED} supply", supply_area(p, RED, RED)
    if p.on_map & p.charts.poles:
        yield "Polish supply", supply_area(p, POLES, POLES)


def _zone_of(p: War, side: str) -> HexSet:
    return enemy_zone(p, enemy_of(side))


OVERLAYS = {
    "zoc": by_side(SIDES, "{} Zones of Control", _zone_of),
    "supply": _supply,
    "control": by_side(SIDES, "{} control", controlled),
}


class WarPresenter(Presenter[War]):
    """Nothing is hidden but the order of the chits, and that is not in the position (9.2)."""

    verbs = VERBS
    meanings = MEANINGS
    labels: ClassVar[Mapping[tuple[type[AnyStep], str], str]] = {
        (MovementStep, "done"): "End the movement",
        (CombatStep, "done"): "End the combat",
        (StrategicMovement, "done"): "End strategic movement",
        (Replacement, "done"): "No more replacements",
    }
    overlays = OVERLAYS
    foresee = staticmethod(foresee)
    formation = staticmethod(formation_of)
    arrivals = staticmethod(arrivals)
    score = staticmethod(score)
    fates: ClassVar[Mapping[str, Status]] = {
        "dead": "lost",
        "turn": "coming",
        "next": "coming",
        "spring": "coming",
    }

    def clock(self, p: War) -> Clock:
        return Clock(*_turns(p), _phase(p))

    # What lies on the map, and beside it

    def boxes(self, p: War, units: Sequence[UnitView]) -> Iterator[BoxView]:
        for s in SIDES:
            yield BoxView(f"ready {s}", f"{s} aircraft and naval flotillas at hand")
        yield BoxView("next turn", "Back next turn")
        yield BoxView("spring", "Icebound until March-April")
        for s in (*SIDES, "Neutral"):
            yield BoxView(f"dead {s}", f"Eliminated {s} units")
        for letter in _letters(p.charts, p.track):
            yield BoxView(f"turn {letter}", f"Arriving on Turn {letter}")
        for s in SIDES:
            yield BoxView(f"pool {s}", f"{s} special units and garrisons not in play")

    def order(self, p: War) -> Iterable[int]:
        return _order(p.charts)

    def look(self, p: War, unit: int, states: tuple[str, ...]) -> UnitView | None:
        at = p.where[unit]
        # The turn matters only to those who wait for theirs.
        return _counter(p.charts, p.track if at == POOL else 0, unit, at, states)

    def printed(self, p: War, unit: int) -> UnitView:
        view = _counter(p.charts, 0, unit, DEAD, ())
        assert view is not None
        return view

    def states(self, p: War) -> dict[str, UnitSet]:
        attack = attack_of(p)
        return {
            "selected": selected(p),
            "attacking": set_of(attack.units) if attack else 0,
            DISORDERED: p.disordered,
            "unsupplied": p.unsupplied,
            "raiding": 1 << p.raider if p.raider >= 0 else 0,
            "freikorps": p.charts.freikorps if p.freikorps else 0,
            "done": p.done,
            "moved": p.moved,
            "fought": p.fought,
            "active": p.active & ~p.moved & ~p.fought & ~p.charts.garrisons,
        }

    def markers(self, p: War, side: str) -> Iterator[MarkerView]:
        empty = ~(p.occupied(WHITE) | p.occupied(RED))
        verdun = 1 << p.charts.tsaritsyn if p.verdun else 0
        yield from markers_in(
            p,
            [
                ("white", "White control (13.1)", controlled(p, WHITE) & empty),
                ("red", "Red control (13.1)", controlled(p, RED) & empty & ~red_cities(p)),
                ("terror", "Red Terror: a Red City (13.1)", p.terror),
                ("verdun", "Red Verdun (20.11)", verdun),
                ("locomotive", "the Red Train (20.10)", 1 << p.train if p.train >= 0 else 0),
                ("gold", GOLD.get(p.gold_side, "the Gold of nobody (20.6)"), 1 << p.gold),
            ],
        )
        if attack := attack_of(p):
            yield from under_attack(p, [attack.target])

    def tracks(self, p: War) -> Iterator[TrackView]:
        most = resource_cities(p).bit_count() + 1
        yield TrackView("Turn", *_turns(p), _date(p))
        yield TrackView("White resources", resources(p, WHITE), most, _withdrawal_text(p))
        yield TrackView("Red resources", resources(p, RED), most)

    def facts(self, p: War) -> Iterator[Fact]:
        if battle := battle_now(p):
            yield _battle_report(p, battle)
        yield Fact("Initiative", p.initiative, "6.1")
        if p.current.key in ("command", "chit-pool", "activation"):
            yield Fact("Chits in the pool", _pool(p), "7.8")
        yield from _event_cards(p)
        yield Fact("Red High Command", _high_command(p), "20.9")
        yield from _white_affairs(p)
        yield Fact("Poland", POLAND[p.poland], "15.1")
        if red_seas := ", ".join(seas_of(p, RED)):
            yield Fact("Red seas", red_seas, "13.3")
        if p.great_war:
            yield Fact("Great War", "goes on until Turn B: neutral lands are closed", "3.4")

    # What can be chosen

    def label(self, p: War, option: Option) -> str:
        if option.verb == "front" and option.kind == "none":
            return "A Front, by the die"
        return super().label(p, option)

    def takes_stacks(self, p: War, option: Option) -> bool:
        """10.2: strategic movement is for few units, and by ways that differ."""
        strategic = isinstance(p.frames[-1].step, StrategicMovement)
        return not strategic and super().takes_stacks(p, option)

    def confirmation(self, p: War, decision: Decision, option: Option) -> str:
        if option.verb not in ("done", "hold") or not isinstance(p.frames[-1].step, ENDING):
            return ""
        waiting = not_yet(decision, "moved") if p.is_in(MovementStep) else ""
        lost = ", ".join(p.charts.counters[unit].name for unit in stranded(p))
        doomed = f"Without infantry or cavalry this is the end of {lost}." if lost else ""
        return asked_after([waiting, doomed], f"{self.label(p, option)}?")

    def march(self, p: War) -> March | None:
        """10.6: trains count no points."""
        memo = p.memo_of(MovementStep)
        points = p.charts.counters[memo.unit].movement
        if points == UNLIMITED:
            return None
        return March(reach_of(p, memo.unit, memo.spent), points - memo.spent)

    # What is asked

    def reach(self, p: War, side: str) -> Areas:
        memo = in_hand(p)
        if isinstance(memo, Moving) and memo.unit >= 0:
            yield "Reach", destinations(p, memo.unit, memo.spent)

    def ground(self, p: War) -> HexSet:
        return p.charts.land | p.charts.lakes

    def stack_lines(self, p: War, side: str, hex_: Hex) -> Iterator[Line]:
        """Manpower, modifiers, and how much more a hex can take."""
        here = p.units_in(hex_)
        if not here:
            return
        owner = p.charts.side_of[members(here)[-1]]
        fighting = here & ~p.charts.garrisons or here
        yield Line("Manpower", str(p.manpower(fighting)), "11.3")
        yield Line("Units", str(fighting.bit_count()), "11.3")
        yield Line("Attack", f"{modifier(p, fighting, attacking=True):+d}", "11.3")
        yield Line("Defence", f"{modifier(p, fighting, attacking=False):+d}", "11.3")
        stacked = f"{stacked_manpower(p, hex_)} of {stack_limit(p, owner, hex_)}"
        yield Line("Stacked", stacked, "9.1")


# Counters


@lru_cache(maxsize=1 << 15)
def _counter(
    charts: Charts, track: int, unit: int, at: int, states: tuple[str, ...]
) -> UnitView | None:
    """A counter as it lies somewhere; most of them lie where they lay before."""
    box = _places(charts, track)[at][unit] if at < 0 else ""
    if at < 0 and not box:
        return None
    counter, back = charts.counters[unit], DISORDERED in states
    attack, defence = counter.attack[back], counter.defence[back]
    # Manpower, attack, defence; a counter is too small for more.
    if counter.kind == "garrison":
        values = f"{counter.manpower} {defence:+}"
    elif counter.manpower:
        values = f"{counter.manpower}\u00b7{attack}\u00b7{defence}"
    else:
        values = f"{attack:+}{defence:+}"
    return UnitView(
        id=counter.id,
        side=counter.side,
        hex=charts.grid.label(at) if at >= 0 else "",
        box=box,
        symbol=SYMBOLS.get(counter.kind, counter.kind),
        size=counter.size,
        values=values,
        title=_title(charts, unit, back),
        states=states,
        band=BANDS.get(counter.faction, ""),
        designation=designation_of(counter.name.removeprefix("AIF ")),
    )


def _title(charts: Charts, unit: int, back: int) -> str:
    """A counter in words, for the inspector."""
    counter = charts.counters[unit]
    whose = "" if counter.faction in (RED, "Generic", "Makhno") else f"{counter.faction} "
    kind = KIND_NAMES.get(counter.kind, counter.kind)
    parts = [f"{whose}{kind}".strip()]
    if counter.manpower:
        parts.append(f"manpower {counter.manpower}")
    if counter.kind != "garrison":
        parts.append(f"attack {counter.attack[back]:+}")
    parts.append(f"defence {counter.defence[back]:+}")
    if counter.movement == UNLIMITED:
        parts.append(f"any distance by {counter.moves}")
    elif counter.movement:
        parts.append(f"{counter.movement} movement points")
    if counter.krug >= 0:
        parts.append(f"krug {charts.grid.label(counter.krug)}")
    if counter.no_replace:
        parts.append("cannot be replaced")
    return f"{counter.name}: {', '.join(parts)}"


@lru_cache(maxsize=8)
def _order(charts: Charts) -> tuple[int, ...]:
    """From the bottom of a stack to its top: armies lie above their garrisons and trains."""
    units = range(len(charts.counters))
    return tuple(sorted(units, key=lambda u: (charts.army >> u & 1, charts.manpower[u], u)))


@lru_cache(maxsize=64)
def _places(charts: Charts, track: int) -> dict[int, tuple[str, ...]]:
    """The box of every unit for every place off the map; nothing for what is out of the game."""
    sides = [counter.side for counter in charts.counters]
    return {
        READY: tuple(f"ready {side}" for side in sides),
        USED: ("next turn",) * len(sides),
        ICEBOUND: ("spring",) * len(sides),
        DEAD: tuple(f"dead {side}" for side in sides),
        GONE: ("",) * len(sides),
        POOL: tuple(_waiting(charts, unit, track) for unit in range(len(sides))),
    }


def _waiting(charts: Charts, unit: int, track: int) -> str:
    """Where a unit waits for its turn, or for its use; Makhno's other face does neither."""
    counter, letters = charts.counters[unit], _letters(charts, track)
    if charts.makhno >> unit & 1:
        return ""
    if "A" <= counter.setup <= "G" and letters:
        return f"turn {max(counter.setup, letters[0])}"
    return f"pool {counter.side}"


# Turns


def _turns(p: War) -> tuple[int, int]:
    """The Operational Turn and the last one; a Strategic Turn counts to the one before it."""
    last = p.charts.last_turn[p.scenario].seq
    return _operational(p.charts, p.track), _operational(p.charts, last)


@lru_cache(maxsize=64)
def _operational(charts: Charts, track: int) -> int:
    return sum(not turn.strategic for turn in charts.turns[: track + 1])


@lru_cache(maxsize=64)
def _letters(charts: Charts, track: int) -> tuple[str, ...]:
    """The Strategic Turns still to come, the present one included."""
    return tuple(turn.key for turn in charts.turns[track:] if turn.strategic)


def _phase(p: War) -> str:
    if p.turn.strategic:
        return f"Strategic Turn {p.turn.key}: {p.current.name}"
    if p.current.key in ("chit-pool", "activation") and p.segment >= 0:
        return f"{p.turn.date}: {chit_name(p, p.segment)}"
    return f"{p.turn.date}: {p.current.name}"


def chit_name(p: War, chit: int) -> str:
    return p.charts.chits[CHITS[chit]].name


def _date(p: War) -> str:
    if p.turn.strategic:
        return f"Strategic Turn {p.turn.key}"
    return f"{p.turn.date}{', Winter' if p.winter else ''}"


def _withdrawal_text(p: War) -> str:
    """18.2: what the Whites need to keep the Allies."""
    if p.withdrawals >= 2:
        return ""
    checked = p.turn.strategic and p.phase > WITHDRAWAL
    for turn in p.charts.turns[p.track + checked :]:
        if turn.strategic and turn.withdrawal_number:
            return f"{turn.withdrawal_number} needed on Turn {turn.key}"
    return ""


# The state of the war


def _pool(p: War) -> str:
    return ", ".join(chit_name(p, chit) for chit in members(p.chits)) or "none"


def _event_cards(p: War) -> Iterator[Fact]:
    """6.3: the events of this turn, to be read."""
    for side, roll in zip((WHITE, RED), p.event_rolls, strict=True):
        if roll:
            event = p.charts.events[side][roll]
            yield Fact(f"{side} event {roll}: {event.name}", event_text(event), "6.3")


def event_text(event: Event) -> str:
    return f"{event.effect} ({event.limits})" if event.limits else event.effect


def _high_command(p: War) -> str:
    """20.9: who commands where."""
    boxes = (*(f"{front} Front" for front in FRONTS), "Field Staff")
    posts = [
        f"{leader.name} ({leader.rating}): {boxes[box]}"
        for leader, box in zip(p.charts.leaders, p.leaders, strict=True)
        if box != NO_BOX
    ]
    assert boxes[FIELD_STAFF] == "Field Staff"
    return "; ".join(posts) or "no leader in office"


def _white_affairs(p: War) -> Iterator[Fact]:
    withdrawn = ("support the Whites", "Minor Withdrawal", "Major Withdrawal")[p.withdrawals]
    yield Fact("The Allies", withdrawn, "18.1")
    yield Fact("AFSR Commander", "Wrangel" if p.wrangel else "Denikin", "12.12")
    if p.tsar and p.withdrawals < 2:
        yield Fact("The Tsar", "Nicholas II is alive", "12.12")
    if p.aif_offensive:
        yield Fact("AIF Offensive", "AIF units may attack in this turn", "11.2")
    if p.raid_in_hand:
        yield Fact("Cavalry Raid", "in hand", "20.4")
    if p.amphibious_in_hand:
        yield Fact("Amphibious Invasion", "in hand", "20.2")
    if p.semenov:
        yield Fact("Semenov", "holds up the trains from Omsk", "6.3")
    if p.corruption:
        yield Fact("Corruption", f"{p.corruption}: no rally, no replacement", "6.3")


RESULTS = {"a": "one attacker", "A": "all attackers", "d": "one defender", "D": "all defenders"}


def result_text(result: str) -> str:
    """11.5: a combat result in words."""
    attacker, defender = parts(result)
    said = []
    for part in (attacker, defender):
        if part:
            words = f"{RESULTS[part[0]]} disordered" if part[0] in RESULTS else ""
            fate = "attackers retreat" if part is attacker else "defenders retreat"
            said.append(", ".join(filter(None, (words, fate if part.endswith("R") else ""))))
    return "; ".join(said) or "no effect"


# Combat


def attack_of(p: War) -> Attack | None:
    """The attack that is being put together or fought out."""
    memo = in_hand(p)
    if isinstance(memo, Attack):
        return memo
    battle = battle_now(p)
    return Attack(battle.side, battle.target, battle.attackers) if battle else None


def battle_now(p: War) -> Battle | None:
    """The battle that is going on, from the commitment of aircraft to the advance."""
    memo = in_hand(p)
    match memo:
        case Battle():
            return memo
        case Loss() | Retreat() | Advance():
            return memo.battle
    return None


def _battle_report(p: War, battle: Battle) -> Fact:
    """11.3: the steps of a battle as far as they have gone."""
    places = p.charts.board.places_at(battle.target)
    name = f"Battle of {places[0].name if places else p.label(battle.target)}"
    attackers, defenders = set_of(battle.attackers), set_of(battle.defenders)
    if not battle.dice:
        manpower = f"manpower {p.manpower(attackers)} to {p.manpower(defenders)}"
        return Fact(name, f"{manpower}, after shifts {in_short(sum_of(p, battle))}", "11.3")
    ours, theirs = battle.strengths
    text = (
        f"{battle.column}; dice {battle.dice[0]} and {battle.dice[1]}; strengths {ours} and "
        f"{theirs}; differential {ours - theirs:+}; {battle.result}: {result_text(battle.result)}"
    )
    return Fact(name, text, "11.3")


def selected(p: War) -> UnitSet:
    """The units in hand."""
    memo = in_hand(p)
    match memo:
        case Moving(embarked=embarked) if embarked:
            return set_of(embarked)
        case Moving() | Strategic() | Arrival() | Replacing() | Retreat():
            return 1 << memo.unit if memo.unit >= 0 else 0
    return 0
