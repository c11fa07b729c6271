"""18.2: what the Soviets hold at the end so that industry stays cut off.

The Chinese have the last word. A Zone of Control cuts a railway until they step into it, a unit
until they beat it. So the hexes to be held are looked for that part the western edge from most
industry even when the Chinese have filled the gaps: the least cut of a network.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from ....engine import derived
from ....hexes import Hex, HexSet, flood, members, set_of, union
from ..charts import CHINESE, SOVIET, Charts
from ..position import GROUND, War
from ..victory import connected_through
from ..zones_of_control import zone_round
from .lines import joined_industry, likely_filled

# What a unit has to cut off, in industrial hexes, to be told to block a railway; and how often
# hexes are left out for which nobody is left.
PRICES = (1, 4)
ROUNDS = 2
# The western edge and the industry, among the numbers of pieces and hexes; and more than ever goes
# through a pipe.
EDGE, END, WIDE = -1, -2, 10_000


class Network(NamedTuple):
    """The hexes of railways that can be blocked, and the pieces between them that cannot."""

    hexes: tuple[Hex, ...]
    # From where to where one gets: hexes have the first numbers, pieces those after them.
    links: tuple[tuple[int, int], ...]
    # How much industry is joined to just these pieces and hexes.
    joined: dict[frozenset[int], int]


@derived(*GROUND, "moved")
def blocking(p: War, ways: tuple[tuple[int, HexSet], ...]) -> dict[int, Hex]:
    """Which units are to block which hexes, of those that each can be in at the end."""
    reach = dict(ways)
    clear = after_mending(p, p.hexes_of(p.units_on_map(SOVIET) & ~set_of(reach)))
    found: dict[int, Hex] = {}
    least = connected_through(p.charts, clear).bit_count()
    left = union(reach.values())
    for _ in range(ROUNDS):
        network = _network(p, clear, left)
        missed = 0
        for price in PRICES:
            wanted = _least_cut(network, price)
            assigned = _assigned(wanted, reach)
            held = set_of(assigned.values())
            joined = connected_through(p.charts, clear & ~held).bit_count()
            if joined < least:
                found, least = assigned, joined
            missed |= set_of(wanted) & ~held
        if not missed:
            break
        left &= ~missed
    return found


def after_mending(p: War, holders: HexSet) -> HexSet:
    """The hexes that are clear once the Chinese have filled the gaps that they can get to."""
    charts = p.charts
    zone = zone_round(p, SOVIET, holders)
    if not p.koreans_in:
        zone &= ~charts.korea
    zone &= ~(p.chinese | charts.cities)
    # 6.12: nobody goes from one controlled hex to the next.
    entered = charts.passage.spread(charts.land & ~zone & ~holders)
    return charts.grid.all & ~holders & (~zone | likely_filled(p) & entered)


def _network(p: War, clear: HexSet, reachable: HexSet) -> Network:
    charts = p.charts
    passage = charts.rail[CHINESE].passage
    railway = charts.rail[CHINESE].hexes & clear
    blockable = railway & reachable & ~p.chinese
    hexes = members(blockable)
    number = {hex_: n for n, hex_ in enumerate(hexes)}
    pieces = _pieces(p, railway & ~blockable, len(hexes))
    links = []
    for hex_, n in number.items():
        around = passage.around(hex_)
        links += [(number[other], n) for other in members(around & blockable)]
        for m, piece in pieces.items():
            if piece & around:
                links += [(m, n), (n, m)]
        if charts.western_exits >> hex_ & 1:
            links.append((EDGE, n))
    tied: dict[Hex, set[int]] = {}
    # Industry in a hex that can be blocked is joined there only.
    for n, piece in pieces.items():
        for there in members(joined_industry(p, piece, clear) & ~blockable):
            tied.setdefault(there, set()).add(n)
    for hex_, n in number.items():
        for there in members(_industry_near(charts, hex_) & clear & ~(blockable & ~(1 << hex_))):
            tied.setdefault(there, set()).add(n)
    joined: dict[frozenset[int], int] = {}
    for nodes in tied.values():
        if EDGE not in nodes:
            joined[frozenset(nodes)] = joined.get(frozenset(nodes), 0) + 1
    return Network(hexes, tuple(links), joined)


def _pieces(p: War, railway: HexSet, first: int) -> dict[int, HexSet]:
    """Railways as they fall apart, the piece at the western edge apart, others from a number on."""
    charts = p.charts
    passage, blocked = charts.rail[CHINESE].passage, charts.grid.all & ~railway
    found = {EDGE: flood(passage, charts.western_exits & railway, blocked=blocked)}
    left = railway & ~found[EDGE]
    while left:
        piece = flood(passage, left & -left, blocked=blocked)
        found[first + len(found)] = piece
        left &= ~piece
    return found


@cache
def _industry_near(charts: Charts, hex_: Hex) -> HexSet:
    """18.2: the industry from which a path can lead to a hex of a railway."""
    path = charts.limit["communication_path"]
    return charts.industry[CHINESE] & flood(charts.passage, 1 << hex_, limit=path)


class _Pipes:
    """How much can go from one node to another, and still does not."""

    def __init__(self) -> None:
        self.room: dict[int, dict[int, int]] = {EDGE: {}, END: {}}

    def add(self, here: int, there: int, width: int) -> None:
        self.room.setdefault(here, {})[there] = width
        self.room.setdefault(there, {}).setdefault(here, 0)

    def reached(self) -> dict[int, int]:
        """Where one can still get to from the edge, and from where."""
        came = {EDGE: EDGE}
        front = [EDGE]
        for here in front:
            for there, width in self.room[here].items():
                if width and there not in came:
                    came[there] = here
                    if there == END:
                        return came
                    front.append(there)
        return came

    def fill(self, came: dict[int, int]) -> None:
        """Sends as much as possible along the way to the end."""
        way = [END]
        while way[-1] != EDGE:
            way.append(came[way[-1]])
        width = min(self.room[here][there] for there, here in pairwise(way))
        for there, here in pairwise(way):
            self.room[here][there] -= width
            self.room[there][here] += width


def _least_cut(network: Network, price: int) -> list[Hex]:
    """The hexes to block so that they and the industry that is still joined cost least.

    Ford and Fulkerson: pipes are filled as long as something gets through; the hexes at which one
    then gets stuck are the cut.
    """
    count = len(network.hexes)
    # A hex is entered at its number and left at another, which is below those of edge and end.
    out = {n: -3 - n for n in range(count)}
    pipes = _Pipes()
    for n in range(count):
        pipes.add(n, out[n], price)
    for here, there in network.links:
        pipes.add(out.get(here, here), there, WIDE)
    for number, (nodes, industry) in enumerate(network.joined.items()):
        gathered = WIDE + number
        pipes.add(gathered, END, industry)
        for n in nodes:
            pipes.add(out.get(n, n), gathered, WIDE)
    came = pipes.reached()
    while END in came:
        pipes.fill(came)
        came = pipes.reached()
    return [hex_ for n, hex_ in enumerate(network.hexes) if n in came and out[n] not in came]


def _assigned(wanted: Iterable[Hex], ways: dict[int, HexSet]) -> dict[int, Hex]:
    """Who goes where so that as many hexes as possible are held."""
    found: dict[int, Hex] = {}

    def place(hex_: Hex, tried: set[int]) -> bool:
        reaching = [u for u, hexes in ways.items() if hexes >> hex_ & 1]
        for unit in sorted(reaching, key=lambda u: (ways[u].bit_count(), u)):
            if unit in tried:
                continue
            tried.add(unit)
            if unit not in found or place(found[unit], tried):
                found[unit] = hex_
                return True
        return False

    for hex_ in wanted:
        place(hex_, set())
    return found
