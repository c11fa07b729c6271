"""Propaganda, advances, bridges, news and victory: the edges of each."""

from __future__ import annotations

import pytest

from stavka.titles.red_dragon.victory import corps_eliminated, thirds

from ..marks import rule
from .fights import A, B, C, D, X, battle, gmd_attacks, pla_attacks
from .situations import (
    labels,
    offered,
    place_of,
    play,
    set_up,
    stack,
    to_choose,
    verbs,
)

# 18.7


@rule("red-dragon", "18.7.7", "18.7.9", "18.7.14", "18.7.15")
def test_who_calls_upon_whom() -> None:
    p = set_up(
        "pla-combat",
        gmd=f"{X}: 72-corps, 148-div; 0701: 8-corps",
        pla=f"{A}: ecfa-1, lg; {C}: ecfa-3; 0702: cpfa-1; 2013: ecfa-9",
        header="offensive: 2",
        # Three are to be made; all stay loyal.
        dice=[3, 1, 1, 1],
    )
    assert p.popas == 3
    assert offered(p, "corps") == {"ecfa-1", "ecfa-3", "cpfa-1"}, "Corps with a target"
    play(p, "corps cpfa-1")
    assert offered(p, "target") == {"8-corps"}
    play(p, "target 8-corps")
    assert p.popas == 2
    assert offered(p, "corps") == {"ecfa-1", "ecfa-3"}
    play(p, "corps ecfa-1", "back", "corps ecfa-3")
    assert offered(p, "target") == {"72-corps", "148-div"}
    play(p, "target 72-corps", "corps ecfa-1")
    assert offered(p, "target") == {"148-div"}, "each once"
    play(p, "target 148-div")
    assert p.popas == 0
    assert p.current.key != "pla-combat"


@rule("red-dragon", "18.7.8", "18.7.11", "18.7.12", "17.2.7")
@pytest.mark.parametrize(
    ("hex_", "near", "leader"), [(X, A, "du-yuming"), ("0701", "0702", "du-yuming")]
)
def test_whoever_comes_over_leaves_his_hex_and_his_leader(
    hex_: str, near: str, leader: str
) -> None:
    p = set_up(
        "pla-combat",
        gmd=f"{hex_}: 72-corps, {leader}",
        pla=f"{near}: ecfa-1",
        header="offensive: 2",
        # Five are to be made, one can; a six fails, and the Leader escapes.
        dice=[5, 6, 2, 3],
    )
    play(p, "corps ecfa-1", "target 72-corps", "reeducate")
    assert place_of(p, "72-corps") == "school 4"
    assert place_of(p, leader) == "turn 3"
    assert offered(p, "advance") == {"ecfa-1"}
    play(p, "advance ecfa-1")
    assert place_of(p, "ecfa-1") == hex_
    assert p.popas == 0


# 12.3.5 Advance


@rule("red-dragon", "12.3.5", "13.2.3", "12.1.9")
@pytest.mark.parametrize(
    ("attackers", "advancing"),
    [
        ("ecfa-1, lg, 3st, 1st", {"ecfa-1", "lg"}),
        ("ecfa-1, st-tanks, st-cavalry", {"ecfa-1", "st-tanks", "st-cavalry"}),
        ("cpfa-4, gd-cpfa, elb-2", {"cpfa-4", "gd-cpfa"}),
    ],
)
@pytest.mark.parametrize(("target", "near"), [(X, A), ("0702", "0701"), ("0701", "0702")])
def test_who_of_the_pla_advances(
    attackers: str, advancing: set[str], target: str, near: str
) -> None:
    first = ("done",) if "elb" in attackers else ()
    p = pla_attacks(
        f"{target}: xuzhou-mp",
        f"{near}: {attackers}",
        *first,
        f"attack {target}",
        "all",
        "resolve",
        dice=[2, 2, 1, 2, 3, 3],
    )
    assert battle(p).result == "DE"
    assert offered(p, "advance") == advancing
    for unit in sorted(advancing):
        play(p, f"advance {unit}")
    assert advancing <= set(stack(p, target))
    assert "advance" not in verbs(p)


@rule("red-dragon", "12.3.5", "16.2.4", "6.1.2")
def test_who_of_the_gmd_advances() -> None:
    p = gmd_attacks(
        f"{A}: 5-corps, 70-corps, 2a-artillery, xbs-mortar; {C}: 72-corps",
        f"{X}: lg",
        f"attack {X}",
        "all",
        "resolve",
        markers=f"fdp: {C}",
        dice=[1, 2, 2],
    )
    assert battle(p).result == "DE"
    assert offered(p, "advance") == {"5-corps", "70-corps"}
    play(p, "advance 5-corps")
    assert offered(p, "advance") == {"70-corps"}
    play(p, "hold")
    assert "advance" not in verbs(p)
    assert (stack(p, X), place_of(p, "70-corps")) == (["5-corps"], A)


# 18.1


@rule("red-dragon", "18.1.1", "18.1.5")
@pytest.mark.parametrize(
    ("unit", "here", "markers", "header", "banks"),
    [
        ("ecfa-1", "1713", "", "", {"1714"}),
        ("35-corps-pla", "1713", "", "", {"1714"}),
        ("ecfa-1", "1714", "", "", {"1713", "1813", "1815", "1715"}),
        ("ecfa-1", "1714", "bridges: 1713/1714@1", "bridges left: 1", {"1813", "1815", "1715"}),
        ("ecfa-1", "1713", "bridges: 1713/1714@1", "bridges left: 1", set()),
        ("ecfa-1", "1713", "", "bridges left: 0", set()),
        ("lg", "1713", "", "", set()),
        ("cpfa-1", "1713", "", "", set()),
        ("ecfa-1", "1510", "", "", set()),
        ("ecfa-1", "0701", "", "", {"0801"}),
        ("ecfa-1", "0801", "", "", {"0701", "0702"}),
    ],
)
def test_where_a_bridge_can_be_built(
    unit: str, here: str, markers: str, header: str, banks: set[str]
) -> None:
    p = set_up("pla-movement", pla=f"{here}: {unit}", markers=markers, header=header)
    play(p, f"select {unit}")
    assert offered(p, "bridge") == banks
    for bank in sorted(banks)[:1]:
        before = p.bridges_left
        play(p, f"bridge {bank}")
        one, other = sorted((p.charts.grid.hex(here), p.charts.grid.hex(bank)))
        assert (one, other, 2) in p.bridges
        assert p.bridges_left == before - 1


# 3.0


@rule("red-dragon", "3.2.2", "3.2.3")
@pytest.mark.parametrize(
    ("gmd", "count"),
    [
        ("eliminated: 72-corps", 3),
        ("eliminated: 148-div", 1),
        ("eliminated: xbs-artillery-1", 3),
        ("eliminated: xbs-mortar", 1),
        ("eliminated: 1-tank-bn-1, 12a-tanks", 2),
        ("eliminated: qiu-qingquan, jiang-weiguo", 6),
        ("beyond: 72-corps", 1),
        ("beyond: 148-div", 1),
        ("defectors: 72-corps", 3),
        ("school 3: 72-corps", 3),
        ("school 10: 72-corps", 3),
        ("under ecfa-1: 72-corps", 3),
        ("turn 3: 72-corps", 0),
        ("turn 10: 72-corps", 0),
        ("turn 10: qiu-qingquan", 0),
        ("edge: 72-corps", 0),
        ("reinforcements: 54-corps", 0),
        ("0701: 72-corps", 0),
        ("available: fb-1; used: fb-2", 0),
    ],
)
def test_what_a_lost_counter_counts(gmd: str, count: int) -> None:
    p = set_up("gmd-movement", gmd=f"1809: 5-corps; {gmd}", pla="2013: ecfa-1")
    assert thirds(p) == count
    assert corps_eliminated(p) == count // 3


# 9.1


@rule("red-dragon", "9.1.2", "16.1.1", "16.1.2")
def test_where_the_last_man_holds_out() -> None:
    p = set_up(
        "news",
        gmd=f"{X}: 72-corps; 1411: 8-corps; 0701: 9-corps; {D}: 148-div; 1809: 5-corps; "
        "1512: 25-corps",
        pla=f"{A}: ecfa-1; 0702: ecfa-3; 1412: ecfa-4; 1710: militia-1",
        markers="fdp: 1512",
        dice=[4, 5],
    )
    assert to_choose(p) == "GMD"
    assert offered(p, "fortify") == {X, "0701"}
    play(p, "fortify 0701")
    assert labels(p, p.fdp) == {"0701", "1512"}


@rule("red-dragon", "9.1.2", "18.3.1", "18.7.5")
@pytest.mark.parametrize(
    ("pending", "die", "offensive", "left"),
    [
        (0, 4, 0, 4),
        (3, 2, 0, 3),
        (3, 3, 0, 3),
        (2, 6, 0, 6),
        (2, 6, 5, 2),
        (2, 6, 3, 2),
        (2, 6, 2, 6),
    ],
)
def test_how_many_short_attacks_are_mandated(
    pending: int, die: int, offensive: int, left: int
) -> None:
    p = set_up(
        "news",
        gmd="1809: 72-corps",
        pla="2013: ecfa-1",
        header=f"short attacks: {pending}; offensive: {offensive}",
        turn=5,
        dice=[4, 4, die],
    )
    assert p.short_attacks == left


@rule("red-dragon", "9.1.2", "18.4.1")
@pytest.mark.parametrize(
    ("bands", "rises"),
    [
        ("reinforcements: guerrilla-3", "guerrilla-3"),
        ("turn 3: guerrilla-1", "guerrilla-1"),
        ("turn 10: guerrilla-5", "guerrilla-5"),
        ("edge: guerrilla-1", ""),
        ("1512: guerrilla-1", ""),
    ],
)
def test_which_guerrillas_rise(bands: str, rises: str) -> None:
    p = set_up(
        "news",
        gmd="1809: 72-corps",
        pla=f"{A}: ecfa-1; {B}: lg; {C}: cpfa-1, guerrilla-2; {bands}",
        dice=[2, 4],
    )
    assert (p.news == 6) is bool(rises)
    if rises:
        assert offered(p, "guerrilla") == {A}, "a Corps in supply, and no other band"
        play(p, f"guerrilla {A}")
        assert place_of(p, rises) == A


@rule("red-dragon", "9.1.2", "9.1.3")
@pytest.mark.parametrize(
    ("dice", "weather", "flags", "happens"),
    [
        ([4, 6], "Good", "", True),
        ([4, 6], "Thaw", "", True),
        ([4, 6], "Poor", "", False),
        ([6, 6], "Good", "", True),
        ([6, 6], "Good", "flags: trenches", False),
        ([1, 2], "Good", "", True),
        ([3, 4], "Good", "", False),
    ],
)
def test_which_news_mean_something(
    dice: list[int], weather: str, flags: str, happens: bool
) -> None:
    p = set_up(
        "news",
        gmd="1809: 72-corps",
        pla="2013: ecfa-1",
        header=f"weather: {weather}; news: 5",
        markers=flags,
        dice=dice,
    )
    assert p.news == (sum(dice) if happens else 0)
    assert (p.sorties == p.charts.air_support) is (happens and sum(dice) == 10)


# 18.3


@rule("red-dragon", "18.3.3", "18.3.5", "18.3.6", "12.1.9")
@pytest.mark.parametrize(
    ("unit", "targets"),
    [
        ("ecfa-1", {"72-corps", "148-div"}),
        ("st-tanks", {"72-corps", "148-div"}),
        ("ecfa-1 (struck)", set()),
        ("1st", set()),
        ("guerrilla-1", set()),
        ("guerrilla-5", set()),
    ],
)
def test_who_makes_a_short_attack_on_whom(unit: str, targets: set[str]) -> None:
    p = set_up(
        "pla-movement",
        gmd=f"{X}: 72-corps, 148-div, du-yuming; {B}: 8-corps (struck)",
        pla=f"{A}: {unit}; 2013: ecfa-9",
        header="short attacks: 2",
    )
    play(p, f"select {unit.split()[0]}")
    assert offered(p, "short_attack") == targets


# 13.2


@rule("red-dragon", "13.2.1", "13.2.2", "13.2.5")
def test_where_barrels_are_placed_and_when_nobody_is_asked() -> None:
    p = set_up(
        "pla-combat",
        gmd=f"{X}: 72-corps",
        pla=f"{A}: cpfa-1; {B}: ecfa-1; {C}: gd-cpfa, elb-1; 0701: yx; available: elb-2",
    )
    assert offered(p, "place") == {A, "0701"}
    assert offered(p, "withdraw") == {"elb-1"}
    play(p, "place 0701")
    assert place_of(p, "elb-2") == "0701"
    assert "place" not in verbs(p)
    play(p, "withdraw elb-2")
    assert place_of(p, "elb-2").startswith("turn")
    # Far from the enemy, or without barrels, there is nothing to ask.
    p = set_up("pla-combat", gmd="1809: 72-corps", pla=f"{A}: cpfa-1; available: elb-1")
    assert p.current.key != "pla-combat"
    p = set_up("pla-combat", gmd=f"{X}: 72-corps", pla=f"{A}: cpfa-1; turn 5: elb-1")
    assert "place" not in verbs(p)
    assert "attack" in verbs(p)
