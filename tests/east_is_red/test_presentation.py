"""What a screen is told: units, markers, options in words, previews, overlays."""

from __future__ import annotations

import msgspec
import pytest

from stavka.engine import Choice
from stavka.engine.presentation import Presentation
from stavka.players import Random
from stavka.titles.east_is_red.position import War
from stavka.titles.east_is_red.presentation import OVERLAYS, VERBS
from tests.marks import rule

from ..whole_games import exactly_the_legal_is_shown
from .situations import TITLE, offered, play, situation, started

FIGHT = """
phase: soviet-combat
turn: 6
[Soviet]
0612: 3-7-9.1 (fought, railed), 0-1-1.1 (struck)
0419: 7-4-9.1
0320: 7-4-9.2
[Chinese]
0420: 4-6-6.1
0613: 4-6-6.2 (attacked)
[markers]
destroyed: 1612
landing: 0834
"""


def test_units_have_faces_places_and_states() -> None:
    p = situation(FIGHT)
    for side in TITLE.sides:
        shown = p.view(side).present()
        units = {unit.id: unit for unit in shown.units}
        assert units["3-7-9.1"].states == ("railed", "fought")
        assert units["0-1-1.1"].states == ("struck",)
        assert units["4-6-6.2"].states == ("attacked",)
        assert (units["4-6-6.1"].hex, units["4-6-6.1"].symbol) == ("0420", "infantry")
        assert units["7-4-9.1"].size == "XXX"
        assert "7-4-9.3" not in units, "counters in the pool are not shown"
        assert [m.hex for m in shown.markers if m.kind == "destroyed"] == ["1612"]
        assert (shown.decision is not None) is (side == "Soviet")
        assert shown.to_choose == "Soviet"


def test_units_to_deploy_are_in_a_box() -> None:
    p = started("m1-current")
    shown = p.view("Soviet").present()
    assert [box.key for box in shown.boxes] == ["hand Soviet"]
    assert {unit.box for unit in shown.units} == {"hand Soviet"}


def test_every_option_has_words_and_the_values_of_the_decision() -> None:
    """Over whole games: exactly the legal choices are shown, and nothing lacks a label."""
    for scenario, options in (("m1-current", ("19.0",)), ("m30-full", ("17.5", "19.0"))):
        p = started(scenario, options, "options")
        player = Random(TITLE, "options")
        while (decision := p.decision()) is not None:
            exactly_the_legal_is_shown(p, decision)
            p.apply(player.choose(decision, None))
    assert all(verb.label for verb in VERBS.values())


def test_a_presentation_survives_json() -> None:
    shown = situation(FIGHT).view("Soviet").present()
    assert msgspec.json.decode(msgspec.json.encode(shown), type=Presentation) == shown


def test_ending_a_phase_with_units_unmoved_asks_first() -> None:
    p = situation("phase: soviet-initial-movement\nturn: 2\n[Soviet]\n0612: 3-7-9.1")
    shown = p.view("Soviet").present().decision
    assert shown is not None
    done = next(option for option in shown.options if option.verb == "done")
    assert done.confirm == "1 unit has not moved. End the phase?"
    assert (done.label, done.key, done.role) == ("End the phase", "e", "end")


@rule("east-is-red", "7.3")
def test_who_will_be_lost_at_the_end_of_a_movement_phase_is_named_before() -> None:
    def asked(p: War, verb: str) -> str:
        decision = p.view("Soviet").present().decision
        assert decision is not None
        return next(option.confirm for option in decision.options if option.verb == verb)

    too_high = "0612: 3-7-9.1, 3-7-9.2, 2-2-6.1, 0-1-1.1"
    p = situation(f"phase: soviet-initial-movement\nturn: 2\n[Soviet]\n{too_high}")
    said = "0612 holds 4 units: 1 of 0-1-1.1, 2-2-6.1, 3-7-9.1, 3-7-9.2 will be eliminated."
    assert asked(p, "done") == f"{said} 3 units have not moved. End the phase?"
    play(p, "select 3-7-9.1", "move 0613", "select 3-7-9.2", "move 0613", "substitute")
    assert asked(p, "pass") == "", "two and two"
    # Before the Second Movement Phase the Marines could not have moved, but others could.
    p = situation(f"phase: soviet-second-movement\nturn: 2\n[Soviet]\n{too_high}")
    play(p, "substitute")
    assert asked(p, "pass") == f"{said} End the phase?"


@rule("east-is-red", "5.12")
def test_the_preview_of_a_move_shows_way_and_cost() -> None:
    p = situation("phase: soviet-initial-movement\nturn: 2\n[Soviet]\n0612: 3-7-9.1")
    assert TITLE.preview(p, Choice("move", "0614")) is None, "nobody is in hand"
    play(p, "select 3-7-9.1")
    assert [u.states for u in p.view("Soviet").present().units] == [("selected",)]
    before = p.to_json()
    shown = TITLE.preview(p, Choice("move", "0614"))
    assert shown is not None
    assert shown.path == ("0612", "0613", "0614")
    assert [(line.value, line.case) for line in shown.lines] == [("4", "12.0")]
    assert shown.result == "4 points, 5 left"
    assert TITLE.preview(p, Choice("move", "4635")) is None
    assert p.to_json() == before


@rule("east-is-red", "9.3")
def test_the_preview_of_an_attack_shows_the_sum_and_the_chances() -> None:
    # Turn six: nobody is supplied for attack before a supply unit is expended.
    p = situation(FIGHT)
    shown = TITLE.preview(p, Choice("attack", "0420"))
    assert shown is not None
    assert shown.result == "7 to 6: 1-1"
    assert {line.case for line in shown.lines} >= {"9.0", "9.21", "11.0"}
    assert sum(chance.probability for chance in shown.chances) == pytest.approx(1)
    assert {c.result: round(c.probability * 6) for c in shown.chances} == {"Dr": 3, "Ar": 3}
    play(p, "attack 0420", "add 7-4-9.1")
    drawn = p.view("Chinese").present()
    assert [m.hex for m in drawn.markers if m.kind == "target"] == ["0420"]
    assert [u.id for u in drawn.units if "attacking" in u.states] == ["7-4-9.1"]
    nuclear = TITLE.preview(p, Choice("nuclear"))
    assert nuclear is not None
    assert nuclear.result == "7 to 6: 1-1"
    lower = TITLE.preview(p, Choice("resolve", min(offered(p, "resolve"))))
    assert lower is not None
    assert lower.chances


@pytest.mark.parametrize("kind", OVERLAYS)
def test_overlays_name_hexes(kind: str) -> None:
    p = situation("phase: soviet-initial-movement\nturn: 2\n[Soviet]\n0612: 3-7-9.1")
    play(p, "select 3-7-9.1")
    areas = TITLE.overlay(p, "Soviet", kind)
    assert areas
    assert any(area.hexes for area in areas)
    assert TITLE.overlay(p, "Soviet", "weather") == ()


def test_points_left_are_written_on_every_hex_within_reach() -> None:
    """5.12: the note on a hex is what the preview of going there says."""
    p = play(
        situation("phase: soviet-initial-movement\nturn: 1\n[Soviet]\n1611: 3-7-9.1"),
        "select 3-7-9.1",
    )
    for _ in range(2):
        decision = p.view("Soviet").present().decision
        assert decision is not None
        move = next(option for option in decision.options if option.verb == "move")
        assert len(move.notes) == len(move.values) > 2
        for label, note in zip(move.values, move.notes, strict=True):
            preview = TITLE.preview(p, Choice("move", label))
            assert preview is not None and preview.result.endswith(f", {note} left")
            assert preview.result.split()[0] == str(sum(int(line.value) for line in preview.lines))
        assert all(not o.notes for o in decision.options if o.verb != "move")
        # With some points spent, the figures are of what is left.
        play(p, f"move {max(zip(move.notes, move.values, strict=True))[1]}")


def test_totals_of_a_stack() -> None:
    p = situation(
        """
phase: chinese-combat
turn: 6
[Soviet]
0612: 3-7-9.1, 4-6-9.1, 0-1-1.1
[Chinese]
1612: 4-6-6.1
"""
    )
    totals = {line.text: (line.value, line.case) for line in TITLE.stack(p, "Soviet", "0612")}
    assert totals["Attack"] == ("7", "9.0")
    assert totals["Defence"] == ("14", "9.21")
    assert totals["Stacked"] == ("3 of 3", "7.0")
    assert TITLE.stack(p, "Soviet", "0101") == ()
    assert TITLE.stack(p, "Soviet", "nowhere") == ()


def test_a_costly_attack_is_asked_about() -> None:
    """Where the attackers are beaten as often as not, and in mass attacks (10.5)."""

    def question(soviets: str, *choices: str) -> str:
        text = f"phase: soviet-combat\nturn: 1\n[Soviet]\n1712: {soviets}\n[Chinese]\n1613: 4-6-6.1"
        if "mass" in choices:
            text = (
                "phase: chinese-combat\nturn: 1\n[Soviet]\n1613: 2-1-9.1\n"
                "[Chinese]\n1712: 4-6-6.1\n"
            )
        p = play(situation(text), *choices)
        decision = p.view(p.current.side).present().decision
        assert decision is not None
        return next(option.confirm for option in decision.options if option.verb == "resolve")

    alone = question("7-4-9.1", "attack 1613", "add 7-4-9.1")
    assert alone == "At 1-1 the attackers are beaten in 50% of cases. Attack?"
    assert question("7-4-9.1, 7-4-9.2, 4-6-9.1", "attack 1613", "all") == ""
    assert "mass attack" in question("", "attack 1613", "add 4-6-6.1", "mass")


def test_a_stack_in_rough_ground_or_without_supply() -> None:
    """12.0: the defence that counts; 11.0: who is out of supply."""
    p = situation(
        "phase: chinese-combat\nturn: 6\n[Soviet]\n1507: 3-7-9.1\n[Chinese]\n1307: 4-6-6.1"
    )
    board = p.charts
    assert board.rough >> board.grid.hex("1307") & 1
    totals = {line.text: line.value for line in TITLE.stack(p, "Chinese", "1307")}
    assert totals["Defence"] == "6" and totals["Defence in rough x2"] == "12"
    assert totals["Out of supply"] == "1 of 1"
