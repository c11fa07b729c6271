from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stavka.engine import Choice, Decision, Malformed, Names, hexes, plain, units, words
from stavka.hexes import Grid, Window

GRID = Grid("flat", "odd", "ccrr", "down", [Window(1, 1, 5, 5)])
NAMES = Names(GRID, ["a.1", "a.2", "b.1"])
DECISION = Decision(
    NAMES,
    "Red",
    "Do something",
    "1.1",
    [
        plain("pass", "1.2"),
        hexes("move", "1.3", GRID.set(["0101", "0505", "0203"])),
        units("select", "1.4", 0b101),
        words("odds", "1.5", ["1-1", "2-1"]),
        hexes("fly", "1.6", 0),
    ],
)


def test_choices_are_spelled_out_in_order() -> None:
    assert [str(choice) for choice in DECISION.choices()] == [
        "pass",
        "move 0101",
        "move 0203",
        "move 0505",
        "select a.1",
        "select b.1",
        "odds 1-1",
        "odds 2-1",
    ]
    assert len(DECISION) == 8
    assert [len(option) for option in DECISION.options] == [1, 3, 2, 2]
    assert [DECISION.pick(n) for n in range(8)] == DECISION.choices()
    with pytest.raises(IndexError):
        DECISION.pick(8)
    assert DECISION.option("fly") is None, "an option without a legal argument is none"


def test_the_first_choice_of_the_first_verb_that_is_offered() -> None:
    assert DECISION.first("fly", "odds", "pass") == Choice("odds", "1-1")
    assert DECISION.first("select") == Choice("select", "a.1")
    assert DECISION.first("fly") == DECISION.first() == Choice("pass")


def test_only_what_is_offered_has_a_value() -> None:
    assert DECISION.value(Choice("move", "0203")) == GRID.hex("0203")
    assert DECISION.value(Choice("select", "b.1")) == 2
    assert DECISION.value(Choice("odds", "2-1")) == "2-1"
    assert DECISION.value(Choice("pass")) is True
    for text in (
        "move 0102",
        "move 9999",
        "move",
        "select a.2",
        "select x",
        "odds 3-1",
        "fly 0101",
    ):
        assert DECISION.value(Choice.parse(text)) is None, text
    assert DECISION.value(Choice("pass", "0101")) is None
    assert DECISION.value(Choice("jump")) is None


@given(st.text())
def test_any_text_is_a_choice_or_malformed(text: str) -> None:
    try:
        choice = Choice.parse(text)
    except Malformed:
        return
    assert Choice.parse(str(choice)) == choice
    assert Choice.from_json(choice.as_json()) == choice
    DECISION.value(choice)


@pytest.mark.parametrize("value", [None, 3, [], {}, {"verb": 1, "argument": ""}, {"verb": "x"}])
def test_malformed_json_is_refused(value: object) -> None:
    with pytest.raises(Malformed):
        Choice.from_json(value)


def test_a_decision_as_data() -> None:
    data = DECISION.as_json()
    assert data["side"] == "Red"
    assert data["options"][1] == {
        "verb": "move",
        "case": "1.3",
        "kind": "hex",
        "values": ["0101", "0203", "0505"],
    }
