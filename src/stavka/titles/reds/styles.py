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
    # 11.3: what each companion counts near the enemy, where dice are multiplied by units.
    company: float = 0.0
    # 11.8: what a resource city or the Gold counts for an advance.
    prize: float = 0.0
    # 10.5: whether units on their way think of ships.
    sails: bool = False
    # 7.8: how much a planned attack counts in the choice of a chit.
    first: float = 0.0


# Against the cadet this one does best on both sides; the others are this one with another mind.
GENERAL = WarStyle(
    name="general",
    set_up=1.0,
    cut=0.5,
    relief=0.5,
    company=0.8,
    prize=3.0,
    sails=True,
)

PORTFOLIO = (
    GENERAL,
    replace(GENERAL, name="cutter", cut=1.2, relief=0.8),
    replace(GENERAL, name="hunter", trap=1.5, first=1.0),
    replace(GENERAL, name="massed", company=2.0, effort=0.3),
    replace(GENERAL, name="daring", boldness=0.0, own_losses=0.7, least_set_up=0.6),
    replace(GENERAL, name="thrifty", boldness=0.8, own_losses=1.4),
    replace(GENERAL, name="keeper", hold=0.5),
)
BOLD = replace(GENERAL, name="bold", boldness=0.0, own_losses=0.6, effort=0.4, trap=1.0, first=1.0)
CAREFUL = replace(GENERAL, name="careful", boldness=0.7, own_losses=1.3, hold=0.4, company=1.5)
METHODICAL = replace(GENERAL, name="methodical", cut=0.9, relief=0.9, least_set_up=1.5, first=1.0)
POOL = (
    replace(GENERAL, name="raider", per_point=0.4, cut=0.8, effort=0.2, prize=5.0),
    replace(GENERAL, name="besieger", set_up=0.8, post=3.0, trap=0.7, company=1.2, relief=0.3),
    replace(GENERAL, name="marcher", per_point=0.9, cut=0.3, post=1.0, prize=2.0, own_losses=0.9),
)

STYLES = {
    WHITE: Styles(
        PORTFOLIO,
        (
            replace(
                BOLD,
                person="General Tarkhov",
                text="Attacks wherever the odds allow, and leaves the flanks to the cavalry.",
            ),
            replace(
                CAREFUL,
                person="General von Essling",
                text="Keeps what he has, and spares regiments that nobody will replace.",
            ),
            replace(
                METHODICAL,
                person="Colonel Lebedinsky",
                text="Goes for railways first and for armies when they are hungry.",
            ),
        ),
        POOL,
    ),
    RED: Styles(
        PORTFOLIO,
        (
            replace(
                BOLD,
                person="Commissar Zheleznov",
                text="Spends armies freely, for there are always more.",
            ),
            replace(
                CAREFUL,
                person="Commander Ozerov",
                text="Holds the cities in strength and moves when he is sure.",
            ),
            replace(
                METHODICAL,
                person="Commander Vilks",
                text="Cuts the lines of the Whites one after the other and lets them starve.",
            ),
        ),
        POOL,
    ),
}


def styles(side: str) -> Styles:
    return STYLES[side]
