"""What somebody brings is a game, or is refused with one sentence: records, positions, states."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from stavka import titles
from stavka.engine import (
    BadPosition,
    BadRecord,
    BadState,
    Choice,
    Dice,
    admit,
    examine,
    read_record,
    replay,
    seed_from,
)
from stavka.engine.soundness import check_flow
from tests.whole_games import variants

EAST = titles.load("east-is-red")
RIVER = titles.load("river-line")
SHELF = Path(__file__).parents[1] / "records"
RECORD = (SHELF / "river-line-crossing.stavka").read_text(encoding="utf-8").splitlines()
DEEP = "[" * 5000 + "]" * 5000
DIGITS = "7" * 4301

BEGUN = (
    "title: east-is-red\nscenario: m1-current\nturn: 2\nphase: soviet-initial-movement\n"
    "[Soviet]\n1511: 12-3-12.1\n[Chinese]\n2014: 4-6-6.2"
)


def in_hand() -> str:
    """A position in the middle of a move, as it is written."""
    position = EAST.read(BEGUN, Dice(b"x"))
    position.apply(Choice("select", "12-3-12.1"))
    return EAST.write(position)


def test_a_good_position_is_admitted_and_not_changed() -> None:
    text = in_hand()
    assert EAST.write(admit(EAST, text)) == text


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("rolls: 0", "rolls: -1", "rolls: '-1' should be a number from 0 to 1000000000"),
        ("rolls: 0", "rolls: 99999999999", "rolls: '99999999999' should be a number from 0"),
        ("rolls: 0", f"rolls: {DIGITS}", "rolls: '777"),
        ("rolls: 0", "rolls: ٣", "should be a number from 0"),
        ("number: 1", "number: 1e3", "number: '1e3' should be a number"),
        ('"spent": 0', '"spent": Infinity', "Infinity is no number of ours"),
        ('"spent": 0', '"spent": NaN', "NaN is no number of ours"),
        ('"spent": 0', '"spent": 0.5', "movement cannot remember this"),
        ('"spent": 0', f'"spent": {DIGITS}', "a number with 4301 digits is too large for a flow"),
        ('"spent": 0', f'"spent": {"7" * 1000}', "a number with far too many digits"),
        ('"spent": 0', f'"spent": {DEEP}', "cannot be read"),
        ('["movement", {', '["movement", 5, {', "cannot be read"),
        ('["movement", {', "[7, {", "cannot be read"),
        ('"spent": 0', '"spent": -2', "movement has spent -2, which cannot be"),
        ("options: ", "options: 17.5", "option 17.5"),
        ("title: ", "\ud800title: ", "half a letter"),
        ("1511: 12-3-12.1", "1511: 12-3-12.1, " + "z" * 9000, "there is no unit 'zzz"),
    ],
)
def test_a_bad_position_gets_one_sentence(old: str, new: str, reason: str) -> None:
    text = in_hand()
    assert old in text
    with pytest.raises(BadPosition) as caught:
        admit(EAST, text.replace(old, new, 1))
    said = str(caught.value)
    assert reason in said
    assert len(said) < 450
    assert said.isprintable()


def other_unit(text: str, unit: int) -> str:
    line = next(line for line in text.splitlines() if line.startswith("flow:"))
    flow = json.loads(line.removeprefix("flow:"))
    flow[-1][1]["unit"] = unit
    return text.replace(line, f"flow: {json.dumps(flow)}")


def test_a_unit_in_hand_is_a_unit() -> None:
    with pytest.raises(BadPosition, match="movement has unit 9000, which cannot be"):
        admit(EAST, other_unit(in_hand(), 9000))


def test_a_unit_in_hand_is_where_it_can_move() -> None:
    """It is a real unit, but off the map: no single line is wrong."""
    text = in_hand()
    away = EAST.read(text, Dice(b"x")).names.unit("7-4-9.1")
    assert away is not None
    EAST.read(other_unit(text, away), Dice(b"x"))
    with pytest.raises(BadPosition, match=r"cannot be played: what goes on \(movement\)"):
        admit(EAST, other_unit(text, away))


@pytest.mark.parametrize("slug", titles.playable())
def test_a_game_ends_as_the_rules_can_end_it(slug: str) -> None:
    """Any text would pass for an outcome, and be shown to everybody."""
    title = titles.load(slug)
    path = next(path for path in sorted(SHELF.glob(f"{slug}-*.stavka")))
    text = title.write(replay(read_record(path.read_text(encoding="utf-8")), title).position)
    assert admit(title, text).outcome() is not None
    line = next(line for line in text.splitlines() if line.startswith("outcome:"))
    words = json.loads(line.removeprefix("outcome:"))
    for spoiled in (
        ["Martians", *words[1:]],
        [words[0], "Great Victory", *words[2:]],
        [words[0], words[1], "because", words[3]],
        words[:3],
        "anything",
        7,
    ):
        with pytest.raises(BadPosition, match=r"cannot have ended like this|cannot be read"):
            admit(title, text.replace(line, f"outcome: {json.dumps(spoiled)}"))


# Records


@pytest.mark.parametrize(
    ("number", "line", "reason"),
    [
        (0, "", "is not the header of a record"),
        (0, '{"stavka": 1.0}', "is not the header"),
        (0, '{"stavka": 1}', "lacks or spoils a field: .*title"),
        (0, '{"stavka": true}', "is not the header"),
        (1, "7", "a JSON object is expected"),
        (1, '{"side": "Upland", "choice": 7}', "lacks or spoils a field"),
        (1, '{"side": "Upland", "choice": ""}', "'' is not a choice"),
        (1, '{"side": "Upland", "choice": "' + "a " * 5000 + '"}', "'a a a .* is not a choice"),
        (1, '{"side": "Upland", "choice": "done", "dice": [0]}', "lacks or spoils a field"),
        (1, '{"side": "Upland", "choice": "done", "dice": [1e9]}', "lacks or spoils a field"),
        (1, '{"side": "Upland", "choice": "done", "dice": [NaN]}', "is not JSON"),
        (1, f'{{"side": {DEEP}}}', "nested too deeply|is not JSON"),
        (1, f'{{"side": {DIGITS}}}', "is not JSON|lacks or spoils"),
        (-1, '{"seed": "xy"}', "lacks or spoils a field"),
        (-1, '{"seed": ""}', "lacks or spoils a field"),
        (-1, '{"seed": "00", "outcome": "victory"}', "lacks or spoils a field"),
        (-1, '{"seed": "00"}\n{"seed": "00"}', "there is something after the end"),
    ],
)
def test_a_bad_record_gets_one_sentence(number: int, line: str, reason: str) -> None:
    lines = list(RECORD)
    lines[number] = line
    with pytest.raises(BadRecord, match=reason) as caught:
        read_record("\n".join(lines))
    assert len(str(caught.value)) < 450
    assert str(caught.value).isprintable()


def test_a_line_of_a_record_ends_where_it_ends() -> None:
    """JSON may have any sign in a text, also some that other readers take for the end of a line."""
    head = json.loads(RECORD[0]) | {"players": {"Upland": "one\u2028two\x85"}}
    text = "\n".join([json.dumps(head, ensure_ascii=False), *RECORD[1:]])
    assert read_record(text).players == {"Upland": "one\u2028two\x85"}


def test_a_mistake_is_told_with_its_line() -> None:
    """Lines that are empty count."""
    lines = [RECORD[0], "", *RECORD[1:]]
    at = next(n for n, line in enumerate(lines) if n and '"dice"' in line)
    lines[at] = lines[at].replace('"dice": [', '"dice": [7, ')
    with pytest.raises(BadRecord, match=f"line {at + 1}: the dice are"):
        replay(read_record("\n".join(lines)), RIVER)
    lines = [RECORD[0], "", "", *RECORD[1:]]
    lines[-1] = json.dumps(json.loads(lines[-1]) | {"digest": "00"})
    with pytest.raises(BadRecord, match=f"line {len(lines)}: the final position"):
        replay(read_record("\n".join(lines)), RIVER)


# States


def state(**changes: Any) -> bytes:
    position = RIVER.start("crossing", seed=seed_from("state"))
    return json.dumps(json.loads(position.to_json()) | changes).encode()


def test_a_state_comes_back() -> None:
    position = RIVER.from_json(state(), Dice(b"x"))
    examine(RIVER, position)
    assert json.loads(position.to_json()) == json.loads(state())


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"{", "this is no state of a game"),
        (b"[]", "this is no state of a game"),
        (DEEP.encode(), "this is no state of a game"),
        (state(title="reds"), "not a state of river-line"),
        (state(scenario="waterloo"), "no scenario 'waterloo'"),
        (state(options=["x"]), "no option 'x'"),
        (state(number=-1), "this is no state of a game"),
        (state(rolls=2**63), "this is no state of a game"),
        (state(frames=[["tea", None]]), "there is no step 'tea'"),
        (state(frames=[["movement", {"unit": 900}]]), "which cannot be"),
        (
            state(frames=[["retreat", {"side": "Hills", "units": [0]}]]),
            "retreat is of side 'Hills', which is none",
        ),
        (state(where=[0] * 3), "does not hold together|cannot be played"),
        (state(where="0101"), "lacks or spoils where"),
        (state(where=[10**9]), "lacks or spoils where"),
        (state(moved="xyz"), "lacks or spoils moved"),
        (state(moved="f" * 3000), "lacks or spoils moved"),
        (state(turn=True), "lacks or spoils turn"),
        (state(turn=77), "there is no turn 77"),
        (state(ended=["Vale", "Victory", "why not", "8.2"]), "cannot have ended like this"),
    ],
)
def test_a_bad_state_gets_one_sentence(data: bytes, reason: str) -> None:
    with pytest.raises(BadState, match=reason) as caught:
        examine(RIVER, RIVER.from_json(data, Dice(b"x")))
    assert len(str(caught.value)) < 450


@pytest.mark.parametrize("slug", titles.playable())
def test_whatever_goes_on_in_a_game_can_be(slug: str) -> None:
    """Every number that the flow of a real game holds passes, wherever it is saved."""
    title, chance = titles.load(slug), random.Random(slug)
    for number, (scenario, options) in enumerate(variants(title)[:6]):
        position = title.start(scenario, options, seed=seed_from(f"flow {number}"))
        while position.number < 3000 and (decision := position.decision()) is not None:
            check_flow(position)
            position.apply(decision.pick(chance.randrange(len(decision))))
