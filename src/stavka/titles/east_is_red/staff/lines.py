"""18.2: the lines of communication, where they are broken, and what would mend them.

A Soviet Zone of Control breaks a railway where no Chinese unit stands, so that a line is mended by
units in the gaps. A gap is a hex on a railway that is neither clear nor Soviet.
"""

from __future__ import annotations

from ....engine import derived
from ....hexes import HexSet, flood, members
from ..charts import CHINESE, SOVIET
from ..position import GROUND, War
from ..terrain import closed_hexes
from ..victory import clear_hexes, connected_through
from ..zones_of_control import zone_round

# No more gaps in a row are worth a thought.
MOST_GAPS = 6


def joined_industry(p: War, railway: HexSet, clear: HexSet) -> HexSet:
    """The industry that is joined to some hexes of railways."""
    path = p.charts.limit["communication_path"]
    reached = flood(p.charts.passage, railway, blocked=p.charts.grid.all & ~clear, limit=path)
    return p.charts.industry[CHINESE] & reached


@derived(*GROUND)
def mending(p: War, reachable: HexSet) -> HexSet:
    """The gaps that join most industry for each unit that it takes, of those that can be reached.

    Railways fall apart into clear pieces, joined by gaps; from the pieces that reach the western
    edge one looks for the best way through the gaps.
    """
    charts = p.charts
    passage = charts.rail[CHINESE].passage
    clear = clear_hexes(p)
    gaps = charts.rail[CHINESE].hexes & ~clear & ~closed_hexes(p, CHINESE) & reachable
    blocked = charts.grid.all & ~clear
    here = flood(passage, charts.western_exits & clear, blocked=blocked)
    before = joined_industry(p, here, clear)
    # The pieces that have been reached, with the gaps on the way and the industry along it.
    front: list[tuple[HexSet, HexSet, HexSet]] = [(here | charts.western_exits & gaps, 0, before)]
    seen = here
    best, gain = 0, 0
    for number in range(1, MOST_GAPS + 1):
        found: list[tuple[HexSet, HexSet, HexSet]] = []
        for piece, filled, joined in front:
            ahead = (passage.spread(piece) | piece) & gaps & ~seen
            for gap in members(ahead):
                bit = 1 << gap
                open_ = clear | filled | bit
                beyond = flood(passage, bit, blocked=charts.grid.all & ~open_)
                now = joined | joined_industry(p, beyond, open_)
                seen |= beyond
                found.append((beyond, filled | bit, now))
                more = (now & ~before).bit_count()
                if more * (best.bit_count() or 1) > gain * number:
                    best, gain = filled | bit, more
        front = found
    return best


# How far from Chinese units gaps are likely to be filled.
IN_REACH = 4


@derived(*GROUND)
def likely_filled(p: War) -> HexSet:
    """The railways that Chinese units can get to in their next turn."""
    return p.charts.rail[CHINESE].hexes & p.charts.grid.within(p.chinese, IN_REACH)


@derived(*GROUND)
def lasting_cut(p: War, holders: HexSet) -> float:
    """The industry that Soviet units in some hexes cut off: before and after the Chinese have
    filled the gaps that they can get to, half of each."""
    charts = p.charts
    zone = zone_round(p, SOVIET, holders)
    if not p.koreans_in:
        zone &= ~charts.korea
    open_ = p.chinese | charts.cities
    clear = charts.grid.all & ~holders & ~(zone & ~open_)
    mended = clear | likely_filled(p) & ~holders
    joined = connected_through(charts, clear).bit_count()
    again = connected_through(charts, mended).bit_count()
    return charts.industry[CHINESE].bit_count() - (joined + again) / 2
