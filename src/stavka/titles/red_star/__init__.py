"""Red Star Rising: the rules in the order of the rulebook, one module for a chapter.

1   charts                  counters, charts, map and scenarios, as read from data/
2   outline, sequence       the sequence of play
3   movement                normal, strategic and sea movement
4   stacking
5   contested               contested spaces
6   soviet_army             combat strength markers
7   combat                  who attacks what, at which odds
    attacks                 the Combat Phase (7.1, 7.2)
    battle, results         the die, step losses, retreats (7.8-7.14)
    steps                   7.9 combat steps of a unit
    advance                 7.15 advancing after combat
8   overrun
9   control                 cities and ports, and whatever follows from entering a space
10  supply
11  partisans               with Security Divisions
12  airpower
13  (weather has no module: its rules stand where they apply)
14  economy                 assets, evacuation, strategic ports, Leaders
15  reinforcements, promotion, returning
16  (the Italian surrender is in the reinforcement schedule)
17  conversion              breakdown and buildup
18  victory
19  scenarios               set-up

Beside the rules: position (the state), presentation, texts, refusals, position_file, evaluation and
advice (for computer players), and title, which puts everything together.
"""

from .title import RedStar

__all__ = ["RedStar"]
