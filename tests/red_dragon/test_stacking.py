"""6.0 Stacking."""

from __future__ import annotations

import pytest

from ..marks import rule
from .situations import offered, play, refused, set_up


def joins(mover: str, there: str, *, markers: str = "", pla: str = "") -> bool:
    """Whether a GMD unit may move from 1510 to 1511, in which others are."""
    p = set_up("gmd-movement", gmd=f"1510: {mover}; 1511: {there}", pla=pla, markers=markers)
    play(p, f"select {mover}")
    if "1511" in offered(p, "move"):
        return True
    assert refused(p, "move 1511").case in ("6.1.2", "6.1.5", "16.2.1")
    return False


@rule("red-dragon", "6.0", "6.1", "6.1.2")
@pytest.mark.parametrize(
    ("mover", "there", "fits"),
    [
        ("72-corps", "115-corps", True),
        ("72-corps", "5-corps, 70-corps", False),  # a third corps
        ("148-div", "5-corps, 70-corps", True),
        ("148-div", "5-corps, 70-corps, 238-div", True),
        ("148-div", "5-corps, 70-corps, 238-div, 181-div", False),  # a third smaller unit
        ("1-tank-bn-1", "5-corps, 70-corps, 238-div, 181-div", True),  # but a tank battalion
        ("2-tank-bn-1", "5-corps, 238-div, 181-div, 1-tank-bn-1", False),  # only one
        ("1-fast-column", "238-div, 181-div", False),  # brigades are smaller units
        ("xuzhou-mp", "238-div, 181-div", False),  # and so are regiments
    ],
)
def test_two_corps_two_smaller_units_and_a_tank_battalion(
    mover: str, there: str, fits: bool
) -> None:
    assert joins(mover, there) is fits


@rule("red-dragon", "6.1.5")
@pytest.mark.parametrize(
    ("mover", "there", "fits"),
    [
        ("xbs-artillery-1", "72-corps", True),
        ("xbs-artillery-1", "72-corps, xbs-artillery-2", False),
        ("xbs-mortar", "72-corps, xbs-artillery-2", True),
        ("xbs-artillery-1", "72-corps, 148-div, xbs-mortar", False),  # they count as smaller
    ],
)
def test_one_artillery_and_one_mortar_unit(mover: str, there: str, fits: bool) -> None:
    assert joins(mover, there) is fits


@rule("red-dragon", "17.2.9", "6.1.2")
def test_a_unit_joins_the_armored_group_as_it_would_join_a_regiment() -> None:
    group = "1-tank-bn-1, 2-tank-bn-1, 1-tank-bn-2, jiang-weiguo"
    assert joins("148-div", group), "three tank battalions are one smaller unit"
    assert joins("148-div", f"{group}, 72-corps, 115-corps")
    assert not joins("148-div", f"{group}, 238-div")


@rule("red-dragon", "6.1.3", "17.2.2")
def test_leaders_do_not_count() -> None:
    full = "5-corps, 70-corps, 238-div, 181-div, 1-tank-bn-1, qiu-qingquan, du-yuming"
    p = set_up("gmd-movement", gmd=f"1510: 72-corps; 1511: {full}")
    play(p, "select du-yuming")
    assert "1510" in offered(p, "fly")
    assert joins("1-tank-bn-1", "5-corps, 70-corps, 238-div, 181-div, qiu-qingquan, du-yuming")


@rule("red-dragon", "6.1.6")
def test_guerrillas_militia_and_elbs_stack_free() -> None:
    full = "ecfa-1, ecfa-3, lg, jl1"
    p = set_up("pla-movement", pla=f"1511: {full}; 1510: guerrilla-1, guerrilla-2")
    play(p, "select guerrilla-1")
    assert "1511" in offered(p, "move")
    play(p, "move 1511", "select guerrilla-2")
    assert "1511" not in offered(p, "move"), "no more than one of each"
    # Militia and ELB leave room for two corps.
    p = set_up(
        "pla-movement", pla="1411: militia-1, cpfa-1, elb-1, guerrilla-1; 1511: cpfa-3, cpfa-4"
    )
    play(p, "select cpfa-3")
    assert "1411" in offered(p, "move")
    play(p, "move 1411", "select cpfa-4")
    assert "1411" not in offered(p, "move")


@rule("red-dragon", "6.1.1", "6.1.7", "11.1.8")
def test_enemies_share_a_hex_only_with_a_guerrilla() -> None:
    p = set_up(
        "gmd-movement",
        gmd="1510: 72-corps",
        pla="1511: ecfa-1; 1610: guerrilla-1; 1509: ecfa-3, guerrilla-2",
    )
    play(p, "select 72-corps")
    assert "1511" not in offered(p, "move")
    assert refused(p, "move 1511").case == "11.1.8"
    assert "1610" in offered(p, "move")
    assert "1509" not in offered(p, "move")


@rule("red-dragon", "6.1.10", "16.2.1")
def test_five_units_of_any_size_in_an_fdp() -> None:
    four = "5-corps, 70-corps, 74-corps, 25-corps"
    assert joins("72-corps", four, markers="fdp: 1511")
    assert not joins("72-corps", f"{four}, 148-div", markers="fdp: 1511")
    # Leaders are welcome in any number.
    assert joins("72-corps", f"{four}, qiu-qingquan, li-mi, huang-baitao", markers="fdp: 1511")


@rule("red-dragon", "16.2.1", "17.2.9")
def test_the_armored_group_is_one_unit_in_an_fdp() -> None:
    four = "5-corps, 70-corps, 74-corps, 25-corps"
    tanks = "1-tank-bn-1, 2-tank-bn-1, 1-tank-bn-2, jiang-weiguo"
    p = set_up("gmd-movement", gmd=f"1510: {tanks}; 1511: {four}", markers="fdp: 1511")
    play(p, "select jiang-weiguo")
    assert "1511" in offered(p, "move")
    assert not joins("72-corps", f"{four}, {tanks}", markers="fdp: 1511"), "all five are there"
