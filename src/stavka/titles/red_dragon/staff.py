"""What a staff is told: advice in a style, choices with reasons, orders worth trying."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import NO_ORDERS, Choice, Considered, Decision, Orders, Style, undisturbed
from ...hexes import Hex, members, set_of
from . import aircraft, campaign, defence, evaluation, reasons
from .advance import AdvanceStep
from .air import AirWindow
from .attacks import AttackStep, CombatPhase, Reaction
from .charts import GMD, PLA
from .movement import MovementSegment, options_in_hand, waiting_units
from .orders import WAYS, obey
from .planning import plan, single_assaults
from .position import War
from .styles import WarStyle

# Hexes that are proposed for each unit of the GMD.
HEXES = 3


def advise(
    p: War, decision: Decision, style: Style | None = None, orders: Orders = NO_ORDERS
) -> Choice:
    """What a cadet does, or somebody with a style; orders are carried out first."""
    with undisturbed(p):
        return _advise(p, decision, style, orders)


def _advise(p: War, decision: Decision, style: Style | None, orders: Orders) -> Choice:
    if orders and p.is_in(MovementSegment):
        choice = obey(p, decision, p.memo_of(MovementSegment), orders)
        if choice is not None:
            return choice
    if isinstance(style, WarStyle):
        school = _pla if decision.side == PLA else _gmd
        choice = school(p, decision, style, orders)
        if choice is not None:
            return choice
    return evaluation.advise(p, decision, orders)


def _pla(p: War, decision: Decision, style: WarStyle, orders: Orders) -> Choice | None:
    memo = p.frames[-1].memo
    match p.frames[-1].step:
        case MovementSegment():
            return campaign.advise_movement(p, decision, memo, style, set_of(orders))
        case CombatPhase():
            return campaign.advise_combat(p, decision, style)
        case AttackStep():
            return campaign.advise_attack(p, decision, memo, style)
        case AdvanceStep():
            return campaign.advise_advance(p, decision, memo.hex)
    return None


def _gmd(p: War, decision: Decision, style: WarStyle, orders: Orders) -> Choice | None:
    memo = p.frames[-1].memo
    match p.frames[-1].step:
        case MovementSegment():
            return defence.advise_movement(p, decision, memo, style, set_of(orders))
        case CombatPhase():
            return defence.advise_combat(p, decision, style)
        case AttackStep():
            return defence.advise_attack(p, decision, memo, style)
        case AirWindow():
            return aircraft.advise_air(p, decision, memo, style)
        case Reaction():
            return aircraft.advise_reaction(p, decision, memo, style)
    return None


def consider(
    p: War, decision: Decision, style: Style | None = None, orders: Orders = NO_ORDERS
) -> Sequence[Considered]:
    """The advised choice and what else was thought of; a cadet gives no reasons."""
    advised = advise(p, decision, style, orders)
    if isinstance(style, WarStyle):
        with undisturbed(p):
            return reasons.consider(p, decision, style, advised)
    return (Considered(advised, 0.0),)


def proposals(p: War, side: str, style: Style) -> Sequence[tuple[int, Hex]]:
    """Orders that the style does not give by itself, and might."""
    if not isinstance(style, WarStyle):
        return ()
    with undisturbed(p):
        return _other_attacks(p, style) if side == PLA else _other_places(p, style)


def _other_attacks(p: War, style: WarStyle) -> list[tuple[int, Hex]]:
    """What each attack would want that competes with others, the best attack first."""
    planned = {
        (unit, hex_)
        for assault in plan(p, style)
        for unit, hex_ in zip(assault.units, assault.hexes, strict=True)
    }
    waiting = waiting_units(p, PLA)
    found: dict[tuple[int, Hex], None] = {}
    for assault in single_assaults(p, style):
        for unit, hex_ in zip(assault.units, assault.hexes, strict=True):
            if waiting >> unit & 1 and (unit, hex_) not in planned:
                found[unit, hex_] = None
    # Whoever is not wanted may stay where he is.
    busy = set_of(unit for unit, _ in planned)
    for unit in members(waiting & p.on_map & ~busy):
        found[unit, p.where[unit]] = None
    return [*found]


def _other_places(p: War, style: WarStyle) -> list[tuple[int, Hex]]:
    """For each unit that can move the best hexes but one, those first that are nearly as good."""
    found: list[tuple[float, int, Hex]] = []
    still = p.charts.static | 1 << p.charts.rr_security
    for unit in members(waiting_units(p, GMD) & ~still):
        here = p.where[unit]
        memo = defence.in_hand_of(p, unit)
        there = 1 << here if here >= 0 else 0
        for option in options_in_hand(p, memo):
            there |= option.values if option.verb in WAYS else 0
        moves = defence.Moves(p, style, unit)
        ranked = sorted(((moves.gain(hex_), hex_) for hex_ in members(there)), reverse=True)
        best = ranked[0][0] if ranked else 0.0
        found += [(best - gain, unit, hex_) for gain, hex_ in ranked[1 : 1 + HEXES]]
    return [(unit, hex_) for _, unit, hex_ in sorted(found)]
