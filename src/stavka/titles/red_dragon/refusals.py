"""Why something cannot be done: which bars answer for which choice."""

from __future__ import annotations

from ...engine import AnyStep, Choice, Illegal
from ...kit.bars import Refusals, Table
from .advance import AdvanceStep, bars_to_advance
from .air import AirWindow, bars_to_interdict, bars_to_supply, bars_to_supply_in_phase
from .attacks import (
    AttackStep,
    CombatPhase,
    Reaction,
    bars_to_bombard_with,
    bars_to_supply_defenders,
)
from .barred_ways import (
    bars_to_bridge,
    bars_to_convoy,
    bars_to_enter,
    bars_to_fly,
    bars_to_march,
    bars_to_move,
    bars_to_rail,
    bars_to_select,
    bars_to_short_attack,
    bars_to_take,
)
from .charts import PLA
from .combat import (
    Attack,
    bars_to_add,
    bars_to_attack,
    bars_to_bombard,
    bars_to_wave,
)
from .defectors import DefectionStep, bars_to_incorporate
from .explosives import PlaceElbs, bars_to_place, bars_to_withdraw
from .final_positions import Displace, bars_to_displace, bars_to_eliminate, bars_to_go
from .guerrillas import bars_to_suppress
from .movement import MovementSegment
from .news import Fortify, NameCommand, RaiseGuerrillas, bars_to_fortify
from .offensive import Popa, bars_to_speak, bars_to_target
from .position import BOX, War
from .reinforcements import (
    Recruit,
    Recruiting,
    bars_to_place_guerrillas,
    bars_to_raise_guerrillas,
    bars_to_raise_militia,
    bars_to_replace,
    bars_to_spend,
    waiting,
)
from .results import (
    LossStep,
    PanicStep,
    RetreatStep,
    Roll,
    bars_to_defend,
    bars_to_lose,
    bars_to_panic,
    bars_to_retreat,
)


def _about_word(p: War, step: AnyStep, memo: object, choice: Choice) -> Illegal | None:
    """A verb alone, or with a word that is neither a unit nor a hex."""
    match step, choice.verb, memo:
        case AttackStep(), "resolve", Attack():
            return Illegal("somebody must attack; guns and aircraft only support", "12.1.9")
        case AttackStep(), "deng", Attack():
            return _deng(p, memo)
        case Recruit(), "done", Recruiting() if waiting(p, PLA) and not memo.rolled:
            return Illegal("the reinforcements must be rolled for", "10.1.1")
        case Recruit(), "roll", _:
            return Illegal("nobody is left to roll for this turn", "10.1.1")
        case MovementSegment(), "halt", _:
            return Illegal("no unit is being moved", "11.1.1")
        case NameCommand(), "freeze", _:
            return Illegal(f"{choice.argument} is no GMD command on the map", "9.1.3")
    return None


def _deng(p: War, attack: Attack) -> Illegal:
    if attack.side != PLA:
        return Illegal("Deng Xiao Peng serves the PLA", "17.1.10")
    if p.where[p.charts.deng] != BOX:
        return Illegal("Deng Xiao Peng is not available", "17.1.10")
    return Illegal("there is nobody of the other field army to join the attack", "17.1.10")


UNITS: Table[War] = {
    (MovementSegment, "select"): bars_to_select,
    (MovementSegment, "take"): bars_to_take,
    (MovementSegment, "short_attack"): bars_to_short_attack,
    (AttackStep, "add"): bars_to_add,
    (AttackStep, "wave"): bars_to_wave,
    (AttackStep, "bombard"): bars_to_bombard_with,
    (Reaction, "bombard"): bars_to_bombard,
    (Roll, "defend"): bars_to_defend,
    (LossStep, "lose"): bars_to_lose,
    (AdvanceStep, "advance"): bars_to_advance,
    (DefectionStep, "incorporate"): bars_to_incorporate,
    (PlaceElbs, "withdraw"): bars_to_withdraw,
    (Recruit, "replace"): bars_to_replace,
    (Recruit, "spend"): bars_to_spend,
    (Displace, "displace"): bars_to_displace,
    (Displace, "eliminate"): bars_to_eliminate,
    (Popa, "corps"): bars_to_speak,
    (Popa, "target"): bars_to_target,
}
HEXES: Table[War] = {
    (MovementSegment, "move"): bars_to_move,
    (MovementSegment, "march"): bars_to_march,
    (MovementSegment, "convoy"): bars_to_convoy,
    (MovementSegment, "rail"): bars_to_rail,
    (MovementSegment, "enter"): bars_to_enter,
    (MovementSegment, "fly"): bars_to_fly,
    (MovementSegment, "bridge"): bars_to_bridge,
    (MovementSegment, "air_supply"): bars_to_supply_in_phase,
    (AirWindow, "air_supply"): bars_to_supply,
    (AirWindow, "interdict"): bars_to_interdict,
    (CombatPhase, "attack"): bars_to_attack,
    (CombatPhase, "suppress"): bars_to_suppress,
    (CombatPhase, "air_supply"): bars_to_supply_in_phase,
    (Reaction, "air_supply"): bars_to_supply_defenders,
    (PanicStep, "panic"): bars_to_panic,
    (RetreatStep, "retreat"): bars_to_retreat,
    (PlaceElbs, "place"): bars_to_place,
    (Recruit, "militia"): bars_to_raise_militia,
    (Recruit, "guerrilla"): bars_to_place_guerrillas,
    (RaiseGuerrillas, "guerrilla"): bars_to_raise_guerrillas,
    (Fortify, "fortify"): bars_to_fortify,
    (Displace, "to"): bars_to_go,
}
REFUSALS = Refusals(
    UNITS, HEXES, words=_about_word, name=lambda p, unit: p.charts.counter[unit].name
)
