"""The rules of a title in our words, and its charts, as a guest asks for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from ..charts import ChartView, lines_of
from ..engine.texts import counted
from ..server.messages import RuleChapter, RulePage
from .trouble import Trouble
from .wire import Wire

# A search tells whole pages of so many, and of others the headings.
WHOLE = 3


class Rulebook:
    def __init__(self, wire: Wire, slug: str) -> None:
        self._wire, self._slug = wire, slug

    @cached_property
    def _chapters(self) -> tuple[RuleChapter, ...]:
        return self._wire.get(f"/api/rules/{self._slug}", tuple[RuleChapter, ...])

    @cached_property
    def _charts(self) -> tuple[ChartView, ...]:
        return self._wire.get(f"/api/titles/{self._slug}/charts", tuple[ChartView, ...])

    def tell(self, about: str) -> Iterator[str]:
        """The contents; or a chapter, a case, a chart, or whatever has a word in it."""
        about = about.strip()
        if not about:
            return self._contents()
        chapter = next((c for c in self._chapters if c.number == about), None)
        if chapter is not None:
            return _chapter(chapter)
        page = self.page(about)
        if page is not None:
            return _whole(page)
        return self._search(about)

    def page(self, case: str) -> RulePage | None:
        """The page of a case."""
        pages = (page for chapter in self._chapters for page in chapter.pages)
        return next((page for page in pages if page.case == case), None)

    def _contents(self) -> Iterator[str]:
        yield "Chapters (rules(about=NUMBER) tells one, rules(about=CASE) a case of it):"
        for chapter in self._chapters:
            yield f"{chapter.number} {chapter.name} ({counted(len(chapter.pages), 'case')})"
        yield "Charts (rules(about=NAME)):"
        yield from (chart.name for chart in self._charts)

    def _search(self, word: str) -> Iterator[str]:
        charts = [chart for chart in self._charts if word.lower() in chart.name.lower()]
        pages = self._pages_with(word.lower())
        if not charts and not pages:
            raise Trouble(
                f"Nothing in the rules is called {word!r} or has it in its text; rules() tells the"
                " contents."
            )
        return _found(charts, pages)

    def _pages_with(self, word: str) -> list[RulePage]:
        """Those that have a word in the names of their chapters or in their headings first."""
        pages = [page for chapter in self._chapters for page in chapter.pages]
        named = [c for c in self._chapters if word in c.name.lower()]
        headed = [page for chapter in named for page in chapter.pages]
        headed += [page for page in pages if word in page.title.lower() and page not in headed]
        inside = [page for page in pages if word in page.text.lower() and page not in headed]
        return [*headed, *inside]


def _chapter(chapter: RuleChapter) -> Iterator[str]:
    yield f"{chapter.number} {chapter.name}"
    for page in chapter.pages:
        yield from _whole(page)


def _whole(page: RulePage) -> Iterator[str]:
    yield f"{page.case} {page.title}: {' '.join(page.text.split())}"


def _found(charts: Sequence[ChartView], pages: Sequence[RulePage]) -> Iterator[str]:
    for chart in charts:
        yield from lines_of(chart)
    for page in pages[:WHOLE]:
        yield from _whole(page)
    if pages[WHOLE:]:
        yield "It stands also in:"
        yield from (f"{page.case} {page.title}" for page in pages[WHOLE:])
