"""Reds! The Russian Civil War: the rules in the order of the rulebook, one module for a chapter.

2   charts                  counters, markers, charts and tables, as read from data/
3   sequence                set-up
4   victory
5   outline, sequence       the sequence of play
6   events                  initiative and random events
7   activation
8   zones_of_control
9   stacking
10  movement, strategic_movement, territory (10.10-10.13)
11  combat, results         the fight; disorder, retreats, advances
12  supply, rally           tracing supply; the Logistics Segment
13  control
14  reinforcements
15  poland
16  makhno
17  (Nationalist Garrisons: territory, stacking, combat)
18  withdrawal
19  winter
20  special_units; the rest where the units do what they do

Beside the rules: position (the state), presentation, texts, refusals, position_file, evaluation
(for computer players), and title, which puts everything together.
"""

from .title import Reds

__all__ = ["Reds"]
