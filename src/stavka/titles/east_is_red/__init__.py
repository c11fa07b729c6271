"""The East Is Red: the rules in the order of the rulebook, one module for a chapter.

3   charts                  counters, charts and tables, as read from data/
4   outline, sequence       the sequence of play
5   movement                both Movement Phases, Rail Mode, the Marine landing
6   zones_of_control
7   stacking
8   substitution            Soviet build-up and breakdown
9   combat                  who attacks what, at which odds
10  results                 the die, retreats, exchanges, advances
11  supply
12  terrain
13  cities_and_industry
14  air
15  nuclear
16  demolitions
17  deployment, reinforcements (with Militia, the Koreans and 19.0)
18  victory

The options are declared in options, what the later variant article adds is in variants; the base
rules know of it by neutral values of the position (no interdicted hex, no guerrilla warfare).

Beside the rules: position (the state), presentation, texts, refusals, position_file, evaluation
and the folder staff (for computer players), and title, which puts everything together.
"""

from .title import EastIsRed

__all__ = ["EastIsRed"]
