# SPDX-License-Identifier: Apache-2.0
"""Does `ev footprint` measure what a task takes?"""

from pathlib import Path

import pytest

from evariste import machines
from evariste.bench import footprint
from evariste.build import cc
from evariste.errors import UserError
from evariste.paths import ROOT
from evariste.sim import Machine

DEEP = """
#define MEMORY 12
__attribute__((noinline)) static int deeper(int n) {
    volatile char bytes[BYTES];
    bytes[0] = (char)n;
    return bytes[0] - n;
}
static int task(void) { return deeper(1); }
#include "footprint.h"
"""


def printed(folder: Path, size: int) -> dict[str, int]:
    source = folder / "deep.c"
    source.write_text(DEEP)
    program = cc.compile([source], defines={"BYTES": size}, extra=[f"-I{ROOT / 'sw/apps/footprint'}"])
    console: list[bytes] = []
    machine = Machine(engine="iss")
    machine.load(program)
    machine.host(stdout=console.append)
    stop = machine.run(max_cycles=10_000_000)
    assert (stop.reason, stop.status) == ("exit", 0), stop.sentence
    return {words[0]: int(words[-1]) for line in b"".join(console).decode().splitlines() if (words := line.split())}


def test_the_stack_is_as_deep_as_the_array_that_a_task_keeps_there(tmp_path: Path) -> None:
    small, large = printed(tmp_path, 400), printed(tmp_path, 4400)
    assert 400 <= small["stack"] < 500
    assert 4000 <= large["stack"] - small["stack"] < 4032  # a large frame takes a register or two more
    assert small["memory"] == 12


def test_an_unknown_task_is_refused_with_the_names() -> None:
    with pytest.raises(UserError, match=r"^There is no task 'nonsense'; there are rs_encode, "):
        footprint.chosen(("nonsense",), machines.default())


def test_rom_is_what_linking_the_task_adds() -> None:
    r = footprint.measure("crc32", machines.NATIVE, machines.default())
    assert 200 < r["rom_bytes"] < 4000
    assert r["memory_bytes"] == 28
