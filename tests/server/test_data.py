"""A server whose data somebody has laid files over."""

from __future__ import annotations

import io
import random
import zipfile
from pathlib import Path

import pytest

from stavka import titles
from stavka.cli import main
from stavka.data import DataError, Folder
from stavka.server.sqlite import SqliteStorage

from .client import Live, get, hot_seat, http
from .older import make_older
from .running import Process

OWN = titles.entry("east-is-red").data


def changed(folder: Path, name: str, old: str, new: str) -> Path:
    """A folder in which one file of the title is another."""
    file = folder / "east-is-red" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    text = (OWN / name).read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


def test_tables_keep_to_their_data(tmp_path: Path) -> None:
    """Unit names and places come from the overlay, on the map too; without it the table waits for
    consent, with it again it goes on."""
    data = changed(tmp_path / "own", "counters.csv", "Tank Corps", "Guards Tank Corps")
    changed(data, "map/places.csv", "Ulaanbaatar", "Urga")
    database = tmp_path / "stavka.db"
    process = Process(database, "--data", str(data))
    secret = hot_seat(process.address)
    with Live(process.address, secret) as live:
        live.choose("recommended")
        assert any("Guards Tank Corps" in u["title"] for u in live.presentation["units"])
        before = live.state
    hexes = get(process.address, "/api/titles/east-is-red/map")["hexes"]
    assert any("Urga" in hex_["places"] for hex_ in hexes)
    (title,) = (t for t in get(process.address, "/api/titles") if t["slug"] == "east-is-red")
    assert title["data"] == before["data"] != titles.data_version("east-is-red")
    process.kill()

    process = Process(database)
    try:
        with Live(process.address, secret) as live:
            number = live.state["version"]
            assert live.ask("choose", number=number, verb="recommended")["type"] == "refused"
            (proposal,) = live.state["proposals"]
            assert before["data"] in proposal["text"] and "--data" in proposal["text"]
            assert titles.data_version("east-is-red") in proposal["text"]
            assert live.state["data"] == before["data"]
        # Its maps are its own, and other tables are none the worse.
        hexes = get(process.address, "/api/titles/east-is-red/map")["hexes"]
        assert not any("Urga" in hex_["places"] for hex_ in hexes)
        assert get(process.address, f"/api/seats/{hot_seat(process.address)}")
    finally:
        process.kill()

    process = Process(database, "--data", str(data))
    try:
        now = get(process.address, f"/api/seats/{secret}")
        assert (now["version"], now["data"]) == (before["version"], before["data"])
    finally:
        process.kill()


def test_a_table_goes_on_with_other_data_when_all_agree(tmp_path: Path) -> None:
    """As after an update of the program that has corrected a figure of ours."""
    data = changed(tmp_path / "own", "counters.csv", "Tank Corps", "Guards Tank Corps")
    database = tmp_path / "stavka.db"
    process = Process(database, "--data", str(data))
    secret = hot_seat(process.address)
    with Live(process.address, secret) as live:
        live.choose("recommended")
        before = live.state
    process.kill()
    process = Process(database)
    try:
        with Live(process.address, secret) as live:
            (proposal,) = live.state["proposals"]
            live.send("agree", proposal=proposal["id"], yes=True)
            live.until(lambda state: not state["proposals"])
            assert live.state["data"] == titles.data_version("east-is-red")
            assert "version" in live.state["talk"][-1]["text"]
            units = {u["title"] for u in live.presentation["units"]}
            assert units and not any("Guards Tank Corps" in title for title in units)
            # Nothing of what was played is lost.
            where = [(u["id"], u["hex"]) for u in live.presentation["units"]]
            assert where == [(u["id"], u["hex"]) for u in before["presentation"]["units"]]
            assert live.presentation["decision"] is not None
            live.choose_any(random.Random(1))
    finally:
        process.kill()
    process = Process(database)
    try:
        now = get(process.address, f"/api/seats/{secret}")
        assert not now["proposals"] and now["moves"] == before["moves"] + 1
    finally:
        process.kill()


def test_reports_are_written_with_the_same_data(tmp_path: Path) -> None:
    """They are written in other processes, which have to know of it."""
    data = changed(tmp_path / "own", "scenarios.csv", "of forces that stand ready", "as we know it")
    process = Process(tmp_path / "stavka.db", "--data", str(data))
    try:
        secret = hot_seat(process.address)
        with http(process.address) as client:
            files = zipfile.ZipFile(
                io.BytesIO(client.get(f"/api/seats/{secret}/report").raise_for_status().content)
            )
        assert "A hasty attack as we know it." in files.read("report.md").decode()
    finally:
        process.kill()


def test_a_table_of_an_older_database_is_taken_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "stavka.db"
    process = Process(file)
    secret = hot_seat(process.address)
    process.kill()
    make_older(file, 1)
    process = Process(file)
    try:
        assert get(process.address, f"/api/seats/{secret}")["data"] == ""
    finally:
        process.kill()
    SqliteStorage(file).close()


@pytest.mark.parametrize(
    ("name", "old", "new", "complaint"),
    [
        ("counters.csv", "XXX,7,4,9", "XXX,seven,4,9", "counters.csv, line 2, field attack"),
        ("map/places.csv", "0106,", "9906,", "places.csv, line 2, field hex"),
        ("terrain.csv", "condition", "state", "terrain.csv, line 1"),
    ],
)
def test_errors_are_told_before_anything_starts(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    old: str,
    new: str,
    complaint: str,
) -> None:
    monkeypatch.setattr(titles, "_overlays", {})
    data = changed(tmp_path / "own", name, old, new)
    arguments = ["serve", "--no-open", "--port", "0", "--database", str(tmp_path / "x.db")]
    assert main([*arguments, "--data", str(data)]) == 2
    assert complaint in capsys.readouterr().err
    assert not (tmp_path / "x.db").exists()


def test_files_that_would_not_be_read(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="is empty"):
        titles.lay_over(tmp_path)
    (tmp_path / "counters.csv").write_text("for one title")
    with pytest.raises(DataError, match=r"counters\.csv: is not a folder named after a title"):
        titles.lay_over(tmp_path)
    (tmp_path / "counters.csv").unlink()
    wrong = tmp_path / "east-is-red" / "counter.csv"
    wrong.parent.mkdir()
    wrong.write_text("a slip of the pen")
    with pytest.raises(DataError, match=r"counter\.csv: The East Is Red has no such file"):
        titles.lay_over(tmp_path)


def test_the_version_is_of_values_only(tmp_path: Path) -> None:
    def version(new: str) -> str:
        data = changed(tmp_path, "limits.csv", "turns,", new)
        return Folder(OWN, data / "east-is-red").fingerprint()

    own = Folder(OWN).fingerprint()
    assert version("turns,") == own
    assert version("turn,") != own
    text = (OWN / "limits.csv").read_text(encoding="utf-8").replace("rulebook", "found book,", 1)
    assert text.count("found book,")
    (tmp_path / "east-is-red" / "limits.csv").write_text(
        text.replace("found book,", "found book"), encoding="utf-8"
    )
    assert Folder(OWN, tmp_path / "east-is-red").fingerprint() == own
