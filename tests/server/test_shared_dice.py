"""Dice to which everybody adds, and which nobody could choose; on the real server."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from stavka import titles
from stavka.engine import BadRecord, Pledge, Share, Source, read_record, verify
from stavka.engine.shares import committed
from stavka.server import company
from stavka.server.storage import StorageError

from .client import Json, Live, Person, get, hot_seat, http, lay, make
from .running import server, stored_in
from .test_seats import asked_again, invited, told

TITLE = titles.load("east-is-red")
DRAGON = {"title": "red-dragon", "scenario": "campaign"}
BOTH = {"GMD": "person", "PLA": "person"}
# Units side by side.
BATTLE = """
title: east-is-red
scenario: m1-current
turn: 2
phase: soviet-combat
[Soviet]
1712: 7-4-9.1, 7-4-9.2
2114: 4-6-9.2
[Chinese]
1613: 4-6-6.1
2014: 4-6-6.2
"""
CHOICES = (("attack", "1613"), ("all", ""))
ATTACK = ("resolve", "2-1")


def play_out(address: str, secret: str) -> Json:
    """A whole game from a hot seat, with choices that somebody made at random."""
    rnd = random.Random(6)
    with Live(address, secret) as live:
        while not live.over():
            live.choose_any(rnd)
        return live.state


def test_the_key_follows_from_every_part_of_it() -> None:
    def key(seed: bytes = b"s" * 32, table: str = "t", **values: bytes) -> bytes:
        parts = {"Soviet": b"a" * 32, "Chinese": b"b" * 32} | values
        shares = tuple(Share(who, committed(table, who, v), v) for who, v in parts.items())
        return Source(seed, Pledge(table, tuple(parts)), shares).key()

    changed = [key(b"S" * 32), key(table="u"), key(Soviet=b"A" * 32), key(Chinese=b"B" * 32)]
    assert len({key(), *changed, key(Umpire=b"c" * 32)}) == 6 and key() == key()
    # Nobody chooses an order.
    pledge = Pledge("t", ("Soviet", "Chinese"))
    shares = tuple(Share(who, committed("t", who, b"a" * 32), b"a" * 32) for who in pledge.seats)
    assert Source(b"s", pledge, shares).key() == Source(b"s", pledge, shares[::-1]).key()
    # What the server shows of its secret, and what a browser shows of its share (web/src/dice.ts).
    known = Pledge("0123456789abcdef", ("Soviet", "Chinese"), 3, "ab" * 32)
    assert known.commitment(b"\x22" * 32) == SEED_MARK
    assert committed("0123456789abcdef", "Soviet", b"\x11" * 32) == SHARE_MARK
    # With another beginning, other dice of a file or other seats it is another one.
    others = (known._replace(begun=""), known._replace(file=2), known._replace(seats=("Soviet",)))
    assert len({one.commitment(b"\x22" * 32) for one in (known, *others)}) == 4
    # Whoever copies another's commitment cannot open it as his own.
    copied = Share("Chinese", committed("t", "Soviet", b"a" * 32), b"a" * 32)
    assert not copied.kept("t")


SEED_MARK = "f8850918efced7290d82922d2d517381e944f5e2696f4aeeb9489b31b7ba48c9"
SHARE_MARK = "d952f236cebc65907d1b3bb96872594eebecb4dd5e1a399a87c54098b3e0f151"


def test_shares_are_opened_when_everybody_is_committed(address: str) -> None:
    with http(address) as client:
        anna, boris = invited(address, client)
        # Nobody can look at a share before all have committed themselves.
        assert "everybody is committed" in anna.claim(400, share=anna.share.hex())["error"]
        anna.claim()
        assert "nobody asks" in anna.open_share()["reason"]
        dice = anna.state()["dice"]
        assert dice["wait_for"] == ["Soviet", "Chinese"] and not dice["wanted"]
        # Not the last who comes either: he has not seen what the others are committed to.
        assert "committed" in boris.claim(400, share=boris.share.hex())["error"]
        boris.claim()
        assert anna.state()["dice"]["wanted"] and boris.open_share()["type"] == "state"
        assert anna.state()["dice"]["wait_for"] == ["Soviet"]
        wrong = anna.send("share", share=boris.share.hex())
        assert "not the share" in wrong["reason"]
        assert anna.open_share()["state"]["dice"]["wait_for"] == []
        dice = boris.state()["dice"]
        assert dice["shares"] == {"Soviet": anna.commitment, "Chinese": boris.commitment}
        # What they are is told when the game is over.
        assert dice["opened"] == {} and dice["seed"] == ""
        assert "nobody asks" in anna.open_share()["reason"]


def test_nobody_draws_another_share_once_one_is_open(address: str) -> None:
    """Else the first who came could leave and come again until he liked the dice."""
    with http(address) as client:
        anna, boris = invited(address, client)
        anna.claim()
        own = f"/api/seats/{anna.secret}"
        # Nobody has opened anything yet: she may hand over, or come again.
        offered = client.post(f"{own}/invite", json={"sides": ["Soviet"]}).json()
        boris.claim()
        boris.open_share()
        assert anna.state()["dice"]["wait_for"] == ["Soviet"]
        again = Person(client, offered, "Anna again")
        assert "dice are being settled" in again.claim(409)["error"]
        for way in ("invite", "give-back"):
            answer = client.post(f"{own}/{way}", json={"sides": ["Soviet"]})
            assert answer.status_code == 409 and "being settled" in answer.json()["error"]
        other = committed(anna.secret.partition(".")[0], "Soviet", b"z" * 32)
        assert "nobody asks" in anna.send("commit", commitment=other)["reason"]
        anna.open_share()
        # The dice are settled: whoever comes now changes nothing about them.
        shares = boris.state()["dice"]["shares"]
        again.claim()
        assert boris.state()["dice"]["shares"] == shares


def test_a_lost_share_is_drawn_again_by_all(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has lost his seat has lost his share with it; the other has opened his already."""
    monkeypatch.setattr(company, "ASKED_SECONDS", 0)
    with http(address) as client:
        anna, boris = invited(address, client)
        anna.claim()
        boris.claim()
        boris.open_share()
        again = asked_again(client, anna)
        (proposal,) = boris.state()["proposals"]
        boris.send("agree", proposal=proposal["id"], yes=True)
        assert again.state()["dice"]["anew"] and boris.state()["dice"]["anew"]
        for person in (again, boris):
            person.share = person.name.encode().ljust(32)
            assert person.send("commit", commitment=person.commitment)["type"] == "state"
        for person in (again, boris):
            assert person.state()["dice"]["wanted"]
            person.open_share()
        dice = boris.state()["dice"]
        assert not dice["wait_for"] and dice["shares"]["Soviet"] == again.commitment


def test_a_record_proves_that_nobody_chose(address: str) -> None:
    secret = hot_seat(address)
    state = play_out(address, secret)
    with http(address) as client:
        text = client.get(f"/api/seats/{secret}/record").text
    record = read_record(text)
    verdict = verify(record, TITLE)
    assert verdict.dice == "shares" and verdict.commitment and verdict.outcome and verdict.position
    assert any("secrets of the server and Soviet and Chinese" in one for one in verdict.proven)
    assert any("did not look ahead" in one for one in verdict.open)
    assert record.commitment == state["dice"]["commitment"]
    share = next(iter(state["dice"]["opened"].values()))
    for old, new in (
        (share, "0" * 64),
        (state["dice"]["seed"], "1" * 64),
        (state["table"], "f" * 16),
        ('"file": 0', '"file": 5'),
        ('"begun": ""', f'"begun": "{"0" * 64}"'),
        ('"Soviet and Chinese": ', '"Umpire": '),
        (next(iter(state["dice"]["shares"].values())), "2" * 64),
    ):
        with pytest.raises(BadRecord):
            verify(read_record(text.replace(old, new)), TITLE)


def test_choices_that_roll_nothing_do_not_wait(address: str) -> None:
    new = {"text": BATTLE, "players": {"Soviet": "person", "Chinese": "person"}}
    links = make(address, "/api/tables/import", new)
    with http(address) as client:
        anna, boris = (Person(client, one) for one in links["invitations"])
        anna.claim()
        with Live(address, anna.secret) as live:
            for choice in CHOICES:
                assert live.choose(*choice)["type"] == "state", choice
            refused = live.choose(*ATTACK)
            assert "the dice wait for Soviet, Chinese" in refused["reason"]
            before = live.presentation
            boris.claim()
            boris.open_share()
            assert "wait for Soviet:" in live.choose(*ATTACK)["reason"]
            assert live.presentation == before
            live.ask("share", share=anna.share.hex())
            assert live.choose(*ATTACK)["type"] == "state"
            assert any(line["dice"] for line in live.log)


def test_a_set_up_that_is_rolled_for_waits(address: str) -> None:
    """The first dice of Red Dragon fall before anybody has to choose."""
    with http(address) as client:
        gmd, pla = invited(address, client, **DRAGON, players=BOTH)
        gmd.claim()
        with Live(address, gmd.secret) as live:
            assert live.presentation["units"] == [] and live.decision is None
            assert "dice wait" in live.ask("query", id=1, kind="luck")["reason"]
            assert client.get(f"/api/seats/{gmd.secret}/record").status_code == 409
            pla.claim()
            live.until(lambda state: state["dice"]["wanted"])
            pla.open_share()
            live.send("share", share=gmd.share.hex())
            live.until(lambda state: bool(state["presentation"]["units"]))
            assert live.presentation["to_choose"] in BOTH


def test_computer_players_wait_for_the_dice(address: str) -> None:
    players = {"Soviet": "cadet", "Chinese": "person"}
    links = make(
        address, "/api/tables", {"title": "east-is-red", "scenario": "m1-full", "players": players}
    )
    spectator = links["spectator"]
    state = get(address, f"/api/seats/{spectator}")
    assert not state["thinking"] and state["dice"]["wait_for"] == ["Chinese"]
    seat = lay(address, links)["seats"]["Chinese"]
    with Live(address, seat) as live:
        live.until(lambda state: state["presentation"]["decision"] is not None)
        assert live.state["moves"] > 0


def test_all_can_agree_to_the_dice_of_the_server(address: str) -> None:
    """If somebody has lost his share, for instance."""
    with http(address) as client:
        anna, boris = invited(address, client)
        anna.claim()
        assert "nobody who has come" in anna.send("propose", kind="dice")["reason"]
        boris.claim()
        assert boris.send("propose", kind="dice")["type"] == "state"
        assert "already" in boris.send("propose", kind="dice")["reason"]
        (proposal,) = anna.state()["proposals"]
        assert proposal["wait_for"] == ["Soviet"] and proposal["asked"]
        anna.send("agree", proposal=proposal["id"], yes=False)
        assert anna.state()["proposals"] == [] and anna.state()["dice"]["wait_for"]
        boris.send("propose", kind="dice")
        (proposal,) = anna.state()["proposals"]
        anna.send("agree", proposal=proposal["id"], yes=True)
        dice = boris.state()["dice"]
        assert dice["alone"] and dice["wait_for"] == [] and dice["shares"] == {}
        assert "dice are those of the server alone" in told(boris)[-1]


def test_dice_of_a_file_are_told_apart(address: str) -> None:
    """A game that goes on from a file: what it rolls itself is committed to and revealed."""
    players = {"Soviet": "person", "Chinese": "person"}

    def bring(text: str) -> str:
        new = {"text": text, "players": players, "hot_seat": True}
        secret: str = lay(address, make(address, "/api/tables/import", new))["hot_seat"]
        return secret

    first = bring(BATTLE)
    with Live(address, first) as live, http(address) as client:
        for choice in (*CHOICES, ATTACK):
            live.choose(*choice)
        second = bring(client.get(f"/api/seats/{first}/record").text)
    with Live(address, second) as live:
        assert live.state["dice"]["file"] == 1
        # What comes of the first attack, whatever it was.
        while "attack" not in (options := live.options()):
            verb = "hold" if "hold" in options else next(iter(options))
            live.choose(verb, *options[verb][:1])
        for choice in (("attack", "2014"), ("add", "4-6-9.2"), ("resolve", "1-2")):
            live.choose(*choice)
    play_out(address, second)
    with http(address) as client:
        record = read_record(client.get(f"/api/seats/{second}/record").text)
    verdict = verify(record, TITLE)
    assert record.file == 1 < verdict.rolls and record.seed is not None
    assert "anything of the first 1 rolls: they came from a file" in verdict.open


def test_the_key_belongs_to_the_database(tmp_path: Path) -> None:
    """With another one all dice that are to come would be others, and nobody would notice."""
    key = tmp_path / "stavka.key"
    with server(tmp_path) as address:
        hot_seat(address)
    own = key.read_text()
    for spoilt, why in (("00" * 32, "another database"), ("xyz", "cannot be used")):
        key.write_text(spoilt)
        with pytest.raises(StorageError, match=why):
            stored_in(tmp_path)
    key.unlink()
    with pytest.raises(StorageError, match="missing"):
        stored_in(tmp_path)
    key.write_text(own)
    stored_in(tmp_path).close()
