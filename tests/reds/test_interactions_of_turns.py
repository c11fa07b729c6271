"""Situations in which rules of movement, stacking, supply and the turn meet."""

from __future__ import annotations

import pytest

from tests.marks import rule

from .fights import announced, preview
from .situations import (
    HOLD,
    TITLE,
    disordered,
    events,
    moves,
    offered,
    play,
    refused,
    situation,
    stack,
    to_choose,
    verbs,
    where,
)

EAST = "turn: 3\nphase: activation\nchit: East\n"
SIBERIA = "turn: 3\nphase: activation\nchit: Siberian\n"
SOUTH = "turn: 8\nphase: activation\nchit: South\n"
AFSR = "turn: 8\nphase: activation\nchit: AFSR\n"
LOGISTICS = "phase: activation\nchit: Logistics\n"


# 9.7 Leaders and stacks


@rule("reds", "9.7", "10.6")
def test_a_leader_of_one_hex_lets_the_big_stack_change_its_place() -> None:
    """9 Army leaves 2618, which is a big stack no longer, and makes another in 2617."""
    p = situation(
        f"{SOUTH}[Red]\n2618: R-A08, R-A09\n2617: R-A13\n[markers]\nleaders: Egorov@South\n"
        "pool: Field-Staff\n"
    )
    assert "2617" in moves(p, "R-A09")
    play(p, "move 2617")
    assert stack(p, "2617") == {"R-A09", "R-A13"}


@rule("reds", "9.7")
def test_a_leader_of_two_hexes_has_no_third_and_none_abroad() -> None:
    p = situation(
        f"{EAST}[Red]\n2811: R-A01, R-A02\n2813: R-A03, R-A04\n2912: R-A05\n2913: R-A06\n"
        "2715: R-A08\n[markers]\nleaders: Frunze@East\npool: Field-Staff\n"
    )
    assert "2913" not in moves(p, "R-A05")
    play(p, "select R-A06")
    assert "2912" not in offered(p, "move")
    assert "2715" not in offered(play(p, "select R-A03"), "move"), "South has no leader"
    assert "2912" in offered(p, "move"), "3 Army leaves a big stack"


# 8.0, 10.0 Movement


@rule("reds", "8.3", "8.6")
def test_the_konarmia_leaves_its_companion_behind() -> None:
    p = situation(
        f"{SOUTH}[Red]\n2617: R-KON1, R-A08\n[White]\n2717: W-VOL\n2517: W-CAU\n2715: W-KOR\n{HOLD}"
    )
    assert moves(p, "R-A08") == set()
    assert {"2616", "2516", "2515"} <= moves(p, "R-KON1")


@rule("reds", "10.9")
@pytest.mark.parametrize(("fronts", "done"), [("", True), ("Southwest", False)])
def test_the_preview_of_a_move_says_that_it_ends_in_done(fronts: str, done: bool) -> None:
    p = situation(
        f"{SOUTH}[Red]\n2520: R-A08\n[markers]\nred: 2423\nfronts: {fronts}\npool: Field-Staff\n"
    )
    there = sorted(moves(p, "R-A08") & {"2420", "2421", "2519", "2419"})
    abroad = next(h for h in there if "Southwest" in _front(h))
    shown = preview(p, f"move {abroad}")
    assert any(line.case == "10.9" for line in shown.lines) is done
    play(p, f"move {abroad}")
    assert bool(p.done) is done


def _front(label: str) -> str:
    charts = TITLE.charts
    hex_ = charts.grid.hex(label)
    return next(name for name, hexes in charts.front.items() if hexes >> hex_ & 1)


@rule("reds", "10.6", "19.2")
@pytest.mark.parametrize(("turn", "parts"), [(3, ["1", "1"]), (4, ["1"])])
def test_the_parts_of_a_way_over_the_volga(turn: int, parts: list[str]) -> None:
    p = situation(f"turn: {turn}\nphase: activation\nchit: Siberian\n[White]\n2912: W-SD1\n{HOLD}")
    play(p, "select W-SD1")
    shown = preview(p, "move 3012")
    costs = [line for line in shown.lines if line.case == "10.6"]
    assert [line.value for line in costs] == parts
    assert "clear" in costs[0].text
    assert len(parts) == 1 or "Volga" in costs[1].text


@rule("reds", "8.1", "19.2", "10.6")
@pytest.mark.parametrize(("turn", "crossed"), [(8, False), (5, True)])
def test_lake_peipus_parts_armies_until_it_freezes(turn: int, crossed: bool) -> None:
    p = situation(
        f"turn: {turn}\nphase: activation\nchit: Northwest\n[White]\n1413: W-NW1\n"
        f"[Red]\n1512: R-A07\n{HOLD}"
    )
    play(p, "done")
    assert ("attack" in verbs(p)) is crossed


@rule("reds", "20.13")
def test_the_end_of_a_step_names_the_tank_that_would_be_lost() -> None:
    p = situation(f"{AFSR}[White]\n2618: W-VOL, W-TK1\n{HOLD}")
    play(p, "select W-VOL", "move 2617")
    while "halt" in verbs(p):
        play(p, "halt")
    decision = p.view("White").present().decision
    assert decision is not None
    done = next(option for option in decision.options if option.verb == "done")
    assert "1 Tank Detachment" in done.confirm
    play(p, "done")
    assert where(p, "W-TK1") == "gone"


@rule("reds", "20.5", "9.3", "12.9")
def test_the_disordered_and_hungry_may_leave_one_garrison_to_a_city() -> None:
    p = situation(
        f"{SIBERIA}[White]\n3112: W-SD1 (disordered), W-SD2\n[markers]\nred: 4301\n"
        "pool: Field-Staff\n"
    )
    assert p.unsupplied
    play(p, "select W-SD1", "move 3212", "garrison 3212")
    assert len(stack(p, "3212")) == 2
    assert offered(p, "garrison") == set()


@rule("reds", "20.8", "20.5")
def test_partisans_leave_no_garrison() -> None:
    p = situation(f"{EAST}[Red]\n3212: R-P1\n2313: R-A05\n{HOLD}")
    assert "garrison" not in verbs(p)


COAST = (
    "phase: activation\nchit: AFSR\n[White]\n2825: W-VOL, W-KOR, W-CAU\nready: W-NF-BL\n"
    "[Red]\n2822: R-A08\n[markers]\nflags: amphibious-in-hand\npool: Field-Staff\n"
)


@rule("reds", "20.2", "20.7", "11.3")
def test_a_landing_force_fights_at_once_with_the_guns_of_the_fleet() -> None:
    p = situation(f"turn: 8\n{COAST}")
    play(p, "embark W-VOL")
    assert "W-CAU" not in offered(p, "embark"), "no mixed forces"
    play(p, "embark W-KOR", "land 2722")
    assert "W-VOL" not in offered(p, "select")
    shown = announced(p, "2822", "W-VOL", "W-KOR")
    assert shown.uncertain == (), "Rostov is not on the coast"


@rule("reds", "20.2", "3.4", "10.13")
def test_a_landing_that_the_date_forbids_says_so() -> None:
    p = situation(f"turn: 3\n{COAST}")
    play(p, "embark W-VOL")
    assert refused(p, "land 2722").case in ("3.4", "10.13")


@rule("reds", "20.2", "19.2")
def test_no_landing_from_reval_in_winter() -> None:
    p = situation(
        "turn: 5\nphase: activation\nchit: Northwest\n[White]\n1312: W-NW1\n"
        "[markers]\nflags: amphibious-in-hand\npool: Field-Staff\n"
    )
    assert refused(p, "embark W-NW1").case == "19.2"


@rule("reds", "20.4", "10.12", "8.3")
def test_a_raiding_cossack_rides_through_zones_but_not_from_his_krug() -> None:
    p = situation(f"{AFSR}[White]\n2914: W-DON1 (raiding)\n[Red]\n2915: R-A08\n3014: R-A09\n{HOLD}")
    there = moves(p, "W-DON1")
    assert {"2814", "3015"} <= there
    assert "2912" not in there and "2812" not in there


# 10.2 Strategic movement


@rule("reds", "10.3", "12.7", "13.1")
@pytest.mark.parametrize(("guard", "open_"), [("", False), ("2423: W-KOR\n", True)])
def test_trains_pass_ekaterinoslav_only_where_friends_stand(guard: str, open_: bool) -> None:
    p = situation(
        "turn: 8\nphase: second-strategic\ninitiative: Red\n"
        f"[White]\n2525: W-VOL\n{guard}[markers]\nwhite: 2224\n"
    )
    play(p, "select W-VOL")
    assert ("2224" in offered(p, "rail")) is open_


@rule("reds", "8.5", "8.4", "10.2")
@pytest.mark.parametrize(("guard", "open_"), [("", False), ("3110: W-SD2\n3210: W-SD3\n", True)])
def test_friends_on_the_line_open_it(guard: str, open_: bool) -> None:
    """From Simbirsk by Bugulma to Ufa; 1 Army controls the line from 3109."""
    p = situation(
        "turn: 3\nphase: second-strategic\ninitiative: Red\n"
        f"[White]\n3012: W-SD1\n{guard}[Red]\n3109: R-A01\n3113: R-G01\n"
    )
    play(p, "select W-SD1")
    assert ("3408" in offered(p, "rail")) is open_


# 12.0 Logistics


@rule("reds", "12.9", "12.10", "12.12")
def test_who_dies_of_hunger_and_who_does_not() -> None:
    p = situation(
        f"turn: 3\n{LOGISTICS}[White]\n2814: W-SD1 (disordered)\n2716: W-P3\n2717: W-AG1\n"
        "3612: W-ORE (disordered)\n[Red]\n2313: R-A05\n3511: R-A01\n3711: R-A02\n"
        "[markers]\nred: 4301\npool: Field-Staff\n",
        dice=(1, 1),
    )
    while to_choose(p) == "White":
        play(p, "rally")
    assert where(p, "W-SD1") == "dead"
    assert (where(p, "W-P3"), where(p, "W-AG1")) == ("2716", "2717")
    assert not disordered(p, "W-ORE"), "in his krug"


@rule("reds", "20.10", "15.3")
@pytest.mark.parametrize(
    ("train", "poland", "rallied"),
    [
        ("1519", "war since 5", False),
        ("1519", "neutral", True),
        ("1916", "war since 5", True),
    ],
)
def test_trotsky_keeps_away_from_warsaw(train: str, poland: str, rallied: bool) -> None:
    p = situation(
        f"turn: 12\n{LOGISTICS}[Red]\n{train}: R-A07 (disordered)\n1618: R-A15\n1716: R-A16\n"
        f"[White]\n1221: W-PL1\n[markers]\ntrain: {train}\npoland: {poland}\npool: Field-Staff\n",
        dice=(6, 6, 6),
    )
    while to_choose(p) and "rally" in verbs(p):
        play(p, "rally")
    assert disordered(p, "R-A07") is not rallied


@rule("reds", "12.12", "18.4")
@pytest.mark.parametrize(("die", "volunteers", "siberians"), [(1, 1, 1), (2, 1, 0), (3, 0, 0)])
def test_wrangel_after_the_allies_have_gone(die: int, volunteers: int, siberians: int) -> None:
    p = situation(
        f"turn: 15\n{LOGISTICS}[White]\n2525: W-VOL (disordered)\n4301: W-SD1 (disordered)\n"
        "[markers]\nwithdrawals: 2\nflags: wrangel\npool: Field-Staff\n",
        dice=(die, die),
    )
    while to_choose(p) == "White":
        play(p, "rally")
    assert disordered(p, "W-VOL") is not bool(volunteers)
    assert disordered(p, "W-SD1") is not bool(siberians)


@rule("reds", "12.12", "18.4")
@pytest.mark.parametrize(("withdrawals", "helped"), [(1, {"W-VOL", "W-SD1"}), (2, set())])
def test_the_tsar_helps_infantry_until_the_allies_go(withdrawals: int, helped: set[str]) -> None:
    p = situation(
        f"turn: 12\n{LOGISTICS}[White]\n2525: W-VOL (disordered), W-AG1\n4301: W-SD1 (disordered)\n"
        "2924: W-KUB1 (disordered)\n1904: W-NOR (disordered)\n"
        f"[markers]\nwithdrawals: {withdrawals}\nflags: tsar-lives\npool: Field-Staff\n"
    )
    assert offered(p, "tsar") == helped


@rule("reds", "15.5")
def test_peace_with_poland_is_an_even_chance() -> None:
    text = (
        f"turn: 12\n{LOGISTICS}[White]\n1221: W-PL1\n[Red]\n1618: R-A07\n1920: R-A12\n{{more}}"
        "[markers]\npoland: war since 5\npool: Field-Staff\n"
    )
    p = situation(text.format(more=""), dice=(2,))
    while to_choose(p) == "White":
        play(p, "rally")
    shown = preview(p, "peace")
    assert [round(6 * chance.probability) for chance in shown.chances] == [3, 3]
    assert "war" in shown.chances[0].text and "peace" in shown.chances[1].text
    play(p, "peace")
    assert p.poland == "peace" and where(p, "W-PL1") == "gone"
    assert offered(p, "remove") == {"R-A07", "R-A12"}
    abroad = situation(text.format(more="1416: R-G07\n"))
    while to_choose(abroad) == "White":
        play(abroad, "rally")
    assert "peace" not in verbs(abroad)


@rule("reds", "15.4", "13.1")
def test_poland_falls_with_warsaw_at_the_end_of_its_own_activation() -> None:
    p = situation(
        "turn: 12\nphase: activation\nchit: Poles\n[White]\n1320: W-PL1\n1123: W-PL2\n"
        "[Red]\n1221: R-A07\n1618: R-A15\n[markers]\npoland: war since 5\npool: Field-Staff\n"
    )
    while to_choose(p) == "White":
        play(p, "done")
    assert p.poland == "conquered"
    assert where(p, "W-PL1") == where(p, "W-PL2") == "gone"


@rule("reds", "18.3", "20.3")
@pytest.mark.parametrize(("company", "fate"), [("", "gone"), (", W-SD1", "3504")])
def test_a_train_loses_its_czechs(company: str, fate: str) -> None:
    p = situation(
        f"turn: C\nphase: withdrawal\n[White]\n3504: W-CZ1, W-TR1{company}\n2124: W-AIO\n"
        "[Red]\n2313: R-A05\n2315: R-A01\n[markers]\nred: 3012, 3107\n"
    )
    assert where(p, "W-CZ1") == where(p, "W-AIO") == "gone"
    assert where(p, "W-TR1") == fate


@rule("reds", "20.6", "13.1")
def test_the_gold_in_vacated_kazan_is_white_and_cannot_be_sent() -> None:
    """Kazan is Red again when the Whites have gone; the Gold is theirs, in no city of theirs."""
    p = situation(
        "turn: 3\nphase: second-strategic\ninitiative: Red\n[White]\n3011: W-KAP\n3012: W-KOM\n"
        "[markers]\ngold: 3010 White\n"
    )
    assert "3012" not in offered(p, "gold")
    assert refused(p, "gold 3012").case == "13.1"
    assert events(p, "gold") == []
