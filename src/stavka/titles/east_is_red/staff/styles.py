"""What can be weighed differently in The East Is Red, and the styles that have a name."""

from __future__ import annotations

from ....engine import Style, Styles
from ..charts import SOVIET


class WarStyle(Style, frozen=True, kw_only=True, cache_hash=True):
    """The measure of everything is an industrial hex that is cut off, or kept."""

    # What a unit gives up of a goal for each movement point of the way there.
    per_point: float = 0.6
    # How many goals are looked at, and how near the enemy must be for one to be in danger.
    goals: int = 16
    far: int = 12
    # What it is worth to stand in an enemy Zone of Control, which it then does not cut (18.2), and
    # on rough ground; and the price of every unit that is in the hex already.
    zone: float = 0.0
    rough: float = 0.0
    company: float = 1.5
    # No unit moves for less.
    least_gain: float = 0.5
    # Material: what a strength point is worth, and how much more own losses count than the enemy's.
    per_strength: float = 0.25
    losses: float = 1.0
    # In combat: what is paid for a better place, for an industrial hex laid waste, for a hex that
    # the enemy needs, for every unit driven off; and what every unit costs that is repulsed.
    ground: float = 1.0
    industry: float = 0.5
    denial: float = 0.0
    driven_off: float = 0.5
    repulse: float = 0.5
    # No attack is made for less.
    least_attack: float = 0.3


SOVIET_STYLES = Styles(
    portfolio=(WarStyle(name="s1", zone=4, rough=0.5, company=0.5, least_gain=0.01),),
)
CHINESE_STYLES = Styles(
    portfolio=(
        WarStyle(
            name="c1",
            per_point=1.6,
            goals=4,
            far=8,
            zone=4,
            rough=2,
            company=3,
            least_gain=0.01,
        ),
    ),
)


def styles(side: str) -> Styles:
    return SOVIET_STYLES if side == SOVIET else CHINESE_STYLES
