"""What is found out by playing a game again: all of it is done in another process (`workshop`), and
all that goes there and comes back are bytes."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from .. import titles
from ..engine import Dice, Move, Position, RecordedDice, Title
from ..review import battle_of, luck_of
from ..review.course import course_of
from .imports import read_import
from .replay import frames, pictures
from .storage import Action, StoredTable
from .table import Table

_encode = msgspec.msgpack.encode


class Stretch(msgspec.Struct, frozen=True):
    """A stretch of a game: the position that it begins with, as JSON, and its moves."""

    title: str
    state: bytes
    moves: list[Move]


def stretch(title: Title, state: bytes, moves: Sequence[Move]) -> bytes:
    return _encode(Stretch(title.slug, state, list(moves)))


_read_stretch = msgspec.msgpack.Decoder(Stretch).decode
_read_game = msgspec.msgpack.Decoder(tuple[StoredTable, list[Action]]).decode


def _after(data: bytes, moves: int) -> tuple[Title, Position, list[Move]]:
    """The position after so many moves of a stretch, and the moves that are left."""
    found = _read_stretch(data)
    title = titles.load(found.title)
    position: Position = title.from_json(found.state, Dice(b""))
    # Dice fall as they fell: on a what-if they may have been taken back and rolled anew.
    fell = (die for move in found.moves for die in move.dice)
    position.dice = RecordedDice(fell, position.dice.rolls)
    for move in found.moves[:moves]:
        position.apply(move.choice)
    return title, position, found.moves[moves:]


def last_moment(data: bytes, moves: int, eyes: str) -> bytes:
    """What a side could see after the moves of a stretch, with nothing to choose."""
    title, position, _ = _after(data, moves)
    shown = title.present(position.view(eyes))
    return _encode(msgspec.structs.replace(shown, decision=None))


def moments(data: bytes, moves: int, first: int, lengths: Sequence[int], eyes: str) -> bytes:
    """What a side could see after so many moves, which it counts as `first`, and after each of
    the following stretches."""
    title, position, left = _after(data, moves)
    stretches, start = [], 0
    for length in lengths:
        stretches.append(left[start : start + length])
        start += length
    return _encode(frames(title, first, position, stretches, eyes))


def stills(slug: str, states: Sequence[bytes], first: int, eyes: str) -> bytes:
    """What a side could see in some positions, one after the other."""
    title = titles.load(slug)
    shown = [title.from_json(state, Dice(b"")) for state in states]
    return _encode(pictures(title, first, shown, eyes))


def luck(data: bytes, eyes: str) -> bytes:
    title, position, moves = _after(data, 0)
    return _encode(luck_of(title, position, moves, eyes))


def course(data: bytes) -> bytes:
    title, position, moves = _after(data, 0)
    return _encode(course_of(title, position, moves))


def battle(data: bytes, moves: int, eyes: str) -> bytes:
    title, position, left = _after(data, moves)
    return _encode(battle_of(title, position, left, eyes))


def game(stored: StoredTable, actions: Sequence[Action]) -> bytes:
    return _encode((stored, actions))


def retold(data: bytes) -> bytes:
    """The snapshots and the history of a game that has none, as its moves are made again;
    ValueError if they cannot be."""
    stored, actions = _read_game(data)
    try:
        return _encode(Table(stored).retold(actions))
    except MemoryError:
        raise
    except Exception as error:
        # Whatever has gone wrong, in a form that finds its way out of a process.
        raise ValueError(str(error)) from None


def brought(text: str) -> bytes:
    """A game that comes as a text."""
    return _encode(read_import(text))
