"""Builds the package: setuptools, and before it what no checkout holds.

That is the built client, for which Node.js is needed, and the index of the rules, which says what
is tested where there are no tests. An sdist brings both along and needs neither Node.js nor the
tests; an editable install reads the checkout itself.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
WEB = ROOT / "web"
PAGE = SOURCE / "stavka" / "server" / "static" / "index.html"
INDEX = SOURCE / "stavka" / "rules_index.json"
EXAMPLES = ROOT / "examples"

Settings = Mapping[str, Any] | None


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    prepare()
    # What an earlier build has left there, such as old names of scripts, would go into the wheel.
    shutil.rmtree(ROOT / "build" / "lib", ignore_errors=True)
    with examples_inside():
        name: str = build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
    return name


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    prepare()
    name: str = build_meta.build_sdist(sdist_directory, config_settings)
    return name


@contextmanager
def examples_inside() -> Iterator[None]:
    """The example games beside the code for as long as the wheel is built, and no longer: a test
    run would find every module of theirs twice."""
    inside = SOURCE / "stavka" / EXAMPLES.name
    shutil.rmtree(inside, ignore_errors=True)
    shutil.copytree(EXAMPLES, inside, ignore=shutil.ignore_patterns("__pycache__"))
    try:
        yield
    finally:
        shutil.rmtree(inside)


def prepare() -> None:
    if WEB.is_dir():
        build_client()
    elif not PAGE.is_file():
        sys.exit(f"{PAGE} is missing, and there is no {WEB} to build it from.")
    if (ROOT / "tests").is_dir():
        write_index()


def build_client() -> None:
    """Builds the page with npm, if it is not there or older than what it is built from."""
    if PAGE.is_file() and PAGE.stat().st_mtime >= max(map(_changed, _client_sources())):
        return
    npm = shutil.which("npm")
    if npm is None:
        sys.exit(
            "Node.js with npm is missing, with which Stavka's page is built: install Node.js 20.19"
            " or newer (Debian: apt-get install nodejs npm), or take a wheel or an sdist of Stavka,"
            " which have the page inside."
        )
    for step in (("ci", "--no-fund", "--no-audit"), ("run", "build")):
        done = subprocess.run([npm, *step], cwd=WEB, check=False)
        if done.returncode:
            sys.exit(f"Stavka's page could not be built: `npm {' '.join(step)}` failed in {WEB}.")
    PAGE.touch()


def _client_sources() -> list[Path]:
    made = (WEB / "node_modules", WEB / "src" / "symbols.json")
    return [
        file
        for file in WEB.rglob("*")
        if file.is_file() and not any(file.is_relative_to(path) for path in made)
    ]


def _changed(file: Path) -> float:
    return file.stat().st_mtime


def write_index() -> None:
    """Writes down which tests and rulings each case has; the package reads it where it has none."""
    # A build environment is told where its modules are in the same way.
    modules = [str(SOURCE), *filter(None, [os.environ.get("PYTHONPATH")])]
    done = subprocess.run(
        [sys.executable, "-m", "stavka.rules", "--write", str(INDEX)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(modules)},
        cwd=ROOT,
        check=False,
    )
    if done.returncode:
        sys.exit("The index of the rules could not be written; the reason stands above.")
