"""Looking back on a game in a real browser: replay, news, dice and luck, files, the log."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from .seat import Seat, http
from .situations import post, set_up

RECORD = Path(__file__).parent.parent / "records" / "east-is-red-m30-full.stavka"
PEOPLE = {"Soviet": "person", "Chinese": "person"}


def bring(
    address: str, lines: int | None = None, *, hot_seat: bool = False, **players: str
) -> dict[str, Any]:
    """A table with the first lines of a recorded game, or with all of it."""
    text = "\n".join(RECORD.read_text(encoding="utf-8").splitlines()[:lines])
    return set_up(address, text, hot_seat=hot_seat, **players)


def end_phase(address: str, secret: str) -> None:
    """Somebody at another screen ends what can be ended."""
    with http(address) as client:
        decision = client.get(f"/api/seats/{secret}").json()["presentation"]["decision"]
    option = next(o for o in decision["options"] if o["role"] == "end")
    choice = {"type": "choose", "number": decision["number"], "verb": option["verb"]}
    assert post(address, f"api/seats/{secret}", choice)["type"] == "state"


def sit_down(page: Page, address: str, secret: str) -> Seat:
    page.goto("about:blank")
    page.goto(f"{address}#seat/{secret}")
    page.wait_for_selector(".layer-counters .counter", state="attached")
    seat = Seat(page, address)
    # A computer player may go on meanwhile.
    state = seat.state()
    seat.until("v => document.querySelector('.table')?.dataset.version >= v", state["version"])
    if state["presentation"]["outcome"]:
        # The page of the end comes first.
        page.get_by_role("button", name="Close the page").click()
        page.locator("#stage").focus()
    return seat


def ask(seat: Seat, kind: str, argument: str = "") -> dict[str, Any]:
    query = {"type": "query", "id": 1, "kind": kind, "argument": argument}
    return post(seat.address, f"api/seats/{seat.secret}", query)


def slide(page: Page, move: int) -> None:
    """Drags the thumb of the scrubber: the browser tells of it as an input."""
    page.locator(".timeline input").evaluate(
        "(e, v) => { e.value = v; e.dispatchEvent(new Event('input')); }", move
    )
    expect(page.locator(".moment b")).to_have_text(str(move))
    expect(page.locator(".replay-bar")).not_to_have_attribute("aria-busy", "")


def on_the_map(page: Page) -> dict[str, list[str]]:
    """Which counters lie on the map, and what is printed on them."""
    found: dict[str, list[str]] = page.evaluate(
        """() => Object.fromEntries(
          [...document.querySelectorAll(".layer-counters .counter")].map((e) =>
            [e.dataset.unit, [...e.querySelectorAll(".values")].map((v) => v.textContent)]))"""
    )
    return found


def shows(seat: Seat, move: int) -> None:
    """The map is that of a moment, as the server tells it for this seat."""
    past = ask(seat, "history", str(move))["history"]
    assert on_the_map(seat.page) == {u["id"]: [u["values"]] for u in past["units"] if u["hex"]}
    expect(seat.page.locator(".when")).to_contain_text(f"Turn {past['turn']}")
    expect(seat.page.locator(".when")).to_contain_text(past["phase"])


# Replay


def test_the_whole_game_by_scrubber(page: Page, address: str) -> None:
    """Any moment of a finished game, on the map and in the log, and back to its end."""
    seat = sit_down(page, address, bring(address)["spectator"])
    moves = seat.state()["moves"]
    log = seat.state()["log"]
    end = on_the_map(page)
    page.get_by_role("button", name="Replay", exact=False).first.click()
    slider = page.get_by_role("slider", name="Moment of the game")
    expect(slider).to_be_focused()
    expect(slider).to_have_attribute("max", str(moves))
    for move in (480, 12, 800, 0):
        slide(page, move)
        shows(seat, move)
    slide(page, 480)
    assert on_the_map(page) != end
    # The log has come to the same moment: what comes later is dimmed.
    told = max(line["move"] for line in log if line["move"] <= 480)
    now = [line["text"] for line in log if line["move"] == told]
    assert [
        t.removesuffix(line) for t, line in zip(texts(page, ".log .now"), now, strict=True)
    ] == [""] * len(now)
    expect(page.locator('.log [aria-current="step"]')).to_be_in_viewport()
    later = next(line["text"] for line in log if line["move"] > 480)
    assert texts(page, ".log .later")[0] == later
    # A tick for every turn.
    turns = sum(line["heading"] == "turn" for line in log)
    expect(page.locator(".tick.turn")).to_have_count(turns)
    assert page.locator(".tick:not(.turn)").count() > 3 * turns
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".replay-bar")).to_have_count(0)
    assert on_the_map(page) == end
    expect(page.locator(".log li").last).to_be_in_viewport()


def texts(page: Page, selector: str) -> list[str]:
    found: list[str] = page.locator(f"{selector} .where").all_inner_texts()
    return found


def test_steps_of_a_replay(page: Page, address: str) -> None:
    """By choice, by phase, by turn, with buttons and with keys; a log line leads to its moment."""
    seat = sit_down(page, address, bring(address)["spectator"])
    log = seat.state()["log"]
    turns = [line["move"] for line in log if line["heading"] == "turn"]
    phases = sorted({line["move"] for line in log if line["heading"] == "phase"})
    moment = page.locator(".moment b")
    page.keyboard.press("p")
    slide(page, turns[2])

    def step(name: str, there: int) -> None:
        page.get_by_role("button", name=name, exact=True).click()
        expect(moment).to_have_text(str(there))

    step("On one turn", turns[3])
    step("Back one turn", turns[2])
    after = next(m for m in phases if m > turns[2])
    step("On one phase", after)
    step("On one choice", after + 1)
    step("Back one phase", after)
    step("Back one choice", after - 1)
    shows(seat, after - 1)

    # The slider has its own keys, the page has others.
    page.locator(".timeline input").focus()
    for key, there in (
        ("ArrowRight", after),
        ("ArrowLeft", after - 1),
        ("PageDown", after),
        ("Home", 0),
        ("End", seat.state()["moves"]),
    ):
        page.keyboard.press(key)
        expect(moment).to_have_text(str(there))
    page.locator("#stage").focus()
    for key, there in (("{", turns[-1]), (",", turns[-1] - 1), (".", turns[-1]), ("[", None)):
        page.keyboard.press(key)
        if there is not None:
            expect(moment).to_have_text(str(there))
    expect(page.locator("#say")).not_to_be_empty()

    slide(page, 480)
    line = page.locator(".log .later .where").first
    wanted = next(entry for entry in log if entry["move"] > 480)
    expect(line).to_have_text(wanted["text"])
    line.click()
    expect(moment).to_have_text(str(wanted["move"]))
    shows(seat, wanted["move"])
    page.keyboard.press("Escape")
    expect(page.locator(".replay-bar")).to_have_count(0)


def test_playing_a_replay(page: Page, address: str) -> None:
    """It plays by itself, faster or slower, lights what moves, and stops at the end."""
    seat = sit_down(page, address, bring(address)["spectator"])
    moves = seat.state()["moves"]
    page.keyboard.press("p")
    slide(page, moves - 120)
    page.locator(".timeline input").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    # At the single speed the end is further away than anybody waits here.
    page.get_by_label("Speed").select_option("16")
    expect(page.locator(".moment b")).to_have_text(str(moves))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    move = next(line for line in seat.state()["log"] if len(line["hexes"]) == 2 and line["move"])
    slide(page, move["move"])
    expect(page.locator(".layer-light .light")).to_have_count(2)


def every_moment_has_come(page: Page, address: str) -> int:
    """A replay with all its moments; how many choices it has."""
    seat = sit_down(page, address, bring(address)["spectator"])
    page.keyboard.press("p")
    moves: int = seat.state()["moves"]
    fetched = "document.querySelector('stavka-table').back.replay.moments.frames.size"
    seat.until(f"n => {fetched} > n", moves)
    return moves


def test_all_moments_come_ahead_of_being_wanted(page: Page, address: str) -> None:
    moves = every_moment_has_come(page, address)
    page.evaluate(SCRUB, moves)
    assert page.locator(".timeline input").input_value() == str(round(moves * 29 / 30))


@pytest.mark.timing
def test_scrubbing_is_smooth(page: Page, mapped: str, measured: Callable[[str], None]) -> None:
    moves = every_moment_has_come(page, mapped)
    # Whatever else the machine does only adds: the best of three means counts.
    took = min(page.evaluate(SCRUB, moves) for _ in range(3))
    measured(f"a moment of a replay: {took:.0f} ms")
    assert took < 120


# Thirty moments from the first to the last; answers how long one took.
SCRUB = """async (moves) => {
  const slider = document.querySelector(".timeline input");
  const from = performance.now();
  for (let i = 0; i < 30; i++) {
    slider.value = Math.round(moves * i / 30);
    slider.dispatchEvent(new Event("input"));
    await new Promise(requestAnimationFrame);
  }
  return (performance.now() - from) / 30;
}"""


def test_nothing_can_be_chosen_in_the_past(page: Page, address: str) -> None:
    seat = sit_down(page, address, bring(address, 700)["seats"]["Chinese"])
    state = seat.settled()
    assert any(seat.lit().values())
    page.keyboard.press("p")
    slide(page, 480)
    assert not any(seat.lit().values())
    expect(page.locator(".toolbar")).to_have_count(0)
    for key in "urea":
        page.keyboard.press(key)
    page.mouse.click(*seat.middle())
    page.locator("#stage").focus()
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    assert seat.state()["version"] == state["version"]
    expect(page.locator(".replay-bar")).to_be_visible()
    page.keyboard.press("Escape")
    assert any(seat.lit().values())


def test_a_replay_shows_nothing_of_the_present(page: Page, address: str) -> None:
    """Neither the way under the pointer nor the sums of a stack that stands there now."""
    seat = sit_down(page, address, bring(address, 700)["seats"]["Chinese"])
    decision = seat.settled()["presentation"]["decision"]
    unit = next(o for o in decision["options"] if o["verb"] == "select")["values"][0]
    seat.choose("select", unit, "unit")
    option = next(o for o in seat.settled()["presentation"]["decision"]["options"] if o["notes"])
    x, y = seat.show(option["values"][0])
    page.mouse.move(x + 2, y)
    expect(page.locator(".layer-preview > *").first).to_be_attached()
    seat.show(seat.hex_of(unit))
    expect(page.locator(".totals")).to_be_visible()
    page.mouse.move(x + 2, y)
    page.locator("#stage").focus()
    page.keyboard.press("p")
    expect(page.locator(".replay-bar")).to_be_visible()
    page.keyboard.press(",")
    expect(page.locator(".totals, .layer-preview > *, .preview")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".totals")).to_be_visible()


def test_the_game_goes_on_during_a_replay(page: Page, address: str) -> None:
    links = bring(address, 700, hot_seat=True)
    seat = sit_down(page, address, links["spectator"])
    page.keyboard.press("p")
    slide(page, 300)
    before = on_the_map(page)
    moves = seat.state()["moves"]
    end_phase(address, links["hot_seat"])
    expect(page.locator(".went-on")).to_contain_text("1 more choice")
    expect(page.locator(".moment b")).to_have_text("300")
    assert on_the_map(page) == before
    page.get_by_role("button", name="Back to the game").click()
    assert seat.state()["moves"] == moves + 1
    assert on_the_map(page) == {
        u["id"]: [u["values"]] for u in seat.state()["presentation"]["units"] if u["hex"]
    }


def test_replay_on_a_phone(phone: Page, address: str) -> None:
    seat = sit_down(phone, address, bring(address)["spectator"])
    phone.locator(".open-replay").tap()
    slide(phone, 480)
    shows(seat, 480)
    phone.get_by_role("button", name="On one choice").tap()
    expect(phone.locator(".moment b")).to_have_text("481")
    small = phone.locator(".replay-bar button, .replay-bar select").evaluate_all(
        "all => all.filter((e) => e.getBoundingClientRect().height < 44).map((e) => e.title)"
    )
    assert small == []
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert seat.axe() == []
    stage, bar = box(phone.locator("#stage")), box(phone.locator(".replay-bar"))
    assert stage["height"] > 200 and stage["y"] + stage["height"] <= bar["y"] + 1


def box(of: Locator) -> dict[str, float]:
    found = of.bounding_box()
    assert found
    return {key: float(str(value)) for key, value in found.items()}


# What happened since


def test_what_happened_since_my_last_turn(page: Page, address: str) -> None:
    """After a turn of the computer: one click replays that stretch, and no more."""
    # The Chinese are to move in a game that was brought along: the cadet plays on at once.
    seat = sit_down(page, address, bring(address, 700, Chinese="cadet")["seats"]["Soviet"])
    state = seat.settled()
    since, moves = state["since"], state["moves"]
    assert 0 < since < moves
    lines = [line for line in state["log"] if since < line["move"]]
    told = [line["text"] for line in lines]
    news = page.get_by_role("region", name="Since your last turn")
    expect(news).to_contain_text(f"{sum(not line['heading'] for line in lines)} events")
    news.get_by_text("Read it").click()
    shown = news.locator("li").all_inner_texts()
    assert len(shown) == len(told)
    assert all(a.startswith(b) for a, b in zip(shown, told, strict=True))

    news.get_by_role("button", name="Watch what happened").click()
    slider = page.locator(".timeline input")
    expect(slider).to_have_attribute("min", str(since))
    expect(slider).to_have_attribute("max", str(moves))
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.get_by_label("Speed").select_option("16")
    expect(page.locator(".moment b")).to_have_text(str(moves))
    page.get_by_role("button", name="Whole game").click()
    expect(slider).to_have_attribute("min", "0")
    page.keyboard.press("Escape")
    # It has been looked at, and is not offered again.
    expect(page.locator(".since")).to_have_count(0)
    page.reload()
    page.wait_for_selector(".orders")
    expect(page.locator(".since")).to_have_count(0)


def test_news_wait_until_they_are_put_aside(page: Page, address: str) -> None:
    seat = sit_down(page, address, bring(address, 700, Chinese="cadet")["seats"]["Soviet"])
    seat.settled()
    expect(page.locator(".since")).to_be_visible()
    expect(page.locator(".since details")).to_have_count(1)
    # One's own first choices make them small but do not take them away, nor does another visit.
    since = seat.state()["since"]
    while seat.state()["since"] == since:
        # First there may be questions in the other side's turn.
        options = seat.settled()["presentation"]["decision"]["options"]
        option = next((o for o in options if o["role"] != "end"), options[0])
        argument = option["values"][0] if option["values"] else ""
        seat.choose(option["verb"], argument, option["kind"])
    seat.settled()
    page.reload()
    page.wait_for_selector(".orders")
    expect(page.locator(".since")).to_be_visible()
    expect(page.locator(".since details")).to_have_count(0)
    page.get_by_role("button", name="Put this aside").click()
    expect(page.locator(".since")).to_have_count(0)


def test_a_spectator_who_comes_back(page: Page, address: str) -> None:
    links = bring(address, 300, hot_seat=True)
    sit_down(page, address, links["spectator"])
    expect(page.locator(".since")).to_have_count(0)
    page.goto("about:blank")
    for _ in range(4):
        end_phase(address, links["hot_seat"])
    sit_down(page, address, links["spectator"])
    expect(page.get_by_role("region", name="Since you last looked")).to_be_visible()


# Dice and luck


def test_dice_and_luck(page: Page, address: str) -> None:
    """What the server has counted, as bars and as a table; a roll leads to its moment."""
    seat = sit_down(page, address, bring(address)["spectator"])
    luck = ask(seat, "luck")["luck"]
    page.keyboard.press("l")
    panel = page.get_by_role("dialog", name="Dice and luck")
    expect(panel).to_be_focused()
    expect(panel).to_contain_text("chance of a worse result minus the chance of a better one")
    for side in luck["sides"]:
        part = panel.get_by_role("region", name=side["side"])
        for dice in side["dice"]:
            counts = part.locator(".times").all_inner_texts()
            assert [int(n) for n in counts] == dice["counts"]
            total = sum(dice["counts"])
            mean = sum(n * (i + 1) for i, n in enumerate(dice["counts"])) / total
            expect(part.locator("caption")).to_contain_text(f"{total} ")
            expect(part.locator("caption")).to_contain_text(f"mean {mean:.2f}, expected 3.5")
        sign = "+" if side["luck"] > 0 else "\u2212" if side["luck"] < 0 else ""
        expect(part.locator(".sum")).to_have_text(f"{sign}{abs(side['luck']):.2f}")
    rows = panel.locator(".judged tbody tr")
    expect(rows).to_have_count(len(luck["rolls"]))
    # Good and bad luck differ by place and hatching, not by colour alone.
    bad = next(i for i, roll in enumerate(luck["rolls"]) if roll["luck"] < 0)
    expect(rows.nth(bad)).to_contain_text("worse than expected")
    gradient = rows.nth(bad).locator(".bad").evaluate("e => getComputedStyle(e).backgroundImage")
    assert "repeating" in gradient
    assert seat.axe() == []
    rows.nth(bad).get_by_role("button").click()
    expect(page.locator(".moment b")).to_have_text(str(luck["rolls"][bad]["move"]))
    page.keyboard.press("Escape")


def test_luck_by_keyboard_and_closing(page: Page, address: str) -> None:
    sit_down(page, address, bring(address, 20)["spectator"])
    page.locator(".open-luck").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".luck")).to_contain_text("No dice yet")
    page.keyboard.press("Escape")
    expect(page.locator(".luck")).to_have_count(0)
    expect(page.locator(".open-luck")).to_be_focused()


# Save, load, export


def saved(page: Page, name: str, file: Path) -> Path:
    with page.expect_download(timeout=90_000) as download:
        page.locator(".foot").get_by_text(name, exact=True).click()
    download.value.save_as(file)
    return file


def everybody_plays(page: Page, address: str) -> None:
    """In the lobby: one person for both sides, so that nothing moves by itself."""
    page.goto("about:blank")
    page.goto(address)
    for side in PEOPLE:
        page.select_option(f'select[name="player-{side}"]', "person")


def drop(page: Page, name: str, text: str) -> None:
    """A file from the desktop, dropped on the page."""
    page.evaluate(
        """([name, text]) => {
          const data = new DataTransfer();
          data.items.add(new File([text], name));
          for (const type of ["dragover", "drop"])
            document.querySelector("h1").dispatchEvent(
              new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        [name, text],
    )


def test_a_record_goes_out_and_in(page: Page, address: str, tmp_path: Path) -> None:
    """Saved from one table, chosen in the lobby, played on at another."""
    seat = sit_down(page, address, bring(address)["spectator"])
    before = seat.state()
    file = saved(page, "Save the record", tmp_path / "game.stavka")
    # All but the players in its header, and what the dice of this table would follow from, is as it
    # was brought.
    out, original = (f.read_text(encoding="utf-8").splitlines() for f in (file, RECORD))
    assert out[1:-1] == original[1:-1]
    everybody_plays(page, address)
    page.locator("bring-game input[type=file]").set_input_files(file)
    page.wait_for_selector(".layer-counters .counter", state="attached")
    after = Seat(page, address).state()
    assert after["table"] != before["table"]
    assert after["presentation"]["units"] == before["presentation"]["units"]
    # A spectator counts less than two players at one screen.
    logs = [[{**line, "move": 0} for line in state["log"]] for state in (before, after)]
    assert logs[0] == logs[1]


def test_a_position_goes_out_and_in_by_dropping_it(
    page: Page, address: str, tmp_path: Path
) -> None:
    links = bring(address, 700, hot_seat=True)
    page.goto(f"{address}#seat/{links['hot_seat']}")
    page.get_by_role("button", name="I am the").click()
    seat = Seat(page, address)
    before = seat.settled()
    file = saved(page, "Save the position", tmp_path / "position.txt")
    everybody_plays(page, address)
    drop(page, file.name, file.read_text(encoding="utf-8"))
    page.get_by_role("button", name="I am the").click()
    page.wait_for_selector(".layer-counters .counter", state="attached")
    after = Seat(page, address).state()
    assert after["moves"] == 0
    # A table counts its own choices.
    for state in (before, after):
        state["presentation"]["decision"].pop("number")
    assert after["presentation"] == before["presentation"]


def test_a_bad_file_changes_nothing(browser: Browser, address: str, tmp_path: Path) -> None:
    # Not the watched page: a browser tells its console of every request that is refused.
    page = browser.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    everybody_plays(page, address)
    page.locator(".choice", has_text=re.compile(r"^\s*M\+30, Current Readiness")).click()
    tables = page.locator(".saved li").count()
    bad = tmp_path / "holiday.stavka"
    first, *rest = RECORD.read_text(encoding="utf-8").splitlines()[:9]
    # A record of older rules would be taken up where it goes otherwise.
    lines = [first.replace('"scenario"', '"rules": 1, "scenario"', 1), *rest]
    alert = page.locator("bring-game [role=alert]")
    for content, reason in (
        ("Dear diary", "line 1"),
        ("\n".join([*lines, '{"side": "Soviet", "choice": "fly"}']), "line 10"),
        ("x" * 4_100_000, "larger than any game"),
    ):
        bad.write_text(content, encoding="utf-8")
        page.locator("bring-game input[type=file]").set_input_files(bad)
        expect(alert).to_contain_text("holiday.stavka cannot be played")
        expect(alert).to_contain_text(reason)
        expect(alert).to_contain_text("Nothing has changed")
    drop(page, "other.txt", "title: chess")
    expect(alert).to_contain_text("other.txt cannot be played: ")
    expect(alert).to_contain_text("chess")
    assert page.url.rstrip("/").rstrip("#") == address.rstrip("/")
    # What was chosen is still chosen, and a good file is still welcome.
    assert page.locator(".saved li").count() == tables
    expect(page.locator('select[name="player-Chinese"]')).to_have_value("person")
    expect(page.locator(".choice.chosen")).to_contain_text("M+30, Current Readiness")
    assert Seat(page, address).axe() == []
    drop(page, "good.stavka", RECORD.read_text(encoding="utf-8"))
    expect(page.locator(".ending h2")).to_be_visible()
    page.close()


def test_the_report_from_the_table(page: Page, address: str, tmp_path: Path) -> None:
    links = bring(address, 60, hot_seat=True)
    sit_down(page, address, links["spectator"])
    # While the game goes on, only for whoever plays all sides.
    expect(page.get_by_role("button", name="After-action report")).to_have_count(0)
    page.goto(f"{address}#seat/{links['hot_seat']}")
    page.get_by_role("button", name="I am the").click()
    page.get_by_role("button", name="After-action report").click()
    expect(page.get_by_role("progressbar", name="Writing the report")).to_be_visible()
    expect(page.get_by_role("link", name="Read the report")).to_be_focused()
    with page.expect_popup() as opened:
        page.keyboard.press("Enter")
    report = opened.value
    expect(report.locator("h1")).to_contain_text("The East Is Red")
    assert links["hot_seat"] not in report.url
    # Map and counters are in the page.
    expect(report.locator("figure").first).to_be_visible()
    assert report.locator("figure use[href='#map']").count() > 1
    assert Seat(report, address).axe() == []
    report.close()
    file = saved(page, "Save the report", tmp_path / "report.html")
    assert file.read_text(encoding="utf-8").startswith("<!doctype html>")


# The log


def test_the_log(page: Page, address: str) -> None:
    """Headings of turns and phases, dice as dice, and hexes that light up under the pointer."""
    seat = sit_down(page, address, bring(address)["spectator"])
    log = seat.state()["log"]
    page.get_by_role("button", name=re.compile("Show all")).click()
    turns = [line["text"] for line in log if line["heading"] == "turn"]
    assert page.locator(".log .turn h3").all_inner_texts() == turns
    phases = sum(line["heading"] == "phase" for line in log)
    expect(page.locator(".log .phase h3")).to_have_count(phases)
    dice = [str(die) for line in log for die in line["dice"]]
    assert page.locator(".log .die").all_inner_texts() == dice != []
    expect(page.locator(".log .die").first).to_have_attribute("aria-label", f"die {dice[0]}")
    line = page.locator(".log li.placed").first
    line.scroll_into_view_if_needed()
    page.mouse.move(400, 300)
    expect(page.locator(".layer-light .light")).to_have_count(0)
    line.hover()
    hexes = next(entry["hexes"] for entry in log if entry["hexes"] and not entry["heading"])
    expect(page.locator(".layer-light .light")).to_have_count(len(hexes))
    page.mouse.move(400, 300)
    expect(page.locator(".layer-light .light")).to_have_count(0)


@pytest.mark.parametrize("what", ["replay", "since"])
def test_axe_finds_nothing(page: Page, address: str, what: str) -> None:
    if what == "replay":
        seat = sit_down(page, address, bring(address)["spectator"])
        page.keyboard.press("p")
        slide(page, 480)
    else:
        seat = sit_down(page, address, bring(address, 700, Chinese="cadet")["seats"]["Soviet"])
        seat.settled()
        page.locator(".since summary").click()
    assert seat.axe() == []
