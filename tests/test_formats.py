"""What is written tells its format; the first is read for ever, a later one refused with a reason
(docs/formats.md, "What stays readable")."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from stavka import lessons, titles
from stavka.board import load_board
from stavka.cli import main
from stavka.data import DataError, Folder
from stavka.engine import BadPosition, BadRecord, Dice, read_record
from stavka.server.imports import BadImport, read_import

RECORD = Path(__file__).parent / "records" / "east-is-red-m1-full.stavka"
TITLE = titles.load("east-is-red")
NEWER = "was written by a newer Stavka: format 2, this one reads 1"


def copied(tmp_path: Path, part: str) -> Path:
    """A folder of the title's data, to be changed."""
    folder = tmp_path / part
    shutil.copytree(titles.entry("east-is-red").data / part, folder)
    return folder


def put(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_record_of_a_newer_stavka(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = RECORD.read_text(encoding="utf-8")
    newer = text.replace('{"stavka": 1', '{"stavka": 3', 1)
    told = "was written by a newer Stavka: format 3, this one reads 2"
    with pytest.raises(BadRecord, match=f"^line 1: {told}$"):
        read_record(newer)
    with pytest.raises(BadImport, match=told):
        read_import(newer)
    file = tmp_path / "game.stavka"
    file.write_text(newer, encoding="utf-8")
    assert main(["verify", str(file)]) == 2
    assert told in capsys.readouterr().err
    for no_format in ("0", '"2"', "null"):
        with pytest.raises(BadRecord, match="not the header"):
            read_record(text.replace('{"stavka": 1', f'{{"stavka": {no_format}', 1))


def test_a_position_of_a_newer_stavka() -> None:
    start = TITLE.start("m1-full", seed=b"x")
    text = TITLE.write(start)
    assert text.startswith("stavka position 1\n")
    with pytest.raises(BadPosition, match=f"^line 1: {NEWER}$"):
        TITLE.read(text.replace("stavka position 1", "stavka position 2", 1), Dice(b"x"))
    without = text.removeprefix("stavka position 1\n")
    for same in (text, without):
        assert TITLE.read(same, Dice(b"x")).digest() == start.digest()


def test_a_map_of_a_newer_stavka(tmp_path: Path) -> None:
    folder = copied(tmp_path, "map")
    put(folder / "map.toml", "format = 1\n", "format = 2\n")
    with pytest.raises(DataError, match=rf"map\.toml, field format: {NEWER}$"):
        load_board(folder)
    put(folder / "map.toml", "format = 2\n", "format = 0\n")
    with pytest.raises(DataError, match="from 1 on"):
        load_board(folder)
    put(folder / "map.toml", "format = 0\n", "")
    assert load_board(folder).name == TITLE.name


def test_a_lesson_of_a_newer_stavka(tmp_path: Path) -> None:
    folder = copied(tmp_path, "lesson")
    # Whatever else a newer one says, the reason is that it is newer.
    put(folder / "lesson.toml", "format = 1\n", 'format = 2\nlevel = "hard"\n')
    with pytest.raises(DataError, match=NEWER):
        lessons.read_lesson("east-is-red", folder)
    put(folder / "lesson.toml", 'format = 2\nlevel = "hard"\n', "")
    assert lessons.read_lesson("east-is-red", folder) == lessons.lesson("east-is-red")


def test_telling_the_format_leaves_tables_their_data(tmp_path: Path) -> None:
    """A table goes on only with the data that it was set up with: these are the same."""
    folder = copied(tmp_path, "map")
    told = Folder(folder).fingerprint()
    put(folder / "map.toml", "format = 1\n", "")
    assert Folder(folder).fingerprint() == told
    put(folder / "map.toml", 'shifted = "odd"', 'shifted = "even"')
    assert Folder(folder).fingerprint() != told
