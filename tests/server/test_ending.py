"""What is told of a game that is over."""

from __future__ import annotations

from .client import Live
from .test_looking_back import bring


def test_a_game_that_is_over_tells_its_score_and_its_turning_points(address: str) -> None:
    links = bring(address)
    for secret in (links["seats"]["Soviet"], links["spectator"]):
        with Live(address, secret) as live:
            ending = live.ask("query", id=1, kind="ending")["ending"]
            log = live.state["log"]
        assert ending["score"]["total"]["value"] in live.presentation["outcome"]["reason"]
        assert ending["course"]["standings"][-1]["move"] == live.state["moves"]
        told = {(line["move"], line["text"]) for line in log}
        points = ending["course"]["turning_points"]
        assert points
        # By the count of the seat, which has not noticed the laying of mines.
        for point in points:
            assert (point["move"], point["text"].partition(", and ")[0]) in told


def test_how_a_game_stands_is_not_told_while_it_goes_on(address: str) -> None:
    with Live(address, bring(address, 500)["seats"]["Soviet"]) as live:
        refused = live.ask("query", id=1, kind="ending")
    assert refused["reason"] == "the game is not over"
