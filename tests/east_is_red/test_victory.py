"""18.0 Victory conditions."""

from __future__ import annotations

import pytest

from stavka.hexes import members
from stavka.titles.east_is_red.charts import CHINESE, SOVIET
from stavka.titles.east_is_red.evaluation import weights
from stavka.titles.east_is_red.position import War
from stavka.titles.east_is_red.victory import connected_industry, industry_cut_off, level_of
from tests.marks import rule

from .situations import events, play, situation, started


def end(soviet: str, rest: str = "") -> War:
    """The last phase of the game, with Soviet corps in these hexes."""
    units = "\n".join(f"{hex_}: 3-7-9" for hex_ in soviet.split())
    return situation(f"phase: detonation\nturn: 10\n[Soviet]\n{units}\n{rest}")


def cut_off(p: War, *labels: str) -> list[bool]:
    connected = connected_industry(p)
    return [not connected >> p.charts.grid.hex(label) & 1 for label in labels]


@rule("east-is-red", "18.1", "18.0")
@pytest.mark.parametrize(
    ("first", "last", "level", "winner"),
    [
        (0, 10, "Decisive Defeat", CHINESE),
        (11, 14, "Substantive Defeat", CHINESE),
        (15, 22, "Marginal Defeat", CHINESE),
        (23, 41, "Marginal Victory", SOVIET),
        (42, 49, "Substantive Victory", SOVIET),
        (50, 63, "Decisive Victory", SOVIET),
    ],
)
def test_levels_of_victory(first: int, last: int, level: str, winner: str) -> None:
    p = end("")
    for number in range(first, last + 1):
        assert level_of(p, number) == (level, winner)


@rule("east-is-red", "18.0", "18.1", "4.3")
@pytest.mark.parametrize(
    ("line", "hexes", "level", "winner"),
    [
        ("", 0, "Decisive Defeat", CHINESE),
        ("2827 2922", 7, "Decisive Defeat", CHINESE),
        # The Nonni and the Sungari.
        ("2120 2223 2424 2525 2729", 19, "Marginal Defeat", CHINESE),
        # Changchun and Kirin.
        ("1922 2025 2127 2328 2629", 25, "Marginal Victory", SOVIET),
        # The lower Liao: Mukden is cut off.
        ("1527 1529", 45, "Substantive Victory", SOVIET),
        # The Great Wall.
        ("1029 0827", 52, "Decisive Victory", SOVIET),
        ("0225 0228 0230 0727", 61, "Decisive Victory", SOVIET),
    ],
)
def test_a_line_held_at_the_end_of_the_tenth_turn(
    line: str, hexes: int, level: str, winner: str
) -> None:
    taken = line and f"[markers]\ndestroyed: {line}"
    p = play(end(line, taken), "done")
    outcome = p.outcome()
    assert outcome is not None
    assert (outcome.level, outcome.winner, outcome.case) == (level, winner, "18.1")
    assert outcome.reason.startswith(f"{hexes} ")
    assert events(p, "ended") == [(level, hexes)]
    assert p.decision() is None


@rule("east-is-red", "18.0", "4.3")
def test_nothing_is_decided_before_the_end_of_turn_ten() -> None:
    p = situation("phase: detonation\nturn: 9\n[Soviet]\n1029: 3-7-9\n0827: 3-7-9")
    play(p, "done")
    assert p.turn == 10
    assert p.outcome() is None


@rule("east-is-red", "18.2")
def test_all_industry_is_connected_while_nobody_is_in_the_way() -> None:
    assert industry_cut_off(end("")) == 0
    assert end("").charts.industry[CHINESE].bit_count() == 63


@rule("east-is-red", "18.2")
def test_a_chinese_unit_nullifies_soviet_zones_of_control() -> None:
    # One corps in 0727 controls both railways out of Manchuria; an army in 0728 opens the coast.
    assert industry_cut_off(end("0727")) == 53
    assert industry_cut_off(end("0727", "[Chinese]\n0728: 4-6-6")) == 1
    # Militia will do.
    assert industry_cut_off(end("0727", "[Chinese]\n0728: 1-3-3")) == 1
    # Against a Soviet unit in the hex itself nothing helps.
    assert industry_cut_off(end("0727 0728", "[Chinese]\n0829: 4-6-6")) > 50


@rule("east-is-red", "18.2")
def test_a_chinese_city_nullifies_soviet_zones_of_control() -> None:
    # 0428 is next to Peking and Tientsin, through which the railways run.
    assert industry_cut_off(end("0428")) == 1
    # A city that the Soviets hold is not friendly.
    assert industry_cut_off(end("0428 0427 0429")) > 50


@rule("east-is-red", "18.2")
def test_the_path_to_the_railway_has_two_hexes_at_most() -> None:
    # 1528 controls the railway next to 1727; what is left is three hexes away.
    assert cut_off(end(""), "1727") == [False]
    assert cut_off(end("1528"), "1727") == [True]
    # 0426 has no railway of its own; Peking is next to it.
    assert cut_off(end(""), "0426") == [False]


@rule("east-is-red", "18.2")
def test_the_industrial_hex_itself_must_be_clear() -> None:
    # 0425 controls 0426 but not Peking (0427), where the railway is: the path is clear, the hex is
    # not (ruling: strict).
    assert cut_off(end("0425"), "0426") == [True]
    assert cut_off(end("0425", "[Chinese]\n0426: 4-6-6"), "0426") == [False]
    # A Soviet unit in the hex cuts it off, too.
    assert cut_off(end("0426", "[markers]\ndestroyed: 0426"), "0426") == [True]
    # A destroyed hex that the Soviets have left counts as connected again.
    assert cut_off(end("", "[markers]\ndestroyed: 0426 1612"), "0426", "1612") == [False, False]


@rule("east-is-red", "18.2")
def test_only_the_western_edge_counts_and_any_exit_of_it() -> None:
    # With the southern exits in Soviet hands the lines to Kalgan and the west remain.
    assert industry_cut_off(end("0132 0130")) < 10
    # Only if all are closed is everything cut off.
    exits = end("").charts
    assert exits.grid.labels(exits.western_exits) == ["0121", "0124", "0127", "0130", "0132"]
    assert industry_cut_off(end("0121 0124 0127 0130 0132")) == 63


@rule("east-is-red", "18.2")
def test_demolitions_and_contamination_do_not_cut_communications() -> None:
    charts = end("").charts
    rail = charts.rail[CHINESE]
    sides = [
        "/".join(sorted((charts.grid.label(a), charts.grid.label(b)))) for a, b in rail.links()
    ]
    demolished = " ".join(f"{side}@3" for side in sides)
    assert industry_cut_off(end("", f"[markers]\ndemolished: {demolished}")) == 0
    assert industry_cut_off(end("", "[markers]\ncontaminated: 0728 0726 0829")) == 0


@rule("east-is-red", "18.2", "18.1")
def test_the_view_counts_what_is_cut_off_now() -> None:
    tracks = {track.name: track for track in end("1029 0827").view(SOVIET).present().tracks}
    cut_off = tracks["Industry cut off"]
    assert (cut_off.value, cut_off.maximum) == (52, 63)
    assert cut_off.text == "Soviet Decisive Victory"


# What the cadet goes by


@rule("east-is-red", "18.2", "13.0")
@pytest.mark.parametrize("options", [(), ("IT",)])
def test_the_weight_of_a_railway_hex_is_what_the_rules_would_count(
    options: tuple[str, ...],
) -> None:
    """One Soviet corps in the hex and nobody else on the map."""
    p = started("m1-current", options)
    grid = p.charts.grid
    known = weights(p.charts, untrained=bool(options))
    for label in ("0428", "1228", "1227", "1027", "0829", "1528", "1627", "1728", "2523", "2115"):
        text = (
            f"phase: detonation\nturn: 10\noptions: {' '.join(options)}\n[Soviet]\n{label}: 3-7-9"
        )
        alone = situation(text)
        assert known[grid.hex(label)] == industry_cut_off(alone), label


def test_few_railway_hexes_hold_manchuria() -> None:
    """What the page of rulings says at 18.1: ten of the two hundred cut off more than eleven."""
    charts = started("m1-current").charts
    rail, known = charts.rail[CHINESE].hexes, weights(charts)
    heavy = {charts.grid.label(h): known[h] for h in members(rail) if known[h] > 11}
    assert rail.bit_count() == 204
    assert len(heavy) == 10 and (min(heavy.values()), max(heavy.values())) == (37, 49)
    assert set(heavy) == {
        *("1227", "1228", "1327", "1328", "1427", "1428", "1527", "1528", "1627", "1628"),
    }
    assert known[charts.grid.hex("0428")] == 1, "between two cities"
    beside = [charts.grid.hex(label) for label in ("0727", "0828")]
    assert [known[h] for h in beside] == [53, 52], "on no railway, but beside two"
    assert [industry_cut_off(end(charts.grid.label(h))) for h in beside] == [53, 52]
