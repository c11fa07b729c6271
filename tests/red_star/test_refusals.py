"""Every refusal is an answer: it never fails, and it names a case of the rulebook."""

from __future__ import annotations

from stavka.engine import Choice
from stavka.hexes import members
from stavka.players import Random
from stavka.rules import cases_of

from .situations import TITLE, started

# The chapters that stand for themselves in prompts, besides the numbered cases.
CASES = {*cases_of("red-star"), "3.0", "17.0"}
VERBS_OF_HEXES = ("move", "overrun", "sail", "transfer", "attack", "target", "retreat", "to")
VERBS_OF_UNITS = ("select", "add", "lose", "advance", "detach", "remove", "make_room")
OTHERS = ("strategic", "resolve", "done", "retreat 9")


def test_whatever_is_asked_there_is_an_answer_with_its_case() -> None:
    for scenario, length in (("turning-point", 2500), ("russia-resurgent", 1200)):
        p = started(scenario, seed="refusals")
        player = Random(TITLE, "refusals")
        for number in range(length):
            decision = p.decision()
            if decision is None:
                break
            own = [option.verb for option in decision.options]
            hexes = [p.label(h) for h in members(p.axis | p.soviet)]
            units = [p.name(u) for u in members(p.on_map)]
            if number % 2 == 0:
                a, b = hexes[number % len(hexes)], units[number * 7 % len(units)]
                questions = [f"{verb} {a}" for verb in (*VERBS_OF_HEXES, *own)]
                questions += [f"{verb} {b}" for verb in (*VERBS_OF_UNITS, *own)]
                for text in (*questions, *OTHERS):
                    refusal = p.why_not(Choice.parse(text))
                    assert refusal is None or (refusal.case in CASES and refusal.reason), text
            p.apply(player.choose(decision, None))
