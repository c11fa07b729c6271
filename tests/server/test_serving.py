"""What `stavka serve` says and does as it is asked to on the command line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from .client import get, http
from .running import PATIENCE, Process


def told_by(database: Path, *options: str) -> str:
    """What a server says until it listens for people."""
    command = [sys.executable, "-u", "-m", "stavka", "serve", "--port", "0", "--no-open"]
    with subprocess.Popen(
        [*command, "--database", str(database), *options], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline()]
        address = lines[0].split()[3].rstrip("/").replace("0.0.0.0", "127.0.0.1")
        assert get(address, "/api/titles")
        process.terminate()
        lines += process.stdout.readlines()
        process.wait(PATIENCE)
    return "".join(lines)


def test_others_can_reach_it(tmp_path: Path) -> None:
    told = told_by(tmp_path / "stavka.db", "--host", "0.0.0.0")
    assert told.count("Warning") == 1
    assert "nothing is encrypted" in told and "TLS" in told and "docs/hosting.md" in told
    assert "Warning" not in told_by(tmp_path / "stavka.db")


def test_a_server_may_keep_its_schema_to_itself(tmp_path: Path) -> None:
    process = Process(tmp_path / "stavka.db", "--no-schema")
    assert get(process.address, "/schema", 404)["error"]
    assert get(process.address, "/schema/openapi.json", 404)["error"]
    assert get(process.address, "/api/titles")
    process.kill()
    process = Process(tmp_path / "stavka.db")
    with http(process.address) as client:
        assert client.get("/schema").json()["openapi"]
    process.kill()
