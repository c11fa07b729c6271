"""Many tables at once: computer players work, and nobody waits for them."""

from __future__ import annotations

import random
import time
from pathlib import Path

from .client import Live, get, new_table
from .running import server

TABLES = 20
SECONDS = 3.0


def test_a_person_is_answered_while_computer_players_work(tmp_path: Path) -> None:
    with server(tmp_path, 1e9) as address:
        busy = [new_table(address, "cadet", "random")["spectator"] for _ in range(TABLES)]
        own = new_table(address)["hot_seat"]
        rnd = random.Random(1)
        waits = []
        until = time.monotonic() + SECONDS
        with Live(address, own) as live, Live(address, busy[0]) as watching:
            while time.monotonic() < until and not live.over():
                began = time.perf_counter()
                live.choose_any(rnd)
                waits.append(time.perf_counter() - began)
            # Whoever looks on at a table of computer players sees it go on.
            version = watching.state["version"]
            while watching.state["version"] <= version and not watching.over():
                watching.receive()
        assert len(waits) > 50 and max(waits) < 1.0, max(waits)
        moves = [get(address, f"/api/seats/{secret}")["moves"] for secret in busy]
        # Everybody has had a turn.
        assert min(moves) > 0 and max(moves) < 20 * min(moves), moves


def test_a_computer_player_that_is_waited_for_comes_first(tmp_path: Path) -> None:
    with server(tmp_path, 1e9) as address:
        for _ in range(TABLES):
            new_table(address, "cadet", "random")
        links = new_table(address, "person", "cadet")
        with Live(address, links["seats"]["Soviet"]) as live:
            live.choose("recommended")
            live.choose("done")
            began = time.perf_counter()
            while live.decision is None:
                live.receive()
            assert time.perf_counter() - began < 2.0
