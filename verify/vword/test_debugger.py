# SPDX-License-Identifier: Apache-2.0
"""gdb-multiarch debugs a program: breakpoints, steps through delay slots, registers, memory, watchpoints, its end."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from evariste.build import cc
from evariste.machines import PORTABLE
from evariste.paths import ROOT

SOURCE = """\
volatile int total;
__attribute__((noinline)) int square(int x) { return x * x; }
int main(void) {
    for (int i = 1; i <= 3; i++) total += square(i);
    return total;
}
"""
COMMANDS = ("break square", "continue", "backtrace", "print x", "delete", "watch total", "continue", "print total",
            "delete", "stepi 12", "info registers pc", "print $sp", "print/x $status", "x/i main", "print total = 100",
            "continue")  # fmt: skip


@pytest.fixture
def program(tmp_path: Path) -> Path:
    source = tmp_path / "debugged.c"
    source.write_text(SOURCE)
    return cc.compile([source], out=tmp_path / "debugged.elf", machine="vword", backend=PORTABLE, opt="-O1")


@pytest.fixture(params=["iss", "lockstep"])
def server(program: Path, request: pytest.FixtureRequest) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    command = [sys.executable, "-m", "evariste", "run", "--machine", "vword", "--engine", request.param, "--gdb", "0",
               str(program)]  # fmt: skip
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        port = None
        while port is None and (line := process.stderr.readline()):
            found = re.search(r"target remote :(\d+)", line)
            port = int(found[1]) if found else None
        assert port is not None
        yield port, process
        process.kill()


def test_a_program_is_debugged(program: Path, server: tuple[int, subprocess.Popen[str]]) -> None:
    port, process = server
    command = ["gdb-multiarch", "-nx", "-batch", "-ex", f"target remote 127.0.0.1:{port}",
               *(word for line in COMMANDS for word in ("-ex", line)), str(program)]  # fmt: skip
    said = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=100).stdout
    assert "Breakpoint 1, square (x=1)" in said, said
    assert re.search(r"#0 +square \(x=1\).*\n#1 .*main", said), said
    assert "Hardware watchpoint 2: total" in said and "New value = 1" in said, said
    assert re.search(r"^pc: 0xbfc0", said, re.M), said
    assert "<main>:" in said, said
    assert re.search(r"exited with code", said), said
    assert process.wait(timeout=20) >= 100  # the total that the debugger set, and what was added since
