"""What was lost in a game, as its chronicle tells it."""

from __future__ import annotations

from bisect import bisect_right

from ..engine import Game, Title
from ..engine.forces import LOSS, Loss


def losses_of(title: Title, game: Game, eyes: str | None) -> list[Loss]:
    """The units that were eliminated, one after the other, and by which move from 1 on.

    Only what the side `eyes` is told (without a side, what everybody is; None for everything).
    """
    p, turn = game.position, ""
    begins = [move.events for move in game.moves]
    found = []
    for place, event in enumerate(game.chronicle):
        if event.kind == "turn":
            turn = title.text(event)
        heard = event.heard_by(eyes) if eyes is not None else not event.not_for
        if event.kind != LOSS or not heard:
            continue
        unit, hex_ = event.facts
        found.append(
            Loss(
                move=bisect_right(begins, place),
                turn=turn,
                unit=p.screen.lost(p, unit),
                hex=p.label(hex_) if hex_ >= 0 else "",
                text=title.text(event),
                case=event.case,
            )
        )
    return found
