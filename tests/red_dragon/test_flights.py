"""17.1.4 Who can be driven on, and 17.2 where GMD Leaders are and go."""

from __future__ import annotations

import pytest

from ..marks import rule
from .fights import A, B, C, X, battle, gmd_attacks, pla_attacks, shift
from .situations import events, offered, place_of, play, set_up, stack, verbs


@rule("red-dragon", "17.1.4", "17.1.3")
def test_only_infantry_is_driven_on() -> None:
    p = pla_attacks(
        f"{X}: 5-corps, 70-corps",
        f"{A}: gd-ecfa, st-cavalry, st-tanks; {B}: ecfa-1, 3st; {C}: 35-corps-pla; "
        "available: su-yu, tan-zhenlin, liu-bocheng",
        f"attack {X}",
        "all",
    )
    assert offered(p, "wave") == {"gd-ecfa", "ecfa-1", "35-corps-pla"}
    play(p, "wave gd-ecfa")
    assert offered(p, "wave") == {"ecfa-1", "35-corps-pla"}
    play(p, "wave ecfa-1")
    assert offered(p, "wave") == set(), "the third General is of the other army"
    p = pla_attacks(
        f"{X}: 5-corps", f"{A}: gd-cpfa, ss12, yx; available: liu-bocheng", f"attack {X}", "all"
    )
    assert offered(p, "wave") == {"gd-cpfa", "ss12", "yx"}


@rule("red-dragon", "17.2.3", "17.2.4")
@pytest.mark.parametrize(
    ("gmd", "markers", "goals"),
    [
        ("0701: 5-corps, qiu-qingquan; 0702: 8-corps", "", None),  # nobody of his elsewhere
        ("0701: 5-corps, qiu-qingquan; 0702: 70-corps", "", {"0702"}),
        ("0701: 5-corps, qiu-qingquan; 0702: 72-corps", "", {"0702"}),  # of the XBS itself
        ("1510: 5-corps, qiu-qingquan; 0701: 70-corps", "", {"0701"}),
        ("1510: 5-corps, qiu-qingquan; 0701: 70-corps", "fdp: 1510", None),
        ("1510: 5-corps, qiu-qingquan; 1512: 70-corps", "fdp: 1512", {"1512"}),
        ("edge: qiu-qingquan; 0701: 70-corps; 1510: 8-corps", "", {"0701"}),
        ("edge: qiu-qingquan; 1510: 8-corps", "", None),
    ],
)
def test_where_a_leader_can_fly(gmd: str, markers: str, goals: set[str] | None) -> None:
    p = set_up("gmd-movement", gmd=f"{gmd}; 1809: 99-corps", markers=markers)
    assert ("qiu-qingquan" in offered(p, "select")) is (goals is not None)
    if goals is not None:
        play(p, "select qiu-qingquan")
        assert offered(p, "fly") == goals


@rule("red-dragon", "17.2.9", "17.2.3", "6.1.4")
def test_jiang_does_not_fly_from_a_stack_that_needs_him() -> None:
    # Tanks of the Armor Reserve and an XBS Corps stand together because of him.
    p = set_up("gmd-movement", gmd="1510: 1-tank-bn-2, 72-corps, jiang-weiguo; 1609: 1-tank-bn-1")
    play(p, "select jiang-weiguo")
    assert "fly" not in verbs(p)
    assert "1511" in offered(p, "move")
    p = set_up("gmd-movement", gmd="1510: 2-tank-bn-1, 72-corps, jiang-weiguo; 1609: 1-tank-bn-1")
    play(p, "select jiang-weiguo")
    assert offered(p, "fly") == {"1609"}
    # Four battalions are too many without him.
    four = "1-tank-bn-1, 2-tank-bn-1, 3-tank-bn-1, 1-tank-bn-2"
    p = set_up("gmd-movement", gmd=f"1510: {four}, jiang-weiguo; 1609: 2-tank-bn-2")
    play(p, "select jiang-weiguo")
    assert "fly" not in verbs(p)


@rule("red-dragon", "17.2.1")
@pytest.mark.parametrize(
    ("others", "follows"),
    [
        ("", True),
        (", 70-corps", False),
        (", 72-corps", False),  # of the XBS without sub-command, which he leads as well
        (", xbs-mortar, 148-div", False),
        (", li-mi", True),  # Leaders are no company
    ],
)
def test_whether_a_leader_goes_with_the_unit_that_leaves(others: str, follows: bool) -> None:
    p = set_up("gmd-movement", gmd=f"1510: 5-corps, qiu-qingquan{others}")
    play(p, "select 5-corps", "move 1511")
    assert ("qiu-qingquan" in stack(p, "1511")) is follows
    if others == ", li-mi":
        assert "li-mi" in stack(p, "1511"), "nobody at all is left"


@rule("red-dragon", "17.2.1", "17.2.9")
def test_a_leader_stays_if_the_unit_that_leaves_is_not_his() -> None:
    p = set_up("gmd-movement", gmd="1510: 1-tank-bn-2, 5-corps, qiu-qingquan, jiang-weiguo")
    play(p, "select 1-tank-bn-2", "move 1511")
    assert stack(p, "1511") == ["1-tank-bn-2", "jiang-weiguo"], "his last tanks"
    assert stack(p, "1510") == ["5-corps", "qiu-qingquan"]
    p = set_up("gmd-movement", gmd="1510: 1-tank-bn-2, 5-corps, qiu-qingquan, jiang-weiguo")
    play(p, "select 5-corps", "move 1511")
    assert stack(p, "1511") == ["5-corps", "qiu-qingquan"], "the tanks are not his"
    assert stack(p, "1510") == ["1-tank-bn-2", "jiang-weiguo"]


def columns(gmd: str, markers: str) -> int:
    p = pla_attacks(gmd, f"{A}: ecfa-1", f"attack {X}", "add ecfa-1", "resolve", markers=markers)
    return shift(battle(p), p.charts.columns)


@rule("red-dragon", "17.2.6", "16.2.2", "17.2.9")
@pytest.mark.parametrize(
    ("stacked", "markers", "shifts"),
    [
        ("5-corps, qiu-qingquan", "", -1),
        ("41-corps, sun-yuanliang", "", 0),  # rated 0
        ("10-corps, hu-lian, huang-wei", "", -2),  # the better of the two
        ("99-corps, qiu-qingquan", "", 0),  # none of his
        ("99-corps, qiu-qingquan", f"fdp: {X}", -2),  # Commands do not matter in an FDP
        ("72-corps, jiang-weiguo", "", 0),  # no tanks
        ("72-corps, 1-tank-bn-1, jiang-weiguo", "", -1),
        ("72-corps, 1-tank-bn-1, jiang-weiguo, qiu-qingquan", "", -1),
    ],
)
def test_what_a_leader_is_worth_in_defence(stacked: str, markers: str, shifts: int) -> None:
    assert columns(f"{X}: {stacked}", markers) == shifts


@rule("red-dragon", "17.2.6", "15.1.2", "17.2.9")
@pytest.mark.parametrize(
    ("leaders", "modifier"),
    [
        ("", 0),
        ("qiu-qingquan", -1),
        ("qiu-qingquan, hu-lian", -2),
        ("sun-yuanliang", 0),
        ("jiang-weiguo", 0),  # no tanks
    ],
)
def test_the_best_leader_of_the_hex_helps_a_check(leaders: str, modifier: int) -> None:
    p = gmd_attacks(
        f"{A}: 5-corps{', ' if leaders else ''}{leaders}",
        f"{X}: ecfa-1, ecfa-9, lg, jl1",
        f"attack {X}",
        "add 5-corps",
        "resolve",
        dice=[1, 2, 3, 1, 2, 1, 2],
    )
    assert battle(p).result == "AE"
    (check,) = events(p, "loyalty")
    assert check.facts[2] == modifier


@rule("red-dragon", "17.2.7")
def test_every_leader_of_the_stacks_in_a_combat_rolls_and_no_other() -> None:
    p = gmd_attacks(
        f"{A}: 5-corps, 238-div, qiu-qingquan; {B}: 8-corps, li-mi; 1809: 25-corps, huang-baitao",
        f"{X}: ecfa-1, ecfa-9; 1709: ecfa-3",
        f"attack {X}",
        "add 238-div",
        "resolve",
        # 238 Division is lost and stays loyal; Qiu has a unit left, and two is the end of him.
        dice=[1, 1, 3, 1, 1],
    )
    assert battle(p).result == "AE"
    assert [event.facts[1:] for event in events(p, "leader_loss")] == [(2, True)]
    assert place_of(p, "qiu-qingquan") == "eliminated"
    assert place_of(p, "li-mi") == B
    assert place_of(p, "huang-baitao") == "1809"
