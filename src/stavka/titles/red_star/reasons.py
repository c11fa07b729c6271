"""Why a staff would do a thing, in words."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import NO_ORDERS, Choice, Considered, Decision, Orders, Style
from ...hexes import Hex, HexSet, members
from .appraisal import appraise
from .battles import promise
from .charts import SOVIET
from .choosing import better_hex, cut_off_points, may_raid, ranked
from .combat import Attack, all_that_can_join, odds_of
from .evaluation import distances, steps_of
from .marching import on_foot
from .movement import Moving
from .position import War
from .services import fed_by
from .staff import advise, unit_in_hand
from .styles import Staff
from .supply import would_be_in_supply

# So many choices are told.
TOLD = 8
# Who is within so many spaces of a place guards it.
NEAR = 6
# Decisions about where a unit goes, and about whom to fight.
WAYS = ("move", "transfer", "sail", "place", "retreat", "to")
FIGHTS = ("attack", "overrun")


def consider(
    p: War, decision: Decision, style: Style | None = None, orders: Orders = NO_ORDERS
) -> Sequence[Considered]:
    """The choices that are worth a thought, the advised one first, with reasons."""
    choice = advise(p, decision, style, orders)
    option = decision.option(choice.verb)
    if not isinstance(style, Staff) or option is None:
        return (Considered(choice, 0.0),)
    unit = unit_in_hand(p)
    if choice.verb in WAYS and unit >= 0:
        told = _ways(p, style, unit, choice.verb, option.values)
        if orders.get(unit) is not None and choice.verb != "retreat":
            told = [line._replace(reason="as ordered") for line in told if line.choice == choice]
    elif choice.verb in FIGHTS:
        told = _fights(p, style, choice.verb, option.values)
    else:
        return (Considered(choice, 0.0, _reason(p, decision, style, choice, orders)),)
    first = next(line for line in told if line.choice == choice)
    return (first, *[line for line in told if line is not first][: TOLD - 1])


def called(p: War, hex_: Hex) -> str:
    """A place by its name, another hex by its number."""
    places = p.charts.board.places_at(hex_)
    return places[0].name if places else p.label(hex_)


def _reason(p: War, decision: Decision, style: Staff, choice: Choice, orders: Orders) -> str:
    """Why a unit is picked up, or nothing more is done."""
    if choice.verb == "select":
        unit = decision.value(choice)
        return "it has its orders" if unit in orders else _errand(p, style, unit)
    if choice.verb == "done" and (option := decision.option("attack")):
        best = max(_fights(p, style, "attack", option.values), key=lambda line: line.worth)
        return f"no attack promises enough; the best is {best.reason}"
    return ""


def _errand(p: War, style: Staff, unit: int) -> str:
    """What a unit is picked up for, if it is to go on foot."""
    memo = p.frames[-1].memo
    if not isinstance(memo, Moving):
        return ""
    there = better_hex(p, style, unit, on_foot(p, memo.dismissed(), unit))
    if there is None:
        return ""
    why = why_there(p, style, unit, there)
    return f"to {called(p, there)}: {why}" if why else f"to {called(p, there)}"


# Ways


def _ways(p: War, style: Staff, unit: int, verb: str, there: HexSet) -> list[Considered]:
    return [
        Considered(Choice(verb, p.label(hex_)), worth, why_there(p, style, unit, hex_))
        for worth, hex_ in ranked(p, style, unit, there)
    ]


def why_there(p: War, style: Staff, unit: int, hex_: Hex) -> str:
    """What speaks for a hex, the weightiest first."""
    charts = p.charts
    if charts.services >> unit & 1:
        return _why_a_service(p, unit, hex_)
    side = charts.kind[unit].side
    found = []
    if may_raid(p, style, unit) and (points := cut_off_points(p, unit, hex_)) > 0:
        what = "point" if side == SOVIET else "step"
        found.append(f"cuts {counted(round(points), what)} of the enemy off from supply")
    view = appraise(p, side, style)
    if not would_be_in_supply(p, unit) >> hex_ & 1:
        found.append("goes without supply")
    if closed := (charts.grid.neighbours(1 << hex_) & view.escapes).bit_count():
        found.append(f"closes {closed} of the enemy's ways out")
    if view.posts >> hex_ & 1:
        found.append("guards the supply lines")
    if goal := _goal(p, style, unit, hex_):
        found.append(goal)
    return ", ".join(found[:2])


def _goal(p: War, style: Staff, unit: int, hex_: Hex) -> str:
    """The goal that a hex is good for."""
    view = appraise(p, p.charts.kind[unit].side, style)
    goals = view.slope.goals
    if not goals:
        return ""
    goal, _ = max(goals, key=lambda g: (g[1] - distances(p.charts, g[0])[hex_], -g[0]))
    spaces = distances(p.charts, goal)[hex_]
    if view.offensive:
        far = f", {counted(spaces, 'space')} away" if spaces else ""
        return f"goes for {called(p, goal)}{far}"
    return f"guards {called(p, goal)}" if spaces <= NEAR else f"is nearer to {called(p, goal)}"


def counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _why_a_service(p: War, unit: int, hex_: Hex) -> str:
    charts = p.charts
    if charts.depots >> unit & 1:
        spaces = fed_by(p, unit, hex_).bit_count()
        return f"feeds {counted(spaces, 'space')} that no other depot does"
    if charts.headquarters >> unit & 1:
        side = charts.kind[unit].side
        near = charts.grid.disc(hex_, charts.kind[unit].range) & p.strong(side)
        steps = steps_of(p, members(p.units_at(near)))
        return f"has {counted(steps, 'step')} in its range"
    return ""


# Battles


def _fights(p: War, style: Staff, verb: str, targets: HexSet) -> list[Considered]:
    """Whom to fight, with all who can join in; the most promising first."""
    overrun = verb == "overrun"
    told = []
    for target in members(targets):
        group = p.frames[-1].memo.units if overrun else all_that_can_join(p, Attack((target,)))
        worth = promise(p, style, group, target, overrun=overrun)
        reason = why_fight(p, group, target, overrun=overrun)
        told.append(Considered(Choice(verb, p.label(target)), worth, reason))
    return sorted(told, key=lambda line: -line.worth)


def why_fight(p: War, group: tuple[int, ...], target: Hex, *, overrun: bool) -> str:
    """The odds, and how likely the enemy has to leave."""
    odds = odds_of(p, p.charts.kind[group[0]].side, (target,), group, overrun=overrun)
    if odds.column is None:
        return f"the odds against {called(p, target)} are too low"
    theirs = steps_of(p, members(p.units_in(target)))
    won = 0
    for roll in range(1, 7):
        result = p.charts.results[min(roll + odds.die, p.charts.limit["highest_die"])][odds.column]
        lost = result.partition("/")[2]
        won += result[0] == "D" or (lost.isdigit() and int(lost) >= theirs)
    return f"{odds.name} on {called(p, target)}, {100 * won / 6:.0f} % to take it"
