# SPDX-License-Identifier: Apache-2.0
"""Firmware builds: C, assembly and free-standing C++ for the machine, linked with the workload library.

A program is its own sources + sw/rt (start-up) + whatever it uses of sw/lib and sw/low/<backend>. A backend's folder
holds the same file names as sw/low/portable; what it lacks (compared by stem) falls back to the portable file.
Everything is cached by content in .build/fw, so that a second build of the same thing only checks.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from evariste.errors import Refusal
from evariste.paths import BUILD, ROOT

CACHE = BUILD / "fw"
SUFFIXES = (".c", ".S", ".s", ".cc", ".cpp")
BUILT = (".o", ".a")  # what a program may be linked with beside its sources
MACHINE = ("-mcpu=cortex-m0plus", "-mthumb")
# Debian's newlib forgets PRIx64 and its like unless told that int64_t exists.
COMMON = (
    *MACHINE,
    "-D__int64_t_defined=1",
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
HOUSE = {".c": ("-std=c11", "-Wpedantic")}  # what the library and the run-time are held to beyond LANGUAGE
ALWAYS_LINKED = ("start", "syscalls")  # of sw/rt; the rest is taken from an archive when used


def backends() -> list[str]:
    """The folders of sw/low."""
    return sorted(p.name for p in (ROOT / "sw/low").iterdir() if p.is_dir())


def library_sources(backend: str) -> list[Path]:
    """sw/rt, sw/lib and the backend's files, with the portable file for each stem the backend lacks."""
    if backend not in backends():
        raise Refusal(f"There is no backend '{backend}'; there are {', '.join(backends())}.")
    own = _sources(ROOT / "sw/low" / backend)
    stems = {p.stem for p in own}
    fallback = [p for p in _sources(ROOT / "sw/low/portable") if p.stem not in stems] if backend != "portable" else []
    return _sources(ROOT / "sw/rt") + _sources(ROOT / "sw/lib") + own + fallback


def include_dirs(backend: str) -> list[Path]:
    """The folders a program may include from: generated headers, library, backend, run-time."""
    low = [ROOT / "sw/low" / folder for folder in dict.fromkeys((backend, "portable"))]
    return [ROOT / "gen", ROOT / "gen/gfp", ROOT / "sw/lib", *low, ROOT / "sw/rt"]


def compile(
    sources: Sequence[str | Path],
    out: str | Path | None = None,
    backend: str = "gfp",
    defines: Mapping[str, object] | None = None,
    opt: str = "-O2",
    extra: Sequence[str] = (),
    libc: str = "full",
) -> Path:
    """Build an ELF from `sources` and return its path (in the cache, or `out`).

    Among the sources there may be objects, archives and words for the linker (`-lm`, `-Wl,...`); they keep their order.
    `defines` and `extra` reach the program's own sources (and `extra` the link); the library is compiled without
    them, at the same level `opt`. `-I` in `extra` is searched before the library's folders. `libc` is "full" newlib,
    or "nano": 8 KiB smaller, but its printf does not know long long, its scanf no floating point.
    """
    inputs = [s if str(s).startswith("-") else _source(s, (*SUFFIXES, *BUILT)) for s in sources]
    if not any(isinstance(i, Path) for i in inputs):
        raise Refusal(f"A program needs at least one source file ({', '.join(SUFFIXES)}) or object (.o, .a).")
    specs = _specs(libc)
    own_flags = [opt, *specs, *(f"-D{k}" if v is None else f"-D{k}={v}" for k, v in (defines or {}).items()), *extra]
    includes = include_dirs(backend)
    library = library_sources(backend)
    with ThreadPoolExecutor(2) as pool:
        own_jobs = [pool.submit(_own_object, i, own_flags, includes) for i in inputs]
        lib_jobs = [
            pool.submit(_object_or_error, p, [*LANGUAGE[p.suffix], *HOUSE.get(p.suffix, ()), opt, *specs], includes)
            for p in library
        ]
        own = [job.result() for job in own_jobs]
        compiled = [job.result() for job in lib_jobs]
    failures = [(p, error) for p, (_, error) in zip(library, compiled, strict=True) if error]
    pairs = [(p, obj) for p, (obj, _) in zip(library, compiled, strict=True) if obj]
    always = [obj for p, obj in pairs if p.parent.name == "rt" and p.stem in ALWAYS_LINKED]
    if "-nostartfiles" in extra:
        always = [obj for obj in always if not obj.name.startswith("start-")]
    archived = [obj for p, obj in pairs if not (p.parent.name == "rt" and p.stem in ALWAYS_LINKED)]
    elf = _link([*own, *always], _archive(archived), [*specs, *_link_flags(extra)], libc, failures)
    return elf if out is None else _copied(elf, Path(out), (*SUFFIXES, *BUILT))


def compile_object(
    source: str | Path, out: str | Path, backend: str = "gfp", opt: str = "-O2", extra: Sequence[str] = (),
    libc: str = "full",
) -> Path:  # fmt: skip
    """Compile one source, with the flags and headers of `compile`, into the object file `out`."""
    built = _own_object(_source(source), [opt, *_specs(libc), *extra], include_dirs(backend))
    return _copied(Path(built), Path(out), SUFFIXES)


def _specs(libc: str) -> tuple[str, ...]:
    if libc not in ("full", "nano"):
        raise Refusal(f"There is no C library '{libc}'; there are full and nano.")
    return ("--specs=nano.specs",) if libc == "nano" else ()


def _copied(built: Path, target: Path, inputs: Sequence[str]) -> Path:
    if target.suffix in inputs:
        raise Refusal(f"The output would overwrite a source file: {target}.")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(built, target)
    except OSError as error:
        raise Refusal(f"{target} cannot be written: {error.strerror}.") from None
    return target


def _own_object(source: str | Path, flags: Sequence[str], includes: Sequence[Path]) -> str | Path:
    """The object of a program's own source; an object, an archive or a word for the linker is itself."""
    if isinstance(source, str) or source.suffix in BUILT:
        return source
    return _object(source, [*LANGUAGE[source.suffix], *flags], includes)


def _source(path: str | Path, suffixes: Sequence[str] = SUFFIXES) -> Path:
    p = Path(path)
    if not p.is_absolute() and not p.exists():
        p = ROOT / p
    if p.suffix not in suffixes:
        raise Refusal(f"{path} is not a source file: its name should end in {', '.join(suffixes)}.")
    if not p.is_file():
        raise Refusal(f"There is no source file {path}.")
    return p.resolve()


def _sources(folder: Path) -> list[Path]:
    return sorted(p for p in folder.iterdir() if p.suffix in SUFFIXES) if folder.is_dir() else []


def _link_flags(extra: Sequence[str]) -> list[str]:
    return [f for f in extra if f.startswith(("-Wl,", "-l", "-L", "-T", "-u", "-flto", "-m", "-nostartfiles"))]


def tool(name: str) -> str:
    """Full path of a program of the Arm tool chain; EVARISTE_ARM_PREFIX names another chain than Debian's."""
    prefix = os.environ.get("EVARISTE_ARM_PREFIX", "arm-none-eabi-")
    path = shutil.which(prefix + name)
    if path is None:
        raise Refusal(f"{prefix}{name} is not installed; `./ev setup` installs it (Debian gcc-arm-none-eabi).")
    return path


@cache
def _compiler_id(path: str) -> str:
    return subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]


def _digest(*parts: object) -> str:
    return hashlib.sha256(json.dumps(parts, default=str).encode()).hexdigest()[:24]


def _file_digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:24]


def _stamp(path: Path) -> list[int] | None:
    try:
        info = path.stat()
    except OSError:
        return None
    return [info.st_mtime_ns, info.st_size]


def _object(source: Path, flags: Sequence[str], includes: Sequence[Path]) -> Path:
    """The object file of one source under these flags; compiled unless the cached one's inputs are unchanged."""
    compiler = tool("g++" if source.suffix in (".cc", ".cpp") else "gcc")
    # The names are part of the key because a new header may shadow an old one.
    headers = sorted(str(h) for d in includes if d.is_dir() for h in d.glob("*.h"))
    command = [compiler, *COMMON, *flags, *(f"-I{d}" for d in includes)]
    key = _digest(_compiler_id(compiler), command, source, headers)
    manifest = CACHE / "obj" / f"{source.stem}-{key}.json"
    if obj := _fresh(manifest):
        return obj
    manifest.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=manifest.parent) as scratch:
        new, deps, asm = (Path(scratch) / f"new.{kind}" for kind in ("o", "d", "s.d"))
        listing = [f"-Wa,--MD,{asm}"] if source.suffix == ".s" else ["-MD", "-MF", str(deps)]
        done = subprocess.run(
            [*command, *listing, "-c", str(source), "-o", str(new)], capture_output=True, text=True
        )
        if done.returncode:
            raise Refusal(f"{_shown(source)} does not compile:\n{done.stderr.rstrip()}")
        if done.stderr.strip():
            print(done.stderr.rstrip())
        if source.suffix == ".s":  # the preprocessor does not run, so the assembler says what it read
            deps = asm
        # Make's syntax: "target: dep dep \" with escaped spaces.
        listed = re.sub(r"\\\n", " ", deps.read_text()).split(":", 1)[1]
        used = [Path(d.replace("\\ ", " ")) for d in re.findall(r"(?:\\ |\S)+", listed)]
        obj = manifest.parent / f"{source.stem}-{key}-{_file_digest(new)}.o"
        record = {"object": obj.name, "inputs": {str(d): [_stamp(d), _file_digest(d)] for d in used}}
        new.replace(obj)
        text = Path(scratch) / "new.json"
        text.write_text(json.dumps(record))
        text.replace(manifest)
    return obj


def _object_or_error(source: Path, flags: Sequence[str], includes: Sequence[Path]) -> tuple[Path | None, str]:
    """A library file that does not compile stops only the programs that need it."""
    try:
        return _object(source, flags, includes), ""
    except Refusal as refused:
        return None, refused.message


def _fresh(manifest: Path) -> Path | None:
    try:
        record = json.loads(manifest.read_text())
    except (OSError, ValueError):
        return None
    obj = manifest.parent / record["object"]
    if not obj.is_file():
        return None
    for name, (stamp, digest) in record["inputs"].items():
        now = _stamp(Path(name))
        if now is None or (now != stamp and _file_digest(Path(name)) != digest):
            return None
    return obj


def _archive(objects: Sequence[Path]) -> Path:
    archive = CACHE / f"lib-{_digest([o.name for o in objects])}.a"
    if not archive.is_file():
        with tempfile.TemporaryDirectory(dir=CACHE) as scratch:
            new = Path(scratch) / "new.a"
            subprocess.run([tool("ar"), "rcD", str(new), *map(str, objects)], check=True)
            new.replace(archive)
    return archive


def _link(
    inputs: Sequence[str | Path], archive: Path, flags: Sequence[str], libc: str, failures: Sequence[tuple[Path, str]]
) -> Path:
    script, memory = ROOT / "sw/rt/link.ld", ROOT / "gen/gfp/memory.ld"
    named = [i if isinstance(i, str) else (i.name, _file_digest(i)) for i in inputs]
    key = _digest(named, archive.name, flags, _file_digest(script), _file_digest(memory))
    elf = CACHE / f"{next(i.stem for i in inputs if isinstance(i, Path)).split('-')[0]}-{key}.elf"
    words = [*(i for i in inputs if isinstance(i, str)), *flags]
    # What these find on the user's disk is not in the key.
    searched = any(w.startswith(("-L", "-T", "-Xlinker")) or "/" in w or ",-T" in w or ",@" in w for w in words)
    if elf.is_file() and not searched:
        return elf
    floats = ["-Wl,-u,_printf_float"] if libc == "nano" else []
    own_script = any(re.match(r"(-Wl,)?-T(?!(text|data|bss)\b)", w) for w in words)
    libraries = [*map(str, inputs), str(archive)]
    if not any("-group" in w for w in words):  # the user's archives and the library may need each other
        libraries = ["-Wl,--start-group", *libraries, "-Wl,--end-group"]
    with tempfile.TemporaryDirectory(dir=CACHE) as scratch:
        new = Path(scratch) / "new.elf"
        command = [tool("gcc"), *MACHINE, "-nostartfiles", "-Wl,--gc-sections", "-Wl,--no-warn-rwx-segments",
                   f"-L{memory.parent}", *([] if own_script else [f"-T{script}"]), *floats, *libraries]  # fmt: skip
        done = subprocess.run([*command, "--specs=rdimon.specs", *flags, "-lm", "-o", str(new)],
                              capture_output=True, text=True)  # fmt: skip
        if done.returncode:
            missing = re.findall(r"undefined reference to [`']([^']*)'", done.stderr)
            reasons = [text for path, text in failures if any(name in path.read_text() for name in missing)]
            raise Refusal("\n".join(["The program does not link:", done.stderr.rstrip(), *reasons]))
        if done.stderr.strip():
            print(done.stderr.rstrip())
        new.replace(elf)
    return elf


def _shown(path: Path) -> str:
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
