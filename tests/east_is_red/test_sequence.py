"""4.0 Sequence of play."""

from __future__ import annotations

from stavka.titles.east_is_red.position import POOL, War
from tests.marks import rule

from .situations import (
    events,
    offered,
    play,
    situation,
    started,
    to_choose,
    verbs,
    what_is_set,
    where,
)

GAME_TURN = [
    "Soviet Reinforcement Phase",
    "Soviet Initial Movement Phase",
    "Soviet Combat Phase",
    "Soviet Second Movement Phase",
    "Air Interdiction Phase",
    "Reinforcement and Militia Mobilization Phase",
    "Chinese Initial Movement Phase",
    "Chinese Combat Phase",
    "Chinese Second Movement Phase",
    "Removal of Air Interdiction Markers",
    "ADM Detonation Phase",
]
# One unit of each side, far apart; a division by itself leaves nothing to substitute.
TWO_UNITS = "[Soviet]\n0715: 1-2-9.1\n[Chinese]\n1924: 5-3-6.1\n"


def sit_out(position: War, until_turn: int = 11) -> None:
    """Both players do nothing until a turn begins, or until the end of the game."""
    while position.turn < until_turn and (decision := position.decision()) is not None:
        idle = next((v for v in ("done", "pass", "hold") if v in verbs(position)), "")
        position.apply(next(c for c in decision.choices() if c.verb == idle or not idle))


@rule("east-is-red", "4.0", "4.1", "4.2")
def test_the_phases_of_a_game_turn_follow_each_other_in_order() -> None:
    p = situation(f"phase: removal-of-interdiction\nturn: 1\n{TWO_UNITS}")
    sit_out(p, until_turn=3)
    told = [event.facts[0] for event in p.chronicle or [] if event.kind in ("turn", "phase")]
    # The phases that this edition leaves empty have their place too.
    assert told[: told.index(3)] == ["ADM Detonation Phase", 2, *GAME_TURN]


@rule("east-is-red", "4.1", "4.2")
def test_the_soviet_player_turn_comes_first_and_each_player_acts_in_his_own() -> None:
    p = situation(f"phase: soviet-reinforcement\nturn: 1\n{TWO_UNITS}")
    acting = []
    while p.turn == 1:
        assert to_choose(p) == p.current.side
        acting.append((p.current.side, p.current.key))
        play(p, "done")
    assert acting[:6] == [
        ("Soviet", "soviet-initial-movement"),
        ("Soviet", "soviet-combat"),
        ("Soviet", "soviet-second-movement"),
        ("Chinese", "chinese-initial-movement"),
        ("Chinese", "chinese-combat"),
        ("Chinese", "chinese-second-movement"),
    ]
    assert p.turn == 2


@rule("east-is-red", "4.2")
def test_the_empty_interdiction_phases_ask_nobody_anything() -> None:
    p = situation(f"phase: soviet-second-movement\nturn: 1\n{TWO_UNITS}")
    play(p, "done")
    assert p.current.key == "chinese-initial-movement"
    assert ("Air Interdiction Phase",) in events(p, "phase")
    play(p, "done", "done", "done")
    assert p.current.key in ("detonation", "soviet-initial-movement")
    assert ("Removal of Air Interdiction Markers",) in events(p, "phase")


@rule("east-is-red", "4.2")
def test_reinforcements_come_before_movement() -> None:
    p = situation(f"phase: soviet-reinforcement\nturn: 5\n{TWO_UNITS}")
    assert p.current.key == "soviet-initial-movement"
    assert where(p, "1-2-9.2") == "0701"
    assert "1-2-9.2" in offered(p, "select")


@rule("east-is-red", "4.2")
def test_combat_units_move_first_and_the_mechanized_among_them_again_after_combat() -> None:
    p = situation(
        "phase: soviet-initial-movement\nturn: 2\n"
        "[Soviet]\n0715: 3-7-9.1\n0815: 12-3-12.1\n0915: 0-1-1.1, 0-1-20.1"
    )
    assert offered(p, "select") == {"3-7-9.1", "12-3-12.1"}
    play(p, "done")
    assert p.current.key == "soviet-combat"
    play(p, "done")
    assert offered(p, "select") == {"3-7-9.1", "0-1-1.1", "0-1-20.1"}


@rule("east-is-red", "4.2")
def test_supply_is_judged_again_before_the_second_movement() -> None:
    # Two armies on opposite sides close every way out of 0716; then one of them is destroyed.
    p = situation(
        "phase: soviet-initial-movement\nturn: 2\n"
        "[Soviet]\n0716: 7-4-9.1, 7-4-9.2, 7-4-9.3\n[Chinese]\n0715: 4-6-6.1\n0717: 4-6-6.2",
        dice=[1, 1],
    )
    play(p, "select 7-4-9.1")
    assert _prompt(p).endswith("4 points left")
    play(p, "done", "attack 0715", "all", "nuclear", "resolve 3-1", "hold", "done")
    assert p.current.key == "soviet-second-movement"
    play(p, "select 7-4-9.1")
    assert _prompt(p).endswith("9 points left")


@rule("east-is-red", "4.2")
def test_a_detonation_phase_comes_before_the_first_game_turn() -> None:
    p = situation(f"phase: first-detonation\nturn: 0\n{TWO_UNITS}[markers]\nmined: 1423/1424")
    assert to_choose(p) == "Chinese"
    play(p, "detonate 1423/1424")
    sit_out(p, until_turn=1)
    assert [event.kind for event in p.chronicle or []][:2] == ["detonated", "turn"]


@rule("east-is-red", "4.2")
def test_the_chinese_turn_ends_with_a_detonation_phase() -> None:
    p = situation(
        f"phase: chinese-second-movement\nturn: 3\n{TWO_UNITS}[markers]\nmined: 1423/1424"
    )
    play(p, "done")
    assert p.current.key == "detonation"
    assert offered(p, "detonate") == {"1423/1424"}
    play(p, "done")
    assert p.turn == 4


@rule("east-is-red", "4.3")
def test_a_game_has_ten_turns_and_then_a_result() -> None:
    p = situation(f"phase: soviet-reinforcement\nturn: 1\n{TWO_UNITS}")
    sit_out(p)
    assert events(p, "turn") == [(turn,) for turn in range(2, 11)]
    assert p.turn == 10
    outcome = p.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.level) == ("Chinese", "Decisive Defeat")


@rule("east-is-red", "4.3")
def test_the_game_ends_only_after_the_last_phase_of_turn_ten() -> None:
    text = f"phase: chinese-second-movement\nturn: 10\n{TWO_UNITS}[markers]\nmined: 1423/1424"
    p = situation(text)
    play(p, "done")
    assert p.outcome() is None
    play(p, "done")
    assert p.outcome() is not None
    q = situation(text.replace("turn: 10", "turn: 9"))
    play(q, "done", "done")
    assert q.outcome() is None


def _prompt(position: War) -> str:
    decision = position.decision()
    assert decision is not None
    return decision.prompt


@rule("east-is-red", "4.1")
def test_nothing_has_happened_when_a_game_begins() -> None:
    assert what_is_set(started("m30-full"), "where") == {"landing": -1}
    nowhere = {"landing": -1, "second_landing": -1, "omg": -1}
    assert what_is_set(started("1980s-m1"), "where") == nowhere


@rule("east-is-red", "8.2")
def test_whoever_declined_in_the_enemy_s_turn_may_substitute_in_his_own() -> None:
    p = situation(
        "phase: chinese-second-movement\nturn: 3\n[Soviet]\n0715: 7-4-9.1\n"
        "[Chinese]\n1924: 5-3-6.1\n[markers]\nflags: declines"
    )
    sit_out(p, 4)
    while p.current.key != "soviet-initial-movement":
        play(p, "done")
    assert not p.declines
    play(p, "select 7-4-9.1", "move 0716", "substitute")
    assert "break_down" in verbs(p)


@rule("east-is-red", "17.3", "7.3")
def test_a_counter_that_comes_back_has_done_nothing() -> None:
    done = "moved, moved-this-turn, railed, from-rail, unsupplied, fought, attacked, struck"
    p = situation(
        "phase: chinese-second-movement\nturn: 3\n[Chinese]\n"
        f"0715: 5-3-6.1 ({done}), 5-3-6.2 ({done}), 5-3-6.3, 4-6-6.1\n[markers]\nflags: declines"
    )
    gone, other = (1 << p.names.units.index(name) for name in ("5-3-6.1", "5-3-6.2"))
    while "eliminate" not in verbs(p):
        play(p, "done")
    play(p, "eliminate 5-3-6.1")
    for field in (
        *("moved", "moved_this_turn", "railed", "began_on_rail", "unsupplied", "fought"),
        *("was_attacked", "struck"),
    ):
        assert not getattr(p, field) & gone, field
        assert getattr(p, field) & other, field
    assert p.box(POOL) & gone and p.on_map & other


@rule("east-is-red", "4.2", "9.14", "5.44", "14.2", "11.42")
def test_what_was_done_before_does_not_count_in_the_next_phase() -> None:
    p = situation(f"phase: soviet-initial-movement\nturn: 3\n{TWO_UNITS}")
    ours, theirs = 1 << p.names.units.index("1-2-9.1"), 1 << p.names.units.index("5-3-6.1")
    there = 1 << p.charts.grid.hex("1924")
    p.moved, p.moved_this_turn, p.railed, p.rail_moves = ours, ours, ours, 2
    p.fought, p.was_attacked, p.hexes_attacked, p.expended = ours, theirs, there, there
    p.struck, p.declines = ours, True
    p.forget_decision()
    play(p, "done")
    assert p.current.key == "chinese-initial-movement"
    found = what_is_set(p, "where", "landing", "phase", "turn", "koreans_in", "began_on_rail")
    assert set(found) == {"struck"}, "Air units may fly again in the next Soviet turn"
    sit_out(p, 4)
    assert not what_is_set(p, "where", "landing", "phase", "turn", "koreans_in", "began_on_rail")
