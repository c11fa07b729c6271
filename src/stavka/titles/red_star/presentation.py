"""What a screen shows: units, markers, tracks, the options in words, and overlays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from ...engine import AnyStep, Decision, Option, UnitSet
from ...engine.forces import Arrival, Status
from ...engine.presentation import (
    BoxView,
    Fact,
    Line,
    MarkerView,
    TrackView,
    UnitView,
    designation_of,
)
from ...engine.score import Rung, Score
from ...engine.texts import counted
from ...hexes import Hex, HexSet, members, set_of, union
from ...kit.presenter import (
    Areas,
    Clock,
    Presenter,
    Verb,
    asked_after,
    by_side,
    in_hand,
    markers_in,
    not_yet,
    under_attack,
)
from ...kit.sums import lines_of, total
from .advance import Advance
from .attacks import CombatPhase
from .charts import AXIS, SIDES, SOVIET, Charts
from .combat import Attack, attack_value, defence_values
from .contested import contested_by
from .conversion import Converting
from .meanings import MEANINGS
from .movement import MovementPhase, Moving, destinations, fewest_left, group_reach, mates, replace
from .order_of_battle import arrivals, formation_of
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
from .previews import foresee
from .reinforcements import Placing, ReinforcementPhase
from .results import Retreat, RetreatStep, SatisfyStep
from .stacking import culprits, limit_of, overstacks, points, side_of
from .supply import GERMAN, RED, Depots, depots_in_chain, supply_area, unsupplied_airbases
from .victory import level_of, score, victory_points

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
    "select": Verb("Pick up", "select", stack=True),
    "place": Verb("Place here"),
    "drop": Verb("Drop"),
    "add": Verb("Add", stack=True),
    "stack": Verb("The whole stack", key="a", stack=True),
    "move": Verb("Move here"),
    "overrun": Verb("Overrun"),
    "halt": Verb("Halt", "end", "h"),
    "sail": Verb("Sail here", click="other"),
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


# Overlays


def _supply(p: War, side: str) -> Areas:
    return [
        ("German supply", supply_area(p, GERMAN)),
        ("Soviet supply", supply_area(p, RED)),
        ("Depots in the chain", depots_in_chain(p)),
    ]


def _control(p: War, side: str) -> Areas:
    held = p.charts.controllable & p.axis_held
    return [(AXIS, held), (SOVIET, p.charts.controllable & ~held)]


OVERLAYS = {
    "zoc": by_side(SIDES, "Contested by the {}", contested_by),
    "supply": _supply,
    "control": _control,
}


class WarPresenter(Presenter[War]):
    """Both sides see everything; what is still to be drawn nobody knows (6.2.2)."""

    verbs = VERBS
    meanings = MEANINGS
    labels: ClassVar[Mapping[tuple[type[AnyStep], str], str]] = {
        (MovementPhase, "done"): "End the phase",
        (MovementPhase, "drop"): "Leave behind",
        (CombatPhase, "done"): "No more attacks",
        (SatisfyStep, "retreat"): "Retreat so many spaces",
        (RetreatStep, "retreat"): "Retreat here",
    }
    overlays = OVERLAYS
    foresee = staticmethod(foresee)
    formation = staticmethod(formation_of)
    fates: ClassVar[Mapping[str, Status]] = {
        "ready": "coming",
        "to_place": "coming",
        "returning": "coming",
    }

    def clock(self, p: War) -> Clock:
        return Clock(p.turn, p.plan.last_turn, p.current.name if p.phase >= 0 else "")

    def score(self, p: War) -> Score:
        lines = score(p)
        points = total(lines)
        return Score(
            lines_of(sorted(lines, key=lambda line: -line.value)),
            Line("Axis victory points", str(points), p.plan.victory),
            tuple(_rungs(p, points)),
        )

    # What lies on the map and beside it

    def boxes(self, p: War, units: Sequence[UnitView]) -> Iterable[BoxView]:
        return [
            BoxView(f"{KEYS[box]} {side}", f"{name}, {side}")
            for side in SIDES
            for box, name in BOXES.items()
            if p.box(box) & p.charts.units_of[side]
        ]

    def order(self, p: War) -> Iterable[int]:
        return _listed(p.on_map | union(map(p.box, BOXES)))

    def look(self, p: War, unit: int, states: tuple[str, ...]) -> UnitView | None:
        return _face(
            p.charts, unit, p.where[unit], p.steps[unit], p.marker[unit], p.due[unit], states
        )

    def printed(self, p: War, unit: int) -> UnitView:
        steps = p.charts.kind[unit].steps
        return _face(p.charts, unit, READY, steps, NO_MARKER, 0, ())

    def arrivals(self, p: War, units: Sequence[UnitView]) -> Iterable[Arrival]:
        return arrivals(p, units, self.lost)

    def states(self, p: War) -> dict[str, UnitSet]:
        flags = {
            "unsupplied": p.out,
            "lack": p.lack,
            "emergency": p.emergency | p.flipped,
            "moved": p.moved,
            "fought": p.fought,
            "attacked": p.was_attacked,
            "converted": p.converted,
        }
        match in_hand(p):
            case Moving(units=units):
                flags["selected"] = set_of(units)
            case Attack(units=units):
                flags["attacking"] = set_of(units)
            case Retreat(groups=groups) if groups:
                flags["selected"] = set_of(groups[0].units)
            case Advance(unit=unit) | Placing(unit=unit) | Converting(unit=unit) if unit >= 0:
                flags["selected"] = 1 << unit
        return flags

    def markers(self, p: War, side: str) -> Iterator[MarkerView]:
        # 9.0: only what has changed hands since the beginning needs a marker.
        begun = p.charts.axis_held[p.scenario]
        ruined = p.charts.fortress if p.ruined else 0
        yield from markers_in(
            p,
            [
                ("captured", "controlled by the Axis (9.0)", p.axis_held & ~begun & p.area),
                ("captured", "controlled by the Soviets (9.0)", begun & ~p.axis_held & p.area),
                ("destroyed", "the fortress is destroyed (7.4.3)", ruined & p.area),
            ],
        )
        memo = in_hand(p)
        if isinstance(memo, Attack):
            yield from under_attack(p, memo.targets)

    def tracks(self, p: War) -> Iterator[TrackView]:
        yield TrackView("Turn", p.turn, p.plan.last_turn, f"{p.now.label}, {p.now.weather}")
        yield _victory_track(p)
        if p.plan.production:
            lost = p.box(DESTROYED).bit_count()
            number = p.production()
            text = f"production number {number}" if number else "no production turn"
            yield TrackView("Assets destroyed", lost, max(number, lost), text)

    def facts(self, p: War) -> Iterator[Fact]:
        yield from _cups(p.charts, tuple(p.cups))
        if striped := sum(p.at_start):
            yield Fact("At-start Box", f"{striped} striped markers", "6.2.4")
        for name, box, case in (
            ("Factories evacuated", EVACUATED, "14.2.2"),
            ("Leaders in the pool", LEADERS, "14.4.4"),
            ("Promoted armies", PROMOTED, "15.5.2"),
        ):
            if count := p.box(box).bit_count():
                yield Fact(name, str(count), case)
        if p.now.die:
            yield Fact("Winter", f"{p.now.die} is added to every combat die", "7.4.5")

    # What can be chosen

    def confirmation(self, p: War, decision: Decision, option: Option) -> str:
        match option.verb, p.frames[-1].step:
            case "done", MovementPhase():
                said = [not_yet(decision, "moved"), *_overfull(p, decision.side)]
                return asked_after(said, "End the phase?")
            case "done", Depots() if lost := unsupplied_airbases(p):
                names = ", ".join(map(p.called, lost))
                return f"Without supply, off the map for four turns: {names}. Go on?"
            case "done", ReinforcementPhase():
                return asked_after([not_yet(decision, "been placed")], "Keep them for later?")
        return ""

    def notes(self, p: War, option: Option) -> Iterable[str]:
        """7.8.2: what is not satisfied by spaces is lost in steps."""
        if not isinstance(p.frames[-1].step, SatisfyStep):
            return super().notes(p, option)
        most = len(option.values) - 1
        lost = [counted(most - spaces, "step") for spaces in range(most)]
        words = ["space" if spaces == 1 else "spaces" for spaces in range(most + 1)]
        return [
            f"{word}, lose {what}" for word, what in zip(words, (*lost, "nothing"), strict=True)
        ]

    def takes_stacks(self, p: War, option: Option) -> bool:
        """3.3.1: a stack whose units move in different ways would go space by space."""
        step = p.frames[-1].step
        if option.verb not in ("add", "stack") or not isinstance(step, MovementPhase):
            return super().takes_stacks(p, option)
        memo = p.memo_of(MovementPhase)
        everybody = (*memo.units, *members(mates(p, memo)))
        together = replace(memo, units=everybody, spent=(0,) * len(everybody))
        return group_reach(p, together) is not None

    def points_left(self, p: War, hexes: Iterable[Hex]) -> Iterable[str]:
        """3.1: what units that move alike would have left in each hex that they can go to."""
        memo = p.memo_of(MovementPhase)
        found = group_reach(p, memo)
        if found is None:
            return ()
        costs, most = found.costs(), fewest_left(p, memo)
        return [str(max(most - costs[hex_], 0)) for hex_ in hexes]

    # What is asked

    def ground(self, p: War) -> HexSet:
        return p.area

    def reach(self, p: War, side: str) -> Areas:
        memo = in_hand(p)
        if isinstance(memo, Moving) and memo.units:
            yield "Reach", destinations(p, memo)

    def stack_lines(self, p: War, side: str, hex_: Hex) -> Iterator[Line]:
        """Armies without a marker have no strength yet (6.2)."""
        here = members(p.units_in(hex_))
        if not here:
            return
        blank = [u for u in here if p.charts.armies >> u & 1 and p.marker[u] < 0]
        known = tuple(u for u in here if u not in blank)
        yield Line("Attack", f"{sum(attack_value(p, u) for u in known):g}", "7.1.2")
        yield Line("Defence", f"{defence_values(p, known, doubled=False):g}", "7.1.2")
        if blank:
            yield Line("Strength not drawn yet", str(len(blank)), "6.2.1")
        owner = AXIS if p.charts.units_of[AXIS] >> here[0] & 1 else SOVIET
        yield Line("Stacked", f"{points(p, p.units_in(hex_))} of {limit_of(p, owner)}", "4.0.1")


# Most choices take nobody from the map or to it.
@lru_cache(maxsize=64)
def _listed(units: UnitSet) -> tuple[int, ...]:
    return tuple(members(units))


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


def _rungs(p: War, points: int) -> Iterator[Rung]:
    """19.0: the levels of the scenario."""
    # 18.1: a surrender is none of them.
    now = p.ended.level if p.ended else level_of(p, points)[0]
    levels = sorted(p.charts.levels[p.scenario])
    for number, (least, level, winner) in enumerate(levels):
        takes = f"from {least}" if number else f"below {levels[1][0]}"
        yield Rung(level, takes, winner, level == now)


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


def _overfull(p: War, side: str) -> Iterator[str]:
    """4.0.7: stacks from which the enemy will remove units if they stay as they are."""
    for space in overstacks(p):
        units = p.units_in(space)
        if side_of(p, units) == side:
            names = ", ".join(map(p.called, members(culprits(p, units))))
            yield f"Too many units in {p.label(space)}: the enemy will remove one of {names}."
