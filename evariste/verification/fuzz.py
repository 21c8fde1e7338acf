# SPDX-License-Identifier: Apache-2.0
"""Coverage-guided fuzzing of everything that reads other people's bytes.

The module `fuzz` of a machine names its targets and the folder with their sources and first inputs. LIBRARY has those
of the library, built for this computer.

The C++ targets are built with clang, libFuzzer, AddressSanitizer and UndefinedBehaviorSanitizer. The Python targets run
under atheris, which is libFuzzer too. A run begins with the committed corpus and a seed, so it can be repeated.
"""

import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from evariste import build as builds
from evariste import cache, machines
from evariste.cache import keys
from evariste.errors import UserError
from evariste.paths import ROOT

KIND, KEEP = "fuzz", 60
MEMORY = 2048  # MB
SHARED = str(Path("verify", "fuzz"))  # no machine's: the targets of the library, and what all targets share
PLANTED = "--planted"  # to a Python target: fail where the control's fault is


@dataclass(frozen=True)
class Target:
    """A fuzz target. `share` is its executions out of 10,000 of a campaign, `longest` the bytes of an input."""

    about: str
    share: int
    longest: int
    python: bool = False


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


@dataclass(frozen=True)
class Suite:
    """Targets, and the folder from the root that has their sources, CMakeLists.txt, and first inputs in `corpus`.
    `tested` are the folders of what they test.
    """

    folder: str
    targets: Mapping[str, Target]
    tested: tuple[str, ...] = ("sim",)

    def build(self, *targets: str) -> None:
        """Build these C++ targets (`NAME_planted` for the control) from the present sources."""
        compiler, c = shutil.which("clang++"), shutil.which("clang")
        if compiler is None or c is None:
            raise UserError("fuzzing needs clang++ (Debian packages clang and libclang-rt-dev).")
        stale = [name for name in targets if not cache.whole(self._place(name))]
        if not stale:
            return
        options, here = [f"-DCMAKE_CXX_COMPILER={compiler}", f"-DCMAKE_C_COMPILER={c}"], ROOT / self.folder
        with builds.ninja(KIND, here, options, _tools(), "building the fuzzers", 60) as (folder, make):
            wanted = {name: self._key() for name in stale if not cache.whole(self._place(name))}
            if wanted:
                make([*wanted])
            for name, key in wanted.items():
                cache.built(KIND, name, key, partial(shutil.copy2, folder / name), keep=KEEP)

    def _place(self, name: str) -> Path:
        """The folder of a C++ target as built from the present sources."""
        return cache.BUILD / KIND / f"{name}-{self._key()}"

    def _key(self) -> str:
        generated = dict.fromkeys(("gen/curves", "gen/codes", *(m.generated for m in machines.all())))
        return keys.digest(keys.tree(*dict.fromkeys((self.folder, SHARED)), *self.tested, *generated), _tools())

    def seeds(self, name: str) -> list[bytes]:
        """The committed first inputs: NAME/*.txt as they are, NAME/*.hex as the bytes that their digits stand for."""
        found = []
        for path in sorted((ROOT / self.folder / "corpus" / name).iterdir()):
            lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("# ")]
            found.append(bytes.fromhex("".join(lines)) if path.suffix == ".hex" else "\n".join(lines).encode())
        return found

    def run(
        self, name: str, runs: int, seed: int = 1, planted: bool = False,
        progress: Callable[[int], object] | None = None,
    ) -> Result:  # fmt: skip
        """Give a target `runs` inputs. A finding ends it sooner. `progress` gets the executions so far."""
        with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
            target, corpus = self.targets[name], Path(folder) / "corpus"
            corpus.mkdir()
            for i, content in enumerate(self.seeds(name)):
                (corpus / f"seed{i}").write_bytes(content)
            if target.python:
                script = str(ROOT / self.folder / f"{name}.py")
                command = [sys.executable, script, *([PLANTED] if planted else [])]
            else:
                built = name + ("_planted" if planted else "")
                command = [str(self._place(built) / built)]
            found = cache.folder("fuzz/found") / f"{name}{'-planted' if planted else ''}-"
            command += [str(corpus), f"-runs={runs}", f"-seed={seed}", f"-max_len={target.longest}", "-timeout=30",
                        f"-rss_limit_mb={_memory()}", "-reload=0", "-len_control=0", "-print_final_stats=1",
                        f"-artifact_prefix={found}"]  # fmt: skip
            return _run(name, command, progress or (lambda _: None), folder)


LIBRARY = Suite(
    SHARED,
    {
        "key": Target("keys in DER: PKCS #8, SEC 1, SubjectPublicKeyInfo", 500, 400),
        "signature": Target("signatures in DER", 1000, 200),
        "pem": Target("PEM: text to DER and back", 1000, 700),
    },
    ("sw",),
)


def _memory() -> int:
    """MB that a fuzzer may take. The system counts the peak of the process that starts it as the fuzzer's own."""
    return MEMORY + resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def _tools() -> str:
    flags = [os.environ.get(name) for name in ("CXXFLAGS", "LDFLAGS")]
    return keys.digest(flags, keys.compiler(shutil.which("clang++") or "clang++"))


def _run(name: str, command: list[str], progress: Callable[[int], object], folder: str) -> Result:
    """Run a fuzzer and read what it prints."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": folder, "UBSAN_OPTIONS": "print_stacktrace=1"}
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
