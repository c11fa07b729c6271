"""Readers take twice as long for twice as much, whatever somebody sends."""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from stavka import titles
from stavka.server.imports import BadImport, read_import

from .test_files import GOOD_RECORD

FIRST = GOOD_RECORD.splitlines()[0]
RIVER = titles.load("river-line")
# A position file, cut at the place of its first unit: behind `label: `.
BEFORE, HEX, AFTER = RIVER.write(RIVER.start("crossing", seed=b"x")).partition("\n0402: ")
assert HEX
SIZE = 60_000

# What is repeated, and where it stands.
PIECES = {
    "brackets": "(",
    "units with open brackets": "a(",
    "units with open brackets and spaces": "a ( ",
    "square brackets": "[",
    "braces": '{"a":',
    "quotes": '"',
    "backslashes": "\\",
    "escapes": "\\u0041",
    "digits": "9",
    "spaces": " ",
    "words": "a ",
    "lines": "\n",
    "comments": "#",
    "colons": ":",
}
PLACES: dict[str, Callable[[str], str]] = {
    "alone": lambda many: many,
    "a record": lambda many: "{" + many,
    "the number of the format": lambda many: f'{{"stavka": {many}',
    "a line of a record": lambda many: f"{FIRST}\n{many}",
    "a choice": lambda many: f"{FIRST}\n" + json.dumps({"side": "Soviet", "choice": many}),
    "a beginning": lambda many: json.dumps({**json.loads(FIRST), "position": many}),
    "a key": lambda many: f"title: river-line\n{many}: 5",
    "a section": lambda many: f"title: river-line\n[{many}]\n",
    "a flow": lambda many: f"{BEFORE.partition('[')[0]}\nflow: {many}\n",
    "a flow that is closed": lambda many: f'title: river-line\nflow: [["a", {many}]]',
    "a fraction": lambda many: f'title: river-line\nflow: [["a", 0.{many}]]',
    "an outcome": lambda many: f"title: river-line\noutcome: {many}\n",
    "a unit": lambda many: f"{BEFORE}{HEX}{many}\n",
    "a unit and others": lambda many: f"{BEFORE}{HEX}{many} {AFTER}",
}


def seconds(text: str) -> float:
    """Of the processor, the shortest of some tries, without collecting garbage: neither other work
    on the machine counts nor what earlier tests have left."""
    found = []
    gc.disable()
    for _ in range(2):
        began = time.thread_time()
        with suppress(BadImport):
            read_import(text)
        found.append(time.thread_time() - began)
    gc.enable()
    return min(found)


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("place", PLACES)
def test_twice_as_much_takes_twice_as_long(place: str, piece: str) -> None:
    def took(size: int) -> float:
        return seconds(PLACES[place](PIECES[piece] * (size // len(PIECES[piece]))))

    # What is too quick to be measured is quick enough; on a busy machine a try may go wrong.
    assert any(took(2 * SIZE) < max(3 * took(SIZE), 0.02) for _ in range(4))
