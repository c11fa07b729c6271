"""The plain adviser looks one step ahead; the example game stands for all."""

from __future__ import annotations

from river_line.evaluation import evaluate
from river_line.position import War

from stavka.engine import Choice
from stavka.kit.advice import advice

from ..river_line.situations import attacking, moving
from ..situations import play


def advised(p: War) -> Choice:
    decision = p.decision()
    assert decision is not None
    before = p.to_json()
    found = advice(p, decision, evaluate)
    assert p.to_json() == before, "it looks at copies"
    return found


def test_a_unit_is_picked_up_to_take_an_open_town() -> None:
    p = moving("0705 guard, 0101 hill-1", "1301 vale-1")
    assert advised(p) == Choice("select", "guard")
    assert advised(play(p, "select guard")) == Choice("move", "0805")


def test_who_cannot_stand_better_stays() -> None:
    assert advised(moving("1205 guard", "0101 vale-1")) == Choice("done")


def test_an_attack_is_made_with_everybody_if_it_promises_something() -> None:
    p = attacking("0705 guard, 0804 hill-1, 0806 hill-2, 0905 hill-3", "0805 vale-4")
    assert advised(p) == Choice("attack", "0805")
    assert advised(play(p, "attack 0805")) == Choice("all")
    assert advised(play(p, "all")).verb == "resolve"


def test_an_attack_that_can_only_be_lost_is_not_made() -> None:
    assert advised(attacking("0705 rider-1", "0805 vale-guard")) == Choice("done")


def test_an_answer_is_given_where_nothing_can_be_left_as_it_is() -> None:
    p = attacking("0705 guard, 0804 hill-1, 0806 hill-2, 0905 hill-3", "0805 vale-4")
    decision = play(p, "attack 0805", "all").decision()
    assert decision is not None and decision.option("resolve")
    # Whatever the adviser thinks of positions, it takes something.
    assert advice(p, decision, lambda p, side: 0.0).verb == "resolve"
