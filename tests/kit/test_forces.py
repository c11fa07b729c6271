"""Order of battle, arrivals and losses: what all titles have in common, and each its own."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from stavka import titles
from stavka.engine import Dice, Game, Position, Title, load_record, seed_from
from stavka.engine.forces import Arrival, Forces
from stavka.hexes import members
from stavka.review.losses import losses_of
from stavka.review.story import Story
from stavka.titles.red_dragon.fog import hidden_from

from ..marks import rule

RECORDS = Path(__file__).parents[1] / "records"
GAMES = {
    "east-is-red": "east-is-red-m1-full",
    "red-dragon": "red-dragon-campaign",
    "red-star": "red-star-turning-point",
    "reds": "reds-1918-19",
}


def played(slug: str, choices: int) -> tuple[Title[Any], Game]:
    """A recorded game after some choices."""
    story = Story.of_record(load_record(RECORDS / f"{GAMES[slug]}.stavka"))
    story = msgspec.structs.replace(story, moves=story.moves[:choices])
    return titles.load(slug), story.play()


def forces(title: Title[Any], p: Position, side: str) -> Forces:
    return title.forces(p.view(side).imagine(), side)


def begun(slug: str, scenario: str, text: str = "", options: tuple[str, ...] = ()) -> Forces:
    """The forces as the first side knows them, of a scenario or of a position file."""
    title = titles.load(slug)
    seed = seed_from("forces")
    p = (
        title.start(scenario, options or None, seed=seed)
        if not text
        else title.read(text, Dice(seed))
    )
    return forces(title, p, title.sides[0])


@pytest.mark.parametrize("slug", GAMES)
def test_every_unit_that_is_shown_belongs_to_one_formation(slug: str) -> None:
    title, game = played(slug, 150)
    for side in (*title.sides, ""):
        shown = title.present(game.position.view(side)).units
        found = [p for f in forces(title, game.position, side).formations for p in f.units]
        assert Counter(post.unit for post in found) == Counter(shown)
        assert all((post.status == "map") == bool(post.unit.hex) for post in found)


@pytest.mark.parametrize("slug", GAMES)
def test_losses_are_those_of_the_log_with_the_moves_that_made_them(slug: str) -> None:
    title, game = played(slug, 700)
    found = losses_of(title, game, None)
    told = [e for e in game.chronicle if e.kind == "eliminated" and not e.not_for]
    assert [loss.text for loss in found] == [title.text(event) for event in told]
    assert found
    for loss in found:
        events = game.events_of(loss.move - 1)
        assert loss.text in {title.text(event) for event in events}
        assert not loss.unit.hex
    assert found[-1].turn


def test_nobody_is_told_which_face_down_counter_was_lost() -> None:
    """Red Dragon 18.2: the look of a lost counter is that of its back, unless it was shown."""
    title, game = played("red-dragon", 200)
    p: Any = game.position
    unit = next(n for n, name in enumerate(p.names.units) if name.startswith("cpfa"))
    p.tell("eliminated", "18.2.1", unit, p.where[unit], secret_of="PLA")
    p.tell("eliminated", "18.2.1", -1, p.where[unit], not_for="PLA")
    own, others = (losses_of(title, game, eyes)[-1].unit for eyes in ("PLA", "GMD"))
    assert own.id == p.names.units[unit]
    assert others.symbol == "unknown"
    assert not others.values


def test_nobody_is_told_which_face_down_counters_wait() -> None:
    title, game = played("red-dragon", 200)
    p: Any = game.position
    for side in ("GMD", ""):
        found = forces(title, game.position, side)
        hidden = next(f for f in found.formations if f.name == "Face down")
        assert {post.unit.symbol for post in hidden.units} == {"unknown"}
        shown = {post.unit.id for f in found.formations for post in f.units}
        assert not shown & {p.names.units[unit] for unit in members(hidden_from(p, side))}
    assert "Face down" not in {f.name for f in forces(title, game.position, "PLA").formations}


# What is due


def due(found: Forces, when: str) -> list[tuple[int, str, str]]:
    return [(a.count, a.unit.values, a.hex) for a in found.arrivals if a.when == when]


@rule("east-is-red", "17.3")
def test_the_schedule_of_reinforcements_is_told_until_they_have_come() -> None:
    text = """
title: east-is-red
scenario: m1-current
turn: 4
phase: {}
[Soviet]
1507: 12-3-12.1
[Chinese]
1812: 4-6-6.1
"""
    before = begun("east-is-red", "", text.format("soviet-initial-movement"))
    assert due(before, "Game-Turn 4") == [(2, "4-6-6", "0132")]
    assert due(before, "Game-Turn 5") == [
        (2, "4-6-6", "0132"),
        (1, "1-2-9", "0701"),
        (1, "0-1-20", "0701"),
    ]
    after = begun("east-is-red", "", text.format("chinese-initial-movement"))
    assert due(after, "Game-Turn 4") == []
    assert len(due(after, "Game-Turn 5")) == 3


@rule("east-is-red", "17.5")
def test_north_koreans_are_told_of_where_they_can_come() -> None:
    assert not any("if called" in a.when for a in begun("east-is-red", "m30-current").arrivals)
    called = begun("east-is-red", "m30-current", options=("17.5",)).arrivals
    assert [(a.count, a.text) for a in called if "if called" in a.when] == [(2, "in North Korea")]


@rule("reds", "14.1")
def test_reds_arrive_on_their_strategic_turns_in_order() -> None:
    found = begun("reds", "1918-19")
    turns = list(dict.fromkeys(a.when for a in found.arrivals if a.when.startswith("Strategic")))
    assert turns == sorted(turns)
    kuban = next(a for a in found.arrivals if a.unit.title.startswith("1 Kuban"))
    assert kuban.when == "Strategic Turn A"
    fronts = {f.name for f in found.formations if f.side == "Red"}
    assert {"East Front", "South Front"} <= fronts


@rule("red-star", "15.1")
def test_the_schedule_of_red_star_leaves_out_who_has_come() -> None:
    title = titles.load("red-star")
    p: Any = title.start("barbarossa", seed=seed_from("forces"))
    unit = p.names.units.index("GIK50")

    def told() -> list[Arrival]:
        return [a for a in forces(title, p, "Axis").arrivals if a.unit.id == "GIK50"]

    assert [a.when for a in told()] == ["Turn 2"]
    p.send(unit, -2)
    assert [a.when for a in told()] == ["Now"]
