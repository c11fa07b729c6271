"""The chapters of a report that follow the games turn by turn: measures, places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from . import charts
from .experiment import Cell
from .games import LOSSES, UNITS, VALUE
from .results import Results, figures, folded
from .statistics import Band, band

# So many lines can be told apart in a chart.
TOGETHER = len(charts.COLOURS)
Turns = dict[int, list[float]]


def measures(results: Results) -> Iterator[str]:
    """How the games went, turn by turn."""
    found: dict[tuple[str, str], dict[str, Turns]] = {}
    for cell in results.shown:
        for _, (turn, name, side, value) in results.store.samples(cell):
            turns = found.setdefault((name, side), {}).setdefault(cell.name, {})
            turns.setdefault(turn, []).append(value)
    if not found:
        return
    yield "<h2>The course of the games</h2>"
    yield (
        "<p>At the beginning of each turn, and last at the end of the game. The line is the middle "
        "one of the games; four of five lie within the band.</p>"
    )
    yield some_of(results)
    still = []
    for name, side in sorted(found, key=_place_of):
        cells = found[name, side]
        words = f"{name}, {side}" if side else name
        words = words[0].upper() + words[1:]
        values = {value for turns in cells.values() for all_ in turns.values() for value in all_}
        if len(values) == 1:
            still.append(f"{words}: {values.pop():g}")
            continue
        curves = [
            charts.Curve(cell, [(turn, band(values)) for turn, values in sorted(turns.items())])
            for cell, turns in cells.items()
        ]
        yield f"<h3>{escape(words)}</h3>"
        for begin in range(0, len(curves), TOGETHER):
            yield charts.course(words, curves[begin : begin + TOGETHER], curves)
        yield folded("Figures", _table(curves))
    if still:
        yield f"<p>The same in all games and turns: {escape('; '.join(still))}.</p>"


def _place_of(measure: tuple[str, str]) -> tuple[int, str, str]:
    """The expected result comes first, then what the title counts, then what is counted of all."""
    name, side = measure
    order = {VALUE: 0, UNITS: 2, LOSSES: 3}
    return order.get(name, 1), name, side


def some_of(results: Results) -> str:
    """That not all cells are shown, if so."""
    if len(results.shown) == len(results.cells):
        return ""
    return (
        f"<p>Of {len(results.cells)} cells {len(results.shown)} are shown: the first, and those "
        "that differ most from it.</p>"
    )


def _table(curves: Sequence[charts.Curve]) -> str:
    rows = [
        [
            *(curve.name, str(turn), f"{one.low:.4g}"),
            *(f"{one.middle:.4g}", f"{one.high:.4g}", str(one.games)),
        ]
        for curve in curves
        for turn, one in curve.points
    ]
    return figures(("Cell", "Turn", "10 %", "Middle", "90 %", "Games"), rows)


# Places


class _Place:
    """What became of a place in the games of a cell."""

    def __init__(self) -> None:
        # By game: who held it first and last, and when it changed hands for the first time.
        self.first: dict[int, str] = {}
        self.last: dict[int, str] = {}
        self.fell: dict[int, int] = {}

    def note(self, number: int, turn: int, side: str) -> None:
        if number in self.first:
            self.fell.setdefault(number, turn)
        self.first.setdefault(number, side)
        self.last[number] = side


def places(results: Results) -> Iterator[str]:
    """When the places that the title names changed hands."""
    told = False
    for cell in results.shown:
        found: dict[str, _Place] = {}
        for number, (turn, place, side) in results.store.holders(cell):
            found.setdefault(place, _Place()).note(number, turn, side)
        changed = {
            name: band([float(turn) for turn in place.fell.values()])
            for name, place in found.items()
            if place.fell
        }
        if not changed:
            continue
        if not told:
            yield "<h2>When places changed hands</h2>"
            yield (
                "<p>The turn at whose beginning a place was first held by another than at the "
                "start: the middle of those games in which it was, and between which turns four "
                "of five of them lie.</p>"
            )
            yield some_of(results)
            told = True
        yield f"<h3>{escape(cell.name)}</h3>{_fallen(cell, found, changed)}"


def _fallen(cell: Cell, found: dict[str, _Place], changed: dict[str, Band]) -> str:
    games = max(len(place.first) for place in found.values())
    ordered = sorted(changed, key=lambda name: (changed[name].middle, -changed[name].games, name))
    spans = [
        charts.Span(name, one.low, one.middle, one.high, f"{one.games} of {games}")
        for name in ordered
        for one in (changed[name],)
    ]
    rows = [_fate(name, found[name], changed[name], games) for name in ordered]
    heads = ("Place", "First held by", "Changed hands", "First on turn", "80 %", "Held at the end")
    stayed = sorted(set(found) - set(changed))
    rest = f"<p>Never: {escape(', '.join(stayed))}.</p>" if stayed else ""
    words = f"When places changed hands, {cell.name}"
    return charts.spans(words, spans, axis="turn") + rest + folded("Figures", figures(heads, rows))


def _fate(name: str, place: _Place, when: Band, games: int) -> list[str]:
    begin = sorted(set(place.first.values()))
    end = {side: list(place.last.values()).count(side) for side in sorted(set(place.last.values()))}
    return [
        *(name, ", ".join(side or "nobody" for side in begin), f"{when.games} of {games}"),
        *(f"{when.middle:g}", f"{when.low:.3g} to {when.high:.3g}"),
        ", ".join(f"{side or 'nobody'} {count}" for side, count in end.items()),
    ]
