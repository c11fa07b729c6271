"""The web application: the routes of docs/protocol.md, and the files of the client."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, get, post
from litestar.datastructures import State as Shared
from litestar.exceptions import HTTPException, InternalServerException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, JSONBody
from litestar.types import ASGIApp

from .. import __version__
from . import care, catalogue, club, contact, keyring, laboratory, members, seats
from .bodies import StrictRequest
from .care import Health, time_storing
from .door import Door, Doorkeeper
from .guard import JSON_TYPE, Guard, own_names, retry_after
from .imports import BadImport
from .laboratory import Laboratory, is_own
from .limits import (
    ACCOUNTS_PER_MINUTE,
    ASKS_PER_DAY,
    CODES_PER_MINUTE,
    IMPORT_BYTES,
    IMPORTS_PER_MINUTE,
    MESSAGE_BYTES,
    MESSAGES_PER_SECOND,
    OFFERS_PER_HOUR,
    SEATS_PER_MINUTE,
    SIGNATURES_PER_MINUTE,
    TABLES_PER_MINUTE,
    Lines,
)
from .live import not_stored
from .maps import Maps
from .messages import (
    ImportTable,
    NewLesson,
    NewTable,
    PrivacyView,
    PrivateSeat,
    Problem,
    Reach,
    TableLinks,
)
from .metering import Meter
from .metrics import Tally
from .notices import NOWHERE, Sending
from .pages import FOR_EVER, page
from .problems import BadRequest, Busy, Forbidden, Gone, NoSuchSeat, NotFound, OtherGame, Refusal
from .reach import ALONE, is_loopback
from .relying import RelyingParty
from .reports import Reports
from .spending import DAY, HOUR, Rare, address_of, spend
from .storage import Elsewhere, Storage, StorageError, Unsure
from .tables import Tables
from .watchdog import watch

log = logging.getLogger(__name__)


# Tables


@post("/api/tables", request_max_body_size=MESSAGE_BYTES)
async def new_table(
    state: Shared, request: Request[Any, Any, Any], data: JSONBody[NewTable]
) -> TableLinks:
    """Sets up a table; the secrets of its seats are told here and never again."""
    tables: Tables = state.tables
    await spend(state.setting_up, state, request)
    return await tables.create(data)


@get("/api/reach", sync_to_thread=False)
def how_to_reach(state: Shared, request: Request[Any, Any, Any]) -> Reach:
    """How others reach this server. People elsewhere know: the address that they have does."""
    if not is_loopback(address_of(request)):
        return Reach(alone=False, origins=())
    known: Reach = state.reach
    has_laboratory = state.laboratory is not None and is_own(request)
    return msgspec.structs.replace(known, laboratory=has_laboratory)


@post("/api/tables/import", request_max_body_size=IMPORT_BYTES)
async def import_table(
    state: Shared, request: Request[Any, Any, Any], data: JSONBody[ImportTable]
) -> TableLinks:
    """Goes on with a game from a record or a position file."""
    tables: Tables = state.tables
    await spend(state.importing, state, request)
    return await tables.import_(data)


@post("/api/lessons", request_max_body_size=MESSAGE_BYTES)
async def new_lesson(
    state: Shared, request: Request[Any, Any, Any], data: JSONBody[NewLesson]
) -> PrivateSeat:
    """Begins a title's guided first game."""
    tables: Tables = state.tables
    await spend(state.setting_up, state, request)
    return tables.lesson(data.title)


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


# What the framework says of a request whose body does not come to its end.
CUT_OFF = "client disconnected prematurely"
STATUS: dict[type[Exception], int] = {
    Gone: 410,
    NotFound: 404,
    BadRequest: 400,
    BadImport: 400,
    Forbidden: 403,
    Refusal: 409,
    OtherGame: 409,
    Busy: 429,
    StorageError: 503,
    Elsewhere: 503,
    Unsure: 503,
}


def _problem(_: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Every error in one form."""
    if isinstance(error, InternalServerException) and error.detail == CUT_OFF:
        # Who goes in the middle of a request does no harm, and nobody reads the answer.
        status, reason = 400, CUT_OFF
    elif isinstance(error, HTTPException):
        status, reason = error.status_code, _reason(error)
    elif isinstance(error, NoSuchSeat):
        status, reason = 404, "there is no such seat"
    else:
        status, reason = STATUS.get(type(error), 500), str(error)
    if status >= 500:
        if not isinstance(error, Elsewhere):
            log.error("request failed", exc_info=error)
        # What went wrong inside is for the log, not for whoever made it go wrong.
        failed = "something has gone wrong on the server"
        reason = not_stored(error) if isinstance(error, StorageError) else failed
    headers = {}
    if status == 429 or isinstance(error, Elsewhere):
        headers["Retry-After"] = retry_after(getattr(error, "after", 1.0)).decode()
    return Response(Problem(reason), status_code=status, media_type=JSON_TYPE, headers=headers)


def _reason(error: HTTPException) -> str:
    """What is wrong with a request, with the field if one is to blame."""
    extra = error.extra if isinstance(error.extra, list) else []
    fields = [f"{e.get('key', 'the body')}: {e['message']}" for e in extra if "message" in e]
    return "; ".join(fields) or error.detail


def create_app(  # noqa: PLR0913
    storage: Storage,
    maps: Maps | None = None,
    messages_per_second: float = MESSAGES_PER_SECOND,
    names: frozenset[str] | None = None,
    reach: Reach = ALONE,
    *,
    schema: bool = True,
    forget_after: int | None = None,
    lab: Path | None = None,
    privacy: tuple[str, ...] = (),
    sending: Sending = NOWHERE,
    relying: RelyingParty | None = None,
) -> ASGIApp:
    """The application; `names` are those by which its machine may be asked for, `reach` is how
    others find it, `schema` says whether it describes itself to whoever asks, and tables that
    nobody has used are removed after `forget_after` days. `lab` is the folder of the laboratory,
    which there is only where nobody else reaches the server, `privacy` what its owner says of what
    is kept of people, `sending` how notices are sent, `relying` who the server is to passkeys, if
    it has any."""
    has_laboratory = lab is not None and reach.alone
    door = Doorkeeper()

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        time_storing(storage)
        tables = Tables(storage, messages_per_second, forget_after, door, sending)
        app.state.tables = tables
        app.state.health = Health(storage)
        app.state.maps = maps or Maps()
        app.state.reports = Reports(app.state.maps)
        rare = partial(Rare, storage.meters, tables.stored)
        app.state.setting_up = rare("tables", TABLES_PER_MINUTE)
        app.state.importing = rare("games", IMPORTS_PER_MINUTE)
        app.state.claiming = rare("seats", SEATS_PER_MINUTE)
        app.state.asking = rare("asks", ASKS_PER_DAY, DAY)
        app.state.offering = rare("offers", OFFERS_PER_HOUR, HOUR)
        app.state.meeting = rare("accounts", ACCOUNTS_PER_MINUTE)
        app.state.joining = rare("codes", CODES_PER_MINUTE)
        app.state.lookups = rare("lookups", contact.LOOKUPS_PER_HOUR, HOUR)
        app.state.letters = rare("letters", contact.LETTERS_PER_HOUR, HOUR)
        app.state.signing = rare("passkeys", SIGNATURES_PER_MINUTE)
        app.state.ceremonies = keyring.ceremonies_of(relying)
        app.state.privacy = PrivacyView(privacy, forget_after)
        app.state.lines = Lines()
        app.state.reach = reach
        app.state.laboratory = Laboratory(lab) if lab and has_laboratory else None
        # Whoever is shut out is so from the first request on.
        await tables.heed_decrees()
        tables.start()
        watching = asyncio.create_task(watch())
        try:
            yield
        finally:
            watching.cancel()
            app.state.health.stop()
            app.state.reports.stop()
            if app.state.laboratory is not None:
                await app.state.laboratory.close()
            await tables.stop()

    handled: dict[int | type[Exception], Callable[..., Response[Problem]]]
    handled = {Exception: _problem, HTTPException: _problem}
    app = Litestar(
        [
            *care.ROUTES,
            *catalogue.ROUTES,
            how_to_reach,
            new_table,
            import_table,
            new_lesson,
            *seats.ROUTES,
            *club.ROUTES,
            *members.ROUTES,
            *contact.ROUTES,
            *keyring.ROUTES,
            *(laboratory.ROUTES if has_laboratory else ()),
            first_page,
            client_file,
        ],
        lifespan=[life],
        request_class=StrictRequest,
        exception_handlers=handled,
        openapi_config=_described() if schema else None,
        logging_config=None,
    )
    return Tally(Guard(Door(Meter(app), door), names or own_names()))


def _described() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Stavka",
        version=__version__,
        path="/schema",
        render_plugins=[JsonRenderPlugin(path="/")],
    )
