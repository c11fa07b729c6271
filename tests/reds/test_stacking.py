"""9.0 Stacking."""

from __future__ import annotations

import pytest

from stavka.engine import Event
from stavka.titles.reds.stacking import may_mix
from tests.marks import rule

from .situations import (
    HOLD,
    cause,
    moves,
    number_of,
    offered,
    play,
    situation,
    stack,
    to_choose,
    verbs,
    where,
)

EAST = "turn: 3\nphase: activation\nchit: East\n"
AFSR = "turn: 8\nphase: activation\nchit: AFSR\n"


@rule("reds", "9.1")
def test_the_example_four_white_units_of_six_points_and_two_red_armies_of_eight() -> None:
    whites = "[White]\n2825: W-VOL, W-CAU, W-KOR\n2924: W-MAR, W-DRO\n"
    p = situation(AFSR + whites)
    play(p, "select W-MAR", "move 2825")
    assert len(stack(p, "2825")) == 4
    assert "2825" not in moves(p, "W-DRO"), "six points are there"
    p = situation(f"{EAST}[Red]\n2813: R-A01\n2811: R-A05\n")
    assert "2813" not in moves(p, "R-A05")


@rule("reds", "9.1")
def test_an_army_and_a_cavalry_army_fill_a_hex() -> None:
    p = situation(f"{EAST}[Red]\n2813: R-A01\n2713: R-KON2, R-LAT\n")
    play(p, "select R-KON2", "move 2813")
    assert stack(p, "2813") == {"R-A01", "R-KON2"}
    assert "2813" not in moves(p, "R-LAT")


@rule("reds", "9.1")
def test_units_may_pass_a_full_hex() -> None:
    p = situation(f"{EAST}[Red]\n2713: R-A05\n2813: R-A01, R-KON2\n")
    assert {"2812", "2814"} <= moves(p, "R-A05")


@rule("reds", "9.1", "10.2")
def test_the_limit_holds_for_strategic_movement() -> None:
    p = situation(
        "turn: 3\nphase: second-strategic\ninitiative: White\n[Red]\n2313: R-A05\n2315: R-A01\n"
        "2311: R-LAT\n"
    )
    play(p, "select R-A05")
    assert "2315" not in offered(p, "rail")
    assert "2311" in offered(p, "rail")


@rule("reds", "9.7", "10.3")
def test_the_hex_that_a_unit_leaves_by_rail_does_not_count_as_a_big_stack() -> None:
    p = situation(
        "turn: 3\nphase: second-strategic\ninitiative: White\n[Red]\n2313: R-A01, R-A02\n"
        "2113: R-A05\n[markers]\nleaders: Egorov@West\n"
    )
    play(p, "select R-A02", "rail 2113")
    assert stack(p, "2113") == {"R-A02", "R-A05"}


@rule("reds", "9.3")
def test_special_units_take_no_room_but_one_of_a_kind_fits() -> None:
    p = situation(
        f"{EAST}[Red]\n2813: R-A01, R-KON2, R-TR1\n2713: R-A05, R-TR2\n[White]\n3705: W-SD1\n"
    )
    play(p, "select R-TR1")
    assert "2713" not in offered(p, "move"), "there is a train already"
    p = situation(f"{EAST}[Red]\n2813: R-A01, R-KON2\n2713: R-A05, R-TR2\n")
    assert "2813" in moves(p, "R-TR2"), "six points of manpower do not matter to a train"


@rule("reds", "9.3", "20.5")
def test_one_garrison_in_a_hex() -> None:
    text = f"{EAST}[Red]\n3010: R-A01\n2811: R-A05\n"
    assert offered(situation(text), "garrison") == {"3010"}
    assert offered(situation(text.replace("R-A01", "R-A01, R-G01")), "garrison") == set()


@rule("reds", "9.4", "20.8")
def test_partisans_stack_with_nobody() -> None:
    p = situation(f"{EAST}[Red]\n3408: R-P1\n3409: R-A05\n3309: R-P2\n")
    assert "3409" not in moves(p, "R-P1")
    assert "3309" not in offered(p, "move")
    assert "3408" not in moves(p, "R-A05")


@rule("reds", "9.5")
def test_factions_do_not_mix_except_with_the_aif() -> None:
    p = situation(
        "turn: 8\nphase: activation\nchit: AFSR\n[White]\n2824: W-VOL\n2825: W-AIS\n2923: W-KAP\n"
        "2924: W-RF1, W-DON1\n"
    )
    reached = moves(p, "W-VOL")
    assert "2825" in reached
    assert "2923" not in reached
    assert "2924" in reached, "its own faction and a generic unit"


@rule("reds", "9.5", "15.1")
def test_poles_stack_with_poles_and_generic_units_only() -> None:
    p = situation(
        "turn: 8\nphase: activation\nchit: Poles\n[White]\n1420: W-PL1\n1419: W-PL2, W-TR1\n"
        "1421: W-VOL\n"
    )
    reached = moves(p, "W-PL1")
    assert "1419" in reached
    assert "1421" not in reached


@rule("reds", "9.5")
def test_islamic_and_north_units_share_a_chit_but_no_hex() -> None:
    p = situation(
        "turn: 8\nphase: activation\nchit: Islamic-North\n[White]\n4922: W-TRC\n4822: W-NOR\n"
    )
    assert "4822" not in moves(p, "W-TRC")


@rule("reds", "9.6", "17.2")
def test_neutral_hexes() -> None:
    """Nobody enters Kovno; Whites may stand with the Ukrainians in Kiev, Reds may not."""
    neutrals = "[Neutral]\n1218: N-LIT\n1920: N-UKR\n"
    red = situation(
        f"turn: 8\nphase: activation\nchit: West\n[Red]\n1317: R-A15\n2019: R-A16\n{neutrals}"
    )
    assert "1218" not in moves(red, "R-A15")
    assert "1920" not in moves(red, "R-A16")
    white = situation(f"turn: 8\nphase: activation\nchit: AFSR\n[White]\n1921: W-CAU\n{neutrals}")
    assert "1920" in moves(white, "W-CAU")
    goltz = situation(
        f"turn: 8\nphase: activation\nchit: Northwest\n[White]\n1217: W-VDG\n{neutrals}"
    )
    assert "1218" not in moves(goltz, "W-VDG")


@rule("reds", "9.6", "15.1")
@pytest.mark.parametrize("poland", ["neutral", "war"])
def test_nobody_stacks_with_poles(poland: str) -> None:
    p = situation(
        "turn: 8\nphase: activation\nchit: AFSR\n[White]\n1421: W-PL1\n1621: W-CAU\n"
        f"[markers]\npoland: {poland}\n"
    )
    assert "1421" not in moves(p, "W-CAU")


# 9.7 Red leaders


@rule("reds", "9.7", "20.9")
def test_a_leader_allows_nine_points_in_as_many_hexes_as_his_rating() -> None:
    armies = "[Red]\n2813: R-A01\n2713: R-A05\n2912: R-A02\n2911: R-A03\n3013: R-A04\n"
    without = situation(EAST + armies)
    assert "2813" not in moves(without, "R-A05")
    kamenev = situation(f"{EAST}{armies}[markers]\nleaders: S. Kamenev@East\n")
    play(kamenev, "select R-A05", "move 2813")
    assert "2911" not in moves(kamenev, "R-A02"), "his rating is one hex"
    frunze = situation(f"{EAST}{armies}[markers]\nleaders: Frunze@East\n")
    play(frunze, "select R-A05", "move 2813")
    assert "2911" in moves(frunze, "R-A02"), "his rating is two hexes"
    assert "2813" not in offered(frunze, "move"), "twelve points are too many for anybody"


@rule("reds", "9.7")
@pytest.mark.parametrize("box", ["South", "Field-Staff"])
def test_a_leader_serves_his_own_front_only(box: str) -> None:
    armies = "[Red]\n2813: R-A01\n2713: R-A05\n"
    p = situation(f"{EAST}{armies}[markers]\nleaders: Frunze@{box}\n")
    assert "2813" not in moves(p, "R-A05")


@rule("reds", "9.7")
def test_a_stack_that_has_lost_its_leader_is_put_right_or_white_chooses_losses() -> None:
    armies = "[Red]\n2813: R-A01, R-A05\n2618: R-A08\n"
    put_right = situation(EAST + armies + HOLD, dice=(1,))
    play(put_right, "select R-A05", "move 2713", "halt", "done")
    assert to_choose(put_right) == "Red"
    assert where(put_right, "R-A01") == "2813"
    p = situation(EAST + armies + HOLD, dice=(1,))
    # A battle of another segment has nothing to do with it.
    assert p.chronicle is not None
    p.chronicle.append(Event("battle", "11.3"))
    play(p, "done")
    assert to_choose(p) == "White"
    assert offered(p, "eliminate") == {"R-A01", "R-A05"}
    assert cause(p) is None
    play(p, "eliminate R-A05")
    assert where(p, "R-A05") == "dead"
    assert stack(p, "2813") == {"R-A01"}


@rule("reds", "9.7")
def test_such_a_stack_stands_until_its_own_front_is_active() -> None:
    p = situation(
        "turn: 3\nphase: activation\nchit: South\n[Red]\n2813: R-A01, R-A05\n2618: R-A08\n" + HOLD,
        dice=(1,),
    )
    play(p, "done")
    assert stack(p, "2813") == {"R-A01", "R-A05"}


@rule("reds", "9.1", "9.7")
def test_the_leaders_of_the_reds_give_the_whites_no_room() -> None:
    whites = "[White]\n2825: W-VOL, W-CAU, W-5CV\n2924: W-DON1, W-MAR\n"
    p = situation(f"{AFSR}{whites}[markers]\nleaders: Egorov@South\n")
    assert "2825" not in moves(p, "W-DON1"), "that would be seven points"
    assert "2825" in moves(p, "W-MAR")


@rule("reds", "9.7")
def test_six_points_need_no_leader_and_nine_are_the_most() -> None:
    """Frunze has room for two hexes: the army and cavalry in 2811 are none of them."""
    text = f"{EAST}[Red]\n2813: R-A01, R-LAT\n2712: R-A02\n2811: R-A05, R-KON2\n2913: R-KON1\n"
    p = situation(f"{text}[markers]\nleaders: Vatsetis@East\n")
    play(p, "select R-A02", "move 2813")
    assert stack(p, "2813") == {"R-A01", "R-LAT", "R-A02"}, "nine"
    assert "2813" not in moves(p, "R-KON1")
    frunze = situation(f"{text}[markers]\nleaders: Frunze@East\n")
    assert "2813" in moves(frunze, "R-A02")


@rule("reds", "9.7")
def test_only_the_stacks_of_the_active_front_are_put_right() -> None:
    p = situation(
        f"{EAST}[Red]\n2813: R-A01, R-A02\n2315: R-A08, R-A09\n[White]\n4301: W-SD1\n{HOLD}"
    )
    play(p, "done")
    assert to_choose(p) == "White"
    assert offered(p, "eliminate") == {"R-A01", "R-A02"}
    play(p, "eliminate R-A01")
    assert stack(p, "2813") == {"R-A02"}
    assert stack(p, "2315") == {"R-A08", "R-A09"}


@rule("reds", "9.5", "15.1")
def test_whom_the_aif_may_join_and_who_may_join_it() -> None:
    p = situation("turn: 3\nphase: command\n[White]\n1904: W-NOR\n1221: W-PL1\n2124: W-AIO\n")
    charts = p.charts

    def mixes(unit: str, *others: str) -> bool:
        there = sum(1 << number_of(p, other) for other in others)
        return may_mix(charts, number_of(p, unit), there)

    assert mixes("W-AIA", "W-NOR")
    assert mixes("W-VOL", "W-AIO")
    assert not mixes("W-AIO", "W-PL1"), "Poles share with Poles alone"
    assert not mixes("W-VOL", "W-PL1")
    assert not mixes("W-PL1", "W-AIO")
    assert mixes("W-TR1", "W-PL1")
    assert mixes("W-AIA", "W-NOR", "W-TR1")


@rule("reds", "9.7")
def test_a_stack_of_six_is_no_big_one_once_the_seventh_point_has_left() -> None:
    """Egorov has room for one hex: the Latvians may carry it from one stack to the other."""
    p = situation(
        f"{EAST}[Red]\n2813: R-A01, R-KON2, R-LAT\n2713: R-A02, R-KON1\n"
        "[markers]\nleaders: Egorov@East\n"
    )
    play(p, "select R-LAT", "move 2713")
    assert stack(p, "2713") == {"R-A02", "R-KON1", "R-LAT"}


@rule("reds", "9.7", "7.11")
def test_the_field_staff_puts_the_stacks_of_its_front_right() -> None:
    p = situation(
        "turn: 8\nphase: activation\nchit: Field-Staff\n[Red]\n2813: R-A01, R-A05\n2315: R-A08\n"
        "[markers]\npool: AFSR\n"
    )
    play(p, "front East", "done")
    assert to_choose(p) == "White"
    assert offered(p, "eliminate") == {"R-A01", "R-A05"}


@rule("reds", "9.7")
def test_white_stacks_take_no_room_from_a_leader() -> None:
    """Four White armies in 2717, as after a retreat: Egorov still has his hex."""
    whites = "[White]\n2717: W-VOL, W-CAU, W-DON1, W-DON2\n"
    text = f"turn: 8\nphase: activation\nchit: South\n[Red]\n2315: R-A08\n2415: R-A09\n{whites}"
    p = situation(f"{text}[markers]\nleaders: Egorov@South\n")
    assert "2315" in moves(p, "R-A09")
    play(p, "done")
    assert "eliminate" not in verbs(p)
