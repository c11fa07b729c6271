"""9.0 China News!"""

from __future__ import annotations

from collections.abc import Callable

from ...engine import Decision, Step, UnitSet, hexes, words
from ...hexes import members
from ...kit.bars import EVERYTHING, Bars, legal
from .charts import GMD, PLA
from .commands import commands_on_map
from .final_positions import fdp_left, place_fdp
from .position import OFF, TRACK, War
from .reinforcements import bars_to_raise_guerrillas, place_guerrilla


def news_phase(p: War) -> None:
    """9.1.2: each player rolls a die; the sum tells the event."""
    p.news = 0
    p.frozen = ""
    roll = p.roll() + p.roll()
    row = p.charts.news[roll]
    happens = EVENTS[row.key](p)
    p.tell("news" if happens else "no_event", "9.1.2", roll, row.title)
    if happens:
        p.news = roll


# Each event begins, or says that it cannot be implemented (9.1.3).


def _generalissimo(p: War) -> bool:
    if not p.units_on_map(GMD):
        return False
    p.push(NameCommand)
    return True


def _short_attacks(p: War) -> bool:
    """18.3.1; 18.7.5: not during a Political Offensive."""
    if p.political_offensive:
        return False
    die = p.roll()
    p.short_attacks = max(p.short_attacks, die)
    p.tell("short_attacks", "18.3.1", die, p.short_attacks)
    return True


def _countryside(p: War) -> bool:
    if not idle_guerrillas(p) or not legal(bars_to_raise_guerrillas(p, None)):
        return False
    p.push(RaiseGuerrillas)
    return True


def _last_man(p: War) -> bool:
    """16.1.2: an event places an FDP."""
    if not legal(bars_to_fortify(p, None)):
        return False
    p.push(Fortify)
    return True


def _maximum_effort(p: War) -> bool:
    if not p.can_fly:
        return False
    p.sorties = p.charts.air_support
    return True


def _political_offensive(p: War) -> bool:
    """18.7.1: once in a game."""
    if p.offensive:
        return False
    p.offensive = p.turn
    return True


def _trenches(p: War) -> bool:
    """16.2.7: from now on."""
    if p.trenches:
        return False
    p.trenches = True
    return True


EVENTS: dict[str, Callable[[War], bool]] = {
    "generalissimo": _generalissimo,
    "wuhan": lambda p: True,
    "ammunition": lambda p: True,
    "carts": lambda p: True,
    "countryside": _countryside,
    "quiet": lambda p: False,
    "short_attacks": _short_attacks,
    "last_man": _last_man,
    "maximum_effort": _maximum_effort,
    "political_offensive": _political_offensive,
    "trenches": _trenches,
}


class NameCommand(Step[War, None], key="news_command", because=("news",)):
    """The Generalissimo Commands: the PLA names who may not move."""

    def decision(self, p: War, memo: None) -> Decision | None:
        named = commands_on_map(p, p.units_on_map(GMD))
        prompt = "Which Command is held back by Nanjing?"
        return p.ask(PLA, prompt, "9.1.2", [words("freeze", "9.1.2", named)])

    def apply_word(self, p: War, memo: None, verb: str, word: str) -> None:
        p.frozen = word
        p.tell("frozen", "9.1.2", word)
        p.finish()


def idle_guerrillas(p: War) -> UnitSet:
    """Guerrillas that have not arrived, or wait on the Turn Record Track."""
    last = TRACK - p.charts.limit["turns"]
    return sum(
        1 << unit
        for unit in members(p.charts.guerrillas)
        if p.where[unit] == OFF or last <= p.where[unit] < TRACK
    )


class RaiseGuerrillas(Step[War, None], key="news_guerrilla", because=("news",)):
    """The Countryside Rises: with a PLA Corps in supply (18.4.1)."""

    def decision(self, p: War, memo: None) -> Decision | None:
        options = [hexes("guerrilla", "18.4.1", legal(bars_to_raise_guerrillas(p, memo)))]
        return p.ask(PLA, "Where do guerrillas rise?", "9.1.2", options)

    def apply(self, p: War, memo: None, verb: str, value: int) -> None:
        place_guerrilla(p, members(idle_guerrillas(p))[0], value)
        p.finish()


def bars_to_fortify(p: War, memo: None) -> Bars:
    """16.1.2: hexes with a GMD Corps next to PLA units, whatever they are."""
    charts = p.charts
    if not fdp_left(p):
        yield EVERYTHING, "16.1.3", "all FDP markers are in use"
    yield charts.cities, "16.1.1", "no FDP is placed in a city"
    yield p.fdp, "16.1.2", "{} is an FDP already"
    facing = p.hexes_of(p.units_on_map(GMD) & charts.corps) & charts.grid.neighbours(p.pla)
    yield ~facing, "16.1.2", "{} holds no GMD corps next to a PLA unit"


class Fortify(Step[War, None], key="news_fdp", because=("news",)):
    """Hold to the Last Man: the GMD must place an FDP."""

    def decision(self, p: War, memo: None) -> Decision | None:
        options = [hexes("fortify", "16.1.2", legal(bars_to_fortify(p, memo)))]
        return p.ask(GMD, "Which position is to be held to the last man?", "16.1.2", options)

    def apply(self, p: War, memo: None, verb: str, value: int) -> None:
        place_fdp(p, value, "16.1.2")
        p.finish()
