"""6.0 Zones of Control."""

from __future__ import annotations

import pytest

from stavka.titles.east_is_red.position import War
from stavka.titles.east_is_red.zones_of_control import in_enemy_control
from tests.marks import rule

from .situations import cost_of, events, offered, play, refused, situation, to_choose, verbs, where

INITIAL = "phase: soviet-initial-movement\nturn: 2\n"
SECOND = "phase: soviet-second-movement\nturn: 2\n"
CHINESE_INITIAL = "phase: chinese-initial-movement\nturn: 2\n"
NO_SUBSTITUTION = "\n[markers]\nflags: declines"

# Open steppe: what surrounds 0717.
AROUND_0717 = {"0716", "0817", "0818", "0718", "0618", "0617"}


def controlled(position: War, against: str) -> set[str]:
    """The hexes that the enemy of a side controls."""
    return set(position.charts.grid.labels(in_enemy_control(position, against)))


def points_left(position: War) -> int:
    decision = position.decision()
    assert decision is not None
    return int(decision.prompt.split()[-3])


@rule("east-is-red", "6.0")
@pytest.mark.parametrize(
    "unit", ["7-4-9", "3-7-9", "1-2-9", "2-1-9", "12-3-12", "2-2-6", "0-1-1", "0-1-20"]
)
def test_every_soviet_unit_controls_the_six_hexes_round_it(unit: str) -> None:
    p = situation(f"{CHINESE_INITIAL}[Soviet]\n0717: {unit}\n[Chinese]\n0518: 4-6-6")
    play(p, *["pass"] * ("pass" in verbs(p)))
    assert controlled(p, "Chinese") == AROUND_0717
    # The army may walk up to the unit, but not past it.
    play(p, "select 4-6-6.1", "move 0618")
    assert offered(p, "move") == set()


@rule("east-is-red", "6.0")
@pytest.mark.parametrize("unit", ["4-6-6", "5-3-6", "1-3-3"])
def test_every_chinese_unit_controls_the_six_hexes_round_it(unit: str) -> None:
    p = situation(f"{INITIAL}[Soviet]\n0715: 3-7-9.1\n[Chinese]\n0717: {unit}")
    cities = "0427 0429 1132 1629 2126 2523".split()  # noqa: SIM905 (13.14 is another matter)
    near_cities = {
        label
        for city in cities
        for label in p.charts.grid.labels(p.charts.passage.spread(1 << p.charts.grid.hex(city)))
    }
    assert controlled(p, "Soviet") - near_cities == AROUND_0717
    play(p, "select 3-7-9.1", "move 0716")
    assert offered(p, "move") == set()


@rule("east-is-red", "6.0")
def test_control_does_not_reach_across_water_that_nobody_can_cross() -> None:
    # Lake Khanka lies between 3327 and its neighbours 3328 and 3428.
    p = situation(f"{INITIAL}[Soviet]\n3429: 3-7-9.1\n[Chinese]\n3327: 4-6-6.1")
    assert "3427" in controlled(p, "Soviet")
    assert not {"3328", "3428"} & controlled(p, "Soviet")
    assert cost_of(p, "3-7-9.1", "3428") == 1, "along the railroad, and no extra point"


# 6.1 Movement effects


@rule("east-is-red", "6.1", "6.11")
def test_a_unit_stops_in_an_enemy_controlled_hex() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0715: 3-7-9.1, 3-7-9.2\n[Chinese]\n0717: 4-6-6.1")
    play(p, "select 3-7-9.1")
    assert "0716" in offered(p, "move")
    assert "0719" not in offered(p, "move"), "four hexes on, but through enemy control"
    play(p, "move 0716")
    assert offered(p, "move") == set()
    assert refused(p, "select 3-7-9.1").case == "5.0"
    assert offered(p, "select") == {"3-7-9.2"}


@rule("east-is-red", "6.11")
def test_the_way_round_an_enemy_controlled_hex_is_longer() -> None:
    # From 0616 to 0816 over 0716 would be six points; with 0715 closed the way round takes eight.
    p = situation(
        f"{INITIAL}[Soviet]\n0616: 3-7-9.1\n[Chinese]\n0717: 4-6-6.1\n[markers]\ncontaminated: 0715"
    )
    assert cost_of(p, "3-7-9.1", "0716") == 3
    assert cost_of(p, "3-7-9.1", "0816") == 8


@rule("east-is-red", "6.11")
def test_soviet_and_mechanized_units_pay_a_point_to_enter_and_foot_do_not() -> None:
    enemy = "[Chinese]\n0717: 4-6-6.1"
    for unit in ("3-7-9.1", "1-2-9.1", "2-2-6.1"):
        p = situation(f"{INITIAL}[Soviet]\n0715: {unit}\n{enemy}")
        assert cost_of(p, unit, "0716") == 3
    p = situation(f"{SECOND}[Soviet]\n0715: 0-1-20.1\n{enemy}")
    assert cost_of(p, "0-1-20.1", "0716") == 3
    p = situation(
        f"{CHINESE_INITIAL}[Soviet]\n0520: 1-2-9.1\n[Chinese]\n0518: 4-6-6.1\n0418: 5-3-6.1"
    )
    assert cost_of(p, "4-6-6.1", "0519") == 1
    assert cost_of(p, "5-3-6.1", "0419") == 2
    assert cost_of(p, "5-3-6.1", "0420") == 5, "2 and 2 for clear ground, 1 for the enemy"


@rule("east-is-red", "6.12")
def test_nobody_moves_from_one_enemy_controlled_hex_straight_into_another() -> None:
    # Out of supply the corps has no points to go round by a free hex (6.13).
    p = situation(
        f"{INITIAL}[Soviet]\n0716: 3-7-9.1 (unsupplied)\n[Chinese]\n0717: 4-6-6.1\n0815: 4-6-6.2"
    )
    play(p, "select 3-7-9.1")
    assert refused(p, "move 0617").case == "6.12", "round the same army"
    assert refused(p, "move 0817").case == "6.12"
    assert refused(p, "move 0715").case == "6.12", "from one army to the next"
    assert offered(p, "move") == {"0616"}


@rule("east-is-red", "6.12")
def test_not_even_foot_go_straight_from_control_to_control() -> None:
    p = situation(f"{CHINESE_INITIAL}[Soviet]\n0717: 1-2-9.1\n[Chinese]\n0716: 4-6-6.1")
    # One point would do, if the army could go straight.
    play(p, "select 4-6-6.1", "move 0617")
    ((_, path, cost),) = events(p, "moved")
    assert isinstance(path, tuple)
    assert [p.label(hex_) for hex_ in path] == ["0716", "0616", "0617"]
    assert cost == 2


@rule("east-is-red", "6.12")
def test_a_friendly_unit_does_not_open_an_enemy_controlled_hex_for_movement() -> None:
    p = situation(
        f"{INITIAL}[Soviet]\n0716: 3-7-9.1 (unsupplied)\n0617: 3-7-9.2\n[Chinese]\n0717: 4-6-6.1"
    )
    play(p, "select 3-7-9.1")
    assert refused(p, "move 0617").case == "6.12"


@rule("east-is-red", "6.13")
def test_a_unit_may_leave_and_come_back_by_way_of_a_free_hex() -> None:
    # Leaving 1, clear 2; clear 2, entering 1.
    p = situation(f"{INITIAL}[Soviet]\n0716: 3-7-9.1\n[Chinese]\n0717: 4-6-6.1")
    assert cost_of(p, "3-7-9.1", "0616") == 3
    assert cost_of(p, "3-7-9.1", "0617") == 6
    play(p, "select 3-7-9.1", "move 0617")
    assert where(p, "3-7-9.1") == "0617"
    p = situation(
        f"{CHINESE_INITIAL}[Soviet]\n0717: 1-2-9.1\n[Chinese]\n0716: 4-6-6.1\n0817: 5-3-6.1"
    )
    assert cost_of(p, "4-6-6.1", "0616") == 1, "foot pay nothing"
    assert cost_of(p, "4-6-6.1", "0617") == 2
    assert cost_of(p, "5-3-6.1", "0816") == 3


@rule("east-is-red", "6.13")
def test_soviet_units_on_foot_pay_for_leaving_too() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0716: 2-2-6.1\n[Chinese]\n0717: 4-6-6.1")
    assert cost_of(p, "2-2-6.1", "0715") == 3


# 6.2 Combat effects


@rule("east-is-red", "6.2", "6.21")
def test_control_forces_nobody_to_fight_and_changes_no_odds() -> None:
    text = "phase: soviet-combat\nturn: 2\n[Soviet]\n0716: 3-7-9.1, 3-7-9.2\n[Chinese]\n"
    p = situation(f"{text}0717: 4-6-6.1\n0817: 4-6-6.2")
    assert "done" in verbs(p)
    # Of two armies that control the hex, one may be attacked and the other left alone.
    play(p, "attack 0717", "add 3-7-9.1", "add 3-7-9.2")
    with_neighbour = offered(p, "resolve")
    q = situation(f"{text}0717: 4-6-6.1")
    play(q, "attack 0717", "add 3-7-9.1", "add 3-7-9.2")
    assert offered(q, "resolve") == with_neighbour == {"1-1", "1-2"}
    play(p, "cancel", "done")
    assert p.current.key == "soviet-second-movement"


# 6.3 Retreat effects

RETREAT = "phase: soviet-combat\nturn: 2\n[Soviet]\n0715: 7-4-9.1, 7-4-9.2\n"
RING = "0818: 3-7-9.1\n0618: 3-7-9.2\n"
ATTACK_0716 = ("attack 0716", "add 7-4-9.1", "add 7-4-9.2", "resolve 2-1")


@rule("east-is-red", "6.3")
def test_nobody_retreats_into_enemy_control() -> None:
    p = situation(f"{RETREAT}[Chinese]\n0716: 4-6-6.1", dice=[1])
    play(p, *ATTACK_0716)
    # 0616 and 0816 are next to the attackers.
    assert offered(p, "to") == {"0617", "0717", "0817"}
    p = situation(f"{RETREAT}{RING}[Chinese]\n0716: 4-6-6.1", dice=[1])
    play(p, *ATTACK_0716)
    assert verbs(p) == {"eliminate"}, "all six hexes are controlled"


@rule("east-is-red", "6.3")
def test_a_friendly_unit_opens_an_enemy_controlled_hex_for_a_retreat() -> None:
    p = situation(f"{RETREAT}{RING}[Chinese]\n0716: 4-6-6.1\n0816: 4-6-6.2", dice=[1])
    play(p, *ATTACK_0716)
    assert offered(p, "to") == {"0816"}
    play(p, "to 0816")
    assert where(p, "4-6-6.1") == "0816"


# 6.4 Supply effects


@rule("east-is-red", "6.4")
def test_supply_does_not_pass_enemy_control_without_a_friendly_unit() -> None:
    armies = "[Chinese]\n0715: 4-6-6.1\n0717: 4-6-6.2"
    p = situation(f"{INITIAL}[Soviet]\n0716: 3-7-9.1\n{armies}")
    play(p, "select 3-7-9.1")
    assert points_left(p) == 4
    p = situation(f"{INITIAL}[Soviet]\n0716: 3-7-9.1\n0616: 3-7-9.2\n{armies}")
    play(p, "select 3-7-9.1")
    assert points_left(p) == 9, "the corps in 0616 keeps the road home open"


@rule("east-is-red", "6.4")
def test_chinese_supply_does_not_pass_soviet_control_without_a_chinese_unit() -> None:
    divisions = "[Soviet]\n0716: 1-2-9.1\n0718: 1-2-9.2"
    p = situation(f"{CHINESE_INITIAL}{divisions}\n[Chinese]\n0717: 4-6-6.1")
    play(p, "select 4-6-6.1")
    assert points_left(p) == 3
    p = situation(f"{CHINESE_INITIAL}{divisions}\n[Chinese]\n0717: 4-6-6.1\n0618: 4-6-6.2")
    play(p, "select 4-6-6.1")
    assert points_left(p) == 6


# 6.5 First phase nullification

BORDER = "[Soviet]\n1611: 3-7-9.1 (unsupplied)\n[Chinese]\n1612: 4-6-6.1"


@rule("east-is-red", "6.5")
def test_in_the_first_phase_of_all_chinese_control_ends_at_the_border() -> None:
    p = situation(f"phase: soviet-initial-movement\nturn: 1\n{BORDER}")
    assert cost_of(p, "3-7-9.1", "1711") == 2
    play(p, "select 3-7-9.1", "move 1711")
    assert "1811" in offered(p, "move"), "it need not stop"
    assert not {"1611", "1711"} & controlled(p, "Soviet")
    # Inside China the army controls its hexes as ever: 2 and 1 points, and a stop.
    assert {"1511", "1512", "1712"} <= controlled(p, "Soviet")
    assert cost_of(p, "3-7-9.1", "1712") == 3


@rule("east-is-red", "6.5")
@pytest.mark.parametrize(
    "later",
    ["phase: soviet-second-movement\nturn: 1\n", "phase: soviet-initial-movement\nturn: 2\n"],
)
def test_from_the_second_phase_on_control_crosses_the_border(later: str) -> None:
    p = situation(f"{later}{BORDER}")
    play(p, "select 3-7-9.1")
    # There and back by a free hex would take more than the four points of a unit out of supply.
    assert refused(p, "move 1711").case == "6.12"
    assert cost_of(p, "3-7-9.1", "1610") == 2, "one by rail, one for leaving"


@rule("east-is-red", "6.5", "5.45")
def test_in_the_first_phase_trains_leave_the_border_stations() -> None:
    p = situation(f"phase: soviet-initial-movement\nturn: 1\n{BORDER}")
    play(p, "select 3-7-9.1", "entrain", "rail 1405")
    assert where(p, "3-7-9.1") == "1405"


@rule("east-is-red", "6.5", "6.4")
def test_in_the_first_phase_control_does_not_cut_supply_inside_the_soviet_union() -> None:
    # The army at 2930 controls the only way from Khasan.
    text = "turn: 1\n[Soviet]\n2931: 3-7-9.1\n[Chinese]\n2930: 4-6-6.1"
    p = situation(f"phase: soviet-initial-movement\n{text}")
    play(p, "select 3-7-9.1")
    assert points_left(p) == 9
    p = situation(f"phase: soviet-second-movement\n{text}")
    play(p, "select 3-7-9.1")
    assert points_left(p) == 4


@rule("east-is-red", "6.5")
def test_mongolia_is_not_soviet_territory() -> None:
    p = situation(
        "phase: soviet-initial-movement\nturn: 1\n[Soviet]\n0715: 3-7-9.1\n[Chinese]\n0717: 4-6-6.1"
    )
    assert p.charts.mongolia >> p.charts.grid.hex("0716") & 1
    assert "0716" in controlled(p, "Soviet")


@rule("east-is-red", "6.5")
def test_soviet_control_crosses_the_border_from_the_start() -> None:
    p = situation(f"phase: chinese-initial-movement\nturn: 1\n{BORDER}{NO_SUBSTITUTION}")
    assert to_choose(p) == "Chinese"
    # 1511 is next to 1611 and 1612: the army has to go round by 1512.
    assert cost_of(p, "4-6-6.1", "1511") == 2
