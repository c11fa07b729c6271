"""Why something cannot be done: which bars answer for which choice."""

from __future__ import annotations

from stavka.engine import AnyStep, Choice, Illegal
from stavka.kit.bars import Refusals, Table

from .combat import Attack, AttackStep, CombatPhase, bars_to_add, bars_to_attack, odds
from .movement import MovementPhase, bars_to_move, bars_to_select
from .position import War
from .results import AdvanceStep, Retreat, RetreatStep, bars_to_retreat


def _about_word(p: War, step: AnyStep, memo: object, choice: Choice) -> Illegal | None:
    match choice.verb, memo:
        case "resolve", Attack() if not memo.units:
            return Illegal("nobody attacks yet", "5.1")
        case "resolve", Attack():
            best = odds(p, memo)
            if best is None:
                return Illegal("less than half of the defender's strength attacks", "5.2")
            return Illegal(f"the odds are {best}", "5.2")
        case "eliminate", Retreat():
            return Illegal("a unit that can retreat has to", "6.2")
    return None


UNITS: Table[War] = {
    (MovementPhase, "select"): bars_to_select,
    (AttackStep, "add"): bars_to_add,
    (AdvanceStep, "advance"): ("6.3", "the {} took no part in the attack"),
}
HEXES: Table[War] = {
    (MovementPhase, "move"): bars_to_move,
    (CombatPhase, "attack"): bars_to_attack,
    (RetreatStep, "retreat"): bars_to_retreat,
}
REFUSALS = Refusals(
    UNITS, HEXES, words=_about_word, name=lambda p, unit: p.charts.counters[unit].name
)
