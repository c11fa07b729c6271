"""Looking back on a game: battles, dice and luck, the after-action report with its pictures."""

from .battle import Battle, battle_of
from .luck import Luck, luck_of

__all__ = ["Battle", "Luck", "battle_of", "luck_of"]
