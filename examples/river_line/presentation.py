"""What a screen shows: units, markers, tracks, the options in words, previews and overlays."""

from __future__ import annotations

from collections.abc import Iterator

from stavka.engine import Choice, Decision, Option, UnitSet
from stavka.engine.forecast import made
from stavka.engine.presentation import Line, MarkerView, Preview, TrackView, UnitView
from stavka.engine.score import Rung, Score
from stavka.hexes import Hex, set_of
from stavka.kit.presenter import (
    Areas,
    Clock,
    March,
    Presenter,
    Verb,
    asked_after,
    by_side,
    face,
    in_hand,
    markers_in,
    not_yet,
    under_attack,
)
from stavka.kit.previews import on_the_way, with_everybody
from stavka.kit.sums import in_points, lines_in_points, lines_of, total

from .charts import SIDES, UPLAND, VALE
from .combat import Attack, AttackStep, attack_terms, defence_terms, odds
from .forecasts import attack_forecast
from .meanings import MEANINGS
from .movement import Moving, movement_points, reach_of
from .position import War
from .results import Retreat
from .supply import supplied_hexes, unsupplied
from .victory import points, score
from .zones_of_control import zone_of

# How each verb is offered: its label, what it is for, its key.
VERBS = {
    "select": Verb("Pick up", "select", stack=True),
    "move": Verb("Move here"),
    "attack": Verb("Attack", "select"),
    "add": Verb("Join the attack", stack=True),
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


def _control(p: War, side: str) -> Areas:
    towns = set_of(p.charts.towns)
    return [(f"{UPLAND} towns", p.taken), (f"{VALE} towns", towns & ~p.taken)]


OVERLAYS = {
    "zoc": by_side(SIDES, "{} zones of control", zone_of),
    "supply": by_side(SIDES, "{} supply", supplied_hexes),
    "control": _control,
}


class WarPresenter(Presenter[War]):
    """There are no secrets: both sides see everything."""

    verbs = VERBS
    meanings = MEANINGS
    overlays = OVERLAYS

    def clock(self, p: War) -> Clock:
        return Clock(p.turn, p.conditions.turns, p.current.name)

    def score(self, p: War) -> Score:
        held, needed = points(p), p.conditions.points
        levels = (
            Rung(f"{VALE} victory", f"below {needed}", VALE, held < needed),
            Rung(f"{UPLAND} victory", f"from {needed}", UPLAND, held >= needed),
        )
        return Score(lines_of(score(p)), Line("Upland points", str(held), "8.2"), levels)

    # What lies on the map

    def look(self, p: War, unit: int, states: tuple[str, ...]) -> UnitView | None:
        return face(p, p.charts.counters[unit], p.where[unit], states)

    def printed(self, p: War, unit: int) -> UnitView:
        view = face(p, p.charts.counters[unit], 0, ())
        assert view is not None
        return view

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

    def march(self, p: War) -> March | None:
        memo = in_hand(p)
        if not isinstance(memo, Moving) or memo.unit < 0:
            return None
        return March(reach_of(p, memo.unit), movement_points(p, memo.unit))

    # What is asked

    def foresee(self, p: War, choice: Choice, value: int) -> Preview | None:
        match choice.verb:
            case "move" if march := self.march(p):
                parts = march.reach.charges(value)
                lines = [Line(part.name, str(part.points), "3.2") for part in parts]
                return on_the_way(p, march, value, lines)
            case "attack":
                return _odds(with_everybody(p, choice))
            case "add" | "all":
                return _odds(made(p, choice))
            case "resolve":
                return _odds(p)
        return None

    def stack_lines(self, p: War, side: str, hex_: Hex) -> Iterator[Line]:
        """What the unit in a hex is worth there."""
        unit = p.unit_in(hex_)
        if unit is not None:
            yield Line("Attack", str(p.charts.counters[unit].strength), "5.2")
            yield Line("Defence here", in_points(total(defence_terms(p, hex_))), "5.3")


def _odds(p: War) -> Preview:
    """The attack in hand: the sum line by line, and the chance of everything that can happen."""
    attack = p.memo_of(AttackStep)
    attacking, defending = attack_terms(p, attack), defence_terms(p, attack.target)
    lines = lines_in_points([*attacking, *defending])
    sums = f"{in_points(total(attacking))} to {in_points(total(defending))}"
    column = odds(p, attack)
    if column is None:
        return Preview(lines=lines, result=f"{sums}: less than 1 to 2, not allowed")
    found = attack_forecast(p, column)
    return Preview(
        lines=lines,
        result=f"{sums}: {column}",
        chances=found.chances,
        columns=found.columns,
        faces=found.faces,
    )
