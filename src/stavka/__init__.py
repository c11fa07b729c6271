"""Stavka: a headquarters for hex-and-counter wargames.

>>> import stavka
>>> title = stavka.load("east-is-red")
>>> position = title.start("m1-current")
>>> decision = position.decision()
>>> decision.side, len(decision.choices()) > 5
('Soviet', True)
"""

from .titles import load

__all__ = ["__version__", "load"]
__version__ = "0.2.0"
