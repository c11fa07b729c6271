"""What a screen shows: units, markers, tracks, the options in words, previews and overlays."""

from __future__ import annotations

from functools import lru_cache

from ...engine import AnyStep, Decision, Option, UnitSet
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
from ...hexes import HexSet, UnknownHex, members, set_of
from .charts import FACTIONS, FRONTS, RED, SIDES, UNLIMITED, WHITE, Charts, Event, enemy_of
from .combat import Attack, CombatStep, modifier, sum_of
from .control import controlled, red_cities, resource_cities, resources, seas_of
from .forecasts import (
    in_short,
)
from .movement import MovementStep, Moving, destinations, reach_of
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
from .reinforcements import Arrival, Replacement, Replacing
from .results import Advance, AdvanceStep, Battle, Loss, Retreat, parts
from .special_units import stranded
from .stacking import stack_limit, stacked_manpower
from .strategic_movement import Strategic, StrategicMovement
from .supply import POLES, supply_area
from .zones_of_control import enemy_zone

OVERLAYS = ("reach", "zoc", "supply", "control")

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


@lru_cache(maxsize=1 << 15)
def _counter(
    charts: Charts, unit: int, back: int, hex_: str, box: str, states: tuple[str, ...]
) -> UnitView:
    """A counter as it lies somewhere; most of them lie where they lay before."""
    counter = charts.counters[unit]
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
        hex=hex_,
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


def present(p: War, side: str, to_choose: str, decision: Decision | None) -> Presentation:
    """Nothing is hidden but the order of the chits, and that is not in the position (9.2)."""
    return Presentation(
        title=p.title,
        scenario=p.scenario,
        options=p.options,
        side=side,
        turn=_turn_number(p),
        turns=_turns(p),
        phase=_phase(p),
        to_choose=to_choose,
        decision=_offered(p, decision) if decision else None,
        units=_units(p),
        markers=_markers(p),
        tracks=_tracks(p),
        boxes=_boxes(p),
        facts=_facts(p),
        overlays=OVERLAYS,
        outcome=OutcomeView(*p.ended) if p.ended else None,
    )


def _turn_number(p: War) -> int:
    """The Operational Turn; a Strategic Turn counts to the one before it."""
    return _operational(p.charts, p.track)


def _turns(p: War) -> int:
    return _operational(p.charts, p.charts.last_turn[p.scenario].seq)


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


# What lies on the map, and beside it


def _units(p: War) -> tuple[UnitView, ...]:
    charts, label, disordered = p.charts, p.label, p.disordered
    states = _states(p)
    stated = 0
    for _, group in states:
        stated |= group
    boxes = _places(charts, p.track)
    found = []
    for unit in _order(charts):
        hex_ = p.where[unit]
        if hex_ >= 0:
            where, box = label(hex_), ""
        else:
            where, box = "", boxes[hex_][unit]
            if not box:
                continue
        names: tuple[str, ...] = ()
        if stated >> unit & 1:
            names = tuple([name for name, group in states if group >> unit & 1])
        found.append(_counter(charts, unit, disordered >> unit & 1, where, box, names))
    return tuple(found)


@lru_cache(maxsize=8)
def _order(charts: Charts) -> tuple[int, ...]:
    """From the bottom of a stack to its top: armies lie above their garrisons and trains."""
    units = range(len(charts.counters))
    return tuple(sorted(units, key=lambda u: (charts.army >> u & 1, charts.manpower[u], u)))


def _states(p: War) -> list[tuple[str, UnitSet]]:
    """The states that some unit is in, and the units."""
    attack = attack_of(p)
    flags = (
        ("selected", selected(p)),
        ("attacking", set_of(attack.units) if attack else 0),
        ("disordered", p.disordered),
        ("unsupplied", p.unsupplied),
        ("raiding", 1 << p.raider if p.raider >= 0 else 0),
        ("freikorps", p.charts.freikorps if p.freikorps else 0),
        ("done", p.done),
        ("moved", p.moved),
        ("fought", p.fought),
        ("active", p.active & ~p.moved & ~p.fought & ~p.charts.garrisons),
    )
    return [(name, units) for name, units in flags if units]


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


def _boxes(p: War) -> tuple[BoxView, ...]:
    letters = _letters(p.charts, p.track)
    return (
        *(BoxView(f"ready {s}", f"{s} aircraft and naval flotillas at hand") for s in SIDES),
        BoxView("next turn", "Back next turn"),
        BoxView("spring", "Icebound until March-April"),
        *(BoxView(f"dead {s}", f"Eliminated {s} units") for s in (*SIDES, "Neutral")),
        *(BoxView(f"turn {letter}", f"Arriving on Turn {letter}") for letter in letters),
        *(BoxView(f"pool {s}", f"{s} special units and garrisons not in play") for s in SIDES),
    )


def _markers(p: War) -> tuple[MarkerView, ...]:
    charts, label = p.charts, p.label
    found: list[MarkerView] = []
    empty = ~(p.occupied(WHITE) | p.occupied(RED))
    for kind, text, hexes in (
        ("white", "White control (13.1)", controlled(p, WHITE) & empty),
        ("red", "Red control (13.1)", controlled(p, RED) & empty & ~red_cities(p)),
        ("terror", "Red Terror: a Red City (13.1)", p.terror),
        ("verdun", "Red Verdun (20.11)", 1 << charts.tsaritsyn if p.verdun else 0),
        ("locomotive", "the Red Train (20.10)", 1 << p.train if p.train >= 0 else 0),
        ("gold", GOLD.get(p.gold_side, "the Gold of nobody (20.6)"), 1 << p.gold),
    ):
        found += [MarkerView(kind, text, hex=label(h)) for h in members(hexes)]
    if attack := attack_of(p):
        found.append(MarkerView("target", "under attack", hex=label(attack.target)))
    return tuple(found)


GOLD = {RED: "the People's Gold (20.6)", WHITE: "the Imperial Gold (20.6)"}


def _tracks(p: War) -> tuple[TrackView, ...]:
    most = resource_cities(p).bit_count() + 1
    return (
        TrackView("Turn", _turn_number(p), _turns(p), _date(p)),
        TrackView("White resources", resources(p, WHITE), most, _withdrawal_text(p)),
        TrackView("Red resources", resources(p, RED), most),
    )


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


def _facts(p: War) -> tuple[Fact, ...]:
    found = []
    if battle := battle_now(p):
        found.append(_battle_report(p, battle))
    found.append(Fact("Initiative", p.initiative, "6.1"))
    if p.current.key in ("command", "chit-pool", "activation"):
        found.append(Fact("Chits in the pool", _pool(p), "7.8"))
    found += _event_cards(p)
    found.append(Fact("Red High Command", _high_command(p), "20.9"))
    found += _white_affairs(p)
    found.append(Fact("Poland", POLAND[p.poland], "15.1"))
    red_seas = ", ".join(seas_of(p, RED))
    if red_seas:
        found.append(Fact("Red seas", red_seas, "13.3"))
    if p.great_war:
        found.append(Fact("Great War", "goes on until Turn B: neutral lands are closed", "3.4"))
    return tuple(found)


POLAND = {
    POLAND_NEUTRAL: "neutral",
    POLAND_AT_WAR: "at war with the Reds",
    POLAND_CONQUERED: "conquered",
    POLAND_AT_PEACE: "at peace, for good",
}


def _pool(p: War) -> str:
    return ", ".join(chit_name(p, chit) for chit in members(p.chits)) or "none"


def _event_cards(p: War) -> list[Fact]:
    """6.3: the events of this turn, to be read."""
    found = []
    for side, roll in zip((WHITE, RED), p.event_rolls, strict=True):
        if roll:
            event = p.charts.events[side][roll]
            found.append(Fact(f"{side} event {roll}: {event.name}", event_text(event), "6.3"))
    return found


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


def _white_affairs(p: War) -> list[Fact]:
    found = []
    withdrawn = ("support the Whites", "Minor Withdrawal", "Major Withdrawal")[p.withdrawals]
    found.append(Fact("The Allies", withdrawn, "18.1"))
    found.append(Fact("AFSR Commander", "Wrangel" if p.wrangel else "Denikin", "12.12"))
    if p.tsar and p.withdrawals < 2:
        found.append(Fact("The Tsar", "Nicholas II is alive", "12.12"))
    if p.aif_offensive:
        found.append(Fact("AIF Offensive", "AIF units may attack in this turn", "11.2"))
    if p.raid_in_hand:
        found.append(Fact("Cavalry Raid", "in hand", "20.4"))
    if p.amphibious_in_hand:
        found.append(Fact("Amphibious Invasion", "in hand", "20.2"))
    if p.semenov:
        found.append(Fact("Semenov", "holds up the trains from Omsk", "6.3"))
    if p.corruption:
        found.append(Fact("Corruption", f"{p.corruption}: no rally, no replacement", "6.3"))
    return found


# What can be chosen


def _offered(p: War, decision: Decision) -> DecisionView:
    return decision_view(p.number, decision, lambda option: _option(p, decision, option))


def _option(p: War, decision: Decision, option: Option) -> OptionView:
    verb = VERBS[option.verb]
    return option_view(
        decision,
        option,
        verb,
        label=_label(p, option),
        confirm=_confirmation(p, decision, option),
        notes=_points_left(p, option) if option.verb == "move" else (),
    )


def _points_left(p: War, option: Option) -> tuple[str, ...]:
    """10.6: what a unit would have left in each hex that it can go to; trains count nothing."""
    memo: Moving = p.frames[-1].memo
    counter = p.charts.counters[memo.unit]
    if counter.movement == UNLIMITED:
        return ()
    costs = reach_of(p, memo.unit, memo.spent).costs()
    left = counter.movement - memo.spent
    return tuple([str(left - costs[hex_]) for hex_ in members(option.values)])


def _label(p: War, option: Option) -> str:
    if option.verb == "done":
        return ENDS[type(p.frames[-1].step)]
    if option.verb == "front" and option.kind == "none":
        return "A Front, by the die"
    return VERBS[option.verb].label


def _confirmation(p: War, decision: Decision, option: Option) -> str:
    """A question before something that is easily done by mistake."""
    if option.verb not in ("done", "hold") or not isinstance(p.frames[-1].step, ENDING):
        return ""
    waiting = not_yet(decision, "moved") if p.is_in(MovementStep) else ""
    lost = ", ".join(p.charts.counters[unit].name for unit in stranded(p))
    doomed = f"Without infantry or cavalry this is the end of {lost}." if lost else ""
    said = " ".join(filter(None, (waiting, doomed)))
    return f"{said} {_label(p, option)}?" if said else ""


VERBS = {
    # 3.3 Set-up
    "begin": Verb("Roll", "act", "r"),
    # 10.6 Operational movement
    "select": Verb("Pick up", "select"),
    "move": Verb("Move here"),
    "halt": Verb("Halt", "end", "h"),
    "garrison": Verb("Leave a garrison"),
    "raid": Verb("Cavalry raid"),
    "embark": Verb("Embark", "select"),
    "land": Verb("Land here"),
    # 10.2 Strategic movement
    "rail": Verb("By rail to here"),
    "river": Verb("By river to here"),
    "sea": Verb("By sea to here"),
    "gold": Verb("Send the Gold here"),
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
    "add": Verb("Join the attack"),
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

# What "done" ends, by step.
ENDS: dict[type[AnyStep], str] = {
    MovementStep: "End the movement",
    CombatStep: "End the combat",
    StrategicMovement: "End strategic movement",
    Replacement: "No more replacements",
}

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
    memo = p.frames[-1].memo if p.frames else None
    if isinstance(memo, Attack):
        return memo
    battle = battle_now(p)
    return Attack(battle.side, battle.target, battle.attackers) if battle else None


def battle_now(p: War) -> Battle | None:
    """The battle that is going on, from the commitment of aircraft to the advance."""
    memo = p.frames[-1].memo if p.frames else None
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
    memo = p.frames[-1].memo if p.frames else None
    match memo:
        case Moving(embarked=embarked) if embarked:
            return set_of(embarked)
        case Moving() | Strategic() | Arrival() | Replacing() | Retreat():
            return 1 << memo.unit if memo.unit >= 0 else 0
    return 0


# Overlays


def overlay(p: War, side: str, kind: str) -> tuple[OverlayArea, ...]:
    """Areas to lay over the map; an unknown kind has none."""
    match kind:
        case "reach":
            memo = p.frames[-1].memo if p.frames else None
            if isinstance(memo, Moving) and memo.unit >= 0:
                hexes = destinations(p, memo.unit, memo.spent)
                return (OverlayArea("Reach", "reach", _labels(p, hexes)),)
        case "zoc":
            return tuple(
                OverlayArea(f"{s} Zones of Control", "zoc", _labels(p, enemy_zone(p, enemy_of(s))))
                for s in SIDES
            )
        case "supply":
            return tuple(
                OverlayArea(f"{name} supply", "supply", _labels(p, area))
                for name, area in _supply_areas(p)
            )
        case "control":
            return tuple(
                OverlayArea(f"{s} control", "control", _labels(p, controlled(p, s))) for s in SIDES
            )
    return ()


def _supply_areas(p: War) -> list[tuple[str, HexSet]]:
    """12.4: where the Reds and all the Whites together are in supply."""
    white = 0
    for faction in FACTIONS:
        if p.on_map & p.charts.of_faction[faction] & p.charts.army and faction != POLES:
            white |= supply_area(p, WHITE, faction)
    found = [(WHITE, white), (RED, supply_area(p, RED, RED))]
    if p.on_map & p.charts.poles:
        found.append(("Polish", supply_area(p, POLES, POLES)))
    return found


def _labels(p: War, hexes: HexSet) -> tuple[str, ...]:
    return tuple(p.charts.grid.labels(hexes & (p.charts.land | p.charts.lakes)))


def stack(p: War, label: str) -> tuple[Line, ...]:
    """What the units in a hex come to: manpower, modifiers, and how much more it can take."""
    try:
        hex_ = p.charts.grid.hex(label)
    except UnknownHex:
        return ()
    here = p.units_in(hex_)
    if not here:
        return ()
    side = p.charts.side_of[members(here)[-1]]
    fighting = here & ~p.charts.garrisons or here
    return (
        Line("Manpower", str(p.manpower(fighting)), "11.3"),
        Line("Units", str(fighting.bit_count()), "11.3"),
        Line("Attack", f"{modifier(p, fighting, attacking=True):+d}", "11.3"),
        Line("Defence", f"{modifier(p, fighting, attacking=False):+d}", "11.3"),
        Line("Stacked", f"{stacked_manpower(p, hex_)} of {stack_limit(p, side, hex_)}", "9.1"),
    )
