"""A game to be told again: how it began and what was chosen, as plain data."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from .. import titles
from ..engine import Choice, Game, Record, RecordedDice, Title


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
            record.beginning,
            record.opening,
        )

    @classmethod
    def of_game(cls, game: Game, players: dict[str, str]) -> Story:
        p = game.position
        moves = tuple((str(move.choice), move.dice) for move in game.moves)
        return cls(p.title, p.scenario, p.options, players, moves, game.beginning, game.opening)

    def play(self, watch: Callable[[Game], None] | None = None) -> Game:
        """Plays the game again; `watch` is shown the game after each move."""
        title: Title = titles.load(self.title)
        dice = RecordedDice((*self.opening, *(d for _, values in self.moves for d in values)))
        game = Game(title.begin(self.scenario, self.options, self.beginning, dice), self.beginning)
        for text, _ in self.moves:
            game.apply(Choice.parse(text))
            if watch is not None:
                watch(game)
        return game
