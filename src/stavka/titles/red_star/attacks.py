"""7.1, 7.2 The Combat Phase: attacks are put together and declared."""

from __future__ import annotations

from ...engine import Decision, Option, Step, hexes, plain, units
from ...hexes import set_of
from ...kit.bars import legal
from .charts import SOVIET
from .combat import (
    Attack,
    all_that_can_join,
    bars_to_target,
    begin_battle,
    can_join,
    defenders_in,
    may_be_fought,
    open_targets,
)
from .contested import next_to
from .position import War
from .results import BattleStep


def begin_combat(p: War, side: str) -> None:
    p.fought = p.was_attacked = 0
    p.siege_used = False
    siege = p.hexes_of(p.charts.siege)
    p.siege_exposed = bool(siege & next_to(p, SOVIET))  # 7.6.3
    p.push(CombatPhase)


def end_combat(p: War) -> None:
    p.fought = p.was_attacked = 0


class CombatPhase(Step[War, None], key="combat"):
    """7.1.1: combats are resolved one at a time, in any order."""

    def decision(self, p: War, memo: None) -> Decision | None:
        side = p.current.side  # 7.2.1
        there = open_targets(p, side)
        if not there:
            return None
        options: list[Option] = [hexes("attack", "7.1.1", there), plain("done", "7.2.3")]
        return p.ask(side, "Attack enemy units", "7.0", options)

    def apply(self, p: War, memo: None, verb: str, value: int) -> None:
        if verb == "attack":
            p.push(AttackStep, Attack((value,)))
        else:
            p.finish()


class AttackStep(Step[War, Attack], key="attack"):
    """7.1.2 a: an attack is put together unit by unit, then declared or given up."""

    def decision(self, p: War, memo: Attack) -> Decision | None:
        side = p.current.side
        joining = can_join(p, memo)
        options: list[Option] = [units("add", "7.3.1", joining)]
        if joining.bit_count() > 1 and len(memo.targets) == 1:
            options.append(plain("all", "7.3.1"))
        if len(memo.units) == 1:
            options.append(hexes("target", "7.3.1", legal(bars_to_target(p, memo))))
        if memo.units and may_be_fought(p, side, memo.targets, memo.units):
            options.append(plain("resolve", "7.1.2"))
        options.append(plain("cancel", "7.2.3"))
        where = ", ".join(map(p.label, memo.targets))
        return p.ask(side, f"Attack {where}", "7.1.2", options, at=memo.targets)

    def apply(self, p: War, memo: Attack, verb: str, value: int) -> None:
        match verb:
            case "add":
                p.remember(Attack(memo.targets, (*memo.units, value)))
            case "all":
                p.remember(Attack(memo.targets, (*memo.units, *all_that_can_join(p, memo))))
            case "target":
                p.remember(Attack((*memo.targets, value), memo.units))
            case "cancel":
                p.finish()
            case "resolve":
                p.frames.pop()
                declare(p, memo)


def declare(p: War, attack: Attack) -> None:
    defenders = tuple(u for target in attack.targets for u in defenders_in(p, target))
    p.fought |= set_of(attack.units)
    p.was_attacked |= set_of(defenders)
    p.push(BattleStep, begin_battle(p, p.current.side, attack.targets, attack.units, defenders))
