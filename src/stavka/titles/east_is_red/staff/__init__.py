"""The computer players of The East Is Red.

cadet       the yardstick, which plays as ever
styles      what can be weighed differently, and the styles that have a name
slopes      which hexes matter to a side, and the way there
movement    where units go
combat      what is attacked, and with what
advice      the advice for every decision, with reasons, and orders worth a trial

Nothing here enforces a rule; cases are named where they are the reason for a weight.
"""
