"""Coming back by a passkey, with the authenticator that Chromium has for trying out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from ..server.running import Process, sketch_maps
from .seat import PATIENCE, Seat
from .test_pages import SIZES, clean, lobby
from .test_people import known, secret_of, unfold

ADD, SIGN_IN = "Add a passkey", "Sign in with a passkey"


class Keeper:
    """Where a browser keeps its passkeys."""

    def __init__(self, page: Page, **unlike: Any) -> None:
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
            **unlike,
        }
        made = self._session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        self._id = {"authenticatorId": made["authenticatorId"]}

    def passkeys(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._session.send("WebAuthn.getCredentials", self._id)[
            "credentials"
        ]
        return found

    def add(self, passkey: dict[str, Any]) -> None:
        self._session.send("WebAuthn.addCredential", {**self._id, "credential": passkey})

    def is_shown_who_it_is(self, shown: bool) -> None:
        self._session.send("WebAuthn.setUserVerified", {**self._id, "isUserVerified": shown})


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server whose name is this machine's."""
    database = tmp_path_factory.mktemp("passkeys") / "stavka.db"
    sketch_maps(database)
    process = Process(database, "--name", "localhost")
    yield f"{process.address.replace('127.0.0.1', 'localhost')}/"
    process.kill()


Opened = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opened]:
    """Opens browsers that share nothing; what the server refuses them is an error for their
    consoles, and here what is tested."""
    contexts, problems = [], []

    def fresh(size: str = "desktop") -> Page:
        width, height = SIZES[size]
        small = size == "phone"
        context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=small, is_mobile=small
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: problems.append(str(error)))
        return page

    yield fresh
    for context in contexts:
        context.close()
    assert not problems, problems


def added(page: Page) -> None:
    unfold(page, "No passkey")
    page.get_by_role("button", name=ADD).click()
    expect(page.get_by_text("The passkey is added.")).to_be_visible()


def signed_in(page: Page) -> None:
    page.get_by_role("button", name=SIGN_IN).click()
    expect(page.locator(".you .avatar")).to_be_visible()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_whoever_has_lost_his_devices_comes_back(opened: Opened, house: str, size: str) -> None:
    page = opened(size)
    keeper = Keeper(page)
    Seat(page, house).start()
    known(page, house)
    clean(page, house)
    added(page)
    clean(page, house)
    expect(page.locator(".you summary").filter(has_text="One passkey")).to_be_visible()
    (passkey,) = keeper.passkeys()
    assert (passkey["rpId"], passkey["userName"]) == ("localhost", "Anna Berg")
    assert passkey["isResidentCredential"]
    # A new browser, into which the same passkey has come.
    other = opened(size)
    kept = Keeper(other)
    kept.add(passkey)
    lobby(other, house)
    expect(other.get_by_role("button", name=SIGN_IN)).to_be_visible()
    clean(other, house)
    signed_in(other)
    expect(other.get_by_label("What others call you").first).to_have_value("Anna Berg")
    expect(other.locator(".saved li")).to_contain_text("The East Is Red")
    assert secret_of(other) not in ("", secret_of(page))
    unfold(other, "2 devices")
    expect(other.locator(".devices li").filter(has_text="this one")).to_be_visible()
    # It has counted once more.
    (again,) = kept.passkeys()
    assert again["signCount"] > passkey["signCount"]


def test_a_passkey_is_made_once_on_a_device_and_removed(opened: Opened, house: str) -> None:
    page = opened()
    Keeper(page)
    known(page, house)
    added(page)
    page.get_by_role("button", name=ADD).click()
    expect(page.get_by_role("alert")).to_contain_text("on this device already")
    page.get_by_role("button", name="Remove the passkey").click()
    expect(page.get_by_text("opens nothing here any more")).to_be_visible()
    expect(page.locator(".you summary").filter(has_text="No passkey")).to_be_visible()
    # The browser still has it: what it opens is nothing.
    page.evaluate("localStorage.clear()")
    lobby(page, house)
    page.get_by_role("button", name=SIGN_IN).click()
    expect(page.get_by_role("alert")).to_contain_text("This server does not know the passkey")
    expect(page.get_by_role("button", name="Make an account")).to_be_visible()


def test_whoever_does_not_show_who_he_is_comes_no_further(opened: Opened, house: str) -> None:
    page = opened()
    keeper = Keeper(page)
    known(page, house)
    unfold(page, "No passkey")
    keeper.is_shown_who_it_is(False)
    page.get_by_role("button", name=ADD).click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing was done: it was cancelled")
    keeper.is_shown_who_it_is(True)
    page.get_by_role("button", name=ADD).click()
    expect(page.get_by_text("The passkey is added.")).to_be_visible()
    page.evaluate("localStorage.clear()")
    lobby(page, house)
    keeper.is_shown_who_it_is(False)
    page.get_by_role("button", name=SIGN_IN).click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing was done: it was cancelled")
    assert secret_of(page) in ("", None)


def test_a_browser_that_cannot_keep_passkeys_says_so(opened: Opened, house: str) -> None:
    page = opened()
    Keeper(page, hasResidentKey=False, hasUserVerification=False, isUserVerified=False)
    known(page, house)
    unfold(page, "No passkey")
    page.get_by_role("button", name=ADD).click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator(".you summary").filter(has_text="No passkey")).to_be_visible()


def test_the_seats_of_a_browser_come_along_if_that_is_wanted(opened: Opened, house: str) -> None:
    page = opened()
    keeper = Keeper(page)
    known(page, house)
    added(page)
    other = opened()
    Keeper(other).add(keeper.passkeys()[0])
    Seat(other, house).start()
    lobby(other, house)
    box = other.get_by_label("Bring along the seat that this browser has")
    expect(box).not_to_be_checked()
    box.check()
    clean(other, house)
    signed_in(other)
    lobby(page, house)
    expect(page.locator(".saved li")).to_contain_text("The East Is Red")


def test_passkeys_are_offered_at_their_own_address_alone(opened: Opened, house: str) -> None:
    page = opened()
    digits = house.replace("localhost", "127.0.0.1")
    with page.expect_response("**/api/passkeys"):
        lobby(page, digits)
    expect(page.get_by_role("button", name="Make an account")).to_be_visible()
    expect(page.get_by_role("button", name=SIGN_IN)).to_have_count(0)
    known(page, digits)
    expect(page.get_by_text("One device")).to_be_visible()
    expect(page.get_by_text("No passkey")).to_have_count(0)


def test_nothing_is_said_of_passkeys_where_there_are_none(
    opened: Opened, house: str, address: str
) -> None:
    page = opened()
    with page.expect_response("**/api/passkeys"):
        lobby(page, address)
    expect(page.get_by_role("button", name="Make an account")).to_be_visible()
    expect(page.get_by_role("button", name=SIGN_IN)).to_have_count(0)
    # Nor to a browser that does not know them.
    page.add_init_script("delete globalThis.PublicKeyCredential")
    lobby(page, house)
    expect(page.get_by_role("button", name="Make an account")).to_be_visible()
    expect(page.get_by_role("button", name=SIGN_IN)).to_have_count(0)


def test_a_server_with_its_name_and_no_tls_is_no_place_for_them(
    opened: Opened, tmp_path: Path
) -> None:
    sketch_maps(tmp_path / "stavka.db")
    process = Process(tmp_path / "stavka.db", "--name", "games.example.org")
    page = opened()
    with page.expect_response("**/api/passkeys") as told:
        lobby(page, f"{process.address}/")
    assert told.value.json() == {"origin": "https://games.example.org"}
    expect(page.get_by_role("button", name=SIGN_IN)).to_have_count(0)
    process.kill()
