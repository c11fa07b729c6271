"""Numbers of choices: masks say what is legal, and lists spell it out."""

from __future__ import annotations

import numpy as np
import pytest

from stavka import titles
from stavka.arrays.encoding import COLUMNS, KINDS, ROWS
from stavka.arrays.roster import roster_of
from stavka.engine import Choice, seed_from
from stavka.engine.choices import hexes, plain, units, words
from stavka.lab.env import Encoding, Listing, Shape, Undeclared
from tests.lab.env.games import SCENARIOS, SLUGS, first, moments
from tests.whole_games import every_variant


def blank_rows() -> tuple[np.ndarray, np.ndarray]:
    return np.zeros((ROWS, len(COLUMNS)), np.int16), np.zeros(ROWS, np.int8)


def masks_say_what_is_legal(slug: str, scenario: str, limit: int) -> int:
    """Compares masks and lists with the choices, at every moment of a game."""
    title = titles.load(slug)
    encoding = Encoding(title)
    listing = Listing(encoding)
    mask, (rows, listed) = np.ones(encoding.n, np.int8), blank_rows()
    seen = 0
    for _, decision in moments(title, scenario, "masks", limit):
        choices = decision.choices()
        encoding.mask(decision, mask)
        numbers = np.flatnonzero(mask)
        assert {encoding.decode(int(number)) for number in numbers} == set(choices)
        assert {encoding.encode(choice) for choice in choices} == set(numbers.tolist())
        left_out = listing.write(decision, rows, listed)
        kept = int(listed.sum())
        assert kept + left_out == len(choices)
        if not left_out:
            for row in range(0, kept, kept // 5 + 1):
                assert listing.choice(decision, row) == choices[row]
                assert listing.row_of(decision, choices[row]) == row
        seen += len(choices)
    return seen


@pytest.mark.parametrize("slug", SLUGS)
def test_masks_and_lists_say_what_is_legal(slug: str) -> None:
    assert masks_say_what_is_legal(slug, first(slug), 150) > 300


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "scenario"), SCENARIOS)
def test_masks_and_lists_say_what_is_legal_in_whole_games(slug: str, scenario: str) -> None:
    masks_say_what_is_legal(slug, scenario, 3000)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_row_of_the_list_says_what_the_choice_is(slug: str) -> None:
    title = titles.load(slug)
    encoding = Encoding(title)
    listing, roster, (rows, mask) = Listing(encoding), encoding.roster, blank_rows()
    for _, decision in moments(title, first(slug), "rows", 200):
        listing.write(decision, rows, mask)
        assert (rows[int(mask.sum()) :] == -1).all()
        for row in np.flatnonzero(mask)[:: int(mask.sum()) // 8 + 1]:
            choice = listing.choice(decision, int(row))
            verb, kind, cell, unit, word = rows[row].tolist()
            assert roster.verbs[verb] == choice.verb
            match KINDS[kind]:
                case "none":
                    assert (choice.argument, cell, unit, word) == ("", -1, -1, -1)
                case "hex":
                    assert encoding.cells.grid.label(encoding.cells.hex_in[cell]) == choice.argument
                    assert (unit, word) == (-1, -1)
                case "unit":
                    assert roster.units[unit] == choice.argument
                    assert (cell, word) == (-1, -1)
                case "word":
                    assert roster.specs[choice.verb, "word"].words[word] == choice.argument
                    assert (cell, unit) == (-1, -1)


def test_a_hexside_is_a_hex_and_a_direction() -> None:
    encoding = Encoding(titles.load("east-is-red"))
    number = encoding.encode(Choice("detonate", "0920/0921"))
    assert encoding.decode(number) == Choice("detonate", "0920/0921")
    back = encoding.encode(Choice("detonate", "0921/0920"))
    assert back != number
    with pytest.raises(Undeclared):
        encoding.encode(Choice("detonate", "0920/0930"))
    with pytest.raises(Undeclared):
        encoding.encode(Choice("detonate", "0920"))


def test_mines_are_listed_by_hex_and_direction() -> None:
    title = titles.load("east-is-red")
    encoding = Encoding(title)
    grid = encoding.cells.grid
    position = title.start("m1-current", seed=seed_from("mines"))
    option = words("detonate", "16.0", ["0920/0921", "1423/1424"])
    decision = position.ask("Chinese", "", "16.0", [option, plain("done", "16.0")])
    rows, mask = blank_rows()
    assert Listing(encoding).write(decision, rows, mask) == 0
    for row, word in enumerate(option.values):
        here, there = map(grid.hex, word.split("/"))
        _, kind, cell, unit, direction = rows[row].tolist()
        assert (KINDS[kind], unit) == ("hexside", -1)
        assert (encoding.cells.hex_in[cell], direction) == (here, grid.direction(here, there))


def test_a_list_that_is_too_short_keeps_some_of_everything() -> None:
    title = titles.load("red-star")
    encoding = Encoding(title)
    listing, (rows, mask) = Listing(encoding), blank_rows()
    position = title.start("turning-point", seed=seed_from("too short"))
    grid = encoding.cells.grid
    everybody = (1 << len(position.names.units)) - 1
    options = [hexes("place", "", grid.all), units("select", "", everybody), plain("done", "")]
    decision = position.ask("Axis", "", "", options)
    left_out = listing.write(decision, rows, mask)
    assert left_out == len(decision) - ROWS == Shape(title, "list").left_out(decision)
    assert mask.all()
    listed = [listing.choice(decision, row) for row in range(ROWS)]
    assert len(set(listed)) == ROWS
    assert set(listed) <= set(decision.choices())
    assert Choice("done") in listed
    by_verb = {verb: sum(c.verb == verb for c in listed) for verb in ("place", "select", "done")}
    assert by_verb == {"place": ROWS - 1 - 431, "select": 431, "done": 1}
    # They are spread over the whole map.
    placed = [encoding.cells.cell_of[grid.hex(c.argument)] for c in listed if c.verb == "place"]
    assert min(placed) < 300 and max(placed) > encoding.cells.count - 300
    for row in range(0, ROWS, 50):
        assert listing.row_of(decision, listed[row]) == row
    missing = next(choice for choice in decision.choices() if choice not in listed)
    assert listing.row_of(decision, missing) is None


@pytest.mark.parametrize("slug", SLUGS)
def test_who_is_not_asked_may_choose_nothing(slug: str) -> None:
    encoding = Encoding(titles.load(slug))
    mask, (rows, listed) = np.ones(encoding.n, np.int8), blank_rows()
    encoding.mask(None, mask)
    assert Listing(encoding).write(None, rows, listed) == 0
    assert not mask.any() and not listed.any() and (rows == -1).all()


@pytest.mark.parametrize("variant", every_variant())
def test_a_unit_has_one_number_in_all_scenarios(
    variant: tuple[str, str, tuple[str, ...]],
) -> None:
    slug, scenario, options = variant
    title = titles.load(slug)
    roster = roster_of(title)
    names = title.start(scenario, options, seed=seed_from("numbers")).names
    numbers = roster.numbers(names).tolist()
    assert [roster.units[number] for number in numbers] == list(names.units)
    assert len(set(numbers)) == len(numbers)


def test_another_layout_has_another_digest() -> None:
    found = [Encoding(titles.load(slug)) for slug in SLUGS]
    digests = {e.digest for e in found} | {Listing(e).digest for e in found}
    assert len(digests) == 2 * len(SLUGS)
    again = Encoding(titles.load(SLUGS[0]))
    assert again.digest == found[0].digest
    assert Listing(again).digest == Listing(found[0]).digest
    assert Listing(again, 512).digest != Listing(again).digest
