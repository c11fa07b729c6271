"""What led to a question, for the seat that is asked."""

from __future__ import annotations

from stavka.server.messages import Choose, SeatState
from stavka.server.storage import StoredTable
from stavka.server.table import Seat, Table

SOVIET, CHINESE = Seat(b"", ("Soviet",)), Seat(b"", ("Chinese",))
BOTH = Seat(b"", ("Soviet", "Chinese"))
# The first attack takes a hex behind a mine, which only the Chinese are told (16.4); after the
# second the Soviets say where the defenders go.
POSITION = """
title: east-is-red
scenario: m1-current
turn: 2
phase: soviet-combat
[Soviet]
1712: 7-4-9.1, 7-4-9.2
1513: 4-6-9.1
2114: 4-6-9.2
[Chinese]
1613: 4-6-6.1
2014: 4-6-6.2
[markers]
mined: 1613/1712
"""
CHOICES = (
    *("attack 1613", "all", "resolve 6-1", "advance 7-4-9.1", "hold"),
    *("attack 2014", "add 4-6-9.2", "resolve 1-2"),
)


def asked(table: Table, seat: Seat) -> SeatState:
    return table.state(seat, table.log(seat))


def test_a_cause_is_a_line_of_the_log_of_whoever_is_asked() -> None:
    players = {"Soviet": "person", "Chinese": "person"}
    stored = StoredTable("t", "east-is-red", "m1-current", (), players, b"", POSITION, (1, 1))
    table = Table(stored)
    for text in CHOICES:
        verb, _, argument = text.partition(" ")
        table.choose(SOVIET, Choose(table.version_of(SOVIET), verb, argument))
    attack = "Soviet 4-6-9 attack 2014 (Yakeshih) at 1-2: roll 1, Dr"
    soviet = [line.text for line in table.log(SOVIET)]
    chinese = [line.text for line in table.log(CHINESE)]
    assert len(chinese) > len(soviet), "the mine"
    for seat in (SOVIET, BOTH):
        state = asked(table, seat)
        assert state.presentation.decision is not None
        cause = state.presentation.decision.cause
        assert cause, "the retreat comes of the attack"
        assert (cause.text, cause.case) == (attack, "9.0")
        assert state.log[cause.line].text == attack
    assert asked(table, CHINESE).presentation.decision is None


def test_since_is_the_end_of_ones_own_turn_whatever_one_was_asked_in_between() -> None:
    players = {"Soviet": "person", "Chinese": "person"}
    stored = StoredTable("t", "east-is-red", "m1-current", (), players, b"", POSITION, (4,))
    table = Table(stored)
    for text in ("attack 2014", "add 4-6-9.2", "resolve 1-2"):
        verb, _, argument = text.partition(" ")
        table.choose(SOVIET, Choose(table.version_of(SOVIET), verb, argument))
    # 10.21: the Chinese say where the attackers go, and are no further for that.
    retreat = asked(table, CHINESE).presentation.decision
    assert retreat is not None and retreat.cause
    option = next(option for option in retreat.options if option.kind == "hex")
    table.choose(CHINESE, Choose(retreat.number, option.verb, option.values[0]))
    assert (asked(table, SOVIET).since, asked(table, CHINESE).since) == (3, 0)
    assert asked(table, CHINESE).moves == 4
