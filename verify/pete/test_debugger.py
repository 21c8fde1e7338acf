# SPDX-License-Identifier: Apache-2.0
"""What looks at a run of pete: gdb-multiarch, traces and profiles show U, HI and LO, and what the cache counted."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from evariste.build import cc
from evariste.cli import ev
from evariste.machines import PORTABLE
from evariste.paths import ROOT
from evariste.sim import Machine

SOURCE = """\
#include "pete/pete.h"
volatile unsigned word = 0xf89abcde;
__attribute__((noinline)) unsigned column(unsigned a) {
    unsigned low;
    __asm__ volatile("mtlhx $0\\n\\tmtlhx $0\\n\\tmtlhx $0\\n\\tmaddu %1, %1\\n\\t"
                     ".globl summed\\nsummed:\\tm2addu %1, %1\\n\\tsha %0" : "=r"(low) : "r"(a) : "hi", "lo");
    return low;
}
int main(void) {
    unsigned total = 0;
    for (int i = 0; i < 3; i++) total += column(word);
    return total & 0x3f;
}
"""
A = 0xF89ABCDE
COMMANDS = ("break summed", "continue", "print/x $lo", "print/x $hi", "print/x $u", "set $u = 0x12345678", "stepi",
            "print/x $u", "set $u = 0", "delete", "continue")  # fmt: skip


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = tmp_path_factory.mktemp("observed") / "observed.c"
    source.write_text(SOURCE)
    return cc.compile([source], machine="pete", backend=PORTABLE, opt="-O1")


@pytest.fixture(params=[("fast", "iss"), pytest.param(("bise_icache2", "lockstep"), marks=pytest.mark.full)], ids=str)
def server(program: Path, request: pytest.FixtureRequest) -> Iterator[int]:
    configuration, engine = request.param
    command = [sys.executable, "-m", "evariste", "run", "--machine", "pete", "--configuration", configuration,
               "--engine", engine, "--gdb", "0", str(program)]  # fmt: skip
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        port = None
        while port is None and (line := process.stderr.readline()):
            found = re.search(r"target remote :(\d+)", line)
            port = int(found[1]) if found else None
        assert port is not None
        yield port
        process.kill()


def test_gdb_shows_and_changes_the_accumulator(program: Path, server: int) -> None:
    command = ["gdb-multiarch", "-nx", "-batch", "-ex", f"target remote 127.0.0.1:{server}",
               *(word for line in COMMANDS for word in ("-ex", line)), str(program)]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=100)
    shown = [int(value, 16) for value in re.findall(r"^\$\d+ = (0x\w+)", done.stdout, re.M)]
    carry = 3 * A * A >> 64
    assert shown == [A * A & 0xFFFFFFFF, A * A >> 32, 0, 0x12345678 + carry], done.stdout + done.stderr
    assert "exited" in done.stdout, done.stdout


def test_a_trace_has_what_an_instruction_did_to_the_accumulator(program: Path, tmp_path: Path) -> None:
    core = Machine("pete")
    core.load(program)
    core.watch(trace=tmp_path / "trace.txt")
    core.run()
    core.close_trace()
    lines = (tmp_path / "trace.txt").read_text().splitlines()
    first = next(line for line in lines if " m2addu " in line)
    total = 3 * A * A
    for name, word in (("lo", total), ("hi", total >> 32), ("u", total >> 64)):
        assert f"{name}={word & 0xFFFFFFFF:08x}" in first, first


def test_a_profile_has_every_cycle_that_the_cache_took(program: Path) -> None:
    core = Machine("pete", "bise_icache")
    core.load(program)
    core.watch(profile=True)
    stop = core.run()
    rows = {name: (count, own) for name, count, own, _ in core.profile()}
    assert rows["column"][0] == 3
    assert sum(own for _, own in rows.values()) == stop.cycles
    assert core.event_counts()["cache misses"] > 10


def test_ev_run_says_what_the_cache_counted(program: Path) -> None:
    words = ["--machine", "pete", "--configuration", "bise_icache", "--profile", str(program)]
    told = CliRunner().invoke(ev, ["run", *words])
    found = re.search(r"([\d,]+) cache hits, ([\d,]+) cache misses, ([\d,]+) cache stalls", told.output)
    assert found, told.output
    hits, misses, stalls = (int(number.replace(",", "")) for number in found.groups())
    assert hits > misses > 0 and 6 * misses - 6 < stalls <= 6 * misses
