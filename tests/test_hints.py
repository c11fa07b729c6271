"""What the staff suggests is what a cadet would do, and what it says of it is so."""

from __future__ import annotations

import pytest

from stavka import titles
from stavka.engine import Choice, Dice, Position, seed_from
from stavka.engine.presentation import Hint
from stavka.lessons import lesson
from stavka.players import Intention, Plan, hint, new_game

# The East Front of Reds! has the turn.
EAST = """
title: reds
scenario: 1918-19
turn: 2
phase: activation
initiative: Red
chit: East
"""
# Simbirsk, 3012, is White and empty.
CITY = f"""{EAST}
[Red]
2913: R-A01
[White]
4301: W-SIC
"""
# The only city worth going to is held by a beaten brigade.
BRIGADE = f"""{EAST}
[Red]
3008: R-A03, R-LAT
[White]
3107: W-IZH(disordered)
4301: W-SIC
[markers]
red: 3012 3212 3408 3504 3705
"""


def taught(slug: str, choices: int) -> Position:
    """The position of a lesson after some of its choices."""
    found = lesson(slug)
    assert found is not None
    p = titles.load(slug).read(found.position, Dice(seed_from(found.seed)))
    for choice in found.choices[:choices]:
        p.decision()
        p.apply(choice)
    return p


def suggested(slug: str, p: Position) -> Hint:
    decision = p.decision()
    assert decision is not None
    return hint(titles.load(slug), p.view(decision.side).imagine())


@pytest.mark.parametrize("slug", titles.playable())
def test_the_staff_suggests_what_a_cadet_would_do(slug: str) -> None:
    title = titles.load(slug)
    first = titles.entry(slug).first_game
    cadets = dict.fromkeys(title.sides, "cadet")
    p, players = new_game(title, first, title.defaults(first), cadets, "hints")
    for number in range(90):
        decision = p.decision()
        if decision is None:
            break
        choice = players[decision.side].choose(decision, p.view(decision.side))
        if number % 6 == 0:
            before = p.dump()
            found = suggested(slug, p)
            assert Choice(found.verb, found.argument) == choice
            assert p.dump() == before, "asking changes nothing"
        p.apply(choice)


def test_an_attack_is_told_with_its_odds() -> None:
    """With everybody whom the staff would send, whatever is still to be announced."""
    for made in (8, 9, 10):
        found = suggested("reds", taught("reds", made))
        assert found.reasons == (
            "1:1, die x 2 +6 against die x 1 -2.",
            "72 %: Komuch Army eliminated.",
            "28 %: 5 Army disordered; Komuch Army eliminated.",
        )


def test_what_is_picked_up_is_told_with_where_it_goes() -> None:
    p = titles.load("reds").read(CITY, Dice(seed_from("hints")))
    found = suggested("reds", p)
    assert (found.verb, found.argument) == ("select", "R-A01")
    assert (found.next, found.hexes) == ("Move here 3012", ("3012",))
    # A city and a resource change hands: 4 and 12 more for Red, and as much less for White.
    assert found.reasons == ("It is worth 32 in the staff's count of resources, cities and units.",)
    p.apply(Choice("select", "R-A01"))
    found = suggested("reds", p)
    assert (found.verb, found.argument, found.next) == ("move", "3012", "")
    assert found.reasons == ("It is worth 32 in the staff's count of resources, cities and units.",)


def test_a_move_is_told_with_the_attack_that_it_is_for() -> None:
    found = suggested("reds", titles.load("reds").read(BRIGADE, Dice(seed_from("hints"))))
    assert (found.verb, found.next) == ("select", "Move here 3108")
    assert found.reasons == (
        "From there the staff would go on: Attack 3107, 3:1, die x 1 +2 against die x 1 +1.",
    )


def test_the_staff_makes_nothing_up() -> None:
    """What puts a unit down, or ends something, has no reason: not that of something else."""
    found = suggested("red-star", taught("red-star", 2))
    assert (found.verb, found.next, found.reasons) == ("halt", "", ())
    found = suggested("red-dragon", taught("red-dragon", 4))
    assert (found.verb, found.next, found.reasons) == ("hold", "", ())


def with_plan(p: Position, turn: str = "", **wanted: object) -> Hint:
    """What is suggested by the first style, in a plan of the turn or of another one."""
    title, decision = titles.load("reds"), p.decision()
    assert decision is not None
    style = title.styles(decision.side).portfolio[0].name
    plan = Plan(turn or str(title.turn_of(p)), style, **wanted)  # type: ignore[arg-type]
    return hint(title, p.view(decision.side).imagine(), plan)


BEFORE = "Turn(number=1, side='Red')"
IZHEVSK = (Intention("3107", (), 1.0, 0.7, attack=True),)


def test_a_hint_by_a_plan_tells_what_the_turn_is_for_and_why() -> None:
    p = titles.load("reds").read(BRIGADE, Dice(seed_from("hints")))
    found = with_plan(p, intentions=IZHEVSK)
    assert found.purpose == "This turn the staff would attack 3107 (70% to drive the enemy out)."
    assert found.reasons == ("Goes for 2313.",), "the reason of the style, as of a sentence"
    assert with_plan(p).purpose == ""
    assert suggested("reds", p).purpose == ""


def test_a_hint_by_a_plan_follows_its_orders() -> None:
    p = titles.load("reds").read(CITY, Dice(seed_from("hints")))
    army, hex_ = p.names.unit("R-A01"), p.names.grid.hex("2911")
    found = with_plan(p, orders={army: hex_})
    assert (found.argument, found.next, found.hexes) == ("R-A01", "Move here 2911", ("2911",))
    assert with_plan(p).hexes == ("3012",)


def test_of_the_plan_of_an_earlier_turn_only_the_style_holds() -> None:
    p = titles.load("reds").read(CITY, Dice(seed_from("hints")))
    army, hex_ = p.names.unit("R-A01"), p.names.grid.hex("2911")
    found = with_plan(p, BEFORE, orders={army: hex_}, intentions=IZHEVSK)
    assert (found.purpose, found.hexes) == ("", ("3012",))
    assert found.reasons == ("Goes for 2313.",)


def test_in_the_fog_odds_are_a_range() -> None:
    found = suggested("red-dragon", taught("red-dragon", 0))
    assert (found.verb, found.argument) == ("attack", "1811")
    assert found.reasons == ("17 to 1-7: 3:1 to 6:1, 1 face-down counter.",)
