"""5 Attacking: who attacks whom, and at which odds."""

from __future__ import annotations

import msgspec

from stavka.engine import Decision, Option, Step, hexes, plain, units, words
from stavka.hexes import Hex, members, set_of
from stavka.kit.bars import Bars, legal
from stavka.kit.sums import QUARTERS, Term, total

from .charts import enemy_of
from .position import War
from .results import resolve
from .supply import unsupplied


class Attack(msgspec.Struct, frozen=True):
    """An attack that is being put together."""

    target: int
    units: tuple[int, ...] = ()


def begin_combat(p: War) -> None:
    p.fought = p.attacked = 0
    p.push(CombatPhase)


# 5.1 Who attacks whom


def bars_to_attack(p: War, memo: None) -> Bars:
    """5.1: enemies who have not been attacked, next to units that have not attacked."""
    side = p.current.side
    yield ~p.occupied(enemy_of(side)), "5.1", "no enemy is in {}"
    yield p.hexes_of(p.attacked), "5.1", "the unit in {} has been attacked in this phase"
    beside = p.charts.grid.neighbours(p.hexes_of(p.units_on_map(side) & ~p.fought))
    yield ~beside, "5.1", "no unit that can still attack is next to {}"


def bars_to_add(p: War, attack: Attack) -> Bars:
    """5.1: any number of units next to the defender; no unit attacks twice in a phase."""
    own = p.units_on_map(p.current.side)
    yield ~own, "5.1", "the {} is not a unit of yours on the map"
    yield set_of(attack.units), "5.1", "the {} takes part already"
    yield p.fought, "5.1", "the {} has attacked in this phase"
    beside, target = p.charts.grid.neighbours(1 << attack.target), p.label(attack.target)
    yield ~p.units_at(beside), "5.1", lambda name: f"the {name} is not next to {target}"


# 5.2, 5.3 The odds


def attack_terms(p: War, attack: Attack) -> list[Term]:
    """5.3: what each attacker is worth, in quarters: he can be halved by river and supply."""
    terms = []
    river = p.charts.board.sides["river"]
    out = unsupplied(p, p.current.side)
    for unit in attack.units:
        counter = p.charts.counters[unit]
        quarters = counter.strength * QUARTERS
        terms.append(Term(counter.name, quarters, "5.2"))
        if river.has(p.where[unit], attack.target):
            terms.append(Term("over the river: half", -quarters // 2, "5.3"))
            quarters //= 2
        if out >> unit & 1:
            terms.append(Term("out of supply: half", -quarters // 2, "7.1"))
    return terms


def defence_terms(p: War, hex_: Hex) -> list[Term]:
    """5.3: what the defender is worth on his ground."""
    unit = p.unit_in(hex_)
    assert unit is not None
    counter = p.charts.counters[unit]
    quarters = counter.strength * QUARTERS
    ground, factor = next((name, n) for name, n, where in p.charts.defence if where >> hex_ & 1)
    terms = [Term(counter.name, quarters, "5.2")]
    if factor > 1:
        terms.append(Term(f"{ground}: x{factor}", (factor - 1) * quarters, "5.3"))
    return terms


def odds(p: War, attack: Attack) -> str | None:
    """5.2: the column of the table; None for an attack that is too weak."""
    strength, against = total(attack_terms(p, attack)), total(defence_terms(p, attack.target))
    columns = p.charts.columns
    if strength >= against:
        return columns[min(strength // against, len(columns) - 1)]
    return columns[0] if 2 * strength >= against else None


# The combat phase


class CombatPhase(Step[War, None], key="combat"):
    """Attacks are made one after the other."""

    def decision(self, p: War, memo: None) -> Decision | None:
        open_ = legal(bars_to_attack(p, memo))
        if not open_:
            return None
        options = [hexes("attack", "5.1", open_), plain("done", "2.1")]
        return p.ask(p.current.side, "Attack enemy units", "5.1", options)

    def apply(self, p: War, memo: None, verb: str, value: int) -> None:
        match verb:
            case "attack":
                p.push(AttackStep, Attack(value))
            case "done":
                p.finish()


class AttackStep(Step[War, Attack], key="attack"):
    """An attack is put together unit by unit, then resolved or given up."""

    def decision(self, p: War, memo: Attack) -> Decision | None:
        joining = legal(bars_to_add(p, memo))
        options: list[Option] = [units("add", "5.1", joining)]
        if joining.bit_count() > 1:
            options.append(plain("all", "5.1"))
        if memo.units and (column := odds(p, memo)):
            options.append(words("resolve", "5.2", (column,)))
        options.append(plain("cancel", "5.1"))
        prompt = f"Attack {p.label(memo.target)}"
        return p.ask(p.current.side, prompt, "5.1", options, at=(memo.target,))

    def apply(self, p: War, memo: Attack, verb: str, value: int) -> None:
        match verb:
            case "add":
                p.remember(Attack(memo.target, (*memo.units, value)))
            case "all":
                joining = legal(bars_to_add(p, memo))
                p.remember(Attack(memo.target, (*memo.units, *members(joining))))
            case "cancel":
                p.finish()

    def apply_word(self, p: War, memo: Attack, verb: str, word: str) -> None:
        """At these odds."""
        p.frames.pop()
        resolve(p, memo.target, memo.units, word)
