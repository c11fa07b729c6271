"""Days for each turn, a claim of the win, and the day of grace after it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from stavka import titles
from stavka.engine import read_record, replay
from stavka.server import forgetting
from stavka.server.admin import close_table, export, tables
from stavka.server.channels import KINDS
from stavka.server.clocks import GRACE, Clock, Hand
from stavka.server.database import now, today
from stavka.server.notices import words
from stavka.server.outbox import Call
from stavka.server.quiet import Rest
from stavka.server.results import End
from stavka.server.seating import StoredSeat
from stavka.server.sql import SqlStorage
from stavka.server.sqlite import SqliteStorage
from stavka.server.storage import Action, StorageError, StoredTable

from .client import Json, Live, get, make
from .running import server
from .test_club import Club, Member, member, new_table

__all__ = ["club"]

DAY = 24 * 60 * 60.0
CHOICE = Action("choose", "Red", "move 0101", ())
TABLE = "table"


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    storage = SqliteStorage(tmp_path / "stavka.db")
    with server(tmp_path, 1e9, storage=storage) as address:
        yield address, storage


def change(storage: SqlStorage, query: str, *values: object) -> None:
    with storage.writing() as db:
        db.execute(query, values)


def let_pass(storage: SqlStorage, days: float) -> None:
    """Everything was noted so many days earlier."""
    ago = timedelta(days=days)
    with storage.writing() as db:
        for table, columns in (("clocks", ("since", "claimed")), ("vacations", ("since", "until"))):
            for column in columns:
                rows = db.execute(
                    f"SELECT DISTINCT {column} FROM {table} WHERE {column} != ''"
                ).fetchall()
                for (text,) in sorted(rows):
                    then = (datetime.fromisoformat(text) - ago).strftime("%Y-%m-%dT%H:%M:%SZ")
                    query = f"UPDATE {table} SET {column} = ? WHERE {column} = ?"
                    db.execute(query, (then, text))


def seconds_to(text: str) -> float:
    return (datetime.fromisoformat(text) - datetime.now(UTC)).total_seconds()


# In the databases


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.hosted)])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], SqlStorage]]:
    """Opens one and the same database, as often as it is wanted."""
    found: list[SqlStorage] = []
    make_: Callable[[], SqlStorage]
    if request.param == "postgres":
        from stavka.server.postgres import PostgresStorage

        address = request.getfixturevalue("postgres").new(tmp_path.name)

        def make_() -> SqlStorage:
            return PostgresStorage(address, tmp_path / "stavka.key")
    else:

        def make_() -> SqlStorage:
            return SqliteStorage(tmp_path / "stavka.db")

    def storage() -> SqlStorage:
        found.append(make_())
        return found[-1]

    yield storage
    for one in found:
        one.close()


class Timed:
    """A table with a clock, at which two people with accounts play."""

    def __init__(self, storage: SqlStorage, days: int = 3) -> None:
        self.storage = storage
        seats = [StoredSeat(side.encode(), TABLE, (side,)) for side in ("Red", "Blue")]
        players = {"Red": "person", "Blue": "person"}
        stored = StoredTable(
            TABLE, "river-line", "crossing", (), players, storage.new_seed(TABLE), days=days
        )
        storage.add_table(stored, seats, ())
        assert storage.homes.take(TABLE) and storage.table(TABLE) == stored
        self.accounts = {side: storage.accounts.add(side, "")[0].id for side in ("Red", "Blue")}
        for seat in seats:
            assert storage.accounts.adopt(self.accounts[seat.who], seat.key)
        self.made = 0

    def choose(self, turn: str, side: str, chosen: str = "") -> None:
        """A choice, after which a side has to choose in a player's turn."""
        hand = Hand(turn, side, self.accounts.get(side, ""), chosen)
        self.storage.append(TABLE, self.made, [CHOICE], [], hand=hand)
        self.made += 1

    @property
    def clock(self) -> Clock:
        found = self.storage.clocks.clock(TABLE)
        assert found is not None
        return found

    def left(self) -> dict[str, float]:
        """How many days the sides have now, to a hundredth."""
        clock = self.clock
        found = {side: clock.left(side) / DAY for side in ("Red", "Blue")}
        if clock.side:
            found[clock.side] = (clock.budget - clock.used(datetime.now(UTC))) / DAY
        return {side: round(days, 2) for side, days in found.items()}

    def pass_(self, days: float) -> None:
        let_pass(self.storage, days)


@pytest.fixture
def timed(opened: Callable[[], SqlStorage]) -> Timed:
    return Timed(opened())


def test_a_clock_runs_while_its_side_has_to_choose(timed: Timed) -> None:
    timed.pass_(1)
    assert timed.left() == {"Red": 3, "Blue": 3} and timed.clock.until is None
    timed.choose("1 Red", "Red")
    timed.pass_(1)
    assert timed.left() == {"Red": 2, "Blue": 3}
    # Answers count for whoever has to give them.
    timed.choose("1 Red", "Blue", "Red")
    timed.pass_(0.5)
    timed.choose("1 Red", "Red", "Blue")
    timed.pass_(0.25)
    assert timed.left() == {"Red": 1.75, "Blue": 2.5}
    # Another player's turn.
    timed.choose("1 Blue", "Blue", "Red")
    assert timed.left() == {"Red": 3, "Blue": 3}


def test_taking_back_gives_no_time_back(timed: Timed) -> None:
    timed.choose("1 Red", "Red")
    timed.pass_(2)
    timed.choose("2 Red", "Red", "Red")
    timed.pass_(0.5)
    assert timed.left()["Red"] == 2.5
    timed.choose("1 Red", "Red")
    assert timed.left()["Red"] == 1
    timed.choose("2 Red", "Red", "Red")
    assert timed.left()["Red"] == 2.5


def test_the_clock_is_stored_with_the_choice_or_not_at_all(timed: Timed) -> None:
    timed.choose("1 Red", "Red")
    timed.made = 0
    with pytest.raises(StorageError):
        timed.choose("1 Blue", "Blue", "Red")
    assert timed.clock.hand[:2] == ("1 Red", "Red")


def test_a_clock_is_the_same_when_it_is_opened_again(opened: Callable[[], SqlStorage]) -> None:
    timed = Timed(opened())
    timed.choose("1 Red", "Red")
    timed.pass_(1)
    timed.choose("1 Red", "Blue", "Red")
    assert opened().clocks.clock(TABLE) == timed.clock


def test_a_clock_stands_while_whoever_plays_is_away(timed: Timed) -> None:
    timed.choose("1 Red", "Red")
    timed.pass_(1)
    timed.storage.channels.set_rest(timed.accounts["Red"], Rest(away=today(ago=-40)))
    # Nobody has been away before he has said so.
    assert timed.left()["Red"] == 2
    timed.pass_(5)
    assert timed.left()["Red"] == 2
    # Somebody is back before he thought.
    timed.storage.channels.set_rest(timed.accounts["Red"], Rest())
    timed.pass_(0.5)
    assert timed.left()["Red"] == 1.5
    # It stays so when others have to choose, and when somebody else has the seat.
    timed.accounts["Red"] = ""
    timed.choose("1 Red", "Red")
    assert timed.left()["Red"] == 1.5


def test_what_is_over_the_days_of_a_year_stops_no_clock(timed: Timed) -> None:
    timed.choose("1 Red", "Red")
    timed.storage.channels.set_rest(timed.accounts["Red"], Rest(away=today(ago=-100)))
    timed.pass_(34)
    until = timed.clock.until
    # Two years have their own days, if one begins meanwhile.
    assert until is not None
    stood = sum((one.until - one.since for one in timed.clock.stands), timedelta())
    assert timedelta(days=30) <= stood <= timedelta(days=60)
    assert until == datetime.fromisoformat(timed.clock.since) + timedelta(days=3) + timedelta(
        seconds=sum(
            (min(one.until, until) - one.since).total_seconds()
            for one in timed.clock.stands
            if one.since < until
        )
    )


def test_a_claim_is_told_to_whoever_is_late_and_withdrawn_by_his_choice(timed: Timed) -> None:
    timed.storage.channels.open(timed.accounts["Red"], "webhook", "https://example.org/hook")
    timed.choose("1 Red", "Red")
    timed.pass_(4)
    call = Call((b"Red",), frozenset())
    assert not timed.storage.clocks.claim(TABLE, "Blue", "Red", call)
    assert timed.storage.clocks.claim(TABLE, "Red", "Blue", call)
    assert not timed.storage.clocks.claim(TABLE, "Red", "Blue", call)
    (notice,) = timed.storage.outbox.take(KINDS, 9)
    found = timed.storage.outbox.particulars(notice)
    assert found is not None and found.claimed == timed.clock.claimed
    told = words(TABLE, found._replace(title="east-is-red"))
    assert "your time is up" in told.subject and "the win is claimed" in told.text
    timed.pass_(0.25)
    timed.choose("1 Red", "Red", "Red")
    clock = timed.clock
    assert not clock.claimed and not clock.claimant
    # Until the end of the grace, and no longer.
    assert timed.left()["Red"] == 0.75
    assert timed.storage.outbox.particulars(notice) is None
    timed.pass_(0.75)
    assert timed.clock.is_up(datetime.now(UTC))


def test_taking_back_is_no_choice_and_ends_no_claim(timed: Timed) -> None:
    timed.choose("1 Red", "Red")
    timed.pass_(4)
    assert timed.storage.clocks.claim(TABLE, "Red", "Blue", Call())
    timed.choose("1 Red", "Red")
    assert timed.clock.claimant == "Blue"
    # Nor does somebody else who comes to the seat.
    timed.storage.clocks.turn_to(TABLE, Hand("1 Red", "Red"))
    assert timed.clock.claimant == "Blue" and timed.clock.account == ""


def test_who_is_given_more_time_has_another_day(timed: Timed) -> None:
    timed.choose("1 Red", "Red")
    timed.pass_(4)
    assert timed.storage.clocks.claim(TABLE, "Red", "Blue", Call())
    timed.storage.clocks.withdraw(TABLE)
    assert not timed.clock.claimed and timed.left()["Red"] == 1


def test_a_game_is_over_on_time_once(timed: Timed) -> None:
    end = End("t", "s", {"Red": 0.0, "Blue": 1.0}, {}, "On time", "late", True)
    timed.choose("1 Red", "Red")
    assert not timed.storage.clocks.finish(TABLE, end)
    timed.pass_(4)
    assert timed.storage.clocks.claim(TABLE, "Red", "Blue", Call())
    assert not timed.clock.due(datetime.now(UTC))
    timed.pass_(1)
    assert timed.clock.due(datetime.now(UTC))
    assert timed.storage.clocks.finish(TABLE, end)
    assert not timed.storage.clocks.finish(TABLE, end)
    assert timed.clock.lost == "Red" and timed.clock.until is None
    assert not timed.clock.due(datetime.now(UTC))
    assert timed.storage.results.results(timed.accounts["Blue"], 9)[1][0].result == 1
    (rated,) = timed.storage.results.standings(timed.accounts["Red"])
    assert rated.games == 1 and rated.rating.rating < 1500
    (at_table,) = timed.storage.accounts.tables(timed.accounts["Red"])
    assert at_table.over
    (told,) = tables(timed.storage)
    assert told.over
    # Nothing starts it again.
    timed.storage.clocks.turn_to(TABLE, Hand("2", "Blue"))
    timed.storage.clocks.withdraw(TABLE)
    assert timed.clock.lost == "Red"


def test_no_time_runs_at_a_table_that_is_closed(timed: Timed) -> None:
    timed.choose("1 Red", "Red")
    timed.pass_(1)
    close_table(timed.storage, TABLE, "Repairs")
    timed.pass_(9)
    assert timed.clock.until is None and timed.left()["Red"] == 2


def test_a_table_and_an_account_take_what_is_theirs_along(timed: Timed) -> None:
    timed.storage.channels.set_rest(timed.accounts["Red"], Rest(away=today(ago=-3)))
    timed.choose("1 Red", "Red")
    timed.choose("1 Blue", "Blue", "Red")
    timed.choose("1 Red", "Red", "Blue")
    told = timed.storage.accounts.stored(timed.accounts["Red"])["vacations"]
    assert [one["until"][:10] for one in told] == [today(ago=-3)]
    timed.storage.accounts.remove(timed.accounts["Red"])
    assert timed.clock.account == "" and timed.storage.clocks.away(timed.accounts["Red"]) == ()
    change(timed.storage, "UPDATE tables SET used = ''")
    while timed.storage.remove(TABLE, 1):
        pass
    with timed.storage.reading() as db:
        assert {"clocks", "spent"} < set(forgetting.CHILDREN)
        for name in ("tables", "clocks", "spent"):
            assert db.execute(f"SELECT count(*) FROM {name}").fetchone() == (0,)


# At a table


def timed_table(club: Club, *people: Member, days: int = 3) -> Json:
    links = new_table(club[0], clock=days)
    for one, invitation in zip(people, links["invitations"], strict=True):
        one.claim(invitation)
    for one in people:
        one.open()
    return links


def by_turn(*people: Member) -> tuple[Member, Member]:
    """Who has to choose, and who has not."""
    first, second = people
    asked = first.state["presentation"]["decision"] is not None
    return (first, second) if asked else (second, first)


def choose(one: Member, status: int = 200, verb: str = "") -> Json:
    state = one.state
    decision = state["presentation"]["decision"] or {"number": state["version"], "options": []}
    options = [o for o in decision["options"] if not verb or o["verb"] == verb]
    option = options[0] if options else {"verb": "end", "values": []}
    argument = random.Random(1).choice(option["values"]) if option["values"] else ""
    message = {"type": "choose", "number": decision["number"], "verb": option["verb"]}
    found: Json = one.ask("POST", one.at(), status, {**message, "argument": argument})
    return found


def step(one: Member, step_: str) -> Json:
    found: Json = one.ask("POST", one.at(), 200, {"type": "on-time", "step": step_})
    return found


def told(one: Member) -> list[str]:
    return [remark["text"] for remark in one.state["talk"] if not remark["speaker"]]


@pytest.mark.parametrize("days", [0, 61, -1, "3", 2.5, True])
def test_a_clock_has_from_1_to_60_days(club: Club, days: Any) -> None:
    people = {"Upland": "person", "Vale": "person"}
    new = {"title": "river-line", "scenario": "crossing", "players": people, "clock": days}
    error = make(club[0], "/api/tables", new, 400)["error"]
    assert "from 1 to 60 days" in error if type(days) is int else "clock" in error


@pytest.mark.parametrize(
    "changed", [{"hot_seat": True}, {"players": {"Upland": "person", "Vale": "cadet"}}]
)
def test_a_clock_is_for_people_who_play_each_other(club: Club, changed: Json) -> None:
    people = {"Upland": "person", "Vale": "person"}
    new = {"title": "river-line", "scenario": "crossing", "players": people, "clock": 3, **changed}
    assert "each from a seat of his own" in make(club[0], "/api/tables", new, 400)["error"]


def test_without_a_clock_there_is_none(club: Club) -> None:
    a, b = member(club), member(club)
    links = new_table(club[0])
    for one, invitation in zip((a, b), links["invitations"], strict=True):
        one.claim(invitation)
    assert a.state["clock"] is None
    assert step(a, "claim")["reason"] == "this table has no clock"


def test_a_clock_starts_when_all_have_come_and_the_dice_are_settled(club: Club) -> None:
    links = new_table(club[0], clock=2)
    mine, other = links["invitations"]
    a, b = member(club), member(club)
    assert get(club[0], f"/api/seats/{mine['secret']}/invitation")["clock"] == 2
    a.claim(mine)
    a.ask("POST", a.at("/offer"), 204, {"sides": other["sides"]})
    (offer,) = b.ask("GET", "/api/offers")
    assert offer["clock"] == 2
    b.take(links["table"], other["sides"])
    clock = a.state["clock"]
    assert (clock["days"], clock["runs"], clock["until"]) == (2, "", "")
    a.open()
    assert a.state["clock"]["runs"] == ""
    b.open()
    clock = a.state["clock"]
    asked, _ = by_turn(a, b)
    assert [clock["runs"]] == asked.state["sides"] and b.state["clock"] == clock
    assert 2 * DAY - 60 < seconds_to(clock["until"]) <= 2 * DAY
    assert set(clock["left"].values()) == {2 * DAY}


def test_a_turn_that_ends_starts_the_other_clock(club: Club) -> None:
    a, b = member(club), member(club)
    timed_table(club, a, b)
    asked, other = by_turn(a, b)
    let_pass(club[1], 1)
    assert 2 * DAY - 60 < seconds_to(asked.state["clock"]["until"]) <= 2 * DAY
    turn = asked.state["presentation"]["to_choose"]
    while asked.state["presentation"]["to_choose"] == turn:
        ends = [o["verb"] for o in asked.state["presentation"]["decision"]["options"]]
        verb = next((v for v in ends if v in ("end", "done", "pass")), "")
        choose(asked, verb=verb)
    clock = other.state["clock"]
    assert [clock["runs"]] == other.state["sides"] and seconds_to(clock["until"]) > 3 * DAY - 60


def test_a_win_is_claimed_only_from_whoever_is_late(club: Club) -> None:
    a, b = member(club), member(club)
    links = timed_table(club, a, b)
    late, other = by_turn(a, b)
    watcher = member(club)
    watcher.secret = links["spectator"]
    assert "has time until" in step(other, "claim")["reason"]
    let_pass(club[1], 3.5)
    assert step(late, "claim")["reason"] == "it is your own time that runs"
    assert step(watcher, "claim")["reason"] == "spectators look on"
    assert step(other, "complete")["reason"] == "nobody has claimed the win"
    assert step(other, "withdraw")["reason"] == "you have not claimed the win"
    (side,) = other.state["sides"]
    clock = step(other, "claim")["state"]["clock"]
    assert clock["claimant"] == side and GRACE - 60 < seconds_to(clock["grace"]) <= GRACE
    assert told(late)[-1].startswith(f"{side} claims the win: the time of ")
    assert "has claimed the win already" in step(other, "claim")["reason"]
    assert "can still choose until" in step(other, "complete")["reason"]
    assert step(late, "withdraw")["reason"] == "you have not claimed the win"
    assert late.state["presentation"]["outcome"] is None


def test_a_choice_in_the_grace_ends_the_claim(club: Club) -> None:
    a, b = member(club), member(club)
    timed_table(club, a, b)
    late, other = by_turn(a, b)
    let_pass(club[1], 4)
    step(other, "claim")
    let_pass(club[1], 0.75)
    assert choose(late)["type"] == "state"
    clock = other.state["clock"]
    assert clock["claimant"] == clock["grace"] == ""
    assert told(other)[-1].endswith("has chosen: the win is not claimed any more.")
    if [clock["runs"]] == late.state["sides"]:
        assert 0 < seconds_to(clock["until"]) <= DAY / 4
    let_pass(club[1], 30)
    assert late.state["presentation"]["outcome"] is None


def test_a_claim_is_taken_back(club: Club) -> None:
    a, b = member(club), member(club)
    timed_table(club, a, b)
    late, other = by_turn(a, b)
    let_pass(club[1], 4)
    step(other, "claim")
    clock = step(other, "withdraw")["state"]["clock"]
    assert clock["claimant"] == "" and DAY - 60 < seconds_to(clock["until"]) <= DAY
    assert told(late)[-1].endswith("has another day.")
    assert "has time until" in step(other, "claim")["reason"]


def lost(club: Club, a: Member, b: Member) -> tuple[Member, Member]:
    """A game that one of both has lost on time."""
    timed_table(club, a, b)
    late, other = by_turn(a, b)
    choose(late)
    late, other = by_turn(a, b)
    let_pass(club[1], 4)
    step(other, "claim")
    let_pass(club[1], 1.01)
    return late, other


def test_after_the_grace_the_game_is_over_for_whoever_looks(club: Club, tmp_path: Path) -> None:
    late, other = lost(club, member(club, "Anna"), member(club, "Boris"))
    (loser,), (winner,) = late.state["sides"], other.state["sides"]
    state = late.state
    shown = state["presentation"]
    assert shown["outcome"]["winner"] == winner
    assert shown["outcome"]["headline"] == f"{winner} victory"
    detail = f"On time: {loser} did not choose in its 3 days, nor in the day of grace"
    assert shown["outcome"]["detail"] == detail
    assert shown["decision"] is None and shown["to_choose"] == ""
    assert state["clock"]["lost"] == loser and state["clock"]["runs"] == ""
    assert told(other)[-1].startswith("The game is over on time")
    assert not state["can_undo"] and state["can_export"] and state["dice"]["seed"]
    # Nobody can do anything about it.
    assert choose(late)["reason"] == "the game is over"
    assert step(other, "withdraw")["reason"].startswith("the game is over")
    assert late.ask("POST", late.at(), 200, {"type": "undo"})["type"] == "refused"
    assert other.state["presentation"]["outcome"] == shown["outcome"]
    asked = {"type": "query", "id": 1, "kind": "ending"}
    ending = other.ask("POST", other.at(), 200, asked)
    assert ending["reason"] == "the game was not played to its end"
    # It is a result like any other.
    (result,) = other.ask("GET", f"/api/people/{other.id}")["results"]
    assert (result["result"], result["level"], result["rated"]) == (1.0, "On time", True)
    (rating,) = late.ask("GET", f"/api/people/{late.id}")["ratings"]
    assert rating["rating"] < 1500


def test_the_record_of_a_game_lost_on_time_replays(club: Club) -> None:
    late, other = lost(club, member(club), member(club))
    table = late.state["table"]
    text = other.client.get(other.at("/record")).text
    record = read_record(text)
    assert record.seed is not None and record.outcome is None
    position = replay(record, titles.load(record.title)).position
    assert position.decision() is not None
    exported = export(club[1], table)
    assert exported.record == text and exported.over


def test_the_end_is_completed_by_a_click_too(club: Club) -> None:
    _, other = lost(club, member(club), member(club))
    assert step(other, "complete")["state"]["presentation"]["outcome"]


def test_whoever_is_late_cannot_choose_once_the_grace_is_over(club: Club) -> None:
    a, b = member(club), member(club)
    timed_table(club, a, b)
    late, other = by_turn(a, b)
    number = late.state["version"]
    let_pass(club[1], 4)
    step(other, "claim")
    let_pass(club[1], 1.01)
    message = {"type": "choose", "number": number, "verb": "end", "argument": ""}
    assert late.ask("POST", late.at(), 200, message)["reason"] == "the game is over"


def test_time_goes_on_over_a_restart(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path / "stavka.db")
    with server(tmp_path, 1e9, storage=storage) as address:
        a, b = member((address, storage)), member((address, storage))
        timed_table((address, storage), a, b)
        late, other = by_turn(a, b)
        let_pass(storage, 4)
        before = late.state["clock"]
        step(other, "claim")
        let_pass(storage, 2)
    storage = SqliteStorage(tmp_path / "stavka.db")
    with server(tmp_path, 1e9, storage=storage) as address:
        again = Member(address)
        again.secret = late.secret
        state = again.state
    assert before["runs"] == state["clock"]["lost"] and state["presentation"]["outcome"]


def test_who_is_away_reads_how_long_clocks_stand(club: Club) -> None:
    a, b = member(club, "Anna"), member(club, "Boris")
    timed_table(club, a, b)
    late, other = by_turn(a, b)
    before = seconds_to(late.state["clock"]["until"])
    contact = late.ask("GET", "/api/account/contact")
    assert contact["days_left"] == 30 and contact["stands"] == ""
    rest = {"away": today(ago=-5), "zone": "UTC"}
    contact = late.ask("POST", "/api/account/contact/quiet", 200, rest)
    assert contact["stands"] == f"{today(ago=-5)}T00:00:00Z"
    clock = other.state["clock"]
    assert clock["away"] == contact["stands"]
    stood = seconds_to(contact["stands"])
    assert abs(seconds_to(clock["until"]) - before - stood) < 60
    # A year away is more than a clock stands for.
    rest = {"away": today(ago=-300), "zone": "UTC"}
    contact = late.ask("POST", "/api/account/contact/quiet", 200, rest)
    assert 29 * DAY < seconds_to(contact["stands"]) < 61 * DAY
    assert seconds_to(other.state["clock"]["until"]) < 70 * DAY


def test_nobody_without_an_account_is_away(club: Club) -> None:
    a, b = member(club), member(club)
    timed_table(club, a, b)
    assert a.state["clock"]["away"] == ""


def test_a_claim_is_in_the_outbox_of_whoever_is_late(club: Club) -> None:
    a, b = member(club, "Anna"), member(club, "Boris")
    timed_table(club, a, b)
    late, other = by_turn(a, b)
    club[1].channels.open(late.id, "mail", "late@example.org")
    change(club[1], "UPDATE channels SET since = ?", now())
    let_pass(club[1], 4)
    step(other, "claim")
    with club[1].reading() as db:
        assert db.execute("SELECT account FROM outbox").fetchall() == [(late.id,)]


def test_taking_back_at_the_table_ends_no_claim(club: Club) -> None:
    a, b = member(club), member(club)
    timed_table(club, a, b)
    late, other = by_turn(a, b)
    choose(late)
    assert late.state["can_undo"]
    let_pass(club[1], 4)
    (claimant,) = other.state["sides"]
    step(other, "claim")
    assert late.ask("POST", late.at(), 200, {"type": "undo"})["type"] == "state"
    assert late.state["clock"]["claimant"] == claimant


def test_whoever_is_at_the_table_is_shown_at_once_that_somebody_is_away(club: Club) -> None:
    a, b = member(club, "Anna"), member(club, "Boris")
    timed_table(club, a, b)
    late, other = by_turn(a, b)
    with Live(club[0], other.secret) as live:
        rest = {"away": today(ago=-5), "zone": "UTC"}
        late.ask("POST", "/api/account/contact/quiet", 200, rest)
        live.until(lambda state: bool(state["clock"]["away"]))


def test_a_page_that_stayed_open_cannot_choose_after_the_grace(club: Club) -> None:
    a, b = member(club), member(club)
    timed_table(club, a, b)
    late, other = by_turn(a, b)
    with Live(club[0], late.secret) as live:
        let_pass(club[1], 4)
        step(other, "claim")
        live.until(lambda state: bool(state["clock"]["claimant"]))
        let_pass(club[1], 1.01)
        option = live.decision["options"][0] if live.decision else {}
        number = live.decision["number"] if live.decision else 0
        argument = next(iter(option["values"]), "")
        live.send("choose", number=number, verb=option["verb"], argument=argument)
        answer = live.receive()
        while answer["type"] == "state":
            answer = live.receive()
        assert answer["reason"] == "the game is over"
