"""2.0 The sequence of play: what begins with each phase of the outline."""

from __future__ import annotations

from collections.abc import Callable

from ...engine import Decision, Frame, Step
from .airpower import AirbaseWithdrawal, FleetPlacement, remove_fleets
from .attacks import begin_combat, end_combat
from .charts import AXIS, SOVIET
from .conversion import Converting, GermanConversion, SovietConversion, begin_conversions
from .economy import Evacuation, LeaderArrival, check_strategic_ports
from .movement import begin_movement
from .outline import FIRST_OF_TURN, NUMBER_OF, PHASES
from .partisans import PartisanPlacement
from .position import War
from .promotion import Promotion
from .reinforcements import (
    AirborneDrop,
    begin_reinforcement,
    bring_in,
    scheduled_withdrawals,
    withdraw_units,
)
from .scenarios import SecurityPlacement, set_up
from .soviet_army import draw_and_remove, receive_markers
from .stacking import Overstacked
from .supply import (
    Depots,
    attrition,
    check_airbases,
    determine_supply,
    remove_unsupplied,
    spend_emergency_depots,
)
from .victory import end_game


class Task(Step[War, str], key="task"):
    """Something that is done in its turn and asks nobody."""

    def decision(self, p: War, memo: str) -> Decision | None:
        return None

    def end(self, p: War, memo: str) -> None:
        TASKS[memo](p)


def judge_supply(p: War) -> None:
    """2.0 A c, d, e."""
    isolated = determine_supply(p)
    remove_unsupplied(p)
    if p.turn > 1:  # 10.9.2
        attrition(p, isolated)
    spend_emergency_depots(p)
    receive_markers(p)


def withdraw_airbases(p: War) -> None:
    """12.1.5."""
    if any(a.unit < 0 for a in scheduled_withdrawals(p)):
        p.push(AirbaseWithdrawal)


TASKS: dict[str, Callable[[War], None]] = {
    "airbases": check_airbases,
    "supply": judge_supply,
    "fleets home": remove_fleets,
    "airbase withdrawal": withdraw_airbases,
    "withdrawals": withdraw_units,
    "strategic ports": check_strategic_ports,
    "markers": draw_and_remove,
}


def _push(p: War, *frames: Frame) -> None:
    """Steps in the order in which they are to be taken."""
    p.frames.extend(reversed(frames))


def _supply(p: War) -> None:
    bring_in(p)
    _push(
        p,
        Depots.frame(None),
        Task.frame("airbases"),
        FleetPlacement.frame(0),
        Task.frame("supply"),
        Overstacked.frame(None),
    )


def _combat(p: War, side: str) -> None:
    p.push(Overstacked)
    begin_combat(p, side)


def _movement(p: War) -> None:
    p.push(Overstacked)
    begin_movement(p)


def _soviet_movement(p: War) -> None:
    _movement(p)
    p.push(AirborneDrop, -1)


def _tank_movement(p: War) -> None:
    _push(p, Task.frame("fleets home"), Task.frame("airbase withdrawal"), Overstacked.frame(None))
    begin_movement(p)


def _administrative(p: War) -> None:
    begin_conversions(p)
    _push(
        p,
        Task.frame("withdrawals"),
        GermanConversion.frame(Converting()),
        Promotion.frame(None),
        SovietConversion.frame(Converting()),
        Task.frame("strategic ports"),
        LeaderArrival.frame(0),
        Evacuation.frame(0),
        PartisanPlacement.frame(None),
        Task.frame("markers"),
        Overstacked.frame(None),
    )


BEGIN: dict[str, Callable[[War], None]] = {
    "set-up": lambda p: p.push(SecurityPlacement),
    "supply": _supply,
    "axis-reinforcement": lambda p: begin_reinforcement(p, AXIS),
    "axis-movement": _movement,
    "axis-combat": lambda p: _combat(p, AXIS),
    "soviet-combat": lambda p: _combat(p, SOVIET),
    "soviet-reinforcement": lambda p: begin_reinforcement(p, SOVIET),
    "soviet-movement": _soviet_movement,
    "tank-movement": _tank_movement,
    "administrative": _administrative,
}
END: dict[str, Callable[[War], None]] = {
    "axis-combat": end_combat,
    "soviet-combat": end_combat,
}


def next_phase(p: War) -> None:
    """1.5: goes on to the next phase; after the last of a turn comes the next turn."""
    if p.phase < 0:
        _begin_game(p)
        return
    if end := END.get(PHASES[p.phase].key):
        end(p)
    if p.phase + 1 == len(PHASES) and p.turn == p.plan.last_turn:
        finish_game(p)
        return
    if p.phase + 1 == len(PHASES):
        p.turn += 1
        _begin_phase(p, FIRST_OF_TURN)
    else:
        _begin_phase(p, p.phase + 1)


def _begin_game(p: War) -> None:
    set_up(p)
    first = NUMBER_OF[p.plan.first_phase]
    if first > FIRST_OF_TURN:
        bring_in(p)  # 19.1.1: the turn has begun already
    _begin_phase(p, first)


def _begin_phase(p: War, number: int) -> None:
    p.phase = number
    if number == FIRST_OF_TURN:
        p.tell("turn", "2.0", p.turn)
    phase = PHASES[number]
    p.tell("phase", phase.case, phase.name)
    BEGIN[phase.key](p)


def finish_game(p: War) -> None:
    """18.0.5: a Supply Phase after the last turn, then the count."""
    check_airbases(p)
    isolated = determine_supply(p)
    remove_unsupplied(p)
    attrition(p, isolated)
    end_game(p)
