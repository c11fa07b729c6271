"""7.0 Stacking."""

from __future__ import annotations

import pytest

from stavka.titles.east_is_red.position import War
from tests.marks import rule

from .situations import cost_of, offered, play, situation, stack, to_choose, verbs, where

INITIAL = "phase: soviet-initial-movement\nturn: 2\n"
SECOND = "phase: soviet-second-movement\nturn: 2\n"
CHINESE_INITIAL = "phase: chinese-initial-movement\nturn: 2\n"
CHINESE_SECOND = "phase: chinese-second-movement\nturn: 2\n"


def sit_out(position: War, until: str) -> None:
    """Both players do nothing until a phase begins."""
    while position.current.key != until or to_choose(position) != position.current.side:
        play(position, next(v for v in ("pass_turn", "pass", "done") if v in verbs(position)))


# 7.0, 7.1, 7.3


@rule("east-is-red", "7.0", "7.3")
def test_three_units_of_any_kind_may_end_a_phase_in_a_hex() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0715: 7-4-9.1, 1-2-9.1, 12-3-12.1")
    play(p, "done")
    assert p.current.key == "soviet-combat"
    # A fourth is one too many, however small.
    p = situation(f"{INITIAL}[Soviet]\n0715: 7-4-9.1, 1-2-9.1, 12-3-12.1, 1-2-9.2")
    play(p, "done")
    assert verbs(p) == {"eliminate"}
    assert to_choose(p) == "Soviet"


@rule("east-is-red", "7.0", "7.3")
def test_supply_and_air_units_count_as_units() -> None:
    p = situation(f"{SECOND}[Soviet]\n0715: 7-4-9.1, 0-1-20.1, 0-1-1.1, 0-1-1.2")
    play(p, "done")
    assert verbs(p) == {"eliminate"}


@rule("east-is-red", "7.1")
def test_units_pass_through_full_hexes() -> None:
    full = "0716: 3-7-9.1, 3-7-9.2, 3-7-9.3"
    p = situation(f"{INITIAL}[Soviet]\n0715: 3-7-9.4\n{full}")
    play(p, "select 3-7-9.4", "move 0717", "done")
    assert where(p, "3-7-9.4") == "0717"
    assert p.current.key == "soviet-combat"


@rule("east-is-red", "7.1", "7.3")
def test_a_hex_may_be_too_full_until_the_phase_ends() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0715: 3-7-9.4\n0716: 3-7-9.1, 3-7-9.2, 3-7-9.3")
    play(p, "select 3-7-9.4", "move 0716", "halt")
    assert len(stack(p, "0716")) == 4
    play(p, "select 3-7-9.1", "move 0717", "done")
    assert p.current.key == "soviet-combat", "relieved in time"
    assert len(stack(p, "0716")) == 3


@rule("east-is-red", "7.1", "7.3")
def test_the_owner_chooses_what_he_loses_until_three_are_left() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0716: 3-7-9.1, 3-7-9.2, 12-3-12.1, 1-2-9.1, 2-2-6.1")
    play(p, "done")
    assert offered(p, "eliminate") == {"3-7-9.1", "3-7-9.2", "12-3-12.1", "1-2-9.1", "2-2-6.1"}
    play(p, "eliminate 1-2-9.1")
    assert verbs(p) == {"eliminate"}, "four are still too many"
    play(p, "eliminate 2-2-6.1")
    assert stack(p, "0716") == ["12-3-12", "3-7-9", "3-7-9"]
    assert p.current.key == "soviet-combat"


@rule("east-is-red", "7.3")
def test_every_hex_that_is_too_full_is_reduced_but_not_those_of_the_enemy() -> None:
    p = situation(
        f"{INITIAL}[Soviet]\n0716: 1-2-9.1, 1-2-9.2, 1-2-9.3, 12-3-12.1\n"
        "0914: 3-7-9.1, 3-7-9.2, 3-7-9.3, 3-7-9.4\n"
        "[Chinese]\n1724: 4-6-6.1, 4-6-6.2, 4-6-6.3, 4-6-6.4"
    )
    play(p, "done", "eliminate 1-2-9.1", "eliminate 3-7-9.1")
    assert p.current.key == "soviet-combat"
    assert len(stack(p, "1724")) == 4


# 7.2 Overstacking as a result of combat

# Two armies and tanks attack; behind them two more armies stand in the only hex that is open:
# the others are controlled by the defenders of 0715, or contaminated.
EXAMPLE = (
    "phase: chinese-combat\nturn: 2\n"
    "[Soviet]\n0715: 3-7-9.1\n"
    "[Chinese]\n0716: 4-6-6.1, 4-6-6.2, 5-3-6.1\n0717: 4-6-6.3, 4-6-6.4\n"
    "[markers]\ncontaminated: 0817 0617\nflags: declines"
)


def after_the_retreat() -> War:
    """The example of 7.2 up to the Chinese Second Movement Phase."""
    p = situation(EXAMPLE, dice=[3])
    play(p, "attack 0715", "all", "resolve 1-2")
    for _ in range(3):
        assert to_choose(p) == "Soviet"
        if offered(p, "retreat"):
            play(p, f"retreat {min(offered(p, 'retreat'))}")
        assert offered(p, "to") == {"0717"}
        play(p, "to 0717")
    play(p, *["hold"] * ("hold" in verbs(p)))
    assert stack(p, "0717") == ["4-6-6", "4-6-6", "4-6-6", "4-6-6", "5-3-6"]
    play(p, "done")
    assert p.current.key == "chinese-second-movement"
    return p


@rule("east-is-red", "7.2")
def test_the_example_the_tanks_leave_now_and_an_army_in_the_next_turn() -> None:
    p = after_the_retreat()
    assert offered(p, "select") == {"5-3-6.1"}
    play(p, "select 5-3-6.1", "move 0718", "done")
    assert p.current.key != "chinese-second-movement", "four armies that could not move may stay"
    assert stack(p, "0717") == ["4-6-6"] * 4
    sit_out(p, "chinese-initial-movement")
    assert p.turn == 3
    assert len(stack(p, "0717")) == 4
    q = p.clone()
    play(p, "select 4-6-6.3", "move 0718", "done")
    assert "eliminate" not in verbs(p)
    assert stack(p, "0717") == ["4-6-6"] * 3
    play(q, "done")
    assert verbs(q) == {"eliminate"}
    assert offered(q, "eliminate") == {"4-6-6.1", "4-6-6.2", "4-6-6.3", "4-6-6.4"}


@rule("east-is-red", "7.2", "7.3")
def test_the_example_if_the_tanks_stay() -> None:
    p = after_the_retreat()
    play(p, "done")
    assert to_choose(p) == "Chinese"
    assert offered(p, "eliminate") == {"4-6-6.1", "4-6-6.2", "4-6-6.3", "4-6-6.4", "5-3-6.1"}
    q = p.clone()
    play(p, "eliminate 5-3-6.1")
    assert "eliminate" not in verbs(p), "the armies cannot move before the next turn"
    # Who would rather keep the tanks must come down to three.
    play(q, "eliminate 4-6-6.1")
    assert verbs(q) == {"eliminate"}
    play(q, "eliminate 4-6-6.2")
    assert "eliminate" not in verbs(q)
    assert stack(q, "0717") == ["4-6-6", "4-6-6", "5-3-6"]


@rule("east-is-red", "7.2")
def test_a_unit_that_came_by_rail_before_the_fighting_need_not_leave_in_the_second_phase() -> None:
    armies = "4-6-6.1, 4-6-6.2, 4-6-6.3"
    p = situation(f"{CHINESE_SECOND}[Chinese]\n1724: {armies}, 5-3-6.1 (railed)")
    play(p, *["done"] * ("done" in verbs(p)))
    assert "eliminate" not in verbs(p), "5.44 lets it move in no phase of this Player-Turn"
    p = situation(f"{CHINESE_SECOND}[Chinese]\n1724: {armies}, 5-3-6.1")
    play(p, "done")
    assert verbs(p) == {"eliminate"}


@rule("east-is-red", "7.1", "7.3")
def test_a_train_may_not_leave_a_hex_too_full() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0701: 3-7-9.1\n0802: 0-1-20.1, 0-1-20.2, 0-1-1.1")
    play(p, "select 3-7-9.1", "entrain", "rail 0802", "done")
    assert verbs(p) == {"eliminate"}
    p = situation(
        f"{SECOND}[Soviet]\n0701: 3-7-9.1 (from-rail)\n0802: 12-3-12.1, 12-3-12.2, 12-3-12.3"
    )
    play(p, "select 3-7-9.1", "entrain", "rail 0802", "done")
    assert verbs(p) == {"eliminate"}


@rule("east-is-red", "7.2")
def test_units_that_could_not_move_in_the_phase_may_stay_too_many() -> None:
    # Supply and Air units move in the Second Movement Phase only.
    p = situation(f"{INITIAL}[Soviet]\n0715: 0-1-20.1, 0-1-20.2, 0-1-1.1, 0-1-1.2\n0915: 3-7-9.1")
    play(p, "done")
    assert p.current.key == "soviet-combat"
    play(p, "done", "done")
    assert verbs(p) == {"eliminate"}


# 7.4 The price of stacking and unstacking


@rule("east-is-red", "7.4")
def test_mechanized_units_pay_a_point_to_stack_and_a_point_to_unstack() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0715: 3-7-9.1, 3-7-9.2\n0717: 3-7-9.3")
    assert cost_of(p, "3-7-9.1", "0716") == 3, "2 for the hex, 1 for leaving the stack"
    assert cost_of(p, "3-7-9.1", "0717") == 6, "2 more for the hex, 1 for stacking"
    assert cost_of(p, "3-7-9.3", "0716") == 2, "a single unit has nothing to unstack from"


@rule("east-is-red", "7.4")
def test_passing_through_friends_costs_both_points() -> None:
    # Along the railroad: 1 and 1 for stacking, 1 for unstacking and 1.
    p = situation(f"{INITIAL}[Soviet]\n0802: 3-7-9.1\n0803: 3-7-9.2")
    assert cost_of(p, "3-7-9.1", "0803") == 2
    assert cost_of(p, "3-7-9.1", "0903") == 4


@rule("east-is-red", "7.4")
def test_the_last_unit_of_a_stack_unstacks_from_nobody() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0715: 3-7-9.1, 3-7-9.2")
    assert cost_of(p, "3-7-9.2", "0716") == 3
    play(p, "select 3-7-9.1", "move 0717", "halt")
    assert cost_of(p, "3-7-9.2", "0716") == 2


@rule("east-is-red", "7.4")
def test_a_move_in_pieces_costs_the_same() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0802: 3-7-9.1\n0803: 3-7-9.2")
    play(p, "select 3-7-9.1", "move 0803", "move 0903")
    decision = p.decision()
    assert decision is not None
    assert decision.prompt.endswith("5 points left")


@rule("east-is-red", "7.4")
@pytest.mark.parametrize(
    ("phase", "unit"), [(INITIAL, "12-3-12.1"), (INITIAL, "2-2-6.1"), (SECOND, "0-1-20.1")]
)
def test_soviet_units_that_are_not_mechanized_stack_for_nothing(phase: str, unit: str) -> None:
    p = situation(f"{phase}[Soviet]\n0715: {unit}, 3-7-9.1\n0716: 3-7-9.2")
    assert cost_of(p, unit, "0716") == 2
    assert cost_of(p, "3-7-9.1", "0716") == 4


@rule("east-is-red", "7.4")
@pytest.mark.parametrize(
    ("phase", "unit", "points"),
    [
        (INITIAL, "7-4-9.4", 3),
        (INITIAL, "1-2-9.15", 3),
        (INITIAL, "12-3-12.3", 2),
        (INITIAL, "2-2-6.1", 2),
        (SECOND, "0-1-20.4", 2),
        (CHINESE_INITIAL, "5-3-6.3", 3),
    ],
)
def test_the_last_counter_of_a_kind_pays_like_the_first(phase: str, unit: str, points: int) -> None:
    side, friend = ("Chinese", "4-6-6.1") if phase == CHINESE_INITIAL else ("Soviet", "3-7-9.1")
    p = situation(f"{phase}[{side}]\n0518: {unit}\n0519: {friend}")
    assert cost_of(p, unit, "0519") == points


@rule("east-is-red", "7.4")
def test_chinese_tanks_pay_and_chinese_infantry_does_not() -> None:
    p = situation(f"{CHINESE_INITIAL}[Chinese]\n0418: 4-6-6.1, 5-3-6.1\n0518: 4-6-6.2")
    assert cost_of(p, "5-3-6.1", "0518") == 4
    assert cost_of(p, "4-6-6.1", "0518") == 1


@rule("east-is-red", "7.4", "5.22")
def test_the_extra_points_do_not_take_away_the_one_hex() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0606: 3-7-9.1 (unsupplied), 3-7-9.2\n0607: 3-7-9.3")
    play(p, "select 3-7-9.1", "move 0607")
    assert where(p, "3-7-9.1") == "0607"
