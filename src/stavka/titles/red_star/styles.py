"""The styles of play: named weights, and the characters and opponents that are made of them."""

from __future__ import annotations

from ...engine import Style as AnyStyle
from ...engine import Styles
from .charts import AXIS, SOVIET


class Staff(AnyStyle, frozen=True, kw_only=True, cache_hash=True):
    """How a side is led. The defaults are the cadet's as the Axis."""

    # How much a battle must promise in steps before it is begun, and how much more on the defence.
    boldness: float = 0.1
    caution: float = 0.4
    # How many points an airborne drop must cut off from supply.
    drop: float = 4.0
    # On the defence, how many steps go where the enemy has one; 0: by the worth of places alone.
    threat: float = 0.0
    # What a step of one's own weighs in battle, and a space that the enemy is driven back.
    own_step: float = 1.0
    a_space: float = 0.5
    # The turns in which the side is on the offensive whatever the season; it is so in the seasons
    # that favour it besides.
    first: int = 0
    last: int = 0
    # What a hex next to the enemy adds on the offensive, and costs on the defence.
    front: float = 1.2
    shy: float = 4.0
    # On the defence, how much less each space from the sources of supply makes a goal count.
    fall_back: float = 1.0
    # A guard for a depot or a line of supply that has none.
    garrison: float = 3.0
    # What it is worth to close a way out of an enemy, and what company costs.
    escape: float = 0.5
    company: float = 0.3
    # What it is worth to be where an attack is set up, by what the attack promises.
    setup: float = 0.0
    # How much of a promise a staff gives up to keep units for other attacks.
    thrift: float = 0.0
    # On the defence, what each space costs that a depot or an airbase is too near to the enemy.
    safety: float = 0.3
    # On the offensive, what a space is worth by which a depot brings supply nearer to the goals.
    spearhead: float = 0.5
    # How much better than staying a move must be.
    enough: float = 0.75
    # What it is worth to cut a point of the enemy off from supply, and at the end of the game.
    cut: float = 0.4
    cut_at_the_end: float = 1.0
    # What it is worth to bring supply to a point of one's own.
    relief: float = 0.0
    # How much worth troops give up to cut supply or to bring it.
    raid_risk: float = 12.0
    # Headquarters: what a step is worth that only this one feeds, an enemy hex, a hex.
    per_step_fed: float = 1.0
    per_enemy_fed: float = 0.5
    per_hex_fed: float = 0.1


# The turning point pays for Axis units only: Soviet steps are there to be spent.
AXIS_STYLES = Styles(
    portfolio=(
        Staff(name="steady", cut=0.8, cut_at_the_end=4.0, relief=1.0, safety=1.0, setup=1.0),
    ),
)
SOVIET_STYLES = Styles(
    portfolio=(
        Staff(
            name="steady",
            boldness=0.1,
            own_step=0.15,
            shy=0.6,
            fall_back=0.0,
            cut=0.8,
            cut_at_the_end=4.0,
        ),
    ),
)
STYLES = {AXIS: AXIS_STYLES, SOVIET: SOVIET_STYLES}
