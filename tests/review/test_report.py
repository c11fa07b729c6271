"""The after-action report: its words, its pictures, the command that writes it."""

from __future__ import annotations

import io
import re
import struct
import zipfile
from pathlib import Path

import msgspec
import pytest

from stavka import titles
from stavka.cli import main
from stavka.engine import load_record
from stavka.engine.glyphs import CLASSES
from stavka.engine.looks import BANDS, LIVERIES
from stavka.engine.presentation import MarkerView
from stavka.review.pictures import FORMS, MARKS, SYMBOLS, WORDS, Artist, symbol
from stavka.review.report import PAGE, packed, write_report
from stavka.review.story import Story
from stavka.review.telling import everything

RECORD = Path(__file__).parent.parent / "records" / "east-is-red-m30-full.stavka"
TITLE = titles.load("east-is-red")
# The set-up, two turns, and a part of the third.
LINES = 420


def story(lines: int) -> Story:
    record = load_record(RECORD)
    record.lines = record.lines[:lines]
    return Story.of_record(record)


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return write_report(story(LINES))


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_every_line_of_the_chronicle_is_told(files: dict[str, bytes]) -> None:
    page = files[PAGE].decode()
    game = story(LINES).play()
    told = [line.removeprefix("- ") for line in page.splitlines() if line.startswith("- ")]
    events = [e for e in game.chronicle if e.kind not in ("turn", "phase")]
    assert len(told) == len(events) > 100
    for line, event in zip(told, events, strict=True):
        assert line.startswith(TITLE.text(event)) and line.endswith(f"[{event.case}]")
        assert ("Known to Chinese only" in line) == bool(event.secret_of)
    turns = [TITLE.text(e) for e in game.chronicle if e.kind == "turn"]
    assert re.findall(r"^## (Game-Turn .*)$", page, re.M) == turns
    # Phases in which nothing happened are left out.
    assert "### Soviet Combat Phase" in page
    assert not re.search(r"^### .*\n\n(#|!)", page, re.M)


def test_what_sides_were_told_differently_is_told_once() -> None:
    """Of a face-down counter's move the report has what its own side was told."""
    record = load_record(RECORD.parent / "red-dragon-campaign.stavka")
    record.lines = record.lines[:150]
    short = Story.of_record(record)
    page = write_report(short)[PAGE].decode()
    told = [event.kind for event in short.play().chronicle]
    assert told.count("counter_moved") > 10
    assert "A PLA counter moves" not in page
    assert len(re.findall(r"^- .* moves .* Known to PLA only", page, re.M)) > 10


def test_the_head_of_the_page(files: dict[str, bytes]) -> None:
    page = files[PAGE].decode()
    assert page.startswith("# The East Is Red: M+30, Full Readiness\n")
    assert "| Soviet | cadet |" in page
    assert "| Result | open: turn " in page
    assert f"| Choices | {LINES} |" in page
    assert "## Dice and luck" in page and "| times |" in page
    # No word of the title can spoil the tables of the page.
    rows = [line for line in page.splitlines() if line.startswith("| ")]
    assert rows and all(line.endswith(" |") for line in rows)


def test_losses_are_the_units_that_were_eliminated(files: dict[str, bytes]) -> None:
    game = story(LINES).play()
    lost = sum(event.kind == "eliminated" for event in game.chronicle)
    together = re.search(r"\*\*together\*\*(.*)", files[PAGE].decode())
    assert together and lost
    assert sum(int(n) for n in re.findall(r"(\d+) units?", together[1])) == lost


def test_a_picture_for_every_turn(files: dict[str, bytes]) -> None:
    page = files[PAGE].decode()
    pictures = re.findall(r"!\[.*\]\((.*)\)", page)
    assert pictures == [
        "pictures/start.png",
        "pictures/turn-01.png",
        "pictures/turn-02.png",
        "pictures/end.png",
    ]
    assert set(pictures) == set(files) - {PAGE}
    assert len({size(files[name]) for name in pictures}) == 1
    assert len({files[name] for name in pictures}) == len(pictures)
    for name in pictures:
        assert max(size(files[name])) <= 1280
        assert len(files[name]) < 1_600_000


def test_the_archive(files: dict[str, bytes]) -> None:
    with zipfile.ZipFile(io.BytesIO(packed(files))) as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == files
    assert packed(files) == packed(files)


def test_a_game_from_a_position_file() -> None:
    whole = story(LINES).play()
    # Dice have fallen before, and fall after.
    rolled = [n for n, move in enumerate(whole.moves) if move.dice]
    first = rolled[len(rolled) // 2]
    text = TITLE.write(whole.at(first))
    moves = tuple((str(m.choice), m.dice) for m in whole.moves[first:])
    begun = Story("east-is-red", "m30-full", whole.position.options, {}, moves, text)
    assert begun.play().position.digest() == whole.position.digest()


@pytest.mark.parametrize("slug", titles.playable())
def test_a_game_of_any_title_is_told(slug: str) -> None:
    """A game by the dice that were written down alone, those before the first choice included."""
    path = min(RECORD.parent.glob(f"{slug}-*.stavka"))
    record = load_record(path)
    played = Story.of_record(record).play()
    assert played.position.digest() == record.digest
    shown = everything(titles.load(slug), played.position)
    svg = Artist(slug, [shown]).svg(shown)
    assert svg.count('<g transform="translate(8.5 11)">') > 5


def test_pictures_show_what_all_sides_know() -> None:
    game = story(LINES).play()
    laid = next(n for n in range(LINES) if any(e.kind == "mined" for e in game.events_of(n)))
    position = game.at(laid + 1)
    shown = everything(TITLE, position)
    hidden = TITLE.present(position.view("Soviet"))
    assert any(marker.kind == "mined" for marker in shown.markers)
    assert not any(marker.kind == "mined" for marker in hidden.markers)
    svg = Artist("east-is-red", [shown]).svg(shown)
    values = [unit.values for unit in shown.units if unit.hex]
    # A stack of more than four shows its four upper counters.
    assert 0.9 * len(values) < len(re.findall(r">\d+-\d+-\d+<", svg)) <= len(values)


def test_counters_of_any_title() -> None:
    for name in (*SYMBOLS, *WORDS, "something new"):
        assert "#123456" in symbol(name, "#123456") and "{" not in symbol(name, "#123456")
    shown = everything(TITLE, story(LINES).play().position)
    unit = msgspec.structs.replace(next(u for u in shown.units if u.hex), side="Bandits")
    banded = msgspec.structs.replace(unit, band="teal")
    for seen, colour in ((unit, LIVERIES["neutral"].face), (banded, BANDS["teal"].deep)):
        moment = msgspec.structs.replace(shown, units=(seen,), markers=())
        svg = Artist("east-is-red", [moment]).svg(moment)
        assert colour in svg and LIVERIES["red"].face not in svg


def test_pictures_know_every_mark_and_every_part_of_a_glyph() -> None:
    assert {look.mark for look in LIVERIES.values()} == set(MARKS)
    assert set(FORMS) == set(CLASSES)
    shown = everything(TITLE, story(LINES).play().position)
    for kind, there in (("mined", 'fill="#1c1708"'), ("plague", ">P</text>"), ("target", "")):
        marker = MarkerView(kind, "", hex=next(u.hex for u in shown.units if u.hex))
        moment = msgspec.structs.replace(shown, units=(), markers=(marker,))
        svg = Artist("east-is-red", [shown]).svg(moment)
        assert "class=" not in svg
        assert (there in svg) if there else ("<g" not in svg)


# The command


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    short = tmp_path / "short.stavka"
    lines = RECORD.read_text(encoding="utf-8").splitlines()[:40]
    short.write_text("\n".join(lines), encoding="utf-8")
    out = tmp_path / "deep" / "down"
    assert main(["report", str(short), "-o", str(out)]) == 0
    assert str(out / PAGE) in capsys.readouterr().out
    page = (out / PAGE).read_text(encoding="utf-8")
    for name in re.findall(r"!\[.*\]\((.*)\)", page):
        assert size((out / name).read_bytes())


def test_what_the_command_refuses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.stavka"
    bad.write_text("no record", encoding="utf-8")
    spoilt = tmp_path / "spoilt.stavka"
    lines = RECORD.read_text(encoding="utf-8").splitlines()[:30]
    spoilt.write_text("\n".join([*lines, '{"side": "Soviet", "choice": "fly"}']), encoding="utf-8")
    for file, out, reason in (
        (tmp_path / "missing.stavka", tmp_path / "r", "cannot be read"),
        (bad, tmp_path / "r", "line 1"),
        (spoilt, tmp_path / "r", "line 31"),
        (RECORD, bad, "a folder is needed"),
    ):
        assert main(["report", str(file), "-o", str(out)]) == 2
        assert reason in capsys.readouterr().err
    assert not (tmp_path / "r").exists()


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    write_report(story(40), lambda done, total: told.append((done, total)))
    assert told[-1][0] == told[-1][1] == len(told)
