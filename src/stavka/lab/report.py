"""A run as one page of HTML: what it shows, how sure that is, and how to do it again."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from html import escape
from importlib.resources import files
from statistics import fmean

from .. import __version__, titles
from ..drawing import fonts
from . import charts, comparisons, courses
from .experiment import Cell
from .heat import HeatMap
from .results import Results, figures, folded
from .simulation import NO_WINNER
from .statistics import RateOf, sprt
from .store import Store

# So many errors are told one by one.
TOLD = 20
# Beside a map so many of its hexes stand in a table.
HOTTEST = 12


def write_report(store: Store, progress: Callable[[int, int], None] = lambda *_: None) -> str:
    return _Report(store).page(progress)


class _Report(Results):
    def __init__(self, store: Store) -> None:
        super().__init__(store)
        looks = titles.entry(self.title.slug).looks
        self._colours = {side: looks[side].dot for side in self.title.sides}

    def page(self, progress: Callable[[int, int], None]) -> str:
        chapters: list[Callable[[], Iterator[str]]] = [
            self._errors,
            self._rates,
            self._levels,
            lambda: comparisons.differences(self),
            lambda: comparisons.dice(self),
            lambda: comparisons.ladder(self),
            self._tests,
            lambda: courses.measures(self),
            lambda: courses.places(self),
            self._maps,
            self._again,
        ]
        body = list(self._head())
        for number, chapter in enumerate(chapters):
            progress(number, len(chapters))
            body += chapter()
        progress(len(chapters), len(chapters))
        style = (files(__package__) / "report.css").read_text(encoding="utf-8")
        return (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{escape(self.experiment.heading.name)}</title>"
            f"<style>{fonts.embedded()}{style}</style></head>"
            f"<body><main>{''.join(body)}</main></body></html>\n"
        )

    # What was asked

    def _head(self) -> Iterator[str]:
        heading = self.experiment.heading
        done = sum(map(len, self.all.values()))
        seconds = sum(game.seconds for games in self.all.values() for game in games)
        yield f'<p class="eyebrow">{escape(self.title.name)}</p><h1>{escape(heading.name)}</h1>'
        if heading.text:
            yield f"<p>{escape(heading.text)}</p>"
        yield (
            f"<p>{done} games in {len(self.experiment.cells)} cells, at most {heading.games} in "
            f"each; {seconds / 3600:.2f} CPU hours.</p>"
        )

    def _errors(self) -> Iterator[str]:
        """First of all: what is wrong with the results."""
        wrong = [
            (cell, game)
            for cell in self.experiment.cells
            for game in self.all[cell.id]
            if game.error
        ]
        empty = [cell.name for cell in self.experiment.cells if not self.all[cell.id]]
        if empty:
            yield f'<p class="wrong">Not played yet: {escape(", ".join(empty))}.</p>'
        for difference in self.store.differences():
            yield f'<p class="wrong">{escape(str(difference))}.</p>'
        if not wrong:
            yield "<p>No game broke off.</p>"
            return
        yield f'<h2>Games that broke off</h2><p class="wrong">{len(wrong)} games.</p>'
        rows = [(cell.name, str(game.number), game.error) for cell, game in wrong[:TOLD]]
        yield figures(("Cell", "Game", "Why"), rows)

    # Results

    def _rate(self, cell: Cell, side: str) -> RateOf:
        games = self.good(cell)
        return RateOf.over(sum(game.winner == side for game in games), len(games))

    def _rates(self) -> Iterator[str]:
        if not self.cells:
            return
        yield "<h2>Who wins</h2>"
        for side in self.title.sides:
            rows = [(cell.name, self._rate(cell, side), self._colours[side]) for cell in self.cells]
            yield f"<h3>{escape(side)}</h3>"
            yield charts.rates(f"How often the {side} wins", rows)
        yield (
            "<p>Dots are rates, lines hold the true rate with 95 %. The pale stripe, 35 to 65 %, "
            "is what we call even.</p>"
        )
        heads = ["Cell", "Games"]
        heads += [f"{side} wins" for side in self.title.sides]
        heads += [*(name.capitalize() for name in NO_WINNER), "Mean result", "Turns", "Choices"]
        yield figures([*heads, "CPU s"], map(self._result, self.cells))
        yield (
            f"<p>The mean result is that of the {escape(self.title.sides[0])}: -1 is the worst "
            "defeat, 1 the best victory.</p>"
        )

    def _result(self, cell: Cell) -> list[str]:
        games = self.good(cell)
        rates = [self._rate(cell, side) for side in self.title.sides]
        return [
            cell.name,
            str(len(games)),
            *(f"{one.times} ({one.low:.0%} to {one.high:.0%})" for one in rates),
            *(str(sum(game.winner == name for game in games)) for name in NO_WINNER),
            f"{fmean(game.value for game in games):+.2f}",
            f"{fmean(game.turns for game in games):.1f}",
            f"{fmean(game.actions for game in games):.0f}",
            f"{fmean(game.seconds for game in games):.2f}",
        ]

    def _levels(self) -> Iterator[str]:
        if not self.cells:
            return
        worth: dict[str, list[float]] = defaultdict(list)
        for cell in self.cells:
            for game in self.good(cell):
                worth[game.level].append(game.value)
        names = sorted(worth, key=lambda level: fmean(worth[level]))
        counts = [(cell.name, Counter(g.level for g in self.good(cell))) for cell in self.cells]
        yield "<h2>How clearly</h2>"
        yield charts.shares("Levels of victory", counts, names)
        rows = [[name, *(str(found[level]) for level in names)] for name, found in counts]
        yield figures(["Cell", *names], rows)

    def _tests(self) -> Iterator[str]:
        test = self.experiment.heading.stop.sprt
        if test is None:
            return
        most = self.experiment.heading.games
        yield "<h2>Sequential test</h2>"
        yield (
            f"<p>Does the {escape(test.side)} win {test.p0:.0%} of the games, or {test.p1:.0%}? "
            f"Wrong in at most {test.alpha:.0%} and {test.beta:.0%} of such tests.</p>"
        )
        rows = []
        for cell in self.cells:
            found = sprt(test, {game.number: game for game in self.all[cell.id]}, most)
            said = {"p0": f"nearer to {test.p0:.0%}", "p1": f"nearer to {test.p1:.0%}"}
            verdict = said.get(found.verdict, "not decided")
            yield f"<h3>{escape(cell.name)}: {verdict}</h3>"
            yield charts.sequential(f"Sequential test of {cell.name}", found)
            at = found.path[-1] if found.path else 0.0
            bounds = f"{found.lower:+.2f} to {found.upper:+.2f}"
            rows.append((cell.name, str(len(found.path)), f"{at:+.2f}", bounds, verdict))
        yield figures(("Cell", "Games", "Log-likelihood ratio", "Bounds", "Verdict"), rows)

    # The map

    def _maps(self) -> Iterator[str]:
        fights: dict[str, Counter[str]] = {}
        held: dict[str, dict[str, Counter[str]]] = {}
        for cell in self.shown:
            fights[cell.id] = Counter()
            for fight in self.store.fights(cell):
                fights[cell.id][fight.hex] += fight.times
            held[cell.id] = {}
            for game in self.good(cell):
                for side, hexes in game.control.items():
                    held[cell.id].setdefault(side, Counter()).update(hexes)
        labels = {hex_ for found in fights.values() for hex_ in found}
        labels |= {hex_ for of in held.values() for found in of.values() for hex_ in found}
        if not labels:
            return
        drawn = HeatMap(self.title.slug, labels)
        yield drawn.shared()
        yield f"<h2>Where it was fought</h2>{courses.some_of(self)}"
        for cell in self.shown:
            games = len(self.good(cell))
            times = {hex_: count / games for hex_, count in fights[cell.id].items()}
            words = f"Attacks a game, {cell.name}"
            hottest = sorted(times.items(), key=lambda item: -item[1])[:HOTTEST]
            yield f"<h3>{escape(cell.name)}</h3><figure>{drawn.fights(words, times)}</figure>"
            rows = [(hex_, f"{value:.2f}") for hex_, value in hottest]
            yield folded("The hottest hexes", figures(("Hex", "Attacks a game"), rows))
        yield "<h2>Who holds what at the end</h2>"
        for cell in self.shown:
            games = len(self.good(cell))
            shares = {
                side: {hex_: count / games for hex_, count in found.items()}
                for side, found in held[cell.id].items()
            }
            words = f"Held at the end, {cell.name}"
            names = " and ".join(shares)
            yield f"<h3>{escape(cell.name)}</h3><figure>{drawn.held(words, shares)}</figure>"
            yield f"<p>Dark is the share of games for the first of {escape(names)}.</p>"

    def _again(self) -> Iterator[str]:
        """Everything that is needed to do it again."""
        first = self.experiment.cells[0]
        yield "<h2>To do it again</h2>"
        yield "<p>Save this as a file and run <code>stavka lab run FILE</code>.</p>"
        yield f"<pre>{escape(self.experiment.text)}</pre>"
        rows = [
            ("Begun", f"{self.store.began()} UTC"),
            ("Stavka", __version__),
            ("Rules", str(first.rules)),
            ("Data", ", ".join(sorted({cell.data for cell in self.experiment.cells}))),
            ("Code that plays", first.program),
        ]
        yield figures(("What", "Version"), rows)
