"""What a screen is told: units, markers, options in words, previews, overlays."""

from __future__ import annotations

import msgspec
import pytest

from stavka.engine import Choice
from stavka.engine.presentation import Presentation
from stavka.players import Random
from stavka.titles.red_star.presentation import OVERLAYS, VERBS
from tests.marks import rule

from ..whole_games import exactly_the_legal_is_shown
from .situations import TITLE, number_of, offered, play, situation, started

FIGHT = """
    turn: 2
    phase: axis-combat
    [Axis]
    2144: GTK41 (3), GIBG01 (fought)
    2244: RO01K (out)
    returning: GDEP03 (@5)
    [Soviet]
    2145: SA03 (2-4, 1)
    2146: SA04
    [markers]
    flags: ruined
"""


def shown(text: str, side: str = "Axis") -> Presentation:
    return situation(text).view(side).present()


@rule("red-star", "6.1", "4.0.8")
def test_units_have_faces_places_and_states_and_both_sides_see_them() -> None:
    for side in TITLE.sides:
        units = {unit.id: unit for unit in shown(FIGHT, side).units}
        assert units["GTK41"].values == "7-6-7"
        assert units["GTK41"].states == ("reduced",)
        assert units["GIBG01"].states == ("fought",)
        assert "unsupplied" in units["RO01K"].states
        assert units["GDEP03"].box == "returning Axis"
        assert "turn 5" in units["GDEP03"].title
        # An army shows its class until it draws; then its marker, reduced or not.
        assert units["SA04"].values == "C-4"
        marker = next(m for m in TITLE.charts.markers if m.cup == "C" and m.full == (2, 4))
        assert units["SA03"].values == f"{marker.reduced[0]}-{marker.reduced[1]}-4"


def test_every_option_has_words_and_the_values_of_the_decision() -> None:
    """Over a whole game and parts of others: exactly the legal choices are shown."""
    for scenario, steps in (
        ("turning-point", 4000),
        ("barbarossa", 1500),
        ("russia-resurgent", 900),
    ):
        p = started(scenario, seed="options")
        player = Random(TITLE, "options")
        for number in range(steps):
            decision = p.decision()
            if decision is None:
                break
            if number % 3 == 0:
                exactly_the_legal_is_shown(p, decision)
                TITLE.preview(p, decision.pick(number % len(decision)))
            p.apply(player.choose(decision, None))
    assert all(verb.label for verb in VERBS.values())


def test_a_presentation_survives_json() -> None:
    seen = shown(FIGHT)
    assert msgspec.json.decode(msgspec.json.encode(seen), type=Presentation) == seen


def test_the_preview_of_a_move_tells_way_and_cost() -> None:
    p = situation("""
        turn: 2
        phase: axis-movement
        [Axis]
        2144: GTK41
    """)
    play(p, "select GTK41")
    seen = TITLE.preview(p, Choice("move", "2146"))
    assert seen is not None
    assert seen.path == ("2144", "2145", "2146")
    assert [(line.text, line.value, line.case) for line in seen.lines] == [("clear", "2", "3.3.2")]
    assert seen.result == "2 points, 5 left"
    assert TITLE.preview(p, Choice("move", "9999")) is None


def test_the_preview_of_an_attack_tells_the_sum_and_the_chances() -> None:
    p = situation(FIGHT)
    play(p, "attack 2145", "add GTK41")
    seen = TITLE.preview(p, Choice("resolve"))
    assert seen is not None
    assert [line.case for line in seen.lines] == ["7.1.2", "7.1.2"]
    assert sum(chance.probability for chance in seen.chances) == pytest.approx(1)
    joined = TITLE.preview(p, Choice("add", "RO01K"))
    assert joined is not None
    assert "10.6.1" in [line.case for line in joined.lines]


def test_overlays_cover_what_they_say() -> None:
    p = situation("""
        turn: 2
        phase: axis-movement
        [Axis]
        2144: GTK41
        [Soviet]
        2148: SRC07
    """)
    play(p, "select GTK41")
    reach = {area.name: set(area.hexes) for area in TITLE.overlay(p, "Axis", "reach")}
    assert reach["Reach"] == offered(p, "move")
    contested = {area.name: set(area.hexes) for area in TITLE.overlay(p, "Axis", "zoc")}
    assert "2147" in contested["Contested by the Soviet"]
    assert TITLE.overlay(p, "Axis", "weather") == ()
    assert all(TITLE.overlay(p, "Axis", kind) for kind in OVERLAYS)


def test_ending_a_phase_with_units_unmoved_asks_first() -> None:
    p = situation("""
        turn: 2
        phase: axis-movement
        [Axis]
        2144: GTK41
        2143: GIK26
    """)
    decision = p.view("Axis").present().decision
    assert decision is not None
    done = next(option for option in decision.options if option.verb == "done")
    assert done.confirm == "2 units have not moved. End the phase?"
    assert number_of(p, "GTK41") >= 0


def test_what_a_stack_comes_to() -> None:
    p = situation(FIGHT)
    tanks = {line.text: line.value for line in TITLE.stack(p, "Axis", "2144")}
    assert tanks["Attack"] == "9" and tanks["Stacked"].endswith(
        f"of {p.charts.limit['axis_stack']}"
    )
    blank = {line.text: line.value for line in TITLE.stack(p, "Soviet", "2146")}
    assert blank["Strength not drawn yet"] == "1" and blank["Attack"] == "0"
    assert TITLE.stack(p, "Axis", "nowhere") == ()


def test_points_left_are_written_on_the_hexes_of_a_move() -> None:
    p = situation("turn: 2\nphase: axis-movement\n[Axis]\n2144: GTK41 (3)\n[Soviet]\n2149: SA04\n")
    play(p, "select GTK41")
    decision = p.view("Axis").present().decision
    assert decision is not None
    move = next(option for option in decision.options if option.verb == "move")
    left = dict(zip(move.values, map(int, move.notes), strict=True))
    assert min(left.values()) == 0 and max(left.values()) == 6, "seven points, one spent"


@rule("red-star", "19.1.5")
@pytest.mark.parametrize(
    ("points", "needed", "text"),
    [
        (40, 51, "Soviet win; from 51: Draw"),
        (51, 58, "Draw; below 51: Soviet win; from 58: Axis win"),
        (89, 89, "Axis win; below 58: Draw"),
    ],
)
def test_the_victory_track_tells_what_the_next_level_takes(
    monkeypatch: pytest.MonkeyPatch, points: int, needed: int, text: str
) -> None:
    monkeypatch.setattr("stavka.titles.red_star.presentation.victory_points", lambda p: points)
    tracks = started("turning-point").view("Axis").present().tracks
    track = next(t for t in tracks if t.name == "Axis victory points")
    assert (track.value, track.maximum, track.text) == (points, needed, text)
