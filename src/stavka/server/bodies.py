"""Bodies of requests, read as strictly as messages over the WebSocket are."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import ClientException

from .guard import NO_NUL, has_nul


class StrictRequest(Request[Any, Any, Any]):
    """A request whose body is what its handler takes, to the letter: the framework would take
    the text "5" for the number 5."""

    async def json(self) -> Any:
        field = self.route_handler.parsed_data_field
        try:
            text = (await self.body()).decode()
            if has_nul(text):
                raise ClientException(NO_NUL)
            return msgspec.json.decode(text, type=field.annotation if field else Any)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ClientException(f"this is no such body: {error}") from None
