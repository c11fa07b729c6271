"""What a plan tells of itself: its attacks, where units gather, what it expects."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from stavka import titles
from stavka.hexes import members
from stavka.players import Intention, Plan, lines_of, without_odds
from stavka.players.intentions import (
    ATTACKS_TOLD,
    GATHERED_TOLD,
    WAYS_TOLD,
    intentions_of,
    purpose_of,
)
from stavka.players.playouts import Course
from stavka.titles.east_is_red.position import War

from ..east_is_red.situations import situation

BOARD = titles.board("east-is-red")
CORRIDOR = (
    "phase: soviet-initial-movement\nturn: 2\n"
    "[Soviet]\n1922: 3-7-9\n1920: 7-4-9\n1717: 7-4-9\n[Chinese]\n2025: 4-6-6\n"
)


@pytest.fixture
def p() -> War:
    return situation(CORRIDOR)


def course(
    p: War, attacked: str = "", cleared: str = "", moves: Iterable[tuple[str, str]] = ()
) -> Course:
    """A playout: hexes that were attacked and cleared, and who went where from where."""
    where = list(p.where)
    for start, end in moves:
        where[p.where.index(p.charts.grid.hex(start))] = p.charts.grid.hex(end) if end else -1
    return Course(0.0, frozenset(attacked.split()), frozenset(cleared.split()), tuple(where))


def attacks(p: War, *courses: Course) -> list[tuple[str, float, float]]:
    found = intentions_of(p, "Soviet", courses)
    return [(i.hex, i.often, round(i.chance, 3)) for i in found if i.attack]


def ways(p: War, *courses: Course) -> list[tuple[str, tuple[str, ...]]]:
    found = intentions_of(p, "Soviet", courses)
    return [(i.hex, i.origins) for i in found if not i.attack]


def test_an_attack_of_most_playouts_is_an_intention(p: War) -> None:
    courses = [course(p, "2025"), course(p, "2025"), course(p, "2025 1824"), course(p)]
    assert attacks(p, *courses) == [("2025", 0.75, 0.0)]


def test_half_of_the_playouts_is_enough(p: War) -> None:
    assert attacks(p, course(p, "2025"), course(p)) == [("2025", 0.5, 0.0)]
    assert attacks(p, course(p, "2025"), course(p), course(p)) == []


def test_the_chance_is_of_those_playouts_in_which_it_was_attacked(p: War) -> None:
    courses = [course(p, "2025", "2025"), course(p, "2025"), course(p, "2025"), course(p)]
    assert attacks(p, *courses) == [("2025", 0.75, 0.333)]


def test_the_likeliest_attacks_are_told_first_and_not_all_of_them(p: War) -> None:
    hexes = ["2025", "1824", "1920", "2126", "2128", "2024"]
    assert len(hexes) > ATTACKS_TOLD
    both = course(p, " ".join(hexes))
    found = attacks(p, both, both, course(p, "2128"))
    assert found[0] == ("2128", 1.0, 0.0)
    assert [label for label, *_ in found[1:]] == sorted(set(hexes) - {"2128"})[: ATTACKS_TOLD - 1]


def test_units_that_go_a_long_way_gather_where_most_of_them_end(p: War) -> None:
    to_gap = [("1922", "2024"), ("1920", "2024"), ("1717", "1718")]
    found = ways(p, *[course(p, moves=to_gap)] * 2, course(p, moves=to_gap[1:]))
    # From 1717 it is one hex: no news.
    assert found == [("2024", ("1920", "1922"))]


def test_where_a_unit_goes_is_no_intention_if_it_went_there_seldom(p: War) -> None:
    far, near = course(p, moves=[("1922", "2024")]), course(p)
    assert ways(p, far, near, near) == []
    assert ways(p, far, far, near) == [("2024", ("1922",))]


def test_a_unit_that_is_eliminated_gathers_nowhere(p: War) -> None:
    assert ways(p, *[course(p, moves=[("1922", "")])] * 3) == []


def test_enemies_have_intentions_of_their_own(p: War) -> None:
    moved = course(p, moves=[("2025", "2424")])
    assert ways(p, moved) == []
    (way,) = intentions_of(p, "Chinese", [moved])
    assert (way.hex, way.origins, way.attack) == ("2424", ("2025",), False)


def test_the_fullest_gathering_places_come_first() -> None:
    line = "".join(f"{row:02}17: 3-7-9\n" for row in range(10, 10 + WAYS_TOLD + 2))
    p = situation(f"phase: soviet-initial-movement\nturn: 2\n[Soviet]\n{line}")
    units = members(p.units_on_map("Soviet"))
    # Two go to one hex, and each of the others to a hex of its own.
    where = list(p.where)
    goals = [p.charts.grid.hex(f"{column:02}25") for column in range(10, 10 + WAYS_TOLD + 1)]
    for unit, goal in zip(units, [*goals, goals[3]], strict=True):
        where[unit] = goal
    found = intentions_of(p, "Soviet", [Course(0.0, frozenset(), frozenset(), tuple(where))])
    assert [i.hex for i in found] == [
        p.label(hex_) for hex_ in (goals[3], *sorted(set(goals) - {goals[3]}))
    ][:WAYS_TOLD]


# In words


def attack(hex_: str, chance: float) -> Intention:
    return Intention(hex_, (), 1.0, chance, attack=True)


GATHERING = Intention("2024", ("1922",), 1.0, 1.0, attack=False)


def planned(*intentions: Intention, margin: float = 0.0, value: float = 0.25) -> Plan:
    return Plan("1", "front", value=value, margin=margin, playouts=12, intentions=tuple(intentions))


def test_a_purpose_names_the_first_attacks_with_their_chances() -> None:
    plan = planned(attack("2025", 0.8), GATHERING, attack("1824", 1 / 3), attack("2126", 0.1))
    assert purpose_of(plan) == (
        "This turn the staff would attack 2025 (80% to drive the enemy out)"
        " and 1824 (33% to drive the enemy out)."
    )


def test_without_an_attack_there_is_no_purpose() -> None:
    assert purpose_of(planned(GATHERING)) == ""
    assert purpose_of(planned()) == ""


def test_lines_tell_of_attacks_before_gatherings() -> None:
    plan = planned(attack("0427", 0.8), attack("2025", 0.25), GATHERING)
    first, _ = lines_of(plan, BOARD, odds=True)
    assert first == (
        "It wanted to attack Peking (0427) (80% to drive the enemy out)"
        " and 2025 (25% to drive the enemy out)."
    )


def test_lines_without_odds_tell_no_chance_and_nothing_that_was_expected() -> None:
    plan = planned(attack("0427", 0.8), attack("2025", 0.25), margin=0.1)
    assert lines_of(plan, BOARD, odds=False) == ("It wanted to attack Peking (0427) and 2025.",)


def test_who_attacks_nobody_gathers_or_stays() -> None:
    there = [Intention(h, (), 1.0, 1.0, attack=False) for h in ("0427", "2024", "2025", "1824")]
    assert len(there) > GATHERED_TOLD
    assert lines_of(planned(*there), BOARD, odds=False) == (
        "It wanted to gather at Peking (0427), 2024 and 2025.",
    )
    assert lines_of(planned(), BOARD, odds=False) == ("It wanted to stay where it was.",)


@pytest.mark.parametrize(
    ("margin", "compared"),
    [
        (0.0, ""),
        (0.125, ", 0.12 more than with the next idea"),
        (-0.2, ", 0.20 less than with the next idea"),
    ],
)
def test_what_is_expected_is_compared_with_the_next_best(margin: float, compared: str) -> None:
    _, line = lines_of(planned(margin=margin), BOARD, odds=True)
    assert line == (
        f"In 12 trials it expected +0.25, on a scale from -1 (the worst defeat) to 1{compared}."
    )


def test_a_defeat_is_expected_with_its_sign() -> None:
    assert "expected -0.40," in lines_of(planned(value=-0.4), BOARD, odds=True)[1]


def test_without_odds_an_intention_shows_where_and_not_how_likely() -> None:
    seldom = Intention("2025", (), 0.6, 0.3, attack=True)
    (told,) = without_odds([seldom])
    assert told == Intention("2025", (), 1.0, 0.0, attack=True)
    likely = Intention("2025", (), 0.9, 0.9, attack=True)
    assert without_odds([likely]) == (told,)
