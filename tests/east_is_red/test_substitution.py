"""8.0 Soviet unit build-up and breakdown."""

from __future__ import annotations

import pytest

from stavka.titles.east_is_red.position import War
from tests.marks import rule

from .situations import (
    cost_of,
    events,
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
COMBAT = "phase: soviet-combat\nturn: 2\n"
CHINESE_INITIAL = "phase: chinese-initial-movement\nturn: 2\n"
CHINESE_COMBAT = "phase: chinese-combat\nturn: 2\n"

EQUIVALENTS = [
    ("7-4-9", ["1-2-9", "2-1-9", "2-1-9"]),
    ("4-6-9", ["1-2-9", "1-2-9", "2-1-9"]),
    ("3-7-9", ["1-2-9", "1-2-9", "1-2-9"]),
]


def substitutes(position: War) -> bool:
    """Whether units can be exchanged at this very moment."""
    return to_choose(position) == "Soviet" and bool({"break_down", "build_up"} & verbs(position))


# 8.0, 8.1


@rule("east-is-red", "8.0", "8.1")
@pytest.mark.parametrize(("corps", "divisions"), EQUIVALENTS)
def test_a_corps_is_replaced_by_its_divisions_in_the_same_hex(
    corps: str, divisions: list[str]
) -> None:
    p = situation(f"{INITIAL}[Soviet]\n0715: {corps}.1")
    play(p, f"break_down {corps}.1")
    assert stack(p, "0715") == divisions
    assert where(p, f"{corps}.1") == ""


@rule("east-is-red", "8.0", "8.1")
@pytest.mark.parametrize(("corps", "divisions"), EQUIVALENTS)
def test_divisions_in_one_hex_are_replaced_by_their_corps(corps: str, divisions: list[str]) -> None:
    p = situation(f"{INITIAL}[Soviet]\n0715: {', '.join(divisions)}")
    play(p, "build_up 0715")
    assert stack(p, "0715") == [corps]


@rule("east-is-red", "8.0")
def test_the_divisions_of_a_corps_must_be_in_one_hex() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0715: 1-2-9.1, 1-2-9.2\n0716: 1-2-9.3")
    assert offered(p, "build_up") == set()
    play(p, "select 1-2-9.3", "move 0715", "substitute")
    assert offered(p, "build_up") == {"0715"}


@rule("east-is-red", "8.0", "8.1")
def test_the_player_says_which_corps_if_there_are_several() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0715: 2-1-9, 2-1-9, 1-2-9, 1-2-9")
    play(p, "build_up 0715")
    assert offered(p, "as") == {"7-4-9", "4-6-9"}
    q = p.clone()
    play(p, "as 4-6-9")
    assert stack(p, "0715") == ["2-1-9", "4-6-9"]
    play(q, "cancel")
    assert len(stack(q, "0715")) == 4
    assert offered(q, "build_up") == {"0715"}


@rule("east-is-red", "8.0")
def test_only_tank_and_mechanized_corps_break_down() -> None:
    p = situation(
        f"{INITIAL}[Soviet]\n0715: 7-4-9.1, 4-6-9.1, 3-7-9.1\n0915: 12-3-12.1, 2-2-6.1, 1-2-9.1\n"
        "[Chinese]\n1724: 4-6-6.1, 5-3-6.1"
    )
    assert offered(p, "break_down") == {"7-4-9.1", "4-6-9.1", "3-7-9.1"}


# 8.2 When


@rule("east-is-red", "8.2")
@pytest.mark.parametrize("phase", [INITIAL, SECOND])
def test_substitution_before_any_soviet_movement(phase: str) -> None:
    p = situation(f"{phase}[Soviet]\n0715: 3-7-9.1\n0915: 3-7-9.2")
    assert offered(p, "break_down") == {"3-7-9.1", "3-7-9.2"}
    play(p, "select 3-7-9.1")
    assert substitutes(p), "a unit in hand has not moved yet"
    play(p, "break_down 3-7-9.1")
    assert substitutes(p)
    play(p, "select 1-2-9.1", "move 0716", "halt")
    assert not substitutes(p), "movement has begun"


@rule("east-is-red", "8.2")
@pytest.mark.parametrize("phase", [INITIAL, SECOND])
def test_substitution_after_all_soviet_movement(phase: str) -> None:
    p = situation(f"{phase}[Soviet]\n0715: 3-7-9.1\n0915: 3-7-9.2")
    play(p, "select 3-7-9.1", "move 0716", "substitute")
    assert verbs(p) == {"break_down", "pass"}
    play(p, "break_down 3-7-9.2")
    assert stack(p, "0915") == ["1-2-9"] * 3
    assert offered(p, "select") == set(), "movement has ceased"
    play(p, "pass")
    assert p.current.key != phase.split()[1]


@rule("east-is-red", "8.2")
def test_landing_and_trains_are_movement_too() -> None:
    p = situation(
        f"{INITIAL}[Soviet]\n3131: 2-2-6.1, 3-7-9.1\n0701: 3-7-9.2\n[markers]\nflags: marine-ready"
    )
    q = p.clone()
    assert substitutes(p)
    play(p, "select 2-2-6.1", "land 1328")
    assert not substitutes(p)
    play(q, "select 3-7-9.2", "entrain", "rail 0802")
    assert not substitutes(q)


@rule("east-is-red", "8.2")
@pytest.mark.parametrize("phase", ["chinese-initial-movement", "chinese-second-movement"])
def test_substitution_before_any_chinese_movement(phase: str) -> None:
    p = situation(
        f"phase: {phase}\nturn: 2\n"
        "[Soviet]\n0715: 3-7-9.1\n0915: 1-2-9.4, 1-2-9.5, 1-2-9.6\n[Chinese]\n1724: 5-3-6.1"
    )
    assert to_choose(p) == "Soviet"
    play(p, "break_down 3-7-9.1", "build_up 0915")
    assert stack(p, "0715") == ["1-2-9"] * 3
    assert stack(p, "0915") == ["3-7-9"]
    play(p, "pass")
    assert to_choose(p) == "Chinese"
    play(p, "select 5-3-6.1", "move 1723", "done")
    # Nothing at the end of a Chinese Movement Phase.
    assert p.current.key != phase


@rule("east-is-red", "8.2")
def test_substitution_at_any_time_in_a_soviet_combat_phase() -> None:
    p = situation(
        f"{COMBAT}[Soviet]\n0715: 7-4-9.1, 7-4-9.2\n0915: 3-7-9.1\n[Chinese]\n0716: 4-6-6.1",
        dice=[1],
    )
    assert substitutes(p)
    play(p, "break_down 7-4-9.2", "attack 0716", "add 7-4-9.1", "add 2-1-9.1", "resolve 1-1")
    play(p, "to 0717", "hold")
    assert offered(p, "break_down") == {"7-4-9.1", "3-7-9.1"}
    play(p, "break_down 3-7-9.1", "build_up 0915", "done")
    assert p.current.key == "soviet-second-movement"


@rule("east-is-red", "8.2")
def test_substitution_in_a_chinese_combat_phase_comes_before_the_die() -> None:
    # Three divisions defend with 6; the corps that they form defends with 7.
    p = situation(
        f"{CHINESE_COMBAT}[Soviet]\n0419: 1-2-9.1, 1-2-9.2, 1-2-9.3\n"
        "[Chinese]\n0319: 4-6-6.1, 4-6-6.2, 4-6-6.3",
        dice=[6],
    )
    assert to_choose(p) == "Soviet"
    assert substitutes(p), "at the beginning of the phase"
    play(p, "pass", "attack 0419", "all")
    assert "2-1" in offered(p, "resolve")
    play(p, "resolve 2-1")
    assert substitutes(p), "and before the die"
    assert p.rolled == []
    play(p, "build_up 0419", "pass")
    ((_, _, column, die, *_),) = events(p, "attacked")
    assert (column, die) == ("1-1", 6)


@rule("east-is-red", "8.2")
def test_the_soviet_player_is_not_asked_again_once_he_has_passed_for_the_turn() -> None:
    text = "[Soviet]\n0419: 3-7-9.1\n[Chinese]\n0319: 4-6-6.1, 4-6-6.2, 4-6-6.3"
    p = situation(f"{CHINESE_INITIAL}{text}", dice=[1])
    play(p, "pass_turn")
    assert to_choose(p) == "Chinese"
    play(p, "done", "attack 0419", "all", "resolve 1-1")
    assert events(p, "attacked")
    assert not events(p, "announced"), "to nobody"
    # His own turn brings the question back, and so does the next Chinese one.
    q = situation(f"phase: soviet-reinforcement\nturn: 3\n{text}\n[markers]\nflags: declines")
    assert substitutes(q)
    play(q, "done", "done", "done")
    assert q.current.key == "chinese-initial-movement"
    assert substitutes(q)


# 8.3 Limits

FIFTEEN = "1-2-9, " * 14 + "1-2-9"


@rule("east-is-red", "8.3")
def test_a_corps_breaks_down_only_if_all_its_divisions_are_to_be_had() -> None:
    # Fifteen mechanized divisions and five tank divisions are all there are.
    p = situation(f"{INITIAL}[Soviet]\n0715: 3-7-9.1, 7-4-9.1\n0914: {'1-2-9, ' * 12}1-2-9")
    assert offered(p, "break_down") == {"7-4-9.1"}, "two mechanized divisions are left"
    p = situation(f"{INITIAL}[Soviet]\n0715: 3-7-9.1, 7-4-9.1\n0914: 2-1-9, 2-1-9, 2-1-9, 2-1-9")
    assert offered(p, "break_down") == {"3-7-9.1"}, "one tank division is left"
    p = situation(f"{INITIAL}[Soviet]\n0715: 3-7-9.1, 7-4-9.1, 4-6-9.1\n0914: {FIFTEEN}")
    assert offered(p, "break_down") == set()


@rule("east-is-red", "8.3")
def test_exactly_enough_divisions_are_enough() -> None:
    # Of fifteen mechanized divisions three are left, of five tank divisions two.
    p = situation(f"{INITIAL}[Soviet]\n0715: 3-7-9.1\n0914: {'1-2-9, ' * 11}1-2-9")
    assert offered(p, "break_down") == {"3-7-9.1"}
    p = situation(f"{INITIAL}[Soviet]\n0715: 7-4-9.1\n0914: 2-1-9, 2-1-9, 2-1-9")
    assert offered(p, "break_down") == {"7-4-9.1"}
    # And three divisions on the whole map make a corps.
    p = situation(f"{INITIAL}[Soviet]\n0914: 1-2-9, 1-2-9, 1-2-9")
    assert offered(p, "build_up") == {"0914"}
    p = situation(f"{INITIAL}[Soviet]\n0914: 1-2-9, 1-2-9")
    assert offered(p, "build_up") == set()


@rule("east-is-red", "8.3")
def test_lost_divisions_can_be_used_again() -> None:
    p = situation(f"{SECOND}[Soviet]\n0715: 3-7-9.1\n0914: {'1-2-9, ' * 12}1-2-9")
    assert offered(p, "break_down") == set()
    play(p, "done", *[f"eliminate 1-2-9.{number}" for number in range(1, 11)])
    assert to_choose(p) == "Soviet"
    assert p.current.side == "Chinese"
    play(p, "break_down 3-7-9.1")
    assert stack(p, "0715") == ["1-2-9"] * 3


@rule("east-is-red", "8.3", "8.0")
def test_building_up_needs_a_counter_of_the_corps_and_frees_the_divisions() -> None:
    all_corps = "3-7-9, " * 11 + "3-7-9"
    p = situation(f"{INITIAL}[Soviet]\n0715: {all_corps}\n0914: 1-2-9, 1-2-9, 1-2-9")
    assert offered(p, "build_up") == set()
    play(p, "break_down 3-7-9.1", "build_up 0914")
    assert stack(p, "0914") == ["3-7-9"]


# 8.4 In combat


@rule("east-is-red", "8.4")
def test_the_example_a_tank_division_survives_the_exchange() -> None:
    p = situation(
        f"{COMBAT}[Soviet]\n0715: 7-4-9.1\n[Chinese]\n0716: 5-3-6.1",
        dice=[5],
    )
    play(p, "attack 0716", "add 7-4-9.1", "resolve 2-1")
    assert where(p, "5-3-6.1") == ""
    assert to_choose(p) == "Soviet"
    assert offered(p, "lose") == {"7-4-9.1"}
    play(p, "break_down 7-4-9.1", "lose 2-1-9.1", "lose 1-2-9.1")
    assert "lose" not in verbs(p), "three points for three"
    assert stack(p, "0715") == ["2-1-9"]
    # What is left of the attack may advance.
    play(p, "advance 2-1-9.2")
    assert where(p, "2-1-9.2") == "0716"


@rule("east-is-red", "8.4", "8.3")
def test_without_counters_the_whole_corps_is_lost() -> None:
    p = situation(
        f"{COMBAT}[Soviet]\n0715: 7-4-9.1\n0914: {FIFTEEN}\n[Chinese]\n0716: 5-3-6.1", dice=[5]
    )
    play(p, "attack 0716", "add 7-4-9.1", "resolve 2-1")
    assert verbs(p) == {"lose"}
    play(p, "lose 7-4-9.1")
    assert stack(p, "0715") == []


@rule("east-is-red", "8.4")
def test_only_the_attacking_corps_break_down_for_an_exchange() -> None:
    p = situation(
        f"{COMBAT}[Soviet]\n0715: 7-4-9.1, 3-7-9.1\n[Chinese]\n0716: 5-3-6.1",
        dice=[5],
    )
    play(p, "attack 0716", "add 7-4-9.1", "resolve 2-1")
    assert offered(p, "break_down") == {"7-4-9.1"}


# 8.5 Stacking, and what a unit has done


@rule("east-is-red", "8.5")
def test_three_corps_become_nine_divisions_that_must_spread_out() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0715: 3-7-9.1, 3-7-9.2, 3-7-9.3")
    play(p, "break_down 3-7-9.1", "break_down 3-7-9.2", "break_down 3-7-9.3")
    assert stack(p, "0715") == ["1-2-9"] * 9
    # No points for the exchange, the usual point for leaving the stack.
    assert cost_of(p, "1-2-9.1", "0716") == 3
    assert cost_of(p, "1-2-9.1", "0718") == 7
    for number in range(1, 7):
        hex_ = "0714" if number <= 3 else "0716"
        play(p, f"select 1-2-9.{number}", f"move {hex_}", *["halt"] * ("halt" in verbs(p)))
    play(p, "done")
    assert p.current.key == "soviet-combat"


@rule("east-is-red", "8.5", "7.3")
def test_too_many_divisions_at_the_end_of_the_phase_are_lost() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0715: 3-7-9.1, 3-7-9.2\n0915: 3-7-9.3")
    play(p, "select 3-7-9.3", "move 0914", "substitute", "break_down 3-7-9.1", "pass")
    assert verbs(p) == {"eliminate"}
    # Building up in time is another way to make room.
    q = situation(f"{INITIAL}[Soviet]\n0715: 3-7-9.1, 1-2-9.1, 1-2-9.2, 1-2-9.3\n0915: 3-7-9.3")
    play(q, "select 3-7-9.3", "move 0914", "substitute", "build_up 0715", "pass")
    assert q.current.key == "soviet-combat"


@rule("east-is-red", "8.5")
def test_divisions_of_the_combat_phase_may_be_too_many_until_the_next_movement() -> None:
    p = situation(f"{COMBAT}[Soviet]\n0715: 3-7-9.1, 3-7-9.2\n[Chinese]\n0717: 4-6-6.1")
    play(p, "break_down 3-7-9.1", "done")
    assert len(stack(p, "0715")) == 4
    play(p, "done")
    assert verbs(p) == {"eliminate"}


@rule("east-is-red", "8.2", "8.5")
def test_fresh_counters_do_not_move_for_a_corps_that_has_moved() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0701: 3-7-9.1, 3-7-9.2\n0715: 3-7-9.3")
    play(p, "select 3-7-9.1", "entrain", "rail 0802", "select 3-7-9.2", "move 0702")
    play(p, "substitute", "break_down 3-7-9.1", "break_down 3-7-9.2", "pass", "done")
    assert p.current.key == "soviet-second-movement"
    trained = {"1-2-9.1", "1-2-9.2", "1-2-9.3"}
    assert stack(p, "0802") == ["1-2-9"] * 3
    assert not trained & offered(p, "select"), "what came by rail does not move again (5.44)"
    assert refused(p, "select 1-2-9.1").case == "5.44"
    play(p, "select 1-2-9.4", "move 0701")
    q = situation(f"{SECOND}[Soviet]\n0701: 3-7-9.1 (moved-this-turn, from-rail)")
    play(q, "break_down 3-7-9.1", "select 1-2-9.1")
    assert refused(q, "entrain").case == "5.44"


@rule("east-is-red", "8.2")
def test_divisions_of_a_corps_that_began_on_the_railroad_may_go_by_rail() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0701: 3-7-9.1")
    play(p, "break_down 3-7-9.1", "select 1-2-9.1", "entrain", "rail 0802")
    assert where(p, "1-2-9.1") == "0802"
    # A corps of divisions that did not all begin there may not.
    q = situation(f"{SECOND}[Soviet]\n0701: 1-2-9.1 (from-rail), 1-2-9.2 (from-rail), 1-2-9.3")
    play(q, "build_up 0701", "select 3-7-9.1")
    assert refused(q, "entrain").case == "5.41"


@rule("east-is-red", "8.2")
def test_a_corps_that_has_attacked_is_not_exchanged_for_fresh_divisions() -> None:
    p = situation(
        f"{COMBAT}[Soviet]\n0715: 7-4-9.1 (fought)\n[Chinese]\n0716: 4-6-6.1\n0914: 4-6-6.2"
    )
    play(p, "break_down 7-4-9.1")
    assert offered(p, "attack") == set()
    # Nor do fresh divisions help one that has attacked.
    q = situation(
        f"{COMBAT}[Soviet]\n0715: 1-2-9.1 (fought), 1-2-9.2, 1-2-9.3\n[Chinese]\n0716: 4-6-6.1"
    )
    assert offered(q, "attack") == {"0716"}
    play(q, "build_up 0715")
    assert offered(q, "attack") == set()


@rule("east-is-red", "8.2")
def test_a_corps_is_built_of_divisions_that_have_done_nothing_if_there_are_enough() -> None:
    units = "1-2-9.1 (fought), 1-2-9.2, 1-2-9.3, 1-2-9.4"
    p = situation(f"{COMBAT}[Soviet]\n0715: {units}\n[Chinese]\n0716: 5-3-6.1")
    play(p, "build_up 0715")
    assert where(p, "1-2-9.1") == "0715"
    play(p, "attack 0716")
    assert offered(p, "add") == {"3-7-9.1"}
    # Otherwise those that have are taken first.
    units = "1-2-9.1, 1-2-9.2 (fought), 1-2-9.3 (fought), 1-2-9.4 (fought)"
    p = situation(f"{COMBAT}[Soviet]\n0715: {units}\n[Chinese]\n0716: 5-3-6.1")
    play(p, "build_up 0715", "attack 0716")
    assert offered(p, "add") == {"1-2-9.1"}


@rule("east-is-red", "8.2")
def test_divisions_stay_out_of_supply_with_their_corps() -> None:
    p = situation(f"{INITIAL}[Soviet]\n0715: 3-7-9.1 (unsupplied)")
    play(p, "break_down 3-7-9.1")
    assert cost_of(p, "1-2-9.1", "0716") == 3
    assert cost_of(p, "1-2-9.1", "0717") is None


@rule("east-is-red", "8.2")
def test_an_attacked_division_does_not_shelter_others_in_a_corps() -> None:
    # 9.14 keeps a unit from a second attack; two divisions here have not been attacked at all.
    text = "[Chinese]\n0319: 4-6-6.1, 4-6-6.2"
    p = situation(f"{CHINESE_COMBAT}[Soviet]\n0419: 1-2-9.1 (attacked), 1-2-9.2, 1-2-9.3\n{text}")
    play(p, "build_up 0419")
    play(p, *["pass"] * ("pass" in verbs(p)))
    assert offered(p, "attack") == {"0419"}
    p = situation(
        f"{CHINESE_COMBAT}[Soviet]\n"
        f"0419: 1-2-9.1 (attacked), 1-2-9.2 (attacked), 1-2-9.3 (attacked)\n{text}"
    )
    play(p, "build_up 0419")
    play(p, *["pass"] * ("pass" in verbs(p)))
    assert offered(p, "attack") == set()
