"""What a person finds at the table, feature by feature, in a real browser."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from .seat import PATIENCE, Seat
from .situations import (
    ATTACK,
    CHINESE_COMBAT,
    CHINESE_MOVE,
    LAST_PHASE,
    SOVIET_MOVE,
    middle_of_the_map,
    play_to_the_end,
    say,
    scale,
    seated,
    set_up,
    sit,
    touch,
)

# Looking at the map


def test_a_stack_fans_out_and_any_unit_can_be_meant(page: Page, address: str) -> None:
    seat = seated(page, address, CHINESE_MOVE, "Chinese")
    x, y = seat.show("1812")
    expect(page.locator('[data-unit="5-3-6.1"] .count')).to_have_text("3")
    page.mouse.move(x + 2, y)
    expect(page.locator(".fan")).to_be_attached()
    expect(page.locator(".counter.fanned")).to_have_count(3)
    # Whichever lay lowest can be clicked now.
    page.wait_for_timeout(300)
    box = page.locator('[data-unit="4-6-6.2"] .face').bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".prompt")).to_contain_text("Move 4-6-6.2")
    # And the fan closes when the pointer leaves it.
    page.mouse.move(x + 2, y)
    expect(page.locator(".fan")).to_be_attached()
    page.mouse.move(x + 300, y + 200)
    expect(page.locator(".fan")).not_to_be_attached()


def test_a_hex_can_be_meant_through_a_fan(page: Page, address: str) -> None:
    """Units of one's own that have fanned out do not bar the way into their hex."""
    seat = seated(page, address, CHINESE_MOVE, "Chinese")
    seat.choose("select", "4-6-6.3", "unit")
    x, y = seat.show("1812")
    page.mouse.move(x + 2, y)
    expect(page.locator(".counter.fanned")).to_have_count(3)
    page.wait_for_timeout(300)
    page.mouse.click(x + 2, y)
    # The counter in the middle could be meant, but with something in hand it is the hex.
    expect(page.locator('[data-unit="4-6-6.3"].in-hand')).to_be_attached()
    assert seat.hex_of("4-6-6.3") == "1812"


def test_a_click_as_a_stack_fans_out_means_the_stack(page: Page, address: str) -> None:
    """Nobody has seen by then which counter comes to lie under the pointer."""
    seat = seated(page, address, CHINESE_MOVE, "Chinese")
    x, y = seat.show("1812")
    page.evaluate(
        """([x, y]) => {
          document.querySelector("stavka-table").board.openFan("1812");
          const click = new MouseEvent("click", { clientX: x, clientY: y, bubbles: true });
          document.querySelector("#stage").dispatchEvent(click);
        }""",
        [x, y],
    )
    expect(page.locator(".counter.in-hand")).to_have_count(3)


def test_a_long_press_inspects_and_chooses_nothing(phone: Page, address: str) -> None:
    seat = seated(phone, address, CHINESE_MOVE, "Chinese")
    x, y = seat.show("1812")
    version = seat.state()["version"]
    touch(phone, [(x, y)], hold_ms=700)
    expect(phone.locator(".inspector .units li")).to_have_count(3)
    expect(phone.locator(".counter.fanned")).to_have_count(3)
    phone.wait_for_timeout(200)
    assert seat.state()["version"] == version


def test_two_fingers_zoom_and_one_pans(phone: Page, address: str) -> None:
    seat = seated(phone, address, CHINESE_MOVE, "Chinese")
    x, y = seat.show("1812")
    before = scale(phone)
    touch(phone, *[[(x - 20 - d, y), (x + 20 + d, y)] for d in range(0, 80, 10)])
    assert scale(phone) > before * 1.5
    closer = scale(phone)
    touch(phone, *[[(x - 100 + d, y), (x + 100 - d, y)] for d in range(0, 80, 10)])
    assert scale(phone) < closer / 1.5
    middle = middle_of_the_map(phone)
    version = seat.state()["version"]
    touch(phone, *[[(x + d, y - 150)] for d in range(0, 90, 10)])
    assert middle_of_the_map(phone)[0] < middle[0] - 20
    assert seat.state()["version"] == version, "a drag chooses nothing"


def test_the_wheel_zooms_and_a_drag_pans(page: Page, address: str) -> None:
    seat = seated(page, address, CHINESE_MOVE, "Chinese")
    x, y = seat.show("2016")
    before = scale(page)
    page.mouse.move(x, y)
    page.mouse.wheel(0, -400)
    page.wait_for_timeout(100)
    assert scale(page) > before
    middle = middle_of_the_map(page)
    version = seat.state()["version"]
    page.mouse.down()
    page.mouse.move(x - 160, y - 80, steps=5)
    page.mouse.up()
    moved = middle_of_the_map(page)
    assert moved[0] > middle[0] + 20 and moved[1] > middle[1] + 10
    assert seat.state()["version"] == version
    for key, larger in (("-", False), ("+", True)):
        before = scale(page)
        page.keyboard.press(key)
        assert (scale(page) > before) is larger
    page.keyboard.press("f")
    assert scale(page) < 0.5


def test_the_minimap_goes_anywhere(page: Page, address: str) -> None:
    seated(page, address, CHINESE_MOVE, "Chinese")
    box = page.locator("#minimap").bounding_box()
    assert box
    width: float = page.evaluate("document.querySelector('stavka-table').board.map.data.width")
    page.keyboard.press("+")
    for part in (0.25, 0.75):
        page.mouse.click(box["x"] + box["width"] * part, box["y"] + box["height"] / 2)
        assert abs(middle_of_the_map(page)[0] / width - part) < 0.05


def test_far_away_only_side_and_symbol_are_left(page: Page, address: str) -> None:
    seat = seated(page, address, CHINESE_MOVE, "Chinese")
    seat.show("1812")
    values = page.locator('.layer-counters [data-unit="5-3-6.1"] .values')
    expect(values).to_be_visible()
    page.keyboard.press("f")
    expect(values).not_to_be_visible()
    expect(page.locator('.layer-counters [data-unit="5-3-6.1"] .nato')).to_be_visible()


def test_overlays_by_key_and_by_button(page: Page, address: str) -> None:
    seat = seated(page, address, CHINESE_MOVE, "Chinese")
    for key, kind in (("z", "zoc"), ("s", "supply"), ("c", "control")):
        button = page.locator(f'[data-overlay="{kind}"]')
        expect(button).to_have_attribute("aria-pressed", "false")
        page.keyboard.press(key)
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(page.locator(f".layer-areas .area.{kind}").first).to_be_attached()
        expect(page.locator(".legend li").first).to_be_visible()
        button.click()
        expect(page.locator(f".layer-areas .area.{kind}")).to_have_count(0)
    expect(page.locator(".legend")).to_have_count(0)
    # Reach writes the points left on every hex of a move.
    seat.choose("select", "4-6-6.3", "unit")
    move = next(
        o for o in seat.settled()["presentation"]["decision"]["options"] if o["verb"] == "move"
    )
    notes = page.locator(".layer-notes text")
    expect(notes).to_have_count(len(move["values"]))
    shown = notes.evaluate_all("all => all.map((n) => [n.dataset.hex, n.textContent])")
    assert dict(shown) == dict(zip(move["values"], move["notes"], strict=True))
    expect(notes.first).to_be_visible()
    page.keyboard.press("m")
    expect(notes.first).not_to_be_visible()
    page.keyboard.press("m")
    expect(notes.first).to_be_visible()
    page.keyboard.press("f")
    expect(notes.first).not_to_be_visible()


def test_an_overlay_that_comes_too_late_stays_away(page: Page, address: str) -> None:
    """On a slow line it may have been switched off again before its answer is there."""
    seated(page, address, CHINESE_MOVE, "Chinese")
    page.evaluate(
        """() => {
          const { connection } = document.querySelector("stavka-table");
          const ask = connection.ask.bind(connection);
          connection.ask = async (query) => {
            const answer = await ask(query);
            if (query.kind !== "overlay") return answer;
            await new Promise((done) => setTimeout(done, 400));
            document.body.dataset.answered = query.kind;
            return answer;
          };
        }"""
    )
    page.keyboard.press("z")
    page.keyboard.press("z")
    expect(page.locator("body")).to_have_attribute("data-answered", "overlay")
    page.wait_for_timeout(100)
    expect(page.locator('[data-overlay="zoc"]')).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".layer-areas .area, .legend")).to_have_count(0)


def test_all_units_can_be_hidden(page: Page, address: str) -> None:
    seated(page, address, CHINESE_MOVE, "Chinese")
    counters = page.locator(".layer-counters .counter")
    expect(counters.first).to_be_visible()
    page.keyboard.press("h")
    expect(counters.first).not_to_be_visible()
    expect(page.get_by_role("button", name="Hide units")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("h")
    expect(counters.first).to_be_visible()


def test_finding_a_hex_or_a_place(page: Page, address: str) -> None:
    seated(page, address, CHINESE_MOVE, "Chinese")
    for wanted, found in (("2014", "Hex 2014"), ("manch", "Manchouli")):
        page.keyboard.press("/")
        expect(page.locator("#find")).to_be_focused()
        page.locator("#find").fill(wanted)
        page.keyboard.press("Enter")
        expect(page.locator("#say")).to_contain_text(found)
        expect(page.locator(".cursor")).to_be_attached()
    page.keyboard.press("/")
    page.locator("#find").fill("Atlantis")
    page.keyboard.press("Enter")
    expect(page.locator(".notice")).to_contain_text("no hex or place called “Atlantis”")


def test_every_counter_has_its_symbol_and_colours(page: Page, address: str) -> None:
    seated(page, address, CHINESE_MOVE, "Chinese")
    used = page.locator(".layer-counters use").evaluate_all(
        "all => all.map((u) => u.getAttribute('href'))"
        ".map((name) => [name, !!document.querySelector(name)])"
    )
    assert used and all(there and name != "#s-unknown" for name, there in used)
    striped = page.locator(".layer-counters .counter:has(.stripe)").evaluate_all(
        "all => all.map((c) => c.dataset.unit)"
    )
    assert striped == ["12-3-12.1"], "the Soviets are the red and striped ones"


# The inspector, the text twin, next


def test_the_inspector_adds_a_stack_up(page: Page, address: str) -> None:
    seat = seated(page, address, ATTACK, "Soviet")
    x, y = seat.show("1712")
    page.mouse.move(x + 2, y)
    totals = page.locator(".totals")
    expect(totals).to_contain_text("Attack 9.0 14")
    expect(totals).to_contain_text("Defence 9.21 8")
    expect(totals).to_contain_text("Stacked 7.0 2 of 3")
    totals.get_by_role("link", name="Rule 7.0").click()
    expect(page.locator(".rule-help h2")).to_contain_text("7.0")


def test_the_text_twin_tells_what_the_cursor_is_on(page: Page, address: str) -> None:
    seat = seated(page, address, CHINESE_MOVE, "Chinese")
    seat.show("1812")
    text = say(page)
    assert text.startswith("Hex 1812, clear, ")
    for word in ("Chinese Tank Corps 5-3-6", "Infantry Army 4-6-6", "Enter: Pick up."):
        assert word in text
    page.locator("#stage").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#say")).to_have_text(re.compile(r"Hex 1811, .*empty\."))
    expect(page.locator("#say")).to_have_attribute("aria-live", "polite")


def test_next_goes_round_everything_that_can_be_chosen(page: Page, address: str) -> None:
    seated(page, address, CHINESE_MOVE, "Chinese")
    seen = []
    for _ in range(3):
        page.keyboard.press("n")
        seen.append(re.search(r"Hex (\d+)", say(page))[1])  # type: ignore[index]
    assert seen == ["1812", "2014", "1812"]
    page.locator(".toolbar .next").click()
    expect(page.locator("#say")).to_contain_text("Hex 2014")


# Choosing


def test_the_way_and_its_price_under_the_pointer(page: Page, address: str) -> None:
    seat = seated(page, address, CHINESE_MOVE, "Chinese")
    seat.choose("select", "4-6-6.3", "unit")
    x, y = seat.show("1813")
    page.mouse.move(x + 3, y)
    expect(page.locator(".layer-preview .path")).to_be_attached()
    expect(page.locator(".bubble text")).to_have_text(re.compile(r"\d points?, \d left"))
    bubble = page.locator(".bubble text").text_content()
    assert bubble
    left = bubble.split()[-2]
    expect(page.locator('.layer-notes [data-hex="1813"]')).to_have_text(left)
    cost = int(page.locator(".preview .sum td").inner_text())
    assert cost + int(left) == 6
    page.mouse.move(x + 3, y - 330)
    expect(page.locator(".layer-preview .path")).not_to_be_attached()


def test_undo_redo_and_undo_to_here(page: Page, address: str) -> None:
    seat = seated(page, address, CHINESE_MOVE, "Chinese")
    lines = page.locator(".log li .where")
    for unit, goal in (("4-6-6.3", "2013"), ("4-6-6.1", "1813")):
        seat.choose("select", unit, "unit")
        seat.choose("move", goal, "hex")
        if seat.button("halt").count():
            seat.choose("halt", "", "none")
    expect(lines).to_have_count(2)
    moves = seat.state()["moves"]
    page.locator(".toolbar .undo").click()
    seat.until("() => document.querySelector('.toolbar .redo').ariaDisabled === 'false'")
    page.keyboard.press("r")
    expect(lines).to_have_count(2)
    seat.until("() => document.querySelector('.toolbar .redo').ariaDisabled === 'true'")
    assert seat.state()["moves"] == moves
    first = page.locator(".log li").filter(has_text="2013")
    first.hover()
    first.get_by_role("button", name="Undo to here").click()
    expect(lines).to_have_count(0)
    assert seat.hex_of("4-6-6.3") == "2014" and seat.hex_of("4-6-6.1") == "1812"
    # Everything that was taken back can be made again.
    while page.locator(".toolbar .redo").get_attribute("aria-disabled") == "false":
        version = seat.state()["version"]
        page.keyboard.press("r")
        seat.until("v => document.querySelector('.table').dataset.version != v", str(version))
    expect(lines).to_have_count(2)


def test_a_log_line_lights_its_hexes(page: Page, address: str) -> None:
    seat = seated(page, address, CHINESE_MOVE, "Chinese")
    seat.choose("select", "4-6-6.3", "unit")
    seat.choose("move", "2013", "hex")
    line = page.locator(".log li").filter(has_text="2013")
    line.hover()
    expect(page.locator(".layer-light .light")).to_have_count(2)
    page.mouse.move(400, 400)
    expect(page.locator(".layer-light .light")).to_have_count(0)
    line.locator(".where").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".layer-light .light")).to_have_count(2)


def test_the_end_of_a_phase_by_key_is_asked_about(page: Page, address: str) -> None:
    seat = seated(page, address, CHINESE_MOVE, "Chinese")
    version = seat.state()["version"]
    page.keyboard.press("e")
    question = page.get_by_role("alertdialog")
    expect(question).to_contain_text("4 units have not moved")
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    assert seat.state()["version"] == version
    page.keyboard.press("e")
    question.get_by_role("button", name="No, wait").click()
    assert seat.state()["version"] == version
    page.keyboard.press("e")
    expect(page.locator("[data-confirm]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".when")).to_contain_text("Combat")


def test_one_press_and_one_double_click_end_one_phase(page: Page, address: str) -> None:
    """What comes next has not been looked at yet."""
    for held in (True, False):
        seat = seated(page, address, CHINESE_COMBAT, "Chinese")
        expect(page.locator(".prompt")).to_contain_text("Attack")
        end = page.locator(".toolbar .end")
        box = end.bounding_box()
        assert box
        if held:
            page.keyboard.down("e")
        else:
            page.mouse.move(box["x"] + 9, box["y"] + 9)
            page.mouse.down(click_count=1)
            page.mouse.up(click_count=1)
        expect(page.locator(".prompt")).to_contain_text("Detonate mines")
        if held:
            for _ in range(3):
                page.keyboard.down("e")
            page.keyboard.up("e")
        else:
            page.mouse.down(click_count=2)
            page.mouse.up(click_count=2)
        page.wait_for_timeout(300)
        assert seat.state()["version"] == 1
        end.click()
        expect(page.locator(".prompt")).not_to_contain_text("Detonate mines")


def test_the_focus_comes_back_from_a_question(page: Page, address: str) -> None:
    seated(page, address, CHINESE_MOVE, "Chinese")
    end = page.locator(".toolbar .end")
    end.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-confirm]")).to_be_focused()
    page.keyboard.press("Escape")
    expect(end).to_be_focused()
    # The same with the menu of a hex that has several units.
    page.locator("#stage").focus()
    for _ in range(9):
        page.keyboard.press("n")
        if "Hex 1812" in say(page):
            break
    page.keyboard.press("Shift+Enter")
    expect(page.locator(".chooser button").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#stage")).to_be_focused()


def test_an_attack_shows_its_sum_its_chances_and_its_arrows(page: Page, address: str) -> None:
    seat = seated(page, address, ATTACK, "Soviet")
    seat.choose("attack", "1613", "hex")
    seat.choose("add", "4-6-9.1", "unit")
    expect(page.locator(".layer-arrows .arrow")).to_have_count(1)
    seat.choose("all", "", "none")
    expect(page.locator(".layer-arrows .arrow")).to_have_count(2)
    expect(page.locator(".layer-arrows .target")).to_have_count(1)
    preview = page.locator(".preview")
    expect(preview).to_contain_text("36 to 6: 6-1")
    lines = preview.locator(".sum tr")
    expect(lines.filter(has_text="7-4-9.1")).to_contain_text("7")
    expect(lines.filter(has_text="concentric attack: double")).to_contain_text("9.5")
    expect(lines.filter(has_text="4-6-6.1")).to_contain_text("6")
    assert lines.count() == preview.locator(".sum .case").count(), "every line has its rule"
    percents = preview.locator(".chances .percent").all_inner_texts()
    assert sum(float(p.rstrip(" %")) for p in percents) == pytest.approx(100, abs=1)
    # Another column, on the way to its button.
    page.get_by_text("Less than that").click()
    seat.button("resolve", "1-1").hover()
    expect(preview).to_contain_text("36 to 6: 1-1")
    expect(preview.locator(".chances")).to_contain_text("attacker retreats")
    # Whatever the die brings at 6-1, the attacker is asked, and told what for.
    seat.choose("resolve", "6-1", "word")
    cause = page.locator(".bar .cause")
    expect(cause).to_contain_text("Because: Soviet 4-6-9, 2 x 7-4-9 attack 1613 at 6-1: roll")
    expect(page.locator("#say")).to_contain_text("attack 1613 at 6-1")
    asked = seat.settled()
    told = asked["presentation"]["decision"]["cause"]
    assert told["text"] == asked["log"][told["line"]]["text"]
    page.locator(".log ol").evaluate("log => log.scrollTo(0, 0)")
    cause.click()
    line = page.locator(".log .led-here")
    expect(line).to_contain_text(told["text"])
    expect(line).to_be_in_viewport()


def test_a_button_that_cannot_be_used_says_why(page: Page, phone: Page, address: str) -> None:
    seat = seated(page, address, ATTACK, "Soviet")
    undo = page.locator(".toolbar .undo")
    expect(undo).to_have_attribute("aria-disabled", "true")
    undo.focus()
    expect(page.locator("#say")).to_contain_text("Nothing can be taken back")
    page.keyboard.press("Enter")
    expect(page.locator(".notice")).to_contain_text("Nothing can be taken back")
    page.keyboard.press("r")
    expect(page.locator(".notice")).to_contain_text("Nothing has been taken back")
    seat.choose("attack", "1613", "hex")
    page.keyboard.press("e")
    expect(page.locator(".notice")).to_contain_text("Not yet: Attack 1613")
    version = seat.state()["version"]
    seat = seated(phone, address, ATTACK, "Soviet")
    phone.locator(".toolbar .undo").tap(force=True)
    expect(phone.locator(".notice")).to_contain_text("Nothing can be taken back")
    assert version == 1 and seat.state()["version"] == 0


def test_a_button_that_comes_under_the_mouse_waits_for_a_movement(page: Page, address: str) -> None:
    """Who clicks twice on "Everybody attacks" has not meant to roll, least of all at worse odds."""
    seat = seated(page, address, ATTACK, "Soviet")
    seat.choose("attack", "1613", "hex")
    everybody = seat.button("all").bounding_box()
    assert everybody
    x, y = everybody["x"] + 20, everybody["y"] + everybody["height"] / 2
    page.mouse.move(x, y)
    page.mouse.click(x, y)
    expect(seat.button("all")).to_have_count(0)
    best = page.locator(".words .best button")
    expect(best).to_have_count(1)
    expect(page.locator(".words details button").first).to_be_hidden()
    # Wherever the buttons have gone, the one that is under the mouse now does nothing.
    version = seat.state()["version"]
    best.evaluate(
        "(e, [x, y]) => { e.style.cssText = "
        "`position:fixed;left:${x - 9}px;top:${y - 9}px;z-index:99`; }",
        [x, y],
    )
    page.mouse.click(x, y)
    expect(page.locator(".notice")).to_contain_text("Another button has come under the pointer")
    assert seat.state()["version"] == version
    page.mouse.move(x + 12, y + 3)
    page.mouse.click(x + 3, y + 3)
    seat.until("v => document.querySelector('.table').dataset.version != v", str(version))


def test_the_charts_are_at_hand_with_the_present_column(page: Page, address: str) -> None:
    seat = seated(page, address, ATTACK, "Soviet")
    seat.choose("attack", "1613", "hex")
    seat.choose("all", "", "none")
    expect(page.locator(".preview")).to_contain_text("6-1")
    page.keyboard.press("t")
    drawer = page.locator(".charts")
    expect(drawer.locator("caption b")).to_have_text("Combat Results Table")
    expect(drawer.locator("thead .lit")).to_contain_text("6-1")
    assert seat.axe() == []
    drawer.get_by_role("combobox").select_option("Terrain Chart")
    expect(drawer.locator("caption b")).to_have_text("Terrain Chart")
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    # It opens again where it was.
    page.locator(".open-charts").click()
    expect(drawer.locator("caption b")).to_have_text("Terrain Chart")
    page.locator("#stage").focus()
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)


def test_the_rules_are_a_book_to_look_things_up_in(page: Page, address: str) -> None:
    seat = seated(page, address, CHINESE_MOVE, "Chinese")
    page.locator(".open-rules").click()
    book = page.locator(".rule-help")
    # It opens at the chapter of what is asked, and says which case that is.
    expect(book.locator("details[open] summary")).to_have_text("5 Movement")
    expect(book.locator("li.matters")).to_contain_text("5.0")
    assert seat.axe() == []
    book.get_by_role("searchbox").fill("Retreat hex")
    expect(book.locator("li").first).to_be_visible()
    book.get_by_role("searchbox").fill("xyzzy")
    expect(book).to_contain_text("No rule speaks of that")
    book.get_by_role("searchbox").fill("16.4")
    book.locator("li a.case").first.click()
    expect(book.locator("h2")).to_contain_text("16.4")
    # A note of one's own is there again the next time, and the contents show it.
    book.locator(".note summary").click()
    book.get_by_role("textbox").fill("Ask Lin about this")
    book.locator(".contents").click()
    expect(book.locator("li", has_text="16.4").first).to_contain_text("note")
    book.locator("li a.case").first.click()
    expect(book.get_by_role("textbox")).to_have_value("Ask Lin about this")
    page.keyboard.press("Escape")
    expect(book).to_have_count(0)


def test_rules_help_from_prompt_refusal_and_log(page: Page, address: str) -> None:
    seat = seated(page, address, CHINESE_MOVE, "Chinese")
    title = page.locator(".rule-help h2")
    page.locator(".prompt a.case").click()
    expect(title).to_contain_text("5.0")
    # The orders have rules of their own; a rule leads to others, and back.
    page.locator(".orders .buttons a.case").click()
    expect(title).to_contain_text("4.2")
    link = page.locator(".rule-help p a.case").first
    other = link.inner_text()
    link.click()
    expect(title).to_contain_text(other)
    page.get_by_role("button", name="Back", exact=True).click()
    expect(title).to_contain_text("4.2")
    page.keyboard.press("Escape")
    expect(title).to_have_count(0)
    seat.choose("select", "4-6-6.3", "unit")
    page.mouse.click(*seat.show("1507"))
    refusal = page.locator(".notice a.case")
    case = refusal.inner_text()
    refusal.click()
    expect(title).to_contain_text(case)
    page.keyboard.press("Escape")
    seat.choose("move", "2013", "hex")
    page.locator(".log li").filter(has_text="2013").locator("a.case").click()
    expect(title).to_contain_text("5.1")


def test_a_whole_phase_without_a_mouse(page: Page, address: str) -> None:
    """Both units are moved and the phase is ended, by keyboard alone."""
    seat = seated(page, address, SOVIET_MOVE, "Soviet")
    page.locator("#stage").focus()
    for number, unit in enumerate(("12-3-12.1", "12-3-12.2"), 1):
        page.keyboard.press("n")
        page.keyboard.press("Enter")
        expect(page.locator(".prompt")).to_contain_text(f"Move {unit}")
        # The cursor walks until it is on a hex to which the unit can go.
        for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowUp"):
            page.keyboard.press(key)
            if "Move here" in say(page):
                break
        page.keyboard.press("Enter")
        # The line of this move, not that of the unit before.
        told = page.locator(".log li .where", has_text="12-3-12 moves from")
        expect(told).to_have_count(number)
        if seat.settled()["presentation"]["decision"]["prompt"].startswith(f"Move {unit}"):
            page.keyboard.press("h")
            expect(page.locator(".prompt")).not_to_contain_text(unit)
    page.keyboard.press("e")
    expect(page.locator(".when")).to_contain_text("Combat")


def test_the_keys_are_listed(page: Page, address: str) -> None:
    seated(page, address, CHINESE_MOVE, "Chinese")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    for word in ("undo, redo", "end the phase", "overlays", "what if", "find a hex"):
        expect(keys).to_contain_text(word)
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)


def test_the_game_ends_with_a_page(page: Page, address: str) -> None:
    links = set_up(address, LAST_PHASE, hot_seat=True)
    seat = sit(page, address, links["hot_seat"])
    page.get_by_role("button", name="I am the").click()
    play_to_the_end(page)
    expect(page.locator(".ending h2")).to_have_text("Chinese victory")
    expect(page.locator(".ending .detail")).to_contain_text("18.1")
    assert seat.state()["dice"]["seed"]
    # It makes way for the board, and comes back.
    page.get_by_role("button", name="Look at the board").click()
    expect(page.locator(".ending")).to_have_count(0)
    page.locator(".outcome button").click()
    expect(page.locator(".ending h2")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".ending")).to_have_count(0)


# The line


class Restartable:
    """A server that can be taken away and brought back at the same address."""

    def __init__(self, database: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}/"
        self._database = database
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-m", "stavka", "serve", "--no-open"),
                *("--port", str(self.port), "--database", str(self._database)),
            ],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self._process.stdout is not None
        assert self.address in self._process.stdout.readline()

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(10)
        assert self._process.stdout is not None
        self._process.stdout.close()


@pytest.fixture
def restartable(tmp_path: Path) -> Iterator[Restartable]:
    server = Restartable(tmp_path / "stavka.db")
    yield server
    server.kill()


def test_the_line_comes_back(browser_page: Page, restartable: Restartable) -> None:
    """The server is killed and started again: the table goes on where it was."""
    page = browser_page
    seat = seated(page, restartable.address, CHINESE_MOVE, "Chinese")
    seat.choose("select", "4-6-6.3", "unit")
    restartable.kill()
    expect(page.locator(".line-lost")).to_contain_text("Line lost")
    restartable.start()
    expect(page.locator(".line-lost")).to_have_count(0)
    seat.choose("move", "2013", "hex")
    expect(page.locator(".log li .where").last).to_contain_text("to 2013")


@pytest.fixture
def browser_page(browser: Browser) -> Iterator[Page]:
    """A window whose console may complain: of a server that is gone."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    context.close()


def test_without_websockets_a_game_is_still_live(page: Page, address: str) -> None:
    """Long polling: what the other player does arrives by itself."""
    page.add_init_script(
        """window.WebSocket = class { static OPEN = 1; readyState = 3;
             constructor() { setTimeout(() => this.onclose?.({ code: 1006 }), 5); } close() {} }"""
    )
    links = set_up(address, CHINESE_MOVE)
    watching = sit(page, address, links["seats"]["Soviet"])
    expect(page.locator(".prompt")).to_contain_text("Waiting for Chinese")
    other = page.context.new_page()
    playing = sit(other, address, links["seats"]["Chinese"])
    playing.choose("select", "4-6-6.3", "unit")
    playing.choose("move", "2013", "hex")
    expect(page.locator(".log li .where").last).to_contain_text("to 2013")
    assert watching.hex_of("4-6-6.3") == "2013"


def test_a_link_that_leads_nowhere(browser_page: Page, address: str) -> None:
    browser_page.goto(f"{address}#seat/nowhere")
    expect(browser_page.get_by_role("heading", name="No such table")).to_be_visible()
    browser_page.get_by_role("link", name="To the lobby").click()
    expect(browser_page.get_by_role("heading", name="New game")).to_be_visible()


def test_a_spectator_looks_on(page: Page, address: str) -> None:
    links = set_up(address, CHINESE_MOVE)
    sit(page, address, links["spectator"])
    expect(page.locator(".layer-counters .counter").first).to_be_attached()
    expect(page.locator(".toolbar")).to_have_count(0)
    expect(page.locator(".what-if")).to_have_count(0)
    assert not Seat(page, address).lit()["unit"]
