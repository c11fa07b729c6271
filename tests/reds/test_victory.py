"""4.0 How to win, and 18.5."""

from __future__ import annotations

import pytest

from stavka.engine import Outcome
from stavka.titles.reds.charts import charts
from tests.marks import rule

from .situations import situation

CHARTS = charts()
LABELS = CHARTS.grid.labels
EVERYTHING = " ".join(LABELS(CHARTS.cities & ~CHARTS.poland & ~CHARTS.baltic))
RESOURCES = " ".join(LABELS(CHARTS.resource_cities))
# Makhno's cities are Red only while Reds stand there (13.1).
IN_MAKHNO = "[Red]\n2423: R-G01\n2522: R-G02\n"


def outcome(text: str) -> Outcome | None:
    return situation(text).outcome()


def checked(markers: str, units: str = "") -> Outcome | None:
    return outcome(f"turn: D\nphase: victory\n{IN_MAKHNO}{units}[markers]\n{markers}\n")


@rule("reds", "4.1")
def test_nobody_wins_at_a_victory_check_for_nothing() -> None:
    assert checked("") is None


@rule("reds", "4.1")
def test_victory_is_checked_in_strategic_turns_only() -> None:
    text = f"turn: 9\nphase: initiative\n{IN_MAKHNO}[markers]\nred: {EVERYTHING}\n"
    assert outcome(text) is None


@rule("reds", "4.2")
def test_red_wins_with_every_city_outside_poland_and_the_baltic_republics() -> None:
    won = checked(f"red: {EVERYTHING}")
    assert won is not None
    assert (won.winner, won.case) == ("Red", "4.2")
    assert checked(f"red: {EVERYTHING}\nneutral: 5315") is None


@rule("reds", "4.2")
def test_the_gold_is_not_needed() -> None:
    won = checked(f"red: {EVERYTHING}\ngold: 1312 White")
    assert won is not None
    assert won.winner == "Red"


@rule("reds", "4.2", "15.4")
def test_red_wins_with_every_resource_city_and_poland() -> None:
    army = "[Red]\n1221: R-A01\n"
    conquered = f"red: {RESOURCES}\npoland: conquered"
    won = checked(conquered, army)
    assert won is not None
    assert (won.winner, won.case) == ("Red", "4.2")
    assert checked(f"red: {RESOURCES}\npoland: peace\nneutral: 1315", army) is None
    assert checked(f"{conquered}\nneutral: 1315", army) is None, "Riga is missing"


@rule("reds", "15.4")
@pytest.mark.parametrize("units", ["", "[Red]\n1221: R-KON1\n", "[Red]\n1320: R-TUR, R-LAT\n"])
def test_red_loses_with_too_few_men_in_conquered_poland(units: str) -> None:
    lost = checked(f"red: {EVERYTHING}\npoland: conquered", units)
    assert lost is not None
    assert (lost.winner, lost.case) == ("White", "15.4")


@rule("reds", "15.4")
def test_four_manpower_points_anywhere_in_poland_are_enough() -> None:
    units = "[Red]\n1320: R-TUR\n1221: R-KON1\n"
    won = checked(f"red: {EVERYTHING}\npoland: conquered", units)
    assert won is not None
    assert won.winner == "Red"


@rule("reds", "4.3")
@pytest.mark.parametrize(
    ("lost", "winner"),
    [
        ("[White]\n2313: W-VOL\n", "White"),
        # Petrograd, Tula and Tsaritsyn are Red cities: Whites hold them by standing there.
        ("[White]\n1611: W-VOL\n", ""),
        ("[White]\n1611: W-VOL\n2315: W-CAU\n", "White"),
    ],
)
def test_white_wins_if_red_lacks_moscow_or_two_others(lost: str, winner: str) -> None:
    # Red has the Gold too, which is no city; the other resource cities belong to others.
    neutral = "neutral: 1315 1920 4124 3107 3012"
    held = "[Neutral]\n1920: N-UKR\n4124: N-AZE\n1315: N-LAT\n"
    garrisons = "2124: W-AIO\n2421: W-5CV\n"
    text = f"turn: D\nphase: victory\n{lost}{garrisons}{held}[markers]\n{neutral}\n"
    found = outcome(text)
    assert (found.winner if found else "") == winner
    if found:
        assert found.case == "4.3"


@rule("reds", "4.4", "18.5")
def test_the_short_game_turns_on_the_major_withdrawal() -> None:
    text = "scenario: 1918-19\nturn: E\nphase: withdrawal\n[markers]\nwithdrawals: 1\n"
    won = outcome(text)
    assert won is not None
    assert (won.winner, won.case) == ("Red", "18.5")


@rule("reds", "18.5")
def test_the_major_withdrawal_wins_at_once_and_early_too() -> None:
    text = "scenario: 1918-19\nturn: D\nphase: withdrawal\n[markers]\nwithdrawals: 1\n"
    won = outcome(text)
    assert won is not None
    assert won.winner == "Red"
    long = outcome(text.replace("1918-19", "1918-21"))
    assert long is None


@rule("reds", "18.5")
def test_without_moscow_the_withdrawal_wins_nothing() -> None:
    text = "scenario: 1918-19\nturn: D\nphase: withdrawal\n[White]\n2313: W-VOL\n"
    assert outcome(f"{text}[markers]\nwithdrawals: 1\n") is None


@rule("reds", "4.4")
@pytest.mark.parametrize("withdrawals", [0, 1])
def test_otherwise_white_wins_the_short_game(withdrawals: int) -> None:
    held = "white: 3012 3107 1920 1315\ngold: 4301 White"
    text = "scenario: 1918-19\nturn: E\nphase: withdrawal\n[markers]\n"
    won = outcome(f"{text}withdrawals: {withdrawals}\n{held}\n")
    assert won is not None
    assert (won.winner, won.case) == ("White", "4.4")


@rule("reds", "4.4")
def test_one_withdrawal_is_not_enough_in_the_short_game() -> None:
    won = outcome("scenario: 1918-19\nturn: E\nphase: withdrawal\n[markers]\nwithdrawals: 0\n")
    assert won is not None
    assert won.winner == "White"


@rule("reds", "4.5")
@pytest.mark.parametrize(
    ("markers", "winner"),
    [
        (f"red: {EVERYTHING}", "Red"),
        (f"red: {EVERYTHING}\nneutral: 5315", "White"),
        # White needs nothing of his own.
        ("white: 4301", "White"),
    ],
)
def test_the_long_game_ends_with_turn_24(markers: str, winner: str) -> None:
    won = outcome(f"turn: 24\nphase: end\n{IN_MAKHNO}[markers]\n{markers}\n")
    assert won is not None
    assert (won.winner, won.case) == (winner, "4.5")
