# SPDX-License-Identifier: Apache-2.0
"""Programs of a machine with bundles: what evariste/build/cc.py asks for, with the tools of this package."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from evariste import machines
from evariste.errors import UserError
from evariste.isa import load
from evariste.machines import Options
from evariste.paths import ROOT
from evariste.vliw import linker, objects
from evariste.vliw.assembler import Assembler
from evariste.vliw.linker import Linker
from evariste.vliw.objects import Object

OPTIONS = Options(
    cores=(),
    understood=("-g",),
    refused=("-march=", "-mcpu=", "-mabi=", "-m"),
    allowed=(),
    described="one that executes bundles",
)
SUFFIXES = (".s", ".o", ".a")
STACK = re.compile(r"-Wl,--defsym[=,]__stack_size=(0x[0-9a-fA-F]+|\d+)")


def runtime(machine: str) -> list[Path]:
    """Start-up code and what programs ask the host with."""
    return sorted((ROOT / "sw/rt" / machine).glob("*.s"))


def compile(
    sources: Sequence[str | Path], out: str | Path | None = None, backend: str | None = None,
    defines: Mapping[str, object] | None = None, opt: str = "-O2", extra: Sequence[str] = (), machine: str = "",
) -> Path:  # fmt: skip
    """Build the executable `out` from sources, objects and archives, with the run-time."""
    stack, inputs = linker.STACK, []
    for word in [*map(str, sources), *extra]:
        if found := STACK.fullmatch(word):
            stack = int(found[1], 0)
        elif word.startswith("-"):
            raise UserError(f"{word} is not among the words that the linker of this machine knows.")
        else:
            inputs.append(_file(word))
    if not inputs:
        raise UserError(f"A program needs at least one source file or object ({', '.join(SUFFIXES)}).")
    if out is None:
        raise UserError("The program needs a name.")
    isa = load.machine(machine)
    own, members = list[Object](), list[Object]()
    for path in inputs:
        if path.suffix == ".a":
            members += linker.archive(path, isa.spec.elf)
        else:
            own.append(objects.read(path, isa.spec.elf) if path.suffix == ".o" else assembled(path, machine))
    library = [*members, *(assembled(path, machine) for path in runtime(machine))]
    program = Linker(isa, load.soc(machine), own, library).link(stack)
    return _written(Path(out), program)


def compile_object(
    source: str | Path, out: str | Path, backend: str | None = None, opt: str = "-O2", extra: Sequence[str] = (),
    machine: str = "",
) -> Path:  # fmt: skip
    """Build the object file `out` from one source."""
    path = _file(str(source))
    if path.suffix in (".o", ".a"):
        raise UserError(f"{path} is not a source file.")
    return _written(Path(out), objects.write(assembled(path, machine), load.machine(machine).spec.elf))


def assembled(path: Path, machine: str) -> Object:
    """The object of an assembler source, for the machine's usual configuration."""
    known = machines.named(machine)
    lacks = known.has(known.configuration).lacks
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path} cannot be read: {getattr(error, 'strerror', None) or 'it is not text'}.") from None
    return Assembler(load.machine(machine), lacks).assemble(text, path.name)


def _file(name: str) -> Path:
    path = Path(name)
    if not path.is_absolute() and not path.exists():
        path = ROOT / path
    if path.suffix not in SUFFIXES:
        raise UserError(f"{name} is not a source file of this machine: its name should end in {', '.join(SUFFIXES)}.")
    if not path.is_file():
        raise UserError(f"There is no source file {name}.")
    return path.resolve()


def _written(out: Path, data: bytes) -> Path:
    if out.suffix in (".s", ".c", ".a"):
        raise UserError(f"The output would overwrite a source file: {out}.")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(data)
    except OSError as error:
        raise UserError(f"{out} cannot be written: {error.strerror}.") from None
    return out
