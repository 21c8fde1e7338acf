# SPDX-License-Identifier: Apache-2.0
"""Ordinary C and C++ programs with newlib print the same on the interpreter, on the RTL, and on both in lock-step.

Each program of sw/apps/corpus stands beside its expected output.
"""

from pathlib import Path

import pytest

from evariste.build import cc
from evariste.paths import ROOT
from evariste.sim import Machine

CORPUS = ROOT / "sw/apps/corpus"
PROGRAMS = sorted(p for p in CORPUS.iterdir() if p.suffix in (".c", ".cc"))
ARGUMENTS = {"arguments": ["one", "two words", 'a"b\\c']}
INPUT = {"input": b"first line\nsecond\n\nlast without newline"}
STATUS = {"arguments": 7}
MAX_CYCLES = 50_000_000


def check(program: Path, engine: str, folder: Path, opt: str) -> None:
    """Builds the program, runs it, and compares what it prints and how it ends."""
    elf = cc.compile([program], folder / f"{program.stem}.elf", opt=opt)
    printed = bytearray()
    machine = Machine(engine=engine)
    machine.load(elf)
    machine.host(
        root=folder, args=ARGUMENTS.get(program.stem, []), stdin=INPUT.get(program.stem, b""), stdout=printed.extend
    )
    stop = machine.run(max_cycles=MAX_CYCLES)
    assert stop.reason == "exit", stop.sentence
    assert stop.status == STATUS.get(program.stem, 0)
    assert printed.decode() == program.with_suffix(".expected").read_text(encoding="utf-8")


def test_there_are_programs_and_each_has_its_expected_output() -> None:
    assert len(PROGRAMS) >= 8
    assert all(p.with_suffix(".expected").is_file() for p in PROGRAMS)


@pytest.mark.parametrize("engine", ["iss", "rtl", "lockstep"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.stem)
def test_prints_what_it_should(program: Path, engine: str, tmp_path: Path) -> None:
    check(program, engine, tmp_path, "-O2")


@pytest.mark.full
@pytest.mark.parametrize("opt", ["-O0", "-O1", "-O3", "-Os"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.stem)
def test_prints_the_same_however_it_is_compiled(program: Path, opt: str, tmp_path: Path) -> None:
    """Other instruction sequences for the same meaning."""
    check(program, "lockstep", tmp_path, opt)
