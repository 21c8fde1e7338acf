# SPDX-License-Identifier: Apache-2.0
"""Mutants that no state which is reached tells from the original are told from errors."""

from collections.abc import Collection

import pytest

from evariste.verification.aig import Aig, Builder, bits
from evariste.verification.reached import never_told

STATE = {"valid#0": "next valid", "data#1": "next data", "one#2": "next one", "other#3": "next other",
         "first#4": "next first"}  # fmt: skip
SELECT = ["mutant[0]", "mutant[1]", "mutant[2]"]
OUTPUTS = ["valid", "word", "clash"]
DATA_WHILE_INVALID, DATA, UNREACHABLE, REACHED, AT_RESET = range(1, 6)
WHILE_VALID = {"valid": (), "word": ("valid",), "clash": ()}


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
                 "one#2": built.land(reset, word), "other#3": built.land(reset, word ^ 1),
                 "first#4": reset ^ 1}  # fmt: skip
    outputs = {"valid": get["valid#0"], "word": out, "clash": both,
               "early": built.land(get["first#4"], get["data#1"])}  # fmt: skip
    return built.graph(outputs | {STATE[name]: literal for name, literal in following.items()})


def untold(number: int, apart: Collection[str] = (), seen: dict[str, tuple[str, ...]] = WHILE_VALID) -> bool:
    of = graph()
    one, two = (of.fixed(bits("mutant", n, len(SELECT))) for n in (0, number))
    return never_told(one, two, STATE, seen, apart=apart, seconds=60)


def test_what_is_never_reached_does_not_matter() -> None:
    assert untold(UNREACHABLE)
    assert untold(UNREACHABLE, STATE)


def test_a_word_that_nobody_looks_at_may_be_another() -> None:
    assert untold(DATA_WHILE_INVALID, ["data#1"])
    assert untold(DATA_WHILE_INVALID)  # the prover finds which one


def test_a_word_that_a_later_reset_leaves_is_seen_behind_it() -> None:
    assert not untold(DATA_WHILE_INVALID, seen={"early": ()})


@pytest.mark.parametrize("number", [DATA, REACHED, AT_RESET])
@pytest.mark.parametrize("apart", [(), ("data#1",), tuple(STATE)])
def test_an_error_is_called_one(number: int, apart: tuple[str, ...]) -> None:
    assert not untold(number, apart)


def test_an_output_counts_only_while_those_that_it_has_are_1() -> None:
    assert untold(REACHED, seen=dict.fromkeys(OUTPUTS, ("clash",)))
    assert not untold(REACHED, seen={"word": ()})
