"""2.1 How the game goes from phase to phase."""

from __future__ import annotations

from .combat import begin_combat
from .movement import begin_movement
from .outline import PHASES
from .position import War
from .victory import end_game


def next_phase(p: War) -> None:
    """2.1: the next phase of the turn, or the next turn, or the end."""
    if p.phase + 1 < len(PHASES):
        p.phase += 1
    elif p.turn < p.conditions.turns:
        p.turn += 1
        p.phase = 0
        p.tell("turn", "2.1", p.turn)
    else:
        end_game(p)
        return
    p.tell("phase", p.current.case, p.current.name)
    begin_phase(p)


def begin_phase(p: War) -> None:
    if p.current.key.endswith("movement"):
        begin_movement(p)
    else:
        begin_combat(p)
