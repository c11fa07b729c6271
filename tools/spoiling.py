"""Ways to spoil a text: by its signs, its lines and words, and by the JSON in it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

# Numbers that have broken readers: signs, limits of types, more digits than Python takes.
NUMBERS = (
    *("-1", "-2", "0", "1", "2", "7", "13", "99", "255", "1000", "9999", "10001", "65536"),
    *("-2147483649", "4294967296", "9223372036854775808", "1e3", "1e999", "0.5", "-0"),
    *("NaN", "Infinity", "-Infinity", "0x10", "1_000", "٣", "²", "9" * 400, "8" * 4301),
)
WORDS = (
    *("", " ", "null", "true", "false", "[]", "{}", "[[", "]", "}", '"', "'", "\\", "#", ":", "@"),
    *("/", ",", "(", ")", "-", "\t", "\r", "\x00", "\x1c", "\u2028", "\ufeff", "\ud800", "é", "𐀀"),
    *("%s", "{0}", "None", "x" * 5000, "flow:", "[markers]", "(moved)", "0101", "outcome:"),
)
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 3, 99, 9999, 10**6, -(10**6), 2**63, 2**64, 10**400, 0.5),
    *(1e300, float("nan"), float("inf"), "", "x", "0101", "Soviet", "\ud800", "y" * 3000, [], {}),
    *([[]], [0], [-1, -1], {"x": 1}, [["nothing", None]]),
)
NESTING = 3000

Spoil = Callable[[str, random.Random], str]


def spoil(text: str, others: Sequence[str], chance: random.Random) -> str:
    """A text with one to three things wrong; `others` are of the same kind, to be mixed in."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        other = chance.choice(others)
        match chance.randrange(16):
            case 0 | 1:
                text = _mixed(text, other, chance)
            case 2 | 3 | 4:
                text = _bent(text, other, chance)
            case 5:
                text = _displaced(text, chance)
            case _:
                text = chance.choice(WAYS)(text, chance)
    return text


# Signs


def _cut(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] if chance.randrange(4) else text[at:]


def _without(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + text[at + chance.choice((1, 1, 2, 5, 40)) :]


def _with(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(WORDS + NUMBERS) + text[at:]


def _other_sign(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice('0123456789-[]{}":,.@/ \nxyz') + text[at + 1 :]


# Words: runs of letters and digits, so that hexes stay hexes and units units


def _tokens(text: str) -> list[tuple[int, int]]:
    found, start = [], -1
    for at, sign in enumerate(text):
        if sign.isalnum() or sign in "-._":
            start = at if start < 0 else start
        elif start >= 0:
            found.append((start, at))
            start = -1
    return found or [(0, len(text))]


def _token(text: str, chance: random.Random) -> tuple[int, int]:
    """Somewhere in the text; long texts are not read to their end for it."""
    near = chance.randrange(len(text) + 1)
    first = max(0, near - 200)
    start, end = chance.choice(_tokens(text[first : near + 200]))
    return first + start, first + end


def _other_number(text: str, chance: random.Random) -> str:
    for _ in range(20):
        start, end = _token(text, chance)
        if text[start:end].lstrip("-").isdigit():
            nearby = str(int(text[start:end][:9] or 0) + chance.choice((-100, -1, 1, 2, 100)))
            new = nearby if chance.randrange(2) else chance.choice(NUMBERS)
            return text[:start] + new + text[end:]
    return text


def _other_word(text: str, chance: random.Random) -> str:
    """A word of the text in the place of another."""
    start, end = _token(text, chance)
    first, last = _token(text, chance)
    new = text[first:last] if chance.randrange(5) else chance.choice(WORDS)
    return text[:start] + new + text[end:]


def _swapped_words(text: str, chance: random.Random) -> str:
    (a, b), (c, d) = sorted((_token(text, chance), _token(text, chance)))
    return text if c < b else text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


# Lines


def _lines(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    here, there = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(5):
        case 0:
            del lines[here]
        case 1:
            lines.insert(there, lines[here])
        case 2:
            lines[here], lines[there] = lines[there], lines[here]
        case 3:
            del lines[min(here, there) : max(here, there)]
        case 4:
            lines[here] = lines[here] * chance.choice((2, 50))
    return "\n".join(lines)


def _mixed(text: str, other: str, chance: random.Random) -> str:
    """A line, or the rest, of another text."""
    mine, theirs = text.split("\n"), other.split("\n")
    at = chance.randrange(len(mine))
    match chance.randrange(4):
        case 0:
            mine[at] = chance.choice(theirs)
        case 1:
            mine[at:] = theirs[min(at, len(theirs)) :]
        case _:
            # The same key of another text: a phase, a flow, a marker.
            key = mine[at].partition(":")[0]
            same = [line for line in theirs if line.partition(":")[0] == key]
            mine[at] = chance.choice(same or theirs)
    return "\n".join(mine)


# What looks right: whatever is put in has its form, and only does not fit


def _bent(text: str, other: str, chance: random.Random) -> str:
    """Something else in the flow: another unit, another side, another text's frame."""
    lines, flow = _flow(text)
    if not flow:
        return text
    nodes: list[tuple[Any, Any]] = []
    _collect(flow, nodes)
    holder, key = chance.choice(nodes)
    value = holder[key]
    alike = [where[what] for where, what in nodes if type(where[what]) is type(value)]
    match value:
        case bool():
            holder[key] = not value
        case int():
            near = (value + 1, value - 1, -1, 0, chance.randrange(5), chance.randrange(400))
            holder[key] = chance.choice((*near, chance.choice(alike)))
        case str():
            holder[key] = chance.choice((*alike, ""))
        case list() if holder is flow:
            frames = _flow(other)[1] or flow
            flow[key : key + chance.randrange(2)] = [chance.choice(frames)]
        case list() if value and chance.randrange(2):
            value.pop(chance.randrange(len(value)))
        case list():
            value.append(chance.randrange(400))
        case _:
            holder[key] = json.loads(json.dumps(chance.choice(alike)))
    return "\n".join(
        "flow: " + json.dumps(flow) if line.startswith("flow:") else line for line in lines
    )


def _flow(text: str) -> tuple[list[str], list[Any]]:
    """The lines of a position, and its flow if it can be read."""
    lines = text.split("\n")
    line = next((line for line in lines if line.startswith("flow:")), "flow:[]")
    try:
        flow = json.loads(line.removeprefix("flow:"))
    except (ValueError, RecursionError):
        return lines, []
    return lines, flow if isinstance(flow, list) else []


def _displaced(text: str, chance: random.Random) -> str:
    """A stack stands where another stood, or nowhere."""
    lines = text.split("\n")
    stacks = [n for n, line in enumerate(lines) if line[:4].isdigit() and line[4:5] == ":"]
    if len(stacks) < 2:
        return text
    one, other = chance.sample(stacks, 2)
    if chance.randrange(2):
        lines[one], lines[other] = (
            lines[other][:4] + lines[one][4:],
            lines[one][:4] + lines[other][4:],
        )
    else:
        del lines[one]
    return "\n".join(lines)


# JSON: a line of a record, the flow of a position, a whole state


def _json(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    places = [
        (number, line.find(sign))
        for number, line in enumerate(lines)
        for sign in ("[" if line.startswith(("flow:", "outcome:")) else "{",)
        if sign in line and line.rstrip().endswith(("}", "]"))
    ]
    if not places:
        return text
    # The first and the last line have the most in them.
    number, at = chance.choice((places[0], places[-1], chance.choice(places)))
    try:
        value = json.loads(lines[number][at:])
    except (ValueError, RecursionError):
        return text
    spoiled = spoil_value(value, chance)
    if isinstance(value, dict) and isinstance(value.get("position"), str) and chance.randrange(3):
        spoiled = value | {"position": chance.choice(WAYS)(value["position"], chance)}
    lines[number] = lines[number][:at] + _dump(spoiled)
    if not chance.randrange(40):
        lines[number] = lines[number][:at] + "[" * NESTING + "]" * NESTING
    return "\n".join(lines)


def _dump(value: Any) -> str:
    try:
        return json.dumps(value)
    except ValueError:
        return "8" * 4301


def spoil_value(value: Any, chance: random.Random) -> Any:
    """A tree of JSON with one node changed, taken out, or copied from elsewhere in it."""
    nodes: list[tuple[Any, Any]] = []
    _collect(value, nodes)
    if not nodes:
        return chance.choice(VALUES)
    holder, key = chance.choice(nodes)
    match chance.randrange(8):
        case 0:
            del holder[key]
        case 1:
            other, other_key = chance.choice(nodes)
            if other is not holder or other_key != key:
                holder[key] = json.loads(json.dumps(other[other_key]))
        case 2 | 3 if type(holder[key]) is int:
            holder[key] += chance.choice((-100, -2, -1, 1, 2, 5, 100))
        case 4 if isinstance(holder[key], list):
            holder[key] = holder[key] * 2 or [0]
        case 5 if isinstance(holder, dict):
            holder[chance.choice(("x", "unit", "hex", "side"))] = chance.choice(VALUES)
        case 6 if type(holder[key]) is int:
            holder[key] = chance.randrange(-3, 900)
        case _:
            holder[key] = chance.choice(VALUES)
    return value


def _collect(value: Any, nodes: list[tuple[Any, Any]]) -> None:
    if isinstance(value, dict):
        for key in value:
            nodes.append((value, key))
            _collect(value[key], nodes)
    elif isinstance(value, list):
        for number, part in enumerate(value):
            nodes.append((value, number))
            _collect(part, nodes)


WAYS: tuple[Spoil, ...] = (
    *(_cut, _without, _with, _other_sign, _other_number, _other_number, _other_word, _other_word),
    *(_swapped_words, _lines, _json, _json, _json, _json),
)
