"""13.0 City, sea and resource control."""

from __future__ import annotations

import pytest

from stavka.titles.reds.control import (
    controlled,
    resource_hexes,
    resources,
    seas_of,
    to_be_taken,
)
from stavka.titles.reds.position import TRAIN_RETURNS, War
from stavka.titles.reds.special_units import eliminate
from tests.marks import rule

from .situations import events, number_of, play, situation, standing, verbs

SIBERIA = "turn: 3\nphase: activation\nchit: Siberian\n"


def holder(p: War, label: str) -> str:
    hex_ = p.charts.grid.hex(label)
    for side in ("White", "Red"):
        if controlled(p, side) >> hex_ & 1:
            return side
    return "neutral"


@rule("reds", "13.1")
def test_what_a_unit_takes_on_its_way_does_not_depend_on_a_chronicle() -> None:
    """Whites have left Tsaritsyn, a Red City; the cavalry rides through it."""
    text = "turn: 8\nphase: activation\nchit: South\n[Red]\n3019: R-KON1\n[markers]\nwhite: 3119\n"
    watched, unwatched = situation(text), situation(text)
    unwatched.chronicle = None
    for p in (watched, unwatched):
        play(p, "select R-KON1", "move 3120")
    assert watched.digest() == unwatched.digest()


@rule("reds", "13.1")
def test_the_last_to_enter_holds_a_city() -> None:
    """Penza is Red until Whites pass through it."""
    p = situation(f"{SIBERIA}[White]\n2913: W-CZ2\n3705: W-SD1\n")
    assert holder(p, "2914") == "Red"
    play(p, "select W-CZ2", "move 2914", "move 2915")
    assert holder(p, "2914") == "White", "it was entered on the way, and stays White"
    assert ("White", p.charts.grid.hex("2914")) in events(p, "took")


@rule("reds", "13.1")
def test_the_source_that_is_no_city() -> None:
    assert holder(standing(), "5421") == "White"
    p = situation(
        "turn: 8\nphase: activation\nchit: Central-Asia\n[Red]\n5420: R-TUR\n5412: R-LAT\n"
    )
    play(p, "select R-TUR", "move 5421")
    assert holder(p, "5421") == "Red"


@rule("reds", "13.1")
def test_red_cities_revert_when_free_of_whites() -> None:
    assert holder(standing("[White]\n3010: W-KAP\n"), "3010") == "White"
    p = situation(f"{SIBERIA}[White]\n3010: W-KAP\n3705: W-SD1\n")
    play(p, "select W-KAP", "move 3011")
    assert holder(p, "3010") == "Red"
    # A city that is no Red City stays White.
    p = situation(f"{SIBERIA}[White]\n3012: W-KAP\n3705: W-SD1\n")
    play(p, "select W-KAP", "move 3011")
    assert holder(p, "3012") == "White"


@rule("reds", "13.1", "2.2")
def test_red_terror_makes_a_red_city() -> None:
    terror = "terror: 3012"
    assert holder(standing("[White]\n3012: W-KAP\n", terror), "3012") == "White"
    assert holder(standing("", f"{terror}\nwhite: 3012"), "3012") == "Red"


@rule("reds", "13.1")
@pytest.mark.parametrize(
    ("units", "markers", "expected"),
    [
        ("", "red: 2423", "neutral"),
        ("[Red]\n2423: R-A14\n", "", "Red"),
        ("[White]\n2423: W-KOR\n", "", "White"),
        ("[Red]\n2423: R-MAK\n", "", "neutral"),
        ("[White]\n2423: W-MAK\n", "", "neutral"),
        ("", "terror: 2423", "Red"),
        ("[White]\n2423: W-KOR\n", "terror: 2423", "White"),
    ],
)
def test_makhno_cities(units: str, markers: str, expected: str) -> None:
    assert holder(standing(units, markers), "2423") == expected


@rule("reds", "13.1", "15.1", "15.2")
@pytest.mark.parametrize("poland", ["neutral", "war"])
def test_what_poles_hold_is_neutral(poland: str) -> None:
    p = standing("[White]\n1221: W-PL1\n1618: W-PL2\n1920: W-PL3\n", f"poland: {poland}")
    assert {holder(p, label) for label in ("1221", "1618", "1920")} == {"neutral"}


@rule("reds", "13.1", "15.3")
def test_poles_make_a_city_neutral_by_entering() -> None:
    p = situation(
        "turn: 8\nphase: activation\nchit: Poles\n[White]\n1517: W-PL1\n1221: W-PL2\n"
        "[Red]\n1716: R-A01\n[markers]\npoland: war\nred: 1418\n"
    )
    play(p, "select W-PL1", "move 1418")
    assert holder(p, "1418") == "neutral"


# 13.2 Turn B


@rule("reds", "13.2", "3.4", "7.5")
def test_turn_b_gives_red_cities_to_red_and_three_ports_to_white() -> None:
    """The units that would come to the three ports are out of the game: control comes anyway."""
    white = "[White]\n4301: W-SIC\n2825: W-KOR\ngone: W-AIS, W-AIB, W-NW1, W-EST\n"
    p = situation(f"turn: B\nphase: withdrawal\n{white}[Red]\n2313: R-A05\n")
    while p.turn.key == "B":
        decision = p.decision()
        assert decision is not None
        p.apply(decision.choices()[0])
    for label in ("1312", "3326", "2525"):
        assert holder(p, label) == "White", label
    for label in ("1618", "2421", "2822", "2721"):
        if p.charts.red_cities >> p.charts.grid.hex(label) & 1:
            assert holder(p, label) == "Red", label
    assert holder(p, "2124") == "White", "the AIF has landed at Odessa"
    assert holder(p, "1513") == "neutral", "Pskov belongs to nobody yet"
    assert not p.great_war


# 13.3, 13.4 The seas


@rule("reds", "13.3")
@pytest.mark.parametrize(("withdrawals", "taken"), [(1, False), (2, True)])
def test_red_takes_seas_after_the_major_withdrawal(withdrawals: int, taken: bool) -> None:
    """Kem, a port of the White Sea, falls to a Red army."""
    p = situation(
        "turn: 15\nphase: activation\nchit: North\n[Red]\n1606: R-A06\n1611: R-A07\n"
        f"[markers]\nwithdrawals: {withdrawals}\nred seas: Baltic Caspian\n"
    )
    assert "White" in seas_of(p, "White")
    play(p, "select R-A06", "move 1605")
    assert ("White" in seas_of(p, "Red")) is taken


@rule("reds", "13.3")
def test_the_black_sea_stays_white() -> None:
    p = situation(
        "turn: 15\nphase: activation\nchit: Southwest\n[Red]\n2524: R-A13\n1920: R-A14\n"
        "[markers]\nwithdrawals: 2\nred seas: Baltic Caspian\n"
    )
    play(p, "select R-A13", "move 2525")
    assert holder(p, "2525") == "Red"
    assert "Black" in seas_of(p, "White")


@rule("reds", "13.3")
def test_a_sea_never_goes_back() -> None:
    p = situation(
        "turn: 15\nphase: activation\nchit: Islamic-North\n[White]\n1606: W-NOR\n1904: W-NOM\n"
        "[markers]\nwithdrawals: 2\nred seas: White\nred: 1605\n"
    )
    play(p, "select W-NOR", "move 1605")
    assert "White" in seas_of(p, "Red")


# 13.5, 13.6 Resources


@rule("reds", "13.5", "20.6")
def test_the_resource_track_follows_cities_and_gold() -> None:
    p = standing(turn="3")
    assert (resources(p, "Red"), resources(p, "White")) == (5, 2)
    p = standing("[White]\n3119: W-DON1\n", "gold: 4301 White", turn="3")
    assert (resources(p, "Red"), resources(p, "White")) == (3, 4)


@rule("reds", "13.6")
@pytest.mark.parametrize(
    ("units", "markers", "red", "white"),
    [
        ("", "red: 1315", 1, 0),
        ("[Neutral]\n1315: N-LAT\n", "", 0, 0),
        ("[White]\n1315: W-PL1\n", "poland: war", 0, 0),
        ("[White]\n1315: W-VDG\n", "", 0, 0),
        ("[White]\n1315: W-VDG\n", "flags: freikorps\nwhite: 1315", 0, 1),
        ("[White]\n1315: W-NW1\n", "", 0, 1),
        ("", "red: 1315\npoland: peace", 0, 0),
    ],
    ids=["Red", "Latvians", "Poles", "Goltz", "Freikorps", "Northwest", "peace"],
)
def test_resources_held_by_neutrals_count_for_nobody(
    units: str, markers: str, red: int, white: int
) -> None:
    """Riga, over and above what the sides hold anyway."""
    empty = standing("", "neutral: 1315")
    p = standing(units, markers)
    assert resources(p, "Red") - resources(empty, "Red") == red
    assert resources(p, "White") - resources(empty, "White") == white


@rule("reds", "13.6", "16.1")
def test_makhno_keeps_ekaterinoslav_from_both() -> None:
    for face in ("[Red]\n2423: R-MAK\n", "[White]\n2423: W-MAK\n"):
        p = standing(face)
        base = standing("")
        assert (resources(p, "Red"), resources(p, "White")) == (
            resources(base, "Red"),
            resources(base, "White"),
        )


@rule("reds", "13.6", "13.1")
@pytest.mark.parametrize(("flags", "expected"), [("", "neutral"), ("flags: freikorps", "White")])
def test_von_der_goltz_takes_cities_for_nobody_before_his_event(flags: str, expected: str) -> None:
    p = situation(
        "turn: 8\nphase: activation\nchit: Northwest\n[White]\n1415: W-VDG\n1312: W-NW1\n"
        f"[markers]\nred: 1416\n{flags}\n"
    )
    play(p, "select W-VDG", "move 1416")
    assert holder(p, "1416") == expected


@rule("reds", "17.1", "13.6")
def test_a_garrison_that_returns_makes_kiev_neutral() -> None:
    assert holder(standing("", "white: 1920"), "1920") == "White"
    assert holder(standing("[Neutral]\n1920: N-UKR\n", "white: 1920"), "1920") == "neutral"


@rule("reds", "17.2", "13.1")
def test_whites_with_the_ukrainians_hold_kiev() -> None:
    assert holder(standing("[Neutral]\n1920: N-UKR\n"), "1920") == "neutral"
    assert holder(standing("[White]\n1920: W-KOR\n[Neutral]\n1920: N-UKR\n"), "1920") == "White"


@rule("reds", "13.6", "17.1")
def test_what_a_unit_changes_by_passing() -> None:
    """Cities of the enemy, the Gold, and for Whites the Red Train and the Red Verdun."""
    text = "[White]\n2717: W-VOL, W-TR3\n1221: W-PL1\n[Red]\n2313: R-A05, R-RF3\n"
    marks = "red: 3012, 2618\nwhite: 2825, 2525\ngold: 3010 Red\ntrain: {}\n"

    def taken(unit: str, train: str = "2814") -> set[str]:
        p = standing(text, marks.format(train))
        return set(p.charts.grid.labels(to_be_taken(p, number_of(p, unit))))

    volunteers = taken("W-VOL")
    assert {"3012", "2618", "3010", "2814", "3119"} <= volunteers
    assert not {"2825", "2525", "2313", "2423", "2522", "1001"} & volunteers
    assert not {"2814", "1001"} & taken("W-VOL", "none")
    army = taken("R-A05")
    assert {"2825", "2525"} <= army
    assert not {"3012", "2618", "3010", "2814", "3119", "2423", "1001"} & army
    poles = taken("W-PL1")
    assert {"3012", "2618", "2825", "2525", "3010"} <= poles, "they hold for nobody"
    assert taken("W-TR3") == taken("R-RF3") == set(), "they go where others have gone"


@rule("reds", "13.6")
def test_von_der_goltz_holds_a_red_city_for_nobody_before_his_event() -> None:
    units = "[White]\n2117: W-VDG{}\n[Red]\n2313: R-A05\n"
    assert holder(standing(units.format("")), "2117") == "neutral"
    assert holder(standing(units.format(", W-NW1")), "2117") == "White"
    assert holder(standing(units.format(""), "flags: freikorps"), "2117") == "White"


@rule("reds", "20.6", "20.3")
def test_a_train_does_not_take_the_gold() -> None:
    p = situation(
        "turn: 3\nphase: activation\nchit: East\n[Red]\n3010: R-A05\n2910: R-A01, R-TR1\n"
        "[markers]\ngold: 3010 Red\n"
    )
    play(p, "select R-TR1", "move 3010")
    assert p.gold_side == "Red"


@rule("reds", "13.1", "20.10", "20.11")
def test_a_unit_takes_only_what_is_in_its_hex() -> None:
    """Nothing lies in 2816; the city behind it is White already."""
    p = situation(
        "turn: 8\nphase: activation\nchit: AFSR\n[White]\n2716: W-VOL\n[Red]\n2313: R-A05\n"
        "[markers]\nwhite: 2716\ntrain: 2813\n"
    )
    play(p, "select W-VOL", "move 2715")
    assert p.label(p.train) == "2813"
    assert p.verdun
    play(p, "move 2716")
    assert not events(p, "took")
    red = situation(
        "turn: 8\nphase: activation\nchit: East\n[Red]\n2812: R-A05\n[markers]\ntrain: 2813\n"
    )
    play(red, "select R-A05", "move 2813")
    assert red.label(red.train) == "2813"


@rule("reds", "20.10")
def test_a_train_driven_away_in_an_activation_comes_back_in_the_next_turn() -> None:
    p = situation(
        "turn: 8\nphase: activation\nchit: AFSR\n[White]\n2716: W-VOL\n[Red]\n2313: R-A05\n"
        "[markers]\ntrain: 2715\n"
    )
    play(p, "select W-VOL", "move 2715")
    assert p.train == TRAIN_RETURNS


@rule("reds", "13.5")
def test_the_resource_cities_of_a_side() -> None:
    p = standing("[Red]\n2313: R-A05\n", "red: 3012, 2618\nwhite: 3107")
    labels = {p.label(h) for h in resource_hexes(p, "Red")}
    assert {"2313", "2315", "3012"} <= labels
    assert not {"2618", "3107"} & labels


@rule("reds", "13.1", "17.1")
@pytest.mark.parametrize("side", ["white", "red"])
def test_a_city_whose_nationalists_have_fallen_is_nobodys(side: str) -> None:
    p = standing("[Neutral]\n1218: N-LIT\n", f"{side}: 1218, 2825", turn="9")
    eliminate(p, number_of(p, "N-LIT"), "11.5")
    assert holder(p, "1218") == "neutral"
    assert holder(p, "2825") == side.capitalize()


@rule("reds", "13.1")
def test_a_neutral_city_is_taken_in_passing_with_or_without_a_chronicle() -> None:
    text = "turn: 8\nphase: activation\nchit: West\n[Red]\n1613: R-KON1\n[markers]\nneutral: 1513\n"
    watched, unwatched = situation(text), situation(text)
    unwatched.chronicle = None
    for p in (watched, unwatched):
        play(p, "select R-KON1", "move 1514")
        assert holder(p, "1513") == "Red"
    assert watched.digest() == unwatched.digest()


@rule("reds", "13.3")
def test_a_port_that_reverts_to_red_gives_its_sea_when_the_segment_ends() -> None:
    """The Northwest Corps leaves Petrograd, a Red City, behind it."""
    p = situation(
        "turn: 15\nphase: activation\nchit: Northwest\n[White]\n1611: W-NW1\n[Red]\n2313: R-A05\n"
        "[markers]\nwithdrawals: 2\nred seas: Caspian White\npool: Field-Staff\n"
    )
    play(p, "select W-NW1", "move 1612", "halt")
    while "done" in verbs(p):
        play(p, "done")
    assert p.current.key == "activation"
    assert "Baltic" in seas_of(p, "Red")


@rule("reds", "13.1", "13.3")
def test_two_cities_on_one_way_are_both_taken() -> None:
    """From Tula's south through Orel to Kursk, after the Major Withdrawal."""
    p = situation(
        "turn: 15\nphase: activation\nchit: AFSR\n[White]\n2316: W-CAU\n[Red]\n2313: R-A05\n"
        "[markers]\nwithdrawals: 2\n"
    )
    assert [holder(p, label) for label in ("2317", "2318")] == ["Red", "Red"]
    play(p, "select W-CAU", "move 2318")
    assert [holder(p, label) for label in ("2317", "2318")] == ["White", "White"]


@rule("reds", "13.6", "20.5")
def test_a_garrison_of_von_der_goltz_holds_what_he_does_not() -> None:
    p = situation(
        "turn: 8\nphase: activation\nchit: Northwest\n[White]\n1116: W-VDG\n[Red]\n2313: R-A05\n"
    )
    assert holder(p, "1116") == "neutral"
    play(p, "garrison 1116")
    assert holder(p, "1116") == "White"
