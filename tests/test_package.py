"""What a package is made of: its version, its page, and the versions of what it needs."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import stavka
from stavka.cli import main
from stavka.server.pages import advice, page

ROOT = Path(__file__).parent.parent
LOCKS = ("requirements", "requirements-hosted", "requirements-dev", "requirements-extras")


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


# The version


def test_the_version_stands_in_one_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert project()["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "stavka.__version__"}
    for file in ("package.json", "package-lock.json"):
        client = json.loads((ROOT / "web" / file).read_text(encoding="utf-8"))
        assert "version" not in client
        assert "version" not in client.get("packages", {}).get("", {})
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"stavka {stavka.__version__}\n"


def test_the_changelog_begins_with_this_version() -> None:
    """Or with what comes after it."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (\S+)", text, flags=re.MULTILINE)
    assert headings[headings[0] == "Unreleased"] == stavka.__version__
    assert len(set(headings)) == len(headings)


# The page


def test_a_missing_page_in_a_checkout_is_built(tmp_path: Path) -> None:
    static = tmp_path / "src" / "stavka" / "server" / "static"
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "package.json").write_text("{}")
    assert f"run `make web` in {tmp_path}" in advice(static)
    shown = page("/", static)
    assert shown is not None
    assert "make web" in shown.content.decode()
    static.mkdir(parents=True)
    (static / "index.html").write_text("the page")
    assert advice(static) == ""


def test_a_missing_page_in_a_package_is_a_defect_of_the_build(tmp_path: Path) -> None:
    static = tmp_path / "lib" / "site-packages" / "stavka" / "server" / "static"
    assert "defect of the build" in advice(static)
    assert "make web" not in advice(static)


# The locks, without asking anybody: what `make lock` would write is not known here, but whether
# it has to be run again is.


@dataclass
class Pin:
    version: str
    hashes: int = 0
    # The files and packages that ask for it.
    via: list[str] = field(default_factory=list)


def wanted(lines: Iterable[str]) -> list[Requirement]:
    bare = (line.partition("#")[0].strip() for line in lines)
    return [Requirement(line) for line in bare if line and not line.startswith("-")]


def lines_of(name: str) -> list[str]:
    return (ROOT / name).read_text(encoding="utf-8").splitlines()


def pins(name: str) -> dict[str, Pin]:
    found: dict[str, Pin] = {}
    pin: Pin | None = None
    for line in lines_of(f"{name}.txt"):
        if match := re.match(r"([\w.-]+)==(\S+)", line):
            pin = found[canonicalize_name(match[1])] = Pin(match[2])
        elif pin and line.startswith("    --hash=sha256:"):
            pin.hashes += 1
        elif pin and (match := re.fullmatch(r"    #(?: via|  ) (.+)", line)):
            pin.via.append(match[1])
    return found


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_was_made_from_what_is_asked_for_now(name: str) -> None:
    asked = hashlib.sha256((ROOT / f"{name}.in").read_bytes()).hexdigest()
    head = [line for line in lines_of(f"{name}.txt")[:8] if "make lock" in line]
    assert head == [f"#    make lock, {name}.in --hash=sha256:{asked}"], "run `make lock`"


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_all_that_is_asked_for(name: str) -> None:
    locked = pins(name)
    for requirement in wanted(lines_of(f"{name}.in")):
        version = locked[canonicalize_name(requirement.name)].version
        assert requirement.specifier.contains(version), requirement
    assert all(pin.hashes for pin in locked.values())


def test_the_package_asks_for_nothing_that_is_not_locked() -> None:
    locked = pins("requirements")
    asked = {canonicalize_name(r.name) for r in wanted(lines_of("requirements.in"))}
    settings = project()
    for requirement in wanted(
        [*settings["project"]["dependencies"], *settings["build-system"]["requires"]]
    ):
        assert canonicalize_name(requirement.name) in asked
        version = locked[canonicalize_name(requirement.name)].version
        assert requirement.specifier.contains(version), requirement


@pytest.mark.parametrize("name", LOCKS)
def test_somebody_asks_for_everything_that_is_locked(name: str) -> None:
    locked = pins(name)
    accounted = {package for package, pin in locked.items() if f"-r {name}.in" in pin.via}
    assert accounted == {canonicalize_name(r.name) for r in wanted(lines_of(f"{name}.in"))}
    before = 0
    while len(accounted) > before:
        before = len(accounted)
        accounted |= {package for package, pin in locked.items() if accounted.intersection(pin.via)}
    assert set(locked) == accounted


def test_all_extras_are_tried_out() -> None:
    locked = pins("requirements-extras")
    for requirement in wanted(chain(*project()["project"]["optional-dependencies"].values())):
        assert requirement.specifier.contains(locked[canonicalize_name(requirement.name)].version)


def test_a_hosted_server_runs_with_the_versions_that_are_tried_out() -> None:
    locked, tried = pins("requirements-hosted"), pins("requirements-extras")
    assert {p: pin.version for p, pin in locked.items()} == {p: tried[p].version for p in locked}
    extra = project()["project"]["optional-dependencies"]["hosted"]
    asked = {canonicalize_name(r.name) for r in wanted(lines_of("requirements-hosted.in"))}
    assert {canonicalize_name(r.name) for r in wanted(extra)} == asked


@pytest.mark.parametrize("name", LOCKS[1:])
def test_the_checks_run_with_the_versions_that_the_package_runs_with(name: str) -> None:
    run, check = pins("requirements"), pins(name)
    assert {p: run[p].version for p in run.keys() & check.keys()} == {
        p: check[p].version for p in run.keys() & check.keys()
    }
