"""What events leave on the map: whoever is seen to move has left a trace."""

from __future__ import annotations

import random

import pytest

from stavka import titles
from stavka.engine import Choice, Dice, Game, Title, seed_from
from stavka.engine.presentation import Trace

CHOICES = 400


def places(title: Title, game: Game, eyes: str) -> dict[str, str]:
    shown = title.present(game.position.view(eyes))
    return {unit.id: unit.hex for unit in shown.units if unit.hex}


def traces(title: Title, game: Game, first: int, eyes: str) -> list[Trace]:
    heard = [event for event in game.chronicle[first:] if event.heard_by(eyes)]
    return [trace for event in heard for trace in title.traces(event)]


@pytest.mark.parametrize("slug", titles.playable())
def test_who_is_seen_elsewhere_has_left_a_trace_there(slug: str) -> None:
    title = titles.load(slug)
    ways = 0
    for number, eyes in enumerate((*title.sides, "")):
        scenario = title.scenarios[number % len(title.scenarios)].key
        chance = random.Random(f"traces {slug} {eyes}")
        game = Game(title.start(scenario, seed=seed_from(f"traces {number}"), chronicle=[]))
        before = places(title, game, eyes)
        for _ in range(CHOICES):
            decision = game.position.decision()
            if decision is None:
                break
            first = len(game.chronicle)
            game.apply(decision.pick(chance.randrange(len(decision))))
            now = places(title, game, eyes)
            left = traces(title, game, first, eyes)
            ends = {trace.path[-1] for trace in left}
            for unit in before.keys() & now.keys():
                assert before[unit] == now[unit] or now[unit] in ends, unit
            for trace in left:
                assert trace.side in ("", *title.sides)
                assert len(trace.path) > 1 or trace.kind in ("arrival", "loss")
            ways += sum(len(trace.path) > 1 for trace in left)
            before = now
    assert ways


SITUATION = """
title: east-is-red
scenario: m1-current
turn: 1
phase: soviet-initial-movement
[Soviet]
0715: 3-7-9.1
[Chinese]
0717: 4-6-6.1
"""


def test_a_move_leaves_its_whole_way() -> None:
    title = titles.load("east-is-red")
    game = Game(title.read(SITUATION, Dice(b"")))
    for text in ("select 3-7-9.1", "move 0613"):
        game.apply(Choice.parse(text))
    assert traces(title, game, 0, "") == [Trace("move", "Soviet", ("0715", "0714", "0713", "0613"))]
