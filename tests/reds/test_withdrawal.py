"""18.0 Allied Withdrawal, 19.0 Winter."""

from __future__ import annotations

import pytest

from stavka.titles.reds.control import seas_of
from stavka.titles.reds.position import War
from stavka.titles.reds.withdrawal import northwest_army_leaves
from tests.marks import rule

from .situations import (
    HOLD,
    events,
    offered,
    play,
    situation,
    to_choose,
    verbs,
    where,
)


def withdrawal(turn: str, markers: str, units: str = "") -> War:
    return situation(f"turn: {turn}\nphase: withdrawal\n{units}[markers]\n{markers}\n")


# White holds Izhevsk and Simbirsk at start; more is given here.
HELD = {
    2: "",
    3: "gold: 4301 White",
    4: "gold: 4301 White\nwhite: 1920",
    5: "gold: 4301 White\nwhite: 1920 1315",
}


@rule("reds", "18.1", "18.2")
@pytest.mark.parametrize(
    ("turn", "held", "expected"),
    [
        ("A", 2, 0),
        ("B", 2, 0),
        ("C", 2, 1),
        ("C", 3, 0),
        ("D", 3, 1),
        ("D", 4, 0),
        ("E", 4, 1),
        ("E", 5, 0),
        ("F", 5, 1),
        ("G", 5, 1),
    ],
)
def test_withdrawal_numbers(turn: str, held: int, expected: int) -> None:
    assert withdrawal(turn, HELD[held]).withdrawals == expected


@rule("reds", "18.1")
def test_the_second_is_the_major_one_and_there_is_no_third() -> None:
    assert withdrawal("D", "withdrawals: 1").withdrawals == 2
    p = withdrawal("E", "withdrawals: 2")
    assert p.withdrawals == 2
    assert not events(p, "major_withdrawal")


ALLIES = (
    "[White]\n2224: W-AIO\n2525: W-AIS, W-TR1\n3504: W-CZ1, W-SD1\n3408: W-CZ2\n1904: W-AIA\n"
    "1116: W-VDG\n1312: W-NW1, W-EST\n1513: W-NW2 (left-baltic)\n2825: W-VOL, W-TK1\n"
    "ready: W-NF-WH, W-NF-BL, W-AIR1\n"
)


@rule("reds", "18.3")
def test_minor_withdrawal() -> None:
    p = withdrawal("C", "", ALLIES)
    for unit in ("W-AIO", "W-CZ1", "W-CZ2"):
        assert where(p, unit) == "gone"
    for unit in ("W-AIS", "W-AIA", "W-TK1", "W-SD1"):
        assert where(p, unit) != "gone"
    assert where(p, "W-AIR1") == where(p, "W-NF-WH") == "ready"


@rule("reds", "18.4", "20.1", "20.7", "20.13")
def test_major_withdrawal_removes_allies_and_their_gifts() -> None:
    p = withdrawal("C", "withdrawals: 1", ALLIES)
    gone = ("W-AIS", "W-AIA", "W-AIM", "W-NF-WH", "W-NF-BL", "W-AIR1", "W-AIR2", "W-TK1", "W-TK2")
    for unit in gone:
        assert where(p, unit) == "gone", unit
    assert where(p, "W-TR1") == "gone", "it stood with nobody but the AIF"
    for unit in ("W-VOL", "W-VDG", "W-EST", "W-NW1", "W-SD1"):
        assert where(p, unit) != "gone", unit


@rule("reds", "18.4", "13.3")
def test_major_withdrawal_gives_red_the_seas_where_he_has_a_port() -> None:
    """Petrograd and Astrakhan are Red; nothing on the White Sea is."""
    p = withdrawal("C", "withdrawals: 1")
    assert set(seas_of(p, "Red")) == {"Baltic", "Caspian"}


@rule("reds", "18.4")
def test_the_northwest_army_leaves_the_baltic_in_the_next_logistics_segment() -> None:
    p = situation(
        "turn: 8\nphase: activation\nchit: Logistics\n[White]\n1312: W-NW1, W-EST\n1116: W-VDG\n"
        "1513: W-NW2 (left-baltic)\n[markers]\nwithdrawals: 2\nflags: northwest-leaves\n"
        "pool: Field-Staff\n"
    )
    assert where(p, "W-NW1") == "gone"
    assert where(p, "W-NW2") != "gone", "outside the Baltic Republics"
    assert (where(p, "W-EST"), where(p, "W-VDG")) == ("1312", "1116")
    assert not p.northwest_leaves
    assert withdrawal("C", "withdrawals: 1").northwest_leaves


@rule("reds", "18.4", "20.3")
def test_a_train_does_not_stay_alone_when_the_northwest_army_leaves() -> None:
    p = situation(
        "turn: 8\nphase: activation\nchit: Logistics\n[White]\n1312: W-NW1, W-TR1\n"
        "[markers]\nwithdrawals: 2\nflags: northwest-leaves\npool: Field-Staff\n"
    )
    assert where(p, "W-NW1") == where(p, "W-TR1") == "gone"


@rule("reds", "18.4", "20.3", "20.4")
def test_nor_while_a_raid_comes_to_its_end() -> None:
    p = situation(
        "turn: 8\nphase: activation\nchit: Logistics\n[White]\n1312: W-NW1, W-TR1\n"
        "2823: W-KUB1 (raiding)\n[markers]\nwithdrawals: 2\nflags: northwest-leaves\n"
        "pool: Field-Staff\n"
    )
    assert to_choose(p) == "White"
    assert p.frames[-1].step.key == "end_raid"
    assert where(p, "W-TR1") == "gone"


# 19.0 Winter


@rule("reds", "19.2", "20.12")
def test_river_flotillas_are_icebound_from_winter_to_spring() -> None:
    fleet = "[Red]\n2611: R-A05, R-RF1\n[White]\n3012: W-KOM, W-RF1\n"
    p = situation(f"turn: 4\nphase: initiative\n{fleet}", dice=(5, 1, 3, 3, 3, 3))
    assert where(p, "R-RF1") == where(p, "W-RF1") == "icebound"
    spring = situation(
        "turn: 6\nphase: initiative\n[Red]\n2611: R-A05\nicebound: R-RF1\n"
        "[White]\n3012: W-KOM\nicebound: W-RF1\n",
        dice=(5, 1, 3, 4, 3, 4),
    )
    placed = set()
    while "place" in verbs(spring) or "field_staff" in verbs(spring):
        if "place" in verbs(spring):
            placed.add((to_choose(spring), min(offered(spring, "place"))))
            play(spring, f"place {min(offered(spring, 'place'))}")
        else:
            play(spring, "field_staff")
    assert {("Red", "2611"), ("White", "3012")} <= placed
    assert where(spring, "R-RF1") == "2611"
    assert where(spring, "W-RF1") == "3012"


@rule("reds", "20.12", "19.2")
def test_a_flotilla_without_a_place_in_spring_is_forfeited() -> None:
    p = situation(
        "turn: 6\nphase: second-event\ninitiative: White\n[Red]\n2315: R-A05\nicebound: R-RF1\n",
        dice=(2, 2),
    )
    assert where(p, "R-RF1") == "pool"


@rule("reds", "20.12", "19.2", "6.3")
@pytest.mark.parametrize(("turn", "happens"), [("3", True), ("4", False)])
def test_the_river_flotilla_event_is_void_in_winter(turn: str, happens: bool) -> None:
    p = situation(
        f"turn: {turn}\nphase: second-event\ninitiative: White\n[Red]\n2611: R-A05\n", dice=(1, 2)
    )
    assert ("place" in verbs(p)) is happens


@rule("reds", "19.2")
@pytest.mark.parametrize(("turn", "open_"), [("12", False), ("13", True)])
def test_lakes_are_clear_terrain_in_winter_only(turn: str, open_: bool) -> None:
    """Ladoga, 1610, from Petrograd."""
    p = situation(f"turn: {turn}\nphase: activation\nchit: North\n[Red]\n1611: R-A07\n")
    play(p, "select R-A07")
    assert ("1610" in offered(p, "move")) is open_


@rule("reds", "19.2")
def test_units_on_a_lake_drown_when_it_thaws() -> None:
    lake = "[Red]\n1610: R-A07\n1611: R-A06\n"
    p = situation(f"turn: 15\nphase: initiative\n{lake}", dice=(5, 1, 3, 3, 3, 3))
    assert where(p, "R-A07") == "dead"
    assert where(p, "R-A06") == "1611"
    winter = situation(f"turn: 14\nphase: initiative\n{lake}", dice=(5, 1, 3, 3, 3, 3))
    assert where(winter, "R-A07") == "1610"


@rule("reds", "19.2", "20.7")
@pytest.mark.parametrize(("turn", "able"), [("12", True), ("13", False)])
def test_no_naval_support_on_frozen_seas(turn: str, able: bool) -> None:
    p = situation(
        f"turn: {turn}\nphase: activation\nchit: Islamic-North\n[White]\n1605: W-NOR\n"
        f"ready: W-NF-WH\n[Red]\n1504: R-G04\n{HOLD}",
        dice=(3, 3),
    )
    play(p, "done", "attack 1504", "add W-NOR", "resolve")
    assert ("W-NF-WH" in offered(p, "commit")) is able


@rule("reds", "19.2", "20.2")
@pytest.mark.parametrize(("turn", "able"), [("12", True), ("13", False)])
def test_no_landings_on_frozen_seas(turn: str, able: bool) -> None:
    p = situation(
        f"turn: {turn}\nphase: activation\nchit: Islamic-North\n[White]\n1904: W-NOM\n"
        "[markers]\nflags: amphibious-in-hand\n"
    )
    assert ("W-NOM" in offered(p, "embark")) is able


@rule("reds", "18.4")
def test_the_northwest_army_stays_unless_the_allies_have_left() -> None:
    text = "turn: 20\nphase: command\n[White]\n1413: W-NW1\n1513: W-NW2\n1412: W-EST\n"
    text += "[Red]\n2313: R-A05\n"
    p = situation(text)
    northwest_army_leaves(p)
    assert (where(p, "W-NW1"), where(p, "W-NW2")) == ("1413", "1513")
    p = situation(f"{text}[markers]\nflags: northwest-leaves\n")
    northwest_army_leaves(p)
    assert (where(p, "W-NW1"), where(p, "W-NW2"), where(p, "W-EST")) == ("gone", "1513", "1412")


@rule("reds", "13.3", "18.4", "18.5")
def test_red_has_the_seas_when_the_withdrawal_ends_the_short_game() -> None:
    p = situation(
        "scenario: 1918-19\nturn: E\nphase: withdrawal\n[White]\n4301: W-SIC\n[Red]\n2313: R-A05\n"
        "[markers]\nwithdrawals: 1\nred: 3012 3107\n"
    )
    assert p.ended is not None
    assert p.red_seas == ("Baltic", "Caspian")


@rule("reds", "19.2", "20.12")
def test_flotillas_wait_for_spring_whatever_happens_in_winter() -> None:
    p = situation(
        "turn: 14\nphase: second-event\ninitiative: Red\n[White]\n3010: W-KAP\nicebound: W-RF1\n"
        "[Red]\n2313: R-A05\n",
        dice=(1, 2),
    )
    assert "place" not in verbs(p)
    assert where(p, "W-RF1") == "icebound"
