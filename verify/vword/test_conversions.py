# SPDX-License-Identifier: Apache-2.0
"""Conversions between arrays of 32-bit words and rows: they lose no bit, and take as long as their programs say."""

from dataclasses import replace
from random import Random

import pytest

from evariste.errors import UserError
from evariste.machines.vword.check import Runner, check_conversions, proved
from evariste.machines.vword.convert import conversions, needed, product, words
from evariste.machines.vword.instance import FIELD, PAPER, instance
from verify.vword.test_reduction import F163, F241, F283, SAMPLE, SWEPT


@pytest.mark.parametrize(("f", "word"), [(f, w) for f, sizes in SAMPLE.items() for w in (9, *sizes[::3], 511, 640)])
def test_every_bit_arrives(f: str, word: int) -> None:
    made = instance(f, word, PAPER)
    assert check_conversions(made) == [c.program.cycles for c in conversions(made)]


@pytest.mark.full
@pytest.mark.parametrize("f", SAMPLE)
def test_every_bit_arrives_with_every_word(f: str) -> None:
    for word in SWEPT:
        check_conversions(instance(f, word, PAPER))


def test_a_bit_that_is_lost_is_noticed() -> None:
    """The control: a shift that is one off."""
    made = instance(F283, 294, PAPER)
    c, _ = conversions(made)
    code = c.program.instructions
    place = next(i for i, instruction in enumerate(code) if instruction.name == "srl")
    code[place] = replace(code[place], operands=code[place].operands | {"imm": 7})
    with pytest.raises(UserError, match="which is wrong"):
        proved(Runner(made, c.program, source=c.source, target=c.target), c.program, c.bits, lambda value: value)


@pytest.mark.parametrize("word", [32, 64, 128, 256])
def test_an_array_is_a_sequence_of_rows_if_the_word_is_as_long_as_its_row(word: int) -> None:
    made, value = instance(F283, word, PAPER), Random(word).getrandbits(565)
    array, rows = words(565).encode(value), product(made).encode(value)
    assert not needed(made) and rows == array + bytes(len(rows) - len(array))


def test_a_word_of_whole_32_bit_parts_is_copied_and_another_one_shifted() -> None:
    """294 bits or 320: the reduction takes the same cycles, the conversion of a product does not."""
    costs = {word: conversions(instance(F283, word, PAPER))[0].program for word in (294, 320)}
    shifts = {word: sum(i.name in ("srl", "sll") for i in program.instructions) for word, program in costs.items()}
    assert shifts[320] == 0 < shifts[294]
    assert costs[294].cycles > costs[320].cycles > instance(F283, 294, PAPER).program.cycles


@pytest.mark.parametrize(("f", "word"), [(F163, 163), (F241, 241), (F283, 283)])
def test_an_element_of_level_field_is_copied(f: str, word: int) -> None:
    made = instance(f, word, FIELD)
    _, unpack = conversions(made)
    assert unpack.program.cycles == 2 * unpack.target.count + 1
