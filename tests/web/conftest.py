"""A real server, a real browser. Whatever is missing for them is an error, never a skip."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from ..server.running import Process, sketch_maps
from .seat import BROWSER, PATIENCE, ROOT

CLIENT = ROOT / "src" / "stavka" / "server" / "static" / "index.html"
expect.set_options(timeout=PATIENCE)
# The same browser without its windows is ready in a third of the time.
BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
# No GPU, no talking to anybody.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server, whose maps are white paper."""
    database = tmp_path_factory.mktemp("web") / "stavka.db"
    sketch_maps(database)
    yield from _served(database)


@pytest.fixture(scope="session")
def mapped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server, for tests that look at the maps.

    All workers of a run keep them in one folder, so that each is drawn once.
    """
    folder = tmp_path_factory.mktemp("maps")
    drawn = folder.parent.parent / "maps" if "PYTEST_XDIST_WORKER" in os.environ else folder / "all"
    drawn.mkdir(exist_ok=True)
    (folder / "maps").symlink_to(drawn)
    yield from _served(folder / "stavka.db")


def _served(database: Path) -> Iterator[str]:
    if not CLIENT.is_file():
        pytest.fail("the client has not been built: run `make web`", pytrace=False)
    process = Process(database)
    yield f"{process.address}/"
    process.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    installed = (path for name in BROWSERS if (path := shutil.which(name)))
    chromium = os.environ.get("CHROMIUM") or next(installed, "")
    if not Path(chromium).is_file():
        missing = "Chromium is missing (Debian: apt-get install chromium-headless-shell)"
        pytest.fail(missing, pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


# The turn of a computer player is over at once for those who do not come to watch it.
KEPT = f"""if (location.protocol != 'about:') {{
  localStorage['stavka.film'] ??= 'at once';
  localStorage['stavka.browser'] ??= '{BROWSER}';
}}"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A window of 1440 x 900 in which nothing may go wrong unnoticed."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.add_init_script(KEPT)
    yield from _watched(context.new_page())
    context.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        device_scale_factor=2,
        has_touch=True,
        is_mobile=True,
    )
    context.add_init_script(KEPT)
    yield from _watched(context.new_page())
    context.close()


def _watched(page: Page) -> Iterator[Page]:
    problems: list[str] = []
    page.on("console", lambda m: problems.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda e: problems.append(str(e)))
    page.set_default_timeout(PATIENCE)
    yield page
    assert not problems, problems
