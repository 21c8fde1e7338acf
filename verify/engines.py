# SPDX-License-Identifier: Apache-2.0
"""What the tests of every machine with a circuit ask of its engines."""

from pathlib import Path

from evariste.build import cc
from evariste.machines import PORTABLE
from evariste.sim import ENGINES, Machine

SOURCE = """\
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    long long sum = 0;
    for (int i = 1; i < argc; i++) sum = sum * 1000003 + atoi(argv[i]);
    printf("%lld\\n", sum / 7);
    FLOATING
    return 0;
}
"""


def check_that_a_program_runs_alike(
    machine: str, folder: Path, configuration: str | None = None, floating: bool = False
) -> None:
    """A C program with arguments: its output, its end, every counter and register. `floating`: doubles, too."""
    source = folder / "sum.c"
    source.write_text(SOURCE.replace("FLOATING", 'printf("%f\\n", sum / 7.0);' if floating else ""))
    elf = cc.compile([source], out=folder / "sum.elf", machine=machine, backend=PORTABLE)
    seen = []
    for engine in ENGINES:
        core, output = Machine(machine, configuration, engine=engine), list[bytes]()
        core.load(elf)
        core.host(args=["1", "2", "39"], stdout=output.append)
        stop = core.run()
        seen.append((b"".join(output), stop.reason, stop.status, core.counters(), core.cycles, core.regs))
    assert seen[0] == seen[1] == seen[2]
    total = (1 * 1000003 + 2) * 1000003 + 39
    said = b"%d\n" % (total // 7) + (b"%f\n" % (total / 7) if floating else b"")
    assert seen[0][:3] == (said, "exit", 0)
