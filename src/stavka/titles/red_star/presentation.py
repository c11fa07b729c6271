"""What a screen shows: units, markers, tracks, the options in words, and overlays."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

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
from ...hexes import HexSet, UnknownHex, members, set_of
from .advance import Advance
from .attacks import CombatPhase
from .charts import AXIS, SIDES, SOVIET, Charts
from .combat import Attack, attack_value, defence_values
from .contested import contested_by
from .conversion import Converting
from .movement import (
    MovementPhase,
    Moving,
    destinations,
    group_reach,
    left,
)
from .position import (
    AIR_FLEETS,
    AWAITING_PROMOTION,
    BREAKDOWN,
    DESTROYED,
    EVACUATED,
    FORCE_POOL,
    LEADERS,
    NO_MARKER,
    PARADROP,
    PROMOTED,
    READY,
    RETURNING,
    TO_PLACE,
    War,
)
from .reinforcements import Placing, ReinforcementPhase
from .results import Retreat, RetreatStep, SatisfyStep
from .stacking import culprits, limit_of, overstacks, points
from .supply import GERMAN, RED, Depots, depots_in_chain, supply_area, unsupplied_airbases
from .victory import victory_points

OVERLAYS = ("reach", "zoc", "supply", "control")

# The boxes whose counters are shown one by one; the rest is told in numbers.
BOXES = {
    READY: "Reinforcements",
    RETURNING: "To return",
    TO_PLACE: "To be placed",
    AIR_FLEETS: "Air fleets at base",
    PARADROP: "Paradrop Waiting",
    AWAITING_PROMOTION: "Awaiting Promotion",
    FORCE_POOL: "Force Pool",
    BREAKDOWN: "Breakdown & Buildup",
}
KEYS = {
    READY: "ready",
    RETURNING: "returning",
    TO_PLACE: "to_place",
    AIR_FLEETS: "air_fleets",
    PARADROP: "paradrop",
    AWAITING_PROMOTION: "promotion",
    FORCE_POOL: "force_pool",
    BREAKDOWN: "breakdown",
}

# The colours of allies and of the elite.
BANDS = {"Romanian": "ochre", "Italian": "green", "Hungarian": "rose", "Finnish": "azure"}
ELITE = {
    "guards_army": "violet",
    "shock_army": "teal",
    "guards_cavalry_corps": "violet",
    "tank_army": "black",
}


VERBS = {
    "emergency": Verb("Emergency supply", key="x"),
    "hoard": Verb("Take off the map", key="t"),
    "fly": Verb("Fly here"),
    "stay": Verb("Stay at base", "end"),
    "select": Verb("Pick up", "select"),
    "place": Verb("Place here"),
    "drop": Verb("Drop"),
    "add": Verb("Add"),
    "stack": Verb("The whole stack", key="a"),
    "move": Verb("Move here"),
    "overrun": Verb("Overrun"),
    "halt": Verb("Halt", "end", "h"),
    "sail": Verb("Sail here"),
    "strategic": Verb("Strategic movement", key="s"),
    "transfer": Verb("Transfer here"),
    "back": Verb("Back", "back", "Escape"),
    "attack": Verb("Attack", "select"),
    "all": Verb("Everybody attacks", key="a"),
    "target": Verb("Attack this space too"),
    "resolve": Verb("Attack now", key="r"),
    "cancel": Verb("Give up", "back", "Escape"),
    "bombard": Verb("Fire: +4", key="f"),
    "hold_fire": Verb("Hold fire", "end"),
    "retreat": Verb("Retreat"),
    "detach": Verb("Retreat on its own"),
    "lose": Verb("Lose a step"),
    "make_room": Verb("Retreat further"),
    "stand": Verb("Nobody", "end"),
    "remove": Verb("Remove"),
    "advance": Verb("Advance", "select"),
    "to": Verb("Advance here"),
    "hold": Verb("No further advance", "end", "e"),
    "withdraw": Verb("Withdraw"),
    "break_down": Verb("Break down"),
    "build_up": Verb("Build up"),
    "with": Verb("With this one"),
    "promote": Verb("Promote"),
    "corps": Verb("This corps"),
    "incorporate": Verb("Incorporate", key="i"),
    "into": Verb("Into this army"),
    "at": Verb("Here"),
    "evacuate": Verb("Evacuate"),
    "flee": Verb("Flee here"),
    "done": Verb("Done", "end", "e"),
}


def present(p: War, side: str, to_choose: str, decision: Decision | None) -> Presentation:
    """Both sides see everything; what is still to be drawn nobody knows (6.2.2)."""
    return Presentation(
        title=p.title,
        scenario=p.scenario,
        options=p.options,
        side=side,
        turn=p.turn,
        turns=p.plan.last_turn,
        phase=p.current.name if p.phase >= 0 else "",
        to_choose=to_choose,
        decision=_offered(p, decision) if decision else None,
        units=_units(p),
        markers=_markers(p),
        tracks=_tracks(p),
        boxes=_boxes(p),
        facts=_facts(p),
        overlays=OVERLAYS,
        outcome=OutcomeView(*p.ended) if p.ended is not None else None,
    )


# What lies on the map and beside it


def _boxes(p: War) -> tuple[BoxView, ...]:
    return tuple(
        BoxView(f"{KEYS[box]} {side}", f"{name}, {side}")
        for side in SIDES
        for box, name in BOXES.items()
        if p.box(box) & p.charts.units_of[side]
    )


def _units(p: War) -> tuple[UnitView, ...]:
    shown: UnitSet = p.on_map
    for box in BOXES:
        shown |= p.box(box)
    lists = map(tuple, (p.where, p.steps, p.marker, p.due))
    return _faces(p.charts, shown, tuple(_states(p)), *lists)


# Both sides see the same, and look one after the other.
@lru_cache(maxsize=16)
def _faces(
    charts: Charts,
    shown: UnitSet,
    states: tuple[tuple[str, UnitSet], ...],
    where: tuple[int, ...],
    steps: tuple[int, ...],
    marker: tuple[int, ...],
    due: tuple[int, ...],
) -> tuple[UnitView, ...]:
    in_some: UnitSet = 0
    for _, units in states:
        in_some |= units
    found = []
    for unit in members(shown):
        named: tuple[str, ...] = ()
        if in_some >> unit & 1:
            named = tuple([name for name, units in states if units >> unit & 1])
        found.append(_face(charts, unit, where[unit], steps[unit], marker[unit], due[unit], named))
    return tuple(found)


# Most units look as they did before the last choice.
@lru_cache(maxsize=1 << 15)
def _face(
    charts: Charts, unit: int, at: int, steps: int, marker: int, due: int, states: tuple[str, ...]
) -> UnitView:
    kind = charts.kind[unit]
    if at >= 0 and steps < kind.steps:
        states = (*states, "reduced")
    what = f"{charts.unit_names[unit]} ({kind.name})"
    if unit in charts.works:
        what = f"{kind.name}: {charts.works[unit]}"
    elif charts.leaders >> unit & 1:
        what = f"{charts.unit_names[unit]} (Leader, rating {charts.rating[unit]})"
    if at == RETURNING:
        what += f", back on turn {due}"
    return UnitView(
        id=charts.names.units[unit],
        side=kind.side,
        hex=charts.grid.label(at) if at >= 0 else "",
        box="" if at >= 0 else f"{KEYS[at]} {kind.side}",
        symbol=kind.symbol,
        size=kind.size,
        values=_values(charts, unit, steps, marker),
        title=what,
        states=states,
        band=ELITE.get(kind.key) or BANDS.get(kind.nationality, ""),
        designation=designation_of(charts.unit_names[unit]) if kind.size else "",
    )


def _values(charts: Charts, unit: int, steps: int, marker: int) -> str:
    """Attack, defence and movement; an army without a marker shows its class (6.1)."""
    kind = charts.kind[unit]
    if charts.leaders >> unit & 1:
        return f"+{charts.rating[unit]}"
    if kind.cup and marker == NO_MARKER:
        return f"{kind.cup}-{kind.movement}"
    if kind.cup:
        attack, defence = charts.markers[marker].value(steps)
    else:
        attack, defence = kind.value(steps)
    return f"{attack}-{defence}-{kind.movement}"


def _states(p: War) -> list[tuple[str, UnitSet]]:
    """The states that some unit is in, and the units."""
    memo = p.frames[-1].memo if p.frames else None
    flags = {
        "unsupplied": p.out,
        "lack": p.lack,
        "emergency": p.emergency | p.flipped,
        "moved": p.moved,
        "fought": p.fought,
        "attacked": p.was_attacked,
        "converted": p.converted,
    }
    match memo:
        case Moving():
            flags["selected"] = set_of(memo.units)
        case Attack():
            flags["attacking"] = set_of(memo.units)
        case Retreat() if memo.groups:
            flags["selected"] = set_of(memo.groups[0].units)
        case Advance(unit=unit) | Placing(unit=unit) | Converting(unit=unit) if unit >= 0:
            flags["selected"] = 1 << unit
    return [(name, units) for name, units in flags.items() if units]


def _markers(p: War) -> tuple[MarkerView, ...]:
    charts = p.charts
    ruined = charts.fortress if p.ruined else 0
    # 9.0: only what has changed hands since the beginning needs a marker.
    begun = charts.axis_held[p.scenario]
    found = []
    for kind, text, hexes in (
        ("captured", "controlled by the Axis (9.0)", p.axis_held & ~begun & p.area),
        ("captured", "controlled by the Soviets (9.0)", begun & ~p.axis_held & p.area),
        ("destroyed", "the fortress is destroyed (7.4.3)", ruined & p.area),
    ):
        found += [MarkerView(kind, text, hex=p.label(h)) for h in members(hexes)]
    memo = p.frames[-1].memo if p.frames else None
    if isinstance(memo, Attack):
        found += [MarkerView("target", "under attack", hex=p.label(h)) for h in memo.targets]
    return tuple(found)


def _victory_track(p: War) -> TrackView:
    """What the points would come to as they stand, and where the next levels begin (19.0)."""
    points = victory_points(p)
    levels = sorted(p.charts.levels[p.scenario])
    least, level, _ = max(line for line in levels if line[0] <= points)
    lower = [name for start, name, _ in levels if start < least]
    higher = [(start, name) for start, name, _ in levels if start > points]
    words = [level]
    words += [f"below {least}: {lower[-1]}"] if lower else []
    words += [f"from {higher[0][0]}: {higher[0][1]}"] if higher else []
    # On the highest level nothing more is needed.
    needed = higher[0][0] if higher else points
    return TrackView("Axis victory points", points, needed, "; ".join(words))


def _tracks(p: War) -> tuple[TrackView, ...]:
    found = [
        TrackView("Turn", p.turn, p.plan.last_turn, f"{p.now.label}, {p.now.weather}"),
        _victory_track(p),
    ]
    if p.plan.production:
        lost = p.box(DESTROYED).bit_count()
        number = p.production()
        text = f"production number {number}" if number else "no production turn"
        found.append(TrackView("Assets destroyed", lost, max(number, lost), text))
    return tuple(found)


@lru_cache(maxsize=64)
def _cups(charts: Charts, cups: tuple[int, ...]) -> tuple[Fact, ...]:
    """6.2.1: what is left in the cups; seldom changed."""
    found = []
    for cup in ("A", "B", "C"):
        kinds = [k for k in charts.markers_in[cup] if cups[k] > 0]
        total = sum(cups[k] for k in kinds)
        if total:
            mean = [sum(charts.markers[k].full[i] * cups[k] for k in kinds) / total for i in (0, 1)]
            text = f"{total} markers, {mean[0]:.1f}-{mean[1]:.1f} on average"
            found.append(Fact(f"Cup {cup}", text, "6.2.1"))
    return tuple(found)


def _facts(p: War) -> tuple[Fact, ...]:
    found = [*_cups(p.charts, tuple(p.cups))]
    if striped := sum(p.at_start):
        found.append(Fact("At-start Box", f"{striped} striped markers", "6.2.4"))
    for name, box, case in (
        ("Factories evacuated", EVACUATED, "14.2.2"),
        ("Leaders in the pool", LEADERS, "14.4.4"),
        ("Promoted armies", PROMOTED, "15.5.2"),
    ):
        if count := p.box(box).bit_count():
            found.append(Fact(name, str(count), case))
    if p.now.die:
        found.append(Fact("Winter", f"{p.now.die} is added to every combat die", "7.4.5"))
    return tuple(found)


# What can be chosen


def _offered(p: War, decision: Decision) -> DecisionView:
    return decision_view(p.number, decision, lambda option: _option(p, decision, option))


def _option(p: War, decision: Decision, option: Option) -> OptionView:
    verb = VERBS[option.verb]
    return option_view(
        decision,
        option,
        verb,
        label=_label(p, option.verb),
        confirm=_confirmation(p, decision, option),
        notes=_points_left(p, option) if option.verb == "move" else (),
    )


def _points_left(p: War, option: Option) -> tuple[str, ...]:
    """3.1: what units that move alike would have left in each hex that they can go to."""
    memo: Moving = p.frames[-1].memo
    found = group_reach(p, memo)
    if found is None:
        return ()
    costs, most = found.costs(), min(left(p, memo))
    return tuple([str(max(most - costs[hex_], 0)) for hex_ in members(option.values)])


def _label(p: War, verb: str) -> str:
    step = p.frames[-1].step
    match step, verb:
        case MovementPhase(), "done":
            return "End the phase"
        case CombatPhase(), "done":
            return "No more attacks"
        case MovementPhase(), "drop":
            return "Leave behind"
        case SatisfyStep(), "retreat":
            return "Retreat so many spaces"
        case RetreatStep(), "retreat":
            return "Retreat here"
    return VERBS[verb].label


def _confirmation(p: War, decision: Decision, option: Option) -> str:
    """A question before something that is easily done by mistake."""
    match option.verb, p.frames[-1].step:
        case "done", MovementPhase():
            words = " ".join(
                filter(None, (not_yet(decision, "moved"), *_overfull(p, decision.side)))
            )
            return f"{words} End the phase?" if words else ""
        case "done", Depots() if lost := unsupplied_airbases(p):
            names = ", ".join(map(p.called, lost))
            return f"Without supply, off the map for four turns: {names}. Go on?"
        case "done", ReinforcementPhase() if waiting := not_yet(decision, "been placed"):
            return f"{waiting} Keep them for later?"
    return ""


def _overfull(p: War, side: str) -> Iterator[str]:
    """4.0.7: stacks from which the enemy will remove units if they stay as they are."""
    for space in overstacks(p):
        units = p.units_in(space)
        if p.charts.kind[units[0]].side == side:
            names = ", ".join(map(p.called, members(culprits(p, units))))
            yield f"Too many units in {p.label(space)}: the enemy will remove one of {names}."


# Overlays


def overlay(p: War, side: str, kind: str) -> tuple[OverlayArea, ...]:
    """Areas to lay over the map; an unknown kind has none."""
    match kind:
        case "reach":
            memo = p.frames[-1].memo if p.frames else None
            if isinstance(memo, Moving) and memo.units:
                return (OverlayArea("Reach", "reach", _labels(p, destinations(p, memo))),)
        case "zoc":
            return tuple(
                OverlayArea(f"Contested by the {s}", "zoc", _labels(p, contested_by(p, s)))
                for s in SIDES
            )
        case "supply":
            depots = OverlayArea("Depots in the chain", "supply", _labels(p, depots_in_chain(p)))
            return (
                OverlayArea("German supply", "supply", _labels(p, supply_area(p, GERMAN))),
                OverlayArea("Soviet supply", "supply", _labels(p, supply_area(p, RED))),
                depots,
            )
        case "control":
            held = p.charts.controllable & p.axis_held
            return (
                OverlayArea(AXIS, "control", _labels(p, held)),
                OverlayArea(SOVIET, "control", _labels(p, p.charts.controllable & ~held)),
            )
    return ()


def _labels(p: War, hexes: HexSet) -> tuple[str, ...]:
    return tuple(p.charts.grid.labels(hexes & p.area))


def stack(p: War, label: str) -> tuple[Line, ...]:
    """What the units in a space come to; armies without a marker have no strength yet (6.2)."""
    try:
        here = p.units_in(p.charts.grid.hex(label))
    except UnknownHex:
        return ()
    if not here:
        return ()
    blank = [u for u in here if p.charts.armies >> u & 1 and p.marker[u] < 0]
    known = tuple(u for u in here if u not in blank)
    lines = [
        Line("Attack", f"{sum(attack_value(p, u) for u in known):g}", "7.1.2"),
        Line("Defence", f"{defence_values(p, known, doubled=False):g}", "7.1.2"),
    ]
    if blank:
        lines.append(Line("Strength not drawn yet", str(len(blank)), "6.2.1"))
    side = AXIS if p.charts.units_of[AXIS] >> here[0] & 1 else SOVIET
    lines.append(Line("Stacked", f"{points(p, here)} of {limit_of(p, side)}", "4.0.1"))
    return tuple(lines)
