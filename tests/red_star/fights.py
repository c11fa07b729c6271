"""Ways to set up a combat, and to see what is shown before its die."""

from __future__ import annotations

from fractions import Fraction

import pytest

from stavka.engine import Choice
from stavka.engine.presentation import Preview
from stavka.titles.red_star.combat import Odds, odds_of
from stavka.titles.red_star.position import War

from .situations import TITLE, events, number_of, play, situation


def war(
    axis: str,
    soviet: str,
    phase: str = "axis-combat",
    turn: int = 2,
    dice: tuple[int, ...] = (3,) * 12,
    cup: str = "",
    more: str = "",
    scenario: str = "heartland",
) -> War:
    """A situation; `cup` says all that cup C holds."""
    p = situation(
        f"scenario: {scenario}\nturn: {turn}\nphase: {phase}\n"
        f"[Axis]\n{axis}\n[Soviet]\n{soviet}\n{more}",
        dice=list(dice),
    )
    return only(p, cup) if cup else p


def only(p: War, cup: str) -> War:
    for number in p.charts.markers_in["C"]:
        p.cups[number] = 0
    for value in cup.split():
        full = tuple(map(int, value.split("-")))
        number = next(n for n in p.charts.markers_in["C"] if p.charts.markers[n].full == full)
        p.cups[number] += 1
    return p


def shown(p: War, choice: str) -> Preview:
    found = TITLE.preview(p, Choice.parse(choice))
    assert found is not None
    return found


def chances(p: War, choice: str, of: int = 6) -> dict[str, Fraction]:
    """What is shown before a choice: how many of so many cases each result has."""
    likely = shown(p, choice).chances
    assert sum(c.probability for c in likely) == pytest.approx(1)
    found: dict[str, Fraction] = {}
    for c in likely:
        cases = Fraction(c.probability).limit_denominator(10000) * of
        found[c.result] = found.get(c.result, Fraction()) + cases
    return found


def attack(p: War, targets: str, *units: str) -> War:
    first, *others = targets.split()
    play(p, f"attack {first}", *(f"add {unit}" for unit in units))
    return play(p, *(f"target {label}" for label in others))


def odds(p: War, targets: str, *units: str) -> tuple[object, object]:
    """The strengths that an attack is resolved with, and no others are shown before it."""
    attack(p, targets, *units)
    before = shown(p, "resolve").result
    play(p, "resolve")
    found = events(p, "attacked")[-1][2:4]
    assert before.startswith(f"{found[0]} to {found[1]}: ")
    return found[0], found[1]


def mix(text: str) -> dict[str, Fraction]:
    words = text.split()
    return {r: Fraction(n) for r, n in zip(words[::2], words[1::2], strict=True)}


def result(p: War) -> object:
    """The result of the last attack."""
    return events(p, "attacked")[-1][6]


def fought(
    axis: str,
    soviet: str,
    targets: str,
    units: str,
    wanted: str,
    turn: int = 2,
    later: tuple[int, ...] = (),
) -> War:
    """An attack whose die gives a result that is wanted; dice for what follows are in `later`."""
    phase = "soviet-combat" if units.startswith("S") else "axis-combat"
    for die in range(1, 7):
        p = war(axis, soviet, phase, turn, dice=(die, *later, *(3,) * 9))
        play(attack(p, targets, *units.split()), "resolve")
        if result(p) == wanted:
            return p
    raise AssertionError(f"no die gives {wanted}")


def reckoned(p: War, targets: str, *units: str, overrun: bool = False) -> Odds:
    """What an attack comes to, without declaring it."""
    goals = tuple(p.charts.grid.hex(label) for label in targets.split())
    group = tuple(number_of(p, unit) for unit in units)
    return odds_of(p, p.current.side, goals, group, overrun=overrun)
