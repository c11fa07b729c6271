"""A game to be told again: how it began and what was chosen, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from .. import titles
from ..engine import Choice, Game, Move, Record, RecordedDice, Title


class Story(msgspec.Struct, frozen=True):
    title: str
    scenario: str
    options: tuple[str, ...]
    # Side -> who plays it.
    players: dict[str, str]
    # Choices and their dice.
    moves: tuple[tuple[str, tuple[int, ...]], ...]
    # The position file that it began with; empty if it began with the scenario.
    beginning: str = ""
    # The dice that fell before the first choice.
    opening: tuple[int, ...] = ()

    @classmethod
    def of_record(cls, record: Record) -> Story:
        moves = tuple((str(line.choice), line.dice) for line in record.lines)
        return cls(
            record.title,
            record.scenario,
            record.options,
            record.players,
            moves,
            opening=record.opening,
        )

    @classmethod
    def of_game(
        cls, game: Game, players: dict[str, str], moves: Iterable[Move], beginning: str
    ) -> Story:
        p = game.position
        told = tuple((str(move.choice), move.dice) for move in moves)
        return cls(p.title, p.scenario, p.options, players, told, beginning, game.opening)

    def play(self, watch: Callable[[Game], None] | None = None) -> Game:
        """Plays the game again; `watch` is shown the game after each move."""
        title: Title = titles.load(self.title)
        dice = RecordedDice((*self.opening, *(d for _, values in self.moves for d in values)))
        if self.beginning:
            position = title.read(self.beginning, dice)
        else:
            position = title.start(self.scenario, self.options, dice=dice, chronicle=[])
        game = Game(position)
        for text, _ in self.moves:
            game.apply(Choice.parse(text))
            if watch is not None:
                watch(game)
        return game
