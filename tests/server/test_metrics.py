"""What is counted, and who may read it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from stavka.server.metrics import BOUNDS, Counted, Load, Timed, written
from stavka.server.sqlite import SqliteStorage
from stavka.server.storage import StorageError

from .client import Live, get, hot_seat, http, make, new_table, post
from .running import server
from .test_guard import elsewhere

# As Prometheus reads it: a name, labels perhaps, a number.
SAMPLE = re.compile(r'([a-z_]+)(\{[a-z]+="[^"{}]*"\})? (-?[0-9.]+(?:e[+-]?[0-9]+)?)')


def read(text: str) -> dict[str, float]:
    """Every sample; each stands under a head that names and explains it."""
    found: dict[str, float] = {}
    kinds: dict[str, str] = {}
    explained = ""
    for line in text.splitlines():
        if line.startswith("# HELP "):
            explained = line.split()[2]
            assert explained not in kinds and len(line.split()) > 3
        elif line.startswith("# TYPE "):
            assert line.split()[2] == explained
            kinds[explained] = line.split()[3]
        else:
            sample = SAMPLE.fullmatch(line)
            assert sample, line
            bare = re.sub("_(bucket|sum|count)$", "", sample[1])
            assert explained in (sample[1], bare)
            assert sample[1] + (sample[2] or "") not in found
            found[sample[1] + (sample[2] or "")] = float(sample[3])
    assert set(kinds.values()) == {"counter", "gauge", "histogram"}
    return found


def counts(address: str) -> dict[str, float]:
    with http(address) as client:
        answer = client.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    return read(answer.text)


def since(before: dict[str, float], now: dict[str, float]) -> dict[str, float]:
    """What has changed; all servers of a process count together."""
    return {name: value - before.get(name, 0.0) for name, value in now.items()}


def test_play_is_counted(address: str) -> None:
    secret = hot_seat(address)
    before = counts(address)
    with Live(address, secret) as seat:
        for _ in range(5):
            seat.choose_any(random.Random(1))
        now = counts(address)
        assert now["stavka_screens"] == before["stavka_screens"] + 1 and now["stavka_tables"] >= 1
    gained = since(before, now)
    assert gained["stavka_choices_stored_total"] == 5
    assert gained["stavka_storing_seconds_count"] == 5
    assert gained['stavka_storing_seconds_bucket{le="+Inf"}'] == 5
    assert 0 < gained["stavka_storing_seconds_sum"] < 60
    assert gained['stavka_requests_total{status="1xx"}'] == 1
    assert now["process_cpu_seconds_total"] > before["process_cpu_seconds_total"] > 0
    assert now["process_resident_memory_bytes"] > 10_000_000
    assert now["process_start_time_seconds"] == before["process_start_time_seconds"]


def test_boards_of_one_s_own_are_counted_apart(address: str) -> None:
    before = counts(address)
    secret = make(address, "/api/lessons", {"title": "east-is-red"})["secret"]
    assert get(address, f"/api/seats/{secret}")["kind"] == "lesson"
    gained = since(before, counts(address))
    assert (gained["stavka_boards"], gained["stavka_tables"]) == (1, 0)
    assert gained["stavka_choices_stored_total"] == 0


def test_answers_are_counted_by_status(address: str) -> None:
    before = counts(address)
    get(address, "/api/titles/chess/map", 404)
    get(address, "/api/titles")
    secret = hot_seat(address)
    with Live(address, secret), pytest.raises(Exception, match="4404"):
        Live(address, secret[:-1] + ("A" if secret[-1] != "A" else "B"))
    gained = since(before, counts(address))
    assert gained['stavka_requests_total{status="4xx"}'] == 1
    assert gained['stavka_requests_total{status="2xx"}'] >= 2
    assert gained['stavka_screens_closed_total{code="4404"}'] == 1


def test_refusals_are_counted_by_what_has_refused(strict: str) -> None:
    before = counts(strict)
    seat = f"/api/seats/{hot_seat(strict)}"
    with elsewhere(strict, "203.0.113.71") as client:
        refused = sum(client.get(f"{seat}/record").status_code == 429 for _ in range(7))
        lessons = [client.post("/api/lessons", json={"title": "chess"}) for _ in range(32)]
    gained = since(before, counts(strict))
    assert refused == 3 and gained['stavka_refusals_total{meter="seat"}'] == refused
    assert sum(answer.status_code == 429 for answer in lessons) == 2
    assert gained['stavka_refusals_total{meter="tables"}'] == 2
    assert gained['stavka_refusals_total{meter="address"}'] == 0


def test_what_could_not_be_stored_is_counted(tmp_path: Path) -> None:
    class Full(SqliteStorage):
        def append(self, *_: object, **__: object) -> None:
            raise StorageError("the disk is full")

    with server(tmp_path, storage=Full(tmp_path / "stavka.db")) as address:
        secret = hot_seat(address)
        before = counts(address)
        state = get(address, f"/api/seats/{secret}")["presentation"]["decision"]
        option = state["options"][0]
        argument = option["values"][0] if option["values"] else ""
        choice = {"number": state["number"], "verb": option["verb"], "argument": argument}
        assert post(address, secret, {"type": "choose", **choice})["type"] == "refused"
        gained = since(before, counts(address))
    assert gained["stavka_storing_failed_total"] == 1
    assert gained["stavka_choices_stored_total"] == gained["stavka_storing_seconds_count"] == 0


@pytest.mark.parametrize(
    "headers",
    [
        {"x-forwarded-for": "203.0.113.72"},
        # Somebody who says himself that he is this machine, through a proxy that adds who he is.
        {"x-forwarded-for": "127.0.0.1, 203.0.113.72"},
        {"x-forwarded-for": "127.0.0.1"},
        {"x-real-ip": "127.0.0.1"},
        {"forwarded": "for=127.0.0.1"},
        {"host": "203.0.113.1"},
    ],
)
def test_others_find_nothing(address: str, headers: dict[str, str]) -> None:
    with http(address) as client:
        answer = client.get("/metrics", headers=headers)
    assert answer.status_code == 404 and "stavka_" not in answer.text


def test_nothing_tells_of_single_tables_or_people(address: str) -> None:
    links = new_table(address)
    with Live(address, links["seats"]["Soviet"], "some-browser"), http(address) as client:
        text = client.get("/metrics").text
    for secret in (*links["seats"].values(), links["spectator"], links["table"], "some-browser"):
        assert secret not in text
    labels = set(re.findall(r"\{([a-z]+)=", text))
    assert labels <= {"status", "code", "meter", "le", "version"}
    assert "127.0.0.1" not in text


def test_a_histogram_counts_up() -> None:
    timed = Timed("some_seconds", "Some.")
    for seconds in (0.0005, 0.001, 0.003, 99.0):
        timed.add(seconds)
    lines = list(timed.lines())
    assert lines[1:5] == [
        "# TYPE some_seconds histogram",
        'some_seconds_bucket{le="0.001"} 2',
        'some_seconds_bucket{le="0.0025"} 2',
        'some_seconds_bucket{le="0.005"} 3',
    ]
    assert lines[-3:] == [
        'some_seconds_bucket{le="+Inf"} 4',
        "some_seconds_sum 99.004500",
        "some_seconds_count 4",
    ]
    assert len(lines) == 2 + len(BOUNDS) + 1 + 2


def test_kinds_that_have_not_happened_are_told_as_nothing() -> None:
    counted = Counted("some_total", "Some.", "kind", ("a", "b"))
    counted.add("b", 2)
    counted.add("c")
    assert list(counted.lines())[2:] == [
        *('some_total{kind="a"} 0', 'some_total{kind="b"} 2', 'some_total{kind="c"} 1')
    ]
    assert read(written(Load(1, 2, 3, 4, 5, 6)))["stavka_plans_waiting"] == 5
