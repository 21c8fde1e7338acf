# SPDX-License-Identifier: Apache-2.0
"""Lines of the source, from the compiler to profile and trace. The line table is read by binutils, too, and the lines
of the source that have code are those that clang knows for another machine.
"""

import re
import subprocess
from pathlib import Path

import pytest

from evariste import machines
from evariste.build import cc
from evariste.isa import load
from evariste.machines import PORTABLE
from evariste.sim import Machine, source_lines
from evariste.vliw import build, compiler, objects

PROGRAM = """\
#include "mix.h"
volatile unsigned table[16];
static unsigned many(unsigned n)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum = mix(sum, table[i & 15]);
    return sum;
}
int main(void)
{
    table[0] = many(1000);
    if (table[0] == 7)
        table[1] = 5 / table[2];
    return 0;
}
"""
HEADER = """\
static inline unsigned mix(unsigned a, unsigned b)
{
    a ^= b << 3;
    return a * 5;
}
"""
LOOP = {"lines.c:6", "lines.c:7", "mix.h:3", "mix.h:4"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lines")
    (folder / "lines.c").write_text(PROGRAM)
    (folder / "mix.h").write_text(HEADER)
    return folder


@pytest.fixture(scope="module")
def elf(folder: Path) -> Path:
    """Linked from an object file, which keeps lines, too."""
    build.compile_object(folder / "lines.c", folder / "lines.o", machine="coreva")
    return cc.compile([folder / "lines.o"], folder / "lines.elf", machine="coreva")


def test_binutils_reads_the_same_lines(elf: Path) -> None:
    texts, rows = source_lines.table(elf.read_bytes())
    wanted = {address: texts[line] if line >= 0 else "" for address, line in rows}
    assert len(wanted) > 100
    tool = cc.tool("addr2line", machines.named(machines.DEFAULT).compiler())
    words = [hex(address) for address in wanted]
    said = subprocess.run([tool, "-e", elf, *words], capture_output=True, text=True, check=True).stdout.splitlines()
    found = [re.sub(r".*/| \(discriminator \d+\)", "", line) for line in said]
    for line, (address, text) in zip(found, wanted.items(), strict=True):
        assert not text or line == text, f"{address:#x}"


def test_the_lines_with_code_are_those_that_clang_knows(elf: Path, folder: Path) -> None:
    other = folder / "other.o"
    subprocess.run([compiler.clang(), *compiler.TARGET, "-O2", "-g", "-c", folder / "lines.c", "-o", other], check=True)
    said = subprocess.run(["readelf", "--debug-dump=decodedline", other], capture_output=True, text=True, check=True)
    known = {f"{file}:{line}" for file, line in re.findall(r"(lines\.c|mix\.h) +(\d+) ", said.stdout)}
    own = {line for line in source_lines.table(elf.read_bytes())[0] if line.startswith(("lines.c", "mix.h"))}
    assert own <= known and len(known - own) <= 2 and own >= LOOP


def test_a_profile_has_cycles_of_lines_and_a_trace_their_places(elf: Path, folder: Path) -> None:
    machine = Machine("coreva")
    machine.load(elf)
    machine.watch(profile=True, trace=folder / "trace", source=True)
    stop = machine.run()
    machine.close_trace()
    cycles = dict(machine.profile_of_lines())
    assert sum(cycles.values()) <= stop.cycles
    assert min(cycles[line] for line in LOOP) >= 1000 and "lines.c:14" not in cycles
    assert sum(cycles[line] for line in LOOP) > 0.9 * stop.cycles
    traced = re.findall(r"^ *(\d+).* (\S+:\d+)$", (folder / "trace").read_text(), re.M)
    assert len([line for _, line in traced if line == "lines.c:7"]) >= 1000


def test_a_scheduled_source_in_assembly_has_its_lines(folder: Path) -> None:
    source = folder / "sum.s"
    source.write_text(".schedule\n.globl main\nmain:\n movi r10, 3\n addi r11, r10, 4\n mul r10, r11, r11\n jr r1\n")
    program = cc.compile([source], folder / "sum.elf", machine="coreva")
    assert {f"sum.s:{n}" for n in (4, 6)} <= set(source_lines.table(program.read_bytes())[0])


@pytest.mark.parametrize("name", ["sw/lib/bch_short_decode.c", "sw/lib/crc.c", "sw/apps/corpus/wide_integers.c"])
def test_debug_information_changes_no_code(name: str, tmp_path: Path) -> None:
    made = [build.compile_object(name, tmp_path / f"{flag}.o", PORTABLE, extra=[flag], machine="coreva")
            for flag in ("-g", "-g0")]  # fmt: skip
    with_lines, without = (objects.read(path, load.machine("coreva").spec.elf).sections for path in made)
    code = {n: (s.data, s.relocations) for n, s in with_lines.items()}
    assert code == {n: (s.data, s.relocations) for n, s in without.items()}
    assert any(s.lines for s in with_lines.values()) and not any(s.lines for s in without.values())
