"""Titles, maps, rules, schemas and files, and how wrong requests are answered."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from stavka import titles
from stavka.charts import ChartView, charts_of
from stavka.cli import main
from stavka.server.messages import MapData, Problem, RuleChapter, RulePage, TitleInfo
from stavka.server.pages import page

from .client import Json, get, http, make


def test_titles(address: str) -> None:
    found = msgspec.convert(get(address, "/api/titles"), list[TitleInfo])
    assert [title.slug for title in found] == titles.playable()
    title = found[0]
    assert (title.slug, title.sides) == ("east-is-red", ("Soviet", "Chinese"))
    assert title.players == ("person", "random", "recruit", "cadet", "staff", "marshal")
    assert {s.key: s.options for s in title.scenarios}["1980s-m30"] == (
        *("17.5", "19.0", "INT", "OMG", "GW", "SW.3", "US"),
    )
    assert {o.key for o in title.options} == {
        *("17.5", "19.0", "INT", "OMG", "ER", "IT", "GW", "SW.3", "US"),
    }


def test_map(address: str) -> None:
    data = msgspec.convert(get(address, "/api/titles/east-is-red/map"), MapData)
    assert data.orientation in ("flat", "pointy")
    assert len({h.label for h in data.hexes}) == len(data.hexes) > 1000
    assert all(0 < h.x < data.width and 0 < h.y < data.height for h in data.hexes)
    assert any(h.places for h in data.hexes) and any(not h.in_play for h in data.hexes)
    with http(address) as client:
        picture = client.get(data.image)
        assert picture.text.startswith("<svg") and 'width="' in picture.text
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert "immutable" in picture.headers["cache-control"]
        again = client.get(data.image, headers={"if-none-match": picture.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        # Without the digest nobody promises that the picture stays.
        assert client.get("/maps/east-is-red.svg").headers["cache-control"] == "no-cache"


def test_small_pictures_of_maps(address: str) -> None:
    (info,) = (t for t in get(address, "/api/titles") if t["slug"] == "red-dragon")
    with http(address) as client:
        small = client.get(info["picture"])
        assert small.headers["content-type"] == "image/png"
        assert small.content.startswith(b"\x89PNG") and len(small.content) < 100_000
        assert "immutable" in small.headers["cache-control"]
        assert client.get("/maps/red-dragon.png").headers["cache-control"] == "no-cache"


def test_charts(address: str) -> None:
    for slug in titles.playable():
        found = msgspec.convert(get(address, f"/api/titles/{slug}/charts"), tuple[ChartView, ...])
        assert found == charts_of(slug) and found[0].name == "Combat Results Table"


def test_rules(address: str) -> None:
    found = msgspec.convert(get(address, "/api/rules/east-is-red/16.0"), RulePage)
    assert found.case == "16.0" and found.title and found.text
    chapters = msgspec.convert(get(address, "/api/rules/east-is-red"), list[RuleChapter])
    assert ("16", "Atomic demolitions") in [(one.number, one.name) for one in chapters]
    assert found in [page for chapter in chapters for page in chapter.pages]
    assert "no title 'chess'" in get(address, "/api/rules/chess", 404)["error"]
    assert "no case '99.9'" in get(address, "/api/rules/east-is-red/99.9", 404)["error"]


@pytest.mark.parametrize(
    "path",
    [
        "/api/titles/chess/map",
        "/api/titles/chess/charts",
        "/api/rules/chess/1.0",
        "/maps/chess.svg",
        "/maps/east-is-red.exe",
        "/api/nothing",
        "/assets/missing.js",
        "/..%2f..%2fcli.py",
        "/%2e%2e/%2e%2e/cli.py",
    ],
)
def test_what_is_not_there(address: str, path: str) -> None:
    assert get(address, path, 404)["error"]


def test_openapi_tells_all_routes(address: str) -> None:
    paths = get(address, "/schema")["paths"]
    assert set(paths) == {
        "/health",
        "/api/people",
        "/api/people/join",
        "/api/account",
        "/api/account/code",
        "/api/account/devices/{device}",
        "/api/account/seats",
        "/api/account/data",
        "/api/account/apart",
        "/api/people/{id_}",
        "/api/ratings/{slug}",
        "/api/offers",
        "/api/tables/{table}/offer",
        "/api/tables/{table}/offer/take",
        "/api/tables/{table}/apart",
        "/api/account/contact",
        "/api/account/contact/confirm",
        "/api/account/contact/devices",
        "/api/account/contact/devices/{device}",
        "/api/account/contact/quiet",
        "/api/account/contact/{kind}",
        "/api/account/contact/{kind}/test",
        "/api/contact/stop",
        "/api/passkeys",
        "/api/people/challenge",
        "/api/people/sign-in",
        "/api/account/passkeys",
        "/api/account/passkeys/challenge",
        "/api/account/passkeys/{passkey}",
        "/api/privacy",
        "/api/titles",
        "/api/titles/{slug}/map",
        "/api/titles/{slug}/charts",
        "/api/titles/{slug}/check",
        "/api/titles/{slug}/lesson",
        "/api/lessons",
        "/api/reach",
        "/api/older-seat",
        "/api/tables/{table}/invitation",
        "/api/tables/{table}/claim",
        "/api/tables/{table}/ask",
        "/api/tables/{table}/invite",
        "/api/tables/{table}/give-back",
        "/api/tables/{table}/spectator",
        "/api/tables/{table}/what-if",
        "/maps/{file}",
        "/api/rules/{slug}",
        "/api/rules/{slug}/{case}",
        "/api/tables",
        "/api/tables/import",
        "/api/tables/{table}",
        "/api/tables/{table}/wait",
        "/api/tables/{table}/record",
        "/api/tables/{table}/position",
        "/api/tables/{table}/report",
        "/api/tables/{table}/report/progress",
        "/api/tables/{table}/report/page",
    }


def test_headers_keep_secrets(address: str) -> None:
    with http(address) as client:
        headers = client.get("/").headers
    assert headers["referrer-policy"] == "no-referrer"
    assert "frame-ancestors 'none'" in headers["content-security-policy"]


def test_pages(tmp_path: Path) -> None:
    empty = page("", tmp_path)
    assert empty is not None and b"its page is missing" in empty.content
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<p>first page")
    (tmp_path / "assets" / "a-1234.js").write_text("let a")
    (tmp_path.parent / "outside.txt").write_text("outside")
    script = page("/assets/a-1234.js", tmp_path)
    assert script is not None and script.for_ever
    assert script.media_type == "text/javascript; charset=utf-8"
    # An address of the client's own.
    deep = page("/seat/abc", tmp_path)
    assert deep is not None and deep.content == b"<p>first page" and not deep.for_ever
    assert page("/../outside.txt", tmp_path) is None
    assert page("/api/seat", tmp_path) is None


GOOD: Json = {
    "title": "east-is-red",
    "scenario": "m1-full",
    "players": {"Soviet": "person", "Chinese": "person"},
}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"title": "chess"}, "no title 'chess'"),
        ({"scenario": "m99"}, "no scenario 'm99'"),
        ({"options": ["1.0"]}, "no option '1.0'"),
        ({"options": ["17.5"]}, "does not fit"),
        ({"players": {"Soviet": "person"}}, "each side"),
        ({"players": {"Soviet": "person", "Chinese": "person", "Mongol": "cadet"}}, "each side"),
        ({"players": {"Soviet": "person", "Chinese": "napoleon"}}, "napoleon"),
        ({"players": "everybody"}, "players"),
        ({"title": 5}, "title"),
        ({"colour": "red"}, "colour"),
        ({"title": "x" * 101}, "title"),
    ],
)
def test_tables_that_cannot_be(address: str, change: Json, reason: str) -> None:
    with http(address) as client:
        answer = client.post("/api/tables", json={**GOOD, **change})
    assert answer.status_code == 400
    assert reason in msgspec.convert(answer.json(), Problem).error


def test_malformed_bodies(address: str) -> None:
    with http(address) as client:
        for body in (b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 5000):
            answer = client.post("/api/tables", content=body)
            assert answer.status_code == 400, body[:10]
            assert answer.json()["error"]
        assert client.post("/api/tables", content=b"x" * 17_000).status_code == 413
        assert client.put("/api/tables", json=GOOD).status_code == 405


def test_links(address: str) -> None:
    def invited(**new: Any) -> list[list[str]]:
        links = make(address, "/api/tables", {**GOOD, **new})
        secrets = [*(one["secret"] for one in links["invitations"]), links["spectator"]]
        assert len(set(secrets)) == len(secrets)
        # The table, and 32 bytes in URL-safe text.
        assert all(re.fullmatch(rf"{links['table']}\.[\w-]{{43}}", one) for one in secrets)
        return [one["sides"] for one in links["invitations"]]

    assert invited() == [["Soviet"], ["Chinese"]]
    assert invited(hot_seat=True) == [["Soviet", "Chinese"]]
    assert invited(players={"Soviet": "person", "Chinese": "cadet"}) == [["Soviet"]]
    assert invited(players={"Soviet": "cadet", "Chinese": "cadet"}, hot_seat=True) == []


def test_schema_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    found = json.loads(capsys.readouterr().out)["$defs"]
    assert {"ClientMessage", "ServerMessage", "SeatState", "Presentation", "MapData"} <= set(found)
    assert set(found["ClientMessage"]["discriminator"]["mapping"]) == {
        "choose",
        "undo",
        "redo",
        "query",
        "say",
        "seen",
        "commit",
        "share",
        "propose",
        "agree",
        "on-time",
    }


def test_maps_are_kept_on_disk(tmp_path: Path) -> None:
    from stavka.server.maps import Maps

    drawn = Maps(tmp_path).base_map("east-is-red")
    (file,) = tmp_path.iterdir()
    assert gzip.decompress(file.read_bytes()) == gzip.decompress(drawn.packed)
    # The next server takes it from there.
    file.write_bytes(gzip.compress(b"<svg/>", mtime=0))
    assert gzip.decompress(Maps(tmp_path).base_map("east-is-red").packed) == b"<svg/>"


def test_a_small_picture_is_kept_and_so_is_the_map_that_was_drawn_for_it(tmp_path: Path) -> None:
    from stavka.server.maps import Maps

    def thumbnail() -> bytes:
        # Not in this thread: a browser of other tests may have its own loop there.
        with ThreadPoolExecutor(1) as pool:
            return pool.submit(asyncio.run, Maps(tmp_path).thumbnail("river-line")).result()

    drawn = thumbnail()
    (small,), (large,) = tmp_path.glob("*.png"), tmp_path.glob("*.svg.gz")
    assert small.read_bytes() == drawn
    small.write_bytes(b"another")
    assert thumbnail() == b"another"
    assert Maps(tmp_path).base_map("river-line").packed == large.read_bytes()
