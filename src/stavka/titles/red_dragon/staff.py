"""What a staff is told: advice in a style, choices with reasons, orders worth trying."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import NO_ORDERS, Choice, Considered, Decision, Orders, Style
from ...hexes import Hex, members, set_of
from . import campaign, defence, evaluation
from .attacks import AttackStep, CombatPhase
from .charts import GMD, PLA
from .movement import MovementSegment, Moving, options_in_hand, waiting_units
from .orders import WAYS, obey
from .position import War
from .styles import WarStyle
from .supply import in_supply

# Hexes that are proposed for each unit.
HEXES = 2


def advise(
    p: War, decision: Decision, style: Style | None = None, orders: Orders = NO_ORDERS
) -> Choice:
    """What a cadet does, or somebody with a style; orders are carried out first."""
    if orders and p.is_in(MovementSegment):
        choice = obey(p, decision, p.memo_of(MovementSegment), orders)
        if choice is not None:
            return choice
    if isinstance(style, WarStyle) and decision.side == PLA:
        memo = p.frames[-1].memo
        match p.frames[-1].step:
            case MovementSegment():
                return campaign.advise_movement(p, decision, memo, style, set_of(orders))
            case CombatPhase():
                return campaign.advise_combat(p, decision, style)
            case AttackStep():
                return campaign.advise_attack(p, decision, memo, style)
    if isinstance(style, WarStyle) and decision.side == GMD:
        memo = p.frames[-1].memo
        match p.frames[-1].step:
            case MovementSegment():
                return defence.advise_movement(p, decision, memo, style, set_of(orders))
    return evaluation.advise(p, decision, orders)


def consider(
    p: War, decision: Decision, style: Style | None = None, orders: Orders = NO_ORDERS
) -> Sequence[Considered]:
    return (Considered(advise(p, decision, style, orders), 0.0),)


def proposals(p: War, side: str, style: Style) -> Sequence[tuple[int, Hex]]:
    """For each unit that can move the best hexes but one, those first that are nearly as good."""
    found: list[tuple[float, int, Hex]] = []
    worth = evaluation._pla_worth if side == PLA else evaluation._gmd_worth
    for unit in members(waiting_units(p, side)):
        here = p.where[unit]
        memo = Moving(unit=unit, out_of_supply=here >= 0 and not in_supply(p, unit))
        there = 1 << here if here >= 0 else 0
        for option in options_in_hand(p, memo):
            there |= option.values if option.verb in WAYS else 0
        ranked = sorted(((worth(p, unit, hex_), hex_) for hex_ in members(there)), reverse=True)
        best = ranked[0][0] if ranked else 0.0
        found += [(best - score, unit, hex_) for score, hex_ in ranked[1 : 1 + HEXES]]
    return [(unit, hex_) for _, unit, hex_ in sorted(found)]
