"""How somebody plays Reds!: named weights, and the styles that are known to be good."""

from __future__ import annotations

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
    # it, what a unit on its goal costs it, and the least that it must bring.
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
    # What own units must be worth that a city feeds to have a garrison there; 0 for any city.
    lifeline: float = 0.0
    # 11.3: what each companion counts near the enemy, where dice are multiplied by units.
    company: float = 0.0
    # 11.8: what a resource city or the Gold counts for an advance.
    prize: float = 0.0
    # 10.5: whether units on their way think of ships.
    sails: bool = False
    # 7.8: how much a planned attack counts in the choice of a chit.
    first: float = 0.0


BASE = WarStyle(
    name="base",
    set_up=1.0,
    cut=0.5,
    relief=0.5,
    company=0.8,
    prize=3.0,
    sails=True,
)

STYLES = {
    WHITE: Styles((BASE,)),
    RED: Styles((BASE,)),
}


def styles(side: str) -> Styles:
    return STYLES[side]
