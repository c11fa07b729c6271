"""The variant article: one module for each of its sections that has rules of its own.

war                       the state that the variant adds to a position
air_assault               AA  Soviet air assault units
interdiction              INT Soviet interdiction markers
maneuver_group            OMG Soviet operational maneuver group
emergency                 ER  Soviet emergency reinforcements
airborne_corps            CA  Chinese airborne corps
red_guards                RG  Chinese Red Guards and their reinforcements in the 1960s
guerrilla_warfare         GW
special_weapons           SW  missile strikes
escalation                SW.3, US.4: how a war gets out of hand
us_intervention           US

Security divisions (SD) are counters without rules of their own, infantry training (IT) is a term of
zones_of_control and terrain, and what the scenarios lay down is data (scenarios.csv and others).
"""
