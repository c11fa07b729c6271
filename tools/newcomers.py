"""The newcomer's protocol: what a new player is asked first, and what he is told with it.

    python -m tools.newcomers --write docs/newcomers.md

Each title's first scenario is played with the first side as a person's, whose part a cadet takes,
against a cadet. What offers something new is written down, until there are twenty questions: what
is asked, about whom, where, what led to it, and what each answer means.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from stavka import titles
from stavka.engine import Choice
from stavka.engine.presentation import OptionView, Presentation
from stavka.players import PLAYERS
from stavka.server.messages import Choose
from stavka.server.storage import StoredTable
from stavka.server.table import Seat, Table

QUESTIONS = 20
# A game has seldom more choices of one side.
PATIENCE = 4000
SEED = b"newcomer"
MANY = {"hex": "hexes", "unit": "units"}
HEAD = """# The newcomer's protocol

What the program asks a new player first: each title's first scenario, the first side against a
cadet. A question is told if it offers something new: with whom and which place it lights on the
map, what led to it (which stands under the question), and each answer with what it brings.

`python -m tools.newcomers --write docs/newcomers.md` writes this page. A test holds that it is
true, that no question that something has led to leaves out who or where, and that no answer goes
without its meaning.
"""


def questions(slug: str) -> Iterator[Presentation]:
    """The first questions that offer a new player something new."""
    title = titles.load(slug)
    side, other = title.sides
    scenario = title.scenarios[0]
    players = {side: "person", other: "cadet"}
    stored = StoredTable("t", slug, scenario.key, scenario.defaults, players, SEED, "", ())
    table, seat = Table(stored), Seat(b"", (side,))
    adviser = PLAYERS["cadet"](title, "newcomer")
    met = set[tuple[str, str]]()
    told = 0
    for _ in range(PATIENCE):
        while table.machine_to_choose():
            table.let_machines_choose(1)
        position = table.game.position
        decision = position.decision()
        if decision is None or told == QUESTIONS:
            return
        kinds = {(position.frames[-1].step.key, option.verb) for option in decision.options}
        if not kinds <= met:
            met |= kinds
            told += 1
            yield table.state(seat, table.log(seat)).presentation
        choice: Choice = adviser.choose(decision, position.view(side))
        table.choose(seat, Choose(table.version_of(seat), choice.verb, choice.argument))


def row(number: int, shown: Presentation) -> str:
    decision = shown.decision
    assert decision is not None
    units = {unit.id: unit for unit in shown.units}
    who = [f"{units[u].title} in {units[u].hex or 'a box'}" for u in decision.units if u in units]
    why = decision.cause.text if decision.cause else ""
    cells = (
        str(number),
        shown.phase,
        decision.prompt,
        "; ".join([*who, *decision.hexes]) or "-",
        why or "-",
        "<br>".join(f"**{answer(option)}** {option.means}" for option in decision.options),
    )
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def answer(option: OptionView) -> str:
    """What an option says, and how many places or which words it has."""
    match option.kind:
        case "word":
            notes = option.notes or ("",) * len(option.values)
            words = [
                " ".join(filter(None, pair)) for pair in zip(option.values, notes, strict=True)
            ]
            return f"{option.label}: {', '.join(words)}"
        case "none":
            return option.label
        case kind:
            many = len(option.values)
            return f"{option.label} ({many} {MANY[kind] if many > 1 else kind})"


def page() -> str:
    parts = [HEAD]
    for slug in titles.playable():
        title = titles.load(slug)
        parts += [
            f"\n## {title.name}\n",
            f"{title.scenarios[0].name}, {title.sides[0]}.\n",
            "| | when | question | who and where | why | answers |",
            "|---|---|---|---|---|---|",
            *[row(n, shown) for n, shown in enumerate(questions(slug), 1)],
        ]
    return "\n".join(parts) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m tools.newcomers")
    parser.add_argument("--write", type=Path, metavar="FILE")
    file = parser.parse_args().write
    if file:
        file.write_text(page(), encoding="utf-8")
    else:
        print(page(), end="")


if __name__ == "__main__":
    main()
