"""Computer players: anything that chooses between what a decision offers, seeing only a view."""

from .hints import hint
from .players import PLAYERS, Cadet, Player, Random, Styled, new_game, play_out, player

__all__ = [
    "PLAYERS",
    "Cadet",
    "Player",
    "Random",
    "Styled",
    "hint",
    "new_game",
    "play_out",
    "player",
]
