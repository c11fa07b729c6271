"""4.0 Sequence of play: what begins with each phase of the outline."""

from __future__ import annotations

from collections.abc import Callable

from .charts import CHINESE, SOVIET
from .combat import begin_combat, end_combat
from .demolitions import Mining
from .deployment import begin_deployment
from .movement import begin_movement, units_on_rail
from .outline import FIRST_OF_TURN, PHASES
from .position import War
from .reinforcements import begin_chinese_turn, begin_soviet_turn
from .victory import end_game


def _nothing(p: War) -> None:
    """A phase that this edition names without having rules for it; the variant fills it."""


def _begin_player_turn(p: War, side: str) -> None:
    p.began_on_rail = units_on_rail(p, side)  # 5.41
    if side == SOVIET:
        begin_soviet_turn(p)
    else:
        begin_chinese_turn(p)


BEGIN: dict[str, Callable[[War], None]] = {
    "soviet-deployment": lambda p: begin_deployment(p, SOVIET),
    "chinese-deployment": lambda p: begin_deployment(p, CHINESE),
    "mine-laying": lambda p: p.push("mine_laying", Mining()),
    "first-detonation": lambda p: p.push("detonation"),
    "soviet-reinforcement": lambda p: _begin_player_turn(p, SOVIET),
    "soviet-initial-movement": lambda p: begin_movement(p, SOVIET, second=False),
    "soviet-combat": lambda p: begin_combat(p, SOVIET),
    "soviet-second-movement": lambda p: begin_movement(p, SOVIET, second=True),
    "soviet-interdiction": _nothing,
    "chinese-reinforcement": lambda p: _begin_player_turn(p, CHINESE),
    "chinese-initial-movement": lambda p: begin_movement(p, CHINESE, second=False),
    "chinese-combat": lambda p: begin_combat(p, CHINESE),
    "chinese-second-movement": lambda p: begin_movement(p, CHINESE, second=True),
    "removal-of-interdiction": _nothing,
    "detonation": lambda p: p.push("detonation"),
}
END: dict[str, Callable[[War], None]] = {
    "soviet-combat": lambda p: end_combat(p, SOVIET),
    "chinese-combat": lambda p: end_combat(p, CHINESE),
}


def next_phase(p: War) -> None:
    """Goes on to the next phase; after the last of a Game-Turn comes the next turn (4.2 C)."""
    if p.phase >= 0 and (end := END.get(PHASES[p.phase].key)):
        end(p)
    if p.phase + 1 == len(PHASES) and p.turn == p.charts.limit["turns"]:  # 4.3
        end_game(p)
        return
    p.phase = p.phase + 1 if p.phase + 1 < len(PHASES) else FIRST_OF_TURN
    if p.phase == FIRST_OF_TURN:
        p.turn += 1
        p.tell("turn", "4.2", p.turn)
    # Some rules look at the turn or the phase (6.5, 11.5, 16.1).
    p.touch()
    phase = PHASES[p.phase]
    p.tell("phase", phase.case, phase.name)
    BEGIN[phase.key](p)
