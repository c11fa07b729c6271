"""The cadet is the yardstick of all other players: it plays today as it did when it was measured.

If a change of the rules changes these games, write the digests anew with
`python -m tests.players.test_cadet`, and say in the changelog that the yardstick has moved.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from stavka import titles
from stavka.players import new_game

FILE = Path(__file__).with_name("cadet.json")
# Enough for set-up, movement and combat of both sides, in a few tenths of a second.
CHOICES = 200


def digests(slug: str) -> dict[str, str]:
    """What the first choices of two cadets lead to, in each scenario of a title."""
    title = titles.load(slug)
    found = {}
    for scenario in title.scenarios:
        cadets = dict.fromkeys(title.sides, "cadet")
        position, players = new_game(title, scenario.key, (), cadets, f"yardstick {scenario.key}")
        for _ in range(CHOICES):
            decision = position.decision()
            if decision is None:
                break
            view = position.view(decision.side)
            position.apply(players[decision.side].choose(decision, view))
        found[scenario.key] = position.digest()
    return found


@pytest.mark.parametrize("slug", titles.playable())
def test_the_cadet_plays_as_ever(slug: str) -> None:
    known = msgspec.json.decode(FILE.read_bytes(), type=dict[str, dict[str, str]])
    assert digests(slug) == known[slug]


if __name__ == "__main__":
    measured = {slug: digests(slug) for slug in titles.playable()}
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(measured), indent=2) + b"\n")
