"""Looking back on a game: dice and luck, the after-action report."""

from .luck import Luck, luck_of

__all__ = ["Luck", "luck_of"]
