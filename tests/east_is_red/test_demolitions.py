"""16.0 Atomic demolitions."""

from __future__ import annotations

import random

import pytest

from stavka.engine import Choice, Dice, Game, seed_from
from stavka.hexes import members
from stavka.titles.east_is_red.charts import CHINESE, SOVIET
from stavka.titles.east_is_red.demolitions import Mining, side_text
from stavka.titles.east_is_red.position import War
from tests.marks import rule

from .situations import (
    TITLE,
    cost_of,
    events,
    offered,
    play,
    refused,
    situation,
    started,
    to_choose,
    verbs,
    where,
)

# A hexside in the open steppe of Inner Mongolia, without road, railway or river.
SIDE = "0419/0420"


def names(p: War, which: str = "mines") -> set[str]:
    return {side_text(p, side) for side in getattr(p, which)}


def prompt_of(p: War) -> str:
    decision = p.decision()
    return decision.prompt if decision else ""


# 16.0 Laying and detonating


@rule("east-is-red", "16.0")
def test_eight_hexsides_are_mined_in_secret_after_the_set_up() -> None:
    p = started("m1-current")
    play(p, "recommended", "done")
    assert p.current.key == "chinese-deployment"
    play(p, "recommended", "done")
    assert p.current.key == "mine-laying"
    assert to_choose(p) == CHINESE
    assert offered(p, "mine") == {p.label(hex_) for hex_ in members(p.charts.china)}
    assert verbs(p) == {"mine", "recommended", "done"}, "first a hex, then the one beyond"
    assert prompt_of(p) == "Mine hexsides in secret: 8 left"
    play(p, "mine 1423")
    assert prompt_of(p) == "Mine hexsides in secret from 1423: 8 left"
    others = p.charts.china & ~(1 << p.charts.grid.hex("1423"))
    assert offered(p, "mine") == {p.label(hex_) for hex_ in members(others)}, "or begin elsewhere"
    play(p, "towards 1424")
    assert names(p) == {"1423/1424"}, "the hexside of the example"
    for row in range(17, 24):
        play(p, f"mine 04{row}", f"towards 05{row}")
    assert len(p.mines) == 8
    assert verbs(p) == {"done"}, "no ninth"
    assert refused(p, "mine 0424").case == "16.0"
    play(p, "done")
    # The first Detonation Phase is before the first Soviet Player-Turn.
    assert (p.turn, p.current.key, to_choose(p)) == (0, "first-detonation", CHINESE)
    assert offered(p, "detonate") == names(p)
    play(p, "detonate 1423/1424", "done")
    assert p.turn == 1
    assert p.current.side == SOVIET
    assert names(p) == {f"04{row}/05{row}" for row in range(17, 24)}
    assert [side_text(p, (a, b)) for a, b, _ in p.demolished] == ["1423/1424"]


@rule("east-is-red", "16.0", "4.2")
def test_mines_can_be_detonated_at_the_end_of_any_turn() -> None:
    p = situation(f"phase: detonation\nturn: 3\n[markers]\nmined: {SIDE} 1423/1424\n")
    assert to_choose(p) == CHINESE
    assert refused(p, "detonate 0420/0421").case == "16.0"
    play(p, "detonate 1423/1424")
    assert p.revealed, "there is no way back from that"
    assert refused(p, "detonate 1423/1424").case == "16.0"
    play(p, "done")
    assert p.turn == 4
    assert names(p) == {SIDE}


@rule("east-is-red", "16.0")
def test_fewer_mines_or_none_will_do() -> None:
    p = play(situation("phase: mine-laying\nturn: 0"), "mine 1423", "mine 0419", "towards 0420")
    assert names(p) == {SIDE}, "the first hex was given up"
    assert "recommended" not in verbs(p)
    play(p, "done", "done")
    assert p.turn == 1


@rule("east-is-red", "16.5")
def test_where_mines_may_not_be_laid() -> None:
    p = situation("phase: mine-laying\nturn: 0")
    charts = p.charts
    assert offered(p, "mine") == set(charts.grid.labels(charts.china))
    for abroad in ("1611", "0216", "1734"):
        assert refused(p, f"mine {abroad}").case == "16.5"
    # 1612 is Chinese: its hexsides to the USSR are the border, that to 1613 is a lake.
    play(p, "mine 1612")
    assert offered(p, "towards") == {"1712", "1512", "1511"}
    assert refused(p, "towards 1611").case == "16.5"
    assert refused(p, "towards 1613").case == "16.5"
    assert refused(p, "towards 1423").case == "16.0"
    # Not the same hexside twice, from whichever side it is named.
    play(p, "towards 1712", "mine 1712")
    assert "1612" not in offered(p, "towards")
    assert refused(p, "towards 1612").case == "16.5"


@rule("east-is-red", "16.5", "16.0")
@pytest.mark.parametrize("scenario", ["m1-current", "m1-full", "m30-current", "m30-full"])
def test_the_recommended_mines_could_be_laid_by_hand(scenario: str) -> None:
    text = f"phase: mine-laying\nscenario: {scenario}\nturn: 0"
    by_hand, recommended = situation(text), play(situation(text), "recommended")
    for side in sorted(names(recommended)):
        here, there = side.split("/")
        play(by_hand, f"mine {here}", f"towards {there}")
    assert names(by_hand) == names(recommended)
    assert len(recommended.mines) == recommended.charts.limit["demolitions"]
    assert recommended.charts.orders[scenario]["adm"] == 8


# 16.1 Movement


@rule("east-is-red", "16.1")
def test_a_demolished_hexside_is_dear_at_first_and_less_so_later() -> None:
    for side, unit, price in ((SOVIET, "3-7-9.1", 2), (CHINESE, "4-6-6.1", 1)):
        for turn, extra in ((2, 4), (3, 2), (9, 2)):
            for here, there in (("0419", "0420"), ("0420", "0419")):
                p = situation(
                    f"phase: {side.lower()}-initial-movement\nturn: {turn}\n"
                    f"[{side}]\n{here}: {unit}\n"
                    f"[markers]\ndemolished: {SIDE}@1\ncontaminated: 0319 0519"
                )
                # The short ways round are contaminated.
                assert cost_of(p, unit, there) == price + extra, (side, turn)


@rule("east-is-red", "16.1")
def test_the_price_of_a_demolition_is_added_to_that_of_the_ground() -> None:
    # Railway bridge over the Hailar river, with the hexes beside it contaminated: 3 + 4 and 3 + 2.
    text = (
        "phase: soviet-initial-movement\nturn: {}\n[Soviet]\n1712: 3-7-9.1\n"
        "[markers]\ncontaminated: 1812 1713\ndemolished: 1712/1813@{}"
    )
    assert cost_of(situation(text.format(2, 1)), "3-7-9.1", "1813") == 7
    assert cost_of(situation(text.format(3, 1)), "3-7-9.1", "1813") == 5
    # What is detonated before the first turn is fresh in the first.
    assert cost_of(situation(text.format(1, 0)), "3-7-9.1", "1813") == 7
    assert cost_of(situation(text.format(2, 0)), "3-7-9.1", "1813") == 5


@rule("east-is-red", "16.1", "5.41")
def test_a_demolition_beside_the_railway_opens_no_way_for_trains() -> None:
    # 0426 has no railway; 0427 and 0428 are on one line.
    for side in ("0426/0427", "0427/0428"):
        p = situation(
            "phase: chinese-initial-movement\nturn: 3\n[Chinese]\n0427: 4-6-6.1\n"
            f"[markers]\ndemolished: {side}@1"
        )
        play(p, "select 4-6-6.1", "entrain")
        assert "0428" in offered(p, "rail")
        rail = {p.label(hex_) for hex_ in members(p.charts.rail[CHINESE].hexes)}
        assert offered(p, "rail") <= rail


@rule("east-is-red", "16.1", "16.0")
def test_a_detonation_works_in_the_very_next_turn() -> None:
    p = situation(
        "phase: detonation\nturn: 2\n[Soviet]\n1712: 3-7-9.1\n"
        "[markers]\ncontaminated: 1812 1713\nmined: 1712/1813"
    )
    play(p, "detonate 1712/1813", "done")
    assert p.current.key == "soviet-initial-movement"
    assert cost_of(p, "3-7-9.1", "1813") == 7


@rule("east-is-red", "16.1")
def test_an_undetonated_mine_does_nothing() -> None:
    p = situation(
        "phase: soviet-initial-movement\nturn: 2\n[Soviet]\n1712: 3-7-9.1\n"
        "[markers]\nmined: 1712/1813"
    )
    assert cost_of(p, "3-7-9.1", "1813") == 3


# 16.2 Supply (see also test_supply)


@rule("east-is-red", "16.2")
def test_no_supply_path_crosses_a_demolished_hexside() -> None:
    # 1813 lives on the railway through 1712 and 1612; an unexploded mine does not hurt.
    text = (
        "phase: soviet-initial-movement\nturn: 5\n[Soviet]\n1813: 3-7-9.1\n"
        "[markers]\ndestroyed: 1612\n{}: 1712/1813{}"
    )
    unit = situation(text.format("mined", "")).names.unit("3-7-9.1")
    assert unit is not None
    assert not situation(text.format("mined", "")).unsupplied >> unit & 1
    assert situation(text.format("demolished", "@4")).unsupplied >> unit & 1
    assert situation(text.format("demolished", "@1")).unsupplied >> unit & 1, "it never heals"


# 16.3 Combat


@rule("east-is-red", "16.3")
def test_attack_retreat_and_advance_cross_a_demolished_hexside() -> None:
    text = (
        "phase: soviet-combat\nturn: 2\n"
        "[Soviet]\n0419: 7-4-9.1, 4-6-9.1\n[Chinese]\n0420: 5-3-6.1\n"
        f"[markers]\ndemolished: {SIDE}@1 0420/0421@1\n"
    )
    # The odds are what they would be anywhere: 11 to 3.
    p = play(situation(text, dice=[2]), "attack 0420", "all", "resolve 3-1")
    # Dr: south over the other demolished hexside is one of the ways out.
    play(p, "to 0421")
    assert where(p, "5-3-6.1") == "0421"
    play(p, "advance 7-4-9.1")
    assert where(p, "7-4-9.1") == "0420"


@rule("east-is-red", "16.3")
def test_a_detonation_hurts_nobody() -> None:
    p = situation(
        f"phase: detonation\nturn: 2\n[Soviet]\n0419: 3-7-9.1\n[Chinese]\n0420: 4-6-6.1\n"
        f"[markers]\nmined: {SIDE}"
    )
    play(p, f"detonate {SIDE}")
    assert (where(p, "3-7-9.1"), where(p, "4-6-6.1")) == ("0419", "0420")
    assert not events(p, "eliminated")


# 16.4 Neutralization


@rule("east-is-red", "16.4")
def test_a_soviet_unit_that_moves_across_neutralizes_a_mine() -> None:
    text = (
        "phase: soviet-initial-movement\nturn: 2\n[Soviet]\n0418: 3-7-9.1\n"
        f"[markers]\nmined: {SIDE} 0420/0421 0419/0519"
    )
    p = play(situation(text), "select 3-7-9.1", "move 0420")
    # 0418 - 0419 - 0420 on the way; other mines of the same hexes stay.
    assert names(p, "neutralized") == {SIDE}
    assert names(p) == {"0420/0421", "0419/0519"}
    # It is known to the Chinese Player alone.
    assert p.chronicle is not None
    told = [event for event in p.chronicle if event.kind == "neutralized"]
    assert [event.secret_of for event in told] == [CHINESE]
    # And cannot be detonated any more.
    p = situation(f"phase: detonation\nturn: 2\n[markers]\nneutralized: {SIDE}\nmined: 0420/0421")
    assert offered(p, "detonate") == {"0420/0421"}


@rule("east-is-red", "16.4")
def test_a_mine_is_neutralized_where_nobody_keeps_a_chronicle() -> None:
    text = "phase: soviet-initial-movement\nturn: 2\n[Soviet]\n0418: 3-7-9.1\n"
    p = situation(f"{text}[markers]\nmined: {SIDE}").clone()
    assert p.chronicle is None
    play(p, "select 3-7-9.1", "move 0420")
    assert (names(p), names(p, "neutralized")) == (set(), {SIDE})


@rule("east-is-red", "16.0", "16.1", "16.4")
def test_a_saved_game_knows_its_mines_again() -> None:
    p = situation(
        "phase: soviet-initial-movement\nturn: 2\n[Soviet]\n0418: 3-7-9.1\n"
        f"[markers]\nmined: {SIDE}\nneutralized: 0420/0421\ndemolished: 0520/0521@1"
    )
    again = TITLE.from_json(p.to_json(), Dice(seed_from("tests")))
    assert isinstance(again, War)
    assert again.mines == p.mines and len(p.mines) == 1
    assert again.neutralized == p.neutralized and len(p.neutralized) == 1
    assert again.demolished == p.demolished and len(p.demolished) == 1
    play(again, "select 3-7-9.1", "move 0420")
    assert names(again) == set(), "the unit has passed it"


@rule("east-is-red", "16.4")
def test_a_chinese_unit_does_not_neutralize_a_mine() -> None:
    text = (
        "phase: chinese-initial-movement\nturn: 2\n[Chinese]\n0419: 4-6-6.1\n"
        f"[markers]\nmined: {SIDE}"
    )
    p = play(situation(text), "select 4-6-6.1", "move 0420")
    assert names(p) == {SIDE}


@rule("east-is-red", "16.4")
def test_an_advance_neutralizes_a_mine() -> None:
    text = (
        "phase: soviet-combat\nturn: 2\n"
        "[Soviet]\n0419: 7-4-9.1, 4-6-9.1\n[Chinese]\n0420: 5-3-6.1\n"
        f"[markers]\nmined: {SIDE}\n"
    )
    p = play(situation(text, dice=[1]), "attack 0420", "all", "resolve 3-1")
    assert names(p) == {SIDE}, "an attack across it does not"
    play(p, "advance 7-4-9.1")
    assert names(p, "neutralized") == {SIDE}


@rule("east-is-red", "16.4")
def test_a_retreat_neutralizes_a_mine() -> None:
    # 1-2: a two sends the attackers back. They stand in 0419 and must go; the Chinese Player
    # chooses the hex, and he may choose a mined hexside.
    text = (
        "phase: soviet-combat\nturn: 2\n[Soviet]\n0419: 3-7-9.1\n[Chinese]\n0418: 4-6-6.1\n"
        f"[markers]\nmined: {SIDE}\n"
    )
    p = play(situation(text, dice=[2]), "attack 0418", "add 3-7-9.1", "resolve 1-2")
    assert to_choose(p) == CHINESE
    play(p, "to 0420")
    assert names(p, "neutralized") == {SIDE}


@rule("east-is-red", "16.4", "16.5")
def test_soviet_trains_never_meet_a_mine() -> None:
    """Rail Mode neutralizes as any movement does, but mines and Soviet railways never meet."""
    charts = TITLE.charts
    assert not charts.rail[SOVIET].hexes & charts.china


# Secrecy


def other_mines(p: War, chance: random.Random) -> War:
    """The same position, but for what the Soviet Player does not know."""
    charts = p.charts
    other = p.clone()
    free = charts.limit["demolitions"] - len(p.demolished)
    gone = {(a, b) for a, b, _ in p.demolished}
    inside = [
        charts.grid.side(here, there)
        for here in chance.sample(members(charts.china), 40)
        for there in charts.grid.adjacent(here)
        if charts.china >> there & 1
    ]
    sides = [side for side in dict.fromkeys(inside) if side not in gone]
    cut = chance.randrange(free + 1)
    other.mines = tuple(sides[:cut])
    other.neutralized = tuple(sides[cut : cut + chance.randrange(free - cut + 1)])
    if p.frames and p.frames[-1].step.key == "mine_laying":
        other.remember(Mining(chance.choice((-1, sides[0][0]))))
    other.forget_decision()
    return other


@rule("east-is-red", "16.0", "16.4")
@pytest.mark.parametrize(
    ("scenario", "options"), [("m1-current", ()), ("m30-full", ("17.5", "19.0"))]
)
def test_the_soviet_player_never_learns_where_mines_are(
    scenario: str, options: tuple[str, ...]
) -> None:
    """Whatever the Chinese Player has mined, the Soviet view is the same to the last byte."""
    p = started(scenario, options, "secrets")
    chance = random.Random("secrets")
    compared = 0
    while (decision := p.decision()) is not None:
        step = p.frames[-1].step.key
        # Mining and detonation always, the rest now and then.
        if step in ("mine_laying", "detonation") or not chance.randrange(9):
            other = other_mines(p, chance)
            view, same = p.view(SOVIET), other.view(SOVIET)
            assert view.to_json() == same.to_json()
            assert view.imagine().to_json() == same.imagine().to_json()
            data = view.data()
            assert (data["turn"], data["to_choose"]) == (p.turn, decision.side), "as it is"
            compared += 1
        p.apply(decision.pick(chance.randrange(len(decision))))
    assert compared > 100


@rule("east-is-red", "16.0", "16.4")
@pytest.mark.parametrize("phase", ["first-detonation", "detonation"])
def test_a_detonation_phase_looks_the_same_with_and_without_mines(phase: str) -> None:
    turn = 0 if phase == "first-detonation" else 10
    text = f"phase: {phase}\nturn: {turn}\n[markers]\n"
    views = [
        situation(text + markers).view(SOVIET)
        for markers in ("", f"mined: {SIDE} 1423/1424", f"neutralized: {SIDE} 1423/1424")
    ]
    assert views[0].to_json() == views[1].to_json() == views[2].to_json()
    data = views[1].data()
    assert (data["to_choose"], data["decision"], data["outcome"]) == (CHINESE, None, None)
    assert "Detonation" in data["phase"]
    assert not data["markers"]
    # The Chinese Player sees all.
    p = situation(text + f"mined: {SIDE}\nneutralized: 1423/1424")
    markers = {marker.kind: marker.hexside for marker in p.view(CHINESE).present().markers}
    assert markers == {"mined": SIDE, "neutralized": "1423/1424"}
    # Only when all eight have gone off is there nothing left to ask, and everybody knows it.
    sides = " ".join(f"04{row}/05{row}@1" for row in range(16, 24))
    p = situation(f"phase: detonation\nturn: 9\n[markers]\ndemolished: {sides}")
    assert p.turn == 10


@rule("east-is-red", "16.0", "16.4")
def test_the_chronicle_keeps_mines_secret_until_they_explode() -> None:
    game = Game(started("m1-full", seed="chronicle"))
    for choice in ("recommended", "done", "recommended", "done", "recommended", "done"):
        play_choice(game, choice)
    mined = [event for event in game.chronicle if event.kind == "mined"]
    assert len(mined) == 8
    assert all(event.secret_of == CHINESE for event in mined)
    play_choice(game, "detonate 2014/2015")
    assert not game.can_undo(CHINESE)
    (told,) = [event for event in game.chronicle if event.kind == "detonated"]
    assert told.secret_of == ""
    assert TITLE.text(told) == "Atomic demolition of 2014/2015"


def play_choice(game: Game, text: str) -> None:
    game.apply(Choice.parse(text))
