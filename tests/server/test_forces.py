"""Order of battle, arrivals and losses over the wire."""

from __future__ import annotations

from .client import Live
from .test_looking_back import bring


def test_losses_carry_the_moves_that_the_seat_counts(address: str) -> None:
    secret = bring(address, 900)["seats"]["Chinese"]
    with Live(address, secret) as live:
        forces = live.ask("query", id=1, kind="forces")["forces"]
        assert forces["formations"]
        assert forces["arrivals"]
        log = live.state["log"]
    told = [(line["move"], line["text"]) for line in log if "eliminated in" in line["text"]]
    assert told
    assert [(loss["move"], loss["text"]) for loss in forces["losses"]] == told
