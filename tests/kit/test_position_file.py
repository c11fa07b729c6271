"""Position files from tables: what must hold of the table of every title."""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

import pytest
from river_line import RiverLine

from stavka import titles
from stavka.engine import BadPosition, Dice, Position, Title, seed_from
from stavka.engine.position_file import Entry
from stavka.kit.keys import (
    HEXES,
    Field,
    Flags,
    Key,
    either,
    fields_of,
    number,
    one_of,
    row,
)
from stavka.kit.position_file import PositionFile

from ..whole_games import variants

# What is told of units: where they are, and in brackets or by the order of lines.
OF_UNITS = {
    "east-is-red": {"where"},
    "reds": {"where", "raider"},
    "red-dragon": {"where", "under"},
    "red-star": {"where", "steps", "marker", "due"},
    "river-line": {"where"},
}


def file_of(title: Title[Any]) -> PositionFile[Any]:
    package = type(title).__module__.rpartition(".")[0]
    there = vars(import_module(f"{package}.position_file")).values()
    kind = next(
        thing
        for thing in there
        if isinstance(thing, type) and issubclass(thing, PositionFile) and thing is not PositionFile
    )
    return kind(title)


def told_by(file: PositionFile[Any], p: Position) -> list[str]:
    """The fields of the state that lines and states are about."""
    found = [*file.states.values()]
    for key in (*file.header, *file.tally, *file.markers):
        if isinstance(key, Flags):
            found += key.flags.values()
        elif isinstance(key, Field):
            found += [key.fields] if isinstance(key.fields, str) else key.fields
    return [field for field in found if field in fields_of(type(p))]


@pytest.mark.parametrize("slug", titles.playable())
def test_the_table_tells_all_of_the_state(slug: str) -> None:
    title = titles.load(slug)
    file = file_of(title)
    for scenario, options in variants(title):
        p = title.blank(scenario, options, Dice(b"x"))
        assert {*told_by(file, p), *OF_UNITS[slug]} == fields_of(type(p))


@pytest.mark.parametrize("slug", titles.playable())
def test_every_key_stands_once(slug: str) -> None:
    file = file_of(titles.load(slug))
    for keys in ((*file.header, *file.tally), file.markers):
        names = [key.key for key in keys]
        assert len(names) == len(set(names))


@pytest.mark.parametrize("slug", titles.playable())
def test_no_phase_begins_in_a_game_that_is_over(slug: str) -> None:
    title = titles.load(slug)
    chance = random.Random(slug)
    p = title.start(title.scenarios[0].key, seed=seed_from(slug))
    while (decision := p.decision()) is not None:
        p.apply(decision.pick(chance.randrange(len(decision))))
    text = title.write(p)
    assert "\nflow: []\noutcome: " in text
    again = title.read(text.replace("\nflow: []\n", "\n"), Dice(seed_from(slug)))
    assert again == p


# Kinds of things, at a position of River Line


def said(key: Key, value: str) -> tuple[Any, str | None]:
    """What a position keeps of a line in its field `turn`, and how it writes it."""
    p = RiverLine().start("crossing")
    assert key.is_of(p)
    key.read(p, Entry(1, key.key, value))
    return p.turn, key.text(p)


@pytest.mark.parametrize(
    ("key", "value", "kept", "written"),
    [
        (Field("fog", "turn", HEXES), "", 0, ""),
        (Field("fog", "turn", HEXES, unless=""), "", 0, None),
        (Field("turns", "turn", number(5)), "3", 3, "3"),
        (Field("turns", "turn", number(5), unless="3"), "3", 3, None),
        (Field("mood", "turn", one_of(("good", "bad"))), "bad", "bad", "bad"),
        (Field("peace", "turn", either("yes", "no")), "no", False, "no"),
        (Field("row", "turn", row(number())), "3, 1 2", (3, 1, 2), "3 1 2"),
        (Flags({"first": "turn", "none": "fog"}), "first", True, "first"),
    ],
)
def test_one_entry_reads_and_writes(
    key: Key, value: str, kept: object, written: str | None
) -> None:
    assert said(key, value) == (kept, written)


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        (Field("turns", "turn", number(5)), "6", "turns: '6' should be a number from 0 to 5"),
        (Field("mood", "turn", one_of(("good", "bad"))), "odd", "should be one of good, bad"),
        (Field("peace", "turn", either("yes", "no")), "so", "should be one of yes, no"),
        (Field("row", "turn", row(number(), lambda p: 2)), "1", "2 numbers are expected, not 1"),
        (Flags({"first": "turn", "none": "fog"}), "none", "unknown flag 'none'; there are first"),
    ],
)
def test_what_is_wrong_with_a_value(key: Key, value: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        said(key, value)


def test_a_line_without_its_fields_does_not_exist() -> None:
    p = RiverLine().start("crossing")
    assert not Field("fog", "fog", HEXES).is_of(p)
    assert not Field("fog", ("turn", "fog"), HEXES).is_of(p)
