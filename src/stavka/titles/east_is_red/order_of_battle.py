"""Which kinds of units there are, and what is due to arrive (17.3 to 17.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...engine.forces import Arrival
from ...engine.presentation import UnitView
from .charts import CHINESE, IN_A_CITY, SOVIET, Reinforcement
from .options import KOREANS
from .position import War
from .reinforcements import SovietReinforcement

# A unit of a kind, as it is printed.
Printed = Callable[[War, int], UnitView]


def formation_of(p: War, view: UnitView, unit: int) -> str:
    """3.22: counters have no names, so that kinds stand together."""
    return p.charts.unit_type[unit].name


def arrivals(p: War, printed: Printed) -> Iterator[Arrival]:
    """17.3: the schedule; 17.4, 17.5: what comes beside it."""
    if not p.strategic_strike:  # 19.0: both schedules are erased
        for turn in range(max(p.turn, 1), p.charts.limit["turns"] + 1):
            for line in p.charts.reinforcements[p.scenario, turn]:
                if turn > p.turn or not _has_come(p, line.side):
                    yield _scheduled(p, turn, line, printed)
        yield from _koreans(p, printed)
    yield from _militia(p, printed)


def _has_come(p: War, side: str) -> bool:
    """4.2: whether the reinforcements of this turn have been placed."""
    key = "soviet-reinforcement" if side == SOVIET else "chinese-reinforcement"
    phase = next(n for n, phase in enumerate(p.phases) if phase.key == key)
    return p.phase > phase or (p.phase == phase and not p.is_in(SovietReinforcement))


def _scheduled(p: War, turn: int, line: Reinforcement, printed: Printed) -> Arrival:
    view = _face(p, line.strength, printed)
    inside = line.hex == IN_A_CITY
    return Arrival(
        side=line.side,
        turn=turn,
        when=f"Game-Turn {turn}",
        unit=view,
        count=line.count,
        case="17.3",
        hex="" if inside else p.label(line.hex),
        text="in a Chinese city" if inside else "",
    )


def _militia(p: War, printed: Printed) -> Iterator[Arrival]:
    """17.4: as many as there are counters."""
    first = max(p.charts.limit["militia_from_turn"], p.turn)
    if free := len(p.in_pool("1-3-3")):
        when, text = f"Each turn from {first}", "one in each major city without Soviet units"
        view = _face(p, "1-3-3", printed)
        yield Arrival(CHINESE, first, when, view, free, "17.4", text=text)


def _koreans(p: War, printed: Printed) -> Iterator[Arrival]:
    """17.5: if the Chinese Player wants them."""
    if KOREANS not in p.options or p.koreans_in:
        return
    first, count = max(p.charts.limit["koreans_from_turn"], p.turn), p.charts.types["4-5-6"].count
    when, text = f"From turn {first}, if called", "in North Korea"
    view = _face(p, "4-5-6", printed)
    yield Arrival(CHINESE, first, when, view, count, "17.5", text=text)


def _face(p: War, strength: str, printed: Printed) -> UnitView:
    units = p.charts.of_strength[strength]
    return printed(p, (units & -units).bit_length() - 1)
