"""Trains a small network by imitation: it watches a player and learns to choose as he does.

    python -m imitation --games 40 --trials 60 --out turning-point.onnx
    stavka simulate red-star --scenario turning-point --players policy:turning-point.onnx,random

That takes about ten minutes on two cores; docs/laboratory.md has what came of it.

`features` makes numbers of views and choices, `network` learns, `file` writes what was learnt as
ONNX, `watching` plays the games that are learnt from. It needs the extras `rl` and `policy`, and
`onnx` to write the file; no framework for learning.
"""
