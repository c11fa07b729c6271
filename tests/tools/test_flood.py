"""Floods and load (tools/flood.py, bench/load.py) at a tiny scale; `make soak` measures."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bench import load
from stavka.server.app import create_app
from tests.server.running import server
from tools import flood
from tools.flood import Result, Times
from tools.floods import Flood, requests

# Each plays for seconds against a real server.
pytestmark = pytest.mark.slow

SHORT_GAME = flood.LONG_GAME.with_name("red-star-turning-point.stavka")


def test_every_route_is_flooded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flood, "LONG_GAME", SHORT_GAME)
    with server(tmp_path) as address:
        target = flood.prepared(address)
        asked = requests(target)
        usual = {"reach": "200", "claim": "410", "ws-connect": "state", "ws-messages": "answer"}
        for name, answer in usual.items():
            with Flood(target, asked[name], "203.0.113.9") as flooding:
                pass
            assert flooding.answers.get(answer, 0) > 3, (name, flooding.answers)
    paths = {(request.method, request.path.partition("?")[0]) for request in asked.values()}
    assert len(paths) > 25
    known = re.findall(r'^@(get|post|delete|websocket)\(\s*"([^"]+)"', routes(), re.MULTILINE)
    assert len(known) > 25
    for method, path in known:
        kind = {"websocket": "GET"}.get(method, method.upper())
        pattern = re.sub(r"\{path:path\}", ".+", re.sub(r"\{\w+:str\}", "[^/]+", path))
        # A seat that was given back could not be flooded again.
        assert path.endswith("/give-back") or any(
            kind == asked_kind and re.fullmatch(pattern, there) for asked_kind, there in paths
        ), (method, path)


def routes() -> str:
    """The sources in which all routes stand that others can reach: a laboratory is for whoever sits
    at the machine."""
    folder = Path(create_app.__code__.co_filename).parent
    files = [file for file in sorted(folder.glob("*.py")) if file.name != "laboratory.py"]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def test_a_flood_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(flood, "LONG_GAME", SHORT_GAME)
    monkeypatch.setattr(flood, "ROUNDS", 1)
    monkeypatch.setattr(flood, "UNNOTICED", 1e6)
    assert flood.main(["page", "--scale", "0.01"]) == 0
    assert "1 floods" in capsys.readouterr().out


def test_what_is_too_slow() -> None:
    calm = Times.of([[10.0] * 98 + [20.0] * 2, [10.0] * 98 + [30.0] * 2])
    assert calm == (10.0, 25.0)
    assert Result(calm, Times(11.0, 49.0), {}).passed
    assert not Result(calm, Times(11.0, 51.0), {}).passed
    assert "TOO SLOW" in Result(calm, Times(11.0, 51.0), {}).told("page")
    assert Result(Times(1.0, 2.0), Times(2.0, 20.0), {}).passed, "nobody notices"


def test_load(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(load, "RISING", 0.1)
    monkeypatch.setattr(load, "LATE", 1e6)
    asked = ["--tables", "2", "--rates", "10,20", "--seconds", "0.5"]
    # It has a loop of its own, and a test of the browser may have left one running here.
    with ThreadPoolExecutor(1) as elsewhere:
        assert elsewhere.submit(load.main, asked).result() == 0
    said = capsys.readouterr().out
    assert said.count("clicks/s") == 2 and "2 tables, 6 screens" in said
