"""The optional rules of the rulebook and of the variant article, each declared here and only here.

The scenarios that an option goes with follow from their conditions; `why` is what a player is told
who wants it in another one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ...engine import GameOption
from .charts import BASE, Conditions

KOREANS = "17.5"
STRATEGIC_STRIKE = "19.0"
INTERDICTION = "INT"
MANEUVER_GROUP = "OMG"
EMERGENCY = "ER"
TRAINING = "IT"
GUERRILLA_WARFARE = "GW"
ESCALATION = "SW.3"
US_INTERVENTION = "US"


class _Entry(NamedTuple):
    key: str
    name: str
    text: str
    fits: Callable[[Conditions], bool] = lambda scenario: True
    why: str = ""
    # Ruling: the article states it as a rule, so that it is on in the article's own scenarios.
    stated: bool = False


TABLE = (
    _Entry(
        KOREANS,
        "Korean intervention",
        "Two North Korean corps may join the Chinese from turn two on.",
        lambda scenario: scenario.month == 30,
        "the North Koreans need the month of mobilization of M+30",
    ),
    _Entry(
        STRATEGIC_STRIKE,
        "Soviet strategic strike",
        "The Soviets may end all reinforcements, and must then win decisively.",
        lambda scenario: not scenario.on_points,
        "it demands a decisive Soviet victory, which the points of the 1960s do not know",
    ),
    _Entry(
        INTERDICTION,
        "Air interdiction",
        "Soviet air bases that support no attack can slow Chinese movement and supply.",
        stated=True,
    ),
    _Entry(
        MANEUVER_GROUP,
        "Operational maneuver group",
        "One Soviet tank or mechanized unit may attack again at the end of each turn.",
        stated=True,
    ),
    _Entry(
        EMERGENCY,
        "Emergency reinforcements",
        "From turn five the Soviets may call for more troops, for one level of victory.",
        lambda scenario: scenario.month == 1,
        "emergency reinforcements are never received in M+30 scenarios (ER.1)",
        stated=True,
    ),
    _Entry(
        TRAINING,
        "Infantry training",
        "Most Soviet units control and defend rough ground badly.",
        lambda scenario: scenario.decade != "1980s",
        "by the 1980s Soviet infantry has learnt to fight in rough terrain (IT.2)",
        stated=True,
    ),
    _Entry(
        GUERRILLA_WARFARE,
        "Guerrilla warfare",
        "The Chinese may give up cities and mass attacks to live off the land.",
        stated=True,
    ),
    _Entry(
        ESCALATION,
        "Escalation",
        "Every nuclear attack may start a world war that both players lose.",
        stated=True,
    ),
    _Entry(
        US_INTERVENTION,
        "US intervention",
        "US Marines and carrier aircraft may help the Chinese from turn four on.",
        lambda scenario: scenario.decade != "1960s",
        "the United States intervene in the 1970s and later only (US)",
    ),
)
# The options of the variant article, which need its counters and its state.
OF_THE_VARIANT = frozenset(entry.key for entry in TABLE) - {KOREANS, STRATEGIC_STRIKE}


def defaults_of(scenario: Conditions) -> tuple[str, ...]:
    """The options that a scenario starts with; those of the rulebook start with none."""
    if scenario.sheet == BASE:
        return ()
    return tuple(entry.key for entry in TABLE if entry.stated and entry.fits(scenario))


def options_for(scenarios: Iterable[Conditions]) -> tuple[GameOption, ...]:
    """The table with the scenarios that each option goes with; none named if with all."""
    every = tuple(scenarios)
    found = []
    for entry in TABLE:
        fitting = tuple(scenario.key for scenario in every if entry.fits(scenario))
        named = () if len(fitting) == len(every) else fitting
        found.append(GameOption(entry.key, entry.name, entry.text, named, entry.why))
    return tuple(found)
