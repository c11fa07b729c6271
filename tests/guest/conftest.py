from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.running import server


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with the limits that people have."""
    with server(tmp_path_factory.mktemp("server")) as found:
        yield found
