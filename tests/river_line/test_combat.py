"""5, 6 and 7: attacks, what comes of them, and supply."""

from __future__ import annotations

import re

import pytest
from river_line.combat import Attack, attack_terms, defence_terms, odds
from river_line.forecasts import (
    ATTACKERS_LOST,
    ATTACKERS_RETREAT,
    DEFENDER_LOST,
    DEFENDER_RETREATS,
    NOTHING,
    SOME_LOST,
)
from river_line.supply import unsupplied

from stavka.engine import Choice
from stavka.kit.sums import total

from ..marks import rule
from ..situations import number_of, offered, play, refused, to_choose, verbs
from .situations import PACKAGE, TITLE, attack, attacking, situation, where


@rule("river-line", "5.1")
def test_only_neighbours_attack_and_only_once() -> None:
    p = attacking("0505 guard, 0504 hill-1, 0402 hill-2", "0604 vale-1, 0605 vale-2", 3)
    assert offered(p, "attack") == {"0604", "0605"}
    play(p, "attack 0604")
    assert offered(p, "add") == {"guard", "hill-1"}
    assert refused(p, "add hill-2").case == "5.1"
    play(p, "all", "resolve 3-1", "retreat 0704", "hold")
    assert p.current.key == "vale-movement", "the guard has attacked, nobody else is next to 0605"
    # An enemy is attacked once, by whomever.
    p = attacking("0505 guard, 0504 hill-1", "0604 vale-1", 4)
    play(p, "attack 0604", "add guard", "resolve 1-1")
    assert p.current.key == "vale-movement", "the first hill regiment has nobody left to attack"


@rule("river-line", "5.1")
def test_nobody_has_to_attack() -> None:
    p = attacking("0505 guard", "0604 vale-1")
    assert "done" in verbs(p)
    play(p, "attack 0604", "add guard", "cancel")
    assert verbs(p) == {"attack", "done"}


@pytest.mark.parametrize(
    ("upland", "vale", "column"),
    [
        ("0505 guard, 0504 hill-1, 0603 rider-2", "vale-guard", "2-1"),  # 11 to 4
        ("0505 guard", "vale-1", "1-1"),  # 5 to 3
        ("0505 guard, 0504 hill-1, 0603 hill-2", "vale-guard", "3-1"),  # 13 to 4
        ("0505 guard, 0504 hill-1", "lancers", "4-1"),  # 9 to 2
        ("0505 guard, 0504 hill-1, 0603 hill-2, 0605 hill-3", "lancers", "5-1"),  # 17 to 2
        ("0505 rider-2", "vale-guard", "1-2"),  # 2 to 4
    ],
)
@rule("river-line", "5.2")
def test_odds_are_rounded_down(upland: str, vale: str, column: str) -> None:
    p = play(attacking(upland, f"0604 {vale}"), "attack 0604")
    play(p, "all" if "all" in verbs(p) else f"add {upland.split()[1]}")
    assert offered(p, "resolve") == {column}


@rule("river-line", "5.2")
def test_less_than_half_is_not_enough() -> None:
    p = play(attacking("0504 rider-1", "0404 vale-guard"), "attack 0404", "add rider-1")
    assert "resolve" not in verbs(p)  # 3 to 8, in a wood
    assert refused(p, "resolve 1-2").case == "5.2"


@pytest.mark.parametrize(
    ("here", "strength"),
    [("0604", 3), ("0404", 6), ("0905", 6), ("0805", 6)],
    ids=["clear", "wood", "hill", "town"],
)
@rule("river-line", "5.3")
def test_good_ground_doubles_the_defender(here: str, strength: int) -> None:
    p = situation("upland-combat", "", f"{here} vale-1")
    assert total(defence_terms(p, p.charts.grid.hex(here))) == 4 * strength


@pytest.mark.parametrize(("here", "strength"), [("0806", 5.0), ("0705", 2.5), ("0804", 5.0)])
@rule("river-line", "5.3")
def test_the_river_halves_the_attacker_even_at_the_bridge(here: str, strength: float) -> None:
    p = attacking(f"{here} guard", "0805 vale-1")
    fight = Attack(p.charts.grid.hex("0805"), (number_of(p, "guard"),))
    assert total(attack_terms(p, fight)) == 4 * strength


# 6 What comes of it


@rule("river-line", "6.1")
def test_the_table_is_that_of_the_rulebook() -> None:
    rules = (PACKAGE / "RULES.md").read_text(encoding="utf-8")
    header, *rows = re.findall(r"^\| (die|\d) \|(.*)\|$", rules, re.MULTILINE)
    columns = [cell.strip() for cell in header[1].split("|")]
    assert tuple(columns) == TITLE.charts.columns
    for die, cells in rows:
        for column, cell in zip(columns, cells.split("|"), strict=True):
            assert TITLE.charts.results[column][int(die)] == cell.strip(), (die, column)
    assert len(rows) == 6


@pytest.mark.parametrize(
    ("die", "eliminated", "to_retreat"),
    [
        (1, {"guard"}, ""),  # Ae
        (2, set(), "Upland"),  # Ar
        (4, set(), ""),  # nothing
        (6, set(), "Vale"),  # Dr
    ],
)
@rule("river-line", "6.1")
def test_results_at_one_to_one(die: int, eliminated: set[str], to_retreat: str) -> None:
    p = attack(attacking("0505 guard", "0604 vale-1", die), "0604", "1-1")
    lost = {unit for unit in ("guard", "vale-1") if not where(p, unit)}
    assert lost == eliminated
    assert (to_choose(p) if "retreat" in verbs(p) else "") == to_retreat


@rule("river-line", "6.1")
def test_the_defender_can_be_eliminated() -> None:
    p = attack(attacking("0505 guard, 0504 hill-1", "0604 lancers", 4), "0604", "4-1")
    assert where(p, "lancers") == ""
    assert offered(p, "advance") == {"guard", "hill-1"}


@rule("river-line", "6.2")
def test_a_retreat_leads_to_an_empty_hex_outside_enemy_zones() -> None:
    p = attacking("0505 guard, 0405 hill-3", "0604 vale-1, 0403 vale-2", 2)
    attack(p, "0604", "1-1")
    # 0404 and 0504 are next to 0403, 0405 is taken, 0605 is next to 0604.
    assert offered(p, "retreat") == {"0506"}
    for label in ("0404", "0405", "0605", "0507"):
        assert refused(p, f"retreat {label}").case == "6.2"
    play(p, "retreat 0506")
    assert where(p, "guard") == "0506"


@rule("river-line", "6.2")
def test_nobody_retreats_over_the_river_unless_over_a_bridge() -> None:
    p = attacking("0707 hill-1", "0807 lancers, 0806 vale-1", 1)
    attack(p, "0807", "2-1")
    # 0706 and 0708 are next to an enemy, 0606 and 0607 beyond the river.
    assert verbs(p) == {"eliminate"}
    assert refused(p, "retreat 0606").case == "6.2"
    play(p, "eliminate")
    assert where(p, "hill-1") == ""
    p = attack(attacking("0805 hill-1", "0906 lancers", 1), "0906", "2-1")
    assert offered(p, "retreat") == {"0804", "0706", "0705"}, "0705 is beyond the bridge"


@rule("river-line", "6.2")
def test_the_owner_chooses_where_a_beaten_defender_goes() -> None:
    p = attack(attacking("0505 guard", "0604 vale-1", 6), "0604", "1-1")
    assert to_choose(p) == "Vale"
    assert refused(p, "eliminate").case == "6.2"
    assert offered(p, "retreat") == {"0603", "0704", "0705"}


@rule("river-line", "6.3")
def test_one_attacker_advances_whatever_is_in_the_way() -> None:
    p = attacking("0606 guard, 0605 hill-1, 0504 hill-2", "0706 lancers, 0806 vale-1", 6)
    attack(p, "0706", "2-1")
    assert where(p, "lancers") == ""
    assert refused(p, "advance hill-2").case == "6.3"
    play(p, "advance guard")
    assert where(p, "guard") == "0706", "over the river, beside an enemy"
    assert "advance" not in verbs(p)


@rule("river-line", "6.3")
def test_nobody_has_to_advance() -> None:
    p = attack(attacking("0505 guard", "0604 vale-1", 6), "0604", "1-1")
    play(p, "retreat 0704", "hold")
    assert where(p, "guard") == "0505"


# 7 Supply


@rule("river-line", "7.1")
def test_supply_is_a_free_chain_to_the_own_edge() -> None:
    ring = "0104 vale-1, 0106 vale-2, 0303 vale-3, 0307 vale-4, 0405 lancers"
    p = attacking("0205 guard", ring)
    assert unsupplied(p, "Upland") == 1 << number_of(p, "guard")
    assert unsupplied(p, "Vale") == 0
    # A friend in a watched hex makes up for the zone.
    p = attacking("0205 guard, 0105 hill-1", ring)
    assert unsupplied(p, "Upland") == 0


@rule("river-line", "7.1")
def test_a_unit_out_of_supply_attacks_with_half_and_defends_with_all() -> None:
    ring = "0104 vale-1, 0106 vale-2, 0303 vale-3, 0307 vale-4, 0405 lancers"
    p = attacking("0205 guard, 0305 hill-1", ring)
    target = p.charts.grid.hex("0405")
    fight = Attack(target, (number_of(p, "hill-1"),))
    assert total(attack_terms(p, fight)) == 4 * 2
    assert odds(p, fight) == "1-1"
    assert total(defence_terms(p, p.charts.grid.hex("0305"))) == 4 * 4


# What is shown beforehand


def shown(upland: str, vale: str, target: str) -> dict[str, float]:
    """The chances of an attack by everybody, in sixths."""
    preview = TITLE.preview(attacking(upland, vale), Choice("attack", target))
    assert preview is not None
    return {chance.text: round(6 * chance.probability, 9) for chance in preview.chances}


@rule("river-line", "6.1")
def test_the_chances_are_those_of_the_table() -> None:
    assert shown("0505 guard, 0504 hill-1", "0604 vale-1", "0604") == {
        ATTACKERS_RETREAT: 1,
        NOTHING: 1,
        DEFENDER_RETREATS: 2,
        DEFENDER_LOST: 2,
    }


@rule("river-line", "6.2")
def test_whoever_cannot_retreat_is_shown_as_lost() -> None:
    ring = "0505 guard, 0504 hill-1, 0704 hill-2, 0603 hill-3, 0705 rider-1"
    surrounded = shown(ring, "0604 vale-1", "0604")
    assert surrounded == {DEFENDER_LOST: 6}, "5-1: Dr, Dr and De"
    # Of two attackers one has the enemy behind it, then both.
    behind = "0604 vale-guard, 0403 vale-1"
    assert shown("0505 guard, 0504 hill-4", behind, "0604")[SOME_LOST] == 2
    behind += ", 0406 vale-2"
    assert shown("0505 guard, 0504 hill-4", behind, "0604")[ATTACKERS_LOST] == 3


def test_the_parts_of_a_move_add_up() -> None:
    p = play(situation("upland-movement", "0505 guard"), "select guard")
    for label in offered(p, "move"):
        preview = TITLE.preview(p, Choice("move", label))
        assert preview is not None
        total_ = sum(int(line.value) for line in preview.lines)
        assert preview.result.split()[0] == str(total_)
        assert len(preview.lines) >= len(preview.path) - 1
