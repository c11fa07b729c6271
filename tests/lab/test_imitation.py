"""The example that learns by watching: what it has learnt is what the file plays."""

from __future__ import annotations

import re
from pathlib import Path

import imitation
import numpy as np
import pytest
from imitation.__main__ import options
from imitation.features import Features
from imitation.file import write
from imitation.network import Network, Watched, parts
from imitation.watching import Watching, watch

from stavka import titles
from stavka.players import player
from stavka.players.policies import Policy, network_of

SLUG = "river-line"
TITLE = titles.load(SLUG)
SCENARIO = TITLE.scenarios[0].key


@pytest.fixture(scope="module")
def watched() -> list[dict[str, Watched]]:
    return [watch(Watching(SLUG, SCENARIO, "cadet", f"test {number}")) for number in range(3)]


def learnt(watched: list[dict[str, Watched]], side: str, epochs: int) -> Network:
    network = Network(Features(TITLE), 1)
    chance = np.random.default_rng(1)
    for _ in range(epochs):
        for game in watched:
            for part in parts(game[side], chance):
                network.learn(part)
    return network


def test_it_learns_what_was_chosen(watched: list[dict[str, Watched]]) -> None:
    side = TITLE.sides[0]
    before, after = (learnt(watched, side, epochs) for epochs in (0, 12))
    right = [network.agrees(watched[0][side]) for network in (before, after)]
    assert right[1] > max(0.6, right[0] + 0.2)


def test_the_file_scores_as_the_network_does(
    watched: list[dict[str, Watched]], tmp_path: Path
) -> None:
    features = Features(TITLE)
    networks = {side: learnt(watched, side, 2) for side in TITLE.sides}
    file = tmp_path / "cadet.onnx"
    write(features, networks, file)
    position = TITLE.start(SCENARIO, seed=b"a game that nobody has watched..")
    chooser = player(TITLE, TITLE.sides[0], "random", "1")
    kinds = set()
    for _ in range(150):
        decision = position.decision()
        if decision is None:
            break
        view = position.view(decision.side)
        seen = features.look(view, decision)
        here = np.ones((1, len(seen.rows)), bool)
        # As the network is given them, which does not mind less exact numbers.
        asked = Watched(seen.numbers[None], seen.rows[None], seen.shared[None], here)  # type: ignore[arg-type]
        mine = networks[decision.side].scores(asked)[0][0]
        arrays = {**features.arrays, "choices": features.choices}
        theirs = network_of(file).scores(arrays)[: len(mine)]
        assert np.allclose(mine, theirs, atol=1e-3)
        kinds |= {option.kind for option in decision.options}
        position.apply(chooser.choose(decision, None))
    assert kinds == {"none", "hex", "unit", "word"}
    assert Policy(TITLE, file, 1).sees


def test_the_command_that_is_told_is_that_of_the_table() -> None:
    docs = (Path(__file__).parents[2] / "docs" / "laboratory.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"^    PYTHONPATH=examples python -m imitation (.*)$", docs, re.M)
    asked = options(command.split())
    text = docs.partition(command)[2]
    assert f"{asked.games} games of the {asked.teacher}" in text
    assert f"{asked.epochs} epochs" in text
    assert f"In {asked.trials} games a side" in text
    assert f"python -m imitation {command}\n" in str(imitation.__doc__)
