"""What there is to play: the routes of titles, maps, charts and rules."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

from litestar import Request, Response, get, post
from litestar.datastructures import State as Shared
from litestar.params import FromPath, JSONBody

from .. import lessons, rules, titles
from ..charts import ChartView, charts_of
from ..engine import Title, Unsuitable
from ..engine.looks import BANDS
from ..lab.balance import Worth, published
from ..players import suited
from .maps import Maps
from .messages import (
    PERSON,
    Fitting,
    LessonInfo,
    LessonPage,
    MapData,
    OptionInfo,
    RuleChapter,
    RulePage,
    ScenarioInfo,
    SetUp,
    SideWorth,
    TitleInfo,
    WorthInfo,
)
from .pages import FOR_EVER
from .problems import NotFound


@get("/api/titles", sync_to_thread=False)
def list_titles(state: Shared) -> list[TitleInfo]:
    """Every title that can be played."""
    maps: Maps = state.maps
    found = []
    for slug in titles.playable():
        title, entry = titles.load(slug), titles.entry(slug)
        about, worths = title.as_json(), published(slug)
        found.append(
            TitleInfo(
                slug=slug,
                name=title.name,
                subtitle=entry.subtitle,
                sides=title.sides,
                liveries=entry.looks,
                bands=BANDS,
                glyphs=titles.marker_glyphs(slug),
                scenarios=tuple(
                    ScenarioInfo(
                        s["key"],
                        s["name"],
                        s["text"],
                        tuple(s["options"]),
                        tuple(s["defaults"]),
                        _worth_info(worths.get(s["key"])),
                    )
                    for s in about["scenarios"]
                ),
                options=tuple(OptionInfo(o.key, o.name, o.text) for o in title.options),
                players=(PERSON, *suited(title)),
                data=titles.data_version(slug),
                lesson=_lesson_info(slug),
                shelf=entry.shelf,
                first_case=rules.cases_of(slug)[0],
                first_game=entry.first_game,
                picture=maps.thumbnail_address(slug),
            )
        )
    return found


def _worth_info(worth: Worth | None) -> WorthInfo | None:
    if worth is None:
        return None
    rates = [(side, worth.rate(side)) for side in worth.wins]
    sides = tuple(SideWorth(side, rate.rate, rate.low, rate.high) for side, rate in rates)
    return WorthInfo(worth.players, worth.games, sides, worth.drawn / worth.games)


def _lesson_info(slug: str) -> LessonInfo | None:
    found = lessons.lesson(slug)
    return LessonInfo(found.name, found.text) if found else None


@get("/api/titles/{slug:str}/lesson", sync_to_thread=True)
def lesson_page(slug: FromPath[str]) -> LessonPage:
    """The steps of a title's guided first game."""
    _check_slug(slug)
    found = lessons.lesson(slug)
    if found is None:
        raise NotFound(f"{slug} has no lesson")
    return LessonPage(found.name, found.side, found.steps)


@get("/api/titles/{slug:str}/charts", sync_to_thread=True)
def chart_pages(slug: FromPath[str]) -> tuple[ChartView, ...]:
    """The charts of a title, in the order of their use."""
    _check_slug(slug)
    return charts_of(slug)


@post("/api/titles/{slug:str}/check", status_code=200, sync_to_thread=False)
def check_set_up(slug: FromPath[str], data: JSONBody[SetUp]) -> Fitting:
    """Whether a scenario and options can be played together, and which others can join them."""
    _check_slug(slug)
    title = titles.load(slug)
    others = [o.key for o in title.options if o.key not in data.options]
    reasons = {key: _unfit(title, data.scenario, (*data.options, key)) for key in others}
    problem = _unfit(title, data.scenario, data.options)
    # What is wrong already is not the fault of what would be added.
    refused = {key: reason for key, reason in reasons.items() if reason and reason != problem}
    return Fitting(problem, refused)


def _unfit(title: Title, scenario: str, options: tuple[str, ...]) -> str:
    try:
        title.check(scenario, options)
    except Unsuitable as error:
        return str(error)
    return ""


@get("/api/titles/{slug:str}/map", sync_to_thread=True)
def map_data(state: Shared, slug: FromPath[str]) -> MapData:
    """Where each hex lies on the picture of the map."""
    _check_slug(slug)
    maps: Maps = state.maps
    return maps.data(slug)


@get("/maps/{file:str}")
async def map_picture(
    state: Shared, request: Request[Any, Any, Any], file: FromPath[str]
) -> Response[bytes]:
    """The picture of a map as SVG, or a small one as PNG; under its digest it never changes."""
    slug, _, kind = file.partition(".")
    if kind not in ("svg", "png"):
        raise NotFound(f"there is no map {file!r}; maps end in .svg, small pictures in .png")
    _check_slug(slug)
    maps: Maps = state.maps
    asked = request.query_params.get("v")
    if kind == "png":
        small = await maps.thumbnail(slug)
        dated = maps.thumbnail_address(slug).endswith(f"?v={asked}")
        headers = {"Cache-Control": FOR_EVER if dated else "no-cache"}
        return Response(small, media_type="image/png", headers=headers)
    drawn = await asyncio.to_thread(maps.base_map, slug)
    tag = f'"{drawn.digest}"'
    headers = {
        "ETag": tag,
        "Cache-Control": FOR_EVER if asked == drawn.digest else "no-cache",
        "Content-Encoding": "gzip",
    }
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    return Response(drawn.packed, media_type="image/svg+xml", headers=headers)


@get("/api/rules/{slug:str}", sync_to_thread=True)
def rule_book(slug: FromPath[str]) -> tuple[RuleChapter, ...]:
    """All rules of a title in our words, chapter by chapter."""
    _check_slug(slug)
    return _rule_book(slug)


@cache
def _rule_book(slug: str) -> tuple[RuleChapter, ...]:
    return tuple(
        RuleChapter(
            chapter.number,
            chapter.name,
            tuple(RulePage(page.case, page.title, page.text) for page in chapter.cases),
        )
        for chapter in rules.book(slug)
    )


@get("/api/rules/{slug:str}/{case:str}", sync_to_thread=True)
def rule(slug: FromPath[str], case: FromPath[str]) -> RulePage:
    """A rule in our words."""
    _check_slug(slug)
    try:
        found = rules.explain(slug, case)
    except LookupError as error:
        raise NotFound(str(error)) from None
    return RulePage(found.case, found.title, found.text)


def _check_slug(slug: str) -> None:
    if slug not in titles.playable():
        raise NotFound(f"there is no title {slug!r}; there are {', '.join(titles.playable())}")


ROUTES = (
    list_titles,
    lesson_page,
    chart_pages,
    check_set_up,
    map_data,
    map_picture,
    rule,
    rule_book,
)
