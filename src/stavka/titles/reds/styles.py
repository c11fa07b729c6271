"""How somebody plays Reds!: named weights, and the styles that are known to be good."""

from __future__ import annotations

from msgspec.structs import replace

from ...engine import Style, Styles
from .charts import RED, WHITE


class WarStyle(Style, frozen=True, kw_only=True):
    """Weights in the worth of units; what the cadet does not think of weighs nothing."""

    # What a movement point of the way to its goal is worth to a unit.
    per_point: float = 0.6
    # The least that an attack must be expected to bring, and what own losses count in it.
    boldness: float = 0.4
    own_losses: float = 1.0
    # How much an attack counts that is planned before moving (0: none is), what each unit costs
    # it, what a unit on a goal of common worth costs it, and the least that it must bring.
    set_up: float = 0.0
    effort: float = 0.6
    post: float = 2.0
    least_set_up: float = 1.0
    # 11.6: how much it counts that a defender has no way back.
    trap: float = 0.0
    # 12.7: what enemy units count that a move cuts off from supply.
    cut: float = 0.0
    # 12.9: what own units count that a victory would feed again.
    relief: float = 0.0
    # How much it counts that somebody stays in a city that would be lost.
    hold: float = 0.0
    # 11.2: the same for Allied troops, who seldom attack anyway.
    watch: float = 0.0
    # 11.3: what each companion counts near the enemy, where dice are multiplied by units.
    company: float = 0.0
    # 11.8: what a resource city or the Gold counts for an advance.
    prize: float = 0.0
    # 10.5: whether units on their way think of ships.
    sails: bool = False
    # 7.8: how much a planned attack counts in the choice of a chit.
    first: float = 0.0


# The one to begin with; the others are this one with another mind.
GENERAL = WarStyle(
    name="general",
    set_up=1.0,
    cut=0.5,
    relief=0.5,
    company=0.8,
    prize=3.0,
    sails=True,
)


def _portfolio(general: WarStyle, hold: float) -> tuple[WarStyle, ...]:
    return (
        general,
        replace(general, name="cutter", cut=1.2, relief=0.8),
        replace(general, name="hunter", trap=1.5, first=1.0),
        replace(general, name="massed", company=2.0, effort=0.3),
        replace(general, name="daring", boldness=0.0, own_losses=0.7, least_set_up=0.6),
        replace(general, name="thrifty", boldness=0.8, own_losses=1.4),
        replace(general, name="keeper", hold=hold),
    )


def _pool(general: WarStyle) -> tuple[WarStyle, ...]:
    return (
        replace(general, name="raider", per_point=0.4, cut=0.8, effort=0.2, prize=5.0),
        replace(general, name="besieger", set_up=0.8, trap=0.7, company=1.2, relief=0.3),
        replace(general, name="marcher", per_point=0.9, cut=0.3, prize=2.0, own_losses=0.9),
    )


def _bold(general: WarStyle, person: str, text: str) -> WarStyle:
    return replace(
        general,
        name="bold",
        person=person,
        text=text,
        boldness=0.0,
        own_losses=0.7,
        effort=0.4,
        trap=1.0,
        first=1.0,
    )


def _careful(general: WarStyle, person: str, text: str, hold: float) -> WarStyle:
    return replace(
        general,
        name="careful",
        person=person,
        text=text,
        boldness=0.7,
        own_losses=1.3,
        company=1.5,
        hold=hold,
    )


def _methodical(general: WarStyle, person: str, text: str) -> WarStyle:
    return replace(
        general,
        name="methodical",
        person=person,
        text=text,
        cut=0.9,
        relief=0.9,
        least_set_up=1.5,
        first=1.0,
    )


# The Whites have too few units to leave one in a city that can be taken again, but the Allies.
_WHITE = replace(GENERAL, post=0.0, watch=1.0)
STYLES = {
    WHITE: Styles(
        _portfolio(_WHITE, hold=0.5),
        (
            _bold(
                _WHITE,
                "General Tarkhov",
                "Attacks wherever the odds allow, and leaves the flanks to the cavalry.",
            ),
            _careful(
                _WHITE,
                "General von Essling",
                "Keeps together, and spares regiments that nobody will replace.",
                hold=0.0,
            ),
            _methodical(
                _WHITE,
                "Colonel Lebedinsky",
                "Goes for railways first and for armies when they are hungry.",
            ),
        ),
        _pool(_WHITE),
    ),
    RED: Styles(
        _portfolio(GENERAL, hold=0.2),
        (
            _bold(
                GENERAL,
                "Commissar Zheleznov",
                "Spends armies freely, for there are always more.",
            ),
            _careful(
                GENERAL,
                "Commander Ozerov",
                "Holds the cities in strength and moves when he is sure.",
                hold=0.3,
            ),
            _methodical(
                GENERAL,
                "Commander Vilks",
                "Cuts the lines of the Whites one after the other and lets them starve.",
            ),
        ),
        _pool(GENERAL),
    ),
}


def styles(side: str) -> Styles:
    return STYLES[side]
