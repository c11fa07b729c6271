"""The cadet is the yardstick of all other players: it plays today as it did when it was measured.

If a change of the rules changes these games, write the digests anew with
`python -m tests.players.test_cadet`, and say in the changelog that the yardstick has moved.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from stavka import titles
from stavka.engine import Position
from stavka.players import new_game, play_out
from stavka.players.players import Player

FILE = Path(__file__).with_name("cadet.json")
GAMES = Path(__file__).with_name("cadet_games.json")
# Enough for set-up, movement and combat of both sides, in a few tenths of a second.
CHOICES = 200


def begun(slug: str, scenario: str) -> tuple[Position, dict[str, Player]]:
    title = titles.load(slug)
    cadets = dict.fromkeys(title.sides, "cadet")
    return new_game(title, scenario, (), cadets, f"yardstick {scenario}")


def digests(slug: str) -> dict[str, str]:
    """What the first choices of two cadets lead to, in each scenario of a title."""
    found = {}
    for scenario in titles.load(slug).scenarios:
        position, players = begun(slug, scenario.key)
        for _ in range(CHOICES):
            decision = position.decision()
            if decision is None:
                break
            view = position.view(decision.side)
            position.apply(players[decision.side].choose(decision, view))
        found[scenario.key] = position.digest()
    return found


def whole_game(slug: str) -> str:
    """What a game of two cadets comes to in the first scenario of a title."""
    position, players = begun(slug, titles.load(slug).scenarios[0].key)
    play_out(position, players)
    return position.digest()


@pytest.mark.parametrize("slug", titles.playable())
def test_the_cadet_plays_as_ever(slug: str) -> None:
    known = msgspec.json.decode(FILE.read_bytes(), type=dict[str, dict[str, str]])
    assert digests(slug) == known[slug]


@pytest.mark.slow
@pytest.mark.parametrize("slug", titles.playable())
def test_the_cadet_plays_whole_games_as_ever(slug: str) -> None:
    """To the end: pursuit, supply in winter and the last turn come late."""
    known = msgspec.json.decode(GAMES.read_bytes(), type=dict[str, str])
    assert whole_game(slug) == known[slug]


def write(file: Path, measured: object) -> None:
    file.write_bytes(msgspec.json.format(msgspec.json.encode(measured), indent=2) + b"\n")


if __name__ == "__main__":
    write(FILE, {slug: digests(slug) for slug in titles.playable()})
    write(GAMES, {slug: whole_game(slug) for slug in titles.playable()})
