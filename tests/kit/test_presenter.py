"""What every title's screen does alike; the example game stands for all."""

from __future__ import annotations

from typing import ClassVar

from river_line.movement import MovementPhase
from river_line.presentation import OVERLAYS, VERBS, WarPresenter

from stavka.engine import AnyStep, Choice
from stavka.hexes import Charge
from stavka.kit.presenter import in_hand, not_yet, states_of_units
from stavka.kit.previews import Price, prices, with_everybody

from ..river_line.situations import attacking, moving
from ..situations import play

SCREEN = WarPresenter()


def test_only_the_side_that_chooses_is_asked() -> None:
    p = moving("0305 guard", "0805 vale-1")
    shown = [p.view(side).present() for side in ("Upland", "Vale", "")]
    assert [view.decision is not None for view in shown] == [True, False, False]
    assert {view.to_choose for view in shown} == {"Upland"}


def test_an_option_has_the_words_of_its_verb_and_the_points_that_a_move_leaves() -> None:
    p = play(moving("0305 guard"), "select guard")
    asked = p.view("Upland").present().decision
    assert asked is not None
    offered = {option.verb: option for option in asked.options}
    assert (offered["move"].label, offered["done"].role) == ("Move here", "end")
    left = dict(zip(offered["move"].values, offered["move"].notes, strict=True))
    assert (left["0405"], left["0505"]) == ("2", "1")
    assert all(offered[verb].notes == () for verb in offered if verb != "move")


class OtherWords(WarPresenter):
    labels: ClassVar[dict[tuple[type[AnyStep], str], str]] = {(MovementPhase, "done"): "March on"}


def test_a_step_can_have_words_of_its_own_for_a_verb() -> None:
    for p, label in (
        (moving("0305 guard"), "March on"),
        (attacking("0705 guard", "0805 vale-4"), VERBS["done"].label),
    ):
        asked = OtherWords().present(p, "Upland", "Upland", p.decision()).decision
        assert asked is not None
        assert [o.label for o in asked.options if o.verb == "done"] == [label]


def test_only_what_is_offered_has_a_preview() -> None:
    p = play(moving("0305 guard"), "select guard")
    assert SCREEN.preview(p, Choice("move", "0405")) is not None
    assert SCREEN.preview(p, Choice("move", "9999")) is None
    assert SCREEN.preview(p, Choice("attack", "0405")) is None


def test_overlays_are_the_reach_and_those_of_the_table() -> None:
    p = moving("0305 guard", "0805 vale-1")
    assert p.view("").present().overlays == ("reach", *OVERLAYS)
    assert SCREEN.overlay(p, "", "reach") == ()
    (area,) = SCREEN.overlay(play(p.clone(), "select guard"), "", "reach")
    assert (area.name, area.style) == ("Reach", "reach")
    assert {"0405", "0505"} <= set(area.hexes)
    assert [area.name for area in SCREEN.overlay(p, "", "supply")] == [
        "Upland supply",
        "Vale supply",
    ]
    assert SCREEN.overlay(p, "", "weather") == ()
    assert SCREEN.stack(p, "", "nowhere") == ()


def test_a_unit_has_the_names_of_its_states_in_their_order() -> None:
    states = {"tired": 0b110, "lost": 0, "moved": 0b010}
    assert states_of_units(states) == {1: ("tired", "moved"), 2: ("tired",)}


def test_who_can_still_be_picked_up_is_counted() -> None:
    p = moving("0305 guard, 0405 hill-1")
    decision = p.decision()
    assert decision is not None
    assert not_yet(decision, "moved") == "2 units have not moved."
    assert in_hand(p) is p.frames[-1].memo


def test_everybody_who_can_joins_an_attack_and_only_in_the_copy() -> None:
    p = attacking("0705 guard, 0806 hill-1", "0805 vale-4")
    attack = with_everybody(p, Choice("attack", "0805")).frames[-1].memo
    assert len(attack.units) == 2
    assert p.decision() is not None and len(p.frames) == 1


def test_parts_of_a_cost_that_are_alike_are_one_line() -> None:
    charges = [Charge("clear", 1), Charge("river", 2), Charge("clear", 1)]
    assert prices(charges, lambda charge: (charge.name, "3.2")) == [
        Price("clear", "3.2", 2, 2),
        Price("river", "3.2", 1, 2),
    ]


def test_what_was_shown_before_is_shown_again_only_while_nothing_has_changed() -> None:
    p = moving("0305 guard", "0805 vale-1")

    def shown() -> list[tuple[str, str, tuple[str, ...]]]:
        units = SCREEN.present(p, "Upland", "Upland", p.decision()).units
        return [(unit.id, unit.hex, unit.states) for unit in units]

    before = shown()
    assert shown() == before
    p.where[0] = p.names.grid.hex("0306")
    moved = shown()
    assert moved != before
    play(p, f"select {p.name(0)}")
    assert shown() != moved
