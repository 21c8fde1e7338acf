# SPDX-License-Identifier: Apache-2.0
"""The runs for the coverage of the RTL: random programs with and without wait states, and the debugger."""

import gc
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

from evariste.machines.gfp import NAME
from evariste.machines.gfp.recipes import generate, layout, words
from evariste.machines.gfp.recipes.assembler import Code, Label
from evariste.sim import Machine
from evariste.verification import cover
from evariste.verification.randprog import run

CONFIGURATION = "interrupts_fast"  # which has every instruction
WAITS = ((0, 0), (60, 60))
RECIPES = ("interrupts", "timed", "lockup", "extended, interrupts")
SOUPS, SOUP_CYCLES = 3, 500  # for each program of the recipes
PC = 15
REGISTERS = (*range(23), 25, 26)  # of the debug port; 23 and 24 show the first field again
SYSTICK, SYSTEM_CONTROL = 0xE000E010, 0xE000ED10
FIELDS_HIGH = (22, 26)
ALL = 0x00FFFFFF
CYCLES = 2_000_000  # more than any program needs


def measure(programs: int, say: Callable[[str], object] = lambda text: None) -> cover.Report:
    """The coverage of so many programs of each recipe, half of them with wait states."""
    with tempfile.TemporaryDirectory(prefix="evariste-") as name:
        files = []
        for i, waits in enumerate(WAITS):
            files.append(Path(name) / f"{i}.dat")
            machine = Machine(NAME, engine="rtl", configuration=CONFIGURATION, cover=files[-1], waits=waits, seed=i + 1)
            _slow(machine)
            for seed in range(i, programs, len(WAITS)):
                for recipe in RECIPES:
                    run.start(machine, generate(seed, recipe))
                    if seed % 5 < 2:
                        _meddle(machine, Random(seed))
                    machine.run(max_cycles=CYCLES // 20)
                for k in range(SOUPS * seed, SOUPS * seed + SOUPS):
                    _place(machine, words.program(k).segments)
                    machine.run(max_cycles=SOUP_CYCLES)
            say(f"programs with wait states {waits} done")
            del machine
            gc.collect()  # the counts are written when the machine is no more
        return cover.report(files)


def _place(machine: Machine, segments: list[tuple[int, bytes]]) -> None:
    machine.clear()
    for address, data in segments:
        machine.write(address, data)
    machine.drive([])
    machine.reset()


def _meddle(machine: Machine, rng: Random) -> None:
    """A debugger: single steps, halts at any time (also asleep), reads of every register, writes of all but the PC."""
    for _ in range(30):
        machine.run(max_cycles=machine.cycles + rng.randrange(60))
    for _ in range(20):
        machine.step(rng.randrange(1, 5))
        assert len(machine.regs) == 16 and machine.special
    for register in rng.sample(REGISTERS, len(REGISTERS)):
        if register != PC:
            machine.set_reg(register, rng.getrandbits(32))


def _slow(machine: Machine) -> None:
    """Things that random programs rarely do: large numbers in SysTick and in the cycle counter, all of SCR."""
    code, loop = Code(layout.CODE_ROM.first, layout.CODE_ROM.end), Label()
    code.literal(0, SYSTICK)
    code.literal(1, ALL)
    code.put("movs_imm", rd=2, imm=0)
    code.put("movs_imm", rd=3, imm=1)
    code.put("str_imm", rd=3, rn=0, imm=0)
    for value in (1, 2, 1):
        code.put("str_imm", rd=value, rn=0, imm=4)
        code.put("str_imm", rd=2, rn=0, imm=8)
        for _ in range(6):
            code.put("nop")
        code.put("ldr_imm", rd=4, rn=0, imm=8)
    code.put("str_imm", rd=2, rn=0, imm=8)
    code.put("ldr_imm", rd=4, rn=0, imm=8)
    code.literal(0, SYSTEM_CONTROL)
    code.put("movs_imm", rd=3, imm=0x16)  # sleep on exit, deep sleep, event on pending
    for value in (3, 2, 3, 2):
        code.put("str_imm", rd=value, rn=0, imm=0)
        code.put("ldr_imm", rd=4, rn=0, imm=0)
    code.literal(4, 50_000)
    code.bind(loop)
    code.put("subs_imm8", rd=4, imm=1)
    code.branch("b_cond", loop, cond=1)
    code.raw(0xBE00)
    code.pool()
    vectors = [layout.MAIN_STACK.end, code.base | 1]
    table = b"".join(word.to_bytes(4, "little") for word in vectors)
    _place(machine, [(layout.ROM, table), (code.base, bytes(code.data))])
    for register in FIELDS_HIGH:
        for value in (ALL, 0x08000000):
            machine.set_reg(register, value)
    stop = machine.run(max_cycles=CYCLES)
    assert stop.reason == "breakpoint", stop.sentence
