"""3.0 Game set-up, and the optional rules that change it (21.0)."""

from __future__ import annotations

import pytest

from stavka.titles.reds.control import controlled, resources, seas_of
from stavka.titles.reds.supply import in_supply
from tests.marks import rule

from .situations import (
    disordered,
    events,
    moves,
    number_of,
    opening,
    situation,
    stack,
    started,
    what_is_set,
    where,
)


@rule("reds", "3.1")
def test_units_start_where_their_counters_say() -> None:
    p = opening()
    for unit, counter in enumerate(p.charts.counters):
        if counter.setup == "hex":
            assert p.where[unit] == counter.setup_hex, counter.name
            assert bool(p.disordered >> unit & 1) == counter.starts_disordered, counter.name
        elif counter.setup == "start":
            assert where(p, counter.id) == "ready"
        else:
            assert where(p, counter.id) == "pool", counter.name
    assert where(p, "W-NF-WH") == "ready"


@rule("reds", "3.1")
def test_everybody_starts_in_supply() -> None:
    p = opening()
    for unit, counter in enumerate(p.charts.counters):
        if p.where[unit] >= 0 and counter.side != "Neutral":
            assert in_supply(p, unit), counter.name


@rule("reds", "3.2")
def test_markers_at_start() -> None:
    p = opening()
    assert (p.label(p.gold), p.gold_side) == ("3010", "Red")
    assert (p.label(p.train), p.verdun, p.wrangel) == ("2813", True, False)
    assert (resources(p, "Red"), resources(p, "White")) == (5, 2)
    assert seas_of(p, "White") == ("White", "Baltic", "Black", "Caspian")
    assert p.initiative == "White"
    assert all(box < 0 for box in p.leaders)


@rule("reds", "3.2")
def test_control_at_start() -> None:
    p = opening()
    charts = p.charts
    white = {p.label(h) for h in charts.grid.hexes if controlled(p, "White") >> h & 1}
    assert {"1403", "1605", "2924", "3212", "3408", "5315", "5320", "5421"} < white
    open_ = charts.cities & ~charts.neutral_ground
    assert controlled(p, "Red") == open_ & ~controlled(p, "White")
    for label in white:
        occupied = any(unit.startswith("W-") for unit in stack(p, label))
        assert occupied or charts.control_markers["White"] >> charts.grid.hex(label) & 1


@rule("reds", "3.3")
@pytest.mark.parametrize(("die", "alive"), [(1, True), (2, False), (6, False)])
def test_the_fate_of_the_tsar(die: int, alive: bool) -> None:
    p = opening(dice=(die,))
    assert p.tsar is alive
    assert events(p, "tsar") == [(die, alive)]


@rule("reds", "3.4", "10.13")
@pytest.mark.parametrize(("turn", "open_"), [("4", False), ("5", True)])
def test_neutral_territory_opens_with_turn_b(turn: str, open_: bool) -> None:
    """Rostov and the Caucasus from the Don and the Terek; nobody goes there before Turn B."""
    text = f"turn: {turn}\nphase: activation\nchit: AFSR\n[White]\n2921: W-DON1\n3524: W-TER\n"
    closed = situation(text).charts.neutral_ground
    reached = moves(situation(text), "W-DON1") | moves(situation(text), "W-TER")
    grid = situation(text).charts.grid
    inside = {label for label in reached if closed >> grid.hex(label) & 1}
    assert bool(inside) is open_
    assert ("2822" in inside) is open_


@rule("reds", "3.4")
@pytest.mark.parametrize(("turn", "cut"), [("4", False), ("5", True)])
def test_no_zone_of_control_reaches_across_the_occupation_line(turn: str, cut: bool) -> None:
    """After Turn B a Red army in Rostov controls the hexes of the Don; before, it cannot be there:
    so look from outside at the land behind the line."""
    from stavka.titles.reds.zones_of_control import enemy_zone

    p = situation(f"turn: {turn}\nphase: activation\nchit: AFSR\n[White]\n2921: W-DON1\n")
    rostov = p.charts.grid.hex("2822")
    assert bool(enemy_zone(p, "Red") >> rostov & 1) is cut


@rule("reds", "3.4", "12.7")
@pytest.mark.parametrize(("turn", "supplied"), [("4", False), ("5", True)])
def test_no_supply_across_the_occupation_line(turn: str, supplied: bool) -> None:
    """Orel lives by Moscow; but a unit at Voronezh whose only way leads by Kharkov does not."""
    p = situation(
        f"turn: {turn}\nphase: activation\nchit: South\n[Red]\n2519: R-A08\n"
        "[White]\n2518: W-CAU\n2618: W-5CV\n[markers]\nred: 2421 2318\n"
    )
    assert in_supply(p, number_of(p, "R-A08")) is supplied


@rule("reds", "21.1")
@pytest.mark.parametrize("option", [(), ("21.1",)])
def test_the_volunteers_can_start_rallied(option: tuple[str, ...]) -> None:
    p = opening(options=option)
    for unit in ("W-KOR", "W-MAR", "W-DRO"):
        assert disordered(p, unit) is not bool(option)


@rule("reds", "3.1", "3.2", "3.4")
def test_nothing_has_happened_when_a_game_begins() -> None:
    p = started("1918-21")
    counters = ("where", "disordered", "white_held", "red_held")
    assert what_is_set(p, *counters) == {
        "initiative": "White",
        "segment": -1,
        "great_war": True,
        "gold": p.charts.marker_hex["Gold"],
        "gold_side": "Red",
        "train": p.charts.marker_hex["Red Train"],
        "verdun": True,
        "poland": "neutral",
        "poland_since": -1,
        "leaders": (-1,) * 6,
        "raider": -1,
        "corruption_since": -1,
        "rail_used": (0,) * 3,
        "sea_used": (0,) * 4,
        "event_rolls": (0,) * 2,
    }
    # 13.1: only places that can be controlled are anybody's.
    assert not (p.white_held | p.red_held) & ~p.charts.controllable
    assert not p.white_held & p.red_held
