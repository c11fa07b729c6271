"""Networks that play: what they are given, how they choose, and which are refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper

from stavka import titles
from stavka.engine import Unsuitable
from stavka.players import new_game, play_out, player, suited
from stavka.players.policies import _arrays, described, offer, policy

TITLE = titles.load("river-line")
SCENARIO = TITLE.scenarios[0].key
ROWS = 1024


def written(
    file: Path,
    liked: Sequence[str] = (),
    *,
    flat: bool = False,
    inputs: Iterable[str] = ("choices",),
    **says: str,
) -> str:
    """A network that likes some verbs, the first most, and minds nothing else; and its name."""
    encoding, _, _ = _arrays(TITLE)
    worth = {verb: float(len(liked) - n) for n, verb in enumerate(liked)}
    if flat:
        of_verb = [worth.get(encoding.decode(n).verb, 0.0) for n in range(encoding.n)]
        scores = numpy_helper.from_array(np.array(of_verb, np.float32), "all")
        nodes = [helper.make_node("Identity", ["all"], ["scores"])]
        constants, given = [scores], []
    else:
        verbs = [worth.get(verb, 0.0) for verb in encoding.roster.verbs]
        constants = [
            numpy_helper.from_array(np.array([*verbs, 0.0], np.float32), "worth"),
            numpy_helper.from_array(np.array(0, np.int64), "first"),
        ]
        nodes = [
            helper.make_node("Gather", ["choices", "first"], ["verb"], axis=1),
            helper.make_node("Cast", ["verb"], ["number"], to=TensorProto.INT64),
            helper.make_node("Gather", ["worth", "number"], ["scores"]),
        ]
        given = [
            helper.make_tensor_value_info(name, TensorProto.INT16, (ROWS, 5)) for name in inputs
        ]
    found = helper.make_tensor_value_info("scores", TensorProto.FLOAT, None)
    graph = helper.make_graph(nodes, "test", given, [found], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    told = described(TITLE, flat=flat) | {f"stavka.{key}": value for key, value in says.items()}
    helper.set_model_props(model, told)
    file.write_bytes(model.SerializeToString())
    return f"policy:{file}"


def played(first: str, second: str, seed: str = "1") -> tuple[str, list[str]]:
    """The digest of a game's end, and the verbs that the first side chose."""
    names = dict(zip(TITLE.sides, (first, second), strict=True))
    position, players = new_game(TITLE, SCENARIO, (), names, seed)
    verbs: list[str] = []

    def apply(choice: object) -> None:
        decision = position.decision()
        assert decision is not None
        if decision.side == TITLE.sides[0]:
            verbs.append(str(choice).split()[0])
        position.apply(choice)  # type: ignore[arg-type]

    play_out(position, players, 20_000, apply)
    return position.digest(), verbs


def test_it_takes_what_its_network_likes_best(tmp_path: Path) -> None:
    name = written(tmp_path / "idle.onnx", ("done", "cancel", "hold"))
    assert set(played(name, "random")[1]) <= {"done", "cancel", "hold", "retreat", "eliminate"}
    name = written(tmp_path / "keen.onnx", ("resolve", "all", "attack", "select", "move"))
    assert "resolve" in played(name, "random")[1]


def test_a_seed_repeats_its_games(tmp_path: Path) -> None:
    cold = written(tmp_path / "cold.onnx", ("attack",))
    warm = written(tmp_path / "warm.onnx", ("attack",), temperature="1.5")
    for name in (cold, warm):
        assert played(name, name, "7") == played(name, name, "7")
    assert played(warm, "cadet", "7") != played(cold, "cadet", "7")


def test_scores_for_all_choices_of_the_title_do_as_well(tmp_path: Path) -> None:
    liked = ("resolve", "all", "attack", "done")
    flat = written(tmp_path / "flat.onnx", liked, flat=True)
    listed = written(tmp_path / "list.onnx", liked)
    assert played(flat, "cadet")[1][:30] == played(listed, "cadet")[1][:30]


def test_nobody_goes_in_circles(tmp_path: Path) -> None:
    """Picking up and putting down again would please this one for ever."""
    name = written(tmp_path / "restless.onnx", ("cancel", "attack", "add", "select"))
    _, verbs = played(name, name)
    assert verbs.count("cancel") > 3


@pytest.mark.parametrize(
    ("says", "why"),
    [
        ({"title": "reds"}, "was trained for reds, not for river-line"),
        ({"title": ""}, "was trained for nothing of Stavka's"),
        ({"rules": "99"}, "other rules of River Line"),
        ({"encoding": "x"}, "other choices of River Line"),
        ({"observation": "x", "rules": "0"}, "other rules and views of River Line"),
        ({"temperature": "hot"}, "a temperature that is none"),
    ],
)
def test_a_network_for_something_else_is_refused(
    tmp_path: Path, says: dict[str, str], why: str
) -> None:
    name = written(tmp_path / "other.onnx", **says)  # type: ignore[arg-type]
    with pytest.raises(Unsuitable, match=why):
        player(TITLE, TITLE.sides[0], name, "")


def test_files_that_are_none(tmp_path: Path) -> None:
    letter = tmp_path / "letter.onnx"
    letter.write_text("Dear Sir,")
    for file, why in (
        (letter, "is no network in the format of ONNX"),
        (tmp_path / "nowhere.onnx", "cannot be read"),
        (tmp_path, "cannot be read"),
        ("", "names a file"),
    ):
        with pytest.raises(Unsuitable, match=why):
            policy(TITLE, f"policy:{file}", "")


def test_a_network_that_wants_more_than_there_is_is_refused(tmp_path: Path) -> None:
    name = written(tmp_path / "greedy.onnx", inputs=("choices", "dice"))
    with pytest.raises(Unsuitable, match="asks for dice; there are choices, globals, mask"):
        player(TITLE, TITLE.sides[0], name, "")


def test_what_is_offered_can_be_called_by_its_name(tmp_path: Path) -> None:
    file = tmp_path / "offered.onnx"
    written(file, ("attack",))
    assert offer(file, {"river-line": TITLE}) == "policy:offered.onnx"
    assert "policy:offered.onnx" in suited(TITLE)
    assert "policy:offered.onnx" not in suited(titles.load("reds"))
    player(TITLE, TITLE.sides[0], "policy:offered.onnx", "")
    with pytest.raises(Unsuitable, match="for river-line, which is not played here"):
        offer(file, {"reds": titles.load("reds")})
