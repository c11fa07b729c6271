"""Why something cannot be done: which bars answer for which choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from ...engine import AnyStep, Choice, Illegal
from ...kit.bars import Bar, Bars, Refusals, Table
from .charts import CHINESE, SOVIET
from .combat import (
    Attack,
    AttackStep,
    CombatPhase,
    bars_to_add,
    bars_to_attack,
    bars_to_expend,
    bars_to_strike,
    bars_to_target,
    lacks_marines,
    must_attack,
    odds_of,
)
from .demolitions import Detonation, MineLaying, bars_to_mine, bars_to_mine_towards
from .deployment import Deploying, Deployment, bars_to_deploy
from .movement import (
    MovementPhase,
    Moving,
    bars_after_movement,
    bars_to_drop,
    bars_to_fly,
    bars_to_land,
    bars_to_move,
    bars_to_rail,
    bars_to_select,
    why_not_entrain,
)
from .position import War
from .reinforcements import (
    KoreanIntervention,
    Mobilization,
    bars_to_intervene,
    bars_to_mobilize,
)
from .results import (
    AdvanceStep,
    ExchangeStep,
    RetreatStep,
    bars_to_advance,
    bars_to_attackers,
    bars_to_lose,
    bars_to_retreat,
    bars_to_retreat_to,
)
from .stacking import Overstacked, bars_to_eliminate
from .substitution import (
    Substitution,
    bars_in_chinese_phases,
    bars_to_break_down,
    bars_to_build_up,
)
from .variants import refusals as article


def _about_word(p: War, step: AnyStep, memo: object, choice: Choice) -> Illegal | None:
    """A verb alone, or with a word that is neither a unit nor a hex."""
    side = p.current.side
    attack = memo if isinstance(memo, Attack) else Attack(())
    if found := article.about_word(p, step, choice.verb, attack.units, attack.air):
        return found
    match step, choice.verb, memo:
        case MovementPhase(), "entrain", Moving(unit=unit) if unit >= 0 and not choice.argument:
            return why_not_entrain(p, unit)
        case AttackStep(), "resolve", Attack():
            return _resolve(p, memo, choice.argument)
        case AttackStep(), "nuclear", _ if side == CHINESE:
            return Illegal("only the Soviet Player can make nuclear attacks", "15.0")
        case AttackStep(), "mass", _ if side == SOVIET:
            return Illegal("only the Chinese Player can make mass attacks", "10.5")
        case CombatPhase(), "done", _ if side == SOVIET and must_attack(p):
            return Illegal("the Marine Division must attack the hex in which it landed", "5.52")
        case Detonation(), "detonate", _:
            return Illegal(f"there is no mine at {choice.argument or 'no hexside'}", "16.0")
        case Deployment(), "place", Deploying():
            return Illegal(f"you have no {choice.argument or 'such unit'} left to set up", "17.1")
        case Deployment(), "done", _:
            return Illegal("all units must be set up", "17.2")
    return None


def _resolve(p: War, attack: Attack, column: str) -> Illegal | None:
    if not attack.units:
        return Illegal("nobody attacks yet", "9.11")
    best = odds_of(p, attack).column
    if best is None:
        return Illegal("attacks at less than 1 to 2 are not allowed", "10.0")
    if lacks_marines(p, attack):
        return Illegal("the Marine Division must take part where it landed", "5.52")
    if column in p.charts.columns:
        return Illegal(f"the odds are {best}; they can be lowered, not raised", "10.4")
    return None


def _all(*rules: Callable[[War, Any], Bars]) -> Callable[[War, Any], Iterable[Bar]]:
    """The bars of several rules, one after the other."""
    return lambda p, memo: chain.from_iterable(rule(p, memo) for rule in rules)


UNITS: Table[War] = {
    (MovementPhase, "select"): bars_to_select,
    (Overstacked, "eliminate"): bars_to_eliminate,
    (MovementPhase, "break_down"): _all(bars_to_break_down, bars_after_movement),
    (CombatPhase, "break_down"): _all(bars_to_break_down, bars_in_chinese_phases),
    (Substitution, "break_down"): bars_to_break_down,
    (ExchangeStep, "break_down"): _all(bars_to_break_down, bars_to_attackers),
    (AttackStep, "add"): bars_to_add,
    (AttackStep, "strike"): bars_to_strike,
    (CombatPhase, "expend"): bars_to_expend,
    (AttackStep, "expend"): bars_to_expend,
    (RetreatStep, "retreat"): bars_to_retreat,
    (ExchangeStep, "lose"): bars_to_lose,
    (AdvanceStep, "advance"): bars_to_advance,
}
HEXES: Table[War] = {
    (MovementPhase, "move"): bars_to_move,
    (MovementPhase, "rail"): bars_to_rail,
    (MovementPhase, "land"): bars_to_land,
    (MovementPhase, "fly"): bars_to_fly,
    (MovementPhase, "drop"): bars_to_drop,
    (MovementPhase, "build_up"): _all(bars_to_build_up, bars_after_movement),
    (CombatPhase, "build_up"): _all(bars_to_build_up, bars_in_chinese_phases),
    (Substitution, "build_up"): bars_to_build_up,
    (CombatPhase, "attack"): bars_to_attack,
    (AttackStep, "target"): bars_to_target,
    (RetreatStep, "to"): bars_to_retreat_to,
    (Deployment, "at"): bars_to_deploy,
    (MineLaying, "mine"): bars_to_mine,
    (MineLaying, "towards"): bars_to_mine_towards,
    (Mobilization, "mobilize"): bars_to_mobilize,
    (KoreanIntervention, "intervene"): bars_to_intervene,
}
REFUSALS = Refusals(UNITS, HEXES, words=_about_word, name=War.name)
# A base scenario has the steps of the game, but nobody in it has heard of missiles.
REFUSALS_OF_THE_ARTICLE = Refusals(
    {**UNITS, **article.UNITS}, {**HEXES, **article.HEXES}, words=_about_word, name=War.name
)
