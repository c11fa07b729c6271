"""18.0 PLA special rules: bridges, Short Attacks, guerrillas, tanks, the Political Offensive."""

from __future__ import annotations

from typing import Unpack

import pytest

from stavka.titles.red_dragon.movement import normal_reach
from stavka.titles.red_dragon.position import War

from ..marks import rule
from .fights import A, B, C, D, E, F, X, battle, gmd_attacks, pla_attacks, shift
from .situations import (
    More,
    events,
    labels,
    number_of,
    offered,
    place_of,
    play,
    refused,
    set_up,
    stack,
    to_choose,
    verbs,
)


def pla_moves(pla: str, gmd: str = "0809: 99-corps", **more: Unpack[More]) -> War:
    return set_up("pla-movement", gmd=gmd, pla=pla, **more)


# 18.1 Assault bridges

# Shuangduiji with the Hui to its north: two neighbours over the river, the third on dry land.
TOWN, OVER_A, OVER_B, DRY_C = "1307", "1407", "1308", "1306"


@rule("red-dragon", "18.0", "18.1", "18.1.3")
@pytest.mark.parametrize(
    ("hexes", "bridges", "columns"),
    [
        # The four situations of the example.
        ((OVER_A,), (OVER_A,), 0),
        ((OVER_A, DRY_C), (OVER_A,), 1),
        ((OVER_A, OVER_B), (OVER_A, OVER_B), 1),
        ((OVER_A, OVER_B), (OVER_A,), 0),
        ((OVER_A, OVER_B, DRY_C), (OVER_A, OVER_B), 2),
        # And without a bridge.
        ((OVER_A,), (), -1),
        ((OVER_A, DRY_C), (), 0),
    ],
)
def test_the_example_of_rivers_and_bridges(
    hexes: tuple[str, ...], bridges: tuple[str, ...], columns: int
) -> None:
    corps = {OVER_A: "ecfa-1", OVER_B: "ecfa-3", DRY_C: "ecfa-4"}
    markers = "; bridges: " + " ".join(f"{TOWN}/{hex_}@2" for hex_ in bridges) if bridges else ""
    p = pla_attacks(
        f"{TOWN}: 72-corps, 115-corps",
        "; ".join(f"{hex_}: {corps[hex_]}" for hex_ in hexes),
        f"attack {TOWN}",
        *(f"add {corps[hex_]}" for hex_ in hexes),
        "resolve",
        markers=markers.removeprefix("; "),
        dice=[3] * 12,
    )
    assert shift(battle(p), p.charts.columns) == columns


@rule("red-dragon", "18.1.3")
def test_an_old_bridge_gives_no_shift() -> None:
    p = pla_attacks(
        f"{TOWN}: 72-corps",
        f"{OVER_A}: ecfa-1",
        f"attack {TOWN}",
        "add ecfa-1",
        "resolve",
        markers=f"bridges: {TOWN}/{OVER_A}@1",
        dice=[3] * 12,
    )
    assert shift(battle(p), p.charts.columns) == -1


@rule("red-dragon", "18.1.1", "18.1.5")
def test_a_supplied_ecfa_corps_builds_a_bridge() -> None:
    p = pla_moves("1507: ecfa-1, lg; 1506: cpfa-1")
    play(p, "select ecfa-1", "move 1407")
    assert offered(p, "bridge") == {TOWN, DRY_C}, "the Hui is to its south"
    assert refused(p, "bridge 1408").case == "18.1.1"
    play(p, f"bridge {TOWN}")
    assert [sorted(map(p.label, bridge[:2])) for bridge in p.bridges] == [[TOWN, OVER_A]]
    assert p.bridges_left == 1
    play(p, "select lg", "move 1407")
    assert "bridge" not in verbs(p)
    assert refused(p, f"bridge {DRY_C}").case == "18.1.1"
    play(p, "select cpfa-1", "move 1406")
    assert "bridge" not in verbs(p)


@rule("red-dragon", "18.1.1", "18.1.5")
def test_no_bridge_out_of_supply_or_out_of_markers() -> None:
    p = pla_moves("1407: ecfa-1", header="bridges left: 0")
    play(p, "select ecfa-1")
    assert "bridge" not in verbs(p)
    assert refused(p, f"bridge {TOWN}").case == "18.1.5"
    ring = "1507: 72-corps; 1408: 5-corps; 1308: 70-corps; 1307: 74-corps; 1306: 8-corps"
    ring += "; 1406: 9-corps"
    p = pla_moves("1407: ecfa-1", ring)
    play(p, "select ecfa-1")
    assert "bridge" not in verbs(p)


@rule("red-dragon", "18.1.2")
@pytest.mark.parametrize(("weather", "factor"), [("Good", 1), ("Poor", 2)])
def test_it_is_a_bridge_for_movement_in_any_weather(weather: str, factor: int) -> None:
    for markers, points in (("", 2), (f"bridges: {TOWN}/{OVER_B}@1", 1)):
        p = pla_moves("1308: ecfa-1", markers=markers, header=f"weather: {weather}")
        cost = normal_reach(p, number_of(p, "ecfa-1")).cost(p.charts.grid.hex(TOWN))
        assert cost == 2 * points * factor


@rule("red-dragon", "18.1.4")
def test_a_gmd_unit_destroys_an_older_bridge() -> None:
    for turn, stands in ((1, False), (2, True)):
        p = set_up(
            "gmd-movement",
            gmd="1207: 72-corps",
            pla="1407: ecfa-1",
            markers=f"bridges: {TOWN}/{OVER_A}@{turn}",
        )
        play(p, "select 72-corps", f"move {TOWN}")
        assert bool(p.bridges) is stands
    # Passing through is entering.
    p = set_up("gmd-movement", gmd="1207: 1-fast-column", markers=f"bridges: {TOWN}/{OVER_A}@1")
    play(p, "select 1-fast-column", "move 1407")
    assert p.bridges == ()


# 18.3 Short Attacks


@rule("red-dragon", "18.3", "18.3.3", "18.3.9", "18.3.10", "18.3.11")
@pytest.mark.parametrize(("die", "lost"), [(5, False), (6, True)])
def test_hit_and_run(die: int, lost: bool) -> None:
    p = pla_moves("1710: ecfa-1", f"{X}: 5-corps", header="short attacks: 2", dice=[die, 2])
    play(p, "select ecfa-1", f"move {A}")
    assert offered(p, "short_attack") == {"5-corps"}
    play(p, "short_attack 5-corps")
    assert p.short_attacks == 1
    assert events(p, "attacked") == [], "nothing is rolled on the table"
    assert place_of(p, "5-corps") == X
    # It still has two points, and must get away.
    play(p, "move 1710")
    assert place_of(p, "ecfa-1") == ("turn 4" if lost else "1710")
    assert p.short_attacks == 1, "it counts all the same"


@rule("red-dragon", "18.3.2")
def test_no_normal_attacks_while_some_are_to_be_made() -> None:
    p = set_up("pla-combat", gmd=f"{X}: 5-corps", pla=f"{A}: ecfa-1", header="short attacks: 1")
    assert p.current.key == "gmd-combat"
    p = set_up("pla-combat", gmd=f"{X}: 5-corps", pla=f"{A}: ecfa-1")
    assert "attack" in verbs(p)


@rule("red-dragon", "18.3.1")
def test_no_short_attack_without_a_mandate() -> None:
    p = pla_moves(f"{A}: ecfa-1", f"{X}: 5-corps")
    play(p, "select ecfa-1")
    assert "short_attack" not in verbs(p)
    assert refused(p, "short_attack 5-corps").case == "18.3.1"


@rule("red-dragon", "18.3.4")
def test_no_fast_march_with_a_short_attack() -> None:
    p = pla_moves("1710: ecfa-1; 1710: ecfa-3", f"{X}: 5-corps", header="short attacks: 2")
    play(p, "select ecfa-1", f"move {A}", "short_attack 5-corps")
    assert "march" not in verbs(p)
    assert refused(p, "march 1711").case == "18.3.4"


@rule("red-dragon", "18.3.5", "18.3.6")
def test_one_for_each_unit_and_one_against_each() -> None:
    p = pla_moves(
        "1710: ecfa-1, ecfa-3", f"{X}: 5-corps, 148-div", header="short attacks: 3", dice=[1, 1]
    )
    play(p, "select ecfa-1", f"move {A}", "short_attack 5-corps")
    assert "short_attack" not in verbs(p)
    assert refused(p, "short_attack 148-div").case == "18.3.5"
    play(p, "move 1710", "select ecfa-3", f"move {A}")
    assert offered(p, "short_attack") == {"148-div"}
    assert refused(p, "short_attack 5-corps").case == "18.3.6"


@rule("red-dragon", "18.3.7")
def test_supply_does_not_matter() -> None:
    # 1120 is shut in by 72 and 25 Corps; a cavalry regiment need not get away.
    p = pla_moves("1120: st-cavalry", "1119: 72-corps; 1219: 25-corps", header="short attacks: 1")
    play(p, "select st-cavalry")
    assert offered(p, "short_attack") == {"72-corps", "25-corps"}


@rule("red-dragon", "18.3.8")
def test_infantry_must_get_away() -> None:
    p = pla_moves(f"{A}: ecfa-1", f"{X}: 5-corps", header="short attacks: 1")
    play(p, "select ecfa-1", "short_attack 5-corps")
    near = {A, B, C, D, E, F}
    assert offered(p, "move")
    assert not near & offered(p, "move")
    assert "done" not in verbs(p)
    assert refused(p, f"move {B}").case
    # Infantry without a way out may not even begin.
    p = pla_moves("1120: ecfa-1", "1119: 72-corps; 1219: 25-corps", header="short attacks: 1")
    play(p, "select ecfa-1")
    assert "short_attack" not in verbs(p)
    assert refused(p, "short_attack 72-corps").case == "18.3.8"


# 18.4 Guerrillas


@rule("red-dragon", "18.4", "18.4.2", "18.4.3")
@pytest.mark.parametrize("weather", ["Good", "Poor"])
def test_four_hexes_of_any_kind(weather: str) -> None:
    # From the marsh at 1003 over the Ying and further.
    p = pla_moves("1003: guerrilla-1", header=f"weather: {weather}")
    play(p, "select guerrilla-1")
    grid = p.charts.grid
    start = grid.hex("1003")
    disc = {grid.label(h) for h in grid.hexes if 0 < grid.distance(start, h) <= 4}
    assert offered(p, "move") == disc & labels(p, p.charts.land)


@rule("red-dragon", "18.4.4", "18.4.6")
def test_through_the_enemy_but_not_among_him() -> None:
    ring = "1823: 5-corps; 1724: 70-corps; 1624: 74-corps; 1623: 72-corps; 1622: 8-corps"
    ring += "; 1722: 9-corps"
    p = pla_moves("1723: guerrilla-1", ring)
    play(p, "select guerrilla-1")
    assert "1525" in offered(p, "move")
    assert not {"1823", "1724", "1623"} & offered(p, "move")
    assert refused(p, "move 1623").case == "18.4.4"
    # Who finds himself among enemies may leave.
    p = pla_moves("1510: guerrilla-1", "1510: 72-corps")
    play(p, "select guerrilla-1")
    assert "1511" in offered(p, "move")


@rule("red-dragon", "18.4.5")
def test_not_between_two_garrisons_of_a_line() -> None:
    p = pla_moves("1606: guerrilla-1", "1709: 72-corps; 1508: 5-corps; 1408: 148-div")
    play(p, "select guerrilla-1")
    assert "1608" not in offered(p, "move"), "1709 and 1508 hold the railway on both sides"
    assert refused(p, "move 1608").case == "18.4.5"
    p = pla_moves("1606: guerrilla-1", "1709: 72-corps; 1408: 148-div")
    play(p, "select guerrilla-1")
    assert "1608" in offered(p, "move")


@rule("red-dragon", "18.4.7")
def test_the_road_in_its_hex_is_gone() -> None:
    p = set_up("gmd-movement", gmd="1508: 5-corps; 1809: 72-corps", pla="1408: guerrilla-1")
    five = number_of(p, "5-corps")
    assert normal_reach(p, five).cost(p.charts.grid.hex("1408")) == 2, "no longer half a point"
    play(p, "select 72-corps")
    assert "1508" in offered(p, "convoy")
    assert "1308" not in offered(p, "convoy")
    assert not {"1408", "1308"} & offered(p, "rail")


@rule("red-dragon", "18.4.9", "12.3.5")
def test_pla_units_that_retreat_to_guerrillas_do_not_cancel_them() -> None:
    # 12 to 3 is 4:1; a 3 is DR with a way out.
    p = gmd_attacks(
        f"{A}: 5-corps; {B}: 70-corps",
        f"{X}: ecfa-1; {D}: guerrilla-1",
        f"attack {X}",
        "all",
        "resolve",
        dice=[3],
    )
    play(p, f"retreat {D}")
    assert place_of(p, "ecfa-1") == D
    assert p.negated == 0


@rule("red-dragon", "18.4.9")
def test_a_gmd_unit_that_ends_its_move_there_reopens_the_road() -> None:
    p = set_up("gmd-movement", gmd="1508: 5-corps; 1809: 72-corps", pla="1408: guerrilla-1")
    play(p, "select 5-corps", "move 1408", "select 72-corps")
    assert {"1408", "1308"} <= offered(p, "rail")
    assert place_of(p, "guerrilla-1") == "1408", "the guerrilla is unharmed"
    # Passing through is not enough.
    p = set_up("gmd-movement", gmd="1508: 5-corps; 1809: 72-corps", pla="1408: guerrilla-1")
    play(p, "select 5-corps", "move 1408", "move 1407", "select 72-corps")
    assert "1308" not in offered(p, "rail")


@rule("red-dragon", "18.4.9")
def test_it_counts_again_when_it_has_moved() -> None:
    p = pla_moves("1408: guerrilla-1 (negated)", "1408: 5-corps; 0809: 99-corps")
    play(p, "select guerrilla-1", "move 1508")
    assert p.negated == 0


@rule("red-dragon", "18.4.10", "18.4.11")
@pytest.mark.parametrize(
    ("hex_", "dice", "found"),
    [
        ("1510", (4, 5), True),  # clear: a 5 is enough
        ("1510", (4, 4), False),
        ("1003", (5, 5), False),  # a marsh
        ("1003", (1, 6), True),
        ("1408", (5, 5), False),  # a city
    ],
)
def test_suppression(hex_: str, dice: tuple[int, int], found: bool) -> None:
    # Supply is not considered.
    p = gmd_attacks(
        f"{hex_}: 72-corps, 148-div",
        f"{hex_}: guerrilla-1; 2013: ecfa-1",
        f"suppress {hex_}",
        dice=[*dice, 3],
    )
    assert events(p, "suppression")[0].facts[1:] == (dice, found)
    assert place_of(p, "guerrilla-1") == ("turn 5" if found else hex_)


@rule("red-dragon", "18.4.10")
def test_who_hunts_does_not_attack() -> None:
    p = gmd_attacks(
        f"{X}: 72-corps, 148-div", f"{X}: guerrilla-1; {A}: ecfa-1", f"suppress {X}", dice=[1, 1]
    )
    assert "attack" not in verbs(p)
    p = gmd_attacks(
        f"{X}: 72-corps; {B}: 148-div", f"{X}: guerrilla-1; {A}: ecfa-1", f"suppress {X}", dice=[1]
    )
    assert refused(p, f"suppress {X}").case == "18.4.10"
    play(p, f"attack {A}")
    assert offered(p, "add") == {"148-div"}


@rule("red-dragon", "18.4.1")
def test_a_guerrilla_arrives_with_a_supplied_corps() -> None:
    p = set_up(
        "pla-reinforcement",
        gmd="1119: 72-corps; 1219: 25-corps",
        pla="2013: ecfa-1; 1120: ecfa-3; 2012: lg; 2014: ecfa-4, guerrilla-2; edge: guerrilla-1",
    )
    assert offered(p, "guerrilla") == {"2013"}
    assert refused(p, "guerrilla 1120").case == "18.4.1"
    assert refused(p, "guerrilla 2014").case == "4.1.4"


# 18.6 The tank battalion


@rule("red-dragon", "18.6", "18.6.1")
@pytest.mark.parametrize(("die", "breaks"), [(5, False), (6, True)])
def test_tanks_break_down(die: int, breaks: bool) -> None:
    p = pla_attacks(
        f"{X}: 5-corps; 0809: 99-corps",
        f"{A}: ecfa-1, st-tanks; 0810: ecfa-3",
        f"attack {X}",
        "all",
        "resolve",
        dice=[4, die, 3],
    )
    assert battle(p).result == "NE"
    assert place_of(p, "st-tanks") == ("turn 5" if breaks else A)


@rule("red-dragon", "18.6.1")
def test_no_breakdown_in_defence() -> None:
    p = gmd_attacks(
        f"{X}: 72-corps; 1810: 5-corps",
        f"{A}: ecfa-1, st-tanks; 1911: ecfa-3",
        f"attack {A}",
        "add 72-corps",
        "resolve",
        dice=[6, 6, 6],
    )
    assert events(p, "breakdown") == []


# 18.7 The Political Offensive


def offensive(gmd: str, pla: str, *rolls: int, **more: Unpack[More]) -> War:
    given: More = {"header": "offensive: 3", "turn": 4, "dice": list(rolls)}
    return set_up("pla-combat", gmd=gmd, pla=pla, **given | more)


@rule("red-dragon", "18.7", "18.7.3", "18.7.6", "18.7.10")
def test_propaganda_instead_of_attacks() -> None:
    p = offensive(f"{X}: 5-corps, 148-div", f"{A}: ecfa-1; {B}: ecfa-3", 4, 1)
    assert p.popas == 4
    assert "attack" not in verbs(p)
    assert offered(p, "corps") == {"ecfa-1", "ecfa-3"}
    play(p, "corps ecfa-1")
    assert offered(p, "target") == {"5-corps", "148-div"}
    play(p, "target 5-corps")
    # A Loyalty Check, with +1 for the offensive; a 1 passes.
    assert events(p, "loyalty")[0].facts[1:] == (1, 1, True)
    assert p.popas == 3
    assert place_of(p, "5-corps") == X


@rule("red-dragon", "18.7.3")
def test_no_short_attacks_during_the_offensive() -> None:
    p = pla_moves(f"{A}: ecfa-1", f"{X}: 5-corps", header="offensive: 2; short attacks: 3", turn=3)
    play(p, "select ecfa-1")
    assert "short_attack" not in verbs(p)
    assert refused(p, "short_attack 5-corps").case == "18.7.3"


@rule("red-dragon", "18.7.4", "18.3.2")
def test_pending_short_attacks_wait_until_it_is_over() -> None:
    p = offensive(f"{X}: 5-corps", f"{A}: ecfa-1", 1, header="offensive: 3; short attacks: 2")
    assert offered(p, "corps") == {"ecfa-1"}
    p = offensive(f"{X}: 5-corps", f"{A}: ecfa-1", turn=6, header="offensive: 3; short attacks: 2")
    assert p.current.key == "gmd-combat", "they come before any attack"


@rule("red-dragon", "18.7.5")
def test_no_new_short_attacks_meanwhile() -> None:
    p = set_up(
        "news",
        gmd="1809: 72-corps",
        pla="2013: ecfa-1",
        dice=[4, 4, 6],
        turn=4,
        header="offensive: 3",
    )
    assert (p.short_attacks, p.news) == (0, 0)


@rule("red-dragon", "18.7.7", "18.7.8")
def test_they_must_be_made_and_the_excess_is_dropped() -> None:
    p = offensive(f"{X}: 5-corps", f"{A}: ecfa-1; {B}: ecfa-3, lg; 2013: ecfa-4", 6, 1)
    assert verbs(p) == {"corps"}, "no way round it"
    assert offered(p, "corps") == {"ecfa-1", "ecfa-3"}, "corps next to GMD units only"
    play(p, "corps ecfa-1", "target 5-corps")
    # There is no other target: the rest is dropped.
    assert p.popas == 0
    assert p.current.key == "gmd-combat"


@rule("red-dragon", "18.7.7")
def test_a_corps_out_of_supply_convinces_nobody() -> None:
    p = offensive("1119: 72-corps; 1219: 25-corps", "1120: ecfa-1; 2013: ecfa-3", 3)
    assert p.current.key != "pla-combat"


@rule("red-dragon", "18.7.9", "18.7.14", "18.7.15")
def test_each_target_needs_another_corps() -> None:
    p = offensive(f"{X}: 5-corps, 148-div, 1-tank-bn-1", f"{A}: ecfa-1; {B}: ecfa-3", 5, 1, 1)
    play(p, "corps ecfa-1", "target 5-corps")
    assert offered(p, "corps") == {"ecfa-3"}
    assert refused(p, "corps ecfa-1").case == "18.7.14"
    play(p, "corps ecfa-3")
    assert offered(p, "target") == {"148-div", "1-tank-bn-1"}
    assert refused(p, "target 5-corps").case == "18.7.15"
    play(p, "target 148-div")
    assert p.current.key != "pla-combat", "no corps is left"


@rule("red-dragon", "18.7.11", "18.7.12")
def test_who_fails_defects_and_the_corps_may_advance() -> None:
    p = offensive(f"{X}: 148-div; 0809: 99-corps", f"{A}: ecfa-1; 0810: ecfa-3", 2, 5)
    play(p, "corps ecfa-1", "target 148-div")
    # 15.2.3: during the offensive Lipu-Lifu is open, by the corps that called.
    assert offered(p, "incorporate") == {"ecfa-1"}
    play(p, "reeducate")
    assert place_of(p, "148-div") == "school 6"
    assert offered(p, "advance") == {"ecfa-1"}
    play(p, "advance ecfa-1")
    assert place_of(p, "ecfa-1") == X


@rule("red-dragon", "18.7.12", "18.7.13")
def test_no_advance_into_a_hex_that_is_still_held() -> None:
    p = offensive(f"{X}: 148-div, 5-corps", f"{A}: ecfa-1", 2, 5)
    play(p, "corps ecfa-1", "target 148-div", "incorporate ecfa-1")
    assert stack(p, X) == ["5-corps"]
    assert to_choose(p) == "GMD", "the phase is over without an advance"
