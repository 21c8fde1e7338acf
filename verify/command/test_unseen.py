# SPDX-License-Identifier: Apache-2.0
"""Mutants that differ while nobody looks are told from errors."""

from functools import reduce
from itertools import product
from operator import and_

import pytest

from evariste.verification.aig import Aig, Builder
from evariste.verification.unseen import Induction

STATE = {"valid#0": "next valid", "data#1": "next data", "one#2": "next one", "other#3": "next other"}
SELECT = ["mutant[0]", "mutant[1]", "mutant[2]"]
OUTPUTS = ["valid", "word", "clash"]
DATA_WHILE_INVALID, DATA, UNREACHABLE, REACHED, AT_RESET = range(1, 6)


@pytest.fixture(scope="module")
def graph() -> Aig:
    """A word that is looked at while it is valid, and two registers that are never 1 at once, with mutants."""
    built = Builder([*SELECT, "rst_ni", "load", "word_i", *STATE])
    get = built.literals
    mutant = {n: built.every(get[name] ^ (n >> i & 1) ^ 1 for i, name in enumerate(SELECT)) for n in range(1, 6)}
    load, word, reset = get["load"], get["word_i"], get["rst_ni"]
    loads = built.lor(load, mutant[DATA_WHILE_INVALID])  # without `load` the word is not valid behind
    data = built.mux(get["data#1"], built.xor(word, mutant[DATA]), loads)
    both = built.land(get["one#2"], get["other#3"])
    valid = built.land(reset, load)
    out = built.land(get["valid#0"], get["data#1"])
    out = built.xor(out, built.land(mutant[UNREACHABLE], both))
    out = built.xor(out, built.land(mutant[REACHED], get["one#2"]))
    following = {"valid#0": built.lor(valid, built.land(mutant[AT_RESET], reset ^ 1)), "data#1": data,
                 "one#2": built.land(reset, word), "other#3": built.land(reset, word ^ 1)}  # fmt: skip
    outputs = {"valid": get["valid#0"], "word": out, "clash": both}
    return built.graph(outputs | {STATE[name]: literal for name, literal in following.items()})


@pytest.fixture(scope="module")
def induction(graph: Aig) -> Induction:
    """Of whose original the three registers were seen in all states, but the two never 1 at once."""
    found = Induction(graph, STATE, SELECT, OUTPUTS)
    reached = [dict(zip(STATE, bits, strict=True)) for bits in product((0, 1), repeat=4) if bits[2:] != (1, 1)]
    found.always = reduce(and_, (found.conditions.masks(state)[0] for state in reached))
    return found


def when_invalid(induction: Induction) -> dict[str, int]:
    """A run in which the data differ whenever they are not valid."""
    states = [{"valid#0": 0, "data#1": data, "one#2": one, "other#3": 1 - one} for data in (0, 1) for one in (0, 1)]
    return {"data#1": reduce(and_, (induction.conditions.masks(state)[0] for state in states))}


def test_a_word_that_nobody_looks_at_may_be_another(induction: Induction) -> None:
    assert induction.unseen(DATA_WHILE_INVALID, when_invalid(induction))


@pytest.mark.parametrize("number", [DATA, REACHED, AT_RESET])
def test_an_error_is_called_one(induction: Induction, number: int) -> None:
    """Even one that runs did not show, or showed only where it does not matter."""
    assert not induction.unseen(number, {})
    assert not induction.unseen(number, when_invalid(induction))


def test_what_is_never_reached_matters_only_if_that_is_not_known(graph: Aig, induction: Induction) -> None:
    assert induction.unseen(UNREACHABLE, {})
    assert not Induction(graph, STATE, SELECT, OUTPUTS).unseen(UNREACHABLE, {})


def test_what_runs_did_not_reach_is_not_taken_for_unreachable(graph: Aig) -> None:
    few = Induction(graph, STATE, SELECT, OUTPUTS)
    few.always = few.conditions.masks(dict.fromkeys(STATE, 0))[0]
    assert not few.unseen(REACHED, {})
    assert few.unseen(UNREACHABLE, {})
