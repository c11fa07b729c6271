"""What a screen is told: units, markers, options in words, previews, overlays."""

from __future__ import annotations

import msgspec
import pytest

from stavka.engine import Choice
from stavka.engine.presentation import Fact, Presentation, Preview
from stavka.players import Random
from stavka.titles.reds.position import War
from stavka.titles.reds.presentation import BANDS, OVERLAYS, VERBS, result_text
from tests.marks import rule

from ..whole_games import exactly_the_legal_is_shown
from .situations import HOLD, TITLE, offered, play, situation, started, to_choose, where

EAST = "turn: 3\nphase: activation\nchit: East\n"
AFSR = "turn: 8\nphase: activation\nchit: AFSR\n"
FIGHT = (
    f"{EAST}[Red]\n2911: R-A05\n2813: R-A01 (disordered)\nready: R-AIR1\ndead: R-A11\n"
    "[White]\n3012: W-KOM\n3011: W-KAP\n2825: W-KOR\n1904: W-AIA\n"
    "[markers]\npool: Field-Staff\nevent rolls: 6 7\nleaders: Frunze@East\nterror: 2317\n"
)


def shown(p: War, side: str = "Red") -> Presentation:
    return p.view(side).present()


def fact(p: War, name: str) -> Fact:
    return next(f for f in shown(p).facts if f.name.startswith(name))


def preview(p: War, text: str) -> Preview:
    found = TITLE.preview(p, Choice.parse(text))
    assert found is not None
    return found


@rule("reds", "2.3", "2.6")
def test_units_have_faces_places_states_and_bands() -> None:
    units = {unit.id: unit for unit in shown(situation(FIGHT)).units}
    army, kappel = units["R-A05"], units["W-KAP"]
    assert (army.hex, army.symbol, army.size, army.values) == (
        "2911",
        "infantry",
        "XXXX",
        "4\u00b73\u00b72",
    )
    assert "active" in army.states
    assert "3 movement points" in army.title
    assert army.band == ""
    assert "disordered" in units["R-A01"].states
    assert units["R-A01"].values == "4\u00b7-1\u00b7-1", "the back of the counter"
    assert (kappel.band, units["W-KOR"].band, units["W-AIA"].band) == ("green", "azure", "ochre")
    assert units["W-DON1"].symbol == "cavalry"
    assert units["R-AIR1"].box == "ready Red"
    assert units["R-A11"].box == "dead Red"
    assert units["R-KON1"].box == "turn D"
    assert units["R-G07"].box == "pool Red"
    assert "R-MAK" not in units
    for unit in units.values():
        assert bool(unit.hex) != bool(unit.box)
        if unit.side == "White":
            assert unit.band in BANDS.values()


def test_armies_lie_above_garrisons_and_trains() -> None:
    text = f"{EAST}[Red]\n3010: R-A05, R-TR1, R-G01, R-LAT\n{HOLD}"
    there = [unit.id for unit in shown(situation(text)).units if unit.hex == "3010"]
    assert there == ["R-TR1", "R-G01", "R-LAT", "R-A05"]


def test_every_box_that_a_unit_is_in_has_a_name() -> None:
    p = started("1918-21", (), "boxes")
    player = Random(TITLE, "boxes")
    for _ in range(1200):
        decision = p.decision()
        if decision is None:
            break
        view = shown(p)
        names = {box.key for box in view.boxes}
        assert {unit.box for unit in view.units if unit.box} <= names
        p.apply(player.choose(decision, None))


def test_markers_of_control_gold_and_trains() -> None:
    markers = {(m.kind, m.hex) for m in shown(situation(FIGHT)).markers}
    assert {
        ("gold", "3010"),
        ("locomotive", "2813"),
        ("verdun", "3119"),
        ("terror", "2317"),
    } <= markers
    assert ("white", "3408") in markers
    assert ("red", "2210") in markers
    assert not {("red", "2313"), ("red", "3010")} & markers, "Red Cities need no marker"
    assert ("white", "3012") not in markers, "its units say it"


def test_tracks_chits_and_event_cards() -> None:
    p = situation(FIGHT)
    tracks = {track.name: track for track in shown(p).tracks}
    assert (tracks["Turn"].value, tracks["Turn"].maximum) == (3, 24)
    assert "Oct 1918" in tracks["Turn"].text
    assert (tracks["White resources"].value, tracks["Red resources"].value) == (2, 5)
    assert tracks["White resources"].text == "3 needed on Turn C"
    assert fact(p, "Chits").text == "Field Staff"
    assert fact(p, "White event 6").name == "White event 6: AIF Offensive"
    assert "may attack" in fact(p, "White event 6").text
    assert "Draw one leader" in fact(p, "Red event 7").text
    assert fact(p, "Red High Command").text == "Frunze (2): East Front"
    assert shown(p).phase == "Oct 1918: East Front"


def test_every_option_has_words_and_the_values_of_the_decision() -> None:
    """Over whole games: exactly the legal choices are shown, and nothing lacks a label."""
    used: set[str] = set()
    for scenario, options in (("1918-19", ("21.4",)), ("1918-21", ("21.1", "21.2", "21.3"))):
        p = started(scenario, options, "options")
        player = Random(TITLE, "options")
        while (decision := p.decision()) is not None:
            exactly_the_legal_is_shown(p, decision)
            used |= {option.verb for option in decision.options}
            p.apply(player.choose(decision, None))
    assert used <= set(VERBS)


def test_the_other_side_sees_no_decision() -> None:
    p = situation(FIGHT)
    assert to_choose(p) == "Red"
    assert shown(p, "White").decision is None
    assert shown(p, "White").to_choose == "Red"


def test_a_presentation_survives_json() -> None:
    view = shown(situation(FIGHT))
    assert msgspec.json.decode(msgspec.json.encode(view), type=Presentation) == view


def test_ending_the_movement_with_units_unmoved_asks_first() -> None:
    view = shown(situation(FIGHT)).decision
    assert view is not None
    done = next(option for option in view.options if option.verb == "done")
    assert done.confirm == "2 units have not moved. End the movement?"
    assert (done.label, done.key, done.role) == ("End the movement", "e", "end")


@rule("reds", "20.3", "11.8")
def test_ending_an_advance_that_leaves_a_train_alone_asks_first() -> None:
    p = situation(
        f"{EAST}[Red]\n2813: R-A01, R-TR1\n2811: R-A05\n[White]\n2912: W-KAP (disordered)\n{HOLD}",
        dice=(6, 1),
    )
    play(p, "done", "attack 2912", "add R-A01", "add R-TR1", "resolve", "advance R-A01")
    view = shown(p).decision
    assert view is not None
    hold = next(option for option in view.options if option.verb == "hold")
    assert "Guards of the Revolution" in hold.confirm


@rule("reds", "20.3", "11.8")
def test_an_advance_says_whom_it_leaves_alone() -> None:
    """The train has not attacked: it cannot follow."""
    p = situation(
        f"{EAST}[Red]\n2813: R-A01, R-TR1\n[White]\n2912: W-KAP (disordered)\n{HOLD}", dice=(6, 1)
    )
    play(p, "done", "attack 2912", "add R-A01", "resolve")
    lines = preview(p, "advance R-A01").lines
    assert [(line.text, line.value) for line in lines] == [
        ("Guards of the Revolution, left alone", "eliminated")
    ]


@rule("reds", "20.13", "10.6")
def test_the_last_move_of_a_step_says_whom_it_leaves_alone() -> None:
    """The tank has been active with another faction: the step ends with the last move."""
    p = situation(f"{AFSR}[White]\n2923: W-VOL, W-TK1 (acted)\n[Red]\n3123: R-A08\n{HOLD}")
    play(p, "select W-VOL")
    lines = preview(p, "move 3023").lines
    assert ("1 Tank Detachment, left alone", "20.13") in [(line.text, line.case) for line in lines]
    play(p, "move 3023")
    assert where(p, "W-TK1") == "gone"


@rule("reds", "18.2")
@pytest.mark.parametrize(
    ("phase", "text"),
    [("red-replacement", "4 needed on Turn D"), ("white-reinforcement", "4 needed on Turn D")],
)
def test_the_withdrawal_number_is_that_of_the_next_check(phase: str, text: str) -> None:
    p = situation(f"turn: C\nphase: {phase}\n[Red]\ndead: R-A11\n2313: R-A01\n")
    assert p.current.key != "withdrawal"
    tracks = {track.name: track for track in shown(p).tracks}
    assert tracks["White resources"].text == text


@rule("reds", "10.6", "8.6")
def test_the_preview_of_a_move_shows_way_and_cost() -> None:
    p = situation(FIGHT)
    assert TITLE.preview(p, Choice("move", "2812")) is None, "nobody is in hand"
    play(p, "select R-A01")
    assert "selected" in next(u for u in shown(p).units if u.id == "R-A01").states
    before = p.to_json()
    view = preview(p, "move 2712")
    assert view.path == ("2813", "2712")
    assert [(line.value, line.case) for line in view.lines] == [("1", "10.6")]
    assert view.result == "1 point, 2 left"
    stopped = preview(p, "move 2912")
    assert stopped.result == "1 point, 2 left, stops: enemy ZOC"
    assert [(line.text, line.case) for line in stopped.lines] == [
        ("clear", "10.6"),
        ("enemy ZOC", "8.6"),
    ]
    assert TITLE.preview(p, Choice("move", "4301")) is None
    assert p.to_json() == before


@rule("reds", "11.3", "11.4")
def test_the_preview_of_an_attack_shows_the_sum_and_the_chances() -> None:
    p = situation(FIGHT)
    play(p, "done")
    view = preview(p, "attack 3012")
    assert view.result == "1:2, die x 1 +3 against die x 1 +0"
    texts = {line.text: line.value for line in view.lines}
    assert texts == {
        "attack: 5 Army": "+3",
        "defence: Komuch Army": "+0",
        "manpower": "4 to 2",
        "shift: city": "1L",
        "shift: river": "1L",
    }
    assert sum(chance.probability for chance in view.chances) == pytest.approx(1)
    # At 1:2 from -2 to +8: a up to +2 (15 of 36), ad beyond.
    assert {c.result: round(c.probability * 36) for c in view.chances} == {"a": 15, "ad": 21}
    play(p, "attack 3012", "add R-A05")
    marked = shown(p, "White")
    assert [m.hex for m in marked.markers if m.kind == "target"] == ["3012"]
    assert [u.id for u in marked.units if "attacking" in u.states] == ["R-A05"]
    assert preview(p, "resolve").chances == view.chances
    play(p, "resolve")
    assert fact(p, "Battle of Simbirsk").text.startswith("manpower 4 to 2, after shifts 1:2")
    assert preview(p, "commit R-AIR1").result == "1:2, die x 2 +4 against die x 1 +0"


@rule("reds", "11.3", "11.5")
def test_a_battle_is_reported_step_by_step() -> None:
    p = situation(f"{EAST}[Red]\n2911: R-A05\n[White]\n2912: W-CZ2, W-KAP\n{HOLD}", dice=(6, 1))
    play(p, "done", "attack 2912", "add R-A05", "resolve")
    # 6 + 3 against 1 x 2 + 3 + 2 at 2:1.
    report = "2:1; dice 6 and 1; strengths 9 and 7; differential +2; d: one defender disordered"
    assert fact(p, "Battle of 2912").text == report
    assert to_choose(p) == "White"


@rule("reds", "11.6")
def test_the_preview_of_a_retreat_tells_its_price() -> None:
    p = situation(f"{EAST}[Red]\n2911: R-A05\n[White]\n2912: W-KAP\n{HOLD}", dice=(6, 1))
    play(p, "done", "attack 2912", "add R-A05", "resolve")
    assert {"3112", "2711"} <= offered(p, "to")
    assert preview(p, "to 3112").result == "free"
    assert preview(p, "to 3112").path == ("2912", "3013", "3112")
    assert preview(p, "to 2711").result == "eliminated on the way", "dR has disordered it"


@pytest.mark.parametrize(
    ("result", "text"),
    [
        ("-", "no effect"),
        ("a", "one attacker disordered"),
        ("AR", "all attackers disordered, attackers retreat"),
        ("aDR", "one attacker disordered; all defenders disordered, defenders retreat"),
    ],
)
def test_results_in_words(result: str, text: str) -> None:
    assert result_text(result) == text


@pytest.mark.parametrize("kind", OVERLAYS)
def test_overlays_name_hexes(kind: str) -> None:
    p = situation(FIGHT)
    play(p, "select R-A01")
    areas = TITLE.overlay(p, "Red", kind)
    assert areas
    assert all(area.hexes for area in areas)
    assert TITLE.overlay(p, "Red", "weather") == ()


@rule("reds", "8.1", "12.4")
def test_overlays_show_zones_and_supply() -> None:
    p = situation(FIGHT)
    zones = {area.name: set(area.hexes) for area in TITLE.overlay(p, "Red", "zoc")}
    assert "2911" in zones["White Zones of Control"]
    assert "3012" in zones["Red Zones of Control"]
    supply = {area.name: set(area.hexes) for area in TITLE.overlay(p, "Red", "supply")}
    assert "2313" in supply["Red supply"]
    assert "4301" in supply["White supply"]


def test_points_left_are_written_on_the_hexes_of_a_move() -> None:
    p = situation(FIGHT)
    play(p, "select R-A05")
    decision = shown(p).decision
    assert decision is not None
    move = next(option for option in decision.options if option.verb == "move")
    left = dict(zip(move.values, move.notes, strict=True))
    assert (left["2812"], left["2912"]) == ("2", "1"), "from zone to zone only round about"
    assert set(left.values()) <= {"0", "1", "2"}


def test_what_a_stack_comes_to() -> None:
    lines = {line.text: line.value for line in TITLE.stack(situation(FIGHT), "Red", "2911")}
    assert lines == {
        "Manpower": "4",
        "Units": "1",
        "Attack": "+3",
        "Defence": "+2",
        "Stacked": "4 of 9",
    }, "a leader lets more stand together"
    assert TITLE.stack(situation(FIGHT), "Red", "2712") == ()
    assert TITLE.stack(situation(FIGHT), "Red", "nowhere") == ()
