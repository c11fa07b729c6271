"""What players of a club find beside their games: results, ratings, offers, and peace."""

from __future__ import annotations

import random
import secrets
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from stavka.engine.shares import committed
from stavka.server.limits import OFFERS_PER_HOUR
from stavka.server.sql import SqlStorage

from .client import Json, http, make, table_of
from .games import Games, both
from .running import PATIENCE, Process, server, stored_in

Club = tuple[str, SqlStorage]


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    storage = stored_in(tmp_path)
    with server(tmp_path, 1e9, storage=storage) as address:
        yield address, storage


class Member:
    """Somebody with an account, or without one."""

    def __init__(self, address: str, account: str = "", device: str = "") -> None:
        self.id, self.device = account, device
        self.client = http(address)
        if device:
            self.client.headers["stavka-account"] = device
        self.share = secrets.token_bytes(32)
        self.secret = ""

    def ask(self, method: str, path: str, status: int = 200, json: Any = None) -> Any:
        until = time.monotonic() + PATIENCE
        answer = self.client.request(method, path, json=json)
        # A server as people have it lets nobody play as fast as this.
        while answer.status_code == 429 and time.monotonic() < until:
            time.sleep(0.05)
            answer = self.client.request(method, path, json=json)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    def at(self, path: str = "") -> str:
        return f"/api/seats/{self.secret}{path}"

    def claim(self, invitation: Json) -> None:
        body = self._claim(table_of(invitation["secret"]), invitation["sides"])
        there = f"/api/seats/{invitation['secret']}/claim"
        self.secret = self.ask("POST", there, 201, body)["secret"]

    def take(self, table: str, sides: list[str], status: int = 201) -> Json:
        body = {"sides": sides, **self._claim(table, sides)}
        answer: Json = self.ask("POST", f"/api/tables/{table}/offer/take", status, body)
        self.secret = answer.get("secret", "")
        return answer

    def _claim(self, table: str, sides: list[str]) -> Json:
        return {"commitment": committed(table, " and ".join(sides), self.share), "name": "N"}

    def open(self) -> None:
        self.ask("POST", self.at(), 200, {"type": "share", "share": self.share.hex()})

    def say(self, text: str) -> None:
        self.ask("POST", self.at(), 200, {"type": "say", "text": text})

    @property
    def state(self) -> Json:
        found: Json = self.ask("GET", self.at())
        return found

    def talk(self) -> list[str]:
        return [one["text"] for one in self.state["talk"] if one["speaker"]]


def member(club: Club, name: str = "") -> Member:
    address, storage = club
    if not name:
        return Member(address)
    account, device = storage.accounts.add(name, "here")
    return Member(address, account.id, device)


def new_table(address: str, **changed: Any) -> Json:
    people = {"Upland": "person", "Vale": "person"}
    new = {"title": "river-line", "scenario": "crossing", "players": people, **changed}
    return make(address, "/api/tables", new)


def seated(club: Club, *people: Member) -> str:
    links = new_table(club[0])
    for one, invitation in zip(people, links["invitations"], strict=True):
        one.claim(invitation)
    for one in people:
        one.open()
    found: str = links["table"]
    return found


def play(*people: Member) -> None:
    """To the end, with any choices."""
    rnd = random.Random(1)
    while True:
        for one in people:
            shown = one.state["presentation"]
            decision = shown["decision"]
            if shown["outcome"] is not None:
                return
            if decision is None or not decision["options"]:
                continue
            option = rnd.choice(decision["options"])
            argument = rnd.choice(option["values"]) if option["values"] else ""
            message = {"type": "choose", "number": decision["number"], "verb": option["verb"]}
            one.ask("POST", one.at(), 200, {**message, "argument": argument})


# Results and ratings


def test_a_game_of_two_accounts_is_a_result_for_both_and_moves_their_ratings(club: Club) -> None:
    a, b = member(club, "Anna"), member(club, "Boris")
    seated(club, a, b)
    assert a.ask("GET", f"/api/people/{a.id}")["games"] == 0
    play(a, b)
    first, second = (one.ask("GET", f"/api/people/{one.id}") for one in (a, b))
    (own,), (other,) = first["results"], second["results"]
    assert own["result"] + other["result"] == 1 and own["rated"]
    assert own["against"] == ["Boris"] and other["against"] == ["Anna"]
    assert own["reason"] and own["side"] != other["side"]
    (rating,) = first["ratings"]
    assert rating["games"] == 1 and rating["text"] == "new"
    assert (rating["rating"] > 1500) == (own["result"] > 0.5)
    assert [seat["rating"] for seat in a.state["seats"]] == ["new", "new"]
    assert {seat["account"] for seat in a.state["seats"]} == {a.id, b.id}
    # Nobody is well known after one game.
    assert a.ask("GET", "/api/ratings/river-line") == []
    assert a.device not in str(first) + str(a.state) and b.device not in str(first) + str(a.state)


def test_who_leaves_takes_his_results_along(club: Club) -> None:
    a, b = member(club, "Anna"), member(club, "Boris")
    seated(club, a, b)
    play(a, b)
    club[1].accounts.remove(b.id)
    assert a.ask("GET", f"/api/people/{a.id}")["results"][0]["against"] == []
    a.ask("GET", f"/api/people/{b.id}", 404)


def test_games_against_oneself_or_nobody_known_are_not_rated(club: Club) -> None:
    a, b = member(club, "Anna"), member(club)
    twin = Member(club[0], a.id, a.device)
    for other in (twin, b):
        seated(club, a, other)
        play(a, other)
    found = a.ask("GET", f"/api/people/{a.id}")
    assert found["games"] == 3 and found["ratings"] == []
    assert not any(one["rated"] for one in found["results"])


def test_a_game_that_was_brought_along_is_not_rated(club: Club) -> None:
    a, b = member(club, "Anna"), member(club, "Boris")
    seated(club, a, b)
    play(a, b)
    lines = a.client.get(a.at("/record")).text.splitlines()
    text = "\n".join(lines[: len(lines) // 2])
    people = {"Upland": "person", "Vale": "person"}
    links = make(club[0], "/api/tables/import", {"text": text, "players": people})
    for one, invitation in zip((a, b), links["invitations"], strict=True):
        one.claim(invitation)
    for one in (a, b):
        one.open()
    play(a, b)
    found = a.ask("GET", f"/api/people/{a.id}")
    assert found["games"] == 2 and found["ratings"][0]["games"] == 1


def test_a_result_outlives_the_server_that_stored_it(tmp_path: Path) -> None:
    file = tmp_path / "stavka.db"
    storage = stored_in(tmp_path)
    made = [storage.accounts.add(name, "here") for name in ("Anna", "Boris")]
    storage.close()
    process = Process(file)
    try:
        a, b = (Member(process.address, account.id, device) for account, device in made)
        storage_free: Any = (process.address, None)
        seated(storage_free, a, b)
        play(a, b)
    finally:
        process.kill()
    again = stored_in(tmp_path)
    assert [again.results.results(one.id, 9)[0] for one in (a, b)] == [1, 1]
    again.close()


# Offers


def offering(club: Club, maker: Member, **words: str) -> tuple[str, list[str]]:
    links = new_table(club[0])
    mine, other = links["invitations"]
    maker.claim(mine)
    maker.ask("POST", maker.at("/offer"), 204, {"sides": other["sides"], **words})
    return links["table"], other["sides"]


def test_whoever_takes_an_offer_plays(club: Club) -> None:
    a, b = member(club, "Anna"), member(club)
    table, sides = offering(club, a, words="A slow\u202e  game")
    (offer,) = b.ask("GET", "/api/offers")
    assert (offer["table"], offer["sides"], offer["words"]) == (table, sides, "A slow game")
    assert (offer["name"], offer["account"]) == ("N", a.id)
    assert b.ask("GET", f"/api/tables/{table}/offer")["sides"] == sides
    b.take(table, sides)
    for one in (a, b):
        one.open()
    assert a.state["dice"]["wait_for"] == []
    assert b.ask("GET", "/api/offers") == []
    play(a, b)


def test_of_two_who_take_an_offer_at_once_one_gets_it(club: Club) -> None:
    table, sides = offering(club, member(club))
    takers = [member(club) for _ in range(4)]
    begin = threading.Barrier(len(takers))
    found: list[httpx.Response] = []

    def take(one: Member) -> None:
        begin.wait(PATIENCE)
        body = {"sides": sides, **one._claim(table, sides)}
        found.append(one.client.post(f"/api/tables/{table}/offer/take", json=body))

    threads = [threading.Thread(target=take, args=(one,)) for one in takers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert sorted(one.status_code for one in found) == [201, 410, 410, 410]


def test_an_offer_ends_with_the_seat_and_with_whoever_made_it(club: Club) -> None:
    links = new_table(club[0])
    mine, other = links["invitations"]
    a, b = member(club), member(club)
    a.claim(mine)
    body = {"sides": other["sides"]}
    a.ask("POST", a.at("/offer"), 409, {"sides": mine["sides"]})
    a.ask("POST", a.at("/offer"), 409, {"sides": ["Green"]})
    a.ask("POST", a.at("/offer"), 400, {**body, "words": "x" * 121})
    a.ask("POST", a.at("/offer"), 204, body)
    a.ask("DELETE", a.at("/offer"), 204)
    assert b.ask("GET", "/api/offers") == []
    a.ask("POST", a.at("/offer"), 204, body)
    b.take(links["table"], mine["sides"], 410)
    b.claim(other)
    assert b.ask("GET", "/api/offers") == []
    member(club).take(links["table"], other["sides"], 410)
    # A seat that is given back can be offered again, until whoever offers it has gone too.
    b.ask("POST", b.at("/give-back"), 204)
    assert b.ask("GET", "/api/offers") == []
    a.ask("POST", a.at("/offer"), 204, body)
    assert len(b.ask("GET", "/api/offers")) == 1
    a.ask("POST", a.at("/give-back"), 204)
    assert b.ask("GET", "/api/offers") == []


@both
def test_the_lobby_is_not_one_persons(games: Games) -> None:
    """Two offers of each are shown: by his account, or else by his browser."""
    storage = games.opened()
    with server(games.folder, 1e9, storage=storage) as address:
        club: Any = (address, storage)
        for maker in (member(club, "Anna"), member(club)):
            maker.client.headers["stavka-browser"] = maker.id or "of somebody"
            for _ in range(4):
                links = new_table(address)
                mine, other = links["invitations"]
                maker.claim(mine)
                # A seat is known by its browser from when it is first looked at.
                maker.ask("GET", maker.at())
                maker.ask("POST", maker.at("/offer"), 204, {"sides": other["sides"]})
        shown = member(club).ask("GET", "/api/offers")
        assert sorted(offer["name"] for offer in shown) == ["N"] * 4
        assert len({offer["account"] for offer in shown}) == 2


def test_offers_are_rare(club: Club) -> None:
    maker = member(club, "Anna")
    offering(club, maker)
    maker.client.headers["x-forwarded-for"] = "198.51.100.1"
    body = {"sides": maker.state["seats"][1]["sides"]}
    found = [maker.client.post(maker.at("/offer"), json=body).status_code for _ in range(8)]
    assert found == [204] * OFFERS_PER_HOUR + [429] * 2
    # An account does not get more by coming from elsewhere.
    maker.client.headers["x-forwarded-for"] = "198.51.100.2"
    assert maker.client.post(maker.at("/offer"), json=body).status_code == 429


def test_an_offer_stands_for_two_weeks(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    table, sides = offering(club, member(club))
    monkeypatch.setattr("stavka.server.offers.STANDS", -60.0)
    assert member(club).ask("GET", "/api/offers") == []
    member(club).take(table, sides, 410)


# Apart


def test_a_blocked_account_meets_no_offer_of_whoever_has_blocked_it(club: Club) -> None:
    a, b = member(club, "Anna"), member(club, "Boris")
    table, sides = offering(club, a)
    a.ask("POST", "/api/account/apart", 204, {"account": b.id, "kind": "block"})
    assert b.ask("GET", "/api/offers") == []
    assert b.ask("GET", f"/api/tables/{table}/offer") is None
    b.take(table, sides, 410)
    assert len(member(club, "Carla").ask("GET", "/api/offers")) == 1
    kept = {"account": b.id, "name": "Boris", "kind": "block"}
    assert a.ask("GET", "/api/account/apart") == [kept]
    a.ask("DELETE", f"/api/account/apart?account={b.id}&kind=block", 204)
    b.take(table, sides)


def test_who_is_muted_is_not_heard_and_not_told(club: Club) -> None:
    a, b = member(club, "Anna"), member(club, "Boris")
    table = seated(club, a, b)
    b.say("before")
    assert a.talk() == ["before"]
    told = b.state
    a.ask("POST", f"/api/tables/{table}/apart", 204, {"account": b.id, "kind": "mute"})
    assert a.talk() == [] and b.state == told
    b.say("after")
    a.say("mine")
    assert a.talk() == ["mine"] and b.talk() == ["before", "after", "mine"]
    a.ask("DELETE", f"/api/tables/{table}/apart?account={b.id}&kind=mute", 204)
    assert a.talk() == b.talk()


def test_keeping_apart_needs_an_account_and_another(club: Club) -> None:
    a = member(club, "Anna")
    member(club).ask("POST", "/api/account/apart", 403, {"account": a.id, "kind": "mute"})
    a.ask("POST", "/api/account/apart", 400, {"account": a.id, "kind": "mute"})
    a.ask("POST", "/api/account/apart", 404, {"account": "nobody", "kind": "mute"})
