"""Games that come as a text: a record or a position file."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace

from .. import titles
from ..engine import BadPosition, BadRecord, admit, read_record, replay
from ..engine.position_file import parse
from .storage import Action

log = logging.getLogger(__name__)


class BadImport(Exception):
    """A text that is no game; the reason is for the person who brought it."""


class Unforeseen(BadImport):
    """A text that something of ours has failed at: a mistake in our readers or rules."""


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
    except (BadRecord, BadPosition, titles.UnknownTitle) as error:
        raise BadImport(str(error)) from None
    except Exception:
        # A text can be wrong in ways that nobody has thought of; whoever brought it is told so, and
        # the log tells us.
        log.exception("an import has failed")
        raise Unforeseen("this cannot be played") from None


def _record(text: str) -> Begun:
    record = read_record(text)
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
    position = admit(titles.load(parse(text).text("title")), text)
    return Begun(position.title, position.scenario, position.options, position=text)
