"""Playing: choices, undo, questions, news, computer players, whole games."""

from __future__ import annotations

import random
import threading
import time

import msgspec
import pytest

from stavka import titles
from stavka.engine import Choice, Game, Pledge, Share, Source, read_record, verify
from stavka.server.messages import SeatState, ServerMessage

from .client import Json, Live, get, hot_seat, http, new_table, post

TITLE = titles.load("east-is-red")


def play(live: Live, *choices: str) -> None:
    for text in choices:
        verb, _, argument = text.partition(" ")
        message = live.choose(verb, argument)
        assert message["type"] == "state", message


def begin(live: Live) -> None:
    """Through the set-up to the first Soviet movement, from a hot seat."""
    play(live, *["recommended", "done"] * 3, "done")
    assert (live.presentation["turn"], live.presentation["to_choose"]) == (1, "Soviet")


def test_a_whole_game_equals_the_same_choices_without_a_server(address: str) -> None:
    links = new_table(address, hot_seat=True)
    rnd = random.Random(4)
    made = []
    with Live(address, links["hot_seat"]) as live:
        while not live.over():
            assert live.state["dice"]["seed"] == ""
            assert live.decision is not None
            # A hot seat sees through the eyes of whoever has to choose.
            assert live.presentation["side"] == live.decision["side"]
            made.append(live.choose_any(rnd))
        state = live.state
        log = live.log
    assert state["moves"] == state["version"] == len(made)
    dice = state["dice"]
    shares = [
        Share(who, dice["shares"][who], bytes.fromhex(value))
        for who, value in dice["opened"].items()
    ]
    assert [share.who for share in shares] == ["Soviet and Chinese"]
    pledge = Pledge(state["table"], tuple(dice["seats"]), dice["file"], dice["begun"])
    source = Source(bytes.fromhex(dice["seed"]), pledge, tuple(shares))
    position = TITLE.start("m1-full", seed=source.key(), chronicle=[])
    game = Game(position)
    for verb, argument in made:
        game.apply(Choice(verb, argument))
    assert game.position.outcome() is not None
    with http(address) as client:
        text = client.get(f"/api/seats/{links['spectator']}/record").text
    record = read_record(text)
    assert record.digest == game.position.digest()
    assert record.commitment == dice["commitment"]
    assert verify(record, TITLE)
    # The log over the wire, put together from its pieces, is the log as a whole.
    public = [TITLE.text(e) for e in game.chronicle if not e.secret_of]
    assert [line["text"] for line in log] == public
    assert [d for line in log for d in line["dice"]] == [d for m in game.moves for d in m.dice]
    seen = get(address, f"/api/seats/{links['spectator']}")["log"]
    # A spectator counts the moves that can be noticed, and these lines tell of no others.
    assert [{**line, "move": 0} for line in seen] == [{**line, "move": 0} for line in log]
    assert all(a["move"] <= b["move"] for a, b in zip(seen, log, strict=True))


def test_messages_are_as_the_schema_says(address: str) -> None:
    links = new_table(address, chinese="cadet")
    with Live(address, links["seats"]["Soviet"]) as live:
        play(live, "recommended", "done")
        live.ask("query", id=1, kind="overlay", argument="zoc")
        live.ask("query", id=2, kind="why", verb="move", argument="0101")
        for text in live.raw:
            msgspec.json.decode(text, type=ServerMessage)
    msgspec.convert(get(address, f"/api/seats/{links['spectator']}"), SeatState)


def test_each_seat_its_turn(address: str) -> None:
    links = new_table(address)
    with (
        Live(address, links["seats"]["Soviet"]) as soviet,
        Live(address, links["seats"]["Chinese"]) as chinese,
        Live(address, links["spectator"]) as spectator,
    ):
        assert soviet.decision and not chinese.decision and not spectator.decision
        number = soviet.decision["number"]
        for other, reason in ((chinese, "Soviet has to choose"), (spectator, "look on")):
            refused = other.ask("choose", number=number, verb="recommended", argument="")
            assert refused["type"] == "refused" and reason in refused["reason"]
            assert other.ask("undo")["type"] == "refused"
            assert other.ask("redo")["type"] == "refused"
        play(soviet, "recommended", "done")
        for other in (chinese, spectator):
            while other.state["version"] < 2:
                other.receive()
            assert other.presentation["to_choose"] == "Chinese"
        assert chinese.decision and not soviet.decision and not spectator.decision
        assert spectator.presentation["side"] == ""
        refused = soviet.ask("choose", number=2, verb="recommended", argument="")
        assert refused["type"] == "refused"
        assert soviet.state["version"] == 2


def test_a_double_click_acts_once(address: str) -> None:
    with Live(address, hot_seat(address)) as live:
        begin(live)
        assert live.decision is not None
        number, version = live.decision["number"], live.state["version"]
        for _ in range(2):
            live.send("choose", number=number, verb="done", argument="")
        kinds = sorted(live.receive()["type"] for _ in range(2))
        assert kinds == ["refused", "state"]
        assert live.state["version"] == version + 1


def test_an_illegal_choice_is_refused_with_its_case(address: str) -> None:
    with Live(address, hot_seat(address)) as live:
        begin(live)
        before, table = live.state["version"], live.secret
        refused = live.choose("move", "0101")
        assert refused["type"] == "refused" and refused["reason"] and refused["case"]
        assert live.choose("select", "nobody")["type"] == "refused"
        assert live.choose("no such verb!", "")["type"] == "refused"
    assert get(address, f"/api/seats/{table}")["version"] == before


def test_undo_and_redo(address: str) -> None:
    with Live(address, hot_seat(address)) as live:
        begin(live)
        start = live.state["moves"]
        shown, log = live.presentation, live.log
        assert live.decision is not None
        (unit, *_) = next(o for o in live.decision["options"] if o["verb"] == "select")["values"]
        play(live, f"select {unit}")
        (there, *_) = next(o for o in live.decision["options"] if o["verb"] == "move")["values"]
        play(live, f"move {there}")
        moved = live.presentation["units"]
        assert live.state["can_undo"] and not live.state["can_redo"]
        assert live.ask("undo")["state"]["moves"] == start + 1
        assert live.state["can_redo"]
        assert live.ask("redo")["state"]["presentation"]["units"] == moved
        # All from a move on; the version has grown at every step.
        version = live.state["version"]
        assert live.ask("undo", to=start + 1)["state"]["moves"] == start
        # A choice that was meant for the same moment the first time is stale.
        assert live.decision is not None and live.decision["number"] == version + 1
        live.decision["number"] = shown["decision"]["number"]
        assert (live.presentation, live.log) == (shown, log)
        assert live.choose("done")["type"] == "refused"
        live.decision["number"] = live.state["version"]
        assert live.state["version"] == version + 1
        # Another choice: there is nothing left to do again.
        play(live, "done")
        assert not live.state["can_redo"]
        assert live.ask("redo")["type"] == "refused"
        for to in (0, -5, 999, start - 3):
            assert live.ask("undo", to=to)["type"] == "refused"


def test_undo_stops_at_a_computer_player(address: str) -> None:
    links = new_table(address, chinese="random")
    with Live(address, links["seats"]["Soviet"]) as live:
        play(live, "recommended")
        assert live.state["can_undo"]
        play(live, "done")
        while live.decision is None and not live.over():
            live.receive()
        assert not live.state["can_undo"]
        assert "no choice of yours" in live.ask("undo")["reason"]


def test_questions(address: str) -> None:
    with Live(address, hot_seat(address)) as live:
        shown = [live.presentation]
        for text in [*["recommended", "done"] * 3, "done"]:
            play(live, text)
            shown.append(live.presentation)
        assert live.decision is not None
        (unit, *_) = next(o for o in live.decision["options"] if o["verb"] == "select")["values"]
        play(live, f"select {unit}")
        version = live.state["version"]
        (there, *_) = next(o for o in live.decision["options"] if o["verb"] == "move")["values"]
        preview = live.ask("query", id=7, kind="preview", verb="move", argument=there)
        assert preview["id"] == 7 and preview["preview"]["path"][-1] == there
        why = live.ask("query", id=8, kind="why", verb="move", argument="0101")["why"]
        assert why["reason"] and why["case"]
        possible = live.ask("query", id=9, kind="why", verb="move", argument=there)["why"]
        assert possible == {"reason": "", "case": ""}
        for kind in live.presentation["overlays"]:
            areas = live.ask("query", id=10, kind="overlay", argument=kind)["overlay"]
            assert areas and all(area["hexes"] for area in areas), kind
        assert live.ask("query", id=11, kind="overlay", argument="weather")["overlay"] == []
        # The Soviet player is at the screen: what he saw then, and nothing to choose.
        for moves in (0, 1, 3, len(shown) - 1):
            past = live.ask("query", id=12, kind="history", argument=str(moves))["history"]
            assert past["side"] == "Soviet" and past["decision"] is None
            for field in ("turn", "phase", "units", "to_choose"):
                assert past[field] == shown[moves][field]
        for wrong in ("", "-1", "1.5", "999", "\u0663"):
            refused = live.ask("query", id=13, kind="history", argument=wrong)
            assert (refused["type"], refused["id"]) == ("refused", 13)
        assert live.state["version"] == version


def test_without_websockets(address: str) -> None:
    """The fallback: news by long polling, messages by POST."""
    links = new_table(address)
    soviet, chinese = links["seats"]["Soviet"], links["seats"]["Chinese"]
    seen: list[Json] = []
    waiting = threading.Thread(
        target=lambda: seen.append(get(address, f"/api/seats/{chinese}/wait?after=0"))
    )
    waiting.start()
    time.sleep(0.2)
    assert not seen
    choice = {"type": "choose", "number": 0, "verb": "recommended", "argument": ""}
    answer = post(address, soviet, choice)
    assert answer["type"] == "state" and answer["state"]["version"] == 1
    waiting.join(5)
    assert seen[0]["version"] == 1 and seen[0]["sides"] == ["Chinese"]
    # What is known already is not waited for.
    assert get(address, f"/api/seats/{chinese}/wait?after=0")["version"] == 1
    stale = post(address, soviet, choice)
    assert stale["type"] == "refused" and "decision 0" in stale["reason"]
    query = {"type": "query", "id": 3, "kind": "overlay", "argument": "zoc"}
    assert post(address, chinese, query)["overlay"]
    assert post(address, soviet, {"type": "undo"})["state"]["moves"] == 0
    assert post(address, soviet, {"type": "redo"})["state"]["moves"] == 1
    assert "after" in get(address, f"/api/seats/{chinese}/wait", 400)["error"]


def test_patience_ends(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stavka.server.tables.PATIENCE", 0.1)
    links = new_table(address)
    assert get(address, f"/api/seats/{links['spectator']}/wait?after=5")["version"] == 0


def test_a_computer_player_answers(address: str) -> None:
    links = new_table(address, soviet="cadet", chinese="person")
    with Live(address, links["seats"]["Chinese"]) as live:
        while live.decision is None:
            live.receive()
        play(live, "recommended", "done", "recommended", "done", "done")
        while live.decision is None:
            live.receive()
        assert live.presentation["turn"] >= 1
        # What happened before the first choice is nobody's.
        assert {line["side"] for line in live.log} == {"", "Soviet", "Chinese"}
        assert not live.state["thinking"]
        assert any(line["heading"] == "turn" for line in live.log)
        assert any(line["hexes"] for line in live.log)


def test_no_choice_waits_for_a_hint(address: str) -> None:
    """A staff thinks for a second or more; whoever knows what he wants goes on meanwhile."""
    with Live(address, hot_seat(address, scenario="m30-full")) as live:
        live.send("query", id=7, kind="hint", verb="", argument="")
        version = live.state["version"]
        live.choose_any(random.Random(1))
        assert live.state["version"] > version
        # The answer comes in the end, to the question that was asked.
        while (told := live.receive())["type"] != "answer":
            pass
        assert told["id"] == 7 and told["hint"]
