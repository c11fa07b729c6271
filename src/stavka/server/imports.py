"""Games that come as a text: a record or a position file."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .. import titles
from ..engine import BadPosition, BadRecord, Dice, read_record, replay
from ..engine.position_file import parse
from .storage import Action


class BadImport(Exception):
    """A text that is no game; the reason is for the person who brought it."""


@dataclass(frozen=True, slots=True)
class Begun:
    """How a table's game has begun."""

    title: str
    scenario: str
    options: tuple[str, ...]
    # The position file that it began with, if it did.
    position: str = ""
    actions: tuple[Action, ...] = ()
    # The dice of the actions, if they do not follow from the seed.
    rolled: tuple[int, ...] = ()
    seed: bytes | None = None


def read_import(text: str) -> Begun:
    """A game from a text, checked by playing it."""
    try:
        return _record(text) if text.lstrip().startswith("{") else _position(text)
    except (BadRecord, BadPosition, ValueError) as error:
        raise BadImport(str(error)) from None
    except Exception as error:
        # A text can be wrong in ways that no title has thought of; none of them is our failure.
        raise BadImport(f"this cannot be played: {type(error).__name__} {error}") from None


def _record(text: str) -> Begun:
    record = read_record(text)
    if record.beginning:
        _position(record.beginning)
    game = replay(record, titles.load(record.title))
    begun = Begun(
        record.title,
        record.scenario,
        record.options,
        position=record.beginning,
        actions=tuple(Action("choose", m.side, str(m.choice), m.dice) for m in game.moves),
    )
    if record.seed is not None and game.position.outcome() is not None:
        return replace(begun, seed=record.seed)
    # The game goes on, and with a seed that nobody knows yet.
    rolled = (*game.opening, *(value for move in game.moves for value in move.dice))
    return replace(begun, rolled=rolled)


def _position(text: str) -> Begun:
    # The JSON of a record can spell half a letter, which could not be stored.
    text.encode()
    title = titles.load(parse(text).text("title"))
    position = title.read(text, Dice(b"trial"))
    position.decision()
    for side in (*title.sides, ""):
        title.present(position.view(side))
    return Begun(title.slug, position.scenario, position.options, position=text)
