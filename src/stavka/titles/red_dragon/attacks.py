"""12.0, 14.2 The Combat Phase: attacks are put together, announced and answered."""

from __future__ import annotations

import msgspec

from ...engine import Decision, Option, Step, UnitSet, hexes, plain, units
from ...engine.position import Frame
from ...hexes import HexSet, members, set_of
from ...kit.bars import EVERYTHING, Bars, legal
from .air import air_supply_hexes, bars_to_supply, place_air_supply
from .charts import GMD, PLA
from .combat import Attack, Hunted, bars_to_attack, bars_to_bombard, bars_to_wave, can_join
from .explosives import PlaceElbs
from .guerrillas import bars_to_suppress, suppress
from .leaders import general_for, refresh_generals
from .offensive import begin_popas
from .position import BOX, War
from .results import Resolution
from .supply import gmd_supplied


def begin_pla_combat(p: War) -> None:
    refresh_generals(p)
    if p.political_offensive:
        begin_popas(p)  # 18.7.3; 18.7.4: whatever Short Attacks are pending
    elif not p.short_attacks:  # 18.3.2
        p.push(CombatPhase, None)
        p.push(PlaceElbs)
    else:
        p.tell("short_attacks_pending", "18.3.2", p.short_attacks)


def begin_gmd_combat(p: War) -> None:
    p.push(CombatPhase, None)
    p.push(PlaceElbs)


class CombatPhase(Step[War, Hunted | None], key="combat"):
    """One attack after the other."""

    def decision(self, p: War, memo: Hunted | None) -> Decision | None:
        side = p.current.side
        options: list[Option] = [hexes("attack", "12.1.1", legal(bars_to_attack(p, memo)))]
        if side == PLA:
            # 18.2: whether the PLA is asked must not tell what its counters are.
            if not self._in_contact(p):
                return None
        else:
            options.append(hexes("suppress", "18.4.10", legal(bars_to_suppress(p, memo))))
            if not any(option.values for option in options):
                return None
            options.append(hexes("air_supply", "7.3.2", air_supply_hexes(p)))
        options.append(plain("done", "12.1.2"))
        return p.ask(side, "Attack enemy hexes", "12.0", options)

    def _in_contact(self, p: War) -> bool:
        """Whether face-down counters are next to a hex that has not been attacked."""
        facing = p.hexes_of(p.charts.face_down)
        return bool(p.charts.passage.spread(facing) & p.gmd & ~p.attacked)

    def apply(self, p: War, memo: Hunted | None, verb: str, value: int) -> None:
        match verb:
            case "attack":
                p.push(AttackStep, Attack(p.current.side, value))
            case "suppress":
                before = memo.units if memo is not None else ()
                p.remember(Hunted((*before, *members(suppress(p, value)))))
            case "air_supply":
                place_air_supply(p, value)
            case "done":
                p.finish()


def bars_to_bombard_with(p: War, attack: Attack) -> Bars:
    """14.2.1: an air unit supports an attack of GMD units."""
    yield from bars_to_bombard(p, attack)
    if attack.side != GMD:
        yield EVERYTHING, "14.2", "only the GMD has aircraft"
    if not leading_units(p, attack):
        yield EVERYTHING, "14.2.1", "somebody must attack first"


def leading_units(p: War, attack: Attack) -> UnitSet:
    """12.1.9: those who attack; guns and aircraft only support them."""
    return set_of(attack.units) & ~p.charts.asterisked


class AttackStep(Step[War, Attack], key="attack"):
    """An attack is put together unit by unit, then announced or given up."""

    def decision(self, p: War, memo: Attack) -> Decision | None:
        joining = can_join(p, memo)
        options: list[Option] = [units("add", "12.1.1", joining)]
        if joining & (joining - 1):
            options.append(plain("all", "12.1.4"))
        leading = leading_units(p, memo)
        if memo.side == PLA:
            options.append(units("wave", "17.1.4", legal(bars_to_wave(p, memo))))
            if self._deng_helps(p, memo, joining):
                options.append(plain("deng", "17.1.10"))
        elif leading:
            options.append(units("bombard", "14.2", legal(bars_to_bombard(p, memo))))
        if leading:
            options.append(plain("resolve", "12.3"))
        options.append(plain("cancel", "12.1.2"))
        prompt = f"Attack {p.label(memo.target)}"
        return p.ask(memo.side, prompt, "12.0", options, at=(memo.target,))

    def _deng_helps(self, p: War, memo: Attack, joining: UnitSet) -> bool:
        """17.1.10: whether units of the other field army could join."""
        if memo.deng or not memo.units or p.where[p.charts.deng] != BOX:
            return False
        return bool(can_join(p, msgspec.structs.replace(memo, deng=True)) & ~joining)

    def apply(self, p: War, memo: Attack, verb: str, value: int) -> None:
        replace = msgspec.structs.replace
        match verb:
            case "add":
                p.remember(replace(memo, units=(*memo.units, value)))
            case "all":
                while joining := can_join(p, memo):
                    memo = replace(memo, units=(*memo.units, members(joining)[0]))
                p.remember(memo)
            case "wave":
                general = general_for(p, value, set_of(memo.generals))
                waves, generals = (*memo.waves, value), (*memo.generals, general)
                p.remember(replace(memo, waves=waves, generals=generals))
            case "deng":
                p.remember(replace(memo, deng=True))
            case "bombard":
                p.remember(replace(memo, air=value))
            case "cancel":
                p.finish()
            case "resolve":
                p.frames.pop()
                announce(p, memo)


def announce(p: War, attack: Attack) -> None:
    """The attack is made known: from where, and by how many counters."""
    p.attacked |= 1 << attack.target
    p.fought |= set_of(attack.units)
    counters = tuple(
        (hex_, sum(p.where[unit] == hex_ for unit in attack.units))
        for hex_ in members(p.hexes_of(set_of(attack.units)))
    )
    p.tell("announced", "12.1.1", attack.side, attack.target, counters)
    p.push(Resolution, attack)
    if attack.side == PLA:
        p.push(Reaction, attack)


def bars_to_supply_defenders(p: War, attack: Attack) -> Bars:
    if attack.air >= 0:
        yield 1 << attack.target, "14.1.4", "there is an air unit in {} already"
    yield from bars_to_supply(p, attack)
    yield ~_helpful(p, attack), "7.3.3", "Air Supply is of no use in {}"


def _helpful(p: War, attack: Attack) -> HexSet:
    """Hexes in which the marker would put the defenders into supply."""
    charts, target = p.charts, 1 << attack.target
    if gmd_supplied(p) & target:
        return 0
    # 7.3.4: from Xuzhou it reaches the hexes around.
    return target | charts.grid.neighbours(target) & 1 << charts.xuzhou


class Reaction(Step[War, Attack], key="reaction", because=("announced",)):
    """14.1.2: the GMD may place air units when a PLA attack is announced."""

    def decision(self, p: War, memo: Attack) -> Decision | None:
        options: list[Option] = [
            units("bombard", "14.2", legal(bars_to_bombard(p, memo))),
            hexes("air_supply", "7.3.2", legal(bars_to_supply_defenders(p, memo))),
        ]
        if not any(option.values for option in options):
            return None
        options.append(plain("pass", "14.1.2"))
        prompt = f"The PLA attacks {p.label(memo.target)}: send aircraft?"
        return p.ask(GMD, prompt, "14.2", options, at=(memo.target,))

    def apply(self, p: War, memo: Attack, verb: str, value: int) -> None:
        match verb:
            case "bombard":
                memo = msgspec.structs.replace(memo, air=value)
                p.frames[-2] = Frame(p.frames[-2].step, memo)
                p.remember(memo)
            case "air_supply":
                place_air_supply(p, value)
            case "pass":
                p.finish()
