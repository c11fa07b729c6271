"""12.2, 12.12 The Logistics Segment."""

from __future__ import annotations

import pytest

from stavka.titles.reds.position import War
from stavka.titles.reds.rally import miracle_hexes, rallies_on
from tests.marks import rule

from .situations import (
    disordered,
    events,
    number_of,
    offered,
    play,
    situation,
    stack,
    to_choose,
    verbs,
    where,
)


def logistics(units: str, markers: str = "", turn: str = "8", dice: tuple[int, ...] = ()) -> War:
    return situation(
        f"turn: {turn}\nphase: activation\nchit: Logistics\n{units}"
        f"[markers]\npool: Field-Staff\n{markers}\n",
        dice=dice,
    )


def number(unit: str, where_: str, markers: str = "", more: str = "") -> int:
    """The highest die that rallies a unit."""
    side = "Red" if unit.startswith("R") else "White"
    text = f"turn: 8\nphase: command\n[{side}]\n{where_}: {unit} (disordered)\n{more}"
    p = situation(f"{text}[markers]\n{markers}\n")
    return rallies_on(p, number_of(p, unit))


@rule("reds", "12.12", "18.4")
@pytest.mark.parametrize("unit", ["W-KOR", "W-SD1", "W-DON1", "W-AIO", "W-NOR", "W-NW1", "W-P3"])
def test_white_numbers_before_and_after_the_major_withdrawal(unit: str) -> None:
    assert number(unit, "2825") == 2
    assert number(unit, "2825", "withdrawals: 1") == 2
    assert number(unit, "2825", "withdrawals: 2") == 1


@rule("reds", "12.12")
@pytest.mark.parametrize(("unit", "better"), [("W-KOR", 1), ("W-DON1", 1), ("W-SD1", 0)])
def test_wrangel_helps_the_afsr(unit: str, better: int) -> None:
    assert number(unit, "2825", "flags: wrangel") == 2 + better
    assert number(unit, "2825", "flags: wrangel\nwithdrawals: 2") == 1 + better


@rule("reds", "12.12")
def test_dice_decide_and_only_supplied_units_roll() -> None:
    p = logistics(
        "[White]\n2825: W-KOR (disordered), W-MAR (disordered)\n2924: W-DRO (disordered)\n"
        "3713: W-ORE\n",
        dice=(2, 3, 1, 1),
    )
    rolled = {
        facts[0]: facts[1] for kind in ("rallied", "not_rallied") for facts in events(p, kind)
    }
    assert rolled == {
        number_of(p, "W-KOR"): 2,
        number_of(p, "W-MAR"): 3,
        number_of(p, "W-DRO"): 1,
    }
    assert [disordered(p, u) for u in ("W-KOR", "W-MAR", "W-DRO")] == [False, True, False]
    assert disordered(p, "W-ORE"), "out of supply"


@rule("reds", "12.12", "20.8")
def test_partisans_rally_without_supply() -> None:
    p = logistics(
        "[Red]\n4018: R-P1 (disordered)\n[White]\n2210: W-P2 (disordered)\n", dice=(2, 3, 1)
    )
    assert not disordered(p, "W-P2")
    assert not disordered(p, "R-P1")


@rule("reds", "12.12")
def test_the_tsar_rallies_one_afsr_or_siberian_infantry_unit() -> None:
    units = (
        "[White]\n2825: W-KOR (disordered)\n2924: W-KUB1 (disordered)\n4301: W-SD1 (disordered)\n"
        "3713: W-SD2\n1904: W-NOR (disordered)\n"
    )
    p = logistics(units, "flags: tsar-lives", dice=(6, 6, 6, 6, 1))
    assert to_choose(p) == "White"
    assert offered(p, "tsar") == {"W-KOR", "W-SD1"}, (
        "no cavalry, no North Army, nobody out of supply"
    )
    play(p, "tsar W-KOR")
    assert "tsar" not in verbs(p)
    assert not disordered(p, "W-KOR")
    assert disordered(p, "W-SD1")


@rule("reds", "12.12", "18.4")
@pytest.mark.parametrize("markers", ["", "flags: tsar-lives\nwithdrawals: 2"])
def test_a_dead_tsar_and_one_without_allies_help_nobody(markers: str) -> None:
    p = logistics("[White]\n2825: W-KOR (disordered)\n", markers, dice=(6, 1))
    assert disordered(p, "W-KOR")
    assert events(p, "tsar_rallied") == []


@rule("reds", "12.12", "20.10")
def test_the_red_train_rallies_everybody_in_and_next_to_its_hex() -> None:
    units = "[Red]\n2813: R-A01 (disordered)\n2812: R-A05 (disordered)\n2611: R-A04 (disordered)\n"
    p = logistics(units, "train: 2813", dice=(6, 1))
    assert [disordered(p, u) for u in ("R-A01", "R-A05", "R-A04")] == [False, False, True]
    assert len(events(p, "train_rallied")) == 2


@rule("reds", "20.10", "12.12")
def test_the_red_train_does_not_rally_who_is_out_of_supply() -> None:
    cut = "[White]\n2616: W-KAP\n2517: W-CZ1\n2618: W-CZ2\n2716: W-SD1\n"
    p = logistics(f"[Red]\n2617: R-A08 (disordered)\n{cut}", "train: 2617", dice=(1,))
    assert where(p, "R-A08") == "dead"


@rule("reds", "20.10", "15.3")
@pytest.mark.parametrize(
    ("poland", "warsaw", "helps"),
    [("neutral", "", True), ("war", "", False), ("war", "red: 1221", True), ("peace", "", True)],
)
def test_trotsky_takes_no_part_in_the_war_with_poland(
    poland: str, warsaw: str, helps: bool
) -> None:
    """1618 is within six hexes of Warsaw, 1916 is not."""
    p = logistics(
        "[Red]\n1618: R-A16 (disordered)\n1916: R-A15 (disordered)\n",
        f"train: 1717\npoland: {poland}\n{warsaw}",
        dice=(6, 6, 1),
    )
    grid = p.charts.grid
    assert grid.distance(grid.hex("1221"), grid.hex("1618")) <= 6
    if "rally" in verbs(p):
        play(p, "rally")  # instead of seeking peace
    assert disordered(p, "R-A16") is not helps


@rule("reds", "12.2", "20.5")
def test_garrisons_are_taken_off_in_the_logistics_segment() -> None:
    p = logistics("[White]\n3408: W-SG2\n3717: W-SG1\n[Red]\n1611: R-G03\n", dice=(1,))
    assert offered(p, "disband") == {"W-SG1", "W-SG2"}
    play(p, "disband W-SG2", "disband W-SG1")
    assert where(p, "W-SG2") == "pool", "it may be used again"
    assert where(p, "W-SG1") == "gone", "it bears a dot"
    if to_choose(p) == "White":
        play(p, "rally")
    assert offered(p, "disband") == {"R-G03"}


@rule("reds", "20.4", "12.12")
def test_raiders_do_not_rally() -> None:
    p = logistics("[White]\n2825: W-CAU (disordered, raiding)\n", dice=(1, 1))
    play(p, "go_on")
    assert disordered(p, "W-CAU")


@rule("reds", "20.4")
def test_a_raid_ends_at_the_start_of_logistics_if_the_unit_is_in_normal_supply() -> None:
    p = logistics("[White]\n2825: W-CAU (disordered, raiding)\n", dice=(1, 1))
    play(p, "end_raid")
    assert p.raider < 0
    assert not p.raid_in_hand, "the marker comes back by event only"
    assert not disordered(p, "W-CAU"), "and it rallies"
    far = logistics("[White]\n2617: W-CAU (raiding)\n[Red]\n2618: R-A08\n", dice=(1,))
    assert "end_raid" not in verbs(far)
    assert far.name(far.raider) == "W-CAU"


@rule("reds", "15.3", "12.12")
@pytest.mark.parametrize(
    ("unit_at", "red_at", "poland", "expected"),
    [
        ("1221", "", "neutral", 2),
        ("1221", "1320: R-A16\n", "neutral", 2),
        ("1221", "", "war", 2),
        ("1221", "1320: R-A16\n", "war", 3),
        ("1220", "1320: R-P1\n", "war", 3),
        ("1319", "1320: R-A16\n", "war", 2),
        ("1221", "1420: R-A16\n", "war", 2),
    ],
)
def test_polish_numbers(unit_at: str, red_at: str, poland: str, expected: int) -> None:
    more = f"[Red]\n{red_at}" if red_at else ""
    assert number("W-PL1", unit_at, f"poland: {poland}", more) == expected
    late = number("W-PL1", unit_at, f"poland: {poland}\nwithdrawals: 2", more)
    assert late == expected, "Poland is not moved by the Allies"


# 15.3 The Miracle of the Vistula


MIRACLE = (
    "[White]\n1221: W-PL1 (disordered)\n1220: W-PL2 (disordered)\n"
    "1319: W-PL3 (disordered)\ndead: W-PL4\n"
)


@rule("reds", "15.3")
def test_the_miracle_of_the_vistula() -> None:
    p = logistics(f"{MIRACLE}[Red]\n1421: R-A16\n1521: R-A15\n", "poland: war", dice=(6, 6, 6, 1))
    assert "miracle" in verbs(p)
    play(p, "miracle")
    assert [disordered(p, u) for u in ("W-PL1", "W-PL2", "W-PL3")] == [False, False, True]
    assert offered(p, "army") == {"W-PL4"}
    play(p, "army W-PL4")
    assert where(p, "W-PL4") == "1221"
    assert not disordered(p, "W-PL4"), "at full strength"
    assert offered(p, "place") <= {"1221", "1220", "1319"}
    while "place" in verbs(p):
        play(p, f"place {min(offered(p, 'place'))}")
    assert (
        len({"W-TK1", "W-TR1"} & {u for hex_ in ("1221", "1220", "1319") for u in stack(p, hex_)})
        == 2
    )
    assert p.miracle
    assert "miracle" not in verbs(p)


@rule("reds", "15.3")
@pytest.mark.parametrize(
    ("reds", "markers"),
    [
        ("1621: R-A15\n", "poland: war"),
        ("1421: R-A16\n", "poland: neutral"),
        ("1421: R-A16\n", "poland: war\nflags: miracle-used"),
        ("1221: R-A16\n", "poland: war"),
    ],
    ids=["far", "neutral", "used", "Warsaw lost"],
)
def test_no_miracle_without_need_or_twice(reds: str, markers: str) -> None:
    poles = MIRACLE if "1221" not in reds else MIRACLE.replace("1221: W-PL1 (disordered)\n", "")
    p = logistics(f"{poles}4301: W-SG2\n[Red]\n{reds}1716: R-A14\n", markers, dice=(6, 6, 6, 6))
    assert to_choose(p) == "White"
    assert "miracle" not in verbs(p)


def test_nothing_to_decide_is_not_asked() -> None:
    p = logistics("[White]\n2825: W-KOR\n[Red]\n2313: R-A05\n", dice=(1,))
    assert verbs(p) == {"front", "decline"}, "the Field Staff already"


@rule("reds", "12.12", "15.3", "18.4")
def test_every_kind_of_unit_has_its_own_number() -> None:
    units = (
        "[White]\n1221: W-PL1\n2717: W-VOL\n3612: W-ORE, W-SD1\n3414: W-URA\n3320: W-P3\n"
        "[Red]\n2313: R-A05\n3310: R-P1\n2522: R-MAK\n"
    )

    def number(unit: str, markers: str = "") -> int:
        p = situation(f"turn: 8\nphase: command\n{units}[markers]\n{markers}\n")
        return rallies_on(p, number_of(p, unit))

    table = situation(f"turn: 8\nphase: command\n{units}").charts.rally
    assert number("R-MAK") == table["makhno"]
    assert number("R-A05") == table["red"]
    p = situation("turn: 8\nphase: command\n[White]\n2522: W-MAK\n[Red]\n2313: R-A05\n")
    assert rallies_on(p, number_of(p, "W-MAK")) == table["makhno"], "on either side"
    assert number("R-P1") == table["red_partisan"]
    assert number("W-PL1") == table["poles_neutral"]
    assert number("W-PL1", "poland: war") == table["poles_at_war"]
    assert number("W-VOL") == table["white"]
    assert number("W-P3") == table["white_partisan"]
    assert number("W-P3", "withdrawals: 2") == table["white_partisan_after_withdrawal"]
    assert number("W-SD1", "flags: semenov") == min(table["white"], table["semenov"])
    assert number("W-URA", "flags: semenov") == table["white"], "at home in his krug"
    assert number("W-VOL", "flags: semenov") == table["white"]


@rule("reds", "15.3", "9.1")
def test_the_miracle_brings_polish_armies_for_which_there_is_room() -> None:
    text = "turn: 20\nphase: activation\nchit: Logistics\n[White]\n1221: W-PL1{}\n"
    text += "dead: W-PL2, W-VOL\n[Red]\n1320: R-A15\n1420: R-A16\n1520: R-G01\n1618: R-A12\n"
    text += "[markers]\npoland: war\n"

    def declared(more: str) -> War:
        p = situation(text.format(more))
        for _ in range(20):
            if "miracle" in verbs(p):
                break
            play(p, str(sorted(map(str, p.decision().choices()))[0]))  # type: ignore[union-attr]
        return play(p, "miracle")

    p = declared("")
    assert offered(p, "army") == {"W-PL2"}
    assert "decline" in verbs(p)
    assert offered(declared(", W-PL3"), "army") == set()


@rule("reds", "12.9", "20.3")
def test_a_train_is_lost_with_an_army_that_dies_of_hunger() -> None:
    p = logistics("[White]\n3814: W-SD1 (disordered), W-TR3\n[Red]\n2313: R-A05\n", "red: 4301")
    assert (where(p, "W-SD1"), where(p, "W-TR3")) == ("dead", "gone")


@rule("reds", "15.3", "20.3", "20.13")
def test_tanks_and_trains_of_the_miracle_stand_with_poles_on_their_ground() -> None:
    p = situation(
        "turn: 20\nphase: command\n[White]\n1221: W-PL1\n1120: W-PL2\n1320: W-PL3\n1418: W-PL4\n"
        "1322: W-PL5\n[Red]\n2313: R-A05\n[markers]\npoland: war\n"
    )
    charts = p.charts
    held = p.hexes_of(charts.poles) & charts.poland
    rough = charts.forest | charts.swamp
    assert miracle_hexes(p, number_of(p, "W-TR1")) == held & charts.rail.hexes
    assert miracle_hexes(p, number_of(p, "W-TK2")) == held & ~rough


@rule("reds", "6.3", "12.12")
@pytest.mark.parametrize(
    ("marker", "rallied"),
    [
        ("", [True, True]),
        ("corruption: AFSR", [False, True]),
        ("corruption: Siberian", [True, False]),
        # Named in the turn before: replacements are still denied, the rally is not.
        ("corruption: AFSR since 9", [True, True]),
    ],
)
def test_the_corrupt_do_not_rally_in_the_turn_of_the_event(
    marker: str, rallied: list[bool]
) -> None:
    p = logistics(
        "[White]\n2825: W-KOR (disordered)\n4301: W-SD1 (disordered)\n", marker, dice=(1, 1, 1)
    )
    assert p.track == 10
    assert [not disordered(p, u) for u in ("W-KOR", "W-SD1")] == rallied


@rule("reds", "15.3")
def test_every_gift_of_the_miracle_can_be_declined() -> None:
    p = logistics(f"{MIRACLE}[Red]\n1421: R-A16\n1521: R-A15\n", "poland: war", dice=(6, 6, 6, 1))
    play(p, "miracle")
    assert offered(p, "army") == {"W-PL4"}
    play(p, "decline")
    assert where(p, "W-PL4") == "dead"
    for _ in ("tank", "train"):
        assert offered(p, "place")
        play(p, "decline")
    assert "place" not in verbs(p)
    special = ("W-TK1", "W-TK2", "W-TR1", "W-TR2", "W-TR3")
    assert {where(p, unit) for unit in special} == {"pool"}


@rule("reds", "15.3", "9.3")
def test_the_gifts_of_the_miracle_do_not_join_their_like() -> None:
    """One of each type in a hex: Warsaw has a tank, 1220 a train."""
    p = situation(
        "turn: 20\nphase: command\n[White]\n1221: W-PL1, W-TK1\n1220: W-PL2, W-TR1\n"
        "[Red]\n2313: R-A05\n[markers]\npoland: war\n"
    )
    label = p.charts.grid.labels
    assert label(miracle_hexes(p, number_of(p, "W-TR2"))) == ["1221"]
    assert "1221" not in label(miracle_hexes(p, number_of(p, "W-TK2")))


@rule("reds", "15.3")
def test_the_army_of_the_miracle_comes_to_warsaw_though_reds_stand_beside_it() -> None:
    """The 15 Army is in 1222, and cut off; the 16 Army is within three hexes, and in supply."""
    reds = "[Red]\n1421: R-A16\n1521: R-A14\n1222: R-A15\n"
    p = logistics(f"{MIRACLE}{reds}", "poland: war", dice=(6, 6, 6, 1))
    play(p, "miracle")
    assert offered(p, "army") == {"W-PL4"}


@rule("reds", "12.12", "20.10")
@pytest.mark.parametrize("train", ["none", "waits"])
def test_a_red_train_off_the_map_rallies_nobody(train: str) -> None:
    p = logistics("[Red]\n2813: R-A01 (disordered)\n", f"train: {train}", dice=(6, 1))
    assert disordered(p, "R-A01")
    assert events(p, "train_rallied") == []


@rule("reds", "20.4", "8.7")
@pytest.mark.parametrize(
    ("army", "cut"),
    [("3506: R-P1\n", False), ("3508: R-A01\n", True), ("3508: R-A02\n", True)],
)
def test_a_raid_does_not_end_behind_an_enemy_zone(army: str, cut: bool) -> None:
    """An army at 3508 controls the railway from Ufa to Omsk."""
    p = logistics(f"[White]\n3408: W-ORE (raiding)\n[Red]\n2313: R-A05\n{army}", dice=(1, 1))
    assert ("end_raid" not in verbs(p)) is cut
