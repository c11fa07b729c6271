"""A stretch of a game, move by move, as one pair of eyes could have seen it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from ..engine import Move, Position, Title
from ..engine.presentation import Presentation
from .messages import Frame
from .news import changes_of

# A stretch has at most so many moments: it takes some ten milliseconds and as many kilobytes.
FRAMES = 40


def frames(
    title: Title, first: int, position: Position, stretches: Sequence[Sequence[Move]], eyes: str
) -> tuple[Frame, ...]:
    """The position after move `first`, which is used up, and what each stretch makes of it.

    A stretch ends with a move that the eyes have noticed. There is nothing to choose in any frame.
    """

    def positions() -> Iterator[Position]:
        yield position
        for stretch in stretches:
            for move in stretch:
                position.apply(move.choice)
            yield position

    return pictures(title, first, positions(), eyes)


def pictures(
    title: Title, first: int, positions: Iterable[Position], eyes: str
) -> tuple[Frame, ...]:
    """Positions one after the other, the first of which is after move `first`."""
    found: list[Frame] = []
    shown: Presentation | None = None
    for number, position in enumerate(positions, first):
        now = _shown(title, position, eyes)
        found.append(_difference(number, shown, now))
        shown = now
    return tuple(found)


def _shown(title: Title, position: Position, eyes: str) -> Presentation:
    return msgspec.structs.replace(title.present(position.view(eyes)), decision=None)


def _rest(shown: Presentation) -> Presentation:
    return msgspec.structs.replace(shown, units=())


def _difference(move: int, before: Presentation | None, now: Presentation) -> Frame:
    rest = _rest(now)
    if before is None:
        return Frame(move, changes_of((), now.units), rest)
    units = changes_of(before.units, now.units)
    return Frame(move, units, rest if rest != _rest(before) else None)
