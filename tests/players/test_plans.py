"""Plans: what is tried, how long, what is believed, and that a seed repeats them."""

from __future__ import annotations

from collections import Counter
from random import Random
from statistics import fmean
from typing import Any, cast

import pytest

from stavka import titles
from stavka.engine import NO_ORDERS, Choice, Orders, Style, Title, Unsuitable, seed_from
from stavka.kit.counters import CounterPosition
from stavka.players import PLAYERS, THINKING, Thinking, new_game, player, suited
from stavka.players.plans import FEWEST, Effort, OrderSearch, Thinker, best_of, unheard
from stavka.players.playouts import Course, Playouts

EAST = titles.load("east-is-red")


def course(value: float) -> Course:
    return Course(value, frozenset(), frozenset(), ())


def chance(number: int) -> float:
    """Luck that is the same for everybody who has the same number."""
    return (number * 7919 % 13 - 6) / 20


def test_what_is_clearly_better_on_the_same_chances_is_taken() -> None:
    worth = {"first": 0.0, "bad": -0.3, "good": 0.2, "poor": -0.1}
    tried: Counter[str] = Counter()

    def play(what: str, number: int) -> Course:
        tried[what] += 1
        return course(worth[what] + chance(number))

    best, *_ = best_of(tuple(worth), 40, play)
    assert best.what == "good"
    assert tried.total() <= 44
    assert tried["good"] > tried["bad"], "the better ones are tried longer"


def test_the_first_thought_is_not_given_up_for_a_stroke_of_luck() -> None:
    def play(what: str, number: int) -> Course:
        # The other one is better in one trial of all.
        return course(0.9 if what == "lucky" and number == 0 else chance(number))

    assert best_of(("first", "lucky"), 20, play)[0].what == "first"
    # Of two trials nobody learns anything.
    assert best_of(("first", "lucky"), 2, play)[0].what == "first"


@pytest.mark.parametrize("budget", (4, 6, 8, 9, 15))
@pytest.mark.parametrize("rivals", (1, 2, 3))
def test_what_is_far_better_is_found_with_few_playouts(rivals: int, budget: int) -> None:
    worth = {"first": -0.5, "good": 0.5, "poor": 0.0, "worse": -0.2}
    tried: Counter[str] = Counter()

    def play(what: str, number: int) -> Course:
        tried[what] += 1
        return course(worth[what] + chance(number))

    assert best_of(list(worth)[: rivals + 1], budget, play)[0].what == "good"
    assert tried.total() <= budget + 2 * FEWEST


class Fair(Playouts):
    """Playouts in which orders are worth what is said of them, and luck has no end."""

    def __init__(self, worth: float, seed: str) -> None:
        self.title, self.side, self.here = (
            cast(Title[Any], Ideas()),
            "",
            cast(CounterPosition, None),
        )
        self.seed, self.played, self.worth = seed, 0, worth

    def play(
        self,
        number: int,
        style: Style | None,
        orders: Orders = NO_ORDERS,
        first: Choice | None = None,
    ) -> Course:
        self.played += 1
        luck = Random(f"{self.seed} {number} {sorted(orders.items())}").gauss(0.0, 0.3)
        return course(self.worth * (0 in orders) + luck)


class Ideas:
    """A title with forty things to try."""

    def proposals(self, *_: object) -> list[tuple[int, int]]:
        return [(unit, 1) for unit in range(40)]


def searched(worth: float, seed: str = "fair") -> tuple[Orders, float]:
    style = EAST.styles("Soviet").portfolio[0]
    search = OrderSearch(Fair(worth, seed), style, (), unheard, 0)
    orders, courses = search.improve(400)
    return orders, fmean(one.value for one in courses)


def test_orders_are_told_for_what_they_are_worth_and_not_for_their_luck() -> None:
    # The luckiest of many idle orders seem to bring 0.2 where they were chosen.
    assert fmean(searched(0.0, str(seed))[1] for seed in range(20)) < 0.1
    orders, value = searched(1.0)
    assert 0 in orders and 0.75 < value < 1.25


def test_a_game_of_a_staff_is_repeated_by_its_seed() -> None:
    def digest(seed: str) -> str:
        names = {"Soviet": "staff", "Chinese": "cadet"}
        position, players = new_game(EAST, "m30-current", (), names, "dice")
        players["Soviet"] = player(EAST, "Soviet", "staff", seed)
        while (decision := position.decision()) is not None:
            if EAST.turn_of(position) == (1, "Chinese"):
                break
            position.apply(players[decision.side].choose(decision, position.view(decision.side)))
        return position.digest()

    assert digest("one") == digest("one")


@pytest.mark.parametrize("slug", ("east-is-red", "reds", "red-dragon", "red-star"))
def test_every_side_has_three_characters_and_the_seed_says_which_leads(slug: str) -> None:
    title = titles.load(slug)
    for side in title.sides:
        found = {
            leader.name: leader
            for n in range(40)
            if (leader := Thinker(title, seed_from(str(n)), Effort(1)).leader(side))
        }
        assert set(found) == {"bold", "careful", "methodical"}
        assert all(leader.person and leader.text for leader in found.values())


@pytest.mark.parametrize("slug", ("east-is-red", "reds", "red-dragon", "red-star"))
def test_styles_have_names_of_their_own_and_nobody_models_the_pool(slug: str) -> None:
    title = titles.load(slug)
    for side in title.sides:
        portfolio, characters, pool = title.styles(side)
        assert len(portfolio) >= 3 and len(pool) >= 2
        names = [style.name for style in (*portfolio, *characters, *pool)]
        assert len(set(names)) == len(names)
        assert not {style.name for style in pool} & {style.name for style in portfolio}
        modelled = (*portfolio, *characters)
        assert not [one.name for one in pool if any(map(one.plays_as, modelled))]


def test_nobody_tries_his_own_way_twice() -> None:
    # The bold leader of the Soviets plays as one of the styles does.
    tried = [Thinker(EAST, seed_from(str(n)), Effort(99))._portfolio("Soviet") for n in range(20)]
    bold = next(those for those in tried if those[0] and those[0].name == "bold")
    assert "hammer" in {style.name for style in EAST.styles("Soviet").portfolio}
    assert "hammer" not in {style.name for style in bold if style}
    assert len(bold) == len(EAST.styles("Soviet").portfolio)


def test_players_by_their_names() -> None:
    assert suited(EAST) == tuple(PLAYERS)
    assert "staff" not in suited(titles.load("river-line")), "it has no styles to try"
    first = EAST.styles("Soviet").portfolio[0].name
    for name in (*PLAYERS, "pool:1", "portfolio:1", f"style:{first}"):
        player(EAST, "Soviet", name, "seed")
    for name in ("nobody", "pool:0", "pool:99", "pool:x", "portfolio:9", "style:nobody", "style:"):
        with pytest.raises(Unsuitable, match="knows no player"):
            player(EAST, "Soviet", name, "seed")


def first_plan(name: str) -> tuple[int, str]:
    """How many playouts a player takes for its first turn, and what it means to do."""
    position, players = new_game(
        EAST, "m30-current", (), {"Soviet": name, "Chinese": "cadet"}, "effort"
    )
    thinking = players["Soviet"]
    assert isinstance(thinking, Thinking)
    while not thinking.thinker.played:
        decision = position.decision()
        assert decision is not None
        choice = players[decision.side].choose(decision, position.view(decision.side))
        position.apply(choice)
    return thinking.thinker.played, repr(thinking.plan)


def test_more_effort_is_more_playouts_and_a_seed_repeats_them() -> None:
    half, usual = first_plan("staff:0.2"), first_plan("staff:0.4")
    assert 1.6 * half[0] <= usual[0] <= 2.4 * half[0]
    assert first_plan("staff:0.4") == usual


def test_all_of_a_marshals_thought_is_scaled() -> None:
    seed = seed_from("x")
    for title in map(titles.load, ("east-is-red", "red-dragon")):
        usual = THINKING["marshal"].thinker_of(title, seed)._effort
        assert THINKING["marshal"](title, "x", 1.0).thinker._effort == usual
        most = THINKING["marshal"].thinker_of(title, seed, 3.0)._effort
        assert most == Effort(3 * usual.styles, 3 * usual.orders, 3 * usual.attacks, usual.turns)


@pytest.mark.parametrize("effort", ("", "0", "much", "-1", "1e9", "nan", "101", "2.", "٢", "2:3"))
def test_an_effort_that_is_none_is_refused(effort: str) -> None:
    with pytest.raises(Unsuitable, match=r"does not say how much is thought: a number from 0.1 to"):
        player(EAST, "Soviet", f"staff:{effort}", "seed")


def test_who_does_not_think_has_no_effort() -> None:
    with pytest.raises(Unsuitable, match="knows no player 'cadet:2'"):
        player(EAST, "Soviet", "cadet:2", "seed")


@pytest.mark.parametrize("slug", ("east-is-red", "red-star"))
def test_a_recruit_plays_a_game_to_its_end(slug: str) -> None:
    title = titles.load(slug)
    names = dict.fromkeys(title.sides, "recruit")
    scenario = titles.entry(slug).first_game
    position, players = new_game(title, scenario, title.defaults(scenario), names, "recruits")
    for _ in range(8000):
        decision = position.decision()
        if decision is None:
            break
        position.apply(players[decision.side].choose(decision, position.view(decision.side)))
    assert position.outcome() is not None
