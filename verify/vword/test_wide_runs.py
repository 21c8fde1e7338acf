# SPDX-License-Identifier: Apache-2.0
"""Whole programs with the accelerator: how a wrong one ends, what the debugger shows, waveforms of an instance."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from evariste.build import cc
from evariste.machines import PORTABLE, named
from evariste.machines.vword.header import header
from evariste.machines.vword.instance import from_parameters
from evariste.paths import ROOT
from evariste.sim import Machine

INSTANCE = "f283_w294"
HEAD = """\
#include "vword.h"
static vword_t row __attribute__((unused));
#define AT(address) ((const vword_t *)(uintptr_t)(address))
int main(void) {
"""
OFF = '__asm__ volatile("mtc0 %0, $12\\n\\tnop" ::"d"(1 << 22));'
TRACED = """\
    row.word[0] = 0x1234;
    row.word[9] = 0x21;
    vw_load(1, &row);
    vw_xor(2, 1, 0);
    vw_shift(3, 1, 0);
    vw_store(3, &row);
    __asm__ volatile(".global after\\n\\tafter:");
    return 7;
"""


def program(folder: Path, body: str) -> Path:
    made = from_parameters(named("vword").configurations[INSTANCE].parameters)
    (folder / "vword.h").write_text(header(made, "for a test"))
    (folder / "main.c").write_text(f"{HEAD}{body}\n}}\n")
    return cc.compile([folder / "main.c"], folder / "main.elf", machine="vword", backend=PORTABLE, opt="-O1")


@pytest.mark.parametrize(
    ("body", "configuration", "sentence"),
    [
        ("vw_load(1, AT(0x80050004)); return 0;", INSTANCE, "misaligned load .*address 0x80050004"),
        ("vw_store(1, AT(0x80050020)); return 0;", INSTANCE, "misaligned store .*address 0x80050020"),
        ("vw_load(1, AT(0x40000000)); return 0;", INSTANCE, "data bus error .*address 0x40000000"),
        ("vw_store(1, AT(0xbfc00000)); return 0;", INSTANCE, "data bus error .*address 0xbfc00000"),
        (f"{OFF} vw_xor(1, 2, 3); return 0;", INSTANCE, r"coprocessor unusable .*0x4a031040 at .*\(main"),
        ("vw_xor(1, 2, 3); return 0;", "none", r"coprocessor unusable .*0x4a031040 at .*\(main"),
        ('__asm__ volatile("c2 0x1e00841"); return 0;', INSTANCE, r"reserved instruction .*0x4be00841 at .*\(main"),
        ('__asm__ volatile(".word 0x4808080a"); return 0;', INSTANCE, r"reserved instruction .*0x4808080a at"),
        ("vw_shift(1, 2, 8); return 0;", "f283_w294_fused", r"reserved instruction .* at .*\(main"),
    ],
)
def test_a_program_that_goes_wrong_ends_with_its_cause(
    body: str, configuration: str, sentence: str, tmp_path: Path
) -> None:
    core = Machine("vword", configuration)
    core.load(program(tmp_path, body))
    stop = core.run(max_cycles=1_000_000)
    assert stop.reason == "fault" and stop.status == 1
    assert re.search(sentence, stop.sentence), stop.sentence


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[int, Path]]:
    elf = program(tmp_path, TRACED)
    command = [sys.executable, "-m", "evariste", "run", "--machine", "vword", "--configuration", INSTANCE, "--gdb", "0",
               str(elf)]  # fmt: skip
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        port = None
        while port is None and (line := process.stderr.readline()):
            found = re.search(r"target remote :(\d+)", line)
            port = int(found[1]) if found else None
        assert port is not None
        yield port, elf
        process.kill()


def test_the_debugger_shows_and_sets_the_accelerators_registers(server: tuple[int, Path]) -> None:
    port, elf = server
    commands = (f"target remote 127.0.0.1:{port}", "break *after", "continue", "print/x $vw1",
                "print/x $vw3[0]", "set var $vw2[9] = 5", "print/x $vw2[9]", "continue")  # fmt: skip
    words = [word for line in commands for word in ("-ex", line)]
    said = subprocess.run(["gdb-multiarch", "-nx", "-batch", *words, str(elf)], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=100).stdout  # fmt: skip
    amount = from_parameters(named("vword").configurations[INSTANCE].parameters).amounts[0]
    shown = re.search(r"\$1 = \{(.*)\}", said)
    assert shown, said
    assert shown[1].startswith("0x1234, 0x0") and shown[1].endswith("0x21"), said
    assert f"$2 = {0x1234 << amount & 0xFFFFFFFF:#x}" in said and "$3 = 0x5" in said, said
    assert "exited with code 07" in said, said


@pytest.mark.full
def test_an_instance_writes_waveforms(tmp_path: Path) -> None:
    wave = tmp_path / "run.fst"
    core = Machine("vword", INSTANCE, engine="rtl", wave=wave)
    core.load(program(tmp_path, TRACED))
    stop = core.run(max_cycles=1_000_000)
    assert (stop.reason, stop.status) == ("exit", 7), stop.sentence
    del core
    content = wave.read_bytes()
    assert content[0] == 0 and int.from_bytes(content[1:9], "big") == 329  # FST's header block
    assert len(content) > 10_000
