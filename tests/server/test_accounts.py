"""People who want to be known again, on the real server; nobody has to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from stavka.server.accounts import entry
from stavka.server.database import today
from stavka.server.limits import CODES_PER_MINUTE, DEVICES_PER_ACCOUNT
from stavka.server.run import CannotServe, own_words
from stavka.server.seating import seat_key

from .client import Json, Live, Person, http, make, new_table, table_of
from .running import by_hand, server
from .test_guard import elsewhere
from .test_seats import asked_again, invited, seat_of, seated, told
from .test_secrecy import closed_with


class Device:
    """A browser of somebody who is known."""

    def __init__(self, client: httpx.Client, path: str, /, **body: Any) -> None:
        self._client = client
        answer = client.post(path, json=body)
        assert answer.status_code == 201, answer.text
        self.account: str = answer.json()["id"]
        self.secret: str = answer.json()["secret"]

    @property
    def headers(self) -> dict[str, str]:
        return {"stavka-account": self.secret}

    def ask(self, method: str, path: str = "", status: int = 200, **more: Any) -> Any:
        headers = {**self.headers, **more.pop("headers", {})}
        there = f"/api/account{path}"
        answer = self._client.request(method, there, headers=headers, **more)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    def adopt(self, seat: str, status: int = 204) -> Any:
        bearer = {"Authorization": f"Bearer {seat}"}
        return self.ask("POST", "/seats", status, headers=bearer)

    def another(self, name: str) -> Device:
        code = self.ask("POST", "/code", 201)["code"]
        return Device(self._client, "/api/people/join", code=code, device=name)

    def seats(self) -> list[Json]:
        found: list[Json] = self.ask("GET")["seats"]
        return found

    def entry(self, seat: str) -> str:
        """What this device enters a seat of its account with."""
        return entry(table_of(seat), self.secret, seat_key(seat))


@pytest.fixture
def client(address: str) -> Iterator[httpx.Client]:
    with http(address) as found:
        yield found


def known(client: httpx.Client, name: str = "Anna", device: str = "desk") -> Device:
    return Device(client, "/api/people", name=name, device=device)


def claimed(person: Person, device: Device) -> None:
    """Takes a seat for the account of a device."""
    person._client.headers.update(device.headers)
    person.claim()
    del person._client.headers["stavka-account"]


def status(client: httpx.Client, secret: str) -> int:
    return client.get(f"/api/seats/{secret}").status_code


def test_an_account_has_a_name_and_devices(client: httpx.Client) -> None:
    desk = known(client, " An\u200bna ")
    telephone = desk.another("telephone")
    assert telephone.account == desk.account and telephone.secret != desk.secret
    view = telephone.ask("GET")
    assert (view["id"], view["name"], view["seats"]) == (desk.account, "Anna", [])
    assert 0 <= view["hue"] < 12
    assert {(d["name"], d["used"], d["own"]) for d in view["devices"]} == {
        ("desk", today(), False),
        ("telephone", today(), True),
    }
    assert desk.ask("POST", json={"name": "Anne"})["name"] == "Anne"
    assert telephone.ask("GET")["name"] == "Anne"


@pytest.mark.parametrize(
    "body", [{}, {"name": ""}, {"name": "\u200b"}, {"name": "x" * 41}, {"name": "A", "id": "x"}]
)
def test_accounts_that_are_none(client: httpx.Client, body: Json) -> None:
    assert client.post("/api/people", json=body).status_code == 400


def test_settings_are_changed_one_by_one(client: httpx.Client) -> None:
    desk = known(client)
    desk.ask("POST", json={"settings": {"call": True, "from": 22}})
    view = desk.ask("POST", json={"settings": {"from": None, "quiet": "yes"}})
    assert view["settings"] == {"call": True, "quiet": "yes"} and view["name"] == "Anna"
    many = {str(number): number for number in range(20)}
    desk.ask("POST", "", 400, json={"settings": many})
    desk.ask("POST", "", 400, json={"settings": {"deep": {"a": 1}}})
    assert desk.ask("GET")["settings"] == view["settings"]


def test_a_code_lets_one_device_in(client: httpx.Client) -> None:
    desk = known(client)
    told = desk.ask("POST", "/code", 201)
    assert told["seconds"] == 600
    Device(client, "/api/people/join", code=f" {told['code'].lower()} ")
    again = client.post("/api/people/join", json={"code": told["code"], "device": ""})
    assert again.status_code == 404 and "another one" in again.json()["error"]
    assert {device["name"] for device in desk.ask("GET")["devices"]} == {"desk", "a device"}


def test_an_account_has_so_many_devices(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = known(client)
    for number in range(DEVICES_PER_ACCOUNT - 2):
        desk.another(str(number))
    code = desk.ask("POST", "/code", 201)["code"]
    monkeypatch.setattr("stavka.server.accounts.DEVICES_PER_ACCOUNT", DEVICES_PER_ACCOUNT - 1)
    assert client.post("/api/people/join", json={"code": code}).status_code == 404
    monkeypatch.undo()
    Device(client, "/api/people/join", code=code)
    assert "shut one out" in desk.ask("POST", "/code", 409)["error"]


def test_codes_are_not_tried_by_the_thousand(strict: str) -> None:
    with elsewhere(strict, "203.0.113.60") as thief, elsewhere(strict, "203.0.113.61") as other:
        tries = [thief.post("/api/people/join", json={"code": "A" * 10}) for _ in range(12)]
        assert [one.status_code for one in tries] == [404] * CODES_PER_MINUTE + [429] * 2
        # A good code is no better then, and others are none the worse.
        code = known(other).ask("POST", "/code", 201)["code"]
        assert thief.post("/api/people/join", json={"code": code}).status_code == 429
        assert other.post("/api/people/join", json={"code": code}).status_code == 201


def test_accounts_are_not_made_by_the_thousand(strict: str) -> None:
    with elsewhere(strict, "203.0.113.62") as client:
        made = [client.post("/api/people", json={"name": "A"}).status_code for _ in range(12)]
        assert made == [201] * 10 + [429] * 2


@pytest.mark.parametrize("path", ["", "/data"])
def test_an_account_is_shown_to_its_devices_alone(client: httpx.Client, path: str) -> None:
    known(client)
    for headers in ({}, {"stavka-account": "x" * 43}):
        refused = client.get(f"/api/account{path}", headers=headers)
        assert refused.status_code == 403 and "no account" in refused.json()["error"]


def test_a_seat_that_is_taken_belongs_to_the_account(address: str, client: httpx.Client) -> None:
    desk, stranger = known(client), known(client, "Boris")
    anna, boris = invited(address, client)
    claimed(anna, desk)
    boris.claim()
    anna.open_share()
    boris.open_share()
    (seat,) = desk.seats()
    assert (seat["table"], seat["sides"], seat["over"]) == (
        table_of(anna.secret),
        ["Soviet"],
        False,
    )
    assert (seat["title"], seat["name"]) == ("east-is-red", "The East Is Red")
    assert seat["scenario"] == "M+1, Full Readiness"
    mine = desk.another("telephone").entry(anna.secret)
    assert mine.endswith(f".{seat['mark']}")
    # Everything is done from there as with the secret of the seat.
    assert client.get(f"/api/seats/{mine}").json()["sides"] == ["Soviet"]
    with Live(address, mine, "telephone") as live:
        assert live.choose("recommended")["type"] == "state"
    # And nobody else does it.
    others = stranger.entry(anna.secret)
    assert (status(client, others), closed_with(address, others)) == (404, 4404)
    assert status(client, desk.entry(boris.secret)) == 404
    elsewhere_ = entry(new_table(address)["table"], desk.secret, seat_key(anna.secret))
    assert status(client, elsewhere_) == 404
    assert stranger.seats() == []


def test_no_answer_tells_a_secret_of_a_device_or_seat(address: str, client: httpx.Client) -> None:
    desk = known(client)
    anna, boris = invited(address, client)
    claimed(anna, desk)
    boris.claim()
    texts = [
        *(client.get(f"/api/account{path}", headers=desk.headers).text for path in ("", "/data")),
        client.get(f"/api/seats/{boris.secret}").text,
    ]
    for text in texts:
        for secret in (desk.secret, anna.secret, anna.secret.partition(".")[2]):
            assert secret not in text


def test_a_seat_that_this_browser_has_is_adopted(address: str, client: httpx.Client) -> None:
    anna, boris = seated(address, client)
    desk, stranger = known(client), known(client, "Boris")
    desk.adopt(anna.secret)
    desk.adopt(anna.secret)
    assert [seat["sides"] for seat in desk.seats()] == [["Soviet"]]
    assert status(client, desk.entry(anna.secret)) == 200
    assert "another account" in stranger.adopt(anna.secret, 409)["error"]
    stranger.adopt(boris.secret[:-1], 404)
    stranger.adopt(desk.entry(anna.secret), 409)
    spectator = make(address, f"/api/seats/{anna.secret}/spectator")["secret"]
    assert "share" in desk.adopt(spectator, 409)["error"]
    assert len(desk.seats()) == 1 and stranger.seats() == []
    # Whose seat it is plays on as before.
    assert anna.send("choose", number=0, verb="recommended")["type"] == "state"


def test_a_seat_that_was_given_back_is_gone(address: str, client: httpx.Client) -> None:
    desk = known(client)
    anna, _ = seated(address, client)
    desk.adopt(anna.secret)
    mine = desk.entry(anna.secret)
    with Live(address, mine) as live:
        assert client.post(f"/api/seats/{mine}/give-back").status_code == 204
        assert code_of(live) == 4410
    assert (status(client, mine), closed_with(address, mine)) == (410, 4410)
    assert desk.seats() == []
    desk.adopt(anna.secret, 410)


def code_of(live: Live) -> int:
    """With which code a line ends."""
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            live.receive()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def test_a_device_that_is_shut_out_sees_nothing_any_more(
    address: str, client: httpx.Client
) -> None:
    desk = known(client)
    telephone = desk.another("telephone")
    anna, _ = seated(address, client)
    desk.adopt(anna.secret)
    lost, kept = telephone.entry(anna.secret), desk.entry(anna.secret)
    id_ = next(d["id"] for d in desk.ask("GET")["devices"] if not d["own"])
    with Live(address, lost, "telephone") as open_line, Live(address, kept, "desk") as own:
        desk.ask("DELETE", f"/devices/{id_}", 204)
        assert code_of(open_line) == 4404
        assert own.choose("recommended")["type"] == "state"
    assert (status(client, lost), closed_with(address, lost)) == (404, 4404)
    assert client.get("/api/account", headers=telephone.headers).status_code == 403
    assert "no device" in desk.ask("DELETE", f"/devices/{id_}", 404)["error"]
    # The seat itself is as it was.
    assert status(client, anna.secret) == 200


def test_a_line_of_a_device_that_was_shut_out_elsewhere_ends_with_its_next_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where several servers share a database, the one that is asked may not be the table's."""
    monkeypatch.setattr("stavka.server.tables.RECHECK", 0)
    with server(tmp_path) as address, http(address) as client:
        desk = known(client)
        anna, _ = seated(address, client)
        desk.adopt(anna.secret)
        with Live(address, desk.entry(anna.secret)) as live:
            with by_hand(tmp_path) as db:
                db.execute("DELETE FROM devices")
            live.send("choose", number=0, verb="recommended", argument="")
            assert code_of(live) == 4404
        assert anna.state()["version"] == 0, "nothing was done"


def test_the_last_device_is_not_shut_out(client: httpx.Client) -> None:
    desk = known(client)
    (device,) = desk.ask("GET")["devices"]
    refused = desk.ask("DELETE", f"/devices/{device['id']}", 409)
    assert "delete the account" in refused["error"]
    telephone = desk.another("telephone")
    desk.ask("DELETE", f"/devices/{device['id']}", 204)
    assert [one["name"] for one in telephone.ask("GET")["devices"]] == ["telephone"]


def test_somebody_else_s_device_is_not_shut_out(client: httpx.Client) -> None:
    desk, stranger = known(client), known(client, "Boris")
    (device,) = desk.ask("GET")["devices"]
    stranger.ask("DELETE", f"/devices/{device['id']}", 404)
    assert desk.ask("GET")["devices"] == [device]


def test_a_seat_that_is_asked_for_again_comes_to_the_account(
    address: str, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stavka.server.company.ASKED_SECONDS", 0)
    desk = known(client)
    anna, boris = seated(address, client)
    client.headers.update(desk.headers)
    again = asked_again(client, anna)
    del client.headers["stavka-account"]
    assert desk.seats() == []
    (proposal,) = boris.state()["proposals"]
    boris.send("agree", proposal=proposal["id"], yes=True)
    assert status(client, desk.entry(again.secret)) == 200
    assert [seat["sides"] for seat in desk.seats()] == [["Soviet"]]


def test_a_seat_that_is_handed_over_leaves_the_account(address: str, client: httpx.Client) -> None:
    desk = known(client)
    anna, boris = seated(address, client)
    desk.adopt(anna.secret)
    mine = desk.entry(anna.secret)
    offered = make(address, f"/api/seats/{mine}/invite", {"sides": ["Soviet"]})
    Person(client, offered, "Clara").claim()
    assert status(client, mine) == 410 and desk.seats() == []
    assert told(boris)[-1] == "“Clara” has taken the seat of Soviet after “Anna”."


def test_what_is_stored_of_somebody_is_his_to_read(address: str, client: httpx.Client) -> None:
    desk = known(client)
    anna, boris = seated(address, client)
    desk.adopt(anna.secret)
    anna.send("say", text="hold the river", private=True)
    boris.send("say", text="for me alone", private=True)
    client.get(f"/api/seats/{anna.secret}", headers={"stavka-browser": "desk"})
    answer = client.get("/api/account/data", headers=desk.headers)
    assert f'filename="stavka-{desk.account}.json"' in answer.headers["content-disposition"]
    found = answer.json()
    assert found["account"]["name"] == "Anna" and found["devices"][0]["name"] == "desk"
    (seat,) = found["seats"]
    assert (seat["table"], seat["name"], seat["kind"]) == (table_of(anna.secret), "Anna", "seat")
    assert seat["browsers"] and [note["text"] for note in seat["notes"]] == ["hold the river"]
    assert "for me alone" not in answer.text


def test_somebody_is_forgotten(address: str, client: httpx.Client) -> None:
    desk = known(client)
    anna, boris = seated(address, client)
    desk.adopt(anna.secret)
    anna.send("say", text="hold the river", private=True)
    anna.send("say", text="good luck")
    mine, code = desk.entry(anna.secret), desk.ask("POST", "/code", 201)["code"]
    with Live(address, mine) as by_device, Live(address, boris.secret) as other:
        desk.ask("DELETE", "", 204)
        other.until(lambda state: not seat_of(state, "Soviet")["name"])
        assert code_of(by_device) == 4404
    assert client.get("/api/account", headers=desk.headers).status_code == 403
    assert client.post("/api/people/join", json={"code": code}).status_code == 404
    # Whoever has the secret of the seat plays on; what was noted there is gone.
    assert [remark["text"] for remark in anna.state()["talk"]] == [
        "Somebody has taken the seat of Soviet.",
        "“Boris” has taken the seat of Chinese.",
        "good luck",
    ]
    assert anna.send("choose", number=0, verb="recommended")["type"] == "state"


def test_a_day_of_use_is_noted_once(tmp_path: Path) -> None:
    with server(tmp_path) as address, http(address) as client:
        desk = known(client)

        def noted(used: str = "") -> str:
            with by_hand(tmp_path) as db:
                if used:
                    db.execute("UPDATE devices SET used = ?", (used,))
                (found,) = db.execute("SELECT used FROM devices").fetchone()
            return str(found)

        noted("2001-02-03")
        desk.ask("GET")
        assert noted() == today()
        noted("2001-02-03")
        desk.ask("GET")
        assert noted() == "2001-02-03", "once a day is enough"


def test_a_game_that_is_over_says_so(tmp_path: Path) -> None:
    with server(tmp_path) as address, http(address) as client:
        desk = known(client)
        anna, _ = seated(address, client)
        desk.adopt(anna.secret)
        with by_hand(tmp_path) as db:
            for moves, state in ((1, '{"ended": null}'), (2, '{"ended": ["Soviet"]}')):
                db.execute(
                    "INSERT INTO snapshots (table_id, moves, state) VALUES (?, ?, ?)",
                    (table_of(anna.secret), moves, state),
                )
        assert [seat["over"] for seat in desk.seats()] == [True]


def test_an_account_that_was_shut_out_by_the_operator_may_do_nothing(tmp_path: Path) -> None:
    with server(tmp_path) as address, http(address) as client:
        desk = known(client)
        with by_hand(tmp_path) as db:
            db.execute("UPDATE accounts SET banned = 'spam'")
        assert "spam" in desk.ask("GET", "", 403)["error"]
        anna, _ = invited(address, client)
        client.headers.update(desk.headers)
        there = f"/api/seats/{anna.invitation}/claim"
        body = {"commitment": anna.commitment}
        assert client.post(there, json=body).status_code == 403


# What is kept of people, in words


def test_the_words_of_the_operator_are_told(tmp_path: Path) -> None:
    file = tmp_path / "privacy.md"
    file.write_text("# Our club\n\nWrite to\nclub@example.org.\n\n \n<b>Bold</b>\n")
    words = ("Our club", "Write to club@example.org.", "<b>Bold</b>")
    assert own_words(file) == words
    with server(tmp_path, forget_after=90, privacy=words) as address, http(address) as client:
        told = client.get("/api/privacy").json()
    assert told == {"words": list(words), "forget_after": 90}


def test_words_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(CannotServe, match="cannot be read"):
        own_words(tmp_path / "nowhere.txt")
    (tmp_path / "long.txt").write_text("x" * 20_001)
    with pytest.raises(CannotServe, match="20,000"):
        own_words(tmp_path / "long.txt")
