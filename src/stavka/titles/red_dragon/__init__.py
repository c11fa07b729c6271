"""Red Dragon, Blue Dragon: the rules in the order of the rulebook, one module for a chapter.

2   charts                  counters, charts and tables, as read from data/
3   victory
4   commands                who may stack, attack and be led with whom
5   weather
6   stacking
7   supply                  lines of communication; air supply is with the air units
8   outline, sequence       the sequence of play
9   news                    China News!
10  reinforcements          with replacements, Delay Procedure, Militia (18.5)
11  movement                with rail, convoy and Fast March
    barred_ways             who cannot move, and where to
12  combat                  who attacks whom, at which odds
    attacks                 the Combat Phase: attacks are announced and answered
    results, advance
13  explosives              artillery support and ELBs
14  air                     bombardment, interdiction, air supply (7.3)
15  defectors               loyalty, Re-Education, Lipu-Lifu
16  final_positions         FDPs: panic, defence, relief
17  leaders
18  bridges, fog, short_attacks, guerrillas, offensive (18.6 is in results)
19  set_up

Beside the rules: position (the state), presentation, texts, refusals, position_file, and title,
which puts everything together.

For computer players: evaluation is the cadet; staff what is asked of anybody with one of the
styles. The PLA: assaults (one attack), planning (all of them), campaign (moves and attacks). The
GMD: defence and aircraft. For both: stakes (what an attack may cost), orders, reasons, expectation
(whose turn, which result), dealing (what face-down counters may be).
"""

from .title import RedDragon

__all__ = ["RedDragon"]
