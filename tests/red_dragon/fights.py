"""Short ways to set up a Combat Phase and to read what came of an attack."""

from __future__ import annotations

from typing import NamedTuple, Unpack

from stavka.titles.red_dragon.position import War

from .situations import More, events, play, set_up

# A hex in the open without rivers, and its six neighbours, clockwise from the north. GMD units in
# it are in supply as long as one of the three hexes to the south is open.
X = "1510"
A, B, C, D, E, F = "1610", "1611", "1511", "1410", "1509", "1609"


class Battle(NamedTuple):
    """What the chronicle tells of an attack that was rolled for."""

    attack: int
    defence: int
    raw: str
    column: str
    die: int
    result: str
    attackers: set[str]
    defenders: set[str]


def pla_attacks(gmd: str, pla: str, *choices: str, **more: Unpack[More]) -> War:
    """A PLA Combat Phase, and choices made in it."""
    return play(set_up("pla-combat", gmd=gmd, pla=pla, **more), *choices)


def gmd_attacks(gmd: str, pla: str, *choices: str, **more: Unpack[More]) -> War:
    return play(set_up("gmd-combat", gmd=gmd, pla=pla, **more), *choices)


def battles(p: War) -> list[Battle]:
    found = []
    for event in events(p, "attacked"):
        _, _, attackers, defenders, (attack, defence), (raw, column), die, result = event.facts
        sides = _names(p, attackers), _names(p, defenders)
        found.append(Battle(attack, defence, raw, column, die, result, *sides))
    return found


def battle(p: War) -> Battle:
    """The only attack there was."""
    (found,) = battles(p)
    return found


def _names(p: War, units: tuple[int, ...]) -> set[str]:
    return {p.name(unit) for unit in units}


def shift(found: Battle, columns: tuple[str, ...]) -> int:
    """By how many columns an attack was shifted to the right."""
    return columns.index(found.column) - columns.index(found.raw)
