"""The contract of players, and the first two of them."""

from __future__ import annotations

import random
from typing import Any, Protocol

from ..data import quoted
from ..engine import Choice, Decision, Position, Style, Title, Unsuitable, View, seed_from
from ..engine.position import P


class Player(Protocol):
    # Whether the player looks at the view; making one costs time.
    sees: bool

    def choose(self, decision: Decision, view: View[Any] | None) -> Choice: ...


class Random:
    """Takes any legal choice, each as likely as the others."""

    sees = False

    def __init__(self, title: Title[Any], seed: int | str) -> None:
        self._random = random.Random(seed)

    def choose(self, decision: Decision, view: View[Any] | None) -> Choice:
        return decision.pick(self._random.randrange(len(decision)))


class Cadet:
    """Looks one step ahead, with the title's own idea of what is good; leaves nothing to chance."""

    sees = True

    def __init__(self, title: Title[Any], seed: int | str) -> None:
        self._title = title

    def choose(self, decision: Decision, view: View[Any] | None) -> Choice:
        if view is None:
            raise ValueError("a cadet needs a view")
        return self._title.advise(view.imagine(), decision)


class Styled:
    """A cadet of another school: follows one of the title's styles."""

    sees = True

    def __init__(self, title: Title[Any], style: Style) -> None:
        self._title = title
        self._style = style

    def choose(self, decision: Decision, view: View[Any] | None) -> Choice:
        if view is None:
            raise ValueError("a style needs a view")
        return self._title.advise(view.imagine(), decision, self._style)


PLAYERS: dict[str, type[Random] | type[Cadet]] = {"random": Random, "cadet": Cadet}
# A player that follows a style of the title is named by it: "style:bold".
STYLE = "style:"


def player(title: Title[Any], side: str, name: str, seed: int | str) -> Player:
    """A computer player by its name."""
    if name in PLAYERS:
        return PLAYERS[name](title, seed)
    style = title.styles(side).named(name.removeprefix(STYLE)) if name.startswith(STYLE) else None
    if style is None:
        raise Unsuitable(f"{title.name} knows no player {quoted(name)} for the {side}")
    return Styled(title, style)


def play_out(position: Position, players: dict[str, Player], limit: int = 100_000) -> int:
    """Plays a game to its end and returns the number of choices."""
    for number in range(limit):
        decision = position.decision()
        if decision is None:
            return number
        player = players[decision.side]
        view = position.view(decision.side) if player.sees else None
        position.apply(player.choose(decision, view))
    raise RuntimeError(f"the game did not end after {limit} choices")


def new_game(
    title: Title[P], scenario: str, options: tuple[str, ...], names: dict[str, str], seed: str
) -> tuple[P, dict[str, Player]]:
    """A game between computer players that a seed repeats exactly."""
    position = title.start(scenario, options, seed=seed_from(seed))
    players: dict[str, Player] = {
        side: player(title, side, name, f"{seed} {side}") for side, name in names.items()
    }
    return position, players
