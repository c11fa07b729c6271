"""The chapters of a report that set cells against each other: differences, luck, a ladder."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from html import escape

from . import charts
from .experiment import Cell
from .luck import Luck, luck, only_dice
from .rating import Half, standing
from .results import Results, figures, percent
from .statistics import SIGNIFICANT, Shift, corrected, paired


def differences(results: Results) -> Iterator[str]:
    """Each cell against the first of its scenario, game by game, the largest difference first."""
    for first, shifts in results.compared:
        if shifts:
            yield from _differences(results, first, shifts)


def _differences(
    results: Results, first: Cell, shifts: Sequence[tuple[Cell, Shift]]
) -> Iterator[str]:
    side = results.title.sides[0]
    chances = corrected([one.chance for _, one in shifts])
    yield f"<h2>Compared with \u201c{escape(first.name)}\u201d</h2>"
    yield (
        "<p>Games with the same number have the same seed, and are compared one by one. Dots are "
        f"the mean change of the result for the {escape(side)} (-1 is the worst defeat, 1 the best "
        "victory), lines hold the true change with 95 %. Full dots differ from 0 even though "
        f"{len(shifts)} cells are looked at (Holm's correction, p below {SIGNIFICANT}); hollow "
        "ones may be chance.</p>"
    )
    spans = [
        charts.Span(
            cell.name, one.low, one.mean, one.high, f"{one.mean:+.2f}", sure=chance < SIGNIFICANT
        )
        for (cell, one), chance in zip(shifts, chances, strict=True)
    ]
    yield charts.spans(f"Change of the result for the {side}", spans, axis="change of the result")
    yield figures(
        ("Cell", "Games", "Change", "95 %", "p", "p corrected", *_heads(results)),
        [
            [
                *(cell.name, str(one.games), f"{one.mean:+.3f}"),
                *(f"{one.low:+.2f} to {one.high:+.2f}", percent(one.chance), percent(chance)),
                *_wins(results, first, cell),
            ]
            for (cell, one), chance in zip(shifts, chances, strict=True)
        ],
    )
    yield (
        "<p>Beside it how often a game was won there and not here, and the other way round, with "
        "McNemar's exact test.</p>"
    )


def _heads(results: Results) -> Iterator[str]:
    for side in results.title.sides:
        yield f"{side} wins lost : gained"
        yield "p"


def _wins(results: Results, first: Cell, cell: Cell) -> Iterator[str]:
    for side in results.title.sides:
        found = paired(results.good(first), results.good(cell), side)
        yield f"{found.first} : {found.second} ({found.difference:+.0%})"
        yield percent(found.chance)


# Luck


def dice(results: Results) -> Iterator[str]:
    """How much of the result is dice, where only players and dice differ."""
    found = []
    for name, cells in _settings(results).items():
        certain = [cell for cell in cells if only_dice(cell)]
        values = [{game.number: game.value for game in results.good(cell)} for cell in certain]
        one = luck(values)
        if one is not None:
            found.append((name, one))
    if not found:
        return
    yield "<h2>How much is dice</h2>"
    for name, one in found:
        yield f"<p>{escape(_said(name, one))}</p>"
    yield (
        "<p>Within a cell nothing differs but the dice: nobody's choices depend on a chance of his "
        "own. What differs between cells is how the game is played. With other players, who differ "
        "more or less than these, the shares are others.</p>"
    )
    if len(found) > 1:
        spans = [
            charts.Span(name, 100 * one.low, 100 * one.share, 100 * one.high, f"{one.share:.0%}")
            for name, one in found
        ]
        yield charts.spans("Share of dice", spans, axis="per cent")
    yield figures(
        ("Scenario", "Ways to play it", "Games of each", "Dice", "95 %"),
        [
            (
                *(name, str(one.cells), str(one.games), f"{one.share:.1%}"),
                f"{one.low:.1%} to {one.high:.1%}",
            )
            for name, one in found
        ],
    )


def _said(name: str, one: Luck) -> str:
    return (
        f"{name}: {one.share:.0%} of the variance of the result is dice ({one.low:.0%} to "
        f"{one.high:.0%} with 95 %), the rest is how it is played: {one.cells} ways to play it, "
        f"{one.games} games each."
    )


def _settings(results: Results) -> dict[str, list[Cell]]:
    """The cells that differ in nothing but who plays, by what they have in common."""
    found: dict[tuple[str, tuple[str, ...], str], list[Cell]] = defaultdict(list)
    for cell in results.cells:
        found[cell.scenario, cell.options, cell.data].append(cell)
    alone = len({scenario for scenario, _, _ in found}) == len(found)
    return {
        scenario if alone else f"{scenario} ({', '.join(options) or 'no options'}, data {data})": of
        for (scenario, options, data), of in found.items()
    }


# The ladder


def ladder(results: Results) -> Iterator[str]:
    """How strong the players are, where they have met with sides exchanged."""
    told = False
    for name, cells in _settings(results).items():
        halves = _halves(results, cells)
        players = list(dict.fromkeys(player for half in halves for player in (half.a, half.b)))
        if not halves:
            continue
        if not told:
            yield "<h2>The ladder</h2>"
            yield (
                "<p>A match is two games with one seed and sides exchanged; who was better off in "
                "both together has won. Elo of a Bradley-Terry model with 95 % bounds; the cadet, "
                "or else the first player, is 0.</p>"
            )
            told = True
        yield f"<h3>{escape(name)}</h3>{_rungs(players, halves)}"


def _halves(results: Results, cells: Sequence[Cell]) -> list[Half]:
    """The games of pairs that have played both ways, as halves of matches."""
    first, second = results.title.sides
    ways = {(cell.players[first], cell.players[second]): cell for cell in cells if not cell.opening}
    found = []
    for (a, b), cell in ways.items():
        back = ways.get((b, a))
        if a >= b or back is None or cell.chance != back.chance:
            continue
        there = {game.number: game for game in results.good(cell)}
        here = {game.number: game for game in results.good(back)}
        for number in sorted(there.keys() & here.keys()):
            for side, game, sign in ((first, there[number], 1), (second, here[number], -1)):
                none = (0.0, 0.0), (0, 0), (0, 0)
                found.append(Half(a, b, number, side, sign * game.value, game.winner, *none))
    return found


def _rungs(players: list[str], halves: list[Half]) -> str:
    found = standing(sorted(players), halves)
    ranked = sorted(found.players.items(), key=lambda item: -item[1].elo)
    spans = [charts.Span(name, r.low, r.elo, r.high, f"{r.elo:+.0f}") for name, r in ranked]
    rows = [
        (name, f"{r.elo:+.0f}", "anchor" if r.low == r.high else f"{r.low:+.0f} to {r.high:+.0f}")
        for name, r in ranked
    ]
    pairs = [
        (f"{p.a} against {p.b}", str(p.games), str(p.a_wins), str(p.draws), f"{p.mean_level:+.2f}")
        for p in found.pairs
    ]
    return (
        charts.spans("The ladder", spans, axis="Elo")
        + figures(("Player", "Elo", "95 %"), rows)
        + figures(("Match", "Matches", "Won", "Drawn", "Mean result"), pairs)
    )
