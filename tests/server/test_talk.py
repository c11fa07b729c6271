"""Beside the game: what is said at the table, notes to oneself, what has been looked at."""

from __future__ import annotations

from pathlib import Path

from stavka.server.messages import Choose, Say
from stavka.server.problems import Refusal
from stavka.server.sqlite import SqliteStorage
from stavka.server.storage import StoredTable
from stavka.server.table import Seat, Table

from .client import Json, Live, get, new_table, post
from .older import make_older
from .running import on_file, server

SOVIET, CHINESE, ONLOOKER = Seat(b"s", ("Soviet",)), Seat(b"c", ("Chinese",)), Seat(b"o", ())
# A mine that only the Chinese know of (16.4) is found by neither side in this.
POSITION = """
title: east-is-red
scenario: m1-current
turn: 2
phase: soviet-combat
[Soviet]
1712: 7-4-9.1, 7-4-9.2
1513: 4-6-9.1
[Chinese]
1613: 4-6-6.1
[markers]
mined: 1613/1712
"""


def say(address: str, secret: str, text: str, about: int | None = None, note: bool = False) -> Json:
    message = {"type": "say", "text": text, "about": about, "private": note}
    return post(address, secret, message)


def talk(address: str, secret: str) -> list[tuple[str, str, bool]]:
    """What people say: that somebody has come is told by nobody."""
    remarks = get(address, f"/api/seats/{secret}")["talk"]
    return [(r["speaker"], r["text"], r["private"]) for r in remarks if r["speaker"]]


def test_everybody_hears_what_is_said_and_nobody_reads_a_note(tmp_path: Path) -> None:
    with server(tmp_path) as address:
        links = new_table(address)
        soviet, chinese = links["seats"]["Soviet"], links["seats"]["Chinese"]
        with Live(address, chinese) as live:
            say(address, soviet, "  Good luck!  ")
            # Told without being asked.
            live.until(lambda state: state["talk"][-1]["text"] == "Good luck!")
        say(address, soviet, "attack in the north", note=True)
        said = [("Soviet", "Good luck!", False)]
        assert talk(address, chinese) == talk(address, links["spectator"]) == said
        assert talk(address, soviet) == [*said, ("Soviet", "attack in the north", True)]
        assert say(address, links["spectator"], "Boo!")["reason"] == "spectators look on"
        assert "no line 99" in say(address, soviet, "this", about=99)["reason"]
        assert post(address, soviet, {"type": "say", "text": ""}, status=400)
    # It is there after a restart.
    with server(tmp_path) as address:
        assert talk(address, chinese) == said
        assert len(talk(address, soviet)) == 2


def test_what_was_looked_at_is_known_on_every_screen(tmp_path: Path) -> None:
    with server(tmp_path) as address:
        links = new_table(address, scenario="m1-current")
        soviet = links["seats"]["Soviet"]
        state = get(address, f"/api/seats/{soviet}")
        assert state["seen"] == 0
        answer = post(address, soviet, {"type": "seen", "moves": 1})
        assert answer["reason"] == "there are 0 moves only"
        decision = state["presentation"]["decision"]
        option = next(o for o in decision["options"] if o["role"] == "end" or o["kind"] != "none")
        argument = option["values"][0] if option["values"] else ""
        choice = {"type": "choose", "number": 0, "verb": option["verb"], "argument": argument}
        post(address, soviet, choice)
        with Live(address, soviet) as other:
            post(address, soviet, {"type": "seen", "moves": 1})
            other.until(lambda state: state["seen"] == 1)
        assert get(address, f"/api/seats/{links['seats']['Chinese']}")["seen"] == 0
    with server(tmp_path) as address:
        assert get(address, f"/api/seats/{soviet}")["seen"] == 1


def table() -> Table:
    players = {"Soviet": "person", "Chinese": "person"}
    stored = StoredTable("t", "east-is-red", "m1-current", (), players, b"", POSITION, (1,))
    return Table(stored)


def test_a_remark_is_about_a_line_of_each_readers_own_log() -> None:
    t = table()
    for text in ("attack 1613", "all", "resolve 6-1", "advance 7-4-9.1"):
        verb, _, argument = text.partition(" ")
        t.choose(SOVIET, Choose(t.version_of(SOVIET), verb, argument))
    ours, theirs = t.log(SOVIET), t.log(CHINESE)
    assert len(theirs) > len(ours), "the mine"
    last = len(theirs) - 1
    t.remarks.append(t.remark(CHINESE, Say("There!", about=last)))
    known = {line.text for line in ours}
    hidden = next(n for n, line in enumerate(theirs) if line.text not in known)
    t.remarks.append(t.remark(CHINESE, Say("Hm.", about=hidden)))
    for seat, lines in ((SOVIET, ours), (CHINESE, theirs)):
        first, second = t.state(seat, lines).talk
        assert first.after == len(lines)
        if theirs[last].text in {line.text for line in lines}:
            assert first.about is not None and lines[first.about].text == theirs[last].text
        assert (second.about is None) == (seat is SOVIET), "nobody is told of the mine"


def test_a_board_of_ones_own_has_nobody_to_talk_to() -> None:
    t = table()
    t.kind = "what-if"
    try:
        t.remark(SOVIET, Say("Hello?"))
    except Refusal as refusal:
        assert refusal.reason == "nobody else is at this board"
    else:
        raise AssertionError("somebody has heard it")


@on_file
def test_an_older_database_can_be_talked_at(tmp_path: Path) -> None:
    """Format 2 had neither remarks nor what was seen."""
    file = tmp_path / "stavka.db"
    SqliteStorage(file).close()
    make_older(file, 2)
    storage = SqliteStorage(file)
    assert storage.remarks("t") == [] and storage.seen("t") == {}
    storage.close()
