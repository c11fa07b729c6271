"""What a player plans depends on its view, its effort and its seed, and on nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from stavka import titles
from stavka.engine import Dice, Position, Title, View, seed_from
from stavka.hexes import members
from stavka.players import Effort, new_game
from stavka.players.plans import Thinker
from stavka.players.playouts import fingerprint
from stavka.titles.red_dragon.position import War

SLUGS = ("east-is-red", "reds", "red-dragon", "red-star")
# Enough to choose a style, to try orders and to try an attack.
EFFORT = Effort(styles=4, orders=12, attacks=4, turns=1)
SEED = seed_from("no cheating")


def moments(slug: str, side: str, seed: str = "moments") -> Iterator[Position]:
    """Positions of a game between cadets in which a side has to think."""
    title = titles.load(slug)
    thinker = Thinker(title, SEED, EFFORT)
    cadets = dict.fromkeys(title.sides, "cadet")
    position, players = new_game(title, title.scenarios[0].key, (), cadets, seed)
    last = None
    while (decision := position.decision()) is not None:
        view = position.view(decision.side)
        if decision.side == side and thinker.due(view, None):
            turn = title.turn_of(position)
            if turn != last:
                last = turn
                yield position.clone()
        position.apply(players[decision.side].choose(decision, view))


def the_turns(slug: str, side: str) -> list[Position]:
    return list(islice(moments(slug, side), 1, 4, 2))


def plan_of(title: Title, view: View) -> object:
    thinker = Thinker(title, SEED, EFFORT)
    plan = thinker.think(view, None)
    return plan, thinker.follow(view, plan)


@pytest.mark.parametrize("slug", SLUGS)
def test_plans_do_not_depend_on_the_dice_of_the_game(slug: str) -> None:
    title = titles.load(slug)
    for side in title.sides:
        position = the_turns(slug, side)[0]
        other = position.clone()
        other.dice = Dice(seed_from("other dice"), position.dice.rolls + 7)
        other.number += 3
        assert plan_of(title, position.view(side)) == plan_of(title, other.view(side))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_plan_can_be_made_from_the_state_of_a_view_alone(slug: str) -> None:
    title = titles.load(slug)
    for side in title.sides:
        for position in the_turns(slug, side):
            view = position.view(side)
            elsewhere = title.view_from(view.state(), side)
            assert elsewhere.shows_the_same(view)
            assert elsewhere.decision and view.decision
            assert elsewhere.decision.options == view.decision.options
            assert fingerprint(elsewhere.imagine()) == fingerprint(view.imagine())
        assert plan_of(title, elsewhere) == plan_of(title, view)


def exchange_counters(p: Position) -> None:
    """Two face-down PLA units in different hexes change places."""
    assert isinstance(p, War)
    hidden = [u for u in members(p.on_map & p.charts.face_down & ~p.face_up) if p.where[u] >= 0]
    first = hidden[0]
    second = next(
        u for u in hidden if p.where[u] != p.where[first] and p.charts.cf[u] != p.charts.cf[first]
    )
    here, there = p.where[first], p.where[second]
    p.place(first, there)
    p.place(second, here)


def test_a_plan_against_face_down_counters_does_not_know_what_they_are() -> None:
    """Red Dragon 18.2: two face-down stacks change places, and nobody can tell."""
    title = titles.load("red-dragon")
    position = the_turns("red-dragon", "GMD")[1]
    other = position.clone()
    exchange_counters(other)
    assert other.digest() != position.digest()
    assert other.view("GMD").shows_the_same(position.view("GMD"))
    assert plan_of(title, position.view("GMD")) == plan_of(title, other.view("GMD"))
