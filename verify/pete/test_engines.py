# SPDX-License-Identifier: Apache-2.0
"""The RTL against the interpreter, instruction by instruction and cycle by cycle."""

from random import Random

import pytest

from evariste.isa import machine
from evariste.machines.pete import MACHINE as PETE
from evariste.machines.pete import recipes
from evariste.parts.mips.recipes import layout
from evariste.sim import Machine
from evariste.verification.randprog import lockstep, run

KINDS = recipes.KINDS.items()
RARE = ("bise2", "bise_icache", "ise_icache")  # configurations of which the full test builds a model
SOME = 6  # programs of a kind
MORE, MILLIONS = 600, 10_000_000  # the same in the full test, and instructions of all kinds together
ISA = machine("pete")


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=pytest.mark.full if where in RARE else ()) for kind, (_, _, where) in KINDS]
)
def test_both_agree_on_random_programs(kind: str) -> None:
    """Every register, store and exception, in the same cycle: the programs of each kind."""
    count = lockstep.measure(PETE, kind, 0, SOME if "long" not in kind else 1)
    assert not count.differences, count.differences[0]
    assert count.instructions > 100


@pytest.mark.full
def test_both_agree_on_ten_million_instructions() -> None:
    total = 0
    for kind, (recipe, _, _) in KINDS:
        count = lockstep.measure(PETE, kind, SOME, MORE // (10 if recipe == "long" else 1))
        assert not count.differences, count.differences[0]
        total += count.instructions
    assert total > MILLIONS


def test_both_agree_when_the_debugger_changes_the_accumulator() -> None:
    """A change empties the pipeline, and waits for a product on its way."""
    both = Machine("pete", "bise", engine="lockstep")
    places = [both.registers.index(name) for name in ("u", "hi", "lo")]
    for seed in range(6):
        run.start(both, recipes.generate(seed, "timed"))
        rng = Random(seed)
        for _ in range(150):
            if (stop := both.step(rng.choice((1, 1, 2, 5)))).reason != "step":
                break
            both.set_reg(rng.choice(places), rng.getrandbits(32))
            both.write(layout.DATA_RAM.first, rng.randbytes(8))
        assert stop.reason != "difference", f"program {seed}: {stop.sentence}"


def test_an_interrupt_between_products_loses_nothing() -> None:
    """A line that rises at any cycle of a column: the sum is the same, and both engines agree on every cycle."""
    status, vector, count = 0x00400401, 0xBFC00380, 40
    core = Machine("pete", "interrupts", engine="lockstep")
    body = [("maddu", {"rs": 3, "rt": 4}), ("sha", {"rd": 0}), ("m2addu", {"rs": 4, "rt": 4}),
            ("mul", {"rd": 5, "rs": 3, "rt": 4}), ("addau", {"rs": 5, "rt": 3}), ("maddgf2", {"rs": 3, "rt": 5}),
            ("mtlhx", {"rs": 5})]  # fmt: skip
    words = [("lui", {"rt": 8, "imm": status >> 16}), ("ori", {"rt": 8, "rs": 8, "imm": status & 0xFFFF}),
             ("mtc0", {"rt": 8, "cd": 12}), *[body[i % len(body)] for i in range(count)],
             ("sdbbp", {"code": 2})]  # fmt: skip
    sums = set()
    for cycle in range(4, count):
        core.clear()
        core.write(0xBFC00000, b"".join(ISA.encode(name, **operands) for name, operands in words))
        core.write(vector, ISA.encode("eret"))
        core.drive([(cycle, 1), (cycle + 1, 0)])
        core.reset()
        core.set_reg(3, 0x89ABCDEF)
        core.set_reg(4, 0xFEDCBA98)
        assert core.run(max_cycles=1000).reason == "breakpoint"
        sums.add((core.reg("u"), core.reg("hi"), core.reg("lo"), core.regs[5]))
    assert len(sums) == 1
