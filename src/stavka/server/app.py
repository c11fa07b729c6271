"""The web application: the routes of docs/protocol.md, and the files of the client."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, Request, Response, delete, get, post, websocket
from litestar.connection import ASGIConnection
from litestar.datastructures import State as Shared
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.types import ASGIApp

from .. import __version__, lessons, rules, titles
from ..charts import ChartView, charts_of
from ..engine import Title, Unsuitable
from ..engine.looks import BANDS
from ..players import suited
from ..review.story import Story
from .guard import Guard, own_names, refuse
from .imports import BadImport
from .limits import (
    IMPORT_BYTES,
    IMPORTS_PER_MINUTE,
    MESSAGE_BYTES,
    MESSAGES_PER_SECOND,
    TABLES_PER_MINUTE,
    AddressAllowance,
    Lines,
)
from .live import TOO_MANY, Socket, carry_out, follow
from .maps import Maps
from .messages import (
    PERSON,
    Answer,
    ClientMessage,
    Fitting,
    ImportTable,
    LessonInfo,
    LessonPage,
    MapData,
    NewLesson,
    NewTable,
    OptionInfo,
    PrivateSeat,
    Problem,
    Reach,
    Refused,
    ReportState,
    RuleChapter,
    RulePage,
    ScenarioInfo,
    SeatState,
    SetUp,
    SpectatorSeat,
    State,
    TableLinks,
    TitleInfo,
)
from .pages import page
from .reach import ALONE, is_loopback
from .reports import Reports, TooMany
from .storage import Storage, StorageError
from .table import Forbidden, Refusal
from .tables import BadRequest, Busy, NoSuchSeat, OtherGame, Place, Tables

log = logging.getLogger(__name__)

JSON_TYPE = "application/json"
TOO_MANY_LINES = "too many lines from your address; close some pages"
FOR_EVER = "public, max-age=31536000, immutable"


class NotFound(Exception):
    """Something that is asked for by name and is not there."""


# Titles, maps, rules


@get("/api/titles", sync_to_thread=False)
def list_titles(state: Shared) -> list[TitleInfo]:
    """Every title that can be played."""
    maps: Maps = state.maps
    found = []
    for slug in titles.playable():
        title, entry = titles.load(slug), titles.entry(slug)
        about = title.as_json()
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
                        s["key"], s["name"], s["text"], tuple(s["options"]), tuple(s["defaults"])
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


# Tables


@post("/api/tables", request_max_body_size=MESSAGE_BYTES)
async def new_table(
    state: Shared, request: Request[Any, Any, Any], data: JSONBody[NewTable]
) -> TableLinks:
    """Sets up a table; the secrets of its seats are told here and never again."""
    tables: Tables = state.tables
    _spend(state.setting_up, request, "tables")
    return await tables.create(data)


@get("/api/reach", sync_to_thread=False)
def how_to_reach(state: Shared, request: Request[Any, Any, Any]) -> Reach:
    """How others reach this server. People elsewhere know: the address that they have does."""
    return state.reach if is_loopback(_address(request)) else Reach(alone=False, origins=())


@post("/api/tables/import", request_max_body_size=IMPORT_BYTES)
async def import_table(
    state: Shared, request: Request[Any, Any, Any], data: JSONBody[ImportTable]
) -> TableLinks:
    """Goes on with a game from a record or a position file."""
    tables: Tables = state.tables
    _spend(state.importing, request, "games")
    return await tables.import_(data)


@post("/api/lessons", request_max_body_size=MESSAGE_BYTES)
async def new_lesson(
    state: Shared, request: Request[Any, Any, Any], data: JSONBody[NewLesson]
) -> PrivateSeat:
    """Begins a title's guided first game."""
    tables: Tables = state.tables
    _spend(state.setting_up, request, "tables")
    return tables.lesson(data.title)


def _spend(allowance: AddressAllowance, request: Request[Any, Any, Any], things: str) -> None:
    if not allowance.take(_address(request)):
        raise Busy(f"too many {things} from your address; wait a minute")


def _address(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    return connection.client.host if connection.client else ""


# Seats


@get("/api/seats/{secret:str}")
async def seat_state(state: Shared, secret: FromPath[str]) -> SeatState:
    """Everything to draw the table from this seat."""
    tables: Tables = state.tables
    async with tables.enter(secret) as place:
        return await tables.state(place)


@get("/api/seats/{secret:str}/wait")
async def seat_news(
    state: Shared,
    request: Request[Any, Any, Any],
    secret: FromPath[str],
    after: FromQuery[int],
) -> SeatState:
    """The same, as soon as its version is above `after`, or after 25 seconds."""
    tables: Tables = state.tables
    with state.lines.hold(_address(request)) as held:
        if not held:
            raise Busy(TOO_MANY_LINES)
        async with tables.enter(secret) as place:
            return await tables.wait(place, after)


@post("/api/seats/{secret:str}", status_code=200, request_max_body_size=MESSAGE_BYTES)
async def seat_message(
    state: Shared, secret: FromPath[str], data: JSONBody[ClientMessage]
) -> State | Answer | Refused:
    """A message, and what comes of it."""
    tables: Tables = state.tables
    async with tables.enter(secret) as place:
        if not place.may_send(data):
            raise Busy(TOO_MANY)
        answer = await carry_out(tables, place, data)
        return answer or State(await tables.state(place))


@post("/api/seats/{secret:str}/what-if")
async def what_if(state: Shared, secret: FromPath[str]) -> PrivateSeat:
    """A board of one's own to try things on, from what the seat knows now."""
    tables: Tables = state.tables
    async with tables.enter(secret) as place:
        if not place.allowance.take():
            raise Busy(TOO_MANY)
        return await tables.what_if(place)


@post("/api/seats/{secret:str}/spectator")
async def invite_spectators(state: Shared, secret: FromPath[str]) -> SpectatorSeat:
    """A new seat for spectators."""
    tables: Tables = state.tables
    async with tables.enter(secret) as place:
        if not place.allowance.take():
            raise Busy(TOO_MANY)
        return await tables.invite(place)


@delete("/api/seats/{secret:str}/what-if")
async def discard_what_if(state: Shared, secret: FromPath[str]) -> None:
    """Discards the seat's own board."""
    tables: Tables = state.tables
    async with tables.enter(secret) as place:
        tables.discard(place)


@get("/api/seats/{secret:str}/record")
async def seat_record(state: Shared, secret: FromPath[str]) -> Response[str]:
    """The game as a record."""
    tables: Tables = state.tables
    async with tables.enter(secret) as place:
        return _download(await tables.record(place), f"{place.open_table.id}.stavka")


@get("/api/seats/{secret:str}/position")
async def seat_position(state: Shared, secret: FromPath[str]) -> Response[str]:
    """The present position as a position file."""
    tables: Tables = state.tables
    async with tables.enter(secret) as place:
        return _download(await tables.position_file(place), f"{place.open_table.id}.txt")


@get("/api/seats/{secret:str}/report")
async def seat_report(state: Shared, secret: FromPath[str]) -> Response[bytes]:
    """The game as an after-action report: Markdown and pictures in a zip archive."""
    tables: Tables = state.tables
    reports: Reports = state.reports
    async with tables.enter(secret) as place:
        name = f"{place.open_table.id}-report.zip"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        content = await reports.archive(await _story(tables, place))
        return Response(content, media_type="application/zip", headers=headers)


@post("/api/seats/{secret:str}/report", status_code=202)
async def start_report(state: Shared, secret: FromPath[str]) -> ReportState:
    """Has the after-action report written as one page of HTML."""
    tables: Tables = state.tables
    reports: Reports = state.reports
    async with tables.enter(secret) as place:
        return reports.start(place.seat.key, await _story(tables, place))


async def _story(tables: Tables, place: Place) -> Story:
    story = await tables.story(place)
    if not place.allowance.take():
        raise Busy(TOO_MANY)
    return story


@get("/api/seats/{secret:str}/report/progress")
async def report_progress(state: Shared, secret: FromPath[str]) -> ReportState:
    """How far the report is."""
    tables: Tables = state.tables
    reports: Reports = state.reports
    async with tables.enter(secret) as place:
        found = reports.state(place.seat.key)
    if found is None:
        raise NotFound("nobody has asked for a report")
    return found


@get("/api/seats/{secret:str}/report/page")
async def report_page(state: Shared, secret: FromPath[str]) -> Response[bytes]:
    """The report, once it has been written."""
    tables: Tables = state.tables
    reports: Reports = state.reports
    async with tables.enter(secret) as place:
        page = reports.page(place.seat.key)
    if not page:
        raise NotFound("the report has not been written")
    return Response(page, media_type="text/html")


def _download(text: str, name: str) -> Response[str]:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@websocket("/ws/{secret:str}")
async def live(socket: Socket, state: Shared, secret: FromPath[str]) -> None:
    """A seat, live."""
    with state.lines.hold(_address(socket)) as held:
        if held:
            await follow(socket, state.tables, secret)
        else:
            await refuse(socket.scope, socket.send, 429, TOO_MANY_LINES)


# The client


@get("/", include_in_schema=False, sync_to_thread=True)
def first_page() -> Response[bytes]:
    return _page("")


@get("/{path:path}", include_in_schema=False, sync_to_thread=True)
def client_file(path: FromPath[Path]) -> Response[bytes]:
    return _page(path.as_posix())


def _page(path: str) -> Response[bytes]:
    found = page(path)
    if found is None:
        raise NotFound(f"there is nothing at {path}")
    headers = {"Cache-Control": FOR_EVER if found.for_ever else "no-cache"}
    return Response(found.content, media_type=found.media_type, headers=headers)


# Errors


STATUS: dict[type[Exception], int] = {
    NotFound: 404,
    BadRequest: 400,
    BadImport: 400,
    Forbidden: 403,
    Refusal: 409,
    OtherGame: 409,
    Busy: 429,
    TooMany: 429,
    StorageError: 503,
}


def _problem(_: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Every error in one form."""
    if isinstance(error, HTTPException):
        status, reason = error.status_code, _reason(error)
    elif isinstance(error, NoSuchSeat):
        status, reason = 404, "there is no such seat"
    elif isinstance(error, RecursionError):
        # The only thing here that can be nested without end is a body.
        status, reason = 400, "the body is nested too deeply"
    elif isinstance(error, UnicodeDecodeError):
        status, reason = 400, "the body is not UTF-8 text"
    else:
        status, reason = STATUS.get(type(error), 500), str(error)
    if status >= 500:
        log.error("request failed", exc_info=error)
        if status == 500:
            # What went wrong inside is for the log, not for whoever made it go wrong.
            reason = "something has gone wrong on the server"
    return Response(Problem(reason), status_code=status, media_type=JSON_TYPE)


def _reason(error: HTTPException) -> str:
    """What is wrong with a request, with the field if one is to blame."""
    extra = error.extra if isinstance(error.extra, list) else []
    fields = [f"{e.get('key', 'the body')}: {e['message']}" for e in extra if "message" in e]
    return "; ".join(fields) or error.detail


def create_app(
    storage: Storage,
    maps: Maps | None = None,
    messages_per_second: float = MESSAGES_PER_SECOND,
    names: frozenset[str] | None = None,
    reach: Reach = ALONE,
) -> ASGIApp:
    """The application; `names` are those by which its machine may be asked for, `reach` is how
    others find it."""

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        tables = Tables(storage, messages_per_second)
        app.state.tables = tables
        app.state.maps = maps or Maps()
        app.state.reports = Reports(app.state.maps)
        app.state.setting_up = AddressAllowance(TABLES_PER_MINUTE)
        app.state.importing = AddressAllowance(IMPORTS_PER_MINUTE)
        app.state.lines = Lines()
        app.state.reach = reach
        tables.start()
        try:
            yield
        finally:
            app.state.reports.stop()
            await tables.stop()

    handled: dict[int | type[Exception], Callable[..., Response[Problem]]]
    handled = {Exception: _problem, HTTPException: _problem}
    app = Litestar(
        [
            list_titles,
            lesson_page,
            chart_pages,
            check_set_up,
            map_data,
            map_picture,
            rule,
            rule_book,
            how_to_reach,
            new_table,
            import_table,
            new_lesson,
            seat_state,
            seat_news,
            seat_message,
            invite_spectators,
            what_if,
            discard_what_if,
            seat_record,
            seat_position,
            seat_report,
            start_report,
            report_progress,
            report_page,
            live,
            first_page,
            client_file,
        ],
        lifespan=[life],
        exception_handlers=handled,
        openapi_config=OpenAPIConfig(
            title="Stavka",
            version=__version__,
            path="/schema",
            render_plugins=[JsonRenderPlugin(path="/")],
        ),
        logging_config=None,
    )
    return Guard(app, names or own_names())
