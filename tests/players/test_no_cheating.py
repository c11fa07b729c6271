"""What a player plans depends on its view, its effort and its seed, and on nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import pytest

from stavka import titles
from stavka.engine import Dice, Position, Title, View, seed_from
from stavka.hexes import members
from stavka.players import Effort, new_game
from stavka.players.plans import Thinker
from stavka.players.playouts import fingerprint
from stavka.titles.east_is_red.position import War as EastWar
from stavka.titles.red_dragon.position import War

from ..east_is_red.test_demolitions import other_mines
from ..red_dragon.test_leaks import twin_of

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


def plan_of(title: Title, view: View[Any]) -> object:
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


# What is hidden


def positions_of(slug: str, side: str, seeds: Sequence[str]) -> Iterator[Position]:
    """Moments of several games, early and late; not the set-up, which everybody sees."""
    for seed in seeds:
        yield from islice(moments(slug, side, seed), 1, 6, 2)


def exchanged(p: War, chance: random.Random, pairs: int) -> War:
    """Random face-down PLA counters on the map have changed places, two by two."""
    hidden = [u for u in members(p.on_map & p.charts.face_down & ~p.face_up) if p.where[u] >= 0]
    hidden = [u for u in hidden if not p.charts.elbs >> u & 1]
    chosen = chance.sample(hidden, 2 * pairs)
    ways = zip(chosen[:pairs], chosen[pairs:], strict=True)
    return twin_of(p, {a: b for one, other in ways for a, b in ((one, other), (other, one))})


@pytest.mark.parametrize("seed", ["moments", "others"])
def test_a_plan_against_face_down_counters_does_not_know_what_they_are(seed: str) -> None:
    """Red Dragon 18.2: face-down counters change places, and nobody can tell."""
    chance = random.Random(seed)
    compared = 0
    for position in positions_of("red-dragon", "GMD", (seed,)):
        assert isinstance(position, War)
        planned = plan_of(titles.load("red-dragon"), position.view("GMD"))
        for pairs in (1, 4):
            other = exchanged(position, chance, pairs)
            assert other.digest() != position.digest()
            assert other.view("GMD").shows_the_same(position.view("GMD"))
            assert plan_of(titles.load("red-dragon"), other.view("GMD")) == planned
            compared += 1
    assert compared == 6


def test_a_plan_does_not_know_where_mines_are() -> None:
    """The East Is Red 16.0: the Soviets plan the same wherever the Chinese have laid mines."""
    title, chance = titles.load("east-is-red"), random.Random("mines")
    compared = 0
    for position in positions_of("east-is-red", "Soviet", ("moments", "others")):
        assert isinstance(position, EastWar)
        planned = plan_of(title, position.view("Soviet"))
        other = other_mines(position, chance)
        assert other.digest() != position.digest()
        assert other.view("Soviet").shows_the_same(position.view("Soviet"))
        assert plan_of(title, other.view("Soviet")) == planned
        compared += 1
    assert compared == 6


@pytest.mark.parametrize("slug", ["reds", "red-star"])
def test_where_nothing_is_hidden_a_plan_can_know_nothing_more(slug: str) -> None:
    """Reds! and Red Star Rising are open games: both sides see all that there is but the dice."""
    title = titles.load(slug)
    for side in title.sides:
        for position in positions_of(slug, side, ("moments",)):
            assert not position.secrets
            for eyes in title.sides:
                assert fingerprint(position.view(eyes).imagine()) == fingerprint(position)
