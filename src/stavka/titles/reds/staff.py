"""What a style would do, and why: the choices of a decision, the best first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from ...engine import NO_ORDERS, AnyStep, Choice, Considered, Decision, Orders, Style, Turn, UnitSet
from ...hexes import Hex, members
from . import evaluation
from .attacks import best_attack
from .combat import CombatStep, active_side
from .evaluation import wants_garrison
from .goals import distances
from .manoeuvres import Move, assigned, best_move, ranked
from .movement import MovementStep, Moving, destinations
from .position import War
from .styles import WarStyle
from .tasks import tasks

OBEDIENT = WarStyle()
# How many orders are proposed.
PROPOSALS = 40


class Thought(NamedTuple):
    """A choice that was thought of, and how to say why."""

    worth: float
    choice: Choice
    why: Callable[[], str]


Thoughts = Iterator[Thought]


def _nothing() -> str:
    return ""


def advise(
    p: War, decision: Decision, style: Style | None = None, orders: Orders = NO_ORDERS
) -> Choice:
    """What a style does; without one, and without orders, what the cadet does."""
    if style is None and not orders:
        return evaluation.advise(p, decision)
    return next(_thoughts(p, decision, style, orders)).choice


def consider(
    p: War, decision: Decision, style: Style | None = None, orders: Orders = NO_ORDERS
) -> Sequence[Considered]:
    """The choices that are worth a thought, the advised one first."""
    found: dict[Choice, Considered] = {}
    for thought in _thoughts(p, decision, style, orders):
        found.setdefault(thought.choice, Considered(thought.choice, thought.worth, thought.why()))
    return tuple(found.values())


def _thoughts(p: War, decision: Decision, style: Style | None, orders: Orders) -> Thoughts:
    think = THINKING.get(type(p.frames[-1].step))
    if think is None or (style is None and not orders):
        yield Thought(0.0, evaluation.advise(p, decision), _nothing)
    else:
        # Whoever has orders and no style obeys, and thinks of nothing that a cadet does not.
        yield from think(p, decision, style if isinstance(style, WarStyle) else OBEDIENT, orders)


def turn_of(p: War) -> Turn:
    """7.9: whose units are active; each chit is a turn of its player, each phase one of both."""
    side = active_side(p) if p.segment >= 0 else ""
    return Turn((p.track, p.phase, p.segment), side)


# Movement


def _units(orders: Orders) -> UnitSet:
    found = 0
    for unit in orders:
        found |= 1 << unit
    return found


def _waiting(decision: Decision) -> UnitSet:
    option = decision.option("select")
    return 0 if option is None else option.values


def _movement(p: War, decision: Decision, style: WarStyle, orders: Orders) -> Thoughts:
    memo = p.memo_of(MovementStep)
    if memo.embarked:
        yield Thought(0.0, Choice("cancel"), _nothing)
        return
    option = decision.option("garrison")
    for hex_ in members(option.values) if option is not None else ():
        if wants_garrison(p, decision.side, hex_):
            yield Thought(0.0, Choice("garrison", p.label(hex_)), _nothing)
    yield from _of_units(p, decision, memo, style, orders, _waiting(decision))
    yield Thought(0.0, Choice("done"), _nothing)


def _of_units(
    p: War, decision: Decision, memo: Moving, style: WarStyle, orders: Orders, waiting: UnitSet
) -> Thoughts:
    """The move of the unit in hand, then the units that have a move to make."""
    side, unit = memo.side, memo.unit
    if unit >= 0 and not memo.spent:
        move = best_move(p, side, style, orders, unit)
        if move is not None:
            yield _move(p, style, move)
            yield from _other_hexes(p, side, style, unit)
    for other in _in_order(p, side, style, orders, waiting):
        move = best_move(p, side, style, orders, other)
        if move is not None:
            yield Thought(move.gain, Choice("select", p.name(other)), _why(p, style, move))


def _in_order(
    p: War, side: str, style: WarStyle, orders: Orders, waiting: UnitSet
) -> Iterator[int]:
    """Who has orders, then who attacks, then the nearest to their goals, then special units."""
    charts = p.charts
    yield from members(waiting & _units(orders))
    waiting &= ~_units(orders)
    attacking = assigned(p, side, style)
    yield from (unit for unit in attacking if waiting >> unit & 1)
    found = tasks(p, side, style)

    def way(unit: int) -> int:
        goal = found.get(unit)
        return distances(charts, goal.hex)[p.where[unit]] if goal is not None else 0

    rest = [u for u in members(waiting & ~charts.needs_company) if u not in attacking]
    yield from sorted(rest, key=way)
    yield from members(waiting & charts.needs_company)


def _move(p: War, style: WarStyle, move: Move) -> Thought:
    return Thought(move.gain, Choice("move", p.label(move.hex)), _why(p, style, move))


def _other_hexes(p: War, side: str, style: WarStyle, unit: int) -> Thoughts:
    for worth, hex_ in ranked(p, side, style, unit, destinations(p, unit)):
        yield _move(p, style, Move(unit, hex_, worth))


def _why(p: War, style: WarStyle, move: Move) -> Callable[[], str]:
    def why() -> str:
        there = p.label(move.hex)
        if move.assault is not None:
            target = p.label(move.assault.target)
            return f"attacks {target} from {there}, {move.assault.chance:.0%} to take it"
        goal = tasks(p, p.charts.side_of[move.unit], style).get(move.unit)
        return f"goes for {p.label(goal.hex)}" if goal is not None else ""

    return why


# Combat


def _combat(p: War, decision: Decision, style: WarStyle, orders: Orders) -> Thoughts:
    option = decision.option("attack")
    found = []
    for target in members(option.values) if option is not None else ():
        worth, _ = best_attack(p, decision.side, target)
        found.append((worth, target))
    found.sort(key=lambda pair: (-pair[0], pair[1]))
    for worth, target in found:
        if worth > style.boldness:
            yield Thought(worth, Choice("attack", p.label(target)), _nothing)
    yield Thought(0.0, Choice("done"), _nothing)


# Proposals


def proposals(p: War, side: str, style: Style) -> Sequence[tuple[int, Hex]]:
    """Orders for the units that wait: other attacks first, then other hexes, then to stay."""
    if not p.is_in(MovementStep) or not isinstance(style, WarStyle):
        return ()
    memo = p.memo_of(MovementStep)
    if memo.side != side:
        return ()
    waiting = p.active & ~p.moved & p.on_map & p.charts.army
    found: list[tuple[float, int, Hex]] = []
    for unit in members(waiting):
        hexes = destinations(p, unit)
        if not hexes:
            continue
        here = p.where[unit]
        rows = ranked(p, side, style, unit, hexes | 1 << here)
        best = rows[0][0]
        found += [(worth - best, unit, hex_) for worth, hex_ in islice(rows, 8)]
    found.sort(reverse=True)
    return tuple((unit, hex_) for _, unit, hex_ in found[:PROPOSALS])


THINKING: dict[type[AnyStep], Callable[[War, Decision, WarStyle, Orders], Thoughts]] = {
    MovementStep: _movement,
    CombatStep: _combat,
}
