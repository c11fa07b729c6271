"""Position files: what they say, what they leave out, what is wrong with them."""

from __future__ import annotations

import random

import pytest

from stavka.engine import Dice, seed_from
from stavka.engine.position_file import BadPosition
from stavka.titles.red_star.position import BREAKDOWN, War

from ..whole_games import files_read_back
from .situations import TITLE, box_of, number_of, situation, started, steps, where

TEXT = """
    stavka position 1
    title: red-star
    scenario: barbarossa
    turn: 5
    phase: axis-combat
    [Axis]
    4212: GTK41 (3, out), infantry_battlegroup (1)   # Minsk
    3805: GAB1
    returning: GDEP03 (@7)
    [Soviet]
    4213: SA03 (2-5, 1), SPART1
    force_pool: SRC01
    [markers]
    entered: 4828
    flags: ruined
"""


def test_what_a_file_says() -> None:
    p = situation(TEXT)
    assert (p.turn, p.current.key) == (5, "axis-combat")
    assert where(p, "GTK41") == "4212"
    assert steps(p, "GTK41") == 3
    assert p.out == 1 << number_of(p, "GTK41")
    assert steps(p, "GIBG01") == 1
    assert (box_of(p, "GDEP03"), p.due[number_of(p, "GDEP03")]) == ("returning", 7)
    assert p.charts.markers[p.marker[number_of(p, "SA03")]].full == (2, 5)
    assert p.ruined
    assert p.entered == 1 << p.charts.moscow


def test_what_a_file_leaves_out_is_as_one_would_expect() -> None:
    p = situation(TEXT)
    assert (
        p.box(BREAKDOWN) == p.charts.battlegroups & ~p.on_map & ~p.charts.unlisted["turning-point"]
    )
    assert box_of(p, "GAF1") == "air_fleets"
    # A strong unit in Minsk holds it.
    assert p.axis_held >> p.charts.grid.hex("4212") & 1
    marker = p.marker[number_of(p, "SA03")]
    assert p.cups[marker] == p.charts.markers[marker].count - 1


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("[Axis]\n9999: GTK41", "not on this map"),
        ("[Axis]\n2020: XYZ", "there is no unit 'XYZ'"),
        ("[Axis]\n4212: SA03", "SA03 is not one of the Axis units"),
        ("[Axis]\n4212: GTK41\n4213: GTK41", "stands somewhere already"),
        ("[Axis]\n4212: GTK41 (2)", "no side with 2 steps"),
        ("[Axis]\n4212: GTK41 (happy)", "unknown state 'happy'; there are out, lack"),
        ("[Axis]\n4212: GTK41\n[Soviet]\n4212: SA03", "both sides"),
        ("[Axis]\n9121: GTK41", "GTK41 cannot be in 9121, which is water or out of play"),
        ("[Soviet]\n4212: SA03 (9-9)", "no marker 9-9 in cup C"),
        ("[Soviet]\nawaiting_promotion: SA03", "SA03 cannot be in awaiting_promotion"),
        ("[Soviet]\npromoted: infantry_army, guards_army", "SG01 cannot be in promoted"),
        ("[Soviet]\nparadrop: SA03", "SA03 cannot be in paradrop"),
        ("[Soviet]\nevacuated: SA03", "SA03 cannot be in evacuated"),
        ("[Soviet]\nleaders: SA03", "SA03 cannot be in leaders"),
        ("[Axis]\nair_fleets: GTK41", "GTK41 cannot be in air_fleets"),
        ("[markers]\ncups: 1 2 3", "89 numbers are expected, not 3"),
        ("[markers]\nflags: odd", "unknown flag 'odd'"),
        ("[markers]\nparts: GIBG01", "two units"),
        ("[markers]\nmood: good", "unknown marker 'mood'; there are cups"),
        ("[Allies]\n4212: GTK41", "unknown section"),
        ("mood: good", "unknown key 'mood'"),
        ("options: 1.1", "unknown option '1.1'; there are none"),
        ("scenario: waterloo", "no scenario 'waterloo'"),
        ("turn: 41", "no turn 41"),
        ("flow: [[1]]", "cannot be read"),
        ("outcome: [1]", "cannot be read"),
    ],
)
def test_what_is_wrong_with_a_file(line: str, complaint: str) -> None:
    with pytest.raises(BadPosition, match=complaint):
        situation(f"phase: axis-combat\n{line}")


def test_the_phase_must_be_one() -> None:
    with pytest.raises(BadPosition, match="there is no phase 'lunch'"):
        situation("phase: lunch")


@pytest.mark.parametrize("scenario", ["barbarossa", "russia-resurgent"])
def test_a_position_reads_back_in_the_middle_of_anything(scenario: str) -> None:
    p: War = started(scenario)
    rnd = random.Random(3)
    for step in range(600):
        decision = p.decision()
        if decision is None:
            break
        if step % 17 == 0:
            again = TITLE.read(TITLE.write(p), Dice(seed_from("tests")))
            assert again == p
            twin = again.decision()
            assert twin is not None
            assert twin.as_json() == decision.as_json()
        p.apply(decision.pick(rnd.randrange(len(decision))))


def test_whatever_happens_can_be_written_and_read_back() -> None:
    p = started("turning-point", seed="files")
    assert len(files_read_back(TITLE, p, seed_from("files"), random.Random("files"))) >= 12
