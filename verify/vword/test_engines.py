# SPDX-License-Identifier: Apache-2.0
"""The RTL against the interpreter, instruction by instruction and cycle by cycle."""

from pathlib import Path
from random import Random

import pytest

from evariste.build import cc
from evariste.machines import PORTABLE
from evariste.sim import ENGINES, Machine
from verify.vword.programs import CODE, DATA, PAGE, program, registers

SOURCE = """\
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    long long sum = 0;
    for (int i = 1; i < argc; i++) sum = sum * 1000003 + atoi(argv[i]);
    printf("%lld %f\\n", sum / 7, sum / 7.0);
    return 0;
}
"""
VECTOR, LAST = 0xBFC00380, 0x700000BF  # sdbbp 2
WAITS = ((0, 0), (90, 0), (0, 90), (60, 60))


def start(core: Machine, seed: int) -> Random:
    """A random program that ends at the handler of its first exception."""
    rng = Random(seed)
    code, data, general = program(rng), rng.randbytes(PAGE), registers(rng)
    core.clear()
    core.write(CODE, code)
    core.write(DATA, data)
    core.write(VECTOR, LAST.to_bytes(4, "little"))
    core.reset()
    for number, value in enumerate(general[1:], 1):
        core.set_reg(number, value)
    core.set_reg(core.registers.index("pc"), CODE)
    return rng


def ended(core: Machine) -> tuple[object, ...]:
    """Everything that is left of a run."""
    return core.cycles, core.instructions, core.regs, core.special, core.counters(), core.read(DATA, PAGE)


@pytest.mark.parametrize("waits", WAITS)
def test_both_agree_on_random_programs(waits: tuple[int, int]) -> None:
    both = Machine("vword", engine="lockstep", waits=waits)
    for seed in range(40):
        start(both, seed)
        stop = both.run(max_cycles=100_000)
        assert stop.reason in ("breakpoint", "fault"), f"program {seed}: {stop.sentence}"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_program_run_in_steps_ends_as_when_run_at_once(engine: str) -> None:
    core = Machine("vword", engine=engine)
    for seed in range(6):
        start(core, seed)
        core.run(max_cycles=100_000)
        at_once = ended(core)
        rng = start(core, seed)
        while core.step(rng.choice((1, 1, 1, 2, 7))).reason == "step":
            pass
        assert ended(core) == at_once


def test_both_agree_when_registers_and_memory_change_between_instructions() -> None:
    """A change empties the pipeline: the stalls that were due are gone on both sides."""
    both = Machine("vword", engine="lockstep")
    for seed in range(12):
        rng = start(both, seed)
        while (stop := both.step(rng.choice((1, 1, 2, 5)))).reason == "step":
            number = rng.randrange(1, 26)
            both.set_reg(number, both.regs[number] ^ rng.choice((0, 1, 0x8000_0000)))
            both.write(DATA, rng.randbytes(8))
        assert stop.reason in ("breakpoint", "fault"), f"program {seed}: {stop.sentence}"


def test_a_c_program_runs_alike_on_every_engine(tmp_path: Path) -> None:
    source = tmp_path / "sum.c"
    source.write_text(SOURCE)
    elf = cc.compile([source], out=tmp_path / "sum.elf", machine="vword", backend=PORTABLE)
    seen = []
    for engine in ENGINES:
        core, output = Machine("vword", engine=engine), list[bytes]()
        core.load(elf)
        core.host(args=["1", "2", "39"], stdout=output.append)
        stop = core.run()
        seen.append((b"".join(output), stop.reason, stop.status, core.counters(), core.cycles, core.regs))
    assert seen[0] == seen[1] == seen[2]
    total = (1 * 1000003 + 2) * 1000003 + 39
    assert seen[0][:3] == (b"%d %f\n" % (total // 7, total / 7), "exit", 0)
