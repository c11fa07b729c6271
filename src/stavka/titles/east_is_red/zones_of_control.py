"""6.0 Zones of Control."""

from __future__ import annotations

from ...engine import UnitSet, derived
from ...hexes import HexSet
from .charts import CHINESE, SOVIET, Charts, enemy_of
from .cities_and_industry import cities_held
from .position import GROUND, War


def zone_round(p: War, side: str, holders: HexSet, units: UnitSet = -1) -> HexSet:
    """6.0: the hexes next to those that a side holds, or that some of its units hold.

    IT.1: with untrained infantry, Soviet units in rough ground reach along roads and railways only,
    unless a trained unit is among them (IT.2).
    """
    charts = p.charts
    if not p.untrained_infantry or side != SOVIET:
        return charts.passage.spread(holders)
    trained = p.hexes_of((charts.air_assault | charts.marine | charts.security) & units)
    return untrained_zone(charts, holders & ~trained) | charts.passage.spread(holders & trained)


def untrained_zone(charts: Charts, holders: HexSet) -> HexSet:
    """IT.1: what units control that know nothing of rough ground."""
    tied = holders & charts.rough & ~charts.cities
    return charts.passage.spread(holders & ~tied) | charts.ways.spread(tied)


@derived(*GROUND)
def controlled_by(p: War, side: str) -> HexSet:
    """6.0: the hexes round a side's units. A friendly unit in such a hex changes nothing here."""
    holders = p.occupied(side)
    if side == CHINESE:
        holders |= cities_held(p)  # 13.14
    zone = zone_round(p, side, holders)
    if not p.koreans_in:
        zone &= ~p.charts.korea  # 17.5
    if side == SOVIET:
        zone &= ~cities_held(p)  # 13.0: a Chinese city nullifies Soviet Zones of Control
    return zone


def in_enemy_control(p: War, side: str) -> HexSet:
    """6.1: the hexes that the enemy of a side controls now."""
    zone = controlled_by(p, enemy_of(side))
    if side == SOVIET and p.turn == 1 and p.current.key == "soviet-initial-movement":
        zone &= ~p.charts.ussr  # 6.5: not across the border in the first phase of all
    return zone


def blocks_a_path(p: War, side: str) -> HexSet:
    """6.3, 6.4: enemy-controlled hexes without a friendly unit, for retreats and supply."""
    return in_enemy_control(p, side) & ~p.occupied(side)
