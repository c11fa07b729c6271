"""What computer players wanted: who is told of it, when, and how much."""

from __future__ import annotations

import pytest

from stavka import titles
from stavka.engine import seed_from
from stavka.players import Intention, Plan, Thinking
from stavka.server.messages import Wish
from stavka.server.storage import StoredTable
from stavka.server.table import Seat, Table


def laid(slug: str, scenario: str, *, teaching: bool) -> Table:
    """A table at which staffs play each other."""
    title = titles.load(slug)
    players = dict.fromkeys(title.sides, "staff")
    seed = seed_from("wishes")
    return Table(StoredTable("t", slug, scenario, (), players, seed, teaching=teaching))


def seats(table: Table) -> list[Seat]:
    """Whoever looks on, and every side."""
    return [Seat(b"", ()), *(Seat(side.encode(), (side,)) for side in table.title.sides)]


def wanted(table: Table, side: str, chance: float) -> Plan:
    """A plan as it might have been thought of, for the turn that there is."""
    p = table.game.position
    somewhere = p.names.grid.labels(p.names.grid.all)[40]
    return Plan(
        str(table.title.turn_of(p)),
        table.title.styles(side).portfolio[0].name,
        value=chance - 0.5,
        margin=0.1,
        playouts=round(chance * 40),
        intentions=(Intention(somewhere, (), chance, chance, attack=True),),
    )


def play(table: Table, turns: int, chance: float = 0.75) -> None:
    """Plays on, with plans that are there without any thought, until so many were made."""
    until = len(table.plans) + turns
    while (decision := table.game.position.decision()) and len(table.plans) < until:
        player = table.machines[decision.side]
        assert isinstance(player, Thinking)
        if player.due(table.game.position.view(decision.side)):
            table.take_plan(decision.side, wanted(table, decision.side, chance))
        else:
            table.let_machines_choose(0)


def told(table: Table) -> list[tuple[Wish, ...]]:
    return [table.wishes(seat) for seat in seats(table)]


def test_nobody_is_told_anything_in_the_middle_of_a_game() -> None:
    table = laid("east-is-red", "m1-current", teaching=False)
    play(table, 4)
    assert len(table.plans) == 4
    assert told(table) == [(), (), ()]


def test_everybody_is_told_everything_when_the_game_is_over() -> None:
    """Also the odds, and also where something was hidden: there is no secret any more."""
    table = laid("east-is-red", "m1-current", teaching=False)
    play(table, 1000)
    assert table.game.position.decision() is None
    assert table.game.position.secrets
    assert len(table.plans) > 10
    for wishes in told(table):
        assert [wish.side for wish in wishes] == [plan.side for plan in table.plans]
        assert all("(75% to drive the enemy out)" in wish.lines[0] for wish in wishes)
        assert all("In 30 trials it expected +0.25" in wish.lines[1] for wish in wishes)
        assert all(wish.person for wish in wishes)
        assert all(wish.intentions[0].chance == 0.75 for wish in wishes)


def test_at_a_teaching_table_a_turn_is_told_when_it_is_over() -> None:
    table = laid("reds", "1918-19", teaching=True)
    play(table, 1)
    assert len(table.plans) == 1
    assert told(table) == [(), (), ()], "it is still being carried out"
    now = table.title.turn_of(table.game.position)
    while table.title.turn_of(table.game.position) == now:
        table.let_machines_choose(0)
    for wishes in told(table):
        (wish,) = wishes
        assert wish.side == table.plans[0].side
    # Nothing is hidden in Reds!: the odds tell nothing that anybody might not know.
    assert "(75% to drive the enemy out)" in wish.lines[0]
    assert wish.intentions[0].chance == 0.75


def test_what_was_taken_back_is_not_told() -> None:
    table = laid("reds", "1918-19", teaching=True)
    play(table, 2)
    assert all(len(wishes) == 1 for wishes in told(table))
    table.plans[0] = table.plans[0]._replace(moves=len(table.game.moves) + 1)
    assert told(table) == [(), (), ()]


@pytest.mark.parametrize("other", [0.05, 0.975])
def test_odds_that_would_tell_what_is_hidden_are_not_told(other: float) -> None:
    """Red Dragon 18.2: how likely the PLA was to win somewhere says what its counters are."""
    found = []
    for chance in (0.5, other):
        table = laid("red-dragon", "campaign", teaching=True)
        play(table, 3, chance)
        assert table.game.position.secrets and len(table.plans) == 3
        assert table.plans[0].plan.find(str(chance).encode()) >= 0
        found.append(told(table))
    assert found[0] == found[1]
    for wishes in found[0]:
        assert len(wishes) == 2
        for wish in wishes:
            assert len(wish.lines) == 1 and "%" not in wish.lines[0]
            assert all((i.often, i.chance) == (1.0, 0.0) for i in wish.intentions)
