"""Tests run twice: with the loops in Python, and with those in C where there is a compiler."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from stavka.hexes import compiled, grid
from tools.compile import build


@pytest.fixture(scope="session")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> ModuleType | None:
    """The loops in C as the source has them now; None where they cannot be built."""
    built: Path | None = build(tmp_path_factory.mktemp("kernel"))
    if built is None:
        return None
    spec = spec_from_file_location("kernel", built)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module", params=["Python", "C"])
def loops(request: pytest.FixtureRequest, kernel: ModuleType | None) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "used", request.param == "C")
        patch.setattr(compiled, "member", grid.member)
        patch.setattr(compiled, "members", grid.members)
        if request.param == "C":
            if kernel is None:
                pytest.skip("there is no C compiler, or no headers of Python")
            patch.setattr(compiled, "kernel", kernel)
            for name in ("reach", "flood", "member", "members"):
                patch.setattr(compiled, name, vars(kernel)[name])
        yield request.param
