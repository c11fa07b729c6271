"""12.3.5 Advance after combat, also after a panic (16.1.3a) and a POPA (18.7.12)."""

from __future__ import annotations

import msgspec

from ...engine import Decision, Step, UnitSet, plain, units
from ...hexes import members, set_of
from ...kit.bars import Bars
from .charts import GMD, enemy_of
from .final_positions import shift_unit
from .position import War
from .stacking import fits


class Advance(msgspec.Struct, frozen=True):
    """A hex that may have been cleared, and who may enter it."""

    side: str
    hex: int
    units: tuple[int, ...]


def can_advance(p: War, memo: Advance) -> UnitSet:
    """Attackers next to the empty hex; not guns, not units that may not leave where they are."""
    charts, hex_ = p.charts, memo.hex
    if p.occupied(enemy_of(memo.side)) >> hex_ & 1:
        return 0
    around = charts.passage.spread(1 << hex_)
    stay = charts.artillery | charts.heavy_mortars | charts.elbs | charts.defend_only
    found = 0
    for unit in members(set_of(memo.units) & p.on_map & ~stay):
        here = p.where[unit]
        if not around >> here & 1 or (memo.side == GMD and p.fdp >> here & 1):  # 16.2.4
            continue
        if fits(p, unit, hex_):
            found |= 1 << unit
    return found


def bars_to_advance(p: War, memo: Advance) -> Bars:
    yield ~can_advance(p, memo), "12.3.5", "{} cannot advance"


# What can leave a hex empty that somebody wanted.
CLEARED = ("attacked", "panicked", "deserted", "popa")


class AdvanceStep(Step[War, Advance], key="advance", because=CLEARED):
    """Never forced; one unit after the other."""

    def decision(self, p: War, memo: Advance) -> Decision | None:
        able = can_advance(p, memo)
        if not able and not self._face_down_attackers(p, memo):
            return None
        options = [units("advance", "12.3.5", able), plain("hold", "12.3.5")]
        prompt = f"Advance into {p.label(memo.hex)}?"
        return p.ask(memo.side, prompt, "12.3.5", options, at=(memo.hex,))

    def _face_down_attackers(self, p: War, memo: Advance) -> bool:
        """18.2: whether the PLA is asked must not tell what counters that nobody saw are."""
        if p.occupied(enemy_of(memo.side)) >> memo.hex & 1:
            return False
        return bool(set_of(memo.units) & p.on_map & p.charts.face_down & ~p.face_up)

    def apply(self, p: War, memo: Advance, verb: str, value: int) -> None:
        if verb == "hold":
            p.finish()
            return
        rest = tuple(unit for unit in memo.units if unit != value)
        p.remember(Advance(memo.side, memo.hex, rest))
        shift_unit(p, value, memo.hex, "advanced", "12.3.5")


def offer_advance(p: War, side: str, hex_: int, units_: UnitSet) -> None:
    p.push(AdvanceStep, Advance(side, hex_, tuple(members(units_))))
