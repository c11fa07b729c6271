"""4.0 Commands: who may stack, attack and be led with whom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from ...engine import UnitSet
from ...hexes import Hex, members
from .charts import COMMANDS, PLA, Charts, Counter
from .position import War


def command_of(counter: Counter, *, changed: bool) -> str:
    """4.4.1, 4.4.2: on turn 3 the Pacification Areas become part of other Commands.

    4.4.3: from then on they stack and fight as these do.
    """
    return counter.turn3_command if changed and counter.turn3_command else counter.command


def _same_command(one: Counter, other: Counter, *, changed: bool) -> bool:
    """4.1.1b, 4.2.2b: sub-commands keep apart, but not from the units that have none."""
    if command_of(one, changed=changed) != command_of(other, changed=changed):
        return False
    return one.subcommand == other.subcommand or not (one.subcommand and other.subcommand)


def _may_stack(one: Counter, other: Counter, *, changed: bool) -> bool:
    if one.side != other.side:
        return False
    if one.side == PLA and {one.command, other.command} & {"Militia", "Guerrilla"}:
        return True  # 4.1.3, 4.1.4
    if _same_command(one, other, changed=changed):
        return True
    # 4.3, 4.3.2: a Pacification Area is in none of these pairs, and keeps to itself.
    pair = {command_of(one, changed=changed), command_of(other, changed=changed)}
    return pair in ({"AR", "BC"}, {"AR", "12A"})  # 4.2.3 to 4.2.5


def _may_attack(one: Counter, other: Counter, *, changed: bool) -> bool:
    if one.side == PLA:
        return one.side == other.side and one.command == other.command  # 4.1
    return _may_stack(one, other, changed=changed)


@dataclass(frozen=True, slots=True)
class Partners:
    """4.1, 4.2: for each counter, those that it may stack with, attack with, and belongs with."""

    stack: tuple[UnitSet, ...]
    attack: tuple[UnitSet, ...]
    own: tuple[UnitSet, ...]


@cache
def partners(charts: Charts, changed: bool) -> Partners:
    def table(test: Callable[..., bool]) -> tuple[UnitSet, ...]:
        return tuple(
            sum(
                1 << unit
                for unit, other in enumerate(charts.counter)
                if test(one, other, changed=changed)
            )
            for one in charts.counter
        )

    return Partners(table(_may_stack), table(_may_attack), table(_same_command))


def partners_now(p: War) -> Partners:
    return partners(p.charts, p.command_change)


def led_by(p: War, leader: int) -> UnitSet:
    """17.2.3, 17.2.9: the units that a GMD Leader can be with; Jiang is with tanks of any kind."""
    charts = p.charts
    if leader == charts.jiang:
        return charts.armor & charts.units_of[charts.counter[leader].side]
    return partners_now(p).own[leader] & charts.combat_units


def independent(p: War, hex_: Hex) -> UnitSet:
    """Units that mind no Command where they are: in an FDP (16.2.2a), with Jiang (17.2.9)."""
    charts = p.charts
    stack = p.units_in(hex_)
    if p.fdp >> hex_ & 1:
        return stack & charts.combat_units
    if stack >> charts.jiang & 1:
        return stack & charts.armor
    return 0


def attack_partners(p: War, units: UnitSet) -> UnitSet:
    """12.1.5: the units whose Command lets them attack together with all of some units."""
    table = partners_now(p).attack
    allowed = -1
    for unit in members(units):
        if not independent(p, p.where[unit]) >> unit & 1:
            allowed &= table[unit]
    return allowed


def case_between(p: War, mine: str, theirs: str) -> str:
    """The case that keeps two Commands apart."""
    both = {mine, theirs}
    if mine in ("ECFA", "CPFA"):
        return "4.1" if len(both) == 2 else "4.1.1"
    if any(command.endswith("PA") for command in both) and not p.command_change:
        return "4.3.2"
    for command, case in (("12A", "4.2.5"), ("AR", "4.2.4"), ("BC", "4.2.3")):
        if command in both:
            return case
    return "4.2.2"


# China News! 2 names a Command or an XBS sub-command.


def key_of(p: War, unit: int) -> str:
    counter = p.charts.counter[unit]
    return counter.subcommand or command_of(counter, changed=p.command_change)


def commands_on_map(p: War, units: UnitSet) -> tuple[str, ...]:
    """The Commands and sub-commands of some units, in the order of module 4."""
    found = {key_of(p, unit) for unit in members(units & p.on_map)}
    every = [key for command, subs in COMMANDS.items() for key in (command, *subs)]
    return tuple(key for key in every if key in found)
