"""A trained player that a server offers."""

from __future__ import annotations

import time
from pathlib import Path

from ..players.test_policies import TITLE, written
from .client import get, lay, make
from .running import PATIENCE, Process

NAME = "policy:keen.onnx"


def chosen(address: str, seat: str, at_least: int) -> int:
    """How many moves there have been, once there are so many."""
    until = time.monotonic() + PATIENCE
    while (moves := int(get(address, f"/api/seats/{seat}")["moves"])) < at_least:
        assert time.monotonic() < until, "nobody chooses"
        time.sleep(0.05)
    return moves


def test_it_plays_at_a_table_and_a_cadet_stands_in_for_it(tmp_path: Path) -> None:
    database, file = tmp_path / "stavka.db", tmp_path / "keen.onnx"
    written(file, ("resolve", "all", "attack", "done"))
    process = Process(database, "--policy", str(file))
    listed = {one["slug"]: one["players"] for one in get(process.address, "/api/titles")}
    assert NAME in listed["river-line"] and NAME not in listed["reds"]
    scenario = TITLE.scenarios[0].key
    new = {"title": "river-line", "scenario": scenario, "players": dict.fromkeys(TITLE.sides, NAME)}
    links = lay(process.address, make(process.address, "/api/tables", new))
    chosen(process.address, links["spectator"], 5)
    # Nobody names a file of this machine from outside.
    away = {**new, "players": dict.fromkeys(TITLE.sides, f"policy:{file}")}
    assert "cannot play" in make(process.address, "/api/tables", away, 400)["error"]
    process.kill()
    process = Process(database)
    before = chosen(process.address, links["spectator"], 5)
    state = get(process.address, f"/api/seats/{links['spectator']}")
    if state["presentation"]["outcome"] is None:
        chosen(process.address, links["spectator"], before + 1)
    process.kill()
