# SPDX-License-Identifier: Apache-2.0
"""Programs of a machine with bundles: what evariste/build/cc.py asks for, with the tools of this package.

Objects are kept in .build/vliw by what clang makes of their sources, so that configurations share them. Of the library
and the run-time only what a program needs is compiled: what each source defines is kept, too.
"""

import re
import subprocess
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, dataclass
from functools import cache as once
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from evariste import cache, machines
from evariste.build import cc
from evariste.cache import keys
from evariste.errors import UserError
from evariste.isa import load
from evariste.isa.model import Machine
from evariste.machines import PORTABLE, Options
from evariste.paths import ROOT
from evariste.vliw import compiler, linker, mir, objects
from evariste.vliw.assembler import Assembler
from evariste.vliw.linker import Linker, Member, member
from evariste.vliw.objects import Object

KIND, KEEP = "vliw", 5_000
CORE = "-mcpu="  # and the name of a configuration
OPTIONS = Options(
    cores=(),
    understood=("-lm", "-lc"),
    refused=("-march=", "-mabi=", "-flto", "-l", "-L", "-T", "-u", "-Xlinker", "-nostartfiles", "-ffixed-",
             "-fjump-tables", "-fPIC", "-fpic", "-fPIE", "-fpie", "-mcmodel="),
    allowed=("-lm", "-lc"),
    described="one that executes bundles, with a linker of its own",
)
# Words that turn a pass of the compiler off.
WITHOUT: dict[str, dict[str, Any]] = {
    "-fno-inline-more": {"inline": False}, "-fno-sums": {"sums": False}, "-fno-fuse": {"fuse": False},
    "-fno-guards": {"guards": False}, "-fno-pipeline": {"pipeline": False}, "-fno-order": {"order": False},
    "-fno-bundles": {"wide": 1},
}  # fmt: skip
APART = "-fno-fuse="  # and the name of a fused operation
SCHEDULE = "-Wa,--schedule"  # the program's own .s files have no bundles
SUFFIXES = (".c", ".s", ".o", ".a")
LEVELS = ("-O", "-O0", "-O1", "-O2", "-O3", "-Og", "-Os", "-Oz")
SMALL = ("-Os", "-Oz")  # a loop with two rounds at a time is longer
STACK = re.compile(r"-Wl,--defsym[=,]__stack_size=(0x[0-9a-fA-F]+|\d+)")
OWN = ("-g", "-std=gnu17", "-Wall", "-Wextra")
HOUSE = ("-g", "-std=c11", "-Wall", "-Wextra")
NAMES, TEXTS, FRONTS = (keys.Store(f"vliw-{name}") for name in ("names", "texts", "fronts"))
EVERY = compiler.Passes()


def options(machine: str) -> Options:
    """How `ev cc` takes words for this machine: -mcpu= names a configuration."""
    names = tuple(machines.named(machine).configurations)
    return Options(names, OPTIONS.understood, OPTIONS.refused, OPTIONS.allowed, OPTIONS.described)


@once
def _isa(machine: str) -> Machine:
    """A program asks for it some ten times, and reading it takes as long as a small file's compilation."""
    return load.machine(machine)


@dataclass(frozen=True)
class Setting:
    """What everything in a program is built for."""

    machine: str
    backend: str
    configuration: str
    opt: str
    passes: compiler.Passes = EVERY
    schedule: bool = False

    @property
    def isa(self) -> Machine:
        return _isa(self.machine)

    @property
    def lacks(self) -> frozenset[str]:
        return frozenset(machines.named(self.machine).has(self.configuration).lacks)

    @property
    def runtime(self) -> Path:
        return ROOT / "sw/rt" / self.machine

    @cached_property
    def includes(self) -> list[Path]:
        return [*cc.library_includes(self.backend), ROOT / "gen" / self.machine, self.runtime, ROOT / cc.RUNTIME]

    @cached_property
    def flags(self) -> list[str]:
        """`__<machine>_<PARAMETER>` tells C what the configuration has."""
        parameters = machines.named(self.machine).has(self.configuration).parameters
        macros = [f"-D__{self.machine}_{name}={value}" for name, value in parameters.items() if value]
        return [self.opt, *macros, *(f"-I{d}" for d in self.includes), f"-isystem{self.runtime / 'include'}"]


def compile(
    sources: Sequence[str | Path], out: str | Path | None = None, backend: str | None = None,
    defines: Mapping[str, object] | None = None, opt: str = "-O2", extra: Sequence[str] = (), machine: str = "",
) -> Path:  # fmt: skip
    """Build an executable from sources, objects and archives, with run-time and library."""
    setting, flags, stack = _setting(backend, opt, extra, machine)
    flags += [f"-D{k}" if v is None else f"-D{k}={v}" for k, v in (defines or {}).items()]
    inputs = [_file(str(s)) for s in sources if not _is_stack(str(s))]
    stack = next((_stack(f[1]) for s in sources if (f := STACK.fullmatch(str(s)))), stack)
    if not inputs:
        raise UserError(f"A program needs at least one source file or object ({', '.join(SUFFIXES)}).")
    own, members = list[Object](), list[Member]()
    for path in inputs:
        if path.suffix == ".a":
            members += map(member, linker.archive(path, setting.isa.spec.elf))
        else:
            own.append(_object(path, setting, flags))
    in_c = any(path.suffix != ".s" for path in inputs)
    libraries = [lambda: members, lambda: _runtime(setting, in_c), *([lambda: _library(setting)] if in_c else []),
                 lambda: _runtime(setting, in_c)]  # fmt: skip
    program = Linker(setting.isa, load.soc(machine), own, libraries).link(stack)
    if out is None:
        name = f"{inputs[0].stem}.elf"
        made = cache.built(KIND, inputs[0].stem, keys.digest(program), lambda d: (d / name).write_bytes(program),
                           keep=KEEP)  # fmt: skip
        return made / name
    return _written(Path(out), program)


def compile_object(
    source: str | Path, out: str | Path, backend: str | None = None, opt: str = "-O2", extra: Sequence[str] = (),
    machine: str = "",
) -> Path:  # fmt: skip
    """Build the object file `out` from one source."""
    setting, flags, _ = _setting(backend, opt, extra, machine)
    path = _file(str(source))
    if path.suffix in (".o", ".a"):
        raise UserError(f"{path} is not a source file.")
    return _written(Path(out), objects.write(_object(path, setting, flags), setting.isa.spec.elf))


def front() -> tuple[str, str]:
    """The front half of the compiler, which `ev ct --matrix` names: where it is, and its version."""
    return compiler.front()


def _is_stack(word: str) -> bool:
    return STACK.fullmatch(word) is not None


def _stack(text: str) -> int:
    size = int(text, 0)
    if size % mir.ALIGNED:
        raise UserError(f"__stack_size is a multiple of {mir.ALIGNED}, not {size}.")
    return size


def _setting(
    backend: str | None, opt: str, extra: Sequence[str], machine: str
) -> tuple[Setting, list[str], int]:
    known = machines.named(machine)
    backend = backend or (known.native if known.backends else PORTABLE)
    configuration = known.runs(backend) if known.backends else known.configuration
    opt, *more = opt.split()
    for word in (opt, *more, *extra):
        if word.startswith("-O") and word not in LEVELS:
            raise UserError(f"There is no level {word} of optimisation; there are {', '.join(LEVELS[1:])}.")
    flags, stack, schedule, off = [], linker.STACK, False, dict[str, Any](pipeline=opt not in SMALL)
    for word in (*more, *extra):
        if word in WITHOUT:
            off |= WITHOUT[word]
        elif word.startswith(APART):
            off["apart"] = (*off.get("apart", ()), _pair(word.removeprefix(APART), machine))
        elif word == SCHEDULE:
            schedule = True
        elif word.startswith(CORE):
            configuration = word.removeprefix(CORE)
        elif found := STACK.fullmatch(word):
            stack = _stack(found[1])
        elif word.startswith("-Wl,"):
            raise UserError(f"{word} is not among the words that the linker of this machine knows.")
        else:
            flags.append(word)
    known.has(configuration)
    return Setting(machine, backend, configuration, opt, compiler.Passes(**off), schedule), flags, stack


def _pair(name: str, machine: str) -> str:
    pairs = [i.name for i in load.machine(machine) if i.spec.pair]
    if name not in pairs:
        raise UserError(f"There is no fused operation '{name}'; there are {', '.join(pairs)}.")
    return name


def _object(path: Path, setting: Setting, flags: Sequence[str]) -> Object:
    """The object of one of the program's own files."""
    if path.suffix == ".o":
        return objects.read(path, setting.isa.spec.elf)
    if path.suffix == ".s":
        return assembled(path, setting, setting.schedule)
    words = [*OWN, *flags, *setting.flags]
    return _compiled(path, setting, words, _text(path, words))


def _text(source: Path, words: Sequence[str]) -> str:
    """A digest of what the preprocessor makes of a source: the macros of a configuration change the text of few."""
    seen = subprocess.run([compiler.clang(), *compiler.TARGET, *words, "-E", str(source)], capture_output=True)
    return keys.digest(seen.stdout, seen.returncode)


def _others(words: Sequence[str]) -> list[str]:
    """The words for clang that the text does not stand for."""
    return [word for word in words if not word.startswith("-D")]


def _runtime(setting: Setting, in_c: bool) -> list[Member]:
    """Start-up code and C library. In a program with C, `main` gets its arguments."""
    hand = [p for p in sorted(setting.runtime.glob("*.s")) if not (in_c and p.stem == "plain")]
    sources = [p for folder in (setting.runtime, ROOT / cc.RUNTIME) for p in sorted(folder.glob("*.c"))]
    return [*(_compiled_members(sources, setting) if in_c else []), *(member(assembled(p, setting)) for p in hand)]


def _library(setting: Setting) -> list[Member]:
    """The workload library with the backend's files."""
    low = cc.kernels(setting.backend)
    if setting.backend != PORTABLE:
        low += sorted((ROOT / "gen" / setting.backend / "kernels").glob("*.s"))
    sources = [*sorted((ROOT / "sw/lib").glob("*.c")), *(p for p in low if p.suffix == ".c")]
    hand = [p for p in low if p.suffix == ".s"]
    return [*_compiled_members(sources, setting), *(_assembled_member(path, setting) for path in hand)]


def _assembled_member(path: Path, setting: Setting) -> Member:
    """Assembled when a program needs it: the configuration may lack its operations."""
    names = re.findall(r"^\s*\.globl\s+(\S+)", path.read_text(encoding="utf-8"), re.M)
    return Member(frozenset(names), partial(assembled, path, setting))


def _compiled_members(sources: Sequence[Path], setting: Setting) -> list[Member]:
    seen: dict[Path, tuple[str, list[str]]] = {}
    folders = [*setting.includes, setting.runtime / "include"]
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda path: _member(path, setting, _content(path, folders, seen)), sources))


def _content(source: Path, folders: Sequence[Path], seen: dict[Path, tuple[str, list[str]]]) -> str:
    """A digest of a source and of every file that it may include. `seen` remembers digests and names."""
    found: dict[Path, str] = {}
    todo = [source]
    while todo:
        path = todo.pop()
        if path in found:
            continue
        if path not in seen:
            text = path.read_bytes()
            seen[path] = keys.digest(text), re.findall(r'^\s*#\s*include\s*["<]([^">]+)[">]', text.decode(), re.M)
        found[path], names = seen[path]
        for name in names:
            at = next((d / name for d in (path.parent, *folders) if (d / name).is_file()), None)
            if at is not None:
                todo.append(at)
    return keys.digest(sorted(found.values()))


def _member(path: Path, setting: Setting, content: str) -> Member:
    words = [*HOUSE, *setting.flags]
    clang = keys.installed(compiler.clang())
    text = TEXTS.once(lambda: _text(path, words), str(path), words, clang, content)
    names = NAMES.once(lambda: sorted(compiler.defined(path, words)), text, _others(words), clang)
    return Member(frozenset(names), partial(_compiled, path, setting, words, text))


def _compiled(path: Path, setting: Setting, words: Sequence[str], text: str) -> Object:
    """The object of a C source with this text, see _text. It is that of another text of which clang makes the same."""
    isa, passes, name = setting.isa, setting.passes, f"{path.stem}.o"
    front = once(lambda: compiler.front_half(path, words, passes.inline))
    made = FRONTS.once(lambda: keys.digest(*front()), text, _others(words), passes.inline,
                       keys.installed(compiler.clang()), keys.code("evariste.vliw.compiler"))  # fmt: skip
    key = keys.digest(made, path.name, sorted(setting.lacks), astuple(passes),
                      keys.code("evariste.vliw.compiler"), keys.tree(f"isa/{setting.machine}"))  # fmt: skip

    def make(folder: Path) -> None:
        obj = compiler.Module(*front(), path.name, isa).object(setting.lacks, passes)
        (folder / name).write_bytes(objects.write(obj, isa.spec.elf))

    obj = objects.read(cache.built(KIND, path.stem, key, make, keep=KEEP) / name, isa.spec.elf)
    obj.name = path.name  # in messages
    return obj


def assembled(path: Path, setting: Setting, schedule: bool = False) -> Object:
    """The object of an assembler source."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path} cannot be read: {getattr(error, 'strerror', None) or 'it is not text'}.") from None
    return Assembler(setting.isa, tuple(setting.lacks)).assemble(text, path.name, schedule)


def _file(name: str) -> Path:
    path = Path(name)
    if name.startswith("-"):
        raise UserError(f"{name} is not among the words that the linker of this machine knows.")
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
