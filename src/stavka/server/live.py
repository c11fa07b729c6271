"""A seat over a WebSocket: states go out as they come, messages come in one after the other."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from .guard import refuse
from .limits import MESSAGE_BYTES
from .messages import ClientMessage, Query, Refused, Say, Seen, ServerMessage, State
from .storage import StorageError
from .table import Refusal
from .tables import Busy, NoSuchSeat, OtherGame, Place, Tables, Watch

Socket = WebSocket[Any, Any, Any]

_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_encoder = msgspec.json.Encoder()

TOO_MANY = "too many messages; wait a moment"
# The close code for "the server has failed".
FAILED = 1011

log = logging.getLogger(__name__)


async def follow(socket: Socket, tables: Tables, secret: str) -> None:
    """Serves a seat until its client goes."""
    try:
        async with tables.enter(secret) as place, tables.watch(place) as watch:
            await socket.accept()
            sending = asyncio.create_task(_send_states(socket, tables, place, watch))
            try:
                await _receive(socket, tables, place)
            except Exception:
                # The table is read again from the storage; so will the client be, on its return.
                log.exception("a message could not be carried out")
                await socket.close(FAILED, "something has gone wrong on the server")
            finally:
                sending.cancel()
                await asyncio.gather(sending, return_exceptions=True)
    except NoSuchSeat:
        await _deny(socket, 404, "there is no such seat")
    except Busy as error:
        await _deny(socket, 429, str(error))
    except OtherGame as error:
        await _deny(socket, 409, str(error))
    except StorageError as error:
        log.error("%s", error)
        await _deny(socket, 503, str(error))


async def _send_states(socket: Socket, tables: Tables, place: Place, watch: Watch) -> None:
    """Sends the latest state whenever there is a new one; a slow client gets fewer of them."""
    with suppress(WebSocketDisconnect):
        try:
            while True:
                await _send(socket, State(await tables.news(place, watch)))
        except WebSocketDisconnect:
            raise
        except StorageError as error:
            log.error("%s", error)
            await socket.close(FAILED, "the table cannot be read")
        except Exception:
            # Whoever would hear of nothing any more had better come again.
            log.exception("a state could not be sent")
            await socket.close(FAILED, "something has gone wrong on the server")


async def _receive(socket: Socket, tables: Tables, place: Place) -> None:
    with suppress(WebSocketDisconnect):
        while True:
            event: Any = await socket.receive()
            if event["type"] == "websocket.disconnect":
                return
            answer = await _carry_out(tables, place, event.get("text"))
            if answer is not None:
                await _send(socket, answer)


async def _carry_out(tables: Tables, place: Place, text: str | None) -> ServerMessage | None:
    """Does what a message says; the state that follows from it comes by itself."""
    message = _read(text)
    if isinstance(message, Refused):
        return message if place.allowance.take() else Refused(TOO_MANY)
    if not place.may_send(message):
        return Refused(TOO_MANY, id=_id_of(message))
    return await carry_out(tables, place, message)


def _read(text: str | None) -> ClientMessage | Refused:
    if text is None:
        return Refused("a message is text, not bytes")
    if len(text) > MESSAGE_BYTES or len(text.encode()) > MESSAGE_BYTES:
        return Refused(f"a message has at most {MESSAGE_BYTES} bytes")
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return Refused(f"this is no message: {error}")


def _id_of(message: ClientMessage) -> int | None:
    return message.id if isinstance(message, Query) else None


async def carry_out(tables: Tables, place: Place, message: ClientMessage) -> ServerMessage | None:
    """Carries out a message; answers a question, or tells why not."""
    id_ = _id_of(message)
    try:
        if isinstance(message, Query):
            return await tables.answer(place, message)
        if isinstance(message, Say):
            await tables.say(place, message)
        elif isinstance(message, Seen):
            await tables.see(place, message)
        else:
            await tables.act(place, message)
    except Refusal as refusal:
        return Refused(refusal.reason, refusal.case, id_)
    except StorageError as error:
        log.error("%s", error)
        return Refused("this could not be stored; nothing has changed", id=id_)
    return None


async def _send(socket: Socket, message: ServerMessage) -> None:
    try:
        await socket.send_text(_encoder.encode(message))
    except OSError:
        # Who goes while an answer is on its way does no harm.
        raise WebSocketDisconnect(detail="the client has gone") from None


async def _deny(socket: Socket, status: int, reason: str) -> None:
    """Answers the request for a WebSocket as any other request is answered."""
    await refuse(socket.scope, socket.send, status, reason)
