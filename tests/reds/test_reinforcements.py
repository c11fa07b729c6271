"""14.0 Reinforcements and replacements."""

from __future__ import annotations

import pytest

from stavka.titles.reds.control import controlled
from stavka.titles.reds.position import War
from stavka.titles.reds.reinforcements import entry_hexes, red_allowance, turn_b_control
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


def arriving(turn: str, side: str, units: str = "", markers: str = "") -> War:
    return situation(f"turn: {turn}\nphase: {side}-reinforcement\n{units}[markers]\n{markers}\n")


def replacing(side: str, units: str, markers: str = "", turn: str = "D") -> War:
    return situation(f"turn: {turn}\nphase: {side}-replacement\n{units}[markers]\n{markers}\n")


def entry(unit: str, units: str = "", markers: str = "", turn: str = "8") -> set[str]:
    p = situation(f"turn: {turn}\nphase: command\n{units}[markers]\n{markers}\n")
    return set(p.charts.grid.labels(entry_hexes(p, number_of(p, unit))))


# 14.1 Where units enter


@rule("reds", "14.1")
def test_units_with_a_printed_hex_enter_there() -> None:
    p = arriving("B", "white")
    for unit, label in (("W-AIO", "2124"), ("W-EST", "1312"), ("W-NW1", "1312"), ("W-VDG", "1116")):
        assert where(p, unit) == label
    assert where(p, "W-KUB2") == "2924", "Cossacks in their krug"
    for flotilla in ("W-NF-BA", "W-NF-BL", "W-NF-CA"):
        assert where(p, flotilla) == "ready"


@rule("reds", "14.1")
def test_nobody_comes_before_his_turn() -> None:
    p = arriving("A", "white")
    assert where(p, "W-KUB1") == "2924"
    assert where(p, "W-VOL") == where(p, "W-EST") == "pool"
    assert offered(p, "place"), "3 Siberian Division is to be placed"


@rule("reds", "14.1")
def test_who_finds_no_place_comes_a_strategic_turn_later() -> None:
    held = "[Red]\n2924: R-A11\n2313: R-A05\n"
    p = arriving("A", "white", held, "red: 4301")
    assert where(p, "W-KUB1") == "pool"
    assert (number_of(p, "W-KUB1"),) in events(p, "put_off")
    later = arriving("B", "white", "[Red]\n2313: R-A05\n")
    assert where(later, "W-KUB1") == "2924", "the unit of Turn A"


@rule("reds", "14.1")
def test_red_enters_in_red_cities_in_supply_to_moscow() -> None:
    there = entry("R-A06")
    assert {"2313", "1611", "2210", "2505"} <= there
    assert "5412" not in there, "Tashkent is not in supply to Moscow"
    assert not {"3012", "3408", "4301"} & there, "White cities"
    assert "2618" not in entry("R-A06", "[White]\n2617: W-CAU\n2518: W-5CV\n2619: W-VOL\n")


@rule("reds", "14.1")
def test_a_zone_does_not_matter_but_stacking_and_enemies_do() -> None:
    assert "2315" in entry("R-A06", "[White]\n2316: W-CAU\n")
    assert "2315" not in entry("R-A06", "[Red]\n2315: R-A01\n")
    assert "2315" not in entry("R-A06", "[White]\n2315: W-CAU\n")


@rule("reds", "14.1", "2.2")
def test_the_afsr_enters_in_its_cities_that_are_not_red() -> None:
    there = entry("W-VOL", "[White]\n2822: W-CAU\n2124: W-AIO\n2921: W-DON1\n")
    assert {"2825", "2924", "2921"} <= there
    assert not {"2822", "2124"} & there, "Rostov and Odessa are Red Cities"
    assert "2924" not in entry("W-VOL", markers="terror: 2924\nwhite: 2924")
    assert "4301" not in there, "Omsk is no source of theirs"


@rule("reds", "14.1")
def test_sevastopol_only_if_nothing_else_is_left() -> None:
    assert "2525" not in entry("W-VOL")
    assert entry("W-VOL", markers="red: 2825 2924 2921 3326 3524") == {"2525"}
    full = "[White]\n2825: W-CAU, W-KOR, W-MAR, W-DRO, W-ALX\n2525: W-5CV\n"
    assert "2525" in entry("W-VOL", full, "red: 2924 2921 3326 3524")


@rule("reds", "14.1")
def test_siberian_and_north_units() -> None:
    siberia = entry("W-SIA")
    assert {"4301", "3705", "3408", "3212"} <= siberia
    assert not {"2825", "1904"} & siberia
    assert entry("W-NOR") >= {"1201", "1904", "1403"}
    assert not entry("W-NOR") & siberia
    assert entry("W-SIA", markers="red: 4301") == set()


@rule("reds", "14.1")
def test_poles_enter_in_poland() -> None:
    there = entry("W-PL5")
    p = situation("turn: 8\nphase: command\n")
    assert "1221" in there
    assert there <= set(p.charts.grid.labels(p.charts.poland & p.charts.cities))
    assert "1423" not in entry("W-PL5", "[Red]\n1423: R-A14\n", "poland: war")
    cut = "[Red]\n1222: R-A14\n1321: R-A13\n1320: R-A16\n1121: R-A15\n"
    assert "1423" not in entry("W-PL5", cut, "poland: war"), "not in supply to Warsaw"


@rule("reds", "14.1")
def test_the_owner_places_his_units_one_after_the_other() -> None:
    """All that are due by Turn C and have not come before."""
    p = arriving("C", "red")
    due = {
        c.id
        for c in p.charts.counters
        if c.side == "Red" and c.arm and c.setup in tuple("ABC") and c.setup_hex < 0
    }
    assert len(due) >= 3
    assert to_choose(p) == "Red"
    first, second = sorted(offered(p, "select"))[:2]
    assert due - offered(p, "select") == {min(due)}, "one is in hand"
    play(p, f"select {second}", "place 2313")
    assert where(p, second) == "2313"
    assert "2313" not in offered(p, "place"), "two armies do not fit"
    play(p, f"select {first}", "place 1611")
    assert where(p, first) == "1611"
    while "place" in verbs(p):
        play(p, f"place {min(offered(p, 'place'))}")
    assert all(where(p, unit).isdigit() for unit in due)


@rule("reds", "14.1", "3.1")
def test_units_that_enter_disordered() -> None:
    p = arriving("C", "red")
    while "place" in verbs(p):
        play(p, f"place {min(offered(p, 'place'))}")
    assert disordered(p, "R-A13")
    assert not disordered(p, "R-A14")


# 14.2-14.4 Replacements


@rule("reds", "14.2")
def test_replaced_units_return_disordered() -> None:
    p = replacing("white", "[White]\ndead: W-VOL\n")
    play(p, "replace W-VOL", "place 2825")
    assert disordered(p, "W-VOL")
    assert where(p, "W-VOL") == "2825"


@rule("reds", "14.2")
def test_units_with_a_dot_and_special_units_are_not_replaced() -> None:
    p = replacing("red", "[Red]\ndead: R-A11, R-KON1\ngone: R-LAT\n2313: R-A05\n")
    assert offered(p, "replace") == {"R-A11", "R-KON1"}
    charts = p.charts
    dotted = {charts.names.units[u] for u in range(128) if charts.no_replace >> u & 1}
    assert {"W-KOR", "W-CZ1", "W-KOM", "W-KAP", "R-LAT"} <= dotted


@rule("reds", "14.2", "14.1")
def test_printed_hexes_do_not_matter_but_krugs_do() -> None:
    p = replacing("white", "[White]\ndead: W-2AC, W-KUB1\n")
    play(p, "replace W-KUB1")
    assert offered(p, "place") == {"2924"}
    play(p, "cancel", "replace W-2AC")
    assert {"2825", "2924"} <= offered(p, "place")


@rule("reds", "14.3", "14.2")
def test_white_replaces_one_unit_of_each_of_three_factions() -> None:
    units = "[White]\ndead: W-VOL, W-CAU, W-SD1, W-SD2, W-PL1, W-PL2, W-NOR\n"
    p = replacing("white", units)
    assert offered(p, "replace") == {"W-VOL", "W-CAU", "W-SD1", "W-SD2", "W-PL1", "W-PL2"}
    play(p, "replace W-VOL", "place 2825")
    assert offered(p, "replace") == {"W-SD1", "W-SD2", "W-PL1", "W-PL2"}
    play(p, "replace W-SD1", "place 4301", "replace W-PL2", "place 1221")
    assert to_choose(p) != "White" or "replace" not in verbs(p)


@rule("reds", "14.3", "18.4")
def test_only_poles_are_replaced_after_the_major_withdrawal() -> None:
    units = "[White]\ndead: W-VOL, W-SD1, W-PL1\n"
    assert offered(replacing("white", units, "withdrawals: 1"), "replace") == {
        *("W-VOL", "W-SD1", "W-PL1"),
    }
    assert offered(replacing("white", units, "withdrawals: 2"), "replace") == {"W-PL1"}


@rule("reds", "14.3")
@pytest.mark.parametrize(
    ("units", "markers", "back"),
    [
        ("", "", True),
        ("", "red: 1920", False),
        ("[Red]\n1920: R-A14\n", "", False),
        ("[White]\n1920: W-KOR\n", "", True),
    ],
)
def test_the_ukrainian_garrison_returns_to_kiev(units: str, markers: str, back: bool) -> None:
    p = replacing("white", f"{units}[Neutral]\ndead: N-UKR\n", markers)
    assert ("ukraine" in verbs(p)) is back
    if back:
        play(p, "ukraine")
        assert "N-UKR" in stack(p, "1920")


@rule("reds", "14.4")
@pytest.mark.parametrize(
    ("units", "markers", "expected"),
    [
        # Moscow, Petrograd, Tula, and Tsaritsyn with the Gold, which are two.
        ("", "neutral: 1315 1920 2423 4124\nwhite: 3107 3012\n", 3),
        ("", "red: 3012\nwhite: 3107", 4),
        ("[White]\n1611: W-NW1\n", "neutral: 1315", 2),
        ("[White]\n2313: W-VOL\n", "", 0),
    ],
    ids=["start", "three more", "Petrograd lost", "Moscow lost"],
)
def test_the_red_allowance(units: str, markers: str, expected: int) -> None:
    hold = "[White]\n2124: W-AIO\n2421: W-5CV\n"
    p = replacing("red", f"{units}{hold}[Red]\ndead: R-A11\n[Neutral]\n4124: N-AZE\n", markers)
    assert red_allowance(p) == expected


@rule("reds", "14.4")
def test_only_what_is_in_supply_to_moscow_counts() -> None:
    hold = "[White]\n2124: W-AIO\n2421: W-5CV\n[Neutral]\n4124: N-AZE\n"
    base = replacing("red", f"{hold}[Red]\n3119: R-A10\n", "red: 3012\nwhite: 3107")
    assert red_allowance(base) == 4
    cut = "[White]\n3019: W-VOL\n3118: W-CAU\n3020: W-KOR\n3120: W-MAR\n3219: W-DRO\n"
    assert red_allowance(replacing("red", f"{hold}{cut}[Red]\n3119: R-A10\n", "red: 3012")) == 3
    no_gold = replacing(
        "red", f"{hold}[Red]\n3119: R-A10\n", "red: 3012\nwhite: 3107\ngold: 5412 Red"
    )
    assert red_allowance(no_gold) == 3, "Tashkent's gold is out of reach"


@rule("reds", "14.4", "14.2")
def test_red_replaces_as_many_as_he_may_and_no_more() -> None:
    dead = "[Red]\ndead: R-A11, R-A12, R-A04, R-A09\n[White]\n2124: W-AIO\n2421: W-5CV\n"
    p = replacing("red", f"{dead}[Neutral]\n4124: N-AZE\n", "white: 3107 3012")
    for unit, label in (("R-A11", "2313"), ("R-A12", "2315"), ("R-A04", "1611")):
        play(p, f"replace {unit}", f"place {label}")
    assert where(p, "R-A09") == "dead"
    assert p.turn.key == "11" or "replace" not in verbs(p)


@rule("reds", "14.2")
def test_an_allowance_that_is_not_used_is_lost() -> None:
    p = replacing("white", "[White]\ndead: W-VOL\n[Red]\ndead: R-A11\n2313: R-A05\n")
    play(p, "done")
    assert to_choose(p) == "Red"
    assert where(p, "W-VOL") == "dead"


# 14.5 Makhno


@rule("reds", "14.5")
def test_makhno_returns_once_in_a_game() -> None:
    units = "[White]\ndead: W-MAK\n2622: W-KOR\n[Red]\n2313: R-A05\n"
    p = replacing("red", units)
    there = offered(p, "makhno")
    assert {"2522", "2423", "2521"} <= there
    assert "2622" not in there, "occupied"
    assert "2520" not in there, "two hexes away"
    play(p, "makhno 2522")
    face = "R-MAK" if where(p, "R-MAK") == "2522" else "W-MAK"
    assert where(p, face) == "2522"
    assert disordered(p, face)
    assert p.makhno_replaced
    again = replacing("red", units, "flags: makhno-replaced")
    assert "makhno" not in verbs(again)


@rule("reds", "14.5", "16.1")
def test_the_returned_makhno_joins_the_side_that_is_further_away() -> None:
    p = replacing("red", "[White]\ndead: W-MAK\n2825: W-KOR\n[Red]\n2622: R-A14\n")
    play(p, "makhno 2522")
    assert where(p, "W-MAK") == "2522", "the Reds are close"


def test_nothing_to_replace_is_not_asked() -> None:
    p = replacing("white", "[White]\n2825: W-VOL\n")
    assert p.turn.key == "11"


# Who is where when units come


@rule("reds", "13.2")
def test_red_cities_pass_to_red_on_turn_b_unless_somebody_is_there() -> None:
    p = situation(
        "turn: B\nphase: white-reinforcement\n[White]\n2124: W-AIO\n[Neutral]\n2721: N-UKR\n"
        "[Red]\n2313: R-A05\n"
    )
    held = p.red_held
    grid = p.charts.grid
    p.unclaimed = sum(1 << grid.hex(label) for label in ("2124", "2721", "1618"))
    turn_b_control(p)
    assert p.red_held & ~held == 1 << grid.hex("1618")
    assert p.unclaimed == 0
    assert controlled(p, "Red") >> grid.hex("1618") & 1


@rule("reds", "14.1", "17.2")
def test_nationalists_keep_units_from_entering_but_not_whites_from_kiev() -> None:
    """Kiev and Tiflis are White by their markers; the AFSR holds a line to Batum."""
    units = "[White]\n1920: W-MAR\n2525: W-KOR\n[Red]\n2313: R-A05\n{}"
    free = entry("W-VOL", units.format(""), "white: 1920, 2525, 2825")
    held = entry("W-VOL", units.format("[Neutral]\n1920: N-UKR\n"), "white: 1920, 2525, 2825")
    assert free == held and "1920" in free
    red = entry("R-A01", "[Red]\n2313: R-A05\n[Neutral]\n2315: N-UKR\n")
    assert "2315" not in red
    assert "2315" in entry("R-A01", "[Red]\n2313: R-A05\n")


@rule("reds", "14.1")
def test_who_has_no_rule_for_cities_enters_by_his_printed_hex_alone() -> None:
    units = "[White]\n1312: W-NW1\n2825: W-VOL\n[Red]\n2313: R-A05\n"
    for unit in ("W-BUK", "W-NW2", "W-AIO"):
        assert entry(unit, units, "white: 1312, 2825") == set()


@rule("reds", "14.4")
def test_nothing_for_the_reds_without_moscow() -> None:
    units = "[White]\n2313: W-VOL\n[Red]\n2315: R-A05\n1611: R-A07\n"
    p = situation(f"turn: 8\nphase: command\n{units}")
    assert red_allowance(p) == 0
    held = "[Red]\n2315: R-A05\n1611: R-A07\n2313: R-A01\n"
    assert red_allowance(situation(f"turn: 8\nphase: command\n{held}")) >= 3


@rule("reds", "14.2", "14.3")
def test_only_eliminated_infantry_and_cavalry_of_a_side_are_replaced() -> None:
    p = replacing(
        "white",
        "[White]\n2825: W-KOR\n2924: W-MAR\n4301: W-SIC\ndead: W-VOL, W-SD1, W-DRO\n"
        "[Red]\n2313: R-A05\ndead: R-A01\n",
        "white: 2825, 2924, 4301",
    )
    assert offered(p, "replace") == {"W-VOL", "W-SD1"}
    play(p, "replace W-VOL", "cancel")
    assert offered(p, "replace") == {"W-VOL", "W-SD1"}
    lost = replacing(
        "white",
        "[White]\n2825: W-KOR\ndead: W-VOL, W-SD1\n[Red]\n4301: R-A05\n",
        "white: 2825\nred: 4301",
    )
    assert offered(lost, "replace") == {"W-VOL"}, "the Siberians find no city"


@rule("reds", "14.1", "12.8")
@pytest.mark.parametrize(("units", "open_"), [("4301: W-SIC\n", True), ("2313: W-AG1\n", False)])
def test_no_red_reinforcements_without_moscow(units: str, open_: bool) -> None:
    """A garrison has no zone: the rivers and railways around the city are free."""
    p = situation(
        f"turn: C\nphase: red-reinforcement\n[White]\n{units}[Red]\n2611: R-A05\n2315: R-A01\n"
    )
    assert (p.current.key == "red-reinforcement") is open_
    assert len(events(p, "put_off")) == (0 if open_ else 5)


@rule("reds", "13.1", "14.1", "14.2")
def test_cossacks_who_come_back_take_their_krug() -> None:
    """Nobody holds Novocherkassk until 1 Don returns to it."""
    p = situation(
        "turn: D\nphase: white-replacement\n[White]\n2825: W-VOL\ndead: W-DON1\n"
        "[Red]\n2313: R-A05\n[markers]\nneutral: 2921\n"
    )
    krug = 1 << p.charts.grid.hex("2921")
    play(p, "replace W-DON1")
    assert not controlled(p, "White") & krug
    play(p, "place 2921")
    assert controlled(p, "White") & krug


@rule("reds", "14.1")
def test_who_has_a_printed_hex_comes_there_or_not_at_all() -> None:
    """Reds are in Sevastopol; the other units of the AFSR come to Novorossiysk."""
    p = situation("turn: E\nphase: white-reinforcement\n[White]\n2825: W-KOR\n[Red]\n2525: R-A13\n")
    while p.current.key == "white-reinforcement":
        play(p, f"place {min(offered(p, 'place'))}")
    assert where(p, "W-3AC") == "pool"
    assert where(p, "W-VOL") != "pool"
