"""The laboratory in the browser: runs of a real server, on the machine that it is on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from ..server.running import Process, sketch_maps
from ..server.test_laboratory import ENDLESS, experiment, played
from .test_pages import clean


class Here(NamedTuple):
    address: str
    folder: Path


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Here]:
    database = tmp_path_factory.mktemp("lab") / "stavka.db"
    folder = database.parent / "lab"
    folder.mkdir()
    sketch_maps(database)
    process = Process(database, "--lab", str(folder))
    yield Here(f"{process.address}/", folder)
    process.end()


@pytest.fixture
def folder(here: Here) -> Iterator[Path]:
    yield here.folder
    for file in here.folder.iterdir():
        if file.is_file():
            file.unlink()


def card(page: Page, name: str) -> Locator:
    return page.locator(".run").filter(has=page.get_by_role("heading", name=name, exact=True))


def done(run: Locator) -> int:
    return int(run.locator("progress").get_attribute("value") or 0)


def test_a_run_is_started_and_stopped(page: Page, here: Here, folder: Path) -> None:
    """From the lobby to the end, with the keyboard alone."""
    experiment(folder, "x.toml", games=ENDLESS)
    page.goto(here.address)
    page.get_by_role("link", name="Laboratory").press("Enter")
    run = card(page, "tried")
    expect(run).to_contain_text("Not begun: 1,000,000 games in 2 cells.")
    expect(run).to_contain_text("Who holds the river?")
    page.get_by_role("button", name="Start tried").press("Enter")
    expect(run.locator(".rate").first).to_be_visible()
    expect(run).to_contain_text("left.")
    before = done(run)
    page.wait_for_function(
        "before => Number(document.querySelector('.run progress').value) > before", arg=before
    )
    clean(page, here.address)
    # The button is where it was, and so is the focus.
    expect(page.get_by_role("button", name="Stop tried")).to_be_focused()
    page.keyboard.press("Enter")
    expect(run).to_contain_text("Stopped after")
    expect(page.get_by_role("button", name="Go on tried")).to_be_focused()
    stopped = done(run)
    page.keyboard.press("Enter")
    expect(run).to_contain_text("Playing:")
    page.wait_for_function(
        "before => Number(document.querySelector('.run progress').value) > before", arg=stopped
    )
    page.get_by_role("button", name="Stop tried").click()
    expect(run).to_contain_text("Stopped after")


def test_a_report_opens(page: Page, here: Here, folder: Path) -> None:
    file = experiment(folder, "x.toml", games=2)
    played(file, folder / "tried.sqlite")
    page.goto(f"{here.address}#lab")
    run = card(page, "tried")
    expect(run).to_contain_text("All 4 games played.")
    page.get_by_role("button", name="Report of tried").press("Enter")
    link = page.get_by_role("link", name="Read the report of tried")
    expect(link).to_be_focused()
    expect(
        page.get_by_role("status").filter(has_text="The report of tried is ready.")
    ).to_be_attached()
    clean(page, here.address)
    problems: list[str] = []
    page.context.on("console", lambda m: problems.append(m.text) if m.type == "error" else None)
    with page.context.expect_page() as opened:
        link.press("Enter")
    report = opened.value
    expect(report.get_by_role("heading", name="tried", level=1)).to_be_visible()
    assert report.evaluate("getComputedStyle(document.querySelector('h1')).fontFamily")
    assert not problems, problems
    # More has been played since: the old one can be read, and a new one written.
    played(experiment(folder, "x.toml", games=3), folder / "tried.sqlite")
    expect(page.get_by_role("button", name="Write it anew of tried")).to_be_visible()
    expect(link).to_contain_text("4 games")


def test_what_is_wrong_and_what_cannot_go_on(phone: Page, here: Here, folder: Path) -> None:
    """On a telephone too, nothing is wider than the screen."""
    (folder / "broken.toml").write_text('[experiment]\nname = "x"\ngames = 3\n', encoding="utf-8")
    file = experiment(folder, "x.toml", games=3)
    played(file, folder / "tried.sqlite", 2)
    file.unlink()
    short = experiment(folder, "short.toml", "short", run="limit = 10")
    played(short, folder / "short.sqlite")
    phone.goto(f"{here.address}#lab")
    expect(card(phone, "broken.toml")).to_contain_text("broken.toml, line 1")
    expect(card(phone, "broken.toml").get_by_role("button")).to_have_count(0)
    expect(card(phone, "tried")).to_contain_text("No file of this folder goes on with it")
    expect(card(phone, "short")).to_contain_text("8 games broke off")
    clean(phone, here.address)


@pytest.mark.parametrize("theme", ["dark", "contrast"])
def test_themes(page: Page, here: Here, folder: Path, theme: str) -> None:
    played(experiment(folder, "x.toml", games=3), folder / "tried.sqlite", 2)
    page.add_init_script(f"localStorage['stavka.theme'] = '{theme}'")
    page.goto(f"{here.address}#lab")
    expect(page.locator(":root")).to_have_attribute("data-theme", theme)
    expect(card(page, "tried").get_by_role("button", name="Go on")).to_be_visible()
    clean(page, here.address)


def test_an_empty_folder_tells_what_to_put_there(page: Page, here: Here, folder: Path) -> None:
    page.goto(f"{here.address}#lab")
    expect(page.get_by_role("heading", name="Nothing here yet")).to_be_visible()
    expect(page.locator("main")).to_contain_text(f"stavka lab run FILE --out {folder}/NAME.sqlite")
    clean(page, here.address)
    # What it shows can be played as it stands.
    text = page.locator("pre").inner_text()
    (folder / "cadets.toml").write_text(text, encoding="utf-8")
    expect(card(page, "cadets at the river")).to_contain_text("100 games in 1 cell")


def test_the_lobby_of_another_server_has_no_way_there(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector(".choice")
    expect(page.get_by_role("link", name="Laboratory")).to_have_count(0)
