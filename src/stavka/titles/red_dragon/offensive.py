"""18.7 The PLA Political Offensive."""

from __future__ import annotations

import msgspec

from ...engine import Decision, Step, UnitSet, plain, units
from ...hexes import HexSet, members, set_of
from ...kit.bars import EVERYTHING, Bars, legal
from .advance import offer_advance
from .charts import GMD, PLA
from .defectors import defect, loyalty_check
from .leaders import leader_loss, without_units
from .position import War
from .results import Close
from .supply import supplied_corps


class Propaganda(msgspec.Struct, frozen=True):
    """18.7.3: the Corps that makes the POPA, if it has been chosen."""

    corps: int = -1


def begin_popas(p: War) -> None:
    """18.7.6: a die tells how many are to be made."""
    p.popas = p.roll()
    p.tell("popas", "18.7.6", p.popas)
    p.push(Popa, Propaganda())


def targets_of(p: War, corps: int) -> UnitSet:
    """18.7.7, 18.7.15: GMD units next to a Corps that have not been a target."""
    around = _around(p, corps) & p.gmd
    return p.units_at(around) & p.charts.units_of[GMD] & ~p.fought if around else 0


def _around(p: War, corps: int) -> HexSet:
    return p.charts.grid.neighbours(1 << p.where[corps])


def bars_to_speak(p: War, memo: Propaganda) -> Bars:
    """18.7.7, 18.7.14: PLA Corps in supply that have made none and have a target."""
    yield p.fought, "18.7.14", "{} has made a POPA in this phase"
    able = supplied_corps(p)
    yield ~able, "18.7.7", "{} is no PLA corps in supply"
    lonely = set_of(unit for unit in members(able & ~p.fought) if not targets_of(p, unit))
    yield lonely, "18.7.7", "{} has no target next to it"
    if memo.corps >= 0:
        yield EVERYTHING, "18.7.9", "a corps has been chosen; choose its target"


def bars_to_target(p: War, memo: Propaganda) -> Bars:
    yield p.fought, "18.7.15", "{} has been a target in this phase"
    if memo.corps < 0:
        yield EVERYTHING, "18.7.9", "choose a corps first"
    else:
        yield ~targets_of(p, memo.corps), "18.7.7", "{} is not next to the corps"


class Popa(Step[War, Propaganda], key="popa"):
    """They must be made as long as there are Corps and targets (18.7.7, 18.7.8)."""

    def decision(self, p: War, memo: Propaganda) -> Decision | None:
        if not p.popas:
            return None
        if memo.corps >= 0:
            options = [
                units("target", "18.7.9", legal(bars_to_target(p, memo))),
                plain("back", "18.7.7"),
            ]
            name = p.charts.counter[memo.corps].name
            prompt = f"Whom does {name} call upon to come over?"
            return p.ask(PLA, prompt, "18.7.9", options, of=(memo.corps,))
        able = legal(bars_to_speak(p, memo))
        if not able:
            return None
        prompt = f"Propaganda attacks: {p.popas} to be made"
        return p.ask(PLA, prompt, "18.7.7", [units("corps", "18.7.7", able)])

    def apply(self, p: War, memo: Propaganda, verb: str, value: int) -> None:
        match verb:
            case "corps":
                p.remember(Propaganda(value))
            case "back":
                p.remember(Propaganda())
            case "target":
                p.remember(Propaganda())
                self._call(p, memo.corps, value)

    def _call(self, p: War, corps: int, target: int) -> None:
        """18.7.10 to 18.7.13."""
        hex_ = p.where[target]
        p.popas -= 1
        p.fought |= 1 << corps | 1 << target
        p.tell("popa", "18.7.10", p.where[corps], target)
        if loyalty_check(p, target, hex_, "18.7.10"):
            return
        leaders = p.leaders_in(hex_)
        p.push(Close)
        offer_advance(p, PLA, hex_, 1 << corps)  # 18.7.12
        defect(p, target, 1 << corps)
        if not p.gmd_in(hex_):
            leader_loss(p, without_units(leaders))

    def end(self, p: War, memo: Propaganda) -> None:
        p.popas = 0
