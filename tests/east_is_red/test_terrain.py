"""12.0 Terrain effects: every row of the chart."""

from __future__ import annotations

from pathlib import Path

import pytest

from stavka.data import DataError
from stavka.titles.east_is_red.charts import DATA, MECHANIZED, Charts
from stavka.titles.east_is_red.position import War
from tests.marks import rule

from .situations import cost_of, offered, play, refused, situation, verbs

# One unit of each class: all Soviet units and Chinese Mechanized units share a column.
FOOT, TANKS, CORPS, GUNS = "4-6-6.1", "5-3-6.1", "3-7-9.1", "12-3-12.1"


def standing(unit: str, hex_: str, rest: str = "", turn: int = 2) -> War:
    """A unit at the beginning of a Movement Phase of its own."""
    side = "Chinese" if unit[:5] in ("4-6-6", "5-3-6", "1-3-3") else "Soviet"
    phase = f"{side.lower()}-initial-movement"
    p = situation(f"phase: {phase}\nturn: {turn}\n[{side}]\n{hex_}: {unit}\n{rest}")
    return play(p, "pass") if "pass" in verbs(p) else p


def step(unit: str, here: str, there: str, rest: str = "") -> int | None:
    """What one hex costs a unit."""
    return cost_of(standing(unit, here, rest), unit, there)


@rule("east-is-red", "12.0", "12.1", "5.21")
@pytest.mark.parametrize(
    ("row", "here", "there", "foot", "others"),
    [
        ("clear", "0612", "0613", 1, 2),
        ("rough", "2115", "2114", 2, 5),
        # 12.12: a city or an industrial hex costs what the ground under it costs.
        ("industrial hex, clear", "1726", "1727", 1, 2),
        ("industrial hex, rough", "2727", "2827", 2, 5),
        ("road", "0410", "0510", 1, 1),
        ("road into rough", "0323", "0324", 1, 1),
        ("railroad in China", "1813", "1913", 1, 1),
        ("railroad in the USSR", "1609", "1610", 1, 1),
        ("railroad in Mongolia", "0111", "0112", 1, 1),
        ("railroad into rough", "2015", "2115", 1, 1),
        ("railroad across the border", "0216", "0217", 1, 1),
        # A railway in the hex that does not come over this hexside is no help.
        ("rough, the railway elsewhere", "2116", "2115", 2, 5),
        ("river into clear", "1712", "1812", 2, 4),
        ("river into rough", "0624", "0723", 3, 7),
        # Ruling: a bridge is crossed at the price of the river.
        ("river on a railroad", "1712", "1813", 2, 3),
        ("river on a road", "1913", "1814", 2, 3),
    ],
)
def test_movement_costs(row: str, here: str, there: str, foot: int, others: int) -> None:
    free = "[markers]\ndestroyed: 1727 2827 1913 0324 1612"
    assert step(FOOT, here, there, free) == foot, row
    assert step(CORPS, here, there, free) == others, row
    assert step(GUNS, here, there, free) == others, row
    if others < 7:
        assert step(TANKS, here, there, free) == others, row


@rule("east-is-red", "12.0", "12.12", "5.21")
def test_a_city_costs_what_the_ground_costs() -> None:
    assert step(FOOT, "0527", "0427") == 1
    assert step(TANKS, "0527", "0427") == 2
    assert step(TANKS, "0428", "0427") == 1, "along the railway"
    # Soviet units come in by combat only; once one is there, others may follow (and stack).
    assert step(CORPS, "0528", "0429") is None
    assert refused(play(standing(CORPS, "0328"), f"select {CORPS}"), "move 0429").case == "13.15"
    taken = "0429: 1-2-9.1\n[markers]\ndestroyed: 0529"
    assert step(CORPS, "0328", "0429", taken) == 2 + 1


@rule("east-is-red", "12.0", "12.12")
def test_standing_industry_is_closed_to_the_enemy() -> None:
    assert step(CORPS, "1611", "1612") is None
    assert step(CORPS, "1611", "1612", "[markers]\ndestroyed: 1612") == 1
    assert step(FOOT, "1512", "1612") == 1
    # The same for the Chinese before Soviet industry.
    assert step(FOOT, "3016", "3116") is None
    assert step(FOOT, "3016", "3116", "[markers]\ndestroyed: 3116") == 2, "over the Amur"


@rule("east-is-red", "12.0", "5.23")
def test_sea_and_lake_are_closed() -> None:
    assert step(FOOT, "1132", "1133") is None, "all sea"
    assert step(FOOT, "1032", "1131") == 2, "round by Dairen, not over the all-sea hexside"
    assert step(FOOT, "1613", "1612") == 2, "round Hulun Nor by 1712, not across"
    assert step(CORPS, "3228", "3328") == 3, "round Lake Khanka by the railway"
    assert step(CORPS, "3228", "3227") == 1, "its west shore is open"


@rule("east-is-red", "12.0", "6.11", "6.13")
def test_zones_of_control_cost_foot_nothing() -> None:
    # 0612 to 0613, next to an enemy in 0614; and out of his zone again to 0612.
    soviet, chinese = "[Soviet]\n0614: 1-2-9", "[Chinese]\n0614: 5-3-6.3"
    assert step(FOOT, "0612", "0613", soviet) == 1
    assert step(TANKS, "0612", "0613", soviet) == 3
    assert step(CORPS, "0612", "0613", chinese) == 3
    assert step(FOOT, "0613", "0612", soviet) == 1
    assert step(TANKS, "0613", "0612", soviet) == 3
    assert step(CORPS, "0613", "0612", chinese) == 3
    # Everybody stops there, and nobody goes from one controlled hex to the next.
    assert step(FOOT, "0611", "0614", soviet) is None
    p = standing(FOOT, "0611", soviet)
    play(p, f"select {FOOT}", "move 0613")
    assert "move" not in verbs(p)
    assert step(FOOT, "0613", "0714", soviet) is None


@rule("east-is-red", "12.0", "7.4")
def test_stacking_costs_mechanized_units_one_point_each_way() -> None:
    assert step(CORPS, "0612", "0613", "0613: 1-2-9") == 3
    assert step(CORPS, "0612", "0613", "0612: 1-2-9") == 3
    assert step(CORPS, "0612", "0613", "0612: 1-2-9\n0613: 1-2-9") == 4
    assert step(TANKS, "0419", "0420", "0419: 5-3-6\n0420: 4-6-6") == 4
    assert step(FOOT, "0419", "0420", "0419: 5-3-6\n0420: 4-6-6") == 1


@rule("east-is-red", "12.13", "12.1")
def test_costs_with_a_plus_are_added() -> None:
    """The example has a tank unit cross a river into a rough hex that the enemy controls.

    It counts 5 + 2 + 2 = 9. That is two points for the Zone of Control, where 6.11 has one for
    entering it; the numbered rule wins, and the move costs 5 + 2 + 1 = 8. The ninth point would be
    due for leaving another controlled hex (6.13), but that step is barred (6.12), or for a stack.
    """
    enemy = "[Chinese]\n0722: 4-6-6"
    tank = "7-4-9.1"
    assert step(tank, "0624", "0723") == 7
    assert step(tank, "0624", "0723", enemy) == 8
    assert step(tank, "0624", "0723", "0723: 1-2-9\n" + enemy) == 9
    # Chinese infantry: 2 + 1, and nothing for the zone or the stack.
    enemy = "[Soviet]\n0722: 3-7-9"
    assert step(FOOT, "0624", "0723", "0723: 4-6-6\n" + enemy) == 3


@rule("east-is-red", "12.0", "5.21")
def test_unsupplied_units_have_half_their_allowance() -> None:
    cut_off = "[Chinese]\n0701: 4-6-6\n3131: 4-6-6"
    p = play(standing(CORPS, "0612", cut_off), f"select {CORPS}")
    assert "0614" in offered(p, "move")
    assert "0615" not in offered(p, "move"), "four points are two clear hexes"
    p = play(standing(CORPS, "0612"), f"select {CORPS}")
    assert "0616" in offered(p, "move")


# Effects on combat


def columns(p: War, target: str, *units: str) -> str:
    """The best odds of an attack of these units."""
    play(p, f"attack {target}", *(f"add {unit}" for unit in units))
    decision = p.decision()
    option = decision.option("resolve") if decision else None
    return str(option.values[0]) if option else ""


def attack(here: str, units: str, target: str, defenders: str) -> str:
    """The odds of a Soviet attack in turn 2, everybody in supply."""
    words = units.split()
    p = situation(
        f"phase: soviet-combat\nturn: 2\n[Soviet]\n{here}: {', '.join(words)}\n"
        f"[Chinese]\n{target}: {defenders}"
    )
    return columns(p, target, *words)


@rule("east-is-red", "12.0")
def test_rough_doubles_the_defender_and_clear_does_not() -> None:
    # Three corps with twelve points against an army of six.
    assert attack("0612", "4-6-9.1 4-6-9.2 4-6-9.3", "0613", "4-6-6") == "2-1"
    assert attack("2115", "4-6-9.1 4-6-9.2 4-6-9.3", "2114", "4-6-6") == "1-1"


@rule("east-is-red", "12.0")
def test_a_river_does_not_matter_in_combat() -> None:
    # 0410 to 0411; nothing we have of the chart knows of an effect (ruling).
    assert attack("0410", "4-6-9.1 4-6-9.2 4-6-9.3", "0411", "4-6-6") == "2-1"


@rule("east-is-red", "12.11", "12.0")
def test_tanks_are_halved_against_rough_and_city() -> None:
    # Seven points of tanks against three of a Chinese tank corps, doubled in the rough.
    assert attack("0612", "7-4-9.1", "0613", "5-3-6") == "2-1"
    assert attack("2115", "7-4-9.1", "2114", "5-3-6") == "1-2", "3.5 to 6"
    # Other units are not halved: 3 + 4 to 6.
    assert attack("2115", "4-6-9.1 3-7-9.1", "2114", "5-3-6") == "1-1"
    # Two tank divisions have two points together.
    assert attack("2115", "2-1-9.1 2-1-9.2 1-2-9.1", "2114", "1-3-3") == "1-2"
    # The ground under the attacker does not matter: from rough 2015 into clear 2014.
    assert attack("2015", "7-4-9.1", "2014", "5-3-6") == "2-1"


@rule("east-is-red", "12.11", "12.12")
def test_halves_are_kept_and_a_city_takes_precedence() -> None:
    # Militia in Peking: three points, tripled. Two tank corps and two divisions have
    # 3.5 + 3.5 + 1 + 1 = 9: one to one. Without the fractions they would have eight.
    p = situation(
        "phase: soviet-combat\nturn: 2\n"
        "[Soviet]\n0428: 7-4-9.1, 7-4-9.2\n0527: 1-2-9.1\n0327: 1-2-9.2\n[Chinese]\n0427: 1-3-3\n"
        "[markers]\ndestroyed: 0527"
    )
    assert columns(p, "0427", "7-4-9.1", "7-4-9.2", "1-2-9.1", "1-2-9.2") == "1-1"
    # Chinese tanks too: five points, halved, against a Soviet garrison of three times one.
    p = situation(
        "phase: chinese-combat\nturn: 2\n[Soviet]\n0427: 0-1-1\n[Chinese]\n0428: 5-3-6.1, 4-6-6.1"
    )
    assert columns(p, "0427", "5-3-6.1") == "1-2"


# Somebody's own chart


def overlay(folder: Path, name: str, old: str, new: str) -> Path:
    """A folder with one data file in which something has been changed."""
    text = (DATA / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


@rule("east-is-red", "12.0")
def test_the_values_of_a_printed_chart_can_be_typed_in(tmp_path: Path) -> None:
    charts = Charts(overlay(tmp_path, "terrain.csv", "rail,1,1", "rail,1,2"))
    movement, hex_ = charts.movement(MECHANIZED, ()), charts.grid.hex
    assert movement.step_cost(hex_("2015"), hex_("2115")) == 2, "a railway in the rough"
    assert movement.step_cost(hex_("0410"), hex_("0510")) == 1, "a road"
    assert movement.step_cost(hex_("1712"), hex_("1813")) == 4, "a railway bridge"


@pytest.mark.parametrize(
    ("name", "old", "new", "line", "field"),
    [
        ("terrain.csv", "rough,2,5,2,yes", "rough,2,five,2,yes", 3, "mechanized"),
        ("terrain.csv", "rough,2,5,2,yes", "rough,2,5,2,maybe", 3, "tanks_halved"),
        ("terrain.csv", "rough,2,5,2,yes", "rough,2,5,2,", 3, "tanks_halved"),
        ("limits.csv", "stack,3", "stack,-3", 2, "value"),
        ("air_strikes.csv", "6,6,rulebook 14.1", "6,6,", 2, "source"),
        ("reinforcements.csv", "odd,0701", "odd,town", 2, "hex"),
        ("counters.csv", "7-4-9,Soviet", "7-4-9,Martian", 2, "side"),
        ("breakdown.csv", "7-4-9,2-1-9", "7-4-9,2-1-8", 2, "division"),
        ("results.csv", "1,Dr,Dr", "1,Dr,Xx", 2, "1-1"),
        ("deployments.csv", "Soviet,1611", "Soviet,9911", 2, "hex"),
        ("mines.csv", "2014/2015", "2014/2016", 2, "side_of_hex"),
        ("mines.csv", "2014/2015", "2014", 2, "side_of_hex"),
    ],
)
def test_a_mistyped_value_is_reported(
    tmp_path: Path, name: str, old: str, new: str, line: int, field: str
) -> None:
    with pytest.raises(DataError) as caught:
        Charts(overlay(tmp_path, name, old, new))
    assert caught.value.file == tmp_path / name
    assert (caught.value.line, caught.value.field) == (line, field)
