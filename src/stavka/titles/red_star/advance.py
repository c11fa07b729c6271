"""7.15 Advancing after combat."""

from __future__ import annotations

import msgspec

from ...engine import Decision, Option, Step, hexes, plain, units
from ...hexes import Hex, HexSet, members, set_of
from ...kit.bars import EVERYTHING, Bars, legal
from .battle import Battle, exchanged
from .charts import SOVIET, enemy_of
from .contested import bars_to_enter, enemy_contested
from .control import enter
from .position import War
from .stacking import fits

replace = msgspec.structs.replace


class Advance(msgspec.Struct, frozen=True):
    side: str
    # The vacated spaces; victorious units that have not advanced yet.
    hexes: tuple[int, ...]
    units: tuple[int, ...]
    length: int
    # The unit that is advancing, and how far it has come.
    unit: int = -1
    gone: int = 0

    def exchange(self, old: int, new: int) -> Advance:
        return replace(self, units=exchanged(self.units, old, new))


def begin_advance(p: War, battle: Battle) -> None:
    """7.15.1: who is victorious; 7.15.4: how far the victors may go.

    Only steps that were lost one by one are counted, so that AE and DE shorten nothing. Defenders
    never leave their spaces to attackers that retreat.
    """
    limit = p.charts.limit["advance"]
    defender = enemy_of(battle.side)
    vacated = tuple(t for t in battle.targets if not p.occupied(defender) >> t & 1)
    if battle.attackers and vacated:
        length = limit - battle.defenders_lost
        p.push(AdvanceStep, Advance(battle.side, vacated, battle.attackers, length))
    elif not battle.defenders_retreat:
        left = tuple(s for s in battle.spaces if not p.occupied(battle.side) >> s & 1)
        length = limit - battle.attackers_lost
        p.push(AdvanceStep, Advance(defender, left, battle.defenders, length))


def range_of(p: War, unit: int) -> int:
    """7.15.5: how far a unit may advance at most."""
    charts, limit = p.charts, p.charts.limit
    if charts.german_tanks >> unit & 1:
        return limit["advance_german_tanks"]
    if not charts.contesting >> unit & 1:
        return 0
    if charts.motorized >> unit & 1 and charts.kind[unit].side == SOVIET:
        return limit["advance_soviet_motorized"]
    return limit["advance_others"]


def first_spaces(p: War, memo: Advance, unit: int) -> HexSet:
    """7.15.2, 7.15.7: vacated spaces that a unit can enter; never over the red arrows."""
    if min(range_of(p, unit), memo.length) < 1:
        return 0
    open_ = p.charts.steps(p.charts.passage, p.where[unit]) & set_of(memo.hexes)
    return _that_fit(p, memo, unit, open_ & p.area & ~p.occupied(enemy_of(memo.side)), 1)


def next_spaces(p: War, memo: Advance, unit: int, here: Hex, gone: int) -> HexSet:
    """7.15.6, 7.15.7: further spaces: no swamp, no major river, no way out of contested spaces."""
    if gone >= min(range_of(p, unit), memo.length):
        return 0
    if gone > 1 and enemy_contested(p, memo.side) >> here & 1:
        return 0
    charts = p.charts
    open_ = charts.steps(charts.no_major_passage, here)
    open_ &= p.area & ~p.occupied(enemy_of(memo.side)) & ~(1 << p.where[unit])
    if not p.snow:
        open_ &= ~charts.swamp
    return _that_fit(p, memo, unit, open_, gone + 1)


def _that_fit(p: War, memo: Advance, unit: int, open_: HexSet, gone: int) -> HexSet:
    """7.15.8: spaces with room to stay, or with a way on to such a space."""
    found = open_
    for hex_ in members(open_ & p.occupied(memo.side)):
        if not fits(p, (unit,), hex_) and not next_spaces(p, memo, unit, hex_, gone):
            found &= ~(1 << hex_)
    return found


def bars_to_advance(p: War, memo: Advance) -> Bars:
    yield ~set_of(memo.units), "7.15.1", "{} is not victorious, or has advanced"
    bound = set_of(u for u in memo.units if range_of(p, u) == 0)
    yield bound, "7.15.5", "{} cannot contest spaces and never advances"
    able = set_of(u for u in memo.units if first_spaces(p, memo, u))
    yield ~able, "7.15.2", "{} has no way into a vacated space, or no room there"
    if memo.unit >= 0:
        yield EVERYTHING, "7.15.2", lambda _: is_advancing(p, memo)


def is_advancing(p: War, memo: Advance) -> str:
    return f"{p.called(memo.unit)} is advancing: go on or halt"


def ahead(p: War, memo: Advance) -> HexSet:
    """Where the unit that is advancing can go now."""
    if memo.gone:
        return next_spaces(p, memo, memo.unit, p.where[memo.unit], memo.gone)
    return first_spaces(p, memo, memo.unit)


def bars_to_go(p: War, memo: Advance) -> Bars:
    if memo.unit < 0:
        yield EVERYTHING, "7.15.2", "pick a unit that advances first"
        return
    charts, here = p.charts, 1 << p.where[memo.unit]
    next_ = charts.grid.neighbours(here)
    yield from bars_to_enter(p, memo.side, "7.15.7")
    yield ~next_, "7.15.2", "{} is not the next space"
    if not memo.gone:
        yield ~set_of(memo.hexes), "7.15.2", "an advance begins with a vacated space"
    yield ~charts.passage.spread(here), "7.15.7", "the terrain bars the way"
    if memo.gone:
        if not p.snow:
            yield charts.swamp, "7.15.7", "{} is a swamp, and not the first space"
        river = ~charts.no_major_passage.spread(here)
        yield river, "7.15.7", "a major river is crossed into the first space only"
    end = ~ahead(p, memo)
    full = set_of(h for h in members(end & next_) if not fits(p, (memo.unit,), h))
    yield full, "7.15.8", "there is no room in {}"
    yield end, "7.15.6", "the advance ends here"


class AdvanceStep(Step[War, Advance], key="advance", because=("attacked",)):
    """7.15.2: victorious units advance, one after the other, if their player wants."""

    def decision(self, p: War, memo: Advance) -> Decision | None:
        options: list[Option]
        if memo.unit >= 0:
            there = ahead(p, memo)
            if not there:
                return None
            options = [hexes("to", "7.15.3", there)]
            if memo.gone and fits(p, (memo.unit,), p.where[memo.unit]):
                options.append(plain("halt", "7.15.2"))
            prompt = f"Advance {p.called(memo.unit)}"
            return p.ask(memo.side, prompt, "7.15", options, of=(memo.unit,))
        able = legal(bars_to_advance(p, memo))
        if not able:
            return None
        options = [units("advance", "7.15.2", able), plain("hold", "7.15.2")]
        where = ", ".join(map(p.label, memo.hexes))
        return p.ask(memo.side, f"Advance into {where}?", "7.15", options, at=memo.hexes)

    def apply(self, p: War, memo: Advance, verb: str, value: int) -> None:
        match verb:
            case "advance":
                rest = tuple(u for u in memo.units if u != value)
                memo = replace(memo, units=rest, unit=value, gone=0)
                there = first_spaces(p, memo, value)
                if there.bit_count() == 1:
                    self._go(p, memo, members(there)[0])
                else:
                    p.remember(memo)
            case "to":
                self._go(p, memo, value)
            case "halt":
                p.remember(replace(memo, unit=-1))
            case "hold":
                p.finish()

    def _go(self, p: War, memo: Advance, there: Hex) -> None:
        unit = memo.unit
        p.tell("advanced", "7.15", unit, p.where[unit], there)
        p.place(unit, there)
        p.remember(replace(memo, gone=memo.gone + 1))
        enter(p, memo.side, (unit,), (there,))

    def end(self, p: War, memo: Advance) -> None:
        if memo.unit >= 0:
            p.push(AdvanceStep, replace(memo, unit=-1))
