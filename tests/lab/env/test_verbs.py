"""Titles declare everything that they ever ask (`Title.verbs`)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from stavka import titles
from stavka.engine import (
    Choice,
    Decision,
    Option,
    Title,
    declared,
    load_record,
    replay,
    seed_from,
)
from stavka.engine.choices import words
from stavka.lab.env import Encoding
from stavka.players import Cadet
from tests.declared import undeclared
from tests.whole_games import every_variant

SHELF = sorted((Path(__file__).parents[2] / "records").glob("*.stavka"))
Variant = tuple[str, str, tuple[str, ...]]


def everything_is_declared(
    title: Title[Any], scenario: str, options: tuple[str, ...], seed: str, limit: int
) -> int:
    """Plays by chance and looks at every question; returns how many there were."""
    position = title.start(scenario, options, seed=seed_from(seed))
    chance = random.Random(seed)
    for asked in range(limit):
        decision = position.decision()
        if decision is None:
            return asked
        assert undeclared(title, decision) == []
        position.apply(decision.pick(chance.randrange(len(decision))))
    return limit


@pytest.mark.parametrize("variant", every_variant())
def test_what_is_asked_in_a_random_game_is_declared(variant: Variant) -> None:
    slug, scenario, options = variant
    assert everything_is_declared(titles.load(slug), scenario, options, "declared", 2000) > 20


@pytest.mark.slow
@pytest.mark.parametrize("variant", every_variant())
def test_what_is_asked_in_many_random_games_is_declared(variant: Variant) -> None:
    slug, scenario, options = variant
    for game in range(25):
        everything_is_declared(titles.load(slug), scenario, options, f"slow {game}", 20_000)


@pytest.mark.slow
@pytest.mark.parametrize("variant", every_variant())
def test_what_is_asked_between_cadets_is_declared(variant: Variant) -> None:
    slug, scenario, options = variant
    title = titles.load(slug)
    position = title.start(scenario, options, seed=seed_from("cadets"))
    cadet = Cadet(title, "cadets")
    while (decision := position.decision()) is not None:
        assert undeclared(title, decision) == []
        position.apply(cadet.choose(decision, position.view(decision.side)))


@pytest.mark.parametrize("path", SHELF, ids=lambda path: path.stem)
def test_every_choice_of_a_recorded_game_has_a_number(path: Path) -> None:
    record = load_record(path)
    encoding = Encoding(titles.load(record.title))
    assert len(record.lines) > 20
    for line in record.lines:
        number = encoding.encode(line.choice)
        assert 0 <= number < encoding.n
        assert encoding.decode(number) == line.choice


@pytest.mark.slow
@pytest.mark.parametrize("path", SHELF, ids=lambda path: path.stem)
def test_what_was_asked_in_a_recorded_game_is_declared(path: Path) -> None:
    record = load_record(path)
    title = titles.load(record.title)
    game = replay(record, title)
    position = game.at(0)
    for move in game.moves:
        decision = position.decision()
        assert decision is not None
        assert undeclared(title, decision) == []
        position.apply(move.choice)


@pytest.mark.parametrize("slug", titles.playable())
def test_the_verbs_of_the_screen_are_those_that_are_declared(slug: str) -> None:
    title = titles.load(slug)
    position: Any = title.start(title.scenarios[0].key, seed=seed_from("screen"))
    shown = set(position.screen.verbs)
    assert {spec.verb for spec in title.verbs} == shown


def test_what_is_not_declared_is_found() -> None:
    title = titles.load("river-line")
    position = title.start("crossing", seed=seed_from("not declared"))
    decision = position.decision()
    assert decision is not None

    def asked(option: Option) -> Decision:
        return position.ask(title.sides[0], "", "", [option])

    assert undeclared(title, asked(words("resolve", "5.2", ("9-1", "1-1")))) == ["resolve 9-1"]
    assert undeclared(title, asked(words("move", "5.2", ("1-1",)))) == ["move (word)"]


def test_a_verb_is_declared_once_with_a_kind() -> None:
    assert len(declared(hexes="retreat", words={"retreat": "12"})) == 2
    with pytest.raises(ValueError, match="twice"):
        declared(hexsides="blow", words={"blow": ["up"]})


def test_a_choice_that_is_not_declared_has_no_number() -> None:
    encoding = Encoding(titles.load("red-dragon"))
    for choice in (Choice("move", "9999"), Choice("fly"), Choice("freeze", "NATO"), Choice("x")):
        with pytest.raises(LookupError, match="has not declared"):
            encoding.encode(choice)
    for number in (-1, encoding.n):
        with pytest.raises(LookupError, match=f"{number} is no choice"):
            encoding.decode(number)
