"""People who are not there are told that it is their turn, and nothing else."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from stavka import titles
from stavka.server.contact import LOOKUPS_PER_HOUR
from stavka.server.database import now
from stavka.server.mail import mail_server
from stavka.server.notices import AGAIN, LOOKUPS, Sending
from stavka.server.outbox import LOOKING
from stavka.server.quiet import Rest
from stavka.server.seating import seat_key
from stavka.server.sql import SqlStorage
from stavka.titles.east_is_red.charts import charts

from .client import Json, Live, Person, get, http, make, new_table, post
from .receivers import MailReceiver, WebReceiver, receiving, text_of
from .running import PATIENCE, server, stored_in

ORIGIN = "https://games.example.org"


class Post:
    """A server that sends notices to receivers on this machine."""

    def __init__(self, address: str, storage: SqlStorage, web: str) -> None:
        self.address, self.storage, self.web = address, storage, web

    def member(self, *seats: str) -> Member:
        account, secret = self.storage.accounts.add("Ann", "laptop")
        for seat in seats:
            assert self.storage.accounts.adopt(account.id, seat_key(seat))
        return Member(self, account.id, secret)

    def rows(self, what: str = "id, account, due, tries") -> list[Any]:
        """What waits to be sent."""
        with self.storage.reading() as db:
            query = f"SELECT {what} FROM outbox WHERE sent = '' ORDER BY id"
            return db.execute(query).fetchall()

    def make_due(self) -> None:
        """Lets the time pass that a notice waits for, and what is remembered of others."""
        with self.storage.writing() as db:
            db.execute("UPDATE outbox SET due = ?", (now(-1),))


class Member:
    """Somebody with an account."""

    def __init__(self, at: Post, id_: str, secret: str) -> None:
        self.at, self.id, self.secret = at, id_, secret

    def ask(self, method: str, path: str, body: Json | None = None) -> httpx.Response:
        with http(self.at.address) as client:
            headers = {"stavka-account": self.secret}
            return client.request(method, f"/api/account/{path}", json=body, headers=headers)

    def contact(self, method: str, path: str = "", body: Json | None = None) -> Json:
        answer = self.ask(method, f"contact{path}", body)
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    def wants_webhook(self, path: str = "/hook") -> Json:
        return self.contact("POST", "", {"kind": "webhook", "address": self.at.web + path})


def wait_for(seen: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE
    while not seen():
        assert time.monotonic() < until, "it does not come"
        time.sleep(0.02)


@pytest.fixture
def web() -> Iterator[WebReceiver]:
    with receiving(WebReceiver()) as found:
        yield found


@pytest.fixture
def mails() -> Iterator[MailReceiver]:
    with receiving(MailReceiver()) as found:
        yield found


@pytest.fixture
def at(tmp_path: Path, web: WebReceiver, mails: MailReceiver) -> Iterator[Post]:
    storage = stored_in(tmp_path)
    sending = Sending(ORIGIN, mail_server(mails.address, "games@example.org"), nearby=True)
    with server(tmp_path, 1e9, storage=storage, sending=sending) as address:
        yield Post(address, storage, web.address)


@pytest.fixture
def still(tmp_path: Path) -> Iterator[Post]:
    """A server that sends no mails: what is to go by mail stays in the outbox, to be looked at."""
    storage = stored_in(tmp_path)
    with server(tmp_path, 1e9, storage=storage) as address:
        yield Post(address, storage, "")


def choose(address: str, secret: str, verb: str, argument: str = "") -> None:
    number = get(address, f"/api/seats/{secret}")["version"]
    message = {"type": "choose", "number": number, "verb": verb, "argument": argument}
    answer = post(address, secret, message)
    assert answer["type"] == "state", answer


def pass_on(address: str, secret: str) -> None:
    """One side sets up; then the other has to choose."""
    for verb in ("recommended", "done"):
        choose(address, secret, verb)


def told(table: str) -> str:
    title = titles.load("east-is-red")
    scenario = next(one.name for one in title.scenarios if one.key == "m1-full")
    return f"{title.name}, {scenario}: it is your turn.\n{ORIGIN}/#table/{table}"


def test_whoever_is_away_is_told_that_it_is_his_turn_and_nothing_else(
    at: Post, web: WebReceiver
) -> None:
    links = new_table(at.address)
    member = at.member(links["seats"]["Chinese"])
    assert member.wants_webhook("/hook/secret")["channels"][0]["address"] == "127.0.0.1"
    pass_on(at.address, links["seats"]["Soviet"])
    assert web.next() == ("/hook/secret", {"content": told(links["table"])})
    wait_for(lambda: not at.rows())
    assert web.bodies.empty()


def test_the_first_to_choose_is_told_when_the_dice_are_settled(at: Post, web: WebReceiver) -> None:
    new = {
        "title": "east-is-red",
        "scenario": "m1-full",
        "players": {"Soviet": "person", "Chinese": "person"},
    }
    links = make(at.address, "/api/tables", new)
    with http(at.address) as client:
        soviet, chinese = (Person(client, one) for one in links["invitations"])
        soviet.claim()
        at.member(soviet.secret).wants_webhook()
        chinese.claim()
        soviet.open_share()
        assert at.rows() == []
        chinese.open_share()
    assert web.next()[1]["content"].endswith(f"#table/{links['table']}")


def test_secret_choices_call_nobody(still: Post) -> None:
    """What the Chinese mine, and how often they change their minds, nobody else may notice."""
    address, links = still.address, new_table(still.address)
    soviet, chinese = (links["seats"][side] for side in ("Soviet", "Chinese"))
    people = {side: still.member(links["seats"][side]).id for side in ("Soviet", "Chinese")}
    for account in people.values():
        _, code = still.storage.channels.offer(account, "mail", "a@example.org")
        assert still.storage.channels.confirm(account, code)
    pass_on(address, soviet)
    for verb in ("recommended", "done"):
        choose(address, chinese, verb)
    before = still.rows()
    assert [account for _, account, _, _ in before] == [people["Chinese"]]
    label = charts(None).grid.label
    for here, there in charts(None).mines["m1-full"][:3]:
        choose(address, chinese, "mine", label(here))
        choose(address, chinese, "towards", label(there))
        for kind in ("undo", "undo", "redo", "redo"):
            assert post(address, chinese, {"type": kind})["type"] == "state"
        assert still.rows() == before
    choose(address, chinese, "done")
    choose(address, chinese, "done")
    assert [account for _, account, _, _ in still.rows()] == [people["Soviet"]]


def test_a_turn_that_was_taken_is_not_told(still: Post) -> None:
    links = new_table(still.address)
    member = still.member(links["seats"]["Chinese"])
    _, code = still.storage.channels.offer(member.id, "mail", "a@example.org")
    assert still.storage.channels.confirm(member.id, code)
    pass_on(still.address, links["seats"]["Soviet"])
    assert len(still.rows()) == 1
    for verb in ("recommended", "done", "done", "done"):
        choose(still.address, links["seats"]["Chinese"], verb)
    assert still.rows() == []


def test_whoever_has_the_table_open_has_time_to_answer(still: Post) -> None:
    links = new_table(still.address)
    member = still.member(links["seats"]["Chinese"])
    _, code = still.storage.channels.offer(member.id, "mail", "a@example.org")
    assert still.storage.channels.confirm(member.id, code)
    with Live(still.address, links["seats"]["Chinese"]):
        pass_on(still.address, links["seats"]["Soviet"])
    ((due,),) = still.rows("due")
    assert due > now(LOOKING / 2)


def test_whoever_plays_both_sides_from_one_seat_is_not_called(still: Post) -> None:
    links = new_table(still.address, hot_seat=True)
    member = still.member(links["hot_seat"])
    _, code = still.storage.channels.offer(member.id, "mail", "a@example.org")
    assert still.storage.channels.confirm(member.id, code)
    pass_on(still.address, links["hot_seat"])
    assert still.rows() == []


def test_a_computer_player_that_has_chosen_calls_too(still: Post) -> None:
    links = new_table(still.address, chinese="cadet")
    secret = links["seats"]["Soviet"]
    member = still.member(secret)
    _, code = still.storage.channels.offer(member.id, "mail", "a@example.org")
    assert still.storage.channels.confirm(member.id, code)
    pass_on(still.address, secret)
    wait_for(lambda: len(still.rows()) == 1)


def test_what_cannot_be_sent_is_tried_again_later(at: Post, web: WebReceiver) -> None:
    web.statuses = [500]
    links = new_table(at.address)
    member = at.member(links["seats"]["Chinese"])
    member.wants_webhook()
    pass_on(at.address, links["seats"]["Soviet"])
    web.next()
    wait_for(lambda: any(due > now(AGAIN[0] / 2) for (due,) in at.rows("due")))
    assert at.rows("tries") == [(1,)]
    assert "status 500" in member.contact("GET")["channels"][0]["failed"]
    at.make_due()
    # Whoever asks for something else wakes nobody: the next look is some seconds away.
    web.next()
    wait_for(lambda: not at.rows())
    assert member.contact("GET")["channels"][0]["failed"] == ""


def test_what_never_arrives_is_given_up(at: Post, web: WebReceiver) -> None:
    links = new_table(at.address)
    member = at.member(links["seats"]["Chinese"])
    member.wants_webhook()
    web.statuses = [500]
    pass_on(at.address, links["seats"]["Soviet"])
    web.next()
    wait_for(lambda: at.rows("tries") == [(1,)] and at.rows("taken") == [("",)])
    web.statuses = [500]
    with at.storage.writing() as db:
        db.execute("UPDATE outbox SET due = ?, tries = ?", (now(-1), len(AGAIN)))
    web.next()
    wait_for(lambda: not at.rows())
    assert "status 500" in member.contact("GET")["channels"][0]["failed"]
    assert sum(AGAIN) > 2 * 86400


def test_what_nobody_expected_is_tried_again_later_and_given_up(
    at: Post, web: WebReceiver, caplog: pytest.LogCaptureFixture
) -> None:
    links = new_table(at.address)
    member = at.member(links["seats"]["Chinese"])
    member.wants_webhook()
    at.storage.channels.set_rest(member.id, Rest("22:00", "07:00", "Middle/Earth"))
    pass_on(at.address, links["seats"]["Soviet"])
    wait_for(lambda: any(due > now(AGAIN[0] / 2) for (due,) in at.rows("due")))
    assert at.rows("tries, taken") == [(1, "")]
    with at.storage.writing() as db:
        db.execute("UPDATE outbox SET due = ?, tries = ?", (now(-1), len(AGAIN)))
    wait_for(lambda: not at.rows())
    assert web.bodies.empty()
    assert [line for line in caplog.messages if "is given up: ZoneInfoNotFoundError" in line]


def test_a_slow_receiver_holds_up_nobody_else(
    at: Post, web: WebReceiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("STEP_SECONDS", "ALL_SECONDS"):
        monkeypatch.setattr(f"stavka.server.posting.{name}", 2 * PATIENCE)
    slow, quick = new_table(at.address), new_table(at.address)
    ann, bob = (at.member(links["seats"]["Chinese"]) for links in (slow, quick))
    ann.wants_webhook("/slow")
    bob.wants_webhook("/quick")
    web.held["/slow"] = threading.Event()
    pass_on(at.address, slow["seats"]["Soviet"])
    with at.storage.writing() as db:
        for _ in range(4):
            columns = "account, table_id, seat, channel, due"
            db.execute(f"INSERT INTO outbox ({columns}) SELECT {columns} FROM outbox")
    pass_on(at.address, quick["seats"]["Soviet"])
    assert web.next() == ("/quick", {"content": told(quick["table"])})
    # One of hers is on its way, and 15 wait.
    tries = [n for table, n in at.rows("table_id, tries") if table == slow["table"]]
    assert sorted(tries) == [0] * 15 + [1]
    bob.contact("POST", "/webhook/test")
    assert "trial" in web.next()[1]["content"]
    web.held["/slow"].set()
    assert web.next()[0] == "/slow"


def test_nobody_is_disturbed_in_his_quiet_hours(at: Post, web: WebReceiver) -> None:
    links = new_table(at.address)
    member = at.member(links["seats"]["Chinese"])
    member.wants_webhook()
    noon = datetime.now(UTC)
    hours = [(noon + timedelta(hours=hour)).strftime("%H:%M") for hour in (-2, 3)]
    member.contact("POST", "/quiet", {"start": hours[0], "end": hours[1], "zone": "UTC"})
    pass_on(at.address, links["seats"]["Soviet"])
    wait_for(lambda: any(due > now(3600) for (due,) in at.rows("due")))
    assert at.rows("tries") == [(0,)] and web.bodies.empty()
    member.contact("POST", "/quiet", {})
    at.make_due()
    web.next()


def test_whoever_is_away_is_told_when_he_is_back(at: Post, web: WebReceiver) -> None:
    links = new_table(at.address)
    member = at.member(links["seats"]["Chinese"])
    member.wants_webhook()
    back = (datetime.now(UTC) + timedelta(days=5)).date().isoformat()
    assert member.contact("POST", "/quiet", {"away": back})["quiet"]["away"] == back
    pass_on(at.address, links["seats"]["Soviet"])
    wait_for(lambda: at.rows("due") == [(f"{back}T00:00:00Z",)])
    assert web.bodies.empty()


# Mail


def confirmed(member: Member, mails: MailReceiver, address: str = "ann@example.org") -> None:
    member.contact("POST", "", {"kind": "mail", "address": address})
    code = text_of(mails.next()).partition(" is ")[2].partition(".")[0]
    member.contact("POST", "/confirm", {"code": code})


def test_mails_come_after_the_address_was_confirmed(at: Post, mails: MailReceiver) -> None:
    links = new_table(at.address)
    member = at.member(links["seats"]["Chinese"])
    member.contact("POST", "", {"kind": "mail", "address": "ann@example.org"})
    first = mails.next()
    assert first["to"] == "ann@example.org" and first["from"] == "games@example.org"
    pass_on(at.address, links["seats"]["Soviet"])
    assert at.rows() == []
    wrong = member.ask("POST", "contact/confirm", {"code": "AAAAA-AAAAA"})
    assert wrong.status_code == 409
    code = text_of(first).partition(" is ")[2].partition(".")[0]
    found = member.contact("POST", "/confirm", {"code": code})
    assert found["channels"][0]["since"]
    for verb in ("recommended", "done", "done", "done"):
        choose(at.address, links["seats"]["Chinese"], verb)
    other = new_table(at.address)
    assert at.storage.accounts.adopt(member.id, seat_key(other["seats"]["Chinese"]))
    pass_on(at.address, other["seats"]["Soviet"])
    mail = mails.next()
    assert mail["subject"].endswith(": it is your turn")
    assert text_of(mail).replace("\r", "").startswith(f"{told(other['table'])}\n\n")


def test_a_link_in_each_mail_ends_them_without_an_account(at: Post, mails: MailReceiver) -> None:
    member = at.member()
    confirmed(member, mails)
    member.contact("POST", "/mail/test")
    mail = mails.next()
    stop = mail["list-unsubscribe"].strip(" \r\n<>")
    assert stop in text_of(mail) and stop.startswith(f"{ORIGIN}/#stop/")
    word = stop.rpartition("/")[2]
    with http(at.address) as client:
        assert client.post("/api/contact/stop", json={"word": "x"}).status_code == 404
        assert client.post("/api/contact/stop", json={"word": word}).status_code == 204
        assert client.post("/api/contact/stop", json={"word": word}).status_code == 404
    assert member.contact("GET")["channels"] == []


def test_an_address_that_the_mail_server_refuses_is_told(at: Post, mails: MailReceiver) -> None:
    mails.refused.add("nobody@example.org")
    body = {"kind": "mail", "address": "nobody@example.org"}
    answer = at.member().ask("POST", "contact", body)
    assert answer.status_code == 409 and "code 550" in answer.json()["error"]


def test_only_so_many_codes_are_sent_to_an_address(at: Post, mails: MailReceiver) -> None:
    answers = [
        at.member().ask("POST", "contact", {"kind": "mail", "address": "ann@example.org"})
        for _ in range(11)
    ]
    assert [answer.status_code for answer in answers] == [200] * 10 + [429]


@pytest.mark.parametrize(
    "address", ["", "ann", "ann@example", "a@b.org\r\nBcc: c@d.org", "a b@c.org", "<a@b.org>"]
)
def test_what_is_no_address_gets_no_mail(at: Post, mails: MailReceiver, address: str) -> None:
    answer = at.member().ask("POST", "contact", {"kind": "mail", "address": address})
    assert answer.status_code == 400
    assert mails.mails.empty()


# Contact


def test_a_trial_arrives_at_once(at: Post, web: WebReceiver) -> None:
    member = at.member()
    member.wants_webhook()
    member.contact("POST", "/webhook/test")
    assert "trial" in web.next()[1]["content"]
    assert member.ask("POST", "contact/mail/test").status_code == 404
    web.statuses = [404]
    answer = member.ask("POST", "contact/webhook/test")
    assert answer.status_code == 409 and "status 404" in answer.json()["error"]


def test_a_channel_can_be_closed(at: Post) -> None:
    member = at.member()
    member.wants_webhook()
    assert member.contact("DELETE", "/webhook")["channels"] == []
    assert member.ask("DELETE", "contact/webhook").status_code == 404


def test_contact_is_for_those_with_an_account(at: Post) -> None:
    stranger = Member(at, "", "nothing that there is")
    for method, path in (("GET", ""), ("POST", "/webhook/test"), ("DELETE", "/webhook")):
        assert stranger.ask(method, f"contact{path}").status_code == 403


def test_a_server_without_mail_says_so(still: Post) -> None:
    member = still.member()
    assert member.contact("GET")["kinds"] == ["webhook"]
    answer = member.ask("POST", "contact", {"kind": "mail", "address": "a@example.org"})
    assert answer.status_code == 400 and "sends no mails" in answer.json()["error"]


def test_private_addresses_are_refused_at_once(still: Post) -> None:
    member = still.member()
    for address in ("http://example.org/x", "https://127.0.0.1/x", "https://localhost:8421/x"):
        answer = member.ask("POST", "contact", {"kind": "webhook", "address": address})
        assert answer.status_code == 400, address
    assert member.contact("GET")["channels"] == []


def test_only_so_many_names_are_looked_up_for_an_account(at: Post) -> None:
    member, browser = at.member(), {"p256dh": "A", "auth": "A"}
    for number in range(LOOKUPS_PER_HOUR):
        member.wants_webhook(f"/{number}")
    body = {"kind": "webhook", "address": f"{at.web}/hook"}
    assert member.ask("POST", "contact", body).status_code == 429
    assert member.ask("POST", "contact", {**body, "address": "nowhere"}).status_code == 400
    assert member.ask("POST", "contact/devices", {**browser, "endpoint": at.web}).status_code == 400
    at.member().wants_webhook()


def test_names_that_take_their_time_keep_nobody_else_waiting(
    at: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, asked = threading.Event(), threading.Semaphore(0)

    def places(*_: object, **__: object) -> list[str]:
        asked.release()
        slow.wait(PATIENCE)
        return []

    monkeypatch.setattr("stavka.server.posting.places", places)
    monkeypatch.setattr("stavka.server.notices.LOOKUP_SECONDS", PATIENCE)
    # More than there are threads for everything else.
    askers = [threading.Thread(target=at.member().wants_webhook) for _ in range(40)]
    for one in askers:
        one.start()
    for _ in range(LOOKUPS):
        assert asked.acquire(timeout=PATIENCE)
    try:
        assert get(at.address, "/api/titles/river-line/map")
    finally:
        slow.set()
        for one in askers:
            one.join()


def test_a_name_is_not_waited_for_long(at: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    answered = threading.Event()
    monkeypatch.setattr("stavka.server.posting.places", lambda *_, **__: answered.wait(PATIENCE))
    monkeypatch.setattr("stavka.server.notices.LOOKUP_SECONDS", 0.05)
    body = {"kind": "webhook", "address": f"{at.web}/hook"}
    answer = at.member().ask("POST", "contact", body)
    answered.set()
    assert answer.status_code == 400 and "in time" in answer.json()["error"]


def test_wrong_hours_are_refused_with_the_reason(still: Post) -> None:
    member = still.member()
    answer = member.ask("POST", "contact/quiet", {"start": "22:00", "end": "22:00"})
    assert answer.status_code == 400 and "another time" in answer.json()["error"]
    hours = {"start": "22:00", "end": "07:00", "zone": "Europe/Berlin", "away": ""}
    assert member.contact("POST", "/quiet", hours)["quiet"] == hours
    assert member.contact("GET")["quiet"] == hours
