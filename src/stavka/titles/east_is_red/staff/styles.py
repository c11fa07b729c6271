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
    # What a unit is worth that alone holds a threatened place: a Chinese city, or in the 1960s what
    # scores for the Chinese; and one that alone keeps a railway open.
    garrison: float = 0.0
    keeps_open: float = 0.0
    # What it is worth to have friends in the next hex where the enemy is near.
    linked: float = 0.0
    # Soviet Artillery is not to be alone in a hex.
    escort: float = 0.0
    # No unit moves for less.
    least_gain: float = 0.5
    # In the last turn: fill the gaps of the railways; what is cut off so that it stays cut off; and
    # hold the hexes that part most industry from the west, whatever gaps are filled.
    mends: bool = False
    finish: float = 0.0
    blocks: bool = False
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


# The Soviets: a broad front of single corps, guns with an escort, supply behind them; Marines and
# whatever can be in the way of the Chinese for the end.
FRONT = WarStyle(
    name="front",
    goals=32,
    per_point=0.3,
    zone=4,
    rough=0.5,
    company=1.5,
    least_gain=0.01,
    finish=3,
    blocks=True,
    landing_turn=10,
    escort=4,
    driven_off=0.5,
    supports=True,
    supply_price=1.5,
    assault=2,
    garrison=12,
)
SOVIET_STYLES = Styles(
    portfolio=(
        FRONT,
        replace(FRONT, name="hammer", assault=4, losses=0.6),
        replace(FRONT, name="anvil", losses=1.4),
        replace(FRONT, name="corridor", goals=16, per_point=0.6),
        replace(FRONT, name="beachhead", landing_turn=1, rough=2),
        replace(FRONT, name="depots", supply_price=0.8, least_attack=0.6),
    ),
    characters=(
        replace(
            FRONT,
            name="bold",
            person="Colonel-General Arkady Volkonov",
            text="Attacks wherever a column can be brought up, and asks for the bill afterwards.",
            assault=4,
            losses=0.6,
        ),
        replace(
            FRONT,
            name="careful",
            person="General Pavel Terentyev",
            text="Moves shoulder to shoulder, spares his corps and lets the clock fight for him.",
            losses=1.8,
            linked=2,
            repulse=1,
        ),
        replace(
            FRONT,
            name="methodical",
            person="Marshal Stepan Orlenko",
            text="Brings up guns and supply first, and strikes when both are in their place.",
            escort=5,
            supply_price=0.8,
            least_attack=0.5,
        ),
    ),
    pool=(
        replace(FRONT, name="raiders", escort=0, assault=1, finish=1, blocks=False),
        replace(FRONT, name="drill", assault=0, finish=0.3, blocks=False, zone=6, losses=1.5),
    ),
)

# The Chinese: a line along the railways that is kept open, cheap losses, the last word.
LINE = WarStyle(
    name="line",
    goals=4,
    far=8,
    per_point=1,
    zone=8,
    rough=2,
    company=3,
    least_gain=0.01,
    mends=True,
    losses=0.2,
    driven_off=1.5,
    assault=2,
    keeps_open=6,
    garrison=15,
)
CHINESE_STYLES = Styles(
    portfolio=(
        LINE,
        replace(LINE, name="wave", assault=4, losses=0.05, garrison=8),
        replace(LINE, name="wall", assault=1, keeps_open=9, company=4),
        replace(LINE, name="depth", per_point=1.4, goals=6, company=4, assault=3),
        replace(LINE, name="cities", garrison=22, assault=3),
    ),
    characters=(
        replace(
            LINE,
            name="bold",
            person="Army Commander Liang Wenzhao",
            text="Throws his armies at every corps that stands alone: men come back, tanks do not.",
            assault=4,
            losses=0.05,
            garrison=8,
        ),
        replace(
            LINE,
            name="careful",
            person="Political Commissar Guo Shufen",
            text="Holds the cities and every yard of railway, and attacks only what is in the way.",
            garrison=25,
            keeps_open=8,
            assault=1,
        ),
        replace(
            LINE,
            name="methodical",
            person="General Qin Baoshan",
            text="Builds one line behind the other in front of what matters most.",
            per_point=1.4,
            goals=6,
            company=4,
        ),
    ),
    pool=(
        replace(LINE, name="outposts", assault=1, zone=11, garrison=5),
        replace(LINE, name="reserve", per_point=0.6, far=10, keeps_open=4, company=2.5, losses=0.5),
    ),
)


def styles(side: str) -> Styles:
    return SOVIET_STYLES if side == SOVIET else CHINESE_STYLES
