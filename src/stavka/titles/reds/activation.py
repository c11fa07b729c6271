"""7.0 Activation and the Action Phase."""

from __future__ import annotations

import msgspec

from ...engine import Decision, Step, UnitSet, plain, words
from ...hexes import members, set_of
from .charts import FRONTS, RED, WHITE
from .combat import CombatStep
from .control import check_seas
from .movement import MovementStep, Moving
from .poland import end_of_polish_activation, polish_entry
from .position import (
    CHIT,
    CHITS,
    FIELD_STAFF,
    LOGISTICS,
    POLAND_AT_WAR,
    POLAND_NEUTRAL,
    War,
)
from .rally import begin_logistics
from .supply import out_of_supply


class Command(msgspec.Struct, frozen=True):
    """7.7: Fronts that the Red player may still choose."""

    left: int


class First(msgspec.Struct, frozen=True):
    """7.8: how many first chits are still to be picked (21.2: two on turn 1)."""

    left: int


def white_chits(p: War) -> int:
    """7.5, 7.6: the White chits that are available."""
    found = CHIT["AFSR"], CHIT["Siberian"], CHIT["Islamic-North"]
    chits = set_of(found)
    if p.withdrawals < 2:
        chits |= 1 << CHIT["AIF"]
    if not p.great_war:
        chits |= 1 << CHIT["Northwest"]
        if p.poland in (POLAND_NEUTRAL, POLAND_AT_WAR):
            chits |= 1 << CHIT["Poles"]
    return chits


def begin_command(p: War) -> None:
    """7.4: which chits there are in this turn."""
    led = set_of(box for box in p.leaders if 0 <= box < len(FRONTS))
    p.chits = white_chits(p) | 1 << FIELD_STAFF | led | 1 << LOGISTICS
    p.push(CommandStep, Command(p.charts.limit["front_choices"]))


class CommandStep(Step[War, Command], key="command"):
    """7.7: the Red player chooses two Fronts besides those that have leaders."""

    def decision(self, p: War, memo: Command) -> Decision | None:
        open_ = [name for n, name in enumerate(CHITS[: len(FRONTS)]) if not p.chits >> n & 1]
        if not memo.left or not open_:
            return None
        prompt = f"Choose {memo.left} more Front{'s' if memo.left > 1 else ''} to activate"
        return p.ask(RED, prompt, "7.7", [words("front", "7.7", open_)])

    def apply_word(self, p: War, memo: Command, verb: str, word: str) -> None:
        p.chits |= 1 << CHIT[word]
        p.tell("front_chosen", "7.7", word)
        p.remember(Command(memo.left - 1))


def begin_chit_pool(p: War) -> None:
    early = p.turn.key == "1" and "21.2" in p.options
    p.push(FirstChit, First(2 if early else 1))


def chits_of(p: War, side: str) -> list[str]:
    return [CHITS[n] for n in members(p.chits) if side_of_chit(p, n) == side]


def side_of_chit(p: War, chit: int) -> str:
    return p.charts.chits[CHITS[chit]].side


class FirstChit(Step[War, First], key="first_chit"):
    """6.2, 7.8: the player with the initiative picks his first activation."""

    def decision(self, p: War, memo: First) -> Decision | None:
        own = chits_of(p, p.initiative)
        if not memo.left or not own:
            return None
        return p.ask(p.initiative, "Pick the first activation", "7.8", [words("first", "7.8", own)])

    def apply_word(self, p: War, memo: First, verb: str, word: str) -> None:
        p.frames.pop()
        if memo.left > 1:
            p.push(FirstChit, First(memo.left - 1))
        begin_segment(p, CHIT[word])


def draw(p: War) -> None:
    """7.9: a chit is drawn at random."""
    pool = members(p.chits)
    chit = pool[p.roll(len(pool)) - 1]
    begin_segment(p, chit)


def begin_segment(p: War, chit: int) -> None:
    p.chits &= ~(1 << chit)
    p.segment = chit
    p.tell("chit", "7.9", CHITS[chit])
    if chit == LOGISTICS:
        begin_logistics(p)
    elif chit == FIELD_STAFF:
        p.push(FieldStaff)
    elif chit < len(FRONTS):
        if p.fronts >> chit & 1:
            p.tell("set_aside", "7.11", CHITS[chit])
        else:
            activate_front(p, chit)
    else:
        activate_factions(p, chit)


class FieldStaff(Step[War, None], key="field_staff"):
    """7.11: any Front that has not been activated in this turn, or none."""

    def decision(self, p: War, memo: None) -> Decision | None:
        open_ = [CHITS[n] for n in range(len(FRONTS)) if not p.fronts >> n & 1]
        if not open_:
            return None
        options = [words("front", "7.11", open_), plain("decline", "7.11")]
        return p.ask(RED, "The Field Staff activates a Front", "7.11", options)

    def apply(self, p: War, memo: None, verb: str, value: int) -> None:
        p.frames.pop()

    def apply_word(self, p: War, memo: None, verb: str, word: str) -> None:
        p.frames.pop()
        p.tell("front_activated", "7.11", word)
        p.segment = CHIT[word]
        activate_front(p, CHIT[word])


def activate_front(p: War, front: int) -> None:
    """7.10: the Red units in the Front, without those that are Done."""
    p.fronts |= 1 << front
    there = p.units_at(p.charts.front[FRONTS[front]])
    _activate(p, RED, there & p.charts.units_of[RED] & ~p.done)


def activate_factions(p: War, chit: int) -> None:
    """7.10: the units of a faction, and the special units that are with them."""
    charts = p.charts
    if chit == CHIT["Poles"]:
        polish_entry(p)
    factions = charts.chits[CHITS[chit]].groups
    found: UnitSet = 0
    for faction in factions:
        found |= charts.of_faction[faction]
    if "AFSR" in factions:
        found |= charts.makhno & charts.units_of[WHITE]  # 16.3
    found &= p.on_map
    # 20.3, 20.12, 20.13, 20.14: once in a turn, with any unit that they are with.
    for unit in members(p.units_on_map(WHITE) & p.charts.needs_company & ~p.acted):
        if p.stacks[p.where[unit]] & found & charts.army:
            found |= 1 << unit
    _activate(p, WHITE, found)


def _activate(p: War, side: str, units: UnitSet) -> None:
    """7.1: only the units of the group move and attack in its segment.

    12.3: their supply state is that of now, until the segment ends.
    """
    p.active = units
    p.moved = 0
    p.unsupplied = out_of_supply(p, units)
    p.push(SegmentEnd, None)
    p.push(CombatStep, None)
    p.push(MovementStep, Moving(side))


class SegmentEnd(Step[War, None], key="segment_end"):
    def decision(self, p: War, memo: None) -> Decision | None:
        return None

    def end(self, p: War, memo: None) -> None:
        if p.segment == CHIT["Poles"]:
            end_of_polish_activation(p)
        p.active = p.moved = p.unsupplied = p.fought = p.retreated = 0
        p.attacked = 0
        check_seas(p)


def next_segment(p: War) -> bool:
    """7.9: goes on until no chit is left; whether there was another."""
    if not p.chits:
        return False
    draw(p)
    return True
