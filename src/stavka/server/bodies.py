"""Bodies of requests, read as strictly as messages over the WebSocket are."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import ClientException


class StrictRequest(Request[Any, Any, Any]):
    """A request whose body is what its handler takes, to the letter: the framework would take
    the text "5" for the number 5."""

    async def json(self) -> Any:
        field = self.route_handler.parsed_data_field
        try:
            return msgspec.json.decode(await self.body(), type=field.annotation if field else Any)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ClientException(f"this is no such body: {error}") from None
