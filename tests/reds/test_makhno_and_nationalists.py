"""16.0 The Makhno partisans, 17.0 Nationalist garrisons."""

from __future__ import annotations

import pytest

from tests.marks import rule

from .situations import HOLD, disordered, events, number_of, offered, play, situation, verbs, where

# 16.1, 16.2


@rule("reds", "16.1", "16.2")
@pytest.mark.parametrize(
    ("red", "white", "side"),
    [
        ("2520", "2825", "White"),
        ("2313", "2622", "Red"),
        # Two hexes both: White counts as closer.
        ("2520", "2722", "Red"),
        # A garrison is a unit like others.
        ("2313", "2622 garrison", "Red"),
    ],
)
def test_makhno_joins_the_side_that_is_further_away(red: str, white: str, side: str) -> None:
    unit = "W-AG1" if "garrison" in white else "W-KOR"
    text = f"[Red]\n{red}: R-A14\n2522: R-MAK (disordered)\n[White]\n{white.split()[0]}: {unit}\n"
    p = situation(f"turn: 8\nphase: makhno\n{text}")
    face = {"Red": "R-MAK", "White": "W-MAK"}
    other = {"Red": "White", "White": "Red"}[side]
    assert where(p, face[side]) == "2522"
    assert where(p, face[other]) == "pool"
    assert disordered(p, face[side]), "the state of the counter is kept"


@rule("reds", "16.1", "20.10")
@pytest.mark.parametrize(("red", "lost"), [("2520", True), ("2315", False)])
def test_makhno_takes_the_red_train_that_is_with_him_when_he_turns_white(
    red: str, lost: bool
) -> None:
    p = situation(
        f"turn: 8\nphase: makhno\n[Red]\n{red}: R-A14\n2522: R-MAK\n"
        "[White]\n2825: W-KOR\n[markers]\ntrain: 2522\n"
    )
    assert where(p, "W-MAK" if lost else "R-MAK") == "2522"
    assert (p.train < 0) is lost
    assert p.gold_side == "Red"


@rule("reds", "16.2")
def test_distances_are_not_counted_across_the_sea() -> None:
    """2823 is two hexes from 2622 over the gulf of Taganrog and three by land, as far as 2619: so
    White counts as closer, and Makhno is Red."""
    p = situation("turn: 8\nphase: makhno\n[Red]\n2622: R-MAK\n2823: R-A14\n[White]\n2619: W-KOR\n")
    grid = p.charts.grid
    assert grid.distance(grid.hex("2622"), grid.hex("2823")) == 2
    assert grid.distance(grid.hex("2622"), grid.hex("2619")) == 3
    assert events(p, "makhno") == [("Red", "White")]


@rule("reds", "16.1")
def test_before_turn_b_there_is_no_makhno() -> None:
    p = situation("turn: 3\nphase: makhno\n[Red]\n2313: R-A14\n")
    assert events(p, "makhno") == []
    b = situation(
        "turn: B\nphase: red-reinforcement\n[Red]\n2313: R-A14\n[markers]\ngreat war: over\n"
    )
    assert "2522" in (where(b, "R-MAK"), where(b, "W-MAK"))


@rule("reds", "16.1")
def test_a_makhno_who_is_gone_joins_nobody() -> None:
    p = situation("turn: 8\nphase: makhno\n[Red]\n2313: R-A14\ndead: R-MAK\n")
    assert events(p, "makhno") == []


@rule("reds", "16.3")
@pytest.mark.parametrize(
    ("chit", "face", "hex_", "active"),
    [
        ("South", "R-MAK", "2522", True),
        ("Southwest", "R-MAK", "2522", False),
        ("Southwest", "R-MAK", "2423", True),
        ("AFSR", "W-MAK", "2522", True),
        ("Siberian", "W-MAK", "2522", False),
    ],
)
def test_activating_makhno(chit: str, face: str, hex_: str, active: bool) -> None:
    side = {"R": "Red", "W": "White"}[face[0]]
    p = situation(
        f"turn: 8\nphase: activation\nchit: {chit}\n[{side}]\n{hex_}: {face}\n"
        "[Red]\n1920: R-A14\n2618: R-A08\n[White]\n2825: W-VOL\n4301: W-SD1\n"
    )
    assert (face in offered(p, "select")) is active


# 17.0

GARRISONS = "[Neutral]\n4124: N-AZE\n3625: N-GEO\n1218: N-LIT\n1315: N-LAT\n1920: N-UKR\n"


@rule("reds", "17.1")
@pytest.mark.parametrize(
    ("chit", "units", "target"),
    [
        ("South", "[Red]\n4025: R-A11\n", "4124"),
        ("South", "[Red]\n3624: R-A11\n", "3625"),
        ("West", "[Red]\n1317: R-A15\n", "1218"),
        ("West", "[Red]\n1416: R-A15\n", "1315"),
        ("Southwest", "[Red]\n2020: R-A14\n", "1920"),
    ],
)
def test_red_attacks_nationalist_garrisons(chit: str, units: str, target: str) -> None:
    p = situation(f"turn: 8\nphase: activation\nchit: {chit}\n{units}{GARRISONS}{HOLD}")
    play(p, "done")
    assert target in offered(p, "attack")


@rule("reds", "17.1")
@pytest.mark.parametrize(
    ("chit", "units"),
    [
        ("AFSR", "[White]\n3526: W-VOL\n2020: W-CAU\n"),
        ("Northwest", "[White]\n1217: W-VDG\n1314: W-NW1\n"),
    ],
)
def test_whites_attack_none(chit: str, units: str) -> None:
    p = situation(f"turn: 8\nphase: activation\nchit: {chit}\n{units}{GARRISONS}{HOLD}")
    play(p, "done")
    assert "attack" not in verbs(p)


@rule("reds", "17.1", "10.11")
def test_von_der_goltz_attacks_baltic_garrisons_after_his_event() -> None:
    p = situation(
        f"turn: 8\nphase: activation\nchit: Northwest\n[White]\n1216: W-VDG, W-NW1\n{GARRISONS}"
        "[markers]\npool: Field-Staff\nflags: freikorps\n"
    )
    play(p, "done")
    assert "1315" in offered(p, "attack")
    play(p, "attack 1315")
    assert offered(p, "add") == {"W-VDG"}, "nobody helps him"


@rule("reds", "17.3")
@pytest.mark.parametrize(
    ("turn", "flotilla", "helps"),
    [("8", "ready", True), ("8", "used", False), ("13", "ready", False)],
)
def test_the_baltic_flotilla_helps_the_latvians(turn: str, flotilla: str, helps: bool) -> None:
    p = situation(
        f"turn: {turn}\nphase: activation\nchit: Northwest\n[White]\n1216: W-VDG\n"
        f"{flotilla}: W-NF-BA\n[Neutral]\n1315: N-LAT\n"
        "[markers]\npool: Field-Staff\nflags: freikorps\n",
        dice=(3, 3),
    )
    play(p, "done", "attack 1315", "add W-VDG", "resolve")
    if "enough" in verbs(p):
        play(p, "enough")
    support = events(p, "battle")[0][5]
    assert support == ((number_of(p, "W-NF-BA"),) if helps else ())
    if helps:
        assert where(p, "W-NF-BA") == "used"


@rule("reds", "17.1", "13.1")
def test_a_nationalist_garrison_that_falls_leaves_an_open_city() -> None:
    p = situation(
        f"turn: 8\nphase: activation\nchit: West\n[Red]\n1416: R-A15, R-KON2\n{GARRISONS}{HOLD}",
        dice=(6, 1),
    )
    play(p, "done", "attack 1315", "all", "resolve")
    assert where(p, "N-LAT") == "gone"
    play(p, "advance R-A15", "hold")
    assert where(p, "R-A15") == "1315"


@rule("reds", "15.1", "16.2")
@pytest.mark.parametrize(("poland", "face"), [("neutral", "W-MAK"), ("war", "R-MAK")])
def test_neutral_poles_are_not_close_to_makhno(poland: str, face: str) -> None:
    p = situation(
        "turn: 20\nphase: makhno\n[Red]\n2519: R-A14\n2522: R-MAK\n[White]\n2521: W-PL1\n"
        f"2825: W-KOR\n[markers]\npoland: {poland}\n"
    )
    assert where(p, face) == "2522"


@rule("reds", "16.1")
def test_makhno_keeps_his_order_when_he_turns() -> None:
    p = situation("turn: 8\nphase: makhno\n[Red]\n2520: R-A14\n2522: R-MAK\n[White]\n2825: W-KOR\n")
    assert where(p, "W-MAK") == "2522"
    assert not disordered(p, "W-MAK")


@rule("reds", "16.1")
@pytest.mark.parametrize(("white", "red", "side"), [("2825", "2521", "W"), ("2622", "2313", "R")])
def test_makhno_chooses_his_side_as_he_takes_the_field(white: str, red: str, side: str) -> None:
    p = situation(
        f"turn: B\nphase: red-reinforcement\n[White]\n{white}: W-VOL\n[Red]\n{red}: R-A08\n"
    )
    assert where(p, f"{side}-MAK") == "2522"


@rule("reds", "16.1")
def test_makhno_who_stays_on_his_side_enters_nothing_anew() -> None:
    p = situation("turn: 8\nphase: makhno\n[White]\n2825: W-VOL\n[Red]\n2522: R-MAK\n2313: R-A05\n")
    assert events(p, "makhno") == [("Red", "White")]
    assert events(p, "took") == []


@rule("reds", "16.2")
def test_white_counts_as_closer_where_nobody_is() -> None:
    p = situation("turn: 8\nphase: makhno\n[White]\n2522: W-MAK\n")
    assert events(p, "makhno") == [("Red", "White")]
    assert where(p, "R-MAK") == "2522"
