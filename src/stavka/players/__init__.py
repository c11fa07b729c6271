"""Computer players: anything that chooses between what a decision offers, seeing only a view."""

from .hints import hint
from .players import PLAYERS, Cadet, Player, Random, new_game, play_out

__all__ = ["PLAYERS", "Cadet", "Player", "Random", "hint", "new_game", "play_out"]
