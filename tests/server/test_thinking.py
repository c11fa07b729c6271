"""Players that think: in processes of their own, with nothing but a view, and never in the way."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from stavka import titles
from stavka.engine import Choice, Position, Style
from stavka.engine.shares import committed
from stavka.players import Plan, Thinking, new_game
from stavka.players.staffs import Staff
from stavka.server import tables, thinking
from stavka.server.messages import Choose, Claim, NewTable, Redo, Undo
from stavka.server.open_table import Had, OpenTable, Place
from stavka.server.problems import Refusal
from stavka.server.thinking import Job, Thinkers

from .client import Json, Live, new_table
from .games import Games

TITLE = titles.load("east-is-red")


def a_moment() -> Position:
    """The first turn of the Chinese, who have to think."""
    cadets = dict.fromkeys(TITLE.sides, "cadet")
    position, players = new_game(TITLE, "m30-current", (), cadets, "thinking")
    while (decision := position.decision()) is not None:
        view = position.view(decision.side)
        if TITLE.turn_of(position) == (1, decision.side) == (1, "Chinese"):
            break
        position.apply(players[decision.side].choose(decision, view))
    return position


def a_job(player: str = "staff") -> Job:
    view = a_moment().view("Chinese")
    seed = Staff(TITLE, "test").seed
    return Job("east-is-red", player, "Chinese", seed, view.state(), None)


def in_a_loop(work: Coroutine[Any, Any, None]) -> None:
    """In a thread of its own: a browser of another test may have a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work).result()


def with_thinkers(act: Callable[[Thinkers], Awaitable[None]]) -> None:
    async def run() -> None:
        thinkers = Thinkers(1)
        try:
            await act(thinkers)
        finally:
            await thinkers.stop()

    in_a_loop(run())


def test_a_worker_makes_the_same_plan_as_anybody_with_that_view() -> None:
    job = a_job()
    staff = Staff(TITLE, "test")
    expected = staff.thinker.think(a_moment().view("Chinese"), None)

    async def act(thinkers: Thinkers) -> None:
        wanted = thinkers.want(job, urgent=True)
        assert await wanted.plan == expected

    with_thinkers(act)


def test_people_come_first_and_what_is_not_wanted_is_given_up() -> None:
    order: list[str] = []

    def heard(name: str, _: object) -> None:
        order.append(name)

    async def act(thinkers: Thinkers) -> None:
        wanted = {}
        for name in ("first", "patient", "urgent", "stopped"):
            job = a_job("marshal" if name == "first" else "staff")
            wanted[name] = thinkers.want(job, urgent=name == "urgent")
            wanted[name].plan.add_done_callback(partial(heard, name))
            # The first is being worked on when the others come.
            await asyncio.sleep(0.05)
        wanted["stopped"].stop()
        await asyncio.sleep(1)
        wanted["first"].stop()
        await asyncio.wait([wanted["urgent"].plan, wanted["patient"].plan])

    with_thinkers(act)
    assert order == ["stopped", "first", "urgent", "patient"]


def test_a_worker_that_dies_or_takes_too_long_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(thinkers: Thinkers) -> None:
        wanted = thinkers.want(a_job("marshal"), urgent=True)
        (desk,) = thinkers._desks
        while not desk._pool._processes:
            await asyncio.sleep(0.05)
        await asyncio.sleep(1)
        for pid in desk._pool._processes:
            os.kill(pid, signal.SIGKILL)
        assert await wanted.plan is None
        monkeypatch.setattr(thinking, "TIME_OUT", 0.5)
        assert await thinkers.want(a_job("marshal"), urgent=True).plan is None
        monkeypatch.setattr(thinking, "TIME_OUT", 120)
        assert isinstance(await thinkers.want(a_job(), urgent=True).plan, Plan)

    with_thinkers(act)


# At a table


def until(live: Live, holds: Callable[[Json], bool], seconds: float = 300) -> None:
    end = time.monotonic() + seconds
    while not holds(live.state):
        assert time.monotonic() < end, live.presentation["phase"]
        live.receive()


def mine(state: Json) -> bool:
    return state["presentation"]["decision"] is not None


def through_the_turn(live: Live) -> None:
    """Ends phase after phase until the enemy has to think; what he asks gets any answer."""
    until(live, mine)
    while mine(live.state):
        options = live.state["presentation"]["decision"]["options"]
        values = {option["verb"]: option["values"] for option in options}
        ends = ("recommended", "done", "pass_turn", "pass", "wait")
        verb = next((v for v in ends if v in values), options[0]["verb"])
        assert live.choose(verb, values[verb][0] if values[verb] else "")["type"] == "state"


def test_a_marshal_thinks_tells_how_far_it_is_and_plays(address: str) -> None:
    links = new_table(address, chinese="marshal", scenario="m30-current", teaching=True)
    with Live(address, links["seats"]["Soviet"]) as live:
        leader = live.state["leaders"]["Chinese"]
        while live.presentation["turn"] == 0:
            through_the_turn(live)
            until(live, mine)
        through_the_turn(live)
        assert live.state["thinking"]
        assert wishes(live) == [] or all(wish["move"] < 5 for wish in wishes(live))
        until(live, lambda state: state["thought"] > 0)
        until(live, mine)
        wish = wishes(live)[-1]
        assert wish["side"] == "Chinese" and wish["lines"]
        assert wish["person"] == leader["person"]


def wishes(live: Live) -> list[Json]:
    found: list[Json] = live.ask("query", id=9, kind="wishes")["wishes"]
    return found


async def seated(all_: tables.Tables, chinese: str = "marshal") -> str:
    """The secret of whoever plays the Soviets against somebody who thinks."""
    players = {"Soviet": "person", "Chinese": chinese}
    links = await all_.create(NewTable("east-is-red", "m30-current", players))
    share = bytes(32)
    mark = committed(links.table, "Soviet", share)
    claim = Claim(mark, share.hex())
    return (await all_.claims.claim(links.invitations[0].secret, claim)).secret


async def until_the_chinese_think(all_: tables.Tables, place: Place) -> None:
    """They think about their deployment."""
    for number, verb in enumerate(("recommended", "done")):
        await all_.act(place, Choose(number, verb))
    await until_thinking(place.open_table, thinking=True)


def at_tables(folder: Path, act: Callable[[tables.Tables], Awaitable[None]]) -> None:
    async def run() -> None:
        all_ = tables.Tables(Games(folder).opened())
        all_.start()
        try:
            await act(all_)
        finally:
            await all_.stop()

    in_a_loop(run())


def test_nobody_thinks_on_when_everybody_has_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "ALONE", 1.0)

    async def act(all_: tables.Tables) -> None:
        seat = await seated(all_)
        async with all_.enter(seat) as place:
            await until_the_chinese_think(all_, place)
        await until_thinking(place.open_table, thinking=False)
        async with all_.enter(seat):
            await until_thinking(place.open_table, thinking=True)

    at_tables(tmp_path, act)


def test_nobody_thinks_at_a_table_that_is_closed(tmp_path: Path) -> None:
    games = Games(tmp_path)

    async def act(all_: tables.Tables) -> None:
        async with all_.enter(await seated(all_)) as place:
            await until_the_chinese_think(all_, place)
            wanted = place.open_table.wanted
            for command, thinking in (("close", False), ("open", True)):
                why = ("--why", "because") if command == "close" else ()
                assert games.admin(command, place.open_table.id, *why) == 0
                await all_.heed_decrees()
                await until_thinking(place.open_table, thinking=thinking)
            assert wanted is not None and wanted.stopped
            assert place.open_table.wanted is not wanted

    at_tables(tmp_path, act)


def test_a_choice_cannot_be_taken_back_while_somebody_thinks_about_it(tmp_path: Path) -> None:
    """That the other side is asked may have told something: so nothing takes a plan away."""

    async def act(all_: tables.Tables) -> None:
        async with all_.enter(await seated(all_)) as place:
            await until_the_chinese_think(all_, place)
            wanted = place.open_table.wanted
            for message in (Undo(), Undo(1), Redo()):
                with pytest.raises(Refusal):
                    await all_.act(place, message)
            assert wanted is not None and not wanted.stopped
            assert place.open_table.wanted is wanted

    at_tables(tmp_path, act)


def test_whoever_thinks_too_long_does_what_a_cadet_would(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the game goes on: the person is asked again."""
    monkeypatch.setattr(thinking, "TIME_OUT", 0.0)

    async def act(all_: tables.Tables) -> None:
        async with all_.enter(await seated(all_, "staff")) as place:
            await until_the_chinese_think(all_, place)
            while (table := await asked_again(all_, place)).game.position.turn < 2:
                number, choice = table.version_of(place.seat), cadets_choice(table.game.position)
                await all_.act(place, Choose(number, choice.verb, choice.argument))
            assert not table.plans, "there was none that could be told"
            p, others = table.beginning(), 0
            for move in table.game.moves:
                if move.side == "Chinese":
                    assert move.choice == cadets_choice(p)
                    others += move.choice != cadets_choice(p, TITLE.styles("Chinese").portfolio[0])
                p.apply(move.choice)
            assert others > 10, "no style would have done the same"

    at_tables(tmp_path, act)


async def asked_again(all_: tables.Tables, place: Place) -> Any:
    """The table when the person has to choose."""
    had = await all_.state(place)
    while had.presentation.to_choose != place.seat.sides[0]:
        had = await all_.wait(place, Had(had.version, 0))
    return place.open_table.table


def cadets_choice(p: Position, style: Style | None = None) -> Choice:
    decision = p.decision()
    assert decision is not None
    return TITLE.advise(p.view(decision.side).imagine(), decision, style)


async def until_thinking(table: OpenTable, *, thinking: bool) -> None:
    async with asyncio.timeout(20):
        while (table.wanted is not None) is not thinking:
            await asyncio.sleep(0.05)


# A worker that has no database plays a game


@pytest.mark.slow
def test_a_game_can_be_played_by_workers_that_know_views_only() -> None:
    position, players = new_game(
        TITLE, "m30-current", (), {"Soviet": "cadet", "Chinese": "staff"}, "views only"
    )
    staff = players["Chinese"]
    assert isinstance(staff, Thinking)

    async def act(thinkers: Thinkers) -> None:
        while (decision := position.decision()) is not None:
            view = position.view(decision.side)
            player = players[decision.side]
            if isinstance(player, Thinking) and player.due(view):
                state, plan = view.state(), player.plan
                job = Job("east-is-red", "staff", decision.side, player.seed, state, plan)
                player.plan = await thinkers.want(job, urgent=True).plan
                assert player.plan is not None
            position.apply(player.choose(decision, view))

    with_thinkers(act)
    again, others = new_game(
        TITLE, "m30-current", (), {"Soviet": "cadet", "Chinese": "staff"}, "views only"
    )
    while (decision := again.decision()) is not None:
        again.apply(others[decision.side].choose(decision, again.view(decision.side)))
    assert again.digest() == position.digest()
