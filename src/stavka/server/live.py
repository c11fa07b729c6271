"""A seat over a WebSocket: states go out as they come, messages come in one after the other."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from .guard import NO_NUL, has_nul
from .limits import ENTER_SECONDS, MESSAGE_BYTES, MESSAGE_PAUSE, QUESTIONS_AT_ONCE
from .messages import (
    Agree,
    Answer,
    ClientMessage,
    Commit,
    Enter,
    OnTime,
    OpenShare,
    Propose,
    Query,
    Refused,
    Say,
    Seen,
    ServerMessage,
)
from .news import Watch
from .open_table import TOO_MANY, Place
from .problems import Busy, Forbidden, Gone, NoSuchSeat, OtherGame, Refusal
from .seating import belongs
from .storage import Elsewhere, StorageError, Unsure
from .tables import Tables

Socket = WebSocket[Any, Any, Any]

_enter_decoder = msgspec.json.Decoder(Enter)
_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_encoder = msgspec.json.Encoder()

# Why is for whoever keeps the server: it names his files.
NO_SEAT = "there is no such seat"
NOT_STORED = "this could not be stored or read; nothing has changed"
UNSURE = "the database has not answered: look whether this was done, and do it again if not"
MOVES = "this table moves to another server; nothing has changed, and it is there in a moment"
# The close codes for "the server has failed" and "come again".
FAILED, AGAIN = 1011, 1012

log = logging.getLogger(__name__)


async def follow(socket: Socket, tables: Tables, table: str) -> None:
    """Serves a seat until its client goes; the first message says which."""
    await socket.accept()
    try:
        came = await _first(socket, table)
        async with tables.enter(came.secret, came.browser) as place, tables.watch(place) as watch:
            sending = asyncio.create_task(_send_states(socket, tables, place, watch))
            try:
                await _receive(socket, tables, place)
            except NoSuchSeat:
                await _end(socket, 404, NO_SEAT)
            except Exception:
                await _fail(socket)
            finally:
                sending.cancel()
                await asyncio.gather(sending, return_exceptions=True)
    except WebSocketDisconnect:
        pass
    except NoSuchSeat:
        await _end(socket, 404, NO_SEAT)
    except Forbidden as error:
        await _end(socket, 403, str(error))
    except Gone as error:
        await _end(socket, 410, str(error))
    except Busy as error:
        await _end(socket, 429, str(error))
    except OtherGame as error:
        await _end(socket, 409, str(error))
    except Elsewhere:
        await _again(socket)
    except StorageError as error:
        log.error("%s", error)
        await _end(socket, 503, NOT_STORED)


def not_stored(error: StorageError) -> str:
    """What to tell whoever wanted something that could not be stored."""
    match error:
        case Elsewhere():
            return MOVES
        case Unsure():
            return UNSURE
        case _:
            return NOT_STORED


async def _first(socket: Socket, table: str) -> Enter:
    """Who comes. Whoever does not say so in time has nothing to say."""
    try:
        async with asyncio.timeout(ENTER_SECONDS):
            event: Any = await socket.receive()
    except TimeoutError:
        raise NoSuchSeat from None
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="the client has gone")
    try:
        came = _enter_decoder.decode(event.get("text") or "")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise NoSuchSeat from None
    if not belongs(came.secret, table) or "\0" in came.secret:
        raise NoSuchSeat
    return came


async def _send_states(socket: Socket, tables: Tables, place: Place, watch: Watch) -> None:
    """Sends what is new whenever something is; a slow client is told less often."""
    with suppress(WebSocketDisconnect):
        try:
            while True:
                await _send(socket, await tables.news(place, watch))
        except WebSocketDisconnect:
            raise
        except Elsewhere:
            await _again(socket)
        except StorageError as error:
            log.error("%s", error)
            await socket.close(FAILED, "the table cannot be read")
        except Gone as error:
            await _end(socket, 410, str(error))
        except NoSuchSeat:
            await _end(socket, 404, NO_SEAT)
        except Forbidden as error:
            await _end(socket, 403, str(error))
        except Exception:
            # Whoever would hear of nothing any more had better come again.
            log.exception("a state could not be sent")
            await socket.close(FAILED, "something has gone wrong on the server")


async def _receive(socket: Socket, tables: Tables, place: Place) -> None:
    """Does what messages say, one after the other. Questions are answered meanwhile: no choice
    waits for a staff that thinks about a hint."""
    questions: set[asyncio.Task[None]] = set()
    try:
        while True:
            event: Any = await socket.receive()
            if event["type"] == "websocket.disconnect":
                return
            await tables.recheck(place)
            message = await _paid(place, _read(event.get("text")))
            if isinstance(message, Query):
                task = asyncio.create_task(_answer(socket, tables, place, message))
                questions.add(task)
                task.add_done_callback(questions.discard)
                if len(questions) >= QUESTIONS_AT_ONCE:
                    await asyncio.wait(questions, return_when=asyncio.FIRST_COMPLETED)
                continue
            refused = (
                message if isinstance(message, Refused) else await carry_out(tables, place, message)
            )
            if refused is not None:
                await _send(socket, refused)
    except WebSocketDisconnect:
        pass
    finally:
        for task in questions:
            task.cancel()
        await asyncio.gather(*questions, return_exceptions=True)


async def _answer(socket: Socket, tables: Tables, place: Place, query: Query) -> None:
    try:
        answer = await carry_out(tables, place, query)
        if answer is not None:
            await _send(socket, answer)
    except WebSocketDisconnect:
        pass
    except Exception:
        await _fail(socket)


async def _fail(socket: Socket) -> None:
    """The table is read again from the storage; so will the client be, on its return."""
    log.exception("a message could not be carried out")
    with suppress(WebSocketDisconnect, OSError):
        await socket.close(FAILED, "something has gone wrong on the server")


async def _paid(place: Place, message: ClientMessage | Refused) -> ClientMessage | Refused:
    """A message, if the seat may still send one."""
    if isinstance(message, Refused):
        return message if place.allowance.take() else await _too_many()
    return message if place.may_send(message) else await _too_many(_id_of(message))


async def _too_many(id_: int | None = None) -> Refused:
    """Not at once: meanwhile nothing more is read from this line."""
    await asyncio.sleep(MESSAGE_PAUSE)
    return Refused(TOO_MANY, id=id_)


def _read(text: str | None) -> ClientMessage | Refused:
    if text is None:
        return Refused("a message is text, not bytes")
    if len(text) > MESSAGE_BYTES or len(text.encode()) > MESSAGE_BYTES:
        return Refused(f"a message has at most {MESSAGE_BYTES} bytes")
    if has_nul(text):
        return Refused(NO_NUL)
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return Refused(f"this is no message: {error}")


def _id_of(message: ClientMessage) -> int | None:
    return message.id if isinstance(message, Query) else None


async def carry_out(
    tables: Tables, place: Place, message: ClientMessage
) -> Answer | Refused | None:
    """Carries out a message; answers a question, or tells why not."""
    id_ = _id_of(message)
    try:
        match message:
            case Query():
                return await tables.answer(place, message)
            case Say():
                await tables.say(place, message)
            case Seen():
                await tables.see(place, message)
            case Commit():
                await tables.claims.commit(place, message)
            case OpenShare():
                await tables.claims.open_share(place, message)
            case Propose():
                await tables.claims.propose(place, message)
            case Agree():
                await tables.claims.agree(place, message)
            case OnTime():
                await tables.timekeeper.act(place, message)
            case _:
                await tables.act(place, message)
    except Refusal as refusal:
        return Refused(refusal.reason, refusal.case, id_)
    except (Busy, Forbidden, Gone) as error:
        return Refused(str(error), id=id_)
    except StorageError as error:
        if not isinstance(error, Elsewhere):
            log.error("%s", error)
        return Refused(not_stored(error), id=id_)
    return None


async def _send(socket: Socket, message: ServerMessage) -> None:
    try:
        await socket.send_text(_encoder.encode(message))
    except OSError:
        # Who goes while an answer is on its way does no harm.
        raise WebSocketDisconnect(detail="the client has gone") from None


async def _again(socket: Socket) -> None:
    """The table is held by another server: whoever comes again finds it there."""
    with suppress(WebSocketDisconnect, OSError):
        await socket.close(AGAIN, MOVES)


async def _end(socket: Socket, status: int, reason: str) -> None:
    """Ends a line for the reason that a request would be refused with."""
    with suppress(WebSocketDisconnect, OSError):
        # What close codes above 4000 mean is for each application to say. A reason has 123 bytes.
        words = reason.encode()[:120].decode(errors="ignore")
        await socket.close(4000 + status, words)
