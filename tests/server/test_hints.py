"""What the staff suggests, asked for over the socket."""

from __future__ import annotations

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
