# SPDX-License-Identifier: Apache-2.0
"""C programs use the accumulator by the header of intrinsics; a program without it runs on the baseline."""

from pathlib import Path

import pytest

from evariste.build import cc
from evariste.machines import PORTABLE
from evariste.sim import Machine

SOURCE = """\
#include <stdio.h>
#include "pete/pete.h"
static unsigned square(unsigned a) {
    unsigned low, middle;
    __asm__("mulgf2 $0, $0\\n\\tmaddu %2, %2\\n\\taddau %2, %2\\n\\tsha %0\\n\\tsha %1"
            : "=r"(low), "=r"(middle) : "r"(a) : "hi", "lo");
    return low ^ middle;
}
int main(void) {
    printf("%08x %016llx %08x\\n", pete_mul(0x12345679, 0x9abcdef1), (unsigned long long)pete_clmul(0x80000001, 7),
           square(0x10002));
    return 0;
}
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    source = tmp_path / "accumulate.c"
    source.write_text(SOURCE)
    return cc.compile([source], out=tmp_path / "accumulate.elf", machine="pete", backend=PORTABLE)


def test_the_intrinsics_give_products(program: Path) -> None:
    core, said = Machine("pete", "fast"), bytearray()
    core.load(program)
    core.host(stdout=said.extend)
    assert core.run(max_cycles=10**6).reason == "exit"
    a = 0x10002
    total = a * a + 2 * a
    low = 0x12345679 * 0x9ABCDEF1 & 0xFFFFFFFF
    assert said.decode() == f"{low:08x} {0x80000001 * 7 ^ 0:016x} {total & 0xFFFFFFFF ^ total >> 32:08x}\n"


def test_a_core_without_them_says_which_instruction_is_missing(program: Path) -> None:
    core = Machine("pete", "baseline")
    core.load(program)
    stop = core.run(max_cycles=10**6)
    assert stop.status != 0 and "reserved instruction" in stop.sentence
