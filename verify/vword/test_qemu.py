# SPDX-License-Identifier: Apache-2.0
"""Whole C programs print and end in QEMU as here: it is a witness of the core, of UHI, of the C library as built.

QEMU's board `mipssim` has memory where our system has it. Programs that use our devices (`clock()`) do not run there.
"""

import subprocess
from pathlib import Path

import pytest

from evariste.build import cc
from evariste.machines import PORTABLE, named
from evariste.paths import ROOT
from evariste.sim import Machine
from verify.needs import needs

CORPUS = ROOT / "sw/apps/corpus"
PROGRAMS = sorted(p for p in CORPUS.iterdir() if p.suffix in (".c", ".cc"))
ARGUMENTS = {"arguments": ["one", "two words", 'a"b\\c']}
STATUS = {"arguments": 7}
PATIENCE = 300  # seconds


def built(program: Path, folder: Path, opt: str) -> Path:
    return cc.compile([program], folder / f"{program.stem}.elf", machine="vword", backend=PORTABLE, opt=opt)


def here(elf: Path, folder: Path) -> tuple[int, bytes]:
    """Status and output on the interpreter."""
    printed = bytearray()
    machine = Machine("vword")
    machine.load(elf)
    machine.host(root=folder, args=ARGUMENTS.get(elf.stem, []), stdout=printed.extend)
    stop = machine.run(max_cycles=100_000_000)
    assert stop.reason == "exit", stop.sentence
    return stop.status, bytes(printed)


def there(elf: Path, folder: Path) -> tuple[int, bytes]:
    """The same in QEMU."""
    image = elf.with_suffix(".bin")
    objcopy = cc.tool("objcopy", named("vword").compiler())
    subprocess.run([objcopy, "-O", "binary", "-j", ".text", "-j", ".data", elf, image], check=True)
    words = ["enable=on", "target=native", *(f"arg={word}" for word in (elf.stem, *ARGUMENTS.get(elf.stem, [])))]
    done = subprocess.run(
        ["qemu-system-mipsel", "-M", "mipssim", "-bios", image, "-nographic", "-nic", "none", "-serial", "none",
         "-monitor", "none", "-semihosting-config", ",".join(words)],
        cwd=folder, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=PATIENCE,
    )  # fmt: skip
    return done.returncode, done.stderr  # where QEMU puts the console of UHI


def check(program: Path, folder: Path, opt: str) -> None:
    elf = built(program, folder, opt)
    expected = STATUS.get(program.stem, 0), program.with_suffix(".expected").read_bytes()
    for run in (here, there):
        inside = folder / run.__name__
        inside.mkdir()
        assert run(elf, inside) == expected
    files = [{p.name: p.read_bytes() for p in (folder / name).iterdir()} for name in ("here", "there")]
    assert files[0] == files[1]


@needs("qemu")
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.stem)
def test_a_program_does_in_qemu_what_it_does_here(program: Path, tmp_path: Path) -> None:
    check(program, tmp_path, "-O2")


@needs("qemu")
@pytest.mark.full
@pytest.mark.parametrize("opt", ["-O0", "-O1", "-O3", "-Os"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.stem)
def test_it_does_the_same_however_it_is_compiled(program: Path, opt: str, tmp_path: Path) -> None:
    check(program, tmp_path, opt)
