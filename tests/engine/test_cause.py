"""The event that led to a question."""

from __future__ import annotations

from river_line.results import RetreatStep

from stavka.engine import Choice, Event, Game, Position
from stavka.titles.red_dragon.air import AirWindow, Window
from stavka.titles.red_dragon.charts import PLA
from stavka.titles.red_dragon.defectors import Defection, DefectionStep

from ..red_dragon import situations as red_dragon
from ..river_line.situations import TITLE, attack, attacking
from ..situations import cause, number_of, play


def told(p: Position, *events: Event) -> Event | None:
    """What has led to the present question, if this is all that has been told."""
    p.chronicle = [*events]
    p.forget_decision()
    return cause(p)


def test_a_retreat_and_an_advance_come_of_their_attack() -> None:
    p = attacking("0505 guard, 0806 hill-1", "0604 vale-1, 0906 vale-2", 6, 6)
    assert cause(p) is None, "attacks are made of one's own will"
    attack(p, "0604", "1-1")
    first = cause(p)
    assert first is not None
    assert TITLE.text(first) == "Upland: Upland Guard attacks 0604 at 1-1: roll 6, Dr"
    play(p, "retreat 0704")
    assert cause(p) is first, "the advance"
    play(p, "hold")
    assert cause(p) is None
    play(p, "attack 0906", "add hill-1")
    assert cause(p) is None, "what is being put together is no answer to the attack before"


def test_an_opened_position_has_no_past() -> None:
    p = attack(attacking("0505 guard", "0604 vale-1", 6), "0604", "1-1")
    assert told(TITLE.read(TITLE.write(p), p.dice)) is None


def test_what_stands_under_another_heading_has_been_dealt_with() -> None:
    p = attack(attacking("0505 guard", "0604 vale-1", 6), "0604", "1-1")
    assert p.chronicle is not None
    attacked = p.chronicle[-1]
    assert told(p, attacked) is attacked
    for heading in ("turn", "phase"):
        assert told(p, attacked, Event(heading, "2.1", (1,))) is None


def test_what_one_side_alone_knows_leads_nobody_else_to_anything() -> None:
    p = red_dragon.set_up("interdiction", gmd="1809: 72-corps; available: fb-1", pla="2013: ecfa-1")
    p.push(AirWindow, Window(while_moving=True))
    unit, hexes = number_of(p, "ecfa-1"), (p.where[number_of(p, "ecfa-1")],) * 2
    seen = Event("counter_moved", "18.2.1", hexes, not_for=PLA)
    secret = Event("moved", "11.1", (unit, hexes, 1, "move"), secret_of=PLA)
    assert told(p, seen, secret) is seen
    assert told(p, secret) is None


def test_of_several_that_happen_at_once_the_right_one_counts() -> None:
    p = red_dragon.set_up("gmd-combat", gmd="1809: 72-corps", pla="2013: ecfa-1")
    one, other = number_of(p, "5-corps"), number_of(p, "70-corps")
    checks = [Event("loyalty", "15.1.1", (unit, 6, 0, False)) for unit in (one, other)]
    for unit, check in zip((one, other), checks, strict=True):
        p.push(DefectionStep, Defection(unit, ()))
        assert told(p, *checks) is check


def test_a_step_made_from_another_comes_of_the_same() -> None:
    class Rout(RetreatStep):
        pass

    class Withdrawal(RetreatStep, because=()):
        pass

    assert Rout.because == RetreatStep.because == ("attacked",)
    assert Withdrawal.because == ()


def test_what_is_taken_back_leads_to_nothing() -> None:
    game = Game(attacking("0505 guard", "0604 vale-1", 6))
    for text in ("attack 0604", "add guard", "resolve 1-1"):
        game.apply(Choice.parse(text))
    assert game.cause() is not None
    game.rewind(0, b"again")
    assert game.cause() is None
