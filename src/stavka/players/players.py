"""The contract of players, and the first two of them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any, Protocol

from ..data import quoted
from ..engine import Choice, Decision, Position, Style, Title, Unsuitable, View, seed_from
from ..engine.position import P
from .playouts import ATTACK
from .policies import PREFIX, offered, policy
from .staffs import THINKING


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


class Recruit:
    """A cadet who overlooks things, and so leaves something to whoever learns."""

    sees = True
    # How often he does not see what a cadet would, and does not dare to attack.
    OVERLOOKS, HESITATES = 0.35, 0.4

    def __init__(self, title: Title[Any], seed: int | str) -> None:
        self._title = title
        self._random = random.Random(seed)

    def choose(self, decision: Decision, view: View[Any] | None) -> Choice:
        if view is None:
            raise ValueError("a recruit needs a view")
        advised = self._title.advise(view.imagine(), decision)
        if advised.verb == ATTACK and self._random.random() < self.HESITATES:
            return next((Choice(o.verb) for o in decision.options if o.kind == "none"), advised)
        option = decision.option(advised.verb)
        if option is None or self._random.random() >= self.OVERLOOKS:
            return advised
        # He does the same kind of thing, in another place or with somebody else.
        others = [Choice(option.verb, text) for text in decision.texts(option)]
        return self._random.choice(others) if others else advised


class Styled:
    """Looks one step ahead, with one of the title's ideas of what is good; nothing is chance."""

    sees = True

    def __init__(self, title: Title[Any], style: Style | None) -> None:
        self._title = title
        self._style = style

    def choose(self, decision: Decision, view: View[Any] | None) -> Choice:
        if view is None:
            raise ValueError("whoever follows a style needs a view")
        return self._title.advise(view.imagine(), decision, self._style)


class Cadet(Styled):
    """Follows the title's plainest idea. Everybody is measured by him."""

    def __init__(self, title: Title[Any], seed: int | str) -> None:
        super().__init__(title, None)


PLAYERS: dict[str, Callable[[Title[Any], str], Player]] = {
    "random": Random,
    "recruit": Recruit,
    "cadet": Cadet,
    **THINKING,
}


def suited(title: Title[Any]) -> tuple[str, ...]:
    """The names of the players that can play a title: nobody can think without styles."""
    thoughtless = any(not title.styles(side).portfolio for side in title.sides)
    known = tuple(name for name in PLAYERS if not (thoughtless and name in THINKING))
    return (*known, *offered(title.slug))


# Players that follow one style are named by it, or by its number among those of its side that a
# staff tries or that are there to measure with: "style:bold", "portfolio:1", "pool:2".
STYLE = "style:"
# Those who think can be told how much: a "staff:2" takes twice the playouts of a staff.
LEAST, MOST = 0.1, 100.0


def player(title: Title[Any], side: str, name: str, seed: str) -> Player:
    """A computer player by its name."""
    if name in PLAYERS:
        return PLAYERS[name](title, seed)
    if name.startswith(PREFIX):
        return policy(title, name, seed)
    kind, _, effort = name.partition(":")
    if kind in THINKING:
        return THINKING[kind](title, seed, _effort(name, effort))
    styles = title.styles(side)
    numbered = {
        f"{group}:{number}": style
        for group in ("portfolio", "pool")
        for number, style in enumerate(getattr(styles, group), 1)
    }
    style = numbered.get(name)
    if name.startswith(STYLE):
        style = styles.named(name.removeprefix(STYLE))
    if style is None:
        raise Unsuitable(f"{title.name} knows no player {quoted(name)} for the {side}")
    return Styled(title, style)


def _effort(name: str, text: str) -> float:
    if not re.fullmatch(r"[0-9]+(\.[0-9]+)?", text) or not LEAST <= float(text) <= MOST:
        raise Unsuitable(
            f"{quoted(name)} does not say how much is thought: a number from {LEAST:g} to {MOST:g} "
            "is needed, such as 2 for twice the playouts"
        )
    return float(text)


def play_out(
    position: Position,
    players: dict[str, Player],
    limit: int = 100_000,
    apply: Callable[[Choice], object] | None = None,
) -> int:
    """Plays a game to its end and returns the number of choices; `apply` makes them for whoever
    looks on."""
    apply = apply or position.apply
    for number in range(limit):
        decision = position.decision()
        if decision is None:
            return number
        player = players[decision.side]
        view = position.view(decision.side) if player.sees else None
        apply(player.choose(decision, view))
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
