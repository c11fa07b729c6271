"""The kit: what hex-and-counter games have in common and no rulebook words in its own way.

A title takes from here what it would otherwise build a second time. Odds, retreats, supply and
stacking are not here: they differ from game to game for good reasons.
"""
