"""Coming back by a passkey, on the real server; the passkey is one of ours."""

from __future__ import annotations

import logging
import random
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from stavka.server.database import today
from stavka.server.decrees import Ban
from stavka.server.limits import (
    DEVICES_PER_ACCOUNT,
    PASSKEYS_PER_ACCOUNT,
    SIGNATURES_PER_MINUTE,
    AddressAllowance,
)
from stavka.server.sqlite import SqliteStorage

from .authenticator import PRESENT, VERIFIED, Authenticator, text
from .client import Json, http
from .conftest import YEAR
from .games import Games, both
from .running import server
from .test_accounts import Device, known, status
from .test_guard import elsewhere
from .test_seats import seated

NAME = "games.example.org"
ORIGIN = f"https://{NAME}"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[httpx.Client]:
    """A server with a name, behind TLS as far as it knows."""
    with server(tmp_path, names=[NAME]) as address, http(address) as client:
        yield client


def wanted(device: Device, status: int = 201) -> Json:
    found: Json = device.ask("POST", "/passkeys/challenge", status)
    return found


def added(device: Device, name: str = "telephone") -> Authenticator:
    passkey = Authenticator(ORIGIN)
    device.ask("POST", "/passkeys", 201, json=passkey.make(wanted(device), name))
    return passkey


def listed(device: Device) -> list[Json]:
    found: list[Json] = device.ask("GET", "/passkeys")
    return found


def asked(client: httpx.Client) -> Json:
    answer = client.post("/api/people/challenge")
    assert answer.status_code == 201, answer.text
    found: Json = answer.json()
    return found


def tried(client: httpx.Client, passkey: Authenticator, **wrong: Any) -> httpx.Response:
    return client.post("/api/people/sign-in", json=passkey.sign(asked(client), **wrong))


def refused(answer: httpx.Response, status: int, why: str) -> None:
    assert (answer.status_code, why in answer.json()["error"]) == (status, True), answer.text


def test_whoever_has_lost_all_devices_comes_back(house: httpx.Client) -> None:
    desk = known(house)
    anna, _ = seated(str(house.base_url), house)
    desk.adopt(anna.secret)
    passkey = added(desk)
    assert [(one["name"], one["used"]) for one in listed(desk)] == [("telephone", today())]
    new = Device(house, "/api/people/sign-in", **passkey.sign(asked(house)))
    assert new.account == desk.account and new.secret != desk.secret
    assert [seat["sides"] for seat in new.seats()] == [["Soviet"]]
    assert status(house, new.entry(anna.secret)) == 200
    assert {device["name"] for device in new.ask("GET")["devices"]} == {"desk", "new desk"}


def test_what_a_browser_needs_is_told(house: httpx.Client) -> None:
    assert house.get("/api/passkeys").json() == {"origin": ORIGIN}
    desk = known(house)
    first = added(desk)
    told = wanted(desk)
    assert (told["party"], told["name"], told["seconds"]) == (NAME, "Anna", 300)
    assert told["known"] == [text(first.credential)]
    one, other = asked(house), asked(house)
    assert set(one) == {"challenge", "party", "seconds"} and one["party"] == NAME
    assert len(one["challenge"]) == 43 and one["challenge"] != other["challenge"]


WRONG: dict[str, Json] = {
    "page": {"origin": "https://games.example.com"},
    "without TLS": {"origin": f"http://{NAME}"},
    "name": {"party": "example.org"},
    "nobody is there": {"without": PRESENT},
    "nobody has shown who he is": {"without": VERIFIED},
}


@pytest.mark.parametrize("wrong", [*WRONG.values(), {"kind": "webauthn.create"}])
def test_what_was_not_signed_for_this_opens_nothing(house: httpx.Client, wrong: Json) -> None:
    passkey = added(known(house))
    refused(tried(house, passkey, **wrong), 403, "not accepted")
    assert tried(house, passkey).status_code == 201


@pytest.mark.parametrize(
    "wrong", [*WRONG.values(), {"kind": "webauthn.get"}, {"credential": text(b"another one")}]
)
def test_what_was_not_made_for_this_is_not_added(house: httpx.Client, wrong: Json) -> None:
    desk, passkey = known(house), Authenticator(ORIGIN)
    answer = desk.ask("POST", "/passkeys", 403, json=passkey.make(wanted(desk), **wrong))
    assert "not accepted" in answer["error"] and listed(desk) == []


def test_another_key_opens_nothing(house: httpx.Client) -> None:
    passkey = added(known(house))
    other = ec.generate_private_key(ec.SECP256R1())
    refused(tried(house, passkey, key=other), 403, "not accepted")


def test_a_passkey_opens_its_own_account_alone(house: httpx.Client) -> None:
    anna, boris = added(known(house)), added(known(house, "Boris"))
    refused(tried(house, anna, user=boris.user), 403, "not accepted")
    refused(tried(house, anna, user=""), 403, "not accepted")
    # Nor does her key open his.
    anna.credential = boris.credential
    refused(tried(house, anna, user=boris.user), 403, "not accepted")


def test_a_passkey_is_added_once(house: httpx.Client) -> None:
    desk, stranger = known(house), known(house, "Boris")
    passkey = added(desk)
    user = passkey.user
    for device in (desk, stranger):
        again = device.ask("POST", "/passkeys", 409, json=passkey.make(wanted(device)))
        assert "added before" in again["error"]
    assert listed(stranger) == []
    body = passkey.sign(asked(house), user=user)
    assert Device(house, "/api/people/sign-in", **body).account == desk.account


# What is to be signed


def test_only_what_this_server_has_asked_is_signed(house: httpx.Client) -> None:
    passkey = added(known(house))
    refused(tried(house, passkey, challenge=text(bytes(32))), 409, "begin again")


def test_a_challenge_is_good_once(house: httpx.Client) -> None:
    desk = known(house)
    passkey = added(desk)
    there, first = "/api/people/sign-in", asked(house)
    body = passkey.sign(first)
    assert house.post(there, json=body).status_code == 201
    refused(house.post(there, json=body), 409, "begin again")
    # Also if nothing came of it.
    second = asked(house)
    assert house.post(there, json=passkey.sign(second, origin="https://x")).status_code == 403
    refused(house.post(there, json=passkey.sign(second)), 409, "begin again")
    third = wanted(desk)
    body = Authenticator(ORIGIN).make(third, origin="https://x")
    desk.ask("POST", "/passkeys", 403, json=body)
    desk.ask("POST", "/passkeys", 409, json=Authenticator(ORIGIN).make(third))


def test_a_challenge_is_good_for_five_minutes(
    house: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = known(house)
    passkey = added(desk)
    with monkeypatch.context() as later:
        later.setattr("stavka.server.passkeys.CHALLENGE_SECONDS", -1)
        late, late_too = asked(house), wanted(desk)
    refused(house.post("/api/people/sign-in", json=passkey.sign(late)), 409, "too long")
    desk.ask("POST", "/passkeys", 409, json=Authenticator(ORIGIN).make(late_too))


def test_a_challenge_is_good_for_what_it_was_made_for(house: httpx.Client) -> None:
    desk, stranger = known(house), known(house, "Boris")
    passkey = added(desk)
    for challenge in (wanted(stranger)["challenge"], asked(house)["challenge"]):
        body = Authenticator(ORIGIN).make(wanted(desk), challenge=challenge)
        assert "begin again" in desk.ask("POST", "/passkeys", 409, json=body)["error"]
    challenge = wanted(desk)["challenge"]
    refused(tried(house, passkey, challenge=challenge), 409, "begin again")
    assert len(listed(desk)) == 1


@both
def test_what_is_begun_at_one_server_is_finished_at_another(games: Games, tmp_path: Path) -> None:
    with ExitStack() as ends:
        here, there = (
            ends.enter_context(http(ends.enter_context(server(tmp_path, storage=s, names=[NAME]))))
            for s in (ends.enter_context(closing(games.opened())) for _ in range(2))
        )
        desk, passkey = known(here), Authenticator(ORIGIN)
        body = passkey.make(wanted(desk))
        moved = there.post("/api/account/passkeys", json=body, headers=desk.headers)
        assert moved.status_code == 201, moved.text
        body = passkey.sign(asked(there))
        assert Device(here, "/api/people/sign-in", **body).account == desk.account
        refused(there.post("/api/people/sign-in", json=body), 409, "begin again")


# Counters


def test_a_counter_that_goes_back_is_refused(
    house: httpx.Client, caplog: pytest.LogCaptureFixture
) -> None:
    desk = known(house)
    passkey = added(desk)
    # Most never count.
    assert [tried(house, passkey).status_code for _ in range(2)] == [201, 201]
    for signed in (3, 4):
        assert tried(house, passkey, signed=signed).status_code == 201
    caplog.clear()
    for signed in (4, 3, 0):
        refused(tried(house, passkey, signed=signed), 403, "may be a copy")
    lines = [r.getMessage() for r in caplog.records if r.levelno == logging.WARNING]
    assert lines[0] == f"account {desk.account}: a passkey has signed 4 times, after 4"
    assert len(lines) == 3
    assert text(passkey.credential) not in caplog.text and listed(desk)[0]["id"] not in caplog.text
    assert tried(house, passkey, signed=2**32 - 1).status_code == 201


def test_nobody_makes_the_log_tell_of_a_copy_without_the_key(
    house: httpx.Client, caplog: pytest.LogCaptureFixture
) -> None:
    passkey = added(known(house))
    assert tried(house, passkey, signed=3).status_code == 201
    other = ec.generate_private_key(ec.SECP256R1())
    refused(tried(house, passkey, signed=1, key=other), 403, "not accepted")
    assert "passkey" not in caplog.text


# Limits


def test_an_account_has_so_many_passkeys(house: httpx.Client) -> None:
    desk = known(house)
    early = wanted(desk)
    for _ in range(PASSKEYS_PER_ACCOUNT):
        added(desk)
    assert "remove one first" in wanted(desk, 409)["error"]
    desk.ask("POST", "/passkeys", 409, json=Authenticator(ORIGIN).make(early))
    assert len(listed(desk)) == PASSKEYS_PER_ACCOUNT


def test_a_passkey_brings_no_device_too_many(house: httpx.Client) -> None:
    desk = known(house)
    passkey = added(desk)
    for _ in range(DEVICES_PER_ACCOUNT - 1):
        assert tried(house, passkey).status_code == 201
    refused(tried(house, passkey), 409, f"{DEVICES_PER_ACCOUNT} devices, as many as it may")
    lost = next(one["id"] for one in desk.ask("GET")["devices"] if not one["own"])
    desk.ask("DELETE", f"/devices/{lost}", 204)
    assert tried(house, passkey).status_code == 201


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """What an address has used up comes back in a year."""
    monkeypatch.setattr(AddressAllowance.__init__, "__defaults__", (YEAR, "address"))
    with server(tmp_path, names=[NAME]) as found:
        yield found


def test_passkeys_are_not_tried_by_the_thousand(slow: str) -> None:
    with elsewhere(slow, "203.0.113.60") as thief, elsewhere(slow, "203.0.113.61") as other:
        passkey = added(known(other))
        first = asked(thief)
        body = passkey.sign(first, challenge=text(bytes(32)))
        there = "/api/people/sign-in"
        tries = [thief.post(there, json=body) for _ in range(SIGNATURES_PER_MINUTE + 1)]
        assert [one.status_code for one in tries] == [409] * (SIGNATURES_PER_MINUTE - 1) + [429] * 2
        # A good one is no better then, nor is another challenge to be had; others are none the
        # worse.
        assert thief.post(there, json=passkey.sign(first)).status_code == 429
        assert thief.post("/api/people/challenge").status_code == 429
        assert tried(other, passkey).status_code == 201


def test_passkeys_are_not_added_by_the_thousand(slow: str) -> None:
    with elsewhere(slow, "203.0.113.62") as client:
        desk = known(client)
        for _ in range(SIGNATURES_PER_MINUTE // 2):
            body = Authenticator(ORIGIN).make(wanted(desk), origin="https://x")
            desk.ask("POST", "/passkeys", 403, json=body)
        desk.ask("POST", "/passkeys/challenge", 429)
        desk.ask("POST", "/passkeys", 429, json=body)


# Going


def test_a_passkey_that_was_removed_opens_nothing(house: httpx.Client) -> None:
    desk, stranger = known(house), known(house, "Boris")
    lost, kept = added(desk, "key ring"), added(desk)
    (id_,) = (one["id"] for one in listed(desk) if one["name"] == "key ring")
    stranger.ask("DELETE", f"/passkeys/{id_}", 404)
    assert [one["name"] for one in desk.ask("DELETE", f"/passkeys/{id_}")] == ["telephone"]
    desk.ask("DELETE", f"/passkeys/{id_}", 404)
    refused(tried(house, lost), 404, "does not know the passkey")
    assert tried(house, kept).status_code == 201


def test_an_account_that_is_deleted_takes_its_passkeys_along(
    house: httpx.Client, tmp_path: Path
) -> None:
    desk = known(house)
    passkey = added(desk)
    wanted(desk)
    desk.ask("DELETE", "", 204)
    refused(tried(house, passkey), 404, "its account was deleted")
    with closing(sqlite3.connect(tmp_path / "stavka.db")) as db:
        assert db.execute("SELECT count(*) FROM passkeys").fetchone() == (0,)
        assert db.execute("SELECT count(*) FROM challenges").fetchone() == (0,)


def test_whoever_is_shut_out_does_not_come_in_by_a_passkey(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path / "stavka.db")
    with (
        closing(storage),
        server(tmp_path, storage=storage, names=[NAME]) as address,
        http(address) as client,
    ):
        desk = known(client)
        passkey = added(desk)
        storage.decrees.ban(Ban(desk.account, "spam", "", ""))
        refused(tried(client, passkey), 403, "shut out: spam")
        wanted(desk, 403)
        # Nobody else is told.
        refused(tried(client, passkey, user="x"), 403, "not accepted")
        storage.decrees.unban(desk.account)
        assert tried(client, passkey).status_code == 201


def test_what_is_stored_of_passkeys_is_their_owner_s_to_read(house: httpx.Client) -> None:
    desk = known(house)
    passkey = added(desk)
    added(known(house, "Boris"))
    (found,) = desk.ask("GET", "/data")["passkeys"]
    assert (found["name"], found["used"], found["signed"]) == ("telephone", today(), 0)
    assert found["credential"] == text(passkey.credential) and found["public_key"]
    stranger = house.get("/api/account/passkeys", headers={"stavka-account": "x"})
    assert stranger.status_code == 403


# Servers without


@pytest.mark.parametrize("names", [[], ["203.0.113.7"], ["2001:db8::1"]])
def test_a_server_without_a_name_has_no_passkeys(tmp_path: Path, names: list[str]) -> None:
    without(tmp_path, names)


def test_a_server_without_the_extra_has_no_passkeys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server(tmp_path, names=[NAME]) as address, http(address) as client:
        added(known(client))
    monkeypatch.setitem(sys.modules, "webauthn", None)
    without(tmp_path, [NAME])


def without(folder: Path, names: list[str]) -> None:
    """What a server says that does not offer them; all else is as ever."""
    with server(folder, names=names) as address, http(address) as client:
        assert client.get("/api/passkeys").json() == {"origin": ""}
        desk, passkey = known(client), Authenticator(ORIGIN)
        for path in ("/api/people/challenge", "/api/account/passkeys/challenge"):
            answer = client.post(path, headers=desk.headers)
            refused(answer, 404, "no passkeys")
        challenge = {"challenge": text(bytes(32)), "party": NAME}
        made = passkey.make({**challenge, "user": "x", "algorithms": [-7]})
        desk.ask("POST", "/passkeys", 404, json=made)
        signed = client.post("/api/people/sign-in", json=passkey.sign(challenge))
        refused(signed, 404, "no passkeys")
        assert listed(desk) == []
        assert desk.another("telephone").ask("GET")["name"] == "Anna"


def test_passkeys_are_removed_where_they_are_not_offered_any_more(tmp_path: Path) -> None:
    with server(tmp_path, names=[NAME]) as address, http(address) as client:
        desk = known(client)
        added(desk)
    with server(tmp_path) as address, http(address) as client:
        desk._client = client
        (one,) = listed(desk)
        assert desk.ask("DELETE", f"/passkeys/{one['id']}") == []


def test_localhost_is_for_trying_out(tmp_path: Path) -> None:
    with server(tmp_path, names=["localhost"]) as address, http(address) as client:
        origin = address.replace("127.0.0.1", "localhost")
        assert client.get("/api/passkeys").json() == {"origin": origin}
        desk, passkey = known(client), Authenticator(origin)
        desk.ask("POST", "/passkeys", 201, json=passkey.make(wanted(desk)))
        assert tried(client, passkey).status_code == 201
        # Of another port, or of the address in digits, it is not.
        for other in ("http://localhost:1", address):
            refused(tried(client, passkey, origin=other), 403, "not accepted")


# Anything


def test_whatever_is_sent_is_refused_with_a_sentence(house: httpx.Client) -> None:
    desk, rnd = known(house), random.Random(7)
    passkey = added(desk)
    for _ in range(150):
        body = passkey.sign(asked(house))
        spoil(body, rnd.randrange(4), rnd)
        answer = house.post("/api/people/sign-in", json=body)
        assert answer.status_code in (400, 403, 404, 409) and answer.json()["error"], body
        body = Authenticator(ORIGIN).make(wanted(desk))
        # What nobody has signed may be another letter.
        spoil(body, rnd.randrange(3), rnd)
        answer = house.post("/api/account/passkeys", json=body, headers=desk.headers)
        assert answer.status_code in (400, 403, 409) and answer.json()["error"], body


def spoil(body: Json, way: int, rnd: random.Random) -> None:
    """Makes one of its texts another one."""
    field = rnd.choice([key for key in body if key not in ("name", "device")])
    spoilt = list(body[field])
    match way:
        case 0:
            spoilt = spoilt[: rnd.randrange(len(spoilt))]
        case 1:
            spoilt[rnd.randrange(len(spoilt) - 1)] = "="
        case 2:
            spoilt = list(text(rnd.randbytes(rnd.randrange(200))))
        case _:
            place = rnd.randrange(len(spoilt) - 1)
            spoilt[place] = "A" if spoilt[place] != "A" else "B"
    body[field] = "".join(spoilt)
