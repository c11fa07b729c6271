"""13.0 Chinese major cities and industrial hexes."""

from __future__ import annotations

from ...hexes import Hex, HexSet, members
from .charts import enemy_of
from .position import War


def cities_held(p: War) -> HexSet:
    """13.16: a major city is Chinese whenever no Soviet unit is in it."""
    return p.charts.cities & ~p.soviet


def standing_industry(p: War, side: str) -> HexSet:
    """13.21, 13.22: industrial hexes of a side that still have their intrinsic strength."""
    return p.charts.industry[side] & ~p.destroyed


def intrinsic_strength(p: War, hex_: Hex) -> tuple[int, str]:
    """13.13, 13.21: what an ungarrisoned city or industrial hex defends with, and by which case."""
    if p.charts.cities >> hex_ & 1:
        return p.charts.limit["city_strength"], "13.13"
    return p.charts.limit["industrial_strength"], "13.21"


def destroy_industry(p: War, side: str, targets: HexSet) -> None:
    """13.21: Dr, Ex or De destroys the intrinsic strength, even under other defenders."""
    standing = standing_industry(p, enemy_of(side)) & targets
    if standing:
        p.destroyed |= standing
        for hex_ in members(standing):
            p.tell("destroyed", "13.21", hex_)
