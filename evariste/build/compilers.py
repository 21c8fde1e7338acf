# SPDX-License-Identifier: Apache-2.0
"""The cross compilers of a machine, and programs of the library built with any of them.

`ev cc` builds with one compiler; what the library promises has to hold under others, too. A compiler is found by its
usual name or named in EVARISTE_COMPILERS. One without a C library of its own (clang, a bare GCC) compiles; then the
usual chain (evariste/build/cc.py) links with its newlib. Assembly files always go to a GCC.
"""

import importlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from evariste import machines
from evariste.build import cc
from evariste.errors import UserError
from evariste.machines import MachineDef, ToolChain
from evariste.paths import ROOT

VARIABLE = "EVARISTE_COMPILERS"
FAMILIES = ("GCC 12", "GCC 13", "GCC 14", "clang")  # a line names the missing ones
LTO = "-flto"


@dataclass(frozen=True)
class Compiler:
    """One compiler: `kind` is gcc or clang, `libc` whether it has a C library for the machine."""

    path: str
    kind: str
    version: str
    libc: bool
    chain: ToolChain = field(default_factory=cc.usual)  # the machine's usual one

    @property
    def name(self) -> str:
        return f"{'GCC' if self.kind == 'gcc' else 'clang'} {self.version}"

    def is_of(self, family: str) -> bool:
        """Whether it is of one of FAMILIES."""
        return re.match(rf"{family}\b", self.name) is not None

    @property
    def machine(self) -> list[str]:
        """The flags that choose the machine."""
        return _machine(self.kind, self.chain)


def _machine(kind: str, chain: ToolChain) -> list[str]:
    if kind == "gcc":
        return [*chain.flags]
    return [chain.target, *(f for f in chain.flags if f not in chain.gcc), *chain.clang]


def found(chain: ToolChain | None = None) -> list[Compiler]:
    """Every compiler of a machine that is there, one for each version, in the order of their names."""
    chain = chain or cc.usual()
    users = [_named(p, chain) for p in os.environ.get(VARIABLE, "").split(os.pathsep) if p]
    usual = [inspect(p, chain) for p in (cc.tool("gcc", chain), *chain.names) if shutil.which(p)]
    by_name = {c.name: c for c in reversed([*(c for c in users if c), *(c for c in usual if c)])}
    return sorted(by_name.values(), key=lambda c: (c.kind == "clang", [int(n) for n in c.version.split(".")]))


def named(path: str, chain: ToolChain | None = None) -> Compiler:
    """The compiler that a user names."""
    chain = chain or cc.usual()
    if shutil.which(path) is None:
        raise UserError(f"There is no compiler {path}.")
    compiler = inspect(path, chain)
    if compiler is None:
        raise UserError(f"{path} does not compile for this machine ({' '.join(chain.flags)}).")
    return compiler


def _named(path: str, chain: ToolChain) -> Compiler | None:
    """A compiler of the list in the environment, which may have those of other machines, too."""
    others = [m.toolchain for m in machines.all() if m.toolchain and m.toolchain != chain]
    if shutil.which(path) and any(inspect(path, other) for other in others):
        return inspect(path, chain)
    return named(path, chain)


def absent(compilers: Iterable[Compiler]) -> str:
    """A line that names the missing usual compilers. Empty if none is missing."""
    have = list(compilers)
    missing = [f for f in FAMILIES if not any(c.is_of(f) for c in have)]
    return f"Not on this machine: {', '.join(missing)} ({VARIABLE} may name more, by path)." if missing else ""


@cache
def inspect(path: str, chain: ToolChain) -> Compiler | None:
    """The compiler at a path or of a name. None if it does not compile for the machine."""
    said = _said([path, "--version"])
    kind = "clang" if "clang" in said else "gcc"
    version = re.search(r"clang version (\d+(?:\.\d+)*)", said) if kind == "clang" else None
    number = version[1] if version else _said([path, "-dumpfullversion"]).strip()
    command = [path, *_machine(kind, chain), "-c", "-xc", "-o", os.devnull, "-"]
    tried = subprocess.run(command, input="int x;", text=True, capture_output=True)
    if tried.returncode or not re.fullmatch(r"\d+(\.\d+)*", number):
        return None
    return Compiler(shutil.which(path) or path, kind, number, kind == "gcc" and _has_libc(path, chain), chain)


def own(machine: MachineDef) -> Compiler:
    """The compiler of a machine whose tools are in this project, by the version of its front half."""
    path, version = importlib.import_module(machine.builder).front()
    return Compiler(path, "clang", version, False)


def _said(command: Sequence[str]) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout
    except OSError:
        return ""


def _has_libc(path: str, chain: ToolChain) -> bool:
    return not chain.library and os.sep in _said([path, *chain.flags, f"-print-file-name=lib{chain.semihosting}.a"])


def why_not(compiler: Compiler, flags: Sequence[str]) -> str:
    """Why this compiler cannot build with these flags. Empty if it can."""
    if LTO not in flags or compiler.libc:
        return ""
    if compiler.kind == "gcc":
        return "link-time optimisation needs a compiler with a C library"
    return "" if _lld(compiler) else "link-time optimisation needs ld.lld of the same version"


def _lld(compiler: Compiler) -> str | None:
    own = _said([compiler.path, "-print-prog-name=ld.lld"]).strip()
    major = compiler.version.split(".")[0]
    return next((p for p in map(shutil.which, (own, f"ld.lld-{major}")) if p), None)


@cache
def _newlib_headers(chain: ToolChain) -> tuple[str, ...]:
    """The flags that name the folder of the usual chain's stdio.h, for a compiler that has none."""
    if chain.library:
        return tuple(cc.library_module(chain).includes(chain))
    command = [cc.tool("gcc", chain), *chain.flags, "-E", "-v", "-xc", os.devnull]
    said = subprocess.run(command, capture_output=True, text=True)
    listed = said.stderr.partition("<...> search starts here:")[2].partition("End of search list")[0].split()
    return tuple(f"-isystem{d}" for d in listed if (Path(d) / "stdio.h").is_file())


def build(
    compiler: Compiler, flags: Sequence[str], backend: str, programs: dict[str, Sequence[str]], folder: Path,
    library: Sequence[Path] | None = None,
) -> dict[str, Path]:  # fmt: skip
    """The programs (a source and its own flags each) with library and run-time, all compiled with the same flags."""
    reason = why_not(compiler, flags)
    if reason:
        raise UserError(f"{compiler.name}: {reason}.")
    sources = library if library is not None else cc.library_sources(backend, compiler.chain)
    sources = [p for p in sources if p.suffix in (".c", ".S")]
    mains = [_object(compiler, ROOT / p, [*flags, *extra], backend, folder) for p, extra in programs.items()]
    objects = [_object(compiler, p, list(flags), backend, folder) for p in sources]
    return {p: _linked(compiler, flags, [m, *objects], folder) for p, m in zip(programs, mains, strict=True)}


def _object(compiler: Compiler, source: Path, flags: list[str], backend: str, folder: Path) -> Path:
    out, chain = folder / f"{source.parent.name}-{source.name}.o", compiler.chain
    includes = [f"-I{d}" for d in cc.include_dirs(backend, chain)]
    if source.suffix == ".S":
        gcc = compiler.path if compiler.libc else cc.tool("gcc", chain)
        command = [gcc, *chain.common, *cc.COMMON, *includes]
    else:
        headers = [] if compiler.libc else _newlib_headers(chain)
        common = [f for f in (*chain.common, *cc.COMMON) if f not in (*chain.flags, "-g")]
        command = [compiler.path, *compiler.machine, *common, *cc.LANGUAGE[".c"], *headers, *flags, *includes]
    _run([*command, "-c", str(source), "-o", str(out)], f"{source.name} with {compiler.name} {' '.join(flags)}")
    return out


def _linked(compiler: Compiler, flags: Sequence[str], objects: Sequence[Path], folder: Path) -> Path:
    elf, chain = folder / f"{objects[0].stem.removesuffix('.c')}.elf", compiler.chain
    script = [*cc.script_folders(chain), f"-T{ROOT / chain.script}", "--gc-sections"]
    if LTO in flags and not compiler.libc:
        # lld knows clang's intermediate code, and takes the rest from the usual chain's libraries.
        libraries = _libraries(chain)
        levels = [f"--lto-O{f[2:]}" for f in flags if re.fullmatch(r"-O[123]", f)]
        command = [_lld(compiler) or "ld.lld", *script, *levels, "--defsym=__stack_size=0x40000", *map(str, objects),
                   *libraries]
    else:
        driver = compiler.path if compiler.libc else cc.tool("gcc", chain)
        own = cc.in_one_part([f for f in flags if f.startswith(("-O", LTO))]) if compiler.libc else []
        command = [driver, *chain.flags, *own, "-nostartfiles", *(f"-Wl,{f}" for f in script),
                   "-Wl,--no-warn-rwx-segments", *map(str, objects), *chain.link,
                   *(cc.library_module(chain).libraries(chain) if chain.library else ["-lm"])]  # fmt: skip
    _run([*command, "-o", str(elf)], f"{elf.name} with {compiler.name} {' '.join(flags)}")
    return elf


def _libraries(chain: ToolChain) -> list[str]:
    """The words that link with the usual chain's libraries, for a linker without a driver."""
    if chain.library:
        return [word.removeprefix("-Wl,") for word in cc.library_module(chain).libraries(chain)]
    gcc = [cc.tool("gcc", chain), *chain.flags]
    files = [_said([*gcc, f"-print-file-name=lib{name}.a"]).strip() for name in ("c", chain.semihosting, "gcc")]
    return ["--start-group", *files, "--end-group"]


def _run(command: Sequence[str], what: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise UserError(f"{what} cannot be built:\n{done.stderr.rstrip()}")
