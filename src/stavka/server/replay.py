"""A stretch of a game, move by move, as one pair of eyes could have seen it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..engine import Move, Position, Title
from ..engine.presentation import Presentation
from .messages import Frame

# A stretch has at most so many moments: it takes some ten milliseconds and as many kilobytes.
FRAMES = 40


def frames(
    title: Title, first: int, position: Position, stretches: Sequence[Sequence[Move]], eyes: str
) -> tuple[Frame, ...]:
    """The position after move `first`, which is used up, and what each stretch makes of it.

    A stretch ends with a move that the eyes have noticed. There is nothing to choose in any frame.
    """
    shown = _shown(title, position, eyes)
    found = [Frame(first, (), shown.units, _rest(shown))]
    for number, stretch in enumerate(stretches, first + 1):
        for move in stretch:
            position.apply(move.choice)
        now = _shown(title, position, eyes)
        found.append(_difference(number, shown, now))
        shown = now
    return tuple(found)


def _shown(title: Title, position: Position, eyes: str) -> Presentation:
    return msgspec.structs.replace(title.present(position.view(eyes)), decision=None)


def _rest(shown: Presentation) -> Presentation:
    return msgspec.structs.replace(shown, units=())


def _difference(move: int, before: Presentation, now: Presentation) -> Frame:
    old = {unit.id: unit for unit in before.units}
    new = {unit.id: unit for unit in now.units}
    gone = [id_ for id_ in old if id_ not in new]
    changed = [unit for unit in now.units if old.get(unit.id) != unit]
    staying = [id_ for id_ in old if id_ in new]
    arrived = [id_ for id_ in new if id_ not in old]
    if staying + arrived != list(new):
        # Somebody new lies between the others: all are told again, in their order.
        gone, changed = list(old), list(now.units)
    rest = _rest(now)
    return Frame(move, tuple(gone), tuple(changed), rest if rest != _rest(before) else None)
