# SPDX-License-Identifier: Apache-2.0
"""Interrupts beside the accelerator: between a product and what takes it, at rows, while the multiplier runs. A program
that is interrupted ends as one that is not, and the circuit agrees with the interpreter, with wait states too.
"""

from collections.abc import Sequence
from random import Random

import pytest

from evariste.machines import named
from evariste.machines.vword.instance import from_parameters
from evariste.sim import Machine
from verify.vword.test_interrupts import BEV, CAUSE, COMPARE, COUNTED, END, HANDLER, ISA, NOP, VECTOR, Word, put
from verify.vword.wide_programs import CODE, DATA, ROM, ROWS, program, registers

NAME = "interrupts_f163_d8"
MADE = from_parameters(named("vword").configurations[NAME].parameters)
SIZE = MADE.row // 8
CU2, ALL_LINES = 1 << 30, 0xFF01  # bits of Status
EXCEPT, RETURN = HANDLER[:4], HANDLER[4:]  # what is no interrupt ends the program
PRODUCT, ONE, OTHER = 31, 30, 29  # of the accelerator's registers, which random programs do not use
# The handler as one that multiplies, too: it keeps VP, and gives it back as its product by 1.
MULTIPLYING = [*EXCEPT, ("vfmf", {"vd": PRODUCT}), ("vfmul", {"vd": 0, "vs": OTHER, "vt": OTHER}),
               ("vfmul", {"vd": 0, "vs": PRODUCT, "vt": ONE}), *RETURN]  # fmt: skip
FORGETTING = [*EXCEPT, ("vfmul", {"vd": 0, "vs": OTHER, "vt": OTHER}), *RETURN]
FREE = range(8, 20)
ENGINES = [("iss", (0, 0)), ("lockstep", (0, 0)), ("lockstep", (60, 60))]
State = tuple[list[int], list[int], int, bytes]


def moved(handler: Sequence[Word], by: int) -> list[Word]:
    """The handler with its branch over so many more words."""
    return [(n, o | {"imm": o["imm"] + 4 * by}) if n == "bne" else (n, o) for n, o in handler]


def lines(rng: Random) -> list[tuple[int, int]]:
    """Lines that rise and fall, and are low at last."""
    at, found = 0, []
    for _ in range(40):
        at += rng.randrange(1, 30)
        found.append((at, rng.choice((0, 0, 1, 2, 32, 63))))
    return [*found, (at + 1, 0)]


def start(core: Machine, handler: Sequence[Word], code: bytes, seed: int, status: int) -> None:
    """A program in front of its first instruction."""
    rng = Random(seed)
    core.clear()
    put(core, ROM, ("addiu", {"rt": 27, "rs": 0, "imm": rng.randrange(10, 100)}), ("mtc0", {"rt": 27, "cd": COMPARE}),
        ("jr", {"rs": 26}), ("mtc0", {"rt": 24, "cd": 12}), NOP)  # fmt: skip
    put(core, VECTOR, *handler, END)
    core.write(CODE, code)
    core.write(DATA, rng.randbytes(ROWS * SIZE))
    core.reset()
    given = registers(rng, MADE) | {"r26": CODE, "r24": status, "status": BEV | CU2, f"v{ONE}": 1, f"v{OTHER}": 0x1234}
    for register, value in given.items():
        core.set_reg(core.registers.index(register), value)


def ended(core: Machine) -> State:
    """What a program leaves: registers of the core, of the accelerator, COND, and its rows."""
    stop = core.run(max_cycles=100_000)
    assert stop.reason == "breakpoint", stop.sentence
    general = [core.regs[r] for r in FREE]
    return general, [core.reg(f"v{r}") for r in range(6)], core.reg("cond"), core.read(DATA, ROWS * SIZE)


def transparent(core: Machine, programs: range, handler: Sequence[Word]) -> int:
    """Runs random programs with interrupts, and without; how many were taken."""
    alone, taken = Machine("vword", NAME), 0
    for seed in programs:
        code = program(Random(seed), MADE, faults=False)
        start(alone, handler, code, seed, BEV | CU2)
        wanted = ended(alone)
        core.drive(lines(Random(seed)))
        start(core, handler, code, seed, BEV | CU2 | ALL_LINES)
        found = ended(core)
        assert found == wanted, f"program {seed} ends in another way"
        taken += int.from_bytes(core.read(COUNTED, 4), "little")
    return taken


@pytest.mark.parametrize(("engine", "waits"), ENGINES)
@pytest.mark.parametrize("handler", [HANDLER, moved(MULTIPLYING, 3)], ids=["plain", "multiplying"])
def test_interrupts_change_nothing_of_what_the_accelerator_computes(
    engine: str, waits: tuple[int, int], handler: list[Word]
) -> None:
    assert transparent(Machine("vword", NAME, engine=engine, waits=waits), range(12), handler) > 50


@pytest.mark.full
@pytest.mark.parametrize("waits", [(0, 0), (60, 60)])
def test_many_interrupts_change_nothing_of_what_the_accelerator_computes(waits: tuple[int, int]) -> None:
    core = Machine("vword", NAME, engine="lockstep", waits=waits)
    assert transparent(core, range(12, 600), moved(MULTIPLYING, 3)) > 2_500


def test_a_handler_that_forgets_the_product_is_noticed() -> None:
    """The control."""
    with pytest.raises(AssertionError, match="ends in another way"):
        transparent(Machine("vword", NAME), range(4), moved(FORGETTING, 1))


# --------------------------------------------------------------------------------------------
# One line, in each cycle of a short program.

SHORT: dict[str, list[Word]] = {
    "a product and its reader": [
        ("vfmul", {"vd": 0, "vs": 1, "vt": 2}), ("vfmf", {"vd": 3}), ("vs", {"vt": 3, "rs": 28, "imm": 0})],
    "a product that is left alone for a while": [
        ("vfmul", {"vd": 0, "vs": 1, "vt": 2}), *[NOP] * (MADE.product_cycles + 4), ("vfmf", {"vd": 3})],
    "a chain of products": [
        ("vfmul", {"vd": 0, "vs": 1, "vt": 2}), ("vfmul", {"vd": 3, "vs": 2, "vt": 2}),
        ("vfmul", {"vd": 4, "vs": 1, "vt": 1}), ("vfmf", {"vd": 5})],
    "rows": [
        ("vl", {"vd": 1, "rs": 28, "imm": 0}), ("vs", {"vt": 1, "rs": 28, "imm": SIZE}),
        ("vl", {"vd": 2, "rs": 28, "imm": SIZE}), ("vxor", {"vd": 3, "vs": 2, "vt": 1}),
        ("vs", {"vt": 3, "rs": 28, "imm": 2 * SIZE})],
    "a row in a delay slot": [
        ("vfmul", {"vd": 0, "vs": 1, "vt": 2}), ("beq", {"rs": 0, "rt": 0, "imm": 8}),
        ("vs", {"vt": 1, "rs": 28, "imm": 0}), NOP, ("vfmf", {"vd": 3})],
}  # fmt: skip
ONCE = [*EXCEPT, ("mtc0", {"rt": 0, "cd": CAUSE}), *RETURN[4:-1],
        ("lui", {"rt": 27, "imm": (BEV | CU2) >> 16}), ("ori", {"rt": 27, "rs": 27, "imm": 2}),
        ("mtc0", {"rt": 27, "cd": 12}), ("eret", {})]  # fmt: skip


def in_every_cycle(core: Machine, what: str, handler: Sequence[Word]) -> list[int]:
    """Runs a short program with a line that rises in each of its cycles; whether it was taken."""
    code = b"".join(ISA.encode(name, **operands) for name, operands in [*SHORT[what], *[NOP] * 6, END])
    handler = moved(handler, len(handler) - len(HANDLER))
    core.drive([])
    start(core, handler, code, 1, BEV | CU2)
    wanted, last, taken = ended(core), core.cycles, []
    for cycle in range(4, last):
        core.drive([(cycle, 1)])
        start(core, handler, code, 1, BEV | CU2 | 0x401)
        assert ended(core) == wanted, f"with an interrupt in cycle {cycle}"
        taken.append(int.from_bytes(core.read(COUNTED, 4), "little"))
    return taken


@pytest.mark.parametrize(("engine", "waits"), ENGINES)
@pytest.mark.parametrize("what", SHORT)
def test_an_interrupt_in_any_cycle_changes_nothing(what: str, engine: str, waits: tuple[int, int]) -> None:
    """The handler is entered once, and allows no other interrupt."""
    taken = in_every_cycle(Machine("vword", NAME, engine=engine, waits=waits), what, ONCE)
    assert {*taken} <= {0, 1} and sum(taken) > len(taken) / 2


@pytest.mark.parametrize("what", ["a product and its reader", "a chain of products"])
def test_a_product_that_one_interrupt_forgets_is_noticed(what: str) -> None:
    """The control."""
    forgetting = [*EXCEPT, ("vfmul", {"vd": 0, "vs": OTHER, "vt": OTHER}), *ONCE[4:]]
    with pytest.raises(AssertionError, match="with an interrupt in cycle"):
        in_every_cycle(Machine("vword", NAME), what, forgetting)
