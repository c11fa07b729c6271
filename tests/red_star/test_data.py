"""The data: what the rulebook says of counters, set-ups and charts, and what history asks."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from stavka.data import DataError
from stavka.hexes import members
from stavka.titles.red_star.charts import AXIS, DATA, SOVIET, Charts
from stavka.titles.red_star.contested import contested_by
from stavka.titles.red_star.position import War
from stavka.titles.red_star.stacking import overstacks
from stavka.titles.red_star.supply import determine_supply
from stavka.titles.red_star.victory import unit_points
from tests.marks import rule

from .situations import TITLE, box_of, number_of, started, where

CHARTS = TITLE.charts
KEYS = tuple(CHARTS.plans)
FILES = sorted(path for path in TITLE.data.rglob("*.csv") if path.parent.name != "rules")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_row_says_where_it_comes_from(path: Path) -> None:
    with path.open(encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.DictReader(file), 2):
            words = ("rulebook ", "found ", "reconstructed")
            assert row["source"].startswith(words), f"line {number}"


@rule("red-star", "7.9.1", "7.9.2")
def test_units_have_one_to_four_steps_and_the_front_is_the_stronger_side() -> None:
    for kind in CHARTS.kinds.values():
        if kind.key in ("air_fleet", "partisans"):
            continue
        assert 1 <= kind.steps <= 4, kind.key
        if len(kind.values) == 2:
            assert kind.values[0] > kind.values[1]
        if not kind.cup:
            assert len(kind.values) == (1 if kind.steps == 1 else 2)
    for marker in CHARTS.markers:
        assert marker.full > marker.reduced


@rule("red-star", "14.1.2")
def test_assets_have_a_defence_of_one_and_one_step() -> None:
    for unit in members(CHARTS.assets):
        kind = CHARTS.kind[unit]
        assert (kind.values, kind.steps, kind.movement) == (((0, 1),), 1, 0)


@pytest.mark.parametrize("key", KEYS)
def test_set_ups_are_legal(key: str) -> None:
    p = started(key)
    assert overstacks(p) == []
    assert not p.axis & p.soviet
    for side, enemy in ((AXIS, SOVIET), (SOVIET, AXIS)):
        alone = contested_by(p, enemy) & p.occupied(side) & ~p.strong(side)
        for hex_ in members(alone):
            assert not CHARTS.timid & p.units_in(hex_), p.label(hex_)
    for unit in members(p.on_map & CHARTS.siege):
        assert CHARTS.rail.hexes >> p.where[unit] & 1


@pytest.mark.parametrize("key", ["barbarossa", "road-to-stalingrad", "heartland", "motherland"])
def test_in_june_1941_everybody_stands_behind_the_frontier(key: str) -> None:
    p = started(key)
    assert not p.axis & CHARTS.soviet_union
    assert not p.soviet & ~CHARTS.soviet_union


# Units that were historically cut off, or nearly so.
CUT_OFF = {"russia-resurgent": {"SA23", "SA42", "SA55", "SMARB"}}


@pytest.mark.parametrize("key", KEYS)
def test_units_begin_in_supply(key: str) -> None:
    p = started(key)
    determine_supply(p)
    unsupplied = {p.name(u) for u in members((p.out | p.lack) & p.on_map)}
    assert unsupplied <= CUT_OFF.get(key, set())


def test_units_that_the_rules_name() -> None:
    for name in (
        *("GSD207", "GSD213", "GSD221", "GSD281", "GSD444", "GSD454", "SGC1", "SGC2", "SGC3"),
        *("IT8A", "GSIEGE", "GAB1", "GAB2", "GAB4", "LEADER-Zhukov"),
        *("SPART1", "SPART2", "SPART3", "SPART4", "SPART5"),
    ):
        assert CHARTS.names.unit(name) is not None, name
    p = started("russia-resurgent")
    assert where(p, "SHQ-RESERV")
    romanians = [members(p.units_in(CHARTS.grid.hex("1623")))]
    assert any(CHARTS.of_nation["Romanian"] >> u & 1 for stack in romanians for u in stack)


@rule("red-star", "14.4.1")
def test_zhukov_comes_by_schedule_and_the_others_are_drawn() -> None:
    zhukov = number_of(started("heartland"), "LEADER-Zhukov")
    arrivals = [a.unit for turn in range(1, 41) for a in CHARTS.arrivals["heartland", turn]]
    assert arrivals.count(zhukov) == 1
    others = [u for u in members(CHARTS.leaders) if u != zhukov]
    assert len(others) >= 12
    assert not set(others) & set(arrivals)
    p = started("heartland")
    assert {box_of(p, p.name(u)) for u in others} == {"leaders"}


@rule("red-star", "15.6")
def test_guards_cavalry_comes_as_reinforcements() -> None:
    arrivals = [a.unit for turn in range(1, 41) for a in CHARTS.arrivals["heartland", turn]]
    assert set(members(CHARTS.guards_cavalry)) <= set(arrivals)


@pytest.mark.parametrize("key", KEYS)
def test_nobody_arrives_twice_or_is_on_the_map_already(key: str) -> None:
    p = started(key)
    plan = CHARTS.plans[key]
    seen: Counter[int] = Counter()
    for turn in range(plan.first_turn + 1, plan.last_turn + 1):
        for arrival in CHARTS.arrivals[key, turn]:
            if arrival.unit >= 0 and arrival.action == "arrive":
                seen[arrival.unit] += 1
                assert p.where[arrival.unit] < 0, p.name(arrival.unit)
    assert all(count == 1 for count in seen.values())


@rule("red-star", "6.1", "6.2.4")
def test_strength_markers() -> None:
    def mean(cup: str, *, striped: bool | None = None) -> tuple[float, float]:
        found = [m for m in CHARTS.markers if m.cup == cup and striped in (None, m.striped)]
        total = sum(m.count for m in found)
        return (
            sum(m.full[0] * m.count for m in found) / total,
            sum(m.full[1] * m.count for m in found) / total,
        )

    # On average tank armies are better than Guards, and Guards better than infantry armies.
    a, b, c = mean("A"), mean("B"), mean("C")
    assert a[0] > b[0] > c[0]
    assert a[1] > b[1] > c[1]
    assert mean("C", striped=True)[0] < mean("C", striped=False)[0]
    assert {m.cup for m in CHARTS.markers if m.striped} == {"C"}
    striped = {m.full: m.reduced for m in CHARTS.markers if m.striped}
    assert striped[2, 5] == striped[2, 6] == (1, 3), "known from a picture"


def test_there_are_markers_for_all_tank_and_guards_armies() -> None:
    armies: dict[str, int] = defaultdict(int)
    for turn in range(1, 41):
        for arrival in CHARTS.arrivals["heartland", turn]:
            if arrival.unit >= 0 and CHARTS.kind[arrival.unit].cup in ("A", "B"):
                armies[CHARTS.kind[arrival.unit].cup] += 1
        for cup in ("A", "B"):
            markers = sum(m.count for m in CHARTS.markers if m.cup == cup and m.turn <= turn)
            assert armies[cup] <= markers, f"turn {turn}, cup {cup}"


@rule("red-star", "14.4.2")
def test_production_numbers() -> None:
    numbers = [turn.production for turn in CHARTS.turns.values() if turn.production]
    assert len(numbers) == 17
    assert max(numbers) == 24
    assert CHARTS.assets.bit_count() > 30


def test_axis_strength_fits_the_victory_levels() -> None:
    """What the Axis has at the start must leave both sides a chance."""

    def points(key: str) -> int:
        p: War = started(key)
        determine_supply(p)
        return unit_points(p)

    turning = points("turning-point")
    assert turning > 58, "the Axis begins above its goal and has to keep it"
    assert 150 < points("barbarossa") < 351


@pytest.mark.parametrize(
    ("file", "old", "new", "line", "field"),
    [
        ("kinds.csv", "German tank corps,Axis", "German tank corps,Allies", 2, "side"),
        ("kinds.csv", "9-8,7-6", "9:8,7-6", 2, "front"),
        ("kinds.csv", "yes,,2,no", "yes,,2,maybe", 2, "sea"),
        ("counters.csv", "Corps,tank_corps", "Corps,tonk_corps", 2, "kind"),
        ("counters.csv", "GTK14,", "GTK03,", 3, "id"),
        ("leaders.csv", "LEADER-Zhukov", "LEADER-Nobody", 2, "unit"),
        ("markers.csv", "C,2,5", "D,2,5", 2, "cup"),
        ("odds.csv", "1-3,1-2", "1-3,1:2", 2, "c2"),
        ("results.csv", "AE,A2", "AE,X2", 2, "c2"),
        ("conversions.csv", "tank_corps,4", "tonk_corps,4", 2, "whole"),
        ("turns.csv", "1941,clear", "1941,hail", 2, "weather"),
        ("terrain.csv", "1,open", "1,wide", 2, "row"),
        ("set_ups.csv", "GIK29,3034", "GIK29,9934", 2, "hex"),
        ("set_ups.csv", "GIK29,3034", "GIK29,6117", 2, "hex"),
        ("set_ups.csv", "GIK29,3034,", "GIK29,,pocket", 2, "box"),
        ("set_ups.csv", "1,GIK29", "9,GIK29", 2, "scenarios"),
        ("reinforcements.csv", "arrive,GIK50", "come,GIK50", 2, "action"),
        ("reinforcements.csv", "arrive,GIK50", "arrive,", 2, "kind"),
        ("levels.csv", "win,Soviet", "win,Nobody", 2, "winner"),
    ],
)
def test_a_wrong_overlay_is_named(
    tmp_path: Path, file: str, old: str, new: str, line: int, field: str
) -> None:
    text = (DATA / file).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        Charts(tmp_path)
    error = caught.value
    assert (error.file.name, error.line, error.field) == (file, line, field)


@rule("red-star", "7.2.2")
def test_where_one_can_go_one_can_come_from() -> None:
    """Who can attack a space is found from the space: hexsides look alike from both sides."""
    for passage in (CHARTS.passage, CHARTS.ice):
        for here in members(CHARTS.land):
            for there in members(CHARTS.steps(passage, here)):
                assert passage.can_step(there, here), (here, there)
