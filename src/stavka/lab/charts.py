"""The charts of a report: SVG of our own, readable without scripts, in print and without colour.

The figures stand beside every chart as a table; a chart shows how they lie.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

from .statistics import Band, RateOf, SprtPath

INK, GRID, PALE, PAPER = "#26221c", "#cfc4ab", "#efe6cf", "#fffdf4"
# For things that have no colour of their own: told apart by hue and by lightness, for every eye.
COLOURS = ("#7a2b22", "#1f5f8b", "#c98a00", "#3f7d4f", "#6b4a8c", "#4d4a3e")
# What tells lines apart where colours do not.
DASHES = ("", "8 4", "2 4", "10 3 2 3", "4 2", "1 3")

ROW, LEFT, WIDTH, RIGHT = 30, 330, 420, 110
# Between these a scenario is even.
EVEN = (0.35, 0.65)


def _svg(width: float, height: float, label: str, parts: Iterable[str]) -> str:
    return (
        f'<div class="wide"><svg class="chart" viewBox="0 0 {width:g} {height:g}" role="img" '
        f'aria-label="{escape(label)}" font-size="13" fill="{INK}">{"".join(parts)}</svg></div>'
    )


def _text(x: float, y: float, text: str, anchor: str = "start", more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, colour: str = GRID, wide: float = 1) -> str:
    way = f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"
    return f'<path d="{way}" stroke="{colour}" stroke-width="{wide:g}"/>'


def _shortened(text: str, most: int = 48) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def rates(label: str, rows: Sequence[tuple[str, RateOf, str]]) -> str:
    """Rates as dots with their intervals, one line each, and what counts as even behind them."""
    height = 26 + ROW * len(rows) + 22

    def x(rate: float) -> float:
        return LEFT + WIDTH * rate

    parts = [
        f'<rect x="{x(EVEN[0]):.1f}" y="20" width="{x(EVEN[1]) - x(EVEN[0]):.1f}" '
        f'height="{ROW * len(rows) + 6}" fill="{PALE}"/>'
    ]
    for tenth in range(0, 11, 2):
        parts.append(_line(x(tenth / 10), 20, x(tenth / 10), height - 22))
        parts.append(_text(x(tenth / 10), height - 6, f"{tenth * 10} %", "middle"))
    for number, (name, rate, colour) in enumerate(rows):
        y = 26 + ROW * number + ROW / 2
        parts.append(_text(LEFT - 12, y + 4, _shortened(name), "end"))
        parts.append(_line(x(rate.low), y, x(rate.high), y, colour, 3))
        parts.append(f'<circle cx="{x(rate.rate):.1f}" cy="{y:.1f}" r="5.5" fill="{colour}"/>')
        parts.append(_text(LEFT + WIDTH + 12, y + 4, f"{rate.rate:.0%} of {rate.of}"))
    return _svg(LEFT + WIDTH + RIGHT, height, label, parts)


class Span(NamedTuple):
    """A figure and its bounds."""

    name: str
    low: float
    middle: float
    high: float
    # What stands beside it.
    said: str
    # Whether it is more than chance: full or hollow.
    sure: bool = True


def spans(label: str, rows: Sequence[Span], axis: str) -> str:
    """Figures as dots with their bounds, one line each, on a scale that holds them all."""
    ticks = ticks_of(min(row.low for row in rows), max(row.high for row in rows))
    bottom = 26 + ROW * len(rows)

    def x(value: float) -> float:
        return LEFT + WIDTH * (value - ticks[0]) / (ticks[-1] - ticks[0])

    parts = []
    for tick in ticks:
        parts.append(_line(x(tick), 20, x(tick), bottom, INK if tick == 0 else GRID))
        parts.append(_text(x(tick), bottom + 16, f"{tick:g}", "middle"))
    parts.append(_text(LEFT + WIDTH / 2, bottom + 34, axis, "middle"))
    for number, row in enumerate(rows):
        y = 26 + ROW * number + ROW / 2
        fill = COLOURS[0] if row.sure else PAPER
        parts.append(_text(LEFT - 12, y + 4, _shortened(row.name), "end"))
        parts.append(_line(x(row.low), y, x(row.high), y, COLOURS[0], 3))
        parts.append(
            f'<circle cx="{x(row.middle):.1f}" cy="{y:.1f}" r="5.5" fill="{fill}" '
            f'stroke="{COLOURS[0]}" stroke-width="2"><title>{escape(row.name)}</title></circle>'
        )
        parts.append(_text(LEFT + WIDTH + 12, y + 4, row.said))
    return _svg(LEFT + WIDTH + RIGHT, bottom + 42, label, parts)


def shares(label: str, rows: Sequence[tuple[str, Mapping[str, int]]], names: Sequence[str]) -> str:
    """How often each level was reached: a bar for each cell, from the worst to the best."""
    height = 26 + ROW * len(rows) + 10
    colours = _ramp(len(names))
    parts = []
    for number, (name, counts) in enumerate(rows):
        y, at = 20 + ROW * number, 0.0
        total = sum(counts.values()) or 1
        parts.append(_text(LEFT - 12, y + ROW / 2 + 4, _shortened(name), "end"))
        for order, (level, colour) in enumerate(zip(names, colours, strict=True), 1):
            share = counts.get(level, 0) / total
            if not share:
                continue
            left, wide = LEFT + WIDTH * at, WIDTH * share
            said = f"{escape(level)}: {counts[level]} of {total}"
            parts.append(
                f'<rect x="{left:.1f}" y="{y + 4}" width="{wide:.1f}" height="{ROW - 8}" '
                f'fill="{colour}" stroke="{PAPER}"><title>{said}</title></rect>'
            )
            if wide > 14:
                ink = f' style="fill:{"#fff" if _dark(colour) else INK}"'
                # The number of the level, for whoever cannot tell the colours.
                words = f"{order}: {share:.0%}" if wide > 54 else str(order)
                parts.append(_text(left + wide / 2, y + ROW / 2 + 4, words, "middle", ink))
            at += share
    numbered = [f"{order}  {name}" for order, name in enumerate(names, 1)]
    key = _key(zip(numbered, colours, strict=True))
    return _svg(LEFT + WIDTH + RIGHT, height, label, parts) + key


def _ramp(count: int) -> list[str]:
    """From blue over pale to red, so that both ends are dark and differ."""
    ends = ((31, 95, 139), (240, 228, 200), (122, 43, 34))
    found = []
    for number in range(count):
        at = 2 * number / max(1, count - 1)
        one, other = (ends[0], ends[1]) if at <= 1 else (ends[1], ends[2])
        share = at if at <= 1 else at - 1
        mixed = [round(a + (b - a) * share) for a, b in zip(one, other, strict=True)]
        found.append("#" + "".join(f"{part:02x}" for part in mixed))
    return found


def _dark(colour: str) -> bool:
    red, green, blue = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    return 0.3 * red + 0.6 * green + 0.1 * blue < 140


def _key(entries: Iterable[tuple[str, str]]) -> str:
    items = "".join(
        f'<li><span style="background:{colour}"></span>{escape(name)}</li>'
        for name, colour in entries
    )
    return f'<ul class="key">{items}</ul>'


class Curve(NamedTuple):
    """A line with its band, turn by turn."""

    name: str
    points: Sequence[tuple[int, Band]]


def course(label: str, curves: Sequence[Curve], among: Sequence[Curve] = ()) -> str:
    """The middle of each turn as a line, and four of five games as a band; on a scale that holds
    all among which these are."""
    left, top, wide, high = 56, 14, 640, 230
    scaled = among or curves
    turns = sorted({turn for curve in scaled for turn, _ in curve.points})
    values = [v for curve in scaled for _, b in curve.points for v in (b.low, b.high)]
    ticks = ticks_of(min(values), max(values))
    least, most = ticks[0], ticks[-1]

    def at(turn: float, value: float) -> tuple[float, float]:
        across = (turn - turns[0]) / max(1, turns[-1] - turns[0])
        return left + wide * across, top + high * (most - value) / (most - least)

    parts = []
    for value in ticks:
        _, y = at(turns[0], value)
        parts += [_line(left, y, left + wide, y), _text(left - 8, y + 4, f"{value:g}", "end")]
    every = max(1, round(len(turns) / 12))
    for turn in turns[::every]:
        parts.append(_text(at(turn, least)[0], top + high + 18, str(turn), "middle"))
    parts.append(_text(left + wide / 2, top + high + 36, "turn", "middle"))
    for number, curve in enumerate(curves):
        colour = COLOURS[number % len(COLOURS)]
        upper = [at(turn, one.high) for turn, one in curve.points]
        lower = [at(turn, one.low) for turn, one in reversed(curve.points)]
        middle = [at(turn, one.middle) for turn, one in curve.points]
        dash = DASHES[number % len(DASHES)]
        # Many bands that lie over each other would hide the lines.
        pale = f'fill="{colour}" fill-opacity="{0.2 / len(curves):.3f}"'
        edge = f'stroke="{colour}" stroke-opacity=".5" stroke-width=".8" stroke-dasharray="{dash}"'
        parts.append(f'<path d="M{_points(upper + lower)}Z" {pale} {edge}/>')
        parts.append(
            f'<path d="M{_points(middle)}" fill="none" stroke="{colour}" stroke-width="2.4" '
            f'stroke-dasharray="{dash}"/>'
        )
    # Beside their ends, for whoever cannot tell the colours.
    ends = [at(*_end(curve)) for curve in curves]
    for number, y in enumerate(_apart([y for _, y in ends])):
        parts.append(_text(ends[number][0] + 8, y + 4, f"{number + 1}"))
    return _svg(left + wide + 40, top + high + 44, label, parts) + _lines_key(curves)


def _end(curve: Curve) -> tuple[int, float]:
    turn, one = curve.points[-1]
    return turn, one.middle


def _apart(heights: Sequence[float], least: float = 13) -> list[float]:
    """Heights of labels, moved down as far as they would lie on each other.

    >>> _apart([10, 12, 50])
    [10, 23, 50]
    """
    found, last = dict[int, float](), -least
    for number in sorted(range(len(heights)), key=lambda n: (heights[n], n)):
        found[number] = last = max(heights[number], last + least)
    return [found[number] for number in range(len(heights))]


def _lines_key(curves: Sequence[Curve]) -> str:
    """The lines as they are drawn, with their numbers and names."""
    items = "".join(
        f'<li><svg class="line" viewBox="0 0 34 10" aria-hidden="true"><path d="M0 5H34" '
        f'stroke="{COLOURS[n % len(COLOURS)]}" stroke-width="2.4" '
        f'stroke-dasharray="{DASHES[n % len(DASHES)]}"/></svg>{n + 1}  {escape(curve.name)}</li>'
        for n, curve in enumerate(curves)
    )
    return f'<ul class="key">{items}</ul>'


def ticks_of(least: float, most: float) -> list[float]:
    """Four to eight round numbers, the first and the last not within.

    >>> ticks_of(52.9, 102)
    [50.0, 60.0, 70.0, 80.0, 90.0, 100.0, 110.0]
    >>> ticks_of(-0.855, 0.996)
    [-1.0, -0.5, 0.0, 0.5, 1.0]
    >>> ticks_of(3, 3)
    [2.0, 3.0, 4.0]
    """
    if least == most:
        return [least - 1.0, float(least), most + 1.0]
    power = 10.0 ** floor(log10((most - least) / 4))
    step = next(s * power for s in (1, 2, 5, 10) if (most - least) / (s * power) <= 6)
    first, last = floor(least / step), ceil(most / step)
    return [round(number * step, 10) for number in range(first, last + 1)]


def _points(points: Sequence[tuple[float, float]]) -> str:
    return "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def sequential(label: str, test: SprtPath) -> str:
    """The path of a sequential test between its bounds."""
    left, top, wide, high = 56, 14, 640, 160
    most = max(test.upper, *test.path, 0) * 1.05
    least = min(test.lower, *test.path, 0) * 1.05

    def y(value: float) -> float:
        return top + high * (most - value) / (most - least)

    parts = []
    for value, name in ((test.upper, "p1"), (0.0, ""), (test.lower, "p0")):
        parts += [
            _line(left, y(value), left + wide, y(value)),
            _text(left - 8, y(value) + 4, name, "end"),
        ]
    count = max(1, len(test.path))
    path = [(float(left), y(0.0))]
    path += [(left + wide * n / count, y(value)) for n, value in enumerate(test.path, 1)]
    parts.append(f'<path d="M{_points(path)}" fill="none" stroke="{COLOURS[0]}" stroke-width="2"/>')
    parts.append(_text(left + wide, top + high + 20, f"{len(test.path)} games", "end"))
    return _svg(left + wide + 40, top + high + 30, label, parts)
