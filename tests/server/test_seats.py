"""Who holds a seat: taking it, losing it, giving it away; on the real server."""

from __future__ import annotations

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from stavka.server import company, tables
from stavka.server.limits import ASKS_PER_DAY, BROWSERS_PER_SEAT
from stavka.server.seating import seat_key

from .client import Json, Live, Person, http, make, new_table
from .running import server
from .test_secrecy import closed_with

NEW = {"title": "east-is-red", "scenario": "m1-full"}
PEOPLE = {"Soviet": "person", "Chinese": "person"}


def invited(address: str, client: httpx.Client, **new: Any) -> list[Person]:
    """People with invitations to a new table."""
    links = make(address, "/api/tables", {**NEW, "players": PEOPLE, **new})
    names = ("Anna", "Boris")
    return [
        Person(client, one, name) for one, name in zip(links["invitations"], names, strict=False)
    ]


def seated(address: str, client: httpx.Client, **new: Any) -> list[Person]:
    people = invited(address, client, **new)
    for person in people:
        person.claim()
    for person in people:
        person.open_share()
    return people


def told(person: Person) -> list[str]:
    """What the server has told everybody."""
    return [remark["text"] for remark in person.state()["talk"] if not remark["speaker"]]


def seat_of(state: Json, side: str) -> Json:
    found: Json = next(seat for seat in state["seats"] if seat["sides"] == [side])
    return found


def test_an_invitation_is_used_once(address: str) -> None:
    with http(address) as client:
        anna, boris = invited(address, client)
        anna.claim()
        there = f"/api/seats/{boris.invitation}"
        view = client.get(f"{there}/invitation").json()
        assert (view["title"], view["sides"]) == ("The East Is Red", ["Chinese"])
        assert not view["last"] and [seat["name"] for seat in view["seats"]] == ["Anna", ""]
        # It opens no seat by itself, and a seat no other.
        assert client.get(there).status_code == 404
        assert client.get(f"/api/seats/{anna.secret}/invitation").status_code == 404
        boris.claim()
        assert "was taken" in boris.claim(410)["error"]
        assert client.get(f"{there}/invitation").status_code == 410
        # Whoever set up the table holds nothing that opens the other seat.
        assert client.get(f"/api/seats/{anna.invitation}").status_code == 404
        assert told(anna)[-1] == "“Boris” has taken the seat of Chinese."
        states = anna.state(), boris.state()
        for state in states:
            assert [(seat["name"], bool(seat["since"])) for seat in state["seats"]] == [
                ("Anna", True),
                ("Boris", True),
            ]


def test_two_who_come_at_once(address: str) -> None:
    with http(address) as client:
        first, _ = invited(address, client)
        second = Person(client, {"secret": first.invitation, "sides": first.sides})
        first.claim()
        assert "was taken" in second.claim(410)["error"]


@pytest.mark.parametrize(
    "claim",
    [
        {},
        {"commitment": "short"},
        {"commitment": "Z" * 64},
        {"commitment": "0" * 64, "share": 5},
        {"commitment": "0" * 64, "name": "x" * 41},
        {"commitment": "0" * 64, "sides": ["Soviet"]},
    ],
)
def test_claims_that_are_none(address: str, claim: Json) -> None:
    with http(address) as client:
        anna, _ = invited(address, client)
        answer = client.post(f"/api/seats/{anna.invitation}/claim", json=claim)
        assert answer.status_code == 400 and answer.json()["error"]
        # Nothing is lost by it.
        anna.claim()


def test_a_second_browser_is_seen(address: str) -> None:
    with http(address) as client:
        anna, boris = seated(address, client)
        with (
            Live(address, boris.secret) as other,
            Live(address, anna.secret, "laptop"),
            Live(address, anna.secret, "laptop"),
        ):
            other.until(lambda state: seat_of(state, "Soviet")["here"] == 1)
            before = seat_of(other.state, "Soviet")["browsers"]
            with Live(address, anna.secret, "telephone"):
                other.until(lambda state: seat_of(state, "Soviet")["here"] == 2)
                assert seat_of(other.state, "Soviet")["browsers"] == before + 1
                assert "used from another browser" in other.state["talk"][-1]["text"]
            other.until(lambda state: seat_of(state, "Soviet")["here"] == 1)
            # That it was there stays.
            assert seat_of(other.state, "Soviet")["browsers"] == before + 1


def test_the_last_browser_that_is_told_of_says_so(address: str) -> None:
    with http(address) as client:
        anna, boris = seated(address, client)
        for number in range(2, BROWSERS_PER_SEAT + 3):
            with Live(address, anna.secret, f"browser {number}"):
                pass
        last = [text for text in told(boris) if "another browser" in text][-1]
        assert f"number {BROWSERS_PER_SEAT}" in last and "further ones nothing" in last


def test_a_seat_is_handed_over(address: str) -> None:
    with http(address) as client:
        anna, boris = seated(address, client)
        offered = make(address, f"/api/seats/{anna.secret}/invite", {"sides": ["Soviet"]})
        clara = Person(client, offered, "Clara")
        # Until somebody has come it is still Anna's.
        assert anna.send("choose", number=0, verb="recommended")["type"] == "state"
        with Live(address, anna.secret) as live:
            clara.claim()
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    live.receive()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4410
        assert client.get(f"/api/seats/{anna.secret}").status_code == 410
        assert closed_with(address, anna.secret) == 4410
        assert clara.send("choose", number=1, verb="done")["type"] == "state"
        assert told(boris)[-2:] == [
            "Soviet hands over the seat of Soviet.",
            "“Clara” has taken the seat of Soviet after “Anna”.",
        ]


def test_a_seat_is_given_back_and_offered_again(address: str) -> None:
    with http(address) as client:
        anna, boris = seated(address, client)
        invite = f"/api/seats/{boris.secret}/invite"
        assert (
            "somebody has this seat" in make(address, invite, {"sides": ["Soviet"]}, 409)["error"]
        )
        assert "no seat" in make(address, invite, {"sides": ["Mongol"]}, 409)["error"]
        with Live(address, boris.secret) as live:
            assert client.post(f"/api/seats/{anna.secret}/give-back").status_code == 204
            live.until(lambda state: not seat_of(state, "Soviet")["since"])
        assert client.get(f"/api/seats/{anna.secret}").status_code == 410
        clara = Person(client, make(address, invite, {"sides": ["Soviet"]}), "Clara")
        clara.claim()
        assert clara.send("choose", number=0, verb="recommended")["type"] == "state"


def test_spectators_give_nothing_away(address: str) -> None:
    links = new_table(address)
    there = f"/api/seats/{links['spectator']}"
    assert make(address, f"{there}/invite", {"sides": ["Soviet"]}, 409)["error"]
    with http(address) as client:
        assert client.post(f"{there}/give-back").status_code == 409


def asked_again(client: httpx.Client, person: Person) -> Person:
    """Somebody who has lost his seat, and has the invitation still."""
    again = Person(client, {"secret": person.invitation, "sides": person.sides}, "Anna again")
    answer = client.post(f"/api/seats/{person.invitation}/ask", json={"name": again.name})
    assert answer.status_code == 201, answer.text
    again.secret = answer.json()["secret"]
    return again


def test_a_lost_seat_needs_the_others_and_a_week(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with http(address) as client:
        anna, boris = seated(address, client)
        again = asked_again(client, anna)
        refused = client.get(f"/api/seats/{again.secret}")
        assert refused.status_code == 403 and "Chinese has to agree" in refused.json()["error"]
        assert closed_with(address, again.secret) == 4403
        ((proposal,), (own,)) = boris.state()["proposals"], anna.state()["proposals"]
        assert proposal["asked"] and "Anna again" in proposal["text"]
        # Whoever has the seat can only refuse.
        assert not own["asked"] and own["may_refuse"]
        assert anna.send("agree", proposal=own["id"], yes=True)["type"] == "refused"
        assert boris.send("agree", proposal=proposal["id"], yes=True)["type"] == "state"
        # Whoever set up the table may be the only other one: there is time to say no.
        refused = client.get(f"/api/seats/{again.secret}")
        assert refused.status_code == 403 and "7 days after" in refused.json()["error"]
        monkeypatch.setattr(company, "ASKED_SECONDS", 0)
        assert client.get(f"/api/seats/{again.secret}").status_code == 200
        assert client.get(f"/api/seats/{anna.secret}").status_code == 410
        assert again.send("choose", number=0, verb="recommended")["type"] == "state"
        assert boris.state()["proposals"] == []


@pytest.mark.parametrize("way", ["refuse", "play", "other"])
def test_a_seat_that_is_not_lost_is_not_given_away(
    address: str, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr(company, "ASKED_SECONDS", 0)
    with http(address) as client:
        anna, boris = seated(address, client)
        again = asked_again(client, anna)
        (proposal,) = anna.state()["proposals"]
        if way == "play":
            anna.send("choose", number=0, verb="recommended")
        else:
            person = anna if way == "refuse" else boris
            person.send("agree", proposal=proposal["id"], yes=False)
        assert anna.state()["proposals"] == []
        assert boris.send("agree", proposal=proposal["id"], yes=True)["type"] == "refused"
        assert client.get(f"/api/seats/{again.secret}").status_code in (404, 410)
        assert anna.state()["sides"] == ["Soviet"]
        assert told(boris)[-1] == "The seat stays with whoever has it."


@pytest.mark.parametrize("way", ["screen", "waiting"])
def test_whoever_is_seen_has_not_lost_his_seat(address: str, way: str) -> None:
    with http(address) as client:
        anna, boris = seated(address, client)
        again = asked_again(client, anna)
        assert "In 7 days it is his, if the others agree" in told(boris)[-1]
        if way == "screen":
            with Live(address, anna.secret) as live:
                live.until(lambda state: not state["proposals"])
                assert asked(client, anna, 409) == (
                    "whoever has this seat looks at the table at this moment"
                )
        else:
            client.get(f"/api/seats/{anna.secret}/wait?after=-1")
        assert boris.state()["proposals"] == []
        assert told(boris)[-1] == "The seat stays with whoever has it."
        assert client.get(f"/api/seats/{again.secret}").status_code == 404


def asked(client: httpx.Client, person: Person, status: int, **headers: str) -> str:
    """What somebody reads who may not ask for a seat."""
    there = f"/api/seats/{person.invitation}/ask"
    answer = client.post(there, json={}, headers=headers)
    assert answer.status_code == status, answer.text
    error: str = answer.json()["error"]
    return error


def test_nobody_asks_for_the_seat_of_his_opponent(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has set up the table has made the invitation to it."""
    monkeypatch.setattr(company, "ASKED_SECONDS", 0)
    with http(address) as client:
        anna, boris = seated(address, client)
        own = {"stavka-browser": "of Boris"}
        client.get(f"/api/seats/{boris.secret}", headers=own)
        refused = asked(client, anna, 409, **own)
        assert "sits at another seat" in refused
        # He may have come to his seat from there later.
        other = {"stavka-browser": "of Boris, too"}
        there = f"/api/seats/{anna.invitation}/ask"
        again = client.post(there, json={}, headers=other).json()["secret"]
        client.get(f"/api/seats/{boris.secret}", headers=other)
        (proposal,) = boris.state()["proposals"]
        assert boris.send("agree", proposal=proposal["id"], yes=True)["type"] == "state"
        answer = client.get(f"/api/seats/{again}")
        assert answer.status_code == 403 and "somebody else has to" in answer.json()["error"]
        assert anna.state()["sides"] == ["Soviet"]


def test_the_seat_of_an_account_is_asked_for_by_nobody_else(address: str) -> None:
    with http(address) as client:
        device = {}
        for name in ("Anna", "Boris"):
            made = client.post("/api/people", json={"name": name, "device": "desk"}).json()
            device[name] = {"stavka-account": made["secret"]}
        anna, boris = invited(address, client)
        for person in (anna, boris):
            client.headers.update(device[person.name])
            person.claim()
        del client.headers["stavka-account"]
        for headers in ({}, device["Boris"]):
            assert "belongs to an account" in asked(client, anna, 409, **headers)
        there = f"/api/seats/{anna.invitation}/ask"
        assert client.post(there, json={}, headers=device["Anna"]).status_code == 201


def test_a_seat_is_asked_for_a_few_times_a_day_and_nothing_stays_of_it(tmp_path: Path) -> None:
    with server(tmp_path) as address, http(address) as client:
        anna, boris = seated(address, client)
        for _ in range(ASKS_PER_DAY):
            asked_again(client, anna)
            (proposal,) = boris.state()["proposals"]
            boris.send("agree", proposal=proposal["id"], yes=False)
        assert "wait a day" in asked(client, anna, 429)
    with sqlite3.connect(tmp_path / "stavka.db") as db:
        kinds = [kind for (kind,) in db.execute("SELECT kind FROM seats WHERE sides != '[]'")]
    db.close()
    assert sorted(kinds) == ["seat", "seat", "used", "used"]


def test_what_can_be_told_again_and_again_leaves_room_for_the_rest(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "NOTICES_AT_WILL", 3)
    with http(address) as client:
        anna, boris = invited(address, client)
        anna.claim()
        offer = f"/api/seats/{anna.secret}/offer"
        for _ in range(5):
            assert client.post(offer, json={"sides": ["Chinese"]}).status_code == 204
            assert client.delete(offer).status_code == 204
        about = [text for text in told(anna) if "offer" in text]
        assert len(about) == 3
        boris.claim()
        for browser in ("one", "another"):
            with Live(address, boris.secret, browser):
                pass
        assert "taken the seat" in told(anna)[-2] and "another browser" in told(anna)[-1]


def test_a_seat_changes_hands_so_often(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody is told of each time, for good."""
    monkeypatch.setattr(company, "HANDS_PER_SEAT", 2)
    with http(address) as client:
        anna, _ = seated(address, client)
        there = "/api/seats/{}/invite"
        clara = Person(client, make(address, there.format(anna.secret), {"sides": ["Soviet"]}))
        clara.claim()
        dora = Person(client, make(address, there.format(clara.secret), {"sides": ["Soviet"]}))
        assert "often enough" in dora.claim(409)["error"]
        assert clara.state()["sides"] == ["Soviet"]


def test_an_agreement_ends_with_the_seat(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody has proposed is not agreed to by whoever gets his seat."""
    monkeypatch.setattr(company, "ASKED_SECONDS", 0)
    with http(address) as client:
        anna, boris = invited(address, client)
        anna.claim()
        boris.claim()
        anna.send("propose", kind="dice")
        again = asked_again(client, anna)
        of_dice, of_seat = boris.state()["proposals"]
        boris.send("agree", proposal=of_seat["id"], yes=True)
        assert client.get(f"/api/seats/{again.secret}").status_code == 200
        (left,) = boris.state()["proposals"]
        assert left["id"] == of_dice["id"] and set(left["wait_for"]) == {"Soviet", "Chinese"}
        boris.send("agree", proposal=left["id"], yes=True)
        assert boris.state()["dice"]["wait_for"], "the other has not been asked"


def test_a_request_ends_when_the_seat_changes_hands(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sits down on a free seat has heard of no request."""
    monkeypatch.setattr(company, "ASKED_SECONDS", 0)
    with http(address) as client:
        anna, boris = seated(address, client)
        again = asked_again(client, anna)
        (proposal,) = boris.state()["proposals"]
        boris.send("agree", proposal=proposal["id"], yes=True)
        client.post(f"/api/seats/{anna.secret}/give-back")
        assert boris.state()["proposals"] == []
        free = client.post(f"/api/seats/{anna.invitation}/ask", json={})
        assert free.status_code == 409 and "free" in free.json()["error"]
        there = f"/api/seats/{boris.secret}/invite"
        clara = Person(client, make(address, there, {"sides": ["Soviet"]}), "Clara")
        clara.claim()
        assert client.get(f"/api/seats/{again.secret}").status_code == 404
        # Whoever had the seat before has nothing to ask for.
        asked = client.post(f"/api/seats/{anna.invitation}/ask", json={})
        assert asked.status_code == 410 and clara.state()["sides"] == ["Soviet"]


def test_who_waits_for_news_sees_nothing_of_the_next_holder(address: str) -> None:
    with http(address) as client, ThreadPoolExecutor(1) as waiting:
        anna, _ = seated(address, client)
        offered = make(address, f"/api/seats/{anna.secret}/invite", {"sides": ["Soviet"]})
        clara = Person(client, offered, "Clara")
        version = anna.state()["version"]
        path = f"{address}/api/seats/{anna.secret}/wait?after={version}"
        news = waiting.submit(lambda: http(address).get(path))
        time.sleep(0.3)
        clara.claim()
        clara.send("choose", number=version, verb="recommended")
        assert news.result().status_code == 410


def test_names_are_one_line(address: str) -> None:
    with http(address) as client:
        anna, boris = invited(address, client)
        anna.name = " A\nThe seat\u202e was \x1b[1mgiven\u200b back. "
        anna.claim()
        boris.claim()
        (seat, _) = boris.state()["seats"]
        assert seat["name"] == "AThe seat was [1mgiven back."
        assert "\n" not in told(boris)[0]


def test_no_name_speaks_for_the_server(address: str) -> None:
    with http(address) as client:
        anna, boris = invited(address, client)
        anna.name = "The dice are false.” “Somebody"
        anna.claim()
        boris.claim()
        assert told(boris)[0] == "“The dice are false.' 'Somebody” has taken the seat of Soviet."


def test_seats_outlive_the_server(tmp_path: Path) -> None:
    with server(tmp_path) as address, http(address) as client:
        anna, boris = invited(address, client)
        anna.claim()
        before = anna.state()
    with server(tmp_path) as address, http(address) as client:
        anna._client = boris._client = client
        assert anna.state()["seats"] == before["seats"]
        boris.claim()
        for person in (anna, boris):
            assert person.state()["dice"]["wanted"] and person.open_share()["type"] == "state"
        dice = boris.state()["dice"]
        assert not dice["wait_for"] and set(dice["shares"]) == {"Soviet", "Chinese"}


def test_links_of_older_tables_still_lead_to_them(tmp_path: Path) -> None:
    """Their secrets did not name the table; many browsers still keep them."""
    older = "x" * 43
    with server(tmp_path) as address:
        links = new_table(address)
    with sqlite3.connect(tmp_path / "stavka.db") as db:
        was = seat_key(links["seats"]["Soviet"]).hex()
        now = seat_key(older).hex()
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("UPDATE seats SET secret_hash = ? WHERE secret_hash = ?", (now, was))
    db.close()
    with server(tmp_path) as address, http(address) as client:
        asked = {"Authorization": f"Bearer {older}"}
        secret = client.get("/api/older-seat", headers=asked).json()["secret"]
        assert secret == f"{links['table']}.{older}"
        assert client.get(f"/api/seats/{secret}").json()["sides"] == ["Soviet"]
        with Live(address, secret) as live:
            assert live.choose("recommended")["type"] == "state"
        # It opens no other table, and nothing else is told.
        other = new_table(address)["table"]
        assert client.get(f"/api/seats/{other}.{older}").status_code == 404
        for wrong in ("y" * 43, links["seats"]["Chinese"], secret):
            headers = {"Authorization": f"Bearer {wrong}"}
            assert client.get("/api/older-seat", headers=headers).status_code == 404


def test_a_database_alone_tells_no_dice(tmp_path: Path) -> None:
    with server(tmp_path) as address, http(address) as client:
        anna, _ = seated(address, client)
        state = anna.state()
    with sqlite3.connect(tmp_path / "stavka.db") as db:
        (seed,) = db.execute("SELECT seed FROM tables").fetchone()
    db.close()
    assert seed == "" and state["dice"]["commitment"]
    key = tmp_path / "stavka.key"
    assert key.stat().st_mode & 0o777 == 0o600
