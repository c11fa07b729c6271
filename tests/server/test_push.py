"""Notices that browsers show: only they can read them, and nobody else's are sent."""

from __future__ import annotations

import sys
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import http_ece
import pytest
from cryptography.exceptions import InvalidTag
from py_vapid import Vapid02, jwt
from py_vapid.utils import b64urldecode

from stavka import cli
from stavka.server import push
from stavka.server.accounts import device_key
from stavka.server.backup import backup
from stavka.server.contact import LOOKUPS_PER_HOUR
from stavka.server.mail import mail_server
from stavka.server.notices import AGAIN, Sending
from stavka.server.problems import CannotSend
from stavka.server.pushes import PUSHES_PER_ACCOUNT, Push, Subscription
from stavka.server.sqlite import SqliteStorage

from .client import Json, new_table
from .receivers import Browser, Pushed, PushReceiver, receiving
from .running import server
from .test_notices import ORIGIN, Member, Post, pass_on, told, wait_for

SECRET = b"s" * 48


@pytest.fixture
def service() -> Iterator[PushReceiver]:
    with receiving(PushReceiver()) as found:
        yield found


@pytest.fixture
def at(tmp_path: Path, service: PushReceiver) -> Iterator[Post]:
    storage = SqliteStorage(tmp_path / "stavka.db")
    sending = Sending(ORIGIN, nearby=True, push=True)
    with server(tmp_path, 1e9, storage=storage, sending=sending) as address:
        yield Post(address, storage, service.address)


def keys(browser: Browser, endpoint: str) -> Json:
    return {"endpoint": endpoint, "p256dh": browser.p256dh, "auth": browser.auth}


def wants_push(member: Member, path: str = "/laptop") -> Browser:
    """The device of a member subscribes."""
    browser = Browser()
    member.contact("POST", "/devices", keys(browser, member.at.web + path))
    return browser


def another(member: Member, name: str = "telephone") -> Member:
    """Another device of the same account."""
    accounts = member.at.storage.accounts
    joined = accounts.join(accounts.new_code(member.id), name)
    assert joined is not None
    return Member(member.at, member.id, joined[1])


def claims(pushed: Pushed) -> tuple[dict[str, Any], str]:
    """What the server says of itself, if the signature is its own, and its public key."""
    header = pushed.headers["authorization"]
    assert Vapid02.verify(header)
    token, key = (part.partition("=")[2] for part in header.split(" ")[1].split(","))
    found: dict[str, Any] = jwt.decode(token, key)
    return found, key


# What is sent


def test_a_browser_is_told_whose_turn_it_is_and_nobody_on_the_way(
    at: Post, service: PushReceiver
) -> None:
    links = new_table(at.address)
    member = at.member(links["seats"]["Chinese"])
    browser = wants_push(member)
    pass_on(at.address, links["seats"]["Soviet"])
    pushed = service.next()
    assert browser.opened(pushed.body) == {
        "title": "The East Is Red: it is your turn",
        "text": told(links["table"]).split(": it")[0].partition(", ")[2],
        "path": f"/#table/{links['table']}",
    }
    assert pushed.path == "/laptop" and pushed.headers["content-encoding"] == "aes128gcm"
    assert b"East" not in pushed.body
    with pytest.raises((InvalidTag, http_ece.ECEException)):
        Browser().opened(pushed.body)
    wait_for(lambda: not at.rows())
    assert service.pushed.empty()


def test_the_server_signs_with_the_key_that_browsers_subscribe_for(
    at: Post, service: PushReceiver
) -> None:
    member = at.member()
    wants_push(member)
    member.contact("POST", "/push/test")
    said, key = claims(service.next())
    assert key == member.contact("GET")["push_key"]
    assert (said["aud"], said["sub"]) == (service.address, ORIGIN)
    assert time.time() < said["exp"] <= time.time() + 24 * 3600


def test_all_notices_are_of_one_length(service: PushReceiver) -> None:
    browser, pusher = Browser(), push.Pusher(SECRET, ORIGIN, nearby=True)
    to = Subscription(f"{service.address}/x", browser.p256dh, browser.auth)
    for title in ("Reds!", "Red Dragon, Blue Dragon: it is your turn"):
        assert pusher.send(to, push.letter(title, "ä" * len(title), "/")) == 201
    first, second = service.next(), service.next()
    assert len(first.body) == len(second.body) < 4096
    assert browser.opened(second.body)["text"] == "ä" * len(title)


def test_mails_say_whom_to_write_to() -> None:
    mail = mail_server("smtp://mail.example.org", "games@example.org")
    assert Sending(ORIGIN, mail).contact == "mailto:games@example.org"
    assert Sending(ORIGIN).contact == ORIGIN


def test_the_same_key_is_had_again_from_the_same_secret_and_from_a_copy(tmp_path: Path) -> None:
    def key(file: Path) -> str:
        storage = SqliteStorage(file)
        try:
            return push.Pusher(storage.push_key(), ORIGIN).public_key
        finally:
            storage.close()

    first = key(tmp_path / "stavka.db")
    backup(tmp_path / "stavka.db", tmp_path / "copy.db", lambda done, of: None)
    assert first == key(tmp_path / "stavka.db") == key(tmp_path / "copy.db")
    assert first != key(tmp_path / "other.db")
    assert len(b64urldecode(first.encode())) == 65


def test_nobody_is_disturbed_in_his_quiet_hours(at: Post, service: PushReceiver) -> None:
    links = new_table(at.address)
    member = at.member(links["seats"]["Chinese"])
    wants_push(member)
    now = datetime.now(UTC)
    hours = [(now + timedelta(hours=hour)).strftime("%H:%M") for hour in (-2, 3)]
    member.contact("POST", "/quiet", {"start": hours[0], "end": hours[1], "zone": "UTC"})
    pass_on(at.address, links["seats"]["Soviet"])
    later = (now + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    wait_for(lambda: any(due > later for (due,) in at.rows("due")))
    assert at.rows("tries") == [(0,)] and service.pushed.empty()
    member.contact("POST", "/quiet", {})
    at.make_due()
    service.next()


# Several devices


def test_every_device_is_told_by_one_notice(at: Post, service: PushReceiver) -> None:
    links = new_table(at.address)
    member = at.member(links["seats"]["Chinese"])
    browsers = {"/laptop": wants_push(member)}
    telephone = another(member)
    browsers["/telephone"] = wants_push(telephone, "/telephone")
    found = telephone.contact("GET")
    assert [one["kind"] for one in found["channels"]] == ["push"]
    assert {one["name"]: one["own"] for one in found["devices"]} == {
        "laptop": False,
        "telephone": True,
    }
    pass_on(at.address, links["seats"]["Soviet"])
    for pushed in (service.next(), service.next()):
        assert browsers.pop(pushed.path).opened(pushed.body)["path"].endswith(links["table"])
    wait_for(lambda: not at.rows())


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_has_left_is_forgotten(at: Post, service: PushReceiver, status: int) -> None:
    member = at.member()
    wants_push(member)
    wants_push(another(member), "/telephone")
    service.statuses["/telephone"] = [status]
    member.contact("POST", "/push/test")
    found = member.contact("GET")
    assert [one["name"] for one in found["devices"]] == ["laptop"]
    assert found["channels"][0]["failed"] == ""
    # And the channel with the last one.
    service.statuses["/laptop"] = [status]
    answer = member.ask("POST", "contact/push/test")
    assert answer.status_code == 409 and "no device" in answer.json()["error"]
    found = member.contact("GET")
    assert found["channels"] == found["devices"] == []


def test_a_notice_goes_with_the_last_browser(at: Post, service: PushReceiver) -> None:
    links = new_table(at.address)
    member = at.member(links["seats"]["Chinese"])
    wants_push(member)
    service.statuses["/laptop"] = [410]
    pass_on(at.address, links["seats"]["Soviet"])
    service.next()
    wait_for(lambda: not at.rows())
    assert at.storage.channels.of(member.id) == []


def test_one_device_that_cannot_be_reached_keeps_nobody_else_waiting(
    at: Post, service: PushReceiver
) -> None:
    links = new_table(at.address)
    member = at.member(links["seats"]["Chinese"])
    wants_push(member)
    wants_push(another(member), "/telephone")
    service.statuses["/laptop"] = [500]
    pass_on(at.address, links["seats"]["Soviet"])
    assert {service.next().path, service.next().path} == {"/laptop", "/telephone"}
    wait_for(lambda: not at.rows())
    (channel,) = member.contact("GET")["channels"]
    assert "1 of 2 devices" in channel["failed"] and "status 500" in channel["failed"]


def test_what_no_device_has_got_is_tried_again(at: Post, service: PushReceiver) -> None:
    links = new_table(at.address)
    member = at.member(links["seats"]["Chinese"])
    wants_push(member)
    service.statuses["/laptop"] = [503]
    pass_on(at.address, links["seats"]["Soviet"])
    service.next()
    soon = datetime.now(UTC) + timedelta(seconds=AGAIN[0] / 2)
    wait_for(lambda: any(due > soon.strftime("%Y-%m-%dT%H:%M:%SZ") for (due,) in at.rows("due")))
    at.make_due()
    service.next()
    wait_for(lambda: not at.rows())
    assert member.contact("GET")["channels"][0]["failed"] == ""


def test_a_redirect_is_not_followed(at: Post, service: PushReceiver) -> None:
    member = at.member()
    wants_push(member)
    service.statuses["/laptop"] = [307]
    answer = member.ask("POST", "contact/push/test")
    assert answer.status_code == 409 and "status 307" in answer.json()["error"]
    assert service.next().path == "/laptop" and service.pushed.empty()


def test_only_so_many_devices_show_notices(at: Post) -> None:
    first = at.member()
    wants_push(first)
    for number in range(1, PUSHES_PER_ACCOUNT):
        wants_push(another(first), f"/{number}")
    body = keys(Browser(), f"{at.web}/more")
    answer = another(first).ask("POST", "contact/devices", body)
    assert answer.status_code == 409 and str(PUSHES_PER_ACCOUNT) in answer.json()["error"]
    # One that is told already may subscribe anew.
    wants_push(first, "/again")
    assert len(first.contact("GET")["devices"]) == PUSHES_PER_ACCOUNT


# Who is told no more


def test_a_device_can_be_taken_off_from_another_one(at: Post) -> None:
    member = at.member()
    wants_push(member)
    telephone = another(member)
    wants_push(telephone, "/telephone")
    laptop = device_key(member.secret).hex()[:12]
    found = telephone.contact("DELETE", f"/devices/{laptop}")
    assert [one["name"] for one in found["devices"]] == ["telephone"]
    assert telephone.ask("DELETE", f"contact/devices/{laptop}").status_code == 404
    found = telephone.contact("DELETE", f"/devices/{device_key(telephone.secret).hex()[:12]}")
    assert found["channels"] == found["devices"] == []


def test_all_devices_can_be_taken_off_at_once(at: Post) -> None:
    member = at.member()
    wants_push(member)
    wants_push(another(member), "/telephone")
    found = member.contact("DELETE", "/push")
    assert found["channels"] == found["devices"] == []
    assert at.storage.pushes.of(member.id) == []


def test_nobody_takes_off_the_device_of_somebody_else(at: Post) -> None:
    member, other = at.member(), at.member()
    wants_push(member)
    laptop = device_key(member.secret).hex()[:12]
    assert other.ask("DELETE", f"contact/devices/{laptop}").status_code == 404
    assert len(member.contact("GET")["devices"]) == 1
    stranger = Member(at, "", "nothing that there is")
    for method, path in (("POST", "devices"), ("DELETE", f"devices/{laptop}")):
        body = keys(Browser(), f"{at.web}/x") if method == "POST" else None
        assert stranger.ask(method, f"contact/{path}", body).status_code == 403


def test_a_device_that_is_shut_out_shows_nothing_more(at: Post) -> None:
    member = at.member()
    telephone = another(member)
    wants_push(telephone, "/telephone")
    telephone_id = device_key(telephone.secret).hex()[:12]
    assert member.ask("DELETE", f"devices/{telephone_id}").status_code == 204
    assert at.storage.pushes.of(member.id) == []
    assert member.contact("GET")["channels"] == []


def test_a_browser_that_is_somebody_elses_now_shows_his_notices_alone(at: Post) -> None:
    before, after = at.member(), at.member()
    wants_push(before, "/shared")
    wants_push(after, "/shared")
    assert before.contact("GET")["devices"] == before.contact("GET")["channels"] == []
    assert len(after.contact("GET")["devices"]) == 1


def test_an_account_takes_its_devices_along(at: Post) -> None:
    member = at.member()
    wants_push(member)
    other = at.member()
    wants_push(other, "/other")
    assert member.ask("DELETE", "").status_code == 204
    with at.storage.reading() as db:
        assert db.execute("SELECT account FROM pushes").fetchall() == [(other.id,)]
        assert db.execute("SELECT account FROM channels").fetchall() == [(other.id,)]


def test_what_is_stored_of_devices_is_theirs_to_read(at: Post) -> None:
    member = at.member()
    browser = wants_push(member)
    stored = member.ask("GET", "data").json()
    (row,) = stored["pushes"]
    assert row["endpoint"] == f"{at.web}/laptop" and row["p256dh"] == browser.p256dh
    assert row["made"] == member.contact("GET")["devices"][0]["since"]
    # What only the browser and the server know stays there.
    assert browser.auth not in str(stored) and at.web not in str(member.contact("GET"))


# What is refused


def _point(prefix: bytes, length: int = 64) -> str:
    return urlsafe_b64encode(prefix + b"\x01" * length).rstrip(b"=").decode()


@pytest.mark.parametrize(
    "wrong",
    [
        {"p256dh": ""},
        {"p256dh": "a b"},
        {"p256dh": _point(b"\x04")},  # no point of the curve
        {"p256dh": _point(b"\x02", 32)},  # written in short
        {"p256dh": _point(b"\x04", 65)},
        {"p256dh": "A" * 101},
        {"auth": ""},
        {"auth": _point(b"", 15)},
        {"auth": _point(b"", 17)},
        {"auth": _point(b"", 16) + "\n"},
        {"auth": "!" * 22},
        {"endpoint": ""},
        {"endpoint": "ftp://example.org/x"},
        {"endpoint": "http://127.0.0.1:1/" + "a" * 1000},
        {"endpoint": "http://[::1]:8123/x"},
        {"endpoint": "http://127.0.0.1/\r\nHost: x"},
        {"more": 1},
    ],
)
def test_what_no_browser_says_is_refused(at: Post, wrong: Json) -> None:
    member = at.member()
    body = {**keys(Browser(), f"{at.web}/x"), **wrong}
    answer = member.ask("POST", "contact/devices", body)
    assert answer.status_code == 400 and answer.json()["error"]
    assert member.contact("GET")["channels"] == []


def test_only_so_many_names_of_push_services_are_looked_up(
    at: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    member = at.member()
    for _ in range(LOOKUPS_PER_HOUR):
        wants_push(member)
    asked: list[object] = []
    monkeypatch.setattr("stavka.server.posting.places", lambda *_, **__: asked.append(1))
    answer = member.ask("POST", "contact/devices", keys(Browser(), f"{at.web}/x"))
    assert answer.status_code == 429 and not asked


def test_padded_keys_are_the_same(at: Post) -> None:
    member, browser = at.member(), Browser()
    body = {**keys(browser, f"{at.web}/x"), "auth": browser.auth + "=="}
    member.contact("POST", "/devices", body)
    (found,) = at.storage.pushes.of(member.id)
    assert found.subscription.auth == browser.auth


@pytest.mark.parametrize(
    "endpoint",
    [
        *("http://example.org/x", "https://127.0.0.1/x", "https://localhost:8421/x"),
        *("https://10.1.2.3/x", "https://[::ffff:10.0.0.1]/x", "https://user@example.org/x"),
    ],
)
def test_private_addresses_are_refused(tmp_path: Path, endpoint: str) -> None:
    storage = SqliteStorage(tmp_path / "stavka.db")
    with server(tmp_path, 1e9, storage=storage, sending=Sending(ORIGIN, push=True)) as address:
        member = Post(address, storage, "").member()
        answer = member.ask("POST", "contact/devices", keys(Browser(), endpoint))
        assert answer.status_code == 400
        assert member.contact("GET")["devices"] == []


def test_nothing_goes_to_a_name_that_leads_to_a_private_address_by_now(
    service: PushReceiver,
) -> None:
    """What was refused when it was named is refused again when it is used."""
    browser, pusher = Browser(), push.Pusher(SECRET, ORIGIN)
    for name in ("localhost", "127.0.0.1"):
        endpoint = f"https://{name}:{service.server_port}/x"
        to = Subscription(endpoint, browser.p256dh, browser.auth)
        with pytest.raises(CannotSend, match="not everybody's"):
            pusher.send(to, b"x")
        told = push.tell([Push("", to, "")], b"x", pusher.send)
        assert told.arrived == 0 and len(told.failed) == 1
    assert service.pushed.empty()


# Servers without it


def test_a_server_without_the_channel_offers_and_takes_nothing(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path / "stavka.db")
    with server(tmp_path, 1e9, storage=storage) as address:
        member = Post(address, storage, "").member()
        found = member.contact("GET")
        assert found["kinds"] == ["webhook"] and found["push_key"] == ""
        answer = member.ask("POST", "contact/devices", keys(Browser(), "https://example.org/x"))
        assert answer.status_code == 400 and "nothing to devices" in answer.json()["error"]


def test_whoever_wants_it_without_the_extra_is_told_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As if the extra were not installed."""
    monkeypatch.setitem(sys.modules, "pywebpush", None)
    assert not push.is_there()
    database = str(tmp_path / "stavka.db")
    assert cli.main(["serve", "--no-open", "--push", "--database", database]) == 2
    assert "pip install 'stavka[push]'" in capsys.readouterr().err
