# SPDX-License-Identifier: Apache-2.0
"""Each error: the accelerator names it, stores nothing, ignores what follows, and works again when it is cleared.

Circuit and interpreter in lock-step agree on it, and on the cycle of each. Bus errors of loads are in the proof `flow`.
"""

from collections.abc import Callable

import pytest

from evariste.ecc.curves import primes
from evariste.isa import machine
from evariste.machines.monte.recipes.accelerator import DIGITS0
from evariste.machines.monte.reduction import reduction
from evariste.parts.mips.recipes.commands import (
    BASE,
    CONFIG,
    COUNT,
    INDEX,
    POINTER,
    SLOTS,
    STATUS,
    TABLE,
    place,
)
from evariste.parts.mips.recipes.layout import RAM, RAM_END
from verify.monte.programs import DIGIT_FIELDS, GENERIC_FIELDS, Code, by_any, execute, read_slot, simulator

F = GENERIC_FIELDS[0]
ISA = machine("monte")
NAMES = ISA.spec.registers["error"].names
P, A, B, LATER = range(4)
EVEN = 4  # the slot of an even number
ABOVE_RAM = range((RAM_END - RAM).bit_length() - 1, 32)  # bits that all addresses of RAM share


def unassigned(code: Code) -> None:
    code.raw(0x4BFFFFFF)


def add(code: Code) -> None:
    code.put("padd", dest=B, first=A, other=A, fetch=0)


def behind(control: int, value: int, command: str = "padd") -> Callable[[Code], None]:
    """A register, then a command."""

    def put(code: Code) -> None:
        code.set(control, value)
        if command == "ptsel":
            code.put("ptsel", dest=B, first=0)
        else:
            add(code)

    return put


def modulus(slot: int) -> Callable[[Code], None]:
    def put(code: Code) -> None:
        code.put("psetp", first=slot)
        add(code)

    return put


def digit_beyond(code: Code) -> None:
    code.set(DIGITS0, 1 << 11 | F.k + 1)
    code.set(CONFIG, F.registers[CONFIG] | 1 << 5)
    code.put("psetp", first=P)
    code.put("pmul", dest=B, first=A, other=A, fetch=0)


CASES: list[tuple[str, str, Callable[[Code], None]]] = [
    ("an unassigned command", "command", unassigned),
    ("no words", "config", behind(CONFIG, 0)),
    ("more than 18 words", "config", behind(CONFIG, 19 | 19 << 9)),
    ("a stride below the words", "config", behind(CONFIG, 6 | 5 << 9)),
    ("a mode that does not exist", "config", behind(CONFIG, F.registers[CONFIG] | 3 << 5)),
    ("a digit beyond the words", "config", digit_beyond),
    ("no entries", "config", behind(COUNT, 0)),
    ("too many entries", "config", behind(COUNT, 65)),
    ("a base that is not aligned", "alignment", behind(BASE, SLOTS + 2)),
    ("a table that is not aligned", "alignment", behind(TABLE, SLOTS + 1)),
    ("slots behind RAM", "range", behind(BASE, RAM_END)),
    ("slots before RAM", "range", behind(BASE, RAM - 0x1000)),
    ("a slot that is partly behind RAM", "range", behind(BASE, RAM_END - 4 * F.k + 4 - (place(A) - SLOTS))),
    ("a table behind RAM", "range", behind(TABLE, RAM_END - 4, "ptsel")),
    *((f"slots outside of RAM by bit {b}", "range", behind(BASE, SLOTS ^ 1 << b)) for b in ABOVE_RAM),
    *((f"a table outside of RAM by bit {b}", "range", behind(TABLE, SLOTS ^ 1 << b, "ptsel")) for b in ABOVE_RAM),
    ("an even modulus", "even", modulus(EVEN)),
    ("no modulus after a change of the field", "modulus", behind(CONFIG, F.registers[CONFIG])),
    ("an index beyond the table", "index", behind(INDEX, 1, "ptsel")),
    ("an index of many bits", "index", behind(INDEX, 1 << 20, "ptsel")),
]


CASES_BY_NAME = [pytest.param(name, what, id=about) for about, name, what in CASES]


@pytest.mark.parametrize(("name", "what"), CASES_BY_NAME)
@pytest.mark.parametrize(
    ("configuration", "engine"),
    [("full", "lockstep"), ("paper", "iss"), pytest.param("paper", "lockstep", marks=pytest.mark.full)],
)
def test_an_error_stores_nothing_and_can_be_cleared(
    configuration: str, engine: str, name: str, what: Callable[[Code], None]
) -> None:
    code = Code()
    code.begin(F, P)
    code.set(TABLE, SLOTS)
    code.wait()
    what(code)
    code.put("pcpy", dest=LATER, first=A, fetch=0)
    code.wait(3)
    code.put("ctc2", rt=0, control=STATUS)
    code.set(BASE, SLOTS)
    code.set(CONFIG, F.registers[CONFIG])
    code.put("psetp", first=P)
    code.put("padd", dest=5, first=A, other=A, fetch=0)
    code.wait(4)
    core = simulator(configuration, engine)
    execute(core, code.finish(), F, {P: F.modulus, A: 7, B: 8, LATER: 9, EVEN: 10})
    expected = "config" if what is digit_beyond and configuration == "paper" else name
    assert NAMES[core.regs[3] & 15] == expected and core.regs[4] & 15 == 0
    assert [read_slot(core, F, slot) for slot in (A, B, LATER, 5)] == [7, 8, 9, 14]


def test_a_word_that_is_no_command_for_one_bit_is_an_error() -> None:
    """Of the 25 bits that the accelerator sees."""
    core, words = simulator("full", "lockstep"), set[int]()
    for insn in ISA:
        if insn.group == "field":
            words |= {word for bit in range(25) if ISA.decode(word := insn.match ^ 1 << bit) is None}
    assert len(words) > 50
    for word in sorted(words):
        code = Code()
        code.begin(F, P)
        code.raw(word)
        code.wait(3)
        execute(core, code.finish(), F, {P: F.modulus})
        assert NAMES[core.regs[3] & 15] == "command", f"{word:#x}"


@pytest.mark.parametrize("k", [1, 6])
def test_a_table_waits_for_no_slot_beside_it(k: int) -> None:
    """A product runs whose result goes into the table, or right before or behind it. In the last two cases the table is
    read meanwhile. `beside`: words between the table and the result's slot."""
    f, took = by_any("", 2 ** (32 * k) - 5), {}
    core = simulator("full", "lockstep")
    for beside in (-2 * k, -k, 1 - k, 0, k - 1, k, 2 * k):
        code = Code()
        code.begin(f, P)
        code.set(TABLE, place(B) - 4 * beside)
        code.set(COUNT, 1)
        code.set(INDEX, 0)
        code.wait()
        code.put("pmul", dest=B, first=A, other=A, fetch=0)
        code.put("ptsel", dest=LATER, first=0)
        code.wait(3)
        execute(core, code.finish(), f, {P: f.modulus, A: 7})
        assert core.regs[3] & 15 == 0
        took[beside] = core.cycles
    apart, together = {took[n] for n in took if abs(n) >= k}, {took[n] for n in took if abs(n) < k}
    assert len(apart) == 1 and max(apart) < min(together), took


@pytest.mark.parametrize("configuration", ["full", "paper"])
def test_behind_a_wrong_modulus_none_is_set(configuration: str) -> None:
    code = Code()
    code.begin(F, P)
    code.put("psetp", first=EVEN)
    code.wait(3)
    code.put("ctc2", rt=0, control=STATUS)
    add(code)
    code.wait(4)
    core = simulator(configuration, "lockstep" if configuration == "full" else "iss")
    execute(core, code.finish(), F, {P: F.modulus, A: 7, B: 8, EVEN: F.modulus - 1})
    assert [NAMES[core.regs[register] & 15] for register in (3, 4)] == ["even", "modulus"]
    assert read_slot(core, F, B) == 8


def test_a_write_of_status_waits_for_what_still_stores() -> None:
    """A product runs when a command behind it is wrong. Its result is in RAM when the error is cleared, and no buffer
    has it: the core's own word counts then."""
    f = GENERIC_FIELDS[-1]
    code = Code()
    code.begin(f, P)
    code.literal(POINTER, place(B))
    code.literal(6, 0x1234)
    code.wait()
    code.put("pmul", dest=B, first=A, other=A, fetch=0)
    unassigned(code)
    code.wait(3)
    code.put("lw", rt=5, rs=POINTER, imm=0)
    code.put("ctc2", rt=0, control=STATUS)
    code.put("lw", rt=7, rs=POINTER, imm=0)
    code.put("sw", rt=6, rs=POINTER, imm=0)
    code.put("pcpy", dest=LATER, first=B, fetch=0)
    code.wait(4)
    core = simulator("full", "lockstep")
    execute(core, code.finish(), f, {P: f.modulus, A: 7, B: 8})
    product = f.product(7, 7)
    assert core.regs[3] & 31 == 17 and core.regs[4] & 15 == 0  # still at work behind the error
    assert (core.regs[5], core.regs[7]) == (8, product % 2**32)
    assert read_slot(core, f, LATER) == read_slot(core, f, B) == product - product % 2**32 + 0x1234


def test_what_a_configuration_lacks_is_an_error() -> None:
    for bits in (1 << 5, 1 << 7):
        code = Code()
        code.begin(F, P)
        code.set(CONFIG, F.registers[CONFIG] | bits)
        code.wait(3)
        core = simulator("paper")
        execute(core, code.finish(), F, {P: F.modulus})
        assert NAMES[core.regs[3] & 15] == "config"


def test_the_digits_of_every_prime_are_found() -> None:
    for f, prime in zip(DIGIT_FIELDS, primes().values(), strict=True):
        assert reduction(prime) == f.reduction, f.name
