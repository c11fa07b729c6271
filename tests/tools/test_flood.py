"""Floods and load (tools/flood.py, bench/load.py) at a tiny scale; `make soak` measures."""

from __future__ import annotations

import importlib
import pkgutil
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from litestar.handlers import HTTPRouteHandler, WebsocketRouteHandler

from bench import load
from stavka import server as server_package
from stavka.server.notices import Sending
from tests.server.running import server
from tools import flood
from tools.flood import Result, Times
from tools.floods import NOT_FLOODED, Flood, requests

# Each plays for seconds against a real server.
pytestmark = pytest.mark.slow

# What floods are answered that could easily miss what they are about.
USUAL = {
    "200": "reach account change-account data person ratings kept-apart contact new-channel quiet "
    "offers look-at-offer passkeys own-passkeys",
    "201": "code new-account challenge own-challenge",
    "204": "adopt keep-apart forgive keep-apart-here forgive-here take-back-offer offer",
    "403": "sign-in new-passkey",
    "404": "shut-out join stop no-push no-passkey",
    "409": "ask confirm",
    "410": "claim take-offer",
    # The flood of channels before has used up what may be looked up.
    "429": "push",
    "state": "ws-connect",
    "answer": "ws-messages",
}
SHORT_GAME = flood.LONG_GAME.with_name("red-star-turning-point.stavka")


def test_every_route_is_flooded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flood, "LONG_GAME", SHORT_GAME)
    with server(tmp_path, sending=Sending(nearby=True, push=True), names=["localhost"]) as address:
        target = flood.prepared(address)
        asked = requests(target)
        for name, answer in ((name, a) for a, names in USUAL.items() for name in names.split()):
            # As whoever sits at the machine, who is refused nothing for coming too often.
            with Flood(target, asked[name], "") as flooding:
                pass
            assert flooding.answers.get(answer, 0) > 3, (name, flooding.answers)
    paths = {(request.method, request.path.partition("?")[0]) for request in asked.values()}
    known = routes()
    assert len(known) > 50 and set(NOT_FLOODED) <= known
    missing = [
        (method, path)
        for method, path in sorted(known - set(NOT_FLOODED))
        if not any(method == kind and re.fullmatch(pattern(path), there) for kind, there in paths)
    ]
    assert not missing, "tools/floods.py has no flood of them"


def routes() -> set[tuple[str, str]]:
    """All that others can reach."""
    names = [module.name for module in pkgutil.iter_modules(server_package.__path__)]
    modules = [importlib.import_module(f"stavka.server.{name}") for name in names]
    return {
        (method, path)
        for module in modules
        if module.__name__ != "stavka.server.laboratory"
        for handler in vars(module).values()
        if isinstance(handler, HTTPRouteHandler | WebsocketRouteHandler)
        for method in getattr(handler, "http_methods", {"GET"})
        for path in handler.paths or {"/"}
    }


def pattern(path: str) -> str:
    return re.sub(r"\{path:path\}", ".+", re.sub(r"\{\w+:str\}", "[^/]+", path))


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
    quick = Result(Times(1.0, 2.0), Times(2.0, 14.0), {})
    assert quick.passed and "unnoticed" in quick.told("page"), "nobody notices"
    assert "unnoticed" not in Result(calm, Times(11.0, 49.0), {}).told("page")
    assert not Result(Times(1.0, 2.0), Times(2.0, 16.0), {}).passed


def test_load(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(load, "RISING", 0.1)
    monkeypatch.setattr(load, "LATE", 1e6)
    asked = ["--tables", "2", "--rates", "10,20", "--seconds", "0.5"]
    # It has a loop of its own, and a test of the browser may have left one running here.
    with ThreadPoolExecutor(1) as elsewhere:
        assert elsewhere.submit(load.main, asked).result() == 0
    said = capsys.readouterr().out
    assert said.count("clicks/s") == 2 and "2 tables, 6 screens" in said
    wanted = ["--tables", "2", "--seconds", "0.5", "--want"]
    with ThreadPoolExecutor(1) as elsewhere:
        assert elsewhere.submit(load.main, [*wanted, "20:1e6:1e3"]).result() == 0
        assert elsewhere.submit(load.main, [*wanted, "20:1e6:0.001"]).result() == 1
    said = capsys.readouterr().out
    assert "CPU 1000 ms: held" in said and "CPU 0.001 ms: NOT HELD" in said


def test_what_is_wanted_of_a_rate() -> None:
    measured = load.Measured(rate=400, clicks=395, p50=9, p95=50, p99=90, cpu=2.1, database=0.4)
    assert load.Wanted(400, 100, 2.2, 0.45).held([measured])
    too_much = ((200, 100), (400, 80), (400, 100, 2.0), (400, 100, 2.2, 0.3))
    assert not any(load.Wanted(*one).held([measured]) for one in too_much)
    assert not load.Wanted(400, 100).held([measured._replace(clicks=350)]), "it did not keep up"
