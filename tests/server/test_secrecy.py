"""What a seat may not know or do, tried over the real socket."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from stavka.server.limits import (
    CONNECTIONS_PER_SEAT,
    MESSAGE_BYTES,
    MESSAGES_PER_SECOND,
)
from stavka.server.seating import new_secret
from stavka.titles.east_is_red.charts import charts

from .client import Live, get, hot_seat, http, new_table, post
from .running import all_stored, server

# Views


def own_marks(live: Live) -> dict[str, str]:
    """What tells a table from another one at which the same happens."""
    state = live.state
    marks = (state["dice"]["commitment"], *state["dice"]["shares"].values())
    found = {state["table"]: "TABLE", **dict.fromkeys(marks, "MARK")}
    return found | {seat["since"]: "SINCE" for seat in state["seats"]}


def plain(text: str, marks: dict[str, str]) -> str:
    """What was heard at a table, without what tells it from others."""
    for mark, word in marks.items():
        text = text.replace(mark, word)
    return text


class War:
    """A table whose Chinese mines lie here or there, and everything else is the same."""

    def __init__(
        self, address: str, mines: Sequence[tuple[str, str]], *, doubtful: bool = False
    ) -> None:
        """With `doubtful` the Chinese player takes back and lays again whatever is mined."""
        links = new_table(address)
        self._http = http(address)
        self.soviet = Live(address, links["seats"]["Soviet"])
        self.chinese = Live(address, links["seats"]["Chinese"])
        self.spectator = Live(address, links["spectator"])
        self.everybody = {
            self.soviet: links["seats"]["Soviet"],
            self.chinese: links["seats"]["Chinese"],
            self.spectator: links["spectator"],
        }
        # Who comes later is seen to come.
        self.soviet.until(lambda state: all(seat["here"] for seat in state["seats"]))
        self._rnd = random.Random(11)
        for live, text in (
            (self.soviet, "recommended"),
            (self.soviet, "done"),
            (self.chinese, "recommended"),
            (self.chinese, "done"),
        ):
            live.choose(text)
            self.catch_up()
        for here, there in mines:
            self._mine("mine", here)
            self._mine("towards", there)
            for again in ("undo", "undo", "redo", "redo") if doubtful else ():
                assert self.chinese.ask(again)["type"] == "state"
                self.catch_up()
        # While the Chinese lay mines the Soviets can try what they like, and learn nothing.
        for live in (self.soviet, self.spectator):
            live.ask("undo")
            live.ask("undo", to=1)
            live.ask("redo")
            live.ask("choose", number=live.state["version"], verb="done")
            live.ask("query", id=5, kind="history", argument="99")
        for _ in range(2):
            self.chinese.choose("done")
            self.catch_up()
        self.ids = own_marks(self.soviet)

    def _mine(self, verb: str, label: str) -> None:
        message = self.chinese.choose(verb, label)
        assert message["type"] == "state", message
        self.catch_up()

    def catch_up(self) -> None:
        """Everybody hears of every change by itself, so that what they hear can be compared."""
        for live, secret in self.everybody.items():
            latest = self._http.get(f"/api/seats/{secret}").json()["version"]
            while live.state["version"] < latest:
                live.receive()

    def go_on(self, choices: int) -> None:
        """The Soviets do this and that, the Chinese no more than they must."""
        for _ in range(choices):
            if self.soviet.decision is not None:
                self.soviet.choose_any(self._rnd)
            else:
                assert self.chinese.decision is not None
                options = {o["verb"]: o for o in self.chinese.decision["options"]}
                ends = [v for v in ("done", "pass", "hold", "wait") if v in options]
                verb = ends[0] if ends else next(iter(options))
                values = options[verb]["values"]
                self.chinese.choose(verb, values[0] if values else "")
            self.catch_up()

    def ask_around(self) -> None:
        for live in (self.soviet, self.spectator):
            for kind in live.presentation["overlays"]:
                live.ask("query", id=1, kind="overlay", argument=kind)
            for argument in ("1423", "1612", "0505"):
                live.ask("query", id=2, kind="why", verb="detonate", argument=argument)
                live.ask("query", id=3, kind="preview", verb="move", argument=argument)
            for moves in (3, 4, 5, 6, 9, 12, 14):
                live.ask("query", id=4, kind="history", argument=str(moves))
                live.ask("query", id=6, kind="replay", argument=str(moves))
                live.ask("query", id=10, kind="battle", argument=str(moves))
            live.ask("query", id=7, kind="luck")
            live.ask("query", id=8, kind="hint")
            live.ask("query", id=9, kind="forces")
            for version in range(1, live.state["version"], 5):
                having = f"after={version}&log={len(live.log)}"
                path = f"/api/seats/{self.everybody[live]}/wait?{having}"
                live.raw.append(self._http.get(path).text)

    def heard(self, live: Live) -> str:
        return plain("\n".join(live.raw), self.ids)

    def close(self) -> None:
        self._http.close()
        for live in self.everybody:
            live.__exit__(None, None, None)


def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The dice of all tables fall alike."""
    monkeypatch.setattr("stavka.engine.shares.shared_key", lambda *_: b"the same".ljust(32))


def test_mines_never_reach_the_other_side(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two wars that differ in nothing but hidden mines look the same to the byte."""
    same_dice(monkeypatch)
    known = charts(None)
    label = known.grid.label
    sides = [(label(a), label(b)) for a, b in known.mines["m1-full"]]
    wars = [War(address, mines) for mines in (sides[:4], sides[4:])]
    for war in wars:
        war.go_on(60)
        war.ask_around()
    one, other = wars
    assert one.heard(one.soviet) == other.heard(other.soviet)
    assert one.heard(one.spectator) == other.heard(other.spectator)
    # The comparison can fail: the Chinese see different things.
    assert one.heard(one.chinese) != other.heard(other.chinese)
    assert '"mined"' in one.heard(one.chinese) and '"mined"' not in one.heard(one.soviet)
    assert len(one.soviet.raw) > 80
    for war in wars:
        war.close()


def test_nobody_can_count_what_is_done_in_secret(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wars that differ in the number of hidden choices look the same to the byte: in what is
    pushed and when, in versions, decisions and moves, and in every answer."""
    same_dice(monkeypatch)
    known = charts(None)
    label = known.grid.label
    sides = [(label(a), label(b)) for a, b in known.mines["m1-full"]]
    wars = [
        War(address, []),
        War(address, sides[:1]),
        War(address, sides[:5]),
        War(address, sides[:3], doubtful=True),
    ]
    for war in wars:
        war.go_on(40)
        war.ask_around()
    none, *others = wars
    for war in others:
        assert war.heard(war.soviet) == none.heard(none.soviet)
        assert war.heard(war.spectator) == none.heard(none.spectator)
    # The Chinese player's own numbers do count what he does.
    versions = [war.chinese.state["version"] for war in wars]
    assert versions[0] + 2 == versions[1] == versions[2] - 8
    for war in wars:
        war.close()


def test_each_side_counts_what_it_notices(address: str) -> None:
    """Choices, undo and history keep working where the numbers of two seats differ."""
    links = new_table(address)
    with (
        Live(address, links["seats"]["Soviet"]) as soviet,
        Live(address, links["seats"]["Chinese"]) as chinese,
    ):
        for live in (soviet, chinese):
            while live.decision is None:
                live.receive()
            live.choose("recommended")
            live.choose("done")
        for text in ("recommended", "done", "done"):
            chinese.choose(text)
        while soviet.decision is None:
            soviet.receive()
        # The mines were laid in one hidden choice.
        assert chinese.state["moves"] == soviet.state["moves"] + 1
        assert soviet.decision["number"] == soviet.state["version"]
        assert soviet.state["version"] == chinese.state["version"] - 1
        start, shown = soviet.state["moves"], soviet.presentation["units"]
        (unit, *_) = next(o for o in soviet.decision["options"] if o["verb"] == "select")["values"]
        stale = soviet.decision["number"]
        soviet.choose("select", unit)
        goal = next(o for o in soviet.decision["options"] if o["verb"] == "move")["values"][0]
        soviet.choose("move", goal)
        assert soviet.log[-1]["move"] == start + 2 and goal in soviet.log[-1]["text"]
        refused = soviet.ask("choose", number=stale, verb="done")
        assert refused["type"] == "refused" and f"decision {stale}" in refused["reason"]
        past = soviet.ask("query", id=1, kind="history", argument=str(start))["history"]
        assert past["units"] == shown
        moved = soviet.ask("query", id=1, kind="history", argument=str(start + 2))["history"]
        assert moved["units"] != shown
        assert soviet.ask("undo", to=start + 1)["state"]["moves"] == start
        assert soviet.presentation["units"] == shown
        assert soviet.ask("redo")["state"]["moves"] == start + 1


def test_what_the_other_side_was_asked_after_stays(address: str) -> None:
    """Else whether it can still be taken back would tell if the other side has chosen yet."""
    links = new_table(address)
    with Live(address, links["seats"]["Soviet"]) as live:
        live.choose("recommended")
        assert live.state["can_undo"]
        live.choose("done")
        assert not live.state["can_undo"]
        assert "no choice of yours" in live.ask("undo")["reason"]
    # Two players at one screen know what they do.
    with Live(address, hot_seat(address)) as live:
        live.choose("recommended")
        live.choose("done")
        assert live.state["can_undo"] and live.ask("undo")["type"] == "state"


def test_a_hot_seat_shows_one_side_at_a_time(address: str) -> None:
    with Live(address, hot_seat(address)) as live:
        for text in [*["recommended", "done"] * 3]:
            live.choose(text)
        assert live.presentation["side"] == "Chinese"
        assert any(m["kind"] == "mined" for m in live.presentation["markers"])
        assert any("is mined" in line["text"] for line in live.log)
        live.choose("done")
        assert live.presentation["side"] == "Soviet"
        assert not any(m["kind"] == "mined" for m in live.presentation["markers"])
        assert not any("is mined" in line["text"] for line in live.log)
        past = live.ask("query", id=1, kind="history", argument="6")["history"]
        assert past["to_choose"] == "Chinese"
        assert not any(m["kind"] == "mined" for m in past["markers"])


def test_a_seat_neither_acts_nor_looks_for_another(address: str) -> None:
    """By whatever way, with whatever is said about sides: a seat is what its secret says."""
    links = new_table(address)
    chinese = links["seats"]["Chinese"]
    with Live(address, links["seats"]["Soviet"]) as live:
        live.choose("recommended")
        live.choose("done")
    with Live(address, chinese) as live:
        for text in ("recommended", "done", "recommended"):
            live.choose(text)
        assert any(m["kind"] == "mined" for m in live.presentation["markers"])
    before = get(address, f"/api/seats/{chinese}")
    for secret in (links["seats"]["Soviet"], links["spectator"]):
        for message in (
            {"type": "choose", "number": before["presentation"]["decision"]["number"]},
            {"type": "choose", "number": get(address, f"/api/seats/{secret}")["version"]},
        ):
            refused = post(address, secret, {**message, "verb": "done"})
            assert refused["type"] == "refused"
        for kind in ("undo", "redo"):
            assert post(address, secret, {"type": kind})["type"] == "refused"
        for kind in ("why", "preview"):
            query = {"type": "query", "id": 1, "kind": kind, "verb": "mine", "argument": "1423"}
            assert post(address, secret, query)["type"] == "refused"
            post(address, secret, {**query, "side": "Chinese"}, 400)
        for path in ("", "?side=Chinese", "?eyes=Chinese", f"?secret={chinese}"):
            shown = get(address, f"/api/seats/{secret}{path}")["presentation"]
            assert not any(m["kind"] == "mined" for m in shown["markers"])
            assert shown["decision"] is None and shown["side"] != "Chinese"
    assert get(address, f"/api/seats/{chinese}") == before


# Links


def test_links_cannot_be_guessed(address: str) -> None:
    links = new_table(address)
    right = links["seats"]["Soviet"]
    table = links["table"]
    wrong = [new_secret(table), right[:-1], right + "A", right.swapcase(), table, "'--"]
    other = new_table(address)["table"]
    for secret in wrong:
        for path in ("", "/wait?after=0", "/record", "/position"):
            assert get(address, f"/api/seats/{secret}{path}", 404)["error"]
        choice = {"type": "choose", "number": 0, "verb": "recommended"}
        assert post(address, secret, choice, 404)["error"]
        assert closed_with(address, secret) == 4404
    # The right one at the wrong table is a wrong one.
    with http(address) as client:
        headers = {"Authorization": f"Bearer {right}"}
        assert client.get(f"/api/tables/{other}", headers=headers).status_code == 404
        assert client.get(f"/api/tables/{table}", headers=headers).status_code == 200
        assert client.get(f"/api/tables/{table}").status_code == 404
    assert get(address, f"/api/seats/{right}")["version"] == 0


def closed_with(address: str, secret: str) -> int:
    """The code with which a line is closed on somebody who comes with a secret."""
    with pytest.raises(ConnectionClosed) as closed:
        Live(address, secret)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def test_secrets_are_not_stored(tmp_path: Path) -> None:
    with server(tmp_path) as address:
        links = new_table(address)
        get(address, f"/api/seats/{links['spectator']}")
    stored = all_stored(tmp_path)
    assert links["table"] in stored
    for text in (*links["seats"].values(), links["spectator"]):
        secret = text.partition(".")[2]
        assert secret not in stored
        assert secret.encode().hex() not in stored.lower()


# Too much, too large, too strange

NONSENSE: list[str | bytes] = [
    "",
    "hello",
    "{",
    "null",
    "[]",
    "{}",
    '{"type": "surrender"}',
    '{"type": "choose"}',
    '{"type": "choose", "number": "0", "verb": "recommended"}',
    '{"type": "choose", "number": 0, "verb": ["recommended"]}',
    '{"type": "choose", "number": 0, "verb": "recommended", "side": "Chinese"}',
    '{"type": "choose", "number": 1e400, "verb": "recommended"}',
    '{"type": "choose", "number": 0, "verb": ""}',
    '{"type": "choose", "number": 0, "verb": "' + "x" * 101 + '"}',
    '{"type": "undo", "to": "everything"}',
    '{"type": "query", "id": 1, "kind": "seed"}',
    '{"type": "query", "kind": "overlay"}',
    "[" * 10_000,
    "\u0000",
    b'{"type": "undo"}',
]


def test_nonsense_is_refused_without_harm(address: str) -> None:
    links = new_table(address)
    secret = links["seats"]["Soviet"]
    with Live(address, secret) as live:
        before = live.state
        for text in NONSENSE:
            live.send_text(text)
            assert live.receive()["type"] == "refused", text
        live.send_text('{"type": "undo", "padding": "' + "x" * MESSAGE_BYTES + '"}')
        assert str(MESSAGE_BYTES) in live.receive()["reason"]
        assert get(address, f"/api/seats/{secret}") == {**before, "log": live.log}
        # The line is still open, and the choice still counts.
        assert live.choose("recommended")["type"] == "state"
    with http(address) as client:
        for text in NONSENSE[:-1]:
            answer = client.post(f"/api/seats/{secret}", content=text)
            refused = answer.status_code == 200 and answer.json()["type"] == "refused"
            assert refused or (answer.status_code == 400 and answer.json()["error"]), text
        large = client.post(f"/api/seats/{secret}", content=b" " * (MESSAGE_BYTES + 1))
        assert large.status_code == 413
    assert get(address, f"/api/seats/{secret}")["version"] == 1


def test_a_flood_of_bytes_ends_the_connection_only(address: str) -> None:
    secret = new_table(address)["seats"]["Soviet"]
    with Live(address, secret) as live:
        live.send_text("x" * (5 * MESSAGE_BYTES))
        with pytest.raises(ConnectionClosed):
            live.receive()
    assert get(address, f"/api/seats/{secret}")["version"] == 0


def test_too_many_messages(strict: str) -> None:
    links = new_table(strict)
    secret = links["seats"]["Soviet"]
    with Live(strict, links["seats"]["Chinese"]) as other, Live(strict, secret) as live:
        for id_ in range(3 * MESSAGES_PER_SECOND):
            live.send("query", id=id_, kind="overlay", argument="x")
        told = [live.receive() for _ in range(3 * MESSAGES_PER_SECOND)]
        kinds = {message["id"]: message["type"] for message in told}
        # The first ones are answered, and the others are not.
        answered = {id_ for id_, kind in kinds.items() if kind == "answer"}
        assert answered == set(range(MESSAGES_PER_SECOND))
        assert set(kinds.values()) == {"answer", "refused"} and len(kinds) == len(told)
        # Questions, of which a client asks many by itself, do not keep a player from choosing.
        assert live.choose("recommended")["type"] == "state"
        # It is the seat that has too much, by whatever way; nobody else suffers.
        query = json.dumps({"type": "query", "id": 1, "kind": "overlay", "argument": "x"})
        with http(strict) as client:
            answer = client.post(f"/api/seats/{secret}", content=query)
        assert answer.status_code == 429 and "too many" in answer.json()["error"]
        assert other.ask("query", id=1, kind="overlay", argument="zoc")["type"] == "answer"


def test_too_many_connections(address: str) -> None:
    secret = new_table(address)["spectator"]
    open_ones = [Live(address, secret) for _ in range(CONNECTIONS_PER_SEAT)]
    assert closed_with(address, secret) == 4429
    for live in open_ones:
        live.__exit__(None, None, None)
