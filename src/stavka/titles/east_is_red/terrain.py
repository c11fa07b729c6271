"""12.0 Terrain effects: what cannot be entered, and what defending in a hex is worth."""

from __future__ import annotations

from ...engine import derived
from ...hexes import Hex, HexSet, Movement
from ...kit.bars import Bar, Bars, barred
from .charts import CHINESE, FOOT, MECHANIZED, SOVIET, enemy_of
from .cities_and_industry import cities_held, standing_industry
from .position import GROUND, War


def column_of(p: War, unit: int) -> str:
    """12.0: the chart has one column for Chinese foot and one for all others."""
    kind = p.charts.unit_type[unit]
    return FOOT if kind.side == CHINESE and not kind.mechanized else MECHANIZED


@derived(*GROUND)
def movement_chart(p: War, column: str) -> Movement:
    """The costs of every step now, demolished hexsides included (16.1)."""
    cost = p.charts.cost
    # 16.1: dearer in the Game-Turn after the detonation than in later ones.
    demolished = tuple(
        (
            (here, there),
            cost["demolished_first_turn" if p.turn <= turn + 1 else "demolished"][column],
        )
        for here, there, turn in p.demolished
    )
    return p.charts.movement(column, demolished)


def contaminated(p: War) -> Bar:
    return p.all_contaminated, "15.22", "{} is contaminated"


def held_cities(p: War) -> Bar:
    """12.0: a Chinese city is taken by combat only."""
    return cities_held(p), "13.15", "{} is a Chinese major city and can only be taken by attack"


def closed_to(p: War, side: str) -> Bars:
    """What a side's units cannot enter, whatever they have to spend."""
    enemy = enemy_of(side)
    yield p.occupied(enemy), "5.23", "{} is occupied by enemy units"
    yield contaminated(p)
    if not p.koreans_in:
        yield p.charts.korea, "17.5", "nobody enters North Korea before it intervenes"
    if side == SOVIET:
        yield held_cities(p)
    industry = standing_industry(p, enemy)
    yield industry, "13.23", "{} is an industrial hex with its intrinsic strength"


@derived(*GROUND)
def closed_hexes(p: War, side: str) -> HexSet:
    return barred(closed_to(p, side))


def terrain_of(p: War, hex_: Hex) -> str:
    """The row of the chart that counts in combat: a city takes precedence (12.12)."""
    if p.charts.cities >> hex_ & 1:
        return "major_city"
    return "rough" if p.charts.rough >> hex_ & 1 else "clear"


def gains_from(p: War, unit: int, terrain: str) -> bool:
    """Whether a defending unit profits from the ground: not so by IT.1 and GW.3."""
    soviet = p.charts.units_of[SOVIET] >> unit & 1
    if terrain == "major_city":
        return bool(soviet) or not p.guerrilla_warfare  # 13.17; GW.3
    trained = p.charts.air_assault | p.charts.marine | p.charts.security  # IT.2
    return not (p.untrained_infantry and soviet and not trained >> unit & 1)


def halves_tanks(p: War, hex_: Hex) -> bool:
    """12.11, 13.12: tanks attack into rough hexes and cities with half their strength."""
    return terrain_of(p, hex_) in p.charts.halves_tanks
