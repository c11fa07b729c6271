"""13.0 City, sea and resource control."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ...engine import UnitSet, derived
from ...hexes import Hex, HexSet, members
from .charts import NEUTRAL, RED, SEAS, WHITE, Charts
from .outline import RED_TRAIN
from .position import (
    GROUND,
    POLAND_AT_PEACE,
    TRAIN_RETURNS,
    TRAIN_WAITS,
    War,
)

# 13.3: the seas that can pass to the Reds.
SEAS_TO_TAKE = ("Baltic", "Caspian", "White")


def neutral_holders(p: War) -> UnitSet:
    """13.1, 13.6: units that hold cities for neither side."""
    found = p.charts.hold_for_nobody
    return found if p.freikorps else found | p.charts.freikorps


def red_cities(p: War) -> HexSet:
    """2.2, 13.1: the Red Cities, those made so by Red Terror included."""
    return p.charts.red_cities | p.terror


@lru_cache(maxsize=64)
def _cities(charts: Charts, terror: HexSet, great_war: bool) -> tuple[HexSet, HexSet, HexSet]:
    """Cities held by who is there, Makhno's, and those of who entered last; none out of bounds."""
    open_ = charts.grid.all & ~charts.neutral_ground if great_war else charts.grid.all  # 3.4
    by_presence = (charts.red_cities | terror) & open_
    of_makhno = charts.makhno_cities & ~terror & open_
    return by_presence, of_makhno, charts.controllable & open_ & ~by_presence & ~of_makhno


@derived(*GROUND)
def controlled(p: War, side: str) -> HexSet:
    """13.1: the cities, and the source in 5421, that a side controls."""
    charts = p.charts
    by_presence, of_makhno, lasting = _cities(charts, p.terror, p.great_war)
    makhno = charts.makhno & p.on_map and p.hexes_of(charts.makhno)
    white = p.white & ~p.poles & ~makhno
    if not p.freikorps:
        # 13.6: von der Goltz holds for nobody before his event, unless others stand with him.
        goltz = p.where[charts.index["W-VDG"]]
        if goltz >= 0 and p.stacks[goltz] & charts.units_of[WHITE] == charts.freikorps:
            white &= ~(1 << goltz)
    # 17.1: a Nationalist Garrison holds its city unless Whites stand with it (17.2).
    lasting &= ~(p.neutrals & ~white)
    if side == WHITE:
        return p.white_held & lasting | white & (by_presence | of_makhno)
    red_by_default = by_presence & ~p.white & ~p.neutrals & ~p.unclaimed
    return p.red_held & lasting | red_by_default | p.red & ~makhno & of_makhno


def may_take(p: War, unit: int) -> HexSet:
    """The cities whose markers change when a unit enters them."""
    if neutral_holders(p) >> unit & 1:
        return p.white_held | p.red_held
    held = p.red_held if p.charts.side_of[unit] == RED else p.white_held
    return p.charts.controllable & ~held


def to_be_taken(p: War, unit: int) -> HexSet:
    """Hexes in which a unit that only passes changes something: cities, the Gold, the Red Train."""
    charts = p.charts
    side, bit = charts.side_of[unit], 1 << unit
    if bit & charts.special:
        return 0
    # Red Cities and Makhno's look at who is there, not at who was.
    found = may_take(p, unit) & ~red_cities(p) & ~charts.makhno_cities
    holder = NEUTRAL if neutral_holders(p) & bit else side
    if holder == side:
        found &= ~controlled(p, side)
    if p.gold_side != holder:
        found |= 1 << p.gold
    if side == WHITE:
        found |= (1 << p.train if p.train >= 0 else 0) | p.verdun << charts.tsaritsyn
    return found


def enter(p: War, unit: int, path: Iterable[Hex]) -> None:
    """What a unit takes with the hexes that it enters: cities, the Gold, the Red Train."""
    charts = p.charts
    if charts.special >> unit & 1:
        return  # they only go where others have gone
    side = charts.side_of[unit]
    neutral = neutral_holders(p) | charts.special
    holder = "" if neutral >> unit & 1 else side
    for hex_ in path:
        bit = 1 << hex_
        # Who holds for nobody changes nothing where others of his side stand.
        if charts.controllable & bit and (holder or not p.units_in(hex_) & ~neutral):
            _take(p, holder, bit, hex_)
        if hex_ == p.gold and p.gold_side != (holder or NEUTRAL):
            p.gold_side = holder or NEUTRAL  # 20.6
            p.tell("gold", "20.6", p.gold_side, hex_)
        if side == WHITE and hex_ == p.train:
            _drive_away_train(p)
        if side == WHITE and p.verdun and hex_ == charts.tsaritsyn:
            p.verdun = False  # 20.11
            p.tell("verdun_lost", "20.11", hex_)


def _drive_away_train(p: War) -> None:
    """20.10: the Red Train comes back in the following turn, not in the step of this one."""
    ahead = not p.turn.strategic and p.phase < RED_TRAIN
    p.tell("train_lost", "20.10", p.train)
    p.train = TRAIN_WAITS if ahead else TRAIN_RETURNS


def _take(p: War, holder: str, bit: HexSet, hex_: Hex) -> None:
    held = {WHITE: p.white_held & bit, RED: p.red_held & bit}
    if holder and held[holder]:
        return
    p.white_held &= ~bit
    p.red_held &= ~bit
    if holder == WHITE:
        p.white_held |= bit
    elif holder == RED:
        p.red_held |= bit
    p.tell("took", "13.1", holder or NEUTRAL, hex_)
    check_seas(p)


def check_seas(p: War) -> None:
    """13.3: from the Major Withdrawal on Red takes each sea on which it has a port, for good."""
    if p.withdrawals < 2:
        return
    ports = controlled(p, RED)
    for sea in SEAS_TO_TAKE:
        if sea not in p.red_seas and p.charts.ports[sea] & ports:
            p.red_seas = (*p.red_seas, sea)
            p.tell("sea", "13.3", sea)


def seas_of(p: War, side: str) -> tuple[str, ...]:
    """13.3: the seas that a side controls; it sails on them, and draws supply over them (13.4)."""
    return _seas(p.red_seas, side == RED)


@lru_cache(maxsize=64)
def _seas(red_seas: tuple[str, ...], red: bool) -> tuple[str, ...]:
    return tuple(sea for sea in SEAS if (sea in red_seas) == red)


def open_seas(p: War, side: str) -> list[str]:
    """10.5, 19.2, 20.2: the seas of a side, without the White and the Baltic Sea in Winter."""
    return [s for s in seas_of(p, side) if not (p.winter and s in ("White", "Baltic"))]


def resource_cities(p: War) -> HexSet:
    """13.5; 15.5: Riga counts no more after peace with Poland."""
    found = p.charts.resource_cities
    return found & ~(1 << p.charts.riga) if p.poland == POLAND_AT_PEACE else found


def resources(p: War, side: str) -> int:
    """13.5, 13.6: what stands on the Resource Track for a side."""
    return (resource_cities(p) & controlled(p, side)).bit_count() + (p.gold_side == side)


def resource_hexes(p: War, side: str) -> tuple[Hex, ...]:
    return members(resource_cities(p) & controlled(p, side))
