"""Short ways to set up a situation and to play choices in it."""

from __future__ import annotations

from stavka.engine import Dice, RecordedDice, seed_from
from stavka.hexes import members
from stavka.titles.east_is_red import EastIsRed
from stavka.titles.east_is_red.position import War

from ..situations import cause as cause
from ..situations import events as events
from ..situations import number_of as number_of
from ..situations import offered as offered
from ..situations import play as play
from ..situations import refused as refused
from ..situations import to_choose as to_choose
from ..situations import verbs as verbs
from ..situations import what_is_set as what_is_set

TITLE = EastIsRed()


def started(scenario: str, options: tuple[str, ...] = (), seed: str = "tests") -> War:
    """A new game at its first decision."""
    position = TITLE.start(scenario, options, seed=seed_from(seed))
    assert isinstance(position, War)
    return position


def situation(text: str, dice: list[int] | None = None) -> War:
    """A position from a position file; `dice` are the rolls to come, else a fixed seed is used."""
    generator = RecordedDice(dice) if dice is not None else Dice(seed_from("tests"))
    position = TITLE.read(text, generator)
    position.chronicle = []
    position.decision()
    return position


def where(position: War, unit: str) -> str:
    """The hex of a unit, or nothing if it is off the map."""
    number = position.names.unit(unit)
    assert number is not None
    hex_ = position.where[number]
    return position.label(hex_) if hex_ >= 0 else ""


def stack(position: War, label: str) -> list[str]:
    """The units in a hex by strength."""
    units = members(position.units_in(position.charts.grid.hex(label)))
    return sorted(position.charts.unit_type[u].strength for u in units)


def cost_of(position: War, unit: str, label: str) -> int | None:
    """The points that a unit needs to a hex from where it is, in the present phase."""
    from stavka.titles.east_is_red.movement import reach_of

    number = position.names.unit(unit)
    assert number is not None
    return reach_of(position, number).cost(position.charts.grid.hex(label))
