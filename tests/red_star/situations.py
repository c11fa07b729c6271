"""Short ways to set up a situation and to play choices in it."""

from __future__ import annotations

import pytest

from stavka.engine import Choice, Dice, Illegal, RecordedDice, seed_from
from stavka.titles.red_star import RedStar
from stavka.titles.red_star.position import BOX_KEYS, War

TITLE = RedStar()


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


def play(position: War, *choices: str) -> War:
    """Makes choices one after the other."""
    for text in choices:
        position.apply(Choice.parse(text))
    return position


def offered(position: War, verb: str) -> set[str]:
    """The arguments that are offered with a verb now."""
    decision = position.decision()
    if decision is None:
        return set()
    return {choice.argument for choice in decision.choices() if choice.verb == verb}


def verbs(position: War) -> set[str]:
    decision = position.decision()
    return {option.verb for option in decision.options} if decision else set()


def to_choose(position: War) -> str:
    decision = position.decision()
    return decision.side if decision else ""


def refused(position: War, text: str) -> Illegal:
    """Makes a choice that must be refused, and checks that nothing has changed."""
    before = position.to_json()
    with pytest.raises(Illegal) as caught:
        position.apply(Choice.parse(text))
    assert position.to_json() == before
    return caught.value


def where(position: War, unit: str) -> str:
    """The hex of a unit, or nothing if it is off the map."""
    hex_ = position.where[number_of(position, unit)]
    return position.label(hex_) if hex_ >= 0 else ""


def stack(position: War, label: str) -> list[str]:
    """The units in a hex by name."""
    units = position.units_in(position.charts.grid.hex(label))
    return sorted(map(position.name, units))


def steps(position: War, unit: str) -> int:
    """The steps that a unit has left."""
    return position.steps[number_of(position, unit)]


def box_of(position: War, unit: str) -> str:
    """The box that a unit is in; nothing if it is on the map."""
    at = position.where[number_of(position, unit)]
    return BOX_KEYS[-at] if at < 0 else ""


def number_of(position: War, unit: str) -> int:
    number = position.names.unit(unit)
    assert number is not None
    return number


def events(position: War, kind: str) -> list[tuple[object, ...]]:
    assert position.chronicle is not None
    return [event.facts for event in position.chronicle if event.kind == kind]
