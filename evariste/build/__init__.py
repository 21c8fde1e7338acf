# SPDX-License-Identifier: Apache-2.0
"""The C++ build: the simulator's Python module and, each on its own, the Verilated RTL it can load.

A part is kept in .build/sim by a key of its sources, the Python interpreter that loads it, and the tools. CMake and
ninja build a missing part in a tree for these tools, which compiles only what changed. Then it is copied from there. A
part that is already there costs only a few stat calls.
"""

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache as once
from functools import partial
from importlib import util
from pathlib import Path

from evariste import cache, machines
from evariste.cache import keys
from evariste.errors import UserError
from evariste.machines import Part
from evariste.paths import ROOT

KIND = "sim"
JOBS = 2
# The user's own tools and flags: CMake reads them when it configures afresh.
TOOLS = ("CXX", "CXXFLAGS", "LDFLAGS", "VERILATOR", "VERILATOR_ROOT")

# What each part is made from. `core` is the module itself. A machine has its interpreter and description in a part of
# its name, and its RTL in others.
SHARED = ("CMakeLists.txt", "sim/CMakeLists.txt", "sim/core")
PARTS = {
    "core": Part("_sim", (*SHARED, "sim/bindings"), "the simulator", 40),
    **{name: Part(part.target, (*SHARED, *part.sources), part.about, part.seconds)
       for machine in machines.all() for name, part in machine.parts.items()},
    "gates": Part("_gates", ("CMakeLists.txt", "sim/CMakeLists.txt", "sim/gates",
                             *(source for m in machines.all() for source in m.gates)), "the simulator of gates", 20),
}  # fmt: skip
KEEP = 4 * len(PARTS)  # so that some trees, with the parts of each, do not drive each other out
MODULES = ("core", "gates")  # Python modules; the others are loaded by the first


def sim(*parts: str) -> dict[str, Path]:
    """Make sure that the parts (by default the module alone) are built from the present sources, and can be imported;
    the shared object of each."""
    places = _places(*parts)
    for part in MODULES:
        if part in places and str(places[part]) not in sys.path:
            sys.path.insert(0, str(places[part]))
    return {part: object_of(part, folder) for part, folder in places.items()}


@contextmanager
def recording() -> Iterator[None]:
    """Within it, the RTL of machines is built with signals that can be recorded (sim/recorded); all else as ever. One
    model of a part is recorded, that of the whole core (the one of a unit alone is left out).
    """
    global _recording
    before, _recording = _recording, True
    try:
        yield
    finally:
        _recording = before


_recording = False
RECORDED = "sim/recorded"


def _recorded(part: str) -> bool:
    return _recording and PARTS[part].target.startswith("rtl_")


def identity(*parts: str) -> str:
    """A digest of the parts as built, the module's own first; built now if need be."""
    built = [object_of(part, folder) for part, folder in _places(*parts).items()]
    return hashlib.sha256(b"".join(hashlib.sha256(path.read_bytes()).digest() for path in built)).hexdigest()


def object_of(part: str, folder: Path) -> Path:
    """The shared object of a part in a folder where it was built."""
    name = PARTS[part].target
    return next(folder.glob(f"{name}.*so")) if part in MODULES else folder / f"{name}.so"


def _places(*parts: str) -> dict[str, Path]:
    """The folder of each part, the module's own first; built now if need be."""
    wanted = dict.fromkeys(("core", *parts))
    for _ in range(3):
        found = {part: _place(part) for part in wanted}
        stale = [part for part, folder in found.items() if not cache.whole(folder)]
        if not stale:
            return found
        _build(stale)
    raise UserError("the simulator's sources changed each time while it was built; leave them alone and start again.")


def _place(part: str) -> Path:
    return cache.BUILD / KIND / f"{part}-{_key(part)}"


def _key(part: str) -> str:
    """The key: the part's sources, the Python interpreter that loads it, and the tools."""
    key = keys.digest(keys.tree(*PARTS[part].sources), sys.version, _tools())
    return keys.digest(key, keys.tree(RECORDED)) if _recorded(part) else key


def _tools() -> str:
    return _tools_of(tuple(os.environ.get(name) for name in TOOLS), cache.BUILD)


@once
def _tools_of(environment: tuple[str | None, ...], _build: Path) -> str:
    """A digest of the environment's settings and of the tools that they select."""
    chosen = dict(zip(TOOLS, environment, strict=True))
    words = shlex.split(chosen["CXX"] or "c++")
    compilers = [keys.compiler(path) for word in words if (path := shutil.which(word))]
    verilator = chosen["VERILATOR"] or f"{_package('verilator')}/bin/verilator_bin"
    nanobind = keys.installed(f"{_package('nanobind')}/__init__.py")
    return keys.digest(environment, compilers, keys.tool(shutil.which(verilator) or verilator), nanobind)


def _package(name: str) -> str:
    found = util.find_spec(name)
    return str(Path(found.origin).parent) if found and found.origin else name


def _tool(name: str) -> str:
    """A program of the virtual environment, or else of the system."""
    path = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    if path is None:
        raise UserError(f"{name} is not installed; `pip install {name}` or the system's package brings it.")
    return path


def _described(parts: Iterable[str]) -> tuple[str, int]:
    """What is built, in words, and how long it takes, in seconds."""
    chosen = [PARTS[part] for part in parts]
    names = [part.about for part in chosen]
    shown = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    return f"building {shown}", sum(part.seconds for part in chosen)


def _build(parts: list[str]) -> None:
    """Build parts in the tree of the tools, and keep those that are still needed."""
    recorded = [part for part in parts if _recorded(part)]
    if others := [part for part in parts if part not in recorded]:
        _build_in_tree(others, _tools())
    if recorded:
        root = os.environ.get("VERILATOR_ROOT") or _package("verilator")
        program = os.environ.get("VERILATOR") or f"{root}/bin/verilator_bin"
        given = {"VERILATOR": f"{ROOT}/{RECORDED}/verilator.py", "VERILATOR_ROOT": root, "EVARISTE_VERILATOR": program}
        _build_in_tree(recorded, keys.digest(_tools(), keys.tree(RECORDED)), given)


def _build_in_tree(parts: list[str], tools: str, environment: Mapping[str, str] | None = None) -> None:
    options = [f"-DPython_EXECUTABLE={sys.executable}"]
    with ninja(KIND, ROOT, options, tools, *_described(parts), environment) as (folder, make):
        parts = [part for part in parts if not cache.whole(_place(part))]  # of which another made some meanwhile
        wanted = {part: _key(part) for part in parts}
        if parts:
            make([PARTS[part].target for part in parts])
        for part, key in wanted.items():
            if key == _key(part):
                cache.built(KIND, part, key, partial(shutil.copy2, object_of(part, folder)), keep=KEEP)


@contextmanager
def ninja(
    kind: str,
    source: Path,
    options: list[str],
    tools: str,
    say: str,
    seconds: int,
    environment: Mapping[str, str] | None = None,
) -> Iterator[tuple[Path, Callable[[list[str]], None]]]:
    """The tree of a CMake project for these options and tools, and a function that builds targets in it. The lock holds
    also for subprocesses that outlive this process. A failure says where the compiler's output is kept.
    """
    program = _tool("ninja")
    configure = [_tool("cmake"), "-G", "Ninja", "-S", str(source), *options, f"-DCMAKE_MAKE_PROGRAM={program}"]
    with cache.tree(kind, keys.digest(tools, configure, sys.version), say, seconds) as (folder, lock):

        def make(targets: list[str]) -> None:
            log = folder / "build.log"
            commands = [[program, "-C", folder, "-j", JOBS, *targets]]
            if not (folder / "build.ninja").exists():  # else ninja configures again when it has to
                commands.insert(0, [*configure, "-B", folder])
            with log.open("w") as out:
                for command in commands:
                    command = [str(word) for word in command]
                    out.write(f"$ {' '.join(command)}\n")
                    out.flush()
                    done = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, cwd=ROOT, pass_fds=[lock],
                                          env={**os.environ, **(environment or {})})  # fmt: skip
                    if done.returncode:
                        what, kept = say.removeprefix("building "), cache.failed(log)
                        raise UserError(f"{what} could not be built; the compiler's output is in {kept}.")

        yield folder, make
