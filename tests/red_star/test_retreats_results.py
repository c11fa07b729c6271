"""7.10-7.14 Combat results: where units retreat to, what it costs, and who makes room."""

from __future__ import annotations

import pytest

from stavka.titles.red_star.position import War
from tests.marks import rule

from .fights import attack, war
from .situations import (
    box_of,
    events,
    number_of,
    offered,
    play,
    stack,
    steps,
    to_choose,
    verbs,
    where,
)


def driven(
    axis: str, soviet: str, targets: str, units: str, wanted: str, spaces: int = 1, turn: int = 2
) -> War:
    """An attack with a result that is wanted, which the loser answers by retreating."""
    phase = "soviet-combat" if units.startswith("S") else "axis-combat"
    for die in range(1, 7):
        p = war(axis, soviet, phase, turn, dice=(die, *(3,) * 9))
        play(attack(p, targets, *units.split()), "resolve")
        if events(p, "attacked")[-1][6] == wanted:
            return play(p, f"retreat {spaces}")
    raise AssertionError(f"no die gives {wanted}")


def ways_of(p: War, unit: str) -> set[str]:
    """Where a unit may retreat to, or where it has gone because there was no choice."""
    return offered(p, "retreat") or {where(p, unit)}


# All spaces around 2145 are contested: by the attacker in 2144 and by these.
RING = "2345: GIK26\n1946: GIK01\n2147: GIK02\n"


# 7.10.2 Together or apart


@rule("red-star", "7.10.2")
def test_a_single_unit_has_nobody_to_leave() -> None:
    p = driven("2144: GTK41", "2145: SRC01", "2145", "GTK41", "D1")
    assert verbs(p) == {"retreat"}
    p = driven("2144: GTK41", "2145: SRC01, SRC02", "2145", "GTK41", "D1")
    assert verbs(p) == {"retreat", "detach"}
    play(p, "detach SRC02")
    assert verbs(p) == {"retreat"}, "two units apart are two single units"


@rule("red-star", "7.10.2", "7.10.4", "7.8.2")
def test_every_unit_of_two_spaces_goes_the_whole_way_from_its_own_space() -> None:
    soviet = "2145: SRC01\n2044: SHQ-WESTER, LEADER-Popov"
    p = driven("2144: GTK41", soviet, "2145 2044", "GTK41", "D2", 2)
    play(p, "detach LEADER-Popov")
    while "retreat" in verbs(p):
        play(p, f"retreat {min(offered(p, 'retreat'))}")
    grid = p.charts.grid
    for unit, origin in (("SRC01", "2145"), ("SHQ-WESTER", "2044"), ("LEADER-Popov", "2044")):
        assert grid.distance(grid.hex(origin), grid.hex(where(p, unit))) == 2
    assert len(events(p, "retreated")) == 6


@rule("red-star", "7.10.2", "7.11.2", "7.10.7")
@pytest.mark.parametrize(
    ("units", "gone", "left"),
    [
        # Who cannot go is lost, whether it stands first or last.
        ("GIK26, GDEP01 (out)", {"GDEP01"}, "GIK26"),
        ("GIK26 (out), GDEP01", {"GIK26", "GDEP01"}, ""),
        ("GIK26, GIBG01 (lack), GDEP01 (out)", {"GIBG01", "GDEP01"}, "GIK26"),
        ("GIK26 (out), GDEP01 (lack)", {"GIK26", "GDEP01"}, ""),
    ],
)
def test_those_who_cannot_retreat_are_lost_and_the_others_go(
    units: str, gone: set[str], left: str
) -> None:
    tanks = "2144: ST01 (9-8)\n2044: ST02 (10-9)\n2244: ST03 (9-8)\n"
    soviet = tanks + "2345: SA03\n1946: SA04\n2147: SA05"
    p = driven(f"2145: {units}", soviet, "2145", "ST01 ST02 ST03", "D1")
    in_supply = any("(" not in unit for unit in units.split(", "))
    assert ("retreat" in verbs(p)) is in_supply, "nobody is asked where nobody can go"
    if in_supply:
        assert "detach" not in verbs(p)
        play(p, "retreat 2146")
    assert stack(p, "2145") == []
    assert stack(p, "2146") == ([left] if left else [])
    assert all(where(p, unit) == "" for unit in gone)
    if left:
        assert steps(p, left) == 3, "the step for the contested space"
    assert not any(frame.step.key == "retreat" for frame in p.frames)


# 7.10.4, 7.10.6 Which way


@rule("red-star", "7.10.4", "7.10.7")
def test_a_way_that_ends_too_early_is_none_even_if_the_end_is_far() -> None:
    # From 2246, two spaces away, both ways further out are blocked.
    axis = "2144: GTK41, GTK03\n2347: GSD207\n2247: GSD213"
    p = driven(axis, "2145: SA03 (2-4)", "2145", "GTK41 GTK03", "D3", 3)
    play(p, "retreat 2146")
    assert offered(p, "retreat") == {"2046", "2147"}
    play(p, "retreat 2147")
    play(p, f"retreat {min(offered(p, 'retreat'))}")
    assert where(p, "SA03") not in ("", "2147")


@rule("red-star", "7.10.6")
def test_the_cheapest_end_of_each_way_counts() -> None:
    # 2146 is free, and so is 2147 behind it; 2046 and 2246 are contested. All that lies behind 2045
    # is contested. The friends in 2244 stand in a contested space: there is nothing to save there.
    axis = "2144: GTK41, GTK03\n2245: GSD207\n2347: GIK26\n1845: GIK01\n1947: GIK02"
    p = driven(axis, "2145: SA03 (2-4)\n2244: SRC01", "2145", "GTK41 GTK03", "D2", 2)
    assert offered(p, "retreat") == {"2045", "2146"}
    play(p, "retreat 2146")
    assert ways_of(p, "SA03") == {"2147"}


@rule("red-star", "7.10.6", "7.14.1")
@pytest.mark.parametrize(
    ("units", "ways"),
    [
        ("SMCG7", {"3034", "3235"}),
        ("SMCG7, SRC66", {"3034", "3235"}),
        # On foot the river costs nothing.
        ("SRC66", {"3034"}),
        ("SRC01, SRC66", {"3034"}),
    ],
)
def test_only_tanks_have_a_step_to_save_at_a_major_river(units: str, ways: set[str]) -> None:
    axis = "3234: GTK41\n3136: GTK03"
    p = driven(axis, f"3135: {units}\n3235: SA03", "3135", "GTK41", "D1")
    assert ways_of(p, units.split(",")[0]) == ways


# 7.11, 7.14 What it costs


@rule("red-star", "7.14.1")
@pytest.mark.parametrize(("units", "left"), [("SRC66, SMCG7", "SRC66"), ("SRC66, SMC01", "SRC66")])
def test_the_step_for_a_major_river_is_a_motorized_one(units: str, left: str) -> None:
    p = driven("3235: GTK41\n3136: GTK03", f"3135: {units}", "3135", "GTK41", "D1")
    play(p, "retreat 3034")
    assert stack(p, "3034") == [left]


@rule("red-star", "7.11.1", "7.10.4")
def test_who_loses_its_last_step_on_the_way_retreats_no_further() -> None:
    p = driven("2144: GTK41\n" + RING, "2145: SRC01", "2145", "GTK41", "D2", 2)
    play(p, f"retreat {min(offered(p, 'retreat'))}")
    assert box_of(p, "SRC01") == "force_pool"
    assert len(events(p, "retreated")) == 1
    assert (to_choose(p), p.frames[-1].memo.length) == ("Axis", 3)


@rule("red-star", "7.11.1", "7.14.1")
def test_a_corps_that_drowns_is_not_shot_as_well() -> None:
    # 3034 is behind a major river and contested; all other spaces have enemies in them.
    axis = "3235: GTK41\n3234: GSD207\n3136: GTK03\n3134: GSD213\n3035: GSD221\n3033: GIK26"
    p = driven(axis, "3135: SMC01", "3135", "GTK41", "D1")
    assert where(p, "SMC01") == ""
    lost = [event for event in p.chronicle or () if event.kind == "eliminated"]
    assert [(p.name(e.facts[0]), e.case) for e in lost] == [("SMC01", "7.14.1")]


@rule("red-star", "7.14.5", "7.14.4", "7.11.2")
def test_without_supply_nobody_joins_units_that_retreat_too() -> None:
    # One attack on two spaces; all ways out are contested, and 2145 and 2044 are vacated by both.
    axis = "2144: GTK41\n2345: GIK26\n2147: GIK01\n1946: GIK02\n1844: GIK04"
    soviet = "2145: SA03 (2-4, out)\n2044: SA05 (2-4, out)"
    p = driven(axis, soviet, "2145 2044", "GTK41", "D1")
    assert (where(p, "SA03"), where(p, "SA05")) == ("", "")
    # Somebody who was there before is a help.
    p = driven(axis, f"{soviet}\n2045: SRC01", "2145 2044", "GTK41", "D1")
    assert stack(p, "2045") == ["SA03", "SA05", "SRC01"]
    # Somebody who has come there in the same retreat is none.
    mixed = soviet.replace("SA05 (2-4, out)", "SA05 (2-4)")
    p = driven(axis, mixed, "2145 2044", "GTK41", "D1")
    play(p, "retreat 2045")
    assert (where(p, "SA03"), where(p, "SA05")) == ("", "2045")


@rule("red-star", "9.0.3")
def test_a_retreat_into_a_city_takes_it() -> None:
    axis, soviet = "3126: GIK26", "3226: ST01 (9-8)\n3225: ST02 (10-9)"
    p = driven(axis, soviet, "3126", "ST01 ST02", "D1")
    city = p.charts.grid.hex("3026")
    assert not p.axis_held >> city & 1
    play(p, "retreat 3026")
    assert p.axis_held >> city & 1
    assert events(p, "control")


# 7.10.3, 8.0.4 Those who stayed behind


@rule("red-star", "7.10.3", "8.0.4")
def test_an_overrun_that_is_thrown_back_leaves_the_others_where_they_are() -> None:
    p = war("2144: GTK41, GIK26, GDEP01", "2145: SA03 (3-6)", "axis-movement", dice=(1, 3, 3))
    play(p, "select GTK41", "overrun 2145", "retreat 1", "retreat 2143")
    assert where(p, "GTK41") == "2143"
    assert stack(p, "2144") == ["GDEP01", "GIK26"]


# 7.12 Who makes room


def crowd(soviet: str, units: str = "GTK41", wanted: str = "D1", more: str = "") -> War:
    """The defenders of 2145 have no way to go but where friends are."""
    return driven(f"2144: GTK41, GTK03\n{RING}{more}", soviet, "2145", units, wanted)


@rule("red-star", "7.12.1")
@pytest.mark.parametrize(
    ("soviet", "able"),
    [
        # One unit is enough to cure it: the army, and not a corps.
        ("2145: SA03 (2-4)\n2146: SRC01, SRC02", {"SA03"}),
        ("2145: SA03 (2-4)\n2146: SRC01", {"SA03", "SRC01"}),
        ("2145: SRC01\n2146: SRC02, SRC05", {"SRC01", "SRC02", "SRC05"}),
        ("2145: SGC1\n2146: SA03 (2-4), SGC2", {"SGC1", "SGC2"}),
        # The army and one of the cavalry corps.
        ("2145: SA03 (2-4), SGC1\n2146: SRC01, SRC02, SGC2", {"SA03", "SGC1", "SGC2"}),
    ],
)
def test_only_as_many_units_as_needed_make_room(soviet: str, able: set[str]) -> None:
    p = crowd(soviet, "GTK41 GTK03" if "SA03 (2-4), SGC1" in soviet else "GTK41")
    if "retreat" in verbs(p):
        play(p, "retreat 2146")
    assert to_choose(p) == "Soviet"
    assert offered(p, "make_room") == able


@rule("red-star", "7.12.1")
def test_a_stack_that_fits_troubles_nobody() -> None:
    p = crowd("2145: SRC01\n2146: SRC02, SGC1")
    assert stack(p, "2146") == ["SGC1", "SRC01", "SRC02"]
    assert offered(p, "advance") == {"GTK41"}


BLOCKED = "2246: GSD207\n2147: GSD213\n2046: GSD221\n2045: GSD281\n2245: GSD444"


@rule("red-star", "7.12.1", "7.10.7", "7.14.4")
@pytest.mark.parametrize(("state", "able"), [("", {"SA04"}), (", out", set()), (", lack", set())])
def test_where_nobody_can_make_room_the_enemy_removes_at_once(state: str, able: set[str]) -> None:
    # The only way is back to 2145, contested and empty: not for whoever was driven from it, and not
    # without supply.
    soviet = f"2145: SA03 (2-4)\n2146: SA04 (2-4{state})"
    p = driven(f"2144: GTK41\n{BLOCKED}", soviet, "2145", "GTK41", "D1")
    assert stack(p, "2146") == ["SA03", "SA04"]
    assert offered(p, "make_room") == able
    if able:
        play(p, "make_room SA04")
        assert (where(p, "SA04"), steps(p, "SA04")) == ("2145", 1)
    else:
        assert to_choose(p) == "Axis"
        assert offered(p, "remove") == {"SA03", "SA04"}
        play(p, "remove SA03")
        assert stack(p, "2146") == ["SA04"]
        assert offered(p, "advance") == {"GTK41"}


def two_crowds() -> War:
    """Two corps have gone to two spaces, both of which hold an army."""
    soviet = "2145: SRC01, SRC05\n2146: SA04 (2-4)\n2244: SA05 (2-4)"
    p = driven(f"2144: GTK41\n{RING}", soviet, "2145", "GTK41", "D1")
    play(p, "detach SRC01", "retreat 2146", "retreat 2244")
    assert (where(p, "SRC01"), where(p, "SRC05")) == ("2146", "2244")
    return p


@rule("red-star", "7.12.1")
def test_the_owner_decides_for_each_space_that_is_too_full() -> None:
    p = two_crowds()
    assert to_choose(p) == "Soviet"
    play(p, "stand")
    assert to_choose(p) == "Soviet", "the other space is his to clear as well"
    assert "make_room" in verbs(p)
    play(p, "stand")
    assert to_choose(p) == "Axis"
    first = offered(p, "remove")
    assert first in ({"SRC01", "SA04"}, {"SRC05", "SA05"})
    play(p, f"remove {min(first)}")
    second = offered(p, "remove")
    assert first | second == {"SRC01", "SA04", "SRC05", "SA05"}
    play(p, f"remove {min(second)}")
    assert offered(p, "advance") == {"GTK41"}


@rule("red-star", "7.12.1")
def test_who_has_cleared_one_space_is_asked_about_the_next() -> None:
    p = two_crowds()
    first = offered(p, "make_room")
    play(p, f"make_room {min(first)}")
    if "retreat" in verbs(p):
        free = offered(p, "retreat") - {"2146", "2244"}
        play(p, f"retreat {min(free)}")
    assert to_choose(p) == "Soviet"
    assert offered(p, "make_room") == {"SRC01", "SA04", "SRC05", "SA05"} - first


@rule("red-star", "7.12.1", "8.0.6")
def test_making_room_is_a_move_only_for_the_side_that_overruns() -> None:
    # The defenders of an overrun make room.
    axis = f"2144: GTK41\n{RING}"
    soviet = "2145: SA03 (2-4)\n2146: SA04 (2-4)"
    p = war(axis, soviet, "axis-movement", dice=(5, 3, 3))
    play(p, "select GTK41", "overrun 2145", "retreat 1")
    play(p, "make_room SA04")
    if "retreat" in verbs(p):
        play(p, f"retreat {min(offered(p, 'retreat'))}")
    assert not p.moved >> number_of(p, "SA04") & 1
    # Attackers of a combat who are thrown back make room.
    thrown = "2144: GTK41\n2143: GIK26, GIK01"
    soviet = "2145: SA03 (2-4)\n2343: SA04\n1943: SA05\n2141: SA06"
    p = driven(thrown, soviet, "2145", "GTK41", "A1")
    play(p, "make_room GIK26", "retreat 2144")
    assert not p.moved
