"""What a staff does that is led in a style: the cadet's advice, and more ideas."""

from __future__ import annotations

from collections.abc import Callable

from ...engine import NO_ORDERS, AnyStep, Choice, Decision, Orders, Style
from ...hexes import set_of
from .advance import Advance, AdvanceStep
from .advice import advise as advise_cadet
from .advice import emergency, hoarding, values_of
from .appraisal import appraise
from .attacks import AttackStep, CombatPhase
from .battles import best_attack, joining_next
from .charts import AXIS
from .choosing import better_hex, ranked
from .marching import advise_movement
from .movement import MovementPhase, Moving
from .partisans import Flight, PartisanPlacement
from .position import War
from .reinforcements import AirborneDrop, Placing, ReinforcementPhase
from .results import Retreat, RetreatStep
from .scenarios import SecurityPlacement
from .styles import Staff
from .supply import Depots, lines_to
from .surprises import advise_drop, advise_partisans


def advise(
    p: War, decision: Decision, style: Style | None = None, orders: Orders = NO_ORDERS
) -> Choice:
    """What a style does, and the cadet without one."""
    if not isinstance(style, Staff):
        return advise_cadet(p, decision)
    step = type(p.frames[-1].step)
    if step is MovementPhase:
        return advise_movement(p, decision, p.memo_of(MovementPhase), style, orders)
    advice = STAFF.get(step)
    return advice(p, decision, style) if advice else advise_cadet(p, decision)


def _advise_reinforcement(p: War, decision: Decision, style: Staff) -> Choice:
    """Headquarters first, for others arrive beside them (15.2.2)."""
    unit = unit_in_hand(p)
    if unit >= 0 and (option := decision.option("place")):
        return Choice("place", p.label(ranked(p, style, unit, option.values)[0][1]))
    # Those before it could not be placed: who waits behind a headquarters without a place is taken.
    headquarters = p.charts.headquarters

    def turn(u: int) -> tuple[bool, int]:
        return not headquarters >> u & 1, u

    waiting = sorted(values_of(decision, "select"), key=turn)
    left = [u for u in waiting if unit < 0 or turn(u) > turn(unit)]
    return Choice("select", p.name(left[0])) if left else Choice("done")


def _advise_depots(p: War, decision: Decision, style: Staff) -> Choice:
    """10.2.4: one emergency source for the same troops is enough: it is gone for four turns."""
    spaces = p.charts.limit["axis_communication"]
    covered = lines_to(p, AXIS, p.hexes_of(p.flipped), spaces) if p.flipped else 0
    if (choice := emergency(p, decision, covered)) is not None:
        return choice
    # On the offensive depots come up instead.
    if style.follow and appraise(p, AXIS, style).offensive:
        return Choice("done")
    return hoarding(p, decision)


def _advise_security(p: War, decision: Decision, style: Staff) -> Choice:
    """19.4.3: on the lines of supply, from the first."""
    option = decision.options[0]
    return Choice("place", p.label(ranked(p, style, decision.of[0], option.values)[0][1]))


def _advise_combat(p: War, decision: Decision, style: Staff) -> Choice:
    option = decision.option("attack")
    target = best_attack(p, style, option.values) if option else None
    return Choice("attack", p.label(target)) if target is not None else Choice("done")


def _advise_attack(p: War, decision: Decision, style: Staff) -> Choice:
    unit = joining_next(p, style, p.memo_of(AttackStep))
    if unit >= 0:
        return Choice("add", p.name(unit))
    return decision.first("resolve", "cancel")


def _advise_advance(p: War, decision: Decision, style: Staff) -> Choice:
    memo = p.memo_of(AdvanceStep)
    if memo.unit >= 0:
        option = decision.option("to")
        there = better_hex(p, style, memo.unit, option.values) if option else None
        return Choice("to", p.label(there)) if there is not None else decision.first("halt", "to")
    for unit in values_of(decision, "advance"):
        if better_hex(p, style, unit, set_of(memo.hexes)) is not None:
            return Choice("advance", p.name(unit))
    return Choice("hold")


def _advise_retreat(p: War, decision: Decision, style: Staff) -> Choice:
    option = decision.option("retreat")
    assert option is not None
    return Choice("retreat", p.label(ranked(p, style, unit_in_hand(p), option.values)[0][1]))


def unit_in_hand(p: War) -> int:
    """The unit that a decision about a hex is about, or -1."""
    match p.frames[-1].memo:
        case Moving(units=(unit, *_)):
            return unit
        case Placing(unit=unit) | Advance(unit=unit):
            return unit
        case Retreat(groups=(group, *_)):
            return group.units[0]
    return -1


# By step; in all others a staff does as a cadet does.
STAFF: dict[type[AnyStep], Callable[[War, Decision, Staff], Choice]] = {
    Depots: _advise_depots,
    SecurityPlacement: _advise_security,
    ReinforcementPhase: _advise_reinforcement,
    CombatPhase: _advise_combat,
    AttackStep: _advise_attack,
    AirborneDrop: advise_drop,
    PartisanPlacement: advise_partisans,
    Flight: advise_partisans,
    RetreatStep: _advise_retreat,
    AdvanceStep: _advise_advance,
}
