"""6.3 Random events, one by one, with 20.8, 20.9 and 21.4."""

from __future__ import annotations

import pytest

from stavka.titles.reds import events as rules
from stavka.titles.reds.control import controlled
from stavka.titles.reds.events import EVENTS
from stavka.titles.reds.goals import goals
from stavka.titles.reds.movement import destinations
from stavka.titles.reds.position import War
from tests.marks import rule

from .situations import (
    TITLE,
    disordered,
    events,
    number_of,
    offered,
    play,
    situation,
    stack,
    to_choose,
    verbs,
    where,
)

# Two dice for every roll.
DICE = {2: (1, 1), 3: (1, 2), 4: (2, 2), 5: (2, 3), 6: (3, 3), 7: (3, 4), 8: (4, 4), 9: (4, 5)}
DICE |= {10: (5, 5), 11: (5, 6), 12: (6, 6)}


def event(
    side: str,
    roll: int,
    units: str = "",
    markers: str = "",
    turn: str = "8",
    options: str = "",
    more: tuple[int, ...] = (),
) -> War:
    """A side rolls on its table, and it is the player without the initiative who does so."""
    other = "Red" if side == "White" else "White"
    return situation(
        f"turn: {turn}\noptions: {options}\nphase: second-event\ninitiative: {other}\n"
        f"{units}[markers]\n{markers}\n",
        dice=(*DICE[roll], *more),
    )


def happened(p: War) -> bool:
    """Whether the first event of the two was carried out."""
    first = [e.kind for e in p.chronicle or ()]
    at = first.index("event")
    return "no_event" not in first[at : at + 2]


@rule("reds", "6.3")
def test_every_event_of_the_tables_has_a_function() -> None:
    p = situation("phase: command\n")
    for side in ("White", "Red"):
        assert {e.key for e in p.charts.events[side].values()} == set(EVENTS[side])


@rule("reds", "6.3")
def test_an_event_that_cannot_be_carried_out_does_not_happen() -> None:
    trains = "[Red]\n2313: R-A05, R-TR1\n2315: R-A01, R-TR2\n2317: R-A02, R-TR3\n"
    assert not happened(event("Red", 8, trains))
    assert happened(event("Red", 8, "[Red]\n2313: R-A05\n"))


# Both sides


@rule("reds", "20.1", "6.3")
def test_aircraft() -> None:
    p = event("Red", 4, "[Red]\n2313: R-A05\n")
    assert where(p, "R-AIR1") == "ready"
    assert not happened(event("Red", 4, "[Red]\n2313: R-A05\nready: R-AIR1\nused: R-AIR2\n"))
    assert where(event("White", 5, "[White]\n4301: W-SD1\n", turn="3"), "W-AIR1") == "ready"
    assert not happened(event("White", 5, "[White]\ngone: W-AIR1, W-AIR2\n", turn="3"))


@rule("reds", "20.3", "12.9")
def test_armored_trains_join_supplied_units_on_a_railway() -> None:
    p = event(
        "Red",
        8,
        "[Red]\n2313: R-A05\n2516: R-A01\n2617: R-A08\n"
        "[White]\n2616: W-KAP\n2517: W-CZ1\n2618: W-CZ2\n2716: W-SD1\n",
    )
    assert offered(p, "place") == {"2313"}, "2516 has no railway, 2617 no supply"
    white = event(
        "White",
        9,
        "[White]\n2825: W-VOL\n4301: W-SD1\n1904: W-NOR\n1201: W-AIM\n4922: W-TRC\n"
        "2924: W-CAU (raiding)\n",
    )
    assert offered(white, "place") == {"2825", "4301", "1201"}, "AFSR, Siberians, Poles, AIF"
    play(white, "place 2825")
    assert "W-TR1" in stack(white, "2825")


@rule("reds", "20.12")
def test_river_flotillas_join_supplied_units_on_a_river() -> None:
    p = event("Red", 3, "[Red]\n2611: R-A05\n2313: R-A01\n1222: R-A16\n", "poland: war")
    assert offered(p, "place") == {"2611"}, "not off rivers, nor on the Vistula"
    white = event("White", 10, "[White]\n1222: W-PL1\n3012: W-KOM\n2921: W-DON1 (raiding)\n")
    assert offered(white, "place") == {"1222", "3012"}


# White events


@rule("reds", "6.3", "11.2")
def test_6_the_aif_offensive_lasts_a_turn() -> None:
    assert event("White", 6).aif_offensive
    assert not happened(event("White", 6, markers="withdrawals: 2"))
    later = situation(
        "turn: 9\nphase: initiative\n[markers]\nflags: aif-offensive\n", dice=(5, 1, 2, 2, 2, 2)
    )
    assert not later.aif_offensive


@rule("reds", "12.12", "6.3")
@pytest.mark.parametrize(("turn", "comes"), [("1", False), ("7", False), ("8", True)])
def test_12_wrangel_not_before_turn_c(turn: str, comes: bool) -> None:
    p = event("White", 12, turn=turn)
    assert p.wrangel is comes


@rule("reds", "20.4", "20.2")
def test_7_and_11_markers_in_hand() -> None:
    assert event("White", 7).raid_in_hand
    assert not happened(event("White", 7, markers="flags: raid-in-hand"))
    assert not happened(event("White", 7, "[White]\n2825: W-CAU (raiding)\n"))
    assert event("White", 11).amphibious_in_hand
    assert not happened(event("White", 11, markers="flags: amphibious-in-hand"))


@rule("reds", "10.11", "13.6")
def test_4_freikorps() -> None:
    assert event("White", 4, "[White]\n1116: W-VDG\n").freikorps
    assert not happened(event("White", 4))
    assert not happened(event("White", 4, "[White]\n1116: W-VDG\n", "flags: freikorps"))


@rule("reds", "20.13")
def test_5_tanks_from_turn_c_on() -> None:
    units = "[White]\n2825: W-VOL\n1904: W-NOR\n4301: W-SD1\n2924: W-KOR\n"
    p = event("White", 5, units)
    ports = offered(p, "tank")
    assert "2825" in ports
    assert not {"4301", "2924"} & ports, "ports only, and no Siberians"
    assert "aircraft" in verbs(p)
    play(p, "tank 2825")
    assert "W-TK1" in stack(p, "2825")
    assert where(p, "W-AIR1") != "ready"
    instead = play(event("White", 5, units), "aircraft")
    assert where(instead, "W-AIR1") == "ready"
    assert "W-TK1" not in stack(instead, "2825")
    early = event("White", 5, units, turn="6")
    assert where(early, "W-AIR1") == "ready", "an aircraft without asking"
    assert not happened(event("White", 5, units, "withdrawals: 2"))


def test_2_corruption_stops_a_faction() -> None:
    p = event("White", 2, "[White]\n2825: W-VOL\n")
    assert to_choose(p) == "Red"
    assert offered(p, "corrupt") == {"AFSR", "Siberian"}
    play(p, "corrupt AFSR")
    assert p.corruption == "AFSR"
    rally = situation(
        "turn: 8\nphase: activation\nchit: Logistics\n[White]\n2825: W-VOL (disordered)\n"
        "4301: W-SD1 (disordered)\n[markers]\ncorruption: AFSR\npool: Field-Staff\n",
        dice=(1, 1),
    )
    assert disordered(rally, "W-VOL")
    assert not disordered(rally, "W-SD1")
    replacing = situation(
        "turn: C\nphase: white-replacement\n[White]\ndead: W-VOL, W-SD1\n"
        "[markers]\ncorruption: AFSR\n"
    )
    assert offered(replacing, "replace") == {"W-SD1"}


def test_3_semenov_stops_the_siberian_trains() -> None:
    p = event("White", 3, "[White]\n4301: W-SD1\n")
    assert p.semenov
    stopped = situation(
        "turn: 8\nphase: second-strategic\ninitiative: Red\n[White]\n4301: W-SD1\n2924: W-KOR\n"
        "[markers]\nflags: semenov\ngold: 4301 White\n"
    )
    assert offered(stopped, "select") == {"W-KOR"}
    assert "gold" not in verbs(stopped)


@rule("reds", "20.8")
def test_8_white_partisans() -> None:
    """They need a unit of their faction, and rise in the Front of their name."""
    p = event("White", 8, "[White]\n4301: W-SD1\n[Red]\n2813: R-A01\n")
    assert offered(p, "partisans") == {"W-P2"}
    play(p, "partisans W-P2")
    there = offered(p, "place")
    grid, charts = p.charts.grid, p.charts
    for label in there:
        hex_ = grid.hex(label)
        assert charts.front["East"] >> hex_ & 1
        assert grid.distance(hex_, grid.hex("4301")) >= 4
        assert not (charts.red_cities | charts.all_sources) >> hex_ & 1
        assert grid.distance(hex_, grid.hex("2813")) >= 2, "not in a Red zone"
    assert {"2711", "3115"} & there == {"2711"}, "Saratov is a Red City"
    play(p, "place 2711")
    assert where(p, "W-P2") == "2711"
    both = event("White", 8, "[White]\n2825: W-VOL\n4922: W-TRC\n")
    assert offered(both, "partisans") == {"W-P1", "W-P3"}


@rule("reds", "20.8")
def test_white_partisans_rise_four_hexes_away_over_water_too() -> None:
    """2724 lies across the strait from Kerch (2625)."""
    p = event("White", 8, "[White]\n2625: W-VOL\n")
    play(p, "partisans W-P3")
    grid = p.charts.grid
    assert all(grid.distance(grid.hex(h), grid.hex("2625")) >= 4 for h in offered(p, "place"))


# Red events


@rule("reds", "20.8")
def test_6_red_partisans() -> None:
    p = event("Red", 6, "[White]\n3705: W-SD1\n3504: W-SD2\n")
    there = offered(p, "place")
    assert {"3408", "3212"} <= there
    assert not {"4301", "3612", "2921"} & there, "sources and krugs"
    assert not {"3705", "3504"} & there, "occupied"
    near = event("Red", 6, "[White]\n3409: W-SD1\n")
    assert "3408" not in offered(near, "place"), "in a White zone"
    play(p, "place 3408")
    assert where(p, "R-P1") == "3408"
    assert p.red_held >> p.charts.grid.hex("3408") & 1


@rule("reds", "20.9", "6.3")
def test_7_a_leader_is_drawn_and_gets_a_box() -> None:
    p = event("Red", 7, more=(2,))
    assert events(p, "leader_drawn") == [(1,)]
    assert verbs(p) == {"field_staff", "front"}
    play(p, "field_staff")
    assert p.leader_in(6) == 1
    by_die = event("Red", 7, more=(2, 5))
    play(by_die, "front")
    assert by_die.leader_in(4) == 1, "a five is the East"


@rule("reds", "20.9")
def test_a_leader_replaces_whoever_was_there() -> None:
    p = event("Red", 7, markers="leaders: Frunze@East", more=(1, 5))
    play(p, "front")
    assert p.leader_in(4) == 1
    assert p.leaders[0] == -1, "Frunze is back in the pool"
    full = "leaders: Frunze@East, Tukhachevsky@West, Vatsetis@North, S. Kamenev@South, "
    everybody = event("Red", 7, markers=f"{full}Egorov@Southwest, Antonov-Ovseenko@Central-Asia")
    assert not happened(everybody)


@rule("reds", "20.9")
def test_12_a_leader_of_choice() -> None:
    p = event("Red", 12, markers="leaders: Frunze@East")
    assert "Frunze" not in offered(p, "leader")
    play(p, "leader S.-Kamenev", "box East")
    assert p.leader_in(4) == 3
    assert p.leaders[0] == -1


@rule("reds", "20.9", "9.7")
def test_5_political_intrigue_replaces_a_leader() -> None:
    p = event("Red", 5, markers="leaders: Frunze@East, Egorov@South", more=(1,))
    assert to_choose(p) == "White"
    assert offered(p, "dismiss") == {"East", "South"}
    play(p, "dismiss East")
    assert p.leaders[0] == -1
    assert p.leader_in(4) == 1, "Tukhachevsky is the first of the pool"
    assert not happened(event("Red", 5, markers="leaders: Frunze@East", turn="1"))
    assert not happened(event("Red", 5))


@rule("reds", "2.2", "13.1", "2.7")
def test_9_red_terror() -> None:
    p = event("Red", 9, "[Red]\n2313: R-A05\n")
    there = offered(p, "terror")
    assert {"2317", "2210"} <= there
    assert not {"2313", "3010", "3012", "4301"} & there, "Red Cities and White cities"
    play(p, "terror 2317")
    assert p.terror == 1 << p.charts.grid.hex("2317")
    used = "terror: 2317 2210 2318 2716"
    assert not happened(event("Red", 9, "[Red]\n2313: R-A05\n", used)), "four markers"


# 21.4


@rule("reds", "21.4")
@pytest.mark.parametrize(
    ("roll", "turn", "units"),
    [(5, "1", ""), (3, "4", "[Red]\n2611: R-A05\n"), (4, "8", "[Red]\nready: R-AIR1, R-AIR2\n")],
    ids=["intrigue on turn 1", "flotilla in Winter", "no aircraft left"],
)
def test_a_void_red_event_may_become_a_leader(roll: int, turn: str, units: str) -> None:
    markers = "leaders: Frunze@East" if roll == 5 else ""
    p = event("Red", roll, units, markers, turn=turn, options="21.4")
    assert to_choose(p) == "Red"
    play(p, "red_leader")
    assert {"field_staff", "front"} == verbs(p)
    plain = event("Red", roll, units, markers, turn=turn)
    assert not happened(plain)
    assert "red_leader" not in verbs(plain)


@rule("reds", "21.4")
def test_white_events_are_not_helped() -> None:
    p = event("White", 4, options="21.4")
    assert "red_leader" not in verbs(p)


# What comes of nothing, and what of something


@rule("reds", "6.3")
@pytest.mark.parametrize(
    "name", ["_semenov_raid", "_aif_offensive", "_cavalry_raid", "_amphibious_invasion"]
)
def test_an_event_with_a_marker_takes_place(name: str) -> None:
    p = situation("turn: 12\nphase: command\n[White]\n2825: W-VOL\n[Red]\n2313: R-A05\n")
    assert getattr(rules, name)(p) is True


@rule("reds", "6.3")
def test_an_event_without_effect_is_none() -> None:
    """A marker in hand, a raider on his way, a commander in place: nothing happens."""
    text = "turn: 12\nphase: command\n[White]\n2825: W-5CV{}\n[Red]\n2313: R-A05\n[markers]\n{}\n"
    assert rules._cavalry_raid(situation(text.format("", "flags: raid-in-hand"))) is False
    assert rules._cavalry_raid(situation(text.format(" (raiding)", ""))) is False
    assert (
        rules._amphibious_invasion(situation(text.format("", "flags: amphibious-in-hand"))) is False
    )
    assert rules._wrangel(situation(text.format("", "flags: wrangel"))) is False
    assert rules._wrangel(situation(text.format("", ""))) is True
    assert rules._aif_offensive(situation(text.format("", "withdrawals: 2"))) is False


@rule("reds", "6.3", "13.6")
def test_the_freikorps_event_gives_von_der_goltz_the_city_he_is_in() -> None:
    p = situation("turn: 9\nphase: command\n[White]\n1218: W-VDG\n[Red]\n2313: R-A05\n")
    vilna = p.charts.grid.hex("1218")
    p.white_held &= ~(1 << vilna)
    assert not controlled(p, "White") >> vilna & 1
    assert rules._freikorps(p) is True
    assert controlled(p, "White") >> vilna & 1
    assert rules._freikorps(p) is False, "once"


@rule("reds", "6.3", "20.13")
def test_where_tanks_arrive() -> None:
    """Supplied units in open ports of the Whites; in the war with Poland in Warsaw too."""
    text = "turn: 12\nphase: command\n[White]\n2825: W-VOL\n2924: W-MAR\n1221: W-PL1\n1320: W-PL2\n"
    text += "[Red]\n2313: R-A05\n[markers]\nwhite: 2825, 2924\npoland: {}\n"

    def places(poland: str) -> set[str]:
        p = situation(text.format(poland))
        tank = next(u for u, c in enumerate(p.charts.counters) if c.id == "W-TK1")
        return set(p.charts.grid.labels(rules.tank_hexes(p, tank)))

    assert places("neutral") == {"2825"}
    assert places("war") == {"2825", "1221"}


@rule("reds", "20.8", "3.4")
def test_where_white_partisans_rise() -> None:
    text = "turn: {}\nphase: command\n[White]\n3612: W-SD1\n2825: W-VOL\n[Red]\n2313: R-A05\n"

    def places(turn: str, unit: str) -> set[str]:
        p = situation(text.format(turn))
        number = next(u for u, c in enumerate(p.charts.counters) if c.id == unit)
        return set(p.charts.grid.labels(rules.white_partisan_hexes(p, number)))

    siberians = places("8", "W-P2")
    p = situation(text.format("8"))
    grid = p.charts.grid
    orenburg = grid.hex("3612")
    near = {label for label in siberians if grid.distance(orenburg, grid.hex(label)) < 4}
    assert not near
    assert any(grid.distance(orenburg, grid.hex(label)) == 4 for label in siberians)
    before, after = places("3", "W-P3"), places("8", "W-P3")
    closed = set(grid.labels(p.charts.neutral_ground))
    assert before
    assert not before & closed
    assert after & closed


@rule("reds", "6.1", "20.9")
@pytest.mark.parametrize(("box", "side"), [("Field-Staff", "Red"), ("East", "White")])
def test_a_leader_of_the_field_staff_helps_to_win_the_initiative(box: str, side: str) -> None:
    """Fours are a tie without him; five to two decides the second roll."""
    text = f"turn: 8\nphase: initiative\n[Red]\n2313: R-A05\n[markers]\nleaders: Frunze@{box}\n"
    assert situation(text, dice=(4, 4, 5, 2)).initiative == side


@rule("reds", "6.3")
def test_both_rolls_of_a_turn_are_kept() -> None:
    p = event("White", 12, "[White]\n2825: W-VOL\n[Red]\n2313: R-A05\n")
    assert 12 in p.event_rolls


@rule("reds", "6.3", "20.9")
def test_intrigue_finds_a_leader_in_any_box() -> None:
    text = "turn: 8\nphase: command\n[Red]\n2313: R-A05\n"
    assert rules._political_intrigue(situation(f"{text}[markers]\nleaders: Egorov@North\n"))
    assert not rules._political_intrigue(situation(text))


@rule("reds", "20.9")
def test_nobody_succeeds_a_dismissed_leader_when_the_pool_is_empty() -> None:
    full = (
        "leaders: Frunze@East, Tukhachevsky@West, Vatsetis@North, S. Kamenev@South, "
        "Egorov@Southwest, Antonov-Ovseenko@Central-Asia"
    )
    p = event("Red", 5, markers=full)
    play(p, "dismiss East")
    assert p.leader_in(4) == -1
    assert p.leaders == (-1, 1, 0, 3, 2, 5)


@rule("reds", "20.9", "9.7")
def test_room_comes_and_goes_with_a_leader() -> None:
    reds = "[Red]\n2813: R-A01\n2713: R-A05\n"
    p = event("Red", 12, reds)
    army, there = number_of(p, "R-A05"), p.charts.grid.hex("2813")
    assert not destinations(p, army) >> there & 1
    play(p, "leader Frunze", "box East")
    assert destinations(p, army) >> there & 1
    full = (
        "leaders: Frunze@East, Tukhachevsky@West, Vatsetis@North, S. Kamenev@South, "
        "Egorov@Southwest, Antonov-Ovseenko@Central-Asia"
    )
    p = event("Red", 5, reds, full)
    assert destinations(p, army) >> there & 1
    play(p, "dismiss East")
    assert not destinations(p, army) >> there & 1


@rule("reds", "10.11")
def test_the_freikorps_event_opens_russia_to_von_der_goltz() -> None:
    p = situation("turn: 8\nphase: command\n[White]\n1417: W-VDG\n[Red]\n2313: R-A05\n")
    goltz = number_of(p, "W-VDG")
    assert not destinations(p, goltz) & ~p.charts.baltic
    assert rules._freikorps(p)
    assert destinations(p, goltz) & ~p.charts.baltic


@rule("reds", "13.1", "2.2")
def test_what_a_computer_player_has_to_keep_changes_with_red_terror() -> None:
    """Ekaterinoslav is nobody's without a unit in it, until it is a Red City."""
    p = event("Red", 9, "[Red]\n2423: R-A14\n2313: R-A05\n")
    before = goals(p, "Red")
    play(p, "terror 2423")
    assert goals(p, "Red") != before


@rule("reds", "20.8")
def test_no_red_partisans_without_a_counter_or_a_city() -> None:
    assert not happened(event("Red", 6, "[Red]\n2313: R-P1\n2315: R-P2\n2317: R-P3\n"))
    every = " ".join(TITLE.charts.grid.labels(TITLE.charts.cities))
    assert not happened(event("Red", 6, markers=f"red: {every}"))
    assert offered(event("Red", 6), "place")


@rule("reds", "6.3", "21.4")
@pytest.mark.parametrize(("side", "roll"), [("White", 7), ("Red", 4), ("White", 5), ("White", 11)])
def test_an_event_that_occurs_is_not_told_as_void(side: str, roll: int) -> None:
    p = event(side, roll)
    name = events(p, "event")[0][2]
    assert (name,) not in events(p, "no_event")


@rule("reds", "19.2", "20.8")
@pytest.mark.parametrize(("turn", "open_"), [("12", False), ("13", True)])
def test_partisans_rise_on_lakes_in_winter(turn: str, open_: bool) -> None:
    p = situation(f"turn: {turn}\nphase: command\n[White]\n4922: W-TRC\n[Red]\n2313: R-A05\n")
    found = rules.white_partisan_hexes(p, number_of(p, "W-P1"))
    assert bool(found >> p.charts.grid.hex("5206") & 1) is open_
