"""Legality and its reasons; the example game stands for all."""

from __future__ import annotations

from river_line.combat import AttackStep
from river_line.movement import MovementPhase, bars_to_select
from river_line.position import War
from river_line.refusals import REFUSALS

from stavka.engine import Choice
from stavka.kit.bars import EVERYTHING, Bar, Bars, barred, first, legal, told

from ..river_line.situations import moving
from ..situations import play


def against(p: War, choice: str) -> str:
    found = REFUSALS.against(p, Choice.parse(choice))
    return str(found) if found else ""


def test_what_no_bar_holds_is_legal() -> None:
    bars = [(~0b1110, "1.1", "{} is not yours"), (0b0010, "1.2", "{} has moved")]
    assert legal(bars) == 0b1100
    assert legal(bars, within=0b0111) == 0b0100
    assert barred(bars) & 0b11111 == 0b10011
    assert legal([]) == EVERYTHING


def test_the_first_bar_is_the_reason() -> None:
    bars: list[Bar] = [(0b01, "1.1", "{} is not yours"), (0b11, "1.2", str.upper)]
    assert [first(bars, thing) for thing in range(3)] == [
        ("1.1", "{} is not yours"),
        ("1.2", str.upper),
        None,
    ]
    assert told("{} is not yours", "guard") == "guard is not yours"
    assert told(str.upper, "guard") == "GUARD"


def test_words_are_made_and_sets_are_found_only_when_they_are_needed() -> None:
    def bars() -> Bars:
        yield 0b1, "1.1", lambda name: f"{1 // 0} {name}"
        yield 0b10, "1.2", "{} has moved"
        raise AssertionError("nobody asks for more")

    assert first(bars(), 1) == ("1.2", "{} has moved")


def test_a_choice_is_answered_by_the_bars_of_its_step_and_verb() -> None:
    p = play(moving("0305 guard, 0405 hill-1", "0805 vale-1"), "select guard")
    memo = p.memo_of(MovementPhase)
    assert legal(bars_to_select(p, memo)) == 1 << (p.names.unit("hill-1") or 0)
    assert against(p, "select hill-1") == "", "it is legal"
    assert against(p, "select guard") == "3.1: the Upland Guard is in hand already"
    assert against(p, "move 0405") == "3.3: 0405 is taken: one unit in a hex"
    # Neither a unit for a verb of hexes, nor a verb of another step, is a matter of rules.
    assert against(p, "move hill-1") == against(p, "add guard") == against(p, "retreat 0405") == ""
    assert (AttackStep, "add") in REFUSALS.units
