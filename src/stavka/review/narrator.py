"""A game told choice by choice, for one pair of eyes or for all."""

from __future__ import annotations

from ..engine import Event, Game, Title


class Narrator:
    """Tells a game as it is played again: each thing once, to a side or to who may know all."""

    def __init__(self, title: Title, eyes: str | None) -> None:
        self._title = title
        self._eyes = eyes
        self._told = 0

    def lines(self, number: int, game: Game) -> list[str]:
        """What is new after a choice, or, with number 0, before the first."""
        news = game.chronicle[self._told :]
        self._told = len(game.chronicle)
        told = [f"        {self._text(event)}" for event in news if self._hears(event)]
        if not number:
            return told
        move = game.moves[-1]
        if self._eyes in (None, move.side) or not game.position.secrets:
            return [f"{number:5} {move.side}: {move.choice}", *told]
        # What the other side chooses may be a secret; what comes of it is told.
        return [f"{number:5} {move.side}", *told] if told else []

    def _hears(self, event: Event) -> bool:
        # Whoever is told everything is told the same thing by the event that says more.
        return event.heard_by(self._eyes) if self._eyes is not None else not event.not_for

    def _text(self, event: Event) -> str:
        secret = f" (known to {event.secret_of} only)" if event.secret_of else ""
        case = f" [{event.case}]" if event.case else ""
        return f"{self._title.text(event)}{secret}{case}"
