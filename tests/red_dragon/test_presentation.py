"""What a screen is told: counters, markers, boxes, options in words, previews, overlays."""

from __future__ import annotations

import msgspec
import pytest

from stavka.engine import Choice
from stavka.engine.presentation import OptionView, Presentation, UnitView
from stavka.players import Random
from stavka.rules import cases_of
from stavka.titles.red_dragon.position import War
from stavka.titles.red_dragon.presentation import BANDS, OVERLAYS, SYMBOLS, VERBS

from ..marks import rule
from ..whole_games import exactly_the_legal_is_shown
from .fights import A, B, C, D, X
from .situations import CUT_OFF, TITLE, loyal_up_to, offered, play, set_up, started


def shown(p: War, side: str) -> dict[str, UnitView]:
    return {unit.id: unit for unit in p.view(side).present().units}


def option(p: War, verb: str) -> OptionView:
    decision = p.decision()
    assert decision is not None
    view = p.view(decision.side).present().decision
    assert view is not None
    return next(option for option in view.options if option.verb == verb)


def front() -> War:
    """A bit of everything, in the GMD Combat Phase of turn 4."""
    return set_up(
        "gmd-combat",
        turn=4,
        gmd=f"{X}: 72-corps (fought), xbs-artillery-1, li-mi; {C}: 59-corps; 1809: air-supply; "
        "1804: 1-tank-bn-1, 2-tank-bn-1, jiang-weiguo; school 6: 148-div; turn 5: 5-corps; "
        "available: fb-1; beyond: 70-corps; reinforcements: 54-corps",
        pla=f"{A}: ecfa-7, 1st, guerrilla-1; {B}: cpfa-4, elb-1; 1411: militia-1; turn 6: ecfa-9",
    )


def test_counters_have_faces_places_states_and_colours() -> None:
    p = front()
    units = shown(p, "PLA")
    assert (units["72-corps"].hex, units["72-corps"].values) == (X, "4-3")
    assert units["72-corps"].states == ("fought",)
    assert (units["72-corps"].size, units["72-corps"].band) == ("XXX", "")
    assert units["xbs-artillery-1"].values == "(1)*-3"
    assert (units["li-mi"].symbol, units["li-mi"].values) == ("leader", "1")
    assert units["ecfa-7"].values == "6-4"
    assert (units["ecfa-7"].band, units["cpfa-4"].band) == (BANDS["SH"], BANDS["CPFA"])
    assert units["fb-1"].box == "available GMD"
    assert units["5-corps"].box == "turn 5"
    assert units["148-div"].box == "turn 6"
    assert "defector" in units["148-div"].states
    assert units["70-corps"].box == "beyond GMD"
    assert "loss factor 2" in units["72-corps"].title
    assert "39-corps" not in units, "counters that are not in the game are not shown"


def test_every_kind_of_counter_has_a_symbol_and_every_command_its_colour() -> None:
    p = started()
    for counter in p.charts.counter:
        assert counter.type in SYMBOLS
    units = shown(p, "PLA")
    assert {units[name].band for name in ("5-corps", "25-corps", "8-corps", "41-corps")} == {
        BANDS["2A"],
        BANDS["7A"],
        BANDS["13A"],
        BANDS["16A"],
    }
    colours = {"azure", "green", "ochre", "violet", "teal", "rose", "grey", "black"}
    assert set(BANDS.values()) <= colours


@rule("red-dragon", "4.4.1", "4.4.2")
def test_pacification_areas_change_their_colour() -> None:
    gmd = "1809: 59-corps; 1010: 107-corps"
    for turn, colours in ((2, (BANDS["3PA"], BANDS["1PA"])), (3, ("", BANDS["BC"]))):
        units = shown(set_up("gmd-movement", gmd=gmd, turn=turn), "GMD")
        assert (units["59-corps"].band, units["107-corps"].band) == colours


# 18.2 What the GMD may see


@rule("red-dragon", "18.2.1", "18.2.3")
def test_the_gmd_sees_that_there_are_counters_and_no_more() -> None:
    p = front()
    for side in ("GMD", ""):
        units = shown(p, side)
        hidden = {"ecfa-7", "1st", "cpfa-4", "elb-1", "ecfa-9"}
        assert not hidden & set(units)
        assert {"guerrilla-1", "militia-1"} <= set(units), "these are face up"
        down = [unit for unit in units.values() if unit.symbol == "unknown"]
        assert sorted(unit.hex or unit.box for unit in down) == [A, A, B, B, "turn 6"]
        for unit in down:
            assert (unit.values, unit.size, unit.band, unit.states) == ("", "", "", ())
        text = msgspec.json.encode(p.view(side).present()).decode()
        for name in hidden:
            assert f'"{name}"' not in text
            assert p.charts.counter[p.charts.unit(name)].name not in text


@rule("red-dragon", "18.2", "18.2.4")
def test_the_pla_sees_everything() -> None:
    p = front()
    units = shown(p, "PLA")
    assert {"ecfa-7", "1st", "cpfa-4", "elb-1", "ecfa-9"} <= set(units)
    assert {"72-corps", "xbs-artillery-1", "li-mi", "59-corps"} <= set(units)
    assert not any(unit.symbol == "unknown" for unit in units.values())


@rule("red-dragon", "18.2.2")
def test_units_in_a_combat_are_shown_until_it_is_over() -> None:
    p = set_up(
        "pla-combat",
        gmd=f"{X}: 72-corps, 148-div; 0809: 99-corps",
        pla=f"{A}: ecfa-1, ecfa-9; {B}: ecfa-3; 0810: ecfa-4",
        dice=[5, 1, 3],
    )
    play(p, f"attack {X}", "add ecfa-1", "add ecfa-9", "resolve")
    # 13 to 6 is 2:1; a 5 is DA, and the GMD has to choose.
    assert offered(p, "lose") == {"72-corps", "148-div"}
    units = shown(p, "GMD")
    assert {"ecfa-1", "ecfa-9"} <= set(units)
    assert "face-up" in units["ecfa-1"].states
    assert not {"ecfa-3", "ecfa-4"} & set(units)
    play(p, "lose 72-corps")
    assert not {"ecfa-1", "ecfa-9", "ecfa-3"} & set(shown(p, "GMD"))


# Boxes, markers, tracks, facts


def test_boxes_hold_what_is_not_on_the_map() -> None:
    view = front().view("PLA").present()
    keys = [box.key for box in view.boxes]
    assert {"available GMD", "turn 5", "turn 6", "beyond GMD", "coming GMD"} <= set(keys)
    assert {unit.box for unit in view.units if unit.box} == set(keys), "no box is forgotten"


@rule("red-dragon", "16.2.1", "17.2.9")
def test_holding_boxes_for_fdps_and_the_armored_group() -> None:
    p = set_up(
        "gmd-movement",
        markers="fdp: 1705",
        pla="2013: ecfa-1",
        gmd="1705: 5-corps, 70-corps, 25-corps, qiu-qingquan; 1809: 72-corps, 1-tank-bn-1, "
        "2-tank-bn-1, jiang-weiguo",
    )
    view = p.view("GMD").present()
    inside = {u.id for u in view.units if u.box == "fdp 1705"}
    assert inside == {"5-corps", "70-corps", "25-corps", "qiu-qingquan"}
    assert {u.hex for u in view.units if u.id in inside} == {"1705"}
    group = {u.id for u in view.units if u.box == "armored group"}
    assert group == {"1-tank-bn-1", "2-tank-bn-1", "jiang-weiguo"}
    assert [box.name for box in view.boxes][:2] == ["FDP in 1705 (Chenguanzhuang)", "Armored Group"]
    assert [m.hex for m in view.markers if m.kind == "fdp"] == ["1705"]


def test_markers_tracks_and_facts() -> None:
    p = set_up(
        "pla-movement",
        turn=4,
        gmd="0809: 99-corps; 1608: fb-1; eliminated: 5-corps",
        pla="1408: ecfa-1",
        markers="bridges: 1307/1407@4; flags: great-victory trenches",
        header="weather: Thaw; news: 12; short attacks: 2; offensive: 1; frozen: 2A",
    )
    view = p.view("GMD").present()
    kinds = {(m.kind, m.hex or m.hexside) for m in view.markers}
    assert {("interdiction", "1608"), ("captured", "1408"), ("bridge", "1307/1407")} <= kinds
    tracks = {track.name: track.value for track in view.tracks}
    assert tracks["GMD corps eliminated"] == 1
    assert tracks["Short Attacks to be made"] == 2
    facts = {fact.name: fact for fact in view.facts}
    assert facts["Weather"].text.startswith("Thaw")
    assert "Approach Trench Tactics" in facts
    assert {"Great Victory!", "Political Offensive", "Held back", "GMD colours"} <= set(facts)
    cases = set(cases_of("red-dragon"))
    assert {fact.case for fact in view.facts} <= cases


# Decisions


@pytest.mark.parametrize("options", [(), ("5.1.2",)])
def test_every_option_has_words_and_the_values_of_the_decision(options: tuple[str, ...]) -> None:
    """Over a whole game: exactly the legal choices are shown, and nothing lacks a label."""
    p = started(options, f"options {options}")
    player = Random(TITLE, "options")
    cases = set(cases_of("red-dragon"))
    while (decision := p.decision()) is not None:
        view = exactly_the_legal_is_shown(p, decision).decision
        assert view is not None
        assert {option.case for option in view.options} | {view.case} <= cases
        p.apply(player.choose(decision, None))
    assert all(verb.label for verb in VERBS.values())


def test_a_presentation_survives_json() -> None:
    view = front().view("GMD").present()
    assert msgspec.json.decode(msgspec.json.encode(view), type=Presentation) == view


def test_ending_the_movement_asks_first() -> None:
    p = set_up("gmd-movement", gmd="1809: 72-corps")
    done = option(p, "done")
    assert done.confirm == "1 unit has not moved. End the movement?"
    assert (done.label, done.key, done.role) == ("End the movement", "e", "end")
    p = set_up("pla-movement", gmd="0809: 99-corps", pla="2013: ecfa-1", header="short attacks: 2")
    assert "2 Short Attacks" in option(p, "done").confirm


# Previews


@rule("red-dragon", "11.1.3")
def test_the_preview_of_a_move_shows_way_and_cost() -> None:
    p = set_up("gmd-movement", gmd="1509: 72-corps")
    assert TITLE.preview(p, Choice("move", "1511")) is None, "nobody is in hand"
    play(p, "select 72-corps")
    assert shown(p, "GMD")["72-corps"].states == ("selected",)
    before = p.to_json()
    view = TITLE.preview(p, Choice("move", "1511"))
    assert view is not None
    assert view.path in (("1509", "1510", "1511"), ("1509", "1410", "1511"))
    assert [(line.text, line.value) for line in view.lines] == [("clear x2", "2")]
    assert view.result == "2 points, 1 left"
    assert TITLE.preview(p, Choice("move", "2221")) is None
    assert p.to_json() == before


def test_previews_of_other_ways_to_move() -> None:
    p = set_up("gmd-movement", gmd="1809: 72-corps")
    play(p, "select 72-corps")
    convoy = TITLE.preview(p, Choice("convoy", "1408"))
    assert convoy is not None
    assert convoy.path == ("1809", "1709", "1608", "1508", "1408")
    assert convoy.result == "2 points, 4 left"
    rail = TITLE.preview(p, Choice("rail", "1408"))
    assert rail is not None
    assert rail.lines[0].case == "11.2.3"
    p = set_up("pla-movement", gmd="0809: 99-corps", pla="1620: ecfa-1")
    play(p, "select ecfa-1")
    march = TITLE.preview(p, Choice("march", "1720"))
    assert march is not None
    assert march.result == "0.5 points, 6.5 left"


@rule("red-dragon", "12.3.1", "12.3.4")
def test_the_preview_of_an_attack_shows_the_sum_and_the_chances() -> None:
    p = set_up("pla-combat", gmd=f"{X}: 72-corps, 148-div", pla=f"{A}: ecfa-1; {D}: ecfa-9")
    view = TITLE.preview(p, Choice("attack", X))
    assert view is not None
    assert view.result == "13 to 6: 3:1", "2:1, shifted by the concentric attack"
    assert {line.case for line in view.lines} >= {"12.3.1", "12.2.2"}
    assert sum(chance.probability for chance in view.chances) == pytest.approx(1)
    assert {c.result: round(c.probability * 6) for c in view.chances} == {
        "NE": 1,
        "DR": 1,
        "AA/DA": 1,
        "DA": 1,
        "DE": 2,
    }
    play(p, f"attack {X}", "add ecfa-1")
    drawn = p.view("PLA").present()
    assert [m.hex for m in drawn.markers if m.kind == "target"] == [X]
    assert [u.id for u in drawn.units if "attacking" in u.states] == ["ecfa-1"]
    alone = TITLE.preview(p, Choice("resolve"))
    assert alone is not None
    assert alone.result == "6 to 6: 1:1"
    more = TITLE.preview(p, Choice("add", "ecfa-9"))
    assert more is not None
    assert more.result == "13 to 6: 3:1"


@rule("red-dragon", "13.1.2")
def test_support_dice_spread_the_chances() -> None:
    p = set_up("pla-combat", gmd=f"{X}: 148-div", pla=f"{A}: lzn, 1st")
    play(p, f"attack {X}", "all")
    view = TITLE.preview(p, Choice("resolve"))
    assert view is not None
    assert view.result == "3 + 1 die to 2: 2:1 to 4:1"
    assert sum(chance.probability for chance in view.chances) == pytest.approx(1)
    # 4:1 with a 5 or 6 of the guns (8, 9 to 2), 3:1 with 3 or 4, 2:1 with 1 or 2: DD needs 4:1.
    chances = {c.result: c.probability for c in view.chances}
    assert chances["DD"] == pytest.approx(2 / 6 * 1 / 6)


@rule("red-dragon", "18.2.3")
def test_the_gmd_does_not_learn_the_strength_of_its_target() -> None:
    for hidden in ("ecfa-9", "jl1"):
        p = set_up("gmd-combat", gmd=f"{A}: 5-corps, 70-corps", pla=f"{X}: {hidden}")
        imagined = p.view("GMD").imagine()
        view = TITLE.preview(imagined, Choice("attack", X))
        assert view is not None
        assert view.result == "12 to 1-7: 3:2 to 6:1, 1 face-down counter"
        assert view.chances == ()
        assert view.columns == ("3:2", "2:1", "3:1", "4:1", "5:1", "6:1")
        assert {doubt.case for doubt in view.uncertain} == {"18.2.1"}
        assert not any("ECFA" in line.text or "JL1" in line.text for line in view.lines)


@rule("red-dragon", "18.2.2", "18.2.3")
def test_the_gmd_is_told_nothing_of_who_attacks_before_the_dice_fall() -> None:
    for hidden in ("ecfa-9", "jl1"):
        p = set_up("pla-combat", gmd=f"{X}: 5-corps; available: fb-1", pla=f"{A}: {hidden}")
        play(p, f"attack {X}", f"add {hidden}", "resolve")
        view = TITLE.preview(p.view("GMD").imagine(), Choice("bombard", "fb-1"))
        assert view is not None
        assert view.result == "1-7 to 7 + 1 die, face-down counters"
        assert {doubt.case for doubt in view.uncertain} == {"18.2.1"}
        assert view.chances == ()
        assert not any("ECFA" in line.text or "JL1" in line.text for line in view.lines)


@rule("red-dragon", "15.1.2", "18.7.10")
def test_the_preview_of_propaganda_shows_the_chances_of_the_check() -> None:
    p = set_up(
        "pla-combat",
        gmd=f"{X}: 5-corps, qiu-qingquan",
        pla=f"{A}: ecfa-1",
        turn=4,
        header="offensive: 3",
        dice=[3],
        markers=CUT_OFF,
    )
    play(p, "corps ecfa-1")
    view = TITLE.preview(p, Choice("target", "5-corps"))
    assert view is not None
    # Leader -1, out of supply +1, offensive +1: one less than the row, but a 1 always passes.
    most = loyal_up_to("5-corps")
    assert [line.value for line in view.lines] == [f"1-{most}", "-1", "+1", "+1"]
    loyal = max(most - 1, 1)
    assert [round(c.probability * 6) for c in view.chances] == [loyal, 6 - loyal]


def test_the_preview_of_a_suppression() -> None:
    p = set_up("gmd-combat", gmd=f"{X}: 72-corps, 148-div", pla=f"{X}: guerrilla-1; 2013: ecfa-1")
    view = TITLE.preview(p, Choice("suppress", X))
    assert view is not None
    assert [chance.result for chance in view.chances] == ["missed", "found"]
    assert view.chances[1].probability == pytest.approx(1 - (4 / 6) ** 2)


# Overlays


@pytest.mark.parametrize("kind", OVERLAYS)
def test_overlays_name_hexes(kind: str) -> None:
    p = set_up("gmd-movement", gmd="1809: 72-corps", pla="2013: ecfa-1")
    play(p, "select 72-corps")
    areas = TITLE.overlay(p, "GMD", kind)
    assert areas
    assert any(area.hexes for area in areas)
    assert TITLE.overlay(p, "GMD", "weather") == ()


@rule("red-dragon", "18.2.3")
def test_the_reach_of_a_pla_unit_is_for_the_pla() -> None:
    p = set_up("pla-movement", gmd="0809: 99-corps", pla="2013: ecfa-1")
    play(p, "select ecfa-1")
    assert TITLE.overlay(p.view("PLA").imagine(), "PLA", "reach")
    assert TITLE.overlay(p.view("GMD").imagine(), "GMD", "reach") == ()


def test_stacks_are_added_up_for_those_who_know_them() -> None:
    p = front()
    own = {line.text: line.value for line in TITLE.stack(p, "PLA", A)}
    assert own["Units"] == "3" and int(own["Attack"]) > 0
    # 18.2.1: the GMD sees the guerrillas alone, whatever lies under them.
    seen = TITLE.stack(p.view("GMD").imagine(), "GMD", A)
    assert {line.text: line.value for line in seen}["Units"] == "1"
    assert TITLE.stack(p, "GMD", "nowhere") == ()


def test_points_left_are_written_on_the_hexes_of_a_move() -> None:
    p = set_up("gmd-movement", turn=4, gmd=f"{X}: 72-corps", pla="0801: ecfa-7")
    play(p, "select 72-corps")
    move = option(p, "move")
    left = dict(zip(move.values, move.notes, strict=True))
    assert set(left.values()) == {"0", "0.5", "1", "1.5", "2"}
