# SPDX-License-Identifier: Apache-2.0
"""Coverage-guided fuzzing of everything that reads other people's bytes. `verify/fuzz` holds the targets and first
inputs.

The C++ targets are built with clang, libFuzzer, AddressSanitizer and UndefinedBehaviorSanitizer. The Python targets run
under atheris, which is libFuzzer too. A run begins with the committed corpus and a seed, so it can be repeated.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from evariste import build as builds
from evariste import cache, machines
from evariste.cache import keys
from evariste.errors import UserError
from evariste.paths import ROOT

HERE = ROOT / "verify" / "fuzz"
KIND, KEEP = "fuzz", 60
PLANTED = "--planted"  # to a Python target: fail where the control's fault is


@dataclass(frozen=True)
class Target:
    """A fuzz target. `share` is its executions out of 10,000 of a campaign, `longest` the bytes of an input."""

    about: str
    share: int
    longest: int
    python: bool = False


TARGETS = {
    "elf": Target("ELF loader: file to image and symbols", 6985, 2048),
    "packet": Target("debugger: bytes to packets and back", 800, 1024),
    "gdb": Target("GDB server: sessions on the interpreter", 200, 512),
    "disassembler": Target("disassembler: words to text and accesses", 2000, 512),
    "listing": Target("`ev disasm`: file to listing", 5, 2048, python=True),
    "isa": Target("loader of isa/: text to machine", 10, 2048, python=True),
}


@dataclass(frozen=True)
class Result:
    """A run of one target. `edges` are the branches reached in the code under test, `inputs` the kept inputs."""

    name: str
    executions: int
    seconds: float
    edges: int
    inputs: int
    finding: str  # empty, or the file that reproduces it and the fuzzer's words

    @property
    def passed(self) -> bool:
        return not self.finding


def own_file(name: str) -> Path:
    """Where this process may put an input that its target needs as a file. A run removes the folder."""
    return Path(os.environ.get("TMPDIR", "/tmp"), name)


def build(*targets: str) -> None:
    """Build these C++ targets (`NAME_planted` for the control) from the present sources."""
    compiler = shutil.which("clang++")
    if compiler is None:
        raise UserError("fuzzing needs clang++ (Debian packages clang and libclang-rt-dev).")
    stale = [name for name in targets if not cache.whole(_place(name))]
    if not stale:
        return
    options = [f"-DCMAKE_CXX_COMPILER={compiler}"]
    with builds.ninja(KIND, HERE, options, _tools(), "building the fuzzers", 60) as (folder, make):
        wanted = {name: _key() for name in stale if not cache.whole(_place(name))}
        if wanted:
            make([*wanted])
        for name, key in wanted.items():
            cache.built(KIND, name, key, partial(shutil.copy2, folder / name), keep=KEEP)


def _place(name: str) -> Path:
    """The folder of a C++ target as built from the present sources."""
    return cache.BUILD / KIND / f"{name}-{_key()}"


def _key() -> str:
    return keys.digest(keys.tree("verify/fuzz", "sim", *(m.generated for m in machines.all())), _tools())


def _tools() -> str:
    flags = [os.environ.get(name) for name in ("CXXFLAGS", "LDFLAGS")]
    return keys.digest(flags, keys.compiler(shutil.which("clang++") or "clang++"))


def seeds(name: str) -> list[bytes]:
    """The committed first inputs: NAME/*.txt as they are, NAME/*.hex as the bytes that their digits stand for."""
    found = []
    for path in sorted((HERE / "corpus" / name).iterdir()):
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("# ")]
        found.append(bytes.fromhex("".join(lines)) if path.suffix == ".hex" else "\n".join(lines).encode())
    return found


def run(
    name: str, runs: int, seed: int = 1, planted: bool = False, progress: Callable[[int], object] | None = None
) -> Result:
    """Give a target `runs` inputs. A finding ends it sooner. `progress` gets the executions so far."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        return _run(name, runs, seed, planted, progress or (lambda _: None), Path(folder))


def _run(name: str, runs: int, seed: int, planted: bool, progress: Callable[[int], object], folder: Path) -> Result:
    target = TARGETS[name]
    corpus = folder / "corpus"
    corpus.mkdir()
    for i, content in enumerate(seeds(name)):
        (corpus / f"seed{i}").write_bytes(content)
    found = cache.folder("fuzz/found") / f"{name}{'-planted' if planted else ''}-"
    if target.python:
        command = [sys.executable, str(HERE / f"{name}.py"), *([PLANTED] if planted else [])]
    else:
        built = name + ("_planted" if planted else "")
        command = [str(_place(built) / built)]
    command += [str(corpus), f"-runs={runs}", f"-seed={seed}", f"-max_len={target.longest}", "-timeout=30",
                "-rss_limit_mb=2048", "-reload=0", "-len_control=0", "-print_final_stats=1",
                f"-artifact_prefix={found}"]  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(folder), "UBSAN_OPTIONS": "print_stacktrace=1"}
    begin = time.monotonic()
    said: list[str] = []
    edges = inputs = executions = 0
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout
        for line in process.stdout:
            if step := re.match(r"#(\d+)\t.* cov: (\d+) .*corp: (\d+)", line):
                executions, edges, inputs = map(int, step.groups())
                progress(executions)
            elif total := re.match(r"stat::number_of_executed_units: +(\d+)", line):
                executions = int(total[1])
            else:
                said = [*said, line][-400:]
    seconds = time.monotonic() - begin
    return Result(name, executions, seconds, edges, inputs, _finding(said) if process.returncode else "")


def _finding(said: list[str]) -> str:
    """What is wrong and the file that shows it, from the fuzzer's last output."""
    what = next((line for line in said if re.search(r"ERROR: |runtime error|Uncaught Python exception", line)), "")
    at = said.index(what) if what else 0
    what = " ".join(line.strip() for line in said[at : at + 2]) if what else "ended without a reason"
    file = next((m[1] for line in said if (m := re.search(r"Test unit written to (\S+)", line))), "no file")
    return f"{file}: {re.sub(r'^==[0-9]+==', '', what).strip()}"
