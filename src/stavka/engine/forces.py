"""The forces of a game: who belongs to which formation, who is due to arrive, who is lost."""

from __future__ import annotations

from typing import Literal

import msgspec

from .presentation import UnitView

# On the map; beside it and at hand; not there yet; out of the fight.
Status = Literal["map", "beside", "coming", "lost"]

# The kind of event that tells of a lost unit, with its hex, by a convention of all titles.
LOSS = "eliminated"


class Post(msgspec.Struct, frozen=True):
    """A unit of a formation; the look of it says in which hex or box it is."""

    unit: UnitView
    status: Status


class Formation(msgspec.Struct, frozen=True):
    """Units that belong together: a front, an army, a faction, a command, or a kind."""

    side: str
    name: str
    units: tuple[Post, ...]


class Arrival(msgspec.Struct, frozen=True):
    """What is due: so many units that look alike."""

    side: str
    # The turn, for the order of them, and in words, for dice and choices may decide.
    turn: int
    when: str
    unit: UnitView
    count: int
    case: str
    # The label of the hex, if it is known.
    hex: str = ""
    # What else is to be said: where they may appear, or that they leave.
    text: str = ""


class Loss(msgspec.Struct, frozen=True):
    """A unit that was eliminated, as the log tells it; it may have come back since then."""

    # The number of the move that did it.
    move: int
    # The heading of the turn; empty before the first.
    turn: str
    unit: UnitView
    # The label of the hex; empty if it was in none.
    hex: str
    text: str
    case: str


class Forces(msgspec.Struct, frozen=True):
    formations: tuple[Formation, ...]
    arrivals: tuple[Arrival, ...]
    losses: tuple[Loss, ...] = ()
