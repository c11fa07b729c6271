"""3.0, 5.0, 8.0, 9.0: victory, weather, the course of a turn, China News!"""

from __future__ import annotations

from typing import Unpack

import pytest

from stavka.titles.red_dragon.outline import GAME_TURN
from stavka.titles.red_dragon.position import War
from stavka.titles.red_dragon.victory import corps_eliminated

from ..marks import rule
from .situations import (
    More,
    events,
    labels,
    number_of,
    offered,
    place_of,
    play,
    refused,
    set_up,
    started,
    to_choose,
    verbs,
    what_is_set,
)

# 8.0 The sequence


@rule("red-dragon", "8.0", "9.1.1")
def test_the_order_of_the_phases() -> None:
    assert [phase.key for phase in GAME_TURN] == [
        *("weather", "news", "interdiction"),
        *("gmd-reinforcement", "relief", "gmd-movement"),
        *("pla-reinforcement", "pla-movement"),
        *("pla-combat", "gmd-combat", "turn-end"),
    ]


@rule("red-dragon", "8.0")
def test_a_turn_runs_through_all_phases_in_order() -> None:
    p = set_up("weather", gmd="1809: 72-corps", pla="2013: ecfa-1", dice=[])
    while p.turn == 2:
        play(p, "done")
    told = [event.facts[0] for event in events(p, "phase")]
    assert told[:10] == [phase.name for phase in GAME_TURN[1:]]
    assert [event.facts for event in events(p, "turn")] == [(3,)]


# 3.0 Victory


def at_the_end(gmd: str, pla: str = "", turn: int = 10) -> War:
    return set_up("turn-end", gmd=gmd, pla=pla, turn=turn)


@rule("red-dragon", "3.0", "3.1")
@pytest.mark.parametrize(
    ("pla", "turn", "wins"),
    [
        ("1809: ecfa-1", 1, True),
        ("1809: cpfa-1", 3, True),
        ("1809: ecfa-1", 4, False),  # too late
        ("1809: lg", 2, False),  # no corps
        ("1809: militia-xu, guerrilla-1", 2, False),
        ("1909: ecfa-1", 2, False),  # next to it
    ],
)
def test_sudden_death(pla: str, turn: int, wins: bool) -> None:
    p = at_the_end("0809: 99-corps", pla, turn)
    outcome = p.outcome()
    assert (outcome is not None) is wins
    if outcome:
        assert (outcome.winner, outcome.case) == ("PLA", "3.1")


@rule("red-dragon", "3.1")
def test_sudden_death_needs_a_corps_in_supply() -> None:
    ring = "1909: 72-corps; 1810: 5-corps; 1710: 70-corps; 1709: 74-corps; 1708: 8-corps"
    assert at_the_end(ring, "1809: ecfa-1", 2).outcome() is not None
    assert at_the_end(f"{ring}; 1808: 9-corps", "1809: ecfa-1", 2).outcome() is None


GMD_CORPS = (
    *("72", "5", "70", "74", "12", "25", "63", "64", "100", "44", "8", "9", "115", "41", "47"),
    *("10", "14", "18", "85", "99", "39", "54", "96", "20", "28", "66", "55", "68", "59", "77"),
)


@rule("red-dragon", "3.2", "3.2.1", "3.0")
@pytest.mark.parametrize(("leaders", "winner"), [(6, "PLA"), (5, "GMD")])
def test_thirty_six_corps(leaders: int, winner: str) -> None:
    corps = ", ".join(f"{number_}-corps" for number_ in GMD_CORPS)
    names = ("du-yuming", "qiu-qingquan", "li-mi", "huang-wei", "hu-lian", "feng-zhian")
    p = at_the_end(f"eliminated: {corps}, {', '.join(names[:leaders])}")
    outcome = p.outcome()
    assert outcome is not None
    assert outcome.winner == winner
    assert corps_eliminated(p) == 30 + leaders


@rule("red-dragon", "3.2.1")
def test_nobody_wins_by_corps_before_the_last_turn() -> None:
    corps = ", ".join(f"{number_}-corps" for number_ in GMD_CORPS)
    rest = "du-yuming, qiu-qingquan, li-mi, huang-wei, hu-lian, feng-zhian, zhou-yan"
    p = at_the_end(f"eliminated: {corps}, {rest}", turn=9)
    assert p.outcome() is None


@rule("red-dragon", "3.2.2", "3.2.3")
@pytest.mark.parametrize(
    ("gmd", "count"),
    [
        ("eliminated: 72-corps", 1),
        ("eliminated: xbs-artillery-1", 1),
        ("eliminated: du-yuming", 1),
        ("eliminated: 148-div", 0),
        ("eliminated: 148-div, 238-div", 0),
        ("eliminated: 148-div, 238-div, xbs-mortar", 1),
        ("eliminated: 148-div, 238-div, xbs-mortar, c16, c2", 1),
        ("beyond: 72-corps", 0),  # a replacement beyond turn 10 is a third, whatever it is
        ("beyond: 72-corps, 5-corps, 70-corps", 1),
        ("beyond: 72-corps; eliminated: 148-div, c16", 1),
        ("school 10: 72-corps", 1),  # ruling: defectors are eliminated
        ("defectors: 72-corps", 1),
        ("under ecfa-1: 72-corps", 1),
        ("turn 9: 72-corps; 1809: 5-corps", 0),  # replacements to come are not
        ("turn 10: du-yuming", 0),  # nor leaders who wait (17.2.7d)
    ],
)
def test_what_counts_as_a_corps(gmd: str, count: int) -> None:
    p = set_up("gmd-movement", gmd=f"{gmd}; 0809: 99-corps", pla="2013: ecfa-1", turn=5)
    assert corps_eliminated(p) == count


# 5.1 Weather


@rule("red-dragon", "5.0", "5.1", "5.1.1")
@pytest.mark.parametrize("turn", range(2, 11))
def test_the_weather_of_history(turn: int) -> None:
    p = set_up("weather", gmd="1809: 72-corps", pla="2013: ecfa-1", turn=turn)
    assert p.weather == p.charts.turns[turn].weather


@rule("red-dragon", "5.1.2", "5.1")
@pytest.mark.parametrize("last", ["Good", "Thaw", "Poor"])
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_rolled_weather(last: str, die: int) -> None:
    p = set_up(
        "weather",
        gmd="1809: 72-corps",
        pla="2013: ecfa-1",
        dice=[die],
        header=f"options: 5.1.2; weather: {last}",
    )
    assert p.weather == p.charts.weather_table[last][die]


@rule("red-dragon", "5.1.3")
@pytest.mark.parametrize("options", [(), ("5.1.2",)])
def test_the_game_starts_in_good_weather(options: tuple[str, ...]) -> None:
    p = started(options)
    assert (p.turn, p.weather) == (1, "Good")
    # Not even a 6 would change that.
    p = set_up(
        "weather", gmd="1809: 72-corps", turn=1, dice=[6], header=f"options: {' '.join(options)}"
    )
    assert p.weather == "Good"


# 9.0 China News!


def news(
    *rolls: int,
    gmd: str = "1809: 72-corps; 1705: 5-corps",
    pla: str = "2013: ecfa-1; 1704: ecfa-3",
    **more: Unpack[More],
) -> War:
    given: More = {"turn": 3, "dice": list(rolls)}
    return set_up("news", gmd=gmd, pla=pla, **given | more)


@rule("red-dragon", "9.0", "9.1", "9.1.2")
@pytest.mark.parametrize(("dice", "total"), [((1, 2), 3), ((2, 2), 4), ((6, 6), 12)])
def test_the_sum_of_two_dice(dice: tuple[int, int], total: int) -> None:
    p = set_up("weather", gmd="1809: 72-corps", pla="2013: ecfa-1", dice=list(dice), turn=3)
    assert p.news == total
    (told,) = events(p, "news")
    assert told.facts == (total, p.charts.news[total].title)


@rule("red-dragon", "9.1.3")
def test_what_cannot_be_done_is_no_event() -> None:
    assert news(3, 4).news == 0, "quiet"
    assert news(5, 5, header="weather: Poor").news == 0, "no effort without flying weather"
    assert news(3, 3).news == 0, "no guerrilla to place"
    assert news(4, 5, gmd="1809: 72-corps").news == 0, "no FDP in a city"
    assert news(5, 6, header="offensive: 1").news == 0, "only once in a game"
    assert news(6, 6, markers="flags: trenches").news == 0


@rule("red-dragon", "9.1.3")
def test_the_generalissimo_holds_a_command_back() -> None:
    p = news(1, 1, gmd="1809: 72-corps; 1705: 5-corps; 1804: 70-corps; 0809: 99-corps")
    assert to_choose(p) == "PLA"
    assert offered(p, "freeze") == {"XBS", "2A", "BC"}
    assert refused(p, "freeze 7A").case == "9.1.3"
    play(p, "freeze 2A")
    while p.current.key != "gmd-movement":
        play(p, "done")
    # An event overrides the rules of movement.
    assert offered(p, "select") == {"72-corps", "99-corps"}
    assert refused(p, "select 5-corps").case == "9.1.3"


@rule("red-dragon", "9.1.3")
def test_wuhan_sends_nobody() -> None:
    p = set_up(
        "gmd-reinforcement",
        gmd="1809: 72-corps; reinforcements: 54-corps; turn 3: 5-corps",
        pla="2013: ecfa-1",
        header="news: 3",
        turn=3,
        dice=[1],
    )
    assert place_of(p, "54-corps") == "reinforcements"
    assert place_of(p, "5-corps") == "turn 4"


@rule("red-dragon", "9.1.3", "7.2.3")
def test_five_million_carts() -> None:
    from stavka.titles.red_dragon.supply import in_supply

    ring = "1119: 72-corps; 1219: 25-corps"
    for total, fed in ((5, True), (7, False)):
        p = set_up("pla-movement", gmd=ring, pla="1120: ecfa-1", header=f"news: {total}")
        assert in_supply(p, number_of(p, "ecfa-1")) is fed
    # And their columns mind no mud.
    p = set_up("pla-movement", pla="1511: ecfa-1", header="news: 5; weather: Thaw")
    play(p, "select ecfa-1")
    assert "1514" in offered(p, "move")


@rule("red-dragon", "9.1.3", "18.4.1")
def test_the_countryside_rises() -> None:
    p = news(3, 3, pla="2013: ecfa-1; 1504: guerrilla-1; turn 6: guerrilla-2")
    assert to_choose(p) == "PLA"
    assert offered(p, "guerrilla") == {"2013"}
    assert refused(p, "guerrilla 1504").case == "4.1.4"
    play(p, "guerrilla 2013")
    assert place_of(p, "guerrilla-2") == "2013"


@rule("red-dragon", "18.3.1")
def test_short_attacks_are_mandated() -> None:
    p = news(4, 4, 5)
    assert p.short_attacks == 5
    p = news(4, 4, 2, header="short attacks: 4")
    assert p.short_attacks == 4, "the marker stays where it stands higher"


@rule("red-dragon", "16.1.2", "16.1.1", "16.0")
def test_hold_to_the_last_man() -> None:
    # 1705 is no city and lies next to the PLA; Xuzhou is a city, 1608 has no enemy beside it.
    p = news(
        4, 5, gmd="1809: 72-corps; 1705: 5-corps; 1608: 70-corps", pla="1909: ecfa-1; 1704: ecfa-3"
    )
    assert to_choose(p) == "GMD"
    assert offered(p, "fortify") == {"1705"}
    assert refused(p, "fortify 1809").case == "16.1.1"
    assert refused(p, "fortify 1608").reason.endswith("next to a PLA unit"), "be it a corps or not"
    play(p, "fortify 1705")
    assert labels(p, p.fdp) == {"1705"}


@rule("red-dragon", "16.1.2")
def test_no_marker_no_fdp() -> None:
    six = "1510 1511 1512 1609 1610 1611"
    troops = "; ".join(
        f"{hex_}: {unit}-corps" for hex_, unit in zip(six.split(), GMD_CORPS, strict=False)
    )
    p = news(4, 5, gmd=f"{troops}; 1705: 99-corps", markers=f"fdp: {six}")
    assert p.news == 0


@rule("red-dragon", "18.7.1", "18.7.2")
def test_the_political_offensive_begins() -> None:
    p = news(5, 6)
    assert p.offensive == 3
    assert p.political_offensive
    for turn, lasts in ((4, True), (5, True), (6, False)):
        p = set_up("gmd-movement", gmd="1809: 72-corps", turn=turn, header="offensive: 3")
        assert p.political_offensive is lasts


@rule("red-dragon", "16.2.7")
def test_trenches_are_dug_for_the_rest_of_the_game() -> None:
    p = news(6, 6)
    assert p.trenches


@rule("red-dragon", "14.1.3")
def test_maximum_effort() -> None:
    p = news(5, 5, gmd="1809: 72-corps; available: fb-1, mb, air-supply")
    assert p.news == 10
    assert p.current.key == "interdiction"
    play(p, "interdict 1909")
    assert place_of(p, "fb-1") == "1909"
    assert p.sorties >> number_of(p, "mb") & 1
    assert not p.sorties >> number_of(p, "air-supply") & 1, "air support only"


@rule("red-dragon", "13.2.7")
def test_the_shortage_lasts_a_turn() -> None:
    p = news(2, 2)
    assert p.event("ammunition")
    p = set_up("news", gmd="1809: 72-corps", pla="2013: ecfa-1", dice=[3, 4], header="news: 4")
    assert not p.event("ammunition")
    assert verbs(p)


@rule("red-dragon", "8.0", "5.1.3")
def test_nothing_has_happened_when_a_game_begins() -> None:
    p = started()
    assert what_is_set(p, "where", "phase") == {
        "turn": 1,
        "weather": "Good",
        "bridges_left": 2,
        "pla_cities": p.charts.pla_cities_at_start,
    }
    q = set_up("pla-combat", gmd="1510: 72-corps", pla="1610: ecfa-1, ecfa-3")
    assert to_choose(q) == "PLA"
    known = {"turn": 2, "weather": "Good", "bridges_left": 2}
    assert what_is_set(q, "where", "phase", "pla_cities") == known


@rule("red-dragon", "8.0", "11.1.1", "12.1.2", "9.1")
def test_what_was_done_before_does_not_count_in_the_next_phase() -> None:
    p = set_up("gmd-movement", gmd="1510: 72-corps", pla="1610: ecfa-1; 1611: ecfa-3")
    ours, theirs = number_of(p, "72-corps"), number_of(p, "ecfa-1")
    p.moved = p.fought = 1 << ours | 1 << theirs
    p.struck = 1 << theirs
    p.attacked = 1 << p.charts.grid.hex("1510")
    p.rail_moves, p.watching, p.sorties = 3, True, 1 << ours
    p.forget_decision()
    play(p, "done")
    known = ("where", "turn", "weather", "bridges_left", "pla_cities", "phase")
    assert p.current.key != "gmd-movement"
    assert what_is_set(p, *known, "news", "sorties") == {}
    # The next turn has its own news and weather.
    p.sorties, p.frozen = 1 << ours, "XBS"
    while p.turn == 2:
        play(p, next(v for v in ("done", "pass", "stay", "roll") if v in verbs(p)))
    assert (p.sorties, p.frozen) == (0, "")
