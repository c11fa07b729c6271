"""What every title must hold to, whatever its rules are."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count, pairwise
from typing import Any

import pytest

from stavka import titles
from stavka.engine import (
    AnyStep,
    BadRecord,
    CannotUndo,
    Choice,
    Decision,
    Dice,
    Event,
    Frame,
    Game,
    GameOption,
    Illegal,
    Position,
    Scenario,
    Unsuitable,
    commitment,
    read_record,
    replay,
    seed_from,
    verify,
    write_record,
)
from stavka.hexes import set_of
from stavka.players import Cadet, Player, Random, new_game, play_out
from tests.declared import undeclared
from tests.whole_games import every_variant

EVERY_TITLE = titles.playable()
EVERY_VARIANT = every_variant()


# How many choices lie between two moments of a game that are looked at closely, and how many
# moments are enough, spread over the whole game.
STRIDE = 29
MOMENTS = 100


@dataclass(frozen=True, slots=True)
class Moment:
    """A position in the middle of a game, the choice that was made there, and what came of it."""

    position: Position
    choice: Choice
    after: bytes


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a game, and what is told to have led to it."""

    side: str
    step: AnyStep
    # What lay at the bottom, how many steps there were, and how many events had been told.
    bottom: Frame
    depth: int
    told: int
    # The place of its cause in the chronicle.
    cause: int | None
    # The units and the hexes that it is about, with all hexes within two of those.
    units: frozenset[int]
    hexes: frozenset[str]


@dataclass(frozen=True, slots=True)
class Film:
    """A finished game of uniform random choices. Several tests look at it; none changes it."""

    game: Game
    moments: list[Moment]
    questions: list[Question]


@cache
def film(slug: str, scenario: str, options: tuple[str, ...]) -> Film:
    """A small game can end before anybody has attacked: then another is played."""
    shots = (_shot(slug, scenario, options, f"film {number}") for number in count())
    return next(shot for shot in shots if sum(bool(m.dice) for m in shot.game.moves) > 1)


def _shot(slug: str, scenario: str, options: tuple[str, ...], seed: str) -> Film:
    title = titles.load(slug)
    game = Game(title.start(scenario, options, seed=seed_from(seed)))
    player = Random(title, seed)
    moments = []
    questions = []
    while (decision := game.position.decision()) is not None:
        questions.append(_question(game, decision))
        choice = player.choose(decision, None)
        if len(game.moves) % STRIDE != STRIDE - 1:
            game.apply(choice)
            continue
        before = game.position.clone()
        game.apply(choice)
        moments.append(Moment(before, choice, game.position.to_json()))
    return Film(game, moments[:: len(moments) // MOMENTS + 1], questions)


def _question(game: Game, decision: Decision) -> Question:
    p = game.position
    step, bottom, depth = p.frames[-1].step, p.frames[0], len(p.frames)
    told = len(game.chronicle)
    if not step.because:
        return Question(decision.side, step, bottom, depth, told, None, frozenset(), frozenset())
    view = p.view(decision.side).present()
    assert view.decision is not None
    options = view.decision.options
    named = {v for o in options if o.kind == "unit" for v in o.values} | {*view.decision.units}
    labels = {v for o in options if o.kind == "hex" for v in o.values} | {*view.decision.hexes}
    labels |= {unit.hex for unit in view.units if unit.hex and unit.id in named}
    grid = p.names.grid
    near = grid.within(set_of(map(grid.hex, labels)), 2)
    units = frozenset(p.names.units.index(name) for name in named)
    hexes = frozenset(grid.labels(near))
    return Question(decision.side, step, bottom, depth, told, game.cause(), units, hexes)


def first_film(slug: str) -> Film:
    return film(slug, titles.load(slug).scenarios[0].key, ())


@pytest.fixture(scope="module", params=EVERY_VARIANT)
def shown(request: pytest.FixtureRequest) -> Film:
    """A film of every variant. Tests of one film come one after the other, in one process."""
    slug, scenario, options = request.param
    return film(slug, scenario, options)


def test_positions_survive_copying_and_saving(shown: Film) -> None:
    """Clone, restore and position file give the same position with the same future."""
    title = titles.load(shown.game.position.title)
    for moment in shown.moments:
        position = moment.position
        before, seed = position.to_json(), position.dice.seed
        twins = [
            position.clone(),
            title.from_json(before, Dice(seed)),
            title.read(title.write(position), Dice(seed)),
        ]
        decision = position.decision()
        assert decision is not None
        for twin in twins:
            assert twin == position
            again = twin.decision()
            assert again is not None
            assert again.as_json() == decision.as_json()
            twin.apply(moment.choice)
            assert twin.to_json() == moment.after
        assert position.to_json() == before, "a twin is independent"
    assert len(shown.moments) > 1
    assert shown.game.position.outcome() is not None


@pytest.mark.parametrize("slug", EVERY_TITLE)
def test_steps_are_called_differently_in_files(slug: str) -> None:
    title = titles.load(slug)
    for scenario in title.scenarios:
        keys = [step.key for step in title.start(scenario.key).STEPS]
        assert all(keys)
        assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("slug", EVERY_TITLE)
def test_steps_come_of_events_that_there_are(slug: str) -> None:
    title = titles.load(slug)
    caused = 0
    for scenario in title.scenarios:
        for step in title.start(scenario.key).STEPS:
            for kind in step.because:
                with pytest.raises(TypeError):  # there are words, and facts are missing
                    title.text(Event(kind, ""))
                caused += 1
    assert caused


def test_a_question_says_what_it_is_about(shown: Film) -> None:
    """Whatever a prompt names is named beside it, so that no screen has to read English."""
    about = 0
    for moment in shown.moments:
        p = moment.position
        decision = p.decision()
        assert decision is not None
        seen = p.view(decision.side).present()
        asked = seen.decision
        assert asked is not None
        about += bool(asked.units or asked.hexes)
        words = set(re.findall(r"[^\s(),;:?!\"]+", asked.prompt))
        assert {w for w in words if p.names.unit(w) is not None} <= set(asked.units), asked.prompt
        hexes = {unit.hex for unit in seen.units if unit.id in asked.units}
        named = words & set(p.names.grid.labels(p.names.grid.all))
        assert named <= {*asked.hexes, *hexes}, asked.prompt
    assert about


# Steps that come in their turn too: before anybody has moved or attacked nothing has led to them.
# The attacker commits of his own will; a lost leader is no battle.
IN_THEIR_TURN = {
    *[("red-dragon", "air"), ("east-is-red", "substitution")],
    *[("reds", "commitment"), ("reds", "overstacked")],
}
# Causes of the whole war, and questions that are about all units.
OF_THE_WHOLE = {"news", "event", "peace", "announced", "moved", "counter_moved"}
# 14.3.1: aircraft are asked for when a PLA unit has done all that it does after its last move.
LATER = ("red-dragon", "air")


def test_what_is_asked_is_declared(shown: Film) -> None:
    for moment in shown.moments:
        position = moment.position
        decision = position.decision()
        assert decision is not None
        assert undeclared(titles.load(position.title), decision) == []


def test_a_question_tells_what_led_to_it(shown: Film) -> None:
    slug, chronicle = shown.game.position.title, shown.game.chronicle
    title = titles.load(slug)
    for number, asked in enumerate(shown.questions):
        step, cause = (slug, asked.step.key), asked.cause
        if cause is None:
            assert not asked.step.because or step in IN_THEIR_TURN, step
            continue
        event = chronicle[cause]
        assert event.heard_by(asked.side)
        # Nobody has gone on with something else since then.
        for before in reversed(shown.questions[:number]):
            if before.told <= cause or step == LATER:
                break
            assert before.depth >= asked.depth or before.step.because, (step, before.step.key)
        text = title.text(event)
        units, hexes = {*_numbers(event.facts)}, {*re.findall(r"\w+", text)}
        related = asked.units & units or asked.hexes & hexes
        assert related or event.kind in OF_THE_WHOLE, (step, text)


def test_who_is_asked_in_the_middle_of_what_another_does_is_told_why(shown: Film) -> None:
    for before, asked in pairwise(shown.questions):
        if before.side != asked.side and before.bottom is asked.bottom:
            # What comes next in turn lies under what was going on.
            assert asked.depth < before.depth or asked.step.because, asked.step.key


def _numbers(facts: tuple[Any, ...]) -> Iterator[int]:
    for fact in facts:
        if isinstance(fact, tuple):
            yield from _numbers(fact)
        elif isinstance(fact, int):
            yield fact


def test_records_replay_to_the_identical_position(shown: Film) -> None:
    game = shown.game
    title = titles.load(game.position.title)
    text = write_record(game, {}, title.rules)
    record = read_record(text)
    # Replays, and compares every die and the final position.
    assert len(verify(record, title).proven) == 5
    # Without the last line the dice that were written down do.
    open_record = read_record("\n".join(text.splitlines()[:-1]))
    assert open_record.seed is None
    again = replay(open_record, title).position
    assert again.digest() == game.position.digest()
    assert again == game.position


@pytest.mark.parametrize("slug", EVERY_TITLE)
def test_a_record_can_begin_with_a_position(slug: str) -> None:
    """From the middle of a game, when dice have fallen before and fall after."""
    title = titles.load(slug)
    whole = first_film(slug).game
    rolled = [number for number, move in enumerate(whole.moves) if move.dice]
    first = rolled[len(rolled) // 2]
    beginning = title.write(whole.at(first))
    game = Game(title.read(beginning, Dice(whole.position.dice.seed)), beginning)
    for move in whole.moves[first:]:
        game.apply(move.choice)
    assert game.position == whole.position
    text = write_record(game, {}, title.rules)
    assert len(verify(read_record(text), title).proven) == 5
    header, *rest = text.splitlines()
    open_record = read_record("\n".join([header, *rest[:-1]]))
    again = replay(open_record, title)
    assert again.position.digest() == whole.position.digest()
    assert write_record(again, {}, title.rules, closed=False).splitlines()[1:] == rest[:-1]

    for old, new, complaint in (
        (f'"scenario": "{whole.position.scenario}"', '"scenario": "x"', "of another scenario"),
        ("phase: ", "phase: tea-", "the position that it begins with, line .*: there is no phase"),
    ):
        with pytest.raises(BadRecord, match=f"line 1: .*{complaint}"):
            replay(read_record("\n".join([header.replace(old, new, 1), *rest])), title)


@pytest.mark.parametrize("slug", EVERY_TITLE)
def test_tampered_records_are_found_out(slug: str) -> None:
    title = titles.load(slug)
    game = first_film(slug).game
    text = write_record(game, {}, title.rules)
    lines = text.splitlines()
    rolled = next(n for n, line in enumerate(lines) if n and '"dice"' in line)

    def broken(number: int, old: str, new: str) -> str:
        assert old in lines[number]
        return "\n".join(
            [*lines[:number], lines[number].replace(old, new, 1), *lines[number + 1 :]]
        )

    die = game.moves[rolled - 1].dice[0]
    other_seed = seed_from("another").hex()
    if game.opening:
        first = f'"dice": [{game.opening[0]}'
        with pytest.raises(BadRecord, match="line 1: the first dice are"):
            verify(read_record(broken(0, first, f'"dice": [{game.opening[0] % 6 + 1}')), title)
    for spoiled, complaint in (
        (broken(rolled, f'"dice": [{die}', f'"dice": [{die % 6 + 1}'), "the dice are"),
        (
            broken(len(lines) - 1, game.position.dice.seed.hex(), other_seed),
            "dice are|final position",
        ),
        (broken(0, commitment(game.position.dice.seed), "0" * 64), "not the one"),
        (broken(3, '"choice": "', '"choice": "no_'), "not possible"),
        (broken(0, '"stavka": 1', '"stavka": 9'), "format"),
        (broken(2, "{", ""), "line 3: is not JSON"),
        ("", "empty"),
    ):
        with pytest.raises(BadRecord, match=complaint):
            verify(read_record(spoiled), title)


@pytest.mark.parametrize("slug", EVERY_TITLE)
def test_wrong_choices_change_nothing(slug: str) -> None:
    """Thousands of generated choices: whatever is not offered is refused with a reason."""
    title = titles.load(slug)
    rnd = random.Random(7)
    verbs: set[str] = set()
    arguments: set[str] = {"", "9999", "x", "-1", "0101"}
    refused = game = 0
    # One game of most titles; a small one is played several times.
    while refused <= 2000:
        game += 1
        seed = seed_from("wrong" if game == 1 else f"wrong {game}")
        position = title.start(title.scenarios[-1].key, (), seed=seed)
        refused += _wrong_choices_in(position, rnd, verbs, arguments)
        with pytest.raises(Illegal, match="the game is over"):
            position.apply(Choice("pass"))


def _wrong_choices_in(
    position: Position, rnd: random.Random, verbs: set[str], arguments: set[str]
) -> int:
    """Plays a game to its end and tries wrong choices all the way; answers how many."""
    refused = 0
    while (decision := position.decision()) is not None:
        if position.number > 1000 and position.number % 8:
            # The largest games are long enough to look at every eighth decision.
            position.apply(decision.pick(rnd.randrange(len(decision))))
            continue
        legal = decision.choices()
        verbs.update(choice.verb for choice in legal)
        arguments.update(rnd.choice(legal).argument for _ in range(2))
        before = position.to_json()
        pool = sorted(arguments)
        for _ in range(3):
            choice = Choice(rnd.choice(sorted(verbs)), rnd.choice(pool))
            if choice in legal:
                continue
            with pytest.raises(Illegal) as caught:
                position.apply(choice)
            assert str(caught.value)
            reason = position.why_not(choice)
            assert reason is not None
            assert str(reason) == str(caught.value)
            refused += 1
        assert position.to_json() == before
        position.apply(rnd.choice(legal))
    return refused


@pytest.mark.parametrize("slug", EVERY_TITLE)
def test_stale_choices_are_refused(slug: str) -> None:
    title = titles.load(slug)
    game = Game(title.start(title.scenarios[0].key, (), seed=seed_from("stale")))
    decision = game.position.decision()
    assert decision is not None
    choice = decision.pick(0)
    game.apply(choice, number=0)
    before = game.position.to_json()
    with pytest.raises(Illegal, match="meant for decision 0, the game is at 1"):
        game.apply(choice, number=0)
    assert game.position.to_json() == before


@pytest.mark.parametrize("slug", EVERY_TITLE)
def test_looking_changes_nothing(slug: str) -> None:
    """decision(), view() and outcome() leave the position as it is, asked as often as you like."""
    title = titles.load(slug)
    position = title.start(title.scenarios[0].key, (), seed=seed_from("looking"))
    player = Random(title, 3)
    for _ in range(400):
        decision = position.decision()
        if decision is None:
            break
        before = position.to_json()
        position.forget_decision()
        again = position.decision()
        assert again is not None
        assert again.as_json() == decision.as_json()
        for side in title.sides:
            first = position.view(side).to_json()
            assert position.view(side).to_json() == first
            position.view(side).imagine().decision()
        position.outcome()
        assert position.to_json() == before
        position.apply(player.choose(decision, None))


@pytest.mark.parametrize("variant", EVERY_VARIANT)
def test_who_claims_to_have_no_secrets_hides_nothing(
    variant: tuple[str, str, tuple[str, ...]],
) -> None:
    """Players at one screen do not have to hand over then."""
    slug, scenario, options = variant
    title = titles.load(slug)
    position = title.start(scenario, options, seed=seed_from("secrets"))
    player = Random(title, 3)
    hidden = False
    for _ in range(600):
        decision = position.decision()
        if decision is None:
            break
        hidden |= any(position.view(side).imagine() != position for side in title.sides)
        position.apply(player.choose(decision, None))
    assert hidden == position.secrets


@pytest.mark.parametrize("slug", EVERY_TITLE)
def test_undo_and_redo(slug: str) -> None:
    """Undo leads back through one's own choices up to the last die; redo leads forward again."""
    title = titles.load(slug)
    game = Game(title.start(title.scenarios[0].key, (), seed=seed_from("undo")))
    rnd = random.Random(5)
    undone = refused = 0
    for number in range(900):
        decision = game.position.decision()
        if decision is None:
            if undone > 20 and refused:
                break
            # A small game is over soon: play another.
            game = Game(title.start(title.scenarios[0].key, (), seed=seed_from(f"undo {number}")))
            continue
        if rnd.random() < 0.2 and game.moves:
            last = game.moves[-1]
            before = game.position.to_json()
            events = list(game.chronicle)
            if last.final or not game.can_undo(last.side):
                with pytest.raises(CannotUndo):
                    game.undo(last.side)
                refused += 1
                continue
            game.undo(last.side)
            assert game.position.to_json() != before
            game.redo()
            assert game.position.to_json() == before
            assert game.chronicle == events
            undone += 1
        game.apply(decision.pick(rnd.randrange(len(decision))))
    assert undone > 20
    assert refused > 0
    other = next(side for side in title.sides if side != game.moves[-1].side)
    with pytest.raises(CannotUndo):
        game.undo(other)
    with pytest.raises(CannotUndo):
        game.redo()


def test_every_event_can_be_told_and_names_a_case(shown: Film) -> None:
    game = shown.game
    title = titles.load(game.position.title)
    assert len(game.chronicle) > len(game.moves) / 10
    for event in game.chronicle:
        assert title.text(event)
        assert event.case


@pytest.mark.parametrize("slug", EVERY_TITLE)
def test_players_see_a_view_and_no_dice(slug: str) -> None:
    """A position imagined from a view rolls other dice than the game will."""
    title = titles.load(slug)
    position = title.start(title.scenarios[0].key, (), seed=seed_from("secret"))
    side = title.sides[0]
    imagined = position.view(side).imagine()
    assert position.dice.seed not in imagined.__dict__.values()
    assert [imagined.dice.roll(6) for _ in range(20)] != [
        Dice(position.dice.seed).roll(6) for _ in range(20)
    ]


@pytest.mark.parametrize("slug", EVERY_TITLE)
def test_the_order_of_choices_does_not_depend_on_hashes(slug: str) -> None:
    """Two fresh processes with different hash seeds play the identical game."""
    scenario = titles.load(slug).scenarios[0].key
    program = (
        "from stavka.lab.simulation import Series, play_one;"
        f"from stavka import titles; sides = titles.load({slug!r}).sides;"
        f"series = Series({slug!r}, {scenario!r}, (), dict.fromkeys(sides, 'random'), 1, 'h');"
        "print(play_one(series, 0).digest)"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1
    assert len(digests.pop().strip()) == 32


@pytest.mark.parametrize("slug", EVERY_TITLE)
def test_a_cadet_beats_a_random_player(slug: str) -> None:
    """A sample of what `stavka simulate` shows at length."""
    title = titles.load(slug)
    for side in title.sides:
        other = next(s for s in title.sides if s != side)
        names = {side: "cadet", other: "random"}
        position, players = new_game(title, title.scenarios[0].key, (), names, f"duel {side}")
        play_out(position, players)
        ended = position.outcome()
        assert ended is not None
        assert ended.winner == side


def test_a_cadet_needs_a_view() -> None:
    title = titles.load(EVERY_TITLE[0])
    player: Player = Cadet(title, 1)
    decision = title.start(title.scenarios[0].key).decision()
    assert decision is not None
    with pytest.raises(ValueError, match="view"):
        player.choose(decision, None)


def test_unsuitable_scenarios_and_options_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    title = titles.load("east-is-red")
    with pytest.raises(Unsuitable, match=r"no scenario 'm99'.*m1-current"):
        title.start("m99")
    with pytest.raises(Unsuitable, match="no option 'x'"):
        title.start("m1-current", ("x",))
    with pytest.raises(Unsuitable, match=r"17\.5 does not fit m1-current: .*M\+30"):
        title.start("m1-current", ("17.5",))
    option = GameOption("x", "An option", "without a reason", ("m30-full",))
    monkeypatch.setattr(title, "options", (option,))
    with pytest.raises(Unsuitable, match="x goes with the scenarios m30-full only"):
        title.start("m1-current", ("x",))
    with pytest.raises(titles.UnknownTitle, match="east-is-red"):
        titles.load("chess")


def test_options_that_a_scenario_starts_with_can_be_switched_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    title = titles.load("east-is-red")
    on = Scenario("m30-full", "", "", defaults=("17.5", "GW"))
    monkeypatch.setattr(title, "scenarios", (on, Scenario("m1-full", "", "")))
    assert title.start("m30-full").options == ("17.5", "GW")
    assert title.start("m30-full", ()).options == (), "what is named is all that is on"
    assert title.start("m1-full").options == ()
    assert title.with_options("m30-full") == ("17.5", "GW")
    assert title.with_options("m30-full", ("19.0",), ("GW",)) == ("17.5", "19.0")
    assert title.as_json()["scenarios"][0]["defaults"] == ["17.5", "GW"]
    for off, why in (("19.0", "is not on in m30-full"), ("x", "no option 'x'")):
        with pytest.raises(Unsuitable, match=why):
            title.with_options("m30-full", (), (off,))
    with pytest.raises(Unsuitable, match="no scenario"):
        title.with_options("m99")


@pytest.mark.parametrize("slug", EVERY_TITLE)
def test_every_scenario_can_be_played_as_it_starts(slug: str) -> None:
    title = titles.load(slug)
    for scenario in title.scenarios:
        assert title.check(scenario.key, scenario.defaults) == scenario.defaults
