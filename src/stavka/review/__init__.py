"""Looking back on a game: dice and luck, the after-action report with its pictures."""

from .luck import Luck, luck_of

__all__ = ["Luck", "luck_of"]
