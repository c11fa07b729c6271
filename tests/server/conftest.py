from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from stavka.server.limits import AddressAllowance, Allowance

from .cluster import Cluster, running
from .games import Games, games_in
from .running import server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL server that is nobody else's."""
    # It runs as a user of its own, who has to get there, and who could not in pytest's folders.
    with tempfile.TemporaryDirectory(prefix="stavka-postgres-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        with running(folder / "cluster") as cluster:
            yield cluster


@pytest.fixture
def games(request: pytest.FixtureRequest, tmp_path: Path) -> Games:
    """A database of the kind that the test asks for (`games.both`)."""
    hosted = request.param == "postgres"
    return games_in(tmp_path, request.getfixturevalue("postgres") if hosted else None)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that lets robots play as fast as they can."""
    with server(tmp_path_factory.mktemp("server"), messages_per_second=1e9) as found:
        yield found


YEAR = 365 * 86400.0


@pytest.fixture
def strict(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """A server with the limits that people have, but what a seat or an address has used up comes
    back in a year: how much has come back by then would depend on how busy the machine is."""
    monkeypatch.setattr(Allowance.__init__, "__defaults__", (YEAR, "seat"))
    monkeypatch.setattr(AddressAllowance.__init__, "__defaults__", (YEAR, "address"))
    with server(tmp_path_factory.mktemp("strict")) as found:
        yield found
