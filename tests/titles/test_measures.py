"""What titles count of their positions: the numbers of real situations, and how they move."""

from __future__ import annotations

import random
from typing import Any

import pytest

from stavka import titles
from stavka.engine import Dice, Position, seed_from
from stavka.players import Random

Found = dict[tuple[str, str], float]


def read(slug: str, text: str) -> Position:
    position: Position = titles.load(slug).read(text, Dice(seed_from("tests")))
    return position


def counted(slug: str, position: Position) -> Found:
    found = titles.load(slug).measures(position)
    assert len({(one.name, one.side) for one in found}) == len(found)
    return {(one.name, one.side): one.value for one in found}


def of(slug: str, text: str) -> Found:
    return counted(slug, read(slug, text))


def holders(slug: str, text: str) -> dict[str, str]:
    return dict(titles.load(slug).holders(read(slug, text)))


def manchuria(soviet: str, scenario: str = "m1-current") -> str:
    return (
        f"scenario: {scenario}\nphase: soviet-combat\nturn: 4\n"
        f"[Soviet]\n{soviet}\n[Chinese]\n0427: 4-6-6\n"
    )


def test_the_east_is_red_counts_industry_strength_and_depth() -> None:
    border = of("east-is-red", manchuria("1609: 7-4-9"))
    assert border["industry cut off", "Soviet"] == 0
    assert border["strength on the map", "Soviet"] == 11
    assert border["strength on the map", "Chinese"] == 10
    # Nobody is in China yet.
    assert border["front", "Soviet"] == 0
    wall = of("east-is-red", manchuria("1029: 7-4-9\n0827: 3-7-9"))
    assert wall["industry cut off", "Soviet"] == 52
    assert wall["strength on the map", "Soviet"] == 21
    near = of("east-is-red", manchuria("2014: 7-4-9"))["front", "Soviet"]
    assert 0 < near < wall["front", "Soviet"]
    # Only who meets the Chinese makes the front, if anybody does.
    facing = of("east-is-red", manchuria("0527: 7-4-9\n2014: 3-7-9"))["front", "Soviet"]
    assert facing == of("east-is-red", manchuria("0527: 7-4-9"))["front", "Soviet"]


def test_the_east_is_red_counts_points_in_the_1960s() -> None:
    found = of("east-is-red", manchuria("1629: 7-4-9", "1960s-m1"))
    assert found["victory points", "Soviet"] == 1
    assert ("industry cut off", "Soviet") not in found
    assert found["major cities held", "Soviet"] == 1


def test_the_east_is_red_tells_who_holds_the_cities() -> None:
    held = holders("east-is-red", manchuria("1629: 7-4-9"))
    assert held["Mukden"] == "Soviet" and held["Peking"] == "Chinese"


def civil_war(white: str, red: str = "2313: R-A01", more: str = "") -> str:
    return f"scenario: 1918-19\nturn: 5\n[White]\n{white}\n[Red]\n{red}\n{more}"


def test_reds_counts_resources_manpower_and_the_way_to_moscow() -> None:
    far = of("reds", civil_war("3119: W-DON1", more="[markers]\nwhite: 2124"))
    near = of("reds", civil_war("2315: W-DON1", more="[markers]\nwhite: 2124\nred: 1920"))
    assert far["front", "White"] > near["front", "White"] == 2
    assert near["resources", "Red"] == far["resources", "Red"] + 1
    assert far["cities held", "Red"] + 1 == near["cities held", "Red"]
    one = of("reds", civil_war("3119: W-DON1"))
    two = of("reds", civil_war("3119: W-DON1\n3118: W-DON2"))
    assert two["manpower on the map", "White"] > one["manpower on the map", "White"] > 0
    assert one["manpower on the map", "Red"] == 4


def test_reds_tells_who_holds_the_resource_cities() -> None:
    held = holders("reds", civil_war("3119: W-DON1", more="[markers]\nred: 1920"))
    assert (held["Tsaritsyn"], held["Moscow"], held["Kiev"]) == ("White", "Red", "Red")
    assert len(held) == 12


def huaihai(gmd: str, pla: str, more: str = "") -> str:
    return f"phase: gmd-movement\nturn: 2\n[GMD]\n{gmd}\n[PLA]\n{pla}\n{more}"


def test_red_dragon_counts_corps_factors_and_the_way_to_xuzhou() -> None:
    far = of("red-dragon", huaihai("1010: 72-corps", "1011: ecfa-1"))
    near = of("red-dragon", huaihai("1809: 72-corps", "1909: ecfa-1"))
    assert far["front", "PLA"] > near["front", "PLA"] == 1
    assert near["combat factors on the map", "GMD"] == 4
    more = of("red-dragon", huaihai("1809: 72-corps 5-corps", "1909: ecfa-1"))
    assert more["combat factors on the map", "GMD"] == 11
    lost = of("red-dragon", huaihai("1809: 72-corps\neliminated: 5-corps 148-div", "1909: ecfa-1"))
    gained = lost["GMD corps eliminated", "PLA"] - near["GMD corps eliminated", "PLA"]
    assert gained == pytest.approx(4 / 3, abs=0.01)


def test_red_dragon_tells_who_holds_the_cities() -> None:
    held = holders("red-dragon", huaihai("1010: 72-corps", "1809: ecfa-1"))
    assert (held["Xuzhou"], held["Bengbu"]) == ("PLA", "GMD")


def eastern_front(axis: str, soviet: str, more: str = "") -> str:
    return (
        "scenario: heartland\nturn: 3\nphase: axis-movement\n"
        f"[Axis]\n{axis}\n[Soviet]\n{soviet}\n{more}"
    )


def test_red_star_counts_points_steps_and_columns() -> None:
    west = of("red-star", eastern_front("4212: GTK41", "4213: SA03"))
    assert west["front", "Axis"] == 12
    assert west["steps on the map", "Axis"] == 4 and west["steps on the map", "Soviet"] == 2
    east = of("red-star", eastern_front("4520: GTK41 (3)", "4521: SA03"))
    assert east["front", "Axis"] == 20 and east["steps on the map", "Axis"] == 3
    # Whoever is behind the front does not count for it.
    rear = of("red-star", eastern_front("4520: GTK41\n4212: GIK26", "4521: SA03"))
    assert rear["front", "Axis"] == 20 and rear["steps on the map", "Axis"] == 8
    assert rear["victory points", "Axis"] != east["victory points", "Axis"]


def test_red_star_tells_who_holds_the_soviet_cities() -> None:
    text = eastern_front("4212: GTK41", "4828: SA03", "[markers]\naxis held: 4212 4520\n")
    held = holders("red-star", text)
    assert [held[name] for name in ("Minsk", "Smolensk", "Moscow")] == ["Axis", "Axis", "Soviet"]
    found = of("red-star", text)
    assert found["Soviet cities held", "Axis"] == 2
    assert found["Soviet cities held", "Soviet"] == len(held) - 2


@pytest.mark.parametrize("slug", titles.playable())
def test_to_count_changes_nothing(slug: str) -> None:
    """In a game of random choices, every now and then."""
    title = titles.load(slug)
    position: Any = title.start(title.scenarios[0].key, seed=seed_from("tests"))
    player, chance = Random(title, "tests"), random.Random("tests")
    seen = set()
    for _ in range(400):
        decision = position.decision()
        if decision is None:
            break
        if chance.random() < 0.1:
            before = position.to_json()
            found, held = counted(slug, position), dict(title.holders(position))
            assert position.to_json() == before
            assert (counted(slug, position), dict(title.holders(position))) == (found, held)
            assert set(held.values()) <= {*title.sides, ""}
            assert {side for _, side in found} <= {*title.sides, ""}
            seen.add(tuple(found.values()))
        position.apply(player.choose(decision, None))
    assert len(seen) > 1 or slug == "river-line"
