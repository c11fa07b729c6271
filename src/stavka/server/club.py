"""What players of a club find beside their games, over HTTP: who is how strong, seats that are
offered to everybody, and whom they want to have nothing to do with."""

from __future__ import annotations

from typing import Any

from litestar import Request, delete, get, post
from litestar.datastructures import State as Shared
from litestar.params import FromPath, FromQuery, JSONBody

from .. import titles
from .limits import MESSAGE_BYTES
from .messages import (
    InvitationView,
    KeepApart,
    KeptApart,
    NewOffer,
    OfferView,
    OwnSeat,
    PersonView,
    RatingView,
    ResultView,
    TakeOffer,
)
from .people import account_id, own_account
from .problems import BadRequest, NotFound
from .results import Result, Standing
from .seating import hue
from .seats import enter
from .spending import spend
from .tables import Tables

LAST_RESULTS = 20
BEST = 50


@get("/api/people/{id_:str}")
async def person(state: Shared, id_: FromPath[str]) -> PersonView:
    """What everybody may know of somebody with an account."""
    tables: Tables = state.tables
    found = await tables.stored(tables.accounts.account, id_)
    if found is None:
        raise NotFound("nobody here has such an account")
    standings = await tables.stored(tables.results.standings, id_)
    games, results = await tables.stored(tables.results.results, id_, LAST_RESULTS)
    return PersonView(
        id=found.id,
        name=found.name,
        hue=hue(found.id),
        since=found.made,
        ratings=tuple(_rating(one) for one in standings),
        games=games,
        results=tuple(_result(one) for one in results),
    )


@get("/api/ratings/{slug:str}")
async def ratings(state: Shared, slug: FromPath[str]) -> list[RatingView]:
    """The strongest players of a title of whom enough is known."""
    tables: Tables = state.tables
    if slug not in titles.playable():
        raise NotFound(f"there is no title {slug!r}")
    best = await tables.stored(tables.results.best, slug, BEST)
    return [_rating(one) for one in best]


def _rating(one: Standing) -> RatingView:
    rating, deviation, _ = one.rating
    return RatingView(
        account=one.account,
        name=one.name,
        hue=hue(one.account),
        title=one.title,
        rating=round(rating),
        deviation=round(deviation),
        games=one.games,
        text=one.text,
    )


def _result(one: Result) -> ResultView:
    return ResultView(**one._asdict())


# Offers


@get("/api/offers")
async def offers(state: Shared, request: Request[Any, Any, Any]) -> list[OfferView]:
    """The seats that anybody may take, newest first."""
    tables: Tables = state.tables
    account = await account_id(state, request)
    return await tables.claims.offers(account)


@post("/api/tables/{table:str}/offer", status_code=204, request_max_body_size=MESSAGE_BYTES)
async def make_offer(
    state: Shared, request: Request[Any, Any, Any], table: FromPath[str], data: JSONBody[NewOffer]
) -> None:
    """Offers a seat that nobody has to everybody."""
    tables: Tables = state.tables
    await spend(state.offering, state, request)
    async with enter(tables, request, table) as place:
        place.pay()
        await tables.claims.offer(place, data)


@delete("/api/tables/{table:str}/offer")
async def take_back_offer(
    state: Shared, request: Request[Any, Any, Any], table: FromPath[str]
) -> None:
    """Takes it back."""
    tables: Tables = state.tables
    async with enter(tables, request, table) as place:
        place.pay()
        await tables.claims.take_back_offer(place)


@get("/api/tables/{table:str}/offer")
async def look_at_offer(
    state: Shared, request: Request[Any, Any, Any], table: FromPath[str]
) -> InvitationView | None:
    """What is offered, as an invitation to it would tell; nothing is an answer too, as players ask
    whether the seat they have offered is still free."""
    tables: Tables = state.tables
    account = await account_id(state, request)
    return await tables.claims.offered(table, account)


@post("/api/tables/{table:str}/offer/take", request_max_body_size=MESSAGE_BYTES)
async def take_offer(
    state: Shared, request: Request[Any, Any, Any], table: FromPath[str], data: JSONBody[TakeOffer]
) -> OwnSeat:
    """Takes the seat; its secret is told here and never again."""
    tables: Tables = state.tables
    await spend(state.claiming, state, request)
    account = await account_id(state, request)
    return await tables.claims.take_offer(table, data, account)


# Apart


@get("/api/account/apart")
async def kept_apart(state: Shared, request: Request[Any, Any, Any]) -> list[KeptApart]:
    """Whom an account has muted or blocked."""
    tables: Tables = state.tables
    own = await own_account(state, request)
    found = await tables.stored(tables.apart.kept, own.id)
    return [KeptApart(*one) for one in found]


# At the home of a table it holds there at once; elsewhere from the next change of the company on.
@post(["/api/account/apart", "/api/tables/{table:str}/apart"], status_code=204)
async def keep_apart(
    state: Shared, request: Request[Any, Any, Any], data: JSONBody[KeepApart]
) -> None:
    """Mutes or blocks an account."""
    tables: Tables = state.tables
    own = await own_account(state, request)
    if data.account == own.id:
        raise BadRequest("nobody can keep apart from himself")
    if not await tables.stored(tables.apart.keep, own.id, data.account, data.kind):
        raise NotFound("there is no such account, or you keep too many apart already")
    await tables.listen_anew(own.id)


@delete(["/api/account/apart", "/api/tables/{table:str}/apart"])
async def forgive(
    state: Shared, request: Request[Any, Any, Any], account: FromQuery[str], kind: FromQuery[str]
) -> None:
    """Mutes or blocks it no more."""
    tables: Tables = state.tables
    own = await own_account(state, request)
    await tables.stored(tables.apart.forgive, own.id, account, kind)
    await tables.listen_anew(own.id)


ROUTES = (
    person,
    ratings,
    offers,
    make_offer,
    take_back_offer,
    look_at_offer,
    take_offer,
    kept_apart,
    keep_apart,
    forgive,
)
