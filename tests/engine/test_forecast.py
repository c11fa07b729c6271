"""Forecasts: the rules are asked what they would do, for every fall of the dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from stavka import titles
from stavka.engine import Choice, Dice, Position, forecast
from stavka.engine.forecast import Effect, Rolled, merged, ways
from tests.east_is_red.fights import soviet_attack
from tests.east_is_red.situations import play

TITLE = titles.load("east-is-red")
RESOLVE = Choice("resolve", "1-2")


def attack() -> Position:
    p = soviet_attack("0419: 7-4-9.1, 4-6-9.1", "0420: 4-6-6.1")
    play(p, "attack 0420", "all")
    return p


def results(found: Any) -> Counter[str]:
    counted: Counter[str] = Counter()
    for way in found:
        for event in way.after.chronicle:
            if event.kind == "attacked":
                counted[event.facts[4]] += way.chance
    return counted


def test_every_fall_of_the_dice_is_tried_once() -> None:
    p = attack()
    found = ways(p, RESOLVE, horizon=len(p.frames) - 1)
    assert found is not None
    # The printed row at 1-2.
    sixths = {result: 6 * chance for result, chance in results(found).items()}
    assert sixths == {"Dr": 1, "Ar": 4, "Ae": 1}


def test_dice_within_dice() -> None:
    """15.21: a nuclear attack rolls again for contamination."""
    p = soviet_attack("0419: 7-4-9.1, 7-4-9.2, 4-6-9.1", "0420: 5-3-6.1")
    play(p, "attack 0420", "all", "nuclear")
    found = list(ways(p, Choice("resolve", "3-1"), horizon=len(p.frames) - 1) or ())
    assert sum(way.chance for way in found) == 1
    assert {way.chance for way in found} == {Fraction(1, 6), Fraction(1, 36)}


def test_the_position_and_its_dice_stay_as_they_are() -> None:
    p = attack()
    before, rolls = p.to_json(), p.dice.rolls
    for way in ways(p, RESOLVE, horizon=len(p.frames) - 1) or ():
        assert way.after is not p and way.after.dice.rolls == rolls + 1
    assert (p.to_json(), p.dice.rolls, p.horizon) == (before, rolls, -1)


def test_nothing_goes_on_beyond_the_horizon() -> None:
    """The attack is over, and nobody has asked what comes next."""
    p = attack()
    for way in ways(p, RESOLVE, horizon=len(p.frames) - 1) or ():
        assert len(way.after.frames) >= len(p.frames) - 1
    short = ways(p, RESOLVE, horizon=len(p.frames) + 5)
    assert short is not None and all(way.after.decision() is None for way in short)


def test_too_many_falls_are_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    p = attack()
    asked: dict[str, Any] = {
        "effect": lambda after: Effect(
            next(r for e in after.chronicle if (r := TITLE.rolled(e))), "something"
        ),
        "order": ("Ae", "Ar", "Ex", "Dr", "De"),
        "columns": TITLE.charts.columns,  # type: ignore[attr-defined]
        "horizon": len(p.frames) - 1,
    }
    whole = forecast.forecast(p, RESOLVE, **asked)
    assert whole.exact and whole.columns == ("1-2",)
    monkeypatch.setattr(forecast, "MOST", 3)
    assert ways(p, RESOLVE, horizon=len(p.frames) - 1) is None
    sample = forecast.forecast(p, RESOLVE, **asked)
    assert not sample.exact and sample.chances == whole.chances
    assert forecast.forecast(p, RESOLVE, **asked) == sample, "the same question, the same answer"


def test_results_that_come_to_the_same_are_one() -> None:
    third = Fraction(1, 3)
    effects = [
        (third, Effect(Rolled("De"), "eliminated")),
        (third, Effect(Rolled("Ar"), "attacker retreats")),
        (third, Effect(Rolled("Dr"), "eliminated")),
    ]
    found = merged(effects, ("Ar", "Dr", "De"))
    assert [(c.result, c.text) for c in found] == [
        ("Ar", "attacker retreats"),
        ("Dr, De", "eliminated"),
    ]
    assert [c.probability for c in found] == [1 / 3, 2 / 3]


def test_tickets_are_drawn_by_their_number() -> None:
    """A lot without tickets is never drawn; the others as often as they have tickets."""
    p = TITLE.start("m1-current", seed=b"tickets")
    drawn = Counter(p.draw((2, 0, 4)) for _ in range(600))
    assert set(drawn) == {0, 2} and 150 < drawn[0] < 250
    assert len(p.rolled) == 600 and set(p.rolled) <= set(range(1, 7))


def test_a_draw_falls_as_a_roll_of_all_tickets() -> None:
    dice, other = Dice(b"x"), Dice(b"x")
    assert [dice.draw((2, 4)) for _ in range(20)] == [other.roll(6) for _ in range(20)]


def test_a_choice_is_made_and_nothing_follows_until_the_game_goes_on() -> None:
    p = attack()
    after = forecast.made(p, RESOLVE)
    assert after.dice.rolls == p.dice.rolls and after.horizon == p.horizon
    found = ways(after, None, horizon=len(p.frames) - 1)
    whole = ways(p, RESOLVE, horizon=len(p.frames) - 1)
    assert found is not None and whole is not None
    assert results(found) == results(whole)


def test_every_fall_of_a_part_of_the_rules() -> None:
    def drawn(alike: tuple[str, ...]) -> list[tuple[Fraction, int]]:
        p = TITLE.start("m1-current", seed=b"tickets")
        found = forecast.falls(p, lambda q: q.draw((2, 0, 1, 3)), alike)
        assert found is not None
        return sorted((way.chance, way.after.rolled[-1]) for way in found)

    assert drawn(()) == [(Fraction(1, 6), 3), (Fraction(1, 3), 1), (Fraction(1, 2), 4)]
    assert drawn(("a", "b", "b", "a")) == [(Fraction(1, 6), 3), (Fraction(5, 6), 1)]


def test_a_roll_for_later_is_not_looked_into() -> None:
    p = TITLE.start("m1-current", seed=b"tickets")

    def act(q: Position) -> None:
        q.roll(later=True)
        q.roll(2)

    found = list(forecast.falls(p, act) or ())
    assert [way.chance for way in found] == [Fraction(1, 2)] * 2
    dice, other = Dice(b"x"), Dice(b"x")
    assert [dice.roll_later(6) for _ in range(9)] == [other.roll(6) for _ in range(9)]


def test_a_throw_is_known_by_its_sum() -> None:
    p = TITLE.start("m1-current", seed=b"tickets")
    found = list(forecast.falls(p, lambda q: q.throw(3, alike=tuple)) or ())
    assert len(found) == 16
    chances = {sum(way.after.rolled): way.chance for way in found}
    assert all(len(way.after.rolled) == 3 for way in found)
    assert all(1 <= die <= 6 for way in found for die in way.after.rolled)
    assert [216 * chances[total] for total in (3, 10, 18)] == [1, 27, 1]
    assert sum(chances.values()) == 1


def test_throws_that_are_alike_are_one() -> None:
    p = TITLE.start("m1-current", seed=b"tickets")
    found = list(forecast.falls(p, lambda q: q.throw(1, 2, alike=lambda s: s[0] > s[1])) or ())
    assert sorted((way.chance, len(way.after.rolled)) for way in found) == [
        (Fraction(20, 216), 3),
        (Fraction(196, 216), 3),
    ]
    assert p.throw(0, 0, alike=tuple) == [0, 0]


def test_a_throw_falls_as_so_many_dice() -> None:
    dice, other = Dice(b"x"), Dice(b"x")
    rolls = [other.roll(6) for _ in range(5)]
    assert dice.throw((2, 3), 6, tuple) == [tuple(rolls[:2]), tuple(rolls[2:])]
