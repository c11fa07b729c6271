"""8.0 Sequence of play: what happens when each phase of the outline begins."""

from __future__ import annotations

from collections.abc import Callable

from .air import begin_interdiction, remove_air
from .attacks import begin_gmd_combat, begin_pla_combat
from .final_positions import relief_check
from .movement import begin_gmd_movement, begin_pla_movement
from .news import news_phase
from .outline import GAME_TURN
from .position import War
from .reinforcements import begin_pla_reinforcement, gmd_reinforcement
from .set_up import third_pacification_area
from .victory import end_turn
from .weather import weather_phase


def _turn_end(p: War) -> None:
    remove_air(p)
    # 12.4.2: this turn's Great Victory is over, one achieved in it is about to count.
    p.great_victory, p.great_victory_next = p.great_victory_next, False
    end_turn(p)


BEGIN: dict[str, Callable[[War], None]] = {
    "weather": weather_phase,
    "news": news_phase,
    "interdiction": begin_interdiction,
    "gmd-reinforcement": gmd_reinforcement,
    "relief": relief_check,
    "gmd-movement": begin_gmd_movement,
    "pla-reinforcement": begin_pla_reinforcement,
    "pla-movement": begin_pla_movement,
    "pla-combat": begin_pla_combat,
    "gmd-combat": begin_gmd_combat,
    "turn-end": _turn_end,
}


def _forget_the_phase(p: War) -> None:
    """What units have done counts for the phase in which they have done it."""
    p.moved = p.fought = p.struck = 0
    p.attacked = 0
    p.rail_moves = 0
    p.begun = p.watching = False


def next_phase(p: War) -> None:
    """Goes on to the next phase; after the last of a turn comes the next turn."""
    _forget_the_phase(p)
    p.phase = (p.phase + 1) % len(GAME_TURN)
    if p.phase == 0:
        p.turn += 1
        p.tell("turn", "8.0", p.turn)
        if p.turn == p.charts.limit["command_change_turn"]:
            p.tell("command_change", "4.4")
        if p.turn == 1:
            third_pacification_area(p)
    phase = GAME_TURN[p.phase]
    p.tell("phase", phase.case, phase.name)
    BEGIN[phase.key](p)
