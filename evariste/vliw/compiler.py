# SPDX-License-Identifier: Apache-2.0
"""C to object files: clang 19 up to its machine code for RV32, and from there the passes of this package.

    clang -> mir -> sums -> fuse -> pipeline -> prepass -> allocate -> frame -> guards -> schedule -> generate

Data comes from clang's own object file of the same module, so nothing here reads initialisers.
"""

import gc
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from evariste.errors import UserError
from evariste.isa.model import Machine
from evariste.vliw import guards, loops, objects, sums
from evariste.vliw.code import Function, dead_code_removed
from evariste.vliw.fuse import exclusive, fuse
from evariste.vliw.generate import Generator
from evariste.vliw.mir import Reader
from evariste.vliw.objects import Object, Relocation, Symbol
from evariste.vliw.orders import Orders
from evariste.vliw.pipeline import pipeline

CLANG, PACKAGE, VERSION = "clang-19", "clang-19", 19
TARGET = ("--target=riscv32", "-march=rv32im_zbb_zicond", "-mabi=ilp32", "-fno-jump-tables", "-ffreestanding",
          "-fno-builtin-printf", "-ffunction-sections", "-fdata-sections", "-fno-pic", "-fno-common",
          "-fno-stack-protector", "-Wno-atomic-alignment")  # fmt: skip
MACHINE_CODE = ("-S", "-mllvm", "-stop-after=register-coalescer", "-mllvm", "-simplify-mir")
_LAST = ("-fno-sanitize=function",)  # it puts data before functions
_RISCV, _WORD = "EM_RISCV", 1  # the machine as elftools calls it, and the relocation of a word of data


# A call takes six cycles and more, and cuts what could be side by side. LLVM's own limit is 225.
_INLINED = ("-mllvm", "-inline-threshold=500")


@dataclass(frozen=True)
class Passes:
    """Which passes run. `wide` is the number of operations a bundle may have, `apart` names pairs that stay two."""

    inline: bool = True
    sums: bool = True
    fuse: bool = True
    guards: bool = True
    pipeline: bool = True
    order: bool = True
    wide: int = 4
    apart: tuple[str, ...] = ()


@cache
def clang() -> str:
    """The front half of the compiler, of the version whose machine code this package reads."""
    return front()[0]


def front() -> tuple[str, str]:
    """The front half of the compiler: where it is, and its whole version."""
    path = shutil.which(CLANG)
    if path is None:
        raise UserError(f"{CLANG} is not installed; `./ev setup` installs it (Debian {PACKAGE}).")
    said = subprocess.run([path, "--version"], capture_output=True, text=True).stdout
    found = re.search(r"clang version ((\d+)(?:\.\d+)*)", said)
    if found is None or int(found[2]) != VERSION:
        raise UserError(f"{path} is not version {VERSION} of clang; install Debian's {PACKAGE}.")
    return path, found[1]


def compile_source(
    source: Path, flags: Sequence[str], machine: Machine, lacks: frozenset[str], passes: Passes | None = None
) -> Object:
    """The object of a C source."""
    passes = passes or Passes()
    return Module(*front_half(source, flags, passes.inline), source.name, machine).object(lacks, passes)


def front_half(source: Path, flags: Sequence[str], inline: bool = True) -> tuple[str, bytes]:
    """What clang makes of a C source: its machine code as text, and its object file, for the data."""
    flags = [*flags, *(_INLINED if inline else ())]
    with tempfile.TemporaryDirectory(prefix="evariste-") as scratch:
        code, data = Path(scratch) / "code.mir", Path(scratch) / "data.o"
        _clang([*flags, *MACHINE_CODE, str(source), "-o", str(code)], source)
        _clang([*flags, "-g0", "-w", "-c", str(source), "-o", str(data)], source)
        return code.read_text(), data.read_bytes()


def defined(source: Path, flags: Sequence[str]) -> set[str]:
    """The names that a C source gives to others, without the back half."""
    with tempfile.TemporaryDirectory(prefix="evariste-") as scratch:
        data = Path(scratch) / "data.o"
        _clang([*flags, "-g0", "-w", "-c", str(source), "-o", str(data)], source)
        obj = objects.parse(data.read_bytes(), source.name, _RISCV)
    return {s.name for s in obj.symbols.values() if s.section and s.binding != "local"}


def _clang(words: Sequence[str], source: Path) -> None:
    # Without optimisation there is no machine code with registers still to be allocated.
    words = ["-O1" if word == "-O0" else word for word in words]
    done = subprocess.run([clang(), *TARGET, *words, *_LAST], capture_output=True, text=True)
    if done.returncode and "<inline asm>" in done.stderr:
        raise UserError(_foreign(done.stderr, source.name))
    if done.returncode:
        raise UserError(f"{source.name} does not compile:\n{done.stderr.rstrip()}")
    if done.stderr.strip():
        print(done.stderr.rstrip())


def _foreign(said: str, name: str) -> str:
    """For text in asm, which clang read as RV32's: what mir says of text that clang takes."""
    line = re.search(r"^(?!<inline asm>).*:(\d+):\d+: error: ", said, re.M)
    if line is None:
        return f"{name}: asm outside of functions is not supported; put it into a .s file."
    return f"{name}, line {line[1]}: asm statements with text are not supported; put them into a .s file."


class Module:
    """What clang made of a C source: its machine code as text, and its object file with the data. Objects of several
    settings come from one module: what they have in common is done once.
    """

    def __init__(self, text: str, data: bytes, name: str, machine: Machine) -> None:
        self.name, self.machine, self.orders = name, machine, Orders(machine)
        self._data = objects.parse(data, name, _RISCV)
        self._functions = Reader(text, machine, name).functions()

    def object(self, lacks: frozenset[str], passes: Passes) -> Object:
        """The object with these passes, without the operations that a configuration lacks."""
        with _uncollected():
            return self._object(lacks, passes)

    def _object(self, lacks: frozenset[str], passes: Passes) -> Object:
        source = deepcopy(self._data)  # its sections become the object's
        obj = _data(source, self.name, self.machine)
        generator = Generator(self.machine, obj, passes.wide)
        for function in self._functions:
            known = source.symbols.get(function.name)
            generator.function(self._finished(function.copied(), lacks, passes), known.binding if known else "global")
        _private(obj)
        return obj

    def _finished(self, function: Function, lacks: frozenset[str], passes: Passes) -> Function:
        """All passes up to registers, frame and guards. Of what sums and loops may become the fastest one is taken."""
        loops.depths(function)
        dead_code_removed(function)
        ready = [
            self.orders.allocated(found, passes.order, passes.guards)
            for fused in self._fused(function, lacks | {*passes.apart}, passes)
            for found in self._overlapped(fused, passes)
        ]
        function = self.orders.fastest(ready, passes.guards)
        if passes.guards:
            guards.convert(function, self.machine)
        return function

    def _fused(self, function: Function, lacks: frozenset[str], passes: Passes) -> Iterator[Function]:
        """The function with fused operations; where sums can be joined anew, with their old order, too."""
        if not passes.fuse:
            yield function
            return
        exclusive(function)
        joined = function.copied()
        made = passes.sums and sums.join(joined, self.machine, lacks)
        for found in (joined, function) if made else (function,):
            fuse(found, self.machine, lacks)
            dead_code_removed(found)
            yield found

    def _overlapped(self, function: Function, passes: Passes) -> Iterator[Function]:
        """The function; where rounds of loops can overlap, with those loops, too."""
        # Whoever gets the function may change it before the next one is asked for.
        overlapped = function.copied() if passes.pipeline else function
        yield function
        if passes.pipeline and pipeline(overlapped, self.machine, passes.wide):
            dead_code_removed(overlapped)
            yield overlapped


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without Python's search for cycles: passes make many objects, and no cycles of them."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _data(source: Object, name: str, machine: Machine) -> Object:
    """The sections and symbols of data."""
    obj = Object(name)
    word = next(r for r in machine.spec.relocations if not r.operand)
    for section in source.sections.values():
        if section.code or section.name.startswith((".eh_frame", ".riscv")):
            continue
        for r in section.relocations:
            if r.kind != _WORD:
                raise UserError(f"{name}: {section.name} has a relocation of kind {r.kind}, which is not supported.")
        section.relocations = [Relocation(r.offset, word.number, r.symbol, r.addend) for r in section.relocations]
        obj.sections[section.name] = section
    used = {r.symbol for s in obj.sections.values() for r in s.relocations}
    for symbol in source.symbols.values():
        if symbol.section in obj.sections or symbol.section == objects.ABSOLUTE:
            if not symbol.name.startswith("$"):
                obj.symbols[symbol.name] = symbol
        elif symbol.name in used or (symbol.binding == "weak" and not symbol.section):
            obj.symbols[symbol.name] = Symbol(symbol.name, binding=symbol.binding)
    return obj


def _private(obj: Object) -> None:
    """LLVM's private names have the prefix .L in object files, and none in machine code."""
    for section in obj.sections.values():
        for r in section.relocations:
            symbol = obj.symbols[r.symbol]
            if not symbol.section and f".L{r.symbol}" in obj.symbols:
                r.symbol = f".L{r.symbol}"
    used = {r.symbol for s in obj.sections.values() for r in s.relocations}
    obj.symbols = {n: s for n, s in obj.symbols.items() if s.section or n in used}
