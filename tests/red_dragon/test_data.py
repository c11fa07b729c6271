"""The counters and charts against everything that the rulebook says about them."""

from __future__ import annotations

import csv
import re
import shutil
from collections import Counter as Tally
from pathlib import Path

import pytest

from stavka.data import DataError
from stavka.hexes import Hex, HexSet, flood, members, set_of
from stavka.provenance import reports
from stavka.titles.red_dragon.charts import DATA, GMD, PLA, SIDES, Charts, Counter, charts

from ..marks import rule

CHARTS = charts()
COUNTERS = CHARTS.counter


def count(**fields: object) -> int:
    return sum(all(getattr(c, f) == value for f, value in fields.items()) for c in COUNTERS)


def at_start() -> dict[Hex, list[Counter]]:
    """The counters on the map when the game begins."""
    found: dict[Hex, list[Counter]] = {}
    for counter, placement in zip(COUNTERS, CHARTS.set_up, strict=True):
        if placement.where == "map":
            found.setdefault(placement.hex, []).append(counter)
    return found


# 2.0 The counters


@rule("red-dragon", "2.0", "2.1")
def test_there_are_163_counters() -> None:
    assert len(COUNTERS) + sum(len(markers) for markers in CHARTS.markers.values()) == 163
    assert len({counter.name for counter in COUNTERS}) == len(COUNTERS)


@rule("red-dragon", "2.1.1")
def test_every_kind_of_combat_unit_exists() -> None:
    kinds = {c.type for c in COUNTERS}
    for kind in ("infantry", "artillery", "heavy_mortar", "armor", "cavalry", "static"):
        assert kind in kinds
    assert {"military_police", "militia", "guerrilla"} <= kinds
    assert {c.size for c in COUNTERS} >= {"XXX", "XX", "X", "III", "II", "I"}
    assert count(bracketed=True) >= 1
    # 15.2.2: every GMD unit has a loss factor, no PLA unit has one.
    for unit, counter in enumerate(COUNTERS):
        is_gmd_unit = bool(CHARTS.units_of[GMD] >> unit & 1)
        assert (counter.loss_factor > 0) == is_gmd_unit
        assert (counter.loyalty_row in CHARTS.loyalty_range) == is_gmd_unit
    # Yellow factors with an asterisk only support.
    assert CHARTS.asterisked & ~CHARTS.defend_only == 0


@rule("red-dragon", "1.3", "1.3.1", "1.3.2")
def test_the_abbreviations_stand_on_counters() -> None:
    names = {side: " ".join(c.name for c in COUNTERS if c.side == side) for side in SIDES}
    assert re.search(r"\bC\d+\b", names[GMD])
    for word in ("BH", "GD", "LG", "JL", "JH", "LZN", "SS", "ST", "YX"):
        assert re.search(rf"\b\d*{word}\d*\b", names[PLA]), word
    assert {"SH", "SU"} <= {c.subcommand for c in COUNTERS}


@rule("red-dragon", "2.1.2", "17.1", "17.1.1")
def test_the_pla_has_three_generals_and_a_commissar() -> None:
    assert count(type="leader", side=PLA) == 4
    assert count(type="leader", side=PLA, command="ECFA") == 2
    assert count(type="leader", side=PLA, command="CPFA") == 1
    deng = COUNTERS[CHARTS.deng]
    assert (deng.name, deng.command) == ("Deng Xiao Peng", "")


@rule("red-dragon", "17.2")
def test_a_few_gmd_leaders_are_reinforcements() -> None:
    leaders = [c for c in COUNTERS if c.type == "leader" and c.side == GMD]
    assert 1 < sum(c.reinforcement for c in leaders) < len(leaders) / 2
    # The example has a 1 and a 0.
    assert {0, 1} <= {c.rating for c in leaders}
    # 10.1.1: two leaders come with the 12th Army.
    assert sum(c.command == "12A" and c.reinforcement for c in leaders) == 2


@rule("red-dragon", "2.1.3", "14.0")
def test_the_assets() -> None:
    assert count(type="FB") + count(type="MB") == 3
    assert count(type="FB") >= 1 <= count(type="MB")
    assert count(type="supply") == 1
    assert len(CHARTS.markers["bridge"]) == CHARTS.limit["bridges"] == 2  # 18.1
    assert len(CHARTS.markers["fdp"]) == CHARTS.limit["fdp_markers"] == 6  # 16.1.3c
    assert count(type="elb", cf=1, ma=0, command="CPFA") == count(type="elb") == 2  # 13.2


@rule("red-dragon", "2.1.4")
def test_eight_markers_for_the_news() -> None:
    assert len(CHARTS.markers["news"]) == 8
    used = [marker for news in CHARTS.news.values() for marker in news.markers]
    assert sorted(used) == sorted(CHARTS.markers["news"])
    offensive = [name for name in CHARTS.markers["news"].values() if "Political" in name]
    assert len(offensive) == 3  # 18.7.2
    assert len(CHARTS.markers["track"]) == 5


def test_counters_that_the_rulebook_names() -> None:
    assert count(side=GMD, type="armor") == 7  # 17.2.9c
    assert count(side=PLA, type="armor") == 1  # 18.6
    assert count(type="heavy_mortar", side=GMD) == count(type="heavy_mortar") == 2  # 13.1
    assert count(type="rr_security", side=GMD) == 1  # 11.2.6
    third = COUNTERS[CHARTS.unit("3st")]
    assert (third.type, third.command, third.cf, third.support) == ("artillery", "ECFA", 1, False)
    assert {COUNTERS[CHARTS.militia_xu].name, COUNTERS[CHARTS.militia_be].name} == {
        "Xu Militia",
        "Be Militia",
    }
    assert COUNTERS[CHARTS.jiang].command == "AR"


@rule("red-dragon", "18.4.2")
def test_guerrillas_have_an_allowance_of_four() -> None:
    guerrillas = [COUNTERS[unit] for unit in members(CHARTS.guerrillas)]
    assert guerrillas
    assert {c.ma for c in guerrillas} == {4}


def test_loss_factors_are_half_the_factor_but_for_the_corps_that_went_over() -> None:
    for unit in members(CHARTS.units_of[GMD]):
        c = COUNTERS[unit]
        whole = c.id in ("59-corps", "77-corps")
        assert c.loss_factor == (c.cf if whole else (c.cf + 1) // 2), c.id


# 4.0 Commands


@rule("red-dragon", "4.3", "4.3.1", "4.4", "4.4.1", "4.4.2")
def test_every_command_has_units_and_the_areas_change_theirs() -> None:
    for command, units in CHARTS.of_command.items():
        assert units & CHARTS.combat_units, command
    for sub, units in CHARTS.of_subcommand.items():
        assert units & CHARTS.combat_units, sub
    later = {"3PA": "XBS", "9PA": "XBS", "1PA": "BC", "4PA": "BC"}
    for c in COUNTERS:
        assert c.turn3_command == later.get(c.command, ""), c.id
        if c.command == "12A":
            assert c.reinforcement, "the whole 12th Army is to come"


# 3.2 Victory


def test_thirty_six_corps_are_within_reach_but_not_with_corps_alone() -> None:
    gmd = [COUNTERS[unit] for unit in members(CHARTS.units_of[GMD])]
    corps = sum(c.size == "XXX" for c in gmd)
    artillery = sum(c.type == "artillery" for c in gmd)
    leaders = CHARTS.leaders.bit_count()
    others = (len(gmd) - corps - artillery) // CHARTS.limit["units_for_a_corps"]
    assert corps == 34 < CHARTS.limit["victory_corps"]
    assert corps + artillery + leaders + others >= CHARTS.limit["victory_corps"] * 1.4


# The charts


@rule("red-dragon", "12.3.5")
def test_the_combat_results_table() -> None:
    assert {"2:3", "1:1", "3:2", "2:1", "3:1"} <= set(CHARTS.columns)  # 12.3.3, 17.2
    assert CHARTS.columns.index("3:1") == CHARTS.columns.index("2:1") + 1  # 17.2
    ratios = [a / b for a, b in CHARTS.odds]
    assert ratios == sorted(ratios)
    for column in CHARTS.columns:
        assert sorted(CHARTS.results[column]) == [1, 2, 3, 4, 5, 6]
    codes = {code for column in CHARTS.results.values() for code in column.values()}
    assert codes == set(CHARTS.codes)
    assert {"DE", "DA", "DR", "DD"} <= codes  # 12.4, 15.2.3
    # 17.2: the attacker can lose units at 3:1.
    assert any("AA" in code for code in CHARTS.results["3:1"].values())


def test_better_odds_and_higher_rolls_are_never_worse() -> None:
    rank = {code: n for n, code in enumerate(("AE", "AA", "AR", "NE", "DR", "AA/DA", "DA"))}
    rank |= {"DE": 7, "DD": 8}
    table = [[rank[CHARTS.results[c][die]] for c in CHARTS.columns] for die in range(1, 7)]
    for row in table:
        assert row == sorted(row)
    for column in zip(*table, strict=True):
        assert list(column) == sorted(column)


@rule("red-dragon", "9.0")
def test_the_china_news_table() -> None:
    assert sorted(CHARTS.news) == list(range(2, 13))
    assert CHARTS.news[4].key == "ammunition"  # 13.2.7
    assert CHARTS.news[8].key == "short_attacks"  # 18.3.1
    assert CHARTS.news[11].key == "political_offensive"  # 18.7.1
    assert CHARTS.news[12].key == "trenches"  # 16.2.7
    assert any("FDP marker" in news.text for news in CHARTS.news.values())  # 16.1.2


def test_the_weather_table_and_the_weather_of_history() -> None:
    for last in ("Good", "Thaw", "Poor"):
        results = [CHARTS.weather_table[last][die] for die in range(1, 7)]
        assert set(results) <= {"Good", "Thaw", "Poor"}
    assert sorted(CHARTS.turns) == list(range(1, CHARTS.limit["turns"] + 1))
    assert CHARTS.historical_weather[1] == "Good"  # 5.1.3
    assert set(CHARTS.historical_weather.values()) == {"Good", "Thaw", "Poor"}


def test_the_loyalty_table() -> None:
    assert CHARTS.loyalty_drm["leader"] == -1  # 17.2.6b
    assert CHARTS.loyalty_drm["great_victory"] == -1  # 12.4.4
    used = {COUNTERS[unit].loyalty_row for unit in members(CHARTS.units_of[GMD])}
    assert used == set(CHARTS.loyalty_range)
    # 15.1.3: a row is one command and type; the 3rd PA has one of its own.
    third = {c.loyalty_row for c in COUNTERS if c.command == "3PA" and c.loyalty_row}
    others = {c.loyalty_row for c in COUNTERS if c.command != "3PA" and c.loyalty_row}
    assert len(third) == 1
    assert not third & others


def test_the_leader_loss_table() -> None:
    assert {roll for roll, (lost, _) in CHARTS.leader_lost.items() if lost} == {2, 12}  # 17.2.7a
    assert {roll for roll, (_, lost) in CHARTS.leader_lost.items() if lost} == {7}
    assert sorted(CHARTS.leader_lost) == list(range(2, 13))


def test_the_terrain_chart_in_half_points() -> None:
    assert CHARTS.cost["road"] == 1  # 11.3.3: MA 6 is twelve road hexes
    assert CHARTS.cost["rail_move"] == CHARTS.cost["interdicted"] == 2  # 11.2.3, 14.3.4
    assert CHARTS.cost["guerrilla"] == 2  # 18.4.3
    assert (CHARTS.shift["river"], CHARTS.shift["bridge"]) == (-1, 1)  # 18.1
    assert (CHARTS.shift["fdp"], CHARTS.shift["concentric"]) == (-1, 1)  # 16.2.7, 12.2.2
    covered: HexSet = 0
    for hexes in CHARTS.terrain.values():
        assert not covered & hexes
        covered |= hexes
    assert covered == CHARTS.land


# 19.0 The set-up


def test_stacks_at_start_keep_to_the_limits() -> None:  # 6.1
    for hex_, counters in at_start().items():
        label = CHARTS.grid.label(hex_)
        assert len({c.side for c in counters}) == 1, label
        assert CHARTS.land >> hex_ & 1, label
        tally = Tally(
            "corps" if c.size == "XXX" else "armor" if c.type == "armor" else "smaller"
            for c in counters
            if c.size and c.type not in ("guerrilla", "militia", "elb")
        )
        assert tally["corps"] <= CHARTS.limit["stack_corps"], label
        assert tally["smaller"] <= CHARTS.limit["stack_smaller"], label
        assert tally["armor"] <= CHARTS.limit["stack_armor"], label
        kinds = Tally(c.type for c in counters)
        assert max(kinds["artillery"], kinds["heavy_mortar"], kinds["guerrilla"]) <= 1, label
        if any(c.support for c in counters):
            assert kinds["infantry"], "artillery stands with infantry"


def test_stacks_at_start_keep_to_the_commands() -> None:  # 4.0
    for counters in at_start().values():
        mates = [c for c in counters if c.type != "guerrilla" and c.name != "Jiang Weiguo"]
        commands = {c.command for c in mates}
        subs = {c.subcommand for c in mates if c.subcommand}
        assert len(commands) <= 1
        assert len(subs) <= 1


def test_leaders_at_start_stand_with_their_own() -> None:  # 17.2
    for counters in at_start().values():
        for leader in (c for c in counters if c.type == "leader"):
            if leader.name == "Jiang Weiguo":
                assert any(c.type == "armor" for c in counters)
            else:
                assert any(
                    c.size and (c.command, c.subcommand) == (leader.command, leader.subcommand)
                    for c in counters
                ), leader.name


def test_the_12th_army_waits_as_one_block() -> None:  # 10.1.1
    waiting = {c.id for c, p in zip(COUNTERS, CHARTS.set_up, strict=True) if p.where == "12th_army"}
    assert waiting == {COUNTERS[unit].id for unit in members(CHARTS.twelfth_army)}
    assert CHARTS.set_up[CHARTS.deng].where == "turn_2"  # 17.1.10


def test_everybody_is_in_supply_at_start() -> None:  # 7.2
    start = at_start()
    gmd = set_of(h for h, stack in start.items() if stack[0].side == GMD)
    guerrillas = set_of(h for h, s in start.items() if any(c.type == "guerrilla" for c in s))
    pla = set_of(
        h for h, s in start.items() if any(c.side == PLA and c.type != "guerrilla" for c in s)
    )
    closed = pla | CHARTS.control[PLA]
    source = CHARTS.sources[GMD]
    net = flood(CHARTS.ways_passage(guerrillas), source & CHARTS.ways.hexes, blocked=closed)
    fed = net | source | 1 << CHARTS.lianyungang
    for _ in range(CHARTS.limit["loc_hexes"]):
        fed |= CHARTS.passage.spread(fed & ~closed) & ~closed
    assert CHARTS.grid.labels(gmd & ~fed) == []
    for command in ("ECFA", "CPFA"):
        theirs = set_of(h for h, s in start.items() if any(c.command == command for c in s))
        reached = flood(CHARTS.passage, CHARTS.sources[command], blocked=gmd | CHARTS.control[GMD])
        assert CHARTS.grid.labels(theirs & ~reached) == []


# The files


@pytest.mark.parametrize("report", reports(DATA), ids=lambda report: report.file)
def test_every_row_says_where_it_comes_from(report: object) -> None:
    assert getattr(report, "rows", 0) > 0


def overlaid(tmp_path: Path, name: str, old: str, new: str) -> Path:
    """A folder with one file of ours in which something was changed."""
    text = (DATA / name).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "old", "new", "field", "reason"),
    [
        ("units.csv", "72-corps,72 Corps,GMD", "72-corps,72 Corps,Red", "side", "one of GMD, PLA"),
        ("units.csv", "GMD,XBS,2A", "GMD,BC,2A", "subcommand", "no sub-command of BC"),
        ("units.csv", "infantry,4,", "infantry,many,", "cf", "whole number"),
        ("units.csv", ",L3,", ",L33,", "loyalty", "one of L1"),
        ("leaders.csv", "XBS,,,1,yes", "XBS,,,-1,yes", "rating", "negative"),
        ("leaders.csv", "XBS,,,1,yes", "XBS,,,,yes", "rating", "is empty"),
        ("units.csv", ",no,L3,", ",no,,", "loyalty", "is empty"),
        ("china_news.csv", ",turn,jiang,", ",turn,jian,", "markers", "no news marker 'jian'"),
        ("air.csv", ",FB,", ",jet,", "type", "one of FB, MB, supply"),
        ("crt.csv", "1,AE,", "1,XX,", "1:3", "one of AE"),
        ("crt.csv", "1,AE,", "7,AE,", "die", "no roll"),
        ("weather.csv", "1,Good", "1,Hail", "Good", "one of Good"),
        ("terrain.csv", "Clear,1,", "Clear,1/3,", "mp", "whole number"),
        ("setup.csv", "72-corps,map,1809", "72-corps,map,0101", "hex", "0101"),
        ("setup.csv", "72-corps,map,1809", "72-corps,map,2009", "hex", "no land hex"),
        ("setup.csv", "72-corps,map,1809", "72-corps,map,", "hex", "needs a hex"),
        ("setup.csv", "72-corps,map,1809", "72-corps,reinforcement,", "where", "reinforcement"),
        ("setup.csv", "115-corps,map", "72-corps,map", "id", "twice"),
        ("setup.csv", "115-corps,map", "116-corps,map", "id", "no counter"),
        ("control.csv", "Bengbu,GMD", "Bengbo,GMD", "place", "Bengbo"),
    ],
)
def test_a_wrong_value_is_named(
    tmp_path: Path, name: str, old: str, new: str, field: str, reason: str
) -> None:
    with pytest.raises(DataError, match=reason) as caught:
        Charts(overlaid(tmp_path, name, old, new))
    assert caught.value.file.name == name
    assert caught.value.field == field
    assert caught.value.line


def test_a_missing_row_is_named(tmp_path: Path) -> None:
    text = (DATA / "setup.csv").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("ecfa-9,")]
    (tmp_path / "setup.csv").write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(DataError, match="lacks ecfa-9"):
        Charts(tmp_path)


def test_ones_own_values_are_read(tmp_path: Path) -> None:
    mine = Charts(overlaid(tmp_path, "limits.csv", "victory_corps,36", "victory_corps,30"))
    assert mine.limit["victory_corps"] == 30


def test_tables_have_no_empty_names() -> None:
    for file in sorted(DATA.glob("*.csv")):
        with file.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                assert next(iter(row.values())), file.name


def test_the_data_folder_is_complete(tmp_path: Path) -> None:
    """Somebody's copy of all files reads like ours."""
    copy = tmp_path / "data"
    shutil.copytree(DATA, copy)
    assert Charts(copy).counter == COUNTERS
