"""18.2: nobody but the PLA can tell what its face-down counters are.

Whole random games are played beside twins in which the face-down counters have other identities:
everything that the GMD or a spectator gets to see must be the same to the byte, at every decision
and after every choice that both games can make, until a combat shows what the counters are.
"""

from __future__ import annotations

import os
import random
from typing import Any

import msgspec
import pytest

from stavka.engine import Choice, Event, Game, UnitSet
from stavka.engine.position import Frame
from stavka.hexes import members, set_of
from stavka.players import Random
from stavka.server.log import Log
from stavka.server.sight import Sight
from stavka.titles.red_dragon.charts import GMD, PLA
from stavka.titles.red_dragon.combat import Attack
from stavka.titles.red_dragon.position import OFF, War
from tests.marks import rule

from .situations import TITLE, started

GAMES = int(os.environ.get("STAVKA_GAMES", "1"))

# What tells something about face-down counters because a rule says so: combat (18.2.2), the
# honest report about a ring (16.2.8), who can make propaganda (18.7.8), a Corps in supply beside
# units that are eliminated (15.1.1) or guerrillas (18.4.1), what a replacement costs (15.2.2d),
# Xuzhou taken (3.1).
REVEALING = {"attacked", "eliminated", "relieved", "popas", "popa", "no_event", "spent", "ended"}


def shuffled(p: War, rnd: random.Random) -> dict[int, int]:
    """For each face-down counter (ELBs excepted) another one that it could be."""
    units = [*members(p.charts.face_down & ~p.face_up & ~p.charts.elbs)]
    # Only reinforcements can be those that have not arrived (10.1).
    units.sort(key=lambda unit: p.where[unit] != OFF)
    others = units.copy()
    rnd.shuffle(others)
    others.sort(key=lambda unit: not p.charts.reinforcements >> unit & 1)
    absent = sum(p.where[unit] == OFF for unit in units)
    rest = others[absent:]
    rnd.shuffle(rest)
    return dict(zip(units, [*others[:absent], *rest], strict=True))


def twin_of(p: War, other: dict[int, int]) -> War:
    """The same position with other identities of the counters, in every place that has them."""
    twin = p.clone()
    for unit, becomes in other.items():
        twin.where[becomes] = p.where[unit]
    twin.under = tuple((gmd, other.get(pla, pla)) for gmd, pla in p.under)
    for name in ("moved", "fought", "struck"):
        units = members(getattr(p, name))
        setattr(twin, name, set_of(other.get(unit, unit) for unit in units))
    twin.frames = [Frame(f.step, _renamed(f.memo, other)) for f in p.frames]
    twin.rebuild()
    twin.forget_decision()
    twin.chronicle = []
    return twin


UNITS = {"unit", "units", "waves", "corps", "defenders", "elbs", "defending"}


def _renamed(memo: Any, other: dict[int, int]) -> Any:
    if not isinstance(memo, msgspec.Struct):
        return memo
    changes = {}
    for name in memo.__struct_fields__:
        value = getattr(memo, name)
        if isinstance(value, msgspec.Struct):
            changes[name] = _renamed(value, other)
        elif name in UNITS:
            changes[name] = _renamed_units(value, other)
    return msgspec.structs.replace(memo, **changes)


def _renamed_units(value: Any, other: dict[int, int]) -> Any:
    if isinstance(value, tuple):
        return tuple(_renamed_units(each, other) for each in value)
    return other.get(value, value)


def seen(p: War, side: str) -> bytes:
    """Everything that a side gets to see: the view, its decision, overlays."""
    view = p.view(side)
    decision = view.decision.as_json() if view.decision else None
    imagined = view.imagine()
    overlays = [TITLE.overlay(imagined.clone(), side, kind) for kind in view.present().overlays]
    return view.to_json() + msgspec.json.encode([decision, overlays])


def answers(p: War, rnd: random.Random) -> bytes:
    """Previews of some legal choices, and refusals of some that are not."""
    decision = p.decision()
    if decision is None or decision.side != GMD:
        return b""
    found: list[Any] = []
    legal = decision.choices()
    for choice in rnd.sample(legal, min(3, len(legal))):
        found.append(TITLE.preview(p.view(GMD).imagine(), choice))
    labels = p.charts.grid.labels(p.pla)
    for verb in ("move", "attack", "rail", "convoy", "fly"):
        choice = Choice(verb, rnd.choice(labels)) if labels else Choice(verb)
        refusal = p.view(GMD).imagine().why_not(choice)
        found.append(str(refusal))
    return msgspec.json.encode(found)


def public(events: list[Event]) -> list[tuple[str, str]]:
    return [(TITLE.text(e), e.case) for e in events if e.heard_by(GMD)]


def renamed_choice(p: War, choice: Choice, other: dict[int, int]) -> Choice:
    unit = p.names.unit(choice.argument)
    return choice if unit is None else Choice(choice.verb, p.name(other.get(unit, unit)))


@rule("red-dragon", "18.2", "18.2.1", "18.2.3")
@pytest.mark.parametrize("options", [(), ("5.1.2",)])
def test_face_down_counters_cannot_be_told_apart(options: tuple[str, ...]) -> None:
    compared = followed = 0
    for number in range(GAMES):
        seed = f"leaks {number}"
        rnd = random.Random(seed)
        p = started(options, seed)
        p.chronicle = []
        player = Random(TITLE, seed)
        while (decision := p.decision()) is not None:
            choice = player.choose(decision, None)
            if rnd.random() < 0.5:
                p.apply(choice)
                continue
            other = shuffled(p, rnd)
            twin = twin_of(p, other)
            asked = twin.decision()
            # 18.7.8: there are fewer Corps that can make POPAs. 18.3.8: a unit that could not move
            # away would have made no Short Attack.
            if twin.popas != p.popas or (asked is not None and not len(asked)):
                p.apply(choice)
                continue
            for side in (GMD, ""):
                assert seen(twin, side) == seen(p, side)
            ask = rnd.random()
            assert answers(twin, random.Random(ask)) == answers(p, random.Random(ask))
            compared += 1
            p.chronicle = []
            propaganda = bool(p.popas)
            p.apply(choice)
            again = twin.decision()
            assert again is not None
            theirs = renamed_choice(p, choice, other)
            if again.value(theirs) is None:
                continue
            twin.apply(theirs)
            told, heard = p.chronicle, twin.chronicle
            assert heard is not None
            shown = bool({event.kind for event in (*told, *heard)} & REVEALING or p.face_up)
            if shown or propaganda:
                continue
            assert public(heard) == public(told)
            if p.pla_cities == twin.pla_cities:
                assert seen(twin, GMD) == seen(p, GMD)
                followed += 1
    assert compared > 200 * GAMES
    assert followed > 150 * GAMES


def fighting(p: War) -> UnitSet:
    """The units of an attack that is going on, and all counters in its target."""
    found = 0
    for frame in p.frames:
        fight = getattr(frame.memo, "fight", frame.memo)
        attack = getattr(fight, "attack", fight)
        if isinstance(attack, Attack):
            found |= set_of(attack.units) | p.units_in(attack.target)
    return found


@rule("red-dragon", "18.2.2", "18.2.3")
def test_a_combat_shows_nobody_who_is_not_in_it() -> None:
    """The others have other identities in the twin; not even who is asked tells them apart."""
    compared = 0
    for number in range(4 * GAMES):
        seed = f"combats {number}"
        rnd = random.Random(seed)
        p = started((), seed)
        player = Random(TITLE, seed)
        while (decision := p.decision()) is not None:
            choice = player.choose(decision, None)
            if not fighting(p) or p.political_offensive:
                p.apply(choice)
                continue
            hidden = p.charts.face_down & ~p.face_up & ~p.charts.elbs & ~fighting(p)
            units = members(hidden & p.on_map)
            other = dict(zip(units, rnd.sample(units, len(units)), strict=True))
            twin = twin_of(p, other)
            again = twin.decision()
            p.chronicle = []
            p.apply(choice)
            if again is None or again.value(choice) is None:
                continue  # a hex in which the others have no room
            twin.apply(choice)
            told, heard = p.chronicle, twin.chronicle
            assert heard is not None
            if any(event.kind == "eliminated" for event in (*told, *heard)):
                continue  # 15.1.1: a Corps in supply beside the unit
            assert public(heard) == public(told)
            assert seen(twin, GMD) == seen(p, GMD)
            compared += 1
    assert compared > 50 * GAMES


@rule("red-dragon", "18.2.2", "18.2.3")
def test_the_comparison_can_fail() -> None:
    """The PLA sees the difference, and so does everybody while a combat shows it."""
    p = started(seed="can fail")
    rnd = random.Random(1)
    twin = twin_of(p, shuffled(p, rnd))
    assert twin.view(PLA).to_json() != p.view(PLA).to_json()
    assert twin.view(GMD).to_json() == p.view(GMD).to_json()
    p.face_up = p.charts.face_down & p.on_map
    twin.face_up = twin.charts.face_down & twin.on_map
    assert twin.view(GMD).to_json() != p.view(GMD).to_json()


@rule("red-dragon", "18.2.3")
def test_no_name_of_a_face_down_counter_is_in_the_view() -> None:
    p = started(seed="names")
    player = Random(TITLE, "names")
    while (decision := p.decision()) is not None:
        if p.number % 7 == 0 and not p.face_up:
            text = p.view(GMD).to_json().decode()
            for unit in members(p.charts.face_down):
                assert f'"{p.name(unit)}"' not in text
                assert p.charts.counter[unit].name not in text
        p.apply(player.choose(decision, None))


@rule("red-dragon", "18.2.1")
def test_every_log_tells_of_a_move_once() -> None:
    """The PLA reads which unit has moved, all others that a counter has; nobody reads both."""
    game = Game(TITLE.start("campaign", seed=b"every log tells of a move once"))
    sight = Sight(TITLE.sides)
    log = Log(TITLE, game, sight)
    player = Random(TITLE, "every log")
    compared = 0
    while compared < 20:
        p = game.position
        assert isinstance(p, War)
        decision = p.decision()
        assert decision is not None
        choice = player.choose(decision, None)
        memo, before = p.frames[-1].memo, p.clone()
        read = {eyes: len(log.seen(eyes)) for eyes in sight.eyes}
        game.apply(choice)
        sight.made(before, game)
        log.update(game)
        if choice.verb not in ("move", "march", "enter") or decision.side != PLA:
            continue
        name = p.charts.counter[memo.unit].name
        secret = not p.open_to_all(memo.unit)
        compared += secret
        for eyes in sight.eyes:
            new = [line.text for line in log.seen(eyes)[read[eyes] :]]
            (told,) = (text for text in new if "moves" in text or "enters" in text)
            assert (name in told) == (eyes == PLA or not secret)
            assert told in [line.text for line in log.lines(eyes)]
