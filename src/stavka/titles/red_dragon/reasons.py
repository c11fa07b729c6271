"""Choices that are worth a thought, with reasons in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...engine import Choice, Considered, Decision
from ...hexes import Hex, members
from .air import AirWindow
from .aircraft import interdiction, kept_away
from .assaults import Assault
from .attacks import AttackStep, CombatPhase
from .campaign import next_move, planned
from .charts import GMD, PLA
from .combat import Attack
from .defence import Moves, may_try, press, prospect
from .evaluation import everybody
from .movement import MovementSegment
from .orders import WAYS, ways_in
from .planning import plan
from .position import War
from .stakes import chance_of
from .styles import WarStyle


def consider(p: War, decision: Decision, style: WarStyle, advised: Choice) -> Sequence[Considered]:
    """The advised choice first, then the others by what they are worth."""
    found = {each.choice: each for each in _others(p, decision, style)}
    first = found.pop(advised, Considered(advised, 0.0, _why(p, decision, style, advised)))
    return (first, *sorted(found.values(), key=lambda each: -each.worth))


def _others(p: War, decision: Decision, style: WarStyle) -> Iterable[Considered]:
    memo = p.frames[-1].memo
    match p.frames[-1].step:
        case MovementSegment() if decision.side == PLA:
            yield from _marches(p, decision, style, memo.unit)
        case MovementSegment() if memo.unit >= 0 and not p.charts.leaders >> memo.unit & 1:
            yield from _moves(p, decision, style, memo.unit)
        case CombatPhase() if decision.side == PLA:
            for assault in plan(p, style):
                choice = Choice("attack", p.label(assault.target))
                yield Considered(choice, assault.worth, _attack(p, assault))
        case CombatPhase():
            yield from _sallies(p, decision, style)
        case AirWindow():
            for worth, hex_ in interdiction(p, decision, memo, style):
                factors = round(kept_away(p, hex_))
                reason = f"keeps about {factors} factors away from {place(p, hex_)}"
                yield Considered(Choice("interdict", p.label(hex_)), worth, reason)


def _marches(p: War, decision: Decision, style: WarStyle, in_hand: int) -> Iterable[Considered]:
    """What each planned attack still wants to be done."""
    for assault in plan(p, style):
        for unit, there in zip(assault.units, assault.hexes, strict=True):
            choice = _march(p, decision, unit, there, in_hand)
            if choice is not None:
                reason = f"for the attack on {place(p, assault.target)}: {_odds(p, assault)}"
                yield Considered(choice, assault.worth, reason)
                break


def _march(p: War, decision: Decision, unit: int, there: Hex, in_hand: int) -> Choice | None:
    if p.where[unit] == there:
        return None
    if unit != in_hand:
        option = decision.option("select")
        return Choice("select", p.name(unit)) if option and option.values >> unit & 1 else None
    for verb in WAYS:
        option = decision.option(verb)
        if option is not None and option.values >> there & 1:
            return Choice(verb, p.label(there))
    return None


def _moves(p: War, decision: Decision, style: WarStyle, unit: int) -> Iterable[Considered]:
    """What each hex would change for the unit in hand."""
    if unit < 0:
        return
    moves = Moves(p, style, unit)
    for hex_, choice in ways_in(p, decision):
        gain = moves.gain(hex_)
        yield Considered(choice, gain, _saved(p, hex_, gain))


def _saved(p: War, hex_: Hex, gain: float) -> str:
    coming = round(press(p).get(hex_, 0.0))
    threat = f"about {coming} factors can come there" if coming else "nobody can come there"
    if gain > 0:
        return f"{threat}; it is worth {gain:.1f} corps to be there"
    return threat


def _sallies(p: War, decision: Decision, style: WarStyle) -> Iterable[Considered]:
    option = decision.option("attack")
    for target in members(option.values) if option else ():
        column, worth = prospect(p, everybody(p, Attack(GMD, target)))
        if may_try(p, style, target, column, worth):
            reason = f"{p.charts.columns[column]} if the counters are what they look like"
            yield Considered(Choice("attack", p.label(target)), worth, reason)


def _why(p: War, decision: Decision, style: WarStyle, choice: Choice) -> str:
    """Why something is advised that is not one of several."""
    memo = p.frames[-1].memo
    if isinstance(p.frames[-1].step, AttackStep) and decision.side == PLA:
        assault = planned(p, style, memo.target)
        if assault is not None and choice.verb in ("add", "resolve", "wave"):
            return _attack(p, assault)
    if isinstance(p.frames[-1].step, MovementSegment) and decision.side == PLA:
        found = next_move(p, style, 0)
        if found is not None and p.charts.guerrillas >> found[0] & 1:
            return f"guerrillas on the road in {place(p, found[1])} hinder supply"
        if found is not None:
            return f"nearer to the enemy, in {place(p, found[1])}"
        return "everybody is where he is wanted"
    return ""


def _attack(p: War, assault: Assault) -> str:
    return f"{_odds(p, assault)} on {place(p, assault.target)}"


def _odds(p: War, assault: Assault) -> str:
    charts = p.charts
    chance = chance_of(charts, "DE", "DD")[assault.column]
    return f"{charts.columns[assault.column]}, {round(100 * chance)} % to destroy all of it"


def place(p: War, hex_: Hex) -> str:
    """A hex with its name, if it has one."""
    names = [each.name for each in p.charts.board.places_at(hex_)]
    return f"{p.label(hex_)} ({names[0]})" if names else p.label(hex_)
