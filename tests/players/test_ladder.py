"""The ladder: matches with sides exchanged, strength with its bounds, runs that go on."""

from __future__ import annotations

import json
from math import log10
from pathlib import Path
from typing import Any

import msgspec
import pytest

from stavka.cli import main
from stavka.engine import Choice, Decision, Title, Unsuitable, View
from stavka.lab.ladder import Key, Ladder, climb
from stavka.lab.rating import Half, Pair, ratings, standing, wilson
from stavka.lab.rating_picture import picture
from stavka.players import PLAYERS, Random

from .test_policies import written as policy

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
    assert pair.single_wins == (3, 3)
    assert pair.mean_level == pytest.approx(0.0167, abs=1e-4)
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
    assert [(h.side, h.value, h.winner) for h in again.halves] == [
        (h.side, h.value, h.winner) for h in whole.halves
    ]


def test_the_order_of_the_players_does_not_matter(tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"
    there = climb(LADDER, file, 1, unheard)
    before = file.read_bytes()
    other = msgspec.structs.replace(LADDER, players=("cadet", "random"))
    told: list[tuple[int, int]] = []
    back = climb(other, file, 1, lambda done, total: told.append((done, total)))
    assert told == [(6, 6)] and file.read_bytes() == before
    first, second = (
        standing(one.players, games.halves).pairs[0]
        for one, games in ((LADDER, there), (other, back))
    )
    assert (second.a, second.b) == ("cadet", "random")
    assert second.single_wins == first.single_wins[::-1]
    assert second.cpu_s_per_turn == first.cpu_s_per_turn[::-1]
    assert (second.a_wins, second.draws) == (3 - first.a_wins - first.draws, first.draws)
    assert second.mean_level == -first.mean_level
    # As they would have been played.
    played = climb(other, None, 1, unheard)
    assert [(h.a, h.side, h.value, h.winner, h.turns) for h in played.halves] == [
        (h.a, h.side, h.value, h.winner, h.turns) for h in back.halves
    ]


@pytest.mark.parametrize(
    ("field", "other", "words"),
    [
        ("rules", 99, "the version of the rules: 99 there, 1 here"),
        ("data", "older", "the version of the data: 'older' there"),
        ("program", "older", "the version of the code that plays: 'older' there"),
        ("seed", "another", "the seed: 'another' there, 'test' here"),
        ("options", ["1.1"], "the options: 1.1 there, none here"),
    ],
)
def test_games_of_other_versions_are_not_mixed(
    tmp_path: Path, field: str, other: object, words: str
) -> None:
    file = tmp_path / "ladder.jsonl"
    climb(msgspec.structs.replace(LADDER, games=1), file, 1, unheard)
    first, *games = file.read_bytes().splitlines(keepends=True)
    heading = {**json.loads(first), field: other}
    file.write_bytes(b"".join([json.dumps(heading).encode(), b"\n", *games]))
    before = file.read_bytes()
    with pytest.raises(Unsuitable, match=words):
        climb(LADDER, file, 1, unheard)
    assert file.read_bytes() == before


def test_a_file_that_names_no_versions_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"
    file.write_bytes(msgspec.json.encode(msgspec.structs.replace(LADDER, games=0, players=())))
    with pytest.raises(Unsuitable, match="does not say by which rules, data and program"):
        climb(LADDER, file, 1, unheard)


def test_a_policy_is_what_is_in_its_file(tmp_path: Path) -> None:
    file, net = tmp_path / "ladder.jsonl", tmp_path / "net.onnx"
    policy(net, ("attack",))
    climb(msgspec.structs.replace(LADDER, games=1), file, 1, unheard)
    # Players may join, and policies too.
    ladder = Ladder("river-line", "crossing", (), ("random", f"policy:{net}"), 1, "test")
    assert len(climb(ladder, file, 1, unheard).halves) == 2
    told: list[tuple[int, int]] = []
    climb(ladder, file, 1, lambda done, total: told.append((done, total)))
    assert told == [(2, 2)]
    policy(net, ("done",))
    with pytest.raises(Unsuitable, match=r"net\.onnx when something else was in its file"):
        climb(ladder, file, 1, unheard)
    # The others still have their games.
    climb(msgspec.structs.replace(LADDER, games=1), file, 1, unheard)


class Stumbling(Random):
    """Breaks off one of its games."""

    def __init__(self, title: Title[Any], seed: str) -> None:
        super().__init__(title, seed)
        self._broken = seed == "test 1 Vale"

    def choose(self, decision: Decision, view: View[Any] | None) -> Choice:
        if self._broken:
            raise ValueError("it stumbles\nand falls")
        return super().choose(decision, view)


def test_a_ladder_goes_on_over_games_that_break_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(PLAYERS, "random", Stumbling)
    file = tmp_path / "ladder.jsonl"
    found = climb(LADDER, file, 1, unheard)
    assert len(found.halves) == 5
    (broken,) = found.broken
    assert (broken.a, broken.match, broken.side) == ("random", 1, "Vale")
    assert broken.error == "ValueError: it stumbles and falls"
    # Its match counts for nothing.
    assert standing(LADDER.players, found.halves).pairs[0].games == 2
    # It is not played again, whoever is named first.
    told: list[tuple[int, int]] = []
    other = msgspec.structs.replace(LADDER, players=("cadet", "random"))
    again = climb(other, file, 1, lambda done, total: told.append((done, total)))
    assert told == [(6, 6)] and again.broken[0].side == "Upland"
    command = ["ladder", "river-line", "--players", "random,cadet", "--games", "3"]
    command += ["--seed", "test", "--workers", "1", "--out", str(file)]
    assert main(command) == 0
    assert "1 games broke off; their matches count for nothing:" in capsys.readouterr().out
    assert main([*command, "--json"]) == 0
    (error,) = json.loads(capsys.readouterr().out)["errors"]
    assert error == "random v cadet, match 1, random as Vale: ValueError: it stumbles and falls"


def test_where_nothing_was_played_to_the_end_nobody_is_rated(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(ladder: Ladder, key: Key) -> Half:
        raise ValueError("always")

    monkeypatch.setattr("stavka.lab.ladder._played", fails)
    drawn = tmp_path / "ladder.svg"
    command = ["ladder", "river-line", "--players", "random,cadet", "--games", "1"]
    assert main([*command, "--workers", "1", "--json", "--picture", str(drawn)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["players"], found["pairs"], len(found["errors"])) == ({}, [], 2)


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
