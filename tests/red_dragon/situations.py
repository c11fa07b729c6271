"""Short ways to set up a situation and to play choices in it."""

from __future__ import annotations

from typing import TypedDict, Unpack

from stavka.engine import Dice, Event, RecordedDice, seed_from
from stavka.titles.red_dragon import RedDragon
from stavka.titles.red_dragon.position import War

from ..situations import cause as cause
from ..situations import number_of as number_of
from ..situations import offered as offered
from ..situations import play as play
from ..situations import refused as refused
from ..situations import to_choose as to_choose
from ..situations import verbs as verbs
from ..situations import what_is_set as what_is_set

QUIET = [3, 4] * 50
TITLE = RedDragon()


def started(options: tuple[str, ...] = (), seed: str = "tests") -> War:
    """A new game at its first decision."""
    position = TITLE.start("campaign", options, seed=seed_from(seed))
    assert isinstance(position, War)
    return position


def situation(text: str, dice: list[int] | None = None) -> War:
    """A position from a position file; `dice` are the rolls to come, else a fixed seed is used.

    When the given dice are used up, threes and fours follow: together they are news of nothing.
    """
    generator = RecordedDice([*dice, *QUIET]) if dice is not None else Dice(seed_from("tests"))
    position = TITLE.read(text, generator)
    assert isinstance(position, War)
    position.chronicle = []
    position.decision()
    return position


class More(TypedDict, total=False):
    """What else a position file can say, its lines parted by semicolons; the dice to come."""

    markers: str
    header: str
    turn: int
    dice: list[int]


def set_up(phase: str, *, gmd: str = "", pla: str = "", **more: Unpack[More]) -> War:
    """A phase that begins, of turn 2 if nothing is said."""
    parts = (
        *(f"phase: {phase}; turn: {more.get('turn', 2)}", more.get("header", "")),
        *("[GMD]", gmd, "[PLA]", pla, "[markers]", more.get("markers", "")),
    )
    text = "\n".join(line.strip() for line in "; ".join(parts).split(";"))
    return situation(text, more.get("dice"))


def gmd_moves(gmd: str, pla: str = "", **more: Unpack[More]) -> War:
    return set_up("gmd-movement", gmd=gmd, pla=pla, **more)


def pla_moves(pla: str, gmd: str = "", **more: Unpack[More]) -> War:
    return set_up("pla-movement", gmd=gmd, pla=pla, **more)


def loyal_up_to(name: str) -> int:
    """15.1.3: the highest roll with which a unit stays loyal; the chart is open to tuning."""
    charts = TITLE.charts
    return charts.loyalty_range[charts.counter[charts.unit(name)].loyalty_row]


def place_of(position: War, name: str) -> str:
    """The hex or box of a counter, as a position file names it."""
    for line in TITLE.write(position).splitlines():
        place, colon, counters = line.partition(": ")
        names = [text.split(" (")[0] for text in counters.split(", ")]
        if colon and name in names and place not in ("flow", "frozen"):
            return place
    return ""


def stack(position: War, label: str) -> list[str]:
    """The counters in a hex, aircraft not among them."""
    units = position.units_in(position.charts.grid.hex(label))
    return sorted(name for n, name in enumerate(position.names.units) if units >> n & 1)


def labels(position: War, hexes: int) -> set[str]:
    return set(position.charts.grid.labels(hexes))


def events(position: War, kind: str) -> list[Event]:
    assert position.chronicle is not None
    return [event for event in position.chronicle if event.kind == kind]


def cases(position: War) -> set[str]:
    """The cases that the chronicle names."""
    assert position.chronicle is not None
    return {event.case for event in position.chronicle}


# With these cities in PLA hands no road leads from the north of the map to its south edge.
CUT_OFF = "pla cities: 1001 1010 1312 1325 1403 1419 1601 1604 1717 1901 2109 2111 2215"
