"""Games that come as a text: a record or a position file."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace

from .. import titles
from ..engine import BadPosition, BadRecord, Record, Title, admit, read_record, replay_as_far
from ..engine.position_file import parse
from .limits import ACTIONS
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
    # The dice of the actions: they do not follow from the seed.
    rolled: tuple[int, ...] = ()
    # What everybody is told at the end of it, after so many events.
    notice: str = ""
    events: int = 0


def read_import(text: str) -> Begun:
    """A game from a text, checked by playing it."""
    try:
        begun = _record(text) if text.lstrip().startswith("{") else _position(text)
        if "\0" in begun.position:
            raise BadImport("its position has a character NUL in it")
        return begun
    except BadImport:
        raise
    except (BadRecord, BadPosition, titles.UnknownTitle) as error:
        raise BadImport(str(error)) from None
    except Exception:
        # A text can be wrong in ways that nobody has thought of; whoever brought it is told so, and
        # the log tells us.
        log.exception("an import has failed")
        raise Unforeseen("this cannot be played") from None


def _record(text: str) -> Begun:
    record = read_record(text)
    if len(record.lines) > ACTIONS:
        raise BadImport(f"this game has {len(record.lines):,} choices; at most {ACTIONS:,} fit")
    title = titles.load(record.title)
    game, stopped = replay_as_far(record, title)
    begun = Begun(
        record.title,
        record.scenario,
        record.options,
        position=record.beginning,
        actions=tuple(Action("choose", m.side, str(m.choice), m.dice) for m in game.moves),
    )
    if stopped is not None:
        notice = _taken_up(record, title, len(game.moves))
        begun = replace(begun, notice=notice, events=len(game.chronicle))
    # Whoever brings a file may have written it: the dice that it has are told apart from those
    # that fall here.
    rolled = (*game.opening, *(value for move in game.moves for value in move.dice))
    return replace(begun, rolled=rolled)


def _taken_up(record: Record, title: Title, moves: int) -> str:
    """That a game does not go on as it did. Why could be one side's secret."""
    played = f"version {record.rules}" if record.rules else "an older version"
    return (
        f"This game was played by {played} of the rules. By version {title.rules}, which holds "
        f"from here on, it goes otherwise after choice {moves} of {len(record.lines)}."
    )


def _position(text: str) -> Begun:
    position = admit(titles.load(parse(text).text("title")), text)
    return Begun(position.title, position.scenario, position.options, position=text)
