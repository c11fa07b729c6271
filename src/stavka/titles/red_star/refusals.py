"""Why something cannot be done: which bars answer for which choice."""

from __future__ import annotations

from ...engine import AnyStep, Choice, Illegal
from ...kit.bars import Refusals, Table, reason
from .advance import Advance, AdvanceStep, bars_to_advance, bars_to_go, is_advancing
from .airpower import AirbaseWithdrawal, FleetPlacement, bars_to_fly, bars_to_withdraw
from .attacks import AttackStep, CombatPhase
from .combat import (
    Attack,
    bars_to_add,
    bars_to_attack,
    bars_to_target,
    may_be_fought,
    odds_of,
)
from .conversion import (
    Converting,
    GermanConversion,
    SovietConversion,
    bars_to_break_down,
    bars_to_build_up,
    bars_to_corps,
    bars_to_divide,
    bars_to_incorporate,
    bars_to_join,
    bars_to_take_in,
    bars_to_unite,
    bars_to_unite_with,
    being_converted,
)
from .economy import Evacuation, LeaderArrival, bars_to_evacuate, bars_to_leader
from .movement import (
    NOT_BOTH,
    ONE_AT_A_TIME,
    PICK_UP,
    MovementPhase,
    Moving,
    bars_to_jump,
    bars_to_leave,
    bars_to_move,
    bars_to_overrun,
    bars_to_sail,
    bars_to_select,
    bars_to_take_along,
    bars_to_transfer,
    bars_to_use_strategic,
)
from .partisans import Flight, PartisanPlacement, bars_to_flee, bars_to_place_partisans
from .position import War
from .promotion import Promotion, bars_to_promote
from .reinforcements import (
    AirborneDrop,
    ReinforcementPhase,
    bars_to_call_up,
    bars_to_drop,
    bars_to_pick_jumper,
    bars_to_place,
)
from .results import (
    BattleStep,
    CrowdStep,
    Losses,
    LossesStep,
    RetreatStep,
    Satisfy,
    SatisfyStep,
    bars_to_clear,
    bars_to_detach,
    bars_to_lose,
    bars_to_make_room,
    bars_to_retreat,
    may_retreat,
)
from .scenarios import SecurityPlacement, bars_to_place_security
from .stacking import Overstacked, bars_to_thin_out
from .supply import Depots, bars_to_use_depot


def _about_word(p: War, step: AnyStep, memo: object, choice: Choice) -> Illegal | None:
    match step, choice.verb, memo:
        case MovementPhase(), "strategic", Moving(units=(unit,)):
            return _strategic(p, memo, unit)
        case MovementPhase(), "strategic", Moving():
            return Illegal(ONE_AT_A_TIME, "3.5.3")
        case MovementPhase(), ("stack" | "halt" | "back"), Moving():
            return _nobody_in_hand(memo, choice.verb)
        case AttackStep(), "all", Attack():
            return Illegal("nobody else can join the attack", "7.3.1")
        case AttackStep(), "resolve", Attack():
            return _resolve(p, memo)
        case SatisfyStep(), "retreat", Satisfy():
            return Illegal(f"the result is {memo.number}", "7.8.2")
        case LossesStep(), "retreat", Losses() if not may_retreat(p, memo.side):
            return Illegal("units that cannot move bind those with them", "7.13.3")
        case AdvanceStep(), "halt", Advance():
            return Illegal("nobody is advancing", "7.15.2")
        case AdvanceStep(), "hold", Advance():
            return Illegal(is_advancing(p, memo), "7.15.2")
        case ((GermanConversion() | SovietConversion()), "done", Converting()):
            return Illegal(being_converted(p, memo), "17.1")
        case ((GermanConversion() | SovietConversion()), "back", Converting()):
            return Illegal("nothing is being converted", "17.1")
        case CrowdStep(), "stand", _:
            return Illegal("the owner has had his say: remove a unit", "7.12.1")
        case BattleStep(), "done", _:
            return Illegal("decide about the Siege Artillery before the die is rolled", "7.6.2")
    return None


def _strategic(p: War, memo: Moving, unit: int) -> Illegal | None:
    if memo.begun:
        return Illegal(NOT_BOTH, "3.5.2")
    why = reason(bars_to_use_strategic(p, unit), unit, p.called(unit))
    return why or Illegal("strategic movement comes before normal movement", "3.5.2")


def _nobody_in_hand(memo: Moving, verb: str) -> Illegal:
    if verb == "back":
        return Illegal("no strategic movement has been begun", "3.5")
    if not memo.units:
        return Illegal(PICK_UP, "3.2")
    if verb == "stack":
        return Illegal("nobody else in the space can come along", "3.3.1")
    return Illegal("nobody is on the way", "3.2")


def _resolve(p: War, attack: Attack) -> Illegal | None:
    if not attack.units:
        return Illegal("nobody attacks yet", "7.1.2")
    side = p.current.side
    if not may_be_fought(p, side, attack.targets, attack.units):
        odds = odds_of(p, side, attack.targets, attack.units)
        sums = f"{odds.attack:g} to {odds.defence:g}"
        return Illegal(f"{sums} is below the lowest odds of the table", "7.1.2")
    return None


UNITS: Table[War] = {
    (Depots, "emergency"): bars_to_use_depot,
    (Depots, "hoard"): bars_to_use_depot,
    (AirbaseWithdrawal, "withdraw"): bars_to_withdraw,
    (ReinforcementPhase, "select"): bars_to_call_up,
    (AirborneDrop, "select"): bars_to_pick_jumper,
    (GermanConversion, "break_down"): bars_to_break_down,
    (GermanConversion, "build_up"): bars_to_build_up,
    (GermanConversion, "with"): bars_to_join,
    (SovietConversion, "break_down"): bars_to_divide,
    (SovietConversion, "corps"): bars_to_corps,
    (SovietConversion, "build_up"): bars_to_unite,
    (SovietConversion, "with"): bars_to_unite_with,
    (SovietConversion, "incorporate"): bars_to_incorporate,
    (SovietConversion, "into"): bars_to_take_in,
    (MovementPhase, "select"): bars_to_select,
    (MovementPhase, "add"): bars_to_take_along,
    (MovementPhase, "drop"): bars_to_leave,
    (AttackStep, "add"): bars_to_add,
    (LossesStep, "lose"): bars_to_lose,
    (RetreatStep, "detach"): bars_to_detach,
    (CrowdStep, "make_room"): bars_to_make_room,
    (CrowdStep, "remove"): bars_to_clear,
    (AdvanceStep, "advance"): bars_to_advance,
    (Overstacked, "remove"): bars_to_thin_out,
    (Promotion, "promote"): bars_to_promote,
    (Evacuation, "evacuate"): bars_to_evacuate,
}
HEXES: Table[War] = {
    (SecurityPlacement, "place"): bars_to_place_security,
    (MovementPhase, "move"): bars_to_move,
    (MovementPhase, "overrun"): bars_to_overrun,
    (MovementPhase, "transfer"): bars_to_transfer,
    (MovementPhase, "sail"): bars_to_sail,
    (MovementPhase, "drop"): bars_to_jump,
    (CombatPhase, "attack"): bars_to_attack,
    (AttackStep, "target"): bars_to_target,
    (RetreatStep, "retreat"): bars_to_retreat,
    (AdvanceStep, "to"): bars_to_go,
    (FleetPlacement, "fly"): bars_to_fly,
    (PartisanPlacement, "place"): bars_to_place_partisans,
    (Flight, "flee"): bars_to_flee,
    (LeaderArrival, "at"): bars_to_leader,
    (ReinforcementPhase, "place"): bars_to_place,
    (AirborneDrop, "drop"): bars_to_drop,
}
REFUSALS = Refusals(UNITS, HEXES, words=_about_word, name=War.called)
