"""Random games to the end, with what must always hold checked at every step.

CI plays a sample; the long run is `stavka simulate` and, with the checks, the environment variable
STAVKA_GAMES, which sets the number of games for each scenario and set of options.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from stavka.hexes import members
from stavka.players import Random
from stavka.titles.east_is_red.charts import CHINESE, SOVIET
from stavka.titles.east_is_red.cities_and_industry import standing_industry
from stavka.titles.east_is_red.position import IN_HAND, POOL, War
from stavka.titles.east_is_red.refusals import REFUSALS, REFUSALS_OF_THE_ARTICLE
from stavka.titles.east_is_red.variants.war import VariantWar
from tests.marks import rule

from ..whole_games import bars_hold_what_is_not_offered
from .situations import TITLE, started

GAMES = int(os.environ.get("STAVKA_GAMES", "2"))

OF_THE_ARTICLE = [
    ("1970s-m1-current", ()),
    ("1970s-m1-full", ()),
    ("1970s-m30-current", ()),
    ("1970s-m30-full", ()),
    ("1960s-m1", ()),
    ("1960s-m30", ()),
    ("1980s-m1", ()),
    ("1980s-m30", ()),
]


def combinations(number: int) -> list[tuple[str, tuple[str, ...]]]:
    """Scenarios with sets of options that they allow, drawn at random."""
    chance = random.Random("combinations")
    found = []
    for _ in range(number):
        scenario = chance.choice(TITLE.scenarios).key
        allowed = [o.key for o in TITLE.options if not o.scenarios or scenario in o.scenarios]
        found.append((scenario, tuple(key for key in allowed if chance.random() < 0.6)))
    return found


VARIANTS = [
    ("m1-current", ()),
    ("m1-current", ("19.0",)),
    ("m1-full", ()),
    ("m1-full", ("19.0",)),
    ("m30-current", ()),
    ("m30-current", ("17.5",)),
    ("m30-current", ("17.5", "19.0")),
    ("m30-full", ()),
    ("m30-full", ("17.5",)),
    ("m30-full", ("17.5", "19.0")),
]


def check_invariants(p: War) -> None:
    """Occupancy, conservation, closed hexes, limits."""
    charts = p.charts
    # Everything derived agrees with the state that it is derived from.
    fresh = p.clone()
    fresh.rebuild()
    assert fresh.stacks == p.stacks
    assert (fresh.soviet, fresh.chinese) == (p.soviet, p.chinese)
    assert (fresh.on_map, fresh.box(POOL)) == (p.on_map, p.box(POOL))
    # 5.23: no hex holds units of both sides, none is at sea.
    assert not p.soviet & p.chinese
    assert not (p.soviet | p.chinese) & ~charts.land
    assert all(hex_ >= 0 or hex_ in (POOL, IN_HAND) for hex_ in p.where)
    # 17.5: nobody is in North Korea before it is open.
    if not p.koreans_in:
        assert not (p.soviet | p.chinese) & charts.korea
    # 15.22: nobody is in a contaminated hex, but marines who had landed there before.
    others = p.on_map & ~charts.marine
    assert not p.hexes_of(others) & p.all_contaminated
    # 13.23, 5.52: only the Marine Division can be in an industrial hex that still resists.
    intruders = p.soviet & standing_industry(p, CHINESE)
    assert not intruders & ~p.hexes_of(charts.marine)
    assert not p.chinese & standing_industry(p, SOVIET)
    # 17.43: Militia stay in China.
    assert not p.hexes_of(charts.militia) & ~charts.china
    # OMG.1, INT.1: the group is on the map; no more markers than bases and carriers.
    assert p.omg < 0 or p.where[p.omg] >= 0
    if isinstance(p, VariantWar):
        assert len(p.interdiction) <= charts.air.bit_count() + 1
    # US.2: the air strike is no unit.
    assert not p.on_map & charts.us_air
    # 5.4, 16.0.
    assert p.rail_moves <= charts.limit["rail_units"]
    assert len(p.mines) + len(p.neutralized) + len(p.demolished) <= charts.limit["demolitions"]
    # A counter off the map has no state.
    for name in ("moved", "railed", "fought", "was_attacked", "unsupplied", "struck", "fired"):
        assert not getattr(p, name) & ~p.on_map


@rule("east-is-red", "7.0", "5.23", "4.3")
@pytest.mark.parametrize(("scenario", "options"), [*VARIANTS, *OF_THE_ARTICLE])
def test_random_games_end_and_keep_the_rules(scenario: str, options: tuple[str, ...]) -> None:
    for number in range(GAMES):
        p, phases = random_game(scenario, options, f"random play {number}")
        assert p.turn == 10
        assert phases["soviet-initial-movement"] == (9 if p.conditions.skips == SOVIET else 10)


# STAVKA_COMBINATIONS sets how many sets of options are drawn.
@pytest.mark.parametrize(
    ("scenario", "options"), combinations(int(os.environ.get("STAVKA_COMBINATIONS", "6")))
)
def test_options_combine(scenario: str, options: tuple[str, ...]) -> None:
    for number in range(GAMES):
        p, _ = random_game(scenario, options, f"combined {number}")
        outcome = p.outcome()
        assert outcome is not None
        assert p.turn == 10 or outcome.case in ("SW.3", "US.4"), "only a world war ends it early"


def random_game(scenario: str, options: tuple[str, ...], seed: str) -> tuple[War, Counter[str]]:
    """A finished game, checked at the beginning of each phase, and how often each phase came."""
    p = started(scenario, options, seed)
    refusals = REFUSALS_OF_THE_ARTICLE if isinstance(p, VariantWar) else REFUSALS
    player = Random(TITLE, seed)
    phases: Counter[str] = Counter()
    last = (0, "")
    while (decision := p.decision()) is not None:
        assert len(decision) > 0, "no dead end"
        if (p.turn, p.current.key) != last:
            last = (p.turn, p.current.key)
            phases[p.current.key] += 1
            check_invariants(p)
        bars_hold_what_is_not_offered(p, decision, refusals)
        p.apply(player.choose(decision, None))
    check_invariants(p)
    return p, phases


def test_counters_are_neither_made_nor_lost() -> None:
    p = started("m30-full", seed="counters")
    player = Random(TITLE, "counters")
    while (decision := p.decision()) is not None:
        p.apply(player.choose(decision, None))
        in_hand = sum(1 for hex_ in p.where if hex_ == IN_HAND)
        assert p.on_map.bit_count() + p.box(POOL).bit_count() + in_hand == len(p.where)
        assert p.on_map.bit_count() == sum(stack.bit_count() for stack in p.stacks.values())
        assert len(members(p.on_map & p.box(POOL))) == 0
