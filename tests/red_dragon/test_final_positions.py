"""16.0 Final Defense Positions, and the panic of 12.2.3."""

from __future__ import annotations

from typing import Unpack

import pytest

from stavka.titles.red_dragon.position import War

from ..marks import rule
from .fights import A, B, C, D, E, F, X, battle, battles, gmd_attacks, pla_attacks, shift
from .situations import (
    CUT_OFF,
    TITLE,
    More,
    cause,
    events,
    labels,
    offered,
    place_of,
    play,
    refused,
    set_up,
    stack,
    to_choose,
    verbs,
)

OPPOSITE = f"{A}: ecfa-1, ecfa-9; {D}: ecfa-3"


def shifts(p: War) -> int:
    return shift(battle(p), p.charts.columns)


# 16.1.3 Panic


@rule("red-dragon", "12.2.3", "16.1", "16.1.2", "16.1.3", "16.2.6", "16.2.7")
def test_a_concentric_attack_on_unsupplied_units_forms_an_fdp() -> None:
    p = pla_attacks(
        f"{X}: 72-corps, 148-div",
        OPPOSITE,
        f"attack {X}",
        "all",
        "resolve",
        markers=CUT_OFF,
        dice=[3, *[1] * 9],
    )
    assert events(p, "fdp")[0].facts == (p.charts.grid.hex(X),)
    # The attack is made, without the shift of 12.2.2 and with that of 16.2.7.
    assert shifts(p) == -1


@rule("red-dragon", "16.1.3", "12.2.3")
@pytest.mark.parametrize(
    ("pla", "markers"),
    [
        (OPPOSITE, ""),  # in supply
        (f"{A}: ecfa-1, ecfa-9; {B}: ecfa-3", CUT_OFF),  # not concentric
    ],
)
def test_otherwise_nobody_panics(pla: str, markers: str) -> None:
    p = pla_attacks(
        f"{X}: 72-corps, 148-div",
        pla,
        f"attack {X}",
        "all",
        "resolve",
        markers=markers,
        dice=[3, *[1] * 9],
    )
    assert events(p, "fdp") == []
    assert len(battles(p)) == 1


@rule("red-dragon", "16.1.3")
def test_the_defenders_flee_to_an_fdp_within_reach() -> None:
    # Half of MA 3 is 2 points: 1512 is two hexes away.
    gmd = f"{X}: 72-corps, 148-div, du-yuming; 1512: 8-corps"
    p = pla_attacks(gmd, OPPOSITE, f"attack {X}", "all", "resolve", markers=f"{CUT_OFF}; fdp: 1512")
    assert battles(p) == [], "the attack does not take place"
    assert stack(p, "1512") == ["148-div", "72-corps", "8-corps", "du-yuming"]
    # The attackers may pursue.
    assert to_choose(p) == "PLA"
    assert offered(p, "advance") == {"ecfa-1", "ecfa-9", "ecfa-3"}
    play(p, "advance ecfa-1")
    assert place_of(p, "ecfa-1") == X


@rule("red-dragon", "16.1.3", "18.4.9")
def test_whoever_flees_to_guerrillas_cancels_them() -> None:
    p = pla_attacks(
        f"{X}: 72-corps; 1512: 8-corps",
        f"{OPPOSITE}; 1512: guerrilla-1",
        f"attack {X}",
        "all",
        "resolve",
        markers=f"{CUT_OFF}; fdp: 1512",
    )
    assert stack(p, "1512") == ["72-corps", "8-corps", "guerrilla-1"]
    assert [event.facts for event in events(p, "negated")] == [(p.charts.grid.hex("1512"),)]
    assert p.negated


@rule("red-dragon", "16.1.3")
def test_an_fdp_out_of_reach_or_without_room_does_not_help() -> None:
    far = pla_attacks(
        f"{X}: 72-corps; 1513: 8-corps",
        OPPOSITE,
        f"attack {X}",
        "all",
        "resolve",
        markers=f"{CUT_OFF}; fdp: 1513",
        dice=[3, *[1] * 9],
    )
    assert labels(far, far.fdp) >= {"1513"}
    assert len(battles(far)) == 1
    full = "8-corps, 9-corps, 5-corps, 25-corps, 99-corps"
    p = pla_attacks(
        f"{X}: 72-corps; 1512: {full}",
        OPPOSITE,
        f"attack {X}",
        "all",
        "resolve",
        markers=f"{CUT_OFF}; fdp: 1512",
        dice=[3, *[1] * 9],
    )
    assert len(battles(p)) == 1


@rule("red-dragon", "16.1.3")
def test_the_nearest_fdp_is_chosen_and_the_gmd_chooses_between_equals() -> None:
    near = pla_attacks(
        f"{X}: 72-corps; {C}: 8-corps; 1512: 9-corps",
        OPPOSITE,
        f"attack {X}",
        "all",
        "resolve",
        markers=f"{CUT_OFF}; fdp: {C} 1512",
    )
    assert place_of(near, "72-corps") == C
    p = pla_attacks(
        f"{X}: 72-corps; {C}: 8-corps; {E}: 9-corps",
        OPPOSITE,
        f"attack {X}",
        "all",
        "resolve",
        markers=f"{CUT_OFF}; fdp: {C} {E}",
    )
    assert to_choose(p) == "GMD"
    assert offered(p, "panic") == {C, E}
    play(p, f"panic {E}")
    assert place_of(p, "72-corps") == E


SIX = "1804 1805 1806 1807 1708 1808"
TROOPS = (
    "1804: 5-corps; 1805: 70-corps; 1806: 74-corps; 1807: 8-corps; 1708: 9-corps; 1808: 41-corps"
)


@rule("red-dragon", "16.1.3", "15.1.1")
def test_without_a_marker_the_defenders_check_their_loyalty() -> None:
    # 72 Corps fails (4 + 1); 115 Corps passes with a 1 and is attacked.
    p = pla_attacks(
        f"{X}: 72-corps, 115-corps; {TROOPS}",
        OPPOSITE,
        f"attack {X}",
        "all",
        "resolve",
        markers=f"{CUT_OFF}; fdp: {SIX}",
        dice=[4, 1, 2, *[1] * 9],
    )
    assert labels(p, p.fdp) == set(SIX.split())
    assert place_of(p, "72-corps") == "school 4"
    assert battle(p).defenders == {"115-corps"}
    # 12.2.2: no FDP, so the concentric shift counts; 19 to 1 needs none.
    assert battle(p).column == "6:1"


@rule("red-dragon", "16.1.3")
def test_if_all_defect_there_is_nothing_left_to_attack() -> None:
    p = pla_attacks(
        "1411: 148-div",
        "1511: ecfa-1; 1311: ecfa-9",
        "attack 1411",
        "all",
        "resolve",
        markers=CUT_OFF,
        dice=[6],
    )
    assert battles(p) == []
    assert place_of(p, "148-div") == "school 4"
    assert offered(p, "advance") == {"ecfa-1", "ecfa-9"}


@rule("red-dragon", "16.1.3", "17.1.6", "18.2.2")
def test_without_a_combat_no_wave_is_spent_and_no_counter_shown() -> None:
    p = pla_attacks(
        "1411: 148-div, sun-yuanliang",
        "1511: ecfa-1; 1311: ecfa-9; available: su-yu",
        "attack 1411",
        "all",
        "wave ecfa-1",
        "resolve",
        markers=CUT_OFF,
        dice=[6, 3, 5],
    )
    assert battles(p) == []
    assert offered(p, "advance") == {"ecfa-1", "ecfa-9"}
    seen = {unit.id for unit in p.view("GMD").present().units if unit.hex in ("1511", "1311")}
    assert seen == {"pla.1511.1", "pla.1311.1"}
    # The leader is alone: killed or captured by a 7 (17.2.7), else back next turn.
    assert place_of(p, "sun-yuanliang") == "turn 3"


@rule("red-dragon", "18.2.3", "16.1.3", "15.2.3")
@pytest.mark.parametrize("attackers", ["ecfa-1", "jl1"])
def test_being_asked_about_a_defector_does_not_tell_who_attacks(attackers: str) -> None:
    p = pla_attacks(
        "1411: 148-div",
        f"1511: {attackers}; 1311: jl3",
        "attack 1411",
        "all",
        "resolve",
        markers=CUT_OFF,
        turn=6,
        header="offensive: 2",
        dice=[6],
    )
    assert to_choose(p) == "PLA"
    assert "reeducate" in verbs(p)
    assert offered(p, "incorporate") == ({"ecfa-1"} if attackers == "ecfa-1" else set())


@rule("red-dragon", "16.1.1", "16.1.3")
def test_no_fdp_in_a_city() -> None:
    p = pla_attacks(
        "1411: 72-corps",
        "1511: ecfa-1; 1311: ecfa-9",
        "attack 1411",
        "all",
        "resolve",
        markers=CUT_OFF,
        dice=[1, 3, *[1] * 9],
    )
    assert p.fdp == 0
    assert len(events(p, "loyalty")) >= 1


@rule("red-dragon", "16.1.3", "7.3.3", "14.1.2")
def test_air_supply_prevents_a_panic() -> None:
    p = pla_attacks(
        f"{X}: 72-corps, 148-div; available: air-supply",
        OPPOSITE,
        f"attack {X}",
        "all",
        "resolve",
        markers=CUT_OFF,
        dice=[3, *[1] * 9],
    )
    play(p, f"air_supply {X}")
    assert events(p, "fdp") == []
    assert shifts(p) == 1


# 16.2 Effects


@rule("red-dragon", "16.2", "16.2.2")
def test_two_units_and_a_leader_defend() -> None:
    troops = "72-corps, 5-corps, 25-corps, 148-div, 2a-artillery, li-mi, qiu-qingquan"
    p = pla_attacks(
        f"{X}: {troops}",
        f"{A}: ecfa-1, ecfa-9",
        f"attack {X}",
        "all",
        "resolve",
        markers=f"fdp: {X}",
        dice=[2, 3, *[1] * 12],
    )
    assert to_choose(p) == "GMD"
    assert offered(p, "defend") == {"72-corps", "5-corps", "25-corps", "148-div"}
    play(p, "defend 5-corps", "defend 25-corps")
    # Commands do not matter, and the supplied gun takes part: 7 + 4 + a die.
    assert battle(p).defenders == {"5-corps", "25-corps", "2a-artillery"}
    assert battle(p).defence == 7 + 4 + 2
    # FDP 1L, one leader of rating 1: 1L.
    assert shifts(p) == -2


@rule("red-dragon", "16.2.2")
def test_guns_in_an_fdp_need_supply() -> None:
    p = pla_attacks(
        f"{X}: 5-corps, 70-corps, 2a-artillery, xbs-mortar",
        f"{A}: ecfa-1, ecfa-9",
        f"attack {X}",
        "all",
        "resolve",
        markers=f"{CUT_OFF}; fdp: {X}",
        dice=[3, *[1] * 12],
    )
    assert battle(p).defenders == {"5-corps", "70-corps"}
    assert battle(p).defence == 6


@rule("red-dragon", "16.2.2")
def test_excess_units_suffer_nothing() -> None:
    # 26 to 11 halved = 6: 4:1, less 1 for the FDP: 3:1; a 6 is DE.
    p = pla_attacks(
        f"{X}: 5-corps, 25-corps, 72-corps, 148-div",
        f"{A}: ecfa-1, ecfa-9; {B}: ecfa-3, ecfa-8",
        f"attack {X}",
        "all",
        "resolve",
        "defend 5-corps",
        "defend 25-corps",
        markers=f"{CUT_OFF}; fdp: {X}",
        dice=[6, 1, 1, 1, 1],
    )
    assert battle(p).result == "DE"
    assert stack(p, X) == ["148-div", "72-corps"]


@rule("red-dragon", "16.2.2", "12.1.5")
def test_two_units_attack_from_an_fdp_whatever_their_command() -> None:
    p = gmd_attacks(
        f"{X}: 5-corps, 25-corps, 99-corps, 2a-artillery; {B}: 8-corps",
        f"{A}: ecfa-1, ecfa-9",
        f"attack {A}",
        "add 5-corps",
        markers=f"fdp: {X}",
    )
    assert {"25-corps", "99-corps", "2a-artillery"} <= offered(p, "add")
    play(p, "add 99-corps")
    assert offered(p, "add") == {"2a-artillery", "8-corps"}, "8 Corps is not in the position"
    assert refused(p, "add 25-corps").case == "16.2.2"


@rule("red-dragon", "16.2.3")
def test_units_may_retreat_into_an_fdp() -> None:
    # All other ways are shut, and command and size do not matter inside.
    pla = f"{A}: ecfa-1, ecfa-9; {B}: ecfa-3; {F}: ecfa-4; {E}: ecfa-6; {D}: ecfa-8"
    p = pla_attacks(
        f"{X}: 72-corps, air-supply; {C}: 10-corps, 14-corps, 99-corps",
        pla,
        f"attack {X}",
        "add ecfa-1",
        "resolve",
        markers=f"fdp: {C}",
        dice=[4],
    )
    assert battle(p).result == "DR"
    assert place_of(p, "72-corps") == C


@rule("red-dragon", "16.2.4", "16.2.3")
def test_units_move_into_an_fdp_but_not_out() -> None:
    p = set_up(
        "gmd-movement", gmd=f"{X}: 72-corps, li-mi; {C}: 5-corps; {D}: 9-corps", markers=f"fdp: {X}"
    )
    assert "72-corps" not in offered(p, "select")
    assert refused(p, "select 72-corps").case == "16.2.4"
    play(p, "select 5-corps")
    assert X in offered(p, "move")
    play(p, f"move {X}")
    assert refused(p, "select 5-corps").case in ("11.1.6", "16.2.4")


@rule("red-dragon", "16.2.3", "16.2.4")
def test_whoever_moves_into_an_fdp_goes_no_further() -> None:
    # An FDP on the railway between Xuzhou and Suxian.
    gmd = "1809: 5-corps, 1-tank-bn-1, rr-security; 1508: 72-corps"
    p = set_up("gmd-movement", gmd=gmd, pla="1909: ecfa-1", markers="fdp: 1508")
    play(p, "select 5-corps")
    assert {"1608", "1508"} <= offered(p, "rail")
    assert not {"1408", "1010"} & offered(p, "rail")
    play(p, "convoy 1508")
    assert not {"move", "convoy"} & verbs(p), "it has points left, but it is in the FDP"
    play(p, "select rr-security")
    assert "1508" in offered(p, "rail")
    assert "1408" not in offered(p, "rail")
    play(p, "select 1-tank-bn-1")
    assert "1407" in offered(p, "move"), "around it"
    play(p, "move 1508")
    assert "move" not in verbs(p)
    assert stack(p, "1508") == ["1-tank-bn-1", "5-corps", "72-corps"]


@rule("red-dragon", "16.2.3", "16.2.4")
def test_nor_does_anybody_pass_through_an_fdp_on_foot() -> None:
    # The FDP is the only way out of the ring around 1608.
    ring = "1708: ecfa-1; 1709: ecfa-2; 1609: ecfa-3; 1607: ecfa-4; 1707: ecfa-6"
    gmd = "1608: 5-corps; 1508: 72-corps"
    p = set_up("gmd-movement", gmd=gmd, pla=ring, markers="fdp: 1508")
    assert offered(play(p, "select 5-corps"), "move") == {"1508"}
    p = set_up("gmd-movement", gmd=gmd, pla=ring)
    assert offered(play(p, "select 5-corps"), "move") > {"1508"}


@rule("red-dragon", "16.2.4")
def test_nobody_advances_out_of_an_fdp() -> None:
    p = gmd_attacks(
        f"{X}: 5-corps, 70-corps; {B}: 74-corps",
        f"{A}: lzn",
        f"attack {A}",
        "all",
        "resolve",
        markers=f"fdp: {X}",
        dice=[6, 3],
    )
    assert battle(p).result in ("DE", "DD")
    assert offered(p, "advance") == {"74-corps"}


@rule("red-dragon", "16.2.5")
def test_no_retreat_from_an_fdp() -> None:
    # 13 to 6: 2:1, FDP 3:2; a 4 is DR.
    p = pla_attacks(
        f"{X}: 72-corps, 148-div",
        f"{A}: ecfa-1, ecfa-9",
        f"attack {X}",
        "all",
        "resolve",
        markers=f"fdp: {X}",
        dice=[4],
    )
    assert (battle(p).column, battle(p).result) == ("3:2", "DR")
    assert stack(p, X) == ["148-div", "72-corps"]
    assert "retreat" not in verbs(p)


@rule("red-dragon", "16.2.6", "16.2.7")
@pytest.mark.parametrize(("flags", "columns"), [("", -1), ("; flags: trenches", 0)])
def test_shifts_against_an_fdp(flags: str, columns: int) -> None:
    p = pla_attacks(
        f"{X}: 72-corps, 148-div",
        OPPOSITE,
        f"attack {X}",
        "all",
        "resolve",
        markers=f"fdp: {X}{flags}",
        dice=[3, *[1] * 9],
    )
    assert shifts(p) == columns, "never the concentric shift"


# 16.2.8 Relief


def relief(gmd: str, pla: str, **more: Unpack[More]) -> War:
    more.setdefault("markers", f"{CUT_OFF}; fdp: {X}")
    return set_up("relief", gmd=gmd, pla=pla, **more)


@rule("red-dragon", "16.2.8")
@pytest.mark.parametrize(
    ("pla", "relieved"),
    [
        (f"{A}: ecfa-1", False),  # 6 against 12: one for two
        (f"{A}: ecfa-4", True),  # 5 are too few
        (f"{A}: ecfa-4; {C}: lg", False),
        (f"{A}: ecfa-4; {C}: guerrilla-1", True),
        ("1711: ecfa-1", True),  # not next to it
    ],
)
def test_the_ring_must_be_strong_enough(pla: str, relieved: bool) -> None:
    p = relief(f"{X}: 5-corps, 70-corps", pla)
    assert (p.fdp == 0) is relieved


@rule("red-dragon", "16.2.8")
def test_supplied_units_next_to_it_relieve_an_fdp() -> None:
    strong = f"{A}: ecfa-1, ecfa-9"
    assert relief(f"{X}: 5-corps; {C}: 25-corps", strong).fdp
    assert not relief(f"{X}: 5-corps; {C}: 25-corps, air-supply", strong).fdp
    assert not relief(f"{X}: 5-corps; {C}: 25-corps", strong, markers=f"fdp: {X}").fdp


@rule("red-dragon", "16.2.8", "18.2.3")
@pytest.mark.parametrize("ring", [f"{A}: jl1", f"{A}: ecfa-9"])
def test_nothing_is_said_about_the_ring_when_supplied_units_have_come(ring: str) -> None:
    gmd = f"{X}: 5-corps, 70-corps; {C}: 25-corps"
    p = set_up("gmd-reinforcement", gmd=gmd, pla=ring, markers=f"fdp: {X}")
    (relieved,) = events(p, "relieved")
    assert TITLE.text(relieved).endswith("supplied units have reached it")


@rule("red-dragon", "16.2.8")
def test_a_relieved_stack_spreads_out() -> None:
    p = relief(f"{X}: 5-corps, 70-corps, 72-corps", "2013: ecfa-1")
    assert p.fdp == 0
    assert to_choose(p) == "GMD"
    assert offered(p, "displace") == {"5-corps", "70-corps", "72-corps"}
    play(p, "displace 72-corps")
    assert offered(p, "to") == {A, B, C, D, E, F}
    play(p, f"to {B}")
    assert stack(p, X) == ["5-corps", "70-corps"]
    assert place_of(p, "72-corps") == B
    assert "displace" not in verbs(p), "and no more than that"


@rule("red-dragon", "16.2.8")
def test_each_crowd_knows_which_position_was_relieved() -> None:
    gmd = f"{X}: 5-corps, 70-corps, 72-corps; 1403: 25-corps, 64-corps, 100-corps"
    markers = f"{CUT_OFF}; fdp: {X}, 1403"
    p = set_up("gmd-reinforcement", gmd=gmd, pla="2013: ecfa-1", markers=markers)
    for _ in range(2):
        decision, relieved = p.decision(), cause(p)
        assert decision is not None and relieved is not None
        assert relieved.facts[0] == decision.at[0]
        play(p, f"displace {min(offered(p, 'displace'))}")
        play(p, f"to {min(offered(p, 'to'))}")


@rule("red-dragon", "16.2.8", "4.2.2")
def test_commands_must_part_as_well() -> None:
    p = relief(f"{X}: 5-corps, 25-corps", "2013: ecfa-1")
    assert to_choose(p) == "GMD"
    play(p, "displace 25-corps", f"to {B}")
    assert stack(p, X) == ["5-corps"]


@rule("red-dragon", "16.2.8")
def test_who_cannot_be_displaced_is_eliminated() -> None:
    # Six brigades hold the ring, too weak to keep the position closed: (1 + ... + 1) = 6 for 16.
    ring = f"{A}: jl1; {B}: jl3; {C}: jh34; {D}: jh35; {E}: lg; {F}: gd-ecfa"
    p = relief(f"{X}: 5-corps, 70-corps, 72-corps", ring, dice=[1, 2])
    assert p.fdp == 0
    assert to_choose(p) == "GMD"
    assert "displace" not in verbs(p)
    play(p, "eliminate 72-corps")
    assert stack(p, X) == ["5-corps", "70-corps"]
    assert place_of(p, "72-corps") == "turn 3"
