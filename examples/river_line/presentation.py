"""What a screen shows: units, markers, tracks, the options in words, previews and overlays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from stavka.engine import Choice, Decision, Option, UnitSet
from stavka.engine.forecast import made
from stavka.engine.presentation import (
    Line,
    MarkerView,
    Preview,
    TrackView,
    UnitView,
    designation_of,
)
from stavka.hexes import Hex, set_of
from stavka.kit.presenter import (
    Areas,
    Clock,
    Presenter,
    Verb,
    asked_after,
    in_hand,
    markers_in,
    not_yet,
    under_attack,
)
from stavka.kit.previews import journey, with_everybody

from .charts import SIDES, UPLAND, VALE
from .combat import QUARTERS, Attack, AttackStep, attack_terms, defence_terms, odds, total
from .forecasts import attack_forecast
from .movement import MovementPhase, Moving, movement_points, reach_of
from .position import OFF_MAP, War
from .results import Retreat
from .supply import supplied_hexes, unsupplied
from .victory import points
from .zones_of_control import zone_of

# How each verb is offered: its label, what it is for, its key.
VERBS = {
    "select": Verb("Pick up", "select"),
    "move": Verb("Move here"),
    "attack": Verb("Attack", "select"),
    "add": Verb("Join the attack"),
    "all": Verb("Everybody attacks", key="a"),
    "resolve": Verb("Roll at"),
    "cancel": Verb("Give up", "back", "Escape"),
    "retreat": Verb("Retreat here"),
    "eliminate": Verb("Take it off the map"),
    "advance": Verb("Advance"),
    "hold": Verb("Stay", "end", "e"),
    "done": Verb("End the phase", "end", "e"),
}


# Overlays


def _reach(p: War, side: str) -> Areas:
    memo = in_hand(p)
    if isinstance(memo, Moving) and memo.unit >= 0:
        yield "Reach", reach_of(p, memo.unit).hexes


def _zones(p: War, side: str) -> Areas:
    return [(f"{s} zones of control", zone_of(p, s)) for s in SIDES]


def _supply(p: War, side: str) -> Areas:
    return [(f"{s} supply", supplied_hexes(p, s)) for s in SIDES]


def _control(p: War, side: str) -> Areas:
    towns = set_of(p.charts.towns)
    return [(f"{UPLAND} towns", p.taken), (f"{VALE} towns", towns & ~p.taken)]


OVERLAYS = {"reach": _reach, "zoc": _zones, "supply": _supply, "control": _control}


class WarPresenter(Presenter[War]):
    """There are no secrets: both sides see everything."""

    verbs = VERBS
    overlays = OVERLAYS

    def clock(self, p: War) -> Clock:
        return Clock(p.turn, p.conditions.turns, p.current.name)

    # What lies on the map

    def order(self, p: War) -> Iterable[int]:
        return range(len(p.where))

    def look(self, p: War, unit: int, states: tuple[str, ...]) -> UnitView | None:
        if p.where[unit] == OFF_MAP:
            return None
        counter = p.charts.counters[unit]
        return UnitView(
            id=counter.id,
            side=counter.side,
            hex=p.label(p.where[unit]),
            box="",
            symbol=counter.symbol,
            size=counter.size,
            values=f"{counter.strength}-{counter.movement}",
            title=counter.name,
            states=states,
            designation=designation_of(counter.name),
        )

    def states(self, p: War) -> dict[str, UnitSet]:
        states = {"unsupplied": unsupplied(p, UPLAND) | unsupplied(p, VALE)}
        if p.current.key.endswith("movement"):
            states["moved"] = p.moved
        else:
            states |= {"fought": p.fought, "attacked": p.attacked}
        match in_hand(p):
            case Moving(unit) if unit >= 0:
                states["selected"] = 1 << unit
            case Attack(_, units):
                states["attacking"] = set_of(units)
            case Retreat(_, (first, *_)):
                states["retreating"] = 1 << first
        return states

    def markers(self, p: War, side: str) -> Iterator[MarkerView]:
        yield from markers_in(p, [("captured", "taken by the Upland", p.taken)])
        memo = in_hand(p)
        if isinstance(memo, Attack):
            yield from under_attack(p, [memo.target])

    def tracks(self, p: War) -> Iterator[TrackView]:
        yield TrackView("Turn", p.turn, p.conditions.turns)
        yield TrackView("Upland points", points(p), sum(p.charts.towns.values()))

    # What can be chosen

    def confirmation(self, p: War, decision: Decision, option: Option) -> str:
        if option.verb != "done":
            return ""
        return asked_after([not_yet(decision, "moved")], "End the phase?")

    def points_left(self, p: War, hexes: Iterable[Hex]) -> Iterable[str]:
        """3.2: what a unit would have left in each hex that it can go to."""
        unit = p.memo_of(MovementPhase).unit
        left, costs = movement_points(p, unit), reach_of(p, unit).costs()
        return [str(left - costs[hex_]) for hex_ in hexes]

    # What is asked

    def foresee(self, p: War, choice: Choice, value: int) -> Preview | None:
        match choice.verb, in_hand(p):
            case "move", Moving(unit):
                return _journey(p, unit, value)
            case "attack", _:
                return _odds(with_everybody(p, choice))
            case (("add" | "all"), Attack()):
                return _odds(made(p, choice))
            case "resolve", Attack():
                return _odds(p)
        return None

    def stack_lines(self, p: War, side: str, hex_: Hex) -> Iterator[Line]:
        """What the unit in a hex is worth there."""
        unit = p.unit_in(hex_)
        if unit is not None:
            yield Line("Attack", str(p.charts.counters[unit].strength), "5.2")
            yield Line("Defence here", _figure(total(defence_terms(p, hex_))), "5.3")


def _journey(p: War, unit: int, there: Hex) -> Preview:
    found = reach_of(p, unit)
    cost = found.cost(there) or 0
    lines = [Line(part.name, str(part.points), "3.2") for part in found.charges(there)]
    return journey(p, found.path(there), lines, cost, movement_points(p, unit) - cost)


def _odds(p: War) -> Preview:
    """The attack in hand: the sum line by line, and the chance of everything that can happen."""
    attack = p.memo_of(AttackStep)
    attacking, defending = attack_terms(p, attack), defence_terms(p, attack.target)
    lines = tuple(Line(t.text, _figure(t.quarters), t.case) for t in (*attacking, *defending))
    sums = f"{_figure(total(attacking))} to {_figure(total(defending))}"
    column = odds(p, attack)
    if column is None:
        return Preview(lines=lines, result=f"{sums}: less than 1 to 2, not allowed")
    found = attack_forecast(p, column)
    return Preview(
        lines=lines, result=f"{sums}: {column}", chances=found.chances, columns=found.columns
    )


def _figure(quarters: int) -> str:
    return f"{quarters / QUARTERS:g}"
