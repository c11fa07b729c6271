"""5.0 Movement."""

from __future__ import annotations

import pytest

from stavka.engine import Dice, seed_from
from stavka.hexes import members, set_of
from stavka.titles.east_is_red.position import POOL, War
from tests.marks import rule

from .situations import (
    TITLE,
    cost_of,
    events,
    number_of,
    offered,
    play,
    refused,
    situation,
    stack,
    to_choose,
    verbs,
    where,
)

INITIAL = "phase: soviet-initial-movement\nturn: 2\n"
SECOND = "phase: soviet-second-movement\nturn: 2\n"
CHINESE_INITIAL = "phase: chinese-initial-movement\nturn: 2\n"


def points_left(position: War) -> int:
    """What the prompt tells of the unit in hand."""
    decision = position.decision()
    assert decision is not None
    return int(decision.prompt.split()[-3])


# 5.0, 5.1 How to move units


@rule("east-is-red", "5.1", "5.12", "3.23")
def test_a_unit_goes_as_far_as_its_points() -> None:
    # Open steppe in Mongolia: two points a hex for mechanized units.
    p = situation(f"{INITIAL}[Soviet]\n0612: 3-7-9.1")
    play(p, "select 3-7-9.1")
    assert cost_of(p, "3-7-9.1", "0613") == 2
    play(p, "move 0613")
    assert where(p, "3-7-9.1") == "0613"
    assert offered(p, "move"), "seven points are left"
    assert refused(p, "move 0625").case == "5.12"


@rule("east-is-red", "5.12", "3.23")
def test_foot_and_mechanized_units_spend_their_own_allowance() -> None:
    p = situation(f"{CHINESE_INITIAL}[Chinese]\n0418: 4-6-6.1\n0518: 5-3-6.1")
    # Six points each: six clear hexes for the infantry, three for the tanks.
    assert cost_of(p, "4-6-6.1", "1018") == 6
    assert cost_of(p, "4-6-6.1", "1118") is None
    assert cost_of(p, "5-3-6.1", "0818") == 6
    assert cost_of(p, "5-3-6.1", "0918") is None


@rule("east-is-red", "5.0")
def test_a_unit_that_has_been_put_down_does_not_move_again_in_the_phase() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0715: 3-7-9.1\n0915: 3-7-9.2")
    play(p, "select 3-7-9.1", "move 0716", "halt")
    assert refused(p, "select 3-7-9.1").case == "5.0"
    assert offered(p, "select") == {"3-7-9.2"}


@rule("east-is-red", "5.0")
def test_taking_up_another_unit_puts_the_first_one_down() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0715: 3-7-9.1\n0915: 3-7-9.2")
    play(p, "select 3-7-9.1", "move 0716", "select 3-7-9.2", "move 0916")
    assert refused(p, "select 3-7-9.1").case == "5.0"


@rule("east-is-red", "5.0")
def test_points_are_neither_saved_nor_handed_on() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0715: 3-7-9.1\n0915: 3-7-9.2")
    play(p, "select 3-7-9.1", "move 0716", "select 3-7-9.2")
    assert points_left(p) == 9, "seven unused points of the other corps are lost"
    play(p, "done", "done", "select 3-7-9.1")
    assert points_left(p) == 9, "the unused points of the first phase are lost too"
    assert cost_of(p, "3-7-9.1", "1116") == 8
    assert cost_of(p, "3-7-9.1", "1217") is None


@rule("east-is-red", "5.0", "5.1")
def test_a_move_may_be_made_hex_by_hex_at_the_same_price() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0715: 3-7-9.1")
    play(p, "select 3-7-9.1", "move 0716")
    assert points_left(p) == 7
    play(p, "move 0717", "move 0718")
    assert points_left(p) == 3
    play(p, "move 0719")
    assert where(p, "3-7-9.1") == "0719"
    assert offered(p, "move") == set(), "one point is left, and no road"
    assert offered(p, "select") == set()


@rule("east-is-red", "5.0", "5.11")
def test_nobody_has_to_move() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0715: 3-7-9.1, 3-7-9.2")
    play(p, "select 3-7-9.1", "move 0716", "done")
    assert p.current.key == "soviet-combat"
    assert where(p, "3-7-9.2") == "0715"


@rule("east-is-red", "5.11")
def test_only_the_phasing_player_moves_and_nobody_fights() -> None:
    text = "[Soviet]\n0715: 3-7-9.1\n[Chinese]\n0716: 4-6-6.1"
    p = situation(f"{INITIAL}{text}")
    assert to_choose(p) == "Soviet"
    assert offered(p, "select") == {"3-7-9.1"}
    assert refused(p, "select 4-6-6.1").case == "5.11"
    assert "attack" not in verbs(p)
    q = situation(f"{CHINESE_INITIAL}{text}\n[markers]\nflags: declines")
    assert to_choose(q) == "Chinese"
    assert refused(q, "select 3-7-9.1").case == "5.11"
    assert "attack" not in verbs(q)


@rule("east-is-red", "5.1", "10.1")
def test_the_corner_of_the_map_is_a_hex_like_any_other() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0101: 3-7-9.1")
    corner = p.charts.grid.hex("0101")
    assert p.soviet == 1 << corner and stack(p, "0101") == ["3-7-9"]
    play(p, "select 3-7-9.1")
    play(p, f"move {min(offered(p, 'move'))}")
    assert stack(p, "0101") == [] and not p.soviet >> corner & 1
    tanks = "[Soviet]\n0102: 7-4-9.1, 7-4-9.2, 7-4-9.3"
    p = situation(f"phase: soviet-combat\nturn: 2\n{tanks}\n[Chinese]\n0101: 4-6-6.1", dice=[1])
    assert p.chinese == 1 << corner
    play(p, "attack 0101", "all", "resolve 1-2")
    assert events(p, "attacked")[0][0] == (corner,)


@rule("east-is-red", "5.1", "17.3")
def test_a_saved_game_knows_who_is_where() -> None:
    p = situation(
        f"{INITIAL}[Soviet]\n0101: 3-7-9.1, 1-2-9.2\n0715: 7-4-9.1\n[Chinese]\n0717: 4-6-6.2\n"
        "0718: 4-6-6.1, 5-3-6.1, 1-3-3.6"
    )
    for choices in ((), ("select 1-2-9.2",), ("select 7-4-9.1", "move 0714"), ("done",)):
        play(p, *choices)
        again = TITLE.from_json(p.to_json(), Dice(seed_from("tests")))
        assert isinstance(again, War)
        assert (again.stacks, again.where) == (p.stacks, p.where)
        assert (again.soviet, again.chinese) == (p.soviet, p.chinese)
        assert (again.on_map, again.box(POOL)) == (p.on_map, p.box(POOL))
        assert p.on_map | p.box(POOL) == (1 << len(p.where)) - 1 and not p.on_map & p.box(POOL)
        assert p.on_map.bit_count() == 7


# 5.2 Inhibitions and prohibitions


@rule("east-is-red", "5.21")
def test_the_example_of_a_river_and_rough_ground_costs_seven_points() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0606: 3-7-9.1")
    assert cost_of(p, "3-7-9.1", "0607") == 7


@rule("east-is-red", "5.2", "5.21")
def test_all_costs_of_a_step_add_up() -> None:
    # River 2, rough 5, entering an enemy-controlled hex 1, stacking 1.
    enemy = "[Chinese]\n0608: 4-6-6.1"
    p = situation(f"{INITIAL}[Soviet]\n0606: 3-7-9.1\n{enemy}")
    assert cost_of(p, "3-7-9.1", "0607") == 8
    p = situation(f"{INITIAL}[Soviet]\n0606: 3-7-9.1\n0607: 3-7-9.2\n{enemy}")
    assert cost_of(p, "3-7-9.1", "0607") == 9


@rule("east-is-red", "5.21")
def test_foot_pay_less_for_rivers_and_rough_ground() -> None:
    p = situation(f"{CHINESE_INITIAL}[Chinese]\n0124: 4-6-6.1, 5-3-6.1")
    assert cost_of(p, "4-6-6.1", "0125") == 3
    # 2 for the river and 5 for the rough, more than the six points of the tanks: 5.22 helps.
    play(p, "select 5-3-6.1", "move 0125")
    assert events(p, "moved")[-1][-1] == 6


@rule("east-is-red", "5.21", "5.2")
def test_a_unit_out_of_supply_has_half_its_allowance() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0715: 3-7-9.1 (unsupplied)\n0915: 3-7-9.2")
    play(p, "select 3-7-9.1")
    assert points_left(p) == 4
    assert cost_of(p, "3-7-9.1", "0717") == 4
    assert cost_of(p, "3-7-9.1", "0718") is None
    assert cost_of(p, "3-7-9.2", "0918") == 6


@rule("east-is-red", "5.22")
def test_a_unit_may_always_move_one_hex() -> None:
    # Seven points to enter, four to spend.
    p = situation(f"{INITIAL}[Soviet]\n0606: 3-7-9.1 (unsupplied)")
    play(p, "select 3-7-9.1")
    assert "0607" in offered(p, "move")
    assert "0608" not in offered(p, "move")
    play(p, "move 0607")
    assert where(p, "3-7-9.1") == "0607"
    assert offered(p, "select") == set(), "it is all that the unit can do"


@rule("east-is-red", "5.22")
def test_the_one_hex_must_be_the_whole_move() -> None:
    # After a clear hex two of four points are left, and the rough hex beyond costs five.
    p = situation(f"{INITIAL}[Soviet]\n1709: 3-7-9.1 (unsupplied)")
    play(p, "select 3-7-9.1", "move 1810")
    assert points_left(p) == 2
    assert "1909" not in offered(p, "move")
    p = situation(f"{INITIAL}[Soviet]\n1810: 3-7-9.1 (unsupplied)")
    play(p, "select 3-7-9.1")
    assert "1909" in offered(p, "move")


@rule("east-is-red", "5.22", "6.12")
def test_the_one_hex_is_not_from_one_enemy_controlled_hex_into_another() -> None:
    enemy = "[Chinese]\n0706: 4-6-6.1"
    for state in ("", " (unsupplied)"):
        p = situation(f"{INITIAL}[Soviet]\n0606: 3-7-9.1{state}\n{enemy}")
        play(p, "select 3-7-9.1")
        assert refused(p, "move 0607").case == "6.12"
        # 0505 is out of enemy control: five points for the rough, one for leaving.
        assert "0505" in offered(p, "move")


@rule("east-is-red", "5.22")
def test_even_a_unit_without_points_moves_one_hex() -> None:
    p = situation(f"{SECOND}[Soviet]\n0715: 0-1-1.1 (unsupplied), 0-1-1.2")
    play(p, "select 0-1-1.1")
    assert offered(p, "move") == {"0714", "0815", "0816", "0716", "0616", "0615"}
    play(p, "move 0716")
    assert where(p, "0-1-1.1") == "0716"
    assert offered(p, "select") == {"0-1-1.2"}


@rule("east-is-red", "5.23")
def test_enemy_units_and_the_sea_are_closed() -> None:
    p = situation(f"{INITIAL}[Soviet]\n3131: 3-7-9.1\n3031: 3-7-9.2\n[Chinese]\n3030: 4-6-6.1")
    play(p, "select 3-7-9.1")
    assert refused(p, "move 3132").case == "5.23"
    play(p, "select 3-7-9.2")
    assert refused(p, "move 3030").case == "5.23"


@rule("east-is-red", "5.23")
def test_nobody_crosses_an_all_sea_hexside() -> None:
    # Amur Bay lies between Vladivostok and 3031: the way leads round it, along the railroad.
    p = situation(f"{INITIAL}[Soviet]\n3131: 3-7-9.1")
    play(p, "select 3-7-9.1", "move 3031")
    ((_, path, cost),) = events(p, "moved")
    assert isinstance(path, tuple)
    assert [p.label(hex_) for hex_ in path] == ["3131", "3130", "3031"]
    assert cost == 2


@rule("east-is-red", "5.23", "5.22")
def test_nobody_crosses_an_all_lake_hexside_not_even_with_a_single_hex() -> None:
    # An Air unit has one point: it lives on 5.22 alone.
    p = situation(f"{SECOND}[Soviet]\n3228: 0-1-1.1")
    play(p, "select 0-1-1.1")
    assert {"3229", "3128"} <= offered(p, "move")
    assert refused(p, "move 3328").case == "5.23"


@rule("east-is-red", "5.23")
def test_artillery_keeps_away_from_chinese_units() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0715: 12-3-12.1, 3-7-9.1\n[Chinese]\n0718: 4-6-6.1")
    play(p, "select 3-7-9.1")
    assert "0717" in offered(p, "move")
    play(p, "select 12-3-12.1")
    around = {"0717", "0818", "0819", "0719", "0619", "0618"}
    assert not around & offered(p, "move")
    assert "0716" in offered(p, "move")
    assert refused(p, "move 0717").case == "5.23"
    # The last guns keep away too, and the last division does not.
    p = situation(f"{INITIAL}[Soviet]\n0715: 12-3-12.3, 1-2-9.15\n[Chinese]\n0718: 4-6-6.1")
    assert "0717" not in offered(play(p, "select 12-3-12.3"), "move")
    assert "0717" in offered(play(p, "select 1-2-9.15"), "move")


@rule("east-is-red", "8.2", "6.11")
def test_who_has_moved_as_far_as_he_can_has_begun_to_move() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0715: 3-7-9.1\n0515: 7-4-9.1\n[Chinese]\n0718: 4-6-6.1")
    assert "break_down" in verbs(p)
    play(p, "select 3-7-9.1", "move 0717")
    assert "move" not in verbs(p), "it has entered a Zone of Control"
    assert "break_down" not in verbs(p) and "substitute" in verbs(p)


@rule("east-is-red", "5.1", "5.23")
@pytest.mark.parametrize(
    ("side", "unit"),
    [("Soviet", "7-4-9.1"), ("Soviet", "0-1-20.4"), ("Chinese", "4-6-6.1"), ("Chinese", "4-5-6.2")],
)
def test_the_first_and_the_last_counter_are_those_of_their_side(side: str, unit: str) -> None:
    p = situation(f"{INITIAL}[{side}]\n0715: {unit}\n[markers]\nflags: koreans-in")
    here = 1 << p.charts.grid.hex("0715")
    assert (p.soviet, p.chinese) == ((here, 0) if side == "Soviet" else (0, here))


@rule("east-is-red", "5.23", "5.22")
def test_artillery_next_to_the_enemy_may_only_move_away() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0716: 12-3-12.1\n[Chinese]\n0717: 4-6-6.1")
    play(p, "select 12-3-12.1")
    assert {"0715", "0816", "0616"} <= offered(p, "move")
    assert not {"0817", "0818", "0718", "0618", "0617"} & offered(p, "move")


@rule("east-is-red", "5.23")
def test_an_empty_chinese_city_does_not_keep_artillery_away() -> None:
    # 13.14 makes the city control the hex, but it is no unit.
    p = situation(f"{INITIAL}[Soviet]\n2522: 3-7-9.1\n2421: 12-3-12.1")
    assert cost_of(p, "12-3-12.1", "2522") is not None


# 3.2 The playing pieces, 5.3 which of them move in which phase


@rule("east-is-red", "3.2", "3.21", "3.22")
def test_the_pieces_have_their_numbers_and_kinds() -> None:
    types = situation(INITIAL).charts.types.values()
    for kind in types:
        assert kind.strength == f"{kind.attack}-{kind.defense}-{kind.movement}"
    kinds = {
        (side, mechanized): {
            kind.strength for kind in types if (kind.side, kind.mechanized) == (side, mechanized)
        }
        for side in ("Soviet", "Chinese")
        for mechanized in (True, False)
    }
    assert kinds["Soviet", True] == {"7-4-9", "4-6-9", "3-7-9", "2-1-9", "1-2-9"}
    assert kinds["Soviet", False] == {"12-3-12", "2-2-6", "0-1-1", "0-1-20"}
    assert kinds["Chinese", True] == {"5-3-6"}
    assert kinds["Chinese", False] == {"4-6-6", "1-3-3", "4-5-6"}
    assert {kind.strength for kind in types if kind.tank} == {"7-4-9", "2-1-9", "5-3-6"}


SOVIET_SAMPLE = (
    "[Soviet]\n0715: 7-4-9.1, 4-6-9.1, 3-7-9.1\n0815: 2-1-9.1, 1-2-9.1, 2-2-6.1\n"
    "0915: 12-3-12.1, 0-1-1.1, 0-1-20.1"
)
SOVIET_MECHANIZED = {"7-4-9.1", "4-6-9.1", "3-7-9.1", "2-1-9.1", "1-2-9.1"}


@rule("east-is-red", "5.3", "5.31", "3.22")
def test_soviet_units_move_in_their_phases() -> None:
    p = situation(f"{INITIAL}{SOVIET_SAMPLE}")
    assert offered(p, "select") == SOVIET_MECHANIZED | {"2-2-6.1", "12-3-12.1"}
    assert refused(p, "select 0-1-1.1").case == "5.31"
    assert refused(p, "select 0-1-20.1").case == "5.31"
    p = situation(f"{SECOND}{SOVIET_SAMPLE}")
    assert offered(p, "select") == SOVIET_MECHANIZED | {"0-1-1.1", "0-1-20.1"}
    assert refused(p, "select 12-3-12.1").case == "5.31"


@rule("east-is-red", "5.3", "5.32", "3.22")
def test_chinese_units_move_in_their_phases() -> None:
    units = "[Chinese]\n0518: 5-3-6.1, 4-6-6.1\n2126: 1-3-3.1\n1734: 4-5-6.1\n"
    koreans = "[markers]\nflags: koreans-in"
    p = situation(f"{CHINESE_INITIAL}{units}{koreans}")
    assert offered(p, "select") == {"5-3-6.1", "4-6-6.1", "1-3-3.1", "4-5-6.1"}
    p = situation(f"phase: chinese-second-movement\nturn: 2\n{units}{koreans}")
    assert offered(p, "select") == {"5-3-6.1"}
    assert refused(p, "select 4-6-6.1").case == "5.32"
    assert refused(p, "select 1-3-3.1").case == "5.32"


@rule("east-is-red", "5.31", "5.32")
def test_mechanized_units_that_moved_in_the_first_phase_move_again_in_the_second() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0715: 3-7-9.1")
    play(p, "select 3-7-9.1", "move 0719", "done", "done", "select 3-7-9.1", "move 0715")
    assert where(p, "3-7-9.1") == "0715"


@rule("east-is-red", "5.31")
def test_air_units_that_have_struck_stay_where_they_are() -> None:
    p = situation(f"{SECOND}[Soviet]\n0715: 0-1-1.1 (struck), 0-1-1.2")
    assert offered(p, "select") == {"0-1-1.2"}
    assert refused(p, "select 0-1-1.1").case == "14.2"


# 5.4 Rail Mode

# The Trans-Siberian: 0701 and the hexes after it.
TRANS_SIBERIAN = [
    *("0701", "0802", "0803", "0903", "1004", "1104", "1205", "1304", "1405", "1505", "1506"),
    *("1607", "1707", "1807", "1907", "1906", "2006", "2105", "2206", "2306", "2406"),
    *("2506", "2607"),
]


@rule("east-is-red", "5.4", "5.41", "5.42")
def test_a_train_goes_twenty_hexes() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0701: 3-7-9.1")
    play(p, "select 3-7-9.1", "entrain")
    assert set(TRANS_SIBERIAN[1:21]) <= offered(p, "rail")
    assert not set(TRANS_SIBERIAN[21:]) & offered(p, "rail")
    assert "0701" not in offered(p, "rail"), "no train goes to where it is"
    play(p, "rail 2406")
    assert where(p, "3-7-9.1") == "2406"


@rule("east-is-red", "5.41")
def test_a_train_stays_on_the_connected_railroad() -> None:
    p = situation(f"{INITIAL}[Soviet]\n3131: 3-7-9.1")
    play(p, "select 3-7-9.1", "entrain")
    rail = p.charts.rail["Soviet"].hexes
    assert offered(p, "rail") <= {p.label(h) for h in members(rail)}
    # 3031 is next door, but the railroad leads there over 3130.
    play(p, "rail 3031")
    ((_, path),) = events(p, "railed")
    assert isinstance(path, tuple)
    assert [p.label(hex_) for hex_ in path] == ["3131", "3130", "3031"]


@rule("east-is-red", "5.4")
def test_each_player_moves_three_units_by_rail_in_a_game_turn() -> None:
    p = situation(
        "phase: soviet-initial-movement\nturn: 1\n"
        "[Soviet]\n0701: 3-7-9.1, 3-7-9.2\n1405: 3-7-9.3, 3-7-9.4\n"
        "[Chinese]\n1628: 4-6-6.1, 4-6-6.2\n0132: 4-6-6.3, 4-6-6.4"
    )
    play(p, "select 3-7-9.1", "entrain", "rail 0802", "select 3-7-9.2", "entrain", "rail 0803")
    play(p, "done", "done")
    # The limit is for both phases together.
    play(p, "select 3-7-9.3", "entrain", "rail 1505", "select 3-7-9.4")
    assert "entrain" not in verbs(p)
    assert refused(p, "entrain").case == "5.4"
    play(p, "done", "pass_turn")
    assert p.current.key == "chinese-initial-movement"
    for unit, hex_ in (("4-6-6.1", "1728"), ("4-6-6.2", "1528"), ("4-6-6.3", "0131")):
        play(p, f"select {unit}", "entrain", f"rail {hex_}")
    play(p, "select 4-6-6.4")
    assert refused(p, "entrain").case == "5.4"


@rule("east-is-red", "5.41")
def test_a_unit_begins_the_player_turn_on_the_railroad() -> None:
    p = situation(f"{SECOND}[Soviet]\n0701: 3-7-9.1, 3-7-9.2 (from-rail)")
    play(p, "select 3-7-9.2")
    assert "entrain" in verbs(p)
    play(p, "select 3-7-9.1")
    assert refused(p, "entrain").case == "5.41"
    q = situation(f"{INITIAL}[Soviet]\n0702: 3-7-9.1")
    play(q, "select 3-7-9.1")
    assert "entrain" not in verbs(q)


@rule("east-is-red", "5.41")
def test_reinforcements_may_arrive_in_rail_mode() -> None:
    p = situation("phase: soviet-reinforcement\nturn: 5\n[Soviet]\n0715: 3-7-9.1")
    play(p, "select 1-2-9.1", "entrain", "rail 2406", "done", "done")
    # The Supply unit came with it, but moves in the Second Movement Phase only.
    play(p, "select 0-1-20.1", "entrain", "rail 2406")
    assert stack(p, "2406") == ["0-1-20", "1-2-9"]
    q = situation("phase: chinese-reinforcement\nturn: 2")
    play(q, "select 4-6-6.1", "entrain", "rail 0329")
    assert where(q, "4-6-6.1") == "0329"


@rule("east-is-red", "5.41")
def test_militia_mobilized_in_this_player_turn_did_not_begin_it_on_a_railroad() -> None:
    p = situation(
        "phase: chinese-reinforcement\nturn: 2\n[Soviet]\n2523: 1-2-9.1\n[Chinese]\n1528: 1-3-3.6"
    )
    assert where(p, "1-3-3.1") == "0427"
    play(p, "select 1-3-3.1")
    assert refused(p, "entrain").case == "5.41"
    play(p, "select 1-3-3.6", "entrain", "rail 1428")
    assert where(p, "1-3-3.6") == "1428"


@rule("east-is-red", "5.43")
def test_units_go_by_rail_only_in_the_phases_in_which_they_can_move() -> None:
    units = "12-3-12.1 (from-rail)\n0802: 0-1-20.1 (from-rail), 0-1-1.1 (from-rail)"
    p = situation(f"{INITIAL}[Soviet]\n0701: {units}")
    assert offered(p, "select") == {"12-3-12.1"}
    play(p, "select 12-3-12.1", "entrain", "rail 1405", "done")
    assert where(p, "12-3-12.1") == "1405"
    p = situation(f"{SECOND}[Soviet]\n0701: {units}")
    assert refused(p, "select 12-3-12.1").case == "5.31"
    play(p, "select 0-1-20.1", "entrain", "rail 1405", "select 0-1-1.1", "entrain", "rail 1405")
    assert stack(p, "1405") == ["0-1-1", "0-1-20"]


@rule("east-is-red", "5.44")
def test_a_unit_that_went_by_rail_neither_moves_nor_attacks_in_the_player_turn() -> None:
    p = situation(
        f"{INITIAL}[Soviet]\n1610: 3-7-9.1, 3-7-9.2\n1710: 7-4-9.1\n[Chinese]\n1712: 4-6-6.1"
    )
    play(p, "select 3-7-9.1", "entrain", "rail 1609", "select 7-4-9.1", "move 1711")
    assert refused(p, "select 3-7-9.1").case == "5.44"
    play(p, "done", "done")
    assert p.current.key == "soviet-second-movement"
    assert offered(p, "select") == {"3-7-9.2", "7-4-9.1"}
    assert refused(p, "select 3-7-9.1").case == "5.44"


@rule("east-is-red", "5.44")
def test_a_unit_that_went_by_rail_does_not_attack() -> None:
    text = "phase: soviet-combat\nturn: 2\n[Soviet]\n1711: 3-7-9.1 (railed), 3-7-9.2\n"
    p = situation(f"{text}[Chinese]\n1712: 4-6-6.1")
    play(p, "attack 1712")
    assert offered(p, "add") == {"3-7-9.2"}
    assert refused(p, "add 3-7-9.1").case == "5.44"


@rule("east-is-red", "5.44")
def test_a_unit_that_has_moved_or_attacked_does_not_entrain_in_the_second_phase() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0701: 3-7-9.1, 3-7-9.2, 3-7-9.3")
    play(p, "select 3-7-9.1", "move 0802", "done", "done", "select 3-7-9.1")
    assert refused(p, "entrain").case == "5.44"
    play(p, "select 3-7-9.2")
    assert "entrain" in verbs(p)
    q = situation(
        "phase: soviet-combat\nturn: 2\n[Soviet]\n1611: 7-4-9.1 (from-rail), 3-7-9.1 (from-rail)\n"
        "[Chinese]\n1711: 4-6-6.1",
        dice=[1],
    )
    play(q, "attack 1711", "add 7-4-9.1", "resolve 1-1")
    while q.current.key == "soviet-combat":
        play(q, _first(q, "to", "hold", "done"))
    play(q, "select 3-7-9.1")
    assert "entrain" in verbs(q)
    play(q, "select 7-4-9.1")
    assert where(q, "7-4-9.1") == "1611"
    assert "entrain" not in verbs(q)


@rule("east-is-red", "5.44")
def test_a_train_leaves_what_others_have_done_as_it_is() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0701: 7-4-9.1, 3-7-9.1, 3-7-9.2\n1405: 3-7-9.3, 3-7-9.4")
    marched, railed = ("7-4-9.1", "3-7-9.2"), ("3-7-9.1", "3-7-9.3")
    for unit in marched:
        play(p, f"select {unit}", "move 0802", "halt")
    play(p, "select 3-7-9.1", "entrain", "rail 0803", "select 3-7-9.3", "entrain", "rail 1505")
    assert p.rail_moves == 2
    assert p.railed == set_of(number_of(p, unit) for unit in railed)
    assert p.moved_this_turn == set_of(number_of(p, unit) for unit in marched)
    play(p, "done", "done")
    assert p.current.key == "soviet-second-movement"
    assert offered(p, "select") == {*marched, "3-7-9.4"}
    play(p, "select 3-7-9.4")
    assert "entrain" in verbs(p)
    for unit in marched:
        assert refused(play(p, f"select {unit}"), "entrain").case == "5.44"


@rule("east-is-red", "5.11")
@pytest.mark.parametrize("unit", ["7-4-9.1", "7-4-9.2"])
def test_the_unit_in_hand_is_not_taken_up_again_but_every_other_can_be(unit: str) -> None:
    p = situation(f"{INITIAL}[Soviet]\n0715: 7-4-9.1, 7-4-9.2\n0915: 7-4-9.3")
    play(p, f"select {unit}")
    assert offered(p, "select") == {"7-4-9.1", "7-4-9.2", "7-4-9.3"} - {unit}
    assert offered(p, "move") and "0715" not in offered(p, "move")
    decision = p.decision()
    assert decision is not None and decision.prompt == f"Move {unit}: 9 points left"


@rule("east-is-red", "5.45")
def test_a_train_neither_starts_in_nor_passes_an_enemy_controlled_hex() -> None:
    # The army controls 1507 on the branch to Zabaikalsk.
    enemy = "[Chinese]\n1508: 4-6-6.1"
    p = situation(f"{INITIAL}[Soviet]\n1405: 3-7-9.1\n1507: 3-7-9.2\n{enemy}")
    play(p, "select 3-7-9.2")
    assert refused(p, "entrain").case == "5.45"
    play(p, "select 3-7-9.1", "entrain")
    # A friendly unit in the controlled hex of 1507 does not help a train.
    assert {"1505", "1506", "1607"} <= offered(p, "rail")
    assert not {"1507", "1608", "1609"} & offered(p, "rail")


@rule("east-is-red", "5.46")
def test_trains_run_in_their_own_country_and_mongolia_is_the_soviets() -> None:
    p = situation(f"{INITIAL}[Soviet]\n1611: 3-7-9.1\n0215: 3-7-9.2\n2217: 3-7-9.3")
    play(p, "select 3-7-9.1", "entrain")
    assert {"1409", "1410", "1112"} <= offered(p, "rail"), "Choibalsan is on the Soviet net"
    assert "1612" not in offered(p, "rail"), "Manchouli is not"
    play(p, "select 3-7-9.2", "entrain")
    assert "0701" in offered(p, "rail")
    assert "0217" not in offered(p, "rail")
    # In China the Soviets have no railroad at all.
    play(p, "select 3-7-9.3")
    assert refused(p, "entrain").case == "5.46"


@rule("east-is-red", "5.46")
def test_the_chinese_have_no_trains_in_the_soviet_union() -> None:
    p = situation(f"{CHINESE_INITIAL}[Chinese]\n1610: 4-6-6.1\n1712: 4-6-6.2")
    play(p, "select 4-6-6.1")
    assert refused(p, "entrain").case == "5.46"
    play(p, "select 4-6-6.2", "entrain")
    assert "1612" in offered(p, "rail")
    assert "1611" not in offered(p, "rail")


@rule("east-is-red", "5.46")
def test_railroads_of_the_enemy_speed_normal_movement_through_rough_terrain() -> None:
    # The line over the Khingan: one point a hex, against five across country.
    p = situation(f"{INITIAL}[Soviet]\n2217: 3-7-9.1")
    assert p.charts.rough >> p.charts.grid.hex("2216") & 1
    assert cost_of(p, "3-7-9.1", "2216") == 1
    assert p.charts.rough >> p.charts.grid.hex("2117") & 1
    assert cost_of(p, "3-7-9.1", "2117") == 5


@rule("east-is-red", "5.42", "5.21")
def test_a_train_does_not_spend_movement_points() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0701: 3-7-9.1 (unsupplied)\n0802: 3-7-9.2")
    play(p, "select 3-7-9.1", "entrain", "rail 2406")
    assert where(p, "3-7-9.1") == "2406"


@rule("east-is-red", "5.4")
def test_entraining_can_be_taken_back_before_the_train_leaves() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0701: 3-7-9.1")
    play(p, "select 3-7-9.1", "entrain")
    assert "move" not in verbs(p)
    play(p, "select 3-7-9.1", "move 0702")
    assert where(p, "3-7-9.1") == "0702"


# 5.5 Soviet amphibious capability

READY = "[markers]\nflags: marine-ready"


@rule("east-is-red", "5.5", "5.51")
def test_the_marines_land_on_clear_chinese_coast() -> None:
    p = situation(f"{INITIAL}[Soviet]\n3131: 2-2-6.1, 3-7-9.1\n{READY}")
    play(p, "select 2-2-6.1")
    beaches = offered(p, "land")
    assert {"1328", "1029", "0834"} <= beaches
    grid, charts = p.charts.grid, p.charts
    for label in beaches:
        hex_ = 1 << grid.hex(label)
        assert hex_ & charts.china & charts.clear
        assert grid.neighbours(hex_) & charts.board.terrain["sea"]
    assert not beaches & {"1732", "2832", "3232"}, "neither in Korea nor at home"
    assert "1132" not in beaches, "Dairen must be taken by attack (12.0)"
    play(p, "select 3-7-9.1")
    assert "land" not in verbs(p)


@rule("east-is-red", "5.51")
def test_the_marines_begin_the_game_turn_in_vladivostok() -> None:
    for hex_, flags in (("3131", ""), ("3130", READY)):
        p = situation(f"{INITIAL}[Soviet]\n{hex_}: 2-2-6.1\n{flags}")
        play(p, "select 2-2-6.1")
        assert "land" not in verbs(p)
    for hex_, ready in (("3131", True), ("3130", False)):
        q = situation(f"phase: soviet-reinforcement\nturn: 2\n[Soviet]\n{hex_}: 2-2-6.1")
        play(q, "select 2-2-6.1")
        assert ("land" in verbs(q)) == ready


@rule("east-is-red", "5.51")
def test_the_marines_land_in_the_first_phase_and_go_no_further() -> None:
    p = situation(f"{INITIAL}[Soviet]\n3131: 2-2-6.1\n{READY}")
    play(p, "select 2-2-6.1", "land 1328")
    assert where(p, "2-2-6.1") == "1328"
    assert verbs(p) == {"done"}
    play(p, "done")
    assert p.current.key == "soviet-combat"
    play(p, "done")
    assert p.current.key != "soviet-second-movement", "nobody is left who could move"
    q = situation(f"{SECOND}[Soviet]\n3131: 2-2-6.1, 3-7-9.1\n{READY}")
    assert offered(q, "select") == {"3-7-9.1"}


@rule("east-is-red", "5.52")
def test_the_marines_do_not_land_on_a_chinese_unit() -> None:
    p = situation(f"{INITIAL}[Soviet]\n3131: 2-2-6.1\n[Chinese]\n1328: 4-6-6.1\n{READY}")
    play(p, "select 2-2-6.1")
    assert "1328" not in offered(p, "land")
    assert "1228" in offered(p, "land"), "an industrial hex by itself"
    p = situation(f"{INITIAL}[Soviet]\n3131: 2-2-6.1\n[Chinese]\n1228: 4-6-6.1\n{READY}")
    play(p, "select 2-2-6.1")
    assert "1228" not in offered(p, "land"), "an industrial hex with a garrison"
    assert "1328" in offered(p, "land"), "next to the enemy"


@rule("east-is-red", "5.52")
def test_marines_on_an_industrial_hex_must_attack_it() -> None:
    p = situation(f"{INITIAL}[Soviet]\n3131: 2-2-6.1\n{READY}", dice=[1])
    play(p, "select 2-2-6.1", "land 1228", "done")
    assert p.current.key == "soviet-combat"
    assert "done" not in verbs(p)
    assert offered(p, "attack") == {"1228"}
    play(p, "attack 1228", "add 2-2-6.1", "resolve 2-1")
    assert p.destroyed >> p.charts.grid.hex("1228") & 1
    assert where(p, "2-2-6.1") == "1228"
    assert p.current.key != "soviet-combat" or "done" in verbs(p)


@rule("east-is-red", "5.52")
def test_marines_on_an_industrial_hex_attack_nothing_else_and_nobody_attacks_it_for_them() -> None:
    p = situation(
        "phase: soviet-combat\nturn: 2\n[Soviet]\n1228: 2-2-6.1\n1127: 3-7-9.1\n"
        "[Chinese]\n1328: 5-3-6.1\n[markers]\nlanding: 1228"
    )
    assert "1328" not in offered(p, "attack"), "only the marines are next to it"
    play(p, "attack 1228", "add 3-7-9.1")
    assert "resolve" not in verbs(p)
    play(p, "add 2-2-6.1")
    assert "resolve" in verbs(p)


@rule("east-is-red", "5.53")
def test_the_marines_may_sail_back_but_land_only_once() -> None:
    text = f"{INITIAL}[Soviet]\n1328: 2-2-6.1\n[markers]\nlanding: 1328"
    p = situation(text)
    play(p, "select 2-2-6.1", "return")
    assert where(p, "2-2-6.1") == "3131"
    assert offered(p, "select") == set()
    q = situation(
        f"{INITIAL}[Soviet]\n3131: 2-2-6.1\n[markers]\nlanding: 1328\nflags: marine-ready"
    )
    play(q, "select 2-2-6.1")
    assert "land" not in verbs(q)
    # Back home they are a unit like others: on foot or by rail.
    assert "3130" in offered(q, "move")
    play(q, "entrain", "rail 3129")
    assert where(q, "2-2-6.1") == "3129"


@rule("east-is-red", "5.53")
def test_the_marines_sail_only_from_the_hex_where_they_landed() -> None:
    p = situation(f"{INITIAL}[Soviet]\n1428: 2-2-6.1\n[markers]\nlanding: 1328")
    play(p, "select 2-2-6.1")
    assert "return" not in verbs(p)
    # Not before they have landed anywhere, and not into enemy hands.
    p = situation(
        f"{INITIAL}[Soviet]\n1328: 2-2-6.1\n[Chinese]\n3131: 4-6-6.1\n[markers]\nlanding: 1328"
    )
    play(p, "select 2-2-6.1")
    assert "return" not in verbs(p)


@rule("east-is-red", "5.53")
def test_the_marines_may_retreat_to_vladivostok() -> None:
    text = (
        "phase: chinese-combat\nturn: 2\n[Soviet]\n1328: 2-2-6.1\n"
        "[Chinese]\n1428: 4-6-6.1\n[markers]\nlanding: 1328"
    )
    p = situation(text, dice=[1])
    play(p, "attack 1328", "add 4-6-6.1", "resolve 2-1")
    assert to_choose(p) == "Soviet"
    play(p, "return")
    assert where(p, "2-2-6.1") == "3131"
    # The owner may let them retreat over land instead, as the enemy likes.
    q = situation(text, dice=[1])
    play(q, "attack 1328", "add 4-6-6.1", "resolve 2-1", "stay")
    assert to_choose(q) == "Chinese"
    assert verbs(q) & {"to", "eliminate"}


@rule("east-is-red", "5.54")
@pytest.mark.parametrize(("hex_", "points"), [("1328", 6), ("1428", 6), ("1528", 3)])
def test_the_marines_are_supplied_on_and_next_to_their_landing_hex(hex_: str, points: int) -> None:
    # Turn six: no stocks, no supply unit, no railroad within reach.
    p = situation(
        "phase: soviet-initial-movement\nturn: 6\n"
        f"[Soviet]\n{hex_}: 2-2-6.1\n[markers]\nlanding: 1328"
    )
    play(p, "select 2-2-6.1")
    assert points_left(p) == points


def _first(position: War, *wanted: str) -> str:
    """The first choice with one of these verbs, in the order of the verbs."""
    decision = position.decision()
    assert decision is not None
    return next(str(c) for verb in wanted for c in decision.choices() if c.verb == verb)
