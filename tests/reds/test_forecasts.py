"""What is shown before a choice: the chances as they take effect, and what nobody can tell."""

from __future__ import annotations

import pytest

from stavka.engine import Choice
from stavka.players import Random
from stavka.titles.reds.forecasts import order_of_results
from stavka.titles.reds.position import War
from tests.marks import rule

from .fights import announced, counted, doubt, effects, preview
from .situations import HOLD, TITLE, offered, opening, play, situation, started, to_choose, verbs
from .test_results import resolved

EAST = "turn: 3\nphase: activation\nchit: East\n"
SOUTH = "turn: 8\nphase: activation\nchit: South\n"
AFSR = "turn: 8\nphase: activation\nchit: AFSR\n"
NOVOROSSIYSK = (
    f"{SOUTH}[Red]\n2824: R-A09\n[White]\n2825: W-KOR\nready: W-NF-BL, W-AIR1, W-AIR2\n{HOLD}"
)


@rule("reds", "11.3")
def test_results_are_listed_from_the_worst_to_the_best() -> None:
    order = order_of_results(TITLE.charts)
    assert order[:3] == ("AR", "A", "a")
    assert order[-1] == "DR"
    assert order.index("-") < order.index("d") < order.index("dR")


@rule("reds", "11.3", "20.1", "20.7")
def test_what_the_defender_may_still_commit_can_turn_an_attack() -> None:
    """At 3:1 no roll disorders all; with the fleet and the RAF 23 of 36 do."""
    shown = announced(situation(NOVOROSSIYSK), "2825", "R-A09")
    assert shown.columns == ("3:1",)
    assert "A" not in " ".join(counted(shown.chances))
    worst = doubt(shown, "Black Sea Flotilla", "RAF 47 Squadron")
    assert counted(worst.chances)["A a"] >= 23
    assert worst.result == "3:1, die x 1 +1 against die x 3 +6"
    assert worst.text == "White may commit RAF 47 Squadron and Black Sea Flotilla"
    # Either aircraft or none, with the ships or without.
    assert len(shown.uncertain) == 5


@rule("reds", "11.3", "20.1")
def test_the_defender_sees_his_own_side_of_it() -> None:
    """The chances of an answer are his: the worst is what costs him most."""
    p = situation(NOVOROSSIYSK, dice=(6, 1))
    announced(p, "2825", "R-A09")
    play(p, "resolve")
    assert to_choose(p) == "White"
    none, ships = preview(p, "enough"), preview(p, "commit W-NF-BL")
    assert none.uncertain == (), "nobody is asked after him"
    assert {d.text for d in ships.uncertain} == {
        "you may commit RAF 47 Squadron",
        "you may commit White Air",
    }
    assert "dR" in none.chances[0].result
    assert "a" in none.chances[-1].result


@rule("reds", "11.3")
def test_every_way_to_an_attack_shows_the_same() -> None:
    p = situation(f"{EAST}[Red]\n2911: R-A05\n2813: R-KON2\n[White]\n2912: W-CZ2, W-KAP\n{HOLD}")
    play(p, "done")
    before = p.to_json()
    everybody = preview(p, "attack 2912")
    assert p.to_json() == before
    play(p, "attack 2912")
    assert preview(p, "all").chances == everybody.chances
    play(p, "add R-A05")
    assert preview(p, "add R-KON2").chances == everybody.chances
    play(p, "add R-KON2")
    assert preview(p, "resolve") == everybody
    assert sum(chance.probability for chance in everybody.chances) == pytest.approx(1)


@rule("reds", "11.1", "20.3")
def test_a_train_alone_makes_no_attack() -> None:
    p = situation(f"{EAST}[Red]\n2813: R-A01, R-TR1\n[White]\n2912: W-KAP\n{HOLD}")
    play(p, "done", "attack 2912")
    shown = preview(p, "add R-TR1")
    assert shown.chances == ()
    assert shown.result == "no infantry or cavalry attacks yet"


@rule("reds", "11.5")
def test_a_choice_between_the_fresh_and_the_disordered_is_told() -> None:
    p = situation(f"{EAST}[Red]\n2911: R-A05\n[White]\n2912: W-CZ2, W-KAP (disordered)\n{HOLD}")
    told = " / ".join(effects(announced(p, "2912", "R-A05").chances))
    assert "one of 2 Czech Division disordered or Kappel Brigade eliminated" in told


@rule("reds", "11.6")
def test_a_retreat_that_kills_is_announced_as_a_death() -> None:
    """Every hex two away is held or controlled by Reds: dR is the end even of a fresh unit."""
    p = situation(
        f"{EAST}[Red]\n2911: R-A05\n2712: R-A01\n2914: R-A02\n3112: R-A03\n"
        f"[White]\n2912: W-WES\n{HOLD}"
    )
    told = effects(announced(p, "2912", "R-A05").chances)
    assert not any("driven back" in text for text in told)
    assert any("Western Army eliminated" in text for text in told)


@rule("reds", "11.6")
def test_a_retreat_into_a_full_hex_costs_a_unit_of_the_owners_choice() -> None:
    """The only way back leads to 3112, where six points of manpower stand."""
    p = situation(
        f"{EAST}[Red]\n2911: R-A05\n2712: R-A01\n2914: R-A02\n3110: R-A03\n3114: R-A04\n"
        f"[White]\n2912: W-KAP\n3112: W-WES, W-SIA, W-KOM\n{HOLD}"
    )
    told = effects(announced(p, "2912", "R-A05").chances)
    assert any("one of" in text and "Komuch Army" in text for text in told), told


@rule("reds", "11.6", "10.9")
def test_a_retreat_over_a_border_says_done() -> None:
    text = (
        "turn: 3\nphase: activation\nchit: Siberian\n[White]\n2913: W-CZ1, W-CZ2, W-KAP, W-KOM\n"
        "[Red]\n2914: R-A04\n[markers]\nfronts: East\npool: Field-Staff\n"
    )
    p = situation(text, dice=(6, 1))
    announced(p, "2914", "W-CZ1", "W-CZ2", "W-KAP", "W-KOM")
    play(p, "resolve")
    while "disorder" in verbs(p):
        play(p, f"disorder {sorted(offered(p, 'disorder'))[0]}")
    abroad = next(h for h in sorted(offered(p, "to")) if h in ("2815", "2816"))
    assert any(line.case == "10.9" for line in preview(p, f"to {abroad}").lines)


# 10.6 The parts of a way


@rule("reds", "10.6", "10.7")
def test_the_parts_of_every_way_add_up_to_what_is_charged() -> None:
    """Over a game: for every move that is offered to a unit picked at random."""
    p = started("1918-21", (), "parts")
    player = Random(TITLE, "parts")
    ways = 0
    while (decision := p.decision()) is not None and ways < 400:
        option = decision.option("move")
        for text in list(decision.texts(option))[:6] if option else ():
            before = p.clone()
            before.chronicle = []
            shown = preview(p, f"move {text}")
            parts = [int(line.value) for line in shown.lines if line.case in ("10.6", "10.7")]
            before.apply(Choice("move", text))
            (facts,) = (e.facts for e in before.chronicle if e.kind == "moved")
            assert sum(parts) == facts[2]
            assert shown.result.startswith(str(facts[2]))
            done = any(event.kind == "done_marker" for event in before.chronicle)
            assert any(line.case == "10.9" for line in shown.lines) is done
            ways += 1
        p.apply(player.choose(decision, None))
    assert ways >= 300


@rule("reds", "10.6")
def test_the_parts_of_a_way_are_named() -> None:
    """From Penza into the forest of 2913 by rail, over open ground, and over the Volga."""
    p = situation(f"{EAST}[Red]\n2914: R-A01\n{HOLD}")
    play(p, "select R-A01")
    assert parts(p, "2913") == {"by rail": "1"}
    assert parts(p, "2813") == {"by rail": "1", "clear": "1"}
    assert parts(p, "3114") == {"clear x 2": "2", "by rail": "1"}, "rather by the bridge of Saratov"


def parts(p: War, label: str) -> dict[str, str]:
    return {line.text: line.value for line in preview(p, f"move {label}").lines}


# Other dice


@rule("reds", "3.3")
def test_the_fate_of_the_tsar() -> None:
    p = TITLE.new("1918-21", (), opening().dice)
    shown = preview(p, "begin")
    assert [(c.text, round(6 * c.probability)) for c in shown.chances] == [
        ("the Tsar is dead", 5),
        ("the Tsar is alive", 1),
    ]


@rule("reds", "20.9")
def test_a_leader_gets_his_front_by_the_die() -> None:
    p = situation("turn: 3\nphase: first-event\ninitiative: Red\n", dice=(3, 4, 1))
    assert {"field_staff", "front"} <= verbs(p)
    shown = preview(p, "front")
    assert [round(6 * c.probability) for c in shown.chances] == [1] * 6
    assert any("East Front" in c.text for c in shown.chances)
    assert TITLE.preview(p, Choice("field_staff")) is None, "no die"


@rule("reds", "12.12", "20.10")
def test_who_rolls_to_rally_and_on_what() -> None:
    p = situation(
        "turn: 3\nphase: activation\nchit: Logistics\n[Red]\n2813: R-A01 (disordered)\n"
        "2313: R-A05 (disordered)\n3010: R-G01\n[markers]\npool: Field-Staff\n"
    )
    while to_choose(p) == "White":
        play(p, "rally")
    shown = preview(p, "rally")
    assert [(line.text, line.value, line.case) for line in shown.lines] == [
        ("1 Army: the Red Train", "100%", "20.10"),
        ("5 Army: rallies on 3 or less", "50%", "12.12"),
    ]


# Retreats and journeys

PAIR = "2911: R-A05\n2813: R-A02\n3014: R-A04\n[White]\n2912: W-WES{0}, W-SIA{0}\n"


@rule("reds", "11.6")
@pytest.mark.parametrize(("state", "fate"), [("", "disordered"), (" (disordered)", "eliminated")])
def test_a_way_through_a_zone_shows_its_price(state: str, fate: str) -> None:
    p = resolved(f"{EAST}[Red]\n{PAIR.format(state)}", "2912", "R", "R-A05", "R-A02")
    play(p, "retreat W-SIA")
    for text, path in (("by 3012", ("2912", "3012")), ("to 3112", ("2912", "3012", "3112"))):
        shown = preview(p, text)
        assert (shown.path, shown.result) == (path, f"{fate} on the way")
        assert [line.case for line in shown.lines] == ["11.6"], "in supply there"


@rule("reds", "11.6", "12.9")
def test_a_retreat_out_of_supply_says_so() -> None:
    reds = "[Red]\n3512: R-A05\n3610: R-A01\n3413: R-A02\n"
    p = resolved(f"{EAST}{reds}[White]\n3612: W-SD1\n", "3612", "dR", "R-A05")
    shown = preview(p, "to 3812")
    assert shown.result == "free"
    assert [(line.value, line.case) for line in shown.lines] == [
        ("2 hexes", "11.6"),
        ("3812", "12.9"),
    ]
    lost = preview(p, "to 3411")
    assert (lost.result, len(lost.lines)) == ("eliminated on the way", 1)


@rule("reds", "10.3")
def test_a_journey_by_rail_shows_where_it_leads() -> None:
    p = situation("turn: 3\nphase: second-strategic\ninitiative: White\n[Red]\n2313: R-A05\n")
    play(p, "select R-A05")
    assert preview(p, "rail 2315").path == ("2313", "2315")
