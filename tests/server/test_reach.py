"""How others reach a server, and who is told."""

from __future__ import annotations

import pytest

from stavka.server.reach import ALONE, reach

from .client import get, http


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "localhost"])
def test_a_server_of_this_machine_alone(host: str) -> None:
    assert reach(host, 8421) == ALONE


def test_a_server_at_an_address_is_found_there() -> None:
    assert reach("192.168.1.5", 80).origins == ("http://192.168.1.5:80",)
    assert reach("fd00::5", 8421).origins == ("http://[fd00::5]:8421",)
    assert reach("games.example", 8421).origins == ("http://games.example:8421",)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", ""])
def test_a_server_at_all_addresses_names_none_that_leads_nowhere(host: str) -> None:
    found = reach(host, 8421)
    assert not found.alone
    for origin in found.origins:
        assert origin.endswith(":8421")
        assert not any(wrong in origin for wrong in ("0.0.0.0", "127.", "[::"))


def test_only_people_at_the_machine_are_told(address: str) -> None:
    assert get(address, "/api/reach") == {"alone": True, "origins": [], "laboratory": False}
    with http(address) as client:
        # As a proxy on the same machine would send it.
        answer = client.get("/api/reach", headers={"x-forwarded-for": "203.0.113.9"})
    assert answer.json() == {"alone": False, "origins": [], "laboratory": False}
