"""Computer players: anything that chooses between what a decision offers, seeing only a view."""

from .hints import hint
from .intentions import Intention, Plan, lines_of, without_odds
from .plans import Effort, Stopped
from .players import PLAYERS, Cadet, Player, Random, Styled, new_game, play_out, player, suited
from .policies import offer
from .staffs import THINKING, Thinking, think_from

__all__ = [
    "PLAYERS",
    "THINKING",
    "Cadet",
    "Effort",
    "Intention",
    "Plan",
    "Player",
    "Random",
    "Stopped",
    "Styled",
    "Thinking",
    "hint",
    "lines_of",
    "new_game",
    "offer",
    "play_out",
    "player",
    "suited",
    "think_from",
    "without_odds",
]
