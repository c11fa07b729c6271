"""What a title tells a staff: styles of play, ranked choices with reasons, orders worth trying."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from ..hexes import Hex
from .choices import Choice


class Style(msgspec.Struct, frozen=True, kw_only=True):
    """How somebody plays: named weights. Each title has its own kind, whose defaults are the
    cadet's."""

    # A plain key, which names a player together with the side ("style:bold").
    name: str = "cadet"
    # For people: a made-up name for a character, and a sentence that tells what to expect.
    person: str = ""
    text: str = ""

    def plays_as(self, other: Style) -> bool:
        """Whether both do the same, whatever they are called."""
        named = {"name": other.name, "person": other.person, "text": other.text}
        return msgspec.structs.replace(self, **named) == other


# Where units are to go this turn, come what may: who has no order is moved as the style says, and
# who is ordered to where he stands stays there. An order that cannot be carried out is ignored.
Orders = Mapping[int, Hex]
NO_ORDERS: Orders = MappingProxyType({})


class Turn(NamedTuple):
    """A player's turn: which one, and whose."""

    number: Hashable
    side: str


class Pace(NamedTuple):
    """What thinking takes in a title, as measured."""

    # So many turns of either player a playout goes on: enough for the answer to what is tried.
    turns: int = 4
    # So many playouts take about a second.
    playouts: int = 20


class Considered(NamedTuple):
    """A choice that was thought of."""

    choice: Choice
    # In the style's own measure; it compares choices of one decision and nothing else.
    worth: float
    # Why, in words for whoever asks: a sentence without its full stop, or nothing.
    reason: str = ""


class Styles(NamedTuple):
    """The styles of a side."""

    # What a staff chooses between; the strongest by itself comes first.
    portfolio: tuple[Style, ...]
    # Three characters (bold, careful, methodical), each with a name.
    characters: tuple[Style, ...] = ()
    # Opponents to measure with. No search may have one of them as its model of the enemy.
    pool: tuple[Style, ...] = ()

    def named(self, name: str) -> Style | None:
        return next((style for group in self for style in group if style.name == name), None)
