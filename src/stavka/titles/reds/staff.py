"""What a style would do, and why: the choices of a decision, the best first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from ...engine import (
    NO_ORDERS,
    AnyStep,
    Choice,
    Considered,
    Decision,
    Orders,
    Style,
    Turn,
    UnitSet,
    undisturbed,
)
from ...hexes import Hex, members, set_of, union
from . import evaluation
from .activation import CommandStep, FieldStaff, FirstChit
from .assaults import Prospect, assaults, best_strike
from .charts import FRONTS, RED, WHITE, enemy_of
from .combat import AttackStep, CombatStep, active_side
from .control import resource_cities
from .evaluation import holds_poland, urge, wants_garrison
from .goals import FAR, VOYAGE, disc, distances, power, power_in, way_to
from .manoeuvres import Move, assigned, best_move, ranked
from .movement import MovementStep, Moving, destinations
from .position import CHIT, War
from .reinforcements import Reinforcement, Replacement
from .results import AdvanceStep
from .strategic_movement import StrategicMovement, gold_stations, stations
from .styles import WarStyle
from .supply import out_of_supply, supplied_hexes
from .tasks import sea_of, spared, tasks, wishes

OBEDIENT = WarStyle()
# The least that a journey must save, in movement points.
LEAST_JOURNEY = 4
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


def _text(words: str, name: str) -> str:
    return words.format(name)


def advise(
    p: War, decision: Decision, style: Style | None = None, orders: Orders = NO_ORDERS
) -> Choice:
    """What a style does; without one, and without orders, what the cadet does."""
    if style is None and not orders:
        return evaluation.advise(p, decision)
    with undisturbed(p):
        return next(_thoughts(p, decision, style, orders)).choice


def consider(
    p: War, decision: Decision, style: Style | None = None, orders: Orders = NO_ORDERS
) -> Sequence[Considered]:
    """The choices that are worth a thought, the advised one first."""
    found: dict[Choice, Considered] = {}
    with undisturbed(p):
        for thought in _thoughts(p, decision, style, orders):
            one = Considered(thought.choice, thought.worth, thought.why())
            found.setdefault(one.choice, one)
    return tuple(found.values())


def _thoughts(p: War, decision: Decision, style: Style | None, orders: Orders) -> Thoughts:
    think = THINKING.get(type(p.frames[-1].step))
    if think is None or (style is None and not orders):
        yield Thought(0.0, evaluation.advise(p, decision), _nothing)
    else:
        # Whoever has orders and no style obeys, and thinks of nothing that a cadet does not.
        yield from think(p, decision, style if isinstance(style, WarStyle) else OBEDIENT, orders)


def turn_of(p: War) -> Turn:
    """7.9: whose units are active. All chits of a player in a turn belong to one plan of his; what
    both do in turns, before and after the Action Phase, to none."""
    if p.segment < 0:
        return Turn((p.track, p.phase), "")
    return Turn(p.track, active_side(p))


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
        if hex_ == p.gold or wants_garrison(p, decision.side, hex_):
            why = partial(_text, "keeps {} when the army has gone", p.label(hex_))
            yield Thought(0.0, Choice("garrison", p.label(hex_)), why)
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
    # Who cannot move needs no plan.
    waiting = set_of(other for other in members(waiting) if destinations(p, other))
    for other in _in_order(p, side, style, orders, waiting) if waiting else ():
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
    """The attacks that pay, the best first."""
    option = decision.option("attack")
    found = []
    open_ = 0 if option is None else option.values & ~spared(p, decision.side)
    for target in members(open_):
        strike = best_strike(p, decision.side, style, target)
        if strike is not None:
            found.append((strike[0].worth, target, strike))
    found.sort(key=lambda row: (-row[0], row[1]))
    for worth, target, strike in found:
        if worth > style.boldness:
            yield Thought(worth, Choice("attack", p.label(target)), _odds(p, target, *strike))
    yield Thought(style.boldness, Choice("done"), _nothing)


def _attack(p: War, decision: Decision, style: WarStyle, orders: Orders) -> Thoughts:
    """The units of the best attack one after the other, then the dice."""
    memo = p.memo_of(AttackStep)
    strike = best_strike(p, memo.side, style, memo.target)
    if strike is not None:
        why = _odds(p, memo.target, *strike)
        for unit in strike[1]:
            if unit not in memo.units:
                yield Thought(strike[0].worth, Choice("add", p.name(unit)), why)
        if decision.option("resolve"):
            yield Thought(strike[0].worth, Choice("resolve"), why)
    yield Thought(0.0, Choice("cancel"), _nothing)


def _odds(p: War, target: Hex, found: Prospect, units: tuple[int, ...]) -> Callable[[], str]:
    def why() -> str:
        number = len(units)
        attackers = "one unit" if number == 1 else f"{number} units"
        return f"{attackers} against {p.label(target)}, {found.chance:.0%} to clear it"

    return why


def _advance(p: War, decision: Decision, style: WarStyle, orders: Orders) -> Thoughts:
    """Who gains by going into the hex; a resource city and the Gold want somebody (13.5, 20.6)."""
    memo = p.memo_of(AdvanceStep)
    option = decision.option("advance")
    assert option is not None
    prize = 0.5
    if (resource_cities(p) | 1 << p.gold) >> memo.hex & 1:
        prize += style.prize
    found = []
    for unit in members(option.values):
        here = p.where[unit]
        hexes = 1 << here | 1 << memo.hex
        worth = {hex_: worth for worth, hex_ in ranked(p, memo.side, style, unit, hexes)}
        found.append((worth[memo.hex] - worth[here] + prize, unit))
    found.sort(key=lambda row: (-row[0], row[1]))
    for gain, unit in found:
        if gain > 0:
            why = partial(_text, "takes {}", p.label(memo.hex))
            yield Thought(gain, Choice("advance", p.name(unit)), why)
    yield Thought(0.0, Choice("hold"), _nothing)


# Strategic movement and chits


def _strategic(p: War, decision: Decision, style: WarStyle, orders: Orders) -> Thoughts:
    """The Gold to safety, then whoever gains most by a journey to where it has supply."""
    side, charts = decision.side, p.charts
    memo = p.memo_of(StrategicMovement)
    safe = charts.omsk if side == WHITE else charts.moscow
    if gold_stations(p, side) >> safe & 1:
        yield Thought(FAR, Choice("gold", p.label(safe)), lambda: "brings the Gold to safety")
    if memo.unit >= 0:
        yield from _journeys(p, side, style, memo.unit)
    option = decision.option("select")
    found = []
    for unit in members(option.values) if option is not None else ():
        best = next(_journeys(p, side, style, unit), None)
        if best is not None:
            found.append((best.worth * power(p, unit), unit, best.why))
    found.sort(key=lambda row: (-row[0], row[1]))
    for worth, unit, why in found:
        yield Thought(worth, Choice("select", p.name(unit)), why)
    yield Thought(0.0, Choice("done"), _nothing)


def _journeys(p: War, side: str, style: WarStyle, unit: int) -> Thoughts:
    """By rail, river or sea nearer to its goal, the nearest first."""
    goal = tasks(p, side, style).get(unit)
    if goal is None or (side == RED and holds_poland(p, unit)) or _is_needed(p, unit):
        return
    sea = sea_of(p, side, style)
    here = way_to(p.charts, goal.hex, sea, p.where[unit])
    fed = supplied_hexes(p, unit)
    found = []
    for way, ends in stations(p, unit).items():
        for hex_ in members(ends & fed):
            gain = here - way_to(p.charts, goal.hex, sea, hex_)
            if gain >= (VOYAGE if way == "sea" else LEAST_JOURNEY):
                found.append((gain, way, hex_))
    found.sort(reverse=True)
    for gain, way, hex_ in found:
        yield Thought(gain, Choice(way, p.label(hex_)), partial(_nearer, p, goal.hex, gain))


def _is_needed(p: War, unit: int) -> bool:
    """20.3, 20.12, 20.13: whether special units would be left alone."""
    there, army = p.stacks[p.where[unit]], p.charts.army
    return bool(there & p.charts.needs_company) and not there & army & ~(1 << unit)


def _nearer(p: War, goal: Hex, gain: int) -> str:
    return f"nearer to {p.label(goal)} by {gain} movement points"


def _promise(p: War, side: str, style: WarStyle, units: UnitSet) -> float:
    """What attacks some units could make if they were active now."""
    free = p.clone()
    free.active, free.moved = units & p.on_map, 0
    free.unsupplied = out_of_supply(free, free.active)
    return sum(assault.worth for assault in assaults(free, side, style))


def _chits(p: War, decision: Decision, style: WarStyle, orders: Orders) -> Thoughts:
    """The Front or faction that has most to do, and the best attacks to make."""
    side, charts = decision.side, p.charts
    option = decision.options[0]
    found = []
    for name in option.values:
        if side == RED and CHIT[name] >= len(FRONTS):
            continue  # 7.8: the Field Staff comes by itself
        if side == RED:
            units = p.units_at(charts.front[FRONTS[CHIT[name]]]) & charts.units_of[RED] & ~p.done
        else:
            units = union(charts.of_faction[faction] for faction in charts.chits[name].groups)
            units &= p.on_map
        todo = tasks(p, side, style)
        worth = sum(urge(p, u, todo.get(u)) for u in members(units & charts.army))
        if style.first:
            worth += style.first * _promise(p, side, style, units)
        found.append((worth, name))
    found.sort(key=lambda row: (-row[0], row[1]))
    for worth, name in found:
        why = partial(_text, "{} has most to do and to attack", name)
        yield Thought(worth, Choice(option.verb, name), why)
    if not found:
        yield Thought(0.0, decision.pick(0), _nothing)


# New units


def _place(p: War, decision: Decision, style: WarStyle, orders: Orders) -> Thoughts:
    """Near to where there is most to do, but not where a stronger enemy waits."""
    option = decision.option("place")
    if option is None:
        yield Thought(0.0, evaluation.advise(p, decision), _nothing)
        return
    side, charts = decision.side, p.charts
    wanted = sorted(wishes(p, side, style), key=lambda goal: -goal.worth * (goal.need > 1.0))[:12]
    ours, theirs = charts.units_of[side] & charts.army, p.units_on_map(enemy_of(side))
    found = []
    for hex_ in members(option.values):
        worth = max(
            (g.worth - style.per_point * distances(charts, g.hex)[hex_] for g in wanted),
            default=0.0,
        )
        enemies = p.units_at(disc(charts, hex_, 3)) & theirs & charts.army
        friends = p.units_at(disc(charts, hex_, 1)) & ours
        worth -= max(0.0, power_in(p, enemies) - power_in(p, friends))
        found.append((worth, hex_))
    found.sort(key=lambda row: (-row[0], row[1]))
    for worth, hex_ in found:
        why = partial(_text, "near to what is wanted, and safe: {}", p.label(hex_))
        yield Thought(worth, Choice("place", p.label(hex_)), why)


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
    AttackStep: _attack,
    AdvanceStep: _advance,
    StrategicMovement: _strategic,
    CommandStep: _chits,
    FieldStaff: _chits,
    FirstChit: _chits,
    Reinforcement: _place,
    Replacement: _place,
}
