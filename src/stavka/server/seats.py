"""Seats over HTTP: taking them, and what is done and seen from them."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import Any

from litestar import Request, Response, delete, get, post, websocket
from litestar.datastructures import State as Shared
from litestar.params import FromPath, FromQuery, JSONBody

from ..review.story import Story
from .claims import Asker
from .guard import refuse
from .limits import MESSAGE_BYTES
from .live import Socket, carry_out, follow
from .messages import (
    Answer,
    Ask,
    Claim,
    ClientMessage,
    Invitation,
    InvitationView,
    Invite,
    OwnSeat,
    PrivateSeat,
    Refused,
    ReportState,
    SeatState,
    SpectatorSeat,
    State,
)
from .open_table import TOO_MANY, Had, Place
from .people import account_id
from .problems import Busy, NoSuchSeat, NotFound
from .reports import Reports
from .seating import belongs
from .spending import address_of, spend
from .tables import Tables

TOO_MANY_LINES = "too many lines from your address; close some pages"


def enter(
    tables: Tables, request: Request[Any, Any, Any], table: str
) -> AbstractAsyncContextManager[Place]:
    """The seat that a request comes from."""
    return tables.enter(_secret(request, table), _browser(request))


def _browser(request: Request[Any, Any, Any]) -> str:
    return request.headers.get("stavka-browser", "")[:40]


def _secret(request: Request[Any, Any, Any], table: str) -> str:
    """The secret that travels beside the path: what is in paths ends up in the logs of proxies."""
    secret = bearer(request)
    if not belongs(secret, table):
        raise NoSuchSeat
    return secret


def bearer(request: Request[Any, Any, Any]) -> str:
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret if kind.lower() == "bearer" else ""


@get("/api/older-seat")
async def older_seat(state: Shared, request: Request[Any, Any, Any]) -> OwnSeat:
    """Where a link leads that was made before secrets named their tables."""
    tables: Tables = state.tables
    return await tables.older_seat(bearer(request))


@get("/api/tables/{table:str}/invitation")
async def invitation(
    state: Shared, request: Request[Any, Any, Any], table: FromPath[str]
) -> InvitationView:
    """What somebody is invited to."""
    tables: Tables = state.tables
    return await tables.claims.invitation(_secret(request, table))


@post("/api/tables/{table:str}/claim", request_max_body_size=MESSAGE_BYTES)
async def claim_seat(
    state: Shared, request: Request[Any, Any, Any], table: FromPath[str], data: JSONBody[Claim]
) -> OwnSeat:
    """Takes a seat with an invitation; its secret is told here and never again."""
    tables: Tables = state.tables
    await spend(state.claiming, state, request)
    return await tables.claims.claim(
        _secret(request, table), data, await account_id(state, request)
    )


@post("/api/tables/{table:str}/ask", request_max_body_size=MESSAGE_BYTES)
async def ask_for_seat(
    state: Shared, request: Request[Any, Any, Any], table: FromPath[str], data: JSONBody[Ask]
) -> OwnSeat:
    """Asks for a seat that was lost, with the invitation by which it was taken."""
    tables: Tables = state.tables
    await spend(state.claiming, state, request)
    asker = Asker(await account_id(state, request), _browser(request), state.asking.pay)
    return await tables.claims.ask(_secret(request, table), data, asker)


@post("/api/tables/{table:str}/invite", request_max_body_size=MESSAGE_BYTES)
async def invite(
    state: Shared, request: Request[Any, Any, Any], table: FromPath[str], data: JSONBody[Invite]
) -> Invitation:
    """An invitation to one's own seat, or to one that nobody has."""
    tables: Tables = state.tables
    async with enter(tables, request, table) as place:
        place.pay()
        return await tables.claims.invite(place, data.sides)


@post("/api/tables/{table:str}/give-back", status_code=204)
async def give_back(state: Shared, request: Request[Any, Any, Any], table: FromPath[str]) -> None:
    """Leaves a seat for somebody else."""
    tables: Tables = state.tables
    async with enter(tables, request, table) as place:
        await tables.claims.give_back(place)


@get("/api/tables/{table:str}")
async def seat_state(
    state: Shared, request: Request[Any, Any, Any], table: FromPath[str]
) -> SeatState:
    """Everything to draw the table from this seat."""
    tables: Tables = state.tables
    async with enter(tables, request, table) as place:
        return await tables.state(place)


@get("/api/tables/{table:str}/wait")
async def seat_news(
    state: Shared,
    request: Request[Any, Any, Any],
    table: FromPath[str],
    after: FromQuery[int],
    log: FromQuery[int] = 0,
) -> SeatState:
    """The same, as soon as its version is above `after`, or after 25 seconds. Whoever has so many
    lines of the log of that version is told those that are new."""
    tables: Tables = state.tables
    with state.lines.hold(address_of(request)) as held:
        if not held:
            raise Busy(TOO_MANY_LINES)
        async with enter(tables, request, table) as place:
            return await tables.wait(place, Had(after, max(0, log)))


@post("/api/tables/{table:str}", status_code=200, request_max_body_size=MESSAGE_BYTES)
async def seat_message(
    state: Shared,
    request: Request[Any, Any, Any],
    table: FromPath[str],
    data: JSONBody[ClientMessage],
    after: FromQuery[int] = -1,
    log: FromQuery[int] = 0,
) -> State | Answer | Refused:
    """A message, and what comes of it, for whoever has so many lines of the log of a version."""
    tables: Tables = state.tables
    async with enter(tables, request, table) as place:
        if not place.may_send(data):
            raise Busy(TOO_MANY)
        answer = await carry_out(tables, place, data)
        return answer or State(await tables.state(place, Had(after, max(0, log))))


@post("/api/tables/{table:str}/what-if")
async def what_if(
    state: Shared, request: Request[Any, Any, Any], table: FromPath[str]
) -> PrivateSeat:
    """A board of one's own to try things on, from what the seat knows now."""
    tables: Tables = state.tables
    async with enter(tables, request, table) as place:
        place.pay()
        return await tables.what_if(place)


@post("/api/tables/{table:str}/spectator")
async def invite_spectators(
    state: Shared, request: Request[Any, Any, Any], table: FromPath[str]
) -> SpectatorSeat:
    """A new seat for spectators."""
    tables: Tables = state.tables
    async with enter(tables, request, table) as place:
        place.pay()
        return await tables.invite(place)


@delete("/api/tables/{table:str}/what-if")
async def discard_what_if(
    state: Shared, request: Request[Any, Any, Any], table: FromPath[str]
) -> None:
    """Discards the seat's own board."""
    tables: Tables = state.tables
    async with enter(tables, request, table) as place:
        tables.discard(place)


@get("/api/tables/{table:str}/record")
async def seat_record(
    state: Shared, request: Request[Any, Any, Any], table: FromPath[str]
) -> Response[str]:
    """The game as a record."""
    tables: Tables = state.tables
    async with enter(tables, request, table) as place:
        return _download(await tables.record(place), f"{place.open_table.id}.stavka")


@get("/api/tables/{table:str}/position")
async def seat_position(
    state: Shared, request: Request[Any, Any, Any], table: FromPath[str]
) -> Response[str]:
    """The present position as a position file."""
    tables: Tables = state.tables
    async with enter(tables, request, table) as place:
        return _download(await tables.position_file(place), f"{place.open_table.id}.txt")


@get("/api/tables/{table:str}/report")
async def seat_report(
    state: Shared, request: Request[Any, Any, Any], table: FromPath[str]
) -> Response[bytes]:
    """The game as an after-action report: Markdown and pictures in a zip archive."""
    tables: Tables = state.tables
    reports: Reports = state.reports
    async with enter(tables, request, table) as place:
        name = f"{place.open_table.id}-report.zip"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        content = await reports.archive(place.seat.key, await _story(tables, place))
        return Response(content, media_type="application/zip", headers=headers)


@post("/api/tables/{table:str}/report", status_code=202)
async def start_report(
    state: Shared, request: Request[Any, Any, Any], table: FromPath[str]
) -> ReportState:
    """Has the after-action report written as one page of HTML."""
    tables: Tables = state.tables
    reports: Reports = state.reports
    async with enter(tables, request, table) as place:
        return reports.start(place.seat.key, await _story(tables, place))


async def _story(tables: Tables, place: Place) -> Story:
    story = await tables.story(place)
    place.pay()
    return story


@get("/api/tables/{table:str}/report/progress")
async def report_progress(
    state: Shared, request: Request[Any, Any, Any], table: FromPath[str]
) -> ReportState:
    """How far the report is."""
    tables: Tables = state.tables
    reports: Reports = state.reports
    async with enter(tables, request, table) as place:
        found = reports.state(place.seat.key)
    if found is None:
        raise NotFound("nobody has asked for a report")
    return found


@get("/api/tables/{table:str}/report/page")
async def report_page(
    state: Shared, request: Request[Any, Any, Any], table: FromPath[str]
) -> Response[bytes]:
    """The report, once it has been written."""
    tables: Tables = state.tables
    reports: Reports = state.reports
    async with enter(tables, request, table) as place:
        page = reports.page(place.seat.key)
    if not page:
        raise NotFound("the report has not been written")
    return Response(page, media_type="text/html")


def _download(text: str, name: str) -> Response[str]:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@websocket("/ws/{table:str}")
async def live(socket: Socket, state: Shared, table: FromPath[str]) -> None:
    """A seat, live."""
    with state.lines.hold(address_of(socket)) as held:
        if held:
            await follow(socket, state.tables, table)
        else:
            await refuse(socket.scope, socket.send, 429, TOO_MANY_LINES, 1.0)


ROUTES = (
    older_seat,
    invitation,
    claim_seat,
    ask_for_seat,
    invite,
    give_back,
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
)
