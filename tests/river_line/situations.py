"""Situations of River Line in a few lines."""

from __future__ import annotations

from river_line.position import War
from river_line.title import RiverLine

from stavka.engine import RecordedDice

from ..situations import play, verbs

TITLE = RiverLine()
PACKAGE = TITLE.data.parent


def situation(phase: str, upland: str = "", vale: str = "", more: str = "", *dice: int) -> War:
    """Units as `0505 guard, 0605 hill-1`, other lines of the file in `more`; the phase begins."""
    lines = [f"phase: {phase}"]
    for side, units in (("Upland", upland), ("Vale", vale)):
        lines.append(f"[{side}]")
        lines += [unit.strip().replace(" ", ": ", 1) for unit in units.split(",") if unit]
    p = TITLE.read("\n".join([more, *lines]), RecordedDice(dice))
    p.chronicle = []
    p.decision()
    return p


def moving(upland: str, vale: str = "") -> War:
    return situation("upland-movement", upland, vale)


def attacking(upland: str, vale: str, *dice: int) -> War:
    """A combat phase of the Upland whose dice are known."""
    return situation("upland-combat", upland, vale, "", *dice)


def attack(p: War, target: str, column: str) -> War:
    """Everybody who can attacks a hex at these odds."""
    play(p, f"attack {target}")
    while "add" in verbs(p):
        decision = p.decision()
        assert decision is not None
        p.apply(decision.first("add"))
    return play(p, f"resolve {column}")


def where(p: War, unit: str) -> str:
    """The label of a unit's hex; nothing if it is off the map."""
    number = p.names.unit(unit)
    assert number is not None
    return p.label(p.where[number]) if p.where[number] >= 0 else ""
