"""Short ways to play choices in a situation of any title, and to see what came of them."""

from __future__ import annotations

from typing import TypeVar

import pytest

from stavka.engine import Choice, Event, Game, Illegal, Position

P = TypeVar("P", bound=Position)


def play(position: P, *choices: str) -> P:
    """Makes choices one after the other."""
    for text in choices:
        position.apply(Choice.parse(text))
    return position


def offered(position: Position, verb: str) -> set[str]:
    """The arguments that are offered with a verb now."""
    decision = position.decision()
    if decision is None:
        return set()
    return {choice.argument for choice in decision.choices() if choice.verb == verb}


def verbs(position: Position) -> set[str]:
    decision = position.decision()
    return {option.verb for option in decision.options} if decision else set()


def to_choose(position: Position) -> str:
    decision = position.decision()
    return decision.side if decision else ""


def refused(position: Position, text: str) -> Illegal:
    """Makes a choice that must be refused, and checks that nothing has changed."""
    before = position.to_json()
    with pytest.raises(Illegal) as caught:
        position.apply(Choice.parse(text))
    assert position.to_json() == before
    return caught.value


def number_of(position: Position, unit: str) -> int:
    number = position.names.unit(unit)
    assert number is not None, unit
    return number


def events(position: Position, kind: str) -> list[tuple[object, ...]]:
    """What the chronicle tells of a kind of event."""
    assert position.chronicle is not None
    return [event.facts for event in position.chronicle if event.kind == kind]


def cause(position: Position) -> Event | None:
    """The event of the chronicle that led to the present question, if one did."""
    game = Game(position)
    place = game.cause()
    return None if place is None else game.chronicle[place]


def what_is_set(position: Position, *known: str) -> dict[str, object]:
    """The fields of the state that are not empty, but for those that a test knows of."""
    state = {name: getattr(position, name) for name, _ in position.FIELDS if name not in known}
    return {name: value for name, value in state.items() if value}
