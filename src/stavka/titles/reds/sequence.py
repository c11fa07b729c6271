"""5.0 Sequence of play, with the set-up (3.0) before it."""

from __future__ import annotations

from collections.abc import Callable

from ...engine import Decision, Step, plain
from .activation import begin_chit_pool, begin_command, begin_segment, next_segment
from .charts import RED, SIDES, WHITE, enemy_of
from .control import check_seas
from .events import determine_initiative, roll_event
from .makhno import determine_allegiance
from .outline import PHASES
from .position import CHIT, READY, USED, War
from .reinforcements import begin_reinforcement, begin_replacement, turn_b_control
from .strategic_movement import begin_red_train, begin_strategic
from .victory import check_victory, end_of_scenario
from .winter import begin_season
from .withdrawal import check_withdrawal


def set_up(p: War) -> None:
    """3.1, 3.2: units on the map and control markers."""
    charts = p.charts
    for unit, counter in enumerate(charts.counters):
        if counter.setup == "start":
            p.send(unit, READY)
        elif counter.setup == "hex":
            p.place(unit, counter.setup_hex)
            if counter.starts_disordered:
                p.disordered |= 1 << unit
    if "21.1" in p.options:
        p.disordered &= ~charts.infantry | ~charts.of_faction["AFSR"]
    p.white_held = charts.control_markers[WHITE]
    p.red_held = charts.cities & ~charts.neutral_ground & ~p.white_held
    for side in SIDES:
        for hex_ in (p.where[u] for u, c in enumerate(charts.counters) if c.side == side):
            if hex_ >= 0 and charts.controllable >> hex_ & 1:
                p.white_held &= ~(1 << hex_)
                p.red_held &= ~(1 << hex_)
                if side == WHITE:
                    p.white_held |= 1 << hex_
                else:
                    p.red_held |= 1 << hex_
    p.phase = 0
    p.push(SetUp)


class SetUp(Step[War, None], key="set_up"):
    """3.3: the fate of the Tsar is the first roll of a game."""

    def decision(self, p: War, memo: None) -> Decision | None:
        return p.ask(WHITE, "Roll for the fate of the Tsar", "3.3", [plain("begin", "3.3")])

    def apply(self, p: War, memo: None, verb: str, value: int) -> None:
        p.frames.pop()
        die = p.roll()
        p.tsar = die <= p.charts.limit["tsar_lives"]
        p.tell("tsar", "3.3", die, p.tsar)
        begin(p)


def _begin_turn(p: War) -> None:
    """What changes with a new Operational Turn: aircraft and ships return, events are over."""
    for unit, at in enumerate(p.where):
        if at == USED:
            p.send(unit, READY)
    p.aif_offensive = p.semenov = False
    p.acted = p.done = 0
    p.event_rolls = (0, 0)
    p.tell("turn", "5.1", p.turn.key, p.turn.date)
    if p.winter or p.turn.spring:
        begin_season(p)
    determine_initiative(p)


def _begin_strategic_turn(p: War) -> None:
    p.tell("strategic_turn", "5.2", p.turn.key)
    check_victory(p)


def _begin_white_reinforcement(p: War) -> None:
    if p.turn.key == "B":
        # 3.4: the Great War ends; 13.2: the Red cities wait until the Whites have come.
        p.great_war = False
        p.unclaimed = p.charts.red_cities & p.charts.occupied_zone
        p.white_held |= p.charts.white_on_turn_b
        p.tell("great_war_over", "3.4")
    begin_reinforcement(p, WHITE)


def _begin_red_reinforcement(p: War) -> None:
    if p.turn.key == "B":
        turn_b_control(p)
    begin_reinforcement(p, RED)


def _begin_withdrawal(p: War) -> None:
    check_withdrawal(p)
    if p.ended is None and p.turn == p.charts.last_turn[p.scenario]:
        end_of_scenario(p)


def _end_of_action(p: War) -> None:
    """5.1 V D: Done markers are removed."""
    p.done = p.acted = 0
    p.fronts = 0
    p.segment = -1


def _white_replacement(p: War) -> None:
    begin_replacement(p, WHITE)


def _red_replacement(p: War) -> None:
    p.corruption, p.corruption_since = "", -1
    begin_replacement(p, RED)


def _makhno(p: War) -> None:
    if not p.great_war:
        determine_allegiance(p)


def _is_skipped(p: War, phase: str) -> bool:
    """5.1, 5.2: phases that do not exist yet are not announced."""
    match phase:
        case "makhno":
            return p.great_war
        case "second-strategic" | "first-strategic" | "red-train":
            return p.turn.key == "1"  # 10.2
        case "withdrawal":
            return not p.turn.withdrawal_number
    return False


BEGIN: dict[str, Callable[[War], None]] = {
    "initiative": _begin_turn,
    "second-event": lambda p: roll_event(p, enemy_of(p.initiative)),
    "first-event": lambda p: roll_event(p, p.initiative),
    "makhno": _makhno,
    "second-strategic": lambda p: begin_strategic(p, enemy_of(p.initiative)),
    "first-strategic": lambda p: begin_strategic(p, p.initiative),
    "red-train": begin_red_train,
    "command": begin_command,
    "chit-pool": begin_chit_pool,
    "activation": lambda p: None,
    "end": _end_of_action,
    "victory": _begin_strategic_turn,
    "withdrawal": _begin_withdrawal,
    "white-reinforcement": _begin_white_reinforcement,
    "red-reinforcement": _begin_red_reinforcement,
    "white-replacement": _white_replacement,
    "red-replacement": _red_replacement,
}


def next_phase(p: War) -> None:
    """Goes on to the next phase, or to the next chit of the Action Phase."""
    if p.phase < 0:
        set_up(p)
        return
    if p.current.key == "activation" and next_segment(p):
        return
    phases = PHASES[p.turn.kind]
    if p.phase + 1 == len(phases):
        if p.turn == p.charts.last_turn[p.scenario]:
            end_of_scenario(p)
            return
        p.track += 1
        p.phase = 0
    else:
        p.phase += 1
    check_seas(p)
    begin(p)


def begin(p: War, chit: str = "") -> None:
    """Begins the present phase; in the Action Phase with a chit, if one is given."""
    phase = p.current
    if not _is_skipped(p, phase.key):
        p.tell("phase", phase.case, phase.name)
    if chit:
        begin_segment(p, CHIT[chit])
    else:
        BEGIN[phase.key](p)
