# SPDX-License-Identifier: Apache-2.0
"""Firmware builds: C, assembly and free-standing C++ for the machine, linked with the workload library.

A program is its own sources + the start-up code + what it uses of sw/lib and sw/low/<backend>. A backend's folder holds
the same file names as sw/low/portable; what it lacks (compared by stem) falls back to the portable file. The backend
A_B is A for a core with the extensions B, so it falls back to A first; its generated kernels are in gen/A/B. A backend
of a coprocessor falls back to its host's first, which its file `below` names.
Everything is kept by content in .build/fw, so a second build of the same thing only checks.
"""

import importlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache as once
from functools import partial
from pathlib import Path
from typing import Any

from evariste import cache, machines
from evariste.cache import keys
from evariste.cache.keys import Store
from evariste.errors import UserError
from evariste.machines import PORTABLE, ToolChain
from evariste.paths import ROOT

KIND, KEEP = "fw", 20_000  # objects, archives and programs
INPUTS = Store("fw-inputs")  # the inputs of each object
# Environment variables that change where the compiler finds programs, headers and libraries.
ENVIRONMENT = ("COMPILER_PATH", "GCC_EXEC_PREFIX", "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH")
SUFFIXES = (".c", ".S", ".s", ".cc", ".cpp")
BUILT = (".o", ".a")  # what a program may be linked with, besides its sources
FIXED = ("-nostartfiles", "-Wl,--gc-sections", "-Wl,--no-warn-rwx-segments")  # of every link
COMMON = (
    "-g",
    "-ffunction-sections",
    "-fdata-sections",
    "-fno-common",
    "-Wall",
    "-Wextra",
)
LANGUAGE = {
    ".c": ("-std=gnu17",),
    ".S": (),
    ".s": (),
    ".cc": ("-std=gnu++20", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics", "-fno-use-cxa-atexit"),
}
LANGUAGE[".cpp"] = LANGUAGE[".cc"]
HOUSE = {".c": ("-std=c11", "-Wpedantic")}  # stricter flags for the library and the run-time
ALWAYS_LINKED = ("start", "syscalls")  # of the run-time; the rest is taken from an archive when used
Stamps = dict[str, tuple[int, int] | None]  # time and size of files
RUNTIME = "sw/rt/common"  # the part of the run-time that is the same for all machines


def usual() -> ToolChain:
    """The tool chain of the machine that is meant when none is named."""
    return machines.default().compiler()


def backends() -> list[str]:
    """The folders of sw/low."""
    return sorted(p.name for p in (ROOT / "sw/low").iterdir() if p.is_dir())


def library_sources(backend: str, chain: ToolChain | None = None) -> list[Path]:
    """Start-up, sw/lib and the backend's files, with the portable file for each stem the backend lacks."""
    runtime = [source for folder in ((chain or usual()).runtime, RUNTIME) for source in _sources(ROOT / folder)]
    return runtime + _sources(ROOT / "sw/lib") + kernels(backend)


def fallbacks(backend: str) -> list[str]:
    """The folders of sw/low that a backend takes a file from: its own, then what it extends, then the portable one."""
    if backend not in backends():
        raise UserError(f"There is no backend '{backend}'; there are {', '.join(backends())}.")
    named = ROOT / "sw/low" / backend / "below"
    below = named.read_text().split()[-1] if named.exists() else backend.partition("_")[0]
    return [folder for folder in dict.fromkeys((backend, below, PORTABLE)) if folder in backends()]


def kernels(backend: str) -> list[Path]:
    """The backend's files: of each stem the first one in its folders."""
    found: dict[str, Path] = {}
    for folder in fallbacks(backend):
        for path in _sources(ROOT / "sw/low" / folder):
            found.setdefault(path.stem, path)
    return list(found.values())


def include_dirs(backend: str, chain: ToolChain | None = None) -> list[Path]:
    """The folders a program may include from: generated headers, library, backend, run-time."""
    chain = chain or usual()
    return [*library_includes(backend), *(ROOT / folder for folder in (chain.headers, chain.runtime, RUNTIME))]


def library_includes(backend: str) -> list[Path]:
    """The folders the library itself includes from, on any machine."""
    low = fallbacks(backend)
    generated = [f"gen/{folder.replace('_', '/')}" for folder in low if "_" in folder]
    return [ROOT / folder for folder in ("sw/include", *generated, "gen", "sw/lib", *(f"sw/low/{f}" for f in low))]


def compile(
    sources: Sequence[str | Path],
    out: str | Path | None = None,
    backend: str | None = None,
    defines: Mapping[str, object] | None = None,
    opt: str = "-O2",
    extra: Sequence[str] = (),
    libc: str = "full",
    machine: str = machines.DEFAULT,
) -> Path:
    """Build an ELF from `sources` and return its path (in the cache, or `out`).

    Among the sources there may be objects, archives and words for the linker (`-lm`, `-Wl,...`); they keep their order.
    `defines` and `extra` apply to the program's own sources, and `extra` also to the link. The library is compiled
    without them, at the same level `opt`. Only `-DEV_...` in `extra` goes to the library, too: notes about secrets
    (`-DEV_MARK_SECRETS`), and what the cores have (`evariste/backend/extensions.h`). `-I` in `extra` is searched before
    the library's folders. `libc` is "full" newlib, or "nano": 8 KiB smaller, but without long long in printf and
    floating point in scanf. The machine's own backend is the default.
    """
    if builder := machines.named(machine).builder:
        own: Path = importlib.import_module(builder).compile(sources, out, backend, defines, opt, extra, machine)
        return own
    backend = backend or machines.named(machine).native
    inputs = [s if str(s).startswith("-") else _source(s, (*SUFFIXES, *BUILT)) for s in sources]
    if not any(isinstance(i, Path) for i in inputs):
        raise UserError(f"A program needs at least one source file ({', '.join(SUFFIXES)}) or object (.o, .a).")
    chain = machines.named(machine).compiler()
    specs = _specs(libc, chain)
    own_flags = [opt, *specs, *(f"-D{k}" if v is None else f"-D{k}={v}" for k, v in (defines or {}).items()), *extra]
    includes = include_dirs(backend, chain)
    shared = [opt, *specs, *(flag for flag in extra if flag.startswith("-DEV_"))]
    with ThreadPoolExecutor(2) as pool:
        own_jobs = [pool.submit(_own_object, i, own_flags, includes, chain) for i in inputs]
        compiled = _library_objects(library_sources(backend, chain), shared, includes, chain, pool)
        own = [job.result() for job in own_jobs]
    failures = [(p, error) for p, _, error in compiled if error]
    pairs = [(p, obj) for p, obj, _ in compiled if obj]
    linked = {ROOT / chain.runtime / name for name in ALWAYS_LINKED}
    always = [obj for p, obj in pairs if p.with_suffix("") in linked]
    if "-nostartfiles" in extra:
        always = [obj for obj in always if obj.stem != "start"]
    archived = [obj for p, obj in pairs if p.with_suffix("") not in linked]
    elf = _link([*own, *always], _archive(archived, chain), [*specs, *_link_flags(extra)], libc, failures, chain)
    return elf if out is None else _copied(elf, Path(out), (*SUFFIXES, *BUILT))


def compile_object(
    source: str | Path, out: str | Path, backend: str | None = None, opt: str = "-O2", extra: Sequence[str] = (),
    libc: str = "full", machine: str = machines.DEFAULT,
) -> Path:  # fmt: skip
    """Compile one source, with the flags and headers of `compile`, into the object file `out`."""
    if builder := machines.named(machine).builder:
        own: Path = importlib.import_module(builder).compile_object(source, out, backend, opt, extra, machine)
        return own
    backend = backend or machines.named(machine).native
    chain = machines.named(machine).compiler()
    built = _own_object(_source(source), [opt, *_specs(libc, chain), *extra], include_dirs(backend, chain), chain)
    return _copied(Path(built), Path(out), SUFFIXES)


def _specs(libc: str, chain: ToolChain) -> tuple[str, ...]:
    if libc not in ("full", "nano"):
        raise UserError(f"There is no C library '{libc}'; there are full and nano.")
    if libc == "nano" and not chain.small:
        raise UserError(f"There is no small C library for {chain.described}: use the full one.")
    return chain.small if libc == "nano" else ()


def library_module(chain: ToolChain) -> Any:
    """The module that builds the chain's C library, if the compiler's package has none."""
    return importlib.import_module(chain.library)


def _copied(built: Path, target: Path, inputs: Sequence[str]) -> Path:
    if target.suffix in inputs:
        raise UserError(f"The output would overwrite a source file: {target}.")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(built, target)
    except OSError as error:
        raise UserError(f"{target} cannot be written: {error.strerror}.") from None
    return target


def _own_object(source: str | Path, flags: Sequence[str], includes: Sequence[Path], chain: ToolChain) -> str | Path:
    """The object of a program's own source. An object, an archive or a word for the linker stays as it is."""
    if isinstance(source, str) or source.suffix in BUILT:
        return source
    return _object(source, [*LANGUAGE[source.suffix], *flags], includes, chain)


def _source(path: str | Path, suffixes: Sequence[str] = SUFFIXES) -> Path:
    p = Path(path)
    if not p.is_absolute() and not p.exists():
        p = ROOT / p
    if p.suffix not in suffixes:
        raise UserError(f"{path} is not a source file: its name should end in {', '.join(suffixes)}.")
    if not p.is_file():
        raise UserError(f"There is no source file {path}.")
    return p.resolve()


def _sources(folder: Path) -> list[Path]:
    return sorted(p for p in folder.iterdir() if p.suffix in SUFFIXES) if folder.is_dir() else []


def _link_flags(extra: Sequence[str]) -> list[str]:
    kept = ("-Wl,", "-l", "-L", "-T", "-u", "-flto", "-m", "-nostartfiles")
    return in_one_part([f for f in extra if f.startswith(kept)])


def in_one_part(flags: Sequence[str]) -> list[str]:
    """Flags of the link. The unit's instructions are assembler macros, which GCC gives to one part of the program only:
    link-time optimisation must not divide it."""
    return [*flags, "-flto-partition=one"] if any(f.startswith("-flto") for f in flags) else [*flags]


def tool(name: str, chain: ToolChain | None = None) -> str:
    """Full path of a program of the tool chain; the environment may name another chain than Debian's."""
    chain = chain or usual()
    prefix = os.environ.get(chain.variable, chain.prefix)
    path = shutil.which(prefix + name)
    if path is None:
        raise UserError(f"{prefix}{name} is not installed; `./ev setup` installs it (Debian {chain.package}).")
    return path


def _compiler(path: str, chain: ToolChain) -> str:
    """A digest of the compiler and of what it uses."""
    return _identity(path, chain.flags, tuple(os.environ.get(name) for name in ENVIRONMENT), _stamp(Path(path)))


def library_objects(backend: str) -> dict[Path, Path]:
    """The object of each file of the library, on the machine by default, as `compile` links them at -O2."""
    chain = machines.named(machines.DEFAULT).compiler()
    with ThreadPoolExecutor(2) as pool:
        found = _library_objects(library_sources(backend, chain), ["-O2", *_specs("full", chain)],
                                 include_dirs(backend, chain), chain, pool)  # fmt: skip
    if failures := [error for _, _, error in found if error]:
        raise UserError(failures[0])
    return {source: obj for source, obj, _ in found if obj}


@once
def _identity(
    path: str, flags: tuple[str, ...], environment: tuple[str | None, ...], stamp: tuple[int, int] | None
) -> str:
    return keys.digest(keys.compiler(path, *flags), environment)


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        info = path.stat()
    except OSError:
        return None
    return info.st_mtime_ns, info.st_size


def _file_digest(path: Path) -> str:
    return keys.digest(path.read_bytes())


def _object(source: Path, flags: Sequence[str], includes: Sequence[Path], chain: ToolChain | None = None) -> Path:
    """The object file of one source under these flags. Compiles it if an input of the kept one has changed."""
    return _made(source, flags, includes, chain or usual())[0]


def _made(source: Path, flags: Sequence[str], includes: Sequence[Path], chain: ToolChain) -> tuple[Path, Stamps]:
    """The object of a source, and the files that it was made of."""
    compiler = tool("g++" if source.suffix in (".cc", ".cpp") else "gcc", chain)
    library = library_module(chain).includes(chain) if chain.library else []
    command = [compiler, *chain.common, *COMMON, *flags, *(f"-I{d}" for d in includes), *library]
    # The names are part of the key because a new header may shadow an old one.
    searched = [source.parent, *(Path(f[2:]) for f in flags if f.startswith("-I") and f[2:]), *includes]
    here = _here(flags)
    tools, names = _compiler(compiler, chain), [_headers(d) for d in searched]
    key = keys.digest(tools, command, here, str(source), names, _named(flags))
    if kept := _fresh(key):
        return kept
    with cache.locked(f"{KIND}-{key}"), tempfile.TemporaryDirectory(prefix="evariste-") as scratch:
        if kept := _fresh(key):
            return kept
        new, deps, asm = (Path(scratch) / f"new.{kind}" for kind in ("o", "d", "s.d"))
        listing = [f"-Wa,--MD,{asm}"] if source.suffix == ".s" else ["-MD", "-MF", str(deps)]
        done = subprocess.run([*command, *listing, "-c", str(source), "-o", str(new)], capture_output=True, text=True)
        if done.returncode:
            raise UserError(f"{_shown(source)} does not compile:\n{done.stderr.rstrip()}")
        if done.stderr.strip():
            print(done.stderr.rstrip())
        if source.suffix == ".s":  # the preprocessor does not run, so the assembler says what it read
            deps = asm
        # Make's syntax: "target: dep dep \" with escaped spaces.
        listed = re.sub(r"\\\n", " ", deps.read_text()).split(":", 1)[1]
        used = [Path(d.replace("\\ ", " ")) for d in re.findall(r"(?:\\ |\S)+", listed)]
        obj = _kept(f"{source.stem}.o", _file_digest(new), partial(_move, new))
        stamps = {str(d.absolute()): _stamp(d) for d in used}
        inputs = {name: [stamp, _file_digest(Path(name))] for name, stamp in stamps.items()}
        INPUTS.put(key, {"object": str(obj.relative_to(cache.BUILD)), "inputs": inputs})
    return obj, stamps


def _here(flags: Sequence[str]) -> str:
    """The working directory, if a flag may name a file from there."""
    known = ("-D", "-O", "-W", "-f", "-g", "-m", "-s")
    alone = [f for f in flags if not f.startswith(known) and not ("specs=" in f and "/" not in f)]
    return str(Path.cwd()) if alone else ""


def _move(source: Path, target: Path) -> None:
    shutil.move(source, target)


def _kept(name: str, key: str, make: Callable[[Path], object]) -> Path:
    """The file of this name in a folder of the cache by its key; `make` makes it."""
    stem = name.partition(".")[0]
    return cache.built(KIND, stem, key, lambda folder: make(folder / name), keep=KEEP) / name


def _headers(folder: Path) -> list[str]:
    try:
        return sorted(entry.name for entry in os.scandir(folder) if entry.name.endswith((".h", ".hpp", ".inc")))
    except OSError:
        return []


def _named(flags: Sequence[str]) -> list[str]:
    """The contents of the files that flags name: -specs=FILE, @FILE, -Wa,@FILE."""
    paths = [Path(word) for flag in flags for word in re.split(r"[=,@]", flag) if "/" in word or "." in word]
    return [_file_digest(path) for path in paths if path.is_file()]


@dataclass(frozen=True)
class _Compiled:
    """The objects of a library, and all that they were made of: files by their stamps, folders by their headers."""

    objects: list[Path]
    files: Stamps
    folders: dict[Path, list[str]]

    def fresh(self) -> bool:
        """Whether nothing has changed since, and every object is still there."""
        return (
            all(_stamp(Path(name)) == stamp for name, stamp in self.files.items())
            and all(_headers(folder) == names for folder, names in self.folders.items())
            and all(cache.whole(obj.parent) for obj in self.objects)
        )


_COMPILED: dict[tuple[object, ...], _Compiled] = {}  # of this process, so that a second program looks at each file once


def _library_objects(
    library: Sequence[Path], flags: Sequence[str], includes: Sequence[Path], chain: ToolChain, pool: ThreadPoolExecutor
) -> list[tuple[Path, Path | None, str]]:
    """Each file of the library and its object. If one does not compile, only the programs that need it fail: the last
    says why there is no object.
    """
    compilers = [_compiler(tool(name, chain), chain) for name in ("gcc", "g++")]
    about = (*compilers, *chain.common, *library, *flags, *_named(flags), *includes, _here(flags))
    if (kept := _COMPILED.get(about)) and kept.fresh():
        return [(source, obj, "") for source, obj in zip(library, kept.objects, strict=True)]
    folders = {folder: _headers(folder) for folder in (*includes, *(p.parent for p in library))}

    def made(source: Path) -> tuple[Path, Stamps] | str:
        try:
            return _made(source, [*LANGUAGE[source.suffix], *HOUSE.get(source.suffix, ()), *flags], includes, chain)
        except UserError as refused:
            return refused.message

    found = list(pool.map(made, library))
    objects = [one for one in found if not isinstance(one, str)]
    if len(objects) == len(found):
        files = {name: stamp for _, stamps in objects for name, stamp in stamps.items()}
        _COMPILED[about] = _Compiled([obj for obj, _ in objects], files, folders)
    return [(source, None, one) if isinstance(one, str) else (source, one[0], "")
            for source, one in zip(library, found, strict=True)]  # fmt: skip


def _fresh(key: str) -> tuple[Path, Stamps] | None:
    """The object that was made under this key, if it is there and its inputs are unchanged; and their stamps."""
    record: dict[str, Any] | None = INPUTS.get(key)
    if record is None:
        return None
    obj = cache.BUILD / record["object"]
    if not cache.whole(obj.parent):
        return None
    stamps = {name: _stamp(Path(name)) for name in record["inputs"]}
    for name, (stamp, digest) in record["inputs"].items():
        now = stamps[name]
        if now is None or ([*now] != stamp and _file_digest(Path(name)) != digest):
            return None
    return obj, stamps


def _archive(objects: Sequence[Path], chain: ToolChain) -> Path:
    def make(archive: Path) -> None:
        subprocess.run([tool("ar", chain), "qcD", str(archive), *map(str, objects)], check=True)

    return _kept("lib.a", keys.digest([o.parent.name for o in objects], keys.tool(tool("ar", chain))), make)


def script_folders(chain: ToolChain) -> list[str]:
    """The linker's options for what a machine's script includes."""
    return [f"-L{ROOT / folder}" for folder in (chain.headers, RUNTIME)]


def _link(
    inputs: Sequence[str | Path], archive: Path, flags: Sequence[str], libc: str, failures: Sequence[tuple[Path, str]],
    chain: ToolChain,
) -> Path:  # fmt: skip
    script = ROOT / chain.script
    parts = [ROOT / chain.headers / "memory.ld", *sorted((ROOT / RUNTIME).glob("*.ld"))]  # that it includes
    named = [i if isinstance(i, str) else (i.name, _file_digest(i)) for i in inputs]
    library = library_module(chain).libraries(chain) if chain.library else ["-lm"]
    key = keys.digest(_compiler(tool("gcc", chain), chain), named, archive.parent.name, flags, libc, _named(flags),
                      chain.flags, chain.link, FIXED, library, *map(_file_digest, (script, *parts)))  # fmt: skip
    name = f"{next(i.stem for i in inputs if isinstance(i, Path)).split('-')[0]}.elf"
    words = [*(i for i in inputs if isinstance(i, str)), *flags]
    # The files that these find on the user's disk are not in the key.
    searched = any(w.startswith(("-L", "-T", "-Xlinker")) or "/" in w or ",-T" in w or ",@" in w for w in words)
    floats = ["-Wl,-u,_printf_float"] if libc == "nano" else []
    own_script = any(re.match(r"(-Wl,)?-T(?!(text|data|bss)\b)", w) for w in words)
    libraries = [*map(str, inputs), str(archive)]
    if not any("-group" in w for w in words):  # the user's archives and the library may need each other
        libraries = ["-Wl,--start-group", *libraries, "-Wl,--end-group"]

    def make(elf: Path) -> None:
        command = [tool("gcc", chain), *chain.flags, *FIXED, *script_folders(chain),
                   *([] if own_script else [f"-T{script}"]), *floats, *libraries]  # fmt: skip
        done = subprocess.run([*command, *chain.link, *flags, *library, "-o", str(elf)],
                              capture_output=True, text=True)  # fmt: skip
        if done.returncode:
            missing = re.findall(r"undefined reference to [`']([^']*)'", done.stderr)
            reasons = [text for path, text in failures if any(name in path.read_text() for name in missing)]
            raise UserError("\n".join(["The program does not link:", done.stderr.rstrip(), *reasons]))
        if done.stderr.strip():
            print(done.stderr.rstrip())

    if not searched:
        return _kept(name, key, make)
    with tempfile.TemporaryDirectory(prefix="evariste-") as scratch:
        new = Path(scratch) / name
        make(new)
        return _kept(name, _file_digest(new), partial(_move, new))


def _shown(path: Path) -> str:
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
