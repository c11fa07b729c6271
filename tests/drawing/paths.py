"""Reads path data back into points, so that tests look at what is drawn, not at what was meant."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from xml.etree import ElementTree

Point = tuple[float, float]

SVG = "{http://www.w3.org/2000/svg}"
_TOKEN = re.compile(r"[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)")
_ARGUMENTS = {"m": 2, "l": 2, "h": 1, "q": 4, "t": 2, "z": 0}


def points(data: str) -> list[Point]:
    """Points along path data; each curve is cut into eight pieces."""
    found: list[Point] = []
    x = y = start_x = start_y = control_x = control_y = 0.0
    tokens = _TOKEN.findall(data)
    command = ""
    at = 0
    while at < len(tokens):
        if tokens[at].isalpha():
            command = tokens[at]
            at += 1
        count = _ARGUMENTS[command.lower()]
        numbers = [float(t) for t in tokens[at : at + count]]
        at += count
        if command.isupper() and command != "Z":
            assert command == "M" and not found, "only the first move is absolute"
        if command in "Mm":
            x, y = x + numbers[0], y + numbers[1]
            start_x, start_y = x, y
            found.append((x, y))
            continue
        if command in "zZ":
            x, y = start_x, start_y
            continue
        if command == "q":
            control_x, control_y = x + numbers[0], y + numbers[1]
        elif command == "t":
            control_x, control_y = 2 * x - control_x, 2 * y - control_y
        end_x, end_y = (x + numbers[0], y) if command == "h" else (x + numbers[-2], y + numbers[-1])
        if command in "lh":
            control_x, control_y = (x + end_x) / 2, (y + end_y) / 2
        for n in range(1, 9):
            t, s = n / 8, 1 - n / 8
            found.append(
                (
                    s * s * x + 2 * s * t * control_x + t * t * end_x,
                    s * s * y + 2 * s * t * control_y + t * t * end_y,
                )
            )
        x, y = end_x, end_y
    return found


class Ink:
    """Drawn points, to ask how far away the nearest is."""

    TILE = 40.0

    def __init__(self, drawn: list[Point]) -> None:
        self._tiles: dict[tuple[int, int], list[Point]] = defaultdict(list)
        for p in drawn:
            self._tiles[int(p[0] // self.TILE), int(p[1] // self.TILE)].append(p)

    def distance(self, p: Point) -> float:
        column, row = int(p[0] // self.TILE), int(p[1] // self.TILE)
        near = [
            q
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            for q in self._tiles.get((column + dx, row + dy), ())
        ]
        return min((math.dist(p, q) for q in near), default=math.inf)


def ink(svg: ElementTree.Element, prefix: str) -> Ink:
    """Everything drawn by the paths whose ids begin with a word."""
    drawn: list[Point] = []
    for path in svg.iter(f"{SVG}path"):
        if path.get("id", "").rstrip("0123456789") == prefix:
            drawn += points(path.attrib["d"])
    return Ink(drawn)
