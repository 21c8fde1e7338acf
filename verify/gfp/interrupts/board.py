# SPDX-License-Identifier: Apache-2.0
"""Small assembler programs with every exception handled, on machines with interrupts.

With EVARISTE_NOTED naming a file, every program that starts is added to it, with its lines, as a line of JSON: so
`ev mutate interrupts` runs them on mutants.
"""

import json
import os
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from evariste.build import cc
from evariste.paths import ROOT
from evariste.sim import Machine, Stop

ENGINES = ("iss", "rtl", "lockstep")
STACK, CODE, DATA = 0x20001000, 0x100, 0x20002000
NMI, HARDFAULT, SVCALL, PENDSV, SYSTICK, EXTERNAL = 2, 3, 11, 14, 15, 16
LINE_NMI = 1 << 32

# Vectors 1 to 47. An exception n for which the program has no `exceptionn` is a breakpoint.
_HEAD = """
#include "gfp_soc.h"
#include "gfp_asm.h"
.macro put value, address
  ldr r0, =\\value
  ldr r1, =\\address
  str r0, [r1]
.endm
.macro get register, address
  ldr \\register, =\\address
  ldr \\register, [\\register]
.endm
.text
.word {stack}
.word start + 1
.word {handlers}
.org {code}
.thumb
.thumb_func
unhandled: bkpt #99
.ltorg
"""


@cache
def assembled(text: str) -> bytes:
    """The program's memory image from address 0."""
    names = [name if f"{name}:" in text else "unhandled" for name in (f"exception{n}" for n in range(2, 48))]
    head = _HEAD.format(stack=STACK, code=CODE, handlers=", ".join(f"{name} + 1" for name in names))
    with tempfile.TemporaryDirectory() as folder:
        source, object_, image = (Path(folder) / name for name in ("a.S", "a.o", "a.bin"))
        source.write_text(head + text + "\n.pool\n")
        flags = [
            *cc.usual().flags,
            "-I",
            ROOT / "gen/gfp",
            "-nostdlib",
            "-Wl,-Ttext=0,-estart",
            "-Wl,--no-warn-rwx-segments",
        ]
        for command in (
            [cc.tool("gcc"), *flags, source, "-o", object_],
            [cc.tool("objcopy"), "-O", "binary", object_, image],
        ):
            done = subprocess.run(command, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
        return image.read_bytes()


@cache
def board(engine: str) -> Machine:
    """A machine to use again and again."""
    return Machine(engine=engine, configuration="interrupts")


def start(engine: str, text: str, lines: list[tuple[int, int]] | None = None) -> Machine:
    """The program in cleared memory, the lines driven, at reset."""
    machine = board(engine)
    machine.clear()
    machine.write(0, assembled(text))
    machine.drive(lines or [])
    if noted_in := os.environ.get("EVARISTE_NOTED"):
        with Path(noted_in).open("a") as file:
            file.write(json.dumps({"image": assembled(text).hex(), "lines": lines or []}) + "\n")
    machine.reset()
    return machine


def run(
    engine: str, text: str, lines: list[tuple[int, int]] | None = None, cycles: int = 100_000
) -> tuple[Machine, Stop]:
    machine = start(engine, text, lines)
    return machine, machine.run(max_cycles=cycles)


def words(machine: Machine, count: int, address: int = DATA) -> list[int]:
    """The program's results."""
    data = machine.read(address, 4 * count)
    return [int.from_bytes(data[i : i + 4], "little") for i in range(0, 4 * count, 4)]


# For programs: `note register` appends a register to the words at DATA + 4; DATA counts their bytes. `exceptionN` with
# `log` as its body notes its number and returns.
NOTES = f"""
.macro note register
  push {{r0-r2}}
  mov r2, \\register
  ldr r0, ={DATA:#x}
  ldr r1, [r0]
  adds r1, #4
  str r1, [r0]
  str r2, [r0, r1]
  pop {{r0-r2}}
.endm
.macro number
  mrs r3, ipsr
  note r3
.endm
.macro log
  number
  bx lr
.endm
"""


def notes(machine: Machine) -> list[int]:
    """What the program noted."""
    return words(machine, words(machine, 1)[0] // 4, DATA + 4)


def noted(engine: str, text: str, lines: list[tuple[int, int]] | None = None) -> list[int]:
    """The notes of a program that ends in `bkpt #0`."""
    machine, stop = run(engine, NOTES + text, lines)
    assert stop.sentence.startswith("breakpoint 0 "), stop.sentence
    return notes(machine)
