"""12.2, 12.12 The Logistics Segment: supply check, rally, and what else happens in it."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from ...engine import Decision, Option, Step, UnitSet, hexes, plain, units
from ...hexes import Hex, HexSet, members
from .charts import RED, WHITE, Charts
from .control import controlled
from .poland import may_seek_peace, seek_peace
from .position import DEAD, GONE, POLAND_AT_WAR, POOL, War
from .special_units import disorder, remove_stranded
from .stacking import may_stack
from .supply import in_supply, out_of_supply
from .winter import hosts
from .withdrawal import northwest_army_leaves


class Logistics(msgspec.Struct, frozen=True):
    """The rally step of a side, before the dice."""

    side: str
    # 12.12: the Tsar has helped, or nobody wants him to.
    tsar_used: bool = False
    peace_sought: bool = False


class Miracle(msgspec.Struct, frozen=True):
    """15.3: what the Miracle of the Vistula still gives: an army, a tank, a train."""

    gifts: tuple[str, ...] = ("army", "tank", "armored_train")


def begin_logistics(p: War) -> None:
    """7.12, 12.2: first White, then Red checks supply and rallies."""
    p.push(SupplyCheck, Logistics(RED))
    p.push(SupplyCheck, Logistics(WHITE))
    if p.raider >= 0 and _in_normal_supply(p):
        p.push(EndRaid)
    northwest_army_leaves(p)


# 20.4 The end of a raid


def _in_normal_supply(p: War) -> bool:
    raider = p.raider
    p.raider = -1
    supplied = in_supply(p, raider)
    p.raider = raider
    return supplied


class EndRaid(Step[War, None], key="end_raid"):
    def decision(self, p: War, memo: None) -> Decision | None:
        name = p.charts.counters[p.raider].name
        options = [plain("end_raid", "20.4"), plain("go_on", "20.4")]
        prompt = f"{name} is in supply: does the raid end?"
        return p.ask(WHITE, prompt, "20.4", options, of=(p.raider,))

    def apply(self, p: War, memo: None, verb: str, value: int) -> None:
        p.frames.pop()
        if verb == "end_raid":
            p.tell("raid_over", "20.4", p.raider)
            p.raider = -1


# 12.9 The supply step


class SupplyCheck(Step[War, Logistics], key="supply_check"):
    """Units out of supply suffer a disorder result; the rally step follows."""

    def decision(self, p: War, memo: Logistics) -> Decision | None:
        return None

    def end(self, p: War, memo: Logistics) -> None:
        charts = p.charts
        subject = p.units_on_map(memo.side) & (charts.army | p.charts.needs_company)
        for unit in members(out_of_supply(p, subject)):
            p.tell("unsupplied", "12.9", unit)
            disorder(p, unit, "12.9")
        remove_stranded(p)
        p.push(RallyStep, memo)


# 12.12 Rally


def to_rally(p: War, units_: UnitSet) -> UnitSet:
    """Disordered units that may roll: those in supply; partisans need none, raiders may not."""
    charts = p.charts
    found = p.disordered & p.on_map & units_
    if p.raider >= 0:
        found &= ~(1 << p.raider)
    if p.corruption and p.corruption_since == p.track:
        found &= ~charts.of_faction[p.corruption]
    return found & ~out_of_supply(p, found)


def rallies_on(p: War, unit: int) -> int:
    """The highest die that rallies a unit, Wrangel's help included."""
    charts, table = p.charts, p.charts.rally
    bit = 1 << unit
    counter = charts.counters[unit]
    late = p.withdrawals == 2
    if bit & charts.makhno:
        return table["makhno"]
    if counter.side == RED:
        return table["red_partisan" if bit & charts.partisans else "red"]
    if bit & charts.poles:
        if p.poland != POLAND_AT_WAR:
            return table["poles_neutral"]
        near = charts.within(1 << charts.warsaw, 1) >> p.where[unit] & 1
        invaded = p.units_at(charts.poland) & charts.units_of[RED]
        return table["poles_near_warsaw" if near and invaded else "poles_at_war"]
    kind = "white_partisan" if bit & charts.partisans else "white"
    number = table[f"{kind}_after_withdrawal" if late else kind]
    if counter.faction == "AFSR" and p.wrangel:
        number -= table["wrangel"]
    if counter.faction == "Siberian" and p.semenov and p.where[unit] != counter.krug:
        number = min(number, table["semenov"])
    return number


def beside_red_train(p: War) -> HexSet:
    """20.10: where the Red Train rallies everybody; not near Warsaw in the war with Poland."""
    if p.train < 0:
        return 0
    charts, limit = p.charts, p.charts.limit
    found = _disc(charts, p.train, limit["red_train_rally"])
    if p.poland == POLAND_AT_WAR and not controlled(p, RED) >> charts.warsaw & 1:
        found &= ~_disc(charts, charts.warsaw, limit["red_train_warsaw"])
    return found


@lru_cache(maxsize=256)
def _disc(charts: Charts, hex_: Hex, radius: int) -> HexSet:
    return charts.grid.disc(hex_, radius)


def tsar_can_rally(p: War) -> UnitSet:
    """12.12: one supplied AFSR or Siberian infantry unit, before the Major Withdrawal."""
    charts = p.charts
    if not p.tsar or p.withdrawals == 2:
        return 0
    infantry = charts.infantry & (charts.of_faction["AFSR"] | charts.of_faction["Siberian"])
    return to_rally(p, infantry)


def removable_garrisons(p: War, side: str) -> UnitSet:
    """20.5: in the Logistics Segment a side may take garrisons off."""
    return p.units_on_map(side) & p.charts.garrisons


def may_declare_miracle(p: War) -> bool:
    """15.3: once, in the war, with supplied Red units near a Polish Warsaw."""
    charts = p.charts
    if p.miracle or p.poland != POLAND_AT_WAR or controlled(p, RED) >> charts.warsaw & 1:
        return False
    near = charts.grid.disc(charts.warsaw, charts.limit["miracle_distance"])
    red = p.units_at(near) & charts.units_of[RED]
    return any(in_supply(p, unit) for unit in members(red))


class RallyStep(Step[War, Logistics], key="rally"):
    """What can be chosen before the rally dice, and then the dice."""

    def decision(self, p: War, memo: Logistics) -> Decision | None:
        options: list[Option] = []
        if memo.side == WHITE:
            if not memo.tsar_used:
                options.append(units("tsar", "12.12", tsar_can_rally(p)))
            if may_declare_miracle(p):
                options.append(plain("miracle", "15.3"))
        elif not memo.peace_sought and may_seek_peace(p):
            options.append(plain("peace", "15.5"))
        options.append(units("disband", "20.5", removable_garrisons(p, memo.side)))
        if not any(option.kind == "none" or option.values for option in options):
            return None
        options.append(plain("rally", "12.12"))
        return p.ask(memo.side, "Logistics: then roll to rally", "12.12", options)

    def apply(self, p: War, memo: Logistics, verb: str, value: int) -> None:
        replace = msgspec.structs.replace
        match verb:
            case "tsar":
                p.disordered &= ~(1 << value)
                p.tell("tsar_rallied", "12.12", value)
                p.remember(replace(memo, tsar_used=True))
            case "disband":
                p.tell("disbanded", "20.5", value, p.where[value])
                p.send(value, GONE if p.charts.no_replace >> value & 1 else POOL)
            case "miracle":
                declare_miracle(p)
            case "peace":
                p.remember(replace(memo, peace_sought=True))
                seek_peace(p)
            case "rally":
                p.finish()

    def end(self, p: War, memo: Logistics) -> None:
        automatic = beside_red_train(p) if memo.side == RED else 0
        for unit in members(to_rally(p, p.charts.units_of[memo.side])):
            if automatic >> p.where[unit] & 1:
                p.disordered &= ~(1 << unit)
                p.tell("train_rallied", "20.10", unit)
                continue
            die = p.roll()
            rallied = die <= rallies_on(p, unit)
            if rallied:
                p.disordered &= ~(1 << unit)
            p.tell("rallied" if rallied else "not_rallied", "12.12", unit, die)


# 15.3 The Miracle of the Vistula


def declare_miracle(p: War) -> None:
    charts = p.charts
    p.miracle = True
    p.tell("miracle", "15.3")
    near = charts.within(1 << charts.warsaw, 1)
    p.disordered &= ~(charts.poles & p.units_at(near))
    p.push(MiracleStep, Miracle())


def miracle_army_hexes(p: War, unit: int) -> HexSet:
    """The army comes to Warsaw, within the stacking limit."""
    charts = p.charts
    warsaw = 1 << charts.warsaw
    open_ = not p.occupied(RED) & warsaw and may_stack(p, unit, charts.warsaw)
    return warsaw if open_ else 0


def miracle_hexes(p: War, unit: int) -> HexSet:
    """Tanks and trains come to Polish units in Poland that could have them anyway."""
    charts = p.charts
    ground = charts.poland & charts.rail.hexes
    if charts.tanks >> unit & 1:
        ground = charts.poland & ~charts.forest & ~charts.swamp
    return hosts(p, unit, ground, ("Poles",))


class MiracleStep(Step[War, Miracle], key="miracle"):
    """15.3: an eliminated army at full strength, a tank and an armored train."""

    def _offer(self, p: War, memo: Miracle) -> tuple[str, int, HexSet] | None:
        """The first gift that can be taken: its kind, unit (or the armies) and hexes."""
        charts = p.charts
        for gift in memo.gifts:
            if gift == "army":
                armies = charts.poles & charts.army & p.box(DEAD)
                able = sum(1 << u for u in members(armies) if miracle_army_hexes(p, u))
                if able:
                    return gift, able, 1 << charts.warsaw
                continue
            free = charts.of_kind[gift] & charts.units_of[WHITE] & p.box(POOL)
            for unit in members(free):
                if there := miracle_hexes(p, unit):
                    return gift, 1 << unit, there
        return None

    def decision(self, p: War, memo: Miracle) -> Decision | None:
        offer = self._offer(p, memo)
        if offer is None:
            return None
        gift, able, there = offer
        options = [units("army", "15.3", able) if gift == "army" else hexes("place", "15.3", there)]
        options.append(plain("decline", "15.3"))
        prompt = f"Miracle of the Vistula: place an {gift.replace('_', ' ')}"
        return p.ask(WHITE, prompt.replace("an tank", "a tank"), "15.3", options)

    def apply(self, p: War, memo: Miracle, verb: str, value: int) -> None:
        offer = self._offer(p, memo)
        assert offer is not None
        gift, able, _ = offer
        if verb == "army":
            p.place(value, p.charts.warsaw)
            p.tell("placed", "15.3", value, p.charts.warsaw)
        elif verb == "place":
            unit = members(able)[0]
            p.place(unit, value)
            p.tell("placed", "15.3", unit, value)
        p.remember(Miracle(tuple(g for g in memo.gifts if g != gift)))
