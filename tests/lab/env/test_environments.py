"""Games to learn in: they keep the contracts of PettingZoo and Gymnasium, and are real games."""

from __future__ import annotations

import random
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence
from pettingzoo.test import api_test, seed_test

from stavka import titles
from stavka.engine import Choice, Illegal, Unsuitable
from stavka.lab.env import Undeclared, aec, single, vector
from stavka.lab.env.aec import Agents
from stavka.lab.env.desk import CHOICES, MASK, Shape
from stavka.lab.env.match import GOING_ROUND, TOO_LONG, Match
from stavka.lab.env.vector import ASKED, BROKEN_OFF, ENDED, REWARDS
from stavka.lab.simulation import Series, play_one
from stavka.players import Random, player
from tests.lab.env.games import SCENARIOS, SLUGS, first

ENCODINGS = ("flat", "list")


@contextmanager
def unconcerned() -> Iterator[None]:
    """Both checkers have wishes beside what they demand: other names of agents, simpler spaces."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def keeps_the_contract(slug: str, scenario: str, encoding: Any, cycles: int) -> None:
    def make() -> Agents:
        return aec(slug, scenario, encoding=encoding)

    with unconcerned():
        api_test(make(), num_cycles=cycles)
        seed_test(make, num_cycles=cycles)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("slug", SLUGS)
def test_agents_keep_the_contract_of_pettingzoo(slug: str, encoding: str) -> None:
    keeps_the_contract(slug, first(slug), encoding, 12)


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(("slug", "scenario"), SCENARIOS)
def test_agents_keep_the_contract_in_every_scenario(
    slug: str, scenario: str, encoding: str
) -> None:
    keeps_the_contract(slug, scenario, encoding, 1000)


@pytest.mark.parametrize("slug", SLUGS)
def test_one_side_keeps_the_contract_of_gymnasium(slug: str) -> None:
    side = titles.load(slug).sides[0]
    with unconcerned():
        check_env(single(slug, first(slug), side, "random"), skip_render_check=True)


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(("slug", "scenario"), SCENARIOS)
def test_each_side_keeps_the_contract_in_every_scenario(
    slug: str, scenario: str, encoding: Any
) -> None:
    for side in titles.load(slug).sides:
        with unconcerned():
            check_env(single(slug, scenario, side, encoding=encoding), skip_render_check=True)


# Legal choices


def masked_steps(slug: str, scenario: str, encoding: Any, steps: int) -> None:
    """Takes what the mask allows, by chance; whatever is not legal would raise."""
    env = aec(slug, scenario, encoding=encoding, copy=False)
    chance = np.random.default_rng(5)
    env.reset(seed=5)
    for _ in range(steps):
        observation, _, terminated, truncated, info = env.last()
        if terminated or truncated:
            env.reset()
            continue
        mask = observation[MASK]
        decision = env.match.decision
        assert decision is not None
        assert mask.sum() + info.get("left_out", 0) == len(decision)
        env.step(int(chance.choice(np.flatnonzero(mask))))


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("slug", SLUGS)
def test_what_the_mask_allows_is_legal(slug: str, encoding: str) -> None:
    masked_steps(slug, first(slug), encoding, 600)


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(("slug", "scenario"), SCENARIOS)
def test_a_hundred_thousand_choices_that_the_mask_allows_are_legal(
    slug: str, scenario: str, encoding: str
) -> None:
    masked_steps(slug, scenario, encoding, 100_000 // (len(SCENARIOS) * 2) + 1)


def test_who_is_not_asked_is_offered_nothing() -> None:
    env = aec("red-dragon", "campaign", encoding="list")
    env.reset(seed=1)
    for _ in range(50):
        for agent in env.agents:
            observation = env.observe(agent)
            assert observation[MASK].any() == (agent == env.agent_selection)
            if agent != env.agent_selection:
                assert (observation[CHOICES] == -1).all()
                assert env.infos[agent] == {}
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)[MASK])[-1]))


def test_agents_must_not_choose_what_is_not_legal() -> None:
    env = aec("river-line", "crossing")
    env.reset(seed=1)
    illegal = env.shape.encoding.encode(Choice("advance", env.shape.encoding.roster.units[0]))
    with pytest.raises(Illegal, match="advance"):
        env.step(illegal)
    with pytest.raises(Undeclared, match="is no choice"):
        env.step(env.shape.n)


def test_a_side_that_chooses_what_is_not_legal_has_lost() -> None:
    env = single("river-line", "crossing", "Vale", "random")
    observation, _ = env.reset(seed=1)
    illegal = int(np.flatnonzero(observation[MASK] == 0)[0])
    _, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal"]
    # It is over, whatever it takes now.
    before = env.match.position.digest()
    for action in (illegal, int(np.flatnonzero(observation[MASK])[0])):
        with pytest.raises(ResetNeeded, match="call reset first"):
            env.step(action)
    assert env.match.position.digest() == before
    observation, _ = env.reset()
    assert not env.step(int(np.flatnonzero(observation[MASK])[0]))[2]


def test_nothing_is_played_before_a_game_begins_or_after_its_end() -> None:
    env = single("river-line", "crossing", "Vale", "random", limit=30)
    with pytest.raises(ResetNeeded):
        env.step(0)
    observation, _ = env.reset(seed=1)
    over = False
    while not over:
        action = int(np.flatnonzero(observation[MASK])[0])
        observation, _, terminated, truncated, _ = env.step(action)
        over = terminated or truncated
    with pytest.raises(ResetNeeded):
        env.step(action)


# The same games as elsewhere


def simulated(slug: str, scenario: str, players: dict[str, str], seed: int, game: int) -> str:
    title = titles.load(slug)
    series = Series(slug, scenario, title.defaults(scenario), players, game + 1, str(seed))
    result = play_one(series, game)
    assert not result.error
    return result.digest


@pytest.mark.parametrize(
    ("slug", "scenario"),
    [
        pytest.param(slug, scenario, marks=[pytest.mark.slow] * (scenario != first(slug)))
        for slug, scenario in SCENARIOS
    ],
)
def test_agents_play_the_game_that_is_simulated(slug: str, scenario: str) -> None:
    title = titles.load(slug)
    env = aec(slug, scenario, limit=100_000, seed=7)
    env.reset()
    players = {side: Random(title, f"7 0 {side}") for side in title.sides}
    while not env.match.over:
        decision = env.match.decision
        assert decision is not None
        choice = players[env.agent_selection].choose(decision, None)
        action = env.shape.action(decision, choice)
        assert action is not None
        env.step(action)
    digest = simulated(slug, scenario, dict.fromkeys(title.sides, "random"), 7, 0)
    assert env.match.position.digest() == digest


def test_one_side_plays_the_game_that_is_simulated() -> None:
    """The second game of a seed, against a cadet."""
    title = titles.load("river-line")
    env = single("river-line", "crossing", "Vale", seed=11, encoding="list")
    env.reset()
    env.reset()
    own = player(title, "Vale", "random", "11 1 Vale")
    while not env.match.over:
        decision = env.match.decision
        assert decision is not None
        action = env.shape.action(decision, own.choose(decision, None))
        assert action is not None
        _, reward, terminated, _, info = env.step(action)
    assert terminated
    players = {"Upland": "cadet", "Vale": "random"}
    assert env.match.position.digest() == simulated("river-line", "crossing", players, 11, 1)
    assert reward == {"Upland": -1.0, "Vale": 1.0}.get(info["winner"], 0.0)


# How a game ends


def played_out(env: Agents, seed: int = 3) -> dict[str, tuple[float, bool, bool, dict[str, Any]]]:
    """Plays by chance; what each agent is told at the end."""
    chance = np.random.default_rng(seed)
    env.reset(seed=seed)
    told, asked = {}, ""
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            assert observation[MASK].any() == (truncated and agent == asked)
            told[agent] = reward, terminated, truncated, info
            env.step(None)
        else:
            assert reward == 0
            env.step(int(chance.choice(np.flatnonzero(observation[MASK]))))
            asked = env.match.decision.side if env.match.decision else ""
    return told


@pytest.mark.parametrize("slug", ["river-line", "red-star"])
def test_both_are_told_at_the_end_what_it_came_to(slug: str) -> None:
    title = titles.load(slug)
    env = aec(slug, first(slug))
    told = played_out(env)
    assert set(told) == set(title.sides)
    ended = env.match.position.outcome()
    assert ended is not None
    for side, (reward, terminated, truncated, info) in told.items():
        assert (terminated, truncated) == (True, False)
        assert reward == (0 if not ended.winner else 1 if side == ended.winner else -1)
        assert info["winner"] == ended.goes_to
        assert info["level"] and info["turns"] > 0
        assert info["choices"] == env.match.position.number
        assert info["value"] == pytest.approx(title.value(env.match.position, side))
        assert info["truncated"] == ""


def test_a_long_game_is_broken_off() -> None:
    for reward, terminated, truncated, info in played_out(
        aec("reds", "1918-19", limit=30)
    ).values():
        assert (reward, terminated, truncated) == (0, False, True)
        assert (info["truncated"], info["choices"], info["winner"]) == (TOO_LONG, 30, "")


def going_round(back_outs: int) -> Match:
    """Somebody who prepares attacks and gives them up, whenever he can."""
    match = Match(titles.load("red-dragon"), "campaign", None, back_outs=back_outs)
    match.begin("going round")
    chance = random.Random(1)
    for _ in range(3000):
        decision = match.decision
        if decision is None or match.truncated:
            return match
        verbs = {option.verb for option in decision.options}
        if "cancel" in verbs:
            match.apply(Choice("cancel"))
        elif "attack" in verbs:
            match.apply(decision.first("attack"))
        else:
            match.apply(decision.pick(chance.randrange(len(decision))))
    return match


def test_a_game_that_goes_round_and_round_is_broken_off() -> None:
    match = going_round(50)
    assert match.truncated == GOING_ROUND
    assert match.choices < 3000
    assert going_round(10_000).truncated == ""


def test_shaping_adds_up_to_how_much_better_a_side_stands() -> None:
    title = titles.load("river-line")
    env = single("river-line", "crossing", "Upland", "random", shaping=0.5)
    observation, _ = env.reset(seed=2)
    begin = title.value(env.match.position, "Upland")
    total, done, chance = 0.0, False, np.random.default_rng(2)
    while not done:
        action = int(chance.choice(np.flatnonzero(observation[MASK])))
        observation, reward, terminated, truncated, _ = env.step(action)
        total, done = total + reward, terminated or truncated
    end = title.value(env.match.position, "Upland")
    assert total == pytest.approx(env.match.reward("Upland") + 0.5 * (end - begin))


# Secrets: an agent sees its own steps only


def seen_by_the_soviets(mines: Callable[[int], Choice], steps: int = 6) -> list[Any]:
    """What the Soviet agent is given at its first steps, if the Chinese lay their mines so."""
    env = aec("east-is-red", "m1-full", seed=4)
    env.reset()
    laid = 0
    seen: list[Any] = []
    while len(seen) < steps:
        decision = env.match.decision
        assert decision is not None
        choice = decision.first("recommended", "done", "pass")
        if env.match.position.frames[-1].step.key == "mine_laying":
            choice, laid = mines(laid), laid + 1
        if env.agent_selection == "Soviet":
            seen.append(env.last())
        action = env.shape.action(decision, choice)
        assert action is not None
        env.step(action)
    assert laid
    return seen


def test_nobody_learns_how_often_the_other_has_chosen_in_secret() -> None:
    none = seen_by_the_soviets(lambda _: Choice("done"))
    eight = seen_by_the_soviets(lambda n: Choice("done" if n else "recommended"))
    by_hand = [Choice("mine", "0920"), Choice("mine", "1423"), Choice("mine", "0920")]
    long = seen_by_the_soviets(lambda n: by_hand[n] if n < len(by_hand) else Choice("done"))
    assert data_equivalence(none, eight)
    assert data_equivalence(none, long)


# Many at once


def test_rows_of_a_vector_play_the_games_of_their_seeds() -> None:
    for encoding in ENCODINGS:
        games = vector("river-line", "crossing", 3, encoding=encoding)  # type: ignore[arg-type]
        arrays = games.reset(seed=20)
        singles = [
            aec("river-line", "crossing", encoding=encoding, seed=20 + row)  # type: ignore[arg-type]
            for row in range(3)
        ]
        for env in singles:
            env.reset()
        chance = np.random.default_rng(1)
        ended = 0
        for _ in range(160):
            actions = [int(chance.choice(np.flatnonzero(row))) for row in arrays[MASK]]
            for row, env in enumerate(singles):
                asked = env.possible_agents[arrays[ASKED][row]]
                assert asked == env.agent_selection
                seen = env.observe(asked)
                seen = {**seen.pop("observation"), **seen}
                assert all((arrays[key][row] == seen[key]).all() for key in seen)
                env.step(actions[row])
            again, told = games.step(actions)
            assert again is arrays
            for row, env in enumerate(singles):
                assert arrays[ENDED][row] == env.match.over == (row in told)
                assert not arrays[BROKEN_OFF][row]
                if env.match.over:
                    rewards = [env.rewards[side] for side in env.possible_agents]
                    assert arrays[REWARDS][row].tolist() == rewards
                    assert told[row] == env.infos[env.possible_agents[0]]
                    ended += 1
                    env.reset()
                else:
                    assert not arrays[REWARDS][row].any()
        assert ended > 1


def test_a_vector_of_one_side_is_asked_for_that_side_only() -> None:
    games = vector("river-line", "crossing", 2, side="Vale", opponent="random", limit=60)
    arrays = games.reset(seed=1)
    chance = np.random.default_rng(1)
    broken_off = ended = 0
    for _ in range(80):
        assert (arrays[ASKED] == 1).all()
        games.step([int(chance.choice(np.flatnonzero(row))) for row in arrays[MASK]])
        broken_off += int(arrays[BROKEN_OFF].sum())
        ended += int(arrays[ENDED].sum())
    assert broken_off + ended > 2


def test_processes_play_the_same_games() -> None:
    games = [vector("river-line", "crossing", 3, limit=90, workers=n) for n in (0, 2)]
    chance = np.random.default_rng(1)
    mine, theirs = (each.reset(seed=30) for each in games)
    ended = 0
    for _ in range(100):
        assert all((mine[key] == theirs[key]).all() for key in mine)
        actions = [int(chance.choice(np.flatnonzero(row))) for row in mine[MASK]]
        told = [each.step(actions)[1] for each in games]
        assert told[0] == told[1]
        ended += len(told[0])
    assert ended
    with pytest.raises(Undeclared, match="is no choice"):
        games[1].step([-1, -1, -1])
    for each in games:
        each.close()


def test_what_goes_wrong_in_one_process_does_not_stay_in_the_lines_of_others() -> None:
    """After it every row is answered for what it was asked, and for nothing before."""
    games = [vector("river-line", "crossing", 2, limit=20, workers=n) for n in (0, 2)]
    theirs = games[1]
    theirs.reset(seed=40)
    # The second game goes on; in the first there is no such choice.
    with pytest.raises(Undeclared, match="is no choice"):
        theirs.step([-1, int(np.flatnonzero(theirs.arrays[MASK][1])[0])])
    arrays = [each.reset(seed=40) for each in games]
    chance, ended = np.random.default_rng(1), 0
    for _ in range(60):
        assert all((arrays[0][key] == arrays[1][key]).all() for key in arrays[0])
        actions = [int(chance.choice(np.flatnonzero(row))) for row in arrays[0][MASK]]
        told = [each.step(actions)[1] for each in games]
        assert told[0] == told[1]
        ended += len(told[0])
    assert ended
    for each in games:
        each.close()


LEAVES = """
import os, signal
from stavka.lab.env import vector
if __name__ == "__main__":
    games = vector("river-line", "crossing", 2, workers=2)
    games.reset(seed=1)
    # Their answers are never read, and one has died meanwhile.
    for line in games._lines:
        line.send(("reset", 2))
    for line in games._lines:
        line.poll(60)
    os.kill(games._processes[0].pid, signal.SIGKILL)
    games._processes[0].join()
    games.close()
    print("closed")
"""


def test_processes_end_without_a_word(tmp_path: Path) -> None:
    (tmp_path / "leaves.py").write_text(LEAVES, encoding="utf-8")
    command = [sys.executable, str(tmp_path / "leaves.py")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("closed\n", "")


# What is asked for


def test_what_there_is_not_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(Unsuitable, match="no scenario"):
        aec("reds", "1917")
    with pytest.raises(Unsuitable, match="no side 'Blue'"):
        single("reds", "1918-19", "Blue")
    with pytest.raises(Unsuitable, match="knows no player"):
        single("reds", "1918-19", "Red", "nobody")
    with pytest.raises(ValueError, match="no encoding"):
        Shape(titles.load("reds"), "round")  # type: ignore[arg-type]
    with pytest.raises(titles.UnknownTitle):
        aec("chess", "blitz")


def test_data_can_be_laid_over(tmp_path: Path) -> None:
    """With other counters the layouts are others, too."""
    file = titles.entry("river-line").data / "counters.csv"
    (tmp_path / "counters.csv").write_text(
        file.read_text("utf-8").replace("guard", "wall"), "utf-8"
    )
    plain, other = aec("river-line", "crossing"), aec("river-line", "crossing", overlay=tmp_path)
    assert any("wall" in unit for unit in other.shape.encoding.roster.units)
    assert plain.shape.encoding.digest != other.shape.encoding.digest
    assert plain.shape.observer.digest != other.shape.observer.digest


@pytest.mark.parametrize(
    ("missing", "asked"),
    [
        ("numpy", "import stavka.lab.env"),
        ("pettingzoo", "from stavka.lab.env import aec; aec('river-line', 'crossing')"),
        (
            "gymnasium",
            "from stavka.lab.env import single; single('river-line', 'crossing', 'Vale')",
        ),
    ],
)
def test_what_is_missing_is_told_with_the_way_out(missing: str, asked: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None\n{asked}"
    there = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert there.returncode
    last = there.stderr.strip().splitlines()[-1]
    assert "pip install 'stavka[rl]'" in last and missing in last


def test_numbers_and_observations_need_numpy_alone() -> None:
    code = (
        "import sys; sys.modules['gymnasium'] = sys.modules['pettingzoo'] = None\n"
        "from stavka.lab.env import Encoding, Listing, Observer, vector\n"
        "games = vector('river-line', 'crossing', 2, encoding='list')\n"
        "print(games.reset(seed=1)['action_mask'].any())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
