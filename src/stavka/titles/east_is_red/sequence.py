"""4.0 Sequence of play: what begins with each phase of the outline."""

from __future__ import annotations

from collections.abc import Callable

from .charts import CHINESE, SOVIET
from .combat import begin_combat, begin_group_attack, end_combat
from .demolitions import Detonation, MineLaying, Mining
from .deployment import begin_deployment
from .movement import begin_movement, units_on_rail
from .position import War
from .reinforcements import begin_chinese_turn, begin_soviet_turn
from .variants.interdiction import CarrierInterdiction, begin_interdiction, end_interdiction
from .variants.maneuver_group import end_maneuver_group
from .victory import end_game


def _begin_player_turn(p: War, side: str) -> None:
    p.began_on_rail = units_on_rail(p, side)  # 5.41
    if side == SOVIET:
        begin_soviet_turn(p)
    else:
        begin_chinese_turn(p)


BEGIN: dict[str, Callable[[War], None]] = {
    "soviet-deployment": lambda p: begin_deployment(p, SOVIET),
    "chinese-deployment": lambda p: begin_deployment(p, CHINESE),
    "mine-laying": lambda p: p.push(MineLaying, Mining()),
    "first-detonation": lambda p: p.push(Detonation),
    "soviet-reinforcement": lambda p: _begin_player_turn(p, SOVIET),
    "soviet-initial-movement": lambda p: begin_movement(p, SOVIET, second=False),
    "soviet-combat": lambda p: begin_combat(p, SOVIET),
    "soviet-second-movement": lambda p: begin_movement(p, SOVIET, second=True),
    "omg-attack": begin_group_attack,
    "soviet-interdiction": begin_interdiction,
    "chinese-reinforcement": lambda p: _begin_player_turn(p, CHINESE),
    "chinese-initial-movement": lambda p: begin_movement(p, CHINESE, second=False),
    "chinese-combat": lambda p: begin_combat(p, CHINESE),
    "chinese-second-movement": lambda p: begin_movement(p, CHINESE, second=True),
    "removal-of-interdiction": end_interdiction,
    "us-interdiction": lambda p: p.push(CarrierInterdiction),
    "detonation": lambda p: p.push(Detonation),
}
END: dict[str, Callable[[War], None]] = {
    "soviet-combat": lambda p: end_combat(p, SOVIET),
    "chinese-combat": lambda p: end_combat(p, CHINESE),
    "omg-attack": end_maneuver_group,
}
FIRST_OF_TURN = {SOVIET: "soviet-reinforcement", CHINESE: "chinese-reinforcement"}


def _number_of(p: War, side: str) -> int:
    """The place of a side's first phase of a turn."""
    return next(i for i, phase in enumerate(p.phases) if phase.key == FIRST_OF_TURN[side])


def next_phase(p: War) -> None:
    """Goes on to the next phase; after the last of a Game-Turn comes the next turn (4.2 C)."""
    phases = p.phases
    if p.phase >= 0 and (end := END.get(phases[p.phase].key)):
        end(p)
    if p.phase + 1 == len(phases) and p.turn == p.charts.limit["turns"]:  # 4.3
        end_game(p)
        return
    p.phase = p.phase + 1 if p.phase + 1 < len(phases) else _number_of(p, SOVIET)
    if phases[p.phase].key == FIRST_OF_TURN[SOVIET]:
        p.turn += 1
        p.tell("turn", "4.2", p.turn)
        if p.turn == 1 and p.conditions.skips == SOVIET:
            p.phase = _number_of(p, CHINESE)  # 1960s.turn-order
    phase = phases[p.phase]
    p.tell("phase", phase.case, phase.name)
    BEGIN[phase.key](p)
