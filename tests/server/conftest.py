from __future__ import annotations

from collections.abc import Iterator

import pytest

from .running import server


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that lets robots play as fast as they can."""
    with server(tmp_path_factory.mktemp("server"), messages_per_second=1e9) as found:
        yield found
