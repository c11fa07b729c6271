"""The ladder: matches with sides exchanged, strength with its bounds, runs that go on."""

from __future__ import annotations

import json
from math import log10
from pathlib import Path

import pytest

from stavka.cli import main
from stavka.engine import Unsuitable
from stavka.lab.ladder import Ladder, climb
from stavka.lab.rating import Half, Pair, ratings, standing, wilson
from stavka.lab.rating_picture import picture

LADDER = Ladder("river-line", "crossing", (), ("random", "cadet"), 3, "test")


def unheard(done: int, total: int) -> None:
    pass


def a_half(match: int, side: str, value: float, winner: str) -> Half:
    return Half("one", "two", match, side, value, winner, (2.0, 1.0), (4, 5), (8, 0))


def a_pair(a: str, b: str, wins: int, games: int) -> Pair:
    return Pair(a, b, games, wins, 0, 0.0, (0, 0), (0.0, 0.0), (0.0, 0.0))


def test_a_match_is_won_by_who_is_better_off_in_both_games() -> None:
    # "Red" always wins; the first player wins higher with it in match 0, and lower in match 1.
    halves = [
        a_half(0, "Red", 1.0, "Red"),
        a_half(0, "Blue", -0.4, "Red"),
        a_half(1, "Red", 0.4, "Red"),
        a_half(1, "Blue", -0.9, "Red"),
        a_half(2, "Red", 0.4, "Red"),
        a_half(2, "Blue", -0.4, "Red"),
        # Of this match there is only a half: it does not count.
        a_half(3, "Red", 1.0, "Red"),
    ]
    (pair,) = standing(("one", "two"), halves).pairs
    assert (pair.games, pair.a_wins, pair.draws) == (3, 1, 1)
    assert pair.single_wins == (4, 3)
    assert pair.cpu_s_per_turn == (0.5, 0.2)
    assert pair.playouts_per_turn == (2.0, 0.0)


def test_elo_is_that_of_the_share_of_matches() -> None:
    found = ratings(("cadet", "staff"), [a_pair("cadet", "staff", 25, 100)])
    # One draw is added between every two.
    expected = 400 * log10(75.5 / 25.5)
    assert found["cadet"].elo == found["cadet"].low == found["cadet"].high == 0
    assert found["staff"].elo == pytest.approx(expected, abs=0.1)
    assert found["staff"].low < expected < found["staff"].high
    more = ratings(("cadet", "staff"), [a_pair("cadet", "staff", 250, 1000)])["staff"]
    assert more.high - more.low < 0.4 * (found["staff"].high - found["staff"].low)


def test_elo_of_who_never_lost_is_finite_and_goes_through_others() -> None:
    pairs = [a_pair("a", "b", 10, 10), a_pair("b", "c", 10, 10)]
    found = ratings(("a", "b", "c"), pairs)
    assert found["a"].elo == 0
    assert found["b"].elo == pytest.approx(-400 * log10(10.5 / 0.5), abs=0.1)
    assert found["c"].elo == pytest.approx(2 * found["b"].elo, abs=0.2)


def test_bounds_of_a_rate() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(160, 200)
    assert (round(low, 3), round(high, 3)) == (0.739, 0.850)
    low, high = wilson(82, 100)
    assert (round(low, 3), round(high, 3)) == (0.733, 0.883)


def test_a_ladder_goes_on_where_it_was_cut_off(tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"
    whole = climb(LADDER, file, 1, unheard)
    lines = file.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + 2 * LADDER.games
    # Cut off in the middle of a line.
    file.write_bytes(b"".join(lines[:3]) + lines[3][:20])
    told: list[tuple[int, int]] = []
    again = climb(LADDER, file, 1, lambda done, total: told.append((done, total)))
    assert told == [(2, 6), (3, 6), (4, 6), (5, 6), (6, 6)]
    assert [(h.side, h.value, h.winner) for h in again] == [
        (h.side, h.value, h.winner) for h in whole
    ]


def test_a_file_of_another_ladder_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"
    file.write_text("something else\n")
    with pytest.raises(Unsuitable, match="another ladder"):
        climb(LADDER, file, 1, unheard)
    assert file.read_text() == "something else\n"


def test_an_unknown_player_is_told_before_anything_is_played() -> None:
    players = ("cadet", "style:nobody")
    ladder = Ladder("river-line", "crossing", (), players, 1, "test")
    with pytest.raises(Unsuitable, match="knows no player 'style:nobody'"):
        climb(ladder, None, 1, unheard)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = tmp_path / "ladder.svg"
    command = ["ladder", "river-line", "--players", "random,cadet", "--games", "2"]
    assert main([*command, "--workers", "1", "--json", "--picture", str(drawn)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found["players"]) == {"random", "cadet"}
    assert set(found["players"]["cadet"]) == {"elo", "low", "high"}
    assert found["pairs"][0]["games"] == 2
    assert "cadet" in drawn.read_text()
    assert main([*command, "--workers", "1"]) == 0
    assert "random v cadet" in capsys.readouterr().out
    assert main(["ladder", "river-line", "--players", "cadet,cadet"]) == 2
    assert "each once" in capsys.readouterr().err


def test_the_picture_shows_who_is_first() -> None:
    found = ratings(("cadet", "staff"), [a_pair("cadet", "staff", 25, 100)])
    svg = picture("A ladder", found)
    assert svg.index(">staff<") < svg.index(">cadet<")
