"""The computer players of The East Is Red.

cadet       the yardstick, which plays as ever
styles      what can be weighed differently, and the styles that have a name
slopes      which hexes matter to a side, and the way there
lines       the lines of communication: gaps, and cuts that last
blocks      what is held at the end so that they stay cut
odds        the odds of attacks that are only thought of
assault     what a unit adds to the attacks to come
support     Supply units, aircraft, interdiction
movement    where units go, those with orders first
combat      what is attacked, and with what
advice      the advice for every decision, and what else was thought of
reasons     why, in words
proposals   orders that are worth a trial

Nothing here enforces a rule; cases are named where they are the reason for a weight.
"""
