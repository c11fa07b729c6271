"""What the staff suggests, asked for over the socket."""

from __future__ import annotations

from stavka import titles
from stavka.engine import Dice, seed_from
from stavka.lessons import lesson
from stavka.server.private import Private
from stavka.server.table import Seat

from .client import Live, new_table


def test_the_staff_suggests_something_that_can_be_chosen(address: str) -> None:
    with Live(address, new_table(address)["seats"]["Soviet"]) as live:
        found = live.ask("query", id=3, kind="hint")
        assert (found["type"], found["id"], found["kind"]) == ("answer", 3, "hint")
        hint = found["hint"]
        assert hint["verb"] == "recommended"
        assert live.choose(hint["verb"], hint["argument"])["type"] == "state"


def test_only_whoever_has_to_choose_is_advised(address: str) -> None:
    links = new_table(address)
    for secret, why in (
        (links["spectator"], "spectators look on"),
        (links["seats"]["Chinese"], "Soviet has to choose now"),
    ):
        with Live(address, secret) as live:
            found = live.ask("query", id=4, kind="hint")
            assert (found["type"], found["reason"], found["id"]) == ("refused", why, 4)


def test_the_staff_is_shown_no_more_than_whoever_asks() -> None:
    """Other counters under the fog, and other dice to come: the same position to think about."""
    found = lesson("red-dragon")
    assert found is not None

    def thought_about(text: str, seed: str) -> object:
        position = titles.load("red-dragon").read(text, Dice(seed_from(seed)))
        table = Private(position, {"GMD": "person", "PLA": "person"})
        asked = table.asked(Seat(b"", ("GMD",)))
        return asked.dump(), asked.dice.seed

    other = found.position.replace("1811: lzn", "1811: ecfa-10")
    assert other != found.position
    assert thought_about(found.position, "one") == thought_about(other, "two")
