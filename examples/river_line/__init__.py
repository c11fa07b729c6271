"""River Line: a small game, in the order of its rulebook (RULES.md), one module for a chapter.

1   charts              the counters, the map and the tables, as read from data/
2   outline, sequence   the turn
3   movement
4   zones_of_control
5   combat              who attacks whom, at which odds
6   results             the die, retreats, advances
7   supply
8   victory

Beside the rules: position (the state), presentation, texts, refusals, position_file, evaluation
(for computer players), and title, which puts everything together. docs/adding-a-title.md walks
through all of it.
"""

from .title import RiverLine

__all__ = ["RiverLine"]
