"""A game of an experiment, and what is kept of it.

Nothing here knows a rule. How a game stands is sampled once a turn: what the title counts, what it
expects of the position, the units that are left and those that were lost, and who holds its places.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import Any, NamedTuple

import msgspec

from .. import __version__
from ..engine import Choice, Event, Game, Position, Title, write_record
from ..engine.forces import LOSS
from ..engine.presentation import Presentation
from ..players import Player, new_game, play_out, player
from .experiment import Cell, Outputs
from .openings import Opening
from .versions import compare

# Measures that every title has, by these names; what it counts itself comes under its own.
VALUE, UNITS, LOSSES = "expected result", "units on the map", "units lost"
# Where several machines play, the first of so many games of a cell is played twice.
REPEATED = 100


class Sample(NamedTuple):
    """A number at the beginning of a turn; after the last one stands what the game ended with."""

    turn: int
    name: str
    # Nothing if it is of no side.
    side: str
    value: float


class Holder(NamedTuple):
    """A place that a side holds from the beginning of a turn on; an empty one for nobody."""

    turn: int
    place: str
    side: str


class Fights(NamedTuple):
    """How often a hex was attacked in a turn."""

    turn: int
    hex: str
    times: int


class Played(msgspec.Struct, frozen=True):
    """What a game came to."""

    number: int = 0
    # A side, draw or nobody; nothing if it broke off.
    winner: str = ""
    level: str = ""
    # For the first side of the title, from -1 to 1.
    value: float = 0.0
    turns: int = 0
    actions: int = 0
    seconds: float = 0.0
    digest: str = ""
    error: str = ""
    samples: tuple[Sample, ...] = ()
    holders: tuple[Holder, ...] = ()
    fights: tuple[Fights, ...] = ()
    # Side -> labels of the hexes that it holds at the end.
    control: dict[str, tuple[str, ...]] = {}
    record: str = ""


class Batch(NamedTuple):
    """Games of a cell that are played by one process, one after the other."""

    cell: Cell
    numbers: tuple[int, ...]
    outputs: Outputs
    # The version of Stavka that has given it out.
    stavka: str = __version__


def play_batch(batch: Batch) -> list[Played]:
    """Plays games, if they would be the same here as where they come from."""
    compare(batch.cell, batch.stavka)
    return [play(batch.cell, number, batch.outputs) for number in batch.numbers]


def to_repeat(batch: Batch) -> Batch | None:
    """What of a batch somebody else plays too, so that the two can be compared."""
    numbers = tuple(number for number in batch.numbers if number % REPEATED == 0)
    return batch._replace(numbers=numbers) if numbers else None


def play(cell: Cell, number: int, outputs: Outputs) -> Played:
    """Game `number` of a cell: the same every time it is played, but for the time it takes."""
    began = time.process_time()
    title = cell.title()
    position, players = new_game(
        title, cell.scenario, cell.options, cell.players, cell.seed_of(number)
    )
    players = _led(title, cell, players, number)
    game = Game(position) if outputs.records == "all" else None
    observer = _Observer(title, position, outputs)
    apply, actions, error = (game or position).apply, 0, ""

    def applied(choice: Choice) -> None:
        nonlocal actions
        apply(choice)
        actions += 1
        observer.look()

    try:
        play_out(position, players, cell.limit, applied)
        found = observer.result()
    except Exception as problem:
        # One broken game must not hide the others; it is counted and shown.
        found, error = Played(), f"{type(problem).__name__}: {problem}"
    if error and outputs.records == "errors":
        # The same again, this time written down.
        return play(cell, number, msgspec.structs.replace(outputs, records="all"))
    record = write_record(game, cell.players, title.rules) if game else ""
    seconds = time.process_time() - began
    return msgspec.structs.replace(
        found, number=number, actions=actions, seconds=seconds, error=error, record=record
    )


def _led(
    title: Title[Any], cell: Cell, players: dict[str, Player], number: int
) -> dict[str, Player]:
    """The players of a cell: with a chance of their own, and with whoever plays the first turn."""
    chance = cell.chance or cell.seed_of(number)
    if cell.chance:
        players = {s: player(title, s, name, f"{chance} {s}") for s, name in cell.players.items()}
    openings = {
        side: Opening(title, player(title, side, name, f"{chance} {side} opens"), players[side])
        for side, name in cell.opening.items()
    }
    return players | openings


class _Observer:
    """Looks on while a game is played, and notes what is to be kept."""

    def __init__(self, title: Title[Any], position: Position, outputs: Outputs) -> None:
        self._title, self._outputs, self._position = title, outputs, position
        if position.chronicle is None:
            position.chronicle = []
        self._chronicle = position.chronicle
        self._read = 0
        # The turn that is played, and how many there have been.
        self._turn = self._turns = 0
        # The last of a turn counts: some turns begin with a set-up.
        self._samples: dict[tuple[int, str, str], float] = {}
        self._holders: dict[tuple[int, str], str] = {}
        self._held: dict[str, str] = {}
        self._fights: Counter[tuple[int, str]] = Counter()
        self._lost: Counter[str] = Counter()
        self._sample(self._shown())
        self.look()

    def look(self) -> None:
        """Notes what has happened since the last look."""
        new, self._read = self._chronicle[self._read :], len(self._chronicle)
        for event in new:
            if event.kind == LOSS and not event.not_for:
                lost = self._position.screen.lost(self._position, event.facts[0])
                self._lost[lost.side] += 1
            elif event.kind == "turn":
                self._turns += 1
                self._sample(self._shown())
            elif self._outputs.fights:
                self._note_fight(event)

    def _note_fight(self, event: Event) -> None:
        rolled = self._title.rolled(event)
        if rolled is not None and not event.not_for:
            for hex_ in rolled.targets:
                self._fights[self._turn, self._position.label(hex_)] += 1

    def _shown(self) -> Presentation:
        """The present as everybody sees it."""
        return self._title.present(self._position.view(""))

    def _sample(self, shown: Presentation, *, after: int = 0) -> None:
        """Notes how the game stands; what it ended with comes after its last turn."""
        self._turn = turn = shown.turn + after
        if not self._outputs.turns:
            return
        title, position = self._title, self._position
        first, samples = title.sides[0], self._samples
        samples[turn, VALUE, first] = round(title.value(position, first), 4)
        standing = Counter(unit.side for unit in shown.units if unit.hex)
        for side in title.sides:
            samples[turn, UNITS, side] = standing[side]
            samples[turn, LOSSES, side] = self._lost[side]
        for measure in title.measures(position):
            samples[turn, measure.name, measure.side] = measure.value
        self._note_holders(turn)

    def _note_holders(self, turn: int) -> None:
        """Only what has changed: most places stay whose they are."""
        for place, side in self._title.holders(self._position).items():
            if self._held.get(place) != side:
                self._held[place] = self._holders[turn, place] = side

    def result(self) -> Played:
        title, position = self._title, self._position
        shown = self._shown()
        self._sample(shown, after=1)
        ended, told = position.outcome(), shown.outcome
        assert ended is not None and told is not None
        return Played(
            winner=ended.goes_to,
            level=told.level,
            value=round(title.value(position, title.sides[0]), 4),
            turns=max(1, self._turns),
            digest=position.digest(),
            samples=tuple(Sample(*key, value) for key, value in self._samples.items()),
            holders=tuple(Holder(*key, side) for key, side in self._holders.items()),
            fights=tuple(Fights(*key, times) for key, times in sorted(self._fights.items())),
            control=self._control(),
        )

    def _control(self) -> dict[str, tuple[str, ...]]:
        if not self._outputs.control:
            return {}
        areas = self._title.overlay(self._position, "", "control")
        return {area.name: area.hexes for area in areas}
