"""The advice for every decision, with reasons, and orders that are worth a trial."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import nlargest

from ....engine import (
    NO_ORDERS,
    Choice,
    Considered,
    Decision,
    Orders,
    Style,
    undisturbed,
    units,
)
from ....hexes import members, set_of
from ..combat import AttackStep, CombatPhase
from ..movement import MovementPhase, Moving
from ..position import War
from ..results import AdvanceStep, RetreatStep
from ..variants.interdiction import Interdiction
from . import cadet
from .combat import (
    advise_advance,
    advise_attack,
    advise_combat,
    advise_retreat,
    plan_attack,
)
from .movement import advise_movement, follow_orders, going, promises, ways_of, worth_in
from .reasons import why_attack, why_there
from .styles import WarStyle
from .support import advise_interdiction

# How many choices are worth a thought.
FEW = 8


def advise(
    p: War, decision: Decision, style: Style | None = None, orders: Orders = NO_ORDERS
) -> Choice:
    """What looks best to somebody of a style after one look."""
    found = None
    if isinstance(style, WarStyle) and style.name != "cadet":
        with undisturbed(p):
            found = _advise(p, decision, style, orders)
    elif orders and p.is_in(MovementPhase):
        memo = p.frames[-1].memo
        found = follow_orders(p, decision, memo, orders)
        decision = _without_ordered(decision, memo, orders)
    return found or cadet.advise(p, decision)


def _without_ordered(decision: Decision, memo: Moving, orders: Orders) -> Decision:
    """What is left to a cadet while others have orders."""
    options = []
    for option in decision.options:
        if option.verb == "select":
            options.append(units("select", option.case, option.values & ~set_of(orders)))
        elif memo.unit not in orders or option.verb not in ("move", "fly"):
            options.append(option)
    return Decision(decision.names, decision.side, decision.prompt, decision.case, options)


def _advise(p: War, decision: Decision, style: WarStyle, orders: Orders) -> Choice | None:
    """None where a style is of the cadet's opinion."""
    memo = p.frames[-1].memo
    match p.frames[-1].step:
        case MovementPhase():
            return advise_movement(p, decision, memo, style, orders)
        case CombatPhase():
            return advise_combat(p, decision, style)
        case AttackStep():
            return advise_attack(p, decision, memo, style)
        case AdvanceStep():
            return advise_advance(p, decision, memo, style)
        case RetreatStep():
            return advise_retreat(p, decision, memo, style)
        case Interdiction():
            return advise_interdiction(p, decision, memo)
    return None


def consider(
    p: War, decision: Decision, style: Style | None = None, orders: Orders = NO_ORDERS
) -> Sequence[Considered]:
    """What was thought of, the advised choice first."""
    weighs = style if isinstance(style, WarStyle) else WarStyle()
    first = advise(p, decision, style, orders)
    thought_of = list(_considered(p, decision, weighs, orders))
    best = next((c for c in thought_of if c.choice == first), Considered(first, 0.0))
    others = nlargest(FEW, thought_of, key=lambda c: c.worth)
    return [_explained(p, c, weighs) for c in (best, *(c for c in others if c.choice != first))]


def _considered(
    p: War, decision: Decision, style: WarStyle, orders: Orders
) -> Iterator[Considered]:
    """Whatever has a measure: units to move, hexes to go to, attacks, advances."""
    memo = p.frames[-1].memo
    match p.frames[-1].step:
        case MovementPhase():
            if memo.unit >= 0:
                yield from _destinations(p, memo, style)
            for unit in _offered(decision, "select"):
                if (there := going(p, unit, style, orders)) is not None:
                    yield Considered(Choice("select", p.name(unit)), there.gain)
        case CombatPhase():
            for target in _offered(decision, "attack"):
                if plan := plan_attack(p, decision.side, target, style):
                    yield Considered(Choice("attack", p.label(target)), plan.worth)
            yield Considered(decision.first("done"), style.least_attack)
        case AdvanceStep():
            target = memo.hexes[0]
            for unit in _offered(decision, "advance"):
                gain = worth_in(p, unit, target, style) - worth_in(p, unit, p.where[unit], style)
                yield Considered(Choice("advance", p.name(unit)), gain)
            yield Considered(Choice("hold"), 0.0)


def _offered(decision: Decision, verb: str) -> tuple[int, ...]:
    option = decision.option(verb)
    return members(option.values) if option else ()


def _destinations(p: War, memo: Moving, style: WarStyle) -> Iterator[Considered]:
    here = promises(p, memo.unit, "move", 1 << p.where[memo.unit], style)[0][0]
    for way, hexes in ways_of(p, memo.unit):
        if memo.spent or memo.by_rail != (way == "rail"):
            continue
        for worth, hex_ in promises(p, memo.unit, way, hexes, style):
            yield Considered(Choice(way, p.label(hex_)), worth - here)


def _explained(p: War, found: Considered, style: WarStyle) -> Considered:
    """The same with its reason in words."""
    choice, grid = found.choice, p.charts.grid
    unit = p.names.unit(choice.argument)
    reason = ""
    match choice.verb, p.frames[-1].step:
        case "move" | "rail" | "fly" | "land" | "drop", MovementPhase():
            moving = p.frames[-1].memo.unit
            reason = why_there(p, moving, grid.hex(choice.argument), style)
        case "select", MovementPhase() if unit is not None:
            if there := going(p, unit, style, NO_ORDERS):
                reason = why_there(p, unit, there.hex, style)
        case "attack", CombatPhase():
            target = grid.hex(choice.argument)
            if plan := plan_attack(p, p.current.side, target, style):
                reason = why_attack(p, plan.attack)
        case "advance", AdvanceStep() if unit is not None:
            reason = why_there(p, unit, p.frames[-1].memo.hexes[0], style)
    return found._replace(reason=reason)
