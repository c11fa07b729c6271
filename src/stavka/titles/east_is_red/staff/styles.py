"""What can be weighed differently in The East Is Red, and the styles that have a name."""

from __future__ import annotations

from msgspec.structs import replace

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
    # What a Chinese unit is worth that alone holds a major city, or keeps a railway open.
    garrison: float = 0.0
    keeps_open: float = 0.0
    # What it is worth to have friends in the next hex where the enemy is near.
    linked: float = 0.0
    # Soviet Artillery is not to be alone in a hex.
    escort: float = 0.0
    # No unit moves for less.
    least_gain: float = 0.5
    # In the last turn: fill the gaps of the railways; what is cut off so that it stays cut off.
    mends: bool = False
    finish: float = 0.0
    # Marines do not land before this turn (5.5).
    landing_turn: int = 1
    # Material: what a strength point is worth, and how much more own losses count than the enemy's.
    per_strength: float = 0.25
    losses: float = 1.0
    # In combat: what is paid for a better place, for an industrial hex laid waste, for
    # every unit driven off; and what every unit costs that is repulsed.
    ground: float = 1.0
    industry: float = 0.5
    driven_off: float = 0.5
    repulse: float = 0.5
    # What the attacks of this turn count that a unit moves up for.
    assault: float = 0.0
    # No attack is made for less.
    least_attack: float = 0.3
    # Soviet Supply and Air units are moved; attacks must gain so much for a Supply unit, if any is
    # to be used up at all.
    supports: bool = False
    supply_price: float = 0.0


S1 = WarStyle(name="s1", zone=4, rough=0.5, company=0.5, least_gain=0.01)
S2 = replace(S1, name="s2", supports=True, supply_price=4)
C1 = WarStyle(name="c1", per_point=1.6, goals=4, far=8, zone=4, rough=2, company=3, least_gain=0.01)
C2 = replace(C1, name="c2", mends=True, losses=0.3, driven_off=1.5)

S3 = replace(S2, name="s3", assault=2)
C3 = replace(C2, name="c3", assault=2)
S4 = replace(S3, name="s4", finish=1.0)
S5 = replace(S4, name="s5", landing_turn=10, losses=1.5)
S6 = replace(S5, name="s6", escort=4, driven_off=1.5, losses=1.0, linked=6)
C4 = replace(C3, name="c4", per_point=1.0, keeps_open=6, garrison=8, losses=0.2)
SOVIET_STYLES = Styles(portfolio=(S6, S5, S4, S3, S2, S1))
CHINESE_STYLES = Styles(portfolio=(C4, C3, C2, C1))


def styles(side: str) -> Styles:
    return SOVIET_STYLES if side == SOVIET else CHINESE_STYLES
